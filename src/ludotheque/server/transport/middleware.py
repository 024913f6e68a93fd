"""Security middleware for every request: host names, origins, body sizes, security headers and unexpected errors."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..messages import CODES, MAX_MESSAGE, encode
from ..settings import Settings
from ..telemetry import HTTP, REFUSALS, incident

MAX_RECORD = 1 << 20
"""Bytes of a game record that is uploaded."""
RECORD_PATHS = ("/api/replay", "/api/verify", "/api/records")

# `wasm-unsafe-eval` allows the WebAssembly modules of the games; it does not allow text to be run as code.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'{sockets}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # the URL of a table is its key
    (b"cross-origin-resource-policy", b"same-origin"),
]
NO_STORE = (b"cache-control", b"no-store")
OPENER = (b"cross-origin-opener-policy", b"same-origin")
"""Sent over https only: over plain http browsers ignore it and log a warning."""

HOST_HEADER = re.compile(r"(?:\[(?P<bracketed>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(?::(?P<port>[0-9]{1,5}))?")
"""A valid `Host` header."""

INCIDENT = "ludotheque.incident"
"""Key in a request's scope for the id of the incident that the application has answered with."""

CLOSED = "the handler is closed"
"""Part of uvloop's error for a write to a connection that the client has just reset."""

STATUS = {"origin": 403, "host_name": 421, "too_large": 413}


def policy(host: str) -> bytes:
    """The content security policy. Some browsers do not include sockets in 'self', so they are named for this host."""
    plain = re.fullmatch(r"[A-Za-z0-9.:\[\]-]+", host) is not None
    return POLICY.format(sockets=f" ws://{host} wss://{host}" if plain else "").encode()


class TooLarge(Exception):
    """A request's body exceeds the limit."""


def error_body(code: str, message: str | None = None, **more: Any) -> dict[str, Any]:
    """The body of an error response. Counts the refusal."""
    REFUSALS.labels(code).inc()
    return {"error": {"code": code, "message": message or CODES.get(code, code), **more}}


class SecurityMiddleware:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.headers = [*HEADERS, OPENER] if settings.secure else HEADERS
        public = urlsplit(settings.public_url)
        self.public = f"{public.scheme}://{public.netloc}" if settings.public_url else None
        hostname = socket.gethostname().lower()
        extra = [name.strip().lower() for name in settings.host_names.split(",") if name.strip()]
        self.names = {"localhost", hostname, f"{hostname}.local", (public.hostname or "localhost").lower(), *extra}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        rejected = self.rejection(scope, headers)
        if scope["type"] == "websocket":
            if rejected is not None:
                REFUSALS.labels(rejected).inc()
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": rejected})  # answered with HTTP 403
            else:
                await self.app(scope, receive, send)
            return
        if rejected is not None:
            HTTP.labels(STATUS[rejected]).inc()
            await send_json(send, STATUS[rejected], error_body(rejected))
            return
        await self.serve(scope, receive, send, headers.get(b"host", ""))

    async def serve(self, scope: Scope, receive: Receive, send: Send, host: str) -> None:
        """Serve an HTTP request that was not rejected."""
        left = MAX_RECORD if scope["path"] in RECORD_PATHS else MAX_MESSAGE
        started = False

        async def receive_limited() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise TooLarge
            return message

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if left < 0 and not started:
                raise TooLarge  # again: FastAPI has answered that the body is malformed
            if message["type"] == "http.response.start":
                started = True
                HTTP.labels(message["status"]).inc()
                message["headers"] = [*message["headers"], (b"content-security-policy", policy(host)), *self.headers]
                if scope["path"].startswith("/api/") and NO_STORE not in message["headers"]:
                    message["headers"].append(NO_STORE)
            try:
                await send(message)
            except RuntimeError as error:
                if CLOSED not in str(error):
                    raise

        try:
            await self.app(scope, receive_limited, send_with_headers)
        except TooLarge:
            if not started:
                left = 0
                await send_json(send_with_headers, 413, error_body("too_large"))
        except Exception as error:
            # Also reached after the application has answered with an incident.
            name = scope.get(INCIDENT) or incident(scope["path"], error)
            if not started:
                await send_json(send_with_headers, 500, error_body("incident", incident=name))

    def rejection(self, scope: Scope, headers: dict[bytes, str]) -> str | None:
        """The error code if a request is rejected, else None."""
        host = headers.get(b"host", "")
        if not self.is_known_host(host):
            return "host_name"
        origin = headers.get(b"origin")
        unsafe = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if unsafe and origin is not None and not self.is_same_origin(origin, host):
            return "origin"
        if unsafe and headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "origin"
        if scope["type"] == "http":
            length = headers.get(b"content-length", "0")
            limit = MAX_RECORD if scope["path"] in RECORD_PATHS else MAX_MESSAGE
            if not length.isdigit() or int(length[:12]) > limit:
                return "too_large"
        return None

    def is_known_host(self, host: str) -> bool:
        """Whether the server is known by this name. Other names are refused because another site's page could let its
        name resolve to this server (DNS rebinding)."""
        found = HOST_HEADER.fullmatch(host)
        if found is None or int(found["port"] or 0) > 65535:
            return False
        name = (found["bracketed"] or found["name"]).lower()
        if name in self.names and not found["bracketed"]:
            return True
        try:
            return ipaddress.ip_address(name).version == (6 if found["bracketed"] else 4)
        except ValueError:
            return False

    def is_same_origin(self, origin: str, host: str) -> bool:
        """Whether a request comes from a page of this server."""
        return origin == self.public or origin in (f"http://{host}", f"https://{host}")


async def send_json(send: Send, status: int, body: dict[str, Any]) -> None:
    """Send a refusal as JSON."""
    data = encode(body)
    length = (b"content-length", str(len(data)).encode())
    start = {
        "type": "http.response.start",
        "status": status,
        "headers": [(b"content-type", b"application/json"), length, NO_STORE],
    }
    await send(start)
    await send({"type": "http.response.body", "body": data})
