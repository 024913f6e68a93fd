"""Generic parts of every game: options, seats and immutable positions."""

import dataclasses
import pickle

import pytest

from ludotheque.engine.errors import Refusal
from ludotheque.engine.options import choice, flag, whole
from ludotheque.engine.position import Event, replay
from ludotheque.engine.registry import game, games

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (flag(), [True, False], [0, 1, "true", None, [], 1.0]),
        (whole(4, 1, 99), [1, 4, 99], [0, 100, -1, True, 4.0, "4", None, [4], 10**100]),
        (choice("en", "fr"), ["en", "fr"], ["de", "EN", "", None, 0, True, ["en"]]),
    ],
    ids=["flag", "whole", "choice"],
)
def test_option_accepts_only_its_values(option, good, bad):
    for value in good:
        assert option.check("x", value) is value
    for value in bad:
        with pytest.raises(Refusal) as refused:
            option.check("x", value)
        assert refused.value.code == "header"


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (flag(), {"true": True, "false": False}, ["True", "1", "0", "yes", "", " true"]),
        (whole(4, 1, 99), {"1": 1, "99": 99, "07": 7}, ["0", "100", "-1", "+1", "1.0", "", "x", "9" * 5000, "\u0664"]),
        (choice("en", "fr"), {"en": "en", "fr": "fr"}, ["de", "EN", ""]),
    ],
    ids=["flag", "whole", "choice"],
)
def test_option_is_parsed_from_text(option, good, bad):
    for text, value in good.items():
        assert option.parse("x", text) is value or option.parse("x", text) == value
    for text in bad:
        with pytest.raises(Refusal):
            option.parse("x", text)


@pytest.mark.parametrize("name", games())
def test_a_table_keeps_the_options_it_was_given(name):
    chosen = game(name)
    for option, spec in chosen.options.items():
        for value in spec.values:
            try:
                position = chosen.start(chosen.seats[1], {option: value})
            except Refusal:
                continue
            assert position.options()[option] == value
            assert type(position.options()[option]) is type(value)
            assert chosen.non_default_options(position.options()) == ({} if value == spec.default else {option: value})


@pytest.mark.parametrize("name", games())
def test_seats_and_unknown_options_are_checked(name):
    chosen = game(name)
    low, high = chosen.seats
    assert chosen.start().seats == low
    for seats in (low - 1, high + 1, -1, 10**100):
        with pytest.raises(Refusal, match="seats"):
            chosen.check(seats, {})
    with pytest.raises(Refusal, match="has no option"):
        chosen.check(low, {"no_such_option": True})


def test_options_that_do_not_fit_each_other_are_refused():
    assert game("polygons").check(4, {"teams": True})["teams"] is True
    for seats in (2, 3):
        with pytest.raises(Refusal, match="teams"):
            game("polygons").check(seats, {"teams": True})


def test_an_unknown_game_is_refused():
    for name in ("chess", "", "take-it-easy", "\ud800"):
        with pytest.raises(Refusal) as refused:
            game(name)
        assert refused.value.code == "no_such_game"


def test_events_play_one_after_the_other():
    start = game("take_it_easy").start(1, {"rounds": 1})
    end = replay(start, [Event("chance", "draw 2-9-4"), Event(0, "place 2-9-4 c3")])
    assert end.to_act == ("chance",)
    assert start.chance_count == 27, "the first position is as it was"
    assert end.chance_count == 26


def test_refusal_gets_a_line_number():
    refusal = Refusal("occupied", "a tile lies there", detail={"cell": "c3"})
    there = refusal.at(7)
    assert (there.code, there.message, there.line, there.detail) == ("occupied", "a tile lies there", 7, {"cell": "c3"})
    assert refusal.line is None
    assert str(there) == "a tile lies there"


def test_event_is_immutable():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Event(0, "take").do = "pass"  # type: ignore[misc]


def test_refusal_is_the_same_after_pickling():
    """A compute process hands it to the server so."""
    refused = Refusal("illegal", "not there", line=7, detail={"cell": "c3"})
    again = pickle.loads(pickle.dumps(refused))
    assert type(again) is Refusal
    assert (str(again), vars(again)) == (str(refused), vars(refused))
