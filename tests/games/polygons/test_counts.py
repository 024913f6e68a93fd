"""Counts as data: how many sequences of events there are from given positions of golden records, by length.

Any engine with the same boxes must find the same numbers. Running this file as a script wrote `counts.json`.
"""

import json
from itertools import takewhile
from pathlib import Path

import pytest

from ludotheque import game_records as records
from ludotheque.testing import count

HERE = Path(__file__).parent
COUNTS = json.loads((HERE / "counts.json").read_text())


@pytest.mark.rule("P-20", "P-30", "P-40", "P-51", "P-60")
@pytest.mark.parametrize("entry", COUNTS, ids=lambda entry: f"{entry['record']}-{entry['line']}")
def test_counts(read_record, entry):
    step = next(step for step in read_record(entry["record"]) if step.line == entry["line"])
    quick = list(takewhile(lambda number: number < 3000, entry["counts"]))
    assert [count(step.position, length) for length in range(1, 1 + len(quick))] == quick


@pytest.mark.long
@pytest.mark.parametrize("entry", COUNTS, ids=lambda entry: f"{entry['record']}-{entry['line']}")
def test_all_counts(read_record, entry):
    step = next(step for step in read_record(entry["record"]) if step.line == entry["line"])
    assert [count(step.position, length) for length in range(1, 1 + len(entry["counts"]))] == entry["counts"]


def write_counts():
    """Write the numbers again, from every golden record at its first turn, in the middle and near its end."""
    entries = []
    for file in sorted((HERE / "records").glob("*[ab].jsonl")):
        steps = records.read(file.read_bytes())
        for at in (2, len(steps) // 2, len(steps) - 6):
            numbers: list[int] = []
            while len(numbers) < 5 and (not numbers or numbers[-1] < 6000) and 0 not in numbers:
                numbers.append(count(steps[at].position, len(numbers) + 1))
            entries.append({"record": file.name.split(".")[0], "line": steps[at].line, "counts": numbers})
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    (HERE / "counts.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    write_counts()
