"""A table in memory: one queue and one task, which handles one item after the other.

A request is decided on a draft. Its entries, together with the chance draws that follow, are stored in one transaction.
Only then does the table advance, and only then are clients notified. If several processes serve a table, the store's
key (table, number) decides races: the loser reads what the winner wrote and decides again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ...engine.contract import UNLISTABLE
from ...engine.errors import Refusal
from ...engine.position import Event, dumps
from ...store import AppendConflict, Entry
from .. import messages as m
from ..background import jobs
from ..limits import Asker
from ..messages import refusal
from ..telemetry import COMMIT_SECONDS, ENTRIES, MOVE_SECONDS, incident
from .bot_moves import BotMoves
from .clocks import Clocks
from .commands import Draft, decide, stand_in_bot, start_if_full
from .inbox import (
    Abandon,
    BotMove,
    Client,
    ClientRequest,
    GuestRenamed,
    Item,
    RemoteAppend,
    StartFull,
    Subscribe,
    Unsubscribe,
)
from .replies import refused, refused_incident, with_ref
from .subscribers import Subscribers
from .table import Data, Table, effects_of
from .updates import LogPart, table_facts

if TYPE_CHECKING:
    from .lobby import Lobby

ENTRIES_KEPT = 16
"""How many of the last entries a table keeps in memory. Clients that need older ones cost a read of the store."""
REFS_KEPT = 16
"""How many refs of each guest a table keeps in memory. A client repeats only its last, unanswered requests; an action
repeated even later is refused as stale."""
MAX_CONFLICTS = 50
"""How many times a request is decided again because another process was faster, before it is refused as busy."""


class TableTask:
    """A table in memory, with the clients that follow it from this process. `log`: its entries by number."""

    def __init__(self, lobby: Lobby, table: Table, log: Mapping[int, Data], names: dict[str, str | None]) -> None:
        self.lobby = lobby
        self.table = table
        self.names = names
        """Names of the guests with seats. Never changed in place."""
        self.entries: dict[int, Data] = {}
        """The last entries of the log, by number."""
        self.refs: dict[str, dict[str, int]] = {}
        """The last requests of each guest that were done: number of the first entry by ref."""
        for n, data in log.items():
            self._remember(n, data)
        self.queue: asyncio.Queue[Item] = asyncio.Queue()
        self.subscribers = Subscribers()
        self.clocks = Clocks(lobby.settings.away_after, table.guests)
        self.bots = BotMoves(lobby.pool, lobby.settings.bot_ms, self.put)
        self.idle_since = time.monotonic()
        self.listed_at = 0
        """The table's last entry when its listing was last stored."""
        self.runner: asyncio.Task[None] | None = None

    def _remember(self, n: int, data: Data) -> None:
        self.entries[n] = data
        self.entries.pop(n - ENTRIES_KEPT, None)
        act = data.get("act", {})
        if "ref" in act:
            refs = self.refs.setdefault(act["guest"], {})
            refs[act["ref"]] = n
            if len(refs) > REFS_KEPT:
                del refs[next(iter(refs))]

    # -- The queue -----------------------------------------------------------------------------------------------------

    def submit(self, item: ClientRequest | Subscribe) -> None:
        """Put an item of a client on the queue; refused as busy if the queue is full."""
        if self.queue.qsize() >= self.lobby.settings.table_queue:
            raise refusal("busy")
        self.put(item)

    def put(self, item: Item) -> None:
        """Put an item on the queue that must not be lost."""
        self.queue.put_nowait(item)

    def start(self) -> None:
        """Start the table's task."""
        self.runner = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Handle items and deadlines for ever."""
        self.after_change()
        while True:
            item, seconds = None, self.clocks.seconds_to_deadline(self.table) if self.subscribers else None
            if seconds is None:
                item = await self.queue.get()
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        item = await self.queue.get()
            try:
                if item is None:
                    await self.check_deadlines()
                else:
                    await self.handle(item)
                self.after_change()
            except Exception as error:
                await self.fail(item, error)

    def after_change(self) -> None:
        """Start the clocks of the seats to act, and ask their bots if anybody follows the table."""
        self.clocks.update(self.table)
        alone = self.table.without_people
        if not alone or not self.subscribers:
            self.lobby.end_alone(self)
        if self.subscribers and (not alone or self.lobby.may_play_alone(self)):
            self.bots.start(self.table)

    async def fail(self, item: Item | None, error: Exception) -> None:
        """Report an error to the client that caused it. After an unexpected one, go on from what is stored."""
        if isinstance(item, ClientRequest):
            if isinstance(error, Refusal):
                item.client.send_json(refused(error, self.table.id, item.request.ref))
                return
            item.client.send_json(refused_incident(error, self.table.id, item.request.ref))
        elif isinstance(item, Subscribe):
            item.client.send_json(refused_incident(error, self.table.id, item.ref))
        elif not isinstance(error, Refusal):
            incident(f"table {self.table.id}", error)
        try:
            await self.catch_up()
        except Exception as again:
            incident(f"table {self.table.id}", again)
            await asyncio.sleep(1)  # the database cannot be reached: wait before the next try

    async def handle(self, item: Item) -> None:
        """Handle an item of the queue."""
        if isinstance(item, ClientRequest):
            if isinstance(item.request, m.Why):
                self.explain(item.client, item.request)
            elif isinstance(item.request, m.Rematch):
                await self.rematch(item.client, item.request)
            else:
                await self.execute(item)
        elif isinstance(item, Subscribe):
            await self.subscribe(item)
        elif isinstance(item, Unsubscribe):
            await self.unsubscribe(item.client)
        elif isinstance(item, BotMove):
            await self.play_bot_move(item)
        elif isinstance(item, RemoteAppend):
            await self.catch_up(item.entries)
        elif isinstance(item, GuestRenamed):
            await self.rename(item.guest, item.name)
        elif isinstance(item, StartFull) and self.table.phase == "waiting":
            await self.write(start_if_full)
        elif isinstance(item, Abandon) and self.table.phase != "over":
            await self.write(lambda draft: draft.add(entry="close", why="abandoned"))

    async def rename(self, guest: str, name: str | None) -> None:
        """Show the new name of a guest (None: was deleted), if it is shown here."""
        before = self.table.facts
        if name is None:
            self.table.forget_names(guest)
        if self.table.facts is not before or self.names.get(guest) != name:
            known = {guest: name} if guest in self.names else {}
            self.names = {**self.names, **known}
            await self.notify()

    def stop(self) -> None:
        """Cancel the table's tasks."""
        self.bots.stop()
        if self.runner is not None:
            self.runner.cancel()

    # -- Writing -------------------------------------------------------------------------------------------------------

    async def write(self, fill: Callable[[Draft], None], guest: str | None = None) -> int | None:
        """Store the entries that `fill` adds to a draft, advance the table and notify clients.

        Returns the number of the first entry, or None if there is none. `fill` is called again after every conflict.
        `guest`: for whom the entries count, by default the host.
        """
        for _ in range(MAX_CONFLICTS):
            draft = Draft(self.table)
            fill(draft)
            if not draft.entries:
                return None
            await self.draw_chance(draft)
            first = self.table.n + 1
            clock = time.perf_counter()
            try:
                await self.lobby.store.append(self.table.id, first, draft.entries)
            except AppendConflict:
                await self.catch_up()
                continue
            except KeyError:  # the host of the server has deleted the table
                raise refusal("no_such_table") from None
            COMMIT_SECONDS.observe(time.perf_counter() - clock)
            ENTRIES.inc(len(draft.entries))
            self.lobby.limits.count_entries(guest or self.table.host, len(draft.entries))
            await self.advance(draft.table, draft.entries)
            return first
        raise refusal("busy")

    async def draw_chance(self, draft: Draft) -> None:
        """Add chance draws to the draft while chance is to act."""
        # Not `search.game_loop`: draws are entries of the draft, and a sampled one is awaited from another process.
        table = draft.table
        while table.phase == "running" and table.position.to_act == ("chance",):
            position, choices = table.position, table.facts.get("choices", {})
            if position.chance_count == UNLISTABLE:
                do, more = await self.lobby.pool.run(
                    jobs.sample_chance,
                    table.game.id,
                    position.setup.tobytes(),
                    position.state.tobytes(),
                    table.chance,
                    table.draws_used,
                    choices,
                )
                draft.add_event(Event("chance", do, more))
            else:
                draft.add_event(table.chance.draw(position, table.draws_used, choices))

    async def advance(self, table: Table, entries: list[dict[str, Any]]) -> None:
        """Replace the table by its successor after these stored entries, and notify clients."""
        before = self.table
        self.table = table
        for n, data in enumerate(entries, before.n + 1):
            self._remember(n, data)
        await self.load_names()
        joined = set(table.guests - before.guests)
        if joined:
            self.clocks.mark_gone(joined - self.subscribers.guests)
        await self.notify()
        if before.phase != table.phase and table.phase == "over":
            await self.lobby.daily.finished(table)
        if before.phase != table.phase or [s.who for s in before.seats] != [s.who for s in table.seats]:
            await self.lobby.store_listing(self)

    async def catch_up(self, entries: Sequence[Entry] | None = None) -> None:
        """Apply what other processes have appended; None: read it from the store."""
        if entries is None:
            entries = await self.lobby.store.entries(self.table.id, self.table.n)
        new = [entry.data for entry in entries if entry.seq > self.table.n]
        if new:
            table = self.table.fork()
            for data in new:
                table.apply(data)
            await self.advance(table, new)

    async def load_names(self) -> None:
        """Load the names of guests who have joined."""
        unknown = [guest for guest in self.table.guests if guest not in self.names]
        if unknown:
            found = await self.lobby.store.guests(unknown)
            self.names = {
                **self.names,
                **{guest: found[guest].name if guest in found else None for guest in unknown},
            }

    # -- Requests ------------------------------------------------------------------------------------------------------

    async def execute(self, item: ClientRequest) -> None:
        """Execute a request once, however many times it is sent with the same ref, and answer it."""
        request, guest = item.request, item.client.guest
        if item.client not in self.subscribers.clients:
            raise refusal("not_watching")
        if isinstance(request, m.Phrase):
            self.lobby.limits.hit("phrases_per_minute", Asker("", guest), self.table.id)
        if not isinstance(request, m.Leave | m.Resign | m.Close):
            self.lobby.limits.check_entries(guest)
        if isinstance(request, m.Join | m.Act):
            self.lobby.daily.check_open(self.table)

        levels = await self.levels_for(guest, request)
        done: int | None = None

        def fill(draft: Draft) -> None:
            nonlocal done
            done = None if request.ref is None else self.refs.get(guest, {}).get(request.ref)
            if done is not None:
                return
            decide(draft, guest, request, self.clocks.spent(self.table), levels)
            if draft.entries and request.ref is not None:
                first = draft.entries[0]
                first["act"] = {**first.get("act", {}), "ref": request.ref, "guest": guest}

        first = await self.write(fill, guest)
        n = first if first is not None else done if done is not None else self.table.n
        ref = "" if request.ref is None else f',"ref":{dumps(request.ref)}'
        item.client.send(f'{{"type":"done","table":"{self.table.id}","n":{n}{ref}}}'.encode())
        if isinstance(request, m.Act):
            MOVE_SECONDS.observe(time.perf_counter() - item.arrived)

    async def levels_for(self, guest: str, request: m.Request) -> dict[str, str]:
        """The level of the guest for whom a request may call a bot: one who leaves, or the host who fills seats."""
        whose: str | None = guest if isinstance(request, m.Leave | m.Resign | m.Start) else None
        if isinstance(request, m.Remove) and request.seat < len(self.table.seats):
            whose = self.table.seats[request.seat].guest
        level = None if whose is None else await self.lobby.level_for(whose, self.table.game)
        return {} if whose is None or level is None else {whose: level}

    async def rematch(self, client: Client, request: m.Rematch) -> None:
        """Create a table with the same settings, or answer with the one that another player has created."""
        if not self.table.seats_of(client.guest):
            raise refusal("not_seated")
        if self.table.facts.get("daily"):
            raise refusal("daily")
        if self.table.phase != "over":
            raise refusal("not_over")
        if self.table.rematch is None:
            new = await self.lobby.create_rematch(self.table, client.guest)

            def fill(draft: Draft) -> None:
                if draft.table.rematch is None:
                    draft.add(entry="rematch", table=new)

            await self.write(fill)
        done = {"type": "done", "table": self.table.id, "n": self.table.n, "new_table": self.table.rematch}
        client.send_json(with_ref(done, request.ref))

    def explain(self, client: Client, request: m.Why) -> None:
        """Answer why an action is not legal."""
        own = self.table.seats_of(client.guest)
        seat = request.seat if request.seat is not None else own[0] if own else None
        if seat is None or seat not in own:
            raise refusal("not_seated")
        if self.table.phase == "waiting":
            raise refusal("waiting")
        reason = self.table.position.mask(seat).illegal_reason(request.action)
        because = {
            "type": "because",
            "table": self.table.id,
            "action": request.action,
            "code": None if reason is None else reason.code,
            "message": "" if reason is None else reason.message,
            "detail": {} if reason is None else reason.detail,
        }
        client.send_json(with_ref(because, request.ref))

    async def play_bot_move(self, move: BotMove) -> None:
        """Play a bot's move if a bot still has the seat and its legal actions have not changed since it was asked."""
        self.bots.finished(move.seat)
        self.lobby.limits.check_entries(self.table.host)

        def fill(draft: Draft) -> None:
            table, seat = draft.table, move.seat
            current = table.legal_changed[seat] == move.legal_changed
            if seat in table.to_act() and table.seats[seat].by_bot and current:
                draft.add_event(Event(seat, move.action), bot=move.bot)

        await self.write(fill)

    # -- Clients -------------------------------------------------------------------------------------------------------

    async def subscribe(self, item: Subscribe) -> None:
        """Send a client the table. Seats of its guest that a bot plays are given back."""
        client, guest = item.client, item.client.guest
        after = min(item.after, self.table.n)
        log = await self.log_since(after)
        new = self.subscribers.add(client, after, item.form, self.table.seats_of(guest))
        self.clocks.mark_here(guest)
        client.send_json(with_ref(table_facts(self.table, item.form), item.ref))
        self.subscribers.send_full(client, self.table, log, self.names)
        away = [seat for seat in self.table.seats_of(guest) if self.table.seats[seat].away]
        if away and self.table.phase == "running":

            def fill(draft: Draft) -> None:
                for seat in draft.table.seats_of(guest):
                    if draft.table.seats[seat].away:
                        draft.add(entry="return", seat=seat)

            await self.write(fill)
        elif new:
            self.subscribers.send_presence(self.table, self.names)

    async def unsubscribe(self, client: Client) -> None:
        """Remove a client, and store the listing so that lists show the table as the client left it."""
        if not self.subscribers.remove(client):
            return
        if not self.subscribers:
            self.idle_since = time.monotonic()
        guest = client.guest
        if guest in self.table.guests and guest not in self.subscribers.guests:
            self.clocks.mark_gone([guest])
        self.subscribers.send_presence(self.table, self.names)
        if self.table.n > self.listed_at:
            await self.lobby.store_listing(self)

    async def notify(self) -> None:
        """Send every client what is new for it."""
        if self.subscribers:
            log = await self.log_since(self.subscribers.oldest)
            self.subscribers.send_updates(self.table, log, self.names)

    async def log_since(self, after: int) -> LogPart:
        """At least the entries that a client needs that has seen everything up to `after`, from memory or the store,
        with their effects. If these are no longer kept, the whole log is folded again."""
        table = self.table
        first = table.first_to_send(table.resume_from(after))
        if table.keeps_effects_since(after):
            if first > table.n or first in self.entries:
                return LogPart(self.entries, table.effects)
            return LogPart(await self.stored_entries(first - 1), table.effects)
        entries = await self.stored_entries(0)
        return LogPart(entries, effects_of(table.facts, entries.items()))

    async def stored_entries(self, after: int) -> dict[int, Data]:
        """The entries after a number, from the store."""
        return {entry.seq: entry.data for entry in await self.lobby.store.entries(self.table.id, after)}

    # -- Deadlines -----------------------------------------------------------------------------------------------------

    async def check_deadlines(self) -> None:
        """Let a bot stand in for every seat whose deadline has passed."""
        now = time.monotonic()
        for seat, (when, why) in self.clocks.deadlines(self.table).items():
            if when > now:
                continue
            guest = self.table.seats[seat].guest
            if why == "gone" and guest is not None and self.lobby.shared:
                elsewhere = await self.seconds_since_seen_elsewhere(guest)
                if elsewhere < self.lobby.settings.away_after:
                    self.clocks.gone_since[guest] = now - elsewhere
                    continue
            legal_changed = self.table.legal_changed[seat]
            level = None if guest is None else await self.lobby.level_for(guest, self.table.game)

            def fill(
                draft: Draft,
                seat: int = seat,
                why: str = why,
                legal_changed: int = legal_changed,
                level: str | None = level,
            ) -> None:
                table = draft.table
                current = table.legal_changed[seat] == legal_changed
                if seat in table.to_act() and current and not table.seats[seat].by_bot:
                    draft.add(entry="away", seat=seat, why=why, bot=stand_in_bot(table, level))

            await self.write(fill)

    async def seconds_since_seen_elsewhere(self, guest: str) -> float:
        """Seconds since a process last noted in the store that a guest is connected; infinite if there is no such
        guest.

        0 if the computer's clock was set recently: the times say nothing then, and are noted again soon enough.
        """
        found = (await self.lobby.store.guests([guest])).get(guest)
        seconds = abs((datetime.now(UTC) - found.seen).total_seconds()) if found is not None else float("inf")
        return 0 if self.lobby.wall_clock.jumped(self.lobby.settings.away_after) else seconds
