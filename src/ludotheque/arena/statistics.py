"""The statistics of the arena, as plain functions of numbers; ``docs/explanation/match-statistics.md`` says why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Z = NormalDist().inv_cdf(0.975)
"""Standard errors to either side that hold 95 %."""
ELO = 400 / log(10)
"""One unit of the natural logarithm of the odds, in Elo."""

Floats = NDArray[np.float64]


class Share(NamedTuple):
    """A share of wins with its 95 % interval."""

    rate: float
    low: float
    high: float


def share(parts: Sequence[float], weights: Sequence[float]) -> Share:
    """The mean of parts between 0 and 1, one for each deal, weighted by how much of the deal was played.

    The interval is Agresti and Coull's, for parts instead of yes and no: z²/2 deals won and z²/2 deals lost are added,
    then it is the mean and z standard errors. So it is never empty, not even after wins alone, and it takes what pairs
    of games with the same chance have in common as it is.
    """
    part, weight = np.array(parts), np.array(weights)
    deals = float(weight.sum())
    mean = (float(weight @ part) + Z * Z / 2) / (deals + Z * Z)
    variance = (float(weight @ part**2) + Z * Z / 2) / (deals + Z * Z) - mean * mean
    half = Z * sqrt(variance / (deals + Z * Z))
    return Share(float(weight @ part) / deals, max(mean - half, 0.0), min(mean + half, 1.0))


def mean_and_error(sums: Sequence[float], counts: Sequence[int]) -> tuple[float | None, float | None]:
    """The mean of numbers that come in deals, given as each deal's sum and count, and one standard error of it: numbers
    of one deal are not independent, deals are."""
    if sum(counts) == 0:
        return None, None
    mean = sum(sums) / sum(counts)
    deals = sum(count > 0 for count in counts)
    if deals < 2:
        return mean, None
    spread = sum((total - mean * count) ** 2 for total, count in zip(sums, counts, strict=True))
    return mean, sqrt(spread * deals / (deals - 1)) / sum(counts)


def errors_of(deals: int) -> float:
    """How many standard errors to either side hold 95 %, where the error itself is known from so few deals (two at
    least): Student's distribution, by its expansion about the normal one; and an error of few deals is too small."""
    free = deals - 1
    student = Z + (Z**3 + Z) / (4 * free) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * free**2)
    return student * sqrt(deals / free)


def rate_of(elo: float) -> float:
    """The share of wins that a difference in Elo stands for."""
    return 1 / (1 + exp(-elo / ELO))


class Sprt:
    """A sequential probability ratio test: is the first bot better by `elo0` or by `elo1`? Both ways of being wrong
    have a probability of 5 %.

    What is counted is the first bot's part of the wins of each deal: with two seats a pair of games gives 0, 1/4, 1/2,
    3/4 or 1 (the pentanomial model of chess engine testing). The ratio is the generalised one: for each hypothesis the
    most likely distribution of such parts that has the mean it demands.
    """

    ALPHA = BETA = 0.05
    LOWER = log(BETA / (1 - ALPHA))
    UPPER = log((1 - BETA) / ALPHA)
    UNSEEN = 0.001
    """Counted for each part that has not come yet, so that a distribution with any mean is possible."""

    def __init__(self, elo0: float, elo1: float) -> None:
        self.elo0, self.elo1 = elo0, elo1
        self.counts: dict[float, int] = dict.fromkeys((0.0, 0.25, 0.5, 0.75, 1.0), 0)
        """How often each part has come."""
        self.ratio = 0.0
        """The logarithm of the likelihood ratio."""

    def add(self, part: float) -> None:
        """One more deal."""
        part = round(part, 9)
        self.counts[part] = self.counts.get(part, 0) + 1
        self.ratio = log_ratio(
            {part: max(count, self.UNSEEN) for part, count in self.counts.items()},
            rate_of(self.elo0),
            rate_of(self.elo1),
        )

    @property
    def verdict(self) -> Literal["elo0", "elo1"] | None:
        """Which hypothesis is accepted; None while that is open."""
        return "elo0" if self.ratio <= self.LOWER else "elo1" if self.ratio >= self.UPPER else None


def log_ratio(counts: Mapping[float, float], mean0: float, mean1: float) -> float:
    """How much more likely these counts are at best with the second mean than with the first, as a logarithm."""
    tilt0, tilt1 = tilt(counts, mean0), tilt(counts, mean1)
    return sum(
        count * log((1 + tilt0 * (part - mean0)) / (1 + tilt1 * (part - mean1))) for part, count in counts.items()
    )


def tilt(counts: Mapping[float, float], mean: float) -> float:
    """The most likely distribution with a given mean has ``count / (1 + tilt * (part - mean))`` for each part, up to a
    factor: the tilt, found by bisection between the values at which a part's probability would become infinite."""
    low, high = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(60):
        middle = (low + high) / 2
        if sum(count * (part - mean) / (1 + middle * (part - mean)) for part, count in counts.items()) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def ratings(seats: Floats, wins: Floats, deals: Sequence[int]) -> tuple[Floats, Floats]:
    """The strength of each bot of a field in Elo about the field's mean, and one standard error of each.

    One row a game, one column a bot: the number of its seats, and its part of the win. `deals` tells which games share
    their chance. The model is that of Plackett and Luce for the first place: a seat wins with a probability that is
    proportional to the odds of its bot (with two seats, Bradley and Terry's, which is Elo's). The likelihood of all
    games is made as large as possible, so their order is of no account; errors allow for what games of a deal have in
    common (a sandwich of the curvature and the deals' gradients).
    Each bot also wins once and loses once against a stranger of strength 0, so that one that has won or lost all its
    games has a strength, and a wide interval.
    """
    bots = seats.shape[1]
    decided = wins.sum(axis=1)
    strength = np.zeros(bots)
    for _ in range(1000):
        odds = seats * np.exp(strength)
        chance = odds / odds.sum(axis=1, keepdims=True)
        stranger = 1 / (1 + np.exp(-strength))
        gradients = wins - decided[:, None] * chance
        gradient = gradients.sum(axis=0) + 1 - 2 * stranger
        weighted = decided[:, None] * chance
        curvature = np.diag(weighted.sum(axis=0) + 2 * stranger * (1 - stranger)) - weighted.T @ chance
        step = np.linalg.solve(curvature, gradient)
        strength += step / max(1.0, float(np.abs(step).max()))  # no more than one unit at a time: it cannot overshoot
        if float(np.abs(step).max()) < 1e-9:
            break
    _, place = np.unique(np.array(deals), return_inverse=True)
    by_deal = np.zeros((place.max() + 1, bots))
    np.add.at(by_deal, place, gradients)
    noise = by_deal.T @ by_deal + np.diag((1 - stranger) ** 2 + stranger**2)
    about_mean = np.eye(bots) - 1 / bots
    half = about_mean @ np.linalg.inv(curvature)
    return ELO * (about_mean @ strength), ELO * np.sqrt(np.diag(half @ noise @ half.T))
