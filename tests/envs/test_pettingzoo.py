"""PettingZoo's own tests pass for every game at every number of seats."""

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from ludotheque import all_games
from ludotheque.envs.pettingzoo import env, parallel_env
from ludotheque.testing import Table, tables

SHORT = {"take_it_easy": {"rounds": 1}}
SEATS = [(name, seats) for name, game in all_games().items() for seats in range(game.seats[0], game.seats[1] + 1)]
TOGETHER = [table for table in tables(all_games()["take_it_easy"]) if table.options]  # one round each


def test_every_number_of_seats_is_covered():
    assert len(SEATS) == 8 + 2 + 3
    assert len(TOGETHER) == 14


# PettingZoo has a list of its own games whose observation is a dict with a mask, and warns about others.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_api(name, seats):
    api_test(env(name, seats=seats, options=SHORT.get(name, {}), openings=4), num_cycles=300)


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_seeds(name, seats):
    seed_test(lambda: env(name, seats=seats, options=SHORT.get(name, {}), openings=4), num_cycles=100)


@pytest.mark.parametrize("name", list(all_games()))
def test_render(name):
    """Its own modes are tested too: text, pixels and SVG."""
    svg = {"svg": lambda drawn: isinstance(drawn, str) and drawn.startswith("<svg")}
    render_test(lambda **kwargs: env(name, openings=4, **kwargs), custom_tests=svg)


@pytest.mark.parametrize("table", TOGETHER, ids=str)
def test_parallel_api(table: Table):
    parallel_api_test(parallel_env(table.game.id, seats=table.seats, options=table.options), num_cycles=60)


@pytest.mark.parametrize("table", TOGETHER, ids=str)
def test_parallel_seeds(table: Table):
    parallel_seed_test(lambda: parallel_env(table.game.id, seats=table.seats, options=table.options), num_cycles=40)


@pytest.mark.parametrize("table", TOGETHER, ids=str)
def test_parallel_actions_reach_the_right_agents(table: Table):
    """Legal actions are never refused during a whole game, so none is applied to another agent."""
    together = parallel_env(table.game.id, seats=table.seats, options=table.options)
    observations, _ = together.reset(seed=5)
    rng = np.random.default_rng(5)
    steps = 0
    while together.agents:
        legal = {agent: np.flatnonzero(observations[agent]["action_mask"]) for agent in together.agents}
        observations, _, _, _, _ = together.step({agent: int(rng.choice(legal[agent])) for agent in legal})
        steps += 1
    assert steps == 19, "one round"


@pytest.mark.parametrize("name", ["micropul", "polygons"])
def test_games_of_turns_are_not_parallel(name):
    with pytest.raises(ValueError, match="not all act at once"):
        parallel_env(name, seats=2, openings=4)


def test_both_interfaces_play_the_same_game():
    one = env("take_it_easy", seats=3, options={"rounds": 1})
    two = parallel_env("take_it_easy", seats=3, options={"rounds": 1})
    one.reset(seed=4)
    observations, _ = two.reset(seed=4)
    rng = np.random.default_rng(4)
    while two.agents:
        actions = {}
        for agent in list(two.agents):
            assert one.agent_selection == agent
            seen = one.observe(agent)
            assert np.array_equal(seen["observation"], observations[agent]["observation"]), (
                "actions of others are not visible yet"
            )
            assert np.array_equal(seen["action_mask"], observations[agent]["action_mask"])
            actions[agent] = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            one.step(actions[agent])
        observations, rewards, over, _, _ = two.step(actions)
    assert rewards == one.rewards
    assert sum(rewards.values()) == pytest.approx(0)
    assert over == one.terminations
