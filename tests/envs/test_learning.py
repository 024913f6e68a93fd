"""The training examples work, and the checks of other libraries pass. (`dev.py test --long` installs them.)"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque import all_games
from ludotheque.envs.gym import TableEnv

EXAMPLES = Path(__file__).parents[2] / "examples"


def learnt(example: str, *arguments: str) -> tuple[float, float]:
    """The scores of the agent and of greedy."""
    done = subprocess.run([sys.executable, str(EXAMPLES / example), *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = re.search(r"agent (-?[\d.]+) \+- [\d.]+, greedy (-?[\d.]+)", done.stdout)
    assert found, done.stdout
    return float(found[1]), float(found[2])


@pytest.mark.long
def test_ppo_learns_take_it_easy(tmp_path):
    """Shortened: after 0.7 million steps it is far above random play (11 points). (5 million beat greedy.)"""
    curve = tmp_path / "curve.svg"
    shaped, shaped_curve = "--shaping", str(tmp_path / "shaped.csv")
    learnt("ppo.py", "take_it_easy", "--steps", "2e4", "--games", "2", shaped, "--curve", shaped_curve)
    beside = ("--beside", shaped_curve)
    agent, _ = learnt("ppo.py", "take_it_easy", "--steps", "7e5", "--games", "60", "--curve", str(curve), *beside)
    assert agent > 40
    assert curve.read_text().startswith("<?xml")
    assert curve.with_suffix(".csv").read_text().startswith("seconds,games,steps,score")


@pytest.mark.long
def test_self_play_example_learns_micropul(tmp_path):
    """Shortened: it plays, learns and reports its progress."""
    curve = tmp_path / "curve.svg"
    shortened = ("--steps", "2e4", "--tables", "64", "--games", "20", "--matches", "4", "--report", "5")
    agent, _ = learnt("selfplay.py", *shortened, "--curve", str(curve))
    assert 0 <= agent <= 1
    assert curve.with_suffix(".csv").read_text().startswith("seconds,games,steps,wins")


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")  # the library causes warnings in its dependencies
@pytest.mark.parametrize("name", list(all_games()))
def test_stable_baselines_finds_nothing_wrong(name):
    from stable_baselines3.common.env_checker import check_env

    check_env(TableEnv(name), warn=False)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", list(all_games()))
def test_shimmy_converts_openspiel_games_to_pettingzoo(name):
    from pettingzoo.test import api_test
    from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

    import ludotheque.envs.openspiel  # noqa: F401 - registers

    table = {"openings": 4, "seats": 2}
    api_test(OpenSpielCompatibilityV0(game_name=f"ludotheque_{name}", config=table), num_cycles=50)
