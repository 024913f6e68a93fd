"""The five levels of High card: the novice plays any card, the others the cheapest card that wins."""

from __future__ import annotations

import zlib
from importlib.resources import files
from typing import Any

import numpy as np

from ludotheque.author import CharacterRecord, Generator, Setup, State, Weights, Workspace, below, record_of, rule

from .rules import CARDS, HAND, SEATS, SETUP, STATE, apply, determinize, illegal_reason, to_act

WEIGHTS = record_of("nothing_learnt")
WORKSPACE: np.dtype[Any] = np.dtype((np.record, [("setup", SETUP), ("world", STATE)]))
TRIALS = 100
NO_ACTION = -1
IMPOSSIBLE = -1e9


def weights() -> Any:
    """The shipped weights."""
    packed = files(__package__).joinpath("data", "weights.bin").read_bytes()
    return np.frombuffer(bytearray(zlib.decompress(packed)), WEIGHTS)[0]


@rule
def cheapest(setup: Setup, state: State, seat: int) -> int:
    """The highest card to lead; to follow, the lowest that wins, otherwise the lowest."""
    lowest, highest, winning = CARDS + 1, 0, CARDS + 1
    for place in range(seat * HAND, (seat + 1) * HAND):
        card = setup.deck[place]
        if state.played[place] == 0:
            lowest = min(lowest, card)
            highest = max(highest, card)
            if state.lead != 0 and card > setup.deck[state.lead - 1]:
                winning = min(winning, card)
    if state.lead == 0:
        return highest - 1
    return (winning if winning <= CARDS else lowest) - 1


@rule
def init_search(
    setup: Setup, state: State, seat: int, character: CharacterRecord, rng: Generator, weights: Weights,
    workspace: Workspace,
) -> None:  # fmt: skip
    """There is nothing to search."""


@rule
def search_slice(
    setup: Setup, state: State, seat: int, character: CharacterRecord, rng: Generator, weights: Weights,
    workspace: Workspace,
) -> int:  # fmt: skip
    """There is nothing to search."""
    return 0


@rule
def choose_action(
    setup: Setup, state: State, seat: int, character: CharacterRecord, rng: Generator, weights: Weights,
    workspace: Workspace,
) -> int:  # fmt: skip
    """Any card, or the cheapest."""
    card = cheapest(setup, state, seat)
    if character.level == 0:
        card = below(rng, CARDS)
        while illegal_reason(setup, state, seat, card) != 0:
            card = below(rng, CARDS)
    return card


@rule
def candidates(
    setup: Setup, state: State, seat: int, most: int, rng: Generator, weights: Weights, workspace: Workspace,
    actions: Any,
) -> int:  # fmt: skip
    """Every card of the hand."""
    count = 0
    for card in range(CARDS):
        if illegal_reason(setup, state, seat, card) == 0:
            actions[count] = card
            count += 1
    return count


@rule
def trial(
    setup: Setup, state: State, seat: int, mover: int, action: int, number: int, rng: Generator, weights: Weights,
    workspace: Workspace,
) -> float:  # fmt: skip
    """The share of a win to which an action leads in one determinization, if both then play the cheapest cards."""
    determinize(setup, state, seat, rng, workspace.setup, workspace.world)
    world = workspace.world
    if action != NO_ACTION:
        if illegal_reason(workspace.setup, world, mover, action) != 0:
            return IMPOSSIBLE
        apply(workspace.setup, world, mover, action)
    while to_act(workspace.setup, world) != 0:
        turn = world.turn
        apply(workspace.setup, world, turn, cheapest(workspace.setup, world, turn))
    ahead = world.tricks[seat] - world.tricks[SEATS - 1 - seat]
    if ahead == 0:
        return 0.5
    return 1.0 if ahead > 0 else 0.0
