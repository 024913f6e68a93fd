"""The commands for the host of a server: `tables`, `guests`, `prune` and `restore`. All but the last work while the
database is served."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from ..engine.errors import Failure
from ..locale import Words
from .parameters import Add, AddGroup, put_json, require_extra
from .service_commands import database_url, run

if TYPE_CHECKING:
    from ..store import Guest, Store

T = TypeVar("T")

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
"""Units of a duration."""


def with_store(database: str | None, say: Words, work: Callable[[Store], Awaitable[T]]) -> T:
    """Return what a function of the open database returns."""
    require_extra("serve", "sqlalchemy", say)
    from ..store import open_store

    async def opened() -> T:
        store = await open_store(database_url(database, say), serve=False)
        try:
            return await work(store)
        finally:
            await store.close()

    return run(opened())


def duration(text: str, say: Words) -> timedelta:
    """Read a duration: a number and a unit (``30m``, ``12h``, ``7d``)."""
    number, unit = text[:-1], text[-1:]
    if not number.isdigit() or unit not in SECONDS or not 0 < int(number) < 100_000:
        raise Failure(say("error-duration", text=text))
    return timedelta(seconds=int(number) * SECONDS[unit])


def table_dict(facts: dict[str, Any]) -> dict[str, Any]:
    """Return what is shown of a table; never its seed."""
    shown = ("id", "game", "status", "ending", "seats", "options", "host", "listed", "code", "last_seq", "names")
    found = {name: facts.get(name) for name in shown}
    people = [seat["guest"] for seat in facts.get("sitting", ()) if seat["guest"]]
    times = {name: facts[name].isoformat(timespec="seconds") for name in ("created", "last_at")}
    return {**found, **times, "guests": sorted(set(people))}


def guest_dict(guest: Guest, handle: str | None) -> dict[str, Any]:
    """Return what is shown of a guest."""
    banned = guest.banned_until.isoformat(timespec="seconds") if guest.is_banned else None
    times = {name: getattr(guest, name).isoformat(timespec="seconds") for name in ("created", "seen")}
    return {"id": guest.id, "name": guest.name, **times, "banned_until": banned, "handle": handle}


def put_rows(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> None:
    """Print rows as columns, separated by tabs."""
    for row in rows:
        print("\t".join("" if row[name] is None else str(row[name]) for name in names))


def put_fields(found: dict[str, Any]) -> None:
    """Print one thing, a field per line."""
    for name, value in found.items():
        print(f"{name}\t{'' if value is None else value}")


def add_commands(command: Add, group: AddGroup, say: Words) -> None:
    """Add them to the command line."""
    database_given: Any = typer.Option(None, "--database", help=say("help-database"), metavar="URL")
    json_given: Any = typer.Option(False, "--json", help=say("help-json"))
    limit_given: Any = typer.Option(100, "--limit", help=say("help-list-limit"), metavar="N", min=1, max=1_000_000)
    table_given: Any = typer.Argument(help=say("help-table-id"), metavar="TABLE")
    guest_given: Any = typer.Argument(help=say("help-guest-id"), metavar="GUEST")
    file_given: Any = typer.Argument(help=say("help-restore-file"), metavar="FILE")
    _add_tables(group("tables", "help-tables"), say, database_given, json_given, limit_given, table_given)
    _add_guests(group("guests", "help-guests"), say, database_given, json_given, limit_given, guest_given)

    @command("prune", "help-prune")
    def prune(
        database: str | None = database_given,
        only_show: bool = typer.Option(False, "--dry-run", help=say("help-dry-run")),
        as_json: bool = json_given,
    ) -> None:
        require_extra("serve", "sqlalchemy", say)
        from ..server.administration import prune
        from ..server.settings import from_environment

        found = with_store(database, say, lambda store: prune(store, from_environment(), delete=not only_show))
        if as_json:
            put_json(asdict(found))
        else:
            counts = {name: len(ids) for name, ids in asdict(found).items()}
            print(say("would-prune" if only_show else "pruned", **counts))

    @command("restore", "help-restore")
    def restore(
        file: Path = file_given,
        database: str | None = database_given,
        replace: bool = typer.Option(False, "--replace", help=say("help-restore-replace")),
    ) -> None:
        require_extra("serve", "sqlalchemy", say)
        from ..store import restore

        try:
            rows = run(restore(file, database_url(database, say), replace=replace))
        except ValueError as error:
            raise Failure(str(error)) from None
        print(say("restored", count=rows, file=str(file)), file=sys.stderr)


def _add_tables(command: Add, say: Words, database_given: Any, json_given: Any, limit_given: Any, given: Any) -> None:
    @command("list", "help-tables-list")
    def list_tables(
        database: str | None = database_given,
        status: str | None = typer.Option(None, "--status", help=say("help-tables-status"), metavar="STATUS"),
        guest: str | None = typer.Option(None, "--guest", help=say("help-tables-guest"), metavar="GUEST"),
        limit: int = limit_given,
        as_json: bool = json_given,
    ) -> None:
        found = with_store(database, say, lambda store: store.tables(status=status, guest=guest, limit=limit))
        rows = [table_dict(facts) for facts in found]
        if as_json:
            put_json(rows)
        else:
            put_rows(rows, ("id", "game", "status", "ending", "seats", "last_seq", "last_at"))

    @command("show", "help-tables-show")
    def show(table: str = given, database: str | None = database_given, as_json: bool = json_given) -> None:
        facts = with_store(database, say, lambda store: store.facts(table))
        if facts is None:
            raise Failure(say("error-no-such-table", table=table))
        found = table_dict(facts)
        put_json(found) if as_json else put_fields(found)

    @command("close", "help-tables-close")
    def close(table: str = given, database: str | None = database_given) -> None:
        require_extra("serve", "sqlalchemy", say)
        from ..server.administration import close_table

        with_store(database, say, lambda store: close_table(store, table))
        print(say("table-was-closed", table=table), file=sys.stderr)

    @command("delete", "help-tables-delete")
    def delete(table: str = given, database: str | None = database_given) -> None:
        require_extra("serve", "sqlalchemy", say)
        from ..server.administration import delete_table

        with_store(database, say, lambda store: delete_table(store, table))
        print(say("table-was-deleted", table=table), file=sys.stderr)


def _add_guests(command: Add, say: Words, database_given: Any, json_given: Any, limit_given: Any, given: Any) -> None:
    @command("list", "help-guests-list")
    def list_guests(
        database: str | None = database_given,
        name: str | None = typer.Option(None, "--name", help=say("help-guests-name"), metavar="TEXT"),
        limit: int = limit_given,
        as_json: bool = json_given,
    ) -> None:
        async def find(store: Store) -> list[dict[str, Any]]:
            found = await store.latest_guests(limit, name=name)
            handles = await store.daily.handles([one.id for one in found])
            return [guest_dict(one, handles.get(one.id)) for one in found]

        rows = with_store(database, say, find)
        if as_json:
            put_json(rows)
        else:
            put_rows(rows, ("id", "name", "seen", "banned_until", "handle"))

    @command("show", "help-guests-show")
    def show(guest: str = given, database: str | None = database_given, as_json: bool = json_given) -> None:
        async def find(store: Store) -> dict[str, Any]:
            one = (await store.guests([guest])).get(guest)
            if one is None:
                raise Failure(say("error-no-such-guest", guest=guest))
            tables = await store.tables(guest=guest, limit=10_000)
            ways = {
                "devices": len(await store.secrets(guest)),
                "passphrase": await store.passphrase_made(guest) is not None,
            }
            shown = guest_dict(one, await store.daily.handle(guest))
            return {**shown, **ways, "tables": [t["id"] for t in tables]}

        found = with_store(database, say, find)
        put_json(found) if as_json else put_fields(found)

    @command("rename", "help-guests-rename")
    def rename(
        guest: str = given,
        name: str = typer.Argument(help=say("help-new-name"), metavar="NAME"),
        database: str | None = database_given,
    ) -> None:
        require_extra("serve", "sqlalchemy", say)
        from ..server.administration import rename_guest

        with_store(database, say, lambda store: rename_guest(store, guest, name))
        print(say("guest-was-renamed", guest=guest), file=sys.stderr)

    @command("ban", "help-guests-ban")
    def ban(
        guest: str = given,
        time: str = typer.Option("1d", "--for", help=say("help-ban-for"), metavar="TIME"),
        database: str | None = database_given,
    ) -> None:
        require_extra("serve", "sqlalchemy", say)
        from ..server.administration import ban_guest

        until = datetime.now(UTC) + duration(time, say)
        with_store(database, say, lambda store: ban_guest(store, guest, until))
        print(say("guest-was-banned", guest=guest, until=until.isoformat(timespec="seconds")), file=sys.stderr)

    @command("unban", "help-guests-unban")
    def unban(guest: str = given, database: str | None = database_given) -> None:
        require_extra("serve", "sqlalchemy", say)
        from ..server.administration import ban_guest

        with_store(database, say, lambda store: ban_guest(store, guest, datetime.fromtimestamp(0, UTC)))
        print(say("guest-was-unbanned", guest=guest), file=sys.stderr)

    @command("drop-handle", "help-guests-drop-handle")
    def drop_handle(guest: str = given, database: str | None = database_given) -> None:
        require_extra("serve", "sqlalchemy", say)
        from ..server.administration import drop_handle

        with_store(database, say, lambda store: drop_handle(store, guest))
        print(say("handle-was-dropped", guest=guest), file=sys.stderr)

    @command("delete", "help-guests-delete")
    def delete(guest: str = given, database: str | None = database_given) -> None:
        require_extra("serve", "sqlalchemy", say)
        from ..server.administration import forget_guest

        with_store(database, say, lambda store: forget_guest(store, guest))
        print(say("guest-was-deleted", guest=guest), file=sys.stderr)
