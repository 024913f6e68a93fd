"""The sensible playout: it plays by the law, and it plays sense."""

import numpy as np
import pytest

from ludotheque import game
from ludotheque.core.chance import generator
from ludotheque.core.game import copy
from ludotheque.games.micropul import playout, rules
from ludotheque.search.batch import random_playout
from ludotheque.testing import tables


@pytest.mark.parametrize("table", tables(game("micropul")), ids=str)
def test_it_chooses_legal_actions_to_the_end(table):
    position, rng = table.start(), generator(5)
    while not position.over:
        if position.to_act == ("chance",):
            position = position.play(position.draw(rng))
        else:
            seat = position.to_act[0]
            action = playout.choose(position.setup, position.state, seat, rng)
            assert rules.why(position.setup, position.state, seat, action) == 0
            position = position.do(seat, int(action))


def endings(play, games: int):
    start = game("micropul").start(2)
    reasons = np.zeros(len(rules.REASONS), int)
    for number in range(games):
        state = copy(start.state)
        play(start.setup, state, generator(7, number))
        reasons[rules.reason(start.setup, state)] += 1
    return dict(zip(rules.REASONS, (reasons / games).tolist(), strict=True))


@pytest.mark.rule("M-61")
def test_random_play_runs_out_of_tiles_and_sensible_play_does_not():
    assert endings(random_playout, 100)["out_of_tiles"] > 0.8
    assert endings(playout.playout, 100)["core"] > 0.9


def test_it_never_lays_its_last_tile_while_it_can_do_anything_else(kit):
    position = kit.build({(0, 0): "w w / b b"}, [(0,), (1, 2)])
    for stream in range(20):
        action = playout.choose(position.setup, position.state, 0, generator(1, stream))
        assert position.write(0, int(action)).startswith("stone")


def test_it_reads_nothing_that_the_seat_cannot_know(kit):
    position = kit.build({(0, 0): "w w / b b"}, [(0, 3, 20, 46), (1, 2, 5, 7)], supplies=(2, 3))
    other = kit.build({(0, 0): "w w / b b"}, [(0, 3, 20, 46), (8, 9, 10, 11)], supplies=(2, 3))
    for stream in range(20):
        actions = [playout.choose(one.setup, one.state, 0, generator(3, stream)) for one in (position, other)]
        assert actions[0] == actions[1]
