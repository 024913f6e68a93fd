"""The greedy bot of Polygons: looks ahead to the end of its take.

It values a collection by its score, its complete sets in the best order, and what its pieces promise. All steps are
made by the rules on copies of the seat's masked state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....codec.records import Record, new_record
from ....engine.bits import first, size
from ....engine.contract import Setup, State
from ....engine.position import MaskedState
from ....engine.rng import Generator, below
from ....native.compiled import copy_into, rule
from .. import masking, rules
from ..pieces import COLOURS, KINDS
from ..rules import DISCARD, GIFT, GIVE, MOST_TAKEN, SETS, STATE, STEAL, STOP, TAKE, TAKE_STAGE
from .evaluation import KEEP, PROMISE

MAX_SETS = 6
"""Maximal number of sets that a collection is assumed to validate one after the other."""
WORST = -1e9
"""Less than any value."""

SCRATCH: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("time", "f8"),  # time left to complete sets, 1 to 0
            ("to_come", "i8"),  # the set of kinds that may still come out of the box
            ("takes", STATE, (MOST_TAKEN + 1,)),  # after the action, and after each further piece of the take
            (
                "fitting",
                "i8",
                (MOST_TAKEN + 1, 2),
            ),  # pieces that may follow there, not tried yet (two words)
            ("tried", "i8", (MOST_TAKEN + 1,)),  # the set of kinds of those that were tried
            ("sets", STATE, (MAX_SETS + 1,)),  # after the take, and after each set validated then
            ("untried", "i8", (MAX_SETS + 1,)),  # number of sets not tried yet there
        ],
    )
)
"""Scratch memory of the depth-first searches over takes and sets."""


class Scratch(Record, name="scratch"):
    """A record of ``SCRATCH``."""


# -- What things are worth --------------------------------------------------------------------------------------------


@rule
def init_scratch(setup: Setup, state: State, scratch: Scratch) -> None:
    """Fill in what holds for all evaluations of this choice."""
    tokens = state.piles[0] + state.piles[1] + state.piles[2] + state.piles[3]
    scratch.time = 0.0 if state.ending != 0 else min(1.0, tokens / 6, rules.box_size(state) / 30)
    to_come = 0
    for kind in range(KINDS):
        inside = setup.alike[kind, 0] & state.box[0] | setup.alike[kind, 1] & state.box[1]
        if inside != 0 or masking.unseen_of(setup, state, kind) > 0:
            to_come |= 1 << kind
    scratch.to_come = to_come


@rule
def incomplete_value(setup: Setup, state: State, seat: int, scratch: Scratch) -> float:
    """Return the value of a collection without a complete set, in points: the score, and what its pieces promise while
    there is time."""
    value = rules.score(setup, state, seat)
    time, to_come, held = scratch.time, scratch.to_come, state.held[seat]
    if time == 0.0:
        return value
    token = 0
    promise = 0.0
    for which in range(len(SETS)):
        if which <= len(COLOURS):
            token = rules.token_for(setup, state, which)  # the same for every shape
        missing = SETS[which] & ~held
        if missing & ~to_come == 0:
            promise += PROMISE[size(missing)] * token
    return value + time * (promise + KEEP * rules.left_over(state, seat))


@rule
def collection_value(setup: Setup, seat: int, scratch: Scratch) -> float:
    """Return the value of a seat's collection in ``sets[0]``: its complete sets validated in the best order, and the
    rest."""
    sets, untried = scratch.sets, scratch.untried
    best = WORST
    depth, arrived = 0, True
    while depth >= 0:
        here = sets[depth]
        if arrived:
            colours, shapes = rules.ways_to_validate(setup, here, seat)
            untried[depth] = colours + shapes if depth < MAX_SETS else 0
            if untried[depth] == 0:
                best = max(best, incomplete_value(setup, here, seat, scratch))
        if untried[depth] == 0:
            depth, arrived = depth - 1, False
            continue
        untried[depth] -= 1
        action = rules.after_nth(setup, here, seat, untried[depth])
        depth, arrived = depth + 1, True
        copy_into(here, sets[depth])
        rules.validate(setup, sets[depth], seat, action)
    return best


@rule
def collections_value(setup: Setup, seats: int, scratch: Scratch) -> float:
    """Return the sum of the values of the collections of a set of seats."""
    total = 0.0
    while seats != 0:
        total += collection_value(setup, first(seats), scratch)
        seats &= seats - 1
    return total


@rule
def opponents_value(setup: Setup, state: State, seat: int, scratch: Scratch) -> float:
    """Return the mean value of the collections of the other sides."""
    others = ((1 << setup.seats) - 1) & ~rules.seats_of(setup, rules.side_of(setup, seat))
    copy_into(state, scratch.sets[0])
    return collections_value(setup, others, scratch) / size(others)


# -- How a take might go on -------------------------------------------------------------------------------------------


@rule
def value_if_stopped(setup: Setup, state: State, seat: int, against: float, scratch: Scratch) -> float:
    """Return how a seat stands if its take ends here, with or without a gift: its side's value minus `against`."""
    mine = rules.seats_of(setup, rules.side_of(setup, seat))
    taking = state.stage == TAKE_STAGE and state.seat == seat
    best = WORST
    for action in range(STOP, GIFT + 1 if taking and rules.may_gift(setup, state) else GIFT):
        copy_into(state, scratch.sets[0])
        if taking:
            rules.step(setup, scratch.sets[0], seat, action)
        best = max(best, collections_value(setup, mine, scratch) - against)
    return best


@rule
def best_take_value(setup: Setup, seat: int, against: float, scratch: Scratch, low: int, high: int) -> float:
    """Return the best value that a seat can reach by continuing its take from ``takes[0]``. The next piece comes from
    the set (low, high); then every visible chain is tried."""
    takes, fitting, tried = scratch.takes, scratch.fitting, scratch.tried
    fitting[0, 0], fitting[0, 1] = low, high
    best = WORST
    depth, arrived = 0, True
    while depth >= 0:
        here = takes[depth]
        if arrived:
            tried[depth] = 0
            if here.taken > 0:
                best = max(best, value_if_stopped(setup, here, seat, against, scratch))
        if fitting[depth, 0] | fitting[depth, 1] == 0:
            depth, arrived = depth - 1, False
            continue
        arrived = False
        piece = rules.first_piece(fitting[depth, 0], fitting[depth, 1])
        rules.remove(fitting[depth], piece)
        kind = 1 << setup.kinds[piece]
        if tried[depth] & kind != 0:
            # A piece of this kind was tried: another one matters only by the pieces that it frees.
            freed_low, freed_high = rules.freed_by(setup, here, piece)
            if here.taken == MOST_TAKEN - 1 or freed_low | freed_high == 0:
                continue
        tried[depth] |= kind
        depth, arrived = depth + 1, True
        copy_into(here, takes[depth])
        rules.step(setup, takes[depth], seat, TAKE + piece)
        fitting[depth, 0], fitting[depth, 1] = rules.takeable(setup, takes[depth])
    return best


# -- Choosing ---------------------------------------------------------------------------------------------------------


@rule
def value_after(setup: Setup, state: State, seat: int, action: int, against: float, scratch: Scratch) -> float:
    """Return how a seat stands after an action; if the action changes the box, after the best take that can follow.
    `against` is the opponents' value before it, which no take changes."""
    then = scratch.takes[0]
    copy_into(state, then)
    rules.step(setup, then, seat, action)
    if action < STOP or (DISCARD <= action < GIVE and state.taken > 0):
        low, high = rules.takeable(setup, then)
    elif DISCARD <= action < GIVE:
        low, high = rules.freed_by(setup, state, action - DISCARD)  # only these: otherwise the discard gained nothing
    else:
        return value_if_stopped(setup, then, seat, opponents_value(setup, then, seat, scratch), scratch)
    return best_take_value(setup, seat, against, scratch, low, high)


@rule
def choose_greedily(setup: Setup, state: State, seat: int, rng: Generator, scratch: Scratch) -> int:
    """Return the best action; a random one of those that are equal.

    Powers other than `discard` are used only after the take, unless they were earned in it and would be lost.
    """
    init_scratch(setup, state, scratch)
    against = opponents_value(setup, state, seat, scratch)
    taking = state.stage == TAKE_STAGE
    moves_pieces = not taking or state.pending != 0
    now = value_if_stopped(setup, state, seat, against, scratch) if moves_pieces else 0.0
    plain = WORST  # the best without a power; powers come last among the legal actions
    chosen, best, equals = 0, WORST, 0
    for k in range(rules.legal_count(setup, state, seat)):
        action = rules.legal_nth(setup, state, seat, k)
        discards = DISCARD <= action < GIVE
        if action >= STEAL and not (taking if discards else moves_pieces):
            continue
        value = value_after(setup, state, seat, action, against, scratch)
        if action < STEAL:
            plain = max(plain, value)
        elif not discards:
            value += plain - now
        if value > best + 1e-9:
            best, equals = value, 0
        if value > best - 1e-9:
            equals += 1
            if below(rng, equals) == 0:  # reservoir sampling: each is equally likely
                chosen = action
    return chosen


class Greedy:
    """Looks ahead to the end of its take and maximises the value of its side's collections."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `search.bots.Bot`."""
        assert masked.seat is not None, "a spectator does nothing"
        return int(choose_greedily(masked.setup, masked.state, masked.seat, rng, new_record(SCRATCH)))
