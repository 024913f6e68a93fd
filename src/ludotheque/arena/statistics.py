"""The statistics of the arena, as plain functions; ``docs/explanation/match-statistics.md`` explains the choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Z = NormalDist().inv_cdf(0.975)
"""Standard errors on either side of a mean that make a 95 % interval."""
ELO = 400 / log(10)
"""Elo points per unit of log-odds (natural logarithm)."""

Floats = NDArray[np.float64]


class Share(NamedTuple):
    """A share of wins with its 95 % interval."""

    rate: float
    low: float
    high: float


def share(parts: Sequence[float], weights: Sequence[float]) -> Share:
    """Return the mean of shares between 0 and 1, one per deal, weighted by the fraction of the deal that was played.

    The 95 % interval is that of Agresti and Coull, generalised from yes/no to shares: z²/2 won and z²/2 lost deals are
    added, then it is the mean ± z standard errors. So its width is never 0, not even if all deals were won. Deals, not
    games, are the independent observations: games of one deal have the same chance draws.
    """
    part, weight = np.array(parts), np.array(weights)
    deals = float(weight.sum())
    mean = (float(weight @ part) + Z * Z / 2) / (deals + Z * Z)
    variance = (float(weight @ part**2) + Z * Z / 2) / (deals + Z * Z) - mean * mean
    half = Z * sqrt(variance / (deals + Z * Z))
    return Share(float(weight @ part) / deals, max(mean - half, 0.0), min(mean + half, 1.0))


def mean_and_error(sums: Sequence[float], counts: Sequence[int]) -> tuple[float | None, float | None]:
    """Return the mean of numbers grouped by deal, given each deal's sum and count, and its standard error, for which
    deals are independent and the numbers within one are not. None for what cannot be computed."""
    if sum(counts) == 0:
        return None, None
    mean = sum(sums) / sum(counts)
    deals = sum(count > 0 for count in counts)
    if deals < 2:
        return mean, None
    spread = sum((total - mean * count) ** 2 for total, count in zip(sums, counts, strict=True))
    return mean, sqrt(spread * deals / (deals - 1)) / sum(counts)


def errors_of(deals: int) -> float:
    """Return the number of standard errors on either side that make a 95 % interval, if the standard error was
    estimated from this number of deals (at least 2): the quantile of Student's t distribution (expanded around the
    normal one), and a correction because an error estimated from few deals is too small."""
    free = deals - 1
    student = Z + (Z**3 + Z) / (4 * free) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * free**2)
    return student * sqrt(deals / free)


def rate_of(elo: float) -> float:
    """Return the expected share of wins for a difference in Elo."""
    return 1 / (1 + exp(-elo / ELO))


class Sprt:
    """A sequential probability ratio test: is the first bot better by `elo0` or by `elo1`? Both error probabilities are
    5 %.

    An observation is the first bot's share of the wins of a deal: with two seats, a pair of games gives 0, 1/4, 1/2,
    3/4 or 1 (the pentanomial model of chess engine testing). The likelihood ratio is generalised: each hypothesis is
    represented by the most likely distribution of shares that has its mean.
    """

    ALPHA = BETA = 0.05
    LOWER = log(BETA / (1 - ALPHA))
    UPPER = log((1 - BETA) / ALPHA)
    UNSEEN = 0.001
    """Count used for a share that has not occurred yet, so that a distribution with any mean exists."""

    def __init__(self, elo0: float, elo1: float) -> None:
        self.elo0, self.elo1 = elo0, elo1
        self.counts: dict[float, int] = dict.fromkeys((0.0, 0.25, 0.5, 0.75, 1.0), 0)
        """How many deals gave each share."""
        self.ratio = 0.0
        """The logarithm of the likelihood ratio."""

    def add(self, part: float) -> None:
        """Add the share of a deal."""
        part = round(part, 9)
        self.counts[part] = self.counts.get(part, 0) + 1
        self.ratio = log_ratio(
            {part: max(count, self.UNSEEN) for part, count in self.counts.items()},
            rate_of(self.elo0),
            rate_of(self.elo1),
        )

    @property
    def verdict(self) -> Literal["elo0", "elo1"] | None:
        """The accepted hypothesis; None while the test is undecided."""
        return "elo0" if self.ratio <= self.LOWER else "elo1" if self.ratio >= self.UPPER else None


def log_ratio(counts: Mapping[float, float], mean0: float, mean1: float) -> float:
    """Return the log of the generalised likelihood ratio of these counts: the second mean against the first."""
    tilt0, tilt1 = tilt(counts, mean0), tilt(counts, mean1)
    return sum(
        count * log((1 + tilt0 * (part - mean0)) / (1 + tilt1 * (part - mean1))) for part, count in counts.items()
    )


def tilt(counts: Mapping[float, float], mean: float) -> float:
    """Return the tilt of the most likely distribution with a given mean, in which the probability of each share is
    proportional to ``count / (1 + tilt * (share - mean))``. Found by bisection between the poles."""
    low, high = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(60):
        middle = (low + high) / 2
        if sum(count * (part - mean) / (1 + middle * (part - mean)) for part, count in counts.items()) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def ratings(seats: Floats, wins: Floats, deals: Sequence[int]) -> tuple[Floats, Floats]:
    """Return the Elo rating of each bot relative to the mean of all, and one standard error of each.

    `seats` and `wins` have one row per game and one column per bot: its number of seats, and its share of the win.
    `deals` is the deal of each game. The model is Plackett-Luce for the first place: a seat wins with a probability
    proportional to the odds of its bot (with two seats that is Bradley-Terry, and so Elo). Ratings maximise the
    likelihood of all games, so their order does not matter. Standard errors are cluster-robust (sandwich estimator with
    deals as clusters).
    Each bot also gets one win and one loss against a virtual bot of strength 0, so that a bot that won or lost all its
    games has a finite rating with a wide interval.
    """
    bots = seats.shape[1]
    decided = wins.sum(axis=1)
    strength = np.zeros(bots)
    for _ in range(1000):
        odds = seats * np.exp(strength)
        chance = odds / odds.sum(axis=1, keepdims=True)
        virtual = 1 / (1 + np.exp(-strength))
        gradients = wins - decided[:, None] * chance
        gradient = gradients.sum(axis=0) + 1 - 2 * virtual
        weighted = decided[:, None] * chance
        curvature = np.diag(weighted.sum(axis=0) + 2 * virtual * (1 - virtual)) - weighted.T @ chance
        step = np.linalg.solve(curvature, gradient)
        strength += step / max(1.0, float(np.abs(step).max()))  # at most 1 unit per step, so that it cannot overshoot
        if float(np.abs(step).max()) < 1e-9:
            break
    _, place = np.unique(np.array(deals), return_inverse=True)
    by_deal = np.zeros((place.max() + 1, bots))
    np.add.at(by_deal, place, gradients)
    noise = by_deal.T @ by_deal + np.diag((1 - virtual) ** 2 + virtual**2)
    about_mean = np.eye(bots) - 1 / bots
    half = about_mean @ np.linalg.inv(curvature)
    return ELO * (about_mean @ strength), ELO * np.sqrt(np.diag(half @ noise @ half.T))
