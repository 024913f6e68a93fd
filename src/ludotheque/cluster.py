"""The same work on a Ray cluster (the extra ``cluster``; ``ray start --head`` makes one of this machine).

All that is spread here is cut into pieces that depend on nothing but what they are given. So it does not matter where
a piece is done, nor how often: one whose worker is lost is done again elsewhere, and the results are those of one
machine. Every machine of the cluster has this package installed, in the same version.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

import ray

from .arena import Match, Result, play_some

PATIENCE = 10.0
"""Seconds to wait for a cluster's answer."""
LOSSES = 10
"""How often a piece whose worker was lost is tried again."""
AHEAD = 2
"""Pieces under way for each processor: none is idle, and little is in vain when the work is stopped early."""
PIECES = 4
"""Into how many pieces a processor's share of a match is cut: a piece has a process of its own, which is slow to
start."""
MOST_GAMES = 32
"""In a piece of a match, so that progress shows."""


def join() -> None:
    """Join the cluster that ``RAY_ADDRESS`` names, or else this machine's. Raises OSError if there is none."""
    host, _, port = os.environ.get("RAY_ADDRESS", "").rpartition(":")
    if port.isdecimal() and "/" not in host:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()  # Ray itself would knock for minutes
    ray.init(address="auto", logging_level="error", log_to_driver=False)


def processors() -> int:
    """How many the cluster has."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _do(work: Callable[[Any], Any], piece: Any) -> Any:
    return work(piece)


def spread(work: Callable[[Any], Any], pieces: Sequence[Any]) -> Generator[Any, None, None]:
    """What came of each piece, in the order in which they are finished."""
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


def play_all(match: Match, numbers: Sequence[int]) -> Generator[Result, None, None]:
    """Play these games of a match. A bot that hangs or dies loses its game, as on one machine: it is a child of the
    worker, and not the worker that Ray would start anew."""
    most = max(1, min(MOST_GAMES, len(numbers) // (PIECES * processors())))
    pieces = [numbers[first : first + most] for first in range(0, len(numbers), most)]
    for results in spread(partial(play_some, match), pieces):
        yield from results
