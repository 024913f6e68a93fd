"""What the handlers of several routers share."""

from __future__ import annotations

import io
from typing import Annotated, cast

import segno
from fastapi import Body, Depends, Query, Request, Response
from pydantic import StringConstraints
from starlette.requests import HTTPConnection

from ...store import Guest
from ..auth import COOKIE, hash_secret
from ..messages import refusal
from ..tables.lobby import Lobby


def lobby_of(connection: HTTPConnection) -> Lobby:
    """The lobby of the application."""
    return cast("Lobby", connection.app.state.lobby)


def address_of(connection: HTTPConnection) -> str:
    """The client's IP address."""
    return connection.client.host if connection.client is not None else "unknown"


def secret_of(request: Request) -> str:
    """The secret in a request (``Authorization: Bearer SECRET``, or the cookie); empty if there is none."""
    kind, _, bearer = request.headers.get("authorization", "").partition(" ")
    return bearer if kind.lower() == "bearer" else request.cookies.get(COOKIE) or ""


async def optional_guest(request: Request) -> Guest | None:
    """The guest whose secret is in a request; None without a valid secret."""
    secret = secret_of(request)
    return None if not secret else await lobby_of(request).store.guest_by_secret(hash_secret(secret))


OptionalGuest = Annotated[Guest | None, Depends(optional_guest)]


async def current_guest(guest: OptionalGuest) -> Guest:
    """The guest whose secret is in a request; refused without one."""
    if guest is None:
        raise refusal("guest")
    return guest


CurrentGuest = Annotated[Guest, Depends(current_guest)]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
RecordBytes = Annotated[
    bytes,
    Body(media_type="application/x-ndjson", description="A game record: JSON Lines (docs/reference/game-records.md)"),
]
First = Annotated[int, Query(ge=0, le=100_000)]
Count = Annotated[int, Query(ge=1, le=200)]
SeatQuery = Annotated[int | None, Query(ge=0, le=63)]


def base_url(request: Request) -> str:
    """The URL of the server as players type it, without a slash at the end."""
    return lobby_of(request).settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")


def set_cookie(response: Response, request: Request, secret: str) -> None:
    """Store a guest's secret in the browser, where scripts cannot read it."""
    response.set_cookie(
        COOKIE, secret, max_age=400 * 86_400, httponly=True, samesite="lax", secure=lobby_of(request).settings.secure
    )


def json_response(data: bytes, status: int = 200) -> Response:
    """A response with encoded JSON."""
    return Response(data, status, media_type="application/json")


def qr_svg(text: str) -> str:
    """A QR code as SVG."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, svgns=True, scale=4, border=4)
    return out.getvalue().decode()
