"""OpenSpiel's own tests pass for every game; each suite says how many tests it ran."""

import sys
import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags

from ludotheque import all_games
from ludotheque.envs.openspiel import OpenSpielState, register_all
from ludotheque.testing import tables

NAMES = register_all()
TABLES = [table for game in all_games().values() for table in tables(game)]
flags.FLAGS.mark_as_parsed()  # those of OpenSpiel, which is started as a program elsewhere
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
pytestmark = pytest.mark.filterwarnings("ignore")  # OpenSpiel's own modules warn of each other


def load(table):
    return pyspiel.load_game(f"ludotheque_{table.game.id}", {"seats": table.seats, "openings": 4, **table.options})


def run(suite: unittest.TestSuite) -> int:
    """Run tests of OpenSpiel's; how many there were."""
    result = unittest.TextTestRunner(stream=sys.stderr).run(suite)
    assert result.wasSuccessful()
    assert not result.skipped
    return result.testsRun


def test_they_are_registered():
    assert NAMES == ["ludotheque_micropul", "ludotheque_polygons", "ludotheque_take_it_easy"]
    assert set(NAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_random_sim(table):
    pyspiel.random_sim_test(load(table), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_random_sim_with_states_written_and_read(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_games_sim():
    """One at the usual table of each game, and one for each number of players from 2 to 6 where there may be more."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    names = [name for name in unittest.defaultTestLoader.getTestCaseNames(GamesSimTest) if "ludotheque_" in name]
    assert run(unittest.TestSuite(map(GamesSimTest, names))) == 3 + 5 + 3


def test_integration_api():
    """The five of a partial tree, for each game at its usual table and, where that is a table alone, at one for two."""
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    suite = unittest.TestSuite()
    for name in (
        "ludotheque_micropul",
        "ludotheque_polygons",
        "ludotheque_take_it_easy",
        "ludotheque_take_it_easy(seats=2)",
    ):
        case = type("Case", (EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": pyspiel.load_game(name)})
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    assert run(suite) == 4 * 5


@pytest.mark.parametrize("name", NAMES)
def test_playthrough(name):
    """A game that was written down plays again as it did, line by line. (Where that is meant to change, OpenSpiel's
    `generate_playthrough.playthrough(name)` gives a new file.)"""
    from open_spiel.python.algorithms.generate_playthrough import replay

    file = PLAYTHROUGHS / f"{name}.txt"
    expected, actual = replay(str(file))
    assert len(expected.splitlines()) > 100
    assert actual == expected


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_resampled_state_looks_the_same_to_the_seat(table):
    state: OpenSpielState = load(table).new_initial_state()
    choose = np.random.default_rng(3)
    differed = False
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(choose.choice(actions, p=weights)))
            continue
        seat = state.current_player()
        other = state.resample_from_infostate(seat, choose.random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == []
        differed |= other.position.state.tobytes() != state.position.state.tobytes()
        differed |= other.position.setup.tobytes() != state.position.setup.tobytes()
        clone = other.clone()
        action = int(choose.choice(state.legal_actions()))
        clone.apply_action(action)
        state.apply_action(action)
    assert differed or table.seats == 1
    assert sum(state.returns()) == pytest.approx(0) or table.seats == 1


def test_search_by_others_runs_on_them():
    """Information-set search in Python; and plain search in Python where nothing is hidden."""
    from open_spiel.python.algorithms import ismcts, mcts

    rng = np.random.RandomState(1)
    for name in ("ludotheque_micropul", "ludotheque_take_it_easy(seats=2)"):
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 8, random_state=rng)
        policy, action = bot.step_with_policy(state)
        assert action in state.legal_actions()
        assert sum(weight for _, weight in policy) == pytest.approx(1)
    game = pyspiel.load_game("ludotheque_take_it_easy")
    state = game.new_initial_state()
    state.apply_action(0)
    searcher = mcts.MCTSBot(game, 2.0, 8, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert searcher.step(state) in state.legal_actions()
