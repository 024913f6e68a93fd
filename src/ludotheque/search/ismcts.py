"""Information-set Monte Carlo tree search (IS-MCTS) over determinizations, with PUCT selection.

Each simulation samples a determinization of the seat's masked state, walks down one shared tree with it, draws chance
on the way, evaluates the leaf and backs the values up. Nodes are action sequences: chance outcomes are not part of the
tree, and a node's statistics cover all determinizations that reached it. Among a node's children only those are
selected that are legal in the current determinization (single-observer IS-MCTS, open loop).

A game's ``bots`` package answers, compiled:

- ``evaluate(setup, state, weights, workspace)``: write the value of a full state for each seat into
  ``workspace.tree.values``: the chance to win, 0 to 1; with one seat a value that grows with its points, on about that
  scale. ``workspace`` is a record of the game's ``WORKSPACE``, whose field ``tree`` is of ``tree_dtype``.
- optionally ``is_pruned(setup, state, seat, action)``: whether a legal action is left out of the search. Never all.
- optionally ``rollout_policy(setup, state, seat, rng, workspace)``: the action of a player who looks no further than
  the current turn. With it, the most visited root actions can be compared by rollouts to the end of the seat's next
  turn (``evaluate_finalists``).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..engine import dispatch
from ..engine.bits import first, win_share
from ..engine.contract import CHANCE, Setup, State, Weights, Workspace
from ..engine.rng import Generator, below
from ..native.compiled import copy_into, routine, rule
from .maths import exp, root

MAX_SEATS: Final = 8
MAX_DEPTH: Final = 64
"""Maximal number of actions in a simulation."""
MAX_PROPOSALS: Final = 48
"""Maximal number of actions that one expansion proposes."""
MAX_CHILDREN: Final = 256
"""Maximal number of a node's children that one selection considers."""

MAX_FINALISTS: Final = 4
"""Maximal number of root actions that are compared by rollouts."""
ROLLOUT_WEIGHT: Final = 0.4
"""Weight of the mean rollout value against the value from the tree search, 0 to 1."""
MAX_ROLLOUT: Final = 1000
"""Maximal number of steps of a rollout, chance included."""


def tree_dtype(setup: np.dtype[Any], state: np.dtype[Any], nodes: int) -> np.dtype[Any]:
    """Return the dtype of a search tree with room for `nodes` nodes, for a game's records.

    Node 0 is the root. Node numbers in ``next_sibling``, ``first_child``, ``path`` and ``finalist`` are 0 for "none".
    """
    return np.dtype(
        (
            np.record,
            [
                # Parameters, set by the game:
                ("c_puct", "f8"),  # weight of the exploration term
                ("prior_sharpness", "f8"),  # prior weight = exp(sharpness * (prior value - best prior value))
                ("opponent_explore", "f8"),  # factor of c_puct for other seats; 0: they take the best value so far
                ("max_expanded", "i8"),  # number of actions proposed below the root, per expansion
                ("visits_to_expand", "i8"),  # visits of a node below the root before it is expanded
                # The tree:
                ("nodes", "i8"),  # number of nodes, the root included
                ("simulations", "i8"),  # number of simulations made
                ("seat", "i8"),  # the searching seat
                ("action", "i8", (nodes,)),  # the action that leads from the parent to a node
                ("next_sibling", "i4", (nodes,)),  # siblings are sorted by prior value, highest first
                ("first_child", "i4", (nodes,)),
                ("visits", "i4", (nodes,)),
                ("expansions", "i4", (nodes,)),  # how many times actions were proposed for a node
                ("value_sum", "f8", (nodes,)),  # over visits, for the seat that acted
                ("prior_value", "f8", (nodes,)),  # value of the action for its seat when it was proposed
                ("prior_weight", "f8", (nodes,)),  # relative to the best proposal: 0 to 1, not normalised
                ("path", "i4", (MAX_DEPTH,)),  # nodes of the current simulation
                ("movers", "i4", (MAX_DEPTH,)),  # seats that acted to reach them
                # Rollouts of the finalists:
                ("rollouts", "i8"),  # rollouts made for each finalist
                ("finalists", "i8"),  # number of finalists
                ("finalist", "i4", (MAX_FINALISTS,)),  # their nodes
                ("rollout_sum", "f8", (MAX_FINALISTS,)),  # sum of their rollout values
                # Scratch:
                ("legal_children", "i4", (MAX_CHILDREN,)),  # children that are legal in the current determinization
                ("values", "f8", (MAX_SEATS,)),  # what `evaluate` wrote last
                ("proposals", "i8", (MAX_PROPOSALS,)),  # actions, highest value first
                ("proposal_values", "f8", (MAX_PROPOSALS,)),
                ("setup", setup),  # the current determinization
                ("state", state),
                ("trial", state),  # a copy of it on which actions are tried
            ],
        )
    )


@dispatch.question("bots")
def evaluate(setup: Setup, state: State, weights: Weights, workspace: Workspace) -> None:
    """Write the value of a full state for each seat into ``workspace.tree.values``."""
    dispatch.answer("evaluate", state.dtype)(setup, state, weights, workspace)


@rule
def nothing_is_pruned(setup: Setup, state: State, seat: int, action: int) -> bool:
    """The default: every legal action is searched."""
    return False


@dispatch.question("bots", nothing_is_pruned)
def is_pruned(setup: Setup, state: State, seat: int, action: int) -> bool:
    """Return whether a legal action is left out of the search."""
    return bool(dispatch.answer("is_pruned", state.dtype)(setup, state, seat, action))


@dispatch.question("bots")
def rollout_policy(setup: Setup, state: State, seat: int, rng: Generator, workspace: Workspace) -> int:
    """Return the action of a player who looks no further than the current turn."""
    return int(dispatch.answer("rollout_policy", state.dtype)(setup, state, seat, rng, workspace))


@routine
def evaluate_or_score(setup: Setup, state: State, weights: Weights, workspace: Workspace) -> None:
    """Write the value of a state for each seat; when the game is over, each winner's share of the win. With one seat
    the game's ``evaluate`` is always asked, because there is no win to share."""
    if setup.seats == 1 or dispatch.to_act(setup, state) != 0:
        evaluate(setup, state, weights, workspace)
        return
    values = workspace.tree.values
    won = dispatch.winners(setup, state)
    for seat in range(setup.seats):
        values[seat] = win_share(won, seat)


@routine
def do_action(setup: Setup, state: State, seat: int, action: int) -> None:
    """Apply an action. (A call, compiled once; ``dispatch.apply`` would be inlined at each use. So are the next
    two.)"""
    dispatch.apply(setup, state, seat, action)


@routine
def draw_chance(setup: Setup, state: State, rng: Generator) -> None:
    """Draw an outcome of chance and apply it."""
    dispatch.apply_chance(
        setup, state, dispatch.chance_nth(setup, state, below(rng, dispatch.chance_count(setup, state)))
    )


@routine
def sample_determinization(setup: Setup, state: State, seat: int, rng: Generator, tree: Any) -> None:
    """Sample a determinization of a masked state into ``tree.setup`` and ``tree.state``."""
    dispatch.determinize(setup, state, seat, rng, tree.setup, tree.state)


@routine
def add_priors(mover: int, most: int, weights: Weights, workspace: Workspace) -> int:
    """Evaluate the state after each legal action of a seat in the current determinization. The best `most` go into
    ``tree.proposals`` and ``tree.proposal_values``, highest value first. Returns their number."""
    tree = workspace.tree
    setup, state, trial = tree.setup, tree.state, tree.trial
    values, proposals = tree.proposal_values, tree.proposals
    count = 0
    for k in range(dispatch.legal_count(setup, state, mover)):
        action = dispatch.legal_nth(setup, state, mover, k)
        if is_pruned(setup, state, mover, action):
            continue
        copy_into(state, trial)
        do_action(setup, trial, mover, action)
        evaluate_or_score(setup, trial, weights, workspace)
        value = tree.values[mover]
        if count == most and value <= values[count - 1]:
            continue
        at = count if count < most else most - 1
        while at > 0 and values[at - 1] < value:
            values[at] = values[at - 1]
            proposals[at] = proposals[at - 1]
            at -= 1
        values[at] = value
        proposals[at] = action
        count = min(count + 1, most)
    return count


@rule
def has_child(tree: Any, node: int, action: int) -> bool:
    """Return whether a node already has a child for this action."""
    child = int(tree.first_child[node])
    while child != 0 and tree.action[child] != action:
        child = int(tree.next_sibling[child])
    return child != 0


@routine
def expand(node: int, count: int, tree: Any) -> None:
    """Add the first `count` proposals as children of a node, sorted by prior value; those it already has are skipped.
    Stops when the tree is full."""
    tree.expansions[node] += 1
    for k in range(count):
        if tree.nodes >= len(tree.action):
            return
        if has_child(tree, node, tree.proposals[k]):
            continue
        new = tree.nodes
        tree.nodes += 1
        tree.action[new] = tree.proposals[k]
        tree.first_child[new] = 0
        tree.visits[new] = 0
        tree.expansions[new] = 0
        tree.value_sum[new] = 0.0
        tree.prior_value[new] = tree.proposal_values[k]
        tree.prior_weight[new] = exp(tree.prior_sharpness * (tree.proposal_values[k] - tree.proposal_values[0]))
        above, below_it = 0, int(tree.first_child[node])
        while below_it != 0 and tree.prior_value[below_it] >= tree.prior_value[new]:
            above, below_it = below_it, int(tree.next_sibling[below_it])
        tree.next_sibling[new] = below_it
        if above == 0:
            tree.first_child[node] = new
        else:
            tree.next_sibling[above] = new


@routine
def select_child(node: int, mover: int, tree: Any) -> tuple[int, int]:
    """Select a child by PUCT among those that are legal in the current determinization; return it and the number of
    legal children considered, or (0, 0) if none is legal.

    Progressive widening: of a node with n visits only the first max(2, ceil(sqrt(2 n))) legal children are considered.
    """
    setup, state = tree.setup, tree.state
    twice = 2 * int(tree.visits[node])
    wide = max(int(root(float(twice))), 2)
    wide = min(wide + (wide * wide < twice), MAX_CHILDREN)
    found = 0
    weights = 0.0
    visits = 1
    child = int(tree.first_child[node])
    while child != 0 and found < wide:
        if dispatch.illegal_reason(setup, state, mover, tree.action[child]) == 0:
            weights += tree.prior_weight[child]
            visits += int(tree.visits[child])
            tree.legal_children[found] = child
            found += 1
        child = int(tree.next_sibling[child])
    best = 0.0
    chosen = 0
    explore = tree.c_puct * root(float(visits)) / weights if weights > 0 else 0.0
    if mover != tree.seat:
        explore *= tree.opponent_explore
    for k in range(found):
        child = int(tree.legal_children[k])
        tries = int(tree.visits[child])
        value = (tree.value_sum[child] + tree.prior_value[child]) / (tries + 1)
        value += explore * tree.prior_weight[child] / (tries + 1)
        if chosen == 0 or value > best:
            best = value
            chosen = child
    return chosen, found


@routine
def init_root(setup: Setup, state: State, seat: int, rng: Generator, weights: Weights, workspace: Workspace) -> None:
    """Start a new tree for a seat's masked state and expand its root."""
    tree = workspace.tree
    tree.nodes = 1
    tree.simulations = 0
    tree.rollouts = 0
    tree.finalists = 0
    tree.seat = seat
    tree.first_child[0] = 0
    tree.visits[0] = 0
    tree.expansions[0] = 0
    sample_determinization(setup, state, seat, rng, tree)
    expand(0, add_priors(seat, MAX_PROPOSALS, weights, workspace), tree)


@routine
def simulate(setup: Setup, state: State, seat: int, rng: Generator, weights: Weights, workspace: Workspace) -> None:
    """Make one simulation from the root with a new determinization."""
    sample_determinization(setup, state, seat, rng, workspace.tree)
    simulate_from(0, rng, weights, workspace)


@routine
def simulate_from(start: int, rng: Generator, weights: Weights, workspace: Workspace) -> None:
    """Make one simulation from node `start` in the current determinization: select down to a leaf, evaluate it, back
    the values up."""
    tree = workspace.tree
    setup, state = tree.setup, tree.state
    node = start
    depth = 0
    while depth < MAX_DEPTH - 1:
        seats = dispatch.to_act(setup, state)
        if seats == 0:
            break
        if seats == CHANCE:
            draw_chance(setup, state, rng)
            continue
        if node != 0 and tree.visits[node] < tree.visits_to_expand:
            break
        mover = first(seats)
        chosen, found = select_child(node, mover, tree)
        if node != 0 and (
            found == 0 or (found < 3 and tree.expansions[node] * tree.expansions[node] * 4 < tree.visits[node])
        ):
            expand(node, add_priors(mover, tree.max_expanded, weights, workspace), tree)
            chosen, found = select_child(node, mover, tree)
        if found == 0:
            break
        do_action(setup, state, mover, tree.action[chosen])
        tree.path[depth] = chosen
        tree.movers[depth] = mover
        depth += 1
        node = chosen
    while dispatch.to_act(setup, state) == CHANCE:
        draw_chance(setup, state, rng)
    evaluate_or_score(setup, state, weights, workspace)
    tree.visits[start] += 1
    tree.simulations += 1
    for k in range(depth):
        tree.visits[tree.path[k]] += 1
        tree.value_sum[tree.path[k]] += tree.values[tree.movers[k]]


@rule
def pick_finalists(tree: Any) -> None:
    """Choose the most visited root actions as finalists, unless they have less than a tenth of the visits of the
    first."""
    most = 0
    while tree.finalists < MAX_FINALISTS:
        next_one = 0
        child = int(tree.first_child[0])
        while child != 0:
            new = True
            for k in range(tree.finalists):
                new = new and tree.finalist[k] != child
            if new and (next_one == 0 or tree.visits[child] > tree.visits[next_one]):
                next_one = child
            child = int(tree.next_sibling[child])
        if next_one == 0 or tree.visits[next_one] * 10 < most:
            return
        most = max(most, int(tree.visits[next_one]))
        tree.finalist[tree.finalists] = next_one
        tree.rollout_sum[tree.finalists] = 0.0
        tree.finalists += 1


@routine
def evaluate_finalists(
    setup: Setup, state: State, seat: int, rng: Generator, weights: Weights, workspace: Workspace
) -> None:
    """Make one rollout for each finalist, all in the same new determinization, once the simulations are done. A rollout
    follows the rollout policy until the seat's next turn is over, and is then evaluated. With fewer than 2 finalists
    nothing is compared, and ``tree.finalists`` becomes 0."""
    tree = workspace.tree
    if tree.rollouts == 0:
        pick_finalists(tree)
    tree.rollouts += 1
    if tree.finalists < 2:
        tree.finalists = 0
        return
    sample_determinization(setup, state, seat, rng, tree)
    full_setup, after = tree.setup, tree.trial
    for k in range(tree.finalists):
        copy_into(tree.state, after)
        do_action(full_setup, after, seat, tree.action[tree.finalist[k]])
        turns = 0  # how many times the turn passed from the seat or back to it
        own = True
        for _ in range(MAX_ROLLOUT):
            seats = dispatch.to_act(full_setup, after)
            if seats == 0:
                break
            if seats == CHANCE:
                draw_chance(full_setup, after, rng)
                continue
            mover = first(seats)
            if (mover == seat) != own:
                own = not own
                turns += 1
            if turns == 3:
                break
            do_action(full_setup, after, mover, rollout_policy(full_setup, after, mover, rng, workspace))
        evaluate_or_score(full_setup, after, weights, workspace)
        tree.rollout_sum[k] += tree.values[seat]


@rule
def action_value(tree: Any, child: int) -> float:
    """Return the value of a root action, 0 to 1: its mean over simulations (the prior value counts as one), mixed with
    its mean over rollouts if it is a finalist."""
    value = (tree.value_sum[child] + tree.prior_value[child]) / (int(tree.visits[child]) + 1)
    for k in range(tree.finalists):
        if tree.finalist[k] == child:
            value += ROLLOUT_WEIGHT * (tree.rollout_sum[k] / tree.rollouts - value)
    return value


@rule
def best_finalist(tree: Any) -> int:
    """Return the finalist's node with the highest value."""
    best = int(tree.finalist[0])
    for k in range(1, tree.finalists):
        if action_value(tree, int(tree.finalist[k])) > action_value(tree, best):
            best = int(tree.finalist[k])
    return best
