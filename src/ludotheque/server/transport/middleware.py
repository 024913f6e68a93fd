"""What every request passes first: which names we answer to, which sites may ask, how large a request may be."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..messages import CODES, MAX_MESSAGE, encode
from ..settings import Settings
from ..telemetry import REFUSALS, incident

MAX_RECORD = 1 << 20
"""Bytes of a record that is sent to be replayed, verified or kept."""
RECORD_PATHS = ("/api/replay", "/api/verify", "/api/records")

# `wasm-unsafe-eval` lets the page run the law, a WebAssembly module of our own; it allows no text to be run as code.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'{sockets}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # a table's address is its key
    (b"cross-origin-resource-policy", b"same-origin"),
]
OPENER = (b"cross-origin-opener-policy", b"same-origin")
"""Over https only: from plain http a browser ignores it, and complains."""

NAME_AND_PORT = re.compile(r"(?:\[(?P<bracketed>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(?::(?P<port>[0-9]{1,5}))?")
"""What a `Host` can be."""

INCIDENT = "ludotheque.incident"
"""Where the application leaves, in a request's scope, the id of the incident that it has answered with."""

STATUS = {"origin": 403, "host_name": 421, "too_large": 413}


def policy(host: str) -> bytes:
    """The content security policy. To some browsers 'self' means no sockets, so these are named for this host."""
    plain = re.fullmatch(r"[A-Za-z0-9.:\[\]-]+", host) is not None
    return POLICY.format(sockets=f" ws://{host} wss://{host}" if plain else "").encode()


class TooLarge(Exception):
    """A request's body is larger than we read."""


def error_body(code: str, message: str | None = None, **more: Any) -> dict[str, Any]:
    """The body of every answer that is no success."""
    REFUSALS.labels(code).inc()
    return {"error": {"code": code, "message": message or CODES.get(code, code), **more}}


class Guard:
    """ASGI middleware. It also sets the headers of every answer, and turns what is unexpected into an incident."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.headers = [*HEADERS, OPENER] if settings.secure else HEADERS
        public = urlsplit(settings.public_url)
        self.public = f"{public.scheme}://{public.netloc}" if settings.public_url else None
        own = socket.gethostname().lower()
        given = [name.strip().lower() for name in settings.host_names.split(",") if name.strip()]
        self.names = {"localhost", own, f"{own}.local", (public.hostname or "localhost").lower(), *given}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        wrong = self.refuses(scope, headers)
        if scope["type"] == "websocket":
            if wrong is not None:
                REFUSALS.labels(wrong).inc()
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": wrong})  # answered with HTTP 403
            else:
                await self.app(scope, receive, send)
            return
        if wrong is not None:
            await answer(send, STATUS[wrong], error_body(wrong))
            return
        await self.serve(scope, receive, send, headers.get(b"host", ""))

    async def serve(self, scope: Scope, receive: Receive, send: Send, host: str) -> None:
        """An HTTP request that may pass."""
        left = MAX_RECORD if scope["path"] in RECORD_PATHS else MAX_MESSAGE
        begun = False

        async def counted() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise TooLarge
            return message

        async def dressed(message: Message) -> None:
            nonlocal begun
            if left < 0 and not begun:
                raise TooLarge  # again: FastAPI would say that the body is malformed
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], (b"content-security-policy", policy(host)), *self.headers]
            await send(message)

        try:
            await self.app(scope, counted, dressed)
        except TooLarge:
            if not begun:
                left = 0
                await answer(dressed, 413, error_body("too_large"))
        except Exception as error:
            # What the application has answered as an incident comes here too.
            name = scope.get(INCIDENT) or incident(scope["path"], error)
            if not begun:
                await answer(dressed, 500, error_body("incident", incident=name))

    def refuses(self, scope: Scope, headers: dict[bytes, str]) -> str | None:
        """The code if this request may not pass."""
        host = headers.get(b"host", "")
        if not self.answers_to(host):
            return "host_name"
        origin = headers.get(b"origin")
        unsafe = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if unsafe and origin is not None and not self.is_ours(origin, host):
            return "origin"
        if unsafe and headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "origin"
        if scope["type"] == "http":
            length = headers.get(b"content-length", "0")
            limit = MAX_RECORD if scope["path"] in RECORD_PATHS else MAX_MESSAGE
            if not length.isdigit() or int(length[:12]) > limit:
                return "too_large"
        return None

    def answers_to(self, host: str) -> bool:
        """Whether we are known by this name. Any other may be a stranger's page that lets its name point to us."""
        found = NAME_AND_PORT.fullmatch(host)
        if found is None or int(found["port"] or 0) > 65535:
            return False
        name = (found["bracketed"] or found["name"]).lower()
        if name in self.names and not found["bracketed"]:
            return True
        try:
            return ipaddress.ip_address(name).version == (6 if found["bracketed"] else 4)
        except ValueError:
            return False

    def is_ours(self, origin: str, host: str) -> bool:
        """Whether a page came from us."""
        return origin == self.public or origin in (f"http://{host}", f"https://{host}")


async def answer(send: Send, status: int, body: dict[str, Any]) -> None:
    """Send a JSON answer."""
    data = encode(body)
    length = (b"content-length", str(len(data)).encode())
    start = {
        "type": "http.response.start",
        "status": status,
        "headers": [(b"content-type", b"application/json"), length],
    }
    await send(start)
    await send({"type": "http.response.body", "body": data})
