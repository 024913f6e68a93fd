"""Integer geometry for the makers of boxes: compiled, and the same numbers on every machine.

An outline is an array of corners, ``corners[k] = x, y``, of which the first ``n`` count; all of them are convex and
clockwise on screen. Lengths are hundredths of a millimetre, as everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...core.compiled import rule
from .box import MOST_SETS, SHOWS, Outline, Sets

Integers = NDArray[np.int64]
Relation = NDArray[np.bool_]
"""``relation[i, j]``: piece j lies over piece i."""

MOST_CORNERS = 10
"""An octagon and its shifted copy have a hull of ten corners."""

FINER = 16
"""Points where sides cross are kept in sixteenths, which keeps the error of an area under 0.1 square mm."""

ROW = 10
"""Distance of the lines along which visible area is measured: 0.1 mm."""

SPOT = 10_000
"""The least area that counts as showing: 1 square mm."""

MOST_OVER = 60
"""Most pieces over one that ``hiding_sets`` can handle, since it keeps a set as bits of one integer."""

MOST_COVERS = 512
"""Most different covers of one piece that are kept; in a heap of 80 there are about a hundred at most."""


def corner_array(outlines: Sequence[Outline]) -> tuple[Integers, Integers]:
    """Outlines as the functions here take them: an array of corners, and how many of each outline's corners count."""
    corners = np.zeros((len(outlines), MOST_CORNERS, 2), np.int64)
    for piece, outline in enumerate(outlines):
        corners[piece, : len(outline)] = outline
    return corners, np.array([len(outline) for outline in outlines])


@rule
def apart(a: Integers, na: int, b: Integers, nb: int, gap: int) -> bool:
    """Whether some side of ``a``, moved out by ``gap``, still has all of ``b`` beyond it."""
    for k in range(na):
        m = k + 1 if k + 1 < na else 0
        px, py = a[k, 0], a[k, 1]
        dx, dy = a[m, 0] - px, a[m, 1] - py
        nearest = dx * (b[0, 1] - py) - dy * (b[0, 0] - px)
        for n in range(1, nb):
            nearest = max(nearest, dx * (b[n, 1] - py) - dy * (b[n, 0] - px))
        if nearest < 0 and nearest * nearest >= gap * gap * (dx * dx + dy * dy):
            return True
    return False


@rule
def overlap(a: Integers, na: int, b: Integers, nb: int) -> int:
    """The area that two outlines share, in square hundredths of a millimetre, right to within 0.1 square mm.

    Cuts ``a`` along every side of ``b`` in turn, like ``box.common``, with rounded crossing points.
    """
    kept = np.empty((2, 2 * MOST_CORNERS + 2, 2), np.int64)
    now, n = 0, na
    for k in range(na):
        kept[0, k, 0] = a[k, 0] * FINER
        kept[0, k, 1] = a[k, 1] * FINER
    for k in range(nb):
        m = k + 1 if k + 1 < nb else 0
        px, py = b[k, 0] * FINER, b[k, 1] * FINER
        dx, dy = b[m, 0] - b[k, 0], b[m, 1] - b[k, 1]
        count = 0
        x0, y0 = kept[now, n - 1, 0], kept[now, n - 1, 1]
        side0 = dx * (y0 - py) - dy * (x0 - px)
        for c in range(n):
            x1, y1 = kept[now, c, 0], kept[now, c, 1]
            side1 = dx * (y1 - py) - dy * (x1 - px)
            if (side0 < 0 and side1 > 0) or (side0 > 0 and side1 < 0):
                kept[1 - now, count, 0] = x0 + (x1 - x0) * side0 // (side0 - side1)
                kept[1 - now, count, 1] = y0 + (y1 - y0) * side0 // (side0 - side1)
                count += 1
            if side1 >= 0:
                kept[1 - now, count, 0] = x1
                kept[1 - now, count, 1] = y1
                count += 1
            x0, y0, side0 = x1, y1, side1
        if count < 3:
            return 0
        now, n = 1 - now, count
    area = 0
    x0, y0 = kept[now, 0, 0], kept[now, 0, 1]
    for c in range(1, n - 1):
        x1, y1 = kept[now, c, 0] - x0, kept[now, c, 1] - y0
        x2, y2 = kept[now, c + 1, 0] - x0, kept[now, c + 1, 1] - y0
        area += x1 * y2 - x2 * y1
    return area // (2 * FINER * FINER)


@rule
def span(outline: Integers, n: int, y: int) -> tuple[int, int]:
    """From where to where a horizontal line runs inside an outline; ``0, 0`` if it misses it."""
    left, right = 0, 0
    for k in range(n):
        m = k + 1 if k + 1 < n else 0
        y0, y1 = outline[k, 1], outline[m, 1]
        if y1 <= y < y0:
            # Clockwise on screen: a side that climbs is on the left.
            left = outline[k, 0] + (outline[m, 0] - outline[k, 0]) * (y - y0) // (y1 - y0)
        elif y0 <= y < y1:
            right = outline[k, 0] + (outline[m, 0] - outline[k, 0]) * (y - y0) // (y1 - y0)
    return left, right


@rule
def hiding_sets(outlines: Integers, counts: Integers, piece: int, over: Integers, many: int, found: Integers) -> int:
    """P-13: the smallest sets of the pieces ``over[:many]`` that hide some spot of a piece, as bits, into ``found``.

    Every spot of the piece has a cover: the pieces that lie over that very spot. A cover counts when taking it away
    bares at least ``SPOT``; the smallest covers that count are the answer. A piece that shows has the empty one only.
    Areas are measured along lines ``ROW`` apart. Returns how many sets were found, at most ``len(found)``.
    """
    top, bottom = outlines[piece, 0, 1], outlines[piece, 0, 1]
    for k in range(1, counts[piece]):
        top = min(top, outlines[piece, k, 1])
        bottom = max(bottom, outlines[piece, k, 1])
    covers = np.empty(MOST_COVERS, np.int64)
    lengths = np.zeros(MOST_COVERS, np.int64)
    covers[0], known = 0, 1
    lefts = np.empty(many, np.int64)
    rights = np.empty(many, np.int64)
    members = np.empty(many, np.int64)
    cuts = np.empty(2 * many + 2, np.int64)
    # Every 16th row first: most pieces show plainly, and are done after a few rows.
    for phase in range(16):
        for y in range(top + ROW // 2 + phase * ROW, bottom, 16 * ROW):
            left, right = span(outlines[piece], counts[piece], y)
            cuts[0], cuts[1], n = left, right, 2
            here = 0
            for k in range(many):
                a, b = span(outlines[over[k]], counts[over[k]], y)
                a, b = max(a, left), min(b, right)
                if a < b:
                    lefts[here], rights[here], members[here] = a, b, k
                    here += 1
                    for cut in (a, b):
                        at = n
                        while at > 0 and cuts[at - 1] > cut:
                            cuts[at] = cuts[at - 1]
                            at -= 1
                        cuts[at] = cut
                        n += 1
            for c in range(n - 1):
                a, b = cuts[c], cuts[c + 1]
                if a < b:
                    cover = 0
                    for k in range(here):
                        if lefts[k] <= a and b <= rights[k]:
                            cover |= 1 << members[k]
                    at = 0
                    while at < known and covers[at] != cover:
                        at += 1
                    if at == known and known < MOST_COVERS:
                        covers[at] = cover
                        known += 1
                    if at < known:
                        lengths[at] += b - a
            if lengths[0] * ROW >= SPOT:
                found[0] = 0
                return 1

    counting = np.empty(known, np.int64)
    n = 0
    for c in range(known):
        bared = 0
        for other in range(known):
            if covers[other] & covers[c] == covers[other]:
                bared += lengths[other]
        if bared * ROW >= SPOT:
            counting[n] = covers[c]
            n += 1
    many_found = 0
    for c in range(n):
        smallest = True
        for other in range(n):
            if counting[other] & counting[c] == counting[other] and other != c:
                smallest = False
        if smallest and many_found < len(found):
            found[many_found] = counting[c]
            many_found += 1
    if many_found == 0:
        # A silhouette so slender that no spot counts: it is seen when nothing lies on it.
        found[0] = (1 << many) - 1
        many_found = 1
    return many_found


@rule
def hide_all(outlines: Integers, counts: Integers, above: Relation, found: Integers, many: Integers) -> None:
    """``hiding_sets`` of every piece: the bits of a set stand for the pieces over it in ascending order."""
    for piece in range(len(above)):
        over = np.flatnonzero(above[piece])
        many[piece] = hiding_sets(outlines, counts, piece, over, len(over), found[piece])


def sight_of(outlines: Integers, counts: Integers, above: Relation) -> tuple[Sets, ...]:
    """P-13: the sight of every piece of a heap, as ids."""
    found = np.zeros((len(above), MOST_SETS), np.int64)
    many = np.zeros(len(above), np.int64)
    hide_all(outlines, counts, above, found, many)
    sight = [SHOWS] * len(above)
    for piece in np.flatnonzero((many > 1) | (found[:, 0] > 0)).tolist():
        over = np.flatnonzero(above[piece]).tolist()
        covers = found[piece, : many[piece]].tolist()
        sight[piece] = tuple(sorted(tuple(j for k, j in enumerate(over) if cover >> k & 1) for cover in covers))
    return tuple(sight)
