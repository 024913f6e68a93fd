"""Playing knowledge of micropul: what groups, tiles and stones are worth, in points; and the five characters."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ....engine.bits import nth, size
from ....engine.contract import CharacterRecord, Setup, State, Weights, Workspace
from ....engine.rng import Generator, below
from ....native.compiled import copy_into, routine, rule
from ....search.ismcts import determinized, evaluate_or_result, init_root, simulate, tree_of, worth_of
from ....search.levels import CANDIDATES_SEEN, note_candidate, pick_near_best
from ....search.maths import logistic
from .. import rules
from ..rules import HAND, LAY, SETUP, STATE, STONES
from .evaluation import COUNTED, WEIGHTS, count, weigh, weights

__all__ = [
    "WEIGHTS",
    "WORKSPACE",
    "choose_action",
    "evaluate",
    "init_search",
    "search_slice",
    "tune",
    "weights",
    "whole",
    "worth",
]

WON = 1000.0
STONE = 4.0
"""What a stone is worth while the core is full; later less."""
CORE = 35
EXTRA_TURN = 0.5
GAP = 1.5
"""How much harder to close each place makes a group on which it is open, in tiles of the core."""
LAST_TILE = 4.0
"""What it costs to be near to running out of tiles."""

READY: Final = np.array([3 * (1 - 0.6**tiles) for tiles in range(HAND + 1)])
"""What the tiles in a hand are worth for what may come, each further one less."""


@rule
def group_worth(state: State, group: int) -> float:
    """What a group with one stone promises: its size, times a guess at the chance that it closes in time."""
    gaps = rules.gaps(state, group)
    return state.worth[group] * (state.core / (state.core + GAP * gaps) if gaps > 0 else 1.0)


@rule
def seat_worth(state: State, seat: int) -> float:
    """What a seat has and is promised: tiles, and the groups on which its stone lies alone."""
    points = rules.supply_points(state, seat) + rules.hand_points(state, seat) * 1.0
    for number in range(state.stones[seat]):
        group = rules.stone_group(state, seat, number)
        if rules.claims(state, seat, group):
            points += group_worth(state, group)
    return points


@rule
def end_worth(setup: Setup, state: State, seat: int) -> float:
    """What a seat has when the game is over: the lead, and far more if that wins. Alone only the score counts, unless
    it is lost."""
    lead = rules.score(setup, state, seat) * 1.0
    if setup.seats > 1:
        lead -= rules.score(setup, state, 1 - seat)
    won = rules.winners(setup, state)
    if (won >> seat) & 1 == 0:
        return lead - WON
    return lead + WON if setup.seats > 1 and won == 1 << seat else lead


@rule
def worth(setup: Setup, state: State, seat: int) -> float:
    """How good what a seat knows is for it: its points, certain and promised, less the other's; and what a stone in
    reserve, a hand to choose from and an extra turn are worth, the first of which shrinks as the core does."""
    if state.ended != 0:
        return end_worth(setup, state, seat)
    hand = rules.hand_to_be(state, seat)
    points = seat_worth(state, seat) + (hand - state.held[seat])
    points += READY[hand] + STONE * (STONES - state.stones[seat]) * state.core / CORE
    if hand + state.supply[seat] == 1:
        points -= LAST_TILE
    if setup.seats > 1:
        points -= seat_worth(state, 1 - seat)
        if state.turn == seat:
            points += EXTRA_TURN * (state.owed - state.revealing)  # one that is taking a tile uses its turn
    return points


# -- Judging a world --------------------------------------------------------------------------------------------------

ALONE = 120.0
"""So many points alone are as good as a win."""

WORKSPACE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("tree", tree_of(SETUP, STATE, 1 << 16)),
            ("candidates_seen", CANDIDATES_SEEN),
            ("counted", COUNTED),
            ("after", STATE),
            ("budget", "i8"),  # simulations that are still to be made
        ],
    )
)
"""Where a character thinks."""


@rule
def whole(setup: Setup, state: State) -> float:
    """What a value of one stands for in an analysis: a win, or so many points alone."""
    return ALONE if setup.seats == 1 else 1.0


@rule
def evaluate(setup: Setup, state: State, weights: Weights, workspace: Workspace) -> None:
    """How likely each seat wins; alone, how many points it may hope for."""
    values = workspace.tree.values
    if setup.seats == 1:
        values[0] = worth(setup, state, 0) / ALONE
        return
    count(setup, state, workspace.counted)
    turn = rules.turn_to_be(state)
    values[turn] = logistic(weigh(state, workspace.counted.features, weights))
    values[1 - turn] = 1.0 - values[turn]


# -- Characters -------------------------------------------------------------------------------------------------------

NOVICE, AMATEUR, CLUB, EXPERT, MASTER = 0, 1, 2, 3, 4

TILES_TRIED: Final = np.array((1, 3, 4, HAND, HAND))
"""So many tiles of the hand a level turns over in its mind before it lays one."""
OVERLOOKED: Final = np.array((62, 50, 25, 0, 0))
"""How many of a hundred ways to lay a tile a level does not see, if the place touches one tile only."""
NEAR: Final = np.array((3.0, 1.5, 0.03, 0.008, 0.002))
"""What is worth so much less than the best is as good to a level: in points, from `club` on in chances to win. To an
even `master` nothing is: what it takes for as good often is not."""
ALIKE: Final = np.array((1.0, 0.6, 0.015, 0.004, 0.002))
"""What differs by no more is the same to a temper: so little that the bold and the cautious win about as often."""
BUDGET: Final = np.array((0, 0, 0, 60, 11_000))
"""Simulations a level makes."""
PORTION = 250
"""So many of them between two looks at the clock."""
SHARPNESS, EXPLORE, FEW = 25.0, 0.6, 12
PATIENCE = 4
"""To look at all that may be done at a node takes as long as twenty judgements: it must have been worth some first."""
TRIED = 4
"""What was tried less often than the favourite by this factor is not known well enough to be done."""


@rule
def first_sight(state: State, seat: int) -> float:
    """What a child counts: its tiles and its groups, as if every one of them would close. The other does not exist."""
    points = rules.supply_points(state, seat) + rules.hand_to_be(state, seat) * 1.0
    for number in range(state.stones[seat]):
        group = rules.stone_group(state, seat, number)
        if rules.claims(state, seat, group):
            points += int(state.worth[group])
    return points


@rule
def boldness(state: State, seat: int) -> float:
    """How much of what a seat has is still to come: open groups against tiles that it has for certain."""
    bold = -1.0 * state.supply[seat]
    for number in range(state.stones[seat]):
        group = rules.stone_group(state, seat, number)
        if rules.claims(state, seat, group) and rules.group_open(state, group):
            bold += int(state.worth[group])
    return bold


@rule
def overlooks(state: State, level: int, tiles: int, action: int, rng: Generator) -> bool:
    """Whether a level does not see this way to lay a tile: it tries only some tiles, and misses places at the rim."""
    tile, _, x, y = rules.placement(action)
    if (tiles >> tile) & 1 == 0:
        return True
    beside = 0
    for edge in range(4):
        beside += rules.tile_beside(state, x, y, edge) >= 0
    return beside == 1 and below(rng, 100) < OVERLOOKED[level]


@rule
def some_of(tiles: int, most: int, rng: Generator) -> int:
    """So many of some tiles, any of them."""
    for _ in range(size(tiles) - most):
        tiles &= ~(1 << nth(tiles, below(rng, size(tiles))))
    return tiles


@rule
def worth_to(setup: Setup, state: State, seat: int, level: int, weights: Weights, workspace: Workspace) -> float:
    """What a level thinks of what it would know after an action."""
    if level >= CLUB:
        evaluate_or_result(setup, state, weights, workspace)
        return workspace.tree.values[seat]
    if level == AMATEUR or state.ended != 0:
        return worth(setup, state, seat)
    return first_sight(state, seat)


@routine
def look(
    setup: Setup, state: State, seat: int, level: int, rng: Generator, weights: Weights, workspace: Workspace
) -> None:
    """See what can be done at once, as a level does; if that is nothing, then look at everything."""
    tree, after, candidates_seen = workspace.tree, workspace.after, workspace.candidates_seen
    copy_into(setup, tree.setup)
    copy_into(state, tree.world)
    if level >= CLUB:
        determinized(setup, state, seat, rng, tree)  # its evaluation looks at both hands
    tiles = some_of(state.hand[seat], TILES_TRIED[level], rng)
    for blind in (True, False):
        if candidates_seen.count > 0:
            return
        for k in range(rules.legal_count(setup, state, seat)):
            action = rules.legal_nth(setup, state, seat, k)
            if blind and action >= LAY and overlooks(state, level, tiles, action, rng):
                continue
            copy_into(tree.world, after)
            rules.step(setup, after, seat, action)
            note_candidate(
                candidates_seen, action, worth_to(setup, after, seat, level, weights, workspace), boldness(after, seat)
            )


@rule
def tune(setup: Setup, state: State, workspace: Workspace) -> None:
    """How to search."""
    workspace.tree.explore = EXPLORE
    workspace.tree.sharpness = SHARPNESS
    workspace.tree.others = 1.0
    workspace.tree.few = FEW
    workspace.tree.patience = PATIENCE


@routine
def init_search(
    setup: Setup,
    state: State,
    seat: int,
    character: CharacterRecord,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
) -> None:
    """Begin a thought (see ``search.characters``)."""
    level = character.level
    workspace.candidates_seen.count = 0
    workspace.budget = 0
    if BUDGET[level] == 0:
        look(setup, state, seat, level, rng, weights, workspace)
    else:
        tune(setup, state, workspace)
        init_root(setup, state, seat, rng, weights, workspace)
        if workspace.tree.nodes > 2:
            workspace.budget = character.budget if character.budget > 0 else BUDGET[level]


@routine
def search_slice(
    setup: Setup,
    state: State,
    seat: int,
    character: CharacterRecord,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
) -> int:
    """Think for a portion; how many simulations are left."""
    for _ in range(min(workspace.budget, PORTION)):
        simulate(setup, state, seat, rng, weights, workspace)
        workspace.budget -= 1
    return workspace.budget


@routine
def choose_action(
    setup: Setup,
    state: State,
    seat: int,
    character: CharacterRecord,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
) -> int:
    """The best of what was looked at, or one that is about as good."""
    tree, after = workspace.tree, workspace.after
    if workspace.candidates_seen.count == 0:
        most = 0
        child = int(tree.child[0])
        while child != 0:
            most = max(most, int(tree.visits[child]))
            child = int(tree.next[child])
        child = int(tree.child[0])
        while child != 0:
            if int(tree.visits[child]) * TRIED >= most:
                copy_into(state, after)
                rules.step(setup, after, seat, tree.action[child])
                note_candidate(
                    workspace.candidates_seen, tree.action[child], worth_of(tree, child), boldness(after, seat)
                )
            child = int(tree.next[child])
    near = 0.0 if character.level == MASTER and character.temper == 0 else NEAR[character.level]
    return pick_near_best(workspace.candidates_seen, near, ALIKE[character.level], character.temper, rng)
