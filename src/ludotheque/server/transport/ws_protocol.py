"""WebSocket connections with a direct path: messages are written to the transport at once, and received by a callback.

uvicorn's own protocol needs a task switch and a queue for each message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from ..limits import TokenBucket
from ..messages import CLOSES
from ..telemetry import dropped

EXTENSION_KEY = "ludotheque.socket"
"""The key in `scope["extensions"]` under which the application finds the connection."""
SLICE = 1024
"""Received bytes are parsed in slices of this size, so that a flood is noticed before all of it is parsed."""
BYTES_PER_FRAME = 4096
"""For the frame budget, this many bytes cost as much as one frame."""
FRAMES_PER_MESSAGE = 2
"""Frames per second that a connection may send for each message per second that its socket may send."""
MAX_FRAGMENTS = 1024
"""Maximum number of frames of one message."""
ABORT_AFTER = 1.0
"""Seconds between the close frame of a dropped connection and its abort."""


def frame_budget(messages_per_second: float, burst: float = 0) -> TokenBucket:
    """The budget of a connection, in frames: twice the rate of messages, three seconds' worth and `burst` saved up."""
    budget = TokenBucket(FRAMES_PER_MESSAGE * messages_per_second)
    budget.size += burst
    budget.level = budget.size
    return budget


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose messages bypass the ASGI queues."""

    on_message: Callable[[str | None], None] | None = None
    """Called with each message: its text, or None for binary messages."""
    address = guest = ""
    """The client's address and guest, for `dropped`. The application sets them."""
    _dropped = False

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.budget = frame_budget(50)
        """What the client may still send. Control frames and fragments count too. The application replaces it."""

    def data_received(self, data: bytes) -> None:
        """See asyncio. Every frame and byte is taken from the budget; a client that exceeds it is dropped."""
        for at in range(0, len(data), SLICE):
            if self._dropped or self.transport.is_closing():
                return
            part = data[at : at + SLICE]
            self.conn.receive_data(part)
            frames = len(self.conn.events)
            if not self.budget.take(frames + len(part) / BYTES_PER_FRAME) or len(self.frames) > MAX_FRAGMENTS:
                self.drop(4002)
                return
            if self.conn.parser_exc is not None:
                self.handle_parser_exception()
                return
            self.handle_events()

    def drop(self, code: int) -> None:
        """Stop reading at once, send a close frame with a code of `messages.CLOSES`, and abort the connection
        `ABORT_AFTER` seconds later, whatever the client does."""
        if self._dropped or self.disconnected:
            return
        self._dropped = True
        dropped(CLOSES[code], self.address, self.guest)
        self.transport.pause_reading()
        if self.handshake_complete and not self.close_sent:
            reason = CLOSES[code].encode()
            # Not `conn.send_close`: the parser may already have failed.
            self.transport.write(bytes((0x88, 2 + len(reason))) + code.to_bytes(2, "big") + reason)
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": CLOSES[code]})
        self.close_timer = self.loop.call_later(ABORT_AFTER, self.transport.abort)

    def handle_close(self, event: Frame) -> None:
        """See uvicorn. A dropped connection is aborted by its timer."""
        if not self._dropped:
            super().handle_close(event)

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
