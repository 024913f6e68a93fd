"""Games in several processes. A bot that hangs or kills its process loses that game, and the run goes on.

A worker receives one game number at a time through a pipe and sends back that game. In shared memory it notes which
seat's bot is working and its deadline, so that the parent process knows which bot failed.
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

from .match import Match, PlayedGame, forfeited, play, warm_up
from .players import end_group

GRACE = 2.0
"""Seconds beyond its limit after which a bot that does not answer is killed with its process. (A late answer is noticed
by `Player`, and a program is killed by the worker.)"""
LOOK = 0.5
"""Seconds between two checks of the deadlines."""
NOBODY = -1.0

CONTEXT = multiprocessing.get_context("spawn")  # the same on every system, and no threads are copied


class Shared:
    """A `Supervisor` in shared memory: the seat at work, its deadline, and the seats' programs."""

    def __init__(self, seats: int) -> None:
        self.words: Any = CONTEXT.RawArray("d", [NOBODY, 0.0])
        self.programs: Any = CONTEXT.RawArray("q", seats)

    def expect(self, seat: int, seconds: float) -> None:
        """See `Supervisor`."""
        self.words[1] = time.monotonic() + seconds
        self.words[0] = seat

    def rest(self) -> None:
        """See `Supervisor`."""
        self.words[0] = NOBODY

    def started(self, seat: int, program: int) -> None:
        """See `Supervisor`."""
        self.programs[seat] = program

    @property
    def seat(self) -> int | None:
        """The seat whose bot is working, if any."""
        return None if self.words[0] == NOBODY else int(self.words[0])

    @property
    def late(self) -> bool:
        """Whether it is past its deadline and the grace period."""
        return self.seat is not None and time.monotonic() > self.words[1] + GRACE


def work(match: Match, pipe: Connection, supervisor: Shared) -> None:
    """The worker's loop: play the games whose numbers arrive, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.dup2(sys.stderr.fileno(), 1)  # a bot's output must not mix with the command's
    warm: set[str] = set()
    try:
        while True:
            number = pipe.recv()
            warm_up(match, number, warm, supervisor)
            pipe.send(play(match, number, supervisor))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception:
        pipe.send(traceback.format_exc())


@contextmanager
def not_interrupted() -> Iterator[None]:
    """Block SIGINT within this context."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """A process that plays games, as its parent sees it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.number = -1
        """The number of the game that it plays."""
        self.supervisor = Shared(match.seats)
        self.pipe, theirs = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=work, args=(match, theirs, self.supervisor), daemon=True)
        with not_interrupted():  # the new process inherits this until it ignores SIGINT itself
            self.process.start()
        theirs.close()

    def give(self, number: int) -> None:
        """Let it play a game."""
        self.number = number
        with suppress(OSError):  # it has ended: `take` returns None
            self.pipe.send(number)

    def take(self) -> PlayedGame | None:
        """Return its game; None if the process has ended."""
        try:
            result = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            return None
        if isinstance(result, str):
            raise RuntimeError(f"game {self.number} of the match broke:\n{result}")
        return result

    def forfeit(self, how: str) -> PlayedGame:
        """Return a game forfeited by the bot at work, because the process ended or never answered."""
        seat = self.supervisor.seat
        self.end()
        detail = f"exit code {self.process.exitcode}"
        if seat is None:
            raise RuntimeError(f"the process of game {self.number} ended ({detail}), and no bot was at work in it")
        if how == "slow":
            detail = f"more than {self.match.limit:g} s"
        return forfeited(self.match, self.number, seat, how, detail)

    def end(self) -> None:
        """Kill the process and the programs that it has started."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        for program in self.supervisor.programs:
            if program:
                end_group(program)


def play_all(match: Match, numbers: Sequence[int], processes: int) -> Generator[PlayedGame, None, None]:
    """Play these games in several processes; yield them as they are finished."""
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
                elif not worker.supervisor.late:
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
