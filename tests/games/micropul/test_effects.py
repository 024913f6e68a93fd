"""What the rules report of an event: each effect, and that together they say all that the table shows of it."""

from collections.abc import Callable

import pytest

from ludotheque import game
from ludotheque.codec.records import new_record
from ludotheque.engine.position import Event
from ludotheque.games.micropul import rules
from ludotheque.games.micropul.pieces import CORNERS, TILES, turned
from ludotheque.testing import Table, tables, views_follow_from_effects

START = "w w / b b"


def effects_of(position, by, do, seat=None):
    """What a seat, by default a spectator, may know of the effects of an event."""
    after, effects = position.play_with_effects(Event(by, do))
    assert not effects.overflow
    return after.mask_effects(effects, seat)


def of(kind, effects):
    """The effects of a kind, without its name."""
    return [
        {name: value for name, value in effect.items() if name != "effect"}
        for effect in effects
        if effect["effect"] == kind
    ]


def groups(effects):
    """What groups became: colour, size, open sides and stones."""
    return [
        (group["became"], group["colour"], group["size"], group["sides"], group["stones"])
        for group in of("group", effects)
    ]


# -- Laying -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-20", "M-30", "M-33", "M-50")
def test_a_placement_reports_tile_groups_catalysts_draw_and_turn_in_this_order(kit):
    position = kit.build({(0, 0): START}, [(17, 0), (1,)])
    assert effects_of(position, 0, "lay 17 r2 0,1") == [
        {"effect": "placed", "seat": 0, "tile": 17, "turns": 2, "x": 0, "y": 1},
        {
            "effect": "group", "x": 0, "y": 0, "corner": "bl", "became": "grown", "colour": "black", "size": 5,
            "open": True, "sides": 7, "stones": [], "owner": None, "spoilt": False, "corners": [68, 70, 71, 162, 163],
        },
        {"effect": "catalyst", "x": 0, "y": 1, "corner": "tr", "kind": "1", "tiles": 1},
        {"effect": "drew", "seat": 0, "count": 1},
        {"effect": "next_turn", "seat": 1, "owed": 1},
    ]  # fmt: skip


@pytest.mark.rule("M-10")
def test_the_start_tile_is_placed_by_nobody():
    table = game("micropul").start(2, {})
    state, effects = new_record(rules.STATE), new_record(table.game.effects.dtype)
    rules.begin(table.setup, state, effects)
    assert state == table.state
    reported = table.mask_effects(effects, None)
    assert of("placed", reported) == [{"seat": None, "tile": 40, "turns": 0, "x": 0, "y": 0}]
    assert groups(reported) == [("begun", "white", 2, 4, []), ("begun", "black", 2, 4, [])]
    assert len(reported) == 3


@pytest.mark.rule("M-33", "M-35", "M-82")
@pytest.mark.parametrize(("core", "option", "gives", "drawn"), [(9, False, 2, 2), (1, False, 2, 1), (9, True, 1, 1)])
def test_a_draw_is_what_the_catalysts_give_as_far_as_the_core_goes(kit, core, option, gives, drawn):
    options = {"single_double": option, "simple_placement": True}
    position = kit.build({(0, 0): START}, [(20, 0), (1,)], core=core, options=options)
    effects = effects_of(position, 0, "lay 20 r3 0,-1")
    assert of("catalyst", effects) == [{"x": 0, "y": -1, "corner": "br", "kind": "2", "tiles": gives}]
    assert of("drew", effects) == [{"seat": 0, "count": drawn}]


@pytest.mark.rule("M-34", "M-81")
@pytest.mark.parametrize(("seats", "owed", "extra", "then"), [
    (2, 1, [{"seat": 0, "count": 1}], {"seat": 0, "owed": 1}),
    (2, 3, [{"seat": 0, "count": 1}], {"seat": 0, "owed": 3}),
    (1, 1, [], {"seat": 0, "owed": 1}),
])  # fmt: skip
def test_a_plus_gives_an_extra_turn_but_not_alone(kit, seats, owed, extra, then):
    position = kit.build({(0, 0): START}, [(5, 0), (1,)][:seats], seats=seats, owed=owed)
    effects = effects_of(position, 0, "lay 5 r1 -1,0")
    assert of("catalyst", effects) == [{"x": -1, "y": 0, "corner": "tr", "kind": "+", "tiles": 0}]
    assert (of("extra_turn", effects), of("next_turn", effects)) == (extra, [then])


@pytest.mark.rule("M-34")
@pytest.mark.parametrize(("stacking", "count"), [(False, 1), (True, 2)])
def test_several_pluses(kit, stacking, count):
    position = kit.build({(0, 0): (36, 0)}, [(4, 0), (1,)], options={"stacking_plus": stacking})
    effects = effects_of(position, 0, "lay 4 r2 0,-1")  # its own plus, and that of the big tile
    assert [one["kind"] for one in of("catalyst", effects)] == ["+", "+"]
    assert of("extra_turn", effects) == [{"seat": 0, "count": count}]
    assert of("next_turn", effects) == [{"seat": 0, "owed": count}]


# -- Groups -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-92", "M-51")
def test_a_group_is_closed_by_the_tile_that_takes_its_last_open_side(kit):
    position = kit.build(
        {
            (0, 0): "1 w / b 1", (1, 0): "+ w / w b",
            (0, 1): "b w / b w", (1, 1): "w b / w w",
            (0, 2): "b w / w 1", (1, 2): "1 w / b 1", (2, 2): "w b / b +",
        },
        [(8, 0), (2,)],
    )  # fmt: skip
    effects = effects_of(position, 0, f"lay 8 r{kit.find('b 1 / w .')[1]} 2,1")
    assert ("closed", "white", 10, 0, []) in groups(effects)
    assert [group[0] for group in groups(effects)].count("closed") == 1
    assert not of("catalyst", effects) + of("drew", effects)


def bridge(kit, *stones, turn=0):
    """Two white groups of two, with stones put on them; tile 46, a big white one, would join them at 0,-1."""
    layout = {(0, 0): START, (0, -2): "b b / w w"}
    position = kit.build(layout, [(46, 2, 14), (3, 4)], turn=turn, supplies=(1, 0))
    return kit.play(position, *stones)


@pytest.mark.rule("M-53", "M-42")
def test_joined_groups_merge_and_stay_claimed(kit):
    assert groups(effects_of(bridge(kit), 0, "lay 46 r0 0,-1")) == [("merged", "white", 8, 8, [])]
    claimed = bridge(kit, (1, "stone 0,0 tl"), turn=1)
    (group,) = of("group", effects_of(claimed, 0, "lay 46 r0 0,-1"))
    assert (group["became"], group["stones"], group["owner"], group["spoilt"]) == ("merged", [1], 1, False)


@pytest.mark.rule("M-53")
@pytest.mark.parametrize(("stones", "of_seats"), [
    ([(0, "stone 0,0 tl"), (1, "stone 0,-2 bl")], [0, 1]),
    ([(1, "stone 0,0 tl"), (0, "take"), ("chance", "reveal 9"), (1, "stone 0,-2 bl")], [1, 1]),
])  # fmt: skip
def test_a_group_is_spoilt_by_a_second_stone_once(kit, stones, of_seats):
    position = bridge(kit, *stones, turn=stones[0][0])
    (group,) = of("group", effects_of(position, 0, "lay 46 r0 0,-1"))
    assert (group["became"], group["stones"], group["owner"], group["spoilt"]) == ("spoilt", of_seats, None, True)
    position = kit.changed(kit.play(position, (0, "lay 46 r0 0,-1")), turn=0)
    (grown,) = [group for group in of("group", effects_of(position, 0, "lay 14 r0 1,-1")) if group["spoilt"]]
    assert (grown["became"], grown["size"]) == ("grown", 10)


# -- Stones, takes and passes -----------------------------------------------------------------------------------------


@pytest.mark.rule("M-52")
def test_a_stone_claims_a_group(kit):
    position = kit.build({(0, 0): START}, [(0,), (1,)])
    assert effects_of(position, 0, "stone 0,0 bl") == [
        {
            "effect": "claimed", "seat": 0, "x": 0, "y": 0, "corner": "bl",
            "colour": "black", "size": 2, "open": True,
        },
        {"effect": "next_turn", "seat": 1, "owed": 1},
    ]  # fmt: skip


@pytest.mark.rule("M-21", "M-70")
def test_only_the_taker_learns_which_tile_was_taken(kit):
    position = kit.build({(0, 0): START}, [(0,), (1,)], supplies=(2, 0), owed=2)
    assert effects_of(position, 0, "take") == [{"effect": "took", "seat": 0}]
    taken = kit.play(position, (0, "take"))
    for seat, tile in ((0, 9), (1, None), (None, None)):
        assert effects_of(taken, "chance", "reveal 9", seat) == [
            {"effect": "revealed", "seat": 0, "tile": tile},
            {"effect": "next_turn", "seat": 0, "owed": 1},
        ]


@pytest.mark.rule("M-10", "M-70")
def test_only_its_owner_learns_which_tile_is_dealt_until_the_game_is_over(kit):
    start = game("micropul").start(2, {})
    after, effects = start.play_with_effects(Event("chance", "deal 0 7"))
    for seat, tile in ((0, 7), (1, None), (None, None)):
        assert after.mask_effects(effects, seat) == [{"effect": "dealt", "seat": 0, "tile": tile}]
    over = kit.changed(after, ended=1)
    assert over.mask_effects(effects, 1) == [{"effect": "dealt", "seat": 0, "tile": 7}]


@pytest.mark.rule("M-63")
def test_a_pass_gives_up_the_turns_still_owed_and_the_second_one_ends_the_game(kit):
    stuck = kit.build({(0, 0): (46, 0)}, [(1, 7), (15, 47)], stones=(0, 0), owed=3)
    assert effects_of(stuck, 0, "pass") == [
        {"effect": "passed", "seat": 0, "gave_up": 2},
        {"effect": "next_turn", "seat": 1, "owed": 1},
    ]
    assert effects_of(kit.play(stuck, (0, "pass")), 1, "pass") == [
        {"effect": "passed", "seat": 1, "gave_up": 0},
        {"effect": "ended", "reason": "blocked", "seat": 1},
    ]


# -- The end ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-60", "M-34")
def test_the_last_tile_of_the_core_ends_the_game_and_no_turn_follows(kit):
    layout = {(0, 0): START, (0, -1): "1 w / . ."}
    position = kit.build(layout, [(4, 0), (1,)], core=1, options={"simple_placement": True})
    effects = effects_of(position, 0, "lay 4 r2 0,-2")  # activates the single, and its own plus
    assert [one["kind"] for one in of("catalyst", effects)] == ["+", "1"]
    assert effects[-2:] == [
        {"effect": "drew", "seat": 0, "count": 1},
        {"effect": "ended", "reason": "core", "seat": 0},
    ]


@pytest.mark.rule("M-61")
def test_a_seat_without_tiles_ends_the_game(kit):
    position = kit.build({(0, 0): START}, [(0,), (1,)], supplies=(0, 3))
    assert effects_of(position, 0, "lay 0 r0 1,0")[-1] == {"effect": "ended", "reason": "out_of_tiles", "seat": 0}


# -- All together -----------------------------------------------------------------------------------------------------


def follow(view, effects, opened):
    """Apply effects to a view (see ``testing.views_follow_from_effects``)."""
    for effect in effects:
        FOLLOW[effect["effect"]](view, **{name: value for name, value in effect.items() if name != "effect"})
    view["layout"].sort(key=lambda tile: (tile["y"], tile["x"]))
    view["hand"].sort(key=lambda tile: tile["tile"])
    view["stones"].sort(key=lambda stone: stone["seat"])
    view["groups"].sort(key=lambda group: in_reading_order(group["corners"][0]))


def in_reading_order(at):
    row, column = divmod(("tl", "tr", "bl", "br").index(at["corner"]), 2)
    return 2 * at["y"] + row, 2 * at["x"] + column


def shown(tile, turns):
    return {"tile": tile, "turns": turns, "corners": turned(tile, turns), "centre": TILES[tile].centre}


def placed(view, seat, tile, turns, x, y):
    view["layout"].append({**shown(tile, turns), "x": x, "y": y})
    view["hands"][seat] -= 1
    view["hand"] = [held for held in view["hand"] if held["tile"] != tile]


def group(view, x, y, corner, became, corners, **told):
    places = {tile["tile"]: {"x": tile["x"], "y": tile["y"]} for tile in view["layout"]}
    found = [{**places[one // 4], "corner": CORNERS[one % 4]} for one in corners]
    view["groups"] = [group for group in view["groups"] if group["corners"][0] not in found]
    view["groups"].append({**told, "corners": sorted(found, key=in_reading_order)})
    assert view["groups"][-1]["corners"][0] == {"x": x, "y": y, "corner": corner}


def drew(view, seat, count):
    view["core"] -= count
    view["supplies"][seat] += count


def claimed(view, seat, x, y, corner, **told):
    at = {"x": x, "y": y, "corner": corner}
    view["stones"].append({"seat": seat, **at})
    view["stones_left"][seat] -= 1
    (group,) = [group for group in view["groups"] if at in group["corners"]]
    group.update(stones=[seat], owner=seat)
    assert told == {name: group[name] for name in ("colour", "size", "open")}


def took(view, seat):
    view["supplies"][seat] -= 1


def revealed(view, seat, tile):
    view["hands"][seat] += 1
    if seat == view["seat"]:
        view["hand"].append(shown(tile, 0))


def dealt(view, seat, tile):
    view["core"] -= 1
    revealed(view, seat, tile)


def next_turn(view, seat, owed):
    view.update(turn=seat, owed=owed)


def ended(view, reason, seat):
    view["owed"] = 0


def nothing_shown(view, **told):
    """What such an effect changes is in others."""


FOLLOW: dict[str, Callable[..., None]] = {
    "placed": placed, "group": group, "catalyst": nothing_shown, "drew": drew, "extra_turn": nothing_shown,
    "claimed": claimed, "took": took, "revealed": revealed, "dealt": dealt, "passed": nothing_shown,
    "next_turn": next_turn, "ended": ended,
}  # fmt: skip


@pytest.mark.parametrize("table", tables(game("micropul")), ids=str)
def test_views_follow_from_effects(table: Table):
    views_follow_from_effects(table, follow)
