"""What an action of micropul would bring: the effects of the rules, applied to what the seat knows."""

from __future__ import annotations

from typing import Any

from ...codec.schema import bitset, boolean, enum, enum_or_none, integer, integer_or_none, list_of, struct, union
from ...engine.contract import Effects, Preview, Setup, State
from ...engine.effects import clear
from ...native.compiled import copy_into, rule
from . import effects as happened
from . import rules
from .effects import BECAME, CATALYSTS, END_REASONS, MOST_CATALYSTS, MOST_CHANGED
from .pieces import COLOURS, CORNERS, MOST_GROUPS, SEATS, STONES
from .rules import LAY, N_CORNERS, STONE, TAKE

BITS = 62

PREVIEW = union(
    nothing=struct(),
    taking=struct(hand=integer(), supply=integer()),
    claiming=struct(group=integer(), colour=enum(COLOURS), size=integer(), open=boolean()),
    laying=struct(
        draws=integer(),
        turns=integer(),
        catalysts=list_of(
            struct(x=integer(), y=integer(), corner=enum((*CORNERS, "centre")), kind=enum(CATALYSTS), tiles=integer()),
            MOST_CATALYSTS,
        ),
        groups=list_of(
            struct(
                made_of=bitset(words=-(-MOST_GROUPS // BITS), bits=BITS),
                colour=enum(COLOURS),
                size=integer(),
                open=boolean(),
                stones=list_of(integer(), SEATS * STONES),
                owner=integer_or_none(),
                spoilt=boolean(),
                became=enum(BECAME),
            ),
            MOST_CHANGED,
        ),
        ends=enum_or_none(END_REASONS),
    ),
)
"""`group` and `made_of` are places in the view's groups; the groups of a placement are those that are new or changed,
in reading order. A pass brings nothing."""
NOTHING, TAKING, CLAIMING, LAYING = range(4)


@rule
def fill_catalyst(effect: Any, catalyst: Any) -> None:
    """Write a catalyst that a placement activates."""
    catalyst.x = effect.x
    catalyst.y = effect.y
    catalyst.corner = effect.corner
    catalyst.kind = effect.kind
    catalyst.tiles = effect.tiles


@rule
def fill_group(state: State, effect: Any, group: Any) -> None:
    """Write a group as a placement leaves it, and which groups of `state` go into it."""
    group.colour = effect.colour
    group.size = effect["size"]  # `effect.size` is NumPy's own
    group.open = effect.open
    group.owner = effect.owner
    group.spoilt = effect.spoilt
    group.became = effect.became
    group.stones.count = effect.stones.count
    for stone in range(effect.stones.count):
        group.stones.items[stone] = effect.stones.items[stone]
    for corner in range(N_CORNERS):
        inside = (int(effect.corners[corner // happened.CORNER_BITS]) >> corner % happened.CORNER_BITS) & 1
        if inside != 0 and rules.group_of(state, corner) == corner:
            place = rules.group_number(state, corner)
            group.made_of[place // BITS] |= 1 << place % BITS


@rule
def fill_lay(state: State, effects: Effects, laying: Any) -> None:
    """Write what the effects of a placement say."""
    for number in range(effects.count):
        item = effects.items[number]
        if item.case == happened.GROUP:
            fill_group(state, item.group, laying.groups.items[laying.groups.count])
            laying.groups.count += 1
        elif item.case == happened.CATALYST:
            fill_catalyst(item.catalyst, laying.catalysts.items[laying.catalysts.count])
            laying.catalysts.count += 1
        elif item.case == happened.DREW:
            laying.draws = item.drew.count
        elif item.case == happened.EXTRA_TURN:
            laying.turns = item.extra_turn.count
        elif item.case == happened.ENDED:
            laying.ends = 1 + item.ended.reason


@rule
def fill_claim(state: State, claimed: Any, claiming: Any) -> None:
    """Write the group that gets a stone, and its place among the groups."""
    tile = rules.tile_at(state, int(claimed.x), int(claimed.y))
    claiming.group = rules.group_number(state, tile * 4 + int(claimed.corner))
    claiming.colour = claimed.colour
    claiming.size = claimed["size"]
    claiming.open = claimed.open


@rule
def preview(
    setup: Setup, state: State, seat: int, action: int, into_state: State, preview: Preview, effects: Effects
) -> None:
    """What an action changes."""
    copy_into(state, into_state)
    clear(effects)
    rules.step(setup, into_state, seat, action, effects)
    if action >= LAY:
        preview.case = LAYING
        fill_lay(state, effects, preview.laying)
    elif action >= STONE:
        preview.case = CLAIMING
        fill_claim(state, effects.items[0].claimed, preview.claiming)
    elif action == TAKE:
        preview.case = TAKING
        preview.taking.hand = rules.hand_after_reveal(into_state, seat)
        preview.taking.supply = into_state.supply[seat]
    else:
        preview.case = NOTHING


@rule
def clash_at(state: State, action: int, facing: int) -> int:
    """The corner of a laid tile with which a tile, laid by this action, would clash at one of its facings; -1 if it
    would not clash there."""
    tile, turns, x, y = rules.placement(action)
    faced = rules.corner_faced(state, x, y, facing)
    return faced if faced >= 0 and rules.clashes(rules.facing(state, x, y), turns, tile, facing) else -1


EXPORTS = (rules.corner_with, clash_at)
"""What the page calls besides, to show where colours clash."""
