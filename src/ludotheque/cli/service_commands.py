"""The commands `serve`, `verify`, `check` and `backup`."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
from collections.abc import Coroutine
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import typer

from ..engine.errors import Failure
from ..files import data_folder
from ..locale import Words
from .parameters import Add, put_json, read_file, require_extra

T = TypeVar("T")


def database_url(given: str | None, say: Words) -> str:
    """Return the database that was given, or the environment's, or the file in the user's data folder. Fail with a
    sentence if what it needs is not installed."""
    url = given or os.environ.get("LUDOTHEQUE_DATABASE") or str(data_folder() / "tables.sqlite")
    if url.startswith(("postgresql://", "postgres://")):
        require_extra("postgresql", "asyncpg", say)
    return url


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that uses the store; fail with a sentence if the database cannot be used."""
    from ..store import Unusable

    try:
        return asyncio.run(work)
    except Unusable as error:
        raise Failure(str(error)) from None


def open_page(address: str) -> None:
    """Open the page in the user's browser, if there is a display."""
    import webbrowser

    # Without a display `webbrowser` would start a text browser in this terminal.
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def add_commands(command: Add, say: Words) -> None:
    """Add them to the command line."""
    database_given: Any = typer.Option(None, "--database", help=say("help-database"), metavar="URL")
    file_given: Any = typer.Argument(help=say("help-backup-file"), metavar="FILE")
    json_given: Any = typer.Option(False, "--json", help=say("help-json"))

    @command("serve", "help-serve")
    def serve(
        host: str | None = typer.Option(None, "--host", help=say("help-serve-host"), metavar="ADDRESS"),
        port: int | None = typer.Option(None, "--port", help=say("help-serve-port"), metavar="PORT", min=0, max=65535),
        database: str | None = database_given,
        public_url: str | None = typer.Option(None, "--public-url", help=say("help-public-url"), metavar="URL"),
        lan: bool = typer.Option(False, "--lan", help=say("help-lan")),
        browse: bool = typer.Option(False, "--open/--no-open", help=say("help-open")),
    ) -> None:
        require_extra("serve", "fastapi", say)
        gc.disable()  # while modules are loaded, as in `main`; the server enables it once it has started
        from dataclasses import replace

        from ..server.serve import serve
        from ..server.settings import from_environment
        from ..store import Unusable

        settings = from_environment()
        settings = replace(
            settings,
            host=host or ("0.0.0.0" if lan else settings.host),
            port=settings.port if port is None else port,
            public_url=public_url or settings.public_url,
            database=database_url(database, say),
        )

        def listens(port: int) -> None:
            if lan:
                show_address(f"http://{lan_address()}:{port}", say)
            else:
                shown = settings.host if settings.host not in ("0.0.0.0", "::") else "127.0.0.1"
                address = settings.public_url or f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
                print(say("serving", address=address), file=sys.stderr, flush=True)
            if browse:
                open_page(f"http://localhost:{port}")

        try:
            serve(settings, listens)
        except Unusable as error:
            raise Failure(str(error)) from None
        except SystemExit:  # uvicorn's, when it cannot listen
            raise Failure(say("error-listen", address=f"{settings.host}:{settings.port}")) from None

    @command("verify", "help-verify")
    def verify(
        file: str = typer.Argument(help=say("help-file"), metavar="FILE"),
        as_json: bool = json_given,
    ) -> None:
        from ..fairness import verify

        report = verify(read_file(file, say))
        if as_json:
            put_json({"good": report.good, **asdict(report)})
        else:
            for finding in report.findings:
                print(say("verify-finding", line=finding.line, reason=finding.message, code=finding.code))
            if report.good:
                print(say("verify-good", picks=report.picks))
                if report.sampled:
                    print(say("verify-sampled", count=report.sampled))
                if report.chosen:
                    print(say("verify-chosen", count=report.chosen))
                if report.by_page:
                    print(say("verify-by-page"))
            else:
                print(say("verify-wrong"))
        if not report.good:
            raise typer.Exit(3)

    @command("check", "help-check")
    def check(database: str | None = database_given, as_json: bool = json_given) -> None:
        require_extra("serve", "sqlalchemy", say)
        from ..server.tables.fsck import Trouble, check
        from ..store import open_store

        async def work() -> tuple[int, list[Trouble]]:
            store = await open_store(database_url(database, say), serve=False)
            try:
                found = [trouble async for _, trouble in check(store)]
                return len(found), [trouble for trouble in found if trouble is not None]
            finally:
                await store.close()

        count, troubles = run(work())
        if as_json:
            put_json({"tables": count, "troubles": [asdict(trouble) for trouble in troubles]})
        else:
            for wrong in troubles:
                print(say("check-trouble", table=wrong.table, entry=wrong.seq, reason=wrong.message, code=wrong.code))
            print(say("checked", count=count, wrong=len(troubles)))
        if troubles:
            raise typer.Exit(3)

    @command("backup", "help-backup")
    def backup(
        file: Path = file_given,
        database: str | None = database_given,
    ) -> None:
        require_extra("serve", "sqlalchemy", say)
        from ..store import open_store

        async def work() -> None:
            store = await open_store(database_url(database, say), serve=False)
            try:
                await store.backup(file)
            except ValueError as error:  # not over a database in use
                raise Failure(str(error)) from None
            finally:
                await store.close()

        run(work())
        print(say("backed-up", file=str(file)), file=sys.stderr)


def lan_address() -> str:
    """Return the address of this machine in the local network."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only selects the network interface
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def show_address(address: str, say: Words) -> None:
    """Print the address for phones in the same network, as text and as a QR code."""
    import segno

    print(say("serving-lan", address=address), file=sys.stderr)
    if sys.stderr.isatty() or "LUDOTHEQUE_QR" in os.environ:
        segno.make(address).terminal(out=sys.stderr, compact=True)
    sys.stderr.flush()
