"""The serving process: uvicorn with the application on an open store."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from uvicorn.loops.auto import auto_loop_factory

from ..store import open_store
from .api.app import application
from .messages import MAX_MESSAGE
from .settings import Settings
from .tables.wall_clock import wall_clock
from .telemetry import configure_logging, log, log_drops
from .transport.ws_protocol import DirectWebSocketProtocol

SWITCH_INTERVAL = 0.0005
"""Seconds after which a computing thread releases the GIL."""


class _Server(uvicorn.Server):
    """Reports its port, and exits normally on signals."""

    on_listening: Callable[[int], None]

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down gracefully on SIGINT and SIGTERM and exit normally (uvicorn would raise the signal again)."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        await super().startup(sockets)
        gc.enable()  # the command line disables it while modules are loaded
        if self.started:
            self.on_listening(self.servers[0].sockets[0].getsockname()[1])


def protocols(settings: Settings) -> dict[str, Any]:
    """The protocol classes for uvicorn."""
    if sys.platform == "win32":  # httptools, which `http_protocol` builds on, is not installed there
        return {"ws": DirectWebSocketProtocol}
    from .transport.http_protocol import ConnectionLimiter, limited_http_protocol, raise_file_limit

    return {
        "http": limited_http_protocol(ConnectionLimiter(settings, raise_file_limit())),
        "ws": DirectWebSocketProtocol,
    }


def serve(settings: Settings, on_listening: Callable[[int], None], clock: Callable[[], float] = wall_clock) -> None:
    """Serve until a signal arrives. `on_listening` is called with the port. `clock`: see `Lobby`. Raises
    `store.Unusable` if the database cannot be opened."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(_serve(settings, on_listening, clock))


async def _serve(settings: Settings, on_listening: Callable[[int], None], clock: Callable[[], float]) -> None:
    configure_logging()
    log_drops(bool(settings.log_drops))
    # The thread that writes to SQLite releases the GIL at every call and must get it back soon.
    sys.setswitchinterval(SWITCH_INTERVAL)
    store = await open_store(settings.database)
    try:
        config = uvicorn.Config(
            application(settings, store, clock=clock),
            host=settings.host,
            port=settings.port,
            **protocols(settings),
            ws_max_size=MAX_MESSAGE,
            ws_per_message_deflate=False,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            timeout_graceful_shutdown=10,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=settings.proxies,
            server_header=False,
            access_log=False,
            log_config=None,
            lifespan="on",
        )
        server = _Server(config)
        server.on_listening = on_listening
        await server.serve()
    finally:
        await store.close()
        log.info("stopped")
