"""The service itself: JSON Schema, health, readiness and metrics."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from ...engine.registry import games
from ...native.compiled import has_compiled_rules
from ..messages import refusal
from ..telemetry import REGISTRY
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
    try:
        async with asyncio.timeout(5):
            await lobby_of(request).store.facts("-")
    except Exception:
        return JSONResponse({"status": "database"}, 503)
    return {"status": "ok", "law": rules_mode()}


@router.get("/readyz")
async def readyz(request: Request) -> Any:
    """Whether games can continue here: whether the database accepts writes."""
    if not await lobby_of(request).store.can_write():
        return JSONResponse({"status": "read_only"}, 503)
    return {"status": "ready"}


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Any:
    """Prometheus metrics, for the addresses in the setting `metrics_for`."""
    readers = lobby_of(request).settings.metrics_for.split(",")
    if "*" not in readers and address_of(request) not in readers:
        raise refusal("not_found")
    return PlainTextResponse(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
