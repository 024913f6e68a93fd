"""Conversion between text, number and parts of an action."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import all_games
from ludotheque.engine.actions import Part, Verb, Verbs
from ludotheque.engine.errors import Refusal

pytestmark = pytest.mark.quick

CORNERS = ("tl", "tr", "bl", "br")
FAR = Part("x", 128, low=-64, high=63, code="too_far"), Part("y", 128, low=-64, high=63, code="too_far")
TILE = Part("tile", 64, high=47, code="no_such_tile")
PILE = Part("pile", 3, names=("a", "b"), optional=True)
VERBS = Verbs(
    Verb("pass", 0),
    Verb("deal", 1, "{seat} {tile}", (TILE, Part("seat", 2)), masked="deal {seat} ?"),
    Verb("show", 200, "{shape} {pile}", (PILE, Part("shape", 4, names=CORNERS))),
    Verb(
        "stone",
        1 << 16,
        "{x},{y} {corner}",
        (Part("corner", 4, names=CORNERS), *FAR),
        digits=(("corner", 2, 1), ("x", 128, 1), ("corner", 2, 2), ("y", 128, 1)),
    ),
)


@pytest.mark.parametrize(
    ("text", "number", "parts"),
    [
        ("pass", 0, {"verb": "pass"}),
        ("deal 1 12", 1 + 64 + 12, {"verb": "deal", "seat": 1, "tile": 12}),
        ("show br", 200 + 9, {"verb": "show", "shape": "br"}),
        ("show tr b", 200 + 3 + 2, {"verb": "show", "shape": "tr", "pile": "b"}),
        ("stone 0,0 tl", (1 << 16) + 64 * 2 + 64 * 512, {"verb": "stone", "x": 0, "y": 0, "corner": "tl"}),
        ("stone 0,-1 br", (1 << 16) + 1 + 64 * 2 + 256 + 63 * 512, {"verb": "stone", "x": 0, "y": -1, "corner": "br"}),
    ],
)
def test_text_number_and_parts_convert_into_each_other(text, number, parts):
    assert VERBS.parse(text) == number
    assert VERBS.text(number) == text
    assert VERBS.parts(number) == parts
    assert list(VERBS.parts(number)) == list(parts), "in the order of writing"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("deal 1 48", "no_such_tile"),
        ("deal 1 012", "no_such_tile"),
        ("deal 2 0", "unknown_action"),
        ("stone 64,0 tl", "too_far"),
        ("stone -65,0 tl", "too_far"),
        ("stone 0,0 xx", "unknown_action"),
        ("pass ", "unknown_action"),
        ("Pass", "unknown_action"),
        ("show tl ", "unknown_action"),
        ("", "unknown_action"),
        ("deal 1 ٣", "no_such_tile"),
        ("stone -0,0 tl", "too_far"),
    ],
)
def test_invalid_action_text_is_refused(text, code):
    with pytest.raises(Refusal) as refused:
        VERBS.parse(text)
    assert refused.value.code == code


def test_refusal_of_a_number_says_how_to_write_it():
    with pytest.raises(Refusal, match="there is no tile '012'; write 0 to 47, without leading zeros"):
        VERBS.parse("deal 1 012")
    with pytest.raises(Refusal, match=r"there is no corner 'xx'$"):
        VERBS.parse("stone 0,0 xx")


@pytest.mark.parametrize("number", [-1, 1 + 48, 1 + 64 + 63, 150, 199, 212, 1 << 30])
def test_number_of_no_action_is_refused(number):
    with pytest.raises(Refusal):
        VERBS.parts(number)


def test_masked_text_replaces_hidden_parts_or_is_none():
    assert VERBS.masked_text(VERBS.parse("deal 1 12")) == "deal 1 ?"
    assert VERBS.masked_text(VERBS.parse("pass")) is None


@given(st.text(max_size=30))
def test_parsing_any_text_succeeds_or_is_refused(text):
    for game in all_games().values():
        for verbs in (game.notation.ACTIONS, game.notation.OUTCOMES):
            try:
                number = verbs.parse(text)
            except Refusal:
                continue
            assert verbs.text(number) == text


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_no_two_verbs_of_a_game_share_a_number(game):
    for verbs in (game.notation.ACTIONS, game.notation.OUTCOMES):
        ends = [(verb.base, verb.base + verb.room) for verb in verbs.verbs]
        assert all(end <= base for (_, end), (base, _) in pairwise(ends))
