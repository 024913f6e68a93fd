"""Golden records: whole games of every game and option, with what was legal before each event, and spoilt ones.

A game keeps its own in ``tests/games/<game>/records/``: ``NAME.jsonl``, perhaps ``NAME.legal.jsonl`` beside it (the
legal actions before each event, a line each), and ``refused/`` with ``expected.json``, which says where each is refused
and why.
"""

import json
from pathlib import Path

import pytest

from ludotheque.engine.errors import Refusal
from ludotheque.engine.registry import games
from ludotheque.game_records import Reader, read

HERE = Path(__file__).parent


def name_of(file):
    return str(file.relative_to(HERE))


RECORDS = sorted(file for file in HERE.glob("*/records/*.jsonl") if not file.name.endswith(".legal.jsonl"))
LISTED = sorted(HERE.glob("*/records/*.legal.jsonl"))
REFUSED = [
    pytest.param(file.parent / entry["file"], entry, id=name_of(file.parent / entry["file"]))
    for file in sorted(HERE.glob("*/records/refused/expected.json"))
    for entry in json.loads(file.read_text())
]
OURS = [game for game in games().values() if game.package.startswith("ludotheque.")]


@pytest.mark.parametrize("file", RECORDS, ids=name_of)
def test_a_golden_record_replays_to_its_result(file):
    data = file.read_bytes()
    last = read(data)[-1]
    assert last.position.is_over
    assert last.line == len(data.splitlines())


@pytest.mark.parametrize("file", LISTED, ids=name_of)
def test_the_legal_actions_before_each_event_are_those_listed(file):
    listed = [json.loads(line) for line in file.read_text().splitlines()]
    steps = read((file.parent / file.name.replace(".legal", "")).read_bytes())
    assert len(steps) == len(listed)
    for step, row in zip(steps, listed, strict=True):
        seats = [seat for seat in step.position.to_act if seat != "chance"]
        assert row == {
            "line": step.line,
            "to_act": list(step.position.to_act),
            "legal": {str(seat): sorted(step.position.legal_texts(seat)) for seat in seats},
        }


def read_until_refused(data):
    """The lines that were read as good, and the refusal of the next one."""
    good = []
    try:
        for step in Reader(data).steps():
            good.append(step.line)
    except Refusal as refusal:
        return good, refusal
    pytest.fail("the record was read to its end")


@pytest.mark.parametrize(("file", "expected"), REFUSED)
def test_a_spoilt_record_is_refused_at_its_line(file, expected):
    good, refusal = read_until_refused(file.read_bytes())
    assert refusal.line == expected["line"], expected["why"]
    assert good == list(range(2, expected["line"])), "nothing before the line is lost"
    if "code" in expected:
        assert refusal.code == expected["code"], expected["why"]


@pytest.mark.parametrize("file", sorted(HERE.glob("*/records/refused/*.jsonl")), ids=name_of)
def test_no_spoilt_record_is_forgotten(file):
    assert file.name in [entry["file"] for entry in json.loads((file.parent / "expected.json").read_text())]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_golden_records_cover_every_option(game):
    """Some record has the defaults, and for each option some record has another value."""
    headers = [Reader(file.read_bytes()).header for file in RECORDS if file.parts[-3] == game.id]
    written = [game.non_default_options(header.options) for header in headers]
    assert written, f"{game.id} has no golden record"
    assert {} in written, f"{game.id} has no golden record with all options at their defaults"
    missing = set(game.options).difference(*written)
    assert not missing, f"{game.id} has no golden record with another {sorted(missing)}"
