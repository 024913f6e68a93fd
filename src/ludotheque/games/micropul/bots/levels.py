"""The five levels of micropul's bots.

`novice`, `amateur` and `club` evaluate each legal action once and overlook some; `expert` and `master` use tree search.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ....engine.bits import nth, size
from ....engine.contract import CharacterRecord, Setup, State, Weights, Workspace
from ....engine.rng import Generator, below
from ....native.compiled import copy_into, routine, rule
from ....search.ismcts import action_value, evaluate_or_score, init_root, sample_determinization, simulate, tree_dtype
from ....search.levels import CANDIDATES, note_candidate, pick_near_best
from .. import rules
from ..rules import HAND, LAY, SETUP, STATE
from .evaluation import COUNTED, heuristic_value

WORKSPACE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("tree", tree_dtype(SETUP, STATE, 1 << 16)),
            ("candidates", CANDIDATES),
            ("counted", COUNTED),
            ("after", STATE),
            ("budget", "i8"),  # simulations left
        ],
    )
)
"""The memory of a search."""

NOVICE, AMATEUR, CLUB, EXPERT, MASTER = 0, 1, 2, 3, 4

TILES_TRIED: Final = np.array((1, 3, 4, HAND, HAND))
"""Number of tiles of the hand that a level considers, chosen at random."""
OVERLOOKED: Final = np.array((62, 50, 25, 0, 0))
"""Percentage of placements that a level overlooks if their place touches a single tile."""
NEAR_BEST: Final = np.array((3.0, 1.5, 0.03, 0.008, 0.002))
"""Actions within this margin of the best value count as equal for a level: in points, from `club` on in chances to win.
An even `master` uses 0."""
STYLE_MARGIN: Final = np.array((1.0, 0.6, 0.015, 0.004, 0.002))
"""Style decides between actions whose values differ by at most this, same units. Chosen so that styles of a level are
about equally strong."""
BUDGET: Final = np.array((0, 0, 0, 60, 11_000))
"""Simulations of a level; 0: each action is evaluated once."""
SLICE = 250
"""Simulations of one slice."""
PRIOR_SHARPNESS, C_PUCT, MAX_EXPANDED = 25.0, 0.6, 12
VISITS_TO_EXPAND = 4
"""Expanding a node costs about as much as 20 evaluations, so it must have been visited some times first."""
LOST_AT_ONCE = 1000.0
"""Subtracted from the value of an action that loses at once, so that it is chosen only if all others do too."""
VISIT_RATIO = 4
"""Root actions with fewer visits than the most visited one divided by this are not chosen."""


@rule
def novice_value(state: State, seat: int) -> float:
    """Return the novice's value: tiles, and claimed groups as if all of them would close. It ignores the opponent."""
    points = rules.supply_points(state, seat) + rules.hand_after_reveal(state, seat) * 1.0
    for number in range(state.stones[seat]):
        group = rules.stone_group(state, seat, number)
        if rules.claims(state, seat, group):
            points += int(state.worth[group])
    return points


@rule
def boldness(state: State, seat: int) -> float:
    """Return how much of a seat's points is uncertain: points of its open groups minus the tiles of its supply."""
    bold = -1.0 * state.supply[seat]
    for number in range(state.stones[seat]):
        group = rules.stone_group(state, seat, number)
        if rules.claims(state, seat, group) and rules.group_open(state, group):
            bold += int(state.worth[group])
    return bold


@rule
def overlooks(state: State, level: int, tiles: int, action: int, rng: Generator) -> bool:
    """Return whether a level overlooks a placement: its tile is not among `tiles`, or its place touches a single
    tile."""
    tile, _, x, y = rules.placement(action)
    if (tiles >> tile) & 1 == 0:
        return True
    beside = 0
    for edge in range(4):
        beside += rules.tile_beside(state, x, y, edge) >= 0
    return beside == 1 and below(rng, 100) < OVERLOOKED[level]


@rule
def random_subset(tiles: int, most: int, rng: Generator) -> int:
    """Return a random subset of at most `most` of the tiles."""
    for _ in range(size(tiles) - most):
        tiles &= ~(1 << nth(tiles, below(rng, size(tiles))))
    return tiles


@rule
def loses_at_once(setup: Setup, after: State, seat: int) -> bool:
    """Return whether a seat has just ended the game by its action and lost it. (Alone there is nobody to lose to.)"""
    return after.ended != 0 and setup.seats > 1 and (rules.winners(setup, after) >> seat) & 1 == 0


@rule
def note_action(setup: Setup, after: State, seat: int, action: int, value: float, candidates: Any) -> None:
    """Append an action with its value and boldness, given the state after it."""
    if loses_at_once(setup, after, seat):
        value -= LOST_AT_ONCE
    note_candidate(candidates, action, value, boldness(after, seat))


@rule
def level_value(setup: Setup, state: State, seat: int, level: int, weights: Weights, workspace: Workspace) -> float:
    """Return a level's value of a state for a seat."""
    if level >= CLUB:
        evaluate_or_score(setup, state, weights, workspace)
        return workspace.tree.values[seat]
    if level == AMATEUR or state.ended != 0:
        return heuristic_value(setup, state, seat)
    return novice_value(state, seat)


@routine
def evaluate_actions(
    setup: Setup, state: State, seat: int, level: int, rng: Generator, weights: Weights, workspace: Workspace
) -> None:
    """Evaluate the legal actions that a level does not overlook; all of them if it overlooks every one, or every one
    that does not lose at once."""
    tree, after, candidates = workspace.tree, workspace.after, workspace.candidates
    copy_into(setup, tree.setup)
    copy_into(state, tree.state)
    if level >= CLUB:
        sample_determinization(setup, state, seat, rng, tree)  # its evaluation looks at both hands
    tiles = random_subset(state.hand[seat], TILES_TRIED[level], rng)
    for blind in (True, False):  # the second pass only if nothing was found
        candidates.count = 0
        found = False
        for k in range(rules.legal_count(setup, state, seat)):
            action = rules.legal_nth(setup, state, seat, k)
            if blind and action >= LAY and overlooks(state, level, tiles, action, rng):
                continue
            copy_into(tree.state, after)
            rules.step(setup, after, seat, action)
            value = level_value(setup, after, seat, level, weights, workspace)
            note_action(setup, after, seat, action, value, candidates)
            found = found or not loses_at_once(setup, after, seat)
        if found:
            return


@rule
def tune(setup: Setup, state: State, workspace: Workspace) -> None:
    """Set the parameters of the tree search."""
    workspace.tree.c_puct = C_PUCT
    workspace.tree.prior_sharpness = PRIOR_SHARPNESS
    workspace.tree.opponent_explore = 1.0
    workspace.tree.max_expanded = MAX_EXPANDED
    workspace.tree.visits_to_expand = VISITS_TO_EXPAND


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
    """See ``engine.contract.BotsModule``."""
    level = character.level
    workspace.candidates.count = 0
    workspace.budget = 0
    if BUDGET[level] == 0:
        evaluate_actions(setup, state, seat, level, rng, weights, workspace)
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
    """See ``engine.contract.BotsModule``; returns the number of simulations left."""
    for _ in range(min(workspace.budget, SLICE)):
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
    """Return the best action, or one that the level takes for equally good."""
    tree, after = workspace.tree, workspace.after
    if workspace.candidates.count == 0:
        most = 0
        child = int(tree.first_child[0])
        while child != 0:
            most = max(most, int(tree.visits[child]))
            child = int(tree.next_sibling[child])
        child = int(tree.first_child[0])
        while child != 0:
            if int(tree.visits[child]) * VISIT_RATIO >= most:
                copy_into(state, after)
                rules.step(setup, after, seat, tree.action[child])
                action = int(tree.action[child])
                note_action(setup, after, seat, action, action_value(tree, child), workspace.candidates)
            child = int(tree.next_sibling[child])
    near = 0.0 if character.level == MASTER and character.temper == 0 else NEAR_BEST[character.level]
    return pick_near_best(workspace.candidates, near, STYLE_MARGIN[character.level], character.temper, rng)
