"""The store, on SQLite or PostgreSQL.

Appends are written in groups: everything that waits goes into one transaction and is acknowledged after its commit, so
that many tables share one flush to disk, one call to the writing thread and one wake-up of the event loop. Groups start
at least `GROUP_INTERVAL` apart, so that there is something to share under load; a single append after a pause is
written at once (``docs/reference/database.md`` has figures).
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets as random
import sqlite3
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, or_, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from ..engine.errors import Refusal
from . import migrations
from .daily_draws import DailyDraws
from .engines import Engine, Sqlite
from .schema import entries, guests, handles, metadata, notices, passphrases, secrets, sittings, tables
from .values import AppendConflict, Changes, Entry, Guest, Secret, SecretKind, Sizes, StorageFull

T = TypeVar("T")

CHANNEL = "ludotheque"
"""PostgreSQL channel on which processes announce what they have changed."""

MAX_GROUP = 500
"""Maximum number of appends in one transaction."""

GROUP_INTERVAL = 0.015
"""Minimum time between the starts of two groups, in seconds."""


TABLES_PER_MESSAGE = 100
"""Maximum number of tables in one notification, which PostgreSQL limits to 8,000 bytes."""

PROBE_INTERVAL = 2.0
"""Seconds for which the results of `Store.can_read` and `Store.write_problem` are cached."""
SIZES_INTERVAL = 60.0
"""Seconds for which the result of `Store.sizes` is cached."""


class Store:
    """An open database. Every method may be called from any task of the event loop in which it was opened.

    A method that returns has committed. `AppendConflict`, `KeyError` (no such table or guest) and `ValueError` mean
    that nothing was written. After any other exception of a write it is unknown whether it was written: read before
    going on. Ids, codes and names must be Unicode text without NUL; the caller has checked them.
    """

    def __init__(self, engine: Engine, file: Path | None, lock: sqlite3.Connection | None) -> None:
        self._engine = engine
        self._file = file
        self._lock = lock
        self._process = random.token_hex(8)  # to ignore our own notifications
        self._waiting: list[_Append] = []
        self._current: asyncio.Future[Any] | None = None
        """The group that is being written."""
        self._timer: asyncio.TimerHandle | None = None
        """Starts the next group, if one waits and none is being written."""
        self._last_start = -GROUP_INTERVAL
        """When the last group started."""
        self._closed = False
        self._found: dict[str, tuple[float, Any]] = {}
        self.daily = DailyDraws(self._write, self._read)
        """The day's draws."""

    # --- tables

    async def create_table(self, table: str, facts: Mapping[str, Any]) -> None:
        """Create a table with an empty log. `facts` is anything that JSON can hold.

        The store itself uses ``status`` (default "open"), ``listed`` (default False) and ``code`` (default None; unique
        among all tables, ValueError if taken; set it to None to free it), and sets ``created``, ``last_at`` (datetimes)
        and ``last_seq``. All other fields belong to the caller; `log.start_position` needs ``game``, ``rules``,
        ``seats`` and ``options``. Facts may contain secrets (the seed) and must not be sent to clients as they are.
        """
        now = _now()
        row = {"status": "open", "listed": False, "code": None, **_as_row(facts, {})}
        new = insert(tables).values(id=table, created=now, last_at=now, last_seq=0, **row)
        try:
            await self._write(lambda connection: connection.execute(new))
        except IntegrityError:
            raise ValueError(f"the table {table} or its code {row['code']} already exists") from None

    async def facts(self, table: str) -> dict[str, Any] | None:
        """The facts about a table, with its ``id`` and the fields that the store sets; None if there is none."""
        rows = await self._read(select(tables).where(tables.c.id == table))
        return _as_facts(rows[0]) if rows else None

    async def set_facts(self, table: str, **changes: Any) -> None:
        """Replace some top-level fields of the facts. Others stay, even if two processes change different fields at
        once."""
        try:
            await self.update_facts(table, lambda facts: changes)
        except IntegrityError:
            raise ValueError(f"the code {changes['code']} belongs to another table") from None

    async def update_facts(self, table: str, change: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> None:
        """As `set_facts`, with fields that are computed from the current facts in the same transaction."""

        def work(connection: Connection) -> None:
            this = tables.c.id == table
            row = connection.execute(select(tables).where(this).with_for_update()).one_or_none()
            if row is None:
                raise KeyError(table)
            new = _as_row(change(_as_facts(row)), json.loads(row.facts))
            connection.execute(update(tables).where(this).values(new))

        await self._write(work)

    async def tables(
        self,
        *,
        listed: bool | None = None,
        status: str | Sequence[str] | None = None,
        guest: str | None = None,
        code: str | None = None,
        idle_before: datetime | None = None,
        mentions: str | None = None,
        limit: int = 100,
    ) -> list[dict[str, Any]]:
        """The facts about the tables that match all conditions, the last active first.

        `guest`: tables whose log names this guest. `idle_before`: tables without an append since then. `mentions`: a
        guest's id that occurs anywhere in the facts; this reads all tables.
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
        if mentions is not None:
            query = query.where(tables.c.facts.contains(mentions, autoescape=True))
        return [_as_facts(row) for row in await self._read(query)]

    async def table_ids(self) -> list[str]:
        """The ids of all tables."""
        return [row.id for row in await self._read(select(tables.c.id).order_by(tables.c.created, tables.c.id))]

    async def delete_tables(self, ids: Sequence[str]) -> None:
        """Delete tables with their logs. Missing ones are ignored."""

        def work(connection: Connection) -> None:
            for rows in (entries, sittings):
                connection.execute(delete(rows).where(rows.c.table_id.in_(ids)))
            connection.execute(delete(tables).where(tables.c.id.in_(ids)))
            self._engine.notify(connection, CHANNEL, self._messages({}, deleted=ids))

        await self._write(work)

    # --- the log

    async def append(self, table: str, seq: int, entries: Sequence[Mapping[str, Any]]) -> datetime:
        """Append entries numbered seq, seq + 1, ... in one transaction; the time at which they were written.

        Raises `AppendConflict` if the log already has the number seq, and ValueError if seq would leave a gap. An entry
        with a field ``guest`` (an id, or None) adds the table to that guest's tables (`tables(guest=...)`).
        """
        if not entries:
            raise ValueError("there is nothing to append")
        if self._closed:
            raise RuntimeError("the store is closed")
        texts = [_json(entry) for entry in entries]
        guests = {entry["guest"] for entry in entries if entry.get("guest") is not None}
        request = _Append(table, seq, texts, guests, asyncio.get_running_loop().create_future())
        self._waiting.append(request)
        if self._current is None and self._timer is None:
            self._schedule()
        return await request.done

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The entries after a number, in order; empty for a table that does not exist."""
        return (await self.entries_of({table: after}))[table]

    async def entries_of(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """The entries of several tables, each after a given number."""
        found: dict[str, list[Entry]] = {table: [] for table in after}
        for table, seq, at, entry in await self._engine.entries(after):
            found[table].append(Entry(seq, _read_entry(table, seq, entry), _datetime(at)))
        return found

    async def changes(self) -> AsyncGenerator[Changes | None, None]:
        """What other processes change: on PostgreSQL other servers and the commands of the host, on SQLite the latter.

        None comes first, and again whenever a lost connection is back: from now on nothing is missed, but earlier
        changes may have been, so check everything.
        """
        async for messages in self._engine.listen(CHANNEL):
            if messages is None:
                yield None
                continue
            ends: dict[str, int] = {}
            guests, deleted, restored = set[str](), set[str](), False
            for name, named, *more in map(json.loads, messages):
                if name != self._process:
                    ends |= {table: max(end, ends.get(table, 0)) for table, end in named.items()}
                    for other in more:
                        guests.update(other.get("guests", ()))
                        deleted.update(other.get("deleted", ()))
                        restored |= "restored" in other
            if ends or guests or deleted or restored:
                yield Changes(ends, guests, deleted, restored)

    def _messages(
        self, ends: Mapping[str, int], *, guests: Sequence[str] = (), deleted: Sequence[str] = ()
    ) -> list[str]:
        """The notifications for one transaction, which `changes` of other processes reads."""
        size, named = TABLES_PER_MESSAGE, list(ends.items())
        return [
            *(_json([self._process, dict(named[at : at + size])]) for at in range(0, len(named), size)),
            *(_json([self._process, {}, {"guests": guests[at : at + size]}]) for at in range(0, len(guests), size)),
            *(_json([self._process, {}, {"deleted": deleted[at : at + size]}]) for at in range(0, len(deleted), size)),
        ]

    def _schedule(self) -> None:
        """Start the next group, now or when the interval has passed."""
        loop = asyncio.get_running_loop()
        wait = self._last_start + GROUP_INTERVAL - loop.time()
        if wait > 0 and not self._closed:
            self._timer = loop.call_later(wait, self._write_group)
        else:
            self._write_group()

    def _write_group(self) -> None:
        """Write what waits: by the fast path if each table occurs once and no guests are involved."""
        self._timer, self._last_start = None, asyncio.get_running_loop().time()
        group, self._waiting = self._waiting[:MAX_GROUP], self._waiting[MAX_GROUP:]
        if any(append.guests for append in group) or len({append.table for append in group}) < len(group):
            self._start(group, self._engine.write(partial(self._append_general, group)))
            return
        now = _now()
        new = [
            (append.table, seq, now, entry) for append in group for seq, entry in enumerate(append.entries, append.seq)
        ]
        ends = [(append.end, now, append.table, append.seq - 1) for append in group]
        messages = self._messages({append.table: append.end for append in group})
        self._start(group, self._engine.append(new, ends, CHANNEL, messages), _datetime(now))

    def _start(self, group: Sequence[_Append], work: Awaitable[Any], at: datetime | None = None) -> None:
        """Start writing a group. `at`: the time to report if this is the fast path."""
        self._current = asyncio.ensure_future(work)
        self._current.add_done_callback(partial(self._group_done, group, at))

    def _group_done(self, group: Sequence[_Append], at: datetime | None, work: asyncio.Future[Any]) -> None:
        """Answer each append of a group, and schedule what waits by now. A fast path that failed is repeated by the
        general one."""
        answers: Sequence[datetime | BaseException]
        error = RuntimeError("the store is closed") if work.cancelled() else work.exception()
        if error is not None:
            answers = [self._translated(error)] * len(group)
        elif at is None:
            answers = work.result()
        elif work.result():
            answers = [at] * len(group)
        else:  # some table had another last entry: check each append
            self._start(group, self._engine.write(partial(self._append_general, group)))
            return
        for append, answer in zip(group, answers, strict=True):
            if append.done.cancelled():
                continue
            if isinstance(answer, datetime):
                append.done.set_result(answer)
            else:
                append.done.set_exception(answer)
        self._current = None
        if self._waiting:
            self._schedule()

    def _append_general(self, group: Sequence[_Append], connection: Connection) -> list[datetime | Exception]:
        """Write a group, checking each append: its time, or the exception for its caller."""
        answers: list[datetime | Exception] = []
        new_entries, new_sittings, ends = [], [], {}
        # Locked in a fixed order, so that two processes cannot deadlock. On SQLite nobody else writes.
        wanted = tables.c.id.in_({append.table for append in group})
        heads = select(tables.c.id, tables.c.last_seq).where(wanted).order_by(tables.c.id).with_for_update()
        last = {row.id: row.last_seq for row in connection.execute(heads)}
        now = _now()
        for append in group:
            if append.table not in last:
                answers.append(KeyError(append.table))
            elif append.seq <= last[append.table]:
                answers.append(AppendConflict(f"{append.table} {append.seq}"))
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
        """Create a guest with a secret, of which only the hash is stored; the guest's id (random, but not secret)."""
        guest, now = random.token_hex(16), _now()

        def add(connection: Connection) -> None:
            connection.execute(insert(guests).values(id=guest, name=name, created=now, seen=now))
            connection.execute(insert(secrets).values(hash=secret_hash, guest_id=guest, kind="device", made=now))

        await self._write(add)
        return guest

    async def add_secret(self, guest: str, secret_hash: bytes, kind: SecretKind = "device") -> None:
        """Add a secret to a guest. A new link replaces the old one. KeyError if there is no such guest."""
        new = insert(secrets).values(hash=secret_hash, guest_id=guest, kind=kind, made=_now())

        def add(connection: Connection) -> None:
            if kind == "link":
                connection.execute(delete(secrets).where(secrets.c.guest_id == guest, secrets.c.kind == "link"))
            connection.execute(new)

        try:
            await self._write(add)
        except IntegrityError:
            raise KeyError(guest) from None

    async def drop_secret(self, guest: str, secret_hash: bytes) -> None:
        """Remove a secret of a guest; KeyError if it is not theirs."""
        await self._change_guest(
            guest, delete(secrets).where(secrets.c.hash == secret_hash, secrets.c.guest_id == guest)
        )

    async def _change_guest(self, guest: str, change: Any) -> None:
        """Execute a statement and notify other processes; KeyError if it changes nothing."""

        def work(connection: Connection) -> None:
            if connection.execute(change).rowcount == 0:
                raise KeyError(guest)
            self._engine.notify(connection, CHANNEL, self._messages({}, guests=[guest]))

        await self._write(work)

    async def secrets(self, guest: str) -> list[Secret]:
        """A guest's secrets, the oldest first."""
        query = select(secrets).where(secrets.c.guest_id == guest).order_by(secrets.c.made, secrets.c.hash)
        return [Secret(row.hash, row.kind, _datetime(row.made)) for row in await self._read(query)]

    async def secret_hashes(self, ids: Sequence[str]) -> set[bytes]:
        """The hashes of all secrets of these guests."""
        return {row.hash for row in await self._read(select(secrets.c.hash).where(secrets.c.guest_id.in_(ids)))}

    async def guest_by_secret(self, secret_hash: bytes, kind: SecretKind = "device") -> Guest | None:
        """The guest with a secret of this kind; None if there is none."""
        wanted = (secrets.c.hash == secret_hash) & (secrets.c.kind == kind)
        rows = await self._read(select(guests).join(secrets).where(wanted))
        return _as_guest(rows[0]) if rows else None

    async def set_passphrase(self, guest: str, passphrase_hash: str) -> None:
        """Store the hash of a guest's passphrase, in place of an earlier one. KeyError if there is no such guest."""
        new = insert(passphrases).values(guest_id=guest, hash=passphrase_hash, made=_now())

        def work(connection: Connection) -> None:
            connection.execute(delete(passphrases).where(passphrases.c.guest_id == guest))
            named = select(guests.c.id).where(guests.c.id == guest, guests.c.name.is_not(None)).with_for_update()
            if connection.execute(named).first() is None:
                raise KeyError(guest)
            connection.execute(new)

        await self._write(work)

    async def drop_passphrase(self, guest: str) -> bool:
        """Remove a guest's passphrase; False if they have none."""
        old = delete(passphrases).where(passphrases.c.guest_id == guest)
        return await self._write(lambda connection: connection.execute(old).rowcount > 0)

    async def passphrase_made(self, guest: str) -> datetime | None:
        """When a guest set their passphrase; None if they have none."""
        rows = await self._read(select(passphrases.c.made).where(passphrases.c.guest_id == guest))
        return _datetime(rows[0].made) if rows else None

    async def guest_by_handle(self, skeleton: str) -> tuple[Guest, str] | None:
        """The guest whose handle has this skeleton, and the hash of their passphrase; None without either."""
        query = (
            select(guests, passphrases.c.hash)
            .join(handles, handles.c.guest_id == guests.c.id)
            .join(passphrases, passphrases.c.guest_id == guests.c.id)
            .where(handles.c.skeleton == skeleton)
        )
        rows = await self._read(query)
        return (_as_guest(rows[0]), rows[0].hash) if rows else None

    async def guests(self, ids: Sequence[str]) -> dict[str, Guest]:
        """The guests with these ids; missing ones are left out."""
        return {row.id: _as_guest(row) for row in await self._read(select(guests).where(guests.c.id.in_(ids)))}

    async def rename(self, guest: str, name: str) -> None:
        """Rename a guest; KeyError if there is none or it was deleted."""
        await self._change_guest(
            guest, update(guests).where(guests.c.id == guest, guests.c.name.is_not(None)).values(name=name)
        )

    async def ban(self, guest: str, until: datetime) -> None:
        """Ban a guest until then (a time in the past: no longer); KeyError if there is none."""
        await self._change_guest(
            guest, update(guests).where(guests.c.id == guest).values(banned_until=_milliseconds(until))
        )

    async def seen(self, ids: Iterable[str], within: float = 60.0) -> None:
        """Note that guests are connected, unless that was noted in the last `within` seconds (so it may be called
        often)."""
        now = _now()
        due = or_(guests.c.seen < now - within * 1000, guests.c.seen > now)  # in the future: the clock was set back
        # Locked in a fixed order, because two processes may update the same guests.
        wanted = select(guests.c.id).where(guests.c.id.in_(list(ids)), due).order_by(guests.c.id).with_for_update()

        def note(connection: Connection) -> None:
            found = connection.scalars(wanted).all()
            if found:
                connection.execute(update(guests).where(guests.c.id.in_(found)).values(seen=now))

        await self._write(note)

    async def forget(self, guest: str) -> None:
        """Make a guest anonymous for good: no name, no handle, no secrets, no passphrase, no list of
        tables. Logs and tries at daily draws keep the bare id."""

        def erase(connection: Connection) -> None:
            connection.execute(update(guests).where(guests.c.id == guest).values(name=None))
            for rows in (secrets, sittings, handles, passphrases):
                connection.execute(delete(rows).where(rows.c.guest_id == guest))

        await self._write(erase)

    async def idle_guests(self, before: datetime) -> list[str]:
        """Guests with a name who have no tables and were last seen before then."""
        seated = select(sittings.c.guest_id)
        idle = (guests.c.seen < _milliseconds(before)) & guests.c.name.is_not(None)
        query = select(guests.c.id).where(idle, guests.c.id.not_in(seated)).order_by(guests.c.seen)
        return [row.id for row in await self._read(query)]

    async def delete_guests(self, ids: Sequence[str]) -> None:
        """Delete guests and their secrets; those who have tables in the meantime stay."""

        def work(connection: Connection) -> None:
            gone = guests.c.id.in_(ids) & guests.c.id.not_in(select(sittings.c.guest_id))
            found = connection.scalars(select(guests.c.id).where(gone)).all()
            for rows in (secrets, handles, passphrases):
                connection.execute(delete(rows).where(rows.c.guest_id.in_(found)))
            connection.execute(delete(guests).where(guests.c.id.in_(found)))
            self._engine.notify(connection, CHANNEL, self._messages({}, guests=found))

        await self._write(work)

    async def latest_guests(self, limit: int = 100, *, name: str | None = None) -> list[Guest]:
        """The guests who were last seen, the latest first. `name`: a part of their name or handle."""
        query = select(guests).order_by(guests.c.seen.desc(), guests.c.id).limit(limit)
        if name is not None:
            named = select(handles.c.guest_id).where(handles.c.handle.icontains(name, autoescape=True))
            query = query.where(guests.c.name.icontains(name, autoescape=True) | guests.c.id.in_(named))
        return [_as_guest(row) for row in await self._read(query)]

    async def announce_guest(self, guest: str) -> None:
        """Notify other processes that something about a guest has changed."""
        messages = self._messages({}, guests=[guest])
        await self._write(lambda connection: self._engine.notify(connection, CHANNEL, messages))

    async def scrub(self) -> None:
        """Overwrite what was deleted or replaced, as far as the database can."""
        await self._engine.scrub()

    # --- maintenance

    async def can_read(self) -> bool:
        """Whether the database answers; tried at most every `PROBE_INTERVAL` seconds."""

        async def probe() -> bool:
            try:
                async with asyncio.timeout(5):
                    await self.facts("-")
            except Exception:
                return False
            return True

        return await self._remembered("can_read", PROBE_INTERVAL, probe)

    async def write_problem(self) -> Literal["read_only", "storage_full"] | None:
        """Why the database accepts no writes, or None; tried at most every `PROBE_INTERVAL` seconds."""

        async def probe() -> Literal["read_only", "storage_full"] | None:
            try:
                async with asyncio.timeout(5):
                    await self._write(self._engine.probe)
            except StorageFull:
                return "storage_full"
            except Exception:
                return "read_only"
            return None

        return await self._remembered("write_problem", PROBE_INTERVAL, probe)

    async def sizes(self) -> Sizes:
        """The size of the database; counted at most every `SIZES_INTERVAL` seconds."""

        async def count() -> Sizes:
            queries = [select(func.count()).select_from(rows) for rows in (guests, tables)]
            counts = [(await self._read(query))[0][0] for query in queries]
            return Sizes(await self._engine.size(), *counts)

        return await self._remembered("sizes", SIZES_INTERVAL, count)

    async def _remembered(self, name: str, seconds: float, find: Callable[[], Awaitable[T]]) -> T:
        """What `find` has returned in the last `seconds`, else what it returns now."""
        when, found = self._found.get(name, (-seconds, None))
        if time.monotonic() - when >= seconds:
            found = await find()
            self._found[name] = (time.monotonic(), found)
        return cast("T", found)

    async def backup(self, file: Path) -> None:
        """Write a consistent copy of the database to a new SQLite file that `open_store` can open.

        The file appears complete or not at all. An existing file is replaced, unless it is in use (ValueError).
        """
        if any(file.with_name(file.name + ending).exists() for ending in ("-wal", "-shm")):
            raise ValueError(f"{file} is a database in use")
        if self._file is not None and file.exists() and file.samefile(self._file):
            raise ValueError(f"{file} is the database itself")
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        os.close(handle)
        copy = Sqlite(Path(name), serve=False)

        def write(source: Connection) -> None:
            with copy.transaction() as target:
                migrations.upgrade(target)
                _copy_rows(source, target)

        try:
            await self._engine.read(write)
            await copy.close()
            Path(name).replace(file)
        finally:
            await copy.close()
            for ending in ("", "-journal"):
                Path(name + ending).unlink(missing_ok=True)

    async def copy_from(self, file: Path, *, replace: bool) -> int:
        """Copy the rows of a SQLite database of the current schema into this one, in one transaction, and notify the
        processes that serve it; the number of rows. ValueError if this database is not empty; `replace`: empty it
        first."""
        source = Sqlite(file, serve=False)

        def write(target: Connection) -> int:
            self._engine.keep_alone(target)
            for table in reversed(metadata.sorted_tables):
                if replace:
                    target.execute(delete(table))
                elif table is not notices and target.scalar(select(func.count()).select_from(table)):
                    raise ValueError("the database is not empty")
            with source.transaction(writing=False) as given:
                count = _copy_rows(given, target)
            self._engine.notify(target, CHANNEL, [_json([self._process, {}, {"restored": True}])])
            return count

        try:
            return await self._engine.write(write)
        finally:
            await source.close()

    async def close(self) -> None:
        """Write what waits, then close the database."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
            self._write_group()
        while self._current is not None:
            await asyncio.wait([self._current])
        await self._engine.close()
        if self._lock is not None:
            self._lock.close()

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """The result of a transaction; raises `StorageFull` if the disk is full."""
        try:
            return await self._engine.write(work)
        except DBAPIError as error:
            raise self._translated(error) from error

    def _translated(self, error: BaseException) -> BaseException:
        return StorageFull("the disk is full") if self._engine.is_full(error) else error

    async def _read(self, query: Select[Any]) -> Sequence[Any]:
        """All rows of a query."""
        return await self._engine.read(lambda connection: connection.execute(query).all())


@dataclass(frozen=True)
class _Append:
    """An append that waits to be written."""

    table: str
    seq: int
    entries: Sequence[str]
    guests: set[str]
    done: asyncio.Future[datetime]

    @property
    def end(self) -> int:
        """The number of its last entry."""
        return self.seq + len(self.entries) - 1


def _copy_rows(source: Connection, target: Connection) -> int:
    """Copy all rows but notices; their number."""
    count = 0
    for table in metadata.sorted_tables:
        if table is notices:
            continue
        for part in source.execution_options(yield_per=1000).execute(select(table)).partitions():
            target.execute(insert(table), [row._asdict() for row in part])
            count += len(part)
    return count


_COLUMNS = ("status", "listed", "code")
_SET_BY_STORE = ("id", "created", "last_at", "last_seq")


def _as_row(changes: Mapping[str, Any], old: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as columns of `tables`: some have a column each, the others share one."""
    for name in _SET_BY_STORE:
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
    return Guest(row.id, row.name, _datetime(row.created), _datetime(row.seen), _datetime(row.banned_until))


_json = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
"""Compact JSON in ASCII, so that NUL and lone surrogates from clients cannot break a database."""


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
