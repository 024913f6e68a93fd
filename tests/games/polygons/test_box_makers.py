"""What the two makers of boxes promise: the same box for a seed everywhere, playable ones, and sight that is true."""

import gzip
import hashlib
import json
import os
import subprocess
import sys
from fractions import Fraction
from importlib.resources import files
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.polygons.physics import heap_of, levels_of
from ludotheque.codec.records import new_record, record_from_bytes
from ludotheque.engine.rng import GENERATOR
from ludotheque.games.polygons.box import BOX, check_box, payload, read_box
from ludotheque.games.polygons.box_svg import picture
from ludotheque.games.polygons.dropped import drop_box, dropped, seed_box
from ludotheque.games.polygons.geometry import OUTLINE, WORK, hull, put_sight
from ludotheque.games.polygons.pieces import COLOURS, CORNERS, KINDS, PIECES, SHAPES
from ludotheque.games.polygons.rules import as_truths
from ludotheque.games.polygons.shaken import (
    HEAP,
    OF_A_SHAPE,
    draw_heap,
    heaps,
    shake_box,
    shaken,
    silhouette,
    write_heaps,
)
from tests.games.polygons.boxes import hidden_box, shared_area

MAKERS = {"dropped": dropped, "shaken": shaken}

GOLDEN = {
    ("dropped", 0): "7c997a42c5eed20a63bd7b05fded7cb4b7a0938abb3c316ab69b604089e977cf",
    ("dropped", 1): "9d377ca0fcb4df0f678ff610e04b66997de56ddb3d1bc4af4e3ac1d55d3b3221",
    ("dropped", 2**64 - 1): "c7d634c0ec3f3f69d6d0e06d0670ad43d7a756411bba1084e7249827de6a1829",
    ("shaken", 0): "ef3422023a349e76fc8a72e718e57209f78dbcad401a0348f4d3acd86ef17d91",
    ("shaken", 1): "e7a7333f57f94fb4bf13160ef2aea488e0731e2a0773d15a5a05928ef9065a15",
    ("shaken", 2**64 - 1): "34670afa01f2ebfaefa5790fec04a0f3c59c9571914737f2390289aa102da109",
}
"""Boxes of some seeds, the same on every machine: hashes of their payloads."""

TWO_HUNDRED = {
    "dropped": "5ee953e2af5c36ec690e0899edece37172e76da1ec42d41bfdc0aae64e636af6",
    "shaken": "1df4beeeb628602fd539a6a5a9b26ab9c217b23c64363309ee81b5f444808412",
}
"""Hashes of the payloads of the seeds 0 to 199, one after the other."""

HASH = """
import hashlib, json, sys
from ludotheque.games.polygons.sampler import box_of
for kind, seed in zip(sys.argv[1::2], sys.argv[2::2]):
    print(hashlib.sha256(json.dumps(box_of(int(seed), kind)).encode()).hexdigest())
"""


@pytest.fixture(scope="module")
def boxes():
    return [payload(dropped(seed)) for seed in range(6)]


def hash_of(boxes):
    found = hashlib.sha256()
    for box in boxes:
        found.update(json.dumps(payload(box)).encode())
    return found.hexdigest()


# A seed and its box


def test_a_seed_gives_the_same_box_everywhere():
    for (kind, seed), golden in GOLDEN.items():
        assert hash_of([MAKERS[kind](seed)]) == golden


@pytest.mark.long
def test_two_hundred_seeds_give_the_same_boxes_everywhere():
    for kind, make in MAKERS.items():
        assert hash_of(map(make, range(200))) == TWO_HUNDRED[kind]


def test_compiled_and_interpreted_boxes_are_the_same():
    """The tests above hold for the way this process runs; the plain Python way holds whichever that is."""
    asked = [sys.executable, "-c", HASH, *(str(word) for key in GOLDEN for word in key)]
    interpreted = {**os.environ, "LUDOTHEQUE_RULES": "interpreted"}
    answered = subprocess.run(asked, env=interpreted, capture_output=True, text=True, check=True)
    assert answered.stdout.split() == list(GOLDEN.values())


def test_the_steps_that_a_page_takes_give_the_same_boxes():
    """With what it can call and fetch alone; whatever is left in the scratch memory does not matter."""
    work, rng = (
        record_from_bytes(WORK, b"\x77" * WORK.itemsize),
        record_from_bytes(GENERATOR, b"\x77" * GENERATOR.itemsize),
    )
    fetched = np.frombuffer(heaps().tobytes(), HEAP)
    for kind, seed in GOLDEN:
        box = new_record(BOX.dtype)
        seed_box(rng, seed & 0xFFFFFFFF, seed >> 32)
        if kind == "dropped":
            drop_box(box, work, rng)
        else:
            while not shake_box(box, work, fetched[draw_heap(rng, len(fetched))], rng):
                pass
        assert check_box(box, work) == 0
        assert hash_of([box]) == GOLDEN[kind, seed]


# What both promise


def accessible_of(box):
    return [piece for piece, over in enumerate(box["above"]) if not over]


def kinds_of(box):
    return [SHAPES.index(piece["shape"]) * 4 + COLOURS.index(piece["colour"]) for piece in box["pieces"]]


@pytest.mark.rule("P-01", "P-12")
def test_makers_give_playable_boxes(boxes):
    for box in [*boxes, *(payload(shaken(seed)) for seed in range(10))]:
        read_box(box)
        assert np.bincount(kinds_of(box)).tolist() == [5] * KINDS
        kinds = np.array(kinds_of(box))[accessible_of(box)]
        assert 10 <= len(kinds) <= 15
        assert set(kinds % 4) == {0, 1, 2, 3}
        assert len(set(kinds // 4)) >= 3


# Dropped boxes


def distance(a, b):
    """The least distance between two outlines that do not meet: always from a corner to a side."""
    least = np.inf
    for one, other in ((a, b), (b, a)):
        for k in range(len(other)):
            start, end = np.array(other[k - 1], float), np.array(other[k], float)
            side = end - start
            points = np.array(one, float) - start
            along = np.clip(points @ side / (side @ side), 0, 1)
            least = min(least, np.linalg.norm(points - along[:, None] * side, axis=1).min())
    return least


@pytest.mark.rule("P-10")
def test_dropped_boxes_have_no_hairline_cases(boxes):
    for box in boxes[:2]:
        outlines = [piece["outline"] for piece in box["pieces"]]
        levels = [piece["level"] for piece in box["pieces"]]
        corners = [np.array(outline) for outline in outlines]
        for i in range(PIECES):
            for j in range(i):
                area2 = Fraction(0)
                gaps = [corners[a].min(axis=0) - corners[b].max(axis=0) for a, b in ((i, j), (j, i))]
                if np.max(gaps) < 50:
                    area2 = shared_area(outlines[i], outlines[j])
                    assert area2 >= 2 * 100_000 or distance(outlines[i], outlines[j]) >= 50
                assert (j in box["above"][i]) == (area2 > 0 and levels[j] > levels[i])
                assert (i in box["above"][j]) == (area2 > 0 and levels[j] < levels[i])


def test_ids_say_nothing(boxes):
    """Each id has had several kinds and several levels: neither follows from it."""
    assert (np.ptp([kinds_of(box) for box in boxes], axis=0) > 0).sum() >= 75
    levels = [[piece["level"] for piece in box["pieces"]] for box in boxes]
    assert (np.ptp(levels, axis=0) > 0).sum() >= 70


@pytest.mark.parametrize(("size", "tries"), [(5_000, 2), (50_000, 2), (18_000, 0)])
def test_refuses_parameters_that_give_no_heap(size, tries):
    with pytest.raises(ValueError, match="size"):
        dropped(0, size=size, tries=tries)


def test_parameters_shape_the_heap():
    assert payload(dropped(0, size=17_000, tries=3)) != payload(dropped(0))
    assert payload(dropped(0, size=17_000))["size"] == [17_000, 17_000]


# Sight, checked by other means: points 0.2 mm apart, each asked which outlines it is in


def covers_by_points(box, piece):
    """For each set of pieces that covers some point of a piece: how many square mm it covers."""
    step = 20
    outline = np.array(box["pieces"][piece]["outline"])
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    places = np.stack(np.meshgrid(np.arange(left, right, step), np.arange(top, bottom, step)), axis=-1).reshape(-1, 2)

    def inside(corners, points):
        corners = np.array(corners)
        sides = np.roll(corners, -1, axis=0) - corners
        offsets = points[:, None] - corners
        return (sides[:, 0] * offsets[..., 1] - sides[:, 1] * offsets[..., 0] >= 0).all(axis=1)

    places = places[inside(outline, places)]
    over = box["above"][piece]
    covered = np.stack([inside(box["pieces"][j]["outline"], places) for j in over], axis=1)
    codes, many = np.unique(covered @ (1 << np.arange(len(over))), return_counts=True)
    return {
        frozenset(j for k, j in enumerate(over) if code >> k & 1): count * (step / 100) ** 2
        for code, count in zip(codes.tolist(), many.tolist(), strict=True)
    }


@pytest.mark.rule("P-13")
@pytest.mark.parametrize(("kind", "seeds"), [("dropped", (0, 1)), ("shaken", (4, 6))])
def test_sight_tells_what_hides_a_piece(kind, seeds):
    hidden = 0
    for seed in seeds:
        box = payload(MAKERS[kind](seed))
        for piece in range(PIECES):
            assert box["sight"][piece] == sorted(box["sight"][piece])
            sets = [frozenset(members) for members in box["sight"][piece]]
            hidden += box["sight"][piece] != [[]]
            if not box["above"][piece]:
                assert box["sight"][piece] == [[]]
                continue
            areas = covers_by_points(box, piece)
            for members in sets:
                assert sum(areas[other] for other in areas if other <= members) > 0.8
            for cover in areas:
                if sum(areas[other] for other in areas if other <= cover) > 1.2:
                    assert any(members <= cover for members in sets)
    assert hidden > 0


@pytest.mark.rule("P-13")
def test_sight_of_a_deep_heap_is_what_counting_cells_gives():
    """A heap in which 20 pieces and more are wholly hidden, each by many others."""
    counted = hidden_box(3)
    box = read_box(counted)
    for sight in box.sight:
        sight.count = 0
    put_sight(box, new_record(WORK))
    assert payload(box)["sight"] == counted["sight"]


# Shaken boxes


def test_the_library_is_large_and_tells_how_it_was_made():
    assert len(heaps()) >= 200
    made = files("ludotheque.games.polygons").joinpath("data", "heaps.txt").read_text()
    assert "--seed" in made
    assert "MuJoCo" in made


def test_a_library_gives_back_what_was_written(tmp_path):
    some = np.array([heaps()[1], heaps()[7]], HEAP)
    write_heaps(some, tmp_path / "some.bin", "by hand")
    assert gzip.decompress((tmp_path / "some.bin").read_bytes()) == some.tobytes()
    assert (tmp_path / "some.txt").read_text() == "by hand\n"


def corners_of(outline):
    return outline.items[: outline.count].tolist()


def silhouettes_of(heap):
    found, work, outline = [], new_record(WORK), new_record(OUTLINE.dtype)
    for piece in range(PIECES):
        silhouette(heap, piece, work, outline)
        found.append(corners_of(outline))
    return found


def above_of(heap):
    return [np.flatnonzero(row).tolist() for row in as_truths(heap.above)]


def sight_of(heap):
    sight: list[list[list[int]]] = [[] for _ in range(PIECES)]
    for row in range(heap.hidings):
        sight[heap.hidden[row]].append(np.flatnonzero(as_truths(heap.hiding[row])).tolist())
    return [sets or [[]] for sets in sight]


def payload_of(heap):
    """A heap as it was computed, with colours in order."""
    outlines = silhouettes_of(heap)
    return {
        "kind": "shaken",
        "size": [int(heap.side)] * 2,
        "pieces": [
            {
                "shape": SHAPES[i // OF_A_SHAPE],
                "colour": COLOURS[i % 4],
                "outline": outlines[i],
                "level": int(heap.levels[i]),
            }
            for i in range(PIECES)
        ],
        "above": above_of(heap),
        "sight": sight_of(heap),
    }


def check_heap(heap):
    box = payload_of(heap)
    read_box(box)
    corners = np.concatenate([np.array(piece["outline"]) for piece in box["pieces"]])
    # A little give: contacts in the simulation are not quite hard.
    assert corners.min() >= -20
    assert corners.max() <= heap.side + 20
    assert 10 <= len(accessible_of(box)) <= 15


@pytest.mark.rule("P-10", "P-12")
def test_heaps_of_the_library_are_boxes():
    for heap in heaps()[::40]:
        check_heap(heap)


@pytest.mark.long
@pytest.mark.rule("P-10", "P-12")
def test_all_heaps_of_the_library_are_boxes():
    for heap in heaps():
        check_heap(heap)


@pytest.mark.rule("P-10")
def test_drawing_a_heap_leaves_what_lies_over_what():
    """Whatever is dealt, turned or mirrored: the relation, seen by shapes and levels, is that of some heap."""
    masked = {}
    for heap in heaps():
        marks = zip(heap.levels.tolist(), heap.heights.tolist(), strict=True)
        signs = [(i // OF_A_SHAPE, *mark) for i, mark in enumerate(marks)]
        masked[tuple(sorted(signs))] = {(signs[i], signs[j]) for i, over in enumerate(above_of(heap)) for j in over}
    for seed in range(20):
        box = payload(shaken(seed))
        signs = [(SHAPES.index(piece["shape"]), piece["level"], piece["height"]) for piece in box["pieces"]]
        related = {(signs[i], signs[j]) for i, over in enumerate(box["above"]) for j in over}
        assert related == masked[tuple(sorted(signs))]


def test_seeds_differ():
    assert len({json.dumps(payload(shaken(seed))) for seed in range(20)}) == 20


# From poses to a heap, without a simulation


def hull_of(points):
    work, outline = new_record(WORK), new_record(OUTLINE.dtype)
    work.points[: len(points)] = points
    hull(work, len(points), outline)
    return [tuple(corner) for corner in corners_of(outline)]


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, max_size=16))
def test_hull_is_convex_and_holds_every_point(points):
    corners = hull_of(points)
    if len(corners) < 3:
        (ax, ay), (bx, by) = min(points), max(points)
        assert all((bx - ax) * (y - ay) == (by - ay) * (x - ax) for x, y in points)  # all on one line
        return
    assert corners[0] == min(points)
    assert set(corners) <= set(points)
    for k in range(len(corners)):
        (ax, ay), (bx, by) = corners[k - 1], corners[k]
        assert all((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0 for x, y in points)


def flat_poses():
    """80 prisms side by side on the floor."""
    centres = np.array([[6000.0 * (i % 10) - 27_000, 6000.0 * (i // 10) - 27_000, 175.0] for i in range(PIECES)])
    return centres, np.tile(np.eye(3), (PIECES, 1, 1))


def test_a_leaning_piece_lies_over_what_it_leans_on():
    """Its centre is lower than that of the piece it leans on: only the place where they overlap tells."""
    centres, rotations = flat_poses()
    low, leaning = 20, 21  # two squares
    centres[low, 2] = 1000.0
    tilt = np.radians(50)
    rotations[leaning] = [[np.cos(tilt), 0, -np.sin(tilt)], [0, 1, 0], [np.sin(tilt), 0, np.cos(tilt)]]
    # Its right edge, high up, comes to lie just over the left edge of the other one.
    centres[leaning] = centres[low] + [-2100, 0, -100]
    heap = heap_of(centres, rotations)
    assert heap is not None
    assert centres[leaning, 2] < centres[low, 2]
    assert above_of(heap) == [[leaning] if piece == low else [] for piece in range(PIECES)]
    assert heap.levels[leaning] == 2
    assert heap.offsets[leaning].tolist() == [round(np.sin(tilt) * 350), 0]
    assert len(silhouettes_of(heap)[leaning]) == 6
    assert heap.hidings == 0


def test_faces_go_clockwise_whichever_side_lies_up():
    centres, rotations = flat_poses()
    rotations[0] = np.diag([1, -1, -1])  # turned over
    rotations[20] = np.diag([1, -1, 1])  # mirrored, as what the simulation gives is for the screen
    heap = heap_of(centres, rotations)
    assert heap is not None
    for piece in (0, 20, 60):
        x, y = heap.faces[piece, : CORNERS[piece // OF_A_SHAPE]].astype(int).T
        assert x @ np.roll(y, -1) > y @ np.roll(x, -1)


def test_a_piece_on_its_twin_hides_it():
    centres, rotations = flat_poses()
    centres[1] = centres[0] + [0, 0, 350]
    heap = heap_of(centres, rotations)
    assert heap is not None
    assert sight_of(heap) == [[[1]] if piece == 0 else [[]] for piece in range(PIECES)]


@pytest.mark.rule("P-12")
def test_a_circle_has_no_levels():
    higher = np.zeros((PIECES, PIECES), np.bool_)
    higher[0, 1] = higher[1, 2] = True
    assert levels_of(higher) == (1, 2, 3, *[1] * 77)
    higher[2, 0] = True
    assert levels_of(higher) is None


# The picture


def test_picture_shows_every_piece_in_order_and_what_can_be_taken():
    for box in (payload(dropped(1)), payload(shaken(1)), hidden_box(1), hidden_box(1, size=False)):
        svg = ElementTree.fromstring(picture(box))
        pieces = [group for group in svg.findall(".//{*}g") if group.get("id", "").startswith("piece-")]
        ids = [int(group.attrib["id"].removeprefix("piece-")) for group in pieces]
        assert sorted(ids) == list(range(PIECES))
        levels = [piece["level"] for piece in box["pieces"]]
        assert [levels[i] for i in ids] == sorted(levels)
        lifted = [i for i, group in zip(ids, pieces, strict=True) if group.get("transform")]
        assert sorted(lifted) == accessible_of(box)
