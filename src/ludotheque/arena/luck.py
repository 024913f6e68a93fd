"""What chance brought to each seat in a game of a match: a correction with mean zero that makes results more precise.

The luck of a draw is a value of the position after it, minus the mean of that value over draws that were as likely. Its
mean is zero whatever the value is, so results without luck have the same mean as results; the better the value, the
less they vary. It is in points where a game's bots have ``luck`` (Take It Easy), and, if a match asks for it, in shares
of the win, by the value of ``analysis``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ..analysis import Analyst, has_value
from ..codec.records import new_record
from ..engine.contract import UNLISTABLE
from ..engine.errors import Refusal
from ..engine.game import Game
from ..engine.position import Event, Position
from ..engine.rng import Generator, below
from ..native.compiled import has_compiled_rules
from ..native.library import fingerprint, source_of

OTHERS = 8
"""Draws that a draw is compared with at most: a random sample of all others that were possible."""
TRIALS = 12
"""Trials of a value."""
SHARED = ("analysis", "analysis.decomposition", "arena.luck", "search.ismcts", "search.maths")
"""Modules that the luck of every game depends on, besides its bots."""

Value = Callable[[Position, int], Sequence[float]]
"""What a seat may expect in a position, by its masked state: the values of independent trials. Trials with the same
place have the same random numbers in every position."""


@cache
def value_hash(package: str) -> str:
    """Return a hash of what the luck of a game depends on: the syntax trees of its bots and of the analysis, and the
    game's weights."""
    folder = Path(str(files(package)))
    shared = [source_of(f"ludotheque.{module}") for module in SHARED]
    sources = [*sorted((folder / "bots").glob("*.py")), *(file for file in shared if file is not None)]
    weights = b"".join(file.read_bytes() for file in sorted((folder / "data").glob("weights*.bin")))
    return hashlib.sha256(fingerprint(sources).encode() + weights).hexdigest()[:16]


def luck_in_points(rules: Game) -> Callable[[Position, Event], list[float]] | None:
    """Return a function that says how many points a chance event brings each seat beyond the mean, if the game's bots
    have ``luck``. Only in compiled mode: interpreted, it would take longer than the game."""
    if (
        not has_compiled_rules(rules.package)
        or find_spec(f"{rules.package}.bots") is None
        or not hasattr(rules.bots_module, "luck")
    ):
        return None
    luck: Any = cast("Any", rules.bots_module).luck
    workspace = new_record(rules.bots_module.WORKSPACE)

    def measure(position: Position, event: Event) -> list[float]:
        outcome = position.parse_action("chance", event.do)
        return [
            float(luck(position.setup, position.state, seat, outcome, rules.bots_module.weights(), workspace))
            for seat in range(position.seats)
        ]

    return measure


def check_luck(rules: Game, position: Position) -> None:
    """Raise a ``Refusal`` if the luck of a game in shares of the win cannot be measured."""
    if position.seats == 1:
        raise Refusal("no_luck", "with one seat there is no win to share")
    if not has_value(rules) or not has_compiled_rules(rules.package):
        raise Refusal("no_luck", f"{rules.id} has no compiled bot that can estimate what a seat may expect")
    if position.to_act == ("chance",) and position.chance_count == UNLISTABLE:
        raise Refusal("no_luck", f"what chance can do in {rules.id} cannot be listed, so it has no mean")


def value_of(rules: Game, seats: int) -> Value:
    """Return the value of ``analysis``, from few trials."""
    analysts = [Analyst(rules, seat, TRIALS) for seat in range(seats)]

    def value(position: Position, seat: int) -> Sequence[float]:
        masked = position.mask(seat)
        return analysts[seat].values(masked.setup, masked.state)

    return value


def luck_in_wins(position: Position, event: Event, value: Value, rng: Generator, most: int = OTHERS) -> list[float]:
    """Return the share of the win that a chance event brings each seat beyond the mean of itself and at most `most`
    other draws.

    What only one seat learns changes only the value of that seat; the others lose what it gains. So the luck of all
    seats together is zero.
    """
    count, seats = position.chance_count, position.seats
    luck = [0.0] * seats
    if count in (1, UNLISTABLE):
        return luck
    rules = position.game.rules
    came = position.parse_action("chance", event.do)
    draws = [int(rules.chance_nth(position.setup, position.state, pick)) for pick in range(count)]
    draws.remove(came)
    for place in range(min(most, len(draws))):  # the beginning of a random order
        other = place + int(below(rng, len(draws) - place))
        draws[place], draws[other] = draws[other], draws[place]
    draws = [came, *draws[:most]]
    events = {outcome: Event("chance", position.action_text("chance", outcome)) for outcome in {*draws}}
    after = {outcome: position.play(one) for outcome, one in events.items()}
    # Who sees it must not depend on which of the draws came.
    seeing = [seat for seat in range(seats) if not any(position.hides(one, seat) for one in events.values())]
    for seat in seeing:
        values = {outcome: value(there, seat) for outcome, there in after.items()}
        gain = gain_of_first(np.array([values[outcome] for outcome in draws])) / len(seeing)
        for other in range(seats):
            luck[other] += gain if other == seat else -gain / (seats - 1)
    return luck


def gain_of_first(values: NDArray[np.float64]) -> float:
    """Return how far the first draw's value is above the mean, given the values of draws (rows) by trial (columns).

    The gain is reduced by the share of noise in the differences between draws, so that few trials do not add more
    variance than they save. That share is a function of all rows alike, so each of them has the same chance to be the
    first, and the mean stays zero.
    """
    means = values.mean(axis=1)
    ahead = means - means.mean()
    draws, trials = values.shape
    spread = float(ahead @ ahead) / (draws - 1)
    if spread == 0:
        return 0.0
    noise = 0.0
    if trials > 1:
        rest = values - means[:, None] - values.mean(axis=0) + means.mean()
        noise = float((rest * rest).sum()) / ((draws - 1) * (trials - 1) * trials)
    return float(ahead[0]) * max(0.0, 1 - noise / spread)


def total(lucks: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the luck of each seat in a whole game; empty if nothing was measured."""
    return tuple(round(sum(own), 4) for own in zip(*lucks, strict=True))
