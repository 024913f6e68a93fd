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
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, create_engine, event

T = TypeVar("T")

NOTICE_INTERVAL = 1.0
"""Seconds between two looks at the notices of other processes, on SQLite."""
NOTICE = "INSERT INTO notices (message) VALUES (?)"
SCRUB_TRIES = 20
"""How many times `Sqlite.scrub` waits 50 ms for readers to end."""

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

    def keep_alone(self, connection: Connection) -> None:
        """Let nobody else write until the transaction ends."""

    def is_full(self, error: BaseException) -> bool:
        """Whether an exception of this database means that the disk is full."""

    async def scrub(self) -> None:
        """Overwrite what was deleted or replaced, as far as the database can."""

    async def size(self) -> int:
        """The size of the database, in bytes."""

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
    """A SQLite file: one thread writes, four read. In WAL mode they do not block each other.

    `serve`: this process serves the file. Other processes, which run commands of the host, notify it through the table
    `notices`.
    """

    def __init__(self, file: Path, *, serve: bool) -> None:
        # The driver starts no transactions of its own.
        address = URL.create("sqlite+pysqlite", database=str(file))
        self._engine = create_engine(address, connect_args={"isolation_level": None, "check_same_thread": False})
        self._file = file
        self._writer = _WorkerThread("store-writer")
        self._appending: sqlite3.Connection | None = None
        self._readers = ThreadPoolExecutor(4, "store-reader")
        self._serve = serve
        event.listen(self._engine, "connect", self._on_connect)
        event.listen(self._engine, "begin", self._on_begin)

    def _on_connect(self, connection: Any, record: object) -> None:
        if self._serve:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA secure_delete = ON")  # names of deleted guests are overwritten
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
        return self._writer.do(lambda: self._append(entries, ends, messages))

    def _append(self, entries: Sequence[Row], ends: Sequence[Row], messages: Sequence[str]) -> bool:
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
            if not self._serve:
                connection.executemany(NOTICE, [(message,) for message in messages])
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

    def keep_alone(self, connection: Connection) -> None:
        """See `Engine`. A writing transaction is always alone."""

    def is_full(self, error: BaseException) -> bool:
        """See `Engine`."""
        error = getattr(error, "orig", error)
        return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode == sqlite3.SQLITE_FULL

    async def scrub(self) -> None:
        """See `Engine`. Deleted rows are overwritten at once (`secure_delete`), but the write-ahead log has copies."""
        for _ in range(SCRUB_TRIES):
            if await self._writer.do(self._truncate_log):
                return
            await asyncio.sleep(0.05)  # somebody reads; the log is overwritten later anyway

    def _truncate_log(self) -> bool:
        """Move the write-ahead log into the file and empty it; whether nobody else was using it."""
        with closing(sqlite3.connect(self._file, isolation_level=None, timeout=0)) as connection:
            self._on_connect(connection, None)
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    async def size(self) -> int:
        """See `Engine`. With the write-ahead log."""
        files = (Path(f"{self._file}{ending}") for ending in ("", "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def notify(self, connection: Connection, channel: str, messages: Sequence[str]) -> None:
        """See `Engine`. The serving process does not notify itself."""
        if not self._serve:
            connection.exec_driver_sql(NOTICE, [(message,) for message in messages])

    async def listen(self, channel: str) -> AsyncIterator[Sequence[str] | None]:
        """See `Engine`. The table `notices` is read every `NOTICE_INTERVAL` seconds."""

        def any_waits(connection: Connection) -> bool:
            return bool(connection.exec_driver_sql("SELECT EXISTS (SELECT 1 FROM notices)").scalar_one())

        def take(connection: Connection) -> list[str]:
            found = connection.exec_driver_sql("SELECT message FROM notices ORDER BY id").scalars().all()
            connection.exec_driver_sql("DELETE FROM notices")
            return list(found)

        yield None
        while True:
            await asyncio.sleep(NOTICE_INTERVAL)
            if await self.read(any_waits):
                yield await self.write(take)

    async def close(self) -> None:
        """See `Engine`."""
        for end in (self._writer.close, self._readers.shutdown):
            await asyncio.to_thread(end)
        if self._appending is not None:
            self._appending.close()
        self._engine.dispose()
