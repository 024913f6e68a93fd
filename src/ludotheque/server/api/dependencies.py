"""What the handlers of several routers share."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Annotated, cast

import segno
from fastapi import Body, Depends, Query, Request, Response
from pydantic import StringConstraints
from starlette.requests import HTTPConnection

from ...store import Guest
from ..auth import COOKIE, hash_secret
from ..limits import Asker
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
    """The guest whose secret is in a request; None without a valid secret. Refused if the guest is banned."""
    secret = secret_of(request)
    guest = None if not secret else await lobby_of(request).guest_by_secret(hash_secret(secret))
    if guest is not None and guest.is_banned:
        raise refusal("banned", until=guest.banned_until.isoformat())
    return guest


OptionalGuest = Annotated[Guest | None, Depends(optional_guest)]


async def current_guest(guest: OptionalGuest) -> Guest:
    """The guest whose secret is in a request; refused without one."""
    if guest is None:
        raise refusal("guest")
    return guest


def asker_of(request: Request, guest: Guest | None) -> Asker:
    """Who sends a request, for the limits."""
    return Asker(address_of(request), None if guest is None else guest.id)


PRICES = {
    "become_guest": 5,
    "rename_me": 5,
    "forget_me": 50,
    "resume_link": 20,
    "resume": 5,
    "resume_by_passphrase": 50,
    "set_passphrase": 50,
    "drop_passphrase": 5,
    "my_handle": 2,
    "revoke": 5,
    "my_tables": 15,
    "my_levels": 5,
    "my_bests": 5,
    "export": 50,
    "list_tables": 15,
    "look_at_table": 3,
    "make_table": 5,
    "table_qr": 10,
    "download": 5,
    "steps": 5,
    "final_position": 3,
    "verify_table": 5,
    "replay": 10,
    "take_record": 20,
    "verify": 10,
    "daily_overview": 10,
    "daily_archive": 15,
    "daily_draws": 10,
    "daily_results": 15,
    "play_daily": 10,
    "take_handle": 5,
}
"""The price of requests, by the name of their handler; 1 for others. One unit is about a millisecond of processor time.
Handlers whose cost depends on the guest's tables charge more when they know it."""
PAGE_PRICE = 0.5
"""The price of a static file."""
SOCKET_PRICE = 3
"""The price of opening a WebSocket."""
TABLE_PRICE = 0.05
"""The price of each table that a request reads."""


async def charge(request: Request, guest: OptionalGuest) -> None:
    """Take the price of a request from the budget of its guest, or of its address if there is none."""
    price = PRICES.get(request.scope["route"].name, 1)
    lobby_of(request).limits.charge(asker_of(request, guest), price)


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


@lru_cache(256)
def qr_svg(text: str) -> str:
    """A QR code as SVG. Takes 7 ms."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, svgns=True, scale=4, border=4)
    return out.getvalue().decode()
