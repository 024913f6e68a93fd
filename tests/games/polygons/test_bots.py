"""The greedy bot of Polygons: it plays whole games by what it knows, knows what completes a set, and beats chance."""

import pytest

from ludotheque.engine.position import Event, MaskedState
from ludotheque.engine.registry import game
from ludotheque.engine.rng import generator
from ludotheque.games.polygons.bots import Greedy
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on

GAME = game("polygons")
TABLES = [
    (2, {}),
    (3, {"edition": "fr-give", "shape_token": "any"}),
    (4, {"teams": True}),
    (2, {"expert": True}),
    (4, {"teams": True, "expert": True}),
]


class Elsewhere:
    """The greedy bot in another process: it gets what it knows as bytes."""

    def choose(self, masked, rng):
        setup, state = masked.to_bytes()
        return Greedy().choose(MaskedState.from_bytes(GAME, setup, state, masked.seat), rng)


def finish(seats, options, bots, seed, number=0):
    events, position = [], GAME.start(seats, options)
    for event, after in play_on(position, bots, seed, number, {"box": "dropped"}):
        events.append(event.do)
        position = after
    return events, position


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_plays_a_whole_game_from_bytes_and_the_same_again(seats, options):
    events, end = finish(seats, options, [Elsewhere()] * seats, seed=3)
    assert end.is_over
    assert finish(seats, options, [Greedy()] * seats, seed=3)[0] == events
    assert finish(seats, options, [Greedy()] * seats, seed=4)[0] != events


def turn(position, piece):
    """What the bot of seat 0 does in one turn, pieces by their names."""
    done = []
    names = {
        str(piece(f"{colour} {shape} {number}")): f"{colour} {shape}"
        for colour in ("green", "yellow", "pink", "blue")
        for shape in ("triangle", "square", "pentagon", "octagon")
        for number in range(5)
    }
    while position.to_act == (0,):
        action = position.action_text(0, Greedy().choose(position.mask(0), generator(1, 1)))
        word, *rest = action.split(" ")
        done.append(" ".join([word, *(names.get(part, part) for part in rest)]))
        position = position.play(Event(0, action))
    return done, position


@pytest.fixture
def piece(table):
    return table.__globals__["piece"]


FOUR_GREEN = ["green triangle", "green square", "green pentagon", "green octagon"]


def test_takes_a_whole_set_in_a_chain(table, piece):
    box = [*FOUR_GREEN, "green square 1", "pink square", "blue pentagon", "yellow triangle", "pink octagon"]
    done, after = turn(table(box=[*box, "blue pentagon 1", "yellow octagon"], powers={0: 0, 1: 0}), piece)
    assert sorted(done) == sorted(f"take {name}" for name in FOUR_GREEN)  # the rest follows by itself
    assert after.view(0)["players"][0]["tokens"] == [2]


def test_looks_under_what_it_takes(table, piece):
    held = {0: ["green triangle", "green square", "green pentagon"]}
    box = ["green octagon", "pink octagon", "blue octagon", "yellow square", "pink triangle", "blue triangle"]
    start = table(box=box, over={"green octagon": ["blue octagon"]}, held=held, powers={0: 0, 1: 0})
    done, after = turn(start, piece)
    assert done.index("take blue octagon") < done.index("take green octagon")
    assert after.view(0)["players"][0]["tokens"] == [2]


def test_discards_what_lies_over_the_piece_it_wants(table, piece):
    held = {0: ["green triangle", "green square", "green pentagon"]}
    box = ["green octagon", "blue square", "pink octagon", "pink pentagon", "yellow octagon"]
    start = table(box=box, over={"green octagon": ["blue square"]}, held=held, powers={0: 4, 1: 0}, piles=(1, 0, 0, 0))
    done, after = turn(start, piece)
    assert done.index("discard blue square") < done.index("take green octagon")
    assert after.view(0)["players"][0]["tokens"] == [4]


def test_steals_to_complete_a_set_and_else_keeps_its_powers(table, piece):
    held = {0: ["green triangle", "green square", "green pentagon"], 1: ["green octagon"]}
    box = ["blue square", "pink octagon", "yellow triangle"]
    done, after = turn(table(box=box, held=held, piles=(1, 0, 0, 0), powers={0: 2}), piece)
    assert "steal green octagon" in done
    assert after.view(0)["players"][0]["tokens"] == [4]
    held = {0: ["green triangle"], 1: ["pink octagon"]}
    done, after = turn(table(box=box, held=held, piles=(1, 0, 0, 0), ending=1, first=1, turn=0), piece)
    assert done == ["stop", "end"]
    assert after.view(0)["players"][0]["powers"] == ["exchange", "steal", "discard"]


@pytest.mark.parametrize("box", [["pink square", "blue octagon"], ["green square", "blue octagon"]])
def test_takes_nothing_in_the_last_round_but_what_completes_a_set(table, piece, box):
    held = {0: ["green triangle", "green octagon", "green pentagon"]}
    done, _ = turn(table(box=box, held=held, piles=(1, 1, 0, 0), powers={0: 0, 1: 0}, ending=2, first=1, turn=0), piece)
    assert done == (["take green square"] if "green square" in box else ["stop"])


def test_knows_nothing_of_hidden_pieces(deep):
    """It does the same in every world that fits what it knows."""
    position = deep(seed=3).play(Event("chance", "first 0"))
    rng = generator(4)
    while not position.is_over:
        (seat,) = position.to_act
        masked = position.mask(seat)
        actions = {Greedy().choose(world.mask(seat), generator(7)) for world in (position, masked.determinize(rng))}
        assert len(actions) == 1
        position = position.apply_action(seat, actions.pop())


def test_looks_at_every_order_of_validating(table, piece):
    """The triangles and the green ones share a piece; with the pink pile it is the triangles that pay more."""
    triangles = ["green triangle", "yellow triangle", "pink triangle", "blue triangle"]
    held = {0: [*triangles, "green square", "green pentagon"]}
    start = table(box=["green octagon"], held=held, powers={0: 0, 1: 0}, piles=(2, 0, 1, 0))
    done, after = turn(start, piece)
    assert done == ["take green octagon", "validate shape triangle"]
    assert after.view(0)["players"][0]["tokens"] == [4]


def test_gives_its_partner_the_piece_of_a_set(table, piece):
    held = {2: ["green triangle", "green square", "green pentagon"]}
    start = table(4, teams=True, box=["green octagon", "pink square"], held=held, powers=dict.fromkeys(range(4), 0))
    assert turn(start, piece)[0] == ["take green octagon", "gift"]


def test_beats_chance():
    won = 0
    for number in range(10):
        bots = [Greedy(), Random()] if number % 2 == 0 else [Random(), Greedy()]
        end = finish(2, {}, bots, seed=2, number=number)[1]
        won += end.result.winners == [number % 2]
    assert won >= 9
