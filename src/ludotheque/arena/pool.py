"""Games in several processes. A bot may hang or take its process with it: it loses that game, and the run goes on.

A worker is given one number at a time and sends back that game's result. Beside the pipe there is a small piece of
shared memory in which it says whose bot is at work and until when, so that the one who waits knows whom to blame.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from .match import Match, Result, forfeited, play, warm_up
from .players import end_group

GRACE = 2.0
"""Seconds beyond its limit after which a bot that does not come back is ended with its process. (A bot that comes back
too late is found by `Player`, and a program is ended by the worker itself.)"""
LOOK = 0.5
"""Seconds between two looks at who is late."""
NOBODY = -1.0

CONTEXT = multiprocessing.get_context("spawn")  # the same on every system, and no threads are copied into a new process


class Shared:
    """A `Watch` in shared memory: the seat at work, the moment by which it must be done, and the seats' programs."""

    def __init__(self, seats: int) -> None:
        self.words: Any = CONTEXT.RawArray("d", [NOBODY, 0.0])
        self.programs: Any = CONTEXT.RawArray("q", seats)

    def expect(self, seat: int, seconds: float) -> None:
        """See `Watch`."""
        self.words[1] = time.monotonic() + seconds
        self.words[0] = seat

    def rest(self) -> None:
        """See `Watch`."""
        self.words[0] = NOBODY

    def started(self, seat: int, program: int) -> None:
        """See `Watch`."""
        self.programs[seat] = program

    @property
    def seat(self) -> int | None:
        """Whose bot is at work."""
        return None if self.words[0] == NOBODY else int(self.words[0])

    @property
    def late(self) -> bool:
        """Whether it should have been done long ago."""
        return self.seat is not None and time.monotonic() > self.words[1] + GRACE


def work(match: Match, pipe: Connection, watch: Shared) -> None:
    """What a worker does: play the games whose numbers come, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.dup2(sys.stderr.fileno(), 1)  # whatever a bot prints is not the answer of a command
    warm: set[str] = set()
    try:
        while True:
            number = pipe.recv()
            warm_up(match, number, warm, watch)
            pipe.send(play(match, number, watch))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception:
        pipe.send(traceback.format_exc())


@contextmanager
def not_interrupted() -> Iterator[None]:
    """Ctrl-C is heard afterwards."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """A process that plays, seen from outside."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.number = -1
        """The game that it plays."""
        self.watch = Shared(match.seats)
        self.pipe, theirs = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=work, args=(match, theirs, self.watch), daemon=True)
        with not_interrupted():  # nor is the new process, until it says what Ctrl-C is to it
            self.process.start()
        theirs.close()

    def give(self, number: int) -> None:
        """Let it play a game."""
        self.number = number
        with suppress(OSError):  # it has ended: `take` will tell
            self.pipe.send(number)

    def take(self) -> Result | None:
        """The result of its game; None if the process has ended instead."""
        try:
            result = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            return None
        if isinstance(result, str):
            raise RuntimeError(f"game {self.number} of the match broke:\n{result}")
        return result

    def forfeit(self, how: str) -> Result:
        """The result of a game that the bot at work has ended, by ending the process or by never answering."""
        seat = self.watch.seat
        self.end()
        detail = f"exit code {self.process.exitcode}"
        if seat is None:
            raise RuntimeError(f"the process of game {self.number} ended ({detail}), and no bot was at work in it")
        if how == "slow":
            detail = f"more than {self.match.limit:g} s"
        return forfeited(self.match, self.number, seat, how, detail)

    def end(self) -> None:
        """End the process, whatever it does, and the programs that it has started."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        for program in self.watch.programs:
            if program:
                end_group(program)


def play_all(match: Match, numbers: Sequence[int], processes: int) -> Generator[Result, None, None]:
    """Play these games in so many processes: their results, as they are finished."""
    waiting = list(reversed(numbers))
    workers = {}

    def go_on(worker: Worker) -> None:
        """Let a worker play the next game."""
        if waiting:
            workers[worker.pipe] = worker
            worker.give(waiting.pop())
        else:
            worker.end()

    try:
        for _ in range(min(processes, len(numbers))):
            go_on(Worker(match))
        while workers:
            ready = wait(list(workers), LOOK)
            for pipe, worker in list(workers.items()):
                result = None
                if pipe in ready:
                    result = worker.take()
                elif not worker.watch.late:
                    continue
                del workers[pipe]
                if result is None:
                    result = worker.forfeit("died" if pipe in ready else "slow")
                    worker = Worker(match) if waiting else worker
                go_on(worker)
                yield result
    finally:
        for worker in workers.values():
            worker.end()
