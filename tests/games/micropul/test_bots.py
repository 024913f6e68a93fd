"""The greedy bot of micropul: it plays whole games by the view alone, foresees what a placement brings, and beats
chance."""

import json

import pytest

from ludotheque import game
from ludotheque.core.chance import generator
from ludotheque.core.game import Event
from ludotheque.games.micropul.bots import Greedy
from ludotheque.games.micropul.preview import Table, read_place
from ludotheque.search.bots import Random, play_on

TABLES = [
    (2, {}),
    (1, {}),
    (2, {"simple_placement": True, "stacking_plus": True, "single_double": True}),
    (1, {"single_double": True}),
]


class FromText:
    """The greedy bot, given what a player on another machine would get: a view and legal actions that were JSON."""

    def choose(self, view, legal, rng):
        return Greedy().choose(json.loads(json.dumps(view)), json.loads(json.dumps(legal)), rng)


def finish(seats, options, bots, seed, number=0):
    events, position = [], game("micropul").start(seats, options)
    for event, after in play_on(position, bots, seed, number):
        events.append(event.do)
        position = after
    return events, position


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_plays_a_whole_game_from_text_and_the_same_again(seats, options):
    events, end = finish(seats, options, [FromText()] * seats, seed=3)
    assert end.over
    assert finish(seats, options, [Greedy()] * seats, seed=3)[0] == events
    assert finish(seats, options, [Greedy()] * seats, seed=4)[0] != events


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_preview_is_what_the_law_then_does(seats, options):
    def in_order(groups):
        return sorted((group.size, sorted(group.gaps), sorted(group.stones)) for group in groups)

    seen = 0
    position = game("micropul").start(seats, options)
    for event, after in play_on(position, [Random()] * seats, seed=8):
        if event.by != "chance" and event.do.startswith("lay"):
            _, tile, turns, place = event.do.split(" ")
            before = position.view(event.by)
            table = Table(before)
            preview = table.preview(int(tile), int(turns[1:]), read_place(place))
            groups = list(table.groups)
            for group in preview.before:
                groups.remove(group)
            now = after.view(event.by)
            assert in_order([*groups, *preview.after]) == in_order(Table(now).groups)
            assert min(preview.tiles, before["core"]) == before["core"] - now["core"]
            if seats == 2 and not after.over:
                assert (preview.pluses > 0) == (now["owed"] >= before["owed"] and now["turn"] == event.by)
            seen += 1
        position = after
    assert seen > 5


def chosen(position):
    return Greedy().choose(position.view(0), position.legal(0), generator(1, 1))


def test_does_not_run_out_of_tiles(kit):
    # The last tile could be laid, but draws nothing (M-61): a stone costs less than the game.
    position = kit.build({(0, 0): (40, 0)}, hands=((0,), (1,)), core=20, supplies=(0, 3))
    assert any(action.startswith("lay") for action in position.legal(0))
    assert chosen(position).startswith("stone")


def test_takes_the_last_tiles_only_to_win(kit):
    # Tile 42 draws the last tile of the core by its centre and ends the game.
    for supplies, ends in (((9, 0), True), ((0, 9), False)):
        position = kit.build({(0, 0): (46, 0)}, hands=((42, 12), (1,)), core=1, supplies=supplies, stones=(0, 0))
        after = position.play(Event(0, chosen(position)))
        assert after.over == ends


def test_beats_chance():
    won = 0
    for number in range(10):
        bots = [Greedy(), Random()] if number % 2 == 0 else [Random(), Greedy()]
        end = finish(2, {}, bots, seed=2, number=number)[1]
        won += end.outcome.winners == [number % 2]
    assert won >= 9
