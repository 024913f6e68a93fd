"""Luck and skill: what the draws of a game did and what its players did, told from its record.

``method`` splits a step, compiled; `analyse` below walks through a record.
``docs/explanation/luck-and-skill.md`` explains it all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ..codec.records import copy_record, new_record
from ..engine.bits import win_share
from ..engine.contract import UNLISTABLE, Setup, State
from ..engine.errors import Refusal
from ..engine.game import Game
from ..engine.position import Event, MaskedState, Position
from ..engine.rng import MASK, below, generator
from ..game_records import Step

TRIALS = 400
"""How often each action in question is tried out, unless the game says another number or one is told."""
CANDIDATES = 8
"""How many actions of a decision are tried out, besides the one that was done."""
SEED = 1
MOST_LISTED = 64
"""Where chance has more picks than this, so many of them stand for all."""
CONFIDENT = 1.96
"""Standard errors on either side of a figure that hold in 95 of 100 cases."""


@dataclass(frozen=True)
class Move:
    """A decision of a seat."""

    line: int
    action: str
    best: str
    loss: float
    low: float
    high: float
    """Where the loss lies, in 95 of 100 cases."""
    tried: dict[str, float]
    """What the actions that were tried out are worth."""

    @property
    def in_noise(self) -> bool:
        """Whether the loss may as well be none."""
        return self.low <= 0


@dataclass(frozen=True)
class Draw:
    """What chance brought, or what came to light."""

    line: int
    outcome: str
    luck: float


@dataclass
class Account:
    """What a game brought a seat, and by whose doing: ``start + luck + decisions + others + estimate == result``."""

    seat: int
    unit: str
    start: float
    luck: float = 0.0
    decisions: float = 0.0
    others: float = 0.0
    estimate: float = 0.0
    result: float = 0.0
    score: int = 0
    ceiling: int | None = None
    """The most that could have been reached by who had known everything, where the game can prove that."""
    ceiling_board: Mapping[str, str] | None = None
    luckier: float | None = None
    """How many of a hundred games have a lower ceiling."""
    moves: list[Move] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    values: list[tuple[int, float]] = field(default_factory=list)
    """v after each line."""

    def told(self) -> dict[str, Any]:
        """All of it as plain data, as ``analyse --json`` gives it."""
        return {
            "seat": self.seat,
            "unit": self.unit,
            "start": self.start,
            "luck": self.luck,
            "decisions": self.decisions,
            "others": self.others,
            "estimate": self.estimate,
            "result": self.result,
            "ceiling": self.ceiling,
            "moves": [
                {"line": m.line, "action": m.action, "best": m.best, "loss": m.loss, "low": m.low, "high": m.high}
                for m in self.moves
            ],
            "draws": [{"line": d.line, "outcome": d.outcome, "luck": d.luck} for d in self.draws],
        }


def has_value(game: Game) -> bool:
    """Whether a game's characters can tell what a seat may expect."""
    return bool(game.characters) and (hasattr(game.bots_module, "trial") or hasattr(game.bots_module, "tune"))


@dataclass(frozen=True)
class Weighed:
    """What a seat's action was worth, next to the best one."""

    action: int
    best: int
    worth: float
    best_worth: float
    low: float
    high: float
    """Where what was lost lies, in 95 of 100 cases."""
    tried: dict[int, float]


def usual_trials(game: Game) -> int:
    """How often each action in question is tried out, unless one is told."""
    return int(getattr(game.bots_module, "TRIALS", TRIALS))


class Analyst:
    """Judges what one seat of a game knows and does."""

    def __init__(self, game: Game, seat: int, trials: int | None = None, seed: int = SEED) -> None:
        if not has_value(game):
            raise Refusal("no_value", f"{game.id} has no bot that can estimate what a seat may expect")
        from . import decomposition as method

        self.game, self.seat = game, seat
        self.trials = min(usual_trials(game) if trials is None else trials, method.MOST_TRIALS)
        self._method, self.buffer = method, new_record(method.ANALYSIS_BUFFER)
        self.buffer.low, self.buffer.high = seed & MASK, seed >> 32
        self.buffer.most = CANDIDATES
        self.looks = 1 if getattr(game.bots_module, "CERTAIN", False) else self.trials
        self._rest = (generator(seed), game.bots_module.weights(), new_record(game.bots_module.WORKSPACE), self.buffer)

    def value(self, setup: Setup, state: State, open_end: bool = False) -> float:
        """V of what the seat knows: when the game is over what it has brought, unless it is taken to go on."""
        if not open_end and not self.game.rules.to_act(setup, state):
            return self._result(setup, state)
        return self._try(setup, state, self.seat, self._method.NOTHING, self._method.PLACES - 1, -1, self.looks)[0]

    def _result(self, setup: Setup, state: State) -> float:
        """The score where the seat plays alone, else its part of the win."""
        if setup.seats == 1:
            return float(self.game.rules.score(setup, state, self.seat))
        return float(win_share(self.game.rules.winners(setup, state), self.seat))

    def mean_of_chance(self, masked: MaskedState) -> float:
        """The mean of v over what chance may bring; where that is too much, over a sample of it."""
        rules, setup, state = self.game.rules, masked.setup, masked.state
        picks = int(rules.chance_count(setup, state))
        rng = generator(SEED)
        listed = range(picks) if picks <= MOST_LISTED else [int(below(rng, picks)) for _ in range(MOST_LISTED)]
        total = 0.0
        for pick in listed:
            drawn = copy_record(state)
            rules.apply_chance(setup, drawn, rules.chance_nth(setup, state, pick))
            total += self.value(setup, drawn)
        return total / len(listed)

    def mean_of_worlds(self, masked: MaskedState, mover: int, action: int) -> float | None:
        """The mean of v over what an action may bring to light; None where the seat could not know whether it was
        possible."""
        place = self._method.PLACES - 1
        mean, whole = self._try(masked.setup, masked.state, mover, action, place, -1, self.trials)
        return mean if whole else None

    def weigh(self, masked: MaskedState, action: int | None) -> Weighed:
        """Try out what the seat can do, and the action that it did."""
        method, buffer = self._method, self.buffer
        method.find_candidates(masked.setup, masked.state, self.seat, *self._rest)
        actions = [int(method.candidate(buffer, place)) for place in range(buffer.count)]
        if action is not None:
            actions = [action, *(other for other in actions if other != action)]
        trials = 1 if buffer.exact else self.trials
        worths: dict[int, float] = {}
        best = -1
        for place, each in enumerate(actions):
            rival = -1 if place == 0 else best
            mean, whole = self._try(masked.setup, masked.state, self.seat, each, place, rival, trials)
            if whole:
                worths[each] = mean
                if best < 0 or mean > worths[actions[best]]:
                    best = place
        low = high = 0.0
        if best != 0:
            method.compare(buffer, best, 0, trials)
            low, high = (float(buffer.ahead + side * CONFIDENT * buffer.error) for side in (-1, 1))
        return Weighed(actions[0], actions[best], worths[actions[0]], worths[actions[best]], low, high, worths)

    def _try(
        self, setup: Setup, state: State, mover: int, action: int, place: int, rival: int, trials: int
    ) -> tuple[float, bool]:
        """What an action comes to, and whether all its trials were made."""
        self._method.run_trials(setup, state, self.seat, mover, action, place, rival, trials, *self._rest)
        return float(self.buffer.worth), int(self.buffer.made) == trials and self.buffer.worth > self._method.IMPOSSIBLE


@dataclass
class Told:
    """A step of v, split without a rest."""

    value: float
    """v after it."""
    luck: float = 0.0
    decision: float = 0.0
    others: float = 0.0
    estimate: float = 0.0
    weighed: Weighed | None = None


def tell(analyst: Analyst, value: float, before: Position, event: Event, after: Position, sealed: bool) -> Told:
    """Split the step of v by an event, from a value before it. `sealed` says whether others have done things that come
    to light by it."""
    seat = analyst.seat
    knew, knows = before.mask(seat), after.mask(seat)
    action = None if before.hides(event, seat) else before.verbs(event.by).parse(event.do)
    told = Told(analyst.value(knows.setup, knows.state))
    expected, mean = value, told.value
    if event.by == seat and action is not None:
        if len(knew.legal_actions) > 1:
            told.weighed = analyst.weigh(knew, action)
            told.decision = told.weighed.worth - told.weighed.best_worth
            told.estimate = told.weighed.best_worth - value
            expected = told.weighed.worth
        if sealed:
            alone = copy_record(knew.state)
            before.game.rules.step(knew.setup, alone, seat, action)
            own = analyst.value(knew.setup, alone, open_end=True)
            told.estimate += own - expected
            expected = own
    if event.by == "chance":
        if action is not None:
            mean = analyst.mean_of_chance(knew)
    elif action is not None and not sealed and before.reveals(after, seat):
        found = analyst.mean_of_worlds(knew, event.by, action)
        mean = told.value if found is None else found
    told.luck = told.value - mean
    if event.by == "chance" or (event.by == seat and not sealed):
        told.estimate += mean - expected
    else:
        told.others = mean - expected
    return told


def analyse(
    steps: list[Step],
    seat: int,
    trials: int | None = None,
    seed: int = SEED,
    advance: Callable[[int], None] = lambda _: None,
) -> Account:
    """What the game of a record brought a seat. A record that ends early is told as far as it goes."""
    first = steps[0].position
    analyst = Analyst(first.game, seat, trials, seed)
    account: Account | None = None
    value = 0.0

    def begin(position: Position) -> float:
        masked = position.mask(seat)
        return analyst.value(masked.setup, masked.state)

    unit = "points" if first.seats == 1 else "wins"
    sealed = False
    for step, then in pairwise(steps):
        event, before, after = step.event, step.position, then.position
        assert event is not None, "only the last step has none"
        advance(1)
        if account is None:
            # What cannot be listed has no mean: the account begins when it is there.
            sampled = event.by == "chance" and before.chance_count == UNLISTABLE
            value = begin(after if sampled else before)
            account = Account(seat, unit, value)
            account.values.append((step.line if sampled else step.line - 1, account.start))
            if sampled:
                continue
        sealed = sealed or (event.by not in (seat, "chance") and before.hides(event, seat))
        told = tell(analyst, value, before, event, after, sealed and event.by == seat and after.is_open)
        sealed = sealed and not after.is_open
        value = told.value
        account.luck += told.luck
        account.decisions += told.decision
        account.others += told.others
        account.estimate += told.estimate
        account.values.append((step.line, value))
        if told.luck != 0 or (event.by == "chance" and not before.hides(event, seat)):
            account.draws.append(Draw(step.line, event.do, told.luck))
        if told.weighed is not None:
            account.moves.append(_move(before, seat, step.line, told.weighed))
    if account is None:
        value = begin(first)
        account = Account(seat, unit, value)
    account.result = value
    account.score = steps[-1].position.scores[seat]
    find = first.game.extras.get("hindsight")
    if find is not None and steps[-1].position.is_over:
        masked = [(step.position.setup, step.position.state) for step in steps]
        account.ceiling, account.ceiling_board, account.luckier = first.game.load(find)(masked)
    return account


@dataclass(frozen=True)
class Rating:
    """How well somebody decided."""

    word: str
    loss: float
    """Lost a decision, on average."""
    good: int
    """How many decisions were the best or as good, as far as can be told."""
    decisions: int


WORDS = ("faultless", "masterly", "strong", "solid", "learning")
"""How play is rated, the best first."""
BOUNDS = {"points": (0.0, 0.5, 1.5, 3.5), "wins": (0.0, 0.004, 0.010, 0.022)}
"""How much a decision may cost for each word but the last, on average; see ``docs/explanation/luck-and-skill.md``."""


def rating(account: Account) -> Rating | None:
    """How well a seat decided; None if it had nothing to decide."""
    if not account.moves:
        return None
    loss = -account.decisions / len(account.moves)
    rank = sum(loss > bound + 1e-12 for bound in BOUNDS[account.unit])
    good = sum(move.in_noise for move in account.moves)
    return Rating(WORDS[rank], loss, good, len(account.moves))


def _move(before: Position, seat: int, line: int, weighed: Weighed) -> Move:
    def write(action: int) -> str:
        return before.action_text(seat, action)

    tried = {write(action): worth for action, worth in weighed.tried.items()}
    loss = weighed.best_worth - weighed.worth
    return Move(line, write(weighed.action), write(weighed.best), loss, weighed.low, weighed.high, tried)


def accounts(
    steps: list[Step], seats: list[int], trials: int | None = None, seed: int = SEED,
    advance: Callable[[int], None] = lambda _: None,
) -> Iterator[Account]:  # fmt: skip
    """The accounts of several seats, one after the other."""
    for seat in seats:
        yield analyse(steps, seat, trials, seed, advance)
