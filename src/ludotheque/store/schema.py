"""The tables of the database, as the newest migration creates them (a test compares the two).

Times are milliseconds since 1970 in UTC and JSON is text, on both SQLite and PostgreSQL.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("code", Text, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("last_at", BigInteger, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("facts", Text, nullable=False),
    Index("tables_by_status", "status", "last_at"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("entry", Text, nullable=False),
)

guests = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("banned_until", BigInteger, nullable=False, server_default="0"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("guest_id", Text, ForeignKey("guests.id"), nullable=False),
    Column("kind", Text, nullable=False, server_default="device"),
    Column("made", BigInteger, nullable=False, server_default="0"),
    Index("secrets_by_guest", "guest_id"),
)

sittings = Table(
    "sittings",
    metadata,
    Column("guest_id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
)

# The day's draws. Each entry names the one before it by `previous`, so the list of a game cannot fork.
draws = Table(
    "draws",
    metadata,
    Column("game", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("terms", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("link", Text, nullable=False),
    Column("sealed", BigInteger, nullable=False),
    Column("boards", Text),
    Column("claimed", BigInteger, nullable=False, server_default="0"),
    UniqueConstraint("game", "previous"),
)

# One try of each guest at each draw. `table_id` may name a table that the host has deleted since.
tries = Table(
    "tries",
    metadata,
    Column("game", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("guest_id", Text, primary_key=True),
    Column("table_id", Text, nullable=False, unique=True),
    Column("ranked", Boolean, nullable=False),
    Column("score", Integer),
    Column("review", Text),
    Column("claimed", BigInteger, nullable=False, server_default="0"),
    Index("tries_by_guest", "guest_id"),
)

handles = Table(
    "handles",
    metadata,
    Column("guest_id", Text, primary_key=True),
    Column("handle", Text, nullable=False),
    Column("skeleton", Text, nullable=False, unique=True),
)

# The Argon2 hash of the passphrase by which a guest with a handle comes back. It outlasts a change of the handle.
passphrases = Table(
    "passphrases",
    metadata,
    Column("guest_id", Text, ForeignKey("guests.id"), primary_key=True),
    Column("hash", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
)

# Messages to the process that serves a SQLite file (`engines.Sqlite`). PostgreSQL has its own means.
notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("message", Text, nullable=False),
)
