"""Guests: create, rename, delete; resume links and devices; a guest's tables, levels and best scores."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from typing import Any

from fastapi import APIRouter, Request, Response

from ...engine.errors import Refusal
from ...engine.registry import games
from ...search.opponents import offered_level, strength
from ...store import Guest
from ..auth import COOKIE, create_guest, hash_secret, new_secret, secret_id
from ..messages import refusal
from ..names import skeleton
from ..tables.table import counts
from .dependencies import (
    TABLE_PRICE,
    CurrentGuest,
    OptionalGuest,
    TableId,
    asker_of,
    base_url,
    lobby_of,
    qr_svg,
    secret_of,
    set_cookie,
)
from .schemas import (
    Best,
    HandleAndPassphrase,
    Link,
    Listed,
    Me,
    MyLevel,
    NewGuest,
    NewPassphrase,
    Secret,
    SecretFacts,
)
from .tables import list_entries

router = APIRouter()

EXPORT_TABLES = 1000
"""How many tables an export contains."""
EXPORT_PRICE = 2.0
"""The price of each of them."""
PASSPHRASE = "passphrase"
"""The id of a passphrase in the list of secrets, and its kind."""


@router.post("/api/guests", response_model=Me, status_code=201)
async def become_guest(body: NewGuest, request: Request, response: Response) -> Any:
    """Become a guest: a name is enough. The secret is set as a cookie."""
    lobby = lobby_of(request)
    lobby.limits.hit("guests_per_minute", asker_of(request, None))
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
    await lobby.guests_changed([guest.id])
    return {"guest": guest.id, "name": body.name}


@router.delete("/api/me", status_code=204)
async def forget_me(guest: CurrentGuest, request: Request, response: Response) -> None:
    """Delete my name, the names of people at my device, my secrets and my list of games. The games themselves stay,
    without these names."""
    await lobby_of(request).forget(guest.id)
    response.delete_cookie(COOKIE)


@router.post("/api/me/link", response_model=Link, status_code=201)
async def resume_link(guest: CurrentGuest, request: Request) -> Any:
    """Create a private link that opens my seats on other devices. It replaces the previous link. The secret is in the
    fragment of the URL, which is never sent to a server or logged."""
    secret = new_secret()
    lobby = lobby_of(request)
    await lobby.store.add_secret(guest.id, hash_secret(secret), "link")
    link = f"{base_url(request)}/resume#{secret}"
    return {"link": link, "qr": qr_svg(link)}


@router.post("/api/resume", response_model=Me)
async def resume(body: Secret, request: Request, response: Response) -> Any:
    """Open my seats on this device, with the secret of a resume link."""
    lobby = lobby_of(request)
    lobby.limits.hit("codes_per_minute", asker_of(request, None))
    guest = await lobby.store.guest_by_secret(hash_secret(body.secret), "link")
    if guest is None:  # links of earlier versions, and secrets of programs, are stored as devices
        guest = await lobby.store.guest_by_secret(hash_secret(body.secret))
    if guest is None:
        raise refusal("no_such_guest")
    return await _open_here(guest, request, response)


@router.post("/api/resume/passphrase", response_model=Me)
async def resume_by_passphrase(body: HandleAndPassphrase, request: Request, response: Response) -> Any:
    """Open my seats on this device, with my handle and my passphrase. The answer is the same, and takes the same time,
    whether there is no such handle, the handle has no passphrase, or the passphrase is another one."""
    lobby = lobby_of(request)
    like = skeleton(body.handle)
    lobby.limits.hit_passphrase(asker_of(request, None).address, like)
    found = await lobby.store.guest_by_handle(like)
    guest, stored = found or (None, None)
    if not await lobby.passphrases.match(body.passphrase, stored) or guest is None:
        raise refusal("wrong_passphrase")
    return await _open_here(guest, request, response)


async def _open_here(guest: Guest, request: Request, response: Response) -> dict[str, Any]:
    """Give this device a secret of a guest."""
    secret = new_secret()
    try:
        await lobby_of(request).store.add_secret(guest.id, hash_secret(secret))
    except KeyError:  # deleted meanwhile
        raise refusal("no_such_guest") from None
    set_cookie(response, request, secret)
    return {"guest": guest.id, "name": guest.name}


@router.put("/api/me/passphrase", status_code=204)
async def set_passphrase(body: NewPassphrase, guest: CurrentGuest, request: Request) -> None:
    """Set or change my passphrase. It opens my seats on other devices, together with my handle."""
    lobby = lobby_of(request)
    lobby.limits.hit("codes_per_minute", asker_of(request, guest))
    if await lobby.store.daily.handle(guest.id) is None:
        raise refusal("no_handle")
    try:
        await lobby.store.set_passphrase(guest.id, await lobby.passphrases.hash(body.passphrase))
    except KeyError:  # deleted meanwhile
        raise refusal("no_such_guest") from None


@router.delete("/api/me/passphrase", status_code=204)
async def drop_passphrase(guest: CurrentGuest, request: Request) -> None:
    """Remove my passphrase. Devices that were opened with it stay; `GET /api/me/secrets` lists them."""
    await lobby_of(request).store.drop_passphrase(guest.id)


@router.get("/api/me/secrets", response_model=list[SecretFacts])
async def my_secrets(guest: CurrentGuest, request: Request) -> Any:
    """The devices, the link and the passphrase that open my seats. The secrets themselves are not stored."""
    here, store = hash_secret(secret_of(request)), lobby_of(request).store
    found = [
        {"id": secret_id(one.hash), "kind": one.kind, "made": one.made.isoformat(), "here": one.hash == here}
        for one in await store.secrets(guest.id)
    ]
    made = await store.passphrase_made(guest.id)
    if made is not None:
        found.append({"id": PASSPHRASE, "kind": PASSPHRASE, "made": made.isoformat(), "here": False})
    return found


@router.delete("/api/me/secrets/{secret}", status_code=204)
async def revoke(secret: TableId, guest: CurrentGuest, request: Request) -> None:
    """Revoke a device, the link or the passphrase."""
    lobby = lobby_of(request)
    if secret == PASSPHRASE:
        if not await lobby.store.drop_passphrase(guest.id):
            raise refusal("no_such_secret")
        return
    found = [one.hash for one in await lobby.store.secrets(guest.id) if secret_id(one.hash) == secret]
    if not found:
        raise refusal("no_such_secret")
    await lobby.store.drop_secret(guest.id, found[0])
    await lobby.guests_changed([guest.id])


@router.get("/api/me/tables", response_model=list[Listed])
async def my_tables(guest: CurrentGuest, request: Request) -> Any:
    """My tables, the latest first."""
    lobby = lobby_of(request)
    return await list_entries(lobby, await lobby.store.tables(guest=guest.id, limit=200), guest)


@router.get("/api/me/export", response_class=Response, responses={200: {"content": {"application/zip": {}}}})
async def export(guest: CurrentGuest, request: Request) -> Any:
    """All that is mine as one archive: `me.json` (name, devices, whether there is a passphrase, levels), `tables.json`
    (my tables, as in the list) and the game record of each table that has started, as far as I may see it. At most the
    last 1,000 tables."""
    lobby = lobby_of(request)
    found = await lobby.store.tables(guest=guest.id, limit=EXPORT_TABLES)
    lobby.limits.charge(asker_of(request, guest), EXPORT_PRICE * len(found))
    listed: list[dict[str, Any]] = []
    for at in range(0, len(found), 100):
        listed += await list_entries(lobby, found[at : at + 100], guest)
    about = {
        "guest": guest.id,
        "name": guest.name,
        "created": guest.created.isoformat(),
        "seen": guest.seen.isoformat(),
        "secrets": await my_secrets(guest, request),
        "levels": await my_levels(guest, request),
        "handle": await lobby.store.daily.handle(guest.id),
        "daily": [
            {"game": one.game, "day": one.day, "table": one.table, "ranked": one.ranked, "score": one.score}
            for one in await lobby.store.daily.tries_of(guest.id)
        ],
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("me.json", json.dumps(about, ensure_ascii=False, indent=2))
        archive.writestr("tables.json", json.dumps(listed, ensure_ascii=False, indent=2))
        for facts in found:
            try:
                record = await lobby.stored_record(facts, guest.id)
            except Refusal:  # it has not started, or its rules are not installed
                continue
            archive.writestr(f"records/{facts['id']}.jsonl", record)
            await asyncio.sleep(0)  # let others go first
    headers = {"content-disposition": 'attachment; filename="ludotheque.zip"'}
    return Response(data.getvalue(), media_type="application/zip", headers=headers)


@router.get("/api/me/levels", response_model=list[MyLevel])
async def my_levels(guest: OptionalGuest, request: Request) -> Any:
    """My level in each game with characters, estimated from the results of my last games; at first, amateur. If it is
    not offered, the strongest below it. The page adds the losses that it has computed."""
    found = await lobby_of(request).level_estimates(None if guest is None else guest.id)
    levels = []
    for game, mine in found.items():
        estimate, measured = mine.estimate, strength(games()[game]) is not None
        levels.append(
            {
                "game": game,
                "bots": mine.bots,
                "level": offered_level(games()[game], estimate.level),
                "low": estimate.low_level,
                "high": estimate.high_level,
                "games": estimate.games,
                "value": estimate.value if measured else None,
                "error": estimate.error if measured else None,
                "rated": [
                    {
                        "table": one.table,
                        "at": one.at and one.at.isoformat(),
                        "rivals": [
                            [rival.rating, rival.result, rival.weight, rival.error] for rival in one.game.rivals
                        ],
                        "points": one.game.points,
                        "rounds": one.game.rounds,
                    }
                    for one in mine.tables
                ],
            }
        )
    return levels


@router.get("/api/me/bests", response_model=list[Best])
async def my_bests(guest: CurrentGuest, request: Request) -> Any:
    """My best score in games alone, for each game and set of options."""
    bests: dict[str, dict[str, Any]] = {}
    lobby = lobby_of(request)
    found = await lobby.store.tables(guest=guest.id, status="over", limit=10_000)
    lobby.limits.charge(asker_of(request, guest), TABLE_PRICE * len(found))
    for facts in found:
        if facts["seats"] == 1 and facts.get("ending") == "complete" and counts(facts):
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
