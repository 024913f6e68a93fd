"""Guests: create, rename, delete; resume links and devices; a guest's tables, levels and best scores."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request, Response

from ...engine.registry import games
from ...search.opponents import offered_level, strength
from ..auth import COOKIE, create_guest, hash_secret, new_secret, secret_id
from ..messages import refusal
from ..tables.inbox import GuestRenamed
from .dependencies import (
    CurrentGuest,
    OptionalGuest,
    TableId,
    address_of,
    base_url,
    lobby_of,
    qr_svg,
    secret_of,
    set_cookie,
)
from .schemas import Best, Link, Listed, Me, MyLevel, NewGuest, Secret, SecretFacts
from .tables import list_entries

router = APIRouter()


@router.post("/api/guests", response_model=Me, status_code=201)
async def become_guest(body: NewGuest, request: Request, response: Response) -> Any:
    """Become a guest: a name is enough. The secret is set as a cookie."""
    lobby = lobby_of(request)
    lobby.limits.hit("guests_per_minute", address_of(request))
    guest, secret = await create_guest(lobby.store, body.name)
    set_cookie(response, request, secret)
    return {"guest": guest, "name": body.name}


@router.get("/api/me", response_model=Me)
async def me(guest: OptionalGuest) -> Any:
    """The current guest; both fields are null without one."""
    return {"guest": guest and guest.id, "name": guest and guest.name}


@router.patch("/api/me", response_model=Me)
async def rename_me(body: NewGuest, guest: CurrentGuest, request: Request) -> Any:
    """Change my name."""
    lobby = lobby_of(request)
    await lobby.store.rename(guest.id, body.name)
    for task in lobby.tasks.values():
        task.put(GuestRenamed(guest.id, body.name))
    return {"guest": guest.id, "name": body.name}


@router.delete("/api/me", status_code=204)
async def forget_me(guest: CurrentGuest, request: Request, response: Response) -> None:
    """Delete my name, my secrets and my list of games. The games themselves stay, without my name."""
    lobby = lobby_of(request)
    for facts in await lobby.store.tables(guest=guest.id, limit=10_000):
        if facts["host"] == guest.id and facts.get("names"):
            await lobby.store.set_facts(facts["id"], names={})
    await lobby.store.forget(guest.id)
    for task in lobby.tasks.values():
        task.put(GuestRenamed(guest.id, None))
    _close_sockets(request, guest.id)
    response.delete_cookie(COOKIE)


@router.post("/api/me/link", response_model=Link, status_code=201)
async def resume_link(guest: CurrentGuest, request: Request) -> Any:
    """Create a private link that opens my seats on other devices. It replaces the previous link. The secret is in the
    fragment of the URL, which is never sent to a server or logged."""
    secret = new_secret()
    lobby = lobby_of(request)
    lobby.limits.hit("guests_per_minute", address_of(request))
    await lobby.store.add_secret(guest.id, hash_secret(secret), "link")
    link = f"{base_url(request)}/resume#{secret}"
    return {"link": link, "qr": qr_svg(link)}


@router.post("/api/resume", response_model=Me)
async def resume(body: Secret, request: Request, response: Response) -> Any:
    """Open my seats on this device, with the secret of a resume link."""
    lobby = lobby_of(request)
    lobby.limits.hit("codes_per_minute", address_of(request))
    guest = await lobby.store.guest_by_secret(hash_secret(body.secret), "link")
    if guest is None:  # links of earlier versions, and secrets of programs, are stored as devices
        guest = await lobby.store.guest_by_secret(hash_secret(body.secret))
    if guest is None:
        raise refusal("no_such_guest")
    secret = new_secret()
    await lobby.store.add_secret(guest.id, hash_secret(secret))
    set_cookie(response, request, secret)
    return {"guest": guest.id, "name": guest.name}


@router.get("/api/me/secrets", response_model=list[SecretFacts])
async def my_secrets(guest: CurrentGuest, request: Request) -> Any:
    """The devices and the link that open my seats. The secrets themselves are not stored."""
    here = hash_secret(secret_of(request))
    return [
        {"id": secret_id(one.hash), "kind": one.kind, "made": one.made.isoformat(), "here": one.hash == here}
        for one in await lobby_of(request).store.secrets(guest.id)
    ]


@router.delete("/api/me/secrets/{secret}", status_code=204)
async def revoke(secret: TableId, guest: CurrentGuest, request: Request) -> None:
    """Revoke a device or the link."""
    lobby = lobby_of(request)
    found = [one.hash for one in await lobby.store.secrets(guest.id) if secret_id(one.hash) == secret]
    if not found:
        raise refusal("no_such_secret")
    await lobby.store.drop_secret(guest.id, found[0])
    _close_sockets(request, guest.id)  # those of other devices reconnect


@router.get("/api/me/tables", response_model=list[Listed])
async def my_tables(guest: CurrentGuest, request: Request) -> Any:
    """My tables, the latest first."""
    lobby = lobby_of(request)
    return await list_entries(lobby, await lobby.store.tables(guest=guest.id, limit=200), guest)


@router.get("/api/me/levels", response_model=list[MyLevel])
async def my_levels(guest: OptionalGuest, request: Request) -> Any:
    """The level that suits me in each game with characters, estimated from my last games; at first, amateur. If it is
    not offered, the strongest below it."""
    estimates = await lobby_of(request).level_estimates(None if guest is None else guest.id)
    levels = []
    for game, estimate in estimates.items():
        measured = strength(games()[game]) is not None
        levels.append(
            {
                "game": game,
                "level": offered_level(games()[game], estimate.level),
                "games": estimate.games,
                "value": estimate.value if measured else None,
                "error": estimate.error if measured else None,
            }
        )
    return levels


@router.get("/api/me/bests", response_model=list[Best])
async def my_bests(guest: CurrentGuest, request: Request) -> Any:
    """My best score in games alone, for each game and set of options."""
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


def _close_sockets(request: Request, guest: str) -> None:
    """Close all sockets of a guest. Clients whose secret is still valid reconnect."""
    for socket in list(request.app.state.sockets):
        if socket.guest == guest:
            socket.close(1012)
