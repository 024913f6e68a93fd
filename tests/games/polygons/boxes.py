"""Boxes made for tests, and what they are measured with: nothing of the code under test.

``hidden_box`` makes heaps so deep that many pieces are wholly hidden. All pieces are upright rectangles on a lattice,
so what lies over what and what hides what is counted cell by cell. (A reader does not ask whether an outline has the
corners of its shape.)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from ludotheque.games.polygons.pieces import COLOURS, KINDS, PIECES, SHAPES

CELL = 500
"""Side of a cell of the lattice: 5 mm, so that rectangles that overlap share 25 square mm or more."""

ACROSS = 22
"""Cells along a side of the box."""

SIDES = (3, 4, 5, 6)
"""Cells along a side of a piece."""

MANY = 20
"""Wholly hidden pieces that such a box has at least. Real heaps have two or three, too few to test what is hidden."""

Cells = frozenset[tuple[int, int]]


def hidden_box(seed: int = 0, *, size: bool = True) -> dict[str, Any]:
    """The payload of a box in which at least `MANY` pieces are wholly hidden, some of them over pieces that show.

    Every seed has one, and its ids and kinds are dealt at random. Without `size` the box does not say how large it is.
    """
    random = Random(seed)
    while True:
        payload = _heap(random)
        hidden = {piece for piece, sets in enumerate(payload["sight"]) if sets != [[]]}
        over_seen = [piece for piece in range(PIECES) if piece not in hidden and hidden & set(payload["above"][piece])]
        if len(hidden) >= MANY and over_seen:
            if not size:
                del payload["size"]
            return payload


def _heap(random: Random) -> dict[str, Any]:
    """Rectangles that fall one by one, each on all that it overlaps."""
    kinds = [piece % KINDS for piece in range(PIECES)]
    random.shuffle(kinds)
    order = list(range(PIECES))
    random.shuffle(order)
    cells: list[Cells] = [frozenset()] * PIECES
    outlines: list[list[list[int]]] = [[]] * PIECES
    levels = [0] * PIECES
    above: list[list[int]] = [[] for _ in range(PIECES)]
    for fallen, piece in enumerate(order):
        wide, high = random.choice(SIDES), random.choice(SIDES)
        left, top = random.randint(0, ACROSS - wide), random.randint(0, ACROSS - high)
        right, bottom = left + wide, top + high
        cells[piece] = frozenset((x, y) for x in range(left, right) for y in range(top, bottom))
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        outlines[piece] = [[x * CELL, y * CELL] for x, y in corners]
        under = [other for other in order[:fallen] if cells[piece] & cells[other]]
        levels[piece] = 1 + max((levels[other] for other in under), default=0)
        for other in under:
            above[other].append(piece)
    return {
        "kind": "made",
        "size": [ACROSS * CELL] * 2,
        "pieces": [
            {
                "shape": SHAPES[kinds[piece] // len(COLOURS)],
                "colour": COLOURS[kinds[piece] % len(COLOURS)],
                "outline": outlines[piece],
                "level": levels[piece],
            }
            for piece in range(PIECES)
        ],
        "above": [sorted(over) for over in above],
        "sight": [
            _smallest_covers(cells[piece], {other: cells[other] for other in above[piece]}) for piece in range(PIECES)
        ],
    }


def _smallest_covers(mine: Cells, over: dict[int, Cells]) -> list[list[int]]:
    """The smallest of the sets of pieces that lie over some cell of a piece."""
    covers = {frozenset(piece for piece, theirs in over.items() if cell in theirs) for cell in mine}
    return sorted(sorted(cover) for cover in covers if not any(other < cover for other in covers))


def shared_area(a: Sequence[Sequence[int]], b: Sequence[Sequence[int]]) -> Fraction:
    """Twice the area that two convex outlines share, exactly: cut one along every side of the other in turn."""
    left = [(Fraction(x), Fraction(y)) for x, y in a]
    for k in range(len(b)):
        px, py = b[k - 1]
        dx, dy = b[k][0] - px, b[k][1] - py
        kept = []
        x0, y0 = left[-1]
        side0 = dx * (y0 - py) - dy * (x0 - px)
        for x1, y1 in left:
            side1 = dx * (y1 - py) - dy * (x1 - px)
            if (side0 < 0 < side1) or (side1 < 0 < side0):
                t = side0 / (side0 - side1)
                kept.append((x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
            if side1 >= 0:
                kept.append((x1, y1))
            x0, y0, side0 = x1, y1, side1
        if len(kept) < 3:
            return Fraction(0)
        left = kept
    return sum((left[k - 1][0] * left[k][1] - left[k][0] * left[k - 1][1] for k in range(len(left))), Fraction(0))
