"""Playing knowledge of Polygons: the greedy bot, and the characters of five levels.

What may be done and what it brings is the law's to say: it is stepped on copies of what the seat knows. The greedy bot
reckons what a collection is worth, and how a take might go on. Of the characters, the novice looks at each action
once; the others search in imagined worlds. Up to the club player they overlook this and forget that, as people do.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ....codec.records import new_record
from ....engine.bits import first, size
from ....engine.contract import CharacterRecord, Setup, State, Weights, Workspace
from ....engine.position import MaskedState
from ....engine.rng import MASK, Generator, below, word
from ....native.compiled import copy_into, routine, rule
from ....search import ismcts as trees
from ....search.ismcts import best_finalist, evaluate_finalists, init_root, simulate, tree_of
from .. import masking, rules
from ..pieces import COLOURS, KINDS
from ..rules import (
    DISCARD,
    END,
    GIFT,
    GIVE,
    MOST_TAKEN,
    SEATS,
    SETS,
    SETUP,
    STATE,
    STEAL,
    STOP,
    TAKE,
    TAKE_STAGE,
    VALIDATE_COLOUR,
)
from . import evaluation
from .evaluation import COUNTED, applied, chances, count, finish, idle, sets_of, weigh

PROMISE: Final = np.array((1.0, 0.5, 0.2, 0.05, 0.0))
"""What part of its token a set is worth while there is time, by how many of its pieces are missing."""
KEEP = 0.8
"""What part of the point that a piece left over costs is forgiven while there is time to use it."""
IN_A_ROW = 6
"""So many sets are looked at that a collection might validate one after the other."""
NOTHING = -1e9
"""Less than anything is worth."""

SCRATCH: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("time", "f8"),  # how far the end is, from 1 to 0
            ("to_come", "i8"),  # the set of kinds that might still come out of the box
            ("takes", STATE, (MOST_TAKEN + 1,)),  # after some action, and after each further piece of a take
            ("fitting", "i8", (MOST_TAKEN + 1, 2)),  # the pieces that might follow there and are not looked at yet
            ("tried", "i8", (MOST_TAKEN + 1,)),  # the set of kinds of those that have been
            ("sets", STATE, (IN_A_ROW + 1,)),  # when it is over, and after each set that goes out then
            ("untried", "i8", (IN_A_ROW + 1,)),  # how many ways to go on there are not looked at yet
        ],
    )
)
"""Where the bot thinks: what holds for all of its thoughts, and states that it may change."""

Scratch = Any
"""A record of the type ``SCRATCH``."""


# -- What things are worth --------------------------------------------------------------------------------------------


@rule
def look_around(setup: Setup, state: State, scratch: Scratch) -> None:
    """What holds for all thoughts of this moment. A set can be completed only while turns are left."""
    tokens = state.piles[0] + state.piles[1] + state.piles[2] + state.piles[3]
    scratch.time = 0.0 if state.ending != 0 else min(1.0, tokens / 6, rules.box_size(state) / 30)
    to_come = 0
    for kind in range(KINDS):
        inside = setup.alike[kind, 0] & state.box[0] | setup.alike[kind, 1] & state.box[1]
        if inside != 0 or masking.unseen_of(setup, state, kind) > 0:
            to_come |= 1 << kind
    scratch.to_come = to_come


@rule
def promised(setup: Setup, state: State, seat: int, scratch: Scratch) -> float:
    """What a collection without a complete set is worth: the score, and while there is time what its pieces promise."""
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
def worth(setup: Setup, seat: int, scratch: Scratch) -> float:
    """What a collection is worth in the first state of ``sets``: its complete sets in the best order, and what then
    remains."""
    sets, untried = scratch.sets, scratch.untried
    best = NOTHING
    depth, arrived = 0, True
    while depth >= 0:
        here = sets[depth]
        if arrived:
            colours, shapes = rules.ways_to_validate(setup, here, seat)
            untried[depth] = colours + shapes if depth < IN_A_ROW else 0
            if untried[depth] == 0:
                best = max(best, promised(setup, here, seat, scratch))
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
def worth_of(setup: Setup, seats: int, scratch: Scratch) -> float:
    """What the collections of a set of seats are worth together."""
    total = 0.0
    while seats != 0:
        total += worth(setup, first(seats), scratch)
        seats &= seats - 1
    return total


@rule
def worth_of_others(setup: Setup, state: State, seat: int, scratch: Scratch) -> float:
    """What the collections of the other sides are worth, a seat on average: what is against a seat."""
    others = ((1 << setup.seats) - 1) & ~rules.seats_of(setup, rules.side_of(setup, seat))
    copy_into(state, scratch.sets[0])
    return worth_of(setup, others, scratch) / size(others)


# -- How a take might go on -------------------------------------------------------------------------------------------


@rule
def standing(setup: Setup, state: State, seat: int, against: float, scratch: Scratch) -> float:
    """How a seat stands if its take ends here, with or without a gift: what its side is worth, less what is against
    it."""
    mine = rules.seats_of(setup, rules.side_of(setup, seat))
    taking = state.stage == TAKE_STAGE and state.seat == seat
    best = NOTHING
    for action in range(STOP, GIFT + 1 if taking and rules.may_gift(setup, state) else GIFT):
        copy_into(state, scratch.sets[0])
        if taking:
            rules.step(setup, scratch.sets[0], seat, action)
        best = max(best, worth_of(setup, mine, scratch) - against)
    return best


@rule
def best_take(setup: Setup, seat: int, against: float, scratch: Scratch, low: int, high: int) -> float:
    """How a seat might stand at best by going on with a take from the first state of ``takes``. The next piece comes
    from a set of two words; then any chain may follow, as far as one sees."""
    takes, fitting, tried = scratch.takes, scratch.fitting, scratch.tried
    fitting[0, 0], fitting[0, 1] = low, high
    best = NOTHING
    depth, arrived = 0, True
    while depth >= 0:
        here = takes[depth]
        if arrived:
            tried[depth] = 0
            if here.taken > 0:
                best = max(best, standing(setup, here, seat, against, scratch))
        if fitting[depth, 0] | fitting[depth, 1] == 0:
            depth, arrived = depth - 1, False
            continue
        arrived = False
        piece = rules.first_piece(fitting[depth, 0], fitting[depth, 1])
        rules.remove(fitting[depth], piece)
        kind = 1 << setup.kinds[piece]
        if tried[depth] & kind != 0:
            # One like it has been looked at: this one makes a difference only by what it frees.
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
def standing_after(setup: Setup, state: State, seat: int, action: int, against: float, scratch: Scratch) -> float:
    """How a seat might stand after an action, as far as it can reckon: where that changes the box, at the end of the
    best take that may follow. What is against it is told as it is before; no take changes that."""
    then = scratch.takes[0]
    copy_into(state, then)
    rules.step(setup, then, seat, action)
    if action < STOP or (DISCARD <= action < GIVE and state.taken > 0):
        low, high = rules.takeable(setup, then)
    elif DISCARD <= action < GIVE:
        low, high = rules.freed_by(setup, state, action - DISCARD)  # else it would have been for nothing
    else:
        return standing(setup, then, seat, worth_of_others(setup, then, seat, scratch), scratch)
    return best_take(setup, seat, against, scratch, low, high)


@rule
def choose(setup: Setup, state: State, seat: int, rng: Generator, scratch: Scratch) -> int:
    """The best action; one of them by chance where several are.

    Powers act on what a take has brought, so but for `discard` they wait until it is over - unless they were earned and
    would be lost then.
    """
    look_around(setup, state, scratch)
    against = worth_of_others(setup, state, seat, scratch)
    taking = state.stage == TAKE_STAGE
    moves_pieces = not taking or state.pending != 0
    now = standing(setup, state, seat, against, scratch) if moves_pieces else 0.0
    plain = NOTHING  # the best of what uses no power; powers come last among the legal actions
    chosen, best, equals = 0, NOTHING, 0
    for k in range(rules.legal_count(setup, state, seat)):
        action = rules.legal_nth(setup, state, seat, k)
        discards = DISCARD <= action < GIVE
        if action >= STEAL and not (taking if discards else moves_pieces):
            continue
        value = standing_after(setup, state, seat, action, against, scratch)
        if action < STEAL:
            plain = max(plain, value)
        elif not discards:
            value += plain - now
        if value > best + 1e-9:
            best, equals = value, 0
        if value > best - 1e-9:
            equals += 1
            if below(rng, equals) == 0:  # so that each of them is equally likely
                chosen = action
    return chosen


class Greedy:
    """Looks ahead to the end of its take: does what leaves the collections best for its side."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `search.bots.Bot`."""
        assert masked.seat is not None, "a spectator does nothing"
        return int(choose(masked.setup, masked.state, masked.seat, rng, new_record(SCRATCH)))


# -- Characters -------------------------------------------------------------------------------------------------------

NOVICE, AMATEUR, CLUB, EXPERT, MASTER = range(5)
SIMULATIONS: Final = np.array((0, 28, 136, 575, 3000))
"""How many simulations a level makes, unless it is told; the novice makes none and looks at each action once."""
PORTION: Final = 100
ROUNDS: Final = 16
"""In how many worlds `master` then follows each action in question to the end of its next turn, with more than two
seats."""
NODES: Final = 1 << 16
FEW: Final = 12
PATIENCE: Final = 1
EXPLORE, SHARPNESS = 1.2, 12.5
"""How to search, for one seat: chances become smaller with the number of seats that share them, and so do differences
between them."""
OVERLOOKS: Final = np.array((0.34, 0.22, 0.05, 0.0, 0.0))
"""How likely a level overlooks a piece of the box."""
FORGETS: Final = np.array((0.76, 0.5, 0.1, 0.0, 0.0))
"""How likely it does not think of its powers."""
WAVERS: Final = 0.65
"""By up to so many points the novice errs."""
TEMPER: Final = 0.2
"""So many points are little enough for a novice's temper to decide."""
NEAR: Final = 0.004
"""And so much of a chance to win for that of the others."""
MOODS: Final = 2
"""Once in so many times it decides: where it always did, the bold won more."""
POINT: Final = 0.25
"""About so much is a point, in odds as powers of e."""

WORKSPACE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("tree", tree_of(SETUP, STATE, NODES)),
            ("counted", COUNTED),
            ("finished", STATE),  # a world in which the turn is finished
            ("noticed", "i8", (2,)),  # the set of accessible pieces that were not overlooked
            ("forgets", "i8"),  # whether the powers are forgotten
            ("budget", "i8"),  # how many simulations are to be made; 0 if there is nothing to think about
            ("rounds", "i8"),  # in how many worlds actions are to be followed then
            ("chosen", "i8"),  # what was chosen at a glance
            ("scratch", SCRATCH),  # for who does the usual there
        ],
    )
)


WEIGHTS = evaluation.WEIGHTS


def weights() -> Any:
    """What has been learnt, as it is shipped."""
    return evaluation.weights()


@rule
def evaluate(setup: Setup, state: State, weights: Weights, workspace: Workspace) -> None:
    """How good a world is for each seat, when the turn that has begun is finished."""
    copy_into(state, workspace.finished)
    finish(setup, workspace.finished)
    chances(setup, workspace.finished, weights, workspace.counted, workspace.tree.values)


@routine
def usual(setup: Setup, state: State, seat: int, rng: Generator, workspace: Workspace) -> int:
    """What the greedy bot would do."""
    return choose(setup, state, seat, rng, workspace.scratch)


@rule
def chance(rng: Generator) -> float:
    """Some number between 0 and 1."""
    return word(rng) / (MASK + 1.0)


@rule
def boldness(setup: Setup, state: State, action: int) -> float:
    """How bold an action is, from 0 to 1: to go on is bolder than to stop, and the more a set brings, the bolder it is
    to want it. To steal and to exchange is not: the bold, who then did so sooner, lost to the cautious."""
    if action < STOP:
        colour, shape = sets_of(setup.kinds[action - TAKE])
        most = max(rules.token_for(setup, state, colour), rules.token_for(setup, state, shape))
        return 0.5 + 0.125 * most
    if VALIDATE_COLOUR <= action < END:
        return 0.25 * rules.token_for(setup, state, rules.set_of(action))
    return 0.0


@rule
def look_round(state: State, level: int, rng: Generator, workspace: Workspace) -> None:
    """What is noticed, and whether powers come to mind."""
    for half in range(2):
        rest, noticed = state.accessible[half], 0
        while rest != 0:
            if chance(rng) >= OVERLOOKS[level]:
                noticed |= rest & -rest
            rest &= rest - 1
        workspace.noticed[half] = noticed
    workspace.forgets = chance(rng) < FORGETS[level]


@rule
def escapes(action: int, workspace: Workspace) -> bool:
    """Whether an action does not come to mind."""
    if action >= STEAL and workspace.forgets != 0:
        return True
    piece = action - TAKE if action < STOP else action - DISCARD if DISCARD <= action < GIVE else -1
    return piece >= 0 and not rules.has(workspace.noticed, piece)


@routine
def note_candidate(
    setup: Setup,
    state: State,
    seat: int,
    character: CharacterRecord,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
) -> int:
    """What the novice does: the best of what comes to mind, at first sight, for the own side alone: it thinks neither
    of what others have nor of what a take frees for them."""
    trial, counted = workspace.tree.trial, workspace.counted
    best, chosen = 2 * NOTHING, 0
    for k in range(rules.legal_count(setup, state, seat)):
        action = rules.legal_nth(setup, state, seat, k)
        if idle(setup, state, seat, action):
            continue
        copy_into(state, trial)
        applied(setup, trial, seat, action)
        finish(setup, trial)
        count(setup, trial, counted)
        weigh(setup, counted, weights)
        value = counted.sums[rules.side_of(setup, seat)] / POINT
        value += TEMPER * character.temper * boldness(setup, state, action)
        value += WAVERS * (chance(rng) + chance(rng) - 1.0)
        if escapes(action, workspace):
            value += NOTHING  # done only if nothing comes to mind
        if value > best:
            best, chosen = value, action
    return chosen


@rule
def tune(setup: Setup, state: State, workspace: Workspace) -> None:
    """How to search. With three others in between, one's own next turn is far: it comes into sight only if these are
    taken to do what seems best, without trying what else they might do."""
    workspace.tree.explore = EXPLORE / setup.seats
    workspace.tree.sharpness = SHARPNESS * setup.seats
    workspace.tree.others = 0.0 if rules.sides(setup) == SEATS else 1.0
    workspace.tree.few = FEW
    workspace.tree.patience = PATIENCE


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
    """Begin to think; the novice has thought already."""
    workspace.budget = 0
    workspace.rounds = 0
    look_round(state, character.level, rng, workspace)
    if character.level == NOVICE:
        workspace.chosen = note_candidate(setup, state, seat, character, rng, weights, workspace)
        return
    tree = workspace.tree
    tune(setup, state, workspace)
    init_root(setup, state, seat, rng, weights, workspace)
    if tree.next[tree.child[0]] != 0:
        workspace.budget = character.budget if character.budget > 0 else SIMULATIONS[character.level]
        if character.level == MASTER and setup.seats > 2:
            workspace.rounds = ROUNDS


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
    """Some simulations more, or a world in which the actions in question are followed; how many are left."""
    tree = workspace.tree
    left = workspace.budget - tree.simulations if workspace.budget > 0 else 0
    if left == 0 and workspace.rounds > 0:
        evaluate_finalists(setup, state, seat, rng, weights, workspace)
        workspace.rounds = workspace.rounds - 1 if tree.in_question > 0 else 0
    for _ in range(min(PORTION, left)):
        simulate(setup, state, seat, rng, weights, workspace)
    return max(left - PORTION, 0) + workspace.rounds


@rule
def most_tried(tree: Any, workspace: Workspace, all_of_them: bool) -> int:
    """The action that was tried most, of all or of those that come to mind; 0 if none does."""
    most = 0
    child = int(tree.child[0])
    while child != 0:
        if (all_of_them or not escapes(tree.action[child], workspace)) and (
            most == 0 or tree.visits[child] > tree.visits[most]
        ):
            most = child
        child = int(tree.next[child])
    return most


@rule
def is_in_question(tree: Any, child: int) -> bool:
    """Whether an action was followed to the end of the next turn."""
    found = False
    for k in range(tree.in_question):
        found = found or tree.question[k] == child
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
    """What was tried most, or was worth most where actions were followed in all worlds, or, now and then, what the
    temper likes better and is about as good."""
    if character.level == NOVICE:
        return workspace.chosen
    tree = workspace.tree
    followed = tree.in_question > 0 and workspace.rounds == 0
    most = best_finalist(tree) if followed else most_tried(tree, workspace, False)
    if most == 0:
        return tree.action[most_tried(tree, workspace, True)]
    chosen, best = most, character.temper * boldness(setup, state, tree.action[most])
    least = trees.worth_of(tree, most) - NEAR
    child = int(tree.child[0]) if character.temper != 0 and below(rng, MOODS) == 0 else 0
    while child != 0:
        tried = tree.visits[child] * 3 >= tree.visits[most] and not escapes(tree.action[child], workspace)
        if followed:  # only those that were can be compared
            tried = is_in_question(tree, child)
        if tried and trees.worth_of(tree, child) >= least:
            bold = character.temper * boldness(setup, state, tree.action[child])
            if bold > best:
                chosen, best = child, bold
        child = int(tree.next[child])
    return tree.action[chosen]
