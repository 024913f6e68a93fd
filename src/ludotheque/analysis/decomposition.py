"""Values of masked states and actions by trials, compiled.

The value of a masked state is what its seat may expect if every seat goes on by one fixed policy: the expected final
score with one seat, otherwise the probability to win. ``docs/explanation/luck-and-skill.md`` explains how each change
of it is split into luck, decision loss, opponents and model error.

A game whose bots have ``evaluate`` (``search.ismcts``) needs nothing else: the policy takes the action with the best
evaluation, and a trial follows it for some actions before it evaluates. ``whole(setup, state)`` returns how many points
a value of 1 stands for, if the game can be played with one seat. Any other game writes in its ``bots``:

- ``candidates(setup, state, seat, most, rng, weights, workspace, actions)``: writes up to `most` promising actions,
  the best first, into `actions`. Returns their number.
- ``trial(setup, state, seat, mover, action, number, rng, weights, workspace)``: returns the value for `seat` after
  `mover` does an action (``NO_ACTION``: of the state itself, where the policy goes on) in one determinization. Trials
  are independent; those with the same number get the same generator, so that all actions are compared on the same
  determinizations; trial 0 comes first. Returns less than ``IMPOSSIBLE`` if the action is illegal there.
- ``TRIALS``: the default number of trials.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..codec.records import Record
from ..engine import dispatch
from ..engine.bits import first
from ..engine.contract import CHANCE, Setup, State, Weights, Workspace
from ..engine.rng import Generator, seed_words
from ..native.compiled import routine, rule
from ..search.ismcts import add_priors, do_action, draw_chance, evaluate_or_score, sample_determinization
from ..search.maths import root

MOST_CANDIDATES: Final = 12
"""The largest number of candidates, besides the action that was played."""
PLACES: Final = MOST_CANDIDATES + 2
"""Rows of results: the candidates, the action that was played, and one for values that are not compared."""
MOST_TRIALS: Final = 2048
HORIZON: Final = 6
"""Actions of a trial, the first included, before it is evaluated when the seat's next turn begins. With one seat it
goes on to the end."""
NO_ACTION: Final = -1
"""Instead of an action: evaluate the state itself."""
IMPOSSIBLE: Final = -1e6
"""Trials of illegal actions return less than this."""
IMPOSSIBLE_VALUE: Final = -1e9
HOPELESS: Final = 4.0
"""An action that is this many standard errors behind its rival is not tried further."""
PARTS: Final = 8
LEAST_PART: Final = 12
"""That is checked ``PARTS`` times during the trials, at intervals of at least ``LEAST_PART``."""


ANALYSIS_BUFFER: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            # Set by the caller:
            ("low", "i8"),  # the seed, as two words
            ("high", "i8"),
            ("most", "i8"),  # the largest number of candidates
            # Results:
            ("count", "i8"),  # the number of candidates
            ("made", "i8"),  # the number of trials of the last action
            ("worth", "f8"),  # their mean value
            ("ahead", "f8"),  # the mean difference between two actions
            ("error", "f8"),  # its standard error
            ("actions", "i8", (MOST_CANDIDATES,)),
            ("results", "f8", (PLACES, MOST_TRIALS)),
        ],
    )
)
"""The record through which the functions below are parameterised and return their results."""


class AnalysisBuffer(Record, name="tale"):
    """A record of ``ANALYSIS_BUFFER``."""


# -- Questions to a game, and their defaults --------------------------------------------------------------------------


@rule
def one(setup: Setup, state: State) -> float:
    """A value of 1 is a win."""
    return 1.0


@dispatch.question("bots", one)
def whole(setup: Setup, state: State) -> float:
    """Return what a value of 1 stands for: 1 (a win), or a number of points."""
    return float(dispatch.answer("whole", state.dtype)(setup, state))


@rule
def candidates_by_prior(
    setup: Setup,
    state: State,
    seat: int,
    most: int,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
    actions: Any,
) -> int:
    """Write the actions with the highest prior in one determinization."""
    sample_determinization(setup, state, seat, rng, workspace.tree)
    count = add_priors(seat, most, weights, workspace)
    for k in range(count):
        actions[k] = workspace.tree.proposals[k]
    return count


@rule
def trial_by_evaluation(
    setup: Setup, state: State, seat: int, mover: int, action: int, number: int, rng: Generator, weights: Weights,
    workspace: Workspace,
) -> float:  # fmt: skip
    """Follow the best evaluation for ``HORIZON`` actions, of all seats, until a turn of the seat begins, and evaluate.
    (Within a turn evaluations say less, and cut anywhere, values would change with the horizon.)"""
    tree = workspace.tree
    sample_determinization(setup, state, seat, rng, tree)
    left, last = HORIZON, -1
    if action != NO_ACTION:
        if dispatch.illegal_reason(tree.setup, tree.state, mover, action) != 0:
            return IMPOSSIBLE_VALUE
        do_action(tree.setup, tree.state, mover, action)
        left, last = left - 1, mover
    while True:
        seats = dispatch.to_act(tree.setup, tree.state)
        if seats == CHANCE:
            draw_chance(tree.setup, tree.state, rng)
            continue
        if seats == 0:
            if setup.seats == 1:  # the score counts, whatever a bot's evaluation thinks of how the game ended
                return float(dispatch.score(tree.setup, tree.state, seat))
            break
        acting = first(seats)
        if left <= 0 and setup.seats > 1 and acting == seat and last != seat:
            break
        if add_priors(acting, 1, weights, workspace) == 0:
            break
        do_action(tree.setup, tree.state, acting, tree.proposals[0])
        left, last = left - 1, acting
    evaluate_or_score(tree.setup, tree.state, weights, workspace)
    return tree.values[seat] * whole(setup, state)


@dispatch.question("bots", candidates_by_prior)
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
    """Write promising actions, the best first; return their number."""
    answer = dispatch.answer("candidates", state.dtype)
    return int(answer(setup, state, seat, most, rng, weights, workspace, actions))


@dispatch.question("bots", trial_by_evaluation)
def trial(
    setup: Setup, state: State, seat: int, mover: int, action: int, number: int, rng: Generator, weights: Weights,
    workspace: Workspace,
) -> float:  # fmt: skip
    """Return the value after an action in one determinization."""
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
    """Write the candidate actions of a seat into the buffer (`actions`, `count`)."""
    seed_words(rng, buffer.low, buffer.high, 0)
    most = min(buffer.most, MOST_CANDIDATES)
    buffer.count = candidates(setup, state, seat, most, rng, weights, workspace, buffer.actions)


@rule
def candidate(buffer: AnalysisBuffer, place: int) -> int:
    """Return one of the candidate actions."""
    return buffer.actions[place]


@rule
def compare(buffer: AnalysisBuffer, place: int, other: int, trials: int) -> None:
    """Compare two actions over the same trials: write the mean difference (`ahead`) and its standard error."""
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
    """Make up to `trials` trials of an action (``NO_ACTION``: of the state itself), fewer if it falls far behind the
    action at the place `rival` (-1: none). Writes the values into row `place` of `results`, their mean into `worth` and
    their number into `made`."""
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
