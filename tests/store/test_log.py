"""What a table's log means for the game."""

import json

import pytest

from ludotheque.engine.errors import Refusal
from ludotheque.engine.position import Event, replay
from ludotheque.game_records import read
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on
from ludotheque.store import log

FACTS = {"game": "take_it_easy", "rules": 1, "seats": 1, "options": {"rounds": 1}}
DRAW = {"by": "chance", "do": "draw 2-9-4", "picks": [[7, 27]]}


def numbered(*entries):
    return list(enumerate(entries, 1))


def place(cell):
    return {"by": 0, "do": f"place 2-9-4 {cell}"}


def test_taken_back_events_are_not_in_force():
    entries = numbered(
        {"entry": "join", "seat": 0},
        DRAW,
        place("a1"),
        {"entry": "take_back", "to": 2},
        place("b1"),
        {"entry": "phrase", "say": "hello"},
        {"entry": "take_back", "to": 4},
        place("c1"),
    )
    assert [(seq, event.do) for seq, event in log.events_in_force(entries)] == [
        (2, "draw 2-9-4"),
        (8, "place 2-9-4 c1"),
    ]
    assert [seq for seq, _ in log.events_in_force(entries[:4])] == [2]
    assert [seq for seq, _ in log.events_in_force(numbered(DRAW, place("a1"), {"entry": "take_back", "to": 0}))] == []


def test_record_contains_only_the_game():
    entries = numbered({"entry": "join", "seat": 0, "guest": "g"}, DRAW, place("a1"), {"entry": "take_back", "to": 2})
    told = {**place("c3"), "act": {"guest": "g", "ref": "r"}}
    position = replay(log.start_position(FACTS), [Event("chance", "draw 2-9-4"), Event(0, "place 2-9-4 c3")])
    data = log.game_record(position, [*entries, (5, told)], ["Ada"], {"fair": {"commitment": "x"}})
    lines = [json.loads(line) for line in data.splitlines()]
    assert lines == [
        {
            "record": 1,
            "game": "take_it_easy",
            "rules": 1,
            "seats": 1,
            "options": {"rounds": 1},
            "players": ["Ada"],
            "fair": {"commitment": "x"},
        },
        DRAW,
        place("c3"),
    ]
    assert read(data)[-1].position.to_act == ("chance",)


def test_a_finished_record_has_its_result():
    events = list(play_on(log.start_position(FACTS), [Random()], seed=1))
    entries = [{"by": event.by, "do": event.do} for event, _ in events]
    last = log.game_record(events[-1][1], numbered(*entries), ["Ada"]).splitlines()[-1]
    assert json.loads(last)["result"]["reason"] == "complete"


def test_other_rules_versions_are_refused_with_a_message():
    with pytest.raises(Refusal, match="version 7 of the rules") as info:
        log.start_position({**FACTS, "rules": 7})
    assert info.value.code == "rules_version"
    with pytest.raises(Refusal) as info:
        log.start_position({**FACTS, "game": "chess"})
    assert info.value.code == "no_such_game"
