"""What a reader of boxes accepts, what it refuses and with which words, and what comes into the records of a table."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.codec.records import new_record
from ludotheque.engine.errors import Refusal
from ludotheque.games.polygons import rules, sampler
from ludotheque.games.polygons.box import BOX, FAULTS, FORM_FAULTS, payload, read_box
from ludotheque.games.polygons.geometry import OUTLINE, WORK, overlap_class
from ludotheque.games.polygons.pieces import COLOURS, PIECES, SHAPES
from ludotheque.games.polygons.shaken import shaken
from tests.games.polygons.boxes import MANY, hidden_box, shared_area

CODES = {"box_form", "box_kinds", "box_geometry", "box_above", "box_cycle", "box_sight"}


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


# What a reader accepts


def test_reads_the_simplest_box():
    box = read_box(grid())
    assert [int(piece["shape"]) * 4 + int(piece.colour) for piece in box.pieces] == [
        i % 4 * 4 + i // 4 % 4 for i in range(PIECES)
    ]
    assert not box.above.any()
    assert payload(box) == {**grid(), "kind": "other"}


def test_reads_a_heap():
    heap = changed(heaped(), "sight", 0, [[1, 2], [2, 7], [1, 7]])
    read = payload(read_box(heap))
    assert read["above"][5] == [6, 7]
    assert read["sight"][0] == [[1, 2], [2, 7], [1, 7]]


@pytest.mark.parametrize(
    "box",
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
def test_does_not_judge_what_the_notation_leaves_open(box):
    read_box(box)


@pytest.mark.parametrize("face", [[[1, 1]], square(0, 0)[::-1], [[0, 0], [9, 9], [True, 0]], "face", None])
def test_a_face_that_is_none_is_left_out(face):
    assert "face" not in payload(read_box(changed(grid(), "pieces", 3, "face", face)))["pieces"][3]


def test_what_is_read_can_be_written_and_read_again():
    for box in (grid(), changed(grid(), "size", [5, 6]), heaped(), hidden_box(1), payload(shaken(3))):
        again = payload(read_box(json.loads(json.dumps(box))))
        assert again == {**box, "kind": again["kind"]}
        assert read_box(again).tobytes() == read_box(box).tobytes()


def test_the_form_of_a_box_is_plain_data_with_its_limits():
    """So that another reader can fill the same record: nothing else tells it the form."""
    layout = BOX.layout()
    assert json.loads(json.dumps(layout)) == layout
    assert [name for name, _, _ in layout["fields"]] == ["kind", "size", "pieces", "above", "sight"]
    parts = {name: part for name, _, part in layout["fields"]}
    outline, sight = parts["pieces"]["item"]["fields"][2][2], parts["sight"]
    assert (outline["least"], outline["most"]) == (3, 32)
    assert outline["item"]["item"] == {"form": "number", "low": -1_000_000, "high": 1_000_000, "kept": "i8"}
    assert (sight["size"], sight["item"]["least"], sight["item"]["most"]) == (80, 1, 64)


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
    box = grid()
    for i in range(14):
        box["pieces"][i].update(outline=square(100 * i, 100 * i), level=i)
        box["above"][i] = list(range(i + 1, 14))
    pairs = [[a, b] for a in range(1, 14) for b in range(a + 1, 14)]
    assert payload(read_box(changed(box, "sight", 0, pairs[:64])))["sight"][0] == pairs[:64]
    assert code_of(changed(box, "sight", 0, pairs[:65])) == "box_sight"


SENTENCES = [
    ([], "box_form", "a box is an object with kind, pieces, above and sight"),
    (changed(grid(), "kind", 1), "box_form", "the box's kind is a text"),
    (changed(grid(), "size", [0, 9]), "box_form", "the box's size is two positive integers"),
    (changed(grid(), "pieces", []), "box_form", "the box's pieces is a list of 80"),
    (changed(grid(), "above", None), "box_form", "the box's above is a list of 80"),
    (changed(grid(), "sight", {}), "box_form", "the box's sight is a list of 80"),
    (changed(grid(), "pieces", 7, []), "box_form", "piece 7 is not an object"),
    (
        changed(grid(), "pieces", 7, "outline", 2, [1.0, 0]),
        "box_form",
        "piece 7: an outline is a list of 3 to 32 corners, each two integers",
    ),
    (changed(grid(), "pieces", 7, "level", "7"), "box_form", "piece 7: a level is an integer"),
    (changed(grid(), "pieces", 7, "shape", 7), "box_form", "piece 7: shape and colour are texts"),
    (changed(grid(), "pieces", 7, "colour", 7), "box_form", "piece 7: shape and colour are texts"),
    (changed(grid(), "pieces", 7, "shape", "disc"), "box_kinds", "piece 7: there is no such shape and colour"),
    (changed(grid(), "pieces", 7, "colour", "red"), "box_kinds", "piece 7: there is no such shape and colour"),
    (
        changed(heaped(), "above", 3, [5, 4]),
        "box_above",
        "above piece 3: not a list of other pieces' ids, ascending",
    ),
    (changed(heaped(), "sight", 3, []), "box_sight", "the sight of piece 3 is a list of 1 to 64 sets"),
    (
        changed(heaped(), "sight", 3, [[5, 4]]),
        "box_sight",
        "the sight of piece 3: a set is a list of ids out of above, ascending",
    ),
    (
        changed(grid(), "pieces", 7, "outline", square(0, 0)[::-1]),
        "box_geometry",
        "piece 7: the outline is not convex and clockwise on screen",
    ),
    (changed(grid(), "pieces", 7, "colour", "blue"), "box_kinds", "a box holds 5 of each of the 16 kinds"),
    (
        changed(heaped(), "above", 3, [3, 4]),
        "box_above",
        "above piece 3: not a list of other pieces' ids, ascending",
    ),
    (
        changed(heaped(), "above", 7, [0]),
        "box_cycle",
        "some pieces of the box lie over each other in a circle",
    ),
    (
        changed(heaped(), "above", 9, [4]),
        "box_above",
        "pieces 4 and 9 do not overlap, but one is listed above the other",
    ),
    (
        changed(heaped(), "pieces", 5, "level", 9),
        "box_above",
        "piece 6 is listed above piece 5, but its level is not higher",
    ),
    (stacked(level=0), "box_above", "piece 1 is listed above piece 0, but its level is not higher"),
    (stacked(level=1, listed=False), "box_geometry", "pieces 0 and 1 overlap and have the same level"),
    (stacked(listed=False), "box_above", "pieces 0 and 1 overlap, but neither is listed above the other"),
    (
        changed(heaped(), "sight", 3, [[2]]),
        "box_sight",
        "the sight of piece 3: a set is a list of ids out of above, ascending",
    ),
    (changed(heaped(), "sight", 3, [[4], [4, 5]]), "box_sight", "the sight of piece 3: one set is inside another"),
]


@pytest.mark.parametrize(("box", "code", "sentence"), SENTENCES)
def test_says_what_is_wrong_and_where(box, code, sentence):
    with pytest.raises(Refusal) as refused:
        read_box(box)
    assert (refused.value.code, str(refused.value)) == (code, sentence)


def test_every_fault_has_its_sentence_above():
    tested = {(code, "".join(c for c in sentence if not c.isdigit())) for _, code, sentence in SENTENCES}
    for code, sentence in (*FORM_FAULTS.values(), *FAULTS[1:]):
        without = sentence.format(one="", other="")
        assert (code, "".join(c for c in without if not c.isdigit())) in tested


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
    for box, accepted in (
        (stacked(wide, high), may_be_listed),
        (stacked(wide, high, listed=False), may_be_left_out),
    ):
        if accepted:
            read_box(box)
        else:
            assert code_of(box) == "box_above"


def class_of(a, b):
    one, other = new_record(OUTLINE.dtype), new_record(OUTLINE.dtype)
    for outline, corners in ((one, a), (other, b)):
        outline.count = len(corners)
        outline.items[: len(corners)] = corners
    return overlap_class(one, other, new_record(WORK))


def test_an_overlap_a_hair_from_the_threshold_is_told_apart():
    """A slender tip, pushed ever so slightly farther in, where the outlines are as large as they may be."""
    far = 900_000
    bar = ((0, -far), (far, -far), (far, far), (0, far))
    near = []
    for tip in range(1000, 100_000):
        # The tip reaches ``tip`` into the bar; it is 2 * 7 wide at a length of 49 * 10**4.
        if abs(tip * tip * 14 / 490_000 - 20_000) < 2:
            near.append(((tip, 0), (tip - 490_000, 7), (tip - 490_000, -7)))
    assert near
    for wedge in near:
        assert class_of(wedge, bar) == (1 if shared_area(wedge, bar) >= 20_000 else 0)


@given(st.integers(-5000, 5000), st.integers(-5000, 5000), st.integers(1, 3000), st.integers(1, 3000))
def test_overlap_of_level_rectangles(x, y, wide, high):
    other = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    shared = max(0, min(2000, x + wide) - max(0, x)) * max(0, min(2000, y + high) - max(0, y))
    mine = square(0, 0)
    assert shared_area(mine, other) == 2 * shared
    assert class_of(mine, other) == class_of(other, mine) == (shared >= 10_000) - (shared <= 100)


FAR = st.integers(-1_000_000, 1_000_000)


@given(FAR, FAR, st.integers(0, 3), st.integers(0, 3))
def test_exact_ties_are_on_their_right_side_wherever_they_are(x, y, turns, bits):
    """Overlaps of exactly 1 and exactly 0.01 square mm: a corner of a square cut off slantwise, and a level one."""
    x, y = max(-990_000, min(990_000, x)), max(-990_000, min(990_000, y))
    cut = [[0, 0], [200, 0], [0, 100]]  # 1 square mm
    tip = [[0, 0], [20, 0], [0, 10]]  # 0.01 square mm
    around = [[-500, -500], [2000, -500], [2000, 2000], [-500, 2000]]
    for corners, expected in ((cut, 1), (tip, -1)):
        for _ in range(turns):
            corners = [[-b, a] for a, b in corners]
        outline = [[x + a, y + b] for a, b in corners]
        whole = [[x + 5 * a, y + 5 * b] for a, b in around]
        assert shared_area(outline, whole) == (20_000 if expected > 0 else 200)
        one, other = (outline, whole) if bits & 1 else (whole, outline)
        assert class_of(one, other) == expected


# Whatever it is given, a reader reads or refuses

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from([10**400, -1, 79]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_never_anything_but_a_refusal(data):
    box = json.loads(json.dumps(heaped()))
    for _ in range(data.draw(st.integers(1, 3))):
        target = box
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
        read_box(box)
    except Refusal as refused:
        assert refused.code in CODES  # noqa: PT017 - a refusal is one of two good outcomes here


@given(ANYTHING)
def test_refuses_what_is_no_box_at_all(box):
    assert code_of(box) == "box_form"


# The box on the table


def words(members):
    return [sum(1 << piece - 40 * half for piece in members if piece // 40 == half) for half in range(2)]


def pieces_where(truths):
    return words([piece for piece, true in enumerate(truths) if true])


@pytest.mark.rule("P-10", "P-13")
def test_a_box_comes_into_setup_and_scene():
    for box in (hidden_box(2), payload(shaken(5))):
        before = new_record(rules.SETUP)
        setup, scene = sampler.settle(before, box)
        assert before.tobytes() == bytes(rules.SETUP.itemsize)
        kinds = [SHAPES.index(piece["shape"]) * 4 + COLOURS.index(piece["colour"]) for piece in box["pieces"]]
        assert setup.kinds.tolist() == kinds
        for piece, over in enumerate(box["above"]):
            assert setup.above[piece].tolist() == words(over)
            assert setup.below[piece].tolist() == pieces_where(piece in above for above in box["above"])
        for kind in range(16):
            assert setup.alike[kind].tolist() == pieces_where(other == kind for other in kinds)
            assert setup.linked[kind].tolist() == pieces_where(
                other // 4 == kind // 4 or other % 4 == kind % 4 for other in kinds
            )
        sets = [[words(members) for members in sets] for sets in box["sight"]]
        assert np.diff(scene.sight_from).tolist() == [len(of_one) for of_one in sets]
        assert scene.sight[: scene.sight_from[PIECES]].tolist() == [members for of_one in sets for members in of_one]
        assert not scene.sight[scene.sight_from[PIECES] :].any()
        assert scene.extent.tolist() == box["size"]
        for piece, one in enumerate(box["pieces"]):
            face = one.get("face", one["outline"])
            assert scene.outlines[piece, : scene.outline_corners[piece]].tolist() == one["outline"]
            assert scene.faces[piece, : scene.face_corners[piece]].tolist() == face


@pytest.mark.rule("P-13")
def test_a_box_that_does_not_say_its_size_leaves_it_open():
    """Made up from the outlines it would tell of hidden pieces."""
    _, scene = sampler.settle(new_record(rules.SETUP), hidden_box(size=False))
    assert scene.extent.tolist() == [0, 0]


@pytest.mark.rule("P-13")
def test_boxes_with_many_hidden_pieces():
    for seed in range(5):
        box = hidden_box(seed)
        read_box(box)
        hidden = {piece for piece, sets in enumerate(box["sight"]) if sets != [[]]}
        assert len(hidden) >= MANY
        assert any(hidden & set(over) for piece, over in enumerate(box["above"]) if piece not in hidden)
