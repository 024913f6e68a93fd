"""The lessons of the page: their records are valid, stops can be passed, and all messages exist."""

import json
import re
from functools import cache
from importlib.resources import files
from itertools import pairwise, product

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from ludotheque.engine.registry import games
from ludotheque.game_records import read
from ludotheque.locale import LANGUAGES

OURS = {game.id: game.package for game in games().values() if game.package.startswith("ludotheque.")}
LEARNER = 0


@cache
def lesson(name):
    """The lines of a lesson's record, and its stops."""
    guide = files(OURS[name]).joinpath("guide")
    lines = guide.joinpath("lesson.jsonl").read_text(encoding="utf-8").splitlines()
    return lines, json.loads(guide.joinpath("lesson.json").read_text(encoding="utf-8"))


def steps_of(lines):
    return read("\n".join(lines).encode())


@pytest.mark.parametrize("name", OURS)
def test_stops_ascend_and_ask_for_legal_actions(name):
    lines, stops = lesson(name)
    steps = steps_of(lines)
    assert [stop["at"] for stop in stops] == sorted(stop["at"] for stop in stops)
    assert stops[-1] == {"at": len(steps) - 1, "accept": None}, "the last stop is the end of the record"
    for stop, following in pairwise(stops):
        step = steps[stop["at"]]
        if stop["accept"] is None:
            continue
        assert following["at"] > stop["at"], "what was done is shown"
        assert step.event is not None
        assert step.event.by == LEARNER
        assert step.event.do in stop["accept"], "the record itself goes on with one of them"
        assert set(stop["accept"]) <= set(step.position.legal_texts(LEARNER))


@pytest.mark.parametrize("name", OURS)
def test_lesson_record_is_valid_with_every_accepted_action(name):
    lines, stops = lesson(name)
    asking = [stop for stop in stops if stop["accept"]]
    for actions in product(*(stop["accept"] for stop in asking)):
        other = list(lines)
        for stop, action in zip(asking, actions, strict=True):
            other[stop["at"] + 1] = json.dumps({**json.loads(other[stop["at"] + 1]), "do": action})
        assert len(steps_of(other)) == len(steps_of(lines))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_lesson_messages_match_the_stops(name, language):
    """A stop has a hint if there are legal actions that it does not accept."""
    lines, stops = lesson(name)
    steps = steps_of(lines)
    wanted = {f"lesson-{number}" for number in range(1, len(stops) + 1)}
    for number, stop in enumerate(stops, 1):
        if stop["accept"] and set(steps[stop["at"]].position.legal_texts(LEARNER)) - set(stop["accept"]):
            wanted.add(f"lesson-{number}-hint")
    text = files(OURS[name]).joinpath("locale", f"{language}.ftl").read_text(encoding="utf-8")
    entries = [entry for entry in FluentParser().parse(text).body if isinstance(entry, ftl.Message)]
    assert {entry.id.name for entry in entries if re.match("lesson-", entry.id.name)} == wanted
