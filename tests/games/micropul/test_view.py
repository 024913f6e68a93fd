"""What is shown of a table: M-70."""

import json

import pytest

from ludotheque import game
from ludotheque.games.micropul import view
from ludotheque.games.micropul.pieces import TILES
from ludotheque.testing import Table

START = "w w / b b"


@pytest.mark.rule("M-70")
def test_everyone_sees_layout_and_counts_and_only_the_owner_a_hand(kit):
    position = kit.build({(0, 0): START}, [(0, 1), (2, 3, 4)], supplies=(1, 2), core=7)
    for seat, hand in ((0, [0, 1]), (1, [2, 3, 4]), (None, [])):
        seen = position.mask(seat).view()
        assert (seen["hands"], seen["supplies"], seen["core"], seen["stones_left"]) == ([2, 3], [1, 2], 7, [3, 3])
        assert [tile["tile"] for tile in seen["layout"]] == [40]
        assert [tile["tile"] for tile in seen["hand"]] == hand
        assert seen["unknown"] == [tile for tile in range(48) if tile not in (40, *hand)]


def test_tiles_are_shown_as_they_lie(kit):
    position = kit.build({(0, 0): START, (0, -1): (42, 0), (1, 0): (2, 3)}, [(36, 8), ()])
    seen = position.mask(0).view()
    assert seen["layout"] == [
        {"tile": 42, "turns": 0, "corners": "wwww", "centre": "1", "x": 0, "y": -1},
        {"tile": 40, "turns": 0, "corners": "wwbb", "centre": "", "x": 0, "y": 0},
        {"tile": 2, "turns": 3, "corners": "b.+w", "centre": "", "x": 1, "y": 0},
    ]
    assert [(tile["tile"], tile["turns"], tile["corners"], tile["centre"]) for tile in seen["hand"]] == [
        (8, 0, "wb1.", ""),
        (36, 0, "wwww", "+"),
    ]


def test_the_page_is_given_how_all_tiles_look():
    assert [(tile["corners"], tile["centre"]) for tile in view.DATA["tiles"]] == [tuple(tile) for tile in TILES]
    assert json.loads(json.dumps(view.DATA)) == view.DATA


def test_ways_of_a_hand_are_the_legal_placements(kit):
    masked = kit.build({(0, 0): START}, [(0, 34), (2,)]).mask(0)
    told = {
        f"lay {tile['tile']} r{turns} {way['x']},{way['y']}"
        for tile in masked.view()["hand"]
        for way in tile["ways"]
        for turns in way["turns"]
    }
    assert told == {action for action in masked.legal_texts if action.startswith("lay")}
    assert told


@pytest.mark.rule("M-70")
def test_a_spectator_sees_no_hand_even_at_the_end():
    *_, (_, _, position) = Table(game("micropul"), 2).random_game(seed=2)
    assert position.is_over
    assert json.loads(json.dumps(position.mask(None).view()))["hand"] == []
