"""The greedy bot of micropul: it plays whole games by what its seat knows, foresees the end, and beats chance."""

import pytest

from ludotheque import game
from ludotheque.engine.game import STYLES
from ludotheque.engine.position import Event, MaskedState
from ludotheque.engine.rng import generator
from ludotheque.games.micropul.bots import heuristic_value
from ludotheque.search.bots import Random, bot
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character

TABLES = [
    (2, {}),
    (1, {}),
    (2, {"simple_placement": True, "stacking_plus": True, "single_double": True}),
    (1, {"single_double": True}),
]


def greedy():
    return bot(game("micropul"), "greedy")


class FromBytes:
    """The greedy bot, given what a process of its own would get: what its seat knows, as bytes."""

    def choose(self, masked, rng):
        setup, state = masked.to_bytes()
        return greedy().choose(MaskedState.from_bytes(masked.game, setup, state, masked.seat), rng)


def finish(seats, options, bots, seed, number=0):
    events, position = [], game("micropul").start(seats, options)
    for event, after in play_on(position, bots, seed, number):
        events.append(event.do)
        position = after
    return events, position


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_plays_a_whole_game_from_bytes_and_the_same_again(seats, options):
    events, end = finish(seats, options, [FromBytes()] * seats, seed=3)
    assert end.is_over
    assert finish(seats, options, [greedy()] * seats, seed=3)[0] == events
    assert finish(seats, options, [greedy()] * seats, seed=4)[0] != events


def chosen(position):
    return position.action_text(0, greedy().choose(position.mask(0), generator(1, 1)))


def test_does_not_run_out_of_tiles(kit):
    # The last tile could be laid, but draws nothing: a stone costs less than the game.
    position = kit.build({(0, 0): (40, 0)}, hands=((0,), (1,)), core=20, supplies=(0, 3))
    assert any(action.startswith("lay") for action in position.legal_texts(0))
    assert chosen(position).startswith("stone")


def test_takes_the_last_tiles_only_to_win(kit):
    # Tile 42 draws the last tile of the core by its centre and ends the game.
    for supplies, ends in (((9, 0), True), ((0, 9), False)):
        position = kit.build({(0, 0): (46, 0)}, hands=((42, 12), (1,)), core=1, supplies=supplies, stones=(0, 0))
        after = position.play(Event(0, chosen(position)))
        assert after.is_over == ends


def test_a_group_is_worth_more_the_fewer_places_keep_it_open(kit):
    closed = {(0, 0): (46, 0), (0, -1): "b . / . .", (1, 0): "1 b / . .", (0, 1): "1 . / . b", (-1, 0): "b 1 / + ."}
    worths = []
    for sides in range(5):
        position = kit.build(dict(list(closed.items())[: sides + 1]), hands=((2, 3), (4, 5)))
        masked = kit.play(position, (0, "stone 0,0 tl")).mask(0)
        worths.append(heuristic_value(masked.setup, masked.state, 0))
    assert worths == sorted(worths)
    assert len(set(worths)) == 5


def test_an_extra_turn_is_worth_something_and_a_take_is_none(kit):
    position = kit.build({(0, 0): (40, 0)}, hands=((0, 1), (2, 3)), supplies=(2, 2))
    one, two = (kit.changed(position, owed=missing).mask(0) for missing in (1, 2))
    assert heuristic_value(two.setup, two.state, 0) == heuristic_value(one.setup, one.state, 0) + 0.5
    # What a tile on its way brings is there already, though nobody knows it yet; the turn is used.
    taken = kit.play(position, (0, "take"))
    told = kit.play(taken, ("chance", "reveal 30"))
    assert heuristic_value(taken.setup, taken.mask(0).state, 0) == heuristic_value(told.setup, told.mask(0).state, 0)


def test_beats_chance():
    won = 0
    for number in range(10):
        bots = [greedy(), Random()] if number % 2 == 0 else [Random(), greedy()]
        end = finish(2, {}, bots, seed=2, number=number)[1]
        won += end.result.winners == [number % 2]
    assert won >= 9


def ends_lost(position, seat, action):
    """Whether an action ends the game and another seat wins."""
    after = position.apply_action(seat, action)
    return after.is_over and seat not in after.result.winners


@pytest.mark.parametrize("level", game("micropul").levels)
def test_no_level_ends_a_lost_game_while_something_else_is_possible(kit, level):
    # Seat 0 is far behind. Its last tile loses at once anywhere; stones keep the game going.
    position = kit.build({(0, 0): (40, 0)}, hands=((0,), (1, 2, 3)), core=20, supplies=(0, 20))
    ways = {ends_lost(position, 0, action) for action in position.legal_actions(0)}
    assert ways == {True, False}
    for number in range(20):
        style = STYLES[number % 3]
        action = Character(level, style, budget=20).choose(position.mask(0), generator(number, 1))
        assert not ends_lost(position, 0, action), f"{style}: {position.action_text(0, action)}"
