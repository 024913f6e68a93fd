"""Runs in several processes: results do not depend on their number, on crashing bots or on interruptions."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from ludotheque.arena import Match, PlayedGame, Sprt, run
from ludotheque.arena.results_file import ResultsFile
from ludotheque.engine.errors import Refusal

OWN = "tests.arena.bots"
MATCH = Match("take_it_easy", ("greedy", "random"), 2, {"rounds": 1}, seed=11)


def timeless(results: list[PlayedGame]) -> list[PlayedGame]:
    """The parts of the results that must be reproducible."""
    return [replace(result, ms=(), worst=()) for result in results]


@pytest.fixture(scope="module", autouse=True)
def quick_to_start():
    """The many processes of these tests interpret the rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOTHEQUE_RULES", "interpreted")
        yield


@pytest.fixture(scope="module")
def whole() -> list[PlayedGame]:
    return run(MATCH, 9, 1)


def test_results_do_not_depend_on_the_number_of_processes(whole, tmp_path):
    finished: list[int] = []
    results = run(MATCH, 9, 3, tmp_path / "results.jsonl", progress=finished.append)
    assert timeless(results) == timeless(whole)
    assert [result.number for result in results] == list(range(9))
    assert (sum(finished), len(finished)) == (9, 10)
    lines = (tmp_path / "results.jsonl").read_text().splitlines()
    assert sorted(json.loads(line)["number"] for line in lines[1:]) == list(range(9))


def test_killed_run_resumes(whole, tmp_path):
    """The process group is killed, and the last line is cut."""
    file = tmp_path / "results.jsonl"
    command = [
        "from pathlib import Path", "from ludotheque.arena import Match, run",
        f"if __name__ == '__main__': run({MATCH!r}, 100000, 2, Path({str(file)!r}))",
    ]  # fmt: skip
    script = tmp_path / "script.py"
    script.write_text("\n".join(command))
    process = subprocess.Popen([sys.executable, script], start_new_session=True)
    while not (file.exists() and file.read_text().count("\n") > 3):
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    with file.open("r+b") as stream:
        data = stream.read()
        lines = data.split(b"\n")
        stream.seek(0)
        stream.truncate()
        stream.write(b"\n".join(lines[:4]) + b"\n" + lines[2][:30])
    kept = file.read_text().splitlines()[1:4]
    assert timeless(run(MATCH, 9, 2, file)) == timeless(whole)
    assert file.read_text().splitlines()[1:4] == kept, "what was there is not played again"
    assert len(file.read_text().splitlines()) >= 10
    before = file.read_bytes()
    assert timeless(run(MATCH, 5, 2, file)) == timeless(whole)[:5]
    assert file.read_bytes() == before, "all of it was there"


def test_file_of_another_match_is_refused_and_unchanged(tmp_path):
    file = tmp_path / "results.jsonl"
    ResultsFile(file, MATCH).close()
    for other in (
        replace(MATCH, seed=12),
        replace(MATCH, ms=5),
        replace(MATCH, limit=1),
        replace(MATCH, options={"rounds": 2}),
    ):
        with pytest.raises(Refusal) as refused:
            ResultsFile(file, other)
        assert refused.value.code == "other_match"
    for text in ("hello", "hello\n", "[]\n", '{"record": 1}\n', file.read_text() + "{}\n", file.read_text() + "7\n"):
        file.write_text(text)
        with pytest.raises(Refusal) as refused:
            ResultsFile(file, MATCH)
        assert refused.value.code == "malformed"
        assert file.read_text() == text


def test_two_runs_do_not_write_to_one_file(tmp_path):
    first = ResultsFile(tmp_path / "results.jsonl", MATCH)
    with pytest.raises(Refusal) as refused:
        ResultsFile(tmp_path / "results.jsonl", MATCH)
    assert refused.value.code == "busy"
    first.close()
    ResultsFile(tmp_path / "results.jsonl", MATCH).close()


@pytest.mark.parametrize(("bot", "how"), [("TakesItsProcessAlong", "died"), ("NeverAnswers", "slow")])
def test_bot_that_kills_its_process_loses_only_its_game(bot, how):
    match = Match("take_it_easy", ("random", f"{OWN}:{bot}", "greedy"), 2, {"rounds": 1}, seed=3, limit=1)
    results = run(match, 6, 2)
    assert [result.number for result in results] == list(range(6))
    for result in results:
        assert (result.forfeit is not None) == (f"{OWN}:{bot}" in result.bots)
        if result.forfeit is not None:
            seat, why, _ = result.forfeit
            assert (result.bots[seat], why, result.winners) == (f"{OWN}:{bot}", how, (1 - seat,))


def test_a_sequential_test_stops_at_the_same_game_with_any_number_of_processes(tmp_path):
    file, ends = tmp_path / "results.jsonl", []
    for processes, kept in ((1, None), (3, file), (2, file)):
        test = Sprt(0, 400)
        results = run(MATCH, 1000, processes, kept, test)
        assert test.verdict == "elo1"
        ends.append((len(results), test.counts, test.ratio))
    assert ends[0] == ends[1] == ends[2]
    assert ends[0][0] < 40
    assert ends[0][0] % 2 == 0


def test_error_in_the_arena_is_not_a_forfeit():
    with pytest.raises(RuntimeError, match="header"):
        run(replace(MATCH, options={"rounds": 1000}), 2, 1)
