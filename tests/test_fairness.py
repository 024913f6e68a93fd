"""Verifiable chance: the published vectors, and records of live tables, valid and tampered with."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ludotheque import fairness as fair
from ludotheque import game_records as records
from ludotheque.engine.errors import Refusal
from ludotheque.engine.game import Game
from ludotheque.engine.position import Event, Position
from ludotheque.engine.registry import games
from ludotheque.engine.rng import generator
from ludotheque.game_records import Header
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_with

DOCS = Path(__file__).parents[1] / "docs" / "reference"
VECTORS = json.loads((DOCS / "fairness-vectors.json").read_text())[
    "tables"
]  # made by an independent program in JavaScript
DAILY = [fair.SealedDraw(**draw) for draw in json.loads((DOCS / "fairness-vectors.json").read_text())["daily"]]
SEED = "5eed" * 16
Lines = list[dict[str, Any]]


def test_tiles_and_boxes_can_be_verified_from_the_documentation():
    left = [tile for tile in range(48) if tile != 40]
    _, *events = live_record(games()["micropul"], 2)
    for event in events:
        if event.get("by") == "chance":
            ((pick, size),) = event["picks"]
            assert size == len(left)
            assert int(event["do"].split()[-1]) == left.pop(pick)
    header, event, *_ = live_record(games()["polygons"], 2, {"box": "dropped"})
    ((pick, size),) = event["picks"]
    assert size == 2**53
    kind = header["fair"]["choices"]["box"]
    command = [sys.executable, "-c", "from ludotheque.cli import main; main()", "box", "--json", "--kind", kind]
    done = subprocess.run([*command, "--seed", str(pick)], capture_output=True, check=True)
    assert json.loads(done.stdout) == event["box"]


def live_record(game: Game, seats: int, choices: dict[str, str] | None = None, *, drawn: bool = False) -> Lines:
    """The record of a game as the table service plays it, as the objects on its lines."""
    chance = fair.Chance(SEED, tuple(f"{seat:032x}" if seat else "" for seat in range(seats)))
    order, picks = chance.shuffle(0, seats) if drawn else (None, [])
    field = fair.fair_field(fair.commitment(SEED), chance.nonces, seed=SEED, choices=choices, seats=order, picks=picks)
    position, numbers, rng = game.start(seats), count(len(picks)), generator(1)
    header = Header(game, seats, position.options(), ["?"] * seats, {"fair": field})
    lines = [records.write_header(header)]

    def act(now: Position) -> Event:
        seat = now.to_act[0]
        return Event(seat, now.action_text(seat, Random().choose(now.mask(int(seat)), rng)))

    for event, after in play_with(position, lambda now: chance.draw(now, next(numbers), choices or {}), act):
        position = after
        lines.append(records.write_event(event))
    assert position.result is not None
    return [json.loads(line) for line in (*lines, records.write_result(position.result))]


def text(lines: Lines) -> bytes:
    return "\n".join(map(json.dumps, lines)).encode()


def findings(lines: Lines) -> list[tuple[str, int]]:
    return [(finding.code, finding.line) for finding in fair.verify(text(lines)).findings]


@pytest.mark.parametrize("table", VECTORS, ids=lambda table: table["seed"][:6])
def test_the_published_vectors(table):
    chance = fair.Chance(table["seed"], tuple(table["nonces"]))
    assert fair.commitment(table["seed"]) == table["commitment"]
    assert chance.key == table["key"]
    for pick in table["picks"]:
        assert chance.pick(pick["number"], pick["size"]) == pick["pick"], pick
    for shuffle in table["shuffles"]:
        order, picks = chance.shuffle(shuffle["number"], shuffle["size"])
        assert (order, [list(pick) for pick in picks]) == (shuffle["order"], shuffle["picks"])


def test_the_vectors_have_rejected_words():
    words = [pick["words"] for table in VECTORS for pick in table["picks"]]
    assert max(words) > 2


def test_picks_are_uniform():
    """Chi-square with 5 degrees of freedom is above 20.5 for one seed in a thousand; ours is fixed."""
    chance = fair.Chance(SEED, ("",))
    counts = Counter(chance.pick(number, 6) for number in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5


def test_every_nonce_changes_all_picks():
    def picks(*nonces: str) -> list[int]:
        return [fair.Chance(SEED, nonces).pick(number, 1 << 53) for number in range(4)]

    one, two = "1" * 32, "2" * 32
    tables = [picks(one, two), picks(two, one), picks(one, ""), picks("", one), picks(one), picks("", ""), picks("")]
    assert len({pick for table in tables for pick in table}) == 4 * len(tables)


@pytest.mark.parametrize("size", [0, -1, (1 << 53) + 1])
def test_size_out_of_range_is_an_error(size):
    with pytest.raises(ValueError, match="range"):
        fair.Chance(SEED, ("",)).pick(0, size)


@pytest.mark.parametrize("nonce", [None, 5, "0", "0" * 31, "0" * 33, "A" * 32, "0" * 32 + "\n", "g" * 32])
def test_a_nonce_is_hex_or_empty(nonce):
    assert fair.check_nonce("") == ""
    assert fair.check_nonce("0" * 32) == "0" * 32
    with pytest.raises(Refusal):
        fair.check_nonce(nonce)


TABLES = [
    (game, choices)
    for game in games().values()
    for choices in ([{name: value} for name, choice in game.table_settings.items() for value in choice.values] or [{}])
]


@pytest.mark.parametrize(("game", "choices"), TABLES, ids=lambda value: getattr(value, "id", str(value)))
def test_a_live_record_is_verified(game, choices):
    lines = live_record(game, 2, choices, drawn=True)
    report = fair.verify(text(lines))
    assert report.good, report.findings
    chance_lines = [line for line in lines if line.get("by") == "chance"]
    assert report.picks == 1 + len(chance_lines)  # one pick drew the two seats
    assert report.sampled == sum("box" in line for line in chance_lines)


def test_every_change_of_a_chance_event_is_found():
    lines = live_record(games()["take_it_easy"], 2, drawn=True)[:12]
    chance_lines = [number for number, line in enumerate(lines, 1) if line.get("by") == "chance"]
    assert len(chance_lines) > 2
    assert findings(lines) == []

    # All later draws shifted by one, as by a server that skips a draw it does not like.
    peeked = json.loads(json.dumps(lines))
    del peeked[0]["fair"]["seats"], peeked[0]["fair"]["picks"]
    assert findings(peeked) == [("pick_wrong", number) for number in chance_lines]

    other_seed = json.loads(json.dumps(lines))
    other_seed[0]["fair"]["seed"] = "0" * 64
    assert findings(other_seed)[0] == ("commitment_wrong", 1)
    assert ("pick_wrong", chance_lines[0]) in findings(other_seed)
    other_nonce = json.loads(json.dumps(lines))
    other_nonce[0]["fair"]["nonces"][0] = "f" * 32
    assert findings(other_nonce)[-1] == ("pick_wrong", chance_lines[-1])

    for number in chance_lines:
        hidden = json.loads(json.dumps(lines))
        del hidden[number - 1]["picks"]
        assert findings(hidden) == [("picks_missing", number)]
        for wrong in ([], [[0]], "x", None, [[lines[number - 1]["picks"][0][0], 1 << 20]], [[True, 1.0]]):
            forged = json.loads(json.dumps(lines))
            forged[number - 1]["picks"] = wrong
            code = "picks_missing" if wrong is None else "pick_wrong"
            assert findings(forged) == [(code, number)]


def test_a_pick_means_what_the_docs_say():
    def outcomes(game: str, *, after: int = 0, **options: object) -> list[str]:
        position = games()[game].start(2, options)
        for _ in range(after):
            position = position.apply_action(
                "chance", int(position.game.rules.chance_nth(position.setup, position.state, 3))
            )
        nth, picks = position.game.rules.chance_nth, range(position.chance_count)
        return [position.action_text("chance", int(nth(position.setup, position.state, pick))) for pick in picks]

    tiles = [f"{left}-{middle}-{right}" for left in (2, 6, 7) for middle in (1, 5, 9) for right in (3, 4, 8)]
    assert outcomes("take_it_easy") == [f"draw {tile}" for tile in tiles]
    assert outcomes("take_it_easy")[7] == "draw 2-9-4"
    pairs = outcomes("take_it_easy", pairs=True)
    assert len(pairs) == 27 * 26
    for pick, outcome in enumerate(pairs):
        first = tiles[pick // 26]
        second = [tile for tile in tiles if tile != first][pick % 26]
        assert set(outcome.split()[1:]) == {first, second}
    unseen = [tile for tile in range(48) if tile not in (3, 4, 40)]  # two are dealt, 40 lies on the table
    assert outcomes("micropul", after=2) == [f"deal 0 {tile}" for tile in unseen]


def test_a_swapped_draw_is_found():
    """Two deals are swapped: the game is legal and the picks are right, but they stand for other tiles."""
    lines = live_record(games()["micropul"], 2)
    deals = [at for at, line in enumerate(lines) if str(line.get("do", "")).startswith("deal 0")][:2]
    one, two = (lines[at]["do"] for at in deals)
    lines[deals[0]]["do"], lines[deals[1]]["do"] = two, one
    found = fair.verify(text(lines)).findings
    assert {(finding.code, finding.line) for finding in found} >= {("outcome_wrong", at + 1) for at in deals}


def test_another_box_is_found():
    game = games()["polygons"]
    lines = live_record(game, 2, {"box": "dropped"})
    other = fair.Chance("0" * 64, ("", "")).draw(game.start(2), 0, {"box": "dropped"})
    forged = [lines[0], {**lines[1], "box": other.more["box"]}, lines[2]]
    assert findings(forged) == [("sampled_wrong", 2)]
    relabelled = [lines[0], {**lines[1], "box": {**lines[1]["box"], "kind": "shaken"}}, lines[2]]
    assert findings(relabelled) == [("sampled_wrong", 2)]


def test_events_chosen_by_the_table_are_reported_and_use_no_pick():
    lines = live_record(games()["polygons"], 3, {"box": "dropped"})[:3]
    assert lines[2]["do"].startswith("first ")
    chosen = {"by": "chance", "do": "first 1"}
    assert findings([*lines[:2], chosen]) == [("picks_missing", 3)]
    lines[0]["fair"]["chosen"] = ["first"]
    report = fair.verify(text([*lines[:2], chosen]))
    assert (report.findings, report.chosen, report.picks) == ([], 1, 1)


def test_a_running_record_is_verified_as_far_as_it_goes():
    lines = live_record(games()["take_it_easy"], 2)[:20]
    report = fair.verify(text(lines))
    assert report.good
    assert report.picks == sum(line.get("by") == "chance" for line in lines)


def test_a_record_that_is_not_revealed_is_not_fair_yet():
    lines = live_record(games()["take_it_easy"], 1)[:5]
    del lines[0]["fair"]["seed"]
    assert findings(lines) == [("not_revealed", 1)]
    del lines[0]["fair"]
    assert findings(lines) == [("fair_missing", 1)]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("nonces", []),
        ("nonces", ["x"]),
        ("nonces", None),
        ("nonces", [5]),
        ("seed", "short"),
        ("seed", 5),
        ("seed", "A" * 64),
        ("choices", []),
        ("choices", {"box": "dropped"}),
        ("chosen", "draw"),
    ],
)
def test_malformed_fair_field_is_a_finding(field, value):
    lines = live_record(games()["take_it_easy"], 1)[:5]
    lines[0]["fair"][field] = value
    assert findings(lines) == [("fair_form", 1)]


def test_values_of_the_wrong_type_are_findings():
    lines = live_record(games()["take_it_easy"], 1)[:5]
    for field, value, code in (
        ("commitment", None, "commitment_wrong"),
        ("commitment", {}, "commitment_wrong"),
        ("seats", 5, "seats_wrong"),
        ("seats", [False], "seats_wrong"),
    ):
        changed = [{**lines[0], "fair": {**lines[0]["fair"], field: value}}, *lines[1:]]
        assert (code, 1) in findings(changed)
    changed = [{**lines[0], "fair": {**lines[0]["fair"], "chosen": [["draw"], None]}}, *lines[1:]]
    assert findings(changed) == []
    lines[2]["picks"] = [[0, 1]]
    assert findings(lines) == [("picks_form", 3)]


@pytest.mark.parametrize("depth", [900, 990, 5000, 100_000])
def test_deep_nesting_is_a_finding(depth):
    lines = live_record(games()["take_it_easy"], 1)[:2]
    picks = json.dumps(lines[1]["picks"])
    data = text(lines).replace(picks.encode(), b"[" * depth + b"]" * depth)
    assert fair.verify(data).findings[0].code in ("pick_wrong", "malformed")


def test_a_record_that_is_refused_is_not_fair():
    lines = live_record(games()["take_it_easy"], 1)[:5]
    lines[2]["do"] = "place 2-9-4 z9"
    assert [line for _, line in findings(lines)] == [3]
    assert [(finding.code, finding.line) for finding in fair.verify(b"").findings] == [("header", 1)]
    assert [(finding.code, finding.line) for finding in fair.verify(b"\xff\n").findings] == [("malformed", 1)]


def test_every_code_has_its_line_in_the_docs():
    import re

    source = Path(fair.__file__).read_text()
    codes = set(re.findall(r'(?:find|Refusal)\(\s*"(\w+)"', source)) - {"nonce"}
    assert len(codes) == 10
    documented = set(re.findall(r"^\| `(\w+)` \|", (DOCS / "fairness.md").read_text(), re.MULTILINE))
    assert codes <= documented


def test_a_list_of_daily_draws():
    assert fair.verify_daily(DAILY) == []
    links = {draw.day: draw.link for draw in DAILY}
    assert fair.verify_daily(DAILY, links) == []
    one, two = DAILY
    assert fair.verify_daily([one._replace(terms="{}"), two]) == [(one.day, "link_wrong")]
    assert fair.verify_daily([two]) == [(two.day, "chain_broken")]
    assert fair.verify_daily([one._replace(seed=SEED), two]) == [(one.day, "commitment_wrong")]
    assert fair.verify_daily([one], links) == [(two.day, "removed")]
    late = one._replace(day="2030-03-04", link=fair.daily_link(one.previous, one.game, "2030-03-04", *one[2:4]))
    assert (two.day, "order_wrong") in fair.verify_daily([late, two])
    assert fair.verify_daily([late, two], links)[-1] == (one.day, "removed")
