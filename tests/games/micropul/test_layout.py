"""What the state keeps - groups, places, what fits where - equals what one finds by looking at the layout."""

from typing import cast

import numpy as np
import pytest

from ludotheque import game
from ludotheque.codec.records import copy_record
from ludotheque.engine.position import Position
from ludotheque.games.micropul import rules, spaces
from ludotheque.games.micropul.pieces import ALL_TILES, N_TILES, START, distinct_turns
from ludotheque.testing import Table, tables

TABLES = tables(game("micropul"))


def spot(corner):
    return 2 * corner["x"] + (corner["corner"] in ("tr", "br")), 2 * corner["y"] + (corner["corner"] in ("br", "bl"))


def check_groups(state, view, found):
    """What the state and the view tell of the groups is what was found by looking; groups and corners stand in reading
    order."""
    firsts = [spot(group["corners"][0]) for group in view["groups"]]
    assert firsts == sorted(found, key=lambda first: (first[1], first[0]))
    for number, (first, group) in enumerate(zip(firsts, view["groups"], strict=True)):
        there = found[first]
        assert (group["colour"][0], group["size"]) == (there["colour"], there["size"])
        assert (group["sides"], group["open"]) == (there["sides"], there["sides"] > 0)
        spots = [spot(corner) for corner in group["corners"]]
        assert spots == sorted(there["corners"], key=lambda at: (at[1], at[0]))
        x, y = first
        corner = rules.corner_at(state, (y + 128) << 8 | (x + 128))
        assert rules.group_of(state, corner) == corner
        assert rules.group_number(state, corner) == number
        assert rules.gaps(state, corner) == len(there["gaps"])


@pytest.mark.rule("M-24", "M-40", "M-42", "M-50", "M-51", "M-53")
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_kept_groups_and_places_equal_those_found_by_looking(kit, table: Table):
    for _, event, after in table.random_game(seed=1):
        if event.by == "chance" or not event.do.startswith("lay"):
            continue
        now = after.mask(None).view()
        layout = kit.Layout.of(now)
        check_groups(after.state, now, layout.groups())
        assert [(tile["y"], tile["x"]) for tile in now["layout"]] == sorted(
            (tile["y"], tile["x"]) for tile in now["layout"]
        )
        assert {tuple(place) for place in now["places"]} == layout.places()
        for group in now["groups"]:
            lying = [
                stone["seat"]
                for stone in now["stones"]
                if {name: stone[name] for name in ("x", "y", "corner")} in group["corners"]
            ]
            assert sorted(group["stones"]) == sorted(lying)
        assert after.state.unclaimed == sum(not group["stones"] for group in now["groups"])


@pytest.mark.rule("M-51")
def test_a_closed_group_never_grows_or_reopens():
    closed_groups = 0
    for before, _, after in Table(game("micropul"), 1, {"simple_placement": True}).random_game(seed=3):
        now = [(group["corners"], group["open"]) for group in after.mask(None).view()["groups"]]
        for group in before.mask(None).view()["groups"]:
            if not group["open"]:
                closed_groups += 1
                assert (group["corners"], False) in now
    assert closed_groups


@pytest.mark.parametrize("table", TABLES[-2:], ids=str)
def test_the_record_depends_on_the_layout_and_not_on_the_order_of_laying(kit, table: Table):
    *_, (_, _, position) = table.random_game(seed=6)
    tiles = {(tile["x"], tile["y"]): (tile["tile"], tile["turns"]) for tile in position.mask(None).view()["layout"]}
    forwards = kit.build(tiles, options=table.options).state
    backwards = kit.build(dict(reversed(tiles.items())), options=table.options).state
    assert forwards.tobytes() == backwards.tobytes()


@pytest.mark.rule("M-11")
def test_no_two_places_of_a_layout_share_a_cell():
    near = [(x, y) for x in range(-50, 51) for y in range(-50, 51) if 0 < abs(x) + abs(y) <= 50]
    assert all(rules.cell(x, y) != rules.cell(0, 0) for x, y in near)
    assert sorted(rules.cell(x, y) for x in range(-25, 26) for y in range(abs(x) - 25, 26 - abs(x))) == list(
        range(rules.CELLS)
    )


def with_every_tile_in_hand(options) -> Position:
    """A table at which the only seat holds all tiles, and the core never ends."""
    start = game("micropul").start(1, options)
    state = copy_record(start.state)
    state.dealing, state.core = 0, 1000
    state.hand[0], state.held[0] = ALL_TILES & ~(1 << START), N_TILES - 1
    return Position(start.game, start.setup, state)


def strung_out(position: Position, path) -> Position | None:
    """The position after tiles were laid along a path, each placement legal by the rules; the first way that is
    found."""
    if not path:
        return position
    x, y = path[0]
    for action in position.legal_actions(0):
        if action >= rules.LAY and rules.placement(action)[2:] == (x, y):
            assert rules.illegal_reason(position.setup, position.state, 0, action) == 0
            assert position.parse_action(0, position.action_text(0, action)) == action
            after = strung_out(position.apply_action(0, action), path[1:])
            if after is not None:
                return after
    return None


def steps(*moves):
    path, x, y = [], 0, 0
    for dx, dy in moves:
        x, y = x + dx, y + dy
        path.append((x, y))
    return path


RIGHT, DOWN, LEFT, UP = (1, 0), (0, 1), (-1, 0), (0, -1)
STRINGS = {
    "right": steps(*[RIGHT] * 47),
    "down": steps(*[DOWN] * 47),
    "left": steps(*[LEFT] * 47),
    "up": steps(*[UP] * 47),
    "stairs": steps(*([RIGHT, UP] * 24)[:47]),
    "corner": steps(*[LEFT] * 23, *[DOWN] * 24),
}


@pytest.mark.rule("M-11", "M-80")
@pytest.mark.parametrize("way", STRINGS)
def test_48_tiles_in_a_string(kit, way):
    """A tile with one micropul ends a straight string under rule 1, so all 48 can only lie in a row without it."""
    position = strung_out(with_every_tile_in_hand({"simple_placement": True}), STRINGS[way])
    assert position is not None
    layout = kit.Layout.of(position.mask(None).view())
    assert len(position.mask(None).view()["layout"]) == N_TILES
    assert {tuple(place) for place in position.mask(None).view()["places"]} == layout.places()
    if way in ("right", "down", "left", "up"):
        assert position.state.places == rules.N_PLACES
        assert max(abs(number) for place in position.mask(None).view()["places"] for number in place) == 48
    check_groups(position.state, position.mask(None).view(), layout.groups())


@pytest.mark.rule("M-11", "M-22")
@pytest.mark.parametrize("simple", [False, True])
@pytest.mark.parametrize("way", ["right", "down", "left", "up"])
def test_every_placement_around_a_long_string_is_found(kit, way, simple):
    """Every turn of every tile on every place beside a long row is legal or clashes or does not attach: no edge of the
    table is ever the reason, and one step further out there is no neighbour."""
    length = 44 if simple else 29
    position = strung_out(with_every_tile_in_hand({"simple_placement": simple}), STRINGS[way][:length])
    assert position is not None
    places = kit.Layout.of(position.mask(None).view()).places()
    hand = [tile for tile in range(N_TILES) if int(position.state.hand[0]) >> tile & 1]
    asked = {f"lay {tile} r{turns} {x},{y}" for tile in hand for turns in distinct_turns(tile) for x, y in places}
    refused = {action: refusal.code for action in asked if (refusal := position.illegal_reason(0, action)) is not None}
    assert set(refused.values()) <= {"colour_clash", "no_attachment"}
    assert set(position.legal_texts(0)) == (asked - set(refused)) | {
        action for action in position.legal_texts(0) if not action.startswith("lay")
    }
    assert asked - set(refused)
    x, y = max(places)
    refusal = position.illegal_reason(0, f"lay {hand[0]} r0 {x + 1},{y}")
    assert refusal is not None
    assert refusal.code == "no_neighbour"


def test_action_indices_may_be_numpy_integers():
    """Environments pass them; interpreted, the steps over a tile's edges subtracted NumPy's bools."""
    position = next(after for _, _, after in Table(game("micropul"), 2, {}).random_game(seed=3) if after.to_act == (0,))
    here = position.setup, position.state, 0
    for action in position.legal_actions(0):
        assert spaces.action_at(*here, cast("int", np.int64(spaces.index_of(*here, action)))) == action
