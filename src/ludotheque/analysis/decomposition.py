"""The method: what a step of a game changed in the value of what a seat knows, and by whose doing. Compiled.

v, the value of what a seat knows, is its expected final score where it plays alone, and with others its chance to win.
``docs/analysis.md`` explains how each step of v is split into luck, decision, others and estimate, without a rest.

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

from ..engine import dispatch as law
from ..engine.rng import Generator, seed_words
from ..native.compiled import routine, rule
from ..search.ismcts import applied, imagined, propose, walk
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


TALE: np.dtype[Any] = np.dtype(
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
"""What is asked, and what was found."""


# -- What a game answers, and what is answered for it ----------------------------------------------------------------


def tune(setup: law.Setup, state: law.State, mind: Any) -> None:
    """Say how to search."""
    law.ask("tune", state)(setup, state, mind)


@rule
def one(setup: law.Setup, state: law.State) -> float:
    """A whole value is a win."""
    return 1.0


def whole(setup: law.Setup, state: law.State) -> float:
    """What a value of one stands for: a win, or so many points."""
    return float(law.ask("whole", state, one)(setup, state))


law.found_by_type(tune)
law.found_by_type(whole, one)


@rule
def clear(setup: law.Setup, state: law.State, mind: Any) -> None:
    """Begin a tree with one node where somebody stands. (Not the first one: that is a planted one's.)"""
    tune(setup, state, mind)
    tree = mind.tree
    tree.explore *= CALM
    tree.others = 1.0
    tree.nodes = 2
    tree.simulations = 0
    tree.child[1] = 0
    tree.visits[1] = 0
    tree.asked[1] = 0


@rule
def candidates_by_look(
    setup: law.Setup, state: law.State, seat: int, most: int, rng: Generator, weights: Any, mind: Any, actions: Any
) -> int:
    """The actions that look best in one world."""
    imagined(setup, state, seat, rng, mind.tree)
    count = propose(seat, most, weights, mind)
    for k in range(count):
        actions[k] = mind.tree.proposed[k]
    return count


@rule
def trial_by_search(
    setup: law.Setup, state: law.State, seat: int, mover: int, action: int, number: int, rng: Generator, weights: Any,
    mind: Any,
) -> float:  # fmt: skip
    """One simulation from where an action leads."""
    if number == 0:
        clear(setup, state, mind)
    tree = mind.tree
    imagined(setup, state, seat, rng, tree)
    if action != NOTHING:
        if law.why(tree.setup, tree.world, mover, action) != 0:
            return IMPOSSIBLE_VALUE
        applied(tree.setup, tree.world, mover, action)
    walk(1, rng, weights, mind)
    return tree.values[seat] * whole(setup, state)


def candidates(
    setup: law.Setup, state: law.State, seat: int, most: int, rng: Generator, weights: Any, mind: Any, actions: Any
) -> int:
    """The best-looking actions."""
    answer = law.ask("candidates", state, candidates_by_look)
    return int(answer(setup, state, seat, most, rng, weights, mind, actions))


def trial(
    setup: law.Setup, state: law.State, seat: int, mover: int, action: int, number: int, rng: Generator, weights: Any,
    mind: Any,
) -> float:  # fmt: skip
    """What an action turned out to be worth in one imagined future."""
    answer = law.ask("trial", state, trial_by_search)
    return float(answer(setup, state, seat, mover, action, number, rng, weights, mind))


law.found_by_type(candidates, candidates_by_look)
law.found_by_type(trial, trial_by_search)


# -- Trials -----------------------------------------------------------------------------------------------------------


@routine
def look_for(setup: law.Setup, state: law.State, seat: int, rng: Generator, weights: Any, mind: Any, tale: Any) -> None:
    """The actions in question where a seat must decide: the best-looking ones, in the tale."""
    seed_words(rng, tale.low, tale.high, 0)
    found = candidates(setup, state, seat, min(tale.most, MOST_CANDIDATES), rng, weights, mind, tale.actions)
    tale.count = abs(found)
    tale.exact = found < 0


@rule
def candidate(tale: Any, place: int) -> int:
    """One of the actions in question."""
    return tale.actions[place]


@rule
def compare(tale: Any, place: int, other: int, trials: int) -> None:
    """By how much one action was worth more than another in the same worlds, and the standard error of that."""
    total = 0.0
    for number in range(trials):
        total += tale.results[place, number] - tale.results[other, number]
    mean = total / trials
    squares = 0.0
    for number in range(trials):
        off = tale.results[place, number] - tale.results[other, number] - mean
        squares += off * off
    tale.ahead = mean
    tale.error = root(squares / (trials * max(trials - 1, 1)))


@routine
def try_out(
    setup: law.Setup, state: law.State, seat: int, mover: int, action: int, place: int, rival: int, trials: int,
    rng: Generator, weights: Any, mind: Any, tale: Any,
) -> None:  # fmt: skip
    """Try out an action, or how it stands, in imagined worlds, so many times; fewer if it turns out to be far behind a
    rival (-1: it has none). What came of it stands at its place in the tale, `worth` is the mean, and `made` how many
    times it was."""
    total = 0.0
    made = 0
    while made < trials:
        seed_words(rng, tale.low, tale.high, made)
        found = trial(setup, state, seat, mover, action, made, rng, weights, mind)
        tale.results[place, made] = found
        total += found
        made += 1
        if found < IMPOSSIBLE:
            break
        if rival >= 0 and made < trials and made % max(trials // PARTS, LEAST_PART) == 0:
            compare(tale, rival, place, made)
            if tale.ahead > HOPELESS * tale.error:
                break
    tale.made = made
    tale.worth = total / made
