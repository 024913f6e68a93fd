"""HTTP connections with limits: how many per address and in total, how large a request may be, how long it and its
response may take, and how many requests may wait on one connection.

uvicorn waits for ever for the rest of a request and for clients that do not read their response, and keeps headers of
any size and any number of requests, so its protocol class is extended here. `ConnectionLimiter` counts all connections
of a process; WebSockets are not counted.
"""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..messages import encode
from ..settings import Settings
from ..telemetry import dropped, log
from .middleware import MAX_RECORD, error_body

FILES_RESERVED = 64
"""File descriptors that connections leave for the database and everything else."""
RESPONSE_FACTOR = 4
"""A response may take this many times as long as a request."""
MAX_HEAD = 64 * 1024
"""Bytes of a request up to the end of its headers, about: whole reads are counted."""
MAX_REQUEST = MAX_HEAD + 2 * MAX_RECORD
"""Bytes of a whole request. Chunks make it larger than its body, which the middleware limits."""
MAX_PIPELINE = 8
"""Requests that may wait on one connection for an earlier one."""
LOG_INTERVAL = 60.0
"""Seconds until connections rejected for the same reason are logged again."""


def raise_file_limit() -> int | None:
    """Raise the soft limit of open files to the hard limit. The limit; None if there is none or it is unknown."""
    if sys.platform == "win32":
        return None
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return None if hard == resource.RLIM_INFINITY else hard


class ConnectionLimiter:
    """Decides which connections are accepted. `files`: the limit of open files, if there is one."""

    def __init__(self, settings: Settings, files: int | None) -> None:
        self.request_timeout = settings.request_within
        self._max_total = None if files is None else max(1, files - FILES_RESERVED)
        self._max_per_address = settings.connections_per_address
        self._proxies = {proxy.strip() for proxy in settings.proxies.split(",")}
        self._open: dict[str, int] = {}
        self._last_logged: dict[str, float] = {}

    def admit(self, address: str, total: int) -> bool:
        """Whether to accept a connection from an address; if so, it is counted. `total`: all open connections,
        including this one."""
        if self._max_total is not None and total > self._max_total:
            return self._reject("open_files", address)
        count = self._open.get(address, 0)
        if count >= self._max_per_address and address not in self._proxies and "*" not in self._proxies:
            return self._reject("connections_per_address", address)
        self._open[address] = count + 1
        return True

    def release(self, address: str) -> None:
        """A counted connection was closed or has become a WebSocket."""
        count = self._open.get(address, 0) - 1
        if count > 0:
            self._open[address] = count
        else:
            self._open.pop(address, None)

    def _reject(self, limit: str, address: str) -> bool:
        dropped(limit, address)
        now = time.monotonic()
        if now - self._last_logged.get(limit, -LOG_INTERVAL) >= LOG_INTERVAL:
            self._last_logged[limit] = now
            log.warning("connections are rejected", limit=limit)
        return False


class LimitedHttpProtocol(HttpToolsProtocol):
    """An HTTP connection with limits. `limiter` is set by `limited_http_protocol`."""

    limiter: ConnectionLimiter
    _address = ""
    _counted = False
    _in_head = True
    """Whether the headers of a request are being received, or none is."""
    _size = 0
    """Bytes received of the current request."""
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See asyncio."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client is not None else ""
        self._counted = self.limiter.admit(self._address, len(self.connections))
        if self._counted:
            self._start_timer(1)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        if self._timer is None:
            self._start_timer(1)
        self._size += len(data)
        super().data_received(data)
        if self._size > (MAX_HEAD if self._in_head else MAX_REQUEST):
            self._drop("too_large")
        elif len(self.pipeline) > MAX_PIPELINE:
            self._drop("pipeline")

    def on_headers_complete(self) -> None:
        """The headers are complete."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete: now the response has its own time limit."""
        super().on_message_complete()
        self._in_head, self._size = True, 0
        self._start_timer(RESPONSE_FACTOR)

    def on_response_complete(self) -> None:
        """The response is sent. uvicorn itself closes idle connections."""
        self._stop_timer()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a WebSocket."""
        self._release()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP in the format of all other refusals."""
        data = encode(error_body("malformed", "This is not an HTTP request."))
        head = b"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: "
        self.transport.write(head + str(len(data)).encode() + b"\r\n\r\n" + data)
        self.transport.close()

    def _release(self) -> None:
        self._stop_timer()
        if self._counted:
            self._counted = False
            self.limiter.release(self._address)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _start_timer(self, times: int) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(times * self.limiter.request_timeout, self._time_out)

    def _time_out(self) -> None:
        self._timer = None
        self._drop("late")

    def _drop(self, reason: str) -> None:
        """Abort a connection that exceeds a limit."""
        dropped(reason, self._address)
        self.transport.abort()


def limited_http_protocol(limiter: ConnectionLimiter) -> Any:
    """The protocol class for uvicorn, with this limiter."""
    return type("LimitedHttpProtocol", (LimitedHttpProtocol,), {"limiter": limiter})
