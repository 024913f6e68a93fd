"""The value of a position for a seat, for ``analysis.decomposition``: the mean of small tree searches."""

from __future__ import annotations

from typing import Final

from ....engine.contract import Setup, State, Weights, Workspace
from ....engine.rng import Generator, below
from ....native.compiled import rule
from ....search.ismcts import sample_determinization, simulate_from
from .. import rules
from .evaluation import do_action
from .levels import tune

TRIALS: Final = 24
"""Default number of trials of an action."""
TRIAL_SIMULATIONS: Final = 160
"""Simulations of a trial."""
COUNTED: Final = 40
"""Only the last simulations count: before, the search explores more than it plays well."""
FLATTER: Final = 0.2
"""Factor on the sharpness of priors. A bot hardly ever tries what looks bad at first; a loss is small only if nothing
better was there."""
LEAST_EXPLORATION, EXPLORATIONS = 2, 7
"""A trial explores 0.2 to 0.8 times as much as a bot, because its aim is to estimate a value, not to find the best
action. How much is drawn at random: little is hidden in Polygons, so trials that search alike would hardly differ, and
their standard error would not show how much a value depends on the way of searching."""
ROOT: Final = 1
"""The node at which a trial's tree begins. (Node 0 is the root of a bot's search.)"""
ILLEGAL: Final = -1e9
"""Instead of a value, when the action is illegal in the trial's determinization."""


@rule
def trial(
    setup: Setup,
    state: State,
    seat: int,
    mover: int,
    action: int,
    number: int,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
) -> float:
    """Return the mean chance to win over the last simulations of a tree that belongs to this trial alone, after an
    action of `mover`; with action -1 that of the state itself."""
    tree = workspace.tree
    tune(setup, state, workspace)
    tree.c_puct *= 0.1 * (LEAST_EXPLORATION + below(rng, EXPLORATIONS))
    tree.prior_sharpness *= FLATTER
    tree.opponent_explore = 1.0
    tree.nodes = ROOT + 1
    tree.simulations = 0
    tree.first_child[ROOT] = 0
    tree.visits[ROOT] = 0
    tree.expansions[ROOT] = 0
    total = 0.0
    for made in range(TRIAL_SIMULATIONS):
        sample_determinization(setup, state, seat, rng, tree)
        if action >= 0:
            if rules.illegal_reason(tree.setup, tree.state, mover, action) != 0:
                return ILLEGAL
            do_action(tree.setup, tree.state, mover, action)
        simulate_from(ROOT, rng, weights, workspace)
        if made >= TRIAL_SIMULATIONS - COUNTED:
            total += tree.values[seat]
    return total / COUNTED
