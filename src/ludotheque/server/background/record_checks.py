"""Replays and verifications of game records: in processes with low priority, with a time limit, and cached."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ..messages import refusal
from ..settings import Settings
from .worker_pool import WorkerPool

MAX_PENDING = 32
"""Checks that may run or wait at the same time; more are refused as busy."""
CACHE_BYTES = 16 << 20
"""Size of the cached results."""

Key = tuple[Any, ...]


class RecordChecks:
    """Calls functions of `jobs` on game records, in processes of their own."""

    def __init__(self, settings: Settings) -> None:
        self._pool = WorkerPool(settings.check_processes, 0, low_priority=True)
        self._slots = asyncio.Semaphore(settings.check_processes)
        self._seconds = settings.check_seconds
        self._cache: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._pending: dict[Key, asyncio.Task[bytes]] = {}

    async def run(self, function: Callable[..., bytes], record: bytes, *args: Any) -> bytes:
        """The result of a function on a record. Equal calls at the same time share one result."""
        key = (function, hashlib.sha256(record).digest(), *args)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        if key not in self._pending:
            if len(self._pending) >= MAX_PENDING:
                raise refusal("busy", "Many records are being checked; try again.")
            task = self._pending[key] = asyncio.create_task(self._check(key, function, record, *args))
            task.add_done_callback(lambda done: self._pending.pop(key, None))
        return await asyncio.shield(self._pending[key])  # others may wait for it when this request is cancelled

    async def _check(self, key: Key, function: Callable[..., bytes], record: bytes, *args: Any) -> bytes:
        async with self._slots:
            try:
                async with asyncio.timeout(self._seconds):
                    result = await self._pool.run(function, record, *args)
            except TimeoutError:
                self._pool.kill()
                raise refusal("busy", "Checking this record takes too long.") from None
        self._cache[key] = result
        self._size += len(result)
        while self._size > CACHE_BYTES:
            self._size -= len(self._cache.popitem(last=False)[1])
        return result

    def close(self) -> None:
        """Stop the processes."""
        self._pool.close()
