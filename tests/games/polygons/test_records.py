"""Golden records: whole games at every kind of table, with what was legal before every event; and spoilt ones."""

import hashlib
import json
from itertools import pairwise
from pathlib import Path

import pytest

from ludotheque import game_records as records
from ludotheque.engine.errors import Refusal

RECORDS = Path(__file__).parent / "records"
NAMES = sorted(file.name.split(".")[0] for file in RECORDS.glob("*[ab].jsonl"))
LEGAL = json.loads((RECORDS / "legal.json").read_text())


def legal_rows(steps):
    for step in steps:
        position = step.position
        yield {
            "line": step.line,
            "to_act": list(position.to_act),
            "legal": {str(seat): sorted(position.legal_texts(seat)) for seat in position.to_act if seat != "chance"},
        }


@pytest.mark.parametrize("name", NAMES)
def test_golden_records(read_record, name):
    """Each is read to its end, and as many actions were legal before each event; a hash stands for which they were."""
    rows = list(legal_rows(read_record(name)))
    assert [sum(map(len, row["legal"].values())) for row in rows] == LEGAL[name]["counts"]
    text = "\n".join(json.dumps(row, sort_keys=True) for row in rows)
    assert hashlib.sha256(text.encode()).hexdigest() == LEGAL[name]["sha256"]
    assert read_record(name)[-1].position.is_over


@pytest.mark.parametrize("name", [name for name in NAMES if (RECORDS / f"{name}.legal.jsonl").exists()])
def test_legal_actions_of_golden_records(read_record, name):
    listed = [json.loads(line) for line in (RECORDS / f"{name}.legal.jsonl").read_text().splitlines()]
    assert list(legal_rows(read_record(name))) == listed


def refused(name, spoil):
    """Where and why a golden record is refused once its lines are spoilt."""
    lines = (RECORDS / f"{name}.jsonl").read_text().splitlines()
    spoil(lines)
    with pytest.raises(Refusal) as caught:
        records.read("\n".join(lines).encode())
    return caught.value.line, caught.value.code


def line_of(name, do):
    """The number of the first line with this action."""
    lines = (RECORDS / f"{name}.jsonl").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if json.loads(line).get("do", "").startswith(do))


def put(number, by, do):
    return lambda lines: lines.insert(number - 1, json.dumps({"by": by, "do": do}))


def test_a_box_is_needed():
    assert refused("1a", lambda lines: lines.pop(1)) == (2, "impossible_chance")
    assert refused("1a", lambda lines: lines.__setitem__(1, '{"by": "chance", "do": "box"}')) == (2, "malformed")
    assert refused("1a", lambda lines: lines.pop(2)) == (3, "not_to_act")
    assert refused("1a", lambda lines: lines.insert(3, lines[2])) == (4, "not_to_act")
    assert refused("1a", lambda lines: lines.insert(2, lines[1])) == (3, "impossible_chance")


def test_a_spoilt_box_is_refused_at_its_line():
    def without_a_kind(lines):
        event = json.loads(lines[1])
        first, second = event["box"]["pieces"][:2]
        first["shape"], first["colour"] = second["shape"], second["colour"]
        lines[1] = json.dumps(event)

    assert refused("1a", without_a_kind) == (2, "box_kinds")


def test_implied_steps_are_never_written(read_record):
    """Each event after which the turn ended by itself: the `end` that was implied is refused there."""
    ended = [
        (after.line, before.event)
        for before, after in pairwise(read_record("5a"))
        if before.event.by != "chance"
        and before.event.do != "end"
        and after.position.to_act not in ((before.event.by,), ())
    ]
    assert len(ended) > 20
    line, event = ended[0]
    assert refused("5a", put(line, event.by, "end")) == (line, "not_to_act")
    assert refused("5a", put(line, event.by, "stop")) == (line, "not_to_act")


def test_what_is_left_out_is_missed():
    line = line_of("2a", "end")
    assert refused("2a", lambda lines: lines.pop(line - 1)) == (line, "not_to_act")
    last = len((RECORDS / "2a.jsonl").read_text().splitlines())
    assert refused("2a", lambda lines: lines.pop(last - 2)) == (last - 1, "result_early")
    assert refused("2a", lambda lines: lines.pop()) == (last, "no_result")


def test_a_result_is_recomputed():
    def change(**what):
        def spoil(lines):
            result = json.loads(lines[-1])
            result["result"].update(what)
            lines[-1] = json.dumps(result)

        return spoil

    last = len((RECORDS / "6a.jsonl").read_text().splitlines())
    assert refused("6a", change(scores=[-12, -2, 2, 2])) == (last, "result_wrong")
    assert refused("6a", change(winners=[3])) == (last, "result_wrong")  # both partners win
    assert refused("6a", change(reason="tokens")) == (last, "result_wrong")


def test_numbers_in_actions_have_one_spelling():
    line = line_of("1a", "take")

    def zero_before(lines):
        event = json.loads(lines[line - 1])
        event["do"] = event["do"].replace("take ", "take 0")
        lines[line - 1] = json.dumps(event)

    assert refused("1a", zero_before) == (line, "no_such_piece")
