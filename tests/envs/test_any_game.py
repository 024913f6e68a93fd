"""A game without spaces.py gets default spaces for the environments."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ludotheque import game
from ludotheque.spaces import by_declaration

WITHOUT_OWN_SPACES = """
import json, sys
import numpy as np
from gymnasium.utils.env_checker import check_env
from ludotheque import game
chosen = game(sys.argv[1])
vars(chosen)["spaces"] = None
from ludotheque.envs.gym import TableEnv
from ludotheque.envs.vector import VectorTableEnv
from ludotheque.testing import Table, spaces_are_exact
spaces_are_exact(Table(chosen, 2, {}))
env = TableEnv(chosen.id, seats=2, options={})
check_env(env, skip_render_check=True)
observations, info = VectorTableEnv(chosen.id, 3, seats=2, options={}).reset(seed=1)
size = chosen.rules.SETUP.itemsize
state = observations[0, size:].copy().view(chosen.rules.STATE)[0]
assert state.tobytes() == env.reset(seed=1)[0][size:].tobytes()
print(json.dumps([int(env.action_space.n), env.observation_space.shape[0], int(state.heap).bit_count()]))
"""


def without_own_spaces(name: str, folder: Path) -> str:
    # With other spaces the functions differ from those of the library.
    environment = {**os.environ, "LUDOTHEQUE_RULES": "interpreted"}
    command = [sys.executable, "-W", "error", "-c", WITHOUT_OWN_SPACES, name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_default_spaces_use_declared_actions_and_masked_state_bytes(tmp_path):
    rules = game("take_it_easy").rules
    actions, width, heap = json.loads(without_own_spaces("take_it_easy", tmp_path))
    assert (actions, heap) == (27 * 19, 26)
    assert width == rules.SETUP.itemsize + rules.STATE.itemsize


@pytest.mark.parametrize(("name", "count"), [("take_it_easy", 27 * 19), ("polygons", 6987), ("micropul", 3211266)])
def test_every_declared_action_has_an_index(name, count):
    verbs = game(name).notation.ACTIONS
    found = by_declaration(verbs)
    assert found.index_count(None) == count
    rng = np.random.default_rng(3)
    for index in {0, 1, count - 1, *(int(index) for index in rng.integers(0, count, 500))}:
        action = found.action_at(0, 0, 0, index)
        verbs.parts(action)  # a valid action
        assert found.index_of(0, 0, 0, action) == index
