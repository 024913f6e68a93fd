"""One WebSocket: its guest, the messages it sends and receives."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from starlette.websockets import WebSocket

from ...engine.errors import Refusal
from .. import messages as m
from ..auth import create_guest, hash_secret
from ..limits import Asker, TokenBucket
from ..messages import refusal
from ..tables.inbox import ClientRequest, Subscribe, Unsubscribe
from ..tables.replies import refused, refused_incident
from ..tables.updates import layout_of
from ..telemetry import SOCKETS, dropped
from .ws_protocol import EXTENSION_KEY, DirectWebSocketProtocol, frame_budget

if TYPE_CHECKING:
    from ..tables.lobby import Lobby

HELLO_TIMEOUT = 15.0
"""Seconds in which a new socket must say hello."""
MAX_FLOOD = 200
"""A socket is closed after this many consecutive messages above its rate."""
MAX_DEFERRED = 64
"""Messages of a socket that may wait for an earlier one or for the store; more are refused as busy."""
ENTRIES_PER_MESSAGE = 20
"""For the rate limit, this many entries requested by `watch` cost as much as one message."""
REWATCH_COST = 4
"""Cost, in messages, of watching a table that the socket already watches."""


class ClientSocket:
    """A socket from its opening to its end; the `inbox.Client` of the tables it watches."""

    def __init__(self, websocket: WebSocket, lobby: Lobby, address: str, cookie: str | None) -> None:
        self.websocket = websocket
        self.lobby = lobby
        self.address = address
        self.cookie = cookie
        self.guest = ""
        self.name: str | None = None
        self.secret_hash = b""
        self._connection: DirectWebSocketProtocol = websocket.scope["extensions"][EXTENSION_KEY]
        self._connection.budget = frame_budget(lobby.settings.messages_per_second, MAX_FLOOD)
        self._connection.address = address
        self.counted_as = Asker(address)
        """As what the socket is counted for the limits: its address, and its guest once it has said hello."""
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue(lobby.settings.send_queue)
        """Messages that wait because the client reads slowly."""
        self._tables: set[str] = set()
        self._bucket = TokenBucket(lobby.settings.messages_per_second)
        self._flood = 0
        self._caught_up = True
        self._deferred: asyncio.Queue[Any] = asyncio.Queue(MAX_DEFERRED)
        """Received messages that wait for an earlier one or for the store."""
        self._deferring = False
        self._closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    # -- To the client -------------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Send encoded JSON. A client that reads too slowly is disconnected; it can reconnect and ask for what it
        missed."""
        if self._caught_up and self._connection.write(message):
            return
        self._caught_up = False
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            self.close(4001)

    def send_json(self, message: Any) -> None:
        """Encode a message and send it."""
        self.send(m.encode(message))

    def close(self, code: int) -> None:
        """Close the socket soon, with a code of `messages.CLOSES`."""
        if not self._closed.done():
            dropped(m.CLOSES[code], self.address, self.guest)
            self._closed.set_result(code)

    async def run(self) -> None:
        """Serve the socket to its end."""
        await self.websocket.accept()
        SOCKETS.inc()
        hello_timer = asyncio.get_running_loop().call_later(HELLO_TIMEOUT, self._check_hello)
        coroutines = (self._wait_for_disconnect(), self._handle_deferred(), self._send_deferred())
        tasks: list[asyncio.Future[Any]] = [asyncio.create_task(one) for one in coroutines]
        self._connection.listen(self._on_message)
        try:
            await asyncio.wait([*tasks, self._closed], return_when=asyncio.FIRST_COMPLETED)
        finally:
            SOCKETS.dec()
            hello_timer.cancel()
            for running in tasks:
                running.cancel()
            for table in self._tables:
                if table in self.lobby.tasks:
                    self.lobby.tasks[table].put(Unsubscribe(self))
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._closed.done():
            try:
                async with asyncio.timeout(5):
                    await self.websocket.close(self._closed.result(), m.CLOSES[self._closed.result()])
            except (TimeoutError, RuntimeError):
                pass  # the connection is already gone

    async def _send_deferred(self) -> None:
        """Send what had to wait."""
        while True:
            message = await self._unsent.get()
            while not self._connection.write(message):
                if self._connection.disconnected or self._connection.close_sent:
                    return
                await self._connection.writable.wait()
                await asyncio.sleep(0)
            self._caught_up = self._unsent.empty()

    def _check_hello(self) -> None:
        if not self.guest:
            self.close(4003)

    # -- From the client -----------------------------------------------------------------------------------------------

    def _on_message(self, text: str | None) -> None:
        """Handle a message at once if possible; otherwise defer it, and all that follow, in order."""
        ref = None
        try:
            if not self._bucket.take():
                self._flood += 1
                if self._flood > MAX_FLOOD:
                    self._connection.drop(4002)
                    return
                raise refusal("too_many", limit="messages_per_second")
            self._flood = 0
            message, ref = self._decode(text)
            if message is not None and (self._deferring or not self._handle_now(message)):
                if self._deferred.full():
                    raise refusal("busy")
                self._deferred.put_nowait(message)
                self._deferring = True
        except Refusal as error:
            self.send_json(refused(error, ref=ref))
        except Exception as error:
            self.send_json(refused_incident(error, ref=ref))

    async def _handle_deferred(self) -> None:
        """Handle deferred messages."""
        while True:
            message = await self._deferred.get()
            try:
                if not self._handle_now(message):
                    await self._handle(message)
            except Refusal as error:
                self.send_json(refused(error, ref=message.ref))
            except Exception as error:
                self.send_json(refused_incident(error, ref=message.ref))
            self._deferring = not self._deferred.empty()

    async def _wait_for_disconnect(self) -> None:
        while (await self.websocket.receive())["type"] != "websocket.disconnect":
            pass

    def _decode(self, text: str | None) -> tuple[Any, str | None]:
        """The message and its ref. The message is None if it was refused."""
        if text is None:
            raise refusal("malformed", "Messages are text, not bytes.")
        try:
            if "\\u" not in text:
                message = m.CLIENT.validate_json(text)
                return message, message.ref
        except ValidationError:
            pass  # the first error is found below
        try:
            value = json.loads(text)
            if "\\u" in text:
                json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate can be escaped but not sent back
        except (ValueError, RecursionError):
            raise refusal("malformed", "The message is not JSON.") from None
        ref = value.get("ref") if isinstance(value, dict) else None
        ref = ref if isinstance(ref, str) and 0 < len(ref) <= 64 else None
        try:
            return m.CLIENT.validate_python(value), ref
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(map(str, first["loc"]))
            malformed = refusal("malformed", f"{where}: {first['msg']}" if where else first["msg"], field=where)
            self.send_json(refused(malformed, ref=ref))
            return None, ref

    def _handle_now(self, message: Any) -> bool:
        """Handle a message that needs no waiting; whether it did."""
        if isinstance(message, m.Ping):
            self.send_json({"type": "pong", **_ref(message)})
        elif isinstance(message, m.Hello):
            return False
        elif not self.guest:
            raise refusal("hello_first")
        elif isinstance(message, m.Watch):
            return False
        elif isinstance(message, m.Unwatch):
            self._tables.discard(message.table)
            if message.table in self.lobby.tasks:
                self.lobby.tasks[message.table].put(Unsubscribe(self))
            self.send_json({"type": "done", "table": message.table, **_ref(message)})
        elif message.table not in self._tables:
            raise refusal("not_watching")
        else:
            task = self.lobby.tasks.get(message.table)
            if task is None:
                return False
            task.submit(ClientRequest(self, message, time.perf_counter()))
        return True

    async def _handle(self, message: Any) -> None:
        if isinstance(message, m.Hello):
            await self._hello(message)
        elif isinstance(message, m.Watch):
            await self._watch(message)
        else:
            arrived = time.perf_counter()
            task = await self.lobby.open(message.table)
            task.submit(ClientRequest(self, message, arrived))

    async def _hello(self, hello: m.Hello) -> None:
        if hello.protocol != m.PROTOCOL:
            raise refusal("protocol", protocol=m.PROTOCOL)
        if self.guest:
            raise refusal("malformed", "Hello was already sent.")
        secret = hello.secret or self.cookie
        guest = None if secret is None else await self.lobby.store.guest_by_secret(hash_secret(secret))
        new = None
        if guest is not None:
            if guest.is_banned:
                raise refusal("banned", until=guest.banned_until.isoformat())
            if not self._count_as(guest.id):
                return
            self.guest, self.name = guest.id, guest.name
            self.secret_hash = hash_secret(secret or "")
            await self.lobby.store.seen([guest.id], self.lobby.settings.away_after / 4)
        elif hello.secret is None and hello.name is not None:
            self.lobby.limits.hit("guests_per_minute", Asker(self.address))
            created, new = await create_guest(self.lobby.store, hello.name)
            if not self._count_as(created):
                return
            self.guest, self.name, self.secret_hash = created, hello.name, hash_secret(new)
        else:
            raise refusal("guest" if secret is None else "no_such_guest")
        self._bucket = self.lobby.limits.message_bucket(self.guest)
        self._connection.guest = self.guest
        welcome = {"type": "welcome", "protocol": m.PROTOCOL, "guest": self.guest, "name": self.name, **_ref(hello)}
        self.send_json(welcome | ({"secret": new} if new is not None else {}))

    def _count_as(self, guest: str) -> bool:
        """Count this socket for its guest from now on; close it if the guest has too many."""
        asker = Asker(self.address, guest)
        if not self.lobby.limits.open_socket_of_guest(asker):
            self.close(4004)
            return False
        self.counted_as = asker
        return True

    async def _watch(self, message: m.Watch) -> None:
        if len(self._tables) >= self.lobby.settings.tables_per_socket and message.table not in self._tables:
            raise refusal("too_many", limit="tables_per_socket")
        task = await self.lobby.open(message.table)
        await self.lobby.daily.check_may_look(task.table.facts, self.guest)
        # For older effects the server folds the whole log.
        gap = max(0, task.table.n - message.after) if task.table.keeps_effects_since(message.after) else task.table.n
        if not self._bucket.take(gap / ENTRIES_PER_MESSAGE + (REWATCH_COST if message.table in self._tables else 0)):
            raise refusal("too_many", limit="messages_per_second")
        form = message.form if message.layout == layout_of(task.table.game.id) else "view"
        task.submit(Subscribe(self, message.after, message.ref, form))
        self._tables.add(message.table)


def _ref(message: m.Incoming) -> dict[str, str]:
    return {} if message.ref is None else {"ref": message.ref}
