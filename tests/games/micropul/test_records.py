"""Golden records: whole games of every option set with their legal actions, and spoilt ones with the line to refuse."""

import json
from pathlib import Path

import pytest

from ludotheque.engine.errors import Refusal
from ludotheque.game_records import read

RECORDS = Path(__file__).parent / "records"
REFUSED = json.loads((RECORDS / "refused" / "expected.json").read_text())


@pytest.mark.parametrize("name", [file.name for file in sorted(RECORDS.glob("?[ab].jsonl"))])
def test_golden_record(name):
    steps = read((RECORDS / name).read_bytes())
    assert steps[-1].position.is_over
    listing = RECORDS / name.replace(".jsonl", ".legal.jsonl")
    if listing.exists():
        told = [
            {
                "line": step.line,
                "to_act": list(step.position.to_act),
                "legal": {
                    str(by): sorted(step.position.legal_texts(by)) for by in step.position.to_act if by != "chance"
                },
            }
            for step in steps
        ]
        assert told == [json.loads(line) for line in listing.read_text().splitlines()]


def test_the_records_cover_every_option_alone_and_together():
    headers = [json.loads(file.read_text().split("\n")[0]) for file in sorted(RECORDS.glob("?[ab].jsonl"))]
    covered = {(header["seats"], *sorted(header["options"])) for header in headers}
    assert covered >= {
        (1,), (2,), (2, "simple_placement"), (2, "stacking_plus"), (2, "single_double"), (1, "simple_placement"),
        (2, "simple_placement", "single_double", "stacking_plus"),
    }  # fmt: skip


@pytest.mark.parametrize("expected", REFUSED, ids=lambda expected: expected["file"])
def test_spoilt_record_is_refused_at_its_line(expected):
    with pytest.raises(Refusal) as caught:
        read((RECORDS / "refused" / expected["file"]).read_bytes())
    assert (caught.value.line, caught.value.code) == (expected["line"], expected["code"])
