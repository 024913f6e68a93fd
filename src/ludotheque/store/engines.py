"""The two kinds of database behind one interface: a piece of work is a function of a connection.

SQLite runs it in a thread; PostgreSQL (in its own module) on asyncpg. One switch to a thread and back per transaction,
instead of one per statement as with aiosqlite, keeps appends fast while the event loop is busy.
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
        """The fast path to append, without SQLAlchemy, which costs 2 to 4 ms of processor time per group. At 30
        actions per second an action costs the server 14 to 52 % less
        (``lab/notes/2026-11-18-append-path.md``).

        `entries`: rows of that table. `ends`: for each table its new last number, the time, its id and the last number
        it must have had. `messages` (at least one) are sent to other processes, as by `notify`. False if some table had
        another last number: then nothing was written.
        """

    async def entries(self, after: Mapping[str, int]) -> Sequence[Any]:
        """The fast path to read: the entries of each table after a number, in order, as rows of (table_id, seq, at,
        entry)."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The work's result; it sees a consistent snapshot of the database."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The work's result, after the commit; everything is rolled back if it raises."""

    def probe(self, connection: Connection) -> None:
        """Write something without effect; raises if the database cannot be written."""

    def notify(self, connection: Connection, channel: str, messages: Sequence[str]) -> None:
        """Send messages to other processes when this transaction is committed."""

    def listen(self, channel: str) -> AsyncIterator[Sequence[str] | None]:
        """The messages of a channel, for ever, in batches; None whenever listening has started or started again."""

    async def close(self) -> None:
        """Close the database."""


class _WorkerThread:
    """A thread that runs one function after the other. (Submitting to a `ThreadPoolExecutor` of one thread takes
    several times as long.)"""

    def __init__(self, name: str) -> None:
        self._waiting: SimpleQueue[_Work | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def do(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """A future for the result of a function."""
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
                loop.call_soon_threadsafe(_set_exception, done, error)
            else:
                loop.call_soon_threadsafe(_set_result, done, answer)

    def close(self) -> None:
        """Finish what waits, and end the thread."""
        self._waiting.put(None)
        self._thread.join()


_Work = tuple[Callable[[], Any], asyncio.AbstractEventLoop, "asyncio.Future[Any]"]


def _set_result(done: asyncio.Future[Any], answer: Any) -> None:
    if not done.done():
        done.set_result(answer)


def _set_exception(done: asyncio.Future[Any], error: BaseException) -> None:
    if not done.done():
        done.set_exception(error)


class Sqlite:
    """A SQLite file: one thread writes, four read. In WAL mode they do not block each other."""

    def __init__(self, file: Path, *, wal: bool) -> None:
        # The driver starts no transactions of its own.
        address = URL.create("sqlite+pysqlite", database=str(file))
        self._engine = create_engine(address, connect_args={"isolation_level": None, "check_same_thread": False})
        self._file = file
        self._writer = _WorkerThread("store-writer")
        self._appending: sqlite3.Connection | None = None
        self._readers = ThreadPoolExecutor(4, "store-reader")
        self._wal = wal
        event.listen(self._engine, "connect", self._on_connect)
        event.listen(self._engine, "begin", self._on_begin)

    def _on_connect(self, connection: Any, record: object) -> None:
        if self._wal:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # acknowledged appends survive a power cut
        connection.execute("PRAGMA foreign_keys = ON")

    @staticmethod
    def _on_begin(connection: Connection) -> None:
        # A writer takes its lock at once: upgrading a read lock later could fail.
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
        if self._appending is None:  # SQLAlchemy would cost several times as much as SQLite itself
            self._appending = sqlite3.connect(self._file, isolation_level=None, check_same_thread=False)
            self._on_connect(self._appending, None)
        connection = self._appending
        connection.execute("BEGIN IMMEDIATE")
        try:
            updated = connection.executemany(
                "UPDATE tables SET last_seq = ?, last_at = ? WHERE id = ? AND last_seq = ?", ends
            ).rowcount
            if updated != len(ends):
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
        """See `Engine`. (SQLite skips writes that change nothing, so a counter is increased.)"""
        count = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {(count + 1) % 1_000_000}")

    def notify(self, connection: Connection, channel: str, messages: Sequence[str]) -> None:
        """Does nothing: no other process serves this file."""

    async def listen(self, channel: str) -> AsyncIterator[Sequence[str] | None]:
        """Never yields: no other process serves this file."""
        await asyncio.Event().wait()
        yield None

    async def close(self) -> None:
        """See `Engine`."""
        for end in (self._writer.close, self._readers.shutdown):
            await asyncio.to_thread(end)
        if self._appending is not None:
            self._appending.close()
        self._engine.dispose()
