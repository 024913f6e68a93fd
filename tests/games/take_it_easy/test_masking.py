"""What a seat knows of Take It Easy while a step is open."""

import pytest

from ludotheque import game
from ludotheque.engine.position import Event
from ludotheque.engine.rng import generator

pytestmark = pytest.mark.quick


def play(position, *events):
    for by, do in events:
        position = position.play(Event(by, do))
    return position


@pytest.mark.rule("T-12")
@pytest.mark.parametrize("adjacent", [False, True])
def test_a_sealed_tile_is_in_no_field_of_what_others_know(adjacent):
    start = game("take_it_easy").start(2, {"adjacent": adjacent})
    laid = play(start, ("chance", "draw 2-9-4"), (0, "place 2-9-4 c3"), (1, "place 2-9-4 c3"))
    first = play(laid, ("chance", "draw 6-1-3"))
    one, other = play(first, (1, "place 6-1-3 c2")), play(first, (1, "place 6-1-3 d3"))
    for seat in (0, None):
        assert one.mask(seat).to_bytes() == other.mask(seat).to_bytes()
        masked = one.mask(seat).state
        for name in ("shows", "free", "touching"):
            assert masked[name][1].tolist() == first.state[name][1].tolist(), f"{name}: as before the tile was laid"
        assert masked.to_lay[1] == 0
        assert masked.choosing == 1
    assert one.mask(1).to_bytes() != other.mask(1).to_bytes()


@pytest.mark.rule("T-31")
def test_of_a_pair_it_is_known_how_many_tiles_were_laid_and_not_which():
    start = play(game("take_it_easy").start(2, {"pairs": True}), ("chance", "draw 2-9-4 6-1-3"))
    one, other = play(start, (1, "place 2-9-4 c3")), play(start, (1, "place 6-1-3 a1"))
    assert one.mask(0).to_bytes() == other.mask(0).to_bytes()
    assert one.view(0)["left_to_lay"] == [2, 1]
    first_laid = {tuple(one.mask(0).determinize(generator(seed)).view(1)["to_lay"]) for seed in range(40)}
    assert first_laid == {("2-9-4",), ("6-1-3",)}, "either of the two may have been laid"


@pytest.mark.slow
@pytest.mark.rule("T-12")
def test_an_imagined_placement_may_be_any_that_is_allowed():
    start = play(game("take_it_easy").start(2), ("chance", "draw 2-9-4"), (1, "place 2-9-4 c3"))
    cells = {next(iter(start.mask(0).determinize(generator(seed)).view(1)["boards"][1])) for seed in range(400)}
    assert len(cells) == 19
