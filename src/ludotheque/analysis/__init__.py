"""Luck and skill: how much of a game's result came from chance and how much from its players' decisions.

``decomposition`` values states and actions by trials, compiled; `analyse` goes through a game record and splits each
step. ``report`` writes the result as HTML. ``docs/explanation/luck-and-skill.md`` explains the method.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ..codec.records import new_record
from ..engine.bits import win_share
from ..engine.contract import UNLISTABLE, Setup, State
from ..engine.errors import Refusal
from ..engine.game import Game
from ..engine.position import Event, MaskedState, Position
from ..engine.rng import MASK, generator
from ..game_records import Step

TRIALS = 96
"""Trials of a candidate action, unless the game or the caller sets another number."""
CANDIDATES = 8
"""Actions of a decision that are tried, besides the one that was played."""
SEED = 1
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
    """The value of every action that was tried to the end."""

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
    """What the own actions were worth, compared with the policy that values are about; usually negative."""
    opponents: float = 0.0
    model_error: float = 0.0
    result: float = 0.0
    luck_error: float = 0.0
    """The standard error of `luck`; the next two are those of `decisions` and `opponents`."""
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
    return bool(game.characters) and (hasattr(game.bots_module, "trial") or hasattr(game.bots_module, "evaluate"))


@dataclass(frozen=True)
class ComparedActions:
    """The value of a played action next to that of the best one.

    The best action is chosen on one half of the trials and valued on the other half, both ways round, because the best
    of several noisy values is too high where it was chosen. So a loss may come out negative.
    """

    action: int
    best: int
    value: float
    best_value: float
    """`value` plus the loss."""
    low: float
    high: float
    """The 95 % interval of the loss, from `low` to `high`."""
    tried: dict[int, float]
    trials: list[float]
    """The values of the played action by trial."""
    policy: list[float]
    """Those of what the policy of the trials plays here."""


def default_trials(game: Game) -> int:
    """Return the number of rollouts per candidate action if the caller sets none."""
    return int(getattr(game.bots_module, "TRIALS", TRIALS))


def mean_of(values: list[float]) -> float:
    """Return the mean. (Summed up in order, so that the page gets the same bits.)"""
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def error_of(values: list[float]) -> float:
    """Return the standard error of the mean of independent values."""
    mean = mean_of(values)
    squares = 0.0
    for value in values:
        squares += (value - mean) * (value - mean)
    return math.sqrt(squares / (len(values) * max(len(values) - 1, 1)))


def student(free: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution, expanded around the normal one."""
    cube = Z_95 * Z_95 * Z_95  # not a power, so that the page gets the same bits
    fifth = cube * Z_95 * Z_95
    return Z_95 + (cube + Z_95) / (4 * free) + (5 * fifth + 16 * cube + 3 * Z_95) / (96 * free * free)


def less(values: list[float], others: list[float]) -> list[float]:
    """Return the differences of two lists."""
    return [value - other for value, other in zip(values, others, strict=True)]


def plus(values: list[float], others: list[float]) -> list[float]:
    """Return the sums of two lists."""
    return [value + other for value, other in zip(values, others, strict=True)]


def losses_of(rows: list[list[float]]) -> list[float]:
    """Return by trial what the first action lost to the best one: chosen on the even trials for the odd ones, and the
    other way round. An action counts as better only if it is ahead by more than its standard error there: otherwise
    those who played the best action would lose less than zero in the mean."""
    losses = [0.0] * len(rows[0])
    for half in range(2):
        best, most = 0, 0.0
        for place, row in enumerate(rows):
            ahead = [row[trial] - rows[0][trial] for trial in range(1 - half, len(row), 2)]
            mean = mean_of(ahead)
            if mean > most and mean > error_of(ahead):
                best, most = place, mean
        for trial in range(half, len(losses), 2):
            losses[trial] = rows[best][trial] - rows[0][trial]
    return losses


class Analyst:
    """Evaluates the masked states and the actions of one seat."""

    def __init__(self, game: Game, seat: int, trials: int | None = None, seed: int = SEED) -> None:
        if not has_value(game):
            raise Refusal("no_value", f"{game.id} has no bot that can estimate what a seat may expect")
        from . import decomposition

        self.game, self.seat = game, seat
        self.trials = max(min(default_trials(game) if trials is None else trials, decomposition.MOST_TRIALS), 2)
        self._compiled, self.buffer = decomposition, new_record(decomposition.ANALYSIS_BUFFER)
        self.buffer.low, self.buffer.high = seed & MASK, seed >> 32
        self.buffer.most = CANDIDATES
        self._rest = (generator(seed), game.bots_module.weights(), new_record(game.bots_module.WORKSPACE), self.buffer)

    def value(self, setup: Setup, state: State) -> float:
        """Return the value of a masked state of the seat."""
        return mean_of(self.values(setup, state))

    def values(self, setup: Setup, state: State) -> list[float]:
        """Return the values of a masked state of the seat by trial. When the game is over they are its result."""
        if not self.game.rules.to_act(setup, state):
            return [self._result(setup, state)] * self.trials
        found = self._run(setup, state, self.seat, self._compiled.NO_ACTION, self._compiled.PLACES - 1, -1)
        assert found is not None, "no action is illegal"
        return found

    def _result(self, setup: Setup, state: State) -> float:
        """The score with one seat, otherwise the seat's share of the win."""
        if setup.seats == 1:
            return float(self.game.rules.score(setup, state, self.seat))
        return float(win_share(self.game.rules.winners(setup, state), self.seat))

    def values_after(self, masked: MaskedState, mover: int, action: int) -> list[float] | None:
        """Return the values after an action over determinizations; None if the action is illegal in some."""
        return self._run(masked.setup, masked.state, mover, action, self._compiled.PLACES - 1, -1)

    def compare_actions(self, masked: MaskedState, action: int | None) -> ComparedActions:
        """Try the candidate actions of the seat, and the action that it played (None: only the candidates)."""
        compiled, buffer = self._compiled, self.buffer
        compiled.find_candidates(masked.setup, masked.state, self.seat, *self._rest)
        actions = [int(compiled.candidate(buffer, place)) for place in range(buffer.count)]
        if action is not None:
            actions = [action, *(other for other in actions if other != action)]
        tried: dict[int, float] = {}
        rows: list[list[float]] = []
        best = -1
        for place, each in enumerate(actions):
            row = self._run(masked.setup, masked.state, self.seat, each, place, best)
            if row is not None:
                tried[each] = mean_of(row)
                rows.append(row)
                if best < 0 or tried[each] > tried[actions[best]]:
                    best = place
        losses = losses_of(rows)
        loss = mean_of(losses)
        errors = student(self.trials - 1)
        reach = errors * error_of(losses)
        low, high = loss - reach, loss + reach
        for row in rows[1:]:
            ahead = less(row, rows[0])
            high = max(high, mean_of(ahead) + errors * error_of(ahead))
        value = tried[actions[0]]
        policy = self.values(masked.setup, masked.state)
        return ComparedActions(actions[0], actions[best], value, value + loss, low, high, tried, rows[0], policy)

    def _run(
        self, setup: Setup, state: State, mover: int, action: int, place: int, rival: int
    ) -> list[float] | None:  # fmt: skip
        """Try an action; return the values by trial, or None if not all trials were made."""
        compiled, trials = self._compiled, self.trials
        compiled.run_trials(setup, state, self.seat, mover, action, place, rival, trials, *self._rest)
        if int(self.buffer.made) < trials or self.buffer.worth < compiled.IMPOSSIBLE:
            return None
        return [float(value) for value in self.buffer.results[place, :trials]]


@dataclass
class StepExplanation:
    """The change of the value in one step, split exactly by cause; each by trial."""

    values: list[float]
    """The value after the step."""
    luck: list[float]
    decision: list[float]
    opponents: list[float]
    model_error: list[float]
    compared: ComparedActions | None = None


def explain_step(
    analyst: Analyst, values: list[float], before: Position, event: Event, after: Position, reveals_sealed: bool
) -> StepExplanation:
    """Split the change of the value by an event, from the `values` before it. `reveals_sealed` says whether the event
    reveals hidden actions that others did earlier."""
    seat = analyst.seat
    masked_before, masked_after = before.mask(seat), after.mask(seat)
    action = None if before.hides(event, seat) else before.verbs(event.by).parse(event.do)
    zeros = [0.0] * analyst.trials
    step = StepExplanation(values, zeros, zeros, zeros, zeros)
    own = event.by == seat
    expected = values
    if own and action is not None and len(masked_before.legal_actions) > 1:
        step.compared = analyst.compare_actions(masked_before, action)
        expected = step.compared.trials
        step.decision = less(expected, step.compared.policy)
        step.model_error = less(step.compared.policy, values)
    reveals = before.reveals(after, seat)
    if action is None or (own and not reveals and not reveals_sealed and not after.is_over):
        step.values = expected  # the seat has learned nothing, so its value stays that of its action
        return step
    step.values = analyst.values(masked_after.setup, masked_after.state)
    if event.by == "chance" or (own and not reveals_sealed):
        step.luck = less(step.values, expected)
        return step
    mean = step.values
    if reveals and not own:
        mean = analyst.values_after(masked_before, int(event.by), action) or mean
    step.luck = less(step.values, mean)
    step.opponents = less(mean, expected)
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
    values: list[float] = []

    def values_of(position: Position) -> list[float]:
        masked = position.mask(seat)
        return analyst.values(masked.setup, masked.state)

    unit = "points" if first.seats == 1 else "wins"
    parts = [[0.0] * analyst.trials for _ in range(3)]
    sealed = False
    for step, then in pairwise(steps):
        event, before, after = step.event, step.position, then.position
        assert event is not None, "only the last step has none"
        advance(1)
        if account is None:
            # There is no mean over outcomes that cannot be listed: the account begins after them.
            sampled = event.by == "chance" and before.chance_count == UNLISTABLE
            values = values_of(after if sampled else before)
            account = Account(seat, unit, mean_of(values))
            account.values.append((step.line if sampled else step.line - 1, account.start))
            if sampled:
                continue
        sealed = sealed or (event.by not in (seat, "chance") and before.hides(event, seat))
        explained = explain_step(analyst, values, before, event, after, sealed and event.by == seat and after.is_open)
        sealed = sealed and not after.is_open
        values = explained.values
        found = (explained.luck, explained.decision, explained.opponents)
        parts = [plus(part, more) for part, more in zip(parts, found, strict=True)]
        luck = mean_of(explained.luck)
        account.luck += luck
        account.decisions += mean_of(explained.decision)
        account.opponents += mean_of(explained.opponents)
        account.model_error += mean_of(explained.model_error)
        account.values.append((step.line, mean_of(values)))
        if luck != 0 or (event.by == "chance" and not before.hides(event, seat)):
            account.draws.append(Draw(step.line, event.do, luck))
        if explained.compared is not None:
            account.moves.append(_move(before, seat, step.line, explained.compared))
    if account is None:
        values = values_of(first)
        account = Account(seat, unit, mean_of(values))
    account.luck_error, account.decisions_error, account.opponents_error = map(error_of, parts)
    account.result = mean_of(values)
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
