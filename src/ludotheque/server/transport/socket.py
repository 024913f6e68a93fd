"""One WebSocket: its guest, what it sends and what it is sent."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from starlette.websockets import WebSocket

from ...engine.errors import Refusal
from .. import messages as m
from ..auth import hash_of, make_guest
from ..limits import Bucket
from ..messages import refusal
from ..tables.table_task import Asked, Follow, Unfollow, refused, refused_incident
from ..tables.updates import layout_of
from ..telemetry import DROPPED, SOCKETS
from .ws_protocol import KEY, Socketed

if TYPE_CHECKING:
    from ..tables.lobby import Lobby

HELLO_WITHIN = 15.0
"""Seconds that a new socket has to say hello."""
FLOOD = 200
"""A socket is closed after so many messages in a row beyond its rate."""


ENTRIES_A_MESSAGE = 20
"""So many entries that a `watch` asks for cost as much as one message."""
AGAIN = 4
"""What it costs to watch a table that one watches already, in messages."""


class Socket:
    """A socket from its opening to its close. It is a `live.Watcher`."""

    def __init__(self, websocket: WebSocket, lobby: Lobby, address: str, cookie: str | None) -> None:
        self.websocket = websocket
        self.lobby = lobby
        self.address = address
        self.cookie = cookie
        self.guest = ""
        self.name: str | None = None
        self._connection: Socketed = websocket.scope["extensions"][KEY]
        self._out: asyncio.Queue[bytes] = asyncio.Queue(lobby.settings.send_queue)
        """What waits because the client reads slowly."""
        self._tables: set[str] = set()
        self._bucket = Bucket(lobby.settings.messages_per_second)
        self._flood = 0
        self._caught_up = True
        self._in: asyncio.Queue[Any] = asyncio.Queue()
        """Messages that wait for one before them, or for the store."""
        self._busy = False
        self._closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    # -- To the client -------------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Send a message, soon. Who does not read fast enough is dropped, and can come back for the gap."""
        if self._caught_up and self._connection.write(message):
            return
        self._caught_up = False
        try:
            self._out.put_nowait(message)
        except asyncio.QueueFull:
            self.close(4001)

    def tell(self, message: Any) -> None:
        """Send a message that is not yet JSON."""
        self.send(m.encode(message))

    def close(self, code: int) -> None:
        """Close the socket, soon."""
        if not self._closed.done():
            DROPPED.labels(m.CLOSES[code]).inc()
            self._closed.set_result(code)

    async def run(self) -> None:
        """Serve the socket to its end."""
        await self.websocket.accept()
        SOCKETS.inc()
        patience = asyncio.get_running_loop().call_later(HELLO_WITHIN, self._expect_hello)
        works = (self._until_gone(), self._read(), self._write())
        tasks: list[asyncio.Future[Any]] = [asyncio.create_task(work) for work in works]
        self._connection.listen(self._hear)
        try:
            await asyncio.wait([*tasks, self._closed], return_when=asyncio.FIRST_COMPLETED)
        finally:
            SOCKETS.dec()
            patience.cancel()
            for task in tasks:
                task.cancel()
            for table in self._tables:
                if table in self.lobby.live:
                    self.lobby.live[table].put(Unfollow(self))
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._closed.done():
            try:
                async with asyncio.timeout(5):
                    await self.websocket.close(self._closed.result(), m.CLOSES[self._closed.result()])
            except (TimeoutError, RuntimeError):
                pass  # it is gone already

    async def _write(self) -> None:
        """Send what had to wait."""
        while True:
            message = await self._out.get()
            while not self._connection.write(message):
                if self._connection.disconnected or self._connection.close_sent:
                    return
                await self._connection.writable.wait()
                await asyncio.sleep(0)
            self._caught_up = self._out.empty()

    def _expect_hello(self) -> None:
        if not self.guest:
            self.close(4003)

    # -- From the client -----------------------------------------------------------------------------------------------

    def _hear(self, text: str | None) -> None:
        """A message has come. What can be done at once is; what must wait for something waits in order."""
        ref = None
        try:
            if not self._bucket.take():
                self._flood += 1
                if self._flood > FLOOD:
                    self.close(4002)
                    return
                raise refusal("too_many", limit="messages_per_second")
            self._flood = 0
            message, ref = self._decode(text)
            if message is not None and (self._busy or not self._handle_now(message)):
                self._in.put_nowait(message)
                self._busy = True
        except Refusal as error:
            self.tell(refused(error, ref=ref))
        except Exception as error:
            self.tell(refused_incident(error, ref=ref))

    async def _read(self) -> None:
        """Do what had to wait."""
        while True:
            message = await self._in.get()
            try:
                if not self._handle_now(message):
                    await self._handle(message)
            except Refusal as error:
                self.tell(refused(error, ref=message.ref))
            except Exception as error:
                self.tell(refused_incident(error, ref=message.ref))
            self._busy = not self._in.empty()

    async def _until_gone(self) -> None:
        while (await self.websocket.receive())["type"] != "websocket.disconnect":
            pass

    def _decode(self, text: str | None) -> tuple[Any, str | None]:
        """The message in a frame, and its ref."""
        if text is None:
            raise refusal("malformed", "Messages are text, not bytes.")
        try:
            if "\\u" not in text:
                message = m.CLIENT.validate_json(text)
                return message, message.ref
        except ValidationError:
            pass  # what is wrong with it is found below, one thing after the other
        try:
            value = json.loads(text)
            if "\\u" in text:
                json.dumps(value, ensure_ascii=False).encode()  # half a sign can be escaped, but not sent back
        except (ValueError, RecursionError):
            raise refusal("malformed", "The message is not JSON.") from None
        ref = value.get("ref") if isinstance(value, dict) else None
        ref = ref if isinstance(ref, str) and 0 < len(ref) <= 64 else None
        try:
            return m.CLIENT.validate_python(value), ref
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(map(str, first["loc"]))
            wrong = refusal("malformed", f"{where}: {first['msg']}" if where else first["msg"], field=where)
            self.tell(refused(wrong, ref=ref))
            return None, ref

    def _handle_now(self, message: Any) -> bool:
        """Do what needs no waiting; whether this was such a message."""
        if isinstance(message, m.Ping):
            self.tell({"type": "pong", **_ref_of(message)})
        elif isinstance(message, m.Hello):
            return False
        elif not self.guest:
            raise refusal("hello_first")
        elif isinstance(message, m.Watch):
            return False
        elif isinstance(message, m.Unwatch):
            self._tables.discard(message.table)
            if message.table in self.lobby.live:
                self.lobby.live[message.table].put(Unfollow(self))
            self.tell({"type": "done", "table": message.table, **_ref_of(message)})
        elif message.table not in self._tables:
            raise refusal("not_watching")
        else:
            live = self.lobby.live.get(message.table)
            if live is None:
                return False
            live.ask(Asked(self, message, time.perf_counter()))
        return True

    async def _handle(self, message: Any) -> None:
        if isinstance(message, m.Hello):
            await self._hello(message)
        elif isinstance(message, m.Watch):
            await self._watch(message)
        else:
            arrived = time.perf_counter()
            live = await self.lobby.open(message.table)
            live.ask(Asked(self, message, arrived))

    async def _hello(self, hello: m.Hello) -> None:
        if hello.protocol != m.PROTOCOL:
            raise refusal("protocol", protocol=m.PROTOCOL)
        if self.guest:
            raise refusal("malformed", "Hello was already sent.")
        secret = hello.secret or self.cookie
        guest = None if secret is None else await self.lobby.store.guest_by_secret(hash_of(secret))
        new = None
        if guest is not None:
            self.guest, self.name = guest.id, guest.name
            await self.lobby.store.seen([guest.id], self.lobby.settings.away_after / 4)
        elif hello.secret is None and hello.name is not None:
            self.lobby.limits.hit("guests_per_minute", self.address)
            self.guest, new = await make_guest(self.lobby.store, hello.name)
            self.name = hello.name
        else:
            raise refusal("guest" if secret is None else "no_such_guest")
        welcome = {"type": "welcome", "protocol": m.PROTOCOL, "guest": self.guest, "name": self.name, **_ref_of(hello)}
        self.tell(welcome | ({"secret": new} if new is not None else {}))

    async def _watch(self, message: m.Watch) -> None:
        if len(self._tables) >= self.lobby.settings.tables_per_socket and message.table not in self._tables:
            raise refusal("too_many", limit="tables_per_socket")
        live = await self.lobby.open(message.table)
        gap = max(0, live.table.n - message.after)
        if not self._bucket.take(gap / ENTRIES_A_MESSAGE + (AGAIN if message.table in self._tables else 0)):
            raise refusal("too_many", limit="messages_per_second")
        form = message.form if message.layout == layout_of(live.table.game.id) else "view"
        live.ask(Follow(self, message.after, message.ref, form))
        self._tables.add(message.table)


def _ref_of(message: m.Incoming) -> dict[str, str]:
    return {} if message.ref is None else {"ref": message.ref}
