"""The service itself: JSON Schema, health, readiness and metrics."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from ...engine.registry import games
from ...native.compiled import has_compiled_rules
from ..messages import refusal
from ..telemetry import DATABASE_BYTES, GUESTS, REGISTRY, STORED_TABLES
from .dependencies import address_of, json_response, lobby_of
from .json_schema import schema_json

router = APIRouter()


def rules_mode() -> str:
    """Return how the rules run in this process: ``compiled`` if those of every game do, else ``interpreted``."""
    return "compiled" if all(has_compiled_rules(game.package) for game in games().values()) else "interpreted"


@router.get("/api/schema")
async def schema() -> Response:
    """The JSON Schema of the socket's messages and of all HTTP bodies."""
    return json_response(schema_json())


@router.get("/healthz")
async def healthz(request: Request) -> Any:
    """Whether the process and its database respond."""
    if not await lobby_of(request).store.can_read():
        return JSONResponse({"status": "database"}, 503)
    return {"status": "ok", "law": rules_mode()}


@router.get("/readyz")
async def readyz(request: Request) -> Any:
    """Whether games can continue here: whether the database accepts writes."""
    problem = await lobby_of(request).store.write_problem()
    return {"status": "ready"} if problem is None else JSONResponse({"status": problem}, 503)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Any:
    """Prometheus metrics, for the addresses in the setting `metrics_for`."""
    lobby = lobby_of(request)
    readers = lobby.settings.metrics_for.split(",")
    # A request that was forwarded by a proxy that is not trusted has the proxy's address.
    unknown = "x-forwarded-for" in request.headers and not lobby.settings.proxies
    if "*" not in readers and (unknown or address_of(request) not in readers):
        raise refusal("not_found")
    sizes = await lobby.store.sizes()
    DATABASE_BYTES.set(sizes.bytes)
    GUESTS.set(sizes.guests)
    STORED_TABLES.set(sizes.tables)
    return PlainTextResponse(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
