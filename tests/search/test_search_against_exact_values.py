"""What searching bots choose in small games, next to the exact value of every action."""

from functools import cache
from math import inf

import pytest

from ludotheque import all_games
from ludotheque.analysis.exact import evaluate, known_optimum, policy_of, solve, uniform
from ludotheque.engine.position import MaskedState
from ludotheque.search.bots import Trials, bot
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character

SMALL = [one for chosen in all_games().values() for one in known_optimum(chosen) if one.states < 30_000]
GAMES = 30
SIMULATIONS = 4000
BOUNDS = {"take_it_easy": 0.01, "micropul": 0.1, "polygons": 0.03}
"""The largest mean loss of an action of `master`, in points (Polygons: wins). It was at most 0.000, 0.024 and 0.019:
not zero, because nodes of the tree do not tell apart what chance brought, and because Polygons' search hardly ever
tries what looks bad at first."""


def by_name(one):
    return f"{one.position.game.id}-{one.name}"


@cache
def solved(small):
    """The values of optimal play."""
    return solve(small.position)


@cache
def decisions(small):
    """Different states with a choice that weak players reach."""
    states: dict[bytes, MaskedState] = {}
    for number in range(GAMES):
        position = small.position
        players = [bot(position.game, ("random", "novice")[number % 2])] * position.seats
        for event, after in play_on(position, players, 7, number):
            if event.by != "chance" and len(position.legal_actions(event.by)) > 1:
                masked = position.mask(event.by)
                states.setdefault(masked.to_bytes()[1], masked)
            position = after
    return list(states.values())


def mean_loss(small, exact, player):
    """The mean exact loss of what a player chooses (None: of a random action)."""
    total = 0.0
    for masked in decisions(small):
        values = exact.action_values(masked)
        chosen = list(values) if player is None else policy_of(player)(masked)
        total += max(values.values()) - sum(values[action] for action in chosen) / len(chosen)
    return total / len(decisions(small))


def searching(level, simulations):
    """A bot that makes a number of simulations (0: as many as it is shipped with), whatever the time."""
    player = Character(level, budget=simulations)
    player.budget_ms = inf
    return player


@pytest.mark.parametrize("small", SMALL, ids=by_name)
def test_master_loses_almost_nothing(small):
    bound = BOUNDS[small.position.game.id]
    assert len(decisions(small)) > 20
    assert mean_loss(small, solved(small), None) > 4 * bound, "to lose little must not be easy"
    assert mean_loss(small, solved(small), bot(small.position.game, "novice")) > 2 * bound
    for simulations in (0, SIMULATIONS):
        assert mean_loss(small, solved(small), searching("master", simulations)) <= bound


@pytest.mark.parametrize("small", SMALL, ids=by_name)
def test_flat_playouts_find_what_is_best_against_random_play(small):
    """Trials compares actions by the mean of random playouts, so its measure is the exact value of random play."""
    exact = evaluate(small.position, uniform)
    assert mean_loss(small, exact, Trials()) < mean_loss(small, exact, None) / 4
