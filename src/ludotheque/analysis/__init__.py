"""Luck and skill: how much of a game's result came from chance and how much from its players' decisions.

``decomposition`` evaluates actions by rollouts, compiled; `analyse` goes through a game record and splits each step.
``report`` writes the result as HTML. ``docs/explanation/luck-and-skill.md`` explains the method.
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
"""Rollouts per candidate action, unless the game or the caller sets another number."""
CANDIDATES = 8
"""Actions of a decision that are rolled out, besides the one that was played."""
SEED = 1
MOST_LISTED = 64
"""If chance has more draws than this, a sample of this size stands for all."""
Z_95 = 1.96
"""Standard errors on either side of a figure that make a 95 % interval."""


@dataclass(frozen=True)
class Move:
    """A decision of a seat: what was played, what was best, and the loss."""

    line: int
    action: str
    best: str
    loss: float
    low: float
    high: float
    """The 95 % interval of the loss, from `low` to `high`."""
    tried: dict[str, float]
    """The value of every action that was rolled out."""

    @property
    def in_noise(self) -> bool:
        """Whether the 95 % interval of the loss includes zero."""
        return self.low <= 0


@dataclass(frozen=True)
class Draw:
    """The luck of a chance event, or of an action that revealed something."""

    line: int
    outcome: str
    luck: float


@dataclass
class Account:
    """The result of a seat, split by cause: ``start + luck + decisions + opponents + model_error == result``.

    Values are points with one seat, otherwise probabilities to win (`unit`).
    """

    seat: int
    unit: str
    start: float
    luck: float = 0.0
    decisions: float = 0.0
    """Decision loss: zero or negative."""
    opponents: float = 0.0
    model_error: float = 0.0
    result: float = 0.0
    luck_error: float = 0.0
    """The standard error of `luck`; the next two are those of `decisions` and `opponents`. Those of `luck` and
    `opponents` are not estimated yet: 0."""
    decisions_error: float = 0.0
    opponents_error: float = 0.0
    score: int = 0
    ceiling: int | None = None
    """The highest score possible with all chance known in advance, if the game can prove it."""
    ceiling_board: Mapping[str, str] | None = None
    ceiling_percentile: float | None = None
    """The percentage of games with a lower ceiling."""
    moves: list[Move] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    values: list[tuple[int, float]] = field(default_factory=list)
    """The value after each line."""

    def to_json(self) -> dict[str, Any]:
        """Return the account as plain data, as ``analyse --json`` prints it."""
        return {
            "seat": self.seat,
            "unit": self.unit,
            "start": self.start,
            "luck": self.luck,
            "decisions": self.decisions,
            "others": self.opponents,
            "estimate": self.model_error,
            "result": self.result,
            "luck_error": self.luck_error,
            "decisions_error": self.decisions_error,
            "others_error": self.opponents_error,
            "ceiling": self.ceiling,
            "moves": [
                {"line": m.line, "action": m.action, "best": m.best, "loss": m.loss, "low": m.low, "high": m.high}
                for m in self.moves
            ],
            "draws": [{"line": d.line, "outcome": d.outcome, "luck": d.luck} for d in self.draws],
        }


def has_value(game: Game) -> bool:
    """Return whether a game's bots can estimate the value of a masked state."""
    return bool(game.characters) and (hasattr(game.bots_module, "trial") or hasattr(game.bots_module, "tune"))


@dataclass(frozen=True)
class ComparedActions:
    """The value of a played action next to that of the best one."""

    action: int
    best: int
    value: float
    best_value: float
    low: float
    high: float
    """The 95 % interval of the loss, from `low` to `high`."""
    tried: dict[int, float]


def default_trials(game: Game) -> int:
    """Return the number of rollouts per candidate action if the caller sets none."""
    return int(getattr(game.bots_module, "TRIALS", TRIALS))


class Analyst:
    """Evaluates the masked states and the actions of one seat."""

    def __init__(self, game: Game, seat: int, trials: int | None = None, seed: int = SEED) -> None:
        if not has_value(game):
            raise Refusal("no_value", f"{game.id} has no bot that can estimate what a seat may expect")
        from . import decomposition

        self.game, self.seat = game, seat
        self.trials = min(default_trials(game) if trials is None else trials, decomposition.MOST_TRIALS)
        self._compiled, self.buffer = decomposition, new_record(decomposition.ANALYSIS_BUFFER)
        self.buffer.low, self.buffer.high = seed & MASK, seed >> 32
        self.buffer.most = CANDIDATES
        self._value_trials = 1 if getattr(game.bots_module, "CERTAIN", False) else self.trials
        self._rest = (generator(seed), game.bots_module.weights(), new_record(game.bots_module.WORKSPACE), self.buffer)

    def value(self, setup: Setup, state: State, open_end: bool = False) -> float:
        """Return the value of a masked state of the seat. When the game is over that is its result, unless `open_end`
        says to evaluate the state as if the game went on."""
        if not open_end and not self.game.rules.to_act(setup, state):
            return self._result(setup, state)
        place = self._compiled.PLACES - 1
        return self._run(setup, state, self.seat, self._compiled.NO_ACTION, place, -1, self._value_trials)[0]

    def _result(self, setup: Setup, state: State) -> float:
        """The score with one seat, otherwise the seat's share of the win."""
        if setup.seats == 1:
            return float(self.game.rules.score(setup, state, self.seat))
        return float(win_share(self.game.rules.winners(setup, state), self.seat))

    def mean_over_chance(self, masked: MaskedState) -> float:
        """Return the mean value over all draws of chance, or over a sample of ``MOST_LISTED`` of them."""
        rules, setup, state = self.game.rules, masked.setup, masked.state
        count = int(rules.chance_count(setup, state))
        rng = generator(SEED)
        draws = range(count) if count <= MOST_LISTED else [int(below(rng, count)) for _ in range(MOST_LISTED)]
        total = 0.0
        for draw in draws:
            drawn = copy_record(state)
            rules.apply_chance(setup, drawn, rules.chance_nth(setup, state, draw))
            total += self.value(setup, drawn)
        return total / len(draws)

    def mean_over_determinizations(self, masked: MaskedState, mover: int, action: int) -> float | None:
        """Return the mean value after an action over determinizations; None if the action is illegal in some."""
        place = self._compiled.PLACES - 1
        mean, complete = self._run(masked.setup, masked.state, mover, action, place, -1, self.trials)
        return mean if complete else None

    def compare_actions(self, masked: MaskedState, action: int | None) -> ComparedActions:
        """Roll out the candidate actions of the seat, and the action that it played (None: only the candidates)."""
        compiled, buffer = self._compiled, self.buffer
        compiled.find_candidates(masked.setup, masked.state, self.seat, *self._rest)
        actions = [int(compiled.candidate(buffer, place)) for place in range(buffer.count)]
        if action is not None:
            actions = [action, *(other for other in actions if other != action)]
        trials = 1 if buffer.exact else self.trials
        values: dict[int, float] = {}
        best = -1
        for place, each in enumerate(actions):
            rival = -1 if place == 0 else best
            mean, complete = self._run(masked.setup, masked.state, self.seat, each, place, rival, trials)
            if complete:
                values[each] = mean
                if best < 0 or mean > values[actions[best]]:
                    best = place
        low = high = 0.0
        if best != 0:
            compiled.compare(buffer, best, 0, trials)
            low, high = (float(buffer.ahead + side * Z_95 * buffer.error) for side in (-1, 1))
        return ComparedActions(actions[0], actions[best], values[actions[0]], values[actions[best]], low, high, values)

    def _run(
        self, setup: Setup, state: State, mover: int, action: int, place: int, rival: int, trials: int
    ) -> tuple[float, bool]:
        """Roll out an action; return the mean value and whether all trials were made."""
        compiled = self._compiled
        compiled.run_trials(setup, state, self.seat, mover, action, place, rival, trials, *self._rest)
        complete = int(self.buffer.made) == trials and self.buffer.worth > compiled.IMPOSSIBLE
        return float(self.buffer.worth), complete


@dataclass
class StepExplanation:
    """The change of the value in one step, split exactly by cause."""

    value: float
    """The value after the step."""
    luck: float = 0.0
    decision: float = 0.0
    opponents: float = 0.0
    model_error: float = 0.0
    luck_error: float = 0.0
    """What this step adds to the standard error of the account's luck, summed up as squares; so the next two."""
    decision_error: float = 0.0
    opponents_error: float = 0.0
    compared: ComparedActions | None = None


def explain_step(
    analyst: Analyst, value: float, before: Position, event: Event, after: Position, reveals_sealed: bool
) -> StepExplanation:
    """Split the change of the value by an event, from the `value` before it. `reveals_sealed` says whether the event
    reveals hidden actions that others did earlier."""
    seat = analyst.seat
    masked_before, masked_after = before.mask(seat), after.mask(seat)
    action = None if before.hides(event, seat) else before.verbs(event.by).parse(event.do)
    step = StepExplanation(analyst.value(masked_after.setup, masked_after.state))
    expected, mean = value, step.value
    if event.by == seat and action is not None:
        if len(masked_before.legal_actions) > 1:
            step.compared = analyst.compare_actions(masked_before, action)
            step.decision = step.compared.value - step.compared.best_value
            step.decision_error = (step.compared.high - step.compared.low) / (2 * Z_95)
            step.model_error = step.compared.best_value - value
            expected = step.compared.value
        if reveals_sealed:
            alone = copy_record(masked_before.state)
            before.game.rules.step(masked_before.setup, alone, seat, action)
            own = analyst.value(masked_before.setup, alone, open_end=True)
            step.model_error += own - expected
            expected = own
    if event.by == "chance":
        if action is not None:
            mean = analyst.mean_over_chance(masked_before)
    elif action is not None and not reveals_sealed and before.reveals(after, seat):
        found = analyst.mean_over_determinizations(masked_before, event.by, action)
        mean = step.value if found is None else found
    step.luck = step.value - mean
    if event.by == "chance" or (event.by == seat and not reveals_sealed):
        step.model_error += mean - expected
    else:
        step.opponents = mean - expected
    return step


def analyse(
    steps: list[Step],
    seat: int,
    trials: int | None = None,
    seed: int = SEED,
    advance: Callable[[int], None] = lambda _: None,
) -> Account:
    """Return the account of a seat in a game record; a game that is not over is analysed as far as it goes.

    `advance` is called with 1 after each event.
    """
    first = steps[0].position
    analyst = Analyst(first.game, seat, trials, seed)
    account: Account | None = None
    value = 0.0

    def value_of(position: Position) -> float:
        masked = position.mask(seat)
        return analyst.value(masked.setup, masked.state)

    unit = "points" if first.seats == 1 else "wins"
    squares = [0.0, 0.0, 0.0]
    sealed = False
    for step, then in pairwise(steps):
        event, before, after = step.event, step.position, then.position
        assert event is not None, "only the last step has none"
        advance(1)
        if account is None:
            # There is no mean over outcomes that cannot be listed: the account begins after them.
            sampled = event.by == "chance" and before.chance_count == UNLISTABLE
            value = value_of(after if sampled else before)
            account = Account(seat, unit, value)
            account.values.append((step.line if sampled else step.line - 1, account.start))
            if sampled:
                continue
        sealed = sealed or (event.by not in (seat, "chance") and before.hides(event, seat))
        explained = explain_step(analyst, value, before, event, after, sealed and event.by == seat and after.is_open)
        sealed = sealed and not after.is_open
        value = explained.value
        account.luck += explained.luck
        account.decisions += explained.decision
        account.opponents += explained.opponents
        account.model_error += explained.model_error
        for part, error in enumerate((explained.luck_error, explained.decision_error, explained.opponents_error)):
            squares[part] += error * error
        account.values.append((step.line, value))
        if explained.luck != 0 or (event.by == "chance" and not before.hides(event, seat)):
            account.draws.append(Draw(step.line, event.do, explained.luck))
        if explained.compared is not None:
            account.moves.append(_move(before, seat, step.line, explained.compared))
    if account is None:
        value = value_of(first)
        account = Account(seat, unit, value)
    account.luck_error, account.decisions_error, account.opponents_error = (each**0.5 for each in squares)
    account.result = value
    account.score = steps[-1].position.scores[seat]
    hindsight = first.game.extras.get("hindsight")
    if hindsight is not None and steps[-1].position.is_over:
        states = [(step.position.setup, step.position.state) for step in steps]
        account.ceiling, account.ceiling_board, account.ceiling_percentile = first.game.load(hindsight)(states)
    return account


def _move(before: Position, seat: int, line: int, compared: ComparedActions) -> Move:
    def text(action: int) -> str:
        return before.action_text(seat, action)

    tried = {text(action): value for action, value in compared.tried.items()}
    loss = compared.best_value - compared.value
    return Move(line, text(compared.action), text(compared.best), loss, compared.low, compared.high, tried)


def accounts(
    steps: list[Step], seats: list[int], trials: int | None = None, seed: int = SEED,
    advance: Callable[[int], None] = lambda _: None,
) -> Iterator[Account]:  # fmt: skip
    """Yield the accounts of several seats."""
    for seat in seats:
        yield analyse(steps, seat, trials, seed, advance)
