"""What is seen of a table: M-70."""

import json

import pytest

from ludotheque import game
from ludotheque.core.chance import generator
from ludotheque.core.game import Event
from ludotheque.games.micropul import rules, view
from ludotheque.testing import Table

START = "w w / b b"


@pytest.mark.rule("M-70")
def test_everyone_sees_layout_and_counts_and_only_the_owner_a_hand(kit):
    position = kit.build({(0, 0): START}, [(0, 1), (2, 3, 4)], supplies=(1, 2), core=7)
    for seat, hand in ((0, [0, 1]), (1, [2, 3, 4]), (None, [])):
        seen = position.view(seat)
        assert (seen["hands"], seen["supplies"], seen["core"], seen["stones_left"]) == ([2, 3], [1, 2], 7, [3, 3])
        assert [tile["tile"] for tile in seen["layout"]] == [40]
        assert [tile["tile"] for tile in seen["hand"]] == hand
        assert seen["unknown"] == [tile for tile in range(48) if tile not in (40, *hand)]


@pytest.mark.rule("M-70", "M-21")
def test_the_state_holds_no_identity_that_nobody_knows():
    """Nothing in a record names a tile of a core or supply: whatever is unseen is one set, and the rest are counts."""
    for _, event, position in Table(game("micropul"), 2).random_game(seed=1):
        state = position.state
        known = int(state.hand[0]) | int(state.hand[1]) | int(state.laid)
        assert int(state.unseen) & known == 0
        assert int(state.unseen) | known == (1 << 48) - 1
        drawn_blind = int(state.core) + int(state.supply[0]) + int(state.supply[1]) + int(state.revealing)
        assert int(state.unseen).bit_count() == drawn_blind, event.do


@pytest.mark.rule("M-70")
def test_another_hand_is_dealt_without_touching_what_a_seat_sees(kit):
    position = kit.build({(0, 0): START}, [(0, 1), (2, 3, 4)], supplies=(1, 2))
    rng = generator(1)
    hands = set()
    for _ in range(50):
        _, other = view.redeal(position.setup, position.state, 0, rng)
        assert other.hand[0] == position.state.hand[0]
        assert int(other.hand[1]).bit_count() == 3
        assert int(other.hand[1]) & int(other.unseen) == 0
        assert int(other.hand[1]) | int(other.unseen) == int(position.state.hand[1]) | int(position.state.unseen)
        hands.add(int(other.hand[1]))
    assert len(hands) > 40
    _, both = view.redeal(position.setup, position.state, None, rng)
    assert both.hand[0] != position.state.hand[0]


@pytest.mark.rule("M-63", "M-70")
def test_who_has_just_passed_is_dealt_only_what_fits_nowhere(kit):
    position = kit.build({(0, 0): (46, 0)}, [(1, 7), (15, 47, 0)], stones=(0, 0))
    passed = kit.play(position, (0, "pass"))
    rng = generator(2)
    for _ in range(20):
        _, other = view.redeal(passed.setup, passed.state, 1, rng)
        assert rules.lay_count(other, 0) == 0
        assert int(other.hand[0]).bit_count() == 2


def test_ways_of_a_hand_are_the_legal_placements(kit):
    position = kit.build({(0, 0): START}, [(0, 34), (2,)])
    told = {
        f"lay {tile['tile']} r{turns} {way['x']},{way['y']}"
        for tile in position.view(0)["hand"]
        for way in tile["ways"]
        for turns in way["turns"]
    }
    assert told == {action for action in position.legal(0) if action.startswith("lay")}
    assert told


@pytest.mark.rule("M-70")
def test_a_spectator_sees_no_hand_even_at_the_end():
    *_, (_, _, position) = Table(game("micropul"), 2).random_game(seed=2)
    assert position.over
    assert json.loads(json.dumps(position.view(None)))["hand"] == []


@pytest.mark.rule("M-70")
def test_a_tile_that_comes_to_a_hand_is_told_to_its_owner_alone(kit):
    start = game("micropul").start(2)
    deal = Event("chance", "deal 0 5")
    assert [start.hides(deal, seat) for seat in (None, 0, 1)] == [True, False, True]
    position = kit.build({(0, 0): START}, [(0, 1), (2,)], turn=1, supplies=(0, 2))
    assert not any(position.hides(Event(1, "take"), seat) for seat in (None, 0, 1))
    taken = kit.play(position, (1, "take"))
    assert [taken.hides(Event("chance", "reveal 7"), seat) for seat in (None, 0, 1)] == [True, True, False]


@pytest.mark.rule("M-70")
def test_the_record_is_open_when_the_game_is_over(kit):
    position = kit.build({(0, 0): START}, [(0,), (2,)])
    assert not position.is_open
    assert kit.play(position, (0, "lay 0 r3 0,-1")).is_open


@pytest.mark.rule("M-70")
def test_a_step_reveals_what_a_seat_could_not_know(kit):
    position = kit.build({(0, 0): START}, [(0, 1), (2, 3)], supplies=(1, 0))
    laid = kit.play(position, (0, "lay 0 r3 0,-1"))
    assert [position.reveals(laid, seat) for seat in (0, 1)] == [False, True]
    stone = kit.play(position, (0, "stone 0,0 tl"))
    assert [position.reveals(stone, seat) for seat in (0, 1)] == [False, False]
    taken = kit.play(position, (0, "take"))
    assert not position.reveals(taken, 0)
    assert [taken.reveals(kit.play(taken, ("chance", "reveal 9")), seat) for seat in (0, 1)] == [True, False]
    stuck = kit.build({(0, 0): (46, 0)}, [(1, 7), (15, 47)], stones=(0, 0))
    assert [stuck.reveals(kit.play(stuck, (0, "pass")), seat) for seat in (0, 1)] == [False, True]
