"""The deck: sampled from a seed, as the list of its cards, and put into the setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.author import Generator, Record, Refusal, Setup, below, copy_record, generator, new_record, rule, schema

from .rules import CARDS

FIELD = "deck"
DECK = schema.struct(cards=schema.array(schema.integer(), CARDS))


class Deck(Record, name="deck"):
    """A record of ``DECK``."""


@rule
def shuffle(deck: Deck, rng: Generator, cut: int) -> None:
    """A deck in random order, or one in order that is cut at random."""
    start = below(rng, CARDS) if cut else 0
    for place in range(CARDS):
        deck.cards[place] = 1 + (start + place) % CARDS
    if cut:
        return
    for last in range(CARDS - 1, 0, -1):
        other = below(rng, last + 1)
        card = deck.cards[last]
        deck.cards[last] = deck.cards[other]
        deck.cards[other] = card


@rule
def put_deck(deck: Deck, into_setup: Setup) -> int:
    """Put a deck into a setup; 1 if it does not hold each card once."""
    seen = 0
    for place in range(CARDS):
        card = deck.cards[place]
        if card < 1 or card > CARDS:
            return 1
        seen |= 1 << card
        into_setup.deck[place] = card
    return 0 if seen == (1 << (CARDS + 1)) - 2 else 1


EXPORTS = (shuffle, put_deck)
RECORDS = {"deck": DECK.dtype}
FORMS = {"deck": DECK}


def sample(setup: Setup, seed: int, choices: Mapping[str, str]) -> list[int]:
    """See ``Sampler``."""
    deck = new_record(DECK.dtype)
    shuffle(deck, generator(seed), int(choices.get("shuffle") == "cut"))
    return [int(card) for card in deck.cards]


def settle(setup: Setup, sampled: object) -> tuple[Setup, Any]:
    """See ``Sampler``. The game has no scene."""
    new, deck = copy_record(setup), new_record(DECK.dtype)
    if not isinstance(sampled, list) or len(sampled) != CARDS or not all(type(card) is int for card in sampled):
        raise Refusal("deck_cards", "the deck is not a list of 12 cards")
    for place, card in enumerate(sampled):
        deck.cards[place] = card if 0 <= card <= CARDS else 0
    if put_deck(deck, new):
        raise Refusal("deck_cards", "the deck does not hold each card once")
    return new, None
