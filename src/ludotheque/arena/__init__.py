"""Matches between bots, with honest numbers: same chance with seats exchanged, intervals, sequential tests, ratings.

- ``match``    who sits where in game number n, and playing that game
- ``players``  the bots that can sit down: the game's own, a Python class, a program
- ``pool``     games in several processes, whatever a bot does to its own
- ``ledger``   the file of finished games, from which a run goes on
- ``figures``  the statistics, as plain functions
- ``report``   what came of a match

`run` below puts them together; ``docs/explanation/match-statistics.md`` says what is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from pathlib import Path

from .match import Match, Result
from .pool import play_all
from .report import report_on
from .results_file import Ledger
from .statistics import Sprt

__all__ = ["Match", "Result", "Sprt", "play_some", "report_on", "run"]

Players = Callable[[Match, Sequence[int]], Generator[Result, None, None]]
"""Who plays the games of a match that have these numbers: their results, as they are finished."""


def play_some(match: Match, numbers: Sequence[int]) -> list[Result]:
    """Some games of a match, in one process of its own: a piece of work for a cluster."""
    return list(play_all(match, numbers, 1))


def run(
    match: Match,
    games: int,
    processes: int,
    file: Path | None = None,
    sprt: Sprt | None = None,
    progress: Callable[[int], None] = lambda games: None,
    players: Players | None = None,
) -> list[Result]:
    """The games of a match, in their order: numbers 0 to `games` - 1, or fewer where a sequential test is decided
    before. It is fed in that order too, so neither who plays nor an interruption changes where it stops.

    They are played in so many processes of this machine, unless there are other `players`.

    With a file, games that stand in it are not played again, and each new one is added as soon as it is finished.
    """
    kept = Ledger(file, match)
    done = {number: result for number, result in kept.done.items() if number < games}
    progress(len(done))

    def decided() -> bool:
        """Tell the test of every deal that is now complete, in order."""
        while sprt is not None and sprt.verdict is None:
            first = sum(sprt.counts.values()) * match.seatings
            deal = [done.get(number) for number in range(first, first + match.seatings)]
            whole = [result for result in deal if result is not None]
            if len(whole) < match.seatings:
                return False
            sprt.add(sum(result.share(match.bots[0]) for result in whole) / match.seatings)
        return sprt is not None

    try:
        if not decided():
            left = [number for number in range(games) if number not in done]
            playing = play_all(match, left, processes) if players is None else players(match, left)
            try:
                for result in playing:
                    kept.add(result)
                    done[result.number] = result
                    progress(1)
                    if decided():
                        break
            finally:
                playing.close()
    finally:
        kept.close()
    last = games
    if sprt is not None and sprt.verdict is not None:
        last = sum(sprt.counts.values()) * match.seatings
    return [done[number] for number in range(last)]
