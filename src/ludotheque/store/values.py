"""What the store returns and raises."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple


class AppendConflict(Exception):
    """Another process has already written this number of the table's log: read the log and decide again."""


class Unusable(Exception):
    """The database cannot be opened; the message says why."""


class StorageFull(Exception):
    """Nothing was written because the disk is full."""


class Locked(Unusable):
    """Another process serves this SQLite file."""


class Outdated(Unusable):
    """The database has the schema of another version of Ludothèque."""


class Entry(NamedTuple):
    """One entry of a table's log."""

    seq: int
    data: dict[str, Any]
    at: datetime
    """When it was written, in UTC, to the millisecond."""


@dataclass(frozen=True)
class Guest:
    """A person without an account."""

    id: str
    name: str | None
    """None: deleted."""
    created: datetime
    seen: datetime
    banned_until: datetime
    """1970 unless the host has banned the guest."""

    @property
    def is_banned(self) -> bool:
        """Whether the guest is banned now."""
        return self.banned_until > datetime.now(UTC)


SecretKind = Literal["device", "link"]
"""A device acts as its guest. A link only creates a secret for the device on which it is opened."""


class Secret(NamedTuple):
    """A secret of a guest."""

    hash: bytes
    kind: SecretKind
    made: datetime
    """When it was created; 1970 if it is older than schema version 2."""


class Sizes(NamedTuple):
    """The size of a database."""

    bytes: int
    guests: int
    tables: int


class Changes(NamedTuple):
    """What other processes have changed."""

    ends: Mapping[str, int] = {}
    """The number of the last entry of each table with new entries."""
    guests: Set[str] = frozenset()
    """Guests who were renamed, deleted or banned, or have lost a secret."""
    deleted: Set[str] = frozenset()
    """Tables that were deleted."""
    restored: bool = False
    """Whether the whole database was replaced by a backup."""
