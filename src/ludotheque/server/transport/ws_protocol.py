"""WebSocket connections with a direct path: messages are written to the transport at once, and received by a callback.

uvicorn's own protocol needs a task switch and a queue for each message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION_KEY = "ludotheque.socket"
"""The key in `scope["extensions"]` under which the application finds the connection."""


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose messages bypass the ASGI queues."""

    on_message: Callable[[str | None], None] | None = None
    """Called with each message: its text, or None for binary messages."""

    def handle_connect(self, event: Request) -> None:
        """See uvicorn."""
        self._early: list[str | None] = []
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION_KEY] = self

    def listen(self, on_message: Callable[[str | None], None]) -> None:
        """Call `on_message` with every message, first with those that have already arrived."""
        self.on_message = on_message
        for text in self._early:
            on_message(text)
        self._early = []

    def write(self, data: bytes) -> bool:
        """Write a text message; False if that is not possible now: the client reads too slowly or is gone."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or not self.handshake_complete:
            return False
        size = len(data)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + data)
        return True

    def send_receive_event_to_app(self) -> None:
        """Pass on a complete message at once. Text that is not UTF-8 closes the socket with 1007 and is not logged as
        an error of the server."""
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        text = None
        if self.curr_msg_data_type == "text":
            try:
                text = data.decode()
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        if self.on_message is not None:
            self.on_message(text)
        else:  # it arrived before `listen`
            self._early.append(text)
