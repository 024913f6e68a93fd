"""Actions and outcomes of Polygons as texts, numbers and parts."""

import pytest

from ludotheque.engine.errors import Refusal
from ludotheque.games.polygons import rules
from ludotheque.games.polygons.notation import ACTIONS, OUTCOMES

pytestmark = pytest.mark.quick

PARTS = [
    (rules.TAKE + 17, "take 17", {"verb": "take", "piece": 17}),
    (rules.STOP, "stop", {"verb": "stop"}),
    (rules.GIFT, "gift", {"verb": "gift"}),
    (rules.VALIDATE_COLOUR + 2, "validate colour pink", {"verb": "validate", "colour": "pink"}),
    (rules.VALIDATE_SHAPE + 5, "validate shape square", {"verb": "validate", "shape": "square"}),
    (
        rules.VALIDATE_SHAPE + 2,
        "validate shape triangle yellow",
        {"verb": "validate", "shape": "triangle", "pile": "yellow"},
    ),
    (rules.END, "end", {"verb": "end"}),
    (rules.STEAL + 79, "steal 79", {"verb": "steal", "piece": 79}),
    (rules.DISCARD, "discard 0", {"verb": "discard", "piece": 0}),
    (rules.GIVE + 17 * 4 + 2, "give 17 2", {"verb": "give", "piece": 17, "seat": 2}),
    (rules.EXCHANGE + 17 * 80 + 42, "exchange 17 42", {"verb": "exchange", "mine": 17, "theirs": 42}),
]


@pytest.mark.parametrize(("number", "text", "parts"), PARTS, ids=lambda value: value if isinstance(value, str) else "")
def test_text_number_and_parts(number, text, parts):
    assert ACTIONS.parse(text) == number
    assert ACTIONS.text(number) == text
    assert ACTIONS.parts(number) == parts
    assert list(ACTIONS.parts(number)) == list(parts)


def test_every_number_has_one_text():
    texts = [ACTIONS.text(number) for number in range(rules.ACTIONS)]
    assert len(set(texts)) == rules.ACTIONS
    assert [ACTIONS.parse(text) for text in texts] == list(range(rules.ACTIONS))
    for number in (-1, rules.ACTIONS):
        with pytest.raises(Refusal, match="is no action"):
            ACTIONS.parts(number)


def test_chance():
    assert [OUTCOMES.text(number) for number in range(3)] == ["box", "first 0", "first 1"]
    assert OUTCOMES.parts(rules.FIRST + 3) == {"verb": "first", "seat": 3}
    assert OUTCOMES.masked_text(rules.BOX) == "box"


@pytest.mark.parametrize(
    ("text", "code"),
    [("take 80", "no_such_piece"), ("exchange 1 80", "no_such_piece"), ("give 1 4", "no_such_seat"),
     ("give 1 02", "no_such_seat"), ("validate colour red", "unknown_action"), ("validate square", "unknown_action")],
)  # fmt: skip
def test_what_does_not_exist_cannot_be_said(text, code):
    with pytest.raises(Refusal) as caught:
        ACTIONS.parse(text)
    assert caught.value.code == code
