"""The box (P-10 to P-13): 80 pieces as they lie, which of them lie over which, and what hides each of them.

The law needs only ``kinds``, ``above`` and ``sight``; the rest is for drawing. Outlines are checked against ``above``
once, when a box is read: after that no rule looks at geometry. A reader does not judge the quality of a box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.errors import Refusal
from .pieces import COLOURS, COPIES, KINDS, PIECES, SHAPES, THICKNESS, colour_of, kind_of, shape_of

Point = tuple[int, int]
Outline = tuple[Point, ...]
Sets = tuple[tuple[int, ...], ...]

FARTHEST = 1_000_000
"""No coordinate, height or side of a box is larger: ten metres, far beyond any box, near enough for exact floats."""

MOST_CORNERS = 32
"""Corners of an outline; the silhouette of an octagonal prism has at most ten."""

MOST_SETS = 64
"""Sight sets of a piece."""

SHOWS: Sets = ((),)
"""The sight of a piece that shows from the start."""

SURELY = 20_000
"""Twice the overlap, in square hundredths of a millimetre, from which a pair must be listed: 1 square mm."""

HARDLY = 200
"""Twice the overlap up to which a pair must not be listed: 0.01 square mm."""


@dataclass(frozen=True, eq=False)
class Box:
    """A box at the start of a game. A piece's id is its place in every list; ids are dealt at random."""

    kind: str
    """Which generator made it: ``dropped``, ``shaken``, or a stranger's word."""
    size: Point
    """Width and height inside the rim, in hundredths of a millimetre like every length here; zeros if not told."""
    kinds: NDArray[np.int64]
    """The kind of each piece, ``shape * 4 + colour``."""
    above: NDArray[np.bool_]
    """``above[i, j]``: piece j lies over piece i, which means that i cannot be taken before j (P-10)."""
    sight: tuple[Sets, ...]
    """For each piece the smallest sets of pieces that hide some spot of it (P-13): ``((),)`` if it shows at once."""
    outlines: tuple[Outline, ...]
    """Silhouettes seen from above, convex, corners clockwise on screen; x to the right, y down."""
    levels: tuple[int, ...]
    """The order of painting: of two pieces that overlap, the one with the larger level is higher."""
    faces: tuple[Outline, ...]
    """The upper face of each piece, smaller than its outline where the piece lies tilted. For drawing only."""
    heights: tuple[int, ...]
    """How high above the floor the middle of each piece lies. For shadows only."""

    def payload(self) -> dict[str, Any]:
        """The box as plain data, the way a record's ``box`` event carries it."""
        pieces = []
        for i in range(PIECES):
            kind = int(self.kinds[i])
            piece: dict[str, Any] = {
                "shape": SHAPES[shape_of(kind)],
                "colour": COLOURS[colour_of(kind)],
                "outline": [list(corner) for corner in self.outlines[i]],
                "level": self.levels[i],
                "height": self.heights[i],
            }
            if self.faces[i] != self.outlines[i]:
                piece["face"] = [list(corner) for corner in self.faces[i]]
            pieces.append(piece)
        size = {"size": list(self.size)} if self.size != (0, 0) else {}
        return {
            "kind": self.kind,
            **size,
            "pieces": pieces,
            "above": [np.flatnonzero(row).tolist() for row in self.above],
            "sight": [[list(members) for members in sets] for sets in self.sight],
        }


def read_box(payload: object) -> Box:
    """The box that a record carries, checked. Raises ``Refusal`` with one of the ``box_...`` codes."""
    if not isinstance(payload, dict):
        raise Refusal("box_form", "a box is an object with kind, pieces, above and sight")
    if not isinstance(payload.get("kind"), str):
        raise Refusal("box_form", "the box's kind is a text")
    pieces = _list(payload.get("pieces"), "pieces")
    above_ids = _list(payload.get("above"), "above")
    sight_sets = _list(payload.get("sight"), "sight")

    outlines = tuple(_read_outline(i, piece) for i, piece in enumerate(pieces))
    levels = tuple(_read_level(i, piece) for i, piece in enumerate(pieces))
    kinds = _read_kinds(pieces)
    above = _read_above(above_ids)
    _refuse_cycle(above)
    _refuse_other_relation(outlines, levels, above)
    sight = tuple(_read_sight(i, sets, above[i]) for i, sets in enumerate(sight_sets))

    return Box(
        kind=payload["kind"],
        size=_read_size(payload),
        kinds=kinds,
        above=above,
        sight=sight,
        outlines=outlines,
        levels=levels,
        faces=tuple(_face_or_outline(piece, outlines[i]) for i, piece in enumerate(pieces)),
        heights=tuple(_height_or_level(piece, levels[i]) for i, piece in enumerate(pieces)),
    )


def common(a: Sequence[Point], b: Sequence[Point], number: type[float] | type[Fraction]) -> list[tuple[Any, Any]]:
    """The corners of what two convex outlines share, none if they share nothing. Exact with ``Fraction``.

    Cuts outline ``a`` along every side of ``b`` in turn (Sutherland and Hodgman).
    """
    left: list[tuple[Any, Any]] = [(number(x), number(y)) for x, y in a]
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
            return []
        left = kept
    return left


def doubled_area(corners: Sequence[tuple[Any, Any]]) -> Any:
    """Twice the area inside these corners, positive if they go clockwise on screen."""
    area: Any = 0
    for k in range(1, len(corners) - 1):
        (x0, y0), (x1, y1), (x2, y2) = corners[0], corners[k], corners[k + 1]
        area += (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    return area


def overlap_class(a: Outline, b: Outline) -> int:
    """1: the outlines share 1 square mm or more; -1: 0.01 square mm or less; 0: something in between. Exact."""
    area = doubled_area(common(a, b, float))
    if abs(area - SURELY) < 1 or abs(area - HARDLY) < 1:
        area = doubled_area(common(a, b, Fraction))
    return 1 if area >= SURELY else -1 if area <= HARDLY else 0


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != PIECES:
        raise Refusal("box_form", f"the box's {name} is a list of {PIECES}")
    return value


def _whole(value: object, most: int) -> bool:
    """Whether it is an integer in range; ``true`` is none, nor is ``2.0``."""
    return type(value) is int and -most <= value <= most


def _read_outline(i: int, piece: object) -> Outline:
    if not isinstance(piece, dict):
        raise Refusal("box_form", f"piece {i} is not an object")
    outline = _corners(piece.get("outline"))
    if outline is None:
        raise Refusal("box_form", f"piece {i}: an outline is a list of 3 to {MOST_CORNERS} corners, each two integers")
    if not _is_convex_and_clockwise(outline):
        raise Refusal("box_geometry", f"piece {i}: the outline is not convex and clockwise on screen")
    return outline


def _corners(value: object) -> Outline | None:
    if not isinstance(value, list) or not 3 <= len(value) <= MOST_CORNERS:
        return None
    for corner in value:
        if not (isinstance(corner, list) and len(corner) == 2 and all(_whole(number, FARTHEST) for number in corner)):
            return None
    return tuple((x, y) for x, y in value)


def _is_convex_and_clockwise(outline: Outline) -> bool:
    """No corner comes twice, and every corner is on the inner side of every side, or on it, but not all on one line."""
    if len(set(outline)) < len(outline):
        return False
    turns = False
    for k in range(len(outline)):
        (px, py), (qx, qy) = outline[k - 1], outline[k]
        for x, y in outline:
            inside = (qx - px) * (y - py) - (qy - py) * (x - px)
            if inside < 0:
                return False
            turns = turns or inside > 0
    return turns


def _read_level(i: int, piece: dict[str, Any]) -> int:
    level = piece.get("level")
    if not _whole(level, 2**62):
        raise Refusal("box_form", f"piece {i}: a level is an integer")
    return int(level)  # type: ignore[arg-type]


def _read_kinds(pieces: list[dict[str, Any]]) -> NDArray[np.int64]:
    kinds = np.zeros(PIECES, np.int64)
    for i, piece in enumerate(pieces):
        shape, colour = piece.get("shape"), piece.get("colour")
        if not isinstance(shape, str) or not isinstance(colour, str):
            raise Refusal("box_form", f"piece {i}: shape and colour are texts")
        if shape not in SHAPES or colour not in COLOURS:
            raise Refusal("box_kinds", f"piece {i}: there is no such shape and colour")
        kinds[i] = kind_of(SHAPES.index(shape), COLOURS.index(colour))
    if (np.bincount(kinds, minlength=KINDS) != COPIES).any():
        raise Refusal("box_kinds", f"a box holds {COPIES} of each of the {KINDS} kinds")
    return kinds


def _read_ids(value: object) -> list[int] | None:
    """Ascending ids of pieces, or None."""
    if not isinstance(value, list) or not all(_whole(piece, PIECES - 1) and piece >= 0 for piece in value):
        return None
    if any(a >= b for a, b in pairwise(value)):
        return None
    return value


def _read_above(above_ids: list[Any]) -> NDArray[np.bool_]:
    above = np.zeros((PIECES, PIECES), np.bool_)
    for i, value in enumerate(above_ids):
        ids = _read_ids(value)
        if ids is None or i in ids:
            raise Refusal("box_above", f"above piece {i}: not a list of other pieces' ids, ascending")
        above[i, ids] = True
    return above


def _refuse_cycle(above: NDArray[np.bool_]) -> None:
    """P-12: take away what nothing lies over, again and again, until nothing is left."""
    left = np.ones(PIECES, np.bool_)
    while left.any():
        accessible = left & ~(above & left).any(axis=1)
        if not accessible.any():
            raise Refusal("box_cycle", "some pieces of the box lie over each other in a circle")
        left &= ~accessible


def _refuse_other_relation(outlines: tuple[Outline, ...], levels: tuple[int, ...], above: NDArray[np.bool_]) -> None:
    """``above`` must be what outlines and levels say, for every pair."""
    edges = [(min(x for x, _ in o), min(y for _, y in o), max(x for x, _ in o), max(y for _, y in o)) for o in outlines]
    listed = (above | above.T).tolist()
    for i in range(PIECES):
        left, top, right, bottom = edges[i]
        for j in range(i):
            other = edges[j]
            if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                overlap = overlap_class(outlines[i], outlines[j])
            else:
                overlap = -1
            if listed[i][j]:
                if overlap < 0:
                    raise Refusal("box_above", f"pieces {j} and {i} do not overlap, but one is listed above the other")
                low, high = (i, j) if above[i, j] else (j, i)
                if levels[low] >= levels[high]:
                    raise Refusal("box_above", f"piece {high} is listed above piece {low}, but its level is not higher")
            elif overlap > 0:
                if levels[i] == levels[j]:
                    raise Refusal("box_geometry", f"pieces {j} and {i} overlap and have the same level")
                raise Refusal("box_above", f"pieces {j} and {i} overlap, but neither is listed above the other")


def _read_sight(i: int, value: object, above: NDArray[np.bool_]) -> Sets:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_SETS:
        raise Refusal("box_sight", f"the sight of piece {i} is a list of 1 to {MOST_SETS} sets")
    sets = []
    for members in value:
        ids = _read_ids(members)
        if ids is None or not above[ids].all():
            raise Refusal("box_sight", f"the sight of piece {i}: a set is a list of ids out of above, ascending")
        sets.append(frozenset(ids))
    for k, members in enumerate(sets):
        if any(other <= members for n, other in enumerate(sets) if n != k):
            raise Refusal("box_sight", f"the sight of piece {i}: one set is inside another")
    return tuple(tuple(sorted(members)) for members in sets)


def _read_size(payload: dict[str, Any]) -> Point:
    """``size``, which may be left out. It is not made up from the outlines here: that would tell of hidden pieces."""
    if "size" not in payload:
        return 0, 0
    size = payload["size"]
    if not (isinstance(size, list) and len(size) == 2 and all(_whole(side, FARTHEST) and side > 0 for side in size)):
        raise Refusal("box_form", "the box's size is two positive integers")
    return size[0], size[1]


def _face_or_outline(piece: dict[str, Any], outline: Outline) -> Outline:
    """Our own field for drawing. It is no part of the notation, so what does not fit is ignored, never refused."""
    face = _corners(piece.get("face"))
    return face if face is not None and _is_convex_and_clockwise(face) else outline


def _height_or_level(piece: dict[str, Any], level: int) -> int:
    """Our own field for shadows; without it pieces are taken to lie flat, one level on the other."""
    height = piece.get("height")
    if _whole(height, FARTHEST):
        return int(height)  # type: ignore[arg-type]
    return max(-FARTHEST, min(FARTHEST, level * THICKNESS))
