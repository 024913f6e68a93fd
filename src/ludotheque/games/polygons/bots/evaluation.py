"""The chance to win in Polygons, learned: a softmax over sides of weighted sums of features.

Values fluctuate within a turn, so a turn in progress is finished first by a rule of thumb that looks one piece ahead.
Then features are counted for each seat. Weights are interpolated linearly between several distances from the end of the
game, because values change as it comes nearer.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from ....engine.bits import first, size, win_share
from ....engine.contract import Setup, State, Weights, Workspace
from ....native.compiled import copy_into, routine, rule
from ....search.maths import exp
from .. import masking, rules
from ..pieces import COLOURS, KINDS, PIECES
from ..rules import (
    AFTER_STAGE,
    DISCARD,
    DISCARD_POWER,
    END,
    EXCHANGE,
    FIRST_POWER,
    GIVE,
    MOST_TAKEN,
    OVER,
    SEATS,
    SETS,
    STATE,
    STEAL,
    STEAL_POWER,
    TAKE_STAGE,
)

FEATURES: Final = (
    "points of tokens", "the first power", "steal", "discard", "pieces left over", "of them alike",
    "sets that miss 1 piece", "2", "3", "points of those that miss 1", "2", "3",
    "points of those that miss 1 within reach", "2 within reach", "the best set within reach in this turn",
    "the best two", "in the next turn", "in a later one", "the best set to steal", "to exchange", "the turn",
    "a turn more in this round", "points of the coming turn", "pieces that it would use", "powers that it would cost",
)  # fmt: skip
N_FEATURES: Final = len(FEATURES)
TOKENS_WON, POWERS_LEFT, LEFT, ALIKE, LACKING, PROMISED, IN_REACH = 0, 1, 4, 5, 6, 9, 12
BEST_NOW, BEST_TWO, BEST_NEXT, BEST_LATER, TO_STEAL, TO_EXCHANGE, TURN, LAST_WORD = 14, 15, 16, 17, 18, 19, 20, 21
TO_WIN, TO_USE, TO_SPEND = 22, 23, 24

STAGES: Final = 5
"""Number of weight vectors by distance from the end; two further ones hold in the last round."""
PHASE_TOKENS: Final = 3.0
"""Tokens between two of these distances."""
PIECES_PER_TOKEN: Final = 5.0
"""Pieces that leave the box for each token won, about."""
LAST_TURN, NO_TURN = STAGES, STAGES + 1
PHASES: Final = STAGES + 2
TABLES: Final = 8
"""Kinds of tables with weights of their own: 2, 3, 4 seats and teams; then the same with `expert`."""

PROMISE: Final = np.array((1.0, 0.5, 0.2, 0.05, 0.0))
"""Share of its token that a set is worth by how many of its pieces are missing, 0 to 4."""
KEEP: Final = 0.8
"""Share of the point that a piece left over costs which is disregarded while there is time to use the piece."""

POWER_POINTS: Final = 0.9
"""Points that using a power in a coming turn must bring."""

WEIGHTS: np.dtype[Any] = np.dtype((np.record, [("weights", "f8", (TABLES, PHASES, N_FEATURES))]))
COUNTED: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("features", "f8", (SEATS, N_FEATURES)),
            ("phase", "i8", (SEATS,)),  # the weights of a seat: an index of a phase
            ("part", "f8", (SEATS,)),  # the share of the next phase's weights, 0 to 1
            ("sums", "f8", (SEATS,)),  # of each side: log-odds, then exponentials
            ("neglect", "f8"),  # share of the changes in other sides' sums that a level does not notice, 0 to 1
            ("before", "f8", (SEATS,)),  # the sums at the root of the search, for a level with neglect
            ("tokens", "i8", (2 * len(COLOURS),)),  # points of the token that each set would bring now
            ("accessible", "i8"),  # set of kinds of accessible pieces
            ("possible", "i8"),  # set of kinds that may still come out of the box
            ("ahead", STATE),  # collections and piles as the coming turns might leave them
            ("copies", "i8", (KINDS,)),  # number of accessible pieces of each kind that they might leave
            ("near", "i8"),  # set of kinds of which there is one
        ],
    )
)
"""The features of a state, and scratch memory for counting them."""

DATA: Final = Path(__file__).parent.parent / "data" / "weights.bin"
"""The shipped weights: the bytes of a ``WEIGHTS`` record, compressed by zlib. ``weights.txt`` beside it says how they
were trained."""


@cache
def weights() -> Any:
    """Return the shipped weights, read once."""
    return np.frombuffer(zlib.decompress(DATA.read_bytes()), WEIGHTS)[0]


@rule
def table_of(setup: Setup) -> int:
    """Return the kind of a table, an index below ``TABLES``."""
    return (3 if setup.teams != 0 else setup.seats - 2) + (4 if setup.expert != 0 else 0)


@rule
def distance(state: State) -> float:
    """Return the distance from the end in tokens: the game ends when the tokens or the box are used up."""
    tokens = state.piles[0] + state.piles[1] + state.piles[2] + state.piles[3]
    return min(float(tokens), rules.box_size(state) / PIECES_PER_TOKEN)


@rule
def time_left(state: State) -> float:
    """Return how much time is left to complete sets, 1 (plenty) to 0, by the rule of thumb."""
    return 0.0 if state.ending != 0 else min(1.0, distance(state) / 6.0)


@rule
def kinds_of(setup: Setup, low: int, high: int) -> int:
    """Return the set of kinds among some pieces, given as two words."""
    kinds = 0
    for kind in range(KINDS):
        if setup.alike[kind, 0] & low | setup.alike[kind, 1] & high != 0:
            kinds |= 1 << kind
    return kinds


@rule
def sets_of(kind: int) -> tuple[int, int]:
    """Return the two sets that a piece of a kind can belong to, as indices into ``SETS``."""
    return kind % len(COLOURS), len(COLOURS) + kind // len(COLOURS)


# -- Finishing a turn -------------------------------------------------------------------------------------------------


@rule
def gain_of(setup: Setup, state: State, held: int, kind: int, near: int, time: float) -> float:
    """Return what a piece of a kind adds to a collection that holds the kinds `held`, in points, by the rule of thumb.
    A set whose missing pieces can all be taken in this take counts most."""
    gain = KEEP * time - 1.0
    if (held >> kind) & 1 != 0:
        return gain
    for which in sets_of(kind):
        missing = SETS[which] & ~held
        lacking = size(missing)
        points = rules.token_for(setup, state, which)
        if missing & ~near == 0 and lacking <= MOST_TAKEN - state.taken:
            gain += (points + 4.0 * (1.0 - KEEP * time) - PROMISE[lacking] * points * time) / lacking
        else:
            gain += (PROMISE[lacking - 1] - PROMISE[lacking]) * points * time
    return gain


@rule
def take_another(setup: Setup, state: State) -> bool:
    """Take one more piece if that seems worth it or is compulsory; return whether one was taken."""
    low, high = rules.takeable(setup, state)
    if low | high == 0:
        return False
    held = rules.kinds_at_end_of_take(setup, state, state.seat)
    near = kinds_of(setup, state.accessible[0], state.accessible[1])
    time = time_left(state)
    best = 0.0 if rules.may_stop(state) else -1e9
    chosen = -1
    for kind in range(KINDS):
        if setup.alike[kind, 0] & low | setup.alike[kind, 1] & high != 0:
            gain = gain_of(setup, state, held, kind, near, time)
            if gain > best:
                best = gain
                chosen = kind
    if chosen < 0:
        return False
    rules.take(setup, state, rules.first_piece(setup.alike[chosen, 0] & low, setup.alike[chosen, 1] & high))
    return True


@rule
def validate_best(setup: Setup, state: State) -> bool:
    """Validate the set that brings the highest token; return whether there was one."""
    seat = state.seat
    colours, shapes = rules.ways_to_validate(setup, state, seat)
    best = -1
    chosen = 0
    for k in range(colours + shapes):
        action = rules.after_nth(setup, state, seat, k)
        points = rules.token_for(setup, state, rules.set_of(action))
        if points > best:
            best = points
            chosen = action
    if best < 0:
        return False
    rules.validate(setup, state, seat, chosen)
    return True


@routine
def do_action(setup: Setup, state: State, seat: int, action: int) -> None:
    """Apply an action and the steps that follow automatically. (A call, compiled once.)"""
    rules.apply(setup, state, seat, action)


@routine
def finish_turn(setup: Setup, state: State) -> None:
    """Finish a turn in progress by the rule of thumb, without powers."""
    if state.stage == TAKE_STAGE:
        if state.taken == 0 and state.power_used == 0:
            return
        while take_another(setup, state):
            pass
        rules.end_take(setup, state, state.seat)
    if state.stage == AFTER_STAGE:
        while validate_best(setup, state):
            pass
        do_action(setup, state, state.seat, END)


# -- Counting ---------------------------------------------------------------------------------------------------------


@rule
def has_turn(setup: Setup, state: State, seat: int) -> bool:
    """Return whether a seat has a turn now or later in this round."""
    return (seat - state.starter) % setup.seats >= (state.seat - state.starter) % setup.seats


@rule
def count_sets(setup: Setup, state: State, seat: int, counted: Any) -> None:
    """Count the features of the sets that a seat might complete."""
    features, tokens = counted.features[seat], counted.tokens
    held = state.held[seat]
    stolen = 0  # kinds that others hold
    for other in range(setup.seats):
        if rules.side_of(setup, other) != rules.side_of(setup, seat):
            stolen |= state.held[other]
    best = two = to_take = 0
    for which in range(2 * len(COLOURS)):
        missing = SETS[which] & ~held
        if missing & ~counted.possible != 0:
            continue
        lacking = size(missing)
        points = tokens[which]
        if lacking < 4:
            features[LACKING - 1 + lacking] += 1.0
            features[PROMISED - 1 + lacking] += points
        if lacking == 1 and missing & stolen != 0:
            to_take = max(to_take, points)
        if missing & ~counted.accessible != 0:
            continue
        if lacking < 3:
            features[IN_REACH - 1 + lacking] += points
        best = max(best, points)
        two = max(two, points)
        for other in range(which):
            also = SETS[other] & ~held
            crossing = (other < len(COLOURS)) != (which < len(COLOURS))
            if also & ~counted.accessible == 0 and size(missing | also) + crossing <= MOST_TAKEN:
                two = max(two, points + tokens[other])
    turns = (seat - state.seat) % setup.seats
    if turns == 0:
        features[BEST_NOW] = best
        features[BEST_TWO] = two
    elif turns == 1:
        features[BEST_NEXT] = best
    else:
        features[BEST_LATER] = best
    if state.powers[seat] & STEAL_POWER != 0:
        features[TO_STEAL] = to_take
    elif state.powers[seat] & FIRST_POWER != 0 and not rules.gives(setup):
        features[TO_EXCHANGE] = to_take


@rule
def pile_for_shape(setup: Setup, state: State) -> int:
    """Return the pile that gives the highest token for a set of a shape; -1 if none does."""
    piles, best = rules.piles_for_shape(setup, state), -1
    while piles != 0:
        pile = first(piles)
        piles &= piles - 1
        if best < 0 or rules.top_token(state, pile) > rules.top_token(state, best):
            best = pile
    return best


@rule
def foresee_turn(setup: Setup, seat: int, time: float, counted: Any) -> None:
    """Count what a seat's coming turn might bring: the most valuable sets in turn, from accessible pieces and, by a
    power, one piece of another side."""
    ahead, copies, features = counted.ahead, counted.copies, counted.features[seat]
    others = 0
    for other in range(setup.seats):
        if rules.side_of(setup, other) != rules.side_of(setup, seat):
            others |= ahead.held[other]
    by_power = STEAL_POWER | (0 if rules.gives(setup) else FIRST_POWER)
    powers = 1 if ahead.powers[seat] & by_power != 0 else 0
    left = MOST_TAKEN
    while True:
        near = counted.near
        shape_pile = pile_for_shape(setup, ahead)
        best, chosen, taken = 0.0, -1, 0
        for which in range(2 * len(COLOURS)):
            missing = SETS[which] & ~ahead.held[seat]
            far = missing & ~near
            spent = size(far)
            if spent > powers or far & ~others != 0 or size(missing) - spent > left:
                continue
            pile = which if which < len(COLOURS) else shape_pile
            points = rules.top_token(ahead, pile) if pile >= 0 else 0
            value = points + (1.0 - KEEP * time) * (4 - size(missing)) - POWER_POINTS * spent
            if value > best:
                best, chosen, taken = value, which, missing & near
        if chosen < 0:
            return
        spent = size(SETS[chosen] & ~ahead.held[seat] & ~near)
        pile = chosen if chosen < len(COLOURS) else shape_pile
        if pile >= 0:
            features[TO_WIN] += rules.top_token(ahead, pile)
            rules.win_token(ahead, seat, pile)
        features[TO_USE] += 4 - size(taken) - spent
        features[TO_SPEND] += spent
        powers -= spent
        left -= size(taken)
        ahead.held[seat] &= ~SETS[chosen]
        while taken != 0:
            kind = first(taken)
            taken &= taken - 1
            copies[kind] -= 1
            if copies[kind] == 0:
                counted.near &= ~(1 << kind)


@rule
def foresee_turns(setup: Setup, state: State, counted: Any) -> None:
    """Foresee the coming turn of every seat in turn order; later seats find fewer pieces."""
    copy_into(state, counted.ahead)
    counted.near = counted.accessible
    low, high = state.accessible[0], state.accessible[1]
    for kind in range(KINDS):
        counted.copies[kind] = size(setup.alike[kind, 0] & low) + size(setup.alike[kind, 1] & high)
    for turn in range(setup.seats):
        seat = (state.seat + turn) % setup.seats
        if state.ending == 0 or has_turn(setup, state, seat):
            foresee_turn(setup, seat, time_left(state), counted)


@rule
def count_seat(setup: Setup, state: State, seat: int, counted: Any) -> None:
    """Count all features of one seat."""
    features = counted.features[seat]
    for which in range(N_FEATURES):
        features[which] = 0.0
    left = rules.left_over(state, seat)
    features[TOKENS_WON] = rules.token_points(state, seat)
    features[POWERS_LEFT] = state.powers[seat] & FIRST_POWER != 0
    features[POWERS_LEFT + 1] = state.powers[seat] & STEAL_POWER != 0
    features[POWERS_LEFT + 2] = state.powers[seat] & DISCARD_POWER != 0
    features[LEFT] = left
    counted.part[seat] = 0.0
    more = has_turn(setup, state, seat)
    if state.ending != 0:
        counted.phase[seat] = LAST_TURN if more else NO_TURN
        if not more:
            return
    else:
        far = distance(state) / PHASE_TOKENS
        phase = min(int(far), STAGES - 2)
        counted.phase[seat] = phase
        counted.part[seat] = min(far - phase, 1.0)
    features[ALIKE] = left - size(state.held[seat])
    features[TURN] = seat == state.seat
    features[LAST_WORD] = more
    count_sets(setup, state, seat, counted)


@routine
def count_features(setup: Setup, state: State, counted: Any) -> None:
    """Write all features of every seat into `counted`."""
    counted.accessible = kinds_of(setup, state.accessible[0], state.accessible[1])
    possible = kinds_of(setup, state.box[0], state.box[1])
    for kind in range(KINDS):
        if masking.unseen_of(setup, state, kind) > 0:
            possible |= 1 << kind
    counted.possible = possible
    for which in range(2 * len(COLOURS)):
        if which <= len(COLOURS):
            counted.tokens[which] = rules.token_for(setup, state, which)
        else:
            counted.tokens[which] = counted.tokens[len(COLOURS)]
    for seat in range(setup.seats):
        count_seat(setup, state, seat, counted)
    foresee_turns(setup, state, counted)


@routine
def weigh_features(setup: Setup, counted: Any, weights: Weights) -> None:
    """Write the weighted sum of each side's features into ``counted.sums``."""
    table = weights.weights[table_of(setup)]
    for side in range(rules.sides(setup)):
        counted.sums[side] = 0.0
    for seat in range(setup.seats):
        phase, part = counted.phase[seat], counted.part[seat]
        total = 0.0
        for which in range(N_FEATURES):
            total += counted.features[seat, which] * (
                table[phase, which] * (1.0 - part) + table[phase + (part > 0.0), which] * part
            )
        counted.sums[rules.side_of(setup, seat)] += total


@rule
def neglectful_chances(setup: Setup, counted: Any, values: Any) -> None:
    """Write each seat's chance to win as a player sees it who thinks first of the own sets and only partly of what the
    others gain or lose by an action. These values do not sum to 1."""
    sides = rules.sides(setup)
    for seat in range(setup.seats):
        own = rules.side_of(setup, seat)
        total = 1.0
        for side in range(sides):
            if side != own:
                change = counted.sums[side] - counted.before[side]
                total += exp(counted.before[side] + (1.0 - counted.neglect) * change - counted.sums[own])
        values[seat] = sides / (total * setup.seats)


@routine
def win_chances(setup: Setup, state: State, weights: Weights, counted: Any, values: Any) -> None:
    """Write each seat's share of the win, expected or final, into `values`: partners and joint winners share it."""
    seats, sides = setup.seats, rules.sides(setup)
    if state.stage == OVER:
        won = rules.winners(setup, state)
        for seat in range(seats):
            values[seat] = win_share(won, seat)
        return
    count_features(setup, state, counted)
    weigh_features(setup, counted, weights)
    sums = counted.sums
    if counted.neglect > 0.0:
        neglectful_chances(setup, counted, values)
        return
    most = sums[0]
    for side in range(1, sides):
        most = max(most, sums[side])
    total = 0.0
    for side in range(sides):
        sums[side] = exp(sums[side] - most)
        total += sums[side]
    for seat in range(seats):
        values[seat] = sums[rules.side_of(setup, seat)] / total * sides / seats


@rule
def evaluate(setup: Setup, state: State, weights: Weights, workspace: Workspace) -> None:
    """Write the value of a state for each seat into ``workspace.tree.values``, after finishing the turn in progress."""
    copy_into(state, workspace.finished)
    finish_turn(setup, workspace.finished)
    win_chances(setup, workspace.finished, weights, workspace.counted, workspace.tree.values)


# -- Pruning ----------------------------------------------------------------------------------------------------------


@rule
def is_first(setup: Setup, state: State, seat: int, piece: int) -> bool:
    """Return whether a piece is the first of its kind in a collection; the others are interchangeable with it."""
    alike = setup.alike[setup.kinds[piece]]
    return rules.first_piece(state.collection[seat, 0] & alike[0], state.collection[seat, 1] & alike[1]) == piece


@rule
def is_pruned(setup: Setup, state: State, seat: int, action: int) -> bool:
    """Return whether a legal action is left out of the search: an equivalent one is searched, or it can wait until the
    take is over."""
    if action < STEAL or DISCARD <= action < GIVE:
        return False
    if state.stage == TAKE_STAGE and setup.expert == 0:
        return True
    if action < DISCARD:
        piece = action - STEAL
        return not is_first(setup, state, rules.owner(setup, state, piece), piece)
    if action < EXCHANGE:
        return not is_first(setup, state, seat, (action - GIVE) // SEATS)
    mine, theirs = (action - EXCHANGE) // PIECES, (action - EXCHANGE) % PIECES
    if setup.kinds[mine] == setup.kinds[theirs] or not is_first(setup, state, seat, mine):
        return True
    return not is_first(setup, state, rules.owner(setup, state, theirs), theirs)
