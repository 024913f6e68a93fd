"""The same work on a Ray cluster of several processes gives the same results, also when one of them is killed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long  # `dev.py test --long` brings Ray

PROGRAM = str(Path(sys.executable).with_name("ludotheque"))
STARTS = 5
"""How often to start the cluster: Ray gives up after 30 s, which is too short on a busy machine and cannot be set."""
PLAIN = {"LUDOTHEQUE_RULES": "interpreted"}
"""Interpreted rules in all processes, which have little work each."""


@pytest.fixture(scope="module")
def cluster():
    """A cluster for these tests; its address."""
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed")
    import ray

    with pytest.MonkeyPatch.context() as patch:
        for name, value in PLAIN.items():
            patch.setenv(name, value)  # the workers inherit it
        for attempt in range(1, STARTS + 1):
            try:
                started = ray.init(num_cpus=2, include_dashboard=False, logging_level="error")
                break
            except Exception:
                ray.shutdown()
                if attempt == STARTS:
                    raise
    yield started.address_info["address"]
    ray.shutdown()


def ludotheque(*arguments: object, **more: str) -> tuple[int, bytes, str]:
    """Run the command line to its end: exit code, output, errors."""
    command = [PROGRAM, "--lang", "en", *map(str, arguments)]
    done = subprocess.run(command, env={**os.environ, **PLAIN, **more}, capture_output=True, timeout=300)
    return done.returncode, done.stdout, done.stderr.decode()


def json_of(*arguments: object, **more: str) -> dict[str, Any]:
    """The output of a command with ``--json``."""
    code, out, err = ludotheque(*arguments, "--json", **more)
    assert code == 0, err
    return json.loads(out)


def workers() -> list[int]:
    """The worker processes of the cluster that run a task now."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cmdline").read_bytes().startswith(b"ray::_do"):
                found.append(int(process.name))
        except OSError:
            pass  # it has just ended
    return found


def test_simulations_are_equal(cluster):
    given = ("simulate", "take_it_easy", "--games", 5_000, "--seed", 5)
    here, there = json_of(*given), json_of(*given, "--engine", "ray", RAY_ADDRESS=cluster)
    for timed in ("seconds", "games_per_second", "steps_per_second"):
        del here[timed], there[timed]
    assert here == there


def test_matches_are_equal_and_a_bot_that_dies_loses(cluster):
    dying = "tests.arena.bots:TakesItsProcessAlong"
    given = ("arena", "take_it_easy", "--bot", "random", "--bot", dying, "--games", 8, "--seed", 3)
    here, there = json_of(*given), json_of(*given, "--engine", "ray", RAY_ADDRESS=cluster)
    for told_of in here["bots"] + there["bots"]:
        del told_of["ms_per_move"], told_of["worst_ms"]
    assert here == there
    assert here["failures"], "it dies"


def test_killed_worker_loses_no_game(cluster, tmp_path):
    """The same files are written although a worker is killed in the middle."""
    games = 30
    given = ("record", "micropul", "--bot", "random", "--games", games, "--seed", 7)
    code, _, err = ludotheque(*given, "--out", tmp_path / "here")
    assert code == 0, err
    there, done = tmp_path / "there", threading.Event()
    killed: list[int] = []

    def kill_one() -> None:
        while not done.is_set() and not killed:
            if 0 < len(list(there.glob("*.jsonl"))) < games:
                for worker in workers()[:1]:
                    os.kill(worker, signal.SIGKILL)
                    killed.append(worker)
            time.sleep(0.01)

    killer = threading.Thread(target=kill_one)
    killer.start()
    try:
        code, _, err = ludotheque(*given, "--out", there, "--engine", "ray", RAY_ADDRESS=cluster)
    finally:
        done.set()
        killer.join()
    assert code == 0, err
    assert killed, "nothing was killed: the games are too few"
    written = {file.name: file.read_bytes() for file in there.iterdir()}
    assert written == {file.name: file.read_bytes() for file in (tmp_path / "here").iterdir()}
    assert len(written) == games


def test_missing_cluster_is_reported():
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed")
    given = ("simulate", "take_it_easy", "--games", 5, "--engine", "ray")
    code, _, err = ludotheque(*given, RAY_ADDRESS="127.0.0.1:1")
    assert code == 2
    assert "no Ray cluster" in err
