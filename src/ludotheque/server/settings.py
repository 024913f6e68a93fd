"""Settings of a serving process. Each can be set in the environment, as ``LUDOTHEQUE_`` and its name in capitals."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from ..engine.errors import Refusal


@dataclass(frozen=True)
class Settings:
    """The settings of a serving process; ``docs/reference/settings.md`` lists them. Times are in seconds."""

    database: str = ""
    """SQLite file or ``postgresql://`` URL; empty: a file in the user's data folder."""
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    """The URL that players type, if the server is behind a proxy. ``https`` makes cookies secure."""
    trusted_proxies: str = ""
    """Addresses whose ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are believed, separated by commas. Empty: this
    computer if there is a `public_url`, else none."""
    host_names: str = ""
    """Further host names of the server, separated by commas."""
    metrics_for: str = "127.0.0.1,::1"
    """Addresses that may read ``/metrics``, separated by commas; ``*``: all."""

    away_after: float = 120.0
    """A bot stands in for a player who has had no connection for this time."""
    abandon_after: float = 7 * 86_400.0
    """An unfinished table without activity for this time is closed, and its seed revealed."""
    keep_idle: float = 60.0
    """How long a table that nobody watches stays in memory."""
    bot_processes: int = 1
    """Processes in which bots compute their moves."""
    bot_ms: float = 100.0
    """Time limit of a bot for a move, in milliseconds; less if more bots than processes are busy."""
    bot_queue: int = 256
    """Bot moves that may wait for these processes; more are held back."""

    check_processes: int = 1
    """Processes in which game records are replayed and verified, with low priority."""
    check_seconds: float = 30.0
    """Time limit of one such check."""

    request_within: float = 15.0
    """An incomplete request is dropped after this time; a response that the client does not read after four times this
    time."""
    connections_per_address: int = 256
    """HTTP connections per address, without WebSockets; those of trusted proxies are not counted."""
    sockets_per_address: int = 256
    """WebSockets per address that have not said hello."""
    sockets_per_guest: int = 16
    """WebSockets of one guest."""
    messages_per_second: float = 50.0
    """Messages per second of all sockets of a guest; three seconds' worth can be saved up."""
    guest_requests_per_minute: int = 600
    """HTTP requests of one guest, weighed by their cost: one unit is about a millisecond of processor time."""
    address_requests_per_minute: int = 6000
    """The same for all requests without a guest from one address."""
    entries_per_day: int = 50_000
    """Log entries that one guest may cause to be written per day (UTC)."""
    guests_per_minute: int = 60
    """New guests per address."""
    tables_per_minute: int = 60
    """New tables per guest."""
    codes_per_minute: int = 30
    """Attempts to find a short code per guest, or per address without one."""
    passphrases_per_hour: int = 20
    """Attempts to come back with a passphrase: per handle from one address. Of all handles from one address three times
    as many, per handle from all addresses ten times as many."""
    uploads_per_minute: int = 30
    """Game records uploaded per guest, or per address without one."""
    checks_per_minute: int = 120
    """Game records of tables downloaded, replayed or verified per guest, or per address without one."""
    phrases_per_minute: int = 20
    """Phrases of one guest at one table."""
    tables_per_socket: int = 64
    """Tables that one socket may watch."""
    send_queue: int = 64
    """Messages that may wait for a slow client before it is disconnected."""
    table_queue: int = 256
    """Requests that may wait for one table."""

    daily: int = 1
    """1: the day's draws; 0: none."""
    rankings: int = 1
    """1: guests can take a handle and be ranked at the day's draws; 0: nobody is ranked."""

    log_drops: int = 0
    """1: log which addresses were dropped or refused because of a limit."""

    prune_guests_after: float = 90 * 86_400.0
    """`ludotheque prune` deletes guests who never took a seat and were last seen before this time; 0: never."""
    prune_bot_tables_after: float = 7 * 86_400.0
    """It deletes finished tables at which nobody played but bots, after this time; 0: never."""
    prune_abandoned_after: float = 90 * 86_400.0
    """It deletes abandoned tables after this time; 0: never."""

    @property
    def proxies(self) -> str:
        """The addresses of trusted proxies, separated by commas."""
        return self.trusted_proxies or ("127.0.0.1,::1" if self.public_url else "")

    @property
    def secure(self) -> bool:
        """Whether players use https."""
        return self.public_url.startswith("https://")


def from_environment(environment: Mapping[str, str] | None = None, base: Settings | None = None) -> Settings:
    """`base` (default: the default settings) with what the environment sets. A value that is not a number where one is
    needed is refused."""
    environment = os.environ if environment is None else environment
    base = base or Settings()
    given: dict[str, str | int | float] = {}
    for field in fields(Settings):
        text = environment.get(f"LUDOTHEQUE_{field.name.upper()}")
        if text is None:
            continue
        kind = type(getattr(base, field.name))
        try:
            given[field.name] = kind(text)
        except ValueError:
            raise Refusal("setting", f"LUDOTHEQUE_{field.name.upper()} is a number, not {text!r:.40}") from None
    return replace(base, **given)  # type: ignore[arg-type]
