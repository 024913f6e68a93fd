"""PostgreSQL. Imported only if it is used, because its libraries are slow to import."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from .engines import Row

T = TypeVar("T")

APPEND = """
WITH given AS (SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) AS given (id, before, last)),
fitting AS MATERIALIZED (
    SELECT tables.id, given.last FROM tables JOIN given ON tables.id = given.id
    WHERE tables.last_seq = given.before ORDER BY tables.id FOR UPDATE OF tables
),
moved AS (
    UPDATE tables SET last_seq = fitting.last, last_at = $4 FROM fitting WHERE tables.id = fitting.id RETURNING 1
),
written AS (
    INSERT INTO entries (table_id, seq, at, entry) SELECT * FROM unnest($5::text[], $6::int[], $7::bigint[], $8::text[])
)
SELECT 1 / (((SELECT count(*) FROM moved) = cardinality($1::text[]))::int), pg_notify($9, message)
FROM unnest($10::text[]) AS message
"""
"""The fast path to append, as one statement. If some table has another last number, it divides by zero, which undoes
everything; it divides once per message, so there must be one. Tables are locked in a fixed order, so that two processes
cannot deadlock."""

ENTRIES = """
SELECT entries.* FROM unnest($1::text[], $2::int[]) AS given (id, after)
JOIN entries ON entries.table_id = given.id AND entries.seq > given.after ORDER BY entries.table_id, entries.seq
"""
"""The fast path to read."""


class Postgresql:
    """A PostgreSQL database, which any number of processes share."""

    def __init__(self, url: str) -> None:
        # A read (a backup) needs one snapshot; a write must see what was committed while it waited for a lock.
        self._engine = create_async_engine(make_url(url).set(drivername="postgresql+asyncpg"))
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")
        self._appending: AsyncConnection | None = None

    async def read(self, work: Callable[[Connection], T]) -> T:
        """See `Engine`."""
        async with self._reading.connect() as connection:
            return await connection.run_sync(work)

    async def entries(self, after: Mapping[str, int]) -> Sequence[Any]:
        """See `Engine`."""
        async with self._engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            try:
                found: Sequence[Any] = await driver.fetch(ENTRIES, list(after), list(after.values()))
            except BaseException:
                driver.terminate()
                await connection.invalidate()
                raise
            return found

    async def append(self, entries: Sequence[Row], ends: Sequence[Row], channel: str, messages: Sequence[str]) -> bool:
        """See `Engine`. One statement: one round trip and no explicit transaction."""
        if self._appending is None:
            self._appending = await self._engine.connect()
        driver: Any = (await self._appending.get_raw_connection()).driver_connection
        last, now, ids, before = zip(*ends, strict=True)
        try:
            await driver.execute(APPEND, ids, before, last, now[0], *zip(*entries, strict=True), channel, messages)
        except (asyncpg.DivisionByZeroError, asyncpg.UniqueViolationError):
            return False
        except BaseException:
            connection, self._appending = self._appending, None
            driver.terminate()
            await connection.invalidate()
            raise
        return True

    async def write(self, work: Callable[[Connection], T]) -> T:
        """See `Engine`."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    def probe(self, connection: Connection) -> None:
        """See `Engine`."""
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))

    def keep_alone(self, connection: Connection) -> None:
        """See `Engine`."""
        connection.execute(text("LOCK TABLE tables, entries, guests, secrets, sittings IN EXCLUSIVE MODE"))

    def is_full(self, error: BaseException) -> bool:
        """See `Engine`."""
        error = getattr(error, "orig", error)
        return isinstance(error.__cause__ or error, asyncpg.DiskFullError)

    async def scrub(self) -> None:
        """See `Engine`. PostgreSQL removes replaced rows by itself (autovacuum)."""

    async def size(self) -> int:
        """See `Engine`."""
        query = text("SELECT pg_database_size(current_database())")
        return await self.read(lambda connection: int(connection.execute(query).scalar_one()))

    def notify(self, connection: Connection, channel: str, messages: Sequence[str]) -> None:
        """See `Engine`."""
        notify = "SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message"
        connection.execute(text(notify), {"channel": channel, "messages": list(messages)})

    async def listen(self, channel: str) -> AsyncIterator[Sequence[str] | None]:
        """See `Engine`."""
        engine = create_async_engine(self._engine.url, poolclass=NullPool)
        while True:
            received: asyncio.Queue[str | None] = asyncio.Queue()
            with suppress(OSError, SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError):
                async with _listening(engine, channel, received):
                    yield None
                    lost = False
                    while not lost:
                        messages = [await received.get()]
                        while not received.empty():
                            messages.append(received.get_nowait())
                        lost = None in messages
                        yield [message for message in messages if message is not None]
            await asyncio.sleep(0.5)  # the database cannot be reached: wait before the next try

    async def close(self) -> None:
        """See `Engine`."""
        if self._appending is not None:
            await self._appending.close()
        await self._engine.dispose()


@asynccontextmanager
async def _listening(engine: AsyncEngine, channel: str, received: asyncio.Queue[str | None]) -> AsyncIterator[None]:
    """Put the messages of a channel into a queue, and None when the connection is lost."""
    async with engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        try:
            driver.add_termination_listener(lambda lost: received.put_nowait(None))
            await driver.add_listener(channel, lambda driver, pid, channel, message: received.put_nowait(message))
            yield
        finally:
            driver.terminate()  # drops the listener too, and works on a connection that is already lost
            await connection.invalidate()
