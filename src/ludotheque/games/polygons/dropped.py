"""Boxes by dropping (``kind`` "dropped"): 80 pieces fall one by one, flat, at random places and turns.

Whatever falls later lies over what it overlaps, so no circle can arise (P-12). All numbers are integers and chance is
our own generator: a seed gives the same box on every machine, compiled or interpreted.
"""

from __future__ import annotations

import numpy as np

from ...core.chance import Generator, below, generator
from ...core.compiled import rule
from .box import Box
from .geometry import MOST_CORNERS, MOST_OVER, Integers, Relation, apart, overlap, sight_of
from .pieces import COLOURS, CORNERS, INRADII, KINDS, PIECES, RADII, SHAPES, THICKNESS

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


def _directions() -> Integers:
    """Cosine and sine of every direction, times 2**20.

    Made by turning one step at a time with integers of 80 binary places, so that no machine's floats have a say.
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
    rng = generator(seed, STREAM)
    kinds = np.zeros(PIECES, np.int64)
    outlines = np.zeros((PIECES, MOST_CORNERS, 2), np.int64)
    counts = np.zeros(PIECES, np.int64)
    levels = np.zeros(PIECES, np.int64)
    above = np.zeros((PIECES, PIECES), np.bool_)
    while not (drop(rng, size, tries, kinds, outlines, counts, levels, above) and is_playable(kinds, above)):
        pass
    corners = tuple(
        tuple((x, y) for x, y in outline[:n]) for outline, n in zip(outlines.tolist(), counts.tolist(), strict=True)
    )
    return Box(
        kind="dropped",
        size=(size, size),
        kinds=kinds,
        above=above,
        sight=sight_of(outlines, counts, above),
        outlines=corners,
        levels=tuple(levels.tolist()),
        faces=corners,
        heights=tuple((levels * THICKNESS - THICKNESS // 2).tolist()),
    )


@rule
def is_playable(kinds: Integers, above: Relation) -> bool:
    """The filter: 10 to 15 accessible pieces, with every colour and at least three shapes among them."""
    accessible, shapes, colours = 0, 0, 0
    for piece in range(PIECES):
        if not above[piece].any():
            accessible += 1
            shapes |= 1 << (kinds[piece] // len(COLOURS))
            colours |= 1 << (kinds[piece] % len(COLOURS))
    enough_shapes = 0
    for shape in range(len(SHAPES)):
        enough_shapes += shapes >> shape & 1
    return (
        FEWEST_ACCESSIBLE <= accessible <= MOST_ACCESSIBLE
        and enough_shapes >= LEAST_SHAPES
        and colours == (1 << len(COLOURS)) - 1
    )


@rule
def shuffle(rng: Generator, items: Integers) -> None:
    """Fisher and Yates."""
    for last in range(len(items) - 1, 0, -1):
        other = below(rng, last + 1)
        items[last], items[other] = items[other], items[last]


@rule
def turned(shape: int, turn: int, outline: Integers) -> None:
    """The corners of a shape round its centre, clockwise on screen."""
    n = _CORNERS[shape]
    for k in range(n):
        direction = (turn + k * TURNS // n) % TURNS
        outline[k, 0] = (_RADII[shape] * DIRECTIONS[direction, 0] + (1 << 19)) >> 20
        outline[k, 1] = (_RADII[shape] * DIRECTIONS[direction, 1] + (1 << 19)) >> 20


@rule
def drop(
    rng: Generator,
    size: int,
    tries: int,
    kinds: Integers,
    outlines: Integers,
    counts: Integers,
    levels: Integers,
    above: Relation,
) -> bool:
    """Fill the arrays with a heap, filter aside. False if a piece finds no place; then the heap is of no use."""
    for piece in range(PIECES):
        kinds[piece] = piece % KINDS
    shuffle(rng, kinds)
    order = np.arange(PIECES)
    shuffle(rng, order)
    centres = np.zeros((PIECES, 2), np.int64)
    outline = np.zeros((MOST_CORNERS, 2), np.int64)
    meets = np.zeros(PIECES, np.bool_)
    above[:] = False
    for fallen in range(PIECES):
        piece = order[fallen]
        shape = kinds[piece] // len(COLOURS)
        n = _CORNERS[shape]
        counts[piece] = n
        best, placed = 0, 0
        for _ in range(100):
            turned(shape, below(rng, TURNS), outline)
            left, right = outline[:n, 0].min(), outline[:n, 0].max()
            top, bottom = outline[:n, 1].min(), outline[:n, 1].max()
            x = below(rng, size - (right - left) + 1) - left
            y = below(rng, size - (bottom - top) + 1) - top
            outline[:n, 0] += x
            outline[:n, 1] += y
            level = 1
            hairline = False
            for earlier in range(fallen):
                other = order[earlier]
                other_shape = kinds[other] // len(COLOURS)
                dx, dy = centres[other, 0] - x, centres[other, 1] - y
                square = dx * dx + dy * dy
                reach = _RADII[shape] + _RADII[other_shape] + GAP
                core = _INRADII[shape] + _INRADII[other_shape] - DEEP
                meets[other] = False
                if square < reach * reach:
                    if square < core * core:
                        meets[other] = True
                    elif not (
                        apart(outline, n, outlines[other], counts[other], GAP)
                        or apart(outlines[other], counts[other], outline, n, GAP)
                    ):
                        meets[other] = True
                        if overlap(outline, n, outlines[other], counts[other]) < LEAST_OVERLAP:
                            hairline = True
                            break
                    if meets[other]:
                        level = max(level, levels[other] + 1)
            if hairline:
                continue
            if placed == 0 or level < best:
                best = level
                outlines[piece] = outline
                centres[piece, 0], centres[piece, 1] = x, y
                levels[piece] = level
                for earlier in range(fallen):
                    above[order[earlier], piece] = meets[order[earlier]]
            placed += 1
            if placed == tries:
                break
        if placed == 0:
            return False
    return above.sum(axis=1).max() <= MOST_OVER
