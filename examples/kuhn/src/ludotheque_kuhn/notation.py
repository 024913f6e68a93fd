"""Kuhn poker as text: ``deal 0 Q``, ``check``, ``bet``, ``call``, ``fold``."""

from __future__ import annotations

from ludotheque.author import By, Part, Refusal, Setup, State, Verb, Verbs

from .cards import CARDS, SAYINGS, SEATS

CARD = Part("card", len(CARDS), names=CARDS)
SEAT = Part("seat", SEATS)

ACTIONS = Verbs(*(Verb(word, number) for number, word in enumerate(SAYINGS)))
OUTCOMES = Verbs(Verb("deal", 0, "{seat} {card}", (CARD, SEAT), masked="deal {seat} ?"))

SENTENCES = {
    "no_bet": "nobody has bet: check or bet",
    "bet_stands": "there is a bet: call or fold",
    "impossible_chance": "this card cannot be dealt now",
}


def explain(setup: Setup, state: State, by: By, action: int, code: str) -> Refusal:
    """See ``ludotheque.engine.contract.Notation``."""
    return Refusal(code, SENTENCES[code])
