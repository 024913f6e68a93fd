"""A box can be made from its seed with ``docs/reference/polygons-boxes-format.md`` alone.

An independent check of that document: the program below was written from it, in plain Python, and uses nothing from the
makers of boxes. If the two differ, one of them is wrong. The test vectors and the hashes are read from the document.
"""

import gzip
import hashlib
import math
import re
import struct
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from ludotheque.games.polygons.commands import as_text
from ludotheque.games.polygons.sampler import box_of

DOCUMENT = (Path(__file__).parents[3] / "docs" / "reference" / "polygons-boxes-format.md").read_text(encoding="utf-8")
VECTORS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in DOCUMENT.splitlines()
    if line.startswith(("| dropped |", "| shaken |"))
]
SHAPES = ("triangle", "square", "pentagon", "octagon")
COLOURS = ("green", "yellow", "pink", "blue")
CORNERS = (3, 4, 5, 8)
RADIUS = (2309, 1874, 1718, 1568)
INNER = (1155, 1325, 1390, 1449)


# Chance


class Generator:
    """The generator of ``docs/reference/random-generator.md``."""

    def __init__(self, seed, stream):
        self.a, self.b, self.c, self.counter = seed % 2**32, seed // 2**32, stream, 1
        for _ in range(12):
            self.word()

    def word(self):
        out = (self.a + self.b + self.counter) % 2**32
        self.counter = (self.counter + 1) % 2**32
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) % 2**32
        self.c = ((self.c << 21 | self.c >> 11) + out) % 2**32
        return out

    def below(self, n):
        while True:
            product = self.word() * n
            if product % 2**32 >= 2**32 % n:
                return product // 2**32

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


# A dropped box


def passes(kinds, above):
    accessible = [kinds[i] for i in range(80) if not above[i]]
    return (
        10 <= len(accessible) <= 15
        and len({kind % 4 for kind in accessible}) == 4
        and len({kind // 4 for kind in accessible}) >= 3
    )


def sides(outline):
    return zip(outline, outline[1:] + outline[:1], strict=True)


def beyond(a, b):
    """Whether a side of a has all of b beyond it by 50."""
    for (px, py), (qx, qy) in sides(a):
        m = max((qx - px) * (zy - py) - (qy - py) * (zx - px) for zx, zy in b)
        if m < 0 and m * m >= 50**2 * ((qx - px) ** 2 + (qy - py) ** 2):
            return True
    return False


def shared(a, b):
    """The area that two outlines share."""
    corners = [(16 * x, 16 * y) for x, y in a]
    for (px, py), (qx, qy) in sides(b):
        new = []
        for place, (zx, zy) in enumerate(corners):
            yx, yy = corners[place - 1]
            u = (qx - px) * (yy - 16 * py) - (qy - py) * (yx - 16 * px)
            v = (qx - px) * (zy - 16 * py) - (qy - py) * (zx - 16 * px)
            if min(u, v) < 0 < max(u, v):
                new.append((yx + (zx - yx) * u // (u - v), yy + (zy - yy) * u // (u - v)))
            if v >= 0:
                new.append((zx, zy))
        if len(new) < 3:
            return 0
        corners = new
    moved = [(x - corners[0][0], y - corners[0][1]) for x, y in corners]
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(moved)) // 512


class Throw:
    """One throw of a piece onto those that have fallen, which are throws too."""

    def __init__(self, rng, shape, fallen):
        turn, n, radius = rng.below(720), CORNERS[shape], RADIUS[shape]
        degrees = [(turn + k * 720 // n) % 720 / 2 for k in range(n)]
        self.shape = shape
        xs = [(radius * round(2**20 * math.cos(math.radians(d))) + 2**19) // 2**20 for d in degrees]
        ys = [(radius * round(2**20 * math.sin(math.radians(d))) + 2**19) // 2**20 for d in degrees]
        self.x = rng.below(18000 - (max(xs) - min(xs)) + 1) - min(xs)
        self.y = rng.below(18000 - (max(ys) - min(ys)) + 1) - min(ys)
        self.outline = [(x + self.x, y + self.y) for x, y in zip(xs, ys, strict=True)]
        self.good, self.lies_on, self.level = True, [], 1
        for other, it in fallen.items():
            meets = self.meets(it)
            if meets is None:
                self.good = False
                break
            if meets:
                self.lies_on.append(other)
                self.level = max(self.level, it.level + 1)

    def meets(self, it):
        """Whether it lies on a piece; None for a close call."""
        square = (self.x - it.x) ** 2 + (self.y - it.y) ** 2
        if square >= (RADIUS[self.shape] + RADIUS[it.shape] + 50) ** 2:
            return False
        if square < (INNER[self.shape] + INNER[it.shape] - 200) ** 2:
            return True
        if beyond(self.outline, it.outline) or beyond(it.outline, self.outline):
            return False
        return None if shared(self.outline, it.outline) < 102000 else True


def drop(rng):
    """One heap: kinds, order, and the throw of each piece that counts; None if it is of no use."""
    kinds = rng.shuffle([i % 16 for i in range(80)])
    order = rng.shuffle(list(range(80)))
    fallen: dict[int, Throw] = {}
    for piece in order:
        good = []
        for _ in range(100):
            throw = Throw(rng, kinds[piece] // 4, fallen)
            good += [throw] * throw.good
            if len(good) == 2:
                break
        if not good:
            return None
        fallen[piece] = min(good, key=lambda throw: throw.level)
    above = [sorted(other for other in order if i in fallen[other].lies_on) for i in range(80)]
    if max(map(len, above)) > 60 or not passes(kinds, above):
        return None
    return kinds, order, fallen, above


def dropped(pick):
    """The text form of a dropped box, the heaps that it took, and the order of falling."""
    rng, heaps, made = Generator(pick, 1), 0, None
    while made is None:
        made = drop(rng)
        heaps += 1
    kinds, order, fallen, above = made
    outlines = [fallen[i].outline for i in range(80)]
    lines = [
        line(
            i, kinds[i], fallen[i].level, fallen[i].level * 350 - 175, outlines[i], above[i], sight(i, outlines, above)
        )
        for i in range(80)
    ]
    return "box dropped 18000 18000\n" + "".join(lines), heaps, order


# Sight


def run(outline, y):
    """From where to where an outline runs in a row; None if it is not there."""
    left = right = None
    for (px, py), (qx, qy) in sides(outline):
        if qy <= y < py:
            left = px + (qx - px) * (y - py) // (qy - py)
        if py <= y < qy:
            right = px + (qx - px) * (y - py) // (qy - py)
    return None if left is None or right is None else (left, right)


def sight(piece, outlines, above):
    """The sets of pieces that hide a spot of a piece. (These boxes are far from the limits in brackets.)"""
    ys = [y for _, y in outlines[piece]]
    stretches: dict[frozenset[int], int] = {frozenset(): 0}
    for y in range(min(ys) + 5, max(ys), 10):
        left, right = run(outlines[piece], y)
        over = {other: found for other in above[piece] if (found := run(outlines[other], y))}
        ends = sorted({left, right, *(x for found in over.values() for x in found if left < x < right)})
        for begin, end in pairwise(ends):  # between two ends all stretches have one cover
            cover = frozenset(other for other, (a, b) in over.items() if a <= begin and end <= b)
            stretches[cover] = stretches.get(cover, 0) + end - begin
    assert len(stretches) < 512
    if stretches[frozenset()] >= 1000:
        return [[]]
    counting = [c for c in stretches if sum(many for d, many in stretches.items() if d <= c) >= 1000]
    sets = [sorted(c) for c in counting if not any(d < c for d in counting)]
    assert len(sets) <= 64
    return sorted(sets) or [above[piece]]


# A shaken box


def library():
    return files("ludotheque.games.polygons").joinpath("data", "heaps.bin").read_bytes()


def hull(points):
    """Gift wrapping, clockwise on screen from the leftmost point, of several the topmost."""
    at = begin = min(points)
    corners = []
    while True:
        corners.append(at)
        ahead = at
        for z in points:
            turn = (ahead[0] - at[0]) * (z[1] - at[1]) - (ahead[1] - at[1]) * (z[0] - at[0])
            if turn < 0 or (turn == 0 and math.dist(at, z) > math.dist(at, ahead)):
                ahead = z
        at = ahead
        if at == begin:
            return corners


def members(low, high):
    return [i for i in range(80) if (low >> i if i < 40 else high >> (i - 40)) & 1]


def shaken(pick):
    """The text form of a shaken box, the number of its heap, and which pieces of the heap have the ids 0, 1, 2, …"""
    rng, heaps = Generator(pick, 1), gzip.decompress(library())
    kinds = None
    while kinds is None:
        number = rng.below(210)
        heap = heaps[5642 * number : 5642 * (number + 1)]
        numbers = struct.unpack_from("<160q", heap, 8)
        above = [members(*numbers[2 * i : 2 * i + 2]) for i in range(80)]
        for _ in range(50):
            dealt = [k for s in range(4) for k in rng.shuffle([4 * s + i // 5 for i in range(20)])]
            if passes(dealt, above):
                kinds = dealt
                break
    swap, across, down = rng.below(2), rng.below(2), rng.below(2)
    order = rng.shuffle(list(range(80)))
    ids = {piece: i for i, piece in enumerate(order)}
    (side,) = struct.unpack_from("<q", heap)
    hiding, hidden = struct.unpack_from("<128q", heap, 1288), struct.unpack_from("<64h", heap, 2312)
    (used,) = struct.unpack_from("<h", heap, 2440)
    heights, levels = struct.unpack_from("<80h", heap, 5322), struct.unpack_from("<80h", heap, 5482)

    def mirrored(corners):
        new = [(y, x) if swap else (x, y) for x, y in corners]
        new = [(side - x if across else x, side - y if down else y) for x, y in new]
        return new[::-1] if (swap + across + down) % 2 else new

    lines = [f"box shaken {side} {side}\n"]
    for i, piece in enumerate(order):
        n = CORNERS[piece // 20]
        face = list(struct.iter_unpack("<2h", heap[2442 + 32 * piece : 2442 + 32 * piece + 4 * n]))
        dx, dy = struct.unpack_from("<2h", heap, 5002 + 4 * piece)
        outline, upper = hull([*face, *((x + dx, y + dy) for x, y in face)]), hull(face)
        upper = mirrored(upper) if len(upper) > 2 and upper != outline else []
        over = sorted(ids[other] for other in above[piece])
        rows = [members(*hiding[2 * row : 2 * row + 2]) for row in range(used) if hidden[row] == piece]
        sets = sorted(sorted(ids[other] for other in row) for row in rows) or [[]]
        lines.append(line(i, kinds[piece], levels[piece], heights[piece], mirrored(outline), over, sets, upper))
    return "".join(lines), number, order


# The text form, and the comparison


def line(piece, kind, level, height, outline, above, sets, face=()):
    written = [
        ";".join(f"{x},{y}" for x, y in outline),
        ",".join(map(str, above)) or "-",
        ";".join(",".join(map(str, ids)) for ids in sets) or "-",
        ";".join(f"{x},{y}" for x, y in face) or "-",
    ]
    return " ".join([str(piece), SHAPES[kind // 4], COLOURS[kind % 4], str(level), str(height), *written]) + "\n"


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: " ".join(vector[:2]))
def test_a_program_written_from_the_document_makes_our_boxes(vector):
    kind, pick, words, told_heap, told_order, told_hash = vector
    rng = Generator(int(pick), 1)
    assert words == ", ".join(str(rng.word()) for _ in range(5))
    text, heap, order = {"dropped": dropped, "shaken": shaken}[kind](int(pick))
    assert (str(heap), ", ".join(map(str, order[:6]))) == (told_heap, told_order)
    assert f"`{hashlib.sha256(text.encode()).hexdigest()}`" == told_hash
    assert text == as_text(box_of(int(pick), kind))


def test_the_lines_and_areas_that_the_document_shows():
    lines = re.findall(r"^    (\d+ (?:triangle|square|pentagon|octagon) .*\n)", DOCUMENT, re.MULTILINE)
    boxes = dropped(0)[0] + shaken(8)[0]
    assert len(lines) == 3
    assert all(f"\n{one}" in boxes for one in lines)
    outlines = r"([\d,;]+;[\d,;]+)"
    pairs = re.findall(rf"^\| {outlines} \| {outlines} \| (\d+) \| (\d+) \|$", DOCUMENT, re.MULTILINE)
    assert len(pairs) == 2
    for a, b, told, exchanged in pairs:
        one, other = ([tuple(map(int, corner.split(","))) for corner in text.split(";")] for text in (a, b))
        assert (shared(one, other), shared(other, one)) == (int(told), int(exchanged))


def test_the_document_has_vectors_of_both_kinds_and_the_hashes_of_the_library():
    assert {vector[0] for vector in VECTORS} == {"dropped", "shaken"}
    hashes = re.findall(r"^ +SHA-256 of .* ([0-9a-f]{64})$", DOCUMENT, re.MULTILINE)
    assert hashes == [hashlib.sha256(data).hexdigest() for data in (library(), gzip.decompress(library()))]
