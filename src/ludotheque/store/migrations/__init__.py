"""Migrations: bring a database of an older version up to date, with Alembic.

Alembic is imported only if there is something to migrate, because that is slow.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

ALL = ("1", "2", "3", "4", "5")
"""The migrations in ``versions/``, the newest last."""
NEWEST = ALL[-1]
_NEWER = "the database has version {version}, which a newer Ludothèque made: use that one, or a backup from before"


class OtherVersion(Exception):
    """The database was made by another version of Ludothèque."""


def upgrade(connection: Connection) -> None:
    """Bring a database up to date, inside the transaction of the caller."""
    if connection.dialect.name == "postgresql":  # processes that start together migrate one after the other
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('ludotheque migration'))"))
    version = _version(connection)
    if version == NEWEST:
        return
    if version is not None and version not in ALL:
        raise OtherVersion(_NEWER.format(version=version))
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def check(connection: Connection) -> None:
    """Raise `OtherVersion` if a database is not up to date."""
    version = _version(connection)
    if version is None:
        raise OtherVersion("this is not a database of Ludothèque")
    if version not in ALL:
        raise OtherVersion(_NEWER.format(version=version))
    if version != NEWEST:
        raise OtherVersion(
            f"the database has version {version}, this program needs {NEWEST}: `ludotheque serve` brings it up to date"
        )


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(text("SELECT version_num FROM alembic_version"))
