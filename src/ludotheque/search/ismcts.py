"""Search in imagined worlds: a tree of what may be done, grown by looking at one world after the other.

Every simulation imagines a world that fits what the seat knows, walks down the tree with it, lets chance bring what it
will on the way, and judges where it leaves the tree. What is remembered at a node holds for all worlds that come by:
its children are the actions that were tried there, and in each world those count that are legal in it (information-set
search by one observer, open to chance). Which child to follow is weighed as PUCT does: what it brought so far, and,
the less it has been tried, how good it looked at first sight.

A game's playing knowledge (``bots.py``) answers one question, compiled and found by the type of the state:

    judge(setup, state, weights, mind)

writes into ``mind.tree.values`` how good a world is for each seat, from 0 (lost) to 1 (won); alone, what grows with
one's points, on about that scale. ``mind`` is a record of the game's ``MIND``, in which the field ``tree`` is one of
``tree_of``; what else is in it is the game's. It may answer two others: ``idle(setup, state, seat, action)``, whether a
legal action is not worth a look (never all of them), and ``usual(setup, state, seat, rng, mind)``, what somebody does
who looks no further than their own turn. With that, the actions that were tried most can be followed to the end of the
seat's next turn (``go_round``).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..engine import dispatch
from ..engine.bits import first
from ..engine.contract import CHANCE, Setup, State, Weights, Workspace
from ..engine.rng import Generator, below
from ..native.compiled import copy_into, routine, rule
from .maths import exp, root

MOST_SEATS: Final = 8
DEEPEST: Final = 64
"""A walk ends after so many actions."""
MOST_PROPOSED: Final = 48
"""So many of the best-looking actions of a node come into consideration, in one world."""

WIDEST: Final = 256
"""So many children of a node are considered at most, in one world, however often one was there."""


IN_QUESTION: Final = 4
"""So many actions at most are followed to the end of the seat's next turn."""
BELIEVED: Final = 0.4
"""What part of what an action is worth that tells."""
LONGEST: Final = 1000
"""They are followed for so many actions at most."""


def tree_of(setup: np.dtype[Any], state: np.dtype[Any], nodes: int) -> np.dtype[Any]:
    """The type of a tree with room for so many nodes, for a game's records."""
    return np.dtype(
        (
            np.record,
            [
                # How to search, which the game says:
                ("explore", "f8"),  # how much the look of an action counts against what it has brought
                ("sharpness", "f8"),  # how much likelier one that looks better is tried: e to this, for a whole point
                ("others", "f8"),  # how much of that for other seats than the one that thinks: 0, only what seems best
                ("few", "i8"),  # so many actions come into consideration below the first node, in one world
                ("patience", "i8"),  # so often a world is judged at a node before one looks at what may be done there
                # And what has been found:
                ("nodes", "i8"),  # how many there are; the first is where one stands
                ("simulations", "i8"),  # how many have been made
                ("seat", "i8"),  # that thinks
                ("action", "i8", (nodes,)),  # that leads to a node from the one above
                ("next", "i4", (nodes,)),  # the next child of the node above, by how good it looked; 0: none
                ("child", "i4", (nodes,)),  # the best-looking child; 0: none
                ("visits", "i4", (nodes,)),
                ("asked", "i4", (nodes,)),  # in how many worlds actions were proposed for it
                ("total", "f8", (nodes,)),  # sum of what visits were worth for the seat that acted
                ("look", "f8", (nodes,)),  # what the action seemed to be worth to it when it was proposed
                ("weight", "f8", (nodes,)),  # how likely it seemed then, next to the best
                ("path", "i4", (DEEPEST,)),  # the nodes of a walk,
                ("movers", "i4", (DEEPEST,)),  # and the seats that acted to come there
                ("rounds", "i8"),  # how often each action in question was followed to the end of the next turn
                ("in_question", "i8"),  # how many there are,
                ("question", "i4", (IN_QUESTION,)),  # the children that stand for them,
                ("came", "f8", (IN_QUESTION,)),  # and the sum of what that was worth
                ("legal", "i4", (WIDEST,)),  # the children of a node that are considered in this world
                ("values", "f8", (MOST_SEATS,)),  # what a world is worth to each seat
                ("proposed", "i8", (MOST_PROPOSED,)),  # actions, the best-looking first
                ("looks", "f8", (MOST_PROPOSED,)),
                ("setup", setup),  # of the imagined world
                ("world", state),
                ("trial", state),
            ],
        )
    )


@dispatch.question("bots")
def evaluate(setup: Setup, state: State, weights: Weights, workspace: Workspace) -> None:
    """How good a world is for each seat."""
    dispatch.answer("evaluate", state.dtype)(setup, state, weights, workspace)


@rule
def never(setup: Setup, state: State, seat: int, action: int) -> bool:
    """Everything is worth a look."""
    return False


@dispatch.question("bots", never)
def idle(setup: Setup, state: State, seat: int, action: int) -> bool:
    """Whether a legal action is not worth a look."""
    return bool(dispatch.answer("idle", state.dtype)(setup, state, seat, action))


@dispatch.question("bots")
def usual(setup: Setup, state: State, seat: int, rng: Generator, workspace: Workspace) -> int:
    """What somebody does who looks no further than their own turn."""
    return int(dispatch.answer("usual", state.dtype)(setup, state, seat, rng, workspace))


@routine
def evaluate_or_result(setup: Setup, state: State, weights: Weights, workspace: Workspace) -> None:
    """How good a world is for each seat; when the game is over, who has won it. Alone there is nobody to win against:
    that is the game's to judge."""
    if setup.seats == 1 or dispatch.to_act(setup, state) != 0:
        evaluate(setup, state, weights, workspace)
        return
    values = workspace.tree.values
    won = dispatch.winners(setup, state)
    count = 0
    for seat in range(setup.seats):
        count += (won >> seat) & 1
    for seat in range(setup.seats):
        values[seat] = 1.0 / count if (won >> seat) & 1 != 0 else 0.0


@routine
def applied(setup: Setup, state: State, seat: int, action: int) -> None:
    """Do an action in a world."""
    dispatch.apply(setup, state, seat, action)


@routine
def drawn(setup: Setup, state: State, rng: Generator) -> None:
    """Let chance act in a world."""
    dispatch.apply_chance(
        setup, state, dispatch.chance_nth(setup, state, below(rng, dispatch.chance_count(setup, state)))
    )


@routine
def determinized(setup: Setup, state: State, seat: int, rng: Generator, tree: Any) -> None:
    """A world that fits."""
    dispatch.determinize(setup, state, seat, rng, tree.setup, tree.world)


@routine
def add_priors(mover: int, most: int, weights: Weights, workspace: Workspace) -> int:
    """Look at every action that a seat may do in the world, and keep the best-looking ones in order; how many."""
    tree = workspace.tree
    setup, world, trial = tree.setup, tree.world, tree.trial
    looks, proposed = tree.looks, tree.proposed
    count = 0
    for k in range(dispatch.legal_count(setup, world, mover)):
        action = dispatch.legal_nth(setup, world, mover, k)
        if idle(setup, world, mover, action):
            continue
        copy_into(world, trial)
        applied(setup, trial, mover, action)
        evaluate_or_result(setup, trial, weights, workspace)
        value = tree.values[mover]
        if count == most and value <= looks[count - 1]:
            continue
        at = count if count < most else most - 1
        while at > 0 and looks[at - 1] < value:
            looks[at] = looks[at - 1]
            proposed[at] = proposed[at - 1]
            at -= 1
        looks[at] = value
        proposed[at] = action
        count = min(count + 1, most)
    return count


@rule
def has_child(tree: Any, node: int, action: int) -> bool:
    """Whether an action has been proposed for a node before."""
    child = int(tree.child[node])
    while child != 0 and tree.action[child] != action:
        child = int(tree.next[child])
    return child != 0


@routine
def expand(node: int, count: int, tree: Any) -> None:
    """Make children of the proposed actions, kept in the order of their looks."""
    tree.asked[node] += 1
    for k in range(count):
        if tree.nodes >= len(tree.action):
            return
        if has_child(tree, node, tree.proposed[k]):
            continue
        new = tree.nodes
        tree.nodes += 1
        tree.action[new] = tree.proposed[k]
        tree.child[new] = 0
        tree.visits[new] = 0
        tree.asked[new] = 0
        tree.total[new] = 0.0
        tree.look[new] = tree.looks[k]
        tree.weight[new] = exp(tree.sharpness * (tree.looks[k] - tree.looks[0]))
        above, below_it = 0, int(tree.child[node])
        while below_it != 0 and tree.look[below_it] >= tree.look[new]:
            above, below_it = below_it, int(tree.next[below_it])
        tree.next[new] = below_it
        if above == 0:
            tree.child[node] = new
        else:
            tree.next[above] = new


@routine
def select_child(node: int, mover: int, tree: Any) -> tuple[int, int]:
    """The child to follow in this world, and how many there were to choose from; 0 and 0 if none is legal in it.

    The best-looking are considered first; the more often one was here, the more of them."""
    setup, world = tree.setup, tree.world
    twice = 2 * int(tree.visits[node])
    wide = max(int(root(float(twice))), 2)
    wide = min(wide + (wide * wide < twice), WIDEST)
    found = 0
    weights = 0.0
    visits = 1
    child = int(tree.child[node])
    while child != 0 and found < wide:
        if dispatch.illegal_reason(setup, world, mover, tree.action[child]) == 0:
            weights += tree.weight[child]
            visits += int(tree.visits[child])
            tree.legal[found] = child
            found += 1
        child = int(tree.next[child])
    best = 0.0
    chosen = 0
    explore = tree.explore * root(float(visits)) / weights if weights > 0 else 0.0
    if mover != tree.seat:
        explore *= tree.others
    for k in range(found):
        child = int(tree.legal[k])
        tries = int(tree.visits[child])
        value = (tree.total[child] + tree.look[child]) / (tries + 1)
        value += explore * tree.weight[child] / (tries + 1)
        if chosen == 0 or value > best:
            best = value
            chosen = child
    return chosen, found


@routine
def init_root(setup: Setup, state: State, seat: int, rng: Generator, weights: Weights, workspace: Workspace) -> None:
    """Begin a tree where a seat stands: its best-looking actions."""
    tree = workspace.tree
    tree.nodes = 1
    tree.simulations = 0
    tree.rounds = 0
    tree.in_question = 0
    tree.seat = seat
    tree.child[0] = 0
    tree.visits[0] = 0
    tree.asked[0] = 0
    determinized(setup, state, seat, rng, tree)
    expand(0, add_priors(seat, MOST_PROPOSED, weights, workspace), tree)


@routine
def simulate(setup: Setup, state: State, seat: int, rng: Generator, weights: Weights, workspace: Workspace) -> None:
    """One world, one walk."""
    determinized(setup, state, seat, rng, workspace.tree)
    simulate_from(0, rng, weights, workspace)


@routine
def simulate_from(start: int, rng: Generator, weights: Weights, workspace: Workspace) -> None:
    """Walk down from a node in the world as it is, judge where the walk leaves the tree, and remember that on the
    way."""
    tree = workspace.tree
    here, world = tree.setup, tree.world
    node = start
    depth = 0
    while depth < DEEPEST - 1:
        seats = dispatch.to_act(here, world)
        if seats == 0:
            break
        if seats == CHANCE:
            drawn(here, world, rng)
            continue
        if node != 0 and tree.visits[node] < tree.patience:
            break
        mover = first(seats)
        chosen, found = select_child(node, mover, tree)
        if node != 0 and (found == 0 or (found < 3 and tree.asked[node] * tree.asked[node] * 4 < tree.visits[node])):
            expand(node, add_priors(mover, tree.few, weights, workspace), tree)
            chosen, found = select_child(node, mover, tree)
        if found == 0:
            break
        applied(here, world, mover, tree.action[chosen])
        tree.path[depth] = chosen
        tree.movers[depth] = mover
        depth += 1
        node = chosen
    while dispatch.to_act(here, world) == CHANCE:
        drawn(here, world, rng)
    evaluate_or_result(here, world, weights, workspace)
    tree.visits[start] += 1
    tree.simulations += 1
    for k in range(depth):
        tree.visits[tree.path[k]] += 1
        tree.total[tree.path[k]] += tree.values[tree.movers[k]]


@rule
def pick_finalists(tree: Any) -> None:
    """The actions that were tried most, as far as they were tried a tenth as often as the first of them."""
    most = 0
    while tree.in_question < IN_QUESTION:
        next_one = 0
        child = int(tree.child[0])
        while child != 0:
            new = True
            for k in range(tree.in_question):
                new = new and tree.question[k] != child
            if new and (next_one == 0 or tree.visits[child] > tree.visits[next_one]):
                next_one = child
            child = int(tree.next[child])
        if next_one == 0 or tree.visits[next_one] * 10 < most:
            return
        most = max(most, int(tree.visits[next_one]))
        tree.question[tree.in_question] = next_one
        tree.came[tree.in_question] = 0.0
        tree.in_question += 1


@routine
def evaluate_finalists(
    setup: Setup, state: State, seat: int, rng: Generator, weights: Weights, workspace: Workspace
) -> None:
    """When all simulations are made: one world more, in which each action in question is followed until the seat's next
    turn is over, everybody doing the usual, and judged then."""
    tree = workspace.tree
    if tree.rounds == 0:
        pick_finalists(tree)
    tree.rounds += 1
    if tree.in_question < 2:
        tree.in_question = 0
        return
    determinized(setup, state, seat, rng, tree)
    here, world = tree.setup, tree.trial
    for k in range(tree.in_question):
        copy_into(tree.world, world)
        applied(here, world, seat, tree.action[tree.question[k]])
        turns = 0  # how often it was passed on, from the seat or to it
        own = True
        for _ in range(LONGEST):
            seats = dispatch.to_act(here, world)
            if seats == 0:
                break
            if seats == CHANCE:
                drawn(here, world, rng)
                continue
            mover = first(seats)
            if (mover == seat) != own:
                own = not own
                turns += 1
            if turns == 3:
                break
            applied(here, world, mover, usual(here, world, mover, rng, workspace))
        evaluate_or_result(here, world, weights, workspace)
        tree.came[k] += tree.values[seat]


@rule
def worth_of(tree: Any, child: int) -> float:
    """What an action was worth, as far as it was tried, and where it was followed."""
    worth = (tree.total[child] + tree.look[child]) / (int(tree.visits[child]) + 1)
    for k in range(tree.in_question):
        if tree.question[k] == child:
            worth += BELIEVED * (tree.came[k] / tree.rounds - worth)
    return worth


@rule
def best_finalist(tree: Any) -> int:
    """The action in question that was worth most."""
    best = int(tree.question[0])
    for k in range(1, tree.in_question):
        if worth_of(tree, int(tree.question[k])) > worth_of(tree, best):
            best = int(tree.question[k])
    return best
