"""The day's draws in the database: the sealed list of each game, the tries at them, and the handles of guests.

Unique keys judge every race between processes: a draw, a try and a handle are inserted or read.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from .schema import draws, handles, tables, tries

T = TypeVar("T")


class Write(Protocol):
    """Calls a function of a connection in a transaction."""

    def __call__(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        """Return what the function returns."""


@dataclass(frozen=True)
class DailyDraw:
    """A sealed draw."""

    game: str
    day: str
    terms: str
    seed: str
    commitment: str
    previous: str
    link: str
    sealed: datetime
    """When it was published."""
    boards: Mapping[str, Any] | None
    """What the bots made of it, and its ceiling; None until they have played."""


@dataclass(frozen=True)
class Try:
    """A guest's try at a draw."""

    game: str
    day: str
    guest: str
    table: str
    ranked: bool
    score: int | None
    """None until the game is complete."""
    review: Mapping[str, Any] | None
    """The decision losses; None until they are computed."""
    handle: str | None = None
    """The guest's handle now."""


class DailyDraws:
    """The rows of the day's draws. `write` and `read` are those of the store."""

    def __init__(self, write: Write, read: Callable[[Select[Any]], Awaitable[Sequence[Any]]]) -> None:
        self._write, self._read = write, read

    # --- the list of draws

    async def last(self, game: str) -> DailyDraw | None:
        """The last draw in the list of a game."""
        rows = await self._read(select(draws).where(draws.c.game == game).order_by(draws.c.day.desc()).limit(1))
        return _as_draw(rows[0]) if rows else None

    async def seal(self, draw: DailyDraw) -> bool:
        """Add a draw to the list; False if another process has added one after the same entry."""
        row = {name: getattr(draw, name) for name in ("game", "day", "terms", "seed", "commitment", "previous", "link")}
        new = insert(draws).values(**row, sealed=_milliseconds(draw.sealed))
        try:
            await self._write(lambda connection: connection.execute(new))
        except IntegrityError:
            return False
        return True

    async def draws(self, game: str, *, since: str = "", until: str = "9999", limit: int = 1000) -> list[DailyDraw]:
        """The last `limit` draws of a game in these days (both included), oldest first."""
        days = (draws.c.game == game) & draws.c.day.between(since, until)
        rows = await self._read(select(draws).where(days).order_by(draws.c.day.desc()).limit(limit))
        return [_as_draw(row) for row in reversed(rows)]

    async def draw(self, game: str, day: str) -> DailyDraw | None:
        """The draw of a day."""
        found = await self.draws(game, since=day, until=day)
        return found[0] if found else None

    async def claim_boards(self, game: str, day: str, now: datetime, again_before: datetime) -> bool:
        """Claim to compute the boards of a draw; False if they exist, or were claimed after `again_before`."""
        free = (draws.c.game == game) & (draws.c.day == day) & draws.c.boards.is_(None)
        claim = update(draws).where(free, draws.c.claimed < _milliseconds(again_before))
        return await self._changes(claim.values(claimed=_milliseconds(now)))

    async def set_boards(self, game: str, day: str, boards: Mapping[str, Any]) -> bool:
        """Store the boards of a draw; False if another process has."""
        free = (draws.c.game == game) & (draws.c.day == day) & draws.c.boards.is_(None)
        return await self._changes(update(draws).where(free).values(boards=json.dumps(boards)))

    # --- tries

    async def begin(self, given: Try, facts: Mapping[str, Any], now: datetime) -> bool:
        """Store a try and its table, both or neither; False if the guest has a try at this draw."""
        row = {"game": given.game, "day": given.day, "guest_id": given.guest, "table_id": given.table}
        at = _milliseconds(now)
        own = {name: facts[name] for name in facts if name not in ("status", "listed", "code")}  # columns
        table = {"id": given.table, "status": "waiting", "listed": False, "code": None, "facts": json.dumps(own)}

        def work(connection: Connection) -> None:
            connection.execute(insert(tries).values(**row, ranked=given.ranked))
            connection.execute(insert(tables).values(**table, created=at, last_at=at, last_seq=0))

        try:
            await self._write(work)
        except IntegrityError:
            return False
        return True

    async def finish(self, table: str, score: int) -> None:
        """Store the score of a try, by its table; the first one stays."""
        await self._changes(update(tries).where(tries.c.table_id == table, tries.c.score.is_(None)).values(score=score))

    async def try_of(self, game: str, day: str, guest: str) -> Try | None:
        """A guest's try at a draw."""
        found = await self._tries((tries.c.game == game) & (tries.c.day == day) & (tries.c.guest_id == guest))
        return found[0] if found else None

    async def tries_of(self, guest: str, *, since: str = "") -> list[Try]:
        """All tries of a guest, from a day on."""
        return await self._tries((tries.c.guest_id == guest) & (tries.c.day >= since))

    async def finished(self, game: str, day: str) -> list[Try]:
        """The finished tries at a draw, ranked or not, the highest score first."""
        return await self._tries((tries.c.game == game) & (tries.c.day == day) & tries.c.score.is_not(None))

    async def scores(self, game: str, days: Sequence[str]) -> dict[str, list[int]]:
        """The scores of all ranked finished tries at some draws, by day."""
        these = (tries.c.game == game) & tries.c.day.in_(days) & tries.c.score.is_not(None) & tries.c.ranked
        found: dict[str, list[int]] = {}
        for row in await self._read(select(tries.c.day, tries.c.score).where(these)):
            found.setdefault(row.day, []).append(row.score)
        return found

    async def counts(self, day: str) -> dict[str, int]:
        """How many have finished a draw of this day, by game."""
        query = select(tries.c.game, func.count()).where(tries.c.day == day, tries.c.score.is_not(None))
        return {row[0]: row[1] for row in await self._read(query.group_by(tries.c.game))}

    async def unfinished(self, *, until: str = "9999", limit: int = 1000) -> list[Try]:
        """Tries without a score whose table is not over in the lists of tables, up to a day."""
        going = select(tables.c.id).where(tables.c.status != "over")
        return await self._tries(
            tries.c.score.is_(None) & (tries.c.day <= until) & tries.c.table_id.in_(going), limit=limit
        )

    async def claim_review(self, now: datetime, again_before: datetime, *, since: str) -> Try | None:
        """Claim the review of one finished try of the days since; None if there is nothing to do."""
        free = tries.c.score.is_not(None) & tries.c.review.is_(None) & (tries.c.claimed < _milliseconds(again_before))
        for one in await self._tries(free & (tries.c.day >= since), limit=8):
            mine = free & (tries.c.table_id == one.table)
            if await self._changes(update(tries).where(mine).values(claimed=_milliseconds(now))):
                return one
        return None

    async def set_review(self, table: str, review: Mapping[str, Any]) -> None:
        """Store the review of a try, by its table."""
        unset = (tries.c.table_id == table) & tries.c.review.is_(None)
        await self._changes(update(tries).where(unset).values(review=json.dumps(review)))

    async def _tries(self, condition: Any, limit: int = 100_000) -> list[Try]:
        query = (
            select(tries, handles.c.handle)
            .join_from(tries, handles, tries.c.guest_id == handles.c.guest_id, isouter=True)
            .where(condition)
            .order_by(tries.c.score.desc(), tries.c.day.desc(), tries.c.guest_id)
            .limit(limit)
        )
        return [_as_try(row) for row in await self._read(query)]

    # --- handles

    async def handle(self, guest: str) -> str | None:
        """A guest's handle."""
        rows = await self._read(select(handles.c.handle).where(handles.c.guest_id == guest))
        return rows[0].handle if rows else None

    async def handles(self, guests: Sequence[str]) -> dict[str, str]:
        """The handles of guests; those without one are left out."""
        rows = await self._read(select(handles).where(handles.c.guest_id.in_(guests)))
        return {row.guest_id: row.handle for row in rows}

    async def take_handle(self, guest: str, handle: str, skeleton: str) -> bool:
        """Give a guest a handle, in place of an earlier one; False if another's looks the same."""

        def work(connection: Connection) -> None:
            connection.execute(delete(handles).where(handles.c.guest_id == guest))
            connection.execute(insert(handles).values(guest_id=guest, handle=handle, skeleton=skeleton))

        try:
            await self._write(work)
        except IntegrityError:
            return False
        return True

    async def drop_handle(self, guest: str) -> bool:
        """Take a guest's handle away; False if they have none."""
        return await self._changes(delete(handles).where(handles.c.guest_id == guest))

    async def _changes(self, statement: Any) -> bool:
        """Whether a statement changes a row."""
        return await self._write(lambda connection: connection.execute(statement).rowcount > 0)


def _as_draw(row: Any) -> DailyDraw:
    return DailyDraw(
        row.game,
        row.day,
        row.terms,
        row.seed,
        row.commitment,
        row.previous,
        row.link,
        datetime.fromtimestamp(row.sealed / 1000, UTC),
        None if row.boards is None else json.loads(row.boards),
    )


def _as_try(row: Any) -> Try:
    review = None if row.review is None else json.loads(row.review)
    return Try(row.game, row.day, row.guest_id, row.table_id, row.ranked, row.score, review, row.handle)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
