"""Records that are replayed and verified for whoever asks: behind everything that is played, within a time limit, and
each once as long as its answer is remembered."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ..messages import refusal
from ..settings import Settings
from .worker_pool import Pool

WAITING = 32
"""Checks that may wait for those before them; whoever comes then is told to come again."""
KEPT = 16 << 20
"""Bytes of answers that are remembered."""

Key = tuple[Any, ...]


class Checks:
    """Calls functions of `pool` on records, in processes that are not those of play."""

    def __init__(self, settings: Settings) -> None:
        self._pool = Pool(settings.check_processes, 0, kind=True)
        self._room = asyncio.Semaphore(settings.check_processes)
        self._seconds = settings.check_seconds
        self._answers: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._asked: dict[Key, asyncio.Task[bytes]] = {}

    async def run(self, function: Callable[..., bytes], record: bytes, *args: Any) -> bytes:
        """What the function answers about a record."""
        key = (function, hashlib.sha256(record).digest(), *args)
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        if key not in self._asked:
            if len(self._asked) >= WAITING:
                raise refusal("busy", "Many records are being checked; try again.")
            task = self._asked[key] = asyncio.create_task(self._check(key, function, record, *args))
            task.add_done_callback(lambda done: self._asked.pop(key, None))
        return await asyncio.shield(self._asked[key])  # whoever hangs up leaves the others their answer

    async def _check(self, key: Key, function: Callable[..., bytes], record: bytes, *args: Any) -> bytes:
        async with self._room:
            try:
                async with asyncio.timeout(self._seconds):
                    answer = await self._pool.run(function, record, *args)
            except TimeoutError:
                self._pool.kill()
                raise refusal("busy", "Checking this record takes too long.") from None
        self._answers[key] = answer
        self._size += len(answer)
        while self._size > KEPT:
            self._size -= len(self._answers.popitem(last=False)[1])
        return answer

    def close(self) -> None:
        """Let go of the processes."""
        self._pool.close()
