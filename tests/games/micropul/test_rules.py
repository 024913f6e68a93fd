"""The rules, one by one. Tables are set up by hand; a tile is written as its rows, `w w / b b`."""

from fractions import Fraction

import pytest

from ludotheque import game
from ludotheque.games.micropul import rules
from ludotheque.games.micropul.pieces import N_TILES

pytestmark = pytest.mark.quick

START = "w w / b b"
CLOSED = {(0, 0): (46, 0), (0, -1): "b . / . .", (1, 0): "1 b / . .", (0, 1): "1 . / . b", (-1, 0): "b 1 / + ."}
"""Four white micropul, closed on all sides by other things."""


def code(position, by, do) -> str | None:
    refusal = position.illegal_reason(by, do)
    return None if refusal is None else refusal.code


# -- Set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-01", "M-10")
def test_two_seats_begin_with_six_tiles_three_stones_and_a_core_of_35(kit):
    position = game("micropul").start(2)
    assert [(tile["tile"], tile["x"], tile["y"], tile["corners"]) for tile in position.mask(None).view()["layout"]] == [
        (40, 0, 0, "wwbb")
    ]
    for seat in (0, 1):
        for tile in range(seat * 6, seat * 6 + 6):
            assert position.to_act == ("chance",)
            assert code(position, "chance", f"deal {1 - seat} {tile}") == "impossible_chance"
            position = kit.play(position, ("chance", f"deal {seat} {tile}"))
    view = position.mask(1).view()
    assert (view["core"], view["supplies"], view["hands"], view["stones_left"]) == (35, [0, 0], [6, 6], [3, 3])
    assert [tile["tile"] for tile in view["hand"]] == [6, 7, 8, 9, 10, 11]
    assert position.to_act == (0,)


@pytest.mark.rule("M-10")
def test_every_tile_but_the_start_tile_is_equally_likely_to_be_dealt(kit):
    position = kit.play(game("micropul").start(2), ("chance", "deal 0 12"))
    assert set(position.chance_outcomes().values()) == {Fraction(1, position.chance_count)}
    assert {position.action_text("chance", outcome) for outcome in position.chance_outcomes()} == {
        f"deal 0 {tile}" for tile in range(48) if tile not in (12, 40)
    }


@pytest.mark.rule("M-81")
def test_alone_one_has_six_tiles_and_a_core_of_41(kit):
    position = kit.dealt([range(6)])
    assert (position.mask(0).view()["core"], position.mask(0).view()["hands"], position.to_act) == (41, [6], (0,))
    assert position.mask(0).view()["stones_left"] == [3]


# -- A turn -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-20")
@pytest.mark.parametrize("events", [["lay 0 r3 0,-1"], ["take", "reveal 7"], ["stone 0,0 tl"]])
def test_a_turn_is_one_action(kit, events):
    position = kit.build({(0, 0): START}, [(0, 1), (2, 3)], supplies=(2, 2))
    position = kit.play(position, (0, events[0]), *(("chance", event) for event in events[1:]))
    assert position.to_act == (1,)
    assert code(position, 0, "take") == "not_to_act"


@pytest.mark.rule("M-20", "M-63")
def test_there_is_no_passing_while_anything_can_be_done(kit):
    position = kit.build({(0, 0): START}, [(0, 1), (2, 3)])
    assert code(position, 0, "pass") == "pass_not_forced"
    only_a_stone = kit.build({(0, 0): START}, [(), (2,)])
    assert code(only_a_stone, 0, "pass") == "pass_not_forced"
    only_a_take = kit.build({(0, 0): START}, [(), (2,)], supplies=(1, 0), stones=(0, 0))
    assert code(only_a_take, 0, "pass") == "pass_not_forced"
    assert only_a_take.legal_texts(0) == ["take"]


@pytest.mark.rule("M-21")
def test_take_needs_a_tile_in_the_supply_and_room_in_the_hand(kit):
    assert code(kit.build({(0, 0): START}, [(0,), (1,)]), 0, "take") == "supply_empty"
    full = kit.build({(0, 0): START}, [(0, 1, 2, 3, 4, 5), ()], supplies=(1, 0))
    assert code(full, 0, "take") == "hand_full"
    assert "take" not in full.legal_texts(0)
    five = kit.build({(0, 0): START}, [(0, 1, 2, 3, 4), ()], supplies=(1, 0))
    assert code(five, 0, "take") is None


@pytest.mark.rule("M-21")
def test_a_tile_of_the_supply_is_nothing_before_it_is_taken(kit):
    position = kit.build({(0, 0): START}, [(0, 1), (2, 3)], supplies=(2, 5))
    taken = kit.play(position, (0, "take"))
    assert taken.to_act == ("chance",)
    assert taken.mask(0).view()["supplies"] == [1, 5]
    unseen = set(range(48)) - {40, 0, 1, 2, 3}
    assert {taken.action_text("chance", outcome) for outcome in taken.chance_outcomes()} == {
        f"reveal {tile}" for tile in unseen
    }
    assert len(set(taken.chance_outcomes().values())) == 1
    assert code(taken, "chance", "reveal 2") == "impossible_chance"
    assert code(taken, "chance", "deal 0 7") == "impossible_chance"
    after = kit.play(taken, ("chance", "reveal 7"))
    assert [tile["tile"] for tile in after.mask(0).view()["hand"]] == [0, 1, 7]


@pytest.mark.rule("M-22")
def test_a_micropul_must_face_a_micropul(kit):
    position = kit.build({(0, 0): START}, [(0, 6), ()])
    assert code(position, 0, "lay 0 r3 0,-1") is None
    for turns in (0, 1):
        assert code(position, 0, f"lay 0 r{turns} 0,-1") == "no_attachment"
    assert code(position, 0, "lay 6 r0 0,-1") == "no_attachment"  # a catalyst that faces a micropul does not attach


@pytest.mark.rule("M-23")
def test_colours_must_not_face_each_other_on_any_edge(kit):
    position = kit.build({(0, 0): START}, [(1, 28), ()])
    assert code(position, 0, "lay 1 r3 0,-1") == "colour_clash"
    corner = kit.build({(0, 0): START, (1, -1): "b b / b b"}, [(28, 26), ()])
    assert code(corner, 0, "lay 28 r0 0,-1") == "colour_clash"  # attached below, but not agreeing to the right
    assert code(corner, 0, "lay 26 r1 0,-1") == "colour_clash"
    assert code(corner, 0, "lay 28 r3 0,-1") == "colour_clash"  # one corner agrees to the right, the other does not


@pytest.mark.rule("M-23")
def test_catalysts_and_empty_corners_may_face_anything_and_colours_may_meet_within_a_tile(kit):
    position = kit.build({(0, 0): START}, [(32, 34), ()])
    assert code(position, 0, "lay 32 r2 1,0") == "colour_clash"
    assert code(position, 0, "lay 32 r0 1,0") is None  # `w . / 1 b`: w on w, the catalyst on b
    assert code(position, 0, "lay 34 r0 1,0") is None  # `w b / b w`: both colours side by side


@pytest.mark.rule("M-24", "M-03")
def test_the_place_is_free_and_shares_an_edge_with_a_tile(kit):
    position = kit.build({(0, 0): START}, [(46,), ()])
    assert code(position, 0, "lay 46 r0 0,0") == "occupied"
    assert code(position, 0, "lay 46 r0 1,-1") == "no_neighbour"  # only diagonal
    assert code(position, 0, "lay 46 r0 0,-2") == "no_neighbour"
    assert code(position, 0, "lay 46 r0 500,-2") == "no_neighbour"
    assert code(position, 0, "lay 47 r0 0,1") == "tile_not_in_hand"


# -- Catalysts --------------------------------------------------------------------------------------------------------


def drawn(kit, position, do) -> int:
    """How many tiles a placement of seat 0 brings."""
    before = position.mask(0).view()
    after = kit.play(position, (0, do)).mask(0).view()
    assert before["core"] - after["core"] == after["supplies"][0] - before["supplies"][0]
    return after["supplies"][0] - before["supplies"][0]


@pytest.mark.rule("M-30")
def test_a_catalyst_of_the_new_tile_is_activated_by_a_laid_micropul_of_any_colour(kit):
    position = kit.build({(0, 0): START}, [(12, 13, 0), ()])
    assert drawn(kit, position, "lay 12 r0 1,0") == 1  # `w . / 1 .`: the catalyst faces black
    assert drawn(kit, position, "lay 13 r1 0,1") == 1  # `1 b / . .`: it faces black, the micropul too


@pytest.mark.rule("M-30")
def test_a_catalyst_of_a_laid_tile_is_activated_by_a_new_micropul_of_any_colour(kit):
    position = kit.build({(0, 0): START, (0, -1): "1 w / . ."}, [(34, 46, 0), ()])
    assert drawn(kit, position, "lay 46 r0 0,-2") == 1
    assert drawn(kit, position, "lay 34 r0 0,-2") == 1  # `w b / b w`: black on the catalyst
    assert drawn(kit, position, "lay 0 r2 0,-2") == 0  # `. . / . w`: an empty corner on the catalyst


@pytest.mark.rule("M-31")
def test_a_catalyst_does_nothing_beside_its_own_micropul_and_old_contacts_are_not_looked_at_again(kit):
    position = kit.build({(0, 0): START}, [(12, 0), ()])
    assert drawn(kit, position, "lay 12 r2 0,-1") == 0
    touching = kit.build({(0, 0): START, (1, 0): "w . / 1 ."}, [(0, 1), ()])  # the catalyst faces black already
    assert drawn(kit, touching, "lay 0 r3 0,-1") == 0


@pytest.mark.rule("M-32")
def test_one_micropul_may_activate_two_catalysts(kit):
    position = kit.build({(0, -1): ". + / 1 w", (-1, 0): "w 1 / . 1"}, [(14, 0), ()])
    assert drawn(kit, position, "lay 14 r0 0,0") == 2  # `w w / . 1`: its top left corner faces both


@pytest.mark.rule("M-32")
def test_a_catalyst_may_be_activated_again_on_a_later_turn(kit):
    layout = {(0, 0): START, (0, -1): "1 w / . .", (-1, 0): "w w / b b"}
    position = kit.build(layout, [(46, 26, 0), (1,)], supplies=(0, 3))
    assert drawn(kit, position, "lay 46 r0 0,-2") == 1
    later = kit.play(position, (0, "lay 46 r0 0,-2"), (1, "take"), ("chance", "reveal 2"))
    assert drawn(kit, later, "lay 26 r1 -1,-1") == 1  # `. w / w .`: the same catalyst, from its left
    plus = kit.build(layout, [(4, 26, 0), (1,)], options={"simple_placement": True})
    assert drawn(kit, plus, "lay 4 r2 0,-2") == 1  # `b w / w +`
    extra_turn = kit.play(plus, (0, "lay 4 r2 0,-2"))
    assert drawn(kit, extra_turn, "lay 26 r1 -1,-1") == 1


@pytest.mark.rule("M-33")
def test_singles_give_one_tile_doubles_two_and_they_add_up(kit):
    position = kit.build({(0, 0): START}, [(12, 20, 30), ()])
    assert drawn(kit, position, "lay 12 r0 1,0") == 1
    assert drawn(kit, position, "lay 20 r3 0,-1") == 2
    both = kit.build({(0, 0): START, (0, -1): "1 w / . ."}, [(20, 0), ()])
    assert drawn(kit, both, "lay 20 r2 0,-2") == 1  # `. 2 / w w`: the double looks elsewhere
    three = kit.build({(0, 0): START, (0, -1): "1 w / . .", (1, -2): "w w / w w"}, [(20, 0), ()])
    assert drawn(kit, three, "lay 20 r2 0,-2") == 3


@pytest.mark.rule("M-34")
def test_a_plus_gives_another_turn_of_any_action_which_may_earn_another(kit):
    position = kit.build({(0, 0): START}, [(2, 3, 0), (1,)], supplies=(1, 1))
    again = kit.play(position, (0, "lay 2 r3 0,-1"))
    assert again.to_act == (0,)
    assert code(again, 1, "take") == "not_to_act"
    assert kit.play(again, (0, "take"), ("chance", "reveal 9")).to_act == (1,)
    assert kit.play(again, (0, "stone 0,0 bl")).to_act == (1,)
    assert kit.play(again, (0, "lay 3 r1 0,1")).to_act == (0,)
    assert "pass" not in again.legal_texts(0)


def two_pluses(kit, **options):
    position = kit.build(
        {(0, 0): START, (0, -1): "+ w / . 1"}, [(3, 0), (1,)], options={"simple_placement": True, **options}
    )
    return kit.play(position, (0, "lay 3 r3 0,-2"))


@pytest.mark.rule("M-34")
def test_several_pluses_still_give_one_turn_unless_they_stack(kit):
    plain = two_pluses(kit)
    assert (plain.to_act, plain.mask(None).view()["owed"]) == ((0,), 1)
    assert kit.play(plain, (0, "stone 0,0 bl")).to_act == (1,)
    stacking = two_pluses(kit, stacking_plus=True)
    assert (stacking.to_act, stacking.mask(None).view()["owed"]) == ((0,), 2)
    one_left = kit.play(stacking, (0, "stone 0,0 bl"))
    assert (one_left.to_act, one_left.mask(None).view()["owed"]) == ((0,), 1)
    assert kit.play(one_left, (0, "stone 0,0 tl")).to_act == (1,)


@pytest.mark.rule("M-35", "M-60")
def test_the_core_gives_what_it_has(kit):
    position = kit.build({(0, 0): START}, [(20, 0), (1,)], core=1)
    after = kit.play(position, (0, "lay 20 r3 0,-1"))
    assert (after.mask(None).view()["core"], after.mask(None).view()["supplies"]) == (0, [1, 0])
    assert after.result.reason == "core"


# -- Big micropul -----------------------------------------------------------------------------------------------------

BIG_WHITE_SINGLE, BIG_WHITE_PLUS, BIG_BLACK_SINGLE = 42, 36, 43


@pytest.mark.rule("M-40")
def test_a_big_micropul_is_four_micropul_for_placing_and_for_catalysts(kit):
    position = kit.build({(0, 0): (BIG_WHITE_SINGLE, 0)}, [(0, 1, 24, 26), ()])
    for place in ("0,-1", "1,0", "0,1", "-1,0"):
        legal = [
            action for action in position.legal_texts(0) if action.startswith("lay 0 ") and action.endswith(f" {place}")
        ]
        assert len(legal) == 2  # the white corner on either corner of that side
        assert not [
            action for action in position.legal_texts(0) if action.startswith("lay 1 ") and action.endswith(place)
        ]
        assert code(position, 0, f"lay 26 r0 {place}") is None
    assert code(position, 0, "lay 1 r0 1,0") == "colour_clash"
    joined = kit.build({(0, 0): (BIG_WHITE_SINGLE, 0), (1, 0): "w . / . .", (-1, 0): "1 . / . w"}, [(), ()])
    assert [group["size"] for group in joined.mask(None).view()["groups"]] == [3]


@pytest.mark.rule("M-41")
def test_the_centre_is_activated_once_by_a_facing_micropul_from_any_side(kit):
    position = kit.build({(0, 0): (BIG_WHITE_SINGLE, 0)}, [(0, 20, 24), ()], options={"simple_placement": True})
    for action in ("lay 0 r0 1,0", "lay 0 r1 0,1", "lay 0 r2 -1,0", "lay 0 r3 0,-1", "lay 0 r3 1,0"):
        assert drawn(kit, position, action) == 1
    assert drawn(kit, position, "lay 20 r3 1,0") == 1  # two micropul face it, the double faces nothing
    assert drawn(kit, position, "lay 0 r1 1,0") == 0  # only empty corners face it
    assert drawn(kit, position, "lay 24 r2 1,0") == 2  # only catalysts face it: these are activated, the centre is not


@pytest.mark.rule("M-41")
def test_a_big_tile_that_is_laid_activates_its_own_centre(kit):
    position = kit.build({(0, 0): START}, [(BIG_WHITE_SINGLE, BIG_WHITE_PLUS, 0), (1,)])
    assert drawn(kit, position, "lay 42 r0 0,-1") == 1
    assert kit.play(position, (0, "lay 36 r0 0,-1")).to_act == (0,)
    without = kit.build({(0, 0): "w 1 / . 1"}, [(BIG_WHITE_SINGLE, 0), (1,)], options={"simple_placement": True})
    assert drawn(kit, without, "lay 42 r0 1,0") == 2  # it activates two singles, and nothing activates its centre


@pytest.mark.rule("M-42")
def test_a_big_micropul_counts_one(kit):
    alone = kit.build({(0, 0): (BIG_BLACK_SINGLE, 0)}, [(), ()])
    assert [(group["size"], len(group["corners"])) for group in alone.mask(None).view()["groups"]] == [(1, 4)]
    normal = kit.build({(0, 0): "b b / b b"}, [(), ()])
    assert [group["size"] for group in normal.mask(None).view()["groups"]] == [4]


# -- Groups and stones ------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-50", "M-03")
def test_groups_are_joined_by_sides_inside_and_across_tiles(kit):
    position = kit.build({(0, 0): START, (0, -1): ". w / w .", (1, 0): "w b / b w"}, [(), ()])
    groups = {
        (
            group["colour"],
            group["size"],
            group["corners"][0]["x"],
            group["corners"][0]["y"],
            group["corners"][0]["corner"],
        )
        for group in position.mask(None).view()["groups"]
    }
    assert groups == {
        ("white", 1, 0, -1, "tr"),  # diagonal to the rest
        ("white", 4, 0, -1, "bl"),
        ("black", 1, 1, 0, "tr"),
        ("black", 3, 0, 0, "bl"),
        ("white", 1, 1, 0, "br"),
    }


RING = {
    (0, -1): ". . / w .",  # its white corner looks into the hole
    (-1, -1): (1, 0), (1, -1): (7, 0), (-1, 0): (13, 0), (1, 0): (15, 0),
    (-1, 1): (12, 0), (0, 1): (9, 0), (1, 1): (10, 0),
}  # fmt: skip


@pytest.mark.rule("M-51")
def test_a_hole_in_the_layout_keeps_a_group_open_until_it_is_filled(kit):
    position = kit.build(RING, [(6, 8), (1,)], options={"simple_placement": True})

    def looking_into_the_hole(position):
        return next(
            group
            for group in position.mask(None).view()["groups"]
            if {"x": 0, "y": -1, "corner": "bl"} in group["corners"]
        )

    assert looking_into_the_hole(position)["open"]
    after = kit.play(position, (0, "lay 6 r2 0,0"))  # `1 . / . w`: the catalyst closes it
    assert not looking_into_the_hole(after)["open"]
    assert looking_into_the_hole(after)["size"] == 1


@pytest.mark.rule("M-51")
def test_diagonal_gaps_do_not_keep_a_group_open(kit):
    position = kit.build(CLOSED, [(), ()])
    white = next(group for group in position.mask(None).view()["groups"] if group["colour"] == "white")
    assert (white["open"], white["size"]) == (False, 4)


@pytest.mark.rule("M-52")
def test_a_stone_goes_on_a_group_without_one_open_or_closed(kit):
    position = kit.build(CLOSED, [(2, 3), (4, 5)])
    stones = [action for action in position.legal_texts(0) if action.startswith("stone")]
    assert stones == ["stone 0,-1 tl", "stone -1,0 tl", "stone 0,0 tl", "stone 1,0 tr", "stone 0,1 br"]
    assert code(position, 0, "stone 0,0 br") == "not_canonical"
    assert code(position, 0, "stone 0,-1 tr") == "not_micropul"
    assert code(position, 0, "stone 0,1 bl") == "not_micropul"
    assert code(position, 0, "stone 5,5 tl") == "not_micropul"
    after = kit.play(position, (0, "stone 0,0 tl"))
    assert after.mask(None).view()["stones_left"] == [2, 3]
    assert code(after, 1, "stone 0,0 tl") == "claimed"
    assert "stone 0,0 tl" not in after.legal_texts(1)
    spent = kit.build(CLOSED, [(2, 3), (4, 5)], stones=(0, 3))
    assert code(spent, 0, "stone 0,0 tl") == "no_stone"
    assert not [action for action in spent.legal_texts(0) if action.startswith("stone")]


def bridge(kit, events):
    """Two white groups, one over the other with a gap between; these stones are put, then seat 0 fills the gap."""
    position = kit.build({(0, 0): START, (0, -2): "b b / w w"}, [(46, 2), (3, 4)], turn=events[0][0])
    return kit.play(position, *events, (0, "lay 46 r0 0,-1"))


def white(position):
    (group,) = [group for group in position.mask(None).view()["groups"] if group["colour"] == "white"]
    return group


@pytest.mark.rule("M-53")
def test_claimed_joined_to_unclaimed_stays_claimed_and_grows(kit):
    position = bridge(kit, [(1, "stone 0,0 tl")])
    assert (white(position)["size"], white(position)["stones"]) == (8, [1])
    assert position.mask(None).view()["stones"] == [
        {"seat": 1, "x": 0, "y": 0, "corner": "tl"}
    ]  # it stays on its corner
    assert code(position, 1, "stone 0,-2 bl") == "claimed"


@pytest.mark.rule("M-53", "M-62")
@pytest.mark.parametrize("events", [
    [(0, "stone 0,0 tl"), (1, "stone 0,-2 bl")],
    [(1, "stone 0,0 tl"), (0, "take"), ("chance", "reveal 9"), (1, "stone 0,-2 bl")],
])  # fmt: skip
def test_two_stones_in_a_group_make_it_worth_nothing(kit, events):
    position = kit.build({(0, 0): START, (0, -2): "b b / w w"}, [(46, 2), (3, 4)], turn=events[0][0], supplies=(1, 0))
    position = kit.play(position, *events)
    position = kit.play(position, (0, "lay 46 r0 0,-1"))
    assert sorted(white(position)["stones"]) == sorted(by for by, do in events if do.startswith("stone"))
    assert code(position, 1, "stone 0,-2 bl") == "claimed"
    assert [points["groups"] for points in position.mask(None).view()["points"]] == [0, 0]


# -- The end ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-60")
def test_the_game_ends_with_the_last_tile_of_the_core_whatever_a_plus_would_give(kit):
    layout = {(0, 0): START, (0, -1): "1 w / . ."}
    position = kit.build(layout, [(4, 0), (1,)], core=1, options={"simple_placement": True})
    after = kit.play(position, (0, "lay 4 r2 0,-2"))  # activates the single, and its own plus
    assert (after.to_act, after.result.reason) == ((), "core")
    assert kit.play(kit.changed(position, core=2), (0, "lay 4 r2 0,-2")).to_act == (0,)


@pytest.mark.rule("M-61")
def test_who_lays_the_last_tile_and_has_none_left_has_lost_whatever_the_scores(kit):
    position = kit.build(CLOSED, [(3,), (4,)])
    position = kit.play(position, (0, "stone 0,0 tl"), (1, "stone 0,-1 tl"))
    action = next(
        action
        for action in position.legal_texts(0)
        if action.startswith("lay") and kit.play(position, (0, action)).mask(None).view()["supplies"][0] == 0
    )
    after = kit.play(position, (0, action))
    assert (after.result.reason, after.result.scores, after.result.winners) == ("out_of_tiles", [4, 1], [1])


@pytest.mark.rule("M-61")
def test_running_out_is_looked_at_after_the_draw_and_a_plus_does_not_help(kit):
    drawing = kit.build({(0, 0): START}, [(12,), (1,)])
    assert not kit.play(drawing, (0, "lay 12 r0 1,0")).is_over
    plus = kit.build({(0, 0): START}, [(2,), (1,)])
    assert kit.play(plus, (0, "lay 2 r3 0,-1")).result.reason == "out_of_tiles"
    supplied = kit.build({(0, 0): START}, [(2,), (1,)], supplies=(1, 0))
    assert not kit.play(supplied, (0, "lay 2 r3 0,-1")).is_over


@pytest.mark.rule("M-61")
def test_running_out_is_looked_at_only_for_the_seat_that_laid(kit):
    position = kit.build({(0, 0): START}, [(0, 2), ()])
    after = kit.play(position, (0, "lay 0 r3 0,-1"))
    assert after.to_act == (1,)
    assert not kit.play(after, (1, "stone 0,0 bl")).is_over


@pytest.mark.rule("M-62")
def test_the_score_adds_closed_groups_supply_and_hand(kit):
    position = kit.build(CLOSED, [(3, 4, 5), (8, 9)], supplies=(2, 4))
    position = kit.play(position, (0, "stone 0,0 tl"), (1, "stone 0,-1 tl"))  # four closed; one open
    assert position.mask(None).view()["points"] == [
        {"groups": 4, "supply": 4, "hand": 3, "total": 11, "scoring": [2]},
        {"groups": 0, "supply": 8, "hand": 2, "total": 10, "scoring": []},
    ]
    assert position.scores == [11, 10]


@pytest.mark.rule("M-62", "M-42")
def test_a_closed_big_micropul_scores_one(kit):
    position = kit.build({**CLOSED, (0, 0): (42, 0)}, [(3,), (8,)])
    assert kit.play(position, (0, "stone 0,0 tl")).mask(None).view()["points"][0]["groups"] == 1


@pytest.mark.rule("M-62")
@pytest.mark.parametrize(("supplies", "winners"), [((5, 1), [0]), ((1, 5), [1]), ((2, 3), [0, 1])])
def test_most_points_win_and_equal_points_are_a_draw(kit, supplies, winners):
    position = kit.build({(0, 0): START}, [(12, 3), (8,)], supplies=supplies, core=1)
    after = kit.play(position, (0, "lay 12 r0 1,0"))  # draws the last tile: one more in the supply, one less in hand
    assert after.result.winners == winners
    assert after.result.scores == [2 * supplies[0] + 3, 2 * supplies[1] + 1]


def stuck(kit, **more):
    """Nothing but white to attach to; hands that hold only black, no stones, no supply."""
    layout = {(0, 0): (46, 0)}
    return kit.build(layout, [(1, 7), (15, 47)], stones=(0, 0), **more)


@pytest.mark.rule("M-63")
def test_a_seat_that_can_do_nothing_passes_and_two_passes_end_the_game(kit):
    position = stuck(kit)
    assert position.legal_texts(0) == ["pass"]
    after = kit.play(position, (0, "pass"))
    assert after.to_act == (1,)
    assert after.legal_texts(1) == ["pass"]
    ended = kit.play(after, (1, "pass"))
    assert (ended.result.reason, ended.result.scores, ended.result.winners) == ("blocked", [2, 2], [0, 1])


@pytest.mark.rule("M-63")
def test_a_pass_gives_up_the_turns_still_owed(kit):
    position = stuck(kit, owed=3)
    after = kit.play(position, (0, "pass"))
    assert (after.to_act, after.mask(None).view()["owed"]) == ((1,), 1)


@pytest.mark.rule("M-63")
def test_passes_with_another_action_between_them_do_not_end_the_game(kit):
    position = stuck(kit, supplies=(0, 2))
    after = kit.play(position, (0, "pass"), (1, "take"), ("chance", "reveal 21"), (0, "pass"))
    assert after.to_act == (1,)
    assert kit.play(after, (1, "take"), ("chance", "reveal 25"), (0, "pass"), (1, "pass")).is_over


@pytest.mark.rule("M-63", "M-81")
def test_alone_two_passes_in_a_row_end_the_game(kit):
    position = kit.build({(0, 0): (46, 0)}, [(1, 7)], seats=1, stones=(0,), supplies=(0,))
    after = kit.play(position, (0, "pass"))
    assert after.to_act == (0,)
    ended = kit.play(after, (0, "pass"))
    assert (ended.result.reason, ended.result.winners) == ("blocked", [0])


# -- Variants ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-80")
def test_simple_placement_drops_rule_1_and_keeps_rule_2(kit):
    position = kit.build({(0, 0): START}, [(0, 1, 46), ()], options={"simple_placement": True})
    assert code(position, 0, "lay 0 r0 0,-1") is None
    assert code(position, 0, "lay 1 r3 0,-1") == "colour_clash"
    assert code(position, 0, "lay 46 r0 0,1") == "colour_clash"
    assert code(position, 0, "lay 0 r0 1,1") == "no_neighbour"


@pytest.mark.rule("M-81")
@pytest.mark.parametrize("stacking", [False, True])
def test_alone_a_plus_gives_nothing(kit, stacking):
    position = kit.build(
        {(0, 0): START}, [(2, 3)], seats=1, supplies=(0,), stones=(3,), options={"stacking_plus": stacking}
    )
    after = kit.play(position, (0, "lay 2 r3 0,-1"))
    assert (after.mask(None).view()["owed"], after.to_act) == (1, (0,))


@pytest.mark.rule("M-81")
def test_alone_running_out_has_no_winner_and_the_last_core_tile_has(kit):
    position = kit.build({(0, 0): START}, [(0,)], seats=1, supplies=(0,), stones=(3,))
    lost = kit.play(position, (0, "lay 0 r3 0,-1"))
    assert (lost.result.reason, lost.result.winners) == ("out_of_tiles", [])
    position = kit.build({(0, 0): START}, [(12, 0)], seats=1, supplies=(0,), stones=(3,), core=1)
    won = kit.play(position, (0, "lay 12 r0 1,0"))
    assert (won.result.reason, won.result.winners) == ("core", [0])


@pytest.mark.rule("M-81")
@pytest.mark.parametrize(
    ("points", "rank"),
    [(29, None), (30, "beginner"), (59, "beginner"), (60, "normal"), (75, "advanced"), (89, "advanced"),
     (90, "expert"), (99, "expert"), (100, "master"), (140, "master")],
)  # fmt: skip
def test_ranks_of_a_game_alone(kit, points, rank):
    odd = points % 2  # a tile of the supply counts 2, one of the hand 1
    hand = (12, 0) if odd else (12, 0, 1)
    supply = (points - len(hand) - 1) // 2
    position = kit.build({(0, 0): START}, [hand], seats=1, supplies=(supply,), stones=(3,), core=1)
    assert position.mask(0).view()["rank"] is None  # the game goes on
    after = kit.play(position, (0, "lay 12 r0 1,0"))
    assert after.scores == [points]
    assert after.mask(0).view()["rank"] == rank


@pytest.mark.rule("M-82")
def test_with_single_double_a_double_needs_two_contacts_to_give_two(kit):
    one = {(0, 0): START}
    two = {(0, 0): START, (1, -1): "w w / w w"}
    laid = {(0, 0): START, (0, -1): ". 2 / w w"}
    for option, counts in ((False, (2, 2, 2)), (True, (1, 2, 1))):
        options = {"single_double": option}
        assert drawn(kit, kit.build(one, [(20, 0), ()], options=options), "lay 20 r3 0,-1") == counts[0]
        assert drawn(kit, kit.build(two, [(20, 0), ()], options=options), "lay 20 r3 0,-1") == counts[1]
        assert (
            drawn(kit, kit.build(laid, [(46, 0), ()], options={**options, "simple_placement": True}), "lay 46 r0 0,-2")
            == counts[2]
        )


# -- The worked examples ----------------------------------------------------------------------------------------------


@pytest.mark.rule("M-90", "M-22", "M-23")
def test_example_of_placing(kit):
    tile, turns = kit.find("1 b / w .")
    assert kit.find("w 1 / . b") == (tile, (turns + 1) % 4)  # a quarter turn clockwise
    tried = 0
    for above in kit.looking_like("? ? / w b"):
        for left in kit.looking_like("? w / ? b"):
            if len({above[0], left[0], tile}) == 3:
                position = kit.build({(0, -1): above, (-1, 0): left}, [(tile, 0), ()])
                assert code(position, 0, f"lay {tile} r{turns} 0,0") == "colour_clash"
                assert code(position, 0, f"lay {tile} r{(turns + 1) % 4} 0,0") is None
                tried += 1
    assert tried > 50


@pytest.mark.slow
@pytest.mark.rule("M-91", "M-32")
def test_example_of_catalysts(kit):
    tile, turns = kit.find("1 w / b 1")
    tried = 0
    for above in kit.looking_like("? ? / w w"):
        for left in kit.looking_like("? w / ? 1"):
            if len({above[0], left[0], tile, 0}) == 4 and 36 not in above and 42 not in above:
                position = kit.build({(0, -1): above, (-1, 0): left}, [(tile, 0), (2,)])
                assert drawn(kit, position, f"lay {tile} r{turns} 0,0") == 2
                assert kit.play(position, (0, f"lay {tile} r{turns} 0,0")).to_act == (1,)
                tried += 1
    assert tried > 10


@pytest.mark.rule("M-92", "M-50", "M-51")
def test_example_of_groups(kit):
    position = kit.build(
        {
            (0, 0): "1 w / b 1", (1, 0): "+ w / w b",
            (0, 1): "b w / b w", (1, 1): "w b / w w",
            (0, 2): "b w / w 1", (1, 2): "1 w / b 1", (2, 2): "w b / b +",
        },
        [(8, 0), (2,)],
    )  # fmt: skip
    assert kit.find("b 1 / w .")[0] == 8

    def groups(position):
        return {
            (group["colour"], group["size"], group["open"])
            for group in position.mask(None).view()["groups"]
            if group["size"] > 3
        }

    assert groups(position) == {("white", 9, True), ("black", 4, True)}
    after = kit.play(position, (0, f"lay 8 r{kit.find('b 1 / w .')[1]} 2,1"))
    assert groups(after) == {("white", 10, False), ("black", 4, True)}
    assert after.mask(None).view()["supplies"] == [0, 0]
    assert after.to_act == (1,)


@pytest.mark.rule("M-20")
def test_every_number_has_an_answer(kit):
    position = kit.build({(0, 0): START}, [(0, 1), (2,)], supplies=(1, 0))
    for seat in range(-2, 4):
        for action in [-1, 2, 77, rules.STONE - 1, rules.LAY - 1, rules.LAY_END, 1 << 50, -(1 << 50)]:
            number = rules.illegal_reason(position.setup, position.state, seat, action)
            assert rules.ILLEGAL_REASONS[number] == ("unknown_action" if seat == 0 else "not_to_act")
            assert position.game.notation.explain(
                position.setup, position.state, 0, action, rules.ILLEGAL_REASONS[number]
            ).message
    for action in range(rules.LAY, rules.LAY_END, 997):
        number = rules.illegal_reason(position.setup, position.state, 0, action)
        if action & 63 >= N_TILES:
            assert rules.ILLEGAL_REASONS[number] == "tile_not_in_hand"
        elif number:
            assert position.game.notation.explain(
                position.setup, position.state, 0, action, rules.ILLEGAL_REASONS[number]
            ).message
    for action in range(rules.STONE, 2 * rules.STONE, 97):
        number = rules.illegal_reason(position.setup, position.state, 0, action)
        if number:
            assert position.game.notation.explain(
                position.setup, position.state, 0, action, rules.ILLEGAL_REASONS[number]
            ).message
