"""Tables: create, list and find them. Play itself uses the WebSocket."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from fastapi import APIRouter, Request, Response

from ...engine.registry import games
from ...search.opponents import RESERVES, names
from ...store import Guest
from ..messages import refusal
from ..names import distinct_names, valid_name
from ..tables.lobby import Lobby
from .dependencies import CurrentGuest, OptionalGuest, TableId, asker_of, base_url, lobby_of, qr_svg
from .schemas import BotPlace, Found, HerePlace, Listed, Made, NewTable

router = APIRouter()

MAX_LIST_SEATS = 2000
"""Maximum number of seats in a list of tables; tables after it are left out."""


async def list_entries(lobby: Lobby, found: Sequence[dict[str, Any]], me: Guest | None) -> list[dict[str, Any]]:
    """These tables as entries of a list for a guest (None: anybody), each a `Listed`."""
    seats = accumulate(facts["seats"] for facts in found)
    full = [lobby.current_facts(facts) for facts, count in zip(found, seats, strict=True) if count <= MAX_LIST_SEATS]
    ids = {seat["guest"] for facts in full for seat in facts["sitting"]} | {facts["host"] for facts in full}
    guests = await lobby.store.guests(sorted(ids - {None}))
    return [_list_entry(facts, guests, me) for facts in full]


def _list_entry(facts: dict[str, Any], guests: dict[str, Guest], me: Guest | None) -> dict[str, Any]:
    def name_of(guest: str | None) -> str | None:
        return valid_name(guests[guest].name) if guest in guests else None

    sitting, game = facts["sitting"], games().get(facts["game"])
    bots = [seat["bot"] for seat in sitting]
    bot_names = bots if game is None else names(game, bots)
    known = [*filter(None, bot_names), *RESERVES, *(() if game is None else game.characters.values())]
    people = [
        seat["guest"] and (valid_name(facts["names"].get(str(seat["place"]))) or name_of(seat["guest"]))
        for seat in sitting
    ]
    players = [
        {
            "who": seat["who"],
            "name": bot or person,
            "bot": seat["bot"],
            "you": me is not None and seat["guest"] == me.id,
        }
        for seat, bot, person in zip(sitting, bot_names, distinct_names(people, known), strict=True)
    ]
    return {
        "table": facts["id"],
        "host": name_of(facts["host"]),
        "created": facts["created"].isoformat(),
        "last_at": facts["last_at"].isoformat(),
        "players": players,
        "your_turn": any(players[seat]["you"] for seat in facts["to_act"]),
        **{name: facts.get(name) for name in ("game", "options", "status", "seats", "open", "code")},
        **{name: facts.get(name) for name in ("to_act", "ending", "scores", "winners", "teams")},
        "hints": bool(facts.get("hints")),
        "daily": facts["daily"]["day"] if facts.get("daily") else None,
        "saved_as": facts.get("saved_as"),
    }


@router.get("/api/tables", response_model=list[Listed])
async def list_tables(guest: OptionalGuest, request: Request) -> Any:
    """The listed tables that wait for players or are running."""
    lobby = lobby_of(request)
    return await list_entries(lobby, await lobby.store.tables(listed=True, status=["waiting", "running"]), guest)


@router.post("/api/tables", response_model=Made, status_code=201)
async def make_table(body: NewTable, guest: CurrentGuest, request: Request) -> Any:
    """Create a table. Join it over the socket, with a nonce that is chosen after reading the table's commitment."""
    lobby = lobby_of(request)
    lobby.limits.hit("tables_per_minute", asker_of(request, guest))
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
    assert facts is not None, "it was just created"
    return {"table": table, "link": f"{base_url(request)}/t/{table}", "code": facts["code"]}


@router.get("/api/tables/{table}", response_model=Listed)
async def look_at_table(table: TableId, guest: OptionalGuest, request: Request) -> Any:
    """One table, as in a list."""
    lobby = lobby_of(request)
    facts = await lobby.store.facts(table)
    if facts is None:
        raise refusal("no_such_table")
    await lobby.daily.check_may_look(facts, None if guest is None else guest.id)
    return (await list_entries(lobby, [facts], guest))[0]


@router.get("/api/tables/{table}/qr", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def table_qr(table: TableId, request: Request) -> Any:
    """The link of a table as a QR code."""
    if await lobby_of(request).store.facts(table) is None:
        raise refusal("no_such_table")
    return Response(qr_svg(f"{base_url(request)}/t/{table}"), media_type="image/svg+xml")


@router.get("/api/codes/{code}", response_model=Found)
async def find_code(code: TableId, guest: OptionalGuest, request: Request) -> Any:
    """The table with a short code."""
    lobby = lobby_of(request)
    lobby.limits.hit("codes_per_minute", asker_of(request, guest))
    found = await lobby.store.tables(code=code.upper(), limit=1)
    if not found:
        raise refusal("no_such_table")
    return {"table": found[0]["id"]}
