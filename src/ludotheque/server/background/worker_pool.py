"""A bounded pool of processes. What runs in it are the functions of `jobs`."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, ParamSpec, TypeVar

from ..telemetry import BOT_WAIT_SECONDS, POOL, log

P = ParamSpec("P")
T = TypeVar("T")

CALL_SECONDS = 60.0
"""A call that runs for longer is aborted. Bots have a time limit of their own, which is far shorter."""
NICENESS = 10
"""Added to the niceness of processes with low priority."""


class WorkerPool:
    """A pool of processes, started when first needed and again after one has died or was killed.

    `queued`: how many calls may wait for a process; more wait before they are submitted. `low_priority`: let all other
    processes go first (not on Windows).
    """

    def __init__(
        self, processes: int, queued: int, *, low_priority: bool = False, seconds: float = CALL_SECONDS
    ) -> None:
        self._processes = processes
        self._slots = asyncio.Semaphore(processes + queued)
        self._started = asyncio.Semaphore(processes)
        self._seconds = seconds
        self._low_priority = low_priority
        self._executor: ProcessPoolExecutor | None = None
        self._pending = 0

    @property
    def time_share(self) -> float:
        """The share of its time budget that a call submitted now may use, so that waiting times stay bounded: 1 while a
        process is free, else processes / (pending calls + 1)."""
        return min(1.0, self._processes / (self._pending + 1))

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in one of the processes, with positional arguments. Tried again once if the process dies.

        TimeoutError if the call takes too long; the processes are killed then, and other calls tried again.
        """
        assert not kwargs, "pass arguments by position"
        self._pending += 1
        clock = time.perf_counter()
        try:
            async with self._slots:
                POOL.inc()
                try:
                    async with self._started:
                        if not self._low_priority:
                            BOT_WAIT_SECONDS.observe(time.perf_counter() - clock)
                        return await self._run_in_time(function, *args)
                finally:
                    POOL.dec()
        finally:
            self._pending -= 1

    async def _run_in_time(self, function: Callable[..., T], *args: Any) -> T:
        try:
            async with asyncio.timeout(self._seconds):
                return await self._run(function, *args)
        except TimeoutError:
            log.warning("a call took too long", function=function.__name__, seconds=self._seconds)
            self.kill()
            raise

    async def _run(self, function: Callable[..., T], *args: Any) -> T:
        loop = asyncio.get_running_loop()
        executor = self._get_executor()
        try:
            return await loop.run_in_executor(executor, function, *args)
        except BrokenProcessPool:
            log.warning("a worker process died")
            if self._executor is executor:
                self._executor = None
            return await loop.run_in_executor(self._get_executor(), function, *args)

    def _get_executor(self) -> ProcessPoolExecutor:
        if self._executor is None:
            # Spawned: a forked process would inherit the event loop, the sockets and the database's lock.
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(
                self._processes, mp_context=context, initializer=_init_worker, initargs=(self._low_priority,)
            )
        return self._executor

    def kill(self) -> None:
        """Kill the processes in the middle of their work. Other calls that were running are tried again in new ones."""
        if self._executor is not None:
            for process in list(self._executor._processes.values()):
                process.kill()
            self._executor = None

    def close(self) -> None:
        """Stop the processes without waiting. Calls that have not started are cancelled."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


def _init_worker(low_priority: bool) -> None:
    """Set up a worker: it ignores Ctrl-C, which is for the server, and does not outlive a server that dies."""
    if low_priority and sys.platform != "win32":
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "runs in a worker process"
    parent.join()
    os._exit(1)
