"""Extras stay extras: who plays needs none of them, and each is needed only by who uses it."""

import subprocess
import sys

EXTRAS = ("gymnasium", "matplotlib", "open_spiel", "pettingzoo", "pyarrow", "pyspiel", "ray", "torch")

WITHOUT = f"""
import sys
sys.modules.update(dict.fromkeys({EXTRAS}))  # as if they were not installed
"""


def run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_house_and_a_game_need_none():
    run("""
import io, os
os.environ["NUMBA_DISABLE_JIT"] = "1"
import ludotheque
from ludotheque.cli import main
sys.stdin = io.StringIO("1\\n" * 19)
sys.argv = ["ludotheque", "play", "take_it_easy", "--seed", "1"]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
""")


def test_the_engine_needs_none():
    """Many tables can be played without any of the libraries that they are made for."""
    run("""
import os
os.environ["NUMBA_DISABLE_JIT"] = "1"
import numpy as np
from ludotheque import game
from ludotheque.envs.batch import Tables
tables = Tables(game("take_it_easy"), 2, 1, {"rounds": 1})
tables.seed(0, 1)
tables.seed(1, 2)
tables.reset()
tables.step(np.array([0, 1]))
assert tables.masks.sum() == 36
""")
