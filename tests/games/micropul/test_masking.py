"""Masked states and determinizations: M-70."""

import pytest

from ludotheque import game
from ludotheque.engine.position import Event
from ludotheque.engine.rng import generator
from ludotheque.games.micropul import rules
from ludotheque.games.micropul.pieces import ALL_TILES, SEATS
from ludotheque.testing import Table

pytestmark = pytest.mark.quick

START = "w w / b b"


def bits(tiles):
    return sum(1 << tile for tile in tiles)


@pytest.mark.rule("M-70", "M-21")
def test_the_state_holds_no_identity_that_nobody_knows():
    """Nothing in a record names a tile of a core or supply: whatever is unseen is one set, and the rest are counts."""
    for _, event, position in Table(game("micropul"), 2).random_game(seed=1):
        state = position.state
        masked = int(state.hand[0]) | int(state.hand[1]) | int(state.laid)
        assert int(state.unseen) & masked == 0
        assert int(state.unseen) | masked == ALL_TILES
        drawn_blind = int(state.core) + int(state.supply[0]) + int(state.supply[1]) + int(state.revealing)
        assert int(state.unseen).bit_count() == drawn_blind, event.do


@pytest.mark.rule("M-10", "M-20", "M-21")
@pytest.mark.parametrize("seats", [1, 2])
def test_how_many_tiles_a_hand_holds_is_kept(seats):
    for _, event, position in Table(game("micropul"), seats).random_game(seed=4):
        for seat in range(SEATS):
            assert position.state.held[seat] == int(position.state.hand[seat]).bit_count(), event.do


@pytest.mark.rule("M-70")
def test_a_seat_knows_its_own_hand_the_table_and_all_counts(kit):
    position = kit.build({(0, 0): START}, [(0, 1), (2, 3, 4)], supplies=(1, 2))
    for seat, hands in ((0, [(0, 1), ()]), (1, [(), (2, 3, 4)]), (None, [(), ()])):
        state = position.mask(seat).state
        assert list(state.hand) == [bits(hand) for hand in hands]
        assert state.unseen == ALL_TILES & ~bits((40, *hands[0], *hands[1]))
        for name in rules.STATE.names or ():
            if name not in ("hand", "unseen"):
                assert state[name].tobytes() == position.state[name].tobytes(), name


@pytest.mark.rule("M-70")
def test_tables_that_differ_in_a_hidden_hand_have_equal_masked_states(kit):
    one, other = (kit.build({(0, 0): START}, [(0, 1), hand], supplies=(1, 2)) for hand in [(2, 3, 4), (5, 12, 46)])
    assert one.mask(0).to_bytes() == other.mask(0).to_bytes()
    assert one.mask(1).to_bytes() != other.mask(1).to_bytes()


@pytest.mark.rule("M-70")
def test_determinized_hands_are_dealt_from_unseen_tiles(kit):
    position = kit.build({(0, 0): START}, [(0, 1), (2, 3, 4)], supplies=(1, 2))
    masked, rng = position.mask(0), generator(1)
    hands, tiles = set(), 0
    for _ in range(300):
        state = masked.determinize(rng).state
        assert state.hand[0] == position.state.hand[0]
        hand = int(state.hand[1])
        assert (hand.bit_count(), list(state.held)) == (3, [2, 3])
        assert hand & int(state.unseen) == 0
        assert hand | int(state.unseen) == int(position.state.hand[1]) | int(position.state.unseen)
        hands.add(hand)
        tiles |= hand
    assert len(hands) > 250
    assert tiles == int(masked.state.unseen), "each unseen tile may be in the hand"


@pytest.mark.rule("M-70")
def test_a_determinization_for_a_spectator_deals_both_hands(kit):
    position = kit.build({(0, 0): START}, [(0, 1), (2, 3, 4)], supplies=(1, 2))
    masked, rng = position.mask(None), generator(1)
    worlds = [masked.determinize(rng).state for _ in range(50)]
    for state in worlds:
        assert [int(hand).bit_count() for hand in state.hand] == [2, 3]
        assert int(state.hand[0]) & int(state.hand[1]) == 0
        assert (int(state.hand[0]) | int(state.hand[1])) & int(state.unseen) == 0
    assert len({int(state.hand[0]) for state in worlds}) > 40
    assert len({int(state.hand[1]) for state in worlds}) > 40


@pytest.mark.rule("M-70")
def test_a_determinization_stays_in_the_middle_of_a_deal():
    position = game("micropul").start(2)
    rng = generator(3)
    for tile in range(8):
        position = position.play(Event("chance", f"deal {tile // 6} {tile}"))
        world = position.mask(1).determinize(rng)
        assert [int(hand).bit_count() for hand in world.state.hand] == list(position.state.held)
        assert world.to_act == ("chance",)
        assert world.chance_count == position.chance_count


@pytest.mark.rule("M-63", "M-70")
@pytest.mark.parametrize("seat", [1, None])
def test_a_player_who_just_passed_is_dealt_tiles_that_fit_nowhere(kit, seat):
    position = kit.build({(0, 0): (46, 0)}, [(1, 7), (15, 47, 0)], stones=(0, 0))
    masked, rng = kit.play(position, (0, "pass")).mask(seat), generator(2)
    hands = set()
    for _ in range(60):
        state = masked.determinize(rng).state
        assert rules.lay_count(state, 0) == 0
        assert [int(hand).bit_count() for hand in state.hand] == [2, 3]
        assert int(state.hand[0]) & (int(state.hand[1]) | int(state.unseen)) == 0
        hands.add(int(state.hand[0]))
    assert len(hands) > 20
    # Without the pass hands that could lay something are imagined too.
    assert any(rules.lay_count(position.mask(seat).determinize(rng).state, 0) for _ in range(20))


@pytest.mark.rule("M-63", "M-70", "M-81")
def test_a_pass_is_remembered_with_one_seat_too(kit):
    position = kit.build({(0, 0): (46, 0)}, [(1, 7)], seats=1, stones=(0,), supplies=(0,))
    passed, rng = kit.play(position, (0, "pass")), generator(2)
    assert passed.mask(0).determinize(rng).state.tobytes() == passed.state.tobytes()
    assert all(rules.lay_count(passed.mask(None).determinize(rng).state, 0) == 0 for _ in range(20))


@pytest.mark.rule("M-70")
def test_nothing_is_masked_when_the_game_is_over(kit):
    end = kit.play(kit.build({(0, 0): START}, [(0,), (2, 3)]), (0, "lay 0 r3 0,-1"))
    assert end.is_over
    for seat in (None, 0, 1):
        masked = end.mask(seat)
        assert masked.state.tobytes() == end.state.tobytes()
        assert masked.determinize(generator(1)).state.tobytes() == end.state.tobytes()


@pytest.mark.rule("M-70")
def test_only_its_owner_learns_which_tile_comes_to_a_hand(kit):
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
