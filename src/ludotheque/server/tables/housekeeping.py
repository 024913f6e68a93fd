"""Periodic work of a process on its tables. If a piece of work fails, it is logged and tried again."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from ...engine.errors import Refusal
from ..telemetry import incident
from .inbox import Abandon, RemoteAppend
from .table import Facts
from .wall_clock import wall_clock

if TYPE_CHECKING:
    from .lobby import Lobby

HOUR = 3600
FREEZE_INTERVAL = 10
"""Seconds after which objects in memory count as permanent for the garbage collector."""
GC_THRESHOLDS = 20_000, 20, 1_000
"""Arguments of `gc.set_threshold`: collections are rarer than by default."""


class Housekeeping:
    """The periodic tasks of a lobby."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start all tasks."""
        work = [
            self.follow_other_processes,
            self.unload_idle,
            self.abandon_stale,
            self.tune_garbage_collector,
            self.lobby.daily.keep_days,
            self.lobby.daily.compute,
        ]
        if self.lobby.shared:
            work.append(self.note_present_guests)
        self._tasks = [asyncio.create_task(_repeat(function)) for function in work]

    def stop(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks:
            task.cancel()

    async def follow_other_processes(self) -> None:
        """Pass what other processes change to the tables and sockets here; one read of the store for all tables."""
        tasks = self.lobby.tasks
        async for changed in self.lobby.store.changes():
            if changed is None:
                for task in tasks.values():
                    task.put(RemoteAppend())
                await self.lobby.guests_changed()
                continue
            if changed.restored:
                await self.lobby.start_again()
                continue
            for table in changed.deleted & tasks.keys():
                self.lobby.drop(table)
            if changed.guests:
                await self.lobby.guests_changed(changed.guests)
            here = {table: tasks[table].table.n for table in changed.ends if table in tasks}
            behind = {table: n for table, n in here.items() if n < changed.ends[table]}
            if behind:
                for table, entries in (await self.lobby.store.entries_of(behind)).items():
                    if table in tasks:
                        tasks[table].put(RemoteAppend(entries))

    async def note_present_guests(self) -> None:
        """Note in the store which guests with seats are connected here, so that other processes do not take them for
        absent."""
        pause = self.lobby.settings.away_after / 4
        await asyncio.sleep(pause)
        here = {
            guest
            for task in self.lobby.tasks.values()
            for guest in task.subscribers.guests
            if guest in task.table.guests
        }
        if here:
            await self.lobby.store.seen(here, pause)

    async def unload_idle(self) -> None:
        """Remove tables from memory that nobody has followed for a while."""
        keep = self.lobby.settings.keep_idle
        await asyncio.sleep(keep / 4)
        now = time.monotonic()
        for table, task in list(self.lobby.tasks.items()):
            if not task.subscribers and task.queue.empty() and now - task.idle_since > keep:
                task.stop()
                del self.lobby.tasks[table]

    async def tune_garbage_collector(self) -> None:
        """Keep the pauses of the garbage collector short. With 2,000 sockets a full collection takes 0.5 s, so old
        objects are excluded (frozen) and only collected once an hour. Actions create hardly any cyclic garbage."""
        gc.set_threshold(*GC_THRESHOLDS)
        for _ in range(HOUR // FREEZE_INTERVAL):
            gc.freeze()
            await asyncio.sleep(FREEZE_INTERVAL)
        gc.unfreeze()
        gc.collect()

    async def abandon_stale(self) -> None:
        """Close unfinished tables on which nothing has happened for a long time, so that their seeds are revealed."""
        after = self.lobby.settings.abandon_after
        before = datetime.fromtimestamp(wall_clock(), UTC) - timedelta(seconds=after)
        # If the clock was set, nobody knows how old a table is: wait for the whole time again.
        if not self.lobby.wall_clock.jumped(after):
            for facts in await self.lobby.store.tables(status=["waiting", "running"], idle_before=before, limit=1000):
                await self._abandon(facts)
        await asyncio.sleep(min(3600.0, after / 4))

    async def _abandon(self, facts: Facts) -> None:
        try:
            (await self.lobby.open(facts["id"])).put(Abandon())
        except Refusal:  # its rules are no longer installed; its log can still be closed
            store = self.lobby.store
            await store.append(facts["id"], facts["last_seq"] + 1, [{"entry": "close", "why": "abandoned"}])
            await store.set_facts(facts["id"], status="over", code=None, ending="abandoned")


async def _repeat(work: Callable[[], Awaitable[None]]) -> None:
    """Call a function for ever, with a pause of 1 s."""
    while True:
        try:
            await work()
        except Exception as error:
            incident(getattr(work, "__name__", "housekeeping"), error)
        await asyncio.sleep(1)
