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
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are believed, separated by commas."""
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
    messages_per_second: float = 50.0
    """Messages per second of one socket; three seconds' worth can be saved up."""
    guests_per_minute: int = 60
    """New guests per address."""
    tables_per_minute: int = 60
    """New tables per address."""
    codes_per_minute: int = 30
    """Attempts to find a short code per address."""
    uploads_per_minute: int = 30
    """Game records uploaded per address."""
    checks_per_minute: int = 120
    """Game records of tables downloaded, replayed or verified per address."""
    phrases_per_minute: int = 20
    """Phrases of one guest at one table."""
    tables_per_socket: int = 64
    """Tables that one socket may watch."""
    send_queue: int = 64
    """Messages that may wait for a slow client before it is disconnected."""
    table_queue: int = 256
    """Requests that may wait for one table."""

    @property
    def secure(self) -> bool:
        """Whether players use https."""
        return self.public_url.startswith("https://")


def from_environment(environment: Mapping[str, str] = os.environ, base: Settings | None = None) -> Settings:
    """`base` (default: the default settings) with what the environment sets. A value that is not a number where one is
    needed is refused."""
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
