"""A stale compile cache can never run old rules."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# A compiled caller in a separate file that never changes: Numba's cache checks only that file.
CALLER = """
import numpy as np
from ludotheque.native.compiled import COMPILED, rule
from ludotheque.games.take_it_easy import rules

@rule
def points(setup, state):
    return rules.score(setup, state, 0)

assert COMPILED
setup, state = np.zeros(1, rules.SETUP), np.zeros(1, rules.STATE)
print(points(setup[0], state[0]))
"""


@pytest.mark.parametrize("cache", ["folder", "unusable"])
def test_an_edited_rule_is_seen_by_its_compiled_callers(tmp_path: Path, cache: str) -> None:
    source = tmp_path / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    caller = tmp_path / "caller.py"
    caller.write_text(CALLER)
    if cache == "unusable":  # Numba then likes to write beside the sources instead, where no fingerprint protects
        (tmp_path / "cache").touch()
    environment = {**os.environ, "PYTHONPATH": str(source), "LUDOTHEQUE_CACHE": str(tmp_path / "cache")}
    environment.pop("NUMBA_DISABLE_JIT", None)

    def points() -> int:
        return int(subprocess.run([sys.executable, caller], env=environment, check=True, capture_output=True).stdout)

    assert points() == 0
    if cache == "folder":
        assert list((tmp_path / "cache").rglob("caller.points-*.nbc")), "nothing was cached: this would prove nothing"

    rules = source / "ludotheque/games/take_it_easy/rules.py"
    text, edits = re.subn(r"(?s)(\ndef score\(.*?\n    return )", r"\g<1>307 + ", rules.read_text(encoding="utf-8"))
    assert edits == 1
    rules.write_text(text, encoding="utf-8")
    assert points() == 307


ASKER = """
import numpy as np
from ludotheque import game
from ludotheque.engine.dispatch import fill_legal

position = game("take_it_easy").start(1, {})
fill_legal(position.setup, position.state, 0, np.zeros(0, np.int64))
"""


def test_editing_a_game_recompiles_only_that_game(tmp_path: Path) -> None:
    source, kept = tmp_path / "src", tmp_path / "cache"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(source), "LUDOTHEQUE_CACHE": str(kept)}
    environment.pop("NUMBA_DISABLE_JIT", None)

    def compiled_anew() -> int:
        before = set(kept.rglob("*.nbc"))
        subprocess.run([sys.executable, "-c", ASKER], env=environment, check=True, capture_output=True)
        return len(set(kept.rglob("*.nbc")) - before)

    def edit(game: str) -> None:
        with (source / f"ludotheque/games/{game}/rules.py").open("a", encoding="utf-8") as file:
            file.write("# edited\n")

    assert compiled_anew() > 0
    edit("micropul")
    assert compiled_anew() == 0
    edit("take_it_easy")
    assert compiled_anew() > 0
