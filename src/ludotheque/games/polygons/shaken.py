"""Boxes by physics (``kind`` "shaken"), drawn from a library that ``lab/polygons/physics.py`` computed once.

The kinds of a drawn heap are dealt again among pieces of the same shape, its ids are dealt at random, and its square is
rotated or mirrored. None of this changes which piece lies over which.
"""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...codec.records import Record, new_record
from ...engine.bits import first
from ...engine.rng import Generator, below, generator
from ...native.compiled import rule
from .box import BOX, SHAKEN
from .dropped import STREAM, is_playable, shuffle
from .geometry import WORK, Box, Outline, Work, add_set, hull
from .pieces import COLOURS, COPIES, CORNERS, PIECES, SHAPES
from .rules import HALF

OF_A_SHAPE = PIECES // len(SHAPES)

DEALS = 50
"""How many times the colours of a heap are dealt before another heap is drawn."""

MOST_HIDING = 64
"""Sight sets of the hidden pieces of a heap, all together; the library has 35 at most."""

HEAP: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("side", "i8"),  # of the square box
            ("above", "i8", (PIECES, 2)),  # the set of pieces that lie over each piece
            ("hiding", "i8", (MOST_HIDING, 2)),  # the sets that hide some spot of a piece that does not show
            ("hidden", "i2", (MOST_HIDING,)),  # ... and which piece that is
            ("hidings", "i2"),  # how many such sets there are
            ("faces", "i2", (PIECES, max(CORNERS), 2)),  # upper faces, seen from above, clockwise on screen
            ("offsets", "i2", (PIECES, 2)),  # from the upper face to the lower one: 0, 0 if the piece lies flat
            ("heights", "i2", (PIECES,)),  # of the middle of each piece above the floor
            ("levels", "i2", (PIECES,)),
        ],
    )
)
"""80 prisms at rest: 20 triangles, then 20 squares, pentagons and octagons. They have no colours yet."""


class Heap(Record, name="heap"):
    """A record of the type ``HEAP``."""


Heaps = NDArray[Any]
"""An array of such records."""

_CORNERS = np.array(CORNERS, np.int64)


# -- The library: many heaps in one file ------------------------------------------------------------------------------


@cache
def heaps() -> Heaps:
    """The heaps shipped with the game: records one after the other, compressed, in a file that the page reads too."""
    return np.frombuffer(gzip.decompress(files(__package__).joinpath("data", "heaps.bin").read_bytes()), HEAP)


def write_heaps(heaps: Heaps, file: Path, made: str) -> None:
    """Write a library, and beside it the command, the seed and the versions that made it."""
    file.write_bytes(gzip.compress(heaps.tobytes(), 9, mtime=0))
    file.with_suffix(".txt").write_text(f"{made}\n")


# -- A heap becomes a box ---------------------------------------------------------------------------------------------


def shaken(seed: int) -> Box:
    """The box of a seed."""
    box, work, rng = new_record(BOX.dtype), new_record(WORK), generator(seed, STREAM)
    while not shake_box(box, work, heaps()[draw_heap(rng, len(heaps()))], rng):
        pass
    return box


@rule
def draw_heap(rng: Generator, many: int) -> int:
    """Return the number of the heap drawn, of `many`, with the generator that ``seed_box`` has started."""
    return below(rng, many)


@rule
def shake_box(box: Box, work: Work, heap: Heap, rng: Generator) -> bool:
    """Make a shaken box of the drawn heap, in a record of zeros. Returns False if no deal of colours passes the filter;
    then another heap must be drawn."""
    for _ in range(DEALS):
        deal_colours(work.kinds, rng)
        if is_playable(work.kinds, heap.above):
            put_heap(box, work, heap, rng)
            return True
    return False


@rule
def deal_colours(kinds: NDArray[np.int64], rng: Generator) -> None:
    """The kinds of a heap: among the 20 pieces of each shape, five of each colour at random."""
    for shape in range(len(SHAPES)):
        begin = shape * OF_A_SHAPE
        for place in range(OF_A_SHAPE):
            kinds[begin + place] = shape * len(COLOURS) + place // COPIES
        shuffle(rng, kinds, begin, begin + OF_A_SHAPE)


@rule
def put_heap(box: Box, work: Work, heap: Heap, rng: Generator) -> None:
    """Turn or mirror a heap, deal its ids, and put it into a box."""
    order, ids = work.order, work.ids
    swap, flip_x, flip_y = below(rng, 2), below(rng, 2), below(rng, 2)
    for piece in range(PIECES):
        order[piece] = piece
    shuffle(rng, order, 0, PIECES)
    for place in range(PIECES):
        ids[order[place]] = place
    box.kind = SHAKEN
    box["size"].there = 1
    box["size"].it[0] = heap.side
    box["size"].it[1] = heap.side
    for place in range(PIECES):
        piece, one = order[place], box.pieces[place]
        one["shape"] = work.kinds[piece] // len(COLOURS)
        one.colour = work.kinds[piece] % len(COLOURS)
        one.level = heap.levels[piece]
        one.height.there = 1
        one.height.it = heap.heights[piece]
        silhouette(heap, piece, work, work.outline)
        mirror(work.outline, heap.side, swap, flip_x, flip_y, one.outline)
        upper_face(heap, piece, work, work.face)
        # A piece that stands upright shows no face to speak of.
        if int(work.face.count) > 2 and not same(work.face, work.outline):
            one.face.there = 1
            mirror(work.face, heap.side, swap, flip_x, flip_y, one.face.it)
        box.above[place, 0], box.above[place, 1] = renamed(heap.above[piece, 0], heap.above[piece, 1], ids)
        sight = box.sight[place]
        sight.count = 0
        for row in range(int(heap.hidings)):
            if heap.hidden[row] == piece:
                low, high = renamed(heap.hiding[row, 0], heap.hiding[row, 1], ids)
                add_set(sight, low, high)
        if int(sight.count) == 0:
            add_set(sight, 0, 0)  # it shows from the start


@rule
def renamed(low: int, high: int, ids: NDArray[np.int64]) -> tuple[int, int]:
    """A set of pieces of a heap as the set of the ids that they got."""
    new_low, new_high = 0, 0
    for half in range(2):
        rest = low if half == 0 else high
        while rest != 0:
            place = ids[half * HALF + first(rest)]
            rest &= rest - 1
            if place < HALF:
                new_low |= 1 << place
            else:
                new_high |= 1 << (place - HALF)
    return new_low, new_high


@rule
def upper_face(heap: Heap, piece: int, work: Work, outline: Outline) -> None:
    """The upper face of a piece of a heap, without what a tilt has brought onto one line."""
    n = _CORNERS[piece // OF_A_SHAPE]
    for k in range(n):
        for axis in range(2):
            work.points[k, axis] = heap.faces[piece, k, axis]
    hull(work, n, outline)


@rule
def silhouette(heap: Heap, piece: int, work: Work, outline: Outline) -> None:
    """The outline of a piece of a heap: what its face and the shifted copy of it span."""
    n = _CORNERS[piece // OF_A_SHAPE]
    for k in range(n):
        for axis in range(2):
            at = int(heap.faces[piece, k, axis])
            work.points[k, axis] = at
            work.points[n + k, axis] = at + int(heap.offsets[piece, axis])
    hull(work, 2 * n, outline)


@rule
def same(a: Outline, b: Outline) -> bool:
    """Whether two outlines have the same corners."""
    if int(a.count) != int(b.count):
        return False
    different = 0
    for k in range(int(a.count)):
        different += a.items[k, 0] != b.items[k, 0] or a.items[k, 1] != b.items[k, 1]
    return different == 0


@rule
def mirror(outline: Outline, size: int, swap: int, flip_x: int, flip_y: int, into: Outline) -> None:
    """An outline in the square turned or mirrored. An odd number of mirrors reverses the way round, so that corners are
    read backwards."""
    n = int(outline.count)
    into.count = n
    for k in range(n):
        at = n - 1 - k if (swap + flip_x + flip_y) % 2 != 0 else k
        x, y = outline.items[at, swap], outline.items[at, 1 - swap]
        into.items[k, 0] = size - x if flip_x != 0 else x
        into.items[k, 1] = size - y if flip_y != 0 else y
