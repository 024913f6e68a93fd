"""Games as data: what is written is what was played, and can be read without the program that made it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

from ludotheque import all_games, dataset
from ludotheque.engine.position import Event
from ludotheque.envs.gym import TableEnv
from ludotheque.game_records import Reader

PLAYED: dict[str, tuple[dict[str, Any], int]] = {
    "take_it_easy": ({"rounds": 1, "pairs": True}, 2),
    "micropul": ({}, 2),
    "polygons": ({"teams": True}, 4),
}


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(Path(sys.executable).with_name("ludotheque")), *arguments], capture_output=True, text=True
    )


@pytest.fixture(scope="module", params=list(PLAYED))
def made(request, tmp_path_factory):
    options, seats = PLAYED[request.param]
    folder = tmp_path_factory.mktemp(request.param)
    dataset.write(folder, all_games()[request.param], seats, options, ["random"] * seats, seed=5, games=2)
    return folder, dataset.read(folder)


def test_a_row_says_what_the_law_says(made):
    _, found = made
    actions = found.actions
    masks = found.masks(slice(None))
    assert masks.shape == (len(found), found.card["actions"])
    assert masks[np.arange(len(found)), actions].all(), "what was done was legal"
    for row in range(0, len(found), 7):
        position, masked = found.position(row), found.mask(row)
        assert position.mask(masked.seat).to_bytes() == masked.to_bytes()
        do = found.table.column("do")[row].as_py()
        assert do in masked.legal_texts
        assert masks[row].sum() == len(masked.legal_texts)
        position.play(Event(masked.seat, do))


def test_observations_are_those_of_the_environment(made):
    _, found = made
    env = TableEnv(found.card["game"], seats=found.card["seats"], options=found.card["options"], openings=1)
    assert found.observations.dtype == env.observation_space.dtype
    assert found.card["actions"] == env.batch.spaces.actions
    assert all(told in env.observation_space for told in found.observations)


def test_the_games_are_those_of_the_records(made, tmp_path):
    folder, found = made
    card = found.card
    options = [f"--option={name}={json.dumps(value).strip(chr(34))}" for name, value in card["options"].items()]
    where = ["--seats", str(card["seats"]), "--seed", "5", "--games", "2", "--out", str(tmp_path)]
    done = command("record", card["game"], *options, *where)
    assert done.returncode == 0, done.stderr
    for number, file in enumerate(sorted(tmp_path.glob("*.jsonl"))):
        *_, last = Reader(file.read_bytes()).steps()
        assert last.position.result is not None
        rows = np.flatnonzero(found.games == number)
        assert found.table.column("scores")[int(rows[0])].as_py() == last.position.result.scores
        assert set(found.seats[rows][found.won[rows]]) <= set(last.position.result.winners)
    assert "--format parquet" in (folder / "card.md").read_text()


def test_it_can_be_read_without_the_program(made):
    folder, found = made
    table = pyarrow.parquet.read_table(folder / "decisions.parquet")
    assert table.column_names == list(dataset.COLUMNS)
    assert {field.metadata[b"means"].decode() for field in table.schema} == set(dataset.COLUMNS.values())
    assert json.loads(table.schema.metadata[b"ludotheque"]) == found.card


def test_the_command_writes_it(tmp_path):
    out = tmp_path / "set"
    given = ["record", "take_it_easy", "--option=rounds=1", "--seed", "3", "--games", "2", "--bot", "greedy"]
    done = command(*given, "--format", "parquet", "--out", str(out))
    assert done.returncode == 0, done.stderr
    found = dataset.read(out)
    assert (len(found), found.card["bots"], found.card["seed"]) == (38, ["greedy"], 3)
    assert command(*given, "--format", "parquet").returncode == 2, "it needs a folder"
    assert command(*given, "--format", "csv", "--out", str(out)).returncode == 2
