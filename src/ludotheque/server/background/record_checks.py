"""Replays and verifications of game records: in processes with low priority, with a time limit, and cached."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, NamedTuple

from ..messages import refusal
from ..settings import Settings
from .worker_pool import WorkerPool

MAX_WAITING = 64
"""Checks that may wait at the same time; more are refused as busy."""
MAX_PER_ASKER = 4
"""Checks of one asker that may wait at the same time."""
CACHE_BYTES = 16 << 20
"""Size of the cached results."""

Key = tuple[Any, ...]


class Check(NamedTuple):
    """A function of `jobs` to be called on a record."""

    key: Key
    function: Callable[..., bytes]
    record: bytes
    args: tuple[Any, ...]
    result: asyncio.Future[bytes]


class RecordChecks:
    """Calls functions of `jobs` on game records, in processes of their own. Those who wait take turns."""

    def __init__(self, settings: Settings) -> None:
        self._pool = WorkerPool(settings.check_processes, 0, low_priority=True)
        self._free = settings.check_processes
        self._seconds = settings.check_seconds
        self._cache: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._pending: dict[Key, asyncio.Future[bytes]] = {}
        self._waiting: dict[str, deque[Check]] = {}
        """The checks that wait, by asker; the first asker is next."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, asker: str, function: Callable[..., bytes], record: bytes, *args: Any) -> bytes:
        """The result of a function on a record. Equal calls at the same time share one result."""
        key = (function, hashlib.sha256(record).digest(), *args)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        if key not in self._pending:
            mine = self._waiting.get(asker, deque())
            if len(mine) >= MAX_PER_ASKER or sum(map(len, self._waiting.values())) >= MAX_WAITING:
                raise refusal("busy", "Many records are being checked; try again.")
            result = self._pending[key] = asyncio.get_running_loop().create_future()
            result.add_done_callback(lambda done: self._pending.pop(key, None))
            mine.append(Check(key, function, record, args, result))
            self._waiting[asker] = mine
            self._start_next()
        return await asyncio.shield(self._pending[key])  # others may wait for it when this request is cancelled

    def _start_next(self) -> None:
        """Start the first check of the next asker while a process is free; the asker goes to the end of the line."""
        while self._free and self._waiting:
            asker = next(iter(self._waiting))
            theirs = self._waiting.pop(asker)
            check = theirs.popleft()
            if theirs:
                self._waiting[asker] = theirs
            self._free -= 1
            task = asyncio.create_task(self._run(check))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, check: Check) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                result = await self._pool.run(check.function, check.record, *check.args)
            self._store(check.key, result)
            check.result.set_result(result)
        except TimeoutError:
            self._pool.kill()
            check.result.set_exception(refusal("busy", "Checking this record takes too long."))
        except Exception as error:
            check.result.set_exception(error)
        finally:
            self._free += 1
            self._start_next()

    def _store(self, key: Key, result: bytes) -> None:
        self._cache[key] = result
        self._size += len(result)
        while self._size > CACHE_BYTES:
            self._size -= len(self._cache.popitem(last=False)[1])

    def forget(self) -> None:
        """Empty the cache: results contain the names of players, and a guest was deleted."""
        self._cache.clear()
        self._size = 0

    def close(self) -> None:
        """Stop the processes."""
        for task in self._tasks:
            task.cancel()
        self._pool.close()
