"""A table: a fold over the numbered entries of its log. Pure: no clock, no store, no sockets.

An entry is a game event, written as in a game record, with a field ``act`` about its origin (`ref`, `guest`, `bot`,
`spent`), or a table entry: ``{"entry": kind, ...}``. The kinds:

========== ============================ =================================================================
join       seat, guest, nonce           a guest takes a seat
leave      seat, why, bot               a guest gives up a seat: "left", or "removed" (in a running game a bot gets it)
place      seat, bot                    the host gives an empty seat to a bot, or opens it again (bot: None)
swap       seats                        two seats change places
draw       on                           whether the seats are shuffled at the start
start      nonces, seats, picks         the game starts; `seats` is the shuffled order
take_back  to, seat                     every game event after number `to` is undone
hint       seat                         a player looks at the first hint for this move
away       seat, why, bot               a bot stands in for a player: "gone", "clock", "left"
return     seat                         the player is back
resign     seat, bot                    the player resigns; a bot plays on
end        seat                         after a resignation: a player wants to end the game here
phrase     seat, phrase                 a player says a phrase
close      why                          the table ends without a result: "closed", "abandoned"
rematch    table                        the id of the rematch's table
========== ============================ =================================================================

Logs written before there were characters do not name the bot that stands in; it is the game's usual bot.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, KeysView, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from ...engine.contract import By
from ...engine.game import Game
from ...engine.position import Event, Position, dumps
from ...fairness import Chance, fair_field, picks_of
from ...game_records import read_event
from ...search.opponents import bots_version, names, usual
from ...store import log

Facts = Mapping[str, Any]
Data = Mapping[str, Any]
"""An entry as it is stored."""

PUBLIC_FIELDS: dict[str, tuple[str, ...]] = {
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
    "end": ("seat",),
    "phrase": ("seat", "phrase"),
    "close": ("why",),
    "rematch": ("table",),
}
"""The fields of each kind of table entry that clients receive, besides its number and kind."""

EFFECTS_KEPT = 16
"""A table keeps the effects of this many last entries, and of older ones that are hidden or were revealed by these.
Those of other entries are computed again (`effects_of`)."""
REVEALS_KEPT = 16
"""How many of the last reveals a table remembers. A client that has missed more receives the full log again."""


@dataclass(frozen=True)
class Seat:
    """A seat and who has it."""

    place: int
    """Its number before seats were swapped or shuffled."""
    who: Literal["open", "guest", "bot"] = "open"
    guest: str | None = None
    bot: str | None = None
    """The bot that has the seat or stands in for its player."""
    nonce: str = ""
    reserved: str | None = None
    """The only guest who may take it (in a rematch)."""
    away: bool = False
    resigned: bool = False
    bank: int = 0
    """Milliseconds left in the bank of the clock."""
    hints: int = 0
    """Number of moves for which the player looked at a hint."""
    hinted: int = 0
    """Number of the last `hint` entry; 0 if there is none."""

    @property
    def by_bot(self) -> bool:
        """Whether a bot acts for this seat."""
        return self.who == "bot" or self.away or self.resigned


HiddenFrom = frozenset[int | None]
"""Who may not see an event: seats, and None for spectators."""


@cache
def _interned(seats: HiddenFrom) -> HiddenFrom:
    """The same set as one shared object: a long game hides thousands of events from few different sets of seats."""
    return seats


def _hidden_from_all(hidden: HiddenFrom, seats: tuple[int, ...]) -> bool:
    """Whether an event is hidden from a client with these seats (none: a spectator)."""
    return all(seat in hidden for seat in seats) if seats else None in hidden


class Standing(NamedTuple):
    """How a table ended for its players; unlike the result of the rules it takes resignations into account."""

    scores: list[int]
    """The final scores; after a resignation those if the game ended here."""
    winners: list[int]


class Reveal(NamedTuple):
    """Events that became public together."""

    at: int
    """Number of the entry that made them public."""
    numbers: tuple[int, ...]
    hidden_from: tuple[HiddenFrom, ...]
    """Who could not see each of them before."""


@dataclass(frozen=True)
class Undo:
    """An event that can still be taken back, and the position before it."""

    n: int
    event: Event
    before: Position


def counts(facts: Facts) -> bool:
    """Whether a table counts for levels and best scores: the server dealt it, and nobody can have known the draws."""
    return not facts.get("handed") and (facts.get("daily") or {}).get("kind") != "archive"


def names_without(facts: Facts, guest: str) -> dict[str, str]:
    """The names given to seats, without those of people at this guest's device. `facts`: with its listing.

    The names of a place belong to the guest for whom it is reserved, else to the one who sits there, else to the host.
    """
    sitting = {seat["place"]: seat["guest"] for seat in facts.get("sitting", ())}
    kept = {}
    for place, name in facts.get("names", {}).items():
        owner = facts["places"][int(place)].get("for") or sitting.get(int(place)) or facts.get("host")
        if owner != guest:
            kept[place] = name
    return kept


def game_event(data: Data) -> Event:
    """The game event in an entry."""
    return read_event({name: value for name, value in data.items() if name != "act"})


class Table:
    """A table after entry `n` of its log. `apply` advances it by an entry; `fork` makes a copy to try entries on."""

    def __init__(self, table: str, facts: Facts) -> None:
        self.id = table
        self.facts = facts
        self.position: Position = log.start_position(facts)
        self.n = 0
        self.phase: Literal["waiting", "running", "over"] = "waiting"
        self.ending: str | None = None
        """How it ended: "complete", "resigned", "closed" or "abandoned"; None before."""
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
        self.seats_by_guest: dict[str, tuple[int, ...]] = {}
        """Seats of each guest who has any. Never changed in place."""
        self.draw_seats = bool(facts.get("draw"))
        self.nonces: list[str] = []
        self.taken_back = False
        """Whether any action was taken back."""
        self.order: list[int] | None = None
        self.order_picks: list[Any] = []
        self.draws_used = 0
        self.legal_changed = [0] * len(self.seats)
        """For each seat the number of the last entry that changed its legal actions."""
        self.hidden_events: dict[int, HiddenFrom] = {}
        """Events that are hidden now: their numbers, and from whom."""
        self.sealed: list[int] = []
        """Hidden events that become public when the game opens them (simultaneous moves)."""
        self.reveals: tuple[Reveal, ...] = ()
        """The last `REVEALS_KEPT` reveals, oldest first."""
        self.reveals_forgotten_to = 0
        """Number of the entry of the last reveal that was dropped from `reveals`; 0 if none was."""
        self.effects: dict[int, bytes] = {}
        """What events changed, by number, as far as it is kept. Packed: see `EffectsSchema.pack`."""
        self.scene_changed = 0
        """Number of the last entry that changed the visible part of the scene."""
        self.undo: list[Undo] = []
        self.ending_wanted: frozenset[int] = frozenset()
        """Seats that want to end the game after a resignation."""
        self.removed: frozenset[str] = frozenset()
        self.rematch: str | None = None

    def fork(self) -> Table:
        """A copy that can be advanced without changing this one."""
        new = Table.__new__(Table)
        new.__dict__.update(self.__dict__)
        new.legal_changed, new.hidden_events = self.legal_changed.copy(), self.hidden_events.copy()
        new.sealed, new.undo, new.effects = self.sealed.copy(), self.undo.copy(), self.effects.copy()
        return new

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @property
    def host(self) -> str | None:
        """The guest who created the table."""
        return self.facts.get("host")

    @property
    def named_guests(self) -> frozenset[str]:
        """The guests on whom the names in this table depend: those with seats, those for whom seats are reserved, and
        the host."""
        reserved = {place["for"] for place in self.facts["places"] if place.get("for")}
        return frozenset({*self.guests, *reserved, *([] if self.host is None else [self.host])})

    def forget_names(self, guest: str) -> None:
        """Forget the names given to seats at this guest's device."""
        names = names_without({**self.facts, **self.listing()}, guest)
        if names != self.facts.get("names", {}):
            self.facts = {**self.facts, "names": names}

    @property
    def chance(self) -> Chance:
        """The source of chance draws: seed and nonces. Valid once the game has started."""
        return Chance(self.facts["seed"], tuple(self.nonces))

    @property
    def bots(self) -> list[str | None]:
        """The bot of each seat; None where a guest or nobody has it."""
        return [seat.bot if seat.who == "bot" else None for seat in self.seats]

    @property
    def bot_names(self) -> list[str | None]:
        """The display name of the bot of each seat, or None."""
        return names(self.game, self.bots)

    def seats_reserved_for(self, guest: str) -> tuple[int, ...]:
        """The seats that only this guest may take."""
        return tuple(at for at, seat in enumerate(self.seats) if seat.reserved == guest)

    @property
    def guests(self) -> KeysView[str]:
        """The guests who have seats."""
        return self.seats_by_guest.keys()

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """A guest's seats; empty for None."""
        return () if guest is None else self.seats_by_guest.get(guest, ())

    @property
    def daily(self) -> Mapping[str, Any] | None:
        """The draw of the day that is played here, with its ranking open; None at other tables."""
        found: Mapping[str, Any] | None = self.facts.get("daily")
        return None if found is None or found["kind"] == "archive" else found

    @property
    def keeps_seed(self) -> bool:
        """Whether the seed stays secret after the end of the game, because others still play the same draw."""
        return self.daily is not None and not self.daily.get("over")

    @property
    def without_people(self) -> bool:
        """Whether the game is running and bots act for all seats."""
        return self.phase == "running" and all(seat.by_bot for seat in self.seats)

    def _set_seats(self, seats: Sequence[Seat]) -> None:
        """Replace the seats, and index them by guest."""
        self.seats, by_guest = seats, dict[str, tuple[int, ...]]()
        for at, seat in enumerate(seats):
            if seat.guest is not None:
                by_guest[seat.guest] = (*by_guest.get(seat.guest, ()), at)
        self.seats_by_guest = by_guest

    def to_act(self) -> tuple[int, ...]:
        """The seats to act; empty unless the game is running."""
        if self.phase != "running":
            return ()
        return tuple(seat for seat in self.position.to_act if seat != "chance")

    # -- Applying entries ----------------------------------------------------------------------------------------------

    def apply(self, data: Data) -> None:
        """Advance by one entry."""
        kind = data.get("entry")
        if kind is None:
            self.play(game_event(data), data.get("act", {}))
            return
        self.n += 1
        at = data.get("seat")
        if kind == "join":
            self._set_seat(at, who="guest", guest=data["guest"], nonce=data["nonce"], reserved=None)
        elif kind == "leave":
            self._leave(at, data["why"], data.get("bot"))
        elif kind == "place":
            self._set_seat(at, who="open" if data["bot"] is None else "bot", bot=data["bot"], reserved=None)
        elif kind == "swap":
            one, two = data["seats"]
            seats = [*self.seats]
            seats[one], seats[two] = seats[two], seats[one]
            self._set_seats(seats)
        elif kind == "draw":
            self.draw_seats = data["on"]
        elif kind == "start":
            self._start(data)
        elif kind == "take_back":
            self._take_back(data["to"])
        elif kind == "hint":
            self._set_seat(at, hints=self.seats[data["seat"]].hints + 1, hinted=self.n)
        elif kind == "away":
            self._set_seat(at, away=True, bot=data.get("bot"))
            if data["why"] == "clock":
                self._set_seat(at, bank=0)
        elif kind == "return":
            self._set_seat(at, away=False, bot=None)
        elif kind == "resign":
            self._set_seat(at, resigned=True, bot=data.get("bot"))
            playing = [seat for seat in self.seats if not seat.resigned]
            if len(playing) < 2 or not any(seat.who == "guest" for seat in playing):
                self._end("resigned")
        elif kind == "end":
            self.ending_wanted |= {data["seat"]}
            if self.ending_wanted.issuperset(self.asked_to_end()):
                self._end("resigned")
        elif kind == "close":
            self._end(data["why"])
        elif kind == "rematch":
            self.rematch = data["table"]

    def asked_to_end(self) -> tuple[int, ...]:
        """The seats whose players must agree to end the game after a resignation; empty if nobody has resigned."""
        if not any(seat.resigned for seat in self.seats):
            return ()
        return tuple(at for at, seat in enumerate(self.seats) if seat.who == "guest" and not seat.by_bot)

    def _set_seat(self, at: Any, **changes: Any) -> None:
        self._set_seats([*self.seats[:at], replace(self.seats[at], **changes), *self.seats[at + 1 :]])

    def _leave(self, at: Any, why: str, bot: str | None) -> None:
        seat = self.seats[at]
        if why == "removed" and seat.guest is not None:
            self.removed |= {seat.guest}
        if self.phase == "waiting":
            self._set_seat(at, who="open", guest=None, nonce="")
        elif why == "removed":
            self._set_seat(at, who="bot", guest=None, bot=bot or usual(self.game))
        else:
            self._set_seat(at, away=True)

    def _start(self, data: Data) -> None:
        self.phase = "running"
        self.nonces = list(data["nonces"])
        if data.get("seats") is not None:
            self.order, self.order_picks = data["seats"], data["picks"]
            self.draws_used = len(self.order_picks)
            self._set_seats([self.seats[place] for place in data["seats"]])
        self.legal_changed = [self.n] * len(self.seats)

    def play(self, event: Event, act: Mapping[str, Any]) -> None:
        """Advance by a game event; `act` is its origin (`spent`: milliseconds taken from the bank)."""
        before = self.position
        after, effects = before.play_with_effects(event)
        self.n += 1
        self.effects[self.n] = self.game.effects.pack(effects)
        hidden = before.hidden_from(event)
        if hidden:
            self.hidden_events[self.n] = _interned(hidden)
            self.sealed.append(self.n)
        if after.is_open:
            self._reveal(self.sealed)
            self.sealed = []
        if after.scene is not None and (before.scene is None or before.reveals(after, 0)):
            self.scene_changed = self.n
        acted, acts = before.to_act, after.to_act
        for seat in range(len(self.seats)):
            both = seat in acted and seat in acts
            if (
                seat == event.by
                or (seat in acted) != (seat in acts)
                or (both and before.legal_actions(seat) != after.legal_actions(seat))
            ):
                self.legal_changed[seat] = self.n
        if event.by == "chance":
            self.draws_used += len(picks_of(event))
            self.undo = []
        elif len(self.guests) == 1:
            mine = self.seats_of(next(iter(self.guests)))
            if any(before.reveals(after, seat) for seat in mine):
                self.undo = []
            else:
                self.undo.append(Undo(self.n, event, before))
        if event.by != "chance" and act.get("spent"):
            self._set_seat(event.by, bank=max(0, self.seats[event.by].bank - act["spent"]))
        self.position = after
        if after.is_over:
            self._end("complete")
        self._forget_effects()

    def _forget_effects(self) -> None:
        oldest = self.n - EFFECTS_KEPT
        old = [n for n in self.effects if n <= oldest and n not in self.hidden_events]
        if old:
            revealed = {n for reveal in self._reveals_since(oldest) for n in reveal.numbers}
            for n in old:
                if n not in revealed:
                    del self.effects[n]

    def _take_back(self, to: int) -> None:
        self.taken_back = True
        while self.undo and self.undo[-1].n > to:
            undone = self.undo.pop()
            self.position = undone.before
            self.effects.pop(undone.n, None)
            if self.sealed and self.sealed[-1] == undone.n:
                self.sealed.pop()  # it stays hidden until the table is over
        self.legal_changed = [self.n] * len(self.seats)

    def _end(self, ending: str) -> None:
        self.phase, self.ending = "over", ending
        self.undo = []
        self._reveal(list(self.hidden_events))
        self.sealed = []
        self.legal_changed = [self.n] * len(self.seats)

    def _reveal(self, numbers: Sequence[int]) -> None:
        if numbers:
            reveal = Reveal(self.n, tuple(numbers), tuple(map(self.hidden_events.pop, numbers)))
            if len(self.reveals) == REVEALS_KEPT:
                self.reveals_forgotten_to = self.reveals[0].at
            self.reveals = (*self.reveals[1 - REVEALS_KEPT :], reveal)

    # -- What clients may see ------------------------------------------------------------------------------------------

    def is_hidden(self, n: int, seats: tuple[int, ...]) -> bool:
        """Whether event `n` is hidden from a client with these seats (none: a spectator)."""
        return n in self.hidden_events and _hidden_from_all(self.hidden_events[n], seats)

    def viewer_of(self, n: int, by: By, seats: tuple[int, ...]) -> int | None:
        """The seat whose knowledge a client with these seats is shown of event `n`: its own if it acted, otherwise the
        first of its seats that may see it; None for a spectator."""
        if by in seats:
            return by
        hidden: Container[int | None] = self.hidden_events.get(n, ())
        return next((seat for seat in seats if seat not in hidden), None)

    def keeps_effects_since(self, after: int) -> bool:
        """Whether the effects are kept of all entries that a client needs that has seen everything up to `after`."""
        return self.resume_from(after) >= self.n - EFFECTS_KEPT

    def entry_json(self, n: int, data: Data) -> str:
        """Entry `n` as JSON, for clients that may see it, without its effects."""
        kind = data.get("entry")
        if kind is not None:
            return dumps({"n": n, "entry": kind, **{name: data[name] for name in PUBLIC_FIELDS[kind] if name in data}})
        by, verbs = data["by"], self.position.verbs(data["by"])
        text = f'{{"n":{n},"by":{by if by != "chance" else dumps(by)},{verbs.json_fields(verbs.parse(data["do"]))}'
        if data.get("act", {}).get("bot"):
            text += f',"bot":{dumps(data["act"]["bot"])}'
        if "picks" in data:
            text += f',"picks":{dumps(data["picks"])}'
        more = {name: value for name, value in data.items() if name not in ("by", "do", "act", "picks")}
        return text + (f',"more":{dumps(more)}}}' if more else "}")

    def resume_from(self, after: int) -> int:
        """The number after which a client that has seen everything up to `after` is sent the log: `after`, or 0 if
        `reveals` does not reach back that far."""
        return after if after >= self.reveals_forgotten_to else 0

    def first_to_send(self, after: int) -> int:
        """The lowest entry number that any client that has seen everything up to `after` needs."""
        first = after + 1
        for reveal in self._reveals_since(after):
            first = min(first, *reveal.numbers)
        return first

    def _reveals_since(self, after: int) -> Iterable[Reveal]:
        return takewhile(lambda reveal: reveal.at > after, reversed(self.reveals))

    def numbers_to_send(self, after: int, seats: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers of the entries to send to a client with these seats: those after `after`, preceded by earlier
        ones that were hidden from it and have become public since. `after` comes from `resume_from`."""
        found = [
            n
            for reveal in self._reveals_since(after)
            for n, hidden in zip(reveal.numbers, reveal.hidden_from, strict=True)
            if n <= after and _hidden_from_all(hidden, seats)
        ]
        return (*sorted(found), *range(after + 1, self.n + 1))

    def visible_events(self, entries: Iterable[tuple[int, Data]], seats: tuple[int, ...]) -> list[Event]:
        """The events in force among these numbered entries, as far as a client with these seats (none: a spectator) may
        see them: a hidden one is masked, or left out if the game has no masked text for it."""
        visible = []
        for n, event in log.events_in_force(entries):
            if not self.is_hidden(n, seats):
                visible.append(event)
                continue
            verbs = self.position.verbs(event.by)
            masked = verbs.masked_text(verbs.parse(event.do))
            if masked is not None:
                visible.append(Event(event.by, masked))
        return visible

    def standing(self) -> Standing | None:
        """The scores and winners of a table that is over; None if it is not, or ended without a result.

        Players who have resigned do not win. If their side wins by the rules with nobody else on it, or if the game
        ended by resignation, the sides without a resignation are compared by score; a single one wins outright.
        """
        if self.ending not in ("complete", "resigned"):
            return None
        position, result = self.position, self.position.result
        playing = {at for at, seat in enumerate(self.seats) if not seat.resigned}
        winners = [] if result is None else [seat for seat in result.winners if seat in playing]
        if not winners and (result is None or result.winners):
            sides = [side for side in position.sides if playing.issuperset(side.seats)]
            best = max((side.score for side in sides), default=0)
            winners = sorted(seat for side in sides if side.score == best for seat in side.seats)
        return Standing(position.scores, winners)

    def listing(self) -> dict[str, Any]:
        """The fields of `facts` that lists of tables show. They contain only what everybody at the table may know."""
        standing = self.standing()
        sides = [] if standing is None else self.position.sides
        in_teams = any(len(side.seats) > 1 for side in sides)
        return {
            "status": self.phase,
            "sitting": [
                {"who": seat.who, "guest": seat.guest, "bot": bot, "place": seat.place}
                for seat, bot in zip(self.seats, self.bots, strict=True)
            ],
            "open": sum(seat.who == "open" and seat.reserved is None for seat in self.seats),
            "to_act": list(self.to_act()),
            "ending": self.ending,
            "scores": None if standing is None else standing.scores,
            "winners": None if standing is None else standing.winners,
            "teams": [{"seats": list(side.seats), "score": side.score} for side in sides] if in_teams else None,
            "hints_used": [seat.hints for seat in self.seats],
            "taken_back": self.taken_back,
            "bots_version": bots_version(self.position.game) if self.phase == "over" else None,
            **({"code": None} if self.phase == "over" else {}),
        }

    def fair(self) -> dict[str, Any]:
        """The field `fair` of a record's header; with the seed once the table is over."""
        return fair_field(
            self.facts["commitment"],
            self.nonces or [seat.nonce for seat in self.seats],
            seed=self.facts["seed"] if self.phase == "over" and not self.keeps_seed else None,
            choices=self.facts.get("choices"),
            seats=self.order,
            picks=self.order_picks,
        ) | ({"by": "page"} if self.facts.get("handed") else {})

    def hint_allowed(self, mine: tuple[int, ...]) -> bool:
        """Whether a client with these seats may look at hints: always with one guest at the table, otherwise only if
        the table allows hints."""
        if self.phase != "running" or not mine or self.daily is not None:
            return False
        return bool(self.facts.get("hints")) or sum(seat.who == "guest" for seat in self.seats) == 1

    def take_back_target(self, mine: tuple[int, ...]) -> int | None:
        """The `to` of a take-back by a client with these seats, or None: just before their last action, if nothing was
        revealed since and no other guest plays."""
        if self.phase != "running" or not mine or len(self.guests) != 1 or self.daily is not None:
            return None
        last = [undo.n for undo in self.undo if undo.event.by in mine]
        return last[-1] - 1 if last else None


def effects_of(facts: Facts, entries: Iterable[tuple[int, Data]]) -> dict[int, bytes]:
    """The effects of all events in force of a log, packed, by number. `entries`: all numbered entries."""
    position, found = log.start_position(facts), {}
    for n, event in log.events_in_force(entries):
        position, effects = position.play_with_effects(event)
        found[n] = position.game.effects.pack(effects)
    return found


def fold(table: str, facts: Facts, entries: Iterable[Data]) -> Table:
    """The table after these entries."""
    folded = Table(table, facts)
    for data in entries:
        folded.apply(data)
    return folded
