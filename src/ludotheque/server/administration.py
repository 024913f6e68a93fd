"""What the host of a server can do with its database while it is served: close and delete tables, rename, ban and
delete guests, delete what nobody needs. Serving processes are notified through the database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from ..engine.errors import Refusal
from ..store import AppendConflict, Store
from .messages import refusal
from .names import check_name
from .settings import Settings
from .tables.lobby import erase_names
from .tables.table import fold

BATCH = 50
"""How many tables or guests are deleted in one transaction, so that play does not wait."""
PAUSE = 0.05
"""Seconds between two such transactions."""
TRIES = 20
"""How many times a table is closed again because somebody acted meanwhile."""


async def close_table(store: Store, table: str) -> None:
    """End a table without a result, and reveal its seed. Refused if there is none or it is over."""
    for _ in range(TRIES):
        facts = await store.facts(table)
        if facts is None:
            raise refusal("no_such_table")
        if facts["status"] == "over":
            raise refusal("over")
        close = {"entry": "close", "why": "closed"}
        try:
            await store.append(table, facts["last_seq"] + 1, [close])
        except AppendConflict:
            continue
        try:
            entries = [entry.data for entry in await store.entries(table)]
            listing = fold(table, facts, entries).listing()
        except Refusal:  # its rules are not installed here
            listing = {"status": "over", "code": None, "ending": "closed"}
        await store.set_facts(table, **listing)
        return
    raise refusal("busy")


async def delete_table(store: Store, table: str) -> None:
    """Delete a table and its log. Refused if there is none."""
    if await store.facts(table) is None:
        raise refusal("no_such_table")
    await store.delete_tables([table])


async def rename_guest(store: Store, guest: str, name: str) -> None:
    """Rename a guest. Refused if there is none, or the name is not valid."""
    try:
        await store.rename(guest, check_name(name))
    except ValueError as error:
        raise refusal("malformed", f"{error}.") from None
    except KeyError:
        raise refusal("no_such_guest") from None


async def ban_guest(store: Store, guest: str, until: datetime) -> None:
    """Keep a guest out until then; a time in the past ends a ban. Refused if there is no such guest."""
    try:
        await store.ban(guest, until)
    except KeyError:
        raise refusal("no_such_guest") from None


async def drop_handle(store: Store, guest: str) -> None:
    """Take a guest's handle away: they are no longer named in rankings. Refused if they have none."""
    if not await store.daily.drop_handle(guest):
        raise refusal("no_such_guest", "This guest has no handle.")


async def forget_guest(store: Store, guest: str) -> None:
    """Delete a guest as they could themselves: their games stay, without names. Refused if there is none."""
    if guest not in await store.guests([guest]):
        raise refusal("no_such_guest")
    await store.forget(guest)
    await erase_names(store, guest)


# -- Pruning -----------------------------------------------------------------------------------------------------------


@dataclass
class Pruned:
    """What was deleted, or would be: ids."""

    guests: list[str] = field(default_factory=list)
    """Guests who never took a seat and have not come back."""
    bot_tables: list[str] = field(default_factory=list)
    """Finished tables at which nobody played but bots."""
    abandoned: list[str] = field(default_factory=list)
    """Abandoned tables."""


async def prune(store: Store, settings: Settings, *, delete: bool = True) -> Pruned:
    """Delete what the settings ``prune_..._after`` say, in small transactions. `delete` False: only find it."""
    found, now = Pruned(), datetime.now(UTC)
    soonest = min(filter(None, (settings.prune_bot_tables_after, settings.prune_abandoned_after)), default=0)
    if soonest:
        before = now - timedelta(seconds=soonest)
        for facts in await store.tables(status="over", idle_before=before, limit=1_000_000):
            if facts.get("daily") and facts["daily"]["kind"] == "bot":  # shown with the draw's results
                continue
            age = (now - facts["last_at"]).total_seconds()
            if _is_due(age, settings.prune_bot_tables_after) and not _had_people(facts):
                found.bot_tables.append(facts["id"])
            elif _is_due(age, settings.prune_abandoned_after) and facts.get("ending") == "abandoned":
                found.abandoned.append(facts["id"])
    if settings.prune_guests_after:
        found.guests = await store.idle_guests(now - timedelta(seconds=settings.prune_guests_after))
    if delete:
        for some in _batches([*found.bot_tables, *found.abandoned]):
            await store.delete_tables(some)
            await asyncio.sleep(PAUSE)
        for some in _batches(found.guests):
            await store.delete_guests(some)
            await asyncio.sleep(PAUSE)
    return found


def _is_due(age: float, after: float) -> bool:
    return 0 < after <= age


def _had_people(facts: Mapping[str, Any]) -> bool:
    return any(seat["guest"] is not None for seat in facts.get("sitting", ()))


def _batches(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (ids[at : at + BATCH] for at in range(0, len(ids), BATCH))
