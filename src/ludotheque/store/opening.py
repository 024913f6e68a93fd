"""Open a database: find its kind, keep others off a SQLite file, migrate its schema; restore a backup."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
from contextlib import suppress
from pathlib import Path

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from . import migrations
from .database import Store
from .engines import Engine, Sqlite
from .values import Locked, Outdated, Unusable


async def open_store(url: str | Path, *, serve: bool = True) -> Store:
    """Open a database: a SQLite file (a path, or ``sqlite:///path``) or ``postgresql://user@host/name``.

    `serve`: migrate the schema first, and keep a second serving process off a SQLite file (`Locked`). Otherwise nothing
    is changed, and a schema that is not current is `Outdated`. Other errors raise `Unusable`.
    """
    engine: Engine
    lock = None
    try:
        file = _sqlite_file(url)
        if file is None:
            from .postgresql import Postgresql  # slow to import

            engine = Postgresql(str(url))
        else:
            if serve:
                file.parent.mkdir(0o700, parents=True, exist_ok=True)
                if file.exists() and not os.access(file, os.W_OK):  # SQLite would open it and then refuse every write
                    raise Unusable(f"the database cannot be used: {file} cannot be written")
                _make_private(file)
                lock = _lock(file)
            elif not file.exists():
                raise Unusable(f"there is no database {file}")
            engine = Sqlite(file, serve=serve)
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


async def restore(file: Path, url: str | Path, *, replace: bool = False) -> int:
    """Copy a backup into a database of either kind; the number of rows.

    A SQLite file must not be served (`Locked`). Processes that serve a PostgreSQL database are notified; their writes
    wait meanwhile. A backup of an older version is brought up to date. ValueError if there is no such file, or if the
    database is not empty; `replace`: empty it first, in the same transaction.
    """
    if not file.is_file():
        raise ValueError(f"there is no file {file}")
    with tempfile.TemporaryDirectory(prefix="ludotheque-") as folder:
        copy = Path(folder) / "backup.sqlite"
        await asyncio.to_thread(shutil.copyfile, file, copy)
        backup = await open_store(copy)  # brings it up to date
        await backup.close()
        store = await open_store(url)
        try:
            return await store.copy_from(copy, replace=replace)
        finally:
            await store.close()


def _sqlite_file(url: str | Path) -> Path | None:
    """The SQLite file of a URL; None for PostgreSQL."""
    scheme, colon, rest = str(url).partition("://")
    if isinstance(url, Path) or not colon:
        return Path(url).absolute()
    if scheme == "sqlite":
        return Path(rest.removeprefix("/")).absolute()
    if scheme in ("postgresql", "postgres"):
        return None
    raise Unusable(f"a database is a file or postgresql://..., not {scheme}://...")


def _make_private(file: Path) -> None:
    """Let only the owner read the database and the files beside it, which contain the seeds of running tables. The
    database and its lock are created if they are missing; SQLite gives its other files the same permissions."""
    for ending in ("", ".lock"):
        with suppress(FileExistsError):  # not opened then: closing it would release the locks of this process
            os.close(os.open(f"{file}{ending}", os.O_CREAT | os.O_EXCL, 0o600))
    for ending in ("", ".lock", "-wal", "-shm", "-journal"):
        one = Path(f"{file}{ending}")
        with suppress(FileNotFoundError, PermissionError):  # not there, or another user's
            if (mode := one.stat().st_mode & 0o777) & 0o077:
                one.chmod(mode & 0o700)


def _lock(file: Path) -> sqlite3.Connection:
    """Lock a file beside the database for the life of this process; the system releases it however the process ends.

    It uses SQLite's own lock, which works on every system and is not inherited by child processes.
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
