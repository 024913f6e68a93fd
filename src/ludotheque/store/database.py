"""The store itself, on SQLite or PostgreSQL.

Appends are written one group after the other: whatever waits is written in one transaction and only then answered, so
one flush to disk, one turn of the writing thread and one waking of the event loop serve many tables. Groups begin at
least `PAUSE` after one another, so that under load there is something to share; who is alone waits for nobody
(``docs/reference/database.md`` has the figures).
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets as random
import sqlite3
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Select, bindparam, delete, insert, or_, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from ..engine.errors import Refusal
from . import migrations
from .engines import Engine, Sqlite
from .schema import entries, guests, metadata, secrets, sittings, tables

CHANNEL = "ludotheque"
"""The name under which processes on PostgreSQL tell each other what they appended."""

GROUP = 500
"""The most appends that one transaction takes, so that nobody waits long for the others."""

PAUSE = 0.015
"""Seconds from the beginning of one transaction of appends to that of the next, at least."""


NAMED = 100
"""The most tables that one message to other processes names: PostgreSQL's have at most 8,000 bytes."""

PROBE = 2.0
"""Seconds for which it is believed that something can, or cannot, be written."""


class Taken(Exception):
    """Another process wrote this number of this table's log first: read the log again and decide anew."""


class Unusable(Exception):
    """The database cannot be opened; the sentence says why."""


class Locked(Unusable):
    """Another process serves this SQLite file."""


class Outdated(Unusable):
    """The database was made by another version of Ludothèque."""


class Entry(NamedTuple):
    """One entry of a table's log."""

    seq: int
    data: dict[str, Any]
    at: datetime
    """When it was written, in UTC, to the millisecond."""


@dataclass(frozen=True)
class Guest:
    """Somebody without an account."""

    id: str
    name: str | None
    """None: forgotten."""
    created: datetime
    seen: datetime


SecretKind = Literal["device", "link"]
"""A device is who it says it is; a link makes such a secret for the device on which it is opened."""


class Secret(NamedTuple):
    """Something that opens a guest."""

    hash: bytes
    kind: SecretKind
    made: datetime
    """When; 1970 if it is older than the version that began to note it."""


async def open_store(url: str | Path, *, serve: bool = True) -> Store:
    """Open a database: a SQLite file (a path, or ``sqlite:///path``) or ``postgresql://user@host/name``.

    To serve means to bring the schema up to date first, and to keep a second serving process off a SQLite file
    (`Locked`). Otherwise (`check`, `backup`) nothing is changed, and a schema that is not the newest is `Outdated`.
    Any other `Unusable` says what is wrong with the database.
    """
    engine: Engine
    lock = None
    try:
        file = _sqlite_file(url)
        if file is None:
            from .postgresql import Postgresql  # its libraries take their time to load

            engine = Postgresql(str(url))
        else:
            if serve:
                file.parent.mkdir(parents=True, exist_ok=True)
                if file.exists() and not os.access(file, os.W_OK):  # SQLite would open it, and refuse every write
                    raise Unusable(f"the database cannot be used: {file} cannot be written")
                lock = _lock(file)
            elif not file.exists():
                raise Unusable(f"there is no database {file}")
            engine = Sqlite(file, wal=serve)
        try:
            await (engine.write(migrations.upgrade) if serve else engine.read(migrations.check))
        except BaseException:
            await engine.close()
            raise
    except BaseException as error:
        if lock is not None:
            lock.close()
        if isinstance(error, migrations.OtherVersion):
            raise Outdated(str(error)) from None
        if isinstance(error, DBAPIError):
            raise Unusable(f"the database cannot be used: {error.orig}") from error
        if isinstance(error, OSError | SQLAlchemyError):
            raise Unusable(f"the database cannot be used: {error}") from error
        raise
    return Store(engine, file, lock)


class Store:
    """An open database. Every method may be called from any task of the one event loop it was opened in.

    A method that returns has committed. `Taken`, `KeyError` (no such table or guest) and `ValueError` mean that nothing
    was written; after any other exception of a write (the database is gone) nobody knows, so read before going on.
    Ids, codes and names are Unicode text without NUL: the server has checked them.
    """

    def __init__(self, engine: Engine, file: Path | None, lock: sqlite3.Connection | None) -> None:
        self._engine = engine
        self._file = file
        self._lock = lock
        self._name = random.token_hex(8)  # tells our own notifications from those of other processes
        self._waiting: list[_Append] = []
        self._writing: asyncio.Future[Any] | None = None
        """The group that is being written."""
        self._due: asyncio.TimerHandle | None = None
        """When the next group begins, if there is one and none is being written."""
        self._begun = -PAUSE
        """When the last one began."""
        self._closed = False
        self._probed = (-PROBE, False)

    # --- tables

    async def create_table(self, table: str, facts: Mapping[str, Any]) -> None:
        """A new table with an empty log. `facts` is anything that JSON can hold.

        The store itself looks at ``status`` (default "open"), ``listed`` (default False) and ``code`` (default None;
        unique among all tables: ValueError if taken; set it to None to free it), and sets ``created``, ``last_at``
        (datetimes) and ``last_seq``. All other fields (choices, host, fair, ...) are the server's own; `log.start`
        needs ``game``, ``rules``, ``seats``, ``options``. A secret in here (the seed) is for the server only.
        """
        now = _now()
        row = {"status": "open", "listed": False, "code": None, **_as_row(facts, {})}
        new = insert(tables).values(id=table, created=now, last_at=now, last_seq=0, **row)
        try:
            await self._engine.write(lambda connection: connection.execute(new))
        except IntegrityError:
            raise ValueError(f"the table {table} or its code {row['code']} is already there") from None

    async def facts(self, table: str) -> dict[str, Any] | None:
        """The facts about a table, with its ``id`` and what the store set; None if there is no such table."""
        rows = await self._read(select(tables).where(tables.c.id == table))
        return _as_facts(rows[0]) if rows else None

    async def set_facts(self, table: str, **changes: Any) -> None:
        """Change some facts (whole top-level fields); all others stay, also when two processes change some at once."""

        def change(connection: Connection) -> None:
            this = tables.c.id == table
            found = connection.scalar(select(tables.c.facts).where(this).with_for_update())
            if found is None:
                raise KeyError(table)
            connection.execute(update(tables).where(this).values(_as_row(changes, json.loads(found))))

        try:
            await self._engine.write(change)
        except IntegrityError:
            raise ValueError(f"the code {changes['code']} belongs to another table") from None

    async def tables(
        self,
        *,
        listed: bool | None = None,
        status: str | Sequence[str] | None = None,
        guest: str | None = None,
        code: str | None = None,
        idle_before: datetime | None = None,
        limit: int = 100,
    ) -> list[dict[str, Any]]:
        """The facts about the tables that fit all that is given, the last active first.

        `guest`: tables whose log names this guest. `idle_before`: nothing was appended since.
        """
        query = select(tables).order_by(tables.c.last_at.desc(), tables.c.id).limit(limit)
        if listed is not None:
            query = query.where(tables.c.listed.is_(listed))
        if status is not None:
            query = query.where(tables.c.status.in_([status] if isinstance(status, str) else status))
        if guest is not None:
            query = query.where(tables.c.id.in_(select(sittings.c.table_id).where(sittings.c.guest_id == guest)))
        if code is not None:
            query = query.where(tables.c.code == code)
        if idle_before is not None:
            query = query.where(tables.c.last_at < _milliseconds(idle_before))
        return [_as_facts(row) for row in await self._read(query)]

    async def table_ids(self) -> list[str]:
        """Every table there is."""
        return [row.id for row in await self._read(select(tables.c.id).order_by(tables.c.created, tables.c.id))]

    # --- the log

    async def append(self, table: str, seq: int, entries: Sequence[Mapping[str, Any]]) -> datetime:
        """Append entries numbered seq, seq + 1, ... in one transaction; when they were written.

        Raises `Taken` if the log already has the number seq, and ValueError if seq would leave a gap. An entry with a
        field ``guest`` (an id, or None) puts this table among that guest's (`tables(guest=...)`).
        """
        if not entries:
            raise ValueError("there is nothing to append")
        if self._closed:
            raise RuntimeError("the store is closed")
        texts = [_json(entry) for entry in entries]
        guests = {entry["guest"] for entry in entries if entry.get("guest") is not None}
        request = _Append(table, seq, texts, guests, asyncio.get_running_loop().create_future())
        self._waiting.append(request)
        if self._writing is None and self._due is None:
            self._write_soon()
        return await request.done

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The entries after a number, in order; none for a table that does not exist."""
        return (await self.entries_of({table: after}))[table]

    async def entries_of(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """The same of several tables, each after a number of its own."""
        found: dict[str, list[Entry]] = {table: [] for table in after}
        for table, seq, at, entry in await self._engine.entries(after):
            found[table].append(Entry(seq, _read_entry(table, seq, entry), _datetime(at)))
        return found

    async def changes(self) -> AsyncGenerator[dict[str, int] | None, None]:
        """What other processes append: tables, and the number of each one's last entry.

        None comes first, and again whenever the connection was lost and is back: from now on nothing is missed, but
        what was appended before may have been, so look at every table again. On SQLite, which one process serves,
        nothing ever comes.
        """
        async for messages in self._engine.listen(CHANNEL):
            if messages is None:
                yield None
                continue
            ends: dict[str, int] = {}
            for name, named in map(json.loads, messages):
                if name != self._name:
                    ends |= {table: max(end, ends.get(table, 0)) for table, end in named.items()}
            if ends:
                yield ends

    def _messages(self, ends: Mapping[str, int]) -> list[str]:
        """What `changes` reads: for a whole group one message, or few."""
        named = list(ends.items())
        return [_json([self._name, dict(named[at : at + NAMED])]) for at in range(0, len(named), NAMED)]

    def _write_soon(self) -> None:
        """Write what waits, at once unless a group has just begun."""
        loop = asyncio.get_running_loop()
        wait = self._begun + PAUSE - loop.time()
        if wait > 0 and not self._closed:
            self._due = loop.call_later(wait, self._write_waiting)
        else:
            self._write_waiting()

    def _write_waiting(self) -> None:
        """Write what waits. If all is as expected it goes the short way."""
        self._due, self._begun = None, asyncio.get_running_loop().time()
        group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
        if any(append.guests for append in group) or len({append.table for append in group}) < len(group):
            self._write(group, self._engine.write(partial(self._append, group)))
            return
        now = _now()
        new = [
            (append.table, seq, now, entry) for append in group for seq, entry in enumerate(append.entries, append.seq)
        ]
        ends = [(append.end, now, append.table, append.seq - 1) for append in group]
        messages = self._messages({append.table: append.end for append in group})
        self._write(group, self._engine.append(new, ends, CHANNEL, messages), _datetime(now))

    def _write(self, group: Sequence[_Append], work: Awaitable[Any], at: datetime | None = None) -> None:
        """Let this be done for a group. `at`: it is the short way, and when that would have been."""
        self._writing = asyncio.ensure_future(work)
        self._writing.add_done_callback(partial(self._written, group, at))

    def _written(self, group: Sequence[_Append], at: datetime | None, work: asyncio.Future[Any]) -> None:
        """It is done: tell each when it was written, or why it was not; and on with what waits by now."""
        answers: Sequence[datetime | BaseException]
        error = RuntimeError("the store is closed") if work.cancelled() else work.exception()
        if error is not None:
            answers = [error] * len(group)
        elif at is None:
            answers = work.result()
        elif work.result():
            answers = [at] * len(group)
        else:  # not all are as expected: one by one
            self._write(group, self._engine.write(partial(self._append, group)))
            return
        for append, answer in zip(group, answers, strict=True):
            if append.done.cancelled():
                continue
            if isinstance(answer, datetime):
                append.done.set_result(answer)
            else:
                append.done.set_exception(answer)
        self._writing = None
        if self._waiting:
            self._write_soon()

    def _append(self, group: Sequence[_Append], connection: Connection) -> list[datetime | Exception]:
        """Write a group of appends: when each was written, or why it was not."""
        answers: list[datetime | Exception] = []
        new_entries, new_sittings, ends = [], [], {}
        # Locked in one order, so that two processes never wait for each other. On SQLite nobody else writes anyway.
        wanted = tables.c.id.in_({append.table for append in group})
        heads = select(tables.c.id, tables.c.last_seq).where(wanted).order_by(tables.c.id).with_for_update()
        last = {row.id: row.last_seq for row in connection.execute(heads)}
        now = _now()
        for append in group:
            if append.table not in last:
                answers.append(KeyError(append.table))
            elif append.seq <= last[append.table]:
                answers.append(Taken(f"{append.table} {append.seq}"))
            elif append.seq > last[append.table] + 1:
                answers.append(ValueError(f"{append.table} has no entry {append.seq - 1}"))
            else:
                for seq, entry in enumerate(append.entries, append.seq):
                    new_entries.append({"table_id": append.table, "seq": seq, "at": now, "entry": entry})
                new_sittings += [{"guest_id": guest, "table_id": append.table} for guest in append.guests]
                last[append.table] = ends[append.table] = append.end
                answers.append(_datetime(now))
        if new_entries:
            connection.execute(insert(entries), new_entries)
            connection.execute(
                update(tables).where(tables.c.id == bindparam("table")).values(last_seq=bindparam("end"), last_at=now),
                [{"table": table, "end": end} for table, end in ends.items()],
            )
            self._engine.notify(connection, CHANNEL, self._messages(ends))
        if new_sittings:
            new = text("INSERT INTO sittings VALUES (:guest_id, :table_id) ON CONFLICT DO NOTHING")
            connection.execute(new, new_sittings)
        return answers

    # --- guests

    async def new_guest(self, name: str, secret_hash: bytes) -> str:
        """A new guest, opened by a secret of which only the hash is kept; the guest's id (random, but no secret)."""
        guest, now = random.token_hex(16), _now()

        def add(connection: Connection) -> None:
            connection.execute(insert(guests).values(id=guest, name=name, created=now, seen=now))
            connection.execute(insert(secrets).values(hash=secret_hash, guest_id=guest, kind="device", made=now))

        await self._engine.write(add)
        return guest

    async def add_secret(self, guest: str, secret_hash: bytes, kind: SecretKind = "device") -> None:
        """One more secret of this guest. Of links there is one at a time: a new one ends the one before."""
        new = insert(secrets).values(hash=secret_hash, guest_id=guest, kind=kind, made=_now())

        def add(connection: Connection) -> None:
            if kind == "link":
                connection.execute(delete(secrets).where(secrets.c.guest_id == guest, secrets.c.kind == "link"))
            connection.execute(new)

        try:
            await self._engine.write(add)
        except IntegrityError:
            raise KeyError(guest) from None

    async def drop_secret(self, guest: str, secret_hash: bytes) -> None:
        """Let a secret of a guest open nothing any more; KeyError if it is none."""
        old = delete(secrets).where(secrets.c.hash == secret_hash, secrets.c.guest_id == guest)
        if await self._engine.write(lambda connection: connection.execute(old).rowcount) == 0:
            raise KeyError(guest)

    async def secrets(self, guest: str) -> list[Secret]:
        """What opens a guest, the oldest first."""
        query = select(secrets).where(secrets.c.guest_id == guest).order_by(secrets.c.made, secrets.c.hash)
        return [Secret(row.hash, row.kind, _datetime(row.made)) for row in await self._read(query)]

    async def guest_by_secret(self, secret_hash: bytes, kind: SecretKind = "device") -> Guest | None:
        """Whom a secret of this kind opens."""
        wanted = (secrets.c.hash == secret_hash) & (secrets.c.kind == kind)
        rows = await self._read(select(guests).join(secrets).where(wanted))
        return _as_guest(rows[0]) if rows else None

    async def guests(self, ids: Sequence[str]) -> dict[str, Guest]:
        """The guests of these ids, those that exist (for the names at a table)."""
        return {row.id: _as_guest(row) for row in await self._read(select(guests).where(guests.c.id.in_(ids)))}

    async def rename(self, guest: str, name: str) -> None:
        """Another name from now on, everywhere."""
        change = update(guests).where(guests.c.id == guest, guests.c.name.is_not(None)).values(name=name)
        if await self._engine.write(lambda connection: connection.execute(change).rowcount) == 0:
            raise KeyError(guest)

    async def seen(self, ids: Iterable[str], within: float = 60.0) -> None:
        """Note that guests are here, unless that was noted within so many seconds (so it may be called often)."""
        now = _now()
        due = or_(guests.c.seen < now - within * 1000, guests.c.seen > now)  # later than now: the clock was set back
        # Locked in one order, as two processes may note the same guests.
        wanted = select(guests.c.id).where(guests.c.id.in_(list(ids)), due).order_by(guests.c.id).with_for_update()

        def note(connection: Connection) -> None:
            found = connection.scalars(wanted).all()
            if found:
                connection.execute(update(guests).where(guests.c.id.in_(found)).values(seen=now))

        await self._engine.write(note)

    async def forget(self, guest: str) -> None:
        """Make a guest anonymous for ever: no name, no secrets, no list of games. The logs keep only the bare id."""

        def erase(connection: Connection) -> None:
            connection.execute(update(guests).where(guests.c.id == guest).values(name=None))
            connection.execute(delete(secrets).where(secrets.c.guest_id == guest))
            connection.execute(delete(sittings).where(sittings.c.guest_id == guest))

        await self._engine.write(erase)

    # --- the house

    async def can_write(self) -> bool:
        """Whether anything can be written; tried at most every `PROBE` seconds, however often it is asked."""
        if time.monotonic() - self._probed[0] >= PROBE:
            try:
                async with asyncio.timeout(5):
                    await self._engine.write(self._engine.probe)
                good = True
            except Exception:
                good = False
            self._probed = (time.monotonic(), good)
        return self._probed[1]

    async def backup(self, file: Path) -> None:
        """Write the whole database, as it is at one moment, to a new SQLite file that `open_store` can open.

        The file is there whole or not at all; one that exists is replaced, unless somebody has it open (ValueError).
        """
        if any(file.with_name(file.name + ending).exists() for ending in ("-wal", "-shm")):
            raise ValueError(f"{file} is a database in use")
        if self._file is not None and file.exists() and file.samefile(self._file):
            raise ValueError(f"{file} is the database itself")
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        os.close(handle)
        copy = Sqlite(Path(name), wal=False)

        def write(source: Connection) -> None:
            with copy.transaction() as target:
                migrations.upgrade(target)
                for table in metadata.sorted_tables:
                    rows = source.execution_options(yield_per=1000).execute(select(table))
                    for part in rows.partitions():
                        target.execute(insert(table), [row._asdict() for row in part])

        try:
            await self._engine.read(write)
            await copy.close()
            Path(name).replace(file)
        finally:
            await copy.close()
            for ending in ("", "-journal"):
                Path(name + ending).unlink(missing_ok=True)

    async def close(self) -> None:
        """Finish what waits to be written and let go of the database."""
        self._closed = True
        if self._due is not None:
            self._due.cancel()
            self._write_waiting()
        while self._writing is not None:
            await asyncio.wait([self._writing])
        await self._engine.close()
        if self._lock is not None:
            self._lock.close()

    async def _read(self, query: Select[Any]) -> Sequence[Any]:
        """All rows of a query."""
        return await self._engine.read(lambda connection: connection.execute(query).all())


@dataclass(frozen=True)
class _Append:
    """An append that waits for the writer."""

    table: str
    seq: int
    entries: Sequence[str]
    guests: set[str]
    done: asyncio.Future[datetime]

    @property
    def end(self) -> int:
        """The number of its last entry."""
        return self.seq + len(self.entries) - 1


def _sqlite_file(url: str | Path) -> Path | None:
    """The SQLite file that is meant; None for PostgreSQL."""
    scheme, colon, rest = str(url).partition("://")
    if isinstance(url, Path) or not colon:
        return Path(url).absolute()
    if scheme == "sqlite":
        return Path(rest.removeprefix("/")).absolute()
    if scheme in ("postgresql", "postgres"):
        return None
    raise Unusable(f"a database is a file or postgresql://..., not {scheme}://...")


def _lock(file: Path) -> sqlite3.Connection:
    """Hold a file beside the database for as long as this process lives; however it ends, the system lets go of it.

    SQLite's own lock does it: it works on every system, and children of this process do not inherit it.
    """
    lock = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if "locked" in str(error):
            raise Locked(
                f"another process serves {file}; several processes can serve one PostgreSQL database"
            ) from None
        raise Unusable(f"{file}.lock cannot be used: {error}") from None
    return lock


_COLUMNS = ("status", "listed", "code")
_OURS = ("id", "created", "last_at", "last_seq")


def _as_row(changes: Mapping[str, Any], old: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as the columns of `tables`: some have one of their own, the others share one."""
    for name in _OURS:
        if name in changes:
            raise ValueError(f"{name} is set by the store alone")
    row = {name: changes[name] for name in _COLUMNS if name in changes}
    return {**row, "facts": _json({**old, **{name: changes[name] for name in changes if name not in _COLUMNS}})}


def _as_facts(row: Any) -> dict[str, Any]:
    """A row of `tables` as facts."""
    return {
        **json.loads(row.facts),
        "id": row.id,
        "status": row.status,
        "listed": row.listed,
        "code": row.code,
        "created": _datetime(row.created),
        "last_at": _datetime(row.last_at),
        "last_seq": row.last_seq,
    }


def _as_guest(row: Any) -> Guest:
    return Guest(row.id, row.name, _datetime(row.created), _datetime(row.seen))


_json = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
"""Compact JSON in ASCII: no text that a client sends (NUL, half a surrogate) can upset a database."""


def _read_entry(table: str, seq: int, entry: str) -> dict[str, Any]:
    try:
        data = json.loads(entry)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise Refusal("malformed", f"entry {seq} of the table {table} is not a JSON object", detail={"seq": seq})
    return data


def _now() -> int:
    return time.time_ns() // 1_000_000


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def _datetime(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
