"""Whom one meets at a table: names that differ, levels that suit, strength as measured."""

import json
from dataclasses import replace

import pytest

from ludotheque.engine.game import STYLES
from ludotheque.engine.registry import game, games
from ludotheque.search import opponents

pytestmark = pytest.mark.quick

TOLD = {
    "unit": "rating",
    "measured": "2026-11-16",
    "levels": {
        level: {"value": 200.0 * at, "error": 9.5, "games": 1000, "ms": 20.5}
        for at, level in enumerate(game("micropul").levels)
    },
}


@pytest.mark.parametrize("name", games())
def test_every_level_has_a_character_of_every_style_and_all_names_differ(name):
    characters = game(name).characters
    suffixes = ["" if style == "even" else f"-{style}" for style in STYLES]
    assert set(characters) == {f"{level}{suffix}" for level in game(name).levels for suffix in suffixes}
    assert len({*characters.values(), *opponents.RESERVES}) == len(characters) + len(opponents.RESERVES)
    assert all(game(name).has_bot(bot) for bot in characters)
    assert not game(name).has_bot("club-even")


@pytest.mark.parametrize("name", games())
def test_bots_at_one_table_differ(name):
    found = game(name)
    for level in found.levels:
        seven = opponents.opponents(found, level, 7)
        assert {opponents.level_of(found, bot) for bot in seven} == {level}
        assert len(set(seven[:3])) == 3
        assert len(set(opponents.names(found, seven))) == 7
    assert opponents.opponents(found, "club", 2, taken=["club", None, "greedy"]) == ["club-cautious", "club-bold"]
    assert opponents.opponents(found, None, 1) == ["amateur"] == [opponents.usual(found)]
    assert [opponents.level_of(found, bot) for bot in ("random", "greedy", None)] == [None, None, None]


def test_bots_of_one_kind_and_those_without_a_character_have_reserve_names():
    found = game("micropul")
    bots = ["club", None, "club", "random", "greedy", "club-bold"]
    names = opponents.names(found, bots)
    assert names[0] == found.characters["club"]
    assert names[1] is None
    assert names[2:5] == list(opponents.RESERVES[:3])
    assert names[5] == found.characters["club-bold"]
    taken = ["club", "club-cautious", "club-bold"]
    assert len({opponents.names(found, [*taken, bot])[3] for bot in taken}) == 3, "no name stands for two styles"


def test_a_game_without_characters_has_its_strongest_bot_at_every_seat():
    plain = replace(game("micropul"), characters={})
    assert opponents.opponents(plain, "club", 3) == ["greedy"] * 3
    assert opponents.usual(plain) == "greedy"
    assert opponents.strength(plain) is None


@pytest.mark.parametrize("name", games())
def test_what_was_measured_fits_the_game(name):
    found = opponents.strength(game(name))
    assert found is not None
    assert all(found.of(bot).games > 0 for bot in game(name).characters)


def test_strength_is_read_and_a_style_is_as_strong_as_its_level_unless_measured():
    found = game("micropul")
    bold = {"value": 410.0, "error": 8.0, "games": 2000, "ms": 21.0}
    rate = {"rate": 0.75, "low": 0.7, "high": 0.8, "games": 400}
    club = {**TOLD["levels"]["club"], "beats_below": rate}  # type: ignore[index]
    told = {**TOLD, "levels": {**TOLD["levels"], "club": club, "club-bold": bold}}  # type: ignore[dict-item]
    read = opponents.read_strength(found, json.loads(json.dumps(told)))
    assert read.of("club-bold").value == 410
    assert read.of("club-cautious") == read.of("club")
    assert read.of("club").beats_below == opponents.Rate(0.75, 0.7, 0.8, 400)


@pytest.mark.parametrize(
    "wrong",
    [
        {"unit": "stars"},
        {"unit": "points"},  # of which deviation?
        {"unit": "points", "deviation": 25.0, "each": "moons"},
        {"levels": {}},
        {"levels": {**TOLD["levels"], "grandmaster": TOLD["levels"]["club"]}},  # type: ignore[dict-item,index]
        {"levels": {**TOLD["levels"], "club": TOLD["levels"]["novice"]}},  # type: ignore[dict-item,index]
    ],
)
def test_strength_that_cannot_be_is_refused(wrong):
    with pytest.raises((ValueError, KeyError)):
        opponents.read_strength(game("micropul"), {**TOLD, **wrong})
