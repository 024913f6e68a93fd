"""The box: what a reader refuses, what the two makers promise, and whether sight tells the truth."""

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core.errors import Refusal
from ludotheque.games.polygons.box import SHOWS, Box, common, doubled_area, overlap_class, read_box
from ludotheque.games.polygons.dropped import dropped
from ludotheque.games.polygons.physics import heap_of, levels_of
from ludotheque.games.polygons.picture import picture
from ludotheque.games.polygons.pieces import COLOURS, COPIES, KINDS, PIECES, SHAPES
from ludotheque.games.polygons.shaken import OF_A_SHAPE, Heap, Library, hull, library, shaken

CODES = {"box_form", "box_kinds", "box_geometry", "box_above", "box_cycle", "box_sight"}

DROPPED = {
    0: "7c997a42c5eed20a63bd7b05fded7cb4b7a0938abb3c316ab69b604089e977cf",
    1: "9d377ca0fcb4df0f678ff610e04b66997de56ddb3d1bc4af4e3ac1d55d3b3221",
    2**64 - 1: "c7d634c0ec3f3f69d6d0e06d0670ad43d7a756411bba1084e7249827de6a1829",
}
"""Boxes of some seeds, the same on every machine: hashes of their payloads."""

HASH = """
import hashlib, json, sys
from ludotheque.games.polygons.dropped import dropped
for seed in map(int, sys.argv[1:]):
    print(hashlib.sha256(json.dumps(dropped(seed).payload()).encode()).hexdigest())
"""


def square(x, y, side=2000):
    return [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]


def grid():
    """80 squares side by side, none on another: the simplest payload that a reader accepts."""
    return {
        "kind": "ours",
        "pieces": [
            {
                "shape": SHAPES[i % 4],
                "colour": COLOURS[i // 4 % 4],
                "outline": square(3000 * (i % 10), 3000 * (i // 10)),
                "level": 1,
            }
            for i in range(PIECES)
        ],
        "above": [[] for _ in range(PIECES)],
        "sight": [[[]] for _ in range(PIECES)],
    }


def stacked(overlap_x=500, overlap_y=500, *, listed=True, level=2):
    """The grid, with piece 1 moved over a corner of piece 0."""
    payload = grid()
    payload["pieces"][1].update(outline=square(2000 - overlap_x, 2000 - overlap_y, 900), level=level)
    payload["above"][0] = [1] if listed else []
    return payload


def heaped():
    """The grid, with pieces 1 to 7 in one heap on piece 0."""
    payload = grid()
    for i in range(8):
        payload["pieces"][i].update(outline=square(100 * i, 100 * i), level=i)
        payload["above"][i] = list(range(i + 1, 8))
    return payload


def changed(payload, *path_and_value):
    *path, last, value = path_and_value
    target = payload
    for step in path:
        target = target[step]
    target[last] = value
    return payload


def code_of(payload):
    with pytest.raises(Refusal) as refused:
        read_box(payload)
    return refused.value.code


@pytest.fixture(scope="module")
def boxes():
    return [dropped(seed) for seed in range(6)]


# What a reader accepts


def test_reads_the_simplest_box():
    box = read_box(grid())
    assert box.kinds.tolist() == [i % 4 * 4 + i // 4 % 4 for i in range(PIECES)]
    assert not box.above.any()
    assert box.sight == (SHOWS,) * PIECES


def test_reads_a_heap():
    box = read_box(changed(heaped(), "sight", 0, [[1, 2], [2, 7], [1, 7]]))
    assert np.flatnonzero(box.above[5]).tolist() == [6, 7]
    assert box.sight[0] == ((1, 2), (2, 7), (1, 7))


@pytest.mark.parametrize(
    "payload",
    [
        changed(grid(), "kind", ""),
        changed(grid(), "size", [100, 100]),
        changed(grid(), "stranger", {"any": [1.5]}),
        changed(grid(), "pieces", 3, "height", "tall"),
        changed(grid(), "pieces", 3, "face", [[1, 1]]),
        changed(grid(), "pieces", 3, "level", -7),
        changed(grid(), "pieces", 0, "outline", square(-90_000, -90_000)),
        changed(grid(), "pieces", 0, "outline", [[0, 0], [500, 0], [2000, 0], [2000, 2000], [0, 2000]]),
    ],
    ids=["kind", "size", "field", "height", "face", "level", "place", "corner on a side"],
)
def test_does_not_judge_what_the_notation_leaves_open(payload):
    assert isinstance(read_box(payload), Box)


def test_what_is_read_can_be_written_and_read_again(boxes):
    for box in [*boxes, read_box(grid()), read_box(changed(grid(), "size", [5, 6])), shaken(3)]:
        payload = box.payload()
        assert read_box(json.loads(json.dumps(payload))).payload() == payload


# What it refuses


@pytest.mark.parametrize(
    "payload",
    [
        None,
        [],
        "box",
        {},
        changed(grid(), "kind", 1),
        changed(grid(), "pieces", grid()["pieces"][:79]),
        changed(grid(), "above", {}),
        changed(grid(), "sight", [[[]]] * 81),
        changed(grid(), "size", "large"),
        changed(grid(), "size", [0, 100]),
        changed(grid(), "size", [True, 100]),
        changed(grid(), "pieces", 7, []),
        changed(grid(), "pieces", 7, "shape", 3),
        changed(grid(), "pieces", 7, "colour", None),
        changed(grid(), "pieces", 7, "level", True),
        changed(grid(), "pieces", 7, "level", 1.0),
        changed(grid(), "pieces", 7, "level", 10**400),
        changed(grid(), "pieces", 7, "outline", [[0, 0], [5, 5]]),
        changed(grid(), "pieces", 7, "outline", [[k, k * k] for k in range(33)]),
        changed(grid(), "pieces", 7, "outline", 0, [0, 0, 0]),
        changed(grid(), "pieces", 7, "outline", 0, 0, 1.0),
        changed(grid(), "pieces", 7, "outline", 0, 0, True),
        changed(grid(), "pieces", 7, "outline", 0, 0, 10**400),
    ],
)
def test_refuses_another_form(payload):
    assert code_of(payload) == "box_form"


@pytest.mark.rule("P-01")
def test_refuses_other_kinds():
    assert code_of(changed(grid(), "pieces", 0, "shape", "hexagon")) == "box_kinds"
    assert code_of(changed(grid(), "pieces", 0, "colour", "red")) == "box_kinds"
    assert code_of(changed(grid(), "pieces", 0, "colour", "blue")) == "box_kinds"


@pytest.mark.parametrize(
    "outline",
    [
        square(0, 0)[::-1],
        [[0, 0], [2000, 0], [1000, 500], [2000, 2000], [0, 2000]],
        [[1000, 0], [1600, 1900], [0, 700], [2000, 700], [400, 1900]],
        [[0, 0], [2000, 0], [2000, 0], [2000, 2000]],
        square(0, 0) * 2,
        [[0, 0], [1000, 0], [2000, 0]],
        [[0, 0], [2000, 0], [1000, 0]],
        [[0, 0], [2000, 0], [1000, 0], [1500, 1500]],
    ],
    ids=["anticlockwise", "dented", "star", "twice a corner", "twice round", "line", "line back", "side back"],
)
def test_refuses_an_outline_that_is_not_convex_and_clockwise(outline):
    assert code_of(changed(grid(), "pieces", 0, "outline", outline)) == "box_geometry"


def test_refuses_equal_levels_where_pieces_overlap():
    assert code_of(stacked(level=1, listed=False)) == "box_geometry"
    assert code_of(stacked(level=1)) == "box_above"


@pytest.mark.rule("P-10")
def test_refuses_a_relation_that_outlines_and_levels_do_not_give():
    assert code_of(stacked(listed=False)) == "box_above"
    assert code_of(stacked(level=0)) == "box_above"
    assert code_of(changed(grid(), "above", 0, [1])) == "box_above"


@pytest.mark.parametrize("ids", [[2, 1], [1, 1], [0], [1, 80], [-1, 1], [True], [1.0], ["1"], 1, None])
def test_refuses_above_that_is_no_list_of_ascending_ids(ids):
    assert code_of(changed(heaped(), "above", 0, ids)) == "box_above"


@pytest.mark.rule("P-12")
def test_refuses_pieces_that_lie_over_each_other_in_a_circle():
    assert code_of(changed(stacked(), "above", 1, [0])) == "box_cycle"
    ring = grid()
    ring["above"][0], ring["above"][1], ring["above"][2] = [1], [2], [0]
    assert code_of(ring) == "box_cycle"


@pytest.mark.rule("P-13")
@pytest.mark.parametrize(
    "sets",
    [
        [],
        [[8]],
        [[0]],
        [[2, 1]],
        [[1, 1]],
        [[1], [1]],
        [[1, 2], [1]],
        [[], [1]],
        [[True]],
        [1],
        None,
        [[1, 2]] * 65,
    ],
)
def test_refuses_sight_of_another_form(sets):
    assert code_of(changed(heaped(), "sight", 0, sets)) == "box_sight"


def test_sixty_four_sets_are_the_most():
    payload = grid()
    for i in range(14):
        payload["pieces"][i].update(outline=square(100 * i, 100 * i), level=i)
        payload["above"][i] = list(range(i + 1, 14))
    pairs = [[a, b] for a in range(1, 14) for b in range(a + 1, 14)]
    assert len(read_box(changed(payload, "sight", 0, pairs[:64])).sight[0]) == 64
    assert code_of(changed(payload, "sight", 0, pairs[:65])) == "box_sight"


# Exactness at the thresholds


@pytest.mark.parametrize(
    ("wide", "high", "may_be_listed", "may_be_left_out"),
    [
        (100, 100, True, False),
        (99, 101, True, True),
        (11, 10, True, True),
        (10, 10, False, True),
        (0, 500, False, True),
    ],
    ids=["1 square mm", "a hair less", "a hair more than 0.01", "0.01 square mm", "touching"],
)
def test_overlap_thresholds(wide, high, may_be_listed, may_be_left_out):
    for payload, accepted in (
        (stacked(wide, high), may_be_listed),
        (stacked(wide, high, listed=False), may_be_left_out),
    ):
        if accepted:
            read_box(payload)
        else:
            assert code_of(payload) == "box_above"


def test_an_overlap_a_billionth_from_the_threshold_is_told_apart():
    """A slender tip, pushed ever so slightly farther in: areas are fractions, and floats could not tell."""
    far = 900_000
    bar = ((0, -far), (far, -far), (far, far), (0, far))
    exact = []
    for tip in range(1000, 100_000):
        # The tip reaches ``tip`` into the bar; it is 2 * 7 wide at a length of 49 * 10**4.
        area2 = Fraction(tip * tip * 14, 490_000)
        if abs(area2 - 20_000) < 2:
            exact.append((tip, area2))
    assert exact
    for tip, area2 in exact:
        wedge = ((tip, 0), (tip - 490_000, 7), (tip - 490_000, -7))
        assert doubled_area(common(wedge, bar, Fraction)) == area2
        assert overlap_class(wedge, bar) == (1 if area2 >= 20_000 else 0)


@given(st.integers(-5000, 5000), st.integers(-5000, 5000), st.integers(1, 3000), st.integers(1, 3000))
def test_overlap_of_level_rectangles(x, y, wide, high):
    other = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    shared = max(0, min(2000, x + wide) - max(0, x)) * max(0, min(2000, y + high) - max(0, y))
    mine = tuple(map(tuple, square(0, 0)))
    assert doubled_area(common(mine, other, Fraction)) == 2 * shared
    assert overlap_class(mine, other) == overlap_class(other, mine) == (shared >= 10_000) - (shared <= 100)


# Whatever it is given, a reader reads or refuses

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from([10**400, -1, 79]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_never_anything_but_a_refusal(data):
    payload = json.loads(json.dumps(heaped()))
    for _ in range(data.draw(st.integers(1, 3))):
        target = payload
        while True:
            keys = list(target) if isinstance(target, dict) else list(range(len(target)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if not isinstance(target[key], dict | list) or data.draw(st.booleans()):
                target[key] = data.draw(ANYTHING)
                break
            target = target[key]
    try:
        box = read_box(payload)
    except Refusal as refused:
        assert refused.code in CODES  # noqa: PT017 - a refusal is one of two good outcomes here
    else:
        assert isinstance(box, Box)


@given(ANYTHING)
def test_refuses_what_is_no_box_at_all(payload):
    assert code_of(payload) == "box_form"


# Dropped boxes


def hashes(boxes):
    return [hashlib.sha256(json.dumps(box.payload()).encode()).hexdigest() for box in boxes]


def test_a_seed_gives_the_same_box_everywhere():
    assert hashes(map(dropped, DROPPED)) == list(DROPPED.values())


def test_compiled_and_interpreted_boxes_are_the_same():
    """The test above holds for the way this process runs; the plain Python way holds whichever that is."""
    asked = [sys.executable, "-c", HASH, *map(str, DROPPED)]
    interpreted = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    answered = subprocess.run(asked, env=interpreted, capture_output=True, text=True, check=True)
    assert answered.stdout.split() == list(DROPPED.values())


def accessible_of(box):
    return np.flatnonzero(~box.above.any(axis=1))


@pytest.mark.rule("P-01", "P-12")
def test_makers_give_playable_boxes(boxes):
    for box in [*boxes, *(shaken(seed) for seed in range(10))]:
        read_box(box.payload())
        assert np.bincount(box.kinds).tolist() == [COPIES] * KINDS
        kinds = box.kinds[accessible_of(box)]
        assert 10 <= len(kinds) <= 15
        assert set(kinds % 4) == {0, 1, 2, 3}
        assert len(set(kinds // 4)) >= 3


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
        corners = [np.array(outline) for outline in box.outlines]
        for i in range(PIECES):
            for j in range(i):
                area2 = 0
                gaps = [corners[a].min(axis=0) - corners[b].max(axis=0) for a, b in ((i, j), (j, i))]
                if np.max(gaps) < 50:
                    area2 = doubled_area(common(box.outlines[i], box.outlines[j], Fraction))
                    assert area2 >= 2 * 100_000 or distance(box.outlines[i], box.outlines[j]) >= 50
                assert box.above[i, j] == (area2 > 0 and box.levels[j] > box.levels[i])
                assert box.above[j, i] == (area2 > 0 and box.levels[j] < box.levels[i])


def test_ids_say_nothing(boxes):
    """Each id has had several kinds and several levels: neither follows from it."""
    assert (np.ptp([box.kinds for box in boxes], axis=0) > 0).sum() >= 75
    assert (np.ptp([box.levels for box in boxes], axis=0) > 0).sum() >= 70


@pytest.mark.parametrize(("size", "tries"), [(5_000, 2), (50_000, 2), (18_000, 0)])
def test_refuses_parameters_that_give_no_heap(size, tries):
    with pytest.raises(ValueError, match="size"):
        dropped(0, size=size, tries=tries)


def test_parameters_shape_the_heap():
    assert dropped(0, size=17_000, tries=3).payload() != dropped(0).payload()
    assert dropped(0, size=17_000).size == (17_000, 17_000)


# Sight, checked by other means: points 0.2 mm apart, each asked which outlines it is in


def covers_by_points(box, piece):
    """For each set of pieces that covers some point of a piece: how many square mm it covers."""
    step = 20
    outline = np.array(box.outlines[piece])
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    places = np.stack(np.meshgrid(np.arange(left, right, step), np.arange(top, bottom, step)), axis=-1).reshape(-1, 2)

    def inside(corners, points):
        corners = np.array(corners)
        sides = np.roll(corners, -1, axis=0) - corners
        offsets = points[:, None] - corners
        return (sides[:, 0] * offsets[..., 1] - sides[:, 1] * offsets[..., 0] >= 0).all(axis=1)

    places = places[inside(outline, places)]
    over = np.flatnonzero(box.above[piece])
    covered = np.stack([inside(box.outlines[j], places) for j in over], axis=1)
    codes, many = np.unique(covered @ (1 << np.arange(len(over))), return_counts=True)
    return {
        frozenset(j for k, j in enumerate(over.tolist()) if code >> k & 1): count * (step / 100) ** 2
        for code, count in zip(codes.tolist(), many.tolist(), strict=True)
    }


@pytest.mark.rule("P-13")
@pytest.mark.parametrize(("make", "seeds"), [(dropped, (0, 1)), (shaken, (4, 6))])
def test_sight_tells_what_hides_a_piece(make, seeds):
    hidden = 0
    for seed in seeds:
        box = make(seed)
        for piece in range(PIECES):
            sets = [frozenset(members) for members in box.sight[piece]]
            hidden += box.sight[piece] != SHOWS
            if not box.above[piece].any():
                assert box.sight[piece] == SHOWS
                continue
            areas = covers_by_points(box, piece)
            for members in sets:
                assert sum(areas[other] for other in areas if other <= members) > 0.8
            for cover in areas:
                if sum(areas[other] for other in areas if other <= cover) > 1.2:
                    assert any(members <= cover for members in sets)
    assert hidden > 0


# Shaken boxes


def test_the_library_is_large_and_tells_how_it_was_made():
    assert len(library()) >= 200
    assert "--seed" in library().made
    assert "MuJoCo" in library().made


def test_a_library_gives_back_what_was_written(tmp_path):
    centres, rotations = flat_poses()
    centres[1] = centres[0] + [0, 0, 350]
    stacked_heap, shipped = heap_of(centres / [4, 4, 1], rotations), library().heap(1)
    assert stacked_heap is not None
    heaps = [shipped, stacked_heap, shipped]
    Library.write(tmp_path / "some.npz", 19_000, "by hand", heaps)
    with np.load(tmp_path / "some.npz") as arrays:
        again = Library(dict(arrays))
    assert (again.size, again.made, len(again)) == (19_000, "by hand", 3)
    for k, heap in enumerate(heaps):
        assert (again.heap(k).above == heap.above).all()
        assert replace(again.heap(k), above=heap.above) == heap


def payload_of(heap: Heap):
    """A heap as it was computed, with colours in order."""
    return {
        "kind": "shaken",
        "size": [library().size] * 2,
        "pieces": [
            {
                "shape": SHAPES[i // OF_A_SHAPE],
                "colour": COLOURS[i % 4],
                "outline": [list(corner) for corner in heap.outlines()[i]],
                "level": heap.levels[i],
            }
            for i in range(PIECES)
        ],
        "above": [np.flatnonzero(row).tolist() for row in heap.above],
        "sight": [[list(members) for members in sets] for sets in heap.sight],
    }


def check_heap(k):
    box = read_box(payload_of(library().heap(k)))
    corners = np.concatenate([np.array(outline) for outline in box.outlines])
    # A little give: contacts in the simulation are not quite hard.
    assert corners.min() >= -20
    assert corners.max() <= library().size + 20
    assert 10 <= len(accessible_of(box)) <= 15


@pytest.mark.rule("P-10", "P-12")
def test_heaps_of_the_library_are_boxes():
    for k in range(0, len(library()), 40):
        check_heap(k)


@pytest.mark.long
@pytest.mark.rule("P-10", "P-12")
def test_all_heaps_of_the_library_are_boxes():
    for k in range(len(library())):
        check_heap(k)


@pytest.mark.rule("P-10")
def test_drawing_a_heap_leaves_what_lies_over_what():
    """Whatever is dealt, turned or mirrored: the relation, seen by shapes and levels, is that of some heap."""
    known = {}
    for k in range(len(library())):
        heap = library().heap(k)
        signs = [(i // OF_A_SHAPE, heap.levels[i], heap.heights[i]) for i in range(PIECES)]
        known[tuple(sorted(signs))] = {(signs[i], signs[j]) for i, j in zip(*np.nonzero(heap.above), strict=True)}
    for seed in range(20):
        box = shaken(seed)
        signs = [(int(box.kinds[i]) // 4, box.levels[i], box.heights[i]) for i in range(PIECES)]
        assert {(signs[i], signs[j]) for i, j in zip(*np.nonzero(box.above), strict=True)} == known[
            tuple(sorted(signs))
        ]


def test_a_seed_gives_one_shaken_box_and_seeds_differ():
    assert shaken(5).payload() == shaken(5).payload()
    assert len({json.dumps(shaken(seed).payload()) for seed in range(20)}) == 20


# From poses to a heap, without a simulation


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, max_size=20))
def test_hull_is_convex_and_holds_every_point(points):
    corners = hull(points)
    if len(corners) < 3:
        return  # all on one line
    assert set(corners) <= set(points)
    for k in range(len(corners)):
        (ax, ay), (bx, by) = corners[k - 1], corners[k]
        assert all((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0 for x, y in points)


def flat_poses():
    """80 prisms side by side on the floor."""
    centres = np.array([[6000.0 * (i % 10), 6000.0 * (i // 10), 175.0] for i in range(PIECES)])
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
    assert list(zip(*np.nonzero(heap.above), strict=True)) == [(low, leaning)]
    assert heap.levels[leaning] == 2
    assert heap.offsets[leaning] == (round(np.sin(tilt) * 350), 0)
    assert len(heap.outlines()[leaning]) == 6
    assert heap.sight == (SHOWS,) * PIECES


def test_a_piece_on_its_twin_hides_it():
    centres, rotations = flat_poses()
    centres[1] = centres[0] + [0, 0, 350]
    heap = heap_of(centres, rotations)
    assert heap is not None
    assert heap.sight[0] == ((1,),)
    assert heap.sight[1] == SHOWS


@pytest.mark.rule("P-12")
def test_a_circle_has_no_levels():
    higher = np.zeros((PIECES, PIECES), np.bool_)
    higher[0, 1] = higher[1, 2] = True
    assert levels_of(higher) == (1, 2, 3, *[1] * 77)
    higher[2, 0] = True
    assert levels_of(higher) is None


# The picture


def test_picture_shows_every_piece_in_order_and_what_can_be_taken():
    for box in (dropped(1), shaken(1), read_box(grid())):
        svg = ElementTree.fromstring(picture(box))
        pieces = [group for group in svg.findall(".//{*}g") if group.get("id", "").startswith("piece-")]
        ids = [int(group.attrib["id"].removeprefix("piece-")) for group in pieces]
        assert sorted(ids) == list(range(PIECES))
        assert [box.levels[i] for i in ids] == sorted(box.levels)
        lifted = [i for i, group in zip(ids, pieces, strict=True) if group.get("transform")]
        assert sorted(lifted) == accessible_of(box).tolist()
