"""The figures of a match, as plain data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from .match import Match, PlayedGame
from .statistics import errors_of, mean_and_error, ratings, share


def rounded(value: float | None) -> float | None:
    """Return a figure rounded to four decimals."""
    return None if value is None else round(value, 4)


def report_on(match: Match, results: Sequence[PlayedGame]) -> dict[str, Any]:
    """Return the figures of a match; ``docs/explanation/match-statistics.md`` explains each."""
    bots = list(dict.fromkeys(match.bots))
    lines = [bot_report(match, results, bot) for bot in bots]
    whole: dict[str, Any] = {
        "game": match.game,
        "seats": match.seats,
        "options": match.loaded_game.check(match.seats, match.options),
        "seed": match.seed,
        "games": len(results),
        "bots": lines,
        "failures": failures(results),
        **({"value": values[0]} if len(values := values_of(results)) == 1 else {}),
    }
    if match.compares:
        seats = np.array([[result.bots.count(bot) for bot in bots] for result in results], float)
        wins = np.array([[result.share(bot) for bot in bots] for result in results])
        elo, error = ratings(seats, wins, [match.deal(result.number) for result in results])
        for bot, line, middle, own in zip(bots, lines, elo.tolist(), error.tolist(), strict=True):
            deals = len({match.deal(result.number) for result in results if bot in result.bots})
            half = own * errors_of(deals) if deals > 1 else None
            line["elo"] = round(middle, 1) if deals else None
            line["elo_low"] = None if half is None else round(middle - half, 1)
            line["elo_high"] = None if half is None else round(middle + half, 1)
    if match.seats == 2 and len(bots) > 2:
        whole["pairs"] = [
            {"bots": [*pair], **compared(match, [game for game in results if {*game.bots} == {*pair}], pair[0])}
            for pair in combinations(bots, 2)
        ]
    return whole


def failures(results: Sequence[PlayedGame]) -> list[dict[str, Any]]:
    """Return which bots forfeited, how, how many games, and the details of the first."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for result in results:
        if result.forfeit is not None:
            seat, how, detail = result.forfeit
            new = {"bot": result.bots[seat], "how": how, "games": 0, "first": result.number, "detail": detail}
            found.setdefault((result.bots[seat], how), new)["games"] += 1
    return list(found.values())


def win_report(match: Match, results: Sequence[PlayedGame], bot: str) -> dict[str, Any]:
    """Return a bot's share of the wins in games that it played."""
    deals: dict[int, list[float]] = defaultdict(list)
    for result in results:
        deals[match.deal(result.number)].append(result.share(bot))
    if not deals:
        return {"games": 0, "win_rate": None, "low": None, "high": None}
    parts = [sum(own) / len(own) for own in deals.values()]
    won = share(parts, [len(own) / match.seatings for own in deals.values()])
    return {
        "games": len(results),
        "win_rate": rounded(won.rate),
        "low": rounded(won.low),
        "high": rounded(won.high),
    }


def mean_of(deals: Mapping[int, Sequence[float]]) -> tuple[float | None, float | None]:
    """Return the mean of numbers grouped by deal, and its standard error."""
    return mean_and_error([sum(own) for own in deals.values()], [len(own) for own in deals.values()])


def without_luck(match: Match, results: Sequence[PlayedGame], bot: str) -> dict[str, Any]:
    """Return a bot's share of the wins less the luck of its seats, and the part of the variance which that saves; empty
    unless the luck of all games was measured, by one value function. Forfeited games count without luck."""
    measured = [result for result in results if result.forfeit is None]
    if not measured or not all(result.win_luck for result in measured) or len(values_of(measured)) > 1:
        return {}
    won: dict[int, list[float]] = defaultdict(list)
    less: dict[int, list[float]] = defaultdict(list)
    for result in results:
        won[match.deal(result.number)].append(result.share(bot))
        less[match.deal(result.number)].append(result.share_without_luck(bot))
    (_, plain), (mean, error) = mean_of(won), mean_of(less)
    half = None if error is None else error * errors_of(len(less))
    return {
        "adjusted_win_rate": rounded(mean),
        "adjusted_low": None if mean is None or half is None else rounded(mean - half),
        "adjusted_high": None if mean is None or half is None else rounded(mean + half),
        "win_variance_saved": saved(plain, error),
    }


def compared(match: Match, results: Sequence[PlayedGame], bot: str) -> dict[str, Any]:
    """Return a bot's share of the wins in games that it played, with luck and, if it was measured, without."""
    return {**win_report(match, results, bot), **without_luck(match, results, bot)}


def saved(plain: float | None, adjusted: float | None) -> float | None:
    """Return the part of the variance that is saved, from two standard errors; None if there was none."""
    return rounded(1 - (adjusted / plain) ** 2) if plain and adjusted is not None else None


def values_of(results: Sequence[PlayedGame]) -> list[str]:
    """Return the hashes of the value functions that luck was computed with."""
    return sorted({result.value for result in results} - {""})


def bot_report(match: Match, results: Sequence[PlayedGame], bot: str) -> dict[str, Any]:
    """Return the figures of one bot except its rating."""
    played = [result for result in results if bot in result.bots]
    scores: dict[int, list[float]] = defaultdict(list)
    adjusted: dict[int, list[float]] = defaultdict(list)
    moves, ms, worst, cut, forfeits = 0, 0.0, 0.0, 0, 0
    for result in played:
        forfeits += result.forfeit is not None and result.bots[result.forfeit[0]] == bot
        for seat, name in enumerate(result.bots if result.forfeit is None else ()):
            if name == bot:
                deal = match.deal(result.number)
                scores[deal].append(result.scores[seat])
                if result.luck:
                    adjusted[deal].append(result.scores[seat] - result.luck[seat])
                moves += result.moves[seat]
                ms += result.ms[seat]
                worst = max(worst, result.worst[seat])
                cut += result.cut[seat] if result.cut else 0
    mean, error = mean_of(scores)
    # A file may hold games played without luck figures: then there is none for the whole match.
    whole = sum(map(len, adjusted.values())) == sum(map(len, scores.values())) and len(values_of(played)) < 2
    less_luck: dict[str, Any] = {}
    if adjusted and whole:
        middle, less = mean_of(adjusted)
        less_luck = {
            "adjusted_score": rounded(middle),
            "adjusted_error": rounded(less),
            "score_variance_saved": saved(error, less),
        }
    won = compared(match, played, bot) if match.compares else {"games": len(played)}
    return {
        "bot": bot,
        **won,
        "mean_score": rounded(mean),
        "score_error": rounded(error),
        **less_luck,
        "ms_per_move": rounded(ms / moves if moves else None),
        "worst_ms": rounded(worst if moves else None),
        "cut": cut,
        "forfeits": forfeits,
    }
