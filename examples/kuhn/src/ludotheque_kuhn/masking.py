"""Masked states of Kuhn poker: hidden is only the other player's card while a hand is played (K-16)."""

from __future__ import annotations

from ludotheque.author import Effects, Generator, Setup, State, below, copy_into, report, rule

from . import effects as happened
from .cards import CARDS, SEATS


@rule
def mask(setup: Setup, state: State, seat: int, into_setup: Setup, into_state: State) -> None:
    """Keep everything but the others' cards."""
    copy_into(setup, into_setup)
    copy_into(state, into_state)
    for other in range(state.dealt):
        if other != seat:
            into_state.cards[other] = 0


@rule
def determinize(setup: Setup, state: State, seat: int, rng: Generator, into_setup: Setup, into_state: State) -> None:
    """K-11: deal each hidden card from the unseen ones, each equally likely."""
    copy_into(setup, into_setup)
    copy_into(state, into_state)
    for other in range(state.dealt):
        while into_state.cards[other] == 0:
            card = 1 + below(rng, len(CARDS))
            if into_state.cards[SEATS - 1 - other] != card:
                into_state.cards[other] = card


@rule
def mask_effects(setup: Setup, state: State, seat: int, effects: Effects, into_effects: Effects) -> None:
    """K-16: keep everything but the card that another player holds in a hand that is not over."""
    for k in range(effects.count):
        item = report(into_effects, effects.items[k].case)
        copy_into(effects.items[k], item)
        if item.case == happened.DEALT and item.dealt.hand > state.hands_done and item.dealt.seat != seat:
            item.dealt.card = 0


@rule
def hides(setup: Setup, state: State, by: int, action: int, seat: int) -> bool:
    """K-16: a card is shown only to the player to whom it is dealt."""
    return by < 0 and action // len(CARDS) != seat


@rule
def is_open(setup: Setup, state: State) -> bool:
    """K-16: between hands the cards of the last one are face up."""
    return state.dealt == 0


@rule
def reveals(setup: Setup, before: State, after: State, seat: int) -> bool:
    """K-16: the end of a hand reveals the other player's card."""
    return before.dealt == SEATS and after.dealt == 0
