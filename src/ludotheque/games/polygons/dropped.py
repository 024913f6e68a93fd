"""Boxes by dropping (``kind`` "dropped"): 80 pieces fall one by one, flat, at random places and turns.

Whatever falls later lies over what it overlaps, so no circle can arise. All numbers are integers and chance is our own
generator: a seed gives the same box on every machine, compiled or interpreted, in Python or in the page.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...codec.records import new_record
from ...engine.bits import size as size_of
from ...engine.rng import Generator, below, generator, seed_words
from ...native.compiled import rule
from .box import BOX, DROPPED
from .geometry import MOST_OVER, WORK, Box, Outline, Work, apart, copy_outline, overlap, put_sight
from .pieces import COLOURS, CORNERS, INRADII, KINDS, PIECES, RADII, THICKNESS
from .rules import add, remove

SIZE = 18_000
"""Side of the square into which the pieces fall."""

TRIES = 2
"""Places tried for each piece; it takes the one where it comes to lie lowest."""

GAP = 50
"""Pieces that do not overlap are at least this far apart: 0.5 mm."""

LEAST_OVERLAP = 102_000
"""Pieces that overlap share at least this: 10 square mm, and a little for rounding."""

FEWEST_ACCESSIBLE, MOST_ACCESSIBLE = 10, 15
"""Accessible pieces at the start of a box worth playing; with more, sets are there for the taking every turn."""

LEAST_SHAPES = 3
"""Shapes among the accessible pieces; colours must all be there."""

TURNS = 720
"""Directions in which a piece can lie; a multiple of the corners of every shape."""

DEEP = 200
"""Two pieces share more than ``LEAST_OVERLAP`` if already the circles inside them overlap by this much, 2 mm."""

STREAM = 1
"""The stream of a seed that makes the box; play uses stream 0."""


def _directions() -> NDArray[np.int64]:
    """Cosine and sine of every direction, times 2**20.

    Made by turning one step at a time with integers of 80 binary places, so that no floating-point rounding matters.
    """
    places = 80
    cos_step = 1208879787423774036303625  # cos(half a degree) * 2**80
    sin_step = 10549734079767865807090  # sin(half a degree) * 2**80
    half = 1 << (places - 21)
    x, y = 1 << places, 0
    table = np.zeros((TURNS, 2), np.int64)
    for turn in range(TURNS):
        table[turn] = (x + half) >> (places - 20), (y + half) >> (places - 20)
        x, y = (x * cos_step - y * sin_step) >> places, (x * sin_step + y * cos_step) >> places
    return table


DIRECTIONS = _directions()
_CORNERS = np.array(CORNERS, np.int64)
_RADII = np.array(RADII, np.int64)
_INRADII = np.array(INRADII, np.int64)


def dropped(seed: int, size: int = SIZE, tries: int = TRIES) -> Box:
    """The box of a seed. ``size`` and ``tries`` shape the heap; far from their defaults few boxes pass the filter."""
    if not 16_000 <= size <= 19_000 or not 1 <= tries <= 3:
        raise ValueError("a size is from 16000 to 19000 hundredths of a millimetre, tries from 1 to 3")
    box = new_record(BOX.dtype)
    drop_into(box, new_record(WORK), generator(seed, STREAM), size, tries)
    return box


@rule
def seed_box(rng: Generator, low: int, high: int) -> None:
    """Start the generator of the boxes, of either kind, from a 64-bit seed given as two words."""
    seed_words(rng, low, high, STREAM)


@rule
def drop_box(box: Box, work: Work, rng: Generator) -> None:
    """Make the dropped box of a seed, with the generator that ``seed_box`` has started, in a record of zeros."""
    drop_into(box, work, rng, SIZE, TRIES)


@rule
def drop_into(box: Box, work: Work, rng: Generator, size: int, tries: int) -> None:
    """Drop heaps into a square until one passes the filter."""
    while not (drop(box, work, rng, size, tries) and is_playable(work.kinds, box.above)):
        pass
    box.kind = DROPPED
    box["size"].there = 1
    box["size"].it[0] = size
    box["size"].it[1] = size
    for piece in range(PIECES):
        one = box.pieces[piece]
        one["shape"] = work.kinds[piece] // len(COLOURS)
        one.colour = work.kinds[piece] % len(COLOURS)
        one.level = work.levels[piece]
        one.height.there = 1
        one.height.it = work.levels[piece] * THICKNESS - THICKNESS // 2
    put_sight(box, work)


@rule
def is_playable(kinds: NDArray[np.int64], above: Any) -> bool:
    """The filter: 10 to 15 accessible pieces, with every colour and at least three shapes among them."""
    accessible, shapes, colours = 0, 0, 0
    for piece in range(PIECES):
        if above[piece, 0] | above[piece, 1] == 0:
            accessible += 1
            shapes |= 1 << (kinds[piece] // len(COLOURS))
            colours |= 1 << (kinds[piece] % len(COLOURS))
    return (
        FEWEST_ACCESSIBLE <= accessible <= MOST_ACCESSIBLE
        and size_of(shapes) >= LEAST_SHAPES
        and size_of(colours) == len(COLOURS)
    )


@rule
def shuffle(rng: Generator, items: NDArray[np.int64], begin: int, end: int) -> None:
    """Bring a part of some items into a random order (Fisher and Yates)."""
    for last in range(end - 1, begin, -1):
        other = begin + below(rng, last - begin + 1)
        items[last], items[other] = items[other], items[last]


@rule
def turned(shape: int, turn: int, outline: Outline) -> None:
    """The corners of a shape round its centre, clockwise on screen."""
    n = _CORNERS[shape]
    outline.count = n
    for k in range(n):
        direction = (turn + k * TURNS // n) % TURNS
        outline.items[k, 0] = (_RADII[shape] * DIRECTIONS[direction, 0] + (1 << 19)) >> 20
        outline.items[k, 1] = (_RADII[shape] * DIRECTIONS[direction, 1] + (1 << 19)) >> 20


@rule
def throw(outline: Outline, axis: int, size: int, rng: Generator) -> int:
    """Move an outline, along an axis, to a random place in the square. Returns how far."""
    corners, n = outline.items, int(outline.count)
    least, most = corners[0, axis], corners[0, axis]
    for k in range(1, n):
        least = min(least, corners[k, axis])
        most = max(most, corners[k, axis])
    moved = below(rng, size - (most - least) + 1) - least
    for k in range(n):
        corners[k, axis] += moved
    return moved


@rule
def rests(box: Box, work: Work, shape: int, x: int, y: int, fallen: int) -> int:
    """Return the level at which a piece with the outline ``work.outline`` and centre (x, y) comes to rest on those
    fallen before, which it marks in ``work.meets``; 0 if it only just touches one of them."""
    order, kinds, centres, levels, meets = work.order, work.kinds, work.centres, work.levels, work.meets
    outline = work.outline
    level = 1
    for earlier in range(fallen):
        other = order[earlier]
        other_shape = kinds[other] // len(COLOURS)
        dx, dy = centres[other, 0] - x, centres[other, 1] - y
        square = dx * dx + dy * dy
        reach = _RADII[shape] + _RADII[other_shape] + GAP
        core = _INRADII[shape] + _INRADII[other_shape] - DEEP
        meets[other] = 0
        if square < reach * reach:
            if square < core * core:
                meets[other] = 1
            else:
                its = box.pieces[other].outline
                if not (apart(outline, its, GAP) or apart(its, outline, GAP)):
                    meets[other] = 1
                    if overlap(outline, its, work) < LEAST_OVERLAP:
                        return 0
            if meets[other] != 0:
                level = max(level, levels[other] + 1)
    return level


@rule
def drop(box: Box, work: Work, rng: Generator, size: int, tries: int) -> bool:
    """Make a heap without filtering: outlines and relation in the box, kinds and levels in the work record. Returns
    False if a piece finds no place; the heap is then invalid."""
    for piece in range(PIECES):
        work.kinds[piece] = piece % KINDS
        work.order[piece] = piece
        box.above[piece, 0] = 0
        box.above[piece, 1] = 0
    shuffle(rng, work.kinds, 0, PIECES)
    shuffle(rng, work.order, 0, PIECES)
    for fallen in range(PIECES):
        piece = work.order[fallen]
        shape = work.kinds[piece] // len(COLOURS)
        placed = 0
        for _ in range(100):
            turned(shape, below(rng, TURNS), work.outline)
            x = throw(work.outline, 0, size, rng)
            y = throw(work.outline, 1, size, rng)
            level = rests(box, work, shape, x, y, fallen)
            if level == 0:
                continue
            if placed == 0 or level < work.levels[piece]:
                work.levels[piece] = level
                work.centres[piece, 0] = x
                work.centres[piece, 1] = y
                copy_outline(work.outline, box.pieces[piece].outline)
                for earlier in range(fallen):
                    put_under(box, work, work.order[earlier], piece)
            placed += 1
            if placed == tries:
                break
        if placed == 0:
            return False
    most_over = 0
    for piece in range(PIECES):
        most_over = max(most_over, size_of(box.above[piece, 0]) + size_of(box.above[piece, 1]))
    return most_over <= MOST_OVER


@rule
def put_under(box: Box, work: Work, lower: int, upper: int) -> None:
    """Note whether piece `upper` lies over `lower`, according to ``work.meets``."""
    remove(box.above[lower], upper)
    if work.meets[lower] != 0:
        add(box.above[lower], upper)
