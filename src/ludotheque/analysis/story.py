"""An account as a story: figures in whole numbers that add up exactly, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from ..locale import Words
from . import Z_95, Account, Move
from .skill import Skill

CLOSES = {"points": 2.0, "wins": 0.02}
"""The largest model error that is shown as rounding. With a larger one the figures are too uncertain to tell luck from
choices."""
COSTLIEST = 3
"""The number of moves that are shown."""


@dataclass(frozen=True)
class Figures:
    """``start + luck - choices + others == result``, exactly, in whole points or percent."""

    start: int
    luck: int
    choices: int
    """What the seat's choices cost; 0 if they come out as a gain, which is an error of the estimate."""
    others: int
    """What the choices of the others gave."""
    result: int
    luck_error: int
    """Half the width of the 95 % interval of `luck`; the next two are those of `choices` and `others`."""
    choices_error: int
    others_error: int
    costly: int
    """The number of choices that cost at least 1."""
    closes: bool
    """Whether the model error is small enough to tell luck from choices."""

    @property
    def worth(self) -> int:
        """The result without the cost of the seat's choices."""
        return self.result + self.choices


def whole(value: float, unit: str) -> int:
    """Return a value in whole points, or in whole percent."""
    return floor((100 * value if unit == "wins" else value) + 0.5)


def figures(account: Account) -> Figures:
    """Return the figures of an account. What rounding leaves over goes to luck."""
    unit = account.unit
    start, result = whole(account.start, unit), whole(account.result, unit)
    choices, others = max(0, whole(-account.decisions, unit)), whole(account.opponents, unit)
    luck = result - start + choices - others
    luck_error, choices_error, others_error = (
        whole(Z_95 * error, unit) for error in (account.luck_error, account.decisions_error, account.opponents_error)
    )
    closes = abs(account.model_error) <= CLOSES[unit]
    if unit == "wins":
        closes = closes and max(abs(luck), choices, abs(others)) <= 100
    return Figures(
        start, luck, choices, others, result, luck_error, choices_error, others_error,
        costly=sum(whole(move.loss, unit) >= 1 for move in account.moves), closes=closes,
    )  # fmt: skip


def costliest(account: Account) -> list[Move]:
    """Return the moves that cost most, among those whose whole 95 % interval is a loss."""
    return sorted((move for move in account.moves if move.low > 0), key=lambda move: -move.loss)[:COSTLIEST]


def ending(account: Account, winners: Sequence[int] | None, seats: int) -> str:
    """Return how a game ended for the seat of an account, for the message ``story-ended``."""
    if winners is None:
        return "running"
    if account.seat not in winners:
        return "lost"
    return "won" if len(winners) == 1 else "together" if len(winners) < seats else "shared"


@dataclass(frozen=True)
class Figure:
    """A figure with what it is called, and a remark: its margin of error, or a comparison."""

    label: str
    value: str
    remark: str = ""
    kind: str = ""
    """``luck``, ``choice``, ``others`` or nothing."""


def told(account: Account, players: Sequence[str], scores: Sequence[int], ended: str, say: Words) -> list[Figure]:
    """Return the figures of an account with their names, in the order of the story. If its model error is too large for
    the split, only the result."""
    found, name = figures(account), players[account.seat]

    def named(message: str, **more: str | int) -> str:
        return say(f"story-{message}", own="no", name=name, **more)

    def error(size: int) -> str:
        return f"± {size}" if size else ""

    own_first = [scores[account.seat], *(score for seat, score in enumerate(scores) if seat != account.seat)]
    score = " : ".join(map(str, own_first))
    if account.unit == "points":
        result = Figure(named("expected" if ended == "running" else "scored"), str(found.result))
        if not found.closes:
            return [result]
        place = "below" if found.luck < 0 else "above" if found.luck > 0 else "even"
        average = f"{abs(found.luck)} {error(found.luck_error)}".strip()
        return [
            Figure(named("worth"), str(found.worth), named("average", way=place, count=average), "luck"),
            result,
            Figure(named("cost", count=found.costly), str(found.choices), error(found.choices_error), "choice"),
        ]
    if not found.closes:
        return [Figure(named("ended", ended=ended), f"{found.result} %" if ended == "running" else score)]

    def way(value: int) -> str:
        return "took" if value < 0 else "gave"

    other = players[1 - account.seat] if len(players) == 2 else "several"
    return [
        Figure(named("start", even="yes" if found.start == 50 else "no"), f"{found.start} %"),
        Figure(named("luck", way=way(found.luck)), str(abs(found.luck)), error(found.luck_error), "luck"),
        Figure(named("choices"), str(found.choices), error(found.choices_error), "choice"),
        Figure(named("others", other=other, way=way(found.others)), str(abs(found.others)), error(found.others_error),
               "others"),
        Figure(named("ended", ended=ended), f"{found.result} %", "" if ended == "running" else score),
    ]  # fmt: skip


def say_told(shown: Sequence[Figure], closes: bool, say: Words) -> str:
    """Return figures as sentences."""
    text = " ".join(f"{each.label} {each.value}{f', {each.remark}' if each.remark else ''}." for each in shown)
    return text if closes else f"{text} {say('story-uncertain')}"


def say_skill(found: Skill, account: Account, name: str, say: Words) -> tuple[str, str]:
    """Return the level of play, and how sure that is, in words."""
    low, high = (say(f"level-{found.level(place)}") for place in (found.low, found.high))
    loss = 100 * found.loss if account.unit == "wins" else found.loss
    between = say(
        "story-level-between", games=1, low=low, high=high, one="yes" if low == high else "no",
        decisions=found.decisions,
    )  # fmt: skip
    figure = f"{loss:.1f}".replace(".", "," if say.language == "fr" else ".")
    return (
        say("story-level", own="no", name=name, level=say(f"level-{found.level(found.at)}")),
        f"{between} {say(f'story-level-loss-{account.unit}', loss=figure)}",
    )
