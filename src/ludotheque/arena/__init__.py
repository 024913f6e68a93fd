"""Matches between bots: equal chance with exchanged seats, confidence intervals, sequential tests, ratings.

- ``match``         who sits where in game number n, and playing that game
- ``players``       the bots that can play: the game's, a Python class, a program
- ``pool``          games in several processes; a bot that crashes or hangs loses its game only
- ``luck``          what chance brought, which can be subtracted from the results
- ``results_file``  the file of finished games, from which a run can be resumed
- ``statistics``    the statistics, as plain functions
- ``report``        the figures of a match

`run` below puts them together; ``docs/explanation/match-statistics.md`` says what is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from pathlib import Path

from .luck import check_luck
from .match import Match, PlayedGame
from .pool import play_all
from .report import report_on
from .results_file import ResultsFile
from .statistics import Sprt

__all__ = ["Match", "PlayedGame", "Sprt", "play_some", "report_on", "run"]

Players = Callable[[Match, Sequence[int]], Generator[PlayedGame, None, None]]
"""Plays the games of a match with these numbers; yields them as they are finished."""


def play_some(match: Match, numbers: Sequence[int]) -> list[PlayedGame]:
    """Play some games of a match in a separate process: a piece of work for a cluster."""
    return list(play_all(match, numbers, 1))


def run(
    match: Match,
    games: int,
    processes: int,
    file: Path | None = None,
    sprt: Sprt | None = None,
    progress: Callable[[int], None] = lambda games: None,
    players: Players | None = None,
) -> list[PlayedGame]:
    """Play a match and return its games in order: numbers 0 to `games` - 1, or fewer if the sequential test is decided
    earlier. The test is fed in that order too, so parallelism and interruptions do not change where it stops.

    The games are played in `processes` processes of this machine, unless `players` says otherwise. Games that are in
    `file` are not played again, and each new one is appended to it. `progress` is called with the number of new games.
    Raises a ``Refusal`` if the match asks for luck that cannot be measured.
    """
    if match.luck:
        check_luck(match.loaded_game, match.loaded_game.start(match.seats, match.options))
    kept = ResultsFile(file, match)
    done = {number: result for number, result in kept.done.items() if number < games}
    progress(len(done))

    def decided() -> bool:
        """Feed the test with every deal that is now complete, in order; return whether it is decided."""
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
