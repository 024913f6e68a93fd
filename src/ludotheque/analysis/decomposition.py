"""The method: what a step of a game changed in the value of what a seat knows, and by whose doing. Compiled.

v, the value of what a seat knows, is its expected final score where it plays alone, and with others its chance to win.
``docs/explanation/luck-and-skill.md`` explains how each step of v is split exactly into luck, decision loss, opponents
and model error.

A game whose characters search in a tree (``search.tree``) has a value by that alone: it says in its ``bots.py`` how to
search, ``tune(setup, state, mind)``, and if it can be played alone how many points a whole value is,
``whole(setup, state)``. Any other game answers two questions there itself:

- ``candidates(setup, state, seat, most, rng, weights, mind, actions)`` writes down the best-looking actions, the best
  first, and says how many; less than nothing, so many, if one trial of each tells all;
- ``trial(setup, state, seat, mover, action, number, rng, weights, mind)`` is what the action of a mover turned out to
  be worth to the seat in one imagined future; what it stands at, if the action is ``NOTHING``. For equal numbers the
  generator is the same, so that all actions are tried in the same worlds; number 0 is the first. It is less than
  ``IMPOSSIBLE`` where the action is not legal. ``CERTAIN = True`` says that without an action one trial tells all.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..codec.records import Record
from ..engine import dispatch
from ..engine.contract import Setup, State, Weights, Workspace
from ..engine.rng import Generator, seed_words
from ..native.compiled import routine, rule
from ..search.ismcts import add_priors, do_action, sample_determinization, simulate_from
from ..search.maths import root

MOST_CANDIDATES: Final = 12
"""So many actions are tried out at most, besides the one that was done."""
PLACES: Final = MOST_CANDIDATES + 2
"""So many actions are tried out for a decision: the one that was done too, and one that is not compared."""
MOST_TRIALS: Final = 2048
CALM: Final = 0.2
"""How much less is explored than by a bot: what is wanted here is how well things go, not to find what is best."""
NOTHING: Final = -1
"""Stands for an action where there is none."""
IMPOSSIBLE: Final = -1e6
IMPOSSIBLE_VALUE: Final = -1e9
HOPELESS: Final = 4.0
"""An action that is so many standard errors behind after a part of its trials is not tried further."""
PARTS: Final = 8
LEAST_PART: Final = 12
"""It is looked at after each of so many parts of the trials, none of them smaller than this."""


ANALYSIS_BUFFER: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            # How to look, which the asker says:
            ("low", "i8"),  # the seed, as two words
            ("high", "i8"),
            ("most", "i8"),  # actions in question
            # What was found:
            ("count", "i8"),  # how many actions are in question
            ("exact", "i8"),  # whether one trial of each tells all
            ("made", "i8"),  # how many trials an action had
            ("worth", "f8"),  # what they came to on average
            ("ahead", "f8"),  # by how much an action is ahead of another
            ("error", "f8"),  # the standard error of that
            ("actions", "i8", (MOST_CANDIDATES,)),
            ("results", "f8", (PLACES, MOST_TRIALS)),
        ],
    )
)
"""The record through which an analysis is asked and answers."""


class AnalysisBuffer(Record, name="tale"):
    """A record of ``ANALYSIS_BUFFER``."""


# -- What a game answers, and what is answered for it ----------------------------------------------------------------


@dispatch.question("bots")
def tune(setup: Setup, state: State, workspace: Workspace) -> None:
    """Say how to search."""
    dispatch.answer("tune", state.dtype)(setup, state, workspace)


@rule
def one(setup: Setup, state: State) -> float:
    """A whole value is a win."""
    return 1.0


@dispatch.question("bots", one)
def whole(setup: Setup, state: State) -> float:
    """What a value of one stands for: a win, or so many points."""
    return float(dispatch.answer("whole", state.dtype)(setup, state))


@rule
def clear(setup: Setup, state: State, workspace: Workspace) -> None:
    """Begin a tree with one node where somebody stands. (Not the first one: that is a planted one's.)"""
    tune(setup, state, workspace)
    tree = workspace.tree
    tree.c_puct *= CALM
    tree.opponent_explore = 1.0
    tree.nodes = 2
    tree.simulations = 0
    tree.first_child[1] = 0
    tree.visits[1] = 0
    tree.expansions[1] = 0


@rule
def candidates_by_look(
    setup: Setup,
    state: State,
    seat: int,
    most: int,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
    actions: Any,
) -> int:
    """The actions that look best in one world."""
    sample_determinization(setup, state, seat, rng, workspace.tree)
    count = add_priors(seat, most, weights, workspace)
    for k in range(count):
        actions[k] = workspace.tree.proposals[k]
    return count


@rule
def trial_by_search(
    setup: Setup, state: State, seat: int, mover: int, action: int, number: int, rng: Generator, weights: Weights,
    workspace: Workspace,
) -> float:  # fmt: skip
    """One simulation from where an action leads."""
    if number == 0:
        clear(setup, state, workspace)
    tree = workspace.tree
    sample_determinization(setup, state, seat, rng, tree)
    if action != NOTHING:
        if dispatch.illegal_reason(tree.setup, tree.state, mover, action) != 0:
            return IMPOSSIBLE_VALUE
        do_action(tree.setup, tree.state, mover, action)
    simulate_from(1, rng, weights, workspace)
    return tree.values[seat] * whole(setup, state)


@dispatch.question("bots", candidates_by_look)
def candidates(
    setup: Setup,
    state: State,
    seat: int,
    most: int,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
    actions: Any,
) -> int:
    """The best-looking actions."""
    answer = dispatch.answer("candidates", state.dtype)
    return int(answer(setup, state, seat, most, rng, weights, workspace, actions))


@dispatch.question("bots", trial_by_search)
def trial(
    setup: Setup, state: State, seat: int, mover: int, action: int, number: int, rng: Generator, weights: Weights,
    workspace: Workspace,
) -> float:  # fmt: skip
    """What an action turned out to be worth in one imagined future."""
    answer = dispatch.answer("trial", state.dtype)
    return float(answer(setup, state, seat, mover, action, number, rng, weights, workspace))


# -- Trials -----------------------------------------------------------------------------------------------------------


@routine
def find_candidates(
    setup: Setup,
    state: State,
    seat: int,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
    buffer: AnalysisBuffer,
) -> None:
    """The actions in question where a seat must decide: the best-looking ones, in the tale."""
    seed_words(rng, buffer.low, buffer.high, 0)
    found = candidates(setup, state, seat, min(buffer.most, MOST_CANDIDATES), rng, weights, workspace, buffer.actions)
    buffer.count = abs(found)
    buffer.exact = found < 0


@rule
def candidate(buffer: AnalysisBuffer, place: int) -> int:
    """One of the actions in question."""
    return buffer.actions[place]


@rule
def compare(buffer: AnalysisBuffer, place: int, other: int, trials: int) -> None:
    """By how much one action was worth more than another in the same worlds, and the standard error of that."""
    total = 0.0
    for number in range(trials):
        total += buffer.results[place, number] - buffer.results[other, number]
    mean = total / trials
    squares = 0.0
    for number in range(trials):
        off = buffer.results[place, number] - buffer.results[other, number] - mean
        squares += off * off
    buffer.ahead = mean
    buffer.error = root(squares / (trials * max(trials - 1, 1)))


@routine
def run_trials(
    setup: Setup, state: State, seat: int, mover: int, action: int, place: int, rival: int, trials: int,
    rng: Generator, weights: Weights, workspace: Workspace, buffer: AnalysisBuffer,
) -> None:  # fmt: skip
    """Try out an action, or how it stands, in imagined worlds, so many times; fewer if it turns out to be far behind a
    rival (-1: it has none). What came of it stands at its place in the tale, `worth` is the mean, and `made` how many
    times it was."""
    total = 0.0
    made = 0
    while made < trials:
        seed_words(rng, buffer.low, buffer.high, made)
        found = trial(setup, state, seat, mover, action, made, rng, weights, workspace)
        buffer.results[place, made] = found
        total += found
        made += 1
        if found < IMPOSSIBLE:
            break
        if rival >= 0 and made < trials and made % max(trials // PARTS, LEAST_PART) == 0:
            compare(buffer, rival, place, made)
            if buffer.ahead > HOPELESS * buffer.error:
                break
    buffer.made = made
    buffer.worth = total / made
