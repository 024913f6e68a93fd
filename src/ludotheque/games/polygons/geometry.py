"""Geometry of the box: compiled functions over records, the same numbers on every machine.

An outline is a record of a ``count`` and of that many corners, ``items[k] = x, y``; all are convex and clockwise on
screen. Lengths are hundredths of a millimetre, as everywhere. What makes a box counts in whole numbers; what checks one
measures overlaps with floats of 64 bits, with nothing but sums, products and quotients, which are the same everywhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...codec.decode import between, whole
from ...codec.records import Record
from ...codec.schema import array
from ...engine.bits import first
from ...native.compiled import rule
from .pieces import PIECES
from .rules import HALF, MOST_CORNERS, MOST_SETS

FARTHEST = 1_000_000
"""No coordinate, height or side of a box is larger: ten metres, far beyond any box."""

OUTLINE = between(array(whole(-FARTHEST, FARTHEST), 2), 3, MOST_CORNERS)


class Outline(Record, name="outline"):
    """A record of the type of ``OUTLINE``."""


class Box(Record, name="box"):
    """A record of the type of ``box.BOX``."""


class Work(Record, name="work"):
    """A record of the type ``WORK``."""


MOST_MADE = 10
"""Corners of an outline that we make: an octagon and its shifted copy have a hull of ten."""

MOST_CUT = 2 * MOST_CORNERS + 2
"""Corners of what two outlines share: a cut along a side adds at most one to those of a convex outline."""

FINER = 16
"""Points where sides cross are kept in sixteenths, which keeps the error of an area under 0.1 square mm."""

SURELY = 20_000
"""Twice the overlap, in square hundredths of a millimetre, from which a pair must be listed: 1 square mm."""

HARDLY = 200
"""Twice the overlap up to which a pair must not be listed: 0.01 square mm."""

AS_GOOD_AS = 0.002
"""A doubled overlap this near to one of the two is taken for it: a ten-millionth of a square mm.

Overlaps are measured with floats, from a corner of one of the outlines. Compared with exact fractions, the worst error
was a millionth of this for outlines of 4 cm, and a fifth for ones of ten metres. So an overlap that lies exactly on a
threshold, as those of upright rectangles may, is always on its right side. One that is nearer to it than this, and not
on it, could be misclassified; but no maker of boxes comes that close."""

ROW = 10
"""Distance of the lines along which visible area is measured: 0.1 mm."""

SPOT = 10_000
"""The least area that counts as showing: 1 square mm."""

MOST_OVER = 60
"""Most pieces over one that ``hiding_sets`` can handle, since it keeps a set as bits of one integer."""

MOST_COVERS = 512
"""Most different covers of one piece that are kept; in a heap of 80 there are about a hundred at most."""

MOST_POINTS = 16
"""Most points of which a hull is taken: the corners of an octagon and of its shifted copy."""

WORK: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            # What a check found: the pieces that its sentence names.
            ("one", "i8"),
            ("other", "i8"),
            # The heap that is being made.
            ("kinds", "i8", (PIECES,)),
            ("order", "i8", (PIECES,)),  # in which the pieces fall; or which piece of a heap gets which id
            ("ids", "i8", (PIECES,)),  # the other way round
            ("levels", "i8", (PIECES,)),
            ("centres", "i8", (PIECES, 2)),
            ("meets", "i8", (PIECES,)),  # which pieces the one that falls would lie on
            ("outline", OUTLINE.dtype),
            ("face", OUTLINE.dtype),
            ("points", "i8", (MOST_POINTS, 2)),
            # Two outlines and what they share, before and after a cut.
            ("kept", "i8", (2, 2 * MOST_MADE + 2, 2)),
            ("cut", "f8", (2, MOST_CUT, 2)),
            ("edges", "i8", (PIECES, 4)),  # left, top, right and bottom of each outline
            # What hides a piece.
            ("over", "i8", (PIECES,)),  # the pieces that lie over it
            ("covers", "i8", (MOST_COVERS,)),
            ("lengths", "i8", (MOST_COVERS,)),
            ("counting", "i8", (MOST_COVERS,)),
            ("found", "i8", (MOST_SETS,)),
            # ... along one line: where they begin and end, which they are, and all ends in order.
            ("lefts", "i8", (PIECES,)),
            ("rights", "i8", (PIECES,)),
            ("members", "i8", (PIECES,)),
            ("cuts", "i8", (2 * PIECES + 2,)),
        ],
    )
)
"""Scratch memory: whatever is in it before, functions that are given it answer the same."""


# -- Outlines ---------------------------------------------------------------------------------------------------------


@rule
def is_convex(outline: Outline) -> bool:
    """No corner comes twice, and every corner is on the inner side of every side, or on it, but not all on one line."""
    corners, n = outline.items, int(outline.count)
    turns = False
    for k in range(n):
        m = k + 1 if k + 1 < n else 0
        px, py = corners[k, 0], corners[k, 1]
        dx, dy = corners[m, 0] - px, corners[m, 1] - py
        for c in range(n):
            x, y = corners[c, 0] - px, corners[c, 1] - py
            if x == 0 and y == 0 and c != k:
                return False
            inside = dx * y - dy * x
            if inside < 0:
                return False
            turns = turns or inside > 0
    return turns


@rule
def put_edges(box: Box, work: Work) -> None:
    """Left, top, right and bottom of every outline, into ``work.edges``."""
    for piece in range(PIECES):
        edges, outline = work.edges[piece], box.pieces[piece].outline
        corners, n = outline.items, int(outline.count)
        for axis in range(2):
            least, most = corners[0, axis], corners[0, axis]
            for k in range(1, n):
                least = min(least, corners[k, axis])
                most = max(most, corners[k, axis])
            edges[axis] = least
            edges[axis + 2] = most


@rule
def copy_outline(outline: Outline, into: Outline) -> None:
    """Make an outline the same as another one."""
    n = int(outline.count)
    into.count = n
    for k in range(n):
        into.items[k, 0] = outline.items[k, 0]
        into.items[k, 1] = outline.items[k, 1]


@rule
def hull(work: Work, n: int, outline: Outline) -> None:
    """The corners of the smallest outline around the first ``n`` points of the work record, fewer than three if all lie
    on one line. From the leftmost corner (of several the topmost) on: Andrew's monotone chain."""
    points, corners = work.points, outline.items
    different = 0
    for k in range(n):
        x, y = points[k, 0], points[k, 1]
        at = different
        while at > 0 and (points[at - 1, 0] > x or (points[at - 1, 0] == x and points[at - 1, 1] >= y)):
            at -= 1
        if at == different or points[at, 0] != x or points[at, 1] != y:
            for later in range(different, at, -1):
                points[later, 0] = points[later - 1, 0]
                points[later, 1] = points[later - 1, 1]
            points[at, 0] = x
            points[at, 1] = y
            different += 1
    count = 0
    for way in range(2):  # there and back
        begin = count
        for k in range(different):
            at = k if way == 0 else different - 1 - k
            x, y = points[at, 0], points[at, 1]
            while count - begin > 1:
                ax, ay = corners[count - 2, 0], corners[count - 2, 1]
                bx, by = corners[count - 1, 0], corners[count - 1, 1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                count -= 1
            corners[count, 0] = x
            corners[count, 1] = y
            count += 1
        count -= 1  # the next way begins where this one ends
    outline.count = count


# -- Two outlines -----------------------------------------------------------------------------------------------------


@rule
def apart(a: Outline, b: Outline, gap: int) -> bool:
    """Whether some side of ``a``, moved out by ``gap``, still has all of ``b`` beyond it."""
    mine, na, theirs, nb = a.items, int(a.count), b.items, int(b.count)
    for k in range(na):
        m = k + 1 if k + 1 < na else 0
        px, py = mine[k, 0], mine[k, 1]
        dx, dy = mine[m, 0] - px, mine[m, 1] - py
        nearest = dx * (theirs[0, 1] - py) - dy * (theirs[0, 0] - px)
        for n in range(1, nb):
            nearest = max(nearest, dx * (theirs[n, 1] - py) - dy * (theirs[n, 0] - px))
        if nearest < 0 and nearest * nearest >= gap * gap * (dx * dx + dy * dy):
            return True
    return False


@rule
def overlap(a: Outline, b: Outline, work: Work) -> int:
    """The area that two outlines share, in square hundredths of a millimetre, right to within 0.1 square mm.

    In whole numbers, for outlines that we make: cuts ``a`` along every side of ``b`` in turn (Sutherland and Hodgman),
    with rounded crossing points.
    """
    kept, sides, nb = work.kept, b.items, int(b.count)
    now, n = 0, int(a.count)
    for k in range(n):
        kept[0, k, 0] = a.items[k, 0] * FINER
        kept[0, k, 1] = a.items[k, 1] * FINER
    for k in range(nb):
        m = k + 1 if k + 1 < nb else 0
        px, py = sides[k, 0] * FINER, sides[k, 1] * FINER
        dx, dy = sides[m, 0] - sides[k, 0], sides[m, 1] - sides[k, 1]
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
def common(a: Outline, b: Outline, work: Work) -> int:
    """What two outlines share: how many corners it has, none if they share nothing. The corners stand in
    ``work.cut[0]``, counted from the first corner of ``b``, so that the numbers are as small as they can be."""
    cut, sides, nb = work.cut, b.items, int(b.count)
    ox, oy = sides[0, 0], sides[0, 1]
    now, n = 0, int(a.count)
    for k in range(n):
        cut[0, k, 0] = a.items[k, 0] - ox
        cut[0, k, 1] = a.items[k, 1] - oy
    for k in range(nb):
        m = k + 1 if k + 1 < nb else 0
        px, py = sides[k, 0] - ox, sides[k, 1] - oy
        dx, dy = sides[m, 0] - sides[k, 0], sides[m, 1] - sides[k, 1]
        count = 0
        x0, y0 = cut[now, n - 1, 0], cut[now, n - 1, 1]
        side0 = dx * (y0 - py) - dy * (x0 - px)
        for c in range(n):
            x1, y1 = cut[now, c, 0], cut[now, c, 1]
            side1 = dx * (y1 - py) - dy * (x1 - px)
            # Only rounding could bend an outline so that it crosses a line more than twice; then room might run out.
            if ((side0 < 0 and side1 > 0) or (side0 > 0 and side1 < 0)) and count < MOST_CUT:
                part = side0 / (side0 - side1)
                cut[1 - now, count, 0] = x0 + part * (x1 - x0)
                cut[1 - now, count, 1] = y0 + part * (y1 - y0)
                count += 1
            if side1 >= 0 and count < MOST_CUT:
                cut[1 - now, count, 0] = x1
                cut[1 - now, count, 1] = y1
                count += 1
            x0, y0, side0 = x1, y1, side1
        if count < 3:
            return 0
        now, n = 1 - now, count
    if now == 1:
        for c in range(n):
            cut[0, c, 0] = cut[1, c, 0]
            cut[0, c, 1] = cut[1, c, 1]
    return n


@rule
def doubled_area(work: Work, n: int) -> float:
    """Twice the area inside the ``n`` corners that ``common`` has found."""
    corners = work.cut[0]
    area = 0.0
    for k in range(1, n - 1):
        x1, y1 = corners[k, 0] - corners[0, 0], corners[k, 1] - corners[0, 1]
        x2, y2 = corners[k + 1, 0] - corners[0, 0], corners[k + 1, 1] - corners[0, 1]
        area += x1 * y2 - x2 * y1
    return area


@rule
def overlap_class(a: Outline, b: Outline, work: Work) -> int:
    """1: the outlines share 1 square mm or more; -1: 0.01 square mm or less; 0: something in between."""
    area = doubled_area(work, common(a, b, work))
    if area >= SURELY - AS_GOOD_AS:
        return 1
    return -1 if area <= HARDLY + AS_GOOD_AS else 0


# -- Sight ------------------------------------------------------------------------------------------------------------


@rule
def span(outline: Outline, y: int) -> tuple[int, int]:
    """From where to where a horizontal line that does not miss an outline runs inside it."""
    corners, n = outline.items, int(outline.count)
    left, right = 0, 0
    for k in range(n):
        m = k + 1 if k + 1 < n else 0
        y0, y1 = corners[k, 1], corners[m, 1]
        if y1 <= y < y0:
            # Clockwise on screen: a side that climbs is on the left.
            left = corners[k, 0] + (corners[m, 0] - corners[k, 0]) * (y - y0) // (y1 - y0)
        elif y0 <= y < y1:
            right = corners[k, 0] + (corners[m, 0] - corners[k, 0]) * (y - y0) // (y1 - y0)
    return left, right


@rule
def hiding_sets(box: Box, piece: int, many: int, work: Work) -> int:
    """The smallest sets of the pieces ``work.over[:many]`` that hide some spot of a piece, as bits, into
    ``work.found``. Returns how many there are. The edges of all pieces are in the work record.

    Every spot of the piece has a cover: the pieces that lie over that very spot. A cover counts when taking it away
    bares at least ``SPOT``; the smallest covers that count are the answer. A piece that shows has the empty one only.
    Areas are measured along lines ``ROW`` apart.
    """
    over, found, covers, lengths, counting = work.over, work.found, work.covers, work.lengths, work.counting
    lefts, rights, members, cuts = work.lefts, work.rights, work.members, work.cuts
    pieces, edges = box.pieces, work.edges
    top, bottom = edges[piece, 1], edges[piece, 3]
    covers[0], lengths[0], known = 0, 0, 1
    # Every 16th row first: most pieces show plainly, and are done after a few rows.
    for phase in range(16):
        for y in range(top + ROW // 2 + phase * ROW, bottom, 16 * ROW):
            left, right = span(pieces[piece].outline, y)
            cuts[0], cuts[1], n = left, right, 2
            here = 0
            for k in range(many):
                if y < edges[over[k], 1] or y >= edges[over[k], 3]:
                    continue
                a, b = span(pieces[over[k]].outline, y)
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
                        covers[at], lengths[at] = cover, 0
                        known += 1
                    if at < known:
                        lengths[at] += b - a
            if lengths[0] * ROW >= SPOT:
                found[0] = 0
                return 1

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
        if smallest and many_found < MOST_SETS:
            found[many_found] = counting[c]
            many_found += 1
    if many_found == 0:
        # A silhouette so slender that no spot counts: it is seen when nothing lies on it.
        found[0] = (1 << many) - 1
        many_found = 1
    return many_found


@rule
def add_set(sight: Any, low: int, high: int) -> None:
    """Add a set of pieces, as two words, to the sight of a piece. Sets are listed in the order of their members, like
    words in a dictionary: none is inside another, so the first piece in only one of two sets tells."""
    sets = sight.items
    at = int(sight.count)
    sight.count = at + 1
    while at > 0:
        in_low, in_high = low ^ sets[at - 1, 0], high ^ sets[at - 1, 1]
        if in_low & -in_low & low == 0 and (in_low != 0 or in_high & -in_high & high == 0):
            break
        sets[at, 0] = sets[at - 1, 0]
        sets[at, 1] = sets[at - 1, 1]
        at -= 1
    sets[at, 0] = low
    sets[at, 1] = high


@rule
def put_sight(box: Box, work: Work) -> None:
    """The sight of every piece of a box, from its outlines and from what lies over what."""
    over, found = work.over, work.found
    put_edges(box, work)
    for piece in range(PIECES):
        many = 0
        for half in range(2):
            rest = box.above[piece, half]
            while rest != 0:
                over[many] = half * HALF + first(rest)
                rest &= rest - 1
                many += 1
        sets = hiding_sets(box, piece, many, work)
        sight = box.sight[piece]
        sight.count = 0
        for s in range(sets):
            low, high = 0, 0
            cover = found[s]
            while cover != 0:
                other = over[first(cover)]
                cover &= cover - 1
                if other < HALF:
                    low |= 1 << other
                else:
                    high |= 1 << (other - HALF)
            add_set(sight, low, high)
