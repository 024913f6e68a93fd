"""The store on real databases: a SQLite file and a PostgreSQL server."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, text

from ludotheque.store import AppendConflict, Changes, Locked, Outdated, Store, Unusable, migrations, open_store
from ludotheque.store.database import GROUP_INTERVAL, TABLES_PER_MESSAGE
from ludotheque.store.engines import Sqlite
from ludotheque.store.postgresql import Postgresql

GAME = {"game": "micropul", "rules": 1, "seats": 2, "options": {}}


@asynccontextmanager
async def opened(url: str | Path, *, serve: bool = True) -> AsyncIterator[Store]:
    store = await open_store(url, serve=serve)
    try:
        yield store
    finally:
        await store.close()


def phrases(*words: str) -> list[dict[str, str]]:
    return [{"entry": "phrase", "say": word} for word in words]


def test_a_log_is_read_as_it_was_written(database):
    odd = {"entry": "phrase", "say": "é\U0001f600 \x00 \ud800 ' \" \\", "deep": [None, True, 1.5, {"n": 2**53}]}

    async def main() -> None:
        async with opened(database) as store:
            await store.create_table("t", GAME)
            at = await store.append("t", 1, [odd, *phrases("two")])
            await store.append("t", 3, phrases("three"))
            assert abs(at - datetime.now(UTC)) < timedelta(seconds=5)
        async with opened(database) as store:  # and after a restart
            log = await store.entries("t")
            assert [(entry.seq, entry.data) for entry in log] == [
                (1, odd),
                (2, phrases("two")[0]),
                (3, phrases("three")[0]),
            ]
            assert log[0].at == log[1].at == at
            assert [entry.seq for entry in await store.entries("t", after=2)] == [3]
            assert await store.entries("nowhere") == []

    asyncio.run(main())


def test_numbers_are_unique_and_without_gaps(database):
    async def main() -> None:
        async with opened(database) as store:
            await store.create_table("t", GAME)
            await store.append("t", 1, phrases("a", "b"))
            for taken in (1, 2, 0, -5):
                with pytest.raises(AppendConflict):
                    await store.append("t", taken, phrases("x", "y", "z"))
            with pytest.raises(ValueError, match="no entry 3"):
                await store.append("t", 4, phrases("x"))
            with pytest.raises(KeyError):
                await store.append("nowhere", 1, phrases("x"))
            with pytest.raises(ValueError, match="nothing to append"):
                await store.append("t", 3, [])
            with pytest.raises(ValueError, match="not JSON compliant"):
                await store.append("t", 3, [{"entry": float("nan")}])
            assert [entry.data["say"] for entry in await store.entries("t")] == ["a", "b"]

    asyncio.run(main())


def test_one_of_many_concurrent_appends_wins(database):
    async def main() -> None:
        async with opened(database) as store:
            tables = [f"t{n}" for n in range(5)]
            for table in tables:
                await store.create_table(table, GAME)
            for seq in range(1, 6):
                tries = [store.append(table, seq, phrases(str(n))) for table in tables for n in range(20)]
                answers = await asyncio.gather(*tries, return_exceptions=True)
                assert sum(isinstance(answer, datetime) for answer in answers) == len(tables)
                assert sum(isinstance(answer, AppendConflict) for answer in answers) == len(tables) * 19
            for table in tables:
                assert [entry.seq for entry in await store.entries(table)] == [1, 2, 3, 4, 5]

    asyncio.run(main())


def test_processes_on_postgresql_race_and_the_key_decides(postgres):
    """Two stores stand for two processes: they share only the database."""

    async def main(url: str) -> None:
        async with opened(url) as one, opened(url) as two:
            for table in ("a", "b"):
                await one.create_table(table, GAME)
            wins = [0, 0]

            async def play(player: int, store: Store, tables: str) -> None:
                for _ in range(60):
                    for table in tables:
                        facts = await store.facts(table)
                        assert facts is not None
                        try:
                            await store.append(table, facts["last_seq"] + 1, phrases(str(player)))
                            wins[player] += 1
                        except AppendConflict:
                            pass

            await asyncio.gather(play(0, one, "ab"), play(1, two, "ba"), play(0, one, "ba"), play(1, two, "ab"))
            written = [entry for table in "ab" for entry in await one.entries(table)]
            assert [sum(entry.data["say"] == str(player) for entry in written) for player in (0, 1)] == wins
            assert all(wins)
            for table in "ab":
                log = await two.entries(table)
                assert [entry.seq for entry in log] == list(range(1, len(log) + 1))

    asyncio.run(main(postgres()))


def test_only_other_processes_are_notified_of_appends(postgres):
    async def main(url: str) -> None:
        async with opened(url) as one, opened(url) as two:
            await one.create_table("t", GAME)
            mine, theirs = one.changes(), two.changes()
            assert await anext(theirs) is None
            assert await anext(mine) is None
            await one.append("t", 1, phrases("a", "b"))
            async with asyncio.timeout(10):
                assert await anext(theirs) == Changes({"t": 2})
            await two.append("t", 3, phrases("c"))
            async with asyncio.timeout(10):
                assert await anext(mine) == Changes({"t": 3})  # and not 2, which it wrote itself
            await mine.aclose()
            await theirs.aclose()

    asyncio.run(main(postgres()))


def test_group_is_announced_in_few_notifications(postgres):
    async def main(url: str) -> None:
        async with opened(url) as one, opened(url) as two:
            tables = [f"{n:022}" for n in range(TABLES_PER_MESSAGE + 1)]
            for table in tables:
                await one.create_table(table, GAME)
            changes = two.changes()
            assert await anext(changes) is None
            await asyncio.gather(*(one.append(table, 1, phrases("a", "b")) for table in tables))
            heard: dict[str, int] = {}
            async with asyncio.timeout(10):
                for _ in range(4):  # two transactions at most, of which one names too many tables for one message
                    more = await anext(changes)
                    assert more is not None
                    heard |= more.ends
                    if len(heard) == len(tables):
                        break
            assert heard == dict.fromkeys(tables, 2)
            read = await two.entries_of(dict.fromkeys(tables, 1))
            assert {table: [(entry.seq, entry.data["say"]) for entry in read[table]] for table in tables} == {
                table: [(2, "b")] for table in tables
            }
            await changes.aclose()

    asyncio.run(main(postgres()))


def test_lost_connection_is_reported_and_restored(postgres):
    async def main(url: str) -> None:
        async with opened(url) as one, opened(url) as two:
            await one.create_table("t", GAME)
            changes = two.changes()
            assert await anext(changes) is None
            administrator = await asyncpg.connect(url)
            waiting = asyncio.ensure_future(anext(changes))
            await asyncio.sleep(0)
            await administrator.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            )
            await administrator.close()
            async with asyncio.timeout(10):
                assert await waiting is None
            await one.append("t", 1, phrases("a"))
            async with asyncio.timeout(10):
                assert await anext(changes) == Changes({"t": 1})
            await changes.aclose()

    asyncio.run(main(postgres()))


def test_commands_of_the_host_notify_the_process_that_serves_a_sqlite_file(tmp_path):
    async def main() -> None:
        async with opened(tmp_path / "t.sqlite") as store, opened(tmp_path / "t.sqlite", serve=False) as other:
            await store.create_table("t", GAME)
            changes = store.changes()
            assert await anext(changes) is None
            guest = await store.new_guest("Ann", b"secret")
            await store.append("t", 1, phrases("a"))
            await store.rename(guest, "Anna")
            await other.append("t", 2, phrases("b"))
            await other.append("t", 3, [{"entry": "join", "guest": guest}])
            await other.rename(guest, "Anouk")
            await other.delete_tables(["u"])
            async with asyncio.timeout(10):
                assert await anext(changes) == Changes({"t": 3}, {guest}, {"u"})  # and not what it did itself
            await changes.aclose()

    asyncio.run(main())


def test_facts_are_kept_changed_and_found(database):
    async def main() -> None:
        async with opened(database) as store:
            guest = await store.new_guest("Ada", b"1" * 32)
            await store.create_table("a", {**GAME, "listed": True, "code": "AB12", "fair": {"seed": "x"}})
            await store.create_table("b", {**GAME, "status": "running"})
            await store.append("b", 1, [{"entry": "join", "seat": 0, "guest": guest}, {"entry": "bot", "guest": None}])
            facts = await store.facts("a")
            assert facts is not None
            assert {**GAME, "listed": True, "code": "AB12", "fair": {"seed": "x"}}.items() <= facts.items()
            assert (facts["status"], facts["last_seq"], facts["created"].tzinfo) == ("open", 0, UTC)
            await asyncio.gather(store.set_facts("a", host="h"), store.set_facts("a", status="over", code=None))
            changed = await store.facts("a")
            assert changed == {**facts, "host": "h", "status": "over", "code": None}
            with pytest.raises(ValueError, match="by the store alone"):
                await store.set_facts("a", last_seq=7)
            with pytest.raises(KeyError):
                await store.set_facts("nowhere", host="h")
            assert await store.facts("nowhere") is None

            async def found(**terms: Any) -> list[str]:
                return [facts["id"] for facts in await store.tables(**terms)]

            await asyncio.sleep(0.002)
            await store.append("b", 3, phrases("still here"))
            assert await found() == ["b", "a"]
            assert await found(limit=1) == ["b"]
            assert await found(listed=True) == ["a"]
            assert await found(status="running") == ["b"]
            assert await found(status=["running", "over"]) == ["b", "a"]
            assert await found(guest=guest) == ["b"]
            assert await found(guest="nobody") == []
            assert await found(idle_before=facts["created"] + timedelta(milliseconds=1)) == ["a"]
            assert await found(idle_before=facts["created"]) == []
            assert await store.table_ids() == ["a", "b"]

    asyncio.run(main())


def test_code_is_unique_until_it_is_freed(database):
    async def main() -> None:
        async with opened(database) as store:
            await store.create_table("a", {"code": "AB12"})
            with pytest.raises(ValueError, match="AB12"):
                await store.create_table("b", {"code": "AB12"})
            with pytest.raises(ValueError, match="a or its code"):
                await store.create_table("a", {})
            await store.create_table("b", {})
            with pytest.raises(ValueError, match="AB12"):
                await store.set_facts("b", code="AB12")
            assert [facts["id"] for facts in await store.tables(code="AB12")] == ["a"]
            await store.set_facts("a", code=None)
            await store.set_facts("b", code="AB12")
            assert [facts["id"] for facts in await store.tables(code="AB12")] == ["b"]

    asyncio.run(main())


def test_guest_is_found_by_every_secret_renamed_and_deleted(database):
    async def main() -> None:
        async with opened(database) as store:
            guest = await store.new_guest("Ada", b"1" * 32)
            other = await store.new_guest("Bob", b"2" * 32)
            await store.add_secret(guest, b"3" * 32)
            for secret in (b"1" * 32, b"3" * 32):
                found = await store.guest_by_secret(secret)
                assert found is not None
                assert (found.id, found.name) == (guest, "Ada")
            assert await store.guest_by_secret(b"4" * 32) is None
            with pytest.raises(KeyError):
                await store.add_secret("nobody", b"5" * 32)
            await store.drop_secret(guest, b"3" * 32)
            assert await store.guest_by_secret(b"3" * 32) is None
            await store.rename(guest, "Ada L.")
            await store.seen([guest])
            names = await store.guests([guest, other, "nobody"])
            assert {found.id: found.name for found in names.values()} == {guest: "Ada L.", other: "Bob"}
            with pytest.raises(KeyError):
                await store.rename("nobody", "x")

            await store.create_table("t", GAME)
            await store.append("t", 1, [{"entry": "join", "seat": 0, "guest": guest}])
            await store.forget(guest)
            assert await store.guest_by_secret(b"1" * 32) is None
            assert (await store.guests([guest]))[guest].name is None
            assert await store.tables(guest=guest) == []
            with pytest.raises(KeyError):
                await store.rename(guest, "back again")
            assert len(await store.entries("t")) == 1

    asyncio.run(main())


def test_a_second_process_is_kept_off_a_sqlite_file(tmp_path):
    file = tmp_path / "new folder" / "tables.sqlite"

    async def main() -> None:
        async with opened(file):
            with pytest.raises(Locked, match="another process serves"):
                await open_store(file)
            second = subprocess.run([sys.executable, "-c", SECOND, str(file)], capture_output=True, text=True)
            assert second.stdout.strip() == "Locked", second.stderr
            async with opened(file, serve=False) as reader:  # check and backup work while it is served
                assert await reader.table_ids() == []
        async with opened(file):
            pass

    asyncio.run(main())


SECOND = """
import asyncio, sys
from ludotheque.store import Locked, open_store
try:
    asyncio.run(open_store(sys.argv[1]))
except Locked as error:
    print(type(error).__name__)
"""


def test_unusable_database_is_reported_with_a_message(tmp_path):
    async def sentence(url: str | Path, *, serve: bool = True) -> str:
        with pytest.raises(Unusable) as info:
            await open_store(url, serve=serve)
        return str(info.value)

    async def main() -> None:
        assert "there is no database" in await sentence(tmp_path / "none.sqlite", serve=False)
        assert not (tmp_path / "none.sqlite").exists()
        (tmp_path / "text").write_text("hello, this is no database at all" * 50)
        assert "not a database" in await sentence(tmp_path / "text")
        assert "mysql://" in await sentence("mysql://host/name")
        assert "cannot be used" in await sentence(f"postgresql://postgres@/x?host={tmp_path}")
        (tmp_path / "file").touch()
        assert "cannot be used" in await sentence(tmp_path / "file" / "tables.sqlite")
        sqlite3.connect(tmp_path / "other.sqlite").close()
        (tmp_path / "other.sqlite").touch()
        assert "not a database of" in await sentence(tmp_path / "other.sqlite", serve=False)
        assert (tmp_path / "other.sqlite").read_bytes() == b""

    asyncio.run(main())


def test_a_database_of_a_newer_version_is_left_alone(database):
    async def main() -> None:
        async with opened(database) as store:
            newer = text("UPDATE alembic_version SET version_num = '999'")
            await store._engine.write(lambda connection: connection.execute(newer))
        for serve in (True, False):
            with pytest.raises(Outdated, match="999"):
                await open_store(database, serve=serve)

    asyncio.run(main())


def test_a_database_of_version_1_is_brought_up_to_date_and_nothing_is_lost(database):
    """The rows are those that version 1 itself wrote: a running table, two guests, three secrets."""
    rows = json.loads((Path(__file__).parent / "version_1.json").read_text())

    def make(connection: Connection) -> None:
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "1")
        for table, lines in rows.items():
            for line in lines:
                values = {name: bytes.fromhex(value) if name == "hash" else value for name, value in line.items()}
                names = ", ".join(values)
                places = ", ".join(f":{name}" for name in values)
                connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), values)

    async def main() -> None:
        engine = Postgresql(database) if database.startswith("postgresql") else Sqlite(Path(database), serve=True)
        await engine.write(make)
        await engine.close()
        with pytest.raises(Outdated, match="serve"):
            await open_store(database, serve=False)
        async with opened(database) as store:
            (table,) = await store.table_ids()
            entries = await store.entries(table)
            assert [entry.data for entry in entries] == [json.loads(line["entry"]) for line in rows["entries"]]
            ann = await store.guest_by_secret(hashlib.sha256(b"ann").digest())
            assert ann is not None
            assert ann.name == "Ann"
            assert await store.guest_by_secret(hashlib.sha256(b"ann on her phone").digest()) == ann
            assert [(one.kind, one.made.year) for one in await store.secrets(ann.id)] == [("device", 1970)] * 2
            await store.append(table, len(entries) + 1, [{"entry": "phrase", "seat": 0, "phrase": "hello"}])

    asyncio.run(main())


def test_migrations_make_exactly_the_schema(database):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from ludotheque.store.migrations import NEWEST
    from ludotheque.store.schema import metadata

    async def main() -> None:
        async with opened(database) as store:

            def compare(connection: Connection) -> None:
                context = MigrationContext.configure(connection)
                assert compare_metadata(context, metadata) == []
                assert context.get_current_revision() == NEWEST

            await store._engine.read(compare)

    asyncio.run(main())


def test_processes_that_start_together_make_the_schema_once(postgres):
    async def main(url: str) -> None:
        stores = await asyncio.gather(*(open_store(url) for _ in range(4)))
        await stores[0].create_table("t", GAME)
        assert await stores[3].table_ids() == ["t"]
        for store in stores:
            await store.close()

    asyncio.run(main(postgres()))


def test_sqlite_is_safe_against_a_power_cut(tmp_path):
    """SQLite's durability follows from these settings on every writing connection."""

    async def main() -> None:
        async with opened(tmp_path / "t.sqlite") as store:
            for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                assert (
                    await store._engine.write(partial(Connection.scalar, statement=text(f"PRAGMA {pragma}"))) == value
                )

    asyncio.run(main())


def test_a_backup_is_one_moment_of_a_running_database(database, tmp_path):
    copy = tmp_path / "copy.sqlite"

    async def main() -> None:
        async with opened(database) as store:
            guest = await store.new_guest("Ada", b"\x00\xff" * 16)
            await store.create_table("t", {**GAME, "listed": True, "code": "AB12"})
            await store.append("t", 1, [{"entry": "join", "seat": 0, "guest": guest}])
            busy = True

            async def write() -> None:
                seq = 2
                while busy:
                    await store.append("t", seq, phrases(*"abc"))
                    seq += 3

            writing = asyncio.create_task(write())
            await asyncio.sleep(0.1)
            await store.backup(copy)
            await store.backup(copy)  # again, over the old one
            busy = False
            await writing
            log, facts = await store.entries("t"), await store.facts("t")
            assert facts is not None
        assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == ["copy.sqlite"]
        async with opened(copy) as restored:
            old = await restored.entries("t")
            assert old == log[: len(old)]
            assert len(old) % 3 == 1  # an append is there whole or not at all
            old_facts = await restored.facts("t")
            assert old_facts == {**facts, "last_seq": len(old), "last_at": old[-1].at}
            found = await restored.guest_by_secret(b"\x00\xff" * 16)
            assert found is not None
            assert found.name == "Ada"
            assert len(await restored.tables(guest=guest)) == 1
            await restored.append("t", len(old) + 1, phrases("on it goes"))

    asyncio.run(main())


def test_a_backup_never_replaces_a_database_in_use(tmp_path):
    async def main() -> None:
        async with opened(tmp_path / "a.sqlite") as store, opened(tmp_path / "b.sqlite") as other:
            await other.create_table("t", GAME)
            for file in ("a.sqlite", "b.sqlite"):
                with pytest.raises(ValueError, match="database"):
                    await store.backup(tmp_path / file)
            assert await other.table_ids() == ["t"]

    asyncio.run(main())


def test_close_writes_waiting_appends(database):
    async def main() -> None:
        store = await open_store(database)
        await store.create_table("t", GAME)
        waiting = [asyncio.ensure_future(store.append("t", seq, phrases("a"))) for seq in range(1, 51)]
        await asyncio.sleep(0)
        await store.close()
        assert all(isinstance(written, datetime) for written in await asyncio.gather(*waiting))
        with pytest.raises(RuntimeError, match="closed"):
            await store.append("t", 51, phrases("a"))
        async with opened(database) as again:
            assert len(await again.entries("t")) == 50

    asyncio.run(main())


WRITER = """
import asyncio, sys
from ludotheque.store import open_store

async def write(store, table):
    facts = await store.facts(table)
    seq = facts["last_seq"] + 1
    while True:
        await store.append(table, seq, [{"entry": "phrase", "say": f"{seq + n}"} for n in range(2)])
        print(table, seq + 1, flush=True)
        seq += 2

async def main():
    store = await open_store(sys.argv[1])
    for table in "abcd":
        if await store.facts(table) is None:
            await store.create_table(table, {})
    await asyncio.gather(*(write(store, table) for table in "abcd"))

asyncio.run(main())
"""


def kill_while_writing(database: str, times: int) -> None:
    """SIGKILL a writing process again and again: every acknowledged append is stored completely and once."""
    acknowledged = dict.fromkeys("abcd", 0)
    for n in range(times):
        with subprocess.Popen([sys.executable, "-c", WRITER, database], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            wanted = 20 + 37 * n % 90  # a different moment each time
            lines = [process.stdout.readline() for _ in range(wanted)]
            os.kill(process.pid, signal.SIGKILL)
            lines += process.stdout.readlines()
        assert len(lines) >= wanted, "the writer ended by itself"
        for line in lines:
            if line.endswith("\n"):
                table, seq = line.split()
                acknowledged[table] = int(seq)

        async def check() -> None:
            async with opened(database) as store:
                for table, seq in acknowledged.items():
                    log = await store.entries(table)
                    assert len(log) >= seq
                    assert len(log) % 2 == 0
                    assert [entry.data["say"] for entry in log] == [str(n) for n in range(1, len(log) + 1)]

        asyncio.run(check())


def test_killed_process_loses_and_duplicates_nothing(database):
    kill_while_writing(database, 2)


@pytest.mark.long
def test_process_killed_50_times_loses_and_duplicates_nothing(database):
    kill_while_writing(database, 50)


def test_many_appends_share_a_transaction(tmp_path, monkeypatch):
    """Commits, not appends, are what a disk limits: this is why appends are grouped."""
    commits = 0
    append = Sqlite._append

    def counted(self, entries, ends, messages):
        nonlocal commits
        commits += 1
        return append(self, entries, ends, messages)

    monkeypatch.setattr(Sqlite, "_append", counted)

    async def main() -> None:
        async with opened(tmp_path / "t.sqlite") as store:
            for n in range(100):
                await store.create_table(f"t{n}", {})
            await asyncio.gather(*(store.append(f"t{n}", 1, phrases("a")) for n in range(100)))

    asyncio.run(main())
    assert 1 <= commits <= 3


def test_groups_start_at_intervals_and_a_single_append_at_once(tmp_path, monkeypatch):
    begun = []
    append = Sqlite._append

    def timed(self, entries, ends, messages):
        begun.append(time.monotonic())
        return append(self, entries, ends, messages)

    monkeypatch.setattr(Sqlite, "_append", timed)

    async def main() -> None:
        async with opened(tmp_path / "t.sqlite") as store:
            tables = [f"t{n}" for n in range(100)]
            for table in tables:
                await store.create_table(table, {})
            alone = []
            for table in tables[:5]:
                asked = time.monotonic()
                await store.append(table, 1, phrases("a"))
                alone.append(begun[-1] - asked)
                await asyncio.sleep(2 * GROUP_INTERVAL)
            assert min(alone) < GROUP_INTERVAL / 2
            begun.clear()
            asked, waiting = time.monotonic(), []
            for table in tables[5:]:
                waiting.append(asyncio.ensure_future(store.append(table, 1, phrases("a"))))
                await asyncio.sleep(0.002)
            await asyncio.gather(*waiting)
            assert 1 < len(begun) <= (time.monotonic() - asked) / GROUP_INTERVAL + 1

    asyncio.run(main())


def test_after_a_failure_of_the_database_the_writer_goes_on(tmp_path):
    async def main() -> None:
        async with opened(tmp_path / "t.sqlite") as store:
            await store.create_table("t", {})
            with closing(sqlite3.connect(tmp_path / "t.sqlite")) as vandal:
                vandal.execute("ALTER TABLE entries RENAME TO gone")
                with pytest.raises(Exception, match="no such table"):
                    await store.append("t", 1, phrases("a"))
                vandal.execute("ALTER TABLE gone RENAME TO entries")
            await store.append("t", 1, phrases("a"))
            assert len(await store.entries("t")) == 1

    asyncio.run(main())


def test_accepted_urls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres: Callable[[], str]) -> None:
    monkeypatch.chdir(tmp_path)

    async def main() -> None:
        for url in (tmp_path / "a%20é?.sqlite", "sqlite:///b.sqlite", f"sqlite:///{tmp_path}/c.sqlite", "d.sqlite"):
            async with opened(url):
                pass
        assert {"a%20é?.sqlite", "b.sqlite", "c.sqlite", "d.sqlite"} <= {path.name for path in tmp_path.iterdir()}
        async with opened(postgres_url.replace("postgresql:", "postgres:")):
            pass

    postgres_url = postgres()
    asyncio.run(main())
