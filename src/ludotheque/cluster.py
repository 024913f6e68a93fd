"""Run games on a Ray cluster (the extra ``cluster``; ``ray start --head`` starts one on this machine).

Work is cut into pieces that depend only on their arguments. A piece whose worker is lost is done again elsewhere, and
the results equal those of a single machine. Every machine must have the same version of this package installed.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

import ray

from .arena import Match, PlayedGame, play_some

PATIENCE = 10.0
"""Seconds to wait for a cluster's answer."""
LOSSES = 10
"""Retries of a piece whose worker was lost."""
AHEAD = 2
"""Pieces submitted per processor: no processor is idle, and little work is wasted if it is stopped early."""
PIECES = 4
"""Pieces per processor into which a match is cut: each needs a new process, which is slow to start."""
MOST_GAMES = 32
"""Games per piece of a match, so that progress is visible."""


def join() -> None:
    """Join the cluster that ``RAY_ADDRESS`` names, or else this machine's. Raises OSError if there is none."""
    host, _, port = os.environ.get("RAY_ADDRESS", "").rpartition(":")
    if port.isdecimal() and "/" not in host:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()  # Ray itself would retry for minutes
    ray.init(address="auto", logging_level="error", log_to_driver=False)


def processors() -> int:
    """Return the number of processors of the cluster."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _do(work: Callable[[Any], Any], piece: Any) -> Any:
    return work(piece)


def spread(work: Callable[[Any], Any], pieces: Sequence[Any]) -> Generator[Any, None, None]:
    """Yield the result of each piece, in the order in which they are finished."""
    task = ray.remote(max_retries=LOSSES)(_do)
    shared = ray.put(work)  # once for all pieces
    waiting = list(reversed(pieces))
    under_way: list[Any] = []
    try:
        while waiting or under_way:
            while waiting and len(under_way) < AHEAD * processors():
                under_way.append(task.remote(shared, waiting.pop()))
            finished, under_way = ray.wait(under_way)
            yield from ray.get(finished)
    finally:
        for unfinished in under_way:
            ray.cancel(unfinished, force=True)


def play_all(match: Match, numbers: Sequence[int]) -> Generator[PlayedGame, None, None]:
    """Play these games of a match. A bot that hangs or dies loses its game, as on one machine, because it runs in a
    child process of Ray's worker."""
    most = max(1, min(MOST_GAMES, len(numbers) // (PIECES * processors())))
    pieces = [numbers[first : first + most] for first in range(0, len(numbers), most)]
    for results in spread(partial(play_some, match), pieces):
        yield from results
