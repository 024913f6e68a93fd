"""The two kinds of database behind one door: a piece of work is a plain function over a connection.

PostgreSQL runs it on asyncpg, SQLite in a thread. One hop to a thread and back for a whole transaction, instead of one
for every statement (as with aiosqlite), is what keeps appends quick while the event loop is busy with other tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

import asyncpg
from sqlalchemy import URL, Connection, create_engine, event, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

T = TypeVar("T")


class Engine(Protocol):
    """A database of either kind."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What the work answers; all of it sees the database as it is at one moment."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What the work answers, once what it wrote is committed; all of it is undone if it raises."""

    def probe(self, connection: Connection) -> None:
        """Write something that means nothing; raises if nothing can be written."""

    def notify(self, connection: Connection, channel: str, messages: Sequence[str]) -> None:
        """Send messages to other processes, if there can be any, when this transaction is committed."""

    def listen(self, channel: str) -> AsyncIterator[str | None]:
        """The messages of a channel, for ever; None whenever listening has begun, or begun again."""

    async def close(self) -> None:
        """Let go of the database."""


class Sqlite:
    """A SQLite file: one thread writes, some read. In WAL mode, which a file keeps, they do not wait for each other."""

    def __init__(self, file: Path, *, wal: bool) -> None:
        # The driver begins no transactions of its own, so that ours are what they say.
        address = URL.create("sqlite+pysqlite", database=str(file))
        self._engine = create_engine(address, connect_args={"isolation_level": None, "check_same_thread": False})
        self._writer = ThreadPoolExecutor(1, "store-writer")
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

    async def write(self, work: Callable[[Connection], T]) -> T:
        """See `Engine`."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._run, work, True)

    def _run(self, work: Callable[[Connection], T], writing: bool) -> T:
        with self.transaction(writing=writing) as connection:
            return work(connection)

    def probe(self, connection: Connection) -> None:
        """See `Engine`. (What is written as it was before is not written at all, so it is counted on.)"""
        count = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {(count + 1) % 1_000_000}")

    def notify(self, connection: Connection, channel: str, messages: Sequence[str]) -> None:
        """Nobody else serves this file."""

    async def listen(self, channel: str) -> AsyncIterator[str | None]:
        """Nobody ever sends anything."""
        await asyncio.Event().wait()
        yield None

    async def close(self) -> None:
        """See `Engine`."""
        for threads in (self._writer, self._readers):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()


class Postgresql:
    """A PostgreSQL database, which any number of processes share."""

    def __init__(self, url: str) -> None:
        # One moment for all of a read (a backup), the latest for a write, which must see whom it waited for.
        self._engine = create_async_engine(make_url(url).set(drivername="postgresql+asyncpg"))
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """See `Engine`."""
        async with self._reading.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """See `Engine`."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    def probe(self, connection: Connection) -> None:
        """See `Engine`."""
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))

    def notify(self, connection: Connection, channel: str, messages: Sequence[str]) -> None:
        """See `Engine`."""
        notify = "SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message"
        connection.execute(text(notify), {"channel": channel, "messages": list(messages)})

    async def listen(self, channel: str) -> AsyncIterator[str | None]:
        """See `Engine`."""
        engine = create_async_engine(self._engine.url, poolclass=NullPool)
        while True:
            heard: asyncio.Queue[str | None] = asyncio.Queue()
            with suppress(OSError, SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError):
                async with _listening(engine, channel, heard):
                    yield None
                    while (message := await heard.get()) is not None:
                        yield message
            await asyncio.sleep(0.5)  # the database is away: try again, without haste

    async def close(self) -> None:
        """See `Engine`."""
        await self._engine.dispose()


@asynccontextmanager
async def _listening(engine: AsyncEngine, channel: str, heard: asyncio.Queue[str | None]) -> AsyncIterator[None]:
    """Put what is heard on a channel into a queue, and None when the connection is lost."""
    async with engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        try:
            driver.add_termination_listener(lambda lost: heard.put_nowait(None))
            await driver.add_listener(channel, lambda driver, pid, channel, message: heard.put_nowait(message))
            yield
        finally:
            driver.terminate()  # drops the listener too, and works on a connection that is already lost
            await connection.invalidate()
