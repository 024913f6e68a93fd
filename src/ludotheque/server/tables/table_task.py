"""A table that is being played: one queue and one task. Whoever wants something of a table puts a request on its queue.

A request is decided on a draft; its entries, with what chance then brings, are written in one transaction; only when
they are stored does the table move on and anybody hear of it. Where several processes serve a table the key (table,
number) decides: the loser reads what the winner wrote, and decides anew.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import InitVar, dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol

from ...engine.contract import UNLISTABLE
from ...engine.errors import Refusal
from ...engine.position import Event, dumps
from ...search.opponents import usual
from ...store import Entry, Taken
from .. import messages as m
from ..background import worker_pool as pool
from ..messages import refusal
from ..telemetry import COMMIT_SECONDS, ENTRIES, MOVE_SECONDS, REFUSALS, incident
from .commands import Draft, decide, stand_in, start_if_full
from .table import Data, Table
from .updates import Form, Telling, facts, name_of

if TYPE_CHECKING:
    from .lobby import Lobby

KEPT = 16
"""How many entries of its log a table has in memory, for those who have seen all but the last ones."""
REFS = 16
"""How many refs of each guest a table has in memory. Who repeats what was not answered repeats their last requests; an
older action is stale by the guest's own later ones."""
RACES = 50
"""How often a request is decided anew because another process was faster, before it is refused as busy."""


class Watcher(Protocol):
    """Who follows a table: a socket."""

    guest: str

    def send(self, message: bytes) -> None:
        """Send a message, soon; never waits."""

    def tell(self, message: Any) -> None:
        """Send a message that is not yet JSON."""


@dataclass(frozen=True)
class Asked:
    """A request on the queue."""

    watcher: Watcher
    request: m.Request
    arrived: float


@dataclass(frozen=True)
class Follow:
    """Somebody begins to watch, having seen everything up to `after`."""

    watcher: Watcher
    after: int
    ref: str | None
    form: Form = "view"


@dataclass(frozen=True)
class Unfollow:
    """Somebody watches no longer."""

    watcher: Watcher


@dataclass(frozen=True)
class Thought:
    """A bot has chosen."""

    seat: int
    changed: int
    """The seat's `Table.changed` when it was asked: if it is another now, the answer is too late."""
    bot: str
    action: str


@dataclass(frozen=True)
class Written:
    """Another process has appended."""

    entries: Sequence[Entry] | None = None
    """What was read since; None if nobody has."""


@dataclass(frozen=True)
class Renamed:
    """A guest has another name now."""

    guest: str
    name: str | None


@dataclass(frozen=True)
class Begin:
    """Bots have all the seats: nobody has to join."""


@dataclass(frozen=True)
class Abandon:
    """Nothing has happened here for too long."""


@dataclass
class Turn:
    """A seat that is to act: since when, and whether its player was gone meanwhile."""

    changed: int
    since: float
    was_gone: bool = False


def _ref(message: dict[str, Any], ref: str | None) -> dict[str, Any]:
    if ref is not None:
        message["ref"] = ref
    return message


def refused(error: Refusal, table: str | None = None, ref: str | None = None, **more: Any) -> dict[str, Any]:
    """The message for a refusal."""
    REFUSALS.labels(error.code).inc()
    message: dict[str, Any] = {
        "type": "refused",
        "code": error.code,
        "message": error.message,
        "detail": error.detail,
        **more,
    }
    if table is not None:
        message["table"] = table
    return _ref(message, ref)


def refused_incident(error: BaseException, table: str | None = None, ref: str | None = None) -> dict[str, Any]:
    """The message for something unexpected: nothing leaves but an id."""
    return refused(refusal("incident"), table, ref, incident=incident(f"table {table}", error))


@dataclass
class Following:
    """What a watcher was told: the last entry, in which form, and which seats they had then."""

    after: int
    form: Form
    seats: tuple[int, ...]


@dataclass
class Live:
    """A table in memory, with everybody who watches it from this process."""

    lobby: Lobby
    table: Table
    log: InitVar[Mapping[int, Data]]
    names: dict[str, str | None]
    entries: dict[int, Data] = field(default_factory=dict)
    """The last entries of its log, by number."""
    watchers: dict[Watcher, Following] = field(default_factory=dict)
    """Who watches, and what each was told."""
    told: Telling | None = None
    """The table as it was told last."""
    refs: dict[str, dict[str, int]] = field(default_factory=dict)
    """Each guest's last requests that are done, by ref: the number of their first entry."""
    queue: asyncio.Queue[Any] = field(default_factory=asyncio.Queue)
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    turns: dict[int, Turn] = field(default_factory=dict)
    gone_since: dict[str, float] = field(default_factory=dict)
    """Guests with seats whom nobody watches for, and since when."""
    idle_since: float = field(default_factory=time.monotonic)
    noted: int = 0
    """The last entry when the facts were last noted."""
    task: asyncio.Task[None] | None = None

    def __post_init__(self, log: Mapping[int, Data]) -> None:
        for n, data in log.items():
            self._remember(n, data)
        now = time.monotonic()
        self.gone_since = dict.fromkeys(self.table.people, now)

    def _remember(self, n: int, data: Data) -> None:
        self.entries[n] = data
        self.entries.pop(n - KEPT, None)
        act = data.get("act", {})
        if "ref" in act:
            refs = self.refs.setdefault(act["guest"], {})
            refs[act["ref"]] = n
            if len(refs) > REFS:
                del refs[next(iter(refs))]

    # -- The queue -----------------------------------------------------------------------------------------------------

    def ask(self, thing: Asked | Follow) -> None:
        """Put what a client wants on the queue; refused when too much waits there."""
        if self.queue.qsize() >= self.lobby.settings.table_queue:
            raise refusal("busy")
        self.put(thing)

    def put(self, thing: Any) -> None:
        """Put something on the queue that must not be lost."""
        self.queue.put_nowait(thing)

    async def run(self) -> None:
        """The table's one task."""
        self.arrange()
        while True:
            thing, rest = None, self.rest()
            if rest is None:
                thing = await self.queue.get()
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(rest):
                        thing = await self.queue.get()
            try:
                if thing is None:
                    await self.tick()
                else:
                    await self.handle(thing)
                self.arrange()
            except Exception as error:
                await self.fail(thing, error)

    async def fail(self, thing: Any, error: Exception) -> None:
        """Whatever happened, who asked hears of it, and the table goes on from what is stored."""
        if isinstance(thing, Asked):
            if isinstance(error, Refusal):
                thing.watcher.tell(refused(error, self.table.id, thing.request.ref))
                return
            thing.watcher.tell(refused_incident(error, self.table.id, thing.request.ref))
        elif isinstance(thing, Follow):
            thing.watcher.tell(refused_incident(error, self.table.id, thing.ref))
        elif not isinstance(error, Refusal):
            incident(f"table {self.table.id}", error)
        try:
            await self.catch_up()
        except Exception as again:
            incident(f"table {self.table.id}", again)
            await asyncio.sleep(1)  # the database is away: do not spin

    async def handle(self, thing: Any) -> None:
        """Do what was put on the queue."""
        if isinstance(thing, Asked):
            if isinstance(thing.request, m.Why):
                self.explain(thing.watcher, thing.request)
            elif isinstance(thing.request, m.Rematch):
                await self.go_on(thing.watcher, thing.request)
            else:
                await self.grant(thing)
        elif isinstance(thing, Follow):
            await self.follow(thing)
        elif isinstance(thing, Unfollow):
            await self.unfollow(thing.watcher)
        elif isinstance(thing, Thought):
            await self.move(thing)
        elif isinstance(thing, Written):
            await self.catch_up(thing.entries)
        elif isinstance(thing, Renamed):
            if thing.guest in self.names:
                self.names = {**self.names, thing.guest: thing.name}
                await self.tell_all()
        elif isinstance(thing, Begin) and self.table.phase == "waiting":
            await self.write(start_if_full)
        elif isinstance(thing, Abandon) and self.table.phase != "over":
            await self.write(lambda draft: draft.add(entry="close", why="abandoned"))

    # -- Writing -------------------------------------------------------------------------------------------------------

    async def write(self, make: Any) -> int | None:
        """Write the entries that `make` puts into a draft; the number of the first. None if it made none."""
        for _ in range(RACES):
            draft = Draft(self.table)
            make(draft)
            if not draft.entries:
                return None
            await self.draw(draft)
            first = self.table.n + 1
            clock = time.perf_counter()
            try:
                await self.lobby.store.append(self.table.id, first, draft.entries)
            except Taken:
                await self.catch_up()
                continue
            COMMIT_SECONDS.observe(time.perf_counter() - clock)
            ENTRIES.inc(len(draft.entries))
            await self.moved_on(draft.table, draft.entries)
            return first
        raise refusal("busy")

    async def draw(self, draft: Draft) -> None:
        """Let chance act as long as it is to act."""
        table = draft.table
        while table.phase == "running" and table.position.to_act == ("chance",):
            position, choices = table.position, table.facts.get("choices", {})
            if position.chance_count == UNLISTABLE:
                do, more = await self.lobby.pool.run(
                    pool.sample,
                    table.game.id,
                    position.setup.tobytes(),
                    position.state.tobytes(),
                    table.chance,
                    table.picks,
                    choices,
                )
                draft.add_event(Event("chance", do, more))
            else:
                draft.add_event(table.chance.draw(position, table.picks, choices))

    async def moved_on(self, table: Table, entries: list[dict[str, Any]]) -> None:
        """These entries are stored: the table is this one from now on, and everybody hears of it."""
        before = self.table
        self.table = table
        for n, data in enumerate(entries, before.n + 1):
            self._remember(n, data)
        await self.learn_names()
        await self.tell_all()
        if before.phase != table.phase or [s.who for s in before.seats] != [s.who for s in table.seats]:
            await self.lobby.note(self)

    async def catch_up(self, read: Sequence[Entry] | None = None) -> None:
        """Go on by what others have appended, which is read now if it was not."""
        if read is None:
            read = await self.lobby.store.entries(self.table.id, self.table.n)
        new = [entry.data for entry in read if entry.seq > self.table.n]
        if new:
            table = self.table.fork()
            for data in new:
                table.apply(data)
            await self.moved_on(table, new)

    async def learn_names(self) -> None:
        """Look up who has joined."""
        unknown = [guest for guest in self.table.people if guest not in self.names]
        if unknown:
            found = await self.lobby.store.guests(unknown)
            self.names = {
                **self.names,
                **{guest: found[guest].name if guest in found else None for guest in unknown},
            }
            now = time.monotonic()
            present = {watcher.guest for watcher in self.watchers}
            self.gone_since.update(dict.fromkeys(set(unknown) - present, now))

    async def grant(self, asked: Asked) -> None:
        """Do what a guest asks, once."""
        request, guest = asked.request, asked.watcher.guest
        if asked.watcher not in self.watchers:
            raise refusal("not_watching")
        if isinstance(request, m.Phrase):
            self.lobby.limits.hit("phrases_per_minute", guest, self.table.id)

        levels = await self.levels_for(guest, request)
        done: int | None = None

        def make(draft: Draft) -> None:
            nonlocal done
            done = None if request.ref is None else self.refs.get(guest, {}).get(request.ref)
            if done is not None:
                return
            decide(draft, guest, request, self.spent(), levels)
            if draft.entries and request.ref is not None:
                first = draft.entries[0]
                first["act"] = {**first.get("act", {}), "ref": request.ref, "guest": guest}

        first = await self.write(make)
        n = first if first is not None else done if done is not None else self.table.n
        ref = "" if request.ref is None else f',"ref":{dumps(request.ref)}'
        asked.watcher.send(f'{{"type":"done","table":"{self.table.id}","n":{n}{ref}}}'.encode())
        if isinstance(request, m.Act):
            MOVE_SECONDS.observe(time.perf_counter() - asked.arrived)

    async def levels_for(self, guest: str, request: m.Request) -> dict[str, str]:
        """The level of who may need bots by a request: who goes, or the host whose empty seats are filled."""
        whose: str | None = guest if isinstance(request, m.Leave | m.Resign | m.Start) else None
        if isinstance(request, m.Remove) and request.seat < len(self.table.seats):
            whose = self.table.seats[request.seat].guest
        level = None if whose is None else await self.lobby.level(whose, self.table.game)
        return {} if whose is None or level is None else {whose: level}

    async def move(self, thought: Thought) -> None:
        """A bot acts, if its seat is still its own and things are as they were when it was asked."""
        self.thinking.pop(thought.seat, None)

        def make(draft: Draft) -> None:
            table, seat = draft.table, thought.seat
            if seat not in table.to_act() or not table.seats[seat].by_bot or table.changed[seat] != thought.changed:
                return
            draft.add_event(Event(seat, thought.action), bot=thought.bot)

        await self.write(make)

    async def go_on(self, watcher: Watcher, request: m.Rematch) -> None:
        """A rematch: a new table with the same choices; whoever asks second is sent to the same one."""
        if not self.table.seats_of(watcher.guest):
            raise refusal("not_seated")
        if self.table.phase != "over":
            raise refusal("not_over")
        if self.table.rematch is None:
            new = await self.lobby.create_rematch(self.table, watcher.guest)

            def make(draft: Draft) -> None:
                if draft.table.rematch is None:
                    draft.add(entry="rematch", table=new)

            await self.write(make)
        told = {"type": "done", "table": self.table.id, "n": self.table.n, "new_table": self.table.rematch}
        watcher.tell(_ref(told, request.ref))

    def explain(self, watcher: Watcher, request: m.Why) -> None:
        """Answer why an action is not legal."""
        own = self.table.seats_of(watcher.guest)
        seat = request.seat if request.seat is not None else own[0] if own else None
        if seat is None or seat not in own:
            raise refusal("not_seated")
        if self.table.phase == "waiting":
            raise refusal("waiting")
        wrong = self.table.position.mask(seat).illegal_reason(request.action)
        told = {
            "type": "because",
            "table": self.table.id,
            "action": request.action,
            "code": None if wrong is None else wrong.code,
            "message": "" if wrong is None else wrong.message,
            "detail": {} if wrong is None else wrong.detail,
        }
        watcher.tell(_ref(told, request.ref))

    # -- Telling -------------------------------------------------------------------------------------------------------

    async def follow(self, thing: Follow) -> None:
        """Somebody begins to watch; whoever has a seat here has returned to it."""
        watcher, guest = thing.watcher, thing.watcher.guest
        new, after = watcher not in self.watchers, min(thing.after, self.table.n)
        entries = await self.log_since(after)
        self.watchers[watcher] = Following(after, thing.form, self.table.seats_of(guest))
        self.gone_since.pop(guest, None)
        watcher.tell(_ref(facts(self.table, thing.form), thing.ref))
        telling = self.telling(entries)
        self.tell(watcher, telling, anew=True)
        telling.told()
        away = [seat for seat in self.table.seats_of(guest) if self.table.seats[seat].away]
        if away and self.table.phase == "running":

            def make(draft: Draft) -> None:
                for seat in draft.table.seats_of(guest):
                    if draft.table.seats[seat].away:
                        draft.add(entry="return", seat=seat)

            await self.write(make)
        elif new:
            self.tell_presence()

    async def unfollow(self, watcher: Watcher) -> None:
        """Somebody watches no longer. Lists will show the table as they left it."""
        if self.watchers.pop(watcher, None) is None:
            return
        now = time.monotonic()
        if not self.watchers:
            self.idle_since = now
        guest = watcher.guest
        if guest in self.table.people and all(other.guest != guest for other in self.watchers):
            self.gone_since[guest] = now
        self.tell_presence()
        if self.table.n > self.noted:
            await self.lobby.note(self)

    async def log_since(self, after: int) -> Mapping[int, Data]:
        """The entries that somebody may have to be told who has seen everything up to a number: what is older than
        those in memory comes from the store."""
        first = self.table.first_told(self.table.since(after))
        if first > self.table.n or first in self.entries:
            return self.entries
        return {entry.seq: entry.data for entry in await self.lobby.store.entries(self.table.id, first - 1)}

    def telling(self, entries: Mapping[int, Data]) -> Telling:
        """The table as it is told now. What is not new since the last time is taken over from it."""
        present = frozenset(watcher.guest for watcher in self.watchers)
        self.told = Telling(self.table, entries, self.names, present, self.told)
        return self.told

    def tell_presence(self) -> None:
        """Tell who is here."""
        if self.watchers:
            told = self.telling({}).presence()
            for watcher in self.watchers:
                watcher.send(told)

    async def tell_all(self) -> None:
        """Tell every watcher what is new, each what it may know."""
        if self.watchers:
            telling = self.telling(await self.log_since(min(one.after for one in self.watchers.values())))
            for watcher in list(self.watchers):
                self.tell(watcher, telling)
            telling.told()

    def tell(self, watcher: Watcher, telling: Telling, anew: bool = False) -> None:
        """Tell one watcher what is new to it, or everything."""
        following = self.watchers[watcher]
        seats = self.table.seats_of(watcher.guest)
        anew = anew or seats != following.seats
        update = telling.update(telling.reader(watcher.guest, seats, following.after, following.form, anew))
        following.after, following.seats = self.table.n, seats
        watcher.send(update)

    def heading(self) -> tuple[list[str], dict[str, Any]]:
        """For the header of the table's record: its players, and further fields."""
        bots, called = self.table.bots, self.table.bot_names
        players = [called[at] or name_of(self.table, self.names, at) or f"player {at}" for at in range(len(bots))]
        date = self.table.facts["created"].date().isoformat()
        return players, {"bots": bots, "table": self.table.id, "date": date, "fair": self.table.fair()}

    # -- Time and bots -------------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """After every change: let bots think whose turn it is, and start the clocks of the others."""
        table, now = self.table, time.monotonic()
        to_act = table.to_act()
        for seat in [seat for seat in self.turns if seat not in to_act]:
            del self.turns[seat]
        for seat in to_act:
            turn = self.turns.get(seat)
            if turn is None or turn.changed != table.changed[seat]:
                turn = self.turns[seat] = Turn(table.changed[seat], now)
            turn.was_gone |= table.seats[seat].guest in self.gone_since
            if table.seats[seat].by_bot and seat not in self.thinking and self.watchers:
                self.thinking[seat] = asyncio.create_task(self.think(seat))

    async def think(self, seat: int) -> None:
        """Ask a bot, in the pool."""
        table = self.table
        changed, own = table.changed[seat], table.seats[seat]
        bot = own.bot if own.bot is not None and table.game.has_bot(own.bot) else usual(table.game)
        masked = table.position.mask(seat)
        try:
            ms = self.lobby.settings.bot_ms * self.lobby.pool.share
            action = await self.lobby.pool.run(pool.think, table.game.id, bot, *masked.to_bytes(), seat, ms)
            if action not in masked.legal_actions:
                raise ValueError(f"the bot {bot} wants {action!r}")
        except Exception as error:
            incident(f"bot {bot} of {table.game.id}", error)
            action = random.choice(masked.legal_actions)
        self.put(Thought(seat, changed, bot, masked.action_text(seat, action)))

    def spent(self) -> dict[int, int]:
        """What each seat to act has used of its bank, in milliseconds."""
        clock, now = self.table.facts.get("clock"), time.monotonic()
        if not clock:
            return {}
        return {
            seat: max(0, int(1000 * (now - turn.since - clock["move"] - (clock["grace"] if turn.was_gone else 0))))
            for seat, turn in self.turns.items()
        }

    def deadlines(self) -> dict[int, tuple[float, str]]:
        """For each seat of a person to act: when a bot stands in, and why."""
        table = self.table
        clock = table.facts.get("clock")
        found: dict[int, tuple[float, str]] = {}
        for seat, turn in self.turns.items():
            own = table.seats[seat]
            if own.by_bot or own.guest is None:
                continue
            if own.guest in self.gone_since:
                found[seat] = (self.gone_since[own.guest] + self.lobby.settings.away_after, "gone")
            if clock:
                grace = clock["grace"] if turn.was_gone else 0
                flag = turn.since + clock["move"] + own.bank / 1000 + grace
                if seat not in found or flag < found[seat][0]:
                    found[seat] = (flag, "clock")
        return found

    def rest(self) -> float | None:
        """How long nothing has to be done; None: until something is asked."""
        if not self.watchers:
            return None
        times = [when for when, _ in self.deadlines().values()]
        return max(0.01, min(times) - time.monotonic()) if times else None

    async def tick(self) -> None:
        """Time is up for some seat: a bot stands in."""
        now = time.monotonic()
        for seat, (when, why) in self.deadlines().items():
            if when > now:
                continue
            guest = self.table.seats[seat].guest
            if why == "gone" and guest is not None and self.lobby.shared:
                masked = (await self.lobby.store.guests([guest])).get(guest)
                elsewhere = (
                    abs((datetime.now(UTC) - masked.seen).total_seconds()) if masked is not None else float("inf")
                )
                if self.lobby.clock_jumped(self.lobby.settings.away_after):
                    elsewhere = 0  # nobody knows; they are seen again, or not, in less than this time
                if elsewhere < self.lobby.settings.away_after:  # at a screen of another process
                    self.gone_since[guest] = now - elsewhere
                    continue
            changed = self.table.changed[seat]
            level = None if guest is None else await self.lobby.level(guest, self.table.game)

            def make(
                draft: Draft, seat: int = seat, why: str = why, changed: int = changed, level: str | None = level
            ) -> None:
                table = draft.table
                if seat in table.to_act() and table.changed[seat] == changed and not table.seats[seat].by_bot:
                    draft.add(entry="away", seat=seat, why=why, bot=stand_in(table, level))

            await self.write(make)

    def stop(self) -> None:
        """End the table's tasks."""
        for task in (*self.thinking.values(), self.task):
            if task is not None:
                task.cancel()
