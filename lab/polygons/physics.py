"""Make the library of shaken boxes: 80 prisms in MuJoCo, shaken left to right with the lid on.

    python -m lab.polygons.physics --boxes 210 --seed 1 --work build/boxes

Needs the extra ``physics``. A rigid-body simulation is reproducible only with the same version on the same kind of
processor, so its results are stored (outlines and relations), not just a seed. A stopped run can be continued: every
heap that came to rest is kept in the work folder.
"""

from __future__ import annotations

import argparse
import logging
import platform
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludotheque.codec.records import new_record
from ludotheque.engine.rng import below, generator
from ludotheque.games.polygons.box import BOX
from ludotheque.games.polygons.dropped import FEWEST_ACCESSIBLE, LEAST_SHAPES, MOST_ACCESSIBLE, shuffle
from ludotheque.games.polygons.geometry import HARDLY, SURELY, WORK, common, doubled_area, put_sight
from ludotheque.games.polygons.pieces import CORNERS, PIECES, SHAPES, SIDES, THICKNESS
from ludotheque.games.polygons.rules import as_truths, as_words
from ludotheque.games.polygons.shaken import HEAP, MOST_HIDING, OF_A_SHAPE, Heap, silhouette, write_heaps

Floats = NDArray[np.float64]

SIZE = 19_000
"""Side of the square box, in hundredths of a millimetre like every length that is stored."""

METRE = 100_000

LID = 6_000
"""Height of the lid above the floor."""

STEP = 0.003
"""Seconds a step of the simulation."""

FALL, REST = 0.15, 0.9
"""Seconds for the pieces to fall in, and, after the shaking, for the heap to come to rest."""

SWINGS = 6
"""How many times the box moves to and fro."""

STRONGEST = (14.0, 18.0)
"""Range of the box's greatest acceleration while it is shaken, in metres per square second."""

TIMES_A_SECOND = (2.7, 3.1)
"""Range of swings a second."""

AT_REST = 0.02
"""Metres a second; a heap in which some piece is faster has not come to rest and is thrown away."""

LIBRARY = Path(str(files("ludotheque.games.polygons"))) / "data" / "heaps.bin"

log = logging.getLogger(__name__)


def prism(shape: int) -> tuple[Floats, float]:
    """The corners of a shape's middle plane round its centre, and the distance from the centre to a side."""
    n = CORNERS[shape]
    angles = 2 * np.pi * np.arange(n) / n
    radius = SIDES[shape] / (2 * np.sin(np.pi / n))
    corners = np.stack([radius * np.cos(angles), radius * np.sin(angles), np.zeros(n)], axis=1)
    return corners, float(radius * np.cos(np.pi / n))


def scene() -> str:
    """Return the MuJoCo model of the box and its pieces. The box stands still: shaking is a change of gravity."""
    half = SIZE / 2 / METRE
    thick = np.array([0, 0, THICKNESS / 2])
    meshes = []
    for shape, name in enumerate(SHAPES):
        corners, _ = prism(shape)
        places = np.concatenate([corners - thick, corners + thick]).ravel() / METRE
        meshes.append(f'<mesh name="{name}" vertex="{" ".join(f"{place:.9f}" for place in places)}"/>')
    walls = [((x * half, y * half, 0.0), (-x, -y, 0)) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    walls += [((0.0, 0.0, 0.0), (0, 0, 1)), ((0.0, 0.0, LID / METRE), (0, 0, -1))]
    planes = [
        f'<geom type="plane" size="1 1 1" pos="{" ".join(map(str, at))}" zaxis="{" ".join(map(str, up))}"/>'
        for at, up in walls
    ]
    bodies = [
        f'<body><freejoint/><geom type="mesh" mesh="{SHAPES[piece // OF_A_SHAPE]}"/></body>' for piece in range(PIECES)
    ]
    return f"""<mujoco>
      <option timestep="{STEP}" solver="Newton" iterations="15" ls_iterations="10" integrator="implicitfast">
        <flag multiccd="enable" island="disable"/>
      </option>
      <size memory="200M"/>
      <default><geom friction="0.45 0.001 0.0001" solref="{2 * STEP + 0.001} 1" condim="3" density="650"/></default>
      <asset>{"".join(meshes)}</asset>
      <worldbody>{"".join(planes)}{"".join(bodies)}</worldbody>
    </mujoco>"""


def shake(seed: int) -> tuple[Floats, Floats] | None:
    """Where the 80 pieces come to rest: centres and rotations, or None if they do not.

    Centres are in hundredths of a millimetre from the top left corner of the floor, with y down and z up.
    """
    import mujoco

    rng = generator(seed)

    def between(low: float, high: float) -> float:
        return low + (high - low) * below(rng, 1 << 20) / (1 << 20)

    model = mujoco.MjModel.from_xml_string(scene())
    data = mujoco.MjData(model)
    order = np.arange(PIECES)
    shuffle(rng, order, 0, PIECES)
    a_row, a_layer = 4, 16
    pitch = SIZE / a_row
    layers = PIECES // a_layer
    for k, piece in enumerate(order.tolist()):
        layer, place = divmod(k, a_layer)
        turn = between(0, 2 * np.pi)
        data.qpos[7 * piece : 7 * piece + 7] = [
            ((place % a_row + 0.5) * pitch - SIZE / 2 + between(-50, 50)) / METRE,
            ((place // a_row + 0.5) * pitch - SIZE / 2 + between(-50, 50)) / METRE,
            (600 + layer * (LID - 1200) / (layers - 1)) / METRE,
            *(np.cos(turn / 2), 0, 0, np.sin(turn / 2)),
        ]
    strongest, times = between(*STRONGEST), between(*TIMES_A_SECOND)
    for step in range(round((FALL + SWINGS / times + REST) / STEP)):
        swung = (step * STEP - FALL) * times
        # The box starts from rest, farthest to one side, and stops there: a cosine, or all would drift to one wall.
        model.opt.gravity[0] = strongest * np.cos(2 * np.pi * swung) if 0 <= swung < SWINGS else 0
        mujoco.mj_step(model, data)
    if np.abs(data.qvel).reshape(PIECES, 6)[:, :3].max() > AT_REST or data.warning.number.any():
        return None
    centres = data.xpos[1:] * METRE
    rotations = data.xmat[1:].reshape(PIECES, 3, 3)
    # On screen y goes down: mirror both.
    mirror = np.array([1, -1, 1])
    return centres * mirror + [SIZE / 2, SIZE / 2, 0], rotations * mirror[:, None]


def heap_of(centres: Floats, rotations: Floats) -> Heap | None:
    """Return what lies over what and what hides what among pieces at rest; None if some lie over each other in a cycle,
    or if a record has no room for all hidden pieces."""
    heap, box, work = new_record(HEAP), new_record(BOX.dtype), new_record(WORK)
    heap.side = SIZE
    heap.heights = np.rint(centres[:, 2])
    for piece in range(PIECES):
        corners, _ = prism(piece // OF_A_SHAPE)
        normal = rotations[piece, :, 2] * (1 if rotations[piece, 2, 2] >= 0 else -1)
        upper = corners @ rotations[piece].T + centres[piece] + normal * THICKNESS / 2
        face = np.rint(upper[:, :2])
        x, y = face.T
        clockwise = x @ np.roll(y, -1) > y @ np.roll(x, -1)
        heap.faces[piece, : len(face)] = face if clockwise else face[::-1]
        heap.offsets[piece] = np.rint(-normal[:2] * THICKNESS)
        silhouette(heap, piece, work, box.pieces[piece].outline)
    # Levels order all that overlap, also by so little that it need not be listed; listed are only sure overlaps.
    higher = np.zeros((PIECES, PIECES), np.bool_)
    above = np.zeros((PIECES, PIECES), np.bool_)
    for i in range(PIECES):
        for j in range(i):
            count = common(box.pieces[i].outline, box.pieces[j].outline, work)
            area = doubled_area(work, count)
            if area > HARDLY:
                at = work.cut[0, :count].mean(axis=0) + box.pieces[j].outline.items[0]
                low, high = sorted((i, j), key=lambda piece: height_at(piece, centres, rotations, at))
                higher[low, high] = True
                above[low, high] = area >= SURELY
    levels = levels_of(higher)
    if levels is None:
        return None
    heap.levels = levels
    heap.above = box.above = as_words(above)
    put_sight(box, work)
    hiding = [(piece, members) for piece, sight in enumerate(box.sight) for members in sight.items[: sight.count]]
    hiding = [(piece, members) for piece, members in hiding if members.any()]
    if len(hiding) > MOST_HIDING:
        return None
    heap.hidings = len(hiding)
    for row, (piece, members) in enumerate(hiding):
        heap.hidden[row], heap.hiding[row] = piece, members
    return heap


def is_playable(heap: Heap) -> bool:
    """The filter as far as it applies without colours, which are dealt when the heap is drawn."""
    accessible = np.flatnonzero(~as_truths(heap.above).any(axis=1)).tolist()
    shapes = {piece // OF_A_SHAPE for piece in accessible}
    return FEWEST_ACCESSIBLE <= len(accessible) <= MOST_ACCESSIBLE and len(shapes) >= LEAST_SHAPES


def height_at(piece: int, centres: Floats, rotations: Floats, at: Floats) -> float:
    """Return the height of the middle of a piece on a vertical line.

    Two convex bodies that do not intersect are separated by a plane, so one of them is higher wherever their
    silhouettes overlap: one line suffices to compare them.
    """
    corners, inradius = prism(piece // OF_A_SHAPE)
    sides = (corners + np.roll(corners, -1, axis=0)) / 2
    normals = np.concatenate([sides / np.linalg.norm(sides, axis=1, keepdims=True), [[0, 0, 1], [0, 0, -1]]])
    reach = np.concatenate([np.full(len(sides), inradius), [THICKNESS / 2, THICKNESS / 2]])
    normals = normals @ rotations[piece].T
    left = reach - normals[:, :2] @ (at - centres[piece, :2])
    up, down = normals[:, 2] > 1e-9, normals[:, 2] < -1e-9
    ends = (left[up] / normals[up, 2]).min(), (left[down] / normals[down, 2]).max()
    return float(centres[piece, 2] + sum(ends) / 2)


def levels_of(higher: NDArray[np.bool_]) -> tuple[int, ...] | None:
    """Return for each piece 1 + the highest level beneath it; None if there is a cycle."""
    levels = np.zeros(PIECES, np.int64)
    left = np.ones(PIECES, np.bool_)
    while left.any():
        lowest = left & ~(higher & left[:, None]).any(axis=0)
        if not lowest.any():
            return None
        for piece in np.flatnonzero(lowest):
            levels[piece] = 1 + max(levels[higher[:, piece]], default=0)
        left &= ~lowest
    return tuple(levels.tolist())


def shake_into(folder: Path, seed: int) -> Path:
    """Shake one box and keep how its pieces lie, unless it is kept already."""
    path = folder / f"{seed:06}.npz"
    if not path.exists():
        rested = shake(seed)
        centres, rotations = rested if rested is not None else (np.zeros((0, 3)), np.zeros((0, 3, 3)))
        unfinished = path.with_suffix(".part.npz")
        np.savez_compressed(unfinished, centres=centres, rotations=rotations)
        unfinished.rename(path)
    return path


def make_library(boxes: int, seed: int, work: Path, out: Path, processes: int) -> None:
    """Shake boxes with seeds from ``seed * 1000000`` on until enough heaps pass the filter, and write them."""
    work.mkdir(parents=True, exist_ok=True)
    heaps: list[Heap] = []
    shaken = 0
    with ProcessPoolExecutor(processes) as pool:
        while len(heaps) < boxes:
            seeds = [seed * 1_000_000 + shaken + k for k in range(8 * processes)]
            for path in pool.map(shake_into, [work] * len(seeds), seeds):
                rest = np.load(path)
                heap = heap_of(rest["centres"], rest["rotations"]) if len(rest["centres"]) else None
                if heap is not None and is_playable(heap) and len(heaps) < boxes:
                    heaps.append(heap)
                shaken += 1
            log.info("%d boxes shaken, %d of %d kept", shaken, len(heaps), boxes)
    made = (
        f"python -m lab.polygons.physics --boxes {boxes} --seed {seed}; "
        f"MuJoCo {version('mujoco')}, NumPy {version('numpy')}, {platform.machine()}"
    )
    write_heaps(np.array(heaps, HEAP), out, made)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Make the library of shaken boxes.")
    parser.add_argument("--boxes", type=int, default=210)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, default=Path("build/boxes"), help="folder for heaps already computed")
    parser.add_argument("--out", type=Path, default=LIBRARY)
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    make_library(**vars(arguments))


if __name__ == "__main__":
    main()
