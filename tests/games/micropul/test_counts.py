"""How many sequences of events there are from positions of the golden records, outcomes of chance counted (perft)."""

import json
from pathlib import Path

import pytest

from ludotheque.game_records import read
from ludotheque.testing import count

HERE = Path(__file__).parent
COUNTS = json.loads((HERE / "counts.json").read_text())


FEW = 20_000


def counted(row, numbers) -> list[int]:
    steps = read((HERE / "records" / f"{row['record']}.jsonl").read_bytes())
    position = next(step.position for step in steps if step.line == row["line"])
    return [count(position, length) for length in range(1, len(numbers) + 1)]


@pytest.mark.parametrize("row", COUNTS, ids=lambda row: f"{row['record']} {row['line']}")
def test_counts(row):
    few = [number for number in row["counts"] if number < FEW]
    assert counted(row, few) == few


@pytest.mark.long
@pytest.mark.parametrize("row", COUNTS, ids=lambda row: f"{row['record']} {row['line']}")
def test_larger_counts(row):
    assert counted(row, row["counts"]) == row["counts"]
