"""The view of Kuhn poker: the cards that a seat may see, the pot, and the actions of the hand."""

from __future__ import annotations

from ludotheque.author import Setup, State, View, rule, schema

from . import rules
from .cards import CARDS, SAYINGS, SEATS
from .rules import FOLD, MOST_SAID

VIEW = schema.struct(
    hand=schema.integer(),  # counted from 1
    hands=schema.integer(),
    opener=schema.integer(),
    hand_over=schema.boolean(),  # the cards of the hand that is over lie open until the next deal
    cards=schema.array(schema.enum_or_none(CARDS), SEATS),  # none: not dealt yet, or not to be seen
    dealt=schema.integer(),  # how many seats have a card
    said=schema.list_of(schema.enum(SAYINGS), MOST_SAID),
    paid=schema.array(schema.integer(), SEATS),
    pot=schema.integer(),
    chips=schema.array(schema.integer(), SEATS),  # won or lost in the hands that are over
    folded=schema.integer_or_none(),  # who folded, once the hand is over
    won=schema.integer_or_none(),  # who won the hand that is over
)

DERIVED = {
    "hands": "the options",
    "opener": "rules.opener",
    "pot": "paid",
    "folded": "said, rules.won_by",
}
"""The fields that follow from the others."""


@rule
def show(setup: Setup, state: State, seat: int, view: View) -> None:
    """See ``ludotheque.engine.contract.Viewer``."""
    over = state.dealt == 0 and state.hands_done > 0
    view.hand = state.hands_done + (0 if over else 1)
    view.hands = setup.hands
    view.opener = rules.opener(setup, state)
    view.hand_over = over
    view.dealt = SEATS if over else state.dealt
    view.said.count = state.said_count
    for place in range(state.said_count):
        view.said.items[place] = state.said[place]
    for other in range(SEATS):
        view.cards[other] = state.cards[other]
        view.paid[other] = state.paid[other]
        view.pot += state.paid[other]
        view.chips[other] = state.chips[other]
    if over:
        view.won = 1 + rules.won_by(setup, state)
        if state.said[state.said_count - 1] == FOLD:
            view.folded = 1 + (SEATS - 1 - rules.won_by(setup, state))
