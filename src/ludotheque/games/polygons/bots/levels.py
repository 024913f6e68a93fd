"""The six levels of Polygons' bots.

The novice evaluates each legal action once; the others use tree search, `master` with rollouts of the best actions if
there are more than two seats. Up to `club` they overlook pieces, forget their powers at random and think first of their
own sets.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ....engine.contract import CharacterRecord, Setup, State, Weights, Workspace
from ....engine.rng import MASK, Generator, below, word
from ....native.compiled import copy_into, routine, rule
from ....search.ismcts import action_value, best_finalist, evaluate_finalists, init_root, simulate, tree_dtype
from .. import rules
from ..rules import DISCARD, END, GIVE, SEATS, SETUP, STATE, STEAL, STOP, TAKE, VALIDATE_COLOUR
from .evaluation import COUNTED, count_features, do_action, finish_turn, is_pruned, sets_of, weigh_features
from .greedy import SCRATCH, WORST, choose_greedily

NOVICE, AMATEUR, CLUB, EXPERT, CHAMPION, MASTER = range(6)
SIMULATIONS: Final = np.array((0, 36, 220, 1050, 4600, 0))
"""Default number of simulations of a level but `master`. The novice makes none: it evaluates each action once."""
MASTER_SIMULATIONS: Final = np.array((0, 0, 20_000, 12_000, 6_000))
"""Default number of simulations of `master` by the number of seats: nine of ten decisions take less than 100 ms."""
SLICE: Final = 100
"""Simulations of one slice."""
ROLLOUTS: Final = 16
"""Rollouts of each finalist by `master` with more than two seats."""
NODES: Final = 1 << 17
"""Enough for every search: 24,000 simulations with two seats made up to NODES_MEASURED nodes."""
MAX_EXPANDED: Final = 12
VISITS_TO_EXPAND: Final = 1
C_PUCT, PRIOR_SHARPNESS = 1.2, 12.5
"""Search parameters for one seat: with more seats, chances to win and their differences become smaller."""
OVERLOOKS: Final = np.array((0.30, 0.19, 0.05, 0.0, 0.0, 0.0))
"""Probability that a level overlooks an accessible piece."""
FORGETS: Final = np.array((0.76, 0.46, 0.1, 0.0, 0.0, 0.0))
"""Probability that a level forgets its powers for an action."""
NEGLECT: Final = np.array((0.0, 0.5, 0.5, 0.0, 0.0, 0.0))
"""Share of the changes in what others have that a level does not notice. (The novice ignores others altogether.)
Without it, bots hoard pieces to keep them from others, which people find strange below `expert`."""
NOVICE_NOISE: Final = 0.62
"""Half-width of the triangular noise of the novice's values, in points."""
NOVICE_STYLE: Final = 0.2
"""Points that style adds to the novice's value of the boldest action."""
STYLE_MARGIN: Final = 0.004
"""Style decides between actions whose chances to win differ by at most this (levels above the novice)."""
STYLE_ONE_IN: Final = 2
"""Style decides 1 choice in this many. When it always decided, bold bots won more."""
LOG_ODDS_PER_POINT: Final = 0.25
"""About how much a point changes the log-odds to win."""

WORKSPACE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("tree", tree_dtype(SETUP, STATE, NODES)),
            ("counted", COUNTED),
            ("finished", STATE),  # a copy in which the turn is finished
            ("noticed", "i8", (2,)),  # the set of accessible pieces that are not overlooked
            ("forgets", "i8"),  # whether the powers are forgotten
            ("budget", "i8"),  # number of simulations; 0 if there is only one action
            ("rounds", "i8"),  # rollouts still to make
            ("chosen", "i8"),  # the novice's choice
            ("scratch", SCRATCH),  # of the rollout policy
        ],
    )
)


@routine
def rollout_policy(setup: Setup, state: State, seat: int, rng: Generator, workspace: Workspace) -> int:
    """The greedy bot's action."""
    return choose_greedily(setup, state, seat, rng, workspace.scratch)


@rule
def uniform(rng: Generator) -> float:
    """Return a random number from 0 to below 1."""
    return word(rng) / (MASK + 1.0)


@rule
def boldness(setup: Setup, state: State, action: int) -> float:
    """Return how bold an action is, 0 to 1: taking is bolder than stopping, and bolder the higher the tokens of the
    piece's sets. Stealing and exchanging count as 0: bold bots then used them sooner and lost to the cautious."""
    if action < STOP:
        colour, shape = sets_of(setup.kinds[action - TAKE])
        most = max(rules.token_for(setup, state, colour), rules.token_for(setup, state, shape))
        return 0.5 + 0.125 * most
    if VALIDATE_COLOUR <= action < END:
        return 0.25 * rules.token_for(setup, state, rules.set_of(action))
    return 0.0


@rule
def sample_oversights(state: State, level: int, rng: Generator, workspace: Workspace) -> None:
    """Draw which pieces the level overlooks and whether it forgets its powers."""
    for half in range(2):
        rest, noticed = state.accessible[half], 0
        while rest != 0:
            if uniform(rng) >= OVERLOOKS[level]:
                noticed |= rest & -rest
            rest &= rest - 1
        workspace.noticed[half] = noticed
    workspace.forgets = uniform(rng) < FORGETS[level]


@rule
def is_overlooked(action: int, workspace: Workspace) -> bool:
    """Return whether the level does not consider an action."""
    if action >= STEAL and workspace.forgets != 0:
        return True
    piece = action - TAKE if action < STOP else action - DISCARD if DISCARD <= action < GIVE else -1
    return piece >= 0 and not rules.has(workspace.noticed, piece)


@routine
def novice_action(
    setup: Setup,
    state: State,
    seat: int,
    character: CharacterRecord,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
) -> int:
    """Return the novice's action: the best for its own side of those it does not overlook, ignoring what others have
    and what a take frees for them."""
    trial, counted = workspace.tree.trial, workspace.counted
    best, chosen = 2 * WORST, 0
    for k in range(rules.legal_count(setup, state, seat)):
        action = rules.legal_nth(setup, state, seat, k)
        if is_pruned(setup, state, seat, action):
            continue
        copy_into(state, trial)
        do_action(setup, trial, seat, action)
        finish_turn(setup, trial)
        count_features(setup, trial, counted)
        weigh_features(setup, counted, weights)
        value = counted.sums[rules.side_of(setup, seat)] / LOG_ODDS_PER_POINT
        value += NOVICE_STYLE * character.temper * boldness(setup, state, action)
        value += NOVICE_NOISE * (uniform(rng) + uniform(rng) - 1.0)
        if is_overlooked(action, workspace):
            value += WORST  # chosen only if all actions are overlooked
        if value > best:
            best, chosen = value, action
    return chosen


@rule
def tune(setup: Setup, state: State, workspace: Workspace) -> None:
    """Set the parameters of the tree search. With four sides a seat's own next turn is reached only if the opponents
    are assumed to take the action that seems best, without exploration."""
    workspace.tree.c_puct = C_PUCT / setup.seats
    workspace.tree.prior_sharpness = PRIOR_SHARPNESS * setup.seats
    workspace.tree.opponent_explore = 0.0 if rules.sides(setup) == SEATS else 1.0
    workspace.tree.max_expanded = MAX_EXPANDED
    workspace.tree.visits_to_expand = VISITS_TO_EXPAND
    workspace.counted.neglect = 0.0


@rule
def look_around(setup: Setup, state: State, level: int, weights: Weights, workspace: Workspace) -> None:
    """Note what every side has before the search, for a level that notices only part of what changes."""
    counted = workspace.counted
    copy_into(state, workspace.finished)
    finish_turn(setup, workspace.finished)
    count_features(setup, workspace.finished, counted)
    weigh_features(setup, counted, weights)
    for side in range(rules.sides(setup)):
        counted.before[side] = counted.sums[side]
    counted.neglect = NEGLECT[level]


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
    """See ``engine.contract.BotsModule``. The novice chooses here."""
    workspace.budget = 0
    workspace.rounds = 0
    sample_oversights(state, character.level, rng, workspace)
    if character.level == NOVICE:
        workspace.chosen = novice_action(setup, state, seat, character, rng, weights, workspace)
        return
    tree = workspace.tree
    tune(setup, state, workspace)
    if NEGLECT[character.level] > 0.0:
        look_around(setup, state, character.level, weights, workspace)
    init_root(setup, state, seat, rng, weights, workspace)
    if tree.next_sibling[tree.first_child[0]] != 0:
        usual = SIMULATIONS[character.level]
        if character.level == MASTER:
            usual = MASTER_SIMULATIONS[setup.seats]
        workspace.budget = character.budget if character.budget > 0 else usual
        if character.level == MASTER and setup.seats > 2:
            workspace.rounds = ROLLOUTS


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
    """See ``engine.contract.BotsModule``: some simulations, or one rollout of each finalist; returns how many are
    left."""
    tree = workspace.tree
    left = workspace.budget - tree.simulations if workspace.budget > 0 else 0
    if left == 0 and workspace.rounds > 0:
        evaluate_finalists(setup, state, seat, rng, weights, workspace)
        workspace.rounds = workspace.rounds - 1 if tree.finalists > 0 else 0
    for _ in range(min(SLICE, left)):
        simulate(setup, state, seat, rng, weights, workspace)
    return max(left - SLICE, 0) + workspace.rounds


@rule
def most_visited(tree: Any, workspace: Workspace, all_of_them: bool) -> int:
    """Return the most visited root action's node, of all or of those not overlooked; 0 if there is none."""
    most = 0
    child = int(tree.first_child[0])
    while child != 0:
        if (all_of_them or not is_overlooked(tree.action[child], workspace)) and (
            most == 0 or tree.visits[child] > tree.visits[most]
        ):
            most = child
        child = int(tree.next_sibling[child])
    return most


@rule
def is_finalist(tree: Any, child: int) -> bool:
    """Return whether a root action was compared by rollouts."""
    found = False
    for k in range(tree.finalists):
        found = found or tree.finalist[k] == child
    return found


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
    """Return the most visited action; the best finalist if all rollouts were made; now and then, the action that the
    style prefers among those that are about as good."""
    if character.level == NOVICE:
        return workspace.chosen
    tree = workspace.tree
    followed = tree.finalists > 0 and workspace.rounds == 0
    most = best_finalist(tree) if followed else most_visited(tree, workspace, False)
    if most == 0:
        return tree.action[most_visited(tree, workspace, True)]
    chosen, best = most, character.temper * boldness(setup, state, tree.action[most])
    least = action_value(tree, most) - STYLE_MARGIN
    child = int(tree.first_child[0]) if character.temper != 0 and below(rng, STYLE_ONE_IN) == 0 else 0
    while child != 0:
        tried = tree.visits[child] * 3 >= tree.visits[most] and not is_overlooked(tree.action[child], workspace)
        if followed:  # only finalists can be compared
            tried = is_finalist(tree, child)
        if tried and action_value(tree, child) >= least:
            bold = character.temper * boldness(setup, state, tree.action[child])
            if bold > best:
                chosen, best = child, bold
        child = int(tree.next_sibling[child])
    return tree.action[chosen]
