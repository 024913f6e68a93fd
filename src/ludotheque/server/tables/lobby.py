"""All live tables of this process: made, found, kept in step with other processes, let go."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import secrets
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from ... import fairness as fair
from ...engine.errors import Refusal
from ...engine.game import Game
from ...engine.registry import game, games
from ...native.compiled import COMPILED
from ...store import Store, log
from ..background import worker_pool as pool
from ..background.imported_games import seated
from ..background.record_checks import Checks
from ..background.worker_pool import Pool
from ..limits import Limits
from ..messages import refusal
from ..settings import Settings
from ..telemetry import QUEUED, TABLES, incident
from ..telemetry import log as log_line
from .levels import Standing, standing
from .table import Data, Facts, Table, fold
from .table_task import Abandon, Begin, Live, Written

REMEMBERED = 200
"""How many of a guest's games are looked at, those of all games together, to tell which level suits them."""

HOUR = 3600
JUMP = 30
"""Seconds by which the clock moves at once when it is set; less is the usual keeping in step."""
TIDY = 10
"""Seconds after which what is in memory counts as something that stays."""
COLLECT = 20_000, 20, 1_000
"""After how many new objects the collector looks at those, and how seldom at older ones."""

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that look like others."""


def wall_clock() -> float:
    """The time of day, in seconds since 1970: the computer's clock, which can be set."""
    return time.time()


def new_id() -> str:
    """The id of a table, which is its private link too: 128 random bits."""
    return secrets.token_urlsafe(16)


class Lobby:
    """The tables of a process."""

    def __init__(self, store: Store, settings: Settings, shared: bool) -> None:
        self.store = store
        self.settings = settings
        self.shared = shared
        """Whether other processes may serve the same tables."""
        self.limits = Limits(settings)
        self.pool = Pool(settings.bot_processes, settings.bot_queue)
        self.checks = Checks(settings)
        self.live: dict[str, Live] = {}
        self._opening: dict[str, asyncio.Task[Live]] = {}
        self._drift = wall_clock() - time.monotonic()
        self._jumped = float("-inf")
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin the work that nobody asks for."""
        TABLES.set_function(lambda: len(self.live))
        QUEUED.set_function(lambda: sum(live.queue.qsize() for live in self.live.values()))
        works = [self._listen, self._sweep, self._abandon, self._tidy, *([self._be_seen] if self.shared else [])]
        for work in works:
            self._tasks.append(asyncio.create_task(self._keep_on(work)))

        if COMPILED:  # compiled code takes its time to be loaded; interpreted code has nothing to load
            self._tasks.append(asyncio.create_task(self._warm()))

    async def _warm(self) -> None:
        """Load the games where bots think and boxes are made, before somebody waits for that."""
        for game_id in games():
            try:
                await self.pool.run(pool.warm, game_id)
            except Exception as error:
                incident(f"warm {game_id}", error)

    async def stop(self) -> None:
        """Let every table finish what it is doing, then let go of all."""
        for task in self._tasks:
            task.cancel()
        for _ in range(50):
            if all(live.queue.empty() for live in self.live.values()):
                break
            await asyncio.sleep(0.1)
        for live in self.live.values():
            live.stop()
        self.live.clear()
        self.pool.close()
        self.checks.close()

    async def _keep_on(self, work: Any) -> None:
        """Do a work that never ends; if it fails, again a little later."""
        while True:
            try:
                await work()
            except Exception as error:
                incident(work.__name__, error)
            await asyncio.sleep(1)

    # -- Making --------------------------------------------------------------------------------------------------------

    async def create(
        self,
        host: str,
        game_id: str,
        options: Mapping[str, object],
        choices: Mapping[str, object],
        places: Sequence[Mapping[str, Any]],
        *,
        names: Mapping[str, str] | None = None,
        listed: bool = False,
        clock: Mapping[str, Any] | None = None,
        start: str = "full",
        draw: bool = False,
        hints: bool = False,
    ) -> str:
        """A new table; its id. A place is ``{}`` (open), ``{"for": guest}`` or ``{"bot": name}``.

        The seed is made and committed to here, before any seat has given its nonce.
        """
        found = game(game_id)
        found.load_parts()
        full = found.check(len(places), options)
        for name in choices:
            if name not in found.table_settings:
                raise refusal("choice")
        chosen = {
            name: choice.check(name, choices.get(name, choice.default)) for name, choice in found.table_settings.items()
        }
        for place in places:
            if place.get("bot") is not None and not found.has_bot(place["bot"]):
                raise refusal("no_such_bot")
        seed = secrets.token_hex(32)
        table = new_id()
        facts = {
            "game": found.id,
            "rules": found.rules_version,
            "seats": len(places),
            "options": found.non_default_options(full),
            "choices": chosen,
            "places": list(places),
            "names": dict(names or {}),
            "host": host,
            "listed": listed,
            "clock": None if clock is None else dict(clock),
            "start": start,
            "draw": draw,
            "hints": hints,
            "seed": seed,
            "commitment": fair.commitment(seed),
        }
        facts |= Table(table, facts).listing()
        for _ in range(20):
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(5)) if listed else None
            try:
                await self.store.create_table(table, {**facts, "code": code})
                break
            except ValueError:  # another table has this code
                continue
        else:
            raise refusal("busy")
        if all(place.get("bot") for place in places):
            (await self.open(table)).put(Begin())
        return table

    async def take_record(self, guest: str, record: bytes) -> str:
        """Keep a finished game that a page kept by itself, as a table of who brings it; its id. Brought again, it is
        the same table."""
        judged = json.loads(await self.checks.run(pool.judge_record, record))
        if "refused" in judged:
            wrong = judged["refused"]
            raise Refusal(wrong["code"], wrong["message"], detail={"line": wrong["line"]})
        facts, entries = seated(judged["facts"], judged["entries"], guest)
        table = hashlib.sha256(f"{guest}\n".encode() + record).hexdigest()[:32]
        before = await self.store.facts(table)
        if before is None:
            facts |= fold(table, facts, entries).listing()
            await self.store.create_table(table, facts)
        if before is None or before["last_seq"] == 0:
            await self.store.append(table, 1, entries)
        return table

    async def create_rematch(self, table: Table, host: str) -> str:
        """The same table once more. Every seat moves on by one and is kept for who had it."""
        facts = table.facts
        seats = [*table.seats[1:], table.seats[0]]
        places = [{"for": seat.guest} if seat.guest is not None else {"bot": seat.bot} for seat in seats]
        names = {
            str(at): facts["names"][str(seat.place)]
            for at, seat in enumerate(seats)
            if str(seat.place) in facts["names"]
        }
        return await self.create(
            host,
            facts["game"],
            facts["options"],
            facts["choices"],
            places,
            names=names,
            clock=facts["clock"],
            start="full",
            draw=facts["draw"],
            hints=bool(facts.get("hints")),
        )

    # -- Finding -------------------------------------------------------------------------------------------------------

    async def open(self, table: str) -> Live:
        """The live table of an id; read from the store if it is not in memory."""
        live = self.live.get(table)
        if live is not None:
            return live
        if table not in self._opening:
            task = self._opening[table] = asyncio.create_task(self._open(table))
            task.add_done_callback(lambda done: self._opening.pop(table, None))
        return await asyncio.shield(self._opening[table])

    async def _open(self, table: str) -> Live:
        facts = await self.store.facts(table)
        if facts is None:
            raise refusal("no_such_table")
        entries = {entry.seq: entry.data for entry in await self.store.entries(table)}
        folded = fold(table, facts, entries.values())
        found = await self.store.guests(sorted(folded.people))
        names = {guest: found[guest].name if guest in found else None for guest in folded.people}
        live = Live(self, folded, entries, names)
        self.live[table] = live
        live.task = asyncio.create_task(live.run())
        return live

    async def note(self, live: Live) -> None:
        """Note in the facts what lists of tables show; it follows from the log, so it may fail without harm."""
        live.noted = live.table.n
        await self.store.set_facts(live.table.id, **live.table.listing())

    def now(self, facts: Facts) -> dict[str, Any]:
        """The facts with what lists show: as the table is now if it is in memory here, else as last noted."""
        live = self.live.get(facts["id"])
        return {"sitting": [], "to_act": [], **facts, **({} if live is None else live.table.listing())}

    async def record(self, table: str) -> bytes:
        """The record of a table that is over."""
        live = await self.open(table)
        if live.table.phase != "over":
            raise refusal("not_over")
        now = live.table  # while its log is read it may go on
        return log.record(now.position, await self._log(now), *live.heading())

    async def _log(self, table: Table) -> list[tuple[int, Data]]:
        """The whole log of a table as it is here: what was written since may hold what is hidden."""
        return [(entry.seq, entry.data) for entry in await self.store.entries(table.id) if entry.seq <= table.n]

    async def record_for(self, table: str, guest: str | None) -> bytes:
        """The record of a table as far as a guest (None: a stranger) may know it."""
        live = await self.open(table)
        if live.table.phase == "waiting":
            raise refusal("waiting")
        if live.table.phase == "over":
            return await self.record(table)
        now = live.table
        known = now.known(await self._log(now), now.seats_of(guest))
        return log.record_so_far(now.facts, known, *live.heading())

    async def standings(self, guest: str | None) -> dict[str, Standing]:
        """Where a guest (None: somebody unknown) stands in each game that has characters."""
        over = [] if guest is None else await self.store.tables(guest=guest, status="over", limit=REMEMBERED)
        return {found.id: standing(found, guest or "", over) for found in games().values() if found.characters}

    async def level(self, guest: str, found: Game) -> str | None:
        """The level that suits a guest in a game; None where it has no levels."""
        standings = await self.standings(guest)
        return standings[found.id].level if found.id in standings else None

    def clock_jumped(self, within: float) -> bool:
        """Whether the computer's clock was set within so many seconds, by which times in the store mean nothing."""
        now = time.monotonic()
        drift = wall_clock() - now
        if abs(drift - self._drift) > JUMP:
            log_line.warning("the clock has jumped", seconds=round(drift - self._drift))
            self._jumped = now
        self._drift = drift
        return now - self._jumped < within

    # -- Work that nobody asks for -------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Hear what other processes append, and read it for all tables at once."""
        async for changed in self.store.changes():
            if changed is None:
                for live in self.live.values():
                    live.put(Written())
                continue
            here = {table: self.live[table].table.n for table in changed if table in self.live}
            behind = {table: n for table, n in here.items() if n < changed[table]}
            if behind:
                for table, entries in (await self.store.entries_of(behind)).items():
                    if table in self.live:
                        self.live[table].put(Written(entries))

    async def _be_seen(self) -> None:
        """Other processes learn from the store which guests with seats are at a screen here: often enough that they
        never take them for gone."""
        pause = self.settings.away_after / 4
        await asyncio.sleep(pause)
        here = {
            watcher.guest
            for live in self.live.values()
            for watcher in live.watchers
            if watcher.guest in live.table.people
        }
        if here:
            await self.store.seen(here, pause)

    async def _sweep(self) -> None:
        """Let go of tables that nobody watches."""
        await asyncio.sleep(self.settings.keep_idle / 4)
        now = time.monotonic()
        for table, live in list(self.live.items()):
            idle = not live.watchers and live.queue.empty() and now - live.idle_since > self.settings.keep_idle
            if idle:
                live.stop()
                del self.live[table]

    async def _tidy(self) -> None:
        """Keep the garbage collector's pauses short: with 2,000 sockets a whole collection takes half a second, so what
        has lived for a while is left out of it, except once an hour. An action makes next to no garbage that only the
        collector finds, so it looks rarely."""
        gc.set_threshold(*COLLECT)
        for _ in range(HOUR // TIDY):
            gc.freeze()
            await asyncio.sleep(TIDY)
        gc.unfreeze()
        gc.collect()

    async def _abandon(self) -> None:
        """Close unfinished tables on which nothing has happened for a long time, so that their seeds are revealed."""
        before = datetime.fromtimestamp(wall_clock(), UTC) - timedelta(seconds=self.settings.abandon_after)
        # After a jump of the clock nobody knows how long ago anything was, so everything has its whole time once more.
        if not self.clock_jumped(self.settings.abandon_after):
            for facts in await self.store.tables(status=["waiting", "running"], idle_before=before, limit=1000):
                await self._close(facts)
        await asyncio.sleep(min(3600.0, self.settings.abandon_after / 4))

    async def _close(self, facts: Facts) -> None:
        try:
            (await self.open(facts["id"])).put(Abandon())
        except Refusal:  # its rules are not here any more; its log can still be closed
            await self.store.append(facts["id"], facts["last_seq"] + 1, [{"entry": "close", "why": "abandoned"}])
            await self.store.set_facts(facts["id"], status="over", code=None, ending="abandoned")
