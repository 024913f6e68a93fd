"""A connection that has become a socket: frames are written at once, and the same bytes to all who get them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

KEY = "ludotheque.socket"
"""Where the application finds the connection, in its scope's extensions."""


class Socketed(WebSocketsSansIOProtocol):
    """A socket with a short way out: what is written goes to the system without a task and a queue each."""

    hear: Callable[[str | None], None] | None = None
    """Called with each message: its text, or None for bytes."""

    def handle_connect(self, event: Request) -> None:
        """See uvicorn."""
        self.early: list[str | None] = []
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[KEY] = self

    def listen(self, hear: Callable[[str | None], None]) -> None:
        """Hear every message from now on, and those that came before."""
        self.hear = hear
        for text in self.early:
            hear(text)
        self.early = []

    def write(self, data: bytes) -> bool:
        """Write a text message; False if that cannot be done now, since the reader is slow, or gone."""
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
        """A message is heard at once. Text that is no UTF-8 ends the socket with 1007, and is no failure of ours to be
        logged."""
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
        if self.hear is not None:
            self.hear(text)
        else:  # what comes before the socket is accepted: nobody is there to hear it
            self.early.append(text)
