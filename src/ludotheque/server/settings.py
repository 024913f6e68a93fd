"""What a host can set. Each setting can be given in the environment, as ``LUDOTHEQUE_`` and its name in capitals."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from ..engine.errors import Refusal


@dataclass(frozen=True)
class Settings:
    """The settings of a serving process; ``docs/reference/settings.md`` lists them. Times are in seconds."""

    database: str = ""
    """SQLite file or ``postgresql://`` address; empty: a file in the user's data folder."""
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    """The address that players type, where it is not ours: behind a proxy. ``https`` here makes cookies secure."""
    trusted_proxies: str = "127.0.0.1"
    """From whom ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are believed, with commas between."""
    host_names: str = ""
    """Names by which we are known besides our own and that of ``public_url``, with commas between."""
    metrics_for: str = "127.0.0.1,::1"
    """The addresses that may read ``/metrics``, with commas between; ``*`` for all."""

    away_after: float = 120.0
    """After this time without its player a seat is played by a bot."""
    abandon_after: float = 7 * 86_400.0
    """An unfinished table on which nothing happens for this time is closed and its seed revealed."""
    keep_idle: float = 60.0
    """How long a table that nobody watches stays in memory."""
    bot_processes: int = 1
    """Processes in which bots think."""
    bot_ms: float = 100.0
    """How long a bot thinks at most, in milliseconds; less where more bots think than there are processes for them."""
    bot_queue: int = 256
    """Thoughts that may wait for those processes; more are not begun before some are done."""

    check_processes: int = 1
    """Processes in which records are replayed and verified; play comes before them."""
    check_seconds: float = 30.0
    """What takes longer there is ended."""

    request_within: float = 15.0
    """A request that is not whole after this time is let go; so is an answer that nobody takes in four times that."""
    connections_per_address: int = 256
    """Connections of one address that are no sockets; those of a trusted proxy are not counted."""
    sockets_per_address: int = 256
    messages_per_second: float = 50.0
    """What one socket may send in the long run; it may save up three seconds' worth."""
    guests_per_minute: int = 60
    """New guests from one address."""
    tables_per_minute: int = 60
    """New tables from one address."""
    codes_per_minute: int = 30
    """Short codes tried from one address."""
    uploads_per_minute: int = 30
    """Records sent for replay or verification from one address."""
    checks_per_minute: int = 120
    """Records of tables asked for, replayed or verified from one address."""
    phrases_per_minute: int = 20
    """Phrases of one guest at one table."""
    tables_per_socket: int = 64
    """Tables that one socket may watch."""
    send_queue: int = 64
    """Messages that may wait for a slow reader before its socket is dropped."""
    table_queue: int = 256
    """Requests that may wait for one table."""

    @property
    def secure(self) -> bool:
        """Whether players reach us by https."""
        return self.public_url.startswith("https://")


def from_environment(environment: Mapping[str, str] = os.environ, base: Settings | None = None) -> Settings:
    """The settings that the environment gives, over the defaults."""
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
