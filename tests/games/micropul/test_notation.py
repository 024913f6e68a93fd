"""micropul as text, and the sentence for each refusal."""

import pytest

from ludotheque import game
from ludotheque.engine.errors import Refusal
from ludotheque.games.micropul import rules
from ludotheque.games.micropul.notation import ACTIONS, OUTCOMES
from ludotheque.games.micropul.pieces import CORNERS

pytestmark = pytest.mark.quick

START = "w w / b b"


@pytest.fixture
def position(kit):
    return kit.build({(0, 0): START, (1, 0): "w . / 1 ."}, [(0, 1, 46), (2,)], supplies=(1, 0))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("lay 0 r3 0,-1 ", "unknown_action"),
        ("lay 0 r3  0,-1", "unknown_action"),
        ("Lay 0 r3 0,-1", "unknown_action"),
        ("lay 0 R3 0,-1", "unknown_action"),
        ("lay 00 r3 0,-1", "no_such_tile"),
        ("lay 48 r3 0,-1", "no_such_tile"),
        ("lay -1 r3 0,-1", "no_such_tile"),
        ("lay \u0663 r3 0,-1", "no_such_tile"),
        ("lay 0 r4 0,-1", "unknown_action"),
        ("lay 0 r3 -0,-1", "unknown_action"),
        ("lay 0 r3 +0,-1", "unknown_action"),
        ("lay 0 r3 0,-01", "unknown_action"),
        ("lay 0 r3 0, -1", "unknown_action"),
        ("lay 0 r3 0.0,-1", "unknown_action"),
        ("lay 0 r3 0,64", "no_neighbour"),
        ("lay 0 r3 0,-64", "no_neighbour"),
        ("lay 0 r3 128,-1", "no_neighbour"),
        (f"lay 0 r3 {'9' * 5000},0", "no_neighbour"),
        ("stone 0,0 TL", "unknown_action"),
        ("stone 0,0", "unknown_action"),
        ("stone 0,-0 tl", "unknown_action"),
        ("stone 0,-65 tl", "not_micropul"),
        ("stone 128,0 tl", "not_micropul"),
        (f"stone -{'9' * 5000},0 tl", "not_micropul"),
        ("take ", "unknown_action"),
        ("deal 0 1", "unknown_action"),
        ("", "unknown_action"),
        ("pass", "pass_not_forced"),
    ],
)
def test_other_spellings_are_refused(position, text, code):
    refusal = position.illegal_reason(0, text)
    assert refusal is not None
    assert refusal.code == code
    assert len(refusal.message) < 200


@pytest.mark.parametrize("text", ["deal 2 5", "deal 0 05", "deal 5", "reveal 48", "reveal", "take", "deal  0 5"])
def test_chance_has_one_spelling_too(text):
    position = game("micropul").start(2)
    refusal = position.illegal_reason("chance", text)
    assert refusal is not None
    assert refusal.code in ("unknown_action", "no_such_tile")


def test_numbers_texts_and_parts_say_the_same():
    for x in (-64, -1, 0, 1, 63):
        for y in (-64, -1, 0, 1, 63):
            for at, name in enumerate(CORNERS):
                action = rules.STONE + rules.corner_key(x, y, at)
                assert ACTIONS.text(action) == f"stone {x},{y} {name}"
                assert ACTIONS.parse(f"stone {x},{y} {name}") == action
                assert ACTIONS.parts(action) == {"verb": "stone", "x": x, "y": y, "corner": name}
            action = rules.lay_action(rules.place_key(x, y), 3, 47)
            assert rules.placement(action) == (47, 3, x, y)
            assert ACTIONS.text(action) == f"lay 47 r3 {x},{y}"
            assert ACTIONS.parse(f"lay 47 r3 {x},{y}") == action
            assert ACTIONS.parts(action) == {"verb": "lay", "tile": 47, "turns": 3, "x": x, "y": y}
    assert [ACTIONS.text(action) for action in (rules.PASS, rules.TAKE)] == ["pass", "take"]
    assert [OUTCOMES.parse(text) for text in ("deal 0 12", "deal 1 12", "reveal 17")] == [12, 76, rules.REVEAL + 17]


@pytest.mark.rule("M-70")
def test_which_tile_came_to_a_hand_is_masked():
    assert OUTCOMES.masked_text(OUTCOMES.parse("deal 1 12")) == "deal 1 ?"
    assert OUTCOMES.masked_text(OUTCOMES.parse("reveal 17")) == "reveal ?"


@pytest.mark.rule("M-23")
def test_a_clash_is_shown_where_it_is(position):
    with pytest.raises(Refusal) as caught:
        position.parse_action(0, "lay 1 r3 0,-1")
    assert caught.value.code == "colour_clash"
    assert caught.value.detail["clashes"] == [
        {"corner": "bl", "holds": "b", "facing": {"x": 0, "y": 0, "corner": "tl", "tile": 40}, "faces": "w"}
    ]
    assert caught.value.message == "colours clash (rule 2): black at bl faces white at 0,0 tl"


@pytest.mark.rule("M-22")
def test_a_missing_attachment_shows_what_faces_what(position):
    with pytest.raises(Refusal) as caught:
        position.parse_action(0, "lay 0 r0 0,-1")
    assert caught.value.code == "no_attachment"
    assert "rule 1" in caught.value.message
    assert [(contact["holds"], contact["faces"]) for contact in caught.value.detail["contacts"]] == [
        (".", "w"),
        (".", "w"),
    ]


@pytest.mark.rule("M-52")
def test_a_stone_on_another_corner_is_told_the_first_one(position):
    refusal = position.illegal_reason(0, "stone 1,0 tl")
    assert refusal is not None
    assert refusal.code == "not_canonical"
    assert refusal.detail["first"] == {"x": 0, "y": 0, "corner": "tl"}


def test_a_symmetric_tile_is_written_with_the_fewest_turns(position):
    assert position.illegal_reason(0, "lay 46 r0 0,-1") is None
    assert [position.illegal_reason(0, f"lay 46 r{turns} 0,-1").code for turns in (1, 2, 3)] == ["not_canonical"] * 3
