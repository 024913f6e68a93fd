"""The clients that follow one table from this process, and what each of them was sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .inbox import Client
from .table import Table
from .updates import NO_ENTRIES, Form, LogPart, UpdateBuilder


@dataclass
class Subscription:
    """What a client was sent: the last entry, in which form, and which seats its guest had then."""

    after: int
    form: Form
    seats: tuple[int, ...]


class Subscribers:
    """Sends updates and presence to the clients of a table. `names` are those of the guests with seats."""

    def __init__(self) -> None:
        self.clients: dict[Client, Subscription] = {}
        self._last: UpdateBuilder | None = None
        """Built for the last messages; the next one reuses what has not changed."""

    def __bool__(self) -> bool:
        return bool(self.clients)

    @property
    def guests(self) -> frozenset[str]:
        """The guests of the clients."""
        return frozenset(client.guest for client in self.clients)

    @property
    def oldest(self) -> int:
        """The lowest number of a last entry sent. There must be a client."""
        return min(subscription.after for subscription in self.clients.values())

    def add(self, client: Client, after: int, form: Form, seats: tuple[int, ...]) -> bool:
        """Add a client that has seen everything up to `after`, or start again for it; whether it is new."""
        new = client not in self.clients
        self.clients[client] = Subscription(after, form, seats)
        return new

    def remove(self, client: Client) -> bool:
        """Remove a client; whether it was there."""
        return self.clients.pop(client, None) is not None

    def send_full(self, client: Client, table: Table, log: LogPart, names: Mapping[str, str | None]) -> None:
        """Send one client everything after its last entry, assuming that it holds nothing else."""
        builder = self._builder(table, log, names)
        self._send(client, builder, full=True)
        builder.release()

    def send_updates(self, table: Table, log: LogPart, names: Mapping[str, str | None]) -> None:
        """Send every client what is new for it and what it may see."""
        builder = self._builder(table, log, names)
        for client in list(self.clients):
            self._send(client, builder)
        builder.release()

    def send_presence(self, table: Table, names: Mapping[str, str | None]) -> None:
        """Send every client who is connected."""
        if self.clients:
            message = self._builder(table, NO_ENTRIES, names).presence()
            for client in self.clients:
                client.send(message)

    def _builder(self, table: Table, log: LogPart, names: Mapping[str, str | None]) -> UpdateBuilder:
        self._last = UpdateBuilder(table, log, names, self.guests, self._last)
        return self._last

    def _send(self, client: Client, builder: UpdateBuilder, full: bool = False) -> None:
        table, subscription = builder.table, self.clients[client]
        seats = table.seats_of(client.guest)
        full = full or seats != subscription.seats
        recipient = builder.recipient(client.guest, seats, subscription.after, subscription.form, full)
        update = builder.update(recipient)
        subscription.after, subscription.seats = table.n, seats
        client.send(update)
