"""What a table is: a fold over the numbered entries of its log. Pure: no clock, no store, no sockets.

An entry is a game event, exactly as a record has it and with a field ``act`` about how it came (`ref`, `guest`, `bot`,
`spent`), or a table entry: ``{"entry": kind, ...}``. The kinds:

========== ============================ =================================================================
join       seat, guest, nonce           a guest takes a seat
leave      seat, why, bot               ... and leaves it: "left", "removed" (then a bot has the seat, if the game runs)
place      seat, bot                    an empty seat is for this bot, or open again (None)
swap       seats                        two seats change places
draw       on                           whether the seats are drawn at the start
start      nonces, seats, picks         the game begins; the seats as drawn
take_back  to, seat                     every game event after number `to` is undone
hint       seat                         its player looks at a hint, the first one for this move
away       seat, why, bot               a bot stands in: "gone", "clock", "left"
return     seat                         ... no longer
resign     seat, bot                    ... and a bot plays on
phrase     seat, phrase
close      why                          ended without a result: "closed", "abandoned"
rematch    table                        where it goes on
========== ============================ =================================================================

Logs from before there were characters do not say which bot stood in: it is the usual one then.
"""

from __future__ import annotations

from collections.abc import Iterable, KeysView, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from ...engine.game import Game
from ...engine.position import Event, Position, dumps
from ...fairness import Chance, fair_field, picks_of
from ...game_records import read_event
from ...search.opponents import names, usual
from ...store import log

Facts = Mapping[str, Any]
Data = Mapping[str, Any]
"""An entry as it is stored."""

TOLD: dict[str, tuple[str, ...]] = {
    "join": ("seat",),
    "leave": ("seat", "why", "bot"),
    "place": ("seat", "bot"),
    "swap": ("seats",),
    "draw": ("on",),
    "start": ("nonces", "seats"),
    "take_back": ("to", "seat"),
    "hint": ("seat",),
    "away": ("seat", "why", "bot"),
    "return": ("seat",),
    "resign": ("seat", "bot"),
    "phrase": ("seat", "phrase"),
    "close": ("why",),
    "rematch": ("table",),
}
"""What is told of each table entry, besides its number and kind."""

OPENINGS = 16
"""How many times that something became public are remembered: who has seen nothing since is told all anew."""


@dataclass(frozen=True)
class Seat:
    """A place at the table, and who has it."""

    place: int
    """Its number before seats were swapped or drawn."""
    who: Literal["open", "guest", "bot"] = "open"
    guest: str | None = None
    bot: str | None = None
    """The bot that acts here, or stands in for its player."""
    nonce: str = ""
    reserved: str | None = None
    """Only this guest may take it (a rematch)."""
    away: bool = False
    resigned: bool = False
    bank: int = 0
    """Milliseconds left on the clock's bank."""
    hints: int = 0
    """At how many moves its player looked at a hint."""
    hinted: int = 0
    """The entry that tells of the last one."""

    @property
    def by_bot(self) -> bool:
        """Whether a bot acts here."""
        return self.who == "bot" or self.away or self.resigned


Hidden = frozenset[int | None]
"""From whom an event is hidden: seats, and None for spectators."""


@cache
def _shared(seats: Hidden) -> Hidden:
    """The same set, once for all: a long game hides thousands of events, from few different sets of seats."""
    return seats


def _from_all(hidden: Hidden, seats: tuple[int, ...]) -> bool:
    """Whether it is hidden from who has these seats (none: a spectator)."""
    return all(seat in hidden for seat in seats) if seats else None in hidden


class Opened(NamedTuple):
    """Events that became public together."""

    at: int
    """The entry that made them public."""
    numbers: tuple[int, ...]
    were: tuple[Hidden, ...]
    """From whom each of them had been hidden."""


@dataclass(frozen=True)
class Undo:
    """An event that may still be taken back, and the position before it."""

    n: int
    event: Event
    before: Position


def game_event(data: Data) -> Event:
    """The game event that an entry holds."""
    return read_event({name: value for name, value in data.items() if name != "act"})


class Table:
    """A table after entry `n` of its log. `apply` moves on; `fork` gives a copy to try something on."""

    def __init__(self, table: str, facts: Facts) -> None:
        self.id = table
        self.facts = facts
        self.position: Position = log.start(facts)
        self.n = 0
        self.phase: Literal["waiting", "running", "over"] = "waiting"
        self.ending: str | None = None
        """How it ended: "complete", "resigned", "closed", "abandoned"."""
        clock = facts.get("clock")
        bank = int(clock["bank"] * 1000) if clock else 0
        self.seats: Sequence[Seat] = [
            Seat(
                place,
                who="bot" if given.get("bot") else "open",
                bot=given.get("bot"),
                reserved=given.get("for"),
                bank=bank,
            )
            for place, given in enumerate(facts["places"])
        ]
        self.sitting: dict[str, tuple[int, ...]] = {}
        """The seats of each guest who has any. Never changed, only replaced."""
        self.draws = bool(facts.get("draw"))
        self.nonces: list[str] = []
        self.order: list[int] | None = None
        self.order_picks: list[Any] = []
        self.picks = 0
        self.changed = [0] * len(self.seats)
        """The last entry that changed each seat's legal actions."""
        self.veils: dict[int, Hidden] = {}
        """The events that are hidden now."""
        self.sealed: list[int] = []
        """Those of them that the game will open."""
        self.opened: tuple[Opened, ...] = ()
        """The events that were hidden and are public now, the last `OPENINGS` times that there were any."""
        self.forgotten = 0
        """The last entry that made some public of which that is remembered no longer."""
        self.lit = 0
        """The last entry by which something to be drawn came to light."""
        self.undo: list[Undo] = []
        self.removed: frozenset[str] = frozenset()
        self.rematch: str | None = None

    def fork(self) -> Table:
        """A copy that can go on without this one noticing."""
        new = Table.__new__(Table)
        new.__dict__.update(self.__dict__)
        new.changed, new.veils = self.changed.copy(), self.veils.copy()
        new.sealed, new.undo = self.sealed.copy(), self.undo.copy()
        return new

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @property
    def host(self) -> str | None:
        """The guest who made the table."""
        return self.facts.get("host")

    @property
    def chance(self) -> Chance:
        """The table's chance, once it has begun."""
        return Chance(self.facts["seed"], tuple(self.nonces))

    @property
    def bots(self) -> list[str | None]:
        """The bot that has each seat; None where a person or nobody has it."""
        return [seat.bot if seat.who == "bot" else None for seat in self.seats]

    @property
    def bot_names(self) -> list[str | None]:
        """What the bots are called."""
        return names(self.game, self.bots)

    def kept_for(self, guest: str) -> tuple[int, ...]:
        """The seats that wait for a guest."""
        return tuple(at for at, seat in enumerate(self.seats) if seat.reserved == guest)

    @property
    def people(self) -> KeysView[str]:
        """The guests who have seats."""
        return self.sitting.keys()

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """The seats of a guest."""
        return () if guest is None else self.sitting.get(guest, ())

    def _sit(self, seats: Sequence[Seat]) -> None:
        """Everybody has another seat, or some have."""
        self.seats, sitting = seats, dict[str, tuple[int, ...]]()
        for at, seat in enumerate(seats):
            if seat.guest is not None:
                sitting[seat.guest] = (*sitting.get(seat.guest, ()), at)
        self.sitting = sitting

    def to_act(self) -> tuple[int, ...]:
        """The seats to act in a running game."""
        if self.phase != "running":
            return ()
        return tuple(seat for seat in self.position.to_act if seat != "chance")

    # -- Going on ------------------------------------------------------------------------------------------------------

    def apply(self, data: Data) -> None:
        """Move on by one entry."""
        kind = data.get("entry")
        if kind is None:
            self.play(game_event(data), data.get("act", {}))
            return
        self.n += 1
        at = data.get("seat")
        if kind == "join":
            self._set(at, who="guest", guest=data["guest"], nonce=data["nonce"], reserved=None)
        elif kind == "leave":
            self._leave(at, data["why"], data.get("bot"))
        elif kind == "place":
            self._set(at, who="open" if data["bot"] is None else "bot", bot=data["bot"], reserved=None)
        elif kind == "swap":
            one, two = data["seats"]
            seats = [*self.seats]
            seats[one], seats[two] = seats[two], seats[one]
            self._sit(seats)
        elif kind == "draw":
            self.draws = data["on"]
        elif kind == "start":
            self._start(data)
        elif kind == "take_back":
            self._take_back(data["to"])
        elif kind == "hint":
            self._set(at, hints=self.seats[data["seat"]].hints + 1, hinted=self.n)
        elif kind == "away":
            self._set(at, away=True, bot=data.get("bot"))
            if data["why"] == "clock":
                self._set(at, bank=0)
        elif kind == "return":
            self._set(at, away=False, bot=None)
        elif kind == "resign":
            self._set(at, resigned=True, bot=data.get("bot"))
            playing = [seat for seat in self.seats if not seat.resigned]
            if len(playing) < 2 or not any(seat.who == "guest" for seat in playing):
                self._end("resigned")
        elif kind == "close":
            self._end(data["why"])
        elif kind == "rematch":
            self.rematch = data["table"]

    def _set(self, at: Any, **changes: Any) -> None:
        self._sit([*self.seats[:at], replace(self.seats[at], **changes), *self.seats[at + 1 :]])

    def _leave(self, at: Any, why: str, bot: str | None) -> None:
        seat = self.seats[at]
        if why == "removed" and seat.guest is not None:
            self.removed |= {seat.guest}
        if self.phase == "waiting":
            self._set(at, who="open", guest=None, nonce="")
        elif why == "removed":
            self._set(at, who="bot", guest=None, bot=bot or usual(self.game))
        else:
            self._set(at, away=True)

    def _start(self, data: Data) -> None:
        self.phase = "running"
        self.nonces = list(data["nonces"])
        if data.get("seats") is not None:
            self.order, self.order_picks = data["seats"], data["picks"]
            self.picks = len(self.order_picks)
            self._sit([self.seats[place] for place in data["seats"]])
        self.changed = [self.n] * len(self.seats)

    def play(self, event: Event, act: Mapping[str, Any]) -> None:
        """Move on by a game event, of which `act` tells how it came."""
        before = self.position
        after = before.play(event)
        self.n += 1
        hidden = before.hidden_from(event)
        if hidden:
            self.veils[self.n] = _shared(hidden)
            self.sealed.append(self.n)
        if after.is_open:
            self._unveil(self.sealed)
            self.sealed = []
        if after.scene is not None and (before.scene is None or before.reveals(after, 0)):
            self.lit = self.n
        acted, acts = before.to_act, after.to_act
        for seat in range(len(self.seats)):
            both = seat in acted and seat in acts
            if (
                seat == event.by
                or (seat in acted) != (seat in acts)
                or (both and before.legal_actions(seat) != after.legal_actions(seat))
            ):
                self.changed[seat] = self.n
        if event.by == "chance":
            self.picks += len(picks_of(event))
            self.undo = []
        elif len(self.people) == 1:
            mine = self.seats_of(next(iter(self.people)))
            if any(before.reveals(after, seat) for seat in mine):
                self.undo = []
            else:
                self.undo.append(Undo(self.n, event, before))
        if event.by != "chance" and act.get("spent"):
            self._set(event.by, bank=max(0, self.seats[event.by].bank - act["spent"]))
        self.position = after
        if after.is_over:
            self._end("complete")

    def _take_back(self, to: int) -> None:
        while self.undo and self.undo[-1].n > to:
            undone = self.undo.pop()
            self.position = undone.before
            if self.sealed and self.sealed[-1] == undone.n:
                self.sealed.pop()  # what never came about is told when all is over
        self.changed = [self.n] * len(self.seats)

    def _end(self, ending: str) -> None:
        self.phase, self.ending = "over", ending
        self.undo = []
        self._unveil(list(self.veils))
        self.sealed = []
        self.changed = [self.n] * len(self.seats)

    def _unveil(self, numbers: Sequence[int]) -> None:
        if numbers:
            opened = Opened(self.n, tuple(numbers), tuple(map(self.veils.pop, numbers)))
            if len(self.opened) == OPENINGS:
                self.forgotten = self.opened[0].at
            self.opened = (*self.opened[1 - OPENINGS :], opened)

    # -- What is told --------------------------------------------------------------------------------------------------

    def is_veiled(self, n: int, seats: tuple[int, ...]) -> bool:
        """Whether an event is hidden from who has these seats (none: a spectator)."""
        return n in self.veils and _from_all(self.veils[n], seats)

    def tell(self, n: int, data: Data) -> str:
        """Entry n as JSON, as it is told to whom it is not hidden from."""
        kind = data.get("entry")
        if kind is not None:
            return dumps({"n": n, "entry": kind, **{name: data[name] for name in TOLD[kind] if name in data}})
        by, verbs = data["by"], self.position.verbs(data["by"])
        told = f'{{"n":{n},"by":{by if by != "chance" else dumps(by)},{verbs.json_fields(verbs.parse(data["do"]))}'
        if data.get("act", {}).get("bot"):
            told += f',"bot":{dumps(data["act"]["bot"])}'
        if "picks" in data:
            told += f',"picks":{dumps(data["picks"])}'
        more = {name: value for name, value in data.items() if name not in ("by", "do", "act", "picks")}
        return told + (f',"more":{dumps(more)}}}' if more else "}")

    def since(self, after: int) -> int:
        """From where on somebody is told who has seen everything up to a number: from there, or from the start if it is
        not remembered any more which earlier events have become public since."""
        return after if after >= self.forgotten else 0

    def first_told(self, after: int) -> int:
        """The least number that anybody can be told who has seen everything up to this one."""
        first = after + 1
        for opened in self._opened_since(after):
            first = min(first, *opened.numbers)
        return first

    def _opened_since(self, after: int) -> Iterable[Opened]:
        return takewhile(lambda opened: opened.at > after, reversed(self.opened))

    def told_since(self, after: int, seats: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers of the entries after one that are told to who has these seats, and before them those that were
        hidden when that one was new and have become public since. (For numbers that `since` gives.)"""
        found = [
            n
            for opened in self._opened_since(after)
            for n, hidden in zip(opened.numbers, opened.were, strict=True)
            if n <= after and _from_all(hidden, seats)
        ]
        return (*sorted(found), *range(after + 1, self.n + 1))

    def known(self, entries: Iterable[tuple[int, Data]], seats: tuple[int, ...]) -> list[Event]:
        """The events in force, of these numbered entries, as far as who has these seats (none: a spectator) knows them:
        a hidden one is masked, or left out."""
        known = []
        for n, event in log.in_force(entries):
            if not self.is_veiled(n, seats):
                known.append(event)
                continue
            verbs = self.position.verbs(event.by)
            masked = verbs.masked_text(verbs.parse(event.do))
            if masked is not None:
                known.append(Event(event.by, masked))
        return known

    def listing(self) -> dict[str, Any]:
        """What lists of tables show of it: nothing that anybody at the table cannot know."""
        outcome = self.position.result
        return {
            "status": self.phase,
            "sitting": [
                {"who": seat.who, "guest": seat.guest, "bot": bot, "place": seat.place}
                for seat, bot in zip(self.seats, self.bots, strict=True)
            ],
            "open": sum(seat.who == "open" and seat.reserved is None for seat in self.seats),
            "to_act": list(self.to_act()),
            "ending": self.ending,
            "scores": None if outcome is None else outcome.scores,
            "winners": None if outcome is None else outcome.winners,
            "hints_used": [seat.hints for seat in self.seats],
            **({"code": None} if self.phase == "over" else {}),
        }

    def fair(self) -> dict[str, Any]:
        """The header's field `fair`: with the seed when the table is over."""
        return fair_field(
            self.facts["commitment"],
            self.nonces or [seat.nonce for seat in self.seats],
            seed=self.facts["seed"] if self.phase == "over" else None,
            choices=self.facts.get("choices"),
            seats=self.order,
            picks=self.order_picks,
        ) | ({"by": "page"} if self.facts.get("handed") else {})

    def may_hint(self, mine: tuple[int, ...]) -> bool:
        """Whether who has these seats may look at hints: where somebody plays alone or against bots, else if it was
        agreed on."""
        if self.phase != "running" or not mine:
            return False
        return bool(self.facts.get("hints")) or sum(seat.who == "guest" for seat in self.seats) == 1

    def may_take_back(self, mine: tuple[int, ...]) -> int | None:
        """To which number who has these seats may take the table back: before their last action, where nothing was
        revealed since and no other person plays."""
        if self.phase != "running" or not mine or len(self.people) != 1:
            return None
        last = [undo.n for undo in self.undo if undo.event.by in mine]
        return last[-1] - 1 if last else None


def fold(table: str, facts: Facts, entries: Iterable[Data]) -> Table:
    """The table after all these entries."""
    folded = Table(table, facts)
    for data in entries:
        folded.apply(data)
    return folded
