"""What can be put on a table's queue. `TableTask.handle` handles one item after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ...store import Entry
from .. import messages as m
from .updates import Form


class Client(Protocol):
    """A connection that follows tables: a socket, or a test."""

    guest: str
    """The id of its guest."""

    def send(self, message: bytes) -> None:
        """Send encoded JSON. Never blocks."""

    def send_json(self, message: Any) -> None:
        """Encode a message and send it."""


class Socket(Client, Protocol):
    """An open WebSocket."""

    secret_hash: bytes
    """The hash of the secret with which its guest has said hello; empty before."""

    def close(self, code: int) -> None:
        """Close it soon, with a code of `messages.CLOSES`."""


@dataclass(frozen=True)
class ClientRequest:
    """A request of a client."""

    client: Client
    request: m.Request
    arrived: float
    """`time.perf_counter()` on arrival."""


@dataclass(frozen=True)
class Subscribe:
    """A client starts to follow the table and has seen everything up to `after`."""

    client: Client
    after: int
    ref: str | None
    form: Form = "view"


@dataclass(frozen=True)
class Unsubscribe:
    """A client no longer follows the table."""

    client: Client


@dataclass(frozen=True)
class BotMove:
    """A bot has chosen an action."""

    seat: int
    legal_changed: int
    """The seat's `Table.legal_changed` when the bot was asked. The move is dropped if it has another value by now."""
    bot: str
    action: str


@dataclass(frozen=True)
class RemoteAppend:
    """Another process has appended to the table's log."""

    entries: Sequence[Entry] | None = None
    """Entries read from the store since the notification, or None if they still have to be read."""


@dataclass(frozen=True)
class GuestRenamed:
    """A guest has a new name; None: was deleted."""

    guest: str
    name: str | None


@dataclass(frozen=True)
class StartFull:
    """Start the table if all seats are taken: with bots in all seats nobody joins."""


@dataclass(frozen=True)
class Abandon:
    """Close the table because nothing has happened on it for too long."""


@dataclass(frozen=True)
class Wake:
    """Go on: bots may play alone at this table now."""


Item = ClientRequest | Subscribe | Unsubscribe | BotMove | RemoteAppend | GuestRenamed | StartFull | Abandon | Wake
