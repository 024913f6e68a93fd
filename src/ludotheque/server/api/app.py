"""The application: HTTP for single requests, a WebSocket for play. ``docs/reference/protocol.md`` describes both."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Annotated, Any, cast

import segno
from fastapi import Body, Depends, FastAPI, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import StringConstraints
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from ...engine.errors import Refusal
from ...engine.registry import games
from ...native.compiled import COMPILED
from ...search.opponents import names, strength
from ...store import Guest, Store
from .. import messages as m
from ..auth import COOKIE, hash_of, make_guest, name_of_secret, new_secret
from ..background import worker_pool as pool
from ..messages import refusal
from ..settings import Settings
from ..tables.lobby import Lobby
from ..tables.table_task import Renamed
from ..telemetry import REGISTRY, incident, log
from ..transport.middleware import INCIDENT, Guard, TooLarge, error_body
from ..transport.socket import Socket
from .json_schema import schema_json
from .page import Page
from .schemas import (
    Best,
    BotPlace,
    Found,
    GameFacts,
    HerePlace,
    Link,
    Listed,
    Made,
    Me,
    MyLevel,
    NewGuest,
    NewTable,
    ProblemBody,
    Replay,
    Secret,
    SecretFacts,
    Verdict,
)

STATUS = {
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_guest": 404,
    "no_such_secret": 404,
    "not_found": 404,
    "broken_game": 503,
    "guest": 401,
    "not_over": 409,
    "rules_version": 409,
    "too_many": 429,
    "busy": 503,
}
"""The HTTP status of a refusal; 400 for all others."""
LAW = "compiled" if COMPILED else "interpreted"


def qr_svg(text: str) -> str:
    """A QR code as SVG."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, svgns=True, scale=4, border=4)
    return out.getvalue().decode()


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client is not None else "unknown"


def lobby_of(connection: HTTPConnection) -> Lobby:
    """The lobby of this application."""
    return cast("Lobby", connection.app.state.lobby)


def secret_of(request: Request) -> str:
    """The secret that comes with a request; empty if none does."""
    kind, _, bearer = request.headers.get("authorization", "").partition(" ")
    return bearer if kind.lower() == "bearer" else request.cookies.get(COOKIE) or ""


async def whoever(request: Request) -> Guest | None:
    """The guest whose cookie (or ``Authorization: Bearer SECRET``) comes with a request; None if nobody's does."""
    secret = secret_of(request)
    return None if not secret else await lobby_of(request).store.guest_by_secret(hash_of(secret))


Anyone = Annotated[Guest | None, Depends(whoever)]


async def guest_of(guest: Anyone) -> Guest:
    """The guest who asks, and must be known."""
    if guest is None:
        raise refusal("guest")
    return guest


Known = Annotated[Guest, Depends(guest_of)]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
RecordBytes = Annotated[
    bytes,
    Body(media_type="application/x-ndjson", description="A game record: JSON Lines (docs/reference/game-records.md)"),
]
First = Annotated[int, Query(ge=0, le=100_000)]
Count = Annotated[int, Query(ge=1, le=200)]
SeatQuery = Annotated[int | None, Query(ge=0, le=63)]


def base_url(request: Request) -> str:
    """The address that players type."""
    return lobby_of(request).settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")


def set_cookie(response: Response, request: Request, secret: str) -> None:
    """Let the browser keep a guest's secret, where no script can read it."""
    response.set_cookie(
        COOKIE, secret, max_age=400 * 86_400, httponly=True, samesite="lax", secure=lobby_of(request).settings.secure
    )


def as_json(data: bytes, status: int = 200) -> Response:
    """An answer that is JSON already."""
    return Response(data, status, media_type="application/json")


def listed_table(facts: dict[str, Any], people: dict[str, Guest], me: Guest | None) -> dict[str, Any]:
    """A table in a list, for a guest or somebody unknown."""

    def name_of(guest: str | None) -> str | None:
        return people[guest].name if guest in people else None

    bots, game = [seat["bot"] for seat in facts["sitting"]], games().get(facts["game"])
    players = [
        {
            "who": seat["who"],
            "name": bot or (seat["guest"] and (facts["names"].get(str(seat["place"])) or name_of(seat["guest"]))),
            "bot": seat["bot"],
            "you": me is not None and seat["guest"] == me.id,
        }
        for seat, bot in zip(facts["sitting"], bots if game is None else names(game, bots), strict=True)
    ]
    return {
        "table": facts["id"],
        "host": name_of(facts["host"]),
        "created": facts["created"].isoformat(),
        "last_at": facts["last_at"].isoformat(),
        "players": players,
        "your_turn": any(players[seat]["you"] for seat in facts["to_act"]),
        **{name: facts.get(name) for name in ("game", "options", "status", "seats", "open", "code")},
        **{name: facts.get(name) for name in ("to_act", "ending", "scores", "winners")},
    }


def application(settings: Settings, store: Store, page: Page | None = None) -> Any:
    """The ASGI application, on an open store, with the page that was built (unless another one is given)."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        lobby = app.state.lobby = Lobby(store, settings, shared=settings.database.startswith("postgres"))
        app.state.sockets = set()
        lobby.start()
        log.info("serving", host=settings.host, port=settings.port, dispatch=LAW)
        try:
            yield
        finally:
            for socket in list(app.state.sockets):
                socket.close(1012)
            await lobby.stop()

    app = FastAPI(
        title="Ludothèque",
        version=str(m.PROTOCOL),
        description="The table service. Play uses the WebSocket /api/socket; see docs/reference/protocol.md.",
        lifespan=lifespan,
        docs_url=None,  # its page loads scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses={"default": {"model": ProblemBody, "description": "A refusal, with its code"}},
    )
    page = Page() if page is None else page
    _errors(app, page)
    _guests(app)
    _tables(app, page)
    _records(app)
    _house(app, settings)

    @app.websocket("/api/socket")
    async def socket(websocket: WebSocket) -> None:
        """Play."""
        lobby, address = lobby_of(websocket), address_of(websocket)
        if not lobby.limits.open_socket(address):
            await websocket.close(4004, m.CLOSES[4004])
            return
        one = Socket(websocket, lobby, address, websocket.cookies.get(COOKIE))
        app.state.sockets.add(one)
        try:
            await one.run()
        finally:
            app.state.sockets.discard(one)
            lobby.limits.close_socket(address)

    return Guard(app, settings)


def _errors(app: FastAPI, page: Page) -> None:
    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> Response:
        body = error_body(error.code, error.message, detail=error.detail)
        return as_json(m.encode(body), STATUS.get(error.code, 400))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return as_json(m.encode(error_body("malformed", f"{where}: {first['msg']}", detail={"field": where})), 400)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        lobby: Lobby | None = getattr(request.app.state, "lobby", None)  # none before the server has started
        found = None
        if error.status_code == 404:
            base = base_url(request) if lobby is not None else str(request.base_url).rstrip("/")
            found = await page.answer(request, None if lobby is None else lobby.store, base)
        if found is not None:
            return found
        code = {404: "not_found", 405: "method"}.get(error.status_code, "malformed")
        return JSONResponse(error_body(code), error.status_code, headers=dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> Response:
        if isinstance(error, TooLarge):
            raise error  # the guard answers that
        name = request.scope[INCIDENT] = incident(request.url.path, error)
        return as_json(m.encode(error_body("incident", incident=name)), 500)


def _guests(app: FastAPI) -> None:
    @app.post("/api/guests", response_model=Me, status_code=201)
    async def become_guest(body: NewGuest, request: Request, response: Response) -> Any:
        """Become a guest: a name is enough. The secret goes into a cookie."""
        lobby = lobby_of(request)
        lobby.limits.hit("guests_per_minute", address_of(request))
        guest, secret = await make_guest(lobby.store, body.name)
        set_cookie(response, request, secret)
        return {"guest": guest, "name": body.name}

    @app.get("/api/me", response_model=Me)
    async def me(guest: Anyone) -> Any:
        """Who I am; nobody (null) is an answer too."""
        return {"guest": guest and guest.id, "name": guest and guest.name}

    @app.patch("/api/me", response_model=Me)
    async def rename_me(body: NewGuest, guest: Known, request: Request) -> Any:
        """Another name from now on."""
        lobby = lobby_of(request)
        await lobby.store.rename(guest.id, body.name)
        for live in lobby.live.values():
            live.put(Renamed(guest.id, body.name))
        return {"guest": guest.id, "name": body.name}

    @app.delete("/api/me", status_code=204)
    async def forget_me(guest: Known, request: Request, response: Response) -> None:
        """Forget me: no name, no list of games, no way back. What was played stays, without a name."""
        lobby = lobby_of(request)
        for facts in await lobby.store.tables(guest=guest.id, limit=10_000):
            if facts["host"] == guest.id and facts.get("names"):
                await lobby.store.set_facts(facts["id"], names={})
        await lobby.store.forget(guest.id)
        for live in lobby.live.values():
            live.put(Renamed(guest.id, None))
        for socket in list(request.app.state.sockets):
            if socket.guest == guest.id:
                socket.close(1012)
        response.delete_cookie(COOKIE)

    @app.post("/api/me/link", response_model=Link, status_code=201)
    async def resume_link(guest: Known, request: Request) -> Any:
        """A private link that opens my seats on other devices, in place of the one before. Its secret stands behind the
        #: nobody logs it."""
        secret = new_secret()
        lobby = lobby_of(request)
        lobby.limits.hit("guests_per_minute", address_of(request))
        await lobby.store.add_secret(guest.id, hash_of(secret), "link")
        link = f"{base_url(request)}/resume#{secret}"
        return {"link": link, "qr": qr_svg(link)}

    @app.post("/api/resume", response_model=Me)
    async def resume(body: Secret, request: Request, response: Response) -> Any:
        """Open my seats on this device, with the secret of a resume link."""
        lobby = lobby_of(request)
        lobby.limits.hit("codes_per_minute", address_of(request))
        guest = await lobby.store.guest_by_secret(hash_of(body.secret), "link")
        if guest is None:  # links of earlier versions, and secrets of programs, are devices themselves
            guest = await lobby.store.guest_by_secret(hash_of(body.secret))
        if guest is None:
            raise refusal("no_such_guest")
        secret = new_secret()
        await lobby.store.add_secret(guest.id, hash_of(secret))
        set_cookie(response, request, secret)
        return {"guest": guest.id, "name": guest.name}

    @app.get("/api/me/secrets", response_model=list[SecretFacts])
    async def my_secrets(guest: Known, request: Request) -> Any:
        """What opens my seats: devices, and the link that was made last. The secrets themselves are not known here."""
        here = hash_of(secret_of(request))
        return [
            {"id": name_of_secret(one.hash), "kind": one.kind, "made": one.made.isoformat(), "here": one.hash == here}
            for one in await lobby_of(request).store.secrets(guest.id)
        ]

    @app.delete("/api/me/secrets/{secret}", status_code=204)
    async def revoke(secret: TableId, guest: Known, request: Request) -> None:
        """Let one of them open nothing any more."""
        lobby = lobby_of(request)
        found = [one.hash for one in await lobby.store.secrets(guest.id) if name_of_secret(one.hash) == secret]
        if not found:
            raise refusal("no_such_secret")
        await lobby.store.drop_secret(guest.id, found[0])
        for socket in list(request.app.state.sockets):
            if socket.guest == guest.id:
                socket.close(1012)  # all come back that still can

    @app.get("/api/me/tables", response_model=list[Listed])
    async def my_tables(guest: Known, request: Request) -> Any:
        """My games, the latest first."""
        lobby = lobby_of(request)
        return await _list(lobby, await lobby.store.tables(guest=guest.id, limit=200), guest)

    @app.get("/api/me/levels", response_model=list[MyLevel])
    async def my_levels(guest: Anyone, request: Request) -> Any:
        """Which level suits me in each game with characters, by my last results; to begin with, the amateur."""
        standings = await lobby_of(request).standings(None if guest is None else guest.id)
        told = []
        for game, found in standings.items():
            measured = strength(games()[game]) is not None
            told.append(
                {
                    "game": game,
                    "level": found.level,
                    "games": found.games,
                    "value": found.value if measured else None,
                    "error": found.error if measured else None,
                }
            )
        return told

    @app.get("/api/me/bests", response_model=list[Best])
    async def my_bests(guest: Known, request: Request) -> Any:
        """The best that I have reached alone, for each game and set of options."""
        bests: dict[str, dict[str, Any]] = {}
        for facts in await lobby_of(request).store.tables(guest=guest.id, status="over", limit=10_000):
            if facts["seats"] == 1 and facts.get("scores") is not None and not facts.get("handed"):
                key = json.dumps([facts["game"], facts["options"]], sort_keys=True)
                best = {
                    "game": facts["game"],
                    "options": facts["options"],
                    "score": facts["scores"][0],
                    "table": facts["id"],
                    "games": bests[key]["games"] + 1 if key in bests else 1,
                }
                if key in bests and bests[key]["score"] > best["score"]:
                    best |= {name: bests[key][name] for name in ("score", "table")}
                bests[key] = best
        return list(bests.values())


async def _list(lobby: Lobby, found: Sequence[dict[str, Any]], me: Guest | None) -> list[dict[str, Any]]:
    full = [lobby.now(facts) for facts in found]
    guests = {seat["guest"] for facts in full for seat in facts["sitting"]} | {facts["host"] for facts in full}
    people = await lobby.store.guests(sorted(guests - {None}))
    return [listed_table(facts, people, me) for facts in full]


def _tables(app: FastAPI, page: Page) -> None:
    @app.get("/api/games", response_model=list[GameFacts])
    async def list_games() -> Any:
        """The games, with their options, choices and bots, and what they bring to the page."""
        return page.games

    @app.get("/api/tables", response_model=list[Listed])
    async def list_tables(guest: Anyone, request: Request) -> Any:
        """The listed tables that wait for players or are played."""
        lobby = lobby_of(request)
        return await _list(lobby, await lobby.store.tables(listed=True, status=["waiting", "running"]), guest)

    @app.post("/api/tables", response_model=Made, status_code=201)
    async def make_table(body: NewTable, guest: Known, request: Request) -> Any:
        """Make a table. Then join it over the socket, with a nonce: its commitment is known only now."""
        lobby = lobby_of(request)
        lobby.limits.hit("tables_per_minute", address_of(request))
        places: list[dict[str, Any]] = []
        names: dict[str, str] = {}
        for at, place in enumerate(body.seats):
            if isinstance(place, BotPlace):
                places.append({"bot": place.bot})
            elif isinstance(place, HerePlace):
                places.append({"for": guest.id})
                names |= {str(at): place.name} if place.name is not None else {}
            else:
                places.append({})
        table = await lobby.create(
            guest.id,
            body.game,
            body.options,
            body.choices,
            places,
            names=names,
            listed=body.listed,
            clock=None if body.clock is None else body.clock.model_dump(),
            start=body.start,
            draw=body.draw,
            hints=body.hints,
        )
        facts = await lobby.store.facts(table)
        assert facts is not None, "just made"
        return {"table": table, "link": f"{base_url(request)}/t/{table}", "code": facts["code"]}

    @app.get("/api/tables/{table}", response_model=Listed)
    async def look_at_table(table: TableId, guest: Anyone, request: Request) -> Any:
        """What a link leads to."""
        lobby = lobby_of(request)
        facts = await lobby.store.facts(table)
        if facts is None:
            raise refusal("no_such_table")
        return (await _list(lobby, [facts], guest))[0]

    @app.get("/api/tables/{table}/qr", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
    async def table_qr(table: TableId, request: Request) -> Any:
        """The table's link as a picture."""
        if await lobby_of(request).store.facts(table) is None:
            raise refusal("no_such_table")
        return Response(qr_svg(f"{base_url(request)}/t/{table}"), media_type="image/svg+xml")

    @app.get("/api/codes/{code}", response_model=Found)
    async def find_code(code: TableId, request: Request) -> Any:
        """The table of a short code."""
        lobby = lobby_of(request)
        lobby.limits.hit("codes_per_minute", address_of(request))
        found = await lobby.store.tables(code=code.upper(), limit=1)
        if not found:
            raise refusal("no_such_table")
        return {"table": found[0]["id"]}


def _records(app: FastAPI) -> None:
    @app.get(
        "/api/tables/{table}/record",
        response_class=Response,
        responses={200: {"content": {"application/x-ndjson": {}}}},
    )
    async def download(table: TableId, guest: Anyone, request: Request) -> Any:
        """The record of a table; while it runs, as far as who asks may know it."""
        lobby = lobby_of(request)
        lobby.limits.hit("checks_per_minute", address_of(request))
        data = await lobby.record_for(table, None if guest is None else guest.id)
        headers = {"content-disposition": f'attachment; filename="{table}.jsonl"'}
        return Response(data, media_type="application/x-ndjson", headers=headers)

    @app.get("/api/tables/{table}/steps", response_model=Replay)
    async def steps(
        table: TableId, request: Request, first: First = 0, count: Count = 50, seat: SeatQuery = None
    ) -> Any:
        """Replay a table that is over, as a seat (or a spectator) saw it."""
        lobby = lobby_of(request)
        lobby.limits.hit("checks_per_minute", address_of(request))
        return as_json(await lobby.checks.run(pool.replay_record, await lobby.record(table), seat, first, count))

    @app.get("/api/tables/{table}/verify", response_model=Verdict)
    async def verify_table(table: TableId, request: Request) -> Any:
        """Whether chance was fair at a table that is over."""
        lobby = lobby_of(request)
        lobby.limits.hit("checks_per_minute", address_of(request))
        return as_json(await lobby.checks.run(pool.check_record, await lobby.record(table)))

    @app.post("/api/replay", response_model=Replay)
    async def replay(
        body: RecordBytes, request: Request, first: First = 0, count: Count = 50, seat: SeatQuery = None
    ) -> Any:
        """Replay a record that one has."""
        lobby = lobby_of(request)
        lobby.limits.hit("uploads_per_minute", address_of(request))
        found = await lobby.checks.run(pool.replay_record, body, seat, first, count)
        if not found.startswith(b'{"game"'):
            wrong = json.loads(found)["refused"]
            raise Refusal(wrong["code"], wrong["message"], detail={"line": wrong["line"]})
        return as_json(found)

    @app.post("/api/records", response_model=Found, status_code=201)
    async def take_record(body: RecordBytes, guest: Known, request: Request) -> Any:
        """Keep a finished game that a page kept by itself: it becomes one of my tables, but counts for nothing."""
        lobby = lobby_of(request)
        lobby.limits.hit("uploads_per_minute", address_of(request))
        return {"table": await lobby.take_record(guest.id, body)}

    @app.post("/api/verify", response_model=Verdict)
    async def verify(body: RecordBytes, request: Request) -> Any:
        """Whether chance was fair in a record that one has."""
        lobby = lobby_of(request)
        lobby.limits.hit("uploads_per_minute", address_of(request))
        return as_json(await lobby.checks.run(pool.check_record, body))


def _house(app: FastAPI, settings: Settings) -> None:
    @app.get("/api/schema")
    async def schema() -> Response:
        """The JSON Schema of the socket's messages, and of what goes over HTTP."""
        return as_json(schema_json())

    @app.get("/healthz")
    async def healthz(request: Request) -> Any:
        """Whether the process and its database work."""
        try:
            async with asyncio.timeout(5):
                await lobby_of(request).store.facts("-")
        except Exception:
            return JSONResponse({"status": "database"}, 503)
        return {"status": "ok", "law": LAW}

    @app.get("/readyz")
    async def readyz(request: Request) -> Any:
        """Whether games can go on here: whether the database takes what is written."""
        if not await lobby_of(request).store.can_write():
            return JSONResponse({"status": "read_only"}, 503)
        return {"status": "ready"}

    readers = settings.metrics_for.split(",")

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Any:
        if "*" not in readers and address_of(request) not in readers:
            raise refusal("not_found")
        return PlainTextResponse(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
