"""A running process."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.loops.auto import auto_loop_factory

from ..store import open_store
from .api.app import application
from .messages import MAX_MESSAGE
from .renewal import hand_on, handed_on, ready
from .settings import Settings
from .telemetry import log, set_up_logs
from .transport.ws_protocol import Socketed

SWITCH = 0.0005
"""Seconds after which a thread that computes lets another one have the interpreter."""


class _Server(uvicorn.Server):
    """Says on which port it listens, and ends quietly."""

    listens: Callable[[int], None]
    compiling: Sequence[str] | None = None
    renewed = False
    """Whether it ended to begin anew."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop gracefully when told to, and end as a process that did its work (uvicorn would die of the signal)."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        await super().startup(sockets)
        gc.enable()  # it may have been off while all was loaded
        if not self.started:
            return
        if sockets is None:
            self.listens(self.servers[0].sockets[0].getsockname()[1])
        if self.compiling is not None:
            self._renewal = asyncio.create_task(self._renew(self.compiling))

    async def _renew(self, compiling: Sequence[str]) -> None:
        """End to begin anew, when the compiled law is there. (A process of Windows cannot become another one: there the
        next start has it.)"""
        if await ready(compiling, self.server_state.connections) and sys.platform != "win32":
            if self.should_exit:  # it was told to stop meanwhile
                return
            hand_on(one for server in self.servers for one in server.sockets)
            self.renewed = self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """See uvicorn. Who is told to stop while it ends to begin anew does not begin anew."""
        self.renewed = False
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        if self.compiling is not None:
            self._renewal.cancel()
        await super().shutdown(sockets)


def protocols(settings: Settings) -> dict[str, Any]:
    """How connections are kept."""
    if sys.platform == "win32":  # there is no parser there that `connections` could limit
        return {"ws": Socketed}
    from .transport.http_protocol import Doorkeeper, kept_by, raise_file_limit

    return {"http": kept_by(Doorkeeper(settings, raise_file_limit())), "ws": Socketed}


def serve(settings: Settings, listens: Callable[[int], None], compiling: Sequence[str] | None = None) -> bool:
    """Serve until the process is told to stop. `listens` is called with the port; `store.Unusable` if there is no
    database to serve.

    `compiling` is a command that compiles the rules meanwhile. Then it may end by itself and answer True: the process
    is to begin anew, with the compiled law, as soon as it can."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(_serve(settings, listens, compiling))


async def _serve(settings: Settings, listens: Callable[[int], None], compiling: Sequence[str] | None) -> bool:
    set_up_logs()
    # The thread that writes to SQLite gives up the interpreter at every call, and must get it back soon.
    sys.setswitchinterval(SWITCH)
    store = await open_store(settings.database)
    try:
        config = uvicorn.Config(
            application(settings, store),
            host=settings.host,
            port=settings.port,
            **protocols(settings),
            ws_max_size=MAX_MESSAGE,
            ws_per_message_deflate=False,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            timeout_graceful_shutdown=10,
            forwarded_allow_ips=settings.trusted_proxies,
            server_header=False,
            access_log=False,
            log_config=None,
            lifespan="on",
        )
        server = _Server(config)
        server.listens, server.compiling = listens, compiling
        await server.serve(handed_on())
        return server.renewed
    finally:
        await store.close()
        log.info("stopped")
