"""The ASGI application: the HTTP routers, the WebSocket endpoint, error handlers and the security middleware."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Depends, FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from ...engine.errors import Refusal
from ...store import StorageFull, Store
from .. import messages as m
from ..auth import COOKIE, hash_secret
from ..limits import Asker
from ..settings import Settings
from ..tables.lobby import Lobby
from ..tables.wall_clock import wall_clock
from ..telemetry import incident, log
from ..transport.middleware import INCIDENT, SecurityMiddleware, TooLarge, error_body
from ..transport.socket import ClientSocket
from . import catalogue, daily, guests, records, service, tables
from .dependencies import (
    PAGE_PRICE,
    SOCKET_PRICE,
    address_of,
    asker_of,
    base_url,
    charge,
    json_response,
    lobby_of,
    optional_guest,
)
from .page import Page
from .schemas import ProblemBody

STATUS = {
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_guest": 404,
    "no_such_secret": 404,
    "not_found": 404,
    "broken_game": 503,
    "guest": 401,
    "not_over": 409,
    "no_such_draw": 404,
    "daily_off": 404,
    "daily_over": 409,
    "daily_closed": 403,
    "not_played": 403,
    "handle_taken": 409,
    "no_handle": 409,
    "wrong_passphrase": 403,
    "rankings_off": 404,
    "rules_version": 409,
    "too_many": 429,
    "busy": 503,
    "banned": 403,
    "storage_full": 507,
}
"""HTTP status by code of a refusal; 400 for all others."""


def application(
    settings: Settings, store: Store, page: Page | None = None, clock: Callable[[], float] = wall_clock
) -> Any:
    """The ASGI application on an open store. `page`: the page to serve instead of the one that was built. `clock`: see
    `Lobby`."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        shared = settings.database.startswith("postgres")
        lobby = app.state.lobby = Lobby(store, settings, shared, clock)
        lobby.start()
        log.info("serving", host=settings.host, port=settings.port, rules=service.rules_mode())
        try:
            yield
        finally:
            for socket in list(lobby.sockets):
                socket.close(1012)
            await lobby.stop()

    app = FastAPI(
        title="Ludothèque",
        version=str(m.PROTOCOL),
        description="The table service. Play uses the WebSocket /api/socket; see docs/reference/protocol.md.",
        lifespan=lifespan,
        docs_url=None,  # it would load scripts from other sites
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses={"default": {"model": ProblemBody, "description": "A refusal, with its code"}},
    )
    app.state.page = Page() if page is None else page
    _add_error_handlers(app)
    for module in (guests, catalogue, tables, records, daily):
        app.include_router(module.router, dependencies=[Depends(charge)])
    app.include_router(service.router)

    @app.websocket("/api/socket")
    async def socket(websocket: WebSocket) -> None:
        """Play."""
        lobby, address = lobby_of(websocket), address_of(websocket)
        cookie = websocket.cookies.get(COOKIE)
        guest = None if cookie is None else await lobby.guest_by_secret(hash_secret(cookie))
        try:
            lobby.limits.charge(Asker(address, None if guest is None else guest.id), SOCKET_PRICE)
        except Refusal:
            await websocket.close(4004, m.CLOSES[4004])
            return
        if not lobby.limits.open_socket(address):
            await websocket.close(4004, m.CLOSES[4004])
            return
        client = ClientSocket(websocket, lobby, address, cookie)
        lobby.sockets.add(client)
        try:
            await client.run()
        finally:
            lobby.sockets.discard(client)
            lobby.limits.close_socket(client.counted_as)

    return SecurityMiddleware(app, settings)


def _add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> Response:
        body = error_body(error.code, error.message, detail=error.detail)
        return json_response(m.encode(body), STATUS.get(error.code, 400))

    @app.exception_handler(StorageFull)
    async def full(request: Request, error: StorageFull) -> Response:
        return await refused(request, m.refusal("storage_full"))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        body = error_body("malformed", f"{where}: {first['msg']}", detail={"field": where})
        return json_response(m.encode(body), 400)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        """A path that no router knows may be the page's."""
        page: Page = request.app.state.page
        lobby: Lobby | None = getattr(request.app.state, "lobby", None)  # None before the server has started
        found = None
        if error.status_code == 404:
            base = base_url(request) if lobby is not None else str(request.base_url).rstrip("/")
            if lobby is not None:
                try:
                    lobby.limits.charge(asker_of(request, await optional_guest(request)), PAGE_PRICE)
                except Refusal as too_many:
                    return await refused(request, too_many)
            found = await page.respond(request, None if lobby is None else lobby.store, base)
        if found is not None:
            return found
        code = {404: "not_found", 405: "method"}.get(error.status_code, "malformed")
        return JSONResponse(error_body(code), error.status_code, headers=dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> Response:
        if isinstance(error, TooLarge):
            raise error  # answered by the middleware
        name = request.scope[INCIDENT] = incident(request.url.path, error)
        return json_response(m.encode(error_body("incident", incident=name)), 500)
