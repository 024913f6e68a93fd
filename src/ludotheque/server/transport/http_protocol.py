"""Connections before they are requests or sockets: how many there may be, and how long one may take.

uvicorn waits for ever for the rest of a request, and for whoever does not take its answer. So its protocol is given
limits here; `Doorkeeper` counts for all connections of a process.
"""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..messages import encode
from ..settings import Settings
from ..telemetry import DROPPED, log
from .middleware import error_body

FILES_KEPT = 64
"""Open files that connections leave for the database and everything else."""
TO_TAKE = 4
"""An answer may take this much longer than a request."""
SAY_AGAIN = 60.0
"""Seconds after which the same reason for turning connections away is logged again."""


def raise_file_limit() -> int | None:
    """Let this process have as many files open as the system allows; how many these are, where that is known."""
    if sys.platform == "win32":
        return None
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return None if hard == resource.RLIM_INFINITY else hard


class Doorkeeper:
    """Who may connect."""

    def __init__(self, settings: Settings, files: int | None) -> None:
        self.within = settings.request_within
        self._most = None if files is None else max(1, files - FILES_KEPT)
        self._each = settings.connections_per_address
        self._proxies = {proxy.strip() for proxy in settings.trusted_proxies.split(",")}
        self._plain: dict[str, int] = {}
        self._said: dict[str, float] = {}

    def let_in(self, address: str, there: int) -> bool:
        """Whether one more connection may come from an address, `there` being so many in all; if so it is counted."""
        if self._most is not None and there > self._most:
            return self._turn_away("open_files")
        count = self._plain.get(address, 0)
        if count >= self._each and address not in self._proxies and "*" not in self._proxies:
            return self._turn_away("connections_per_address")
        self._plain[address] = count + 1
        return True

    def let_go(self, address: str) -> None:
        """A connection is closed, or has become a socket, and those are counted elsewhere."""
        count = self._plain.get(address, 0) - 1
        if count > 0:
            self._plain[address] = count
        else:
            self._plain.pop(address, None)

    def late(self) -> None:
        """A connection was closed because it took too long."""
        DROPPED.labels("late").inc()

    def _turn_away(self, limit: str) -> bool:
        DROPPED.labels(limit).inc()
        now = time.monotonic()
        if now - self._said.get(limit, -SAY_AGAIN) >= SAY_AGAIN:
            self._said[limit] = now
            log.warning("connections are turned away", limit=limit)
        return False


class Plain(HttpToolsProtocol):
    """A connection that is no socket. `keeper` is set by `kept_by`."""

    keeper: Doorkeeper
    _address = ""
    _counted = False
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See asyncio."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client is not None else ""
        self._counted = self.keeper.let_in(self._address, len(self.connections))
        if self._counted:
            self._wait(1)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        if self._patience is None:
            self._wait(1)
        super().data_received(data)

    def on_message_complete(self) -> None:
        """The request is whole: from now on the answer may take its time."""
        super().on_message_complete()
        self._wait(TO_TAKE)

    def on_response_complete(self) -> None:
        """The answer is sent. uvicorn itself closes a connection on which nothing else comes."""
        self._rest()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket."""
        self._leave()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is refused like everything else."""
        data = encode(error_body("malformed", "This is not an HTTP request."))
        head = b"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: "
        self.transport.write(head + str(len(data)).encode() + b"\r\n\r\n" + data)
        self.transport.close()

    def _leave(self) -> None:
        self._rest()
        if self._counted:
            self._counted = False
            self.keeper.let_go(self._address)

    def _rest(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _wait(self, times: int) -> None:
        self._rest()
        self._patience = self.loop.call_later(times * self.keeper.within, self._end)

    def _end(self) -> None:
        self._patience = None
        self.keeper.late()
        self.transport.abort()


def kept_by(keeper: Doorkeeper) -> Any:
    """The protocol for new connections, with these limits."""
    return type("Plain", (Plain,), {"keeper": keeper})
