"""What the rules of Kuhn poker report: cards dealt, words said, hands won. A word that ends a hand has two effects."""

from __future__ import annotations

from ludotheque.author import effects_schema, schema

from .cards import CARDS, SAYINGS, SEATS

CARD = schema.enum_or_none(CARDS)

EFFECTS = effects_schema(
    2,
    dealt=schema.struct(hand=schema.integer(), seat=schema.integer(), card=CARD),
    said=schema.struct(seat=schema.integer(), word=schema.enum(SAYINGS), paid=schema.integer(), pot=schema.integer()),
    hand_won=schema.struct(seat=schema.integer(), chips=schema.integer(), cards=schema.array(CARD, SEATS)),
)
"""The card of ``dealt`` is None for those who may not see it yet; ``paid`` is what a word cost, and ``pot`` what is in
the pot then; ``hand_won`` turns up both cards."""
DEALT, SAID, HAND_WON = range(3)
