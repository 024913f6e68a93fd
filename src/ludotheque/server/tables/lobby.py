"""The lobby: all tables that this process has in memory. Creates, opens, lists and exports tables."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from ... import fairness as fair
from ...engine.errors import Refusal
from ...engine.game import Game
from ...engine.registry import game, games
from ...store import Store, log
from ..background import jobs
from ..background.imported_games import with_guest
from ..background.record_checks import RecordChecks
from ..background.worker_pool import WorkerPool
from ..limits import Limits
from ..messages import refusal
from ..names import valid_name
from ..settings import Settings
from ..telemetry import QUEUED, TABLES
from .commands import check_bot
from .housekeeping import Housekeeping
from .inbox import StartFull
from .levels import LevelEstimate, estimate_level
from .table import Data, Facts, Table, fold
from .table_task import TableTask
from .wall_clock import JumpDetector

TABLES_FOR_LEVEL = 200
"""How many of a guest's last tables, of all games together, are read to estimate their levels."""

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters of short codes: none that looks like another."""


def new_id() -> str:
    """A new table id: 128 random bits, because the id is also the table's private link."""
    return secrets.token_urlsafe(16)


class Lobby:
    """The tables of a process. `shared`: whether other processes may serve the same tables."""

    def __init__(self, store: Store, settings: Settings, shared: bool) -> None:
        self.store = store
        self.settings = settings
        self.shared = shared
        self.limits = Limits(settings)
        self.pool = WorkerPool(settings.bot_processes, settings.bot_queue)
        self.record_checks = RecordChecks(settings)
        self.wall_clock = JumpDetector()
        self.housekeeping = Housekeeping(self)
        self.tasks: dict[str, TableTask] = {}
        """The tables in memory, by id."""
        self._opening: dict[str, asyncio.Task[TableTask]] = {}

    def start(self) -> None:
        """Start the periodic work and the metrics."""
        TABLES.set_function(lambda: len(self.tasks))
        QUEUED.set_function(lambda: sum(task.queue.qsize() for task in self.tasks.values()))
        self.housekeeping.start()

    async def stop(self) -> None:
        """Let the tables empty their queues, for at most 5 s, then stop everything."""
        self.housekeeping.stop()
        for _ in range(50):
            if all(task.queue.empty() for task in self.tasks.values()):
                break
            await asyncio.sleep(0.1)
        for task in self.tasks.values():
            task.stop()
        self.tasks.clear()
        self.pool.close()
        self.record_checks.close()

    # -- Creating tables -----------------------------------------------------------------------------------------------

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
        """Create a table; its id. A place is ``{}`` (open), ``{"for": guest}`` or ``{"bot": name}``.

        The seed is made and committed to here, before any player has given a nonce.
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
            if place.get("bot") is not None:
                check_bot(found, place["bot"])
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
            (await self.open(table)).put(StartFull())
        return table

    async def import_record(self, guest: str, record: bytes) -> str:
        """Store a finished game that a browser has saved as a table of this guest; its id. Importing the same record
        again returns the same table."""
        imported = json.loads(await self.record_checks.run(jobs.import_record, record))
        if "refused" in imported:
            refused = imported["refused"]
            raise Refusal(refused["code"], refused["message"], detail={"line": refused["line"]})
        facts, entries = with_guest(imported["facts"], imported["entries"], guest)
        table = hashlib.sha256(f"{guest}\n".encode() + record).hexdigest()[:32]
        before = await self.store.facts(table)
        if before is None:
            facts |= fold(table, facts, entries).listing()
            await self.store.create_table(table, facts)
        if before is None or before["last_seq"] == 0:
            await self.store.append(table, 1, entries)
        return table

    async def create_rematch(self, table: Table, host: str) -> str:
        """Create a table with the same settings; its id. The seats rotate by one and are reserved for their guests."""
        facts = table.facts
        seats = [*table.seats[1:], table.seats[0]]
        places = [{"for": seat.guest} if seat.guest is not None else {"bot": seat.bot} for seat in seats]
        given = {str(at): valid_name(facts["names"].get(str(seat.place))) for at, seat in enumerate(seats)}
        names = {at: name for at, name in given.items() if name is not None}
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

    # -- Opening and listing -------------------------------------------------------------------------------------------

    async def open(self, table: str) -> TableTask:
        """The task of a table, started from the store if the table is not in memory. Refuses unknown ids."""
        task = self.tasks.get(table)
        if task is not None:
            return task
        if table not in self._opening:
            opening = self._opening[table] = asyncio.create_task(self._open(table))
            opening.add_done_callback(lambda done: self._opening.pop(table, None))
        return await asyncio.shield(self._opening[table])

    async def _open(self, table: str) -> TableTask:
        facts = await self.store.facts(table)
        if facts is None:
            raise refusal("no_such_table")
        entries = {entry.seq: entry.data for entry in await self.store.entries(table)}
        folded = fold(table, facts, entries.values())
        found = await self.store.guests(sorted(folded.guests))
        names = {guest: found[guest].name if guest in found else None for guest in folded.guests}
        task = self.tasks[table] = TableTask(self, folded, entries, names)
        task.start()
        return task

    async def store_listing(self, task: TableTask) -> None:
        """Store what lists of tables show. It follows from the log, so a failure does no harm."""
        task.listed_at = task.table.n
        await self.store.set_facts(task.table.id, **task.table.listing())

    def current_facts(self, facts: Facts) -> dict[str, Any]:
        """The facts with what lists show: the current state of a table in memory, else the listing last stored."""
        task = self.tasks.get(facts["id"])
        return {"sitting": [], "to_act": [], **facts, **({} if task is None else task.table.listing())}

    # -- Game records --------------------------------------------------------------------------------------------------

    async def finished_record(self, table: str) -> bytes:
        """The game record of a table; refused unless the table is over."""
        task = await self.open(table)
        if task.table.phase != "over":
            raise refusal("not_over")
        now = task.table  # the task may advance while the log is read
        return log.game_record(now.position, await self._log(now), *task.record_header())

    async def record_for(self, table: str, guest: str | None) -> bytes:
        """The game record of a table, as far as a guest (None: anybody) may see it."""
        task = await self.open(table)
        if task.table.phase == "waiting":
            raise refusal("waiting")
        if task.table.phase == "over":
            return await self.finished_record(table)
        now = task.table
        visible = now.visible_events(await self._log(now), now.seats_of(guest))
        return log.running_record(now.facts, visible, *task.record_header())

    async def _log(self, table: Table) -> list[tuple[int, Data]]:
        """The log up to the table's last entry: of later ones it is not known here which are hidden."""
        return [(entry.seq, entry.data) for entry in await self.store.entries(table.id) if entry.seq <= table.n]

    # -- Levels --------------------------------------------------------------------------------------------------------

    async def level_estimates(self, guest: str | None) -> dict[str, LevelEstimate]:
        """The level of a guest (None: unknown guest) in each game that has characters."""
        over = [] if guest is None else await self.store.tables(guest=guest, status="over", limit=TABLES_FOR_LEVEL)
        return {found.id: estimate_level(found, guest or "", over) for found in games().values() if found.characters}

    async def level_for(self, guest: str, found: Game) -> str | None:
        """The level that suits a guest in a game; None if the game has no levels."""
        estimates = await self.level_estimates(guest)
        return estimates[found.id].level if found.id in estimates else None
