"""The two kinds of database behind one door: a piece of work is a plain function over a connection.

SQLite runs it in a thread, PostgreSQL, which has a module of its own, on asyncpg. One hop to a thread and back for a
whole transaction, instead of one for every statement (as with aiosqlite), is what keeps appends quick while the event
loop is busy with other tables. Appends, of which there is one an action, have a short way of their own.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, create_engine, event

T = TypeVar("T")


Row = tuple[Any, ...]


class Engine(Protocol):
    """A database of either kind."""

    def append(
        self, entries: Sequence[Row], ends: Sequence[Row], channel: str, messages: Sequence[str]
    ) -> Awaitable[bool]:
        """The short way to append. `entries` are rows of that table; `ends` say for each table its new last number, the
        time, its id and the number that it must have had; `messages`, at least one, go to other processes, as by
        `notify`. False if not all of them had it: then nothing was written."""

    async def entries(self, after: Mapping[str, int]) -> Sequence[Any]:
        """The short way to read: of each of these tables the entries after a number, in order, as rows of
        (table_id, seq, at, entry)."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What the work answers; all of it sees the database as it is at one moment."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What the work answers, once what it wrote is committed; all of it is undone if it raises."""

    def probe(self, connection: Connection) -> None:
        """Write something that means nothing; raises if nothing can be written."""

    def notify(self, connection: Connection, channel: str, messages: Sequence[str]) -> None:
        """Send messages to other processes, if there can be any, when this transaction is committed."""

    def listen(self, channel: str) -> AsyncIterator[Sequence[str] | None]:
        """The messages of a channel, for ever, as many at once as there are; None whenever listening has begun, or
        begun again."""

    async def close(self) -> None:
        """Let go of the database."""


class _Thread:
    """A thread that does one piece of work after the other. (An executor of one thread takes several times as long to
    be given something.)"""

    def __init__(self, name: str) -> None:
        self._waiting: SimpleQueue[_Work | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def do(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """What the work answers."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.put((work, loop, done))
        return done

    def _run(self) -> None:
        while (given := self._waiting.get()) is not None:
            work, loop, done = given
            try:
                answer = work()
            except BaseException as error:
                loop.call_soon_threadsafe(_fail, done, error)
            else:
                loop.call_soon_threadsafe(_settle, done, answer)

    def close(self) -> None:
        """Finish what waits, and end."""
        self._waiting.put(None)
        self._thread.join()


_Work = tuple[Callable[[], Any], asyncio.AbstractEventLoop, "asyncio.Future[Any]"]


def _settle(done: asyncio.Future[Any], answer: Any) -> None:
    if not done.done():
        done.set_result(answer)


def _fail(done: asyncio.Future[Any], error: BaseException) -> None:
    if not done.done():
        done.set_exception(error)


class Sqlite:
    """A SQLite file: one thread writes, some read. In WAL mode, which a file keeps, they do not wait for each other."""

    def __init__(self, file: Path, *, wal: bool) -> None:
        # The driver begins no transactions of its own, so that ours are what they say.
        address = URL.create("sqlite+pysqlite", database=str(file))
        self._engine = create_engine(address, connect_args={"isolation_level": None, "check_same_thread": False})
        self._file = file
        self._writer = _Thread("store-writer")
        self._appending: sqlite3.Connection | None = None
        self._readers = ThreadPoolExecutor(4, "store-reader")
        self._wal = wal
        event.listen(self._engine, "connect", self._on_connect)
        event.listen(self._engine, "begin", self._on_begin)

    def _on_connect(self, connection: Any, record: object) -> None:
        if self._wal:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # what was acknowledged survives a power cut
        connection.execute("PRAGMA foreign_keys = ON")

    @staticmethod
    def _on_begin(connection: Connection) -> None:
        # A writer takes its lock at once: one that reads first and writes later could be refused in the middle.
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    @contextmanager
    def transaction(self, *, writing: bool = True) -> Iterator[Connection]:
        """A transaction in the calling thread."""
        with self._engine.execution_options(writing=writing).begin() as connection:
            yield connection

    async def read(self, work: Callable[[Connection], T]) -> T:
        """See `Engine`."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._run, work, False)

    async def entries(self, after: Mapping[str, int]) -> Sequence[Any]:
        """See `Engine`."""
        return await self.read(partial(self._entries, after))

    def _entries(self, after: Mapping[str, int], connection: Connection) -> Sequence[Any]:
        wanted = "SELECT table_id, seq, at, entry FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq"
        return [row for one in after.items() for row in connection.exec_driver_sql(wanted, one)]

    async def write(self, work: Callable[[Connection], T]) -> T:
        """See `Engine`."""
        return await self._writer.do(lambda: self._run(work, True))

    def append(
        self, entries: Sequence[Row], ends: Sequence[Row], channel: str, messages: Sequence[str]
    ) -> asyncio.Future[bool]:
        """See `Engine`."""
        return self._writer.do(lambda: self._append(entries, ends))

    def _append(self, entries: Sequence[Row], ends: Sequence[Row]) -> bool:
        if self._appending is None:  # what SQLAlchemy adds costs several times what SQLite does
            self._appending = sqlite3.connect(self._file, isolation_level=None, check_same_thread=False)
            self._on_connect(self._appending, None)
        connection = self._appending
        connection.execute("BEGIN IMMEDIATE")
        try:
            moved = connection.executemany(
                "UPDATE tables SET last_seq = ?, last_at = ? WHERE id = ? AND last_seq = ?", ends
            ).rowcount
            if moved != len(ends):
                connection.execute("ROLLBACK")
                return False
            connection.executemany("INSERT INTO entries (table_id, seq, at, entry) VALUES (?, ?, ?, ?)", entries)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return True

    def _run(self, work: Callable[[Connection], T], writing: bool) -> T:
        with self.transaction(writing=writing) as connection:
            return work(connection)

    def probe(self, connection: Connection) -> None:
        """See `Engine`. (What is written as it was before is not written at all, so it is counted on.)"""
        count = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {(count + 1) % 1_000_000}")

    def notify(self, connection: Connection, channel: str, messages: Sequence[str]) -> None:
        """Nobody else serves this file."""

    async def listen(self, channel: str) -> AsyncIterator[Sequence[str] | None]:
        """Nobody ever sends anything."""
        await asyncio.Event().wait()
        yield None

    async def close(self) -> None:
        """See `Engine`."""
        for end in (self._writer.close, self._readers.shutdown):
            await asyncio.to_thread(end)
        if self._appending is not None:
            self._appending.close()
        self._engine.dispose()
