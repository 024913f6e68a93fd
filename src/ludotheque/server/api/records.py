"""Game records: download, replay, verify and import."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request, Response

from ...engine.errors import Refusal
from ..background import jobs
from .dependencies import (
    Count,
    CurrentGuest,
    First,
    OptionalGuest,
    RecordBytes,
    SeatQuery,
    TableId,
    asker_of,
    json_response,
    lobby_of,
)
from .schemas import FinalPosition, Found, Replay, Verdict

router = APIRouter()


@router.get(
    "/api/tables/{table}/record",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}}},
)
async def download(table: TableId, guest: OptionalGuest, request: Request) -> Any:
    """The game record of a table. While the game runs, it contains only what the guest may see."""
    lobby = lobby_of(request)
    asker = asker_of(request, guest)
    lobby.limits.hit("checks_per_minute", asker)
    data = await lobby.record_for(table, None if guest is None else guest.id)
    name = record_name(data)
    plain = name.encode("ascii", "ignore").decode()
    headers = {"content-disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"}
    return Response(data, media_type="application/x-ndjson", headers=headers)


def record_name(record: bytes) -> str:
    """The file name of a record: game, date, players."""
    header = json.loads(record.split(b"\n", 1)[0])
    date = re.findall(r"\d+", header.get("date", ""))
    words = [word for text in header.get("players", ()) for word in re.findall(r"\w+", text)]
    return "-".join([header["game"], *date, *words])[:100] + ".jsonl"


@router.get("/api/tables/{table}/steps", response_model=Replay)
async def steps(
    table: TableId, guest: OptionalGuest, request: Request, first: First = 0, count: Count = 50, seat: SeatQuery = None
) -> Any:
    """Replay a finished table, as a seat (or a spectator) saw it."""
    lobby = lobby_of(request)
    asker = asker_of(request, guest)
    lobby.limits.hit("checks_per_minute", asker)
    record = await lobby.finished_record(table, None if guest is None else guest.id)
    data = await lobby.record_checks.run(asker.key, jobs.replay_record, record, seat, first, count)
    return json_response(data)


@router.get("/api/tables/{table}/final", response_model=FinalPosition)
async def final_position(table: TableId, guest: OptionalGuest, request: Request) -> Any:
    """The final position of a finished table, as a spectator sees it."""
    lobby = lobby_of(request)
    asker = asker_of(request, guest)
    lobby.limits.hit("checks_per_minute", asker)
    record = await lobby.finished_record(table, None if guest is None else guest.id)
    return json_response(await lobby.record_checks.run(asker.key, jobs.final_position, record))


@router.get("/api/tables/{table}/verify", response_model=Verdict)
async def verify_table(table: TableId, guest: OptionalGuest, request: Request) -> Any:
    """Whether chance was fair at a finished table."""
    lobby = lobby_of(request)
    asker = asker_of(request, guest)
    lobby.limits.hit("checks_per_minute", asker)
    record = await lobby.finished_record(table, None if guest is None else guest.id)
    return json_response(await lobby.record_checks.run(asker.key, jobs.verify_record, record))


@router.post("/api/replay", response_model=Replay)
async def replay(
    body: RecordBytes,
    guest: OptionalGuest,
    request: Request,
    first: First = 0,
    count: Count = 50,
    seat: SeatQuery = None,
) -> Any:
    """Replay an uploaded game record."""
    lobby = lobby_of(request)
    asker = asker_of(request, guest)
    lobby.limits.hit("uploads_per_minute", asker)
    found = await lobby.record_checks.run(asker.key, jobs.replay_record, body, seat, first, count)
    if not found.startswith(b'{"game"'):
        refused = json.loads(found)["refused"]
        raise Refusal(refused["code"], refused["message"], detail={"line": refused["line"]})
    return json_response(found)


@router.post("/api/records", response_model=Found, status_code=201)
async def take_record(body: RecordBytes, guest: CurrentGuest, request: Request) -> Any:
    """Import a finished game that a browser has saved. It becomes one of my tables but does not count for levels or
    best scores."""
    lobby = lobby_of(request)
    asker = asker_of(request, guest)
    lobby.limits.hit("uploads_per_minute", asker)
    return {"table": await lobby.import_record(guest.id, body)}


@router.post("/api/verify", response_model=Verdict)
async def verify(body: RecordBytes, guest: OptionalGuest, request: Request) -> Any:
    """Whether chance was fair in an uploaded game record."""
    lobby = lobby_of(request)
    asker = asker_of(request, guest)
    lobby.limits.hit("uploads_per_minute", asker)
    return json_response(await lobby.record_checks.run(asker.key, jobs.verify_record, body))
