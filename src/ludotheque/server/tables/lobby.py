"""The lobby: all tables that this process has in memory. Creates, opens, lists and exports tables."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ... import fairness as fair
from ...analysis.level import LevelEstimate
from ...engine.errors import Refusal
from ...engine.game import Game
from ...engine.registry import game, games
from ...store import Guest, Store, log
from ..auth import Passphrases
from ..background import jobs
from ..background.imported_games import with_guest
from ..background.record_checks import RecordChecks
from ..background.worker_pool import WorkerPool
from ..limits import TABLE_PRICE, Limits
from ..messages import refusal
from ..names import forget_cached_names, valid_name
from ..settings import Settings
from ..telemetry import QUEUED, TABLES
from .commands import check_bot
from .daily import Daily
from .housekeeping import Housekeeping
from .inbox import GuestRenamed, Socket, StartFull, Wake
from .levels import LEVEL_AFTER, GuestLevel, level_of_guest, opponents_of
from .replies import refused
from .table import Data, Facts, Table, fold, names_without
from .table_task import TableTask
from .updates import record_header
from .wall_clock import JumpDetector, wall_clock

TABLES_FOR_LEVEL = 200
"""How many of a guest's last tables, of all games together, are read to estimate their levels."""
PEOPLE_FOR_LEVEL = 5
"""How many of the people they met last count as opponents with a level."""
TABLES_OF_PERSON = 60
"""How many of the last tables of each of these are read."""

KNOWN_SECONDS = 10.0
"""How long it is remembered whose secret it is. Changes are noticed at once, unless the database is unreachable."""
KNOWN_GUESTS = 4096
"""How many secrets are remembered."""

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters of short codes: none that looks like another."""


def new_id() -> str:
    """A new table id: 128 random bits, because the id is also the table's private link."""
    return secrets.token_urlsafe(16)


class Lobby:
    """The tables of a process. `shared`: whether other processes may serve the same tables. `clock`: seconds since
    1970, for the days of the daily draws."""

    def __init__(self, store: Store, settings: Settings, shared: bool, clock: Callable[[], float] = wall_clock) -> None:
        self.store = store
        self.settings = settings
        self.shared = shared
        self.limits = Limits(settings)
        self.passphrases = Passphrases()
        self.pool = WorkerPool(settings.bot_processes, settings.bot_queue)
        self.record_checks = RecordChecks(settings)
        self.wall_clock = JumpDetector()
        self.daily = Daily(self, clock)
        self.housekeeping = Housekeeping(self)
        self.tasks: dict[str, TableTask] = {}
        """The tables in memory, by id."""
        self.sockets: set[Socket] = set()
        """The open sockets of this process."""
        self._opening: dict[str, asyncio.Task[TableTask]] = {}
        self._known: dict[bytes, tuple[Guest, float]] = {}
        """Guests by the hash of a secret that was found valid, and until when that holds."""
        self._alone: dict[str | None, str] = {}
        """By host: the table of theirs at which bots play alone."""

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
        self.daily.close()

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
        self.limits.check_entries(host)
        self.limits.count_entries(host, TABLE_PRICE)
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
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(5))
            try:
                await self.store.create_table(table, {**facts, "code": code})
                break
            except ValueError:  # another table has this code
                continue
        else:
            raise refusal("busy")
        if names:
            await self._erase_forgotten(table, facts)
        if all(place.get("bot") for place in places):
            (await self.open(table)).put(StartFull())
        return table

    async def import_record(self, guest: str, record: bytes) -> str:
        """Store a finished game that a browser has saved as a table of this guest; its id. Importing the same record
        again returns the same table."""
        self.limits.check_entries(guest)
        imported = json.loads(await self.record_checks.run(guest, jobs.import_record, record))
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
            self.limits.count_entries(guest, len(entries))
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
            task.table.facts = self.daily.current(task.table.facts)
            return task
        if table not in self._opening:
            opening = self._opening[table] = asyncio.create_task(self._open(table))
            opening.add_done_callback(lambda done: self._opening.pop(table, None))
        return await asyncio.shield(self._opening[table])

    async def _open(self, table: str) -> TableTask:
        found_facts = await self.store.facts(table)
        if found_facts is None:
            raise refusal("no_such_table")
        facts = self.daily.current(found_facts)
        entries = {entry.seq: entry.data for entry in await self.store.entries(table)}
        folded = fold(table, facts, entries.values())
        found = await self.store.guests(sorted(folded.named_guests))
        for guest in found.values():
            if guest.name is None:  # deleted while the table was read
                folded.forget_names(guest.id)
        names = {guest: found[guest].name if guest in found else None for guest in folded.named_guests}
        task = self.tasks[table] = TableTask(self, folded, entries, names)
        task.start()
        if folded.phase == "over":  # a process may have died before it stored the score
            await self.daily.finished(folded)
        return task

    def drop(self, table: str) -> None:
        """Remove a table that was deleted from memory. Its clients are told, once, that there is no such table."""
        task = self.tasks.pop(table)
        task.stop()
        self.end_alone(task)
        for client in task.subscribers.clients:
            client.send_json(refused(refusal("no_such_table"), table, f"watch-{table}"))

    async def start_again(self) -> None:
        """Forget everything that was read from the database, which was replaced. Clients reconnect and see it as it is
        now."""
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        for task in self.tasks.values():
            task.stop()
        self.tasks.clear()
        self._alone.clear()
        self._known.clear()
        for socket in list(self.sockets):
            socket.close(1012)

    def may_play_alone(self, task: TableTask) -> bool:
        """Whether bots may play at a table without people: one at a time for each host, the first that was watched."""
        return self._alone.setdefault(task.table.host, task.table.id) == task.table.id

    def end_alone(self, task: TableTask) -> None:
        """Bots no longer play alone at this table: the host's next one may go on."""
        host = task.table.host
        if self._alone.get(host) == task.table.id:
            del self._alone[host]
            for other in self.tasks.values():
                if other is not task and other.table.host == host:
                    other.put(Wake())

    async def store_listing(self, task: TableTask) -> None:
        """Store what lists of tables show. It follows from the log, so a failure does no harm."""
        task.listed_at = task.table.n
        await self.store.set_facts(task.table.id, **task.table.listing())

    def current_facts(self, facts: Facts) -> dict[str, Any]:
        """The facts with what lists show: the current state of a table in memory, else the listing last stored."""
        task = self.tasks.get(facts["id"])
        return {"sitting": [], "to_act": [], **facts, **({} if task is None else task.table.listing())}

    # -- Guests --------------------------------------------------------------------------------------------------------

    async def guest_by_secret(self, secret_hash: bytes) -> Guest | None:
        """The guest with this secret, None if there is none; remembered for a few seconds."""
        now = time.monotonic()
        guest, until = self._known.get(secret_hash, (None, 0.0))
        if guest is not None and now < until:
            return guest
        guest = await self.store.guest_by_secret(secret_hash)
        if guest is not None:
            if len(self._known) >= KNOWN_GUESTS:
                self._known.clear()
            self._known[secret_hash] = (guest, now + KNOWN_SECONDS)
        return guest

    async def forget(self, guest: str) -> None:
        """Delete a guest and the names given to people at their device: in the database, here and in other processes.
        The games stay."""
        await self.store.forget(guest)
        await erase_names(self.store, guest)
        await self.guests_changed([guest])

    async def guests_changed(self, guests: Iterable[str] | None = None) -> None:
        """Show the names of guests (None: of all) as they are stored, and close sockets whose secret is no longer valid
        or whose guest is banned."""
        self._known.clear()
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        if guests is None:
            connected = {socket.guest for socket in self.sockets}
            guests = connected.union(*(task.table.named_guests for task in self.tasks.values())) - {""}
        ids = sorted(guests)
        found, valid = await self.store.guests(ids), await self.store.secret_hashes(ids)
        for socket in list(self.sockets):
            guest = found.get(socket.guest)
            if socket.guest in ids and (guest is None or guest.is_banned or socket.secret_hash not in valid):
                socket.close(1012)
        if any(one not in found or found[one].name is None for one in ids):  # deleted
            forget_cached_names()
            self.record_checks.forget()
        for one in ids:
            name = found[one].name if one in found else None
            for task in self.tasks.values():
                if one in (task.names if name is not None else task.table.named_guests):
                    task.put(GuestRenamed(one, name))

    async def _erase_forgotten(self, table: str, facts: Facts) -> None:
        """Erase the names of guests who were deleted while a table was made for them."""
        guests = {place["for"] for place in facts["places"] if place.get("for")}
        for guest in (await self.store.guests(sorted(guests))).values():
            if guest.name is None:
                await _erase_names_at(self.store, table, guest.id)

    # -- Game records --------------------------------------------------------------------------------------------------

    async def finished_record(self, table: str, guest: str | None, *, checked: bool = False) -> bytes:
        """The game record of a table for a guest (None: anybody); refused unless the table is over. `checked`: whatever
        they may see."""
        task = await self.open(table)
        if not checked:
            await self.daily.check_may_look(task.table.facts, guest)
        if task.table.phase != "over":
            raise refusal("not_over")
        now = task.table  # the task may advance while the log is read
        return log.game_record(now.position, await self._log(now), *record_header(now, task.names))

    async def record_for(self, table: str, guest: str | None) -> bytes:
        """The game record of a table, as far as a guest (None: anybody) may see it."""
        task = await self.open(table)
        await self.daily.check_may_look(task.table.facts, guest)
        if task.table.phase == "waiting":
            raise refusal("waiting")
        if task.table.phase == "over":
            return await self.finished_record(table, guest, checked=True)
        now = task.table
        visible = now.visible_events(await self._log(now), now.seats_of(guest))
        return log.running_record(now.facts, visible, *record_header(now, task.names))

    async def stored_record(self, facts: Facts, guest: str) -> bytes:
        """As `record_for`, without opening the table: its facts are given, its log is read and folded once."""
        if facts["id"] in self.tasks:
            return await self.record_for(facts["id"], guest)
        facts = self.daily.current(facts)
        entries = await self.store.entries(facts["id"])
        folded = fold(facts["id"], facts, [entry.data for entry in entries])
        if folded.phase == "waiting":
            raise refusal("waiting")
        found = await self.store.guests(sorted(folded.guests))
        players, more = record_header(folded, {one.id: one.name for one in found.values()})
        numbered = [(entry.seq, entry.data) for entry in entries]
        if folded.phase == "over":
            return log.game_record(folded.position, numbered, players, more)
        return log.running_record(facts, folded.visible_events(numbered, folded.seats_of(guest)), players, more)

    async def _log(self, table: Table) -> list[tuple[int, Data]]:
        """The log up to the table's last entry: of later ones it is not known here which are hidden."""
        return [(entry.seq, entry.data) for entry in await self.store.entries(table.id) if entry.seq <= table.n]

    # -- Levels --------------------------------------------------------------------------------------------------------

    async def level_estimates(self, guest: str | None) -> dict[str, GuestLevel]:
        """The level of a guest (None: unknown guest) in each game that has characters."""
        over = [] if guest is None else await self.store.tables(guest=guest, status="over", limit=TABLES_FOR_LEVEL)
        leveled = [found for found in games().values() if found.characters]
        met = dict.fromkeys(one for found in leveled for one in opponents_of(found, guest or "", over))
        theirs: dict[str, dict[str, LevelEstimate]] = {found.id: {} for found in leveled}
        for other in list(met)[:PEOPLE_FOR_LEVEL]:
            tables = await self.store.tables(guest=other, status="over", limit=TABLES_OF_PERSON)
            for found in leveled:
                estimate = level_of_guest(found, other, tables).estimate  # against bots only
                if estimate.games >= LEVEL_AFTER:
                    theirs[found.id][other] = estimate
        return {found.id: level_of_guest(found, guest or "", over, theirs[found.id]) for found in leveled}

    async def level_for(self, guest: str, found: Game) -> str | None:
        """The level that suits a guest in a game; None if the game has no levels."""
        estimates = await self.level_estimates(guest)
        return estimates[found.id].estimate.level if found.id in estimates else None


async def erase_names(store: Store, guest: str) -> None:
    """Erase the names given to people at a deleted guest's device, and notify other processes."""
    for facts in await store.tables(mentions=guest, limit=1_000_000):
        if names_without(facts, guest) != facts.get("names", {}):
            await _erase_names_at(store, facts["id"], guest)
    await store.announce_guest(guest)
    await store.scrub()


async def _erase_names_at(store: Store, table: str, guest: str) -> None:
    await store.update_facts(table, lambda facts: {"names": names_without(facts, guest)})
