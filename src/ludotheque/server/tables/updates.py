"""Updates: what each client receives about a table, as JSON.

Pure: an update follows from the table, its log, the names of guests and who is connected. Everything that a game shows
comes from `Position.mask`, the only way for game information to leave a table. Parts that several recipients share are
encoded once; parts that have not changed are reused from the previous update.

A client chooses one of two forms. ``view``: the seat's view, and each legal action with its preview; for clients
without the rules. ``record``: the bytes that have changed in the seat's masked state; for clients that run the rules
and compute views and previews themselves. Such a client starts from zero bytes, so that only changes are ever sent.
"""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy as np

from ...codec.records import new_record
from ...engine.effects import NO_EFFECTS
from ...engine.position import MaskedState, dumps
from ...engine.registry import game
from ...search.opponents import RESERVES
from ...wasm.declaration import layout
from .. import messages as m
from ..names import distinct_names, valid_name
from .table import Data, Table

Form = Literal["view", "record"]
Seats = tuple[int, ...]
SeatOrSpectator = int | None
"""A seat, or None for a spectator."""

BLOCK: np.dtype[Any] = np.dtype("S24")
"""Masked states are compared and sent in blocks of this size: 24 bytes are 32 base64 characters."""


@cache
def layout_of(game_id: str) -> str:
    """Hash of the layout of a game's records; a client with another layout cannot read them."""
    return layout(game(game_id))


def table_facts(table: Table, form: Form) -> dict[str, Any]:
    """The message `table`: what never changes about a table, and the form of its updates."""
    given = table.facts
    return {
        "type": "table",
        "table": table.id,
        "game": table.game.id,
        "rules": given["rules"],
        "options": table.position.options(),
        "choices": given["choices"],
        "clock": given["clock"],
        "listed": given["listed"],
        "hints": bool(given.get("hints")),
        "start": given.get("start", "full"),
        "code": None if table.phase == "over" else given["code"],  # it may belong to another table by then
        "commitment": given["commitment"],
        "daily": None if given.get("daily") is None else {name: given["daily"][name] for name in ("day", "kind")},
        "phrases": list(m.PHRASES),
        "bots": list(table.game.bots),
        "form": form,
        "layout": layout_of(table.game.id),
    }


def name_of(table: Table, names: Mapping[str, str | None], at: int) -> str | None:
    """The name of the guest who has a seat or for whom it is reserved. People who share a device are named per seat
    when the table is created."""
    seat = table.seats[at]
    guest = seat.guest or seat.reserved
    if guest is None:
        return None
    given: Mapping[str, str] = table.facts.get("names", {})
    return valid_name(given.get(str(seat.place))) or valid_name(names.get(guest))


def names_of(table: Table, names: Mapping[str, str | None]) -> list[str | None]:
    """The name shown at each seat, of a bot or a person; None if it is open to anybody. No two look
    alike, and no name of a person looks like a bot's."""
    bots = table.bot_names
    people = [None if bots[at] is not None else name_of(table, names, at) for at in range(len(bots))]
    known = [*RESERVES, *table.game.characters.values(), *filter(None, bots)]
    return [bot or person for bot, person in zip(bots, distinct_names(people, known), strict=True)]


def record_header(table: Table, names: Mapping[str, str | None]) -> tuple[list[str], dict[str, Any]]:
    """For the header of a table's game record: the players' names, and further fields."""
    players = [name or f"player {at}" for at, name in enumerate(names_of(table, names))]
    date = table.facts["created"].date().isoformat()
    return players, {"bots": table.bots, "table": table.id, "date": date, "fair": table.fair()}


class Recipient(NamedTuple):
    """Everything about a client that its update depends on."""

    seats: Seats
    reserved: Seats
    """Seats that are reserved for its guest."""
    host: bool
    after: int
    """The last entry that it was sent."""
    form: Form = "view"
    full: bool = False
    """Whether nothing that it was sent before counts: it has just subscribed, or its guest has other seats now."""


def byte_changes(before: bytes, after: bytes) -> str:
    """Differences between two byte strings of equal length, as JSON: ``[offset, base64]`` for each run of blocks."""
    if before == after:
        return "[]"
    size, count = BLOCK.itemsize, len(after) // BLOCK.itemsize
    blocks = (np.frombuffer(before, BLOCK, count) != np.frombuffer(after, BLOCK, count)).nonzero()[0].tolist()
    if before[count * size :] != after[count * size :]:
        blocks.append(count)
    runs: list[list[int]] = []
    for block in blocks:
        if runs and runs[-1][1] == block:
            runs[-1][1] = block + 1
        else:
            runs.append([block, block + 1])
    text = [
        f'[{begin * size},"{b2a_base64(after[begin * size : end * size], newline=False).decode()}"]'
        for begin, end in runs
    ]
    return f"[{','.join(text)}]"


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _word(value: str | None) -> str:
    """An identifier of the protocol as JSON, or null."""
    return "null" if value is None else f'"{value}"'


def _seat_number(seat: SeatOrSpectator) -> str:
    return "null" if seat is None else str(seat)


@dataclass(frozen=True)
class LogPart:
    """Entries of a table's log, by number, and the effects of those that are events in force, packed."""

    entries: Mapping[int, Data]
    effects: Mapping[int, bytes]


NO_ENTRIES = LogPart({}, {})


@dataclass(frozen=True)
class MaskedView:
    """The masked state of a seat or of spectators, its bytes, and its view as JSON once it was needed."""

    masked: MaskedState
    data: bytes
    phase: str
    view_json: str | None = None


class UpdateBuilder:
    """Builds the updates of a table after its last entry. `log`: at least those entries that some recipient needs.
    `present`: the guests who are connected. `before`: the previous builder; recipients that are not `full` have
    received its updates."""

    def __init__(
        self,
        table: Table,
        log: LogPart,
        names: Mapping[str, str | None],
        present: frozenset[str],
        before: UpdateBuilder | None = None,
    ) -> None:
        self.table, self.log, self.names, self.present = table, log, names, present
        self._updates: dict[Recipient, bytes] = {}
        self._seats: dict[tuple[int, ...], str] = {}
        self._masked_views: dict[SeatOrSpectator, MaskedView] = {}
        self._changes: dict[tuple[SeatOrSpectator, bool], str] = {}
        self._common: str | None = None
        self._fair: str | None = None
        self._picture: str | None = None
        self._scene: bytes | None = None
        self._options: str | None = None
        self.watchers = len(present - table.guests)
        """Number of connected guests without a seat."""
        self._entries_json: dict[int, str] = {}
        self._effects_json: dict[tuple[int, SeatOrSpectator], str] = {}
        # Reused from the previous builder where nothing has changed:
        self._previous: dict[SeatOrSpectator, MaskedView] = {}
        self._previous_scene: bytes | None = None
        if before is not None:
            self._options = before._options
            if present == before.present and names is before.names and table.seats is before.table.seats:
                self._seats = before._seats  # replaced, never changed in place
            self._previous = {**before._previous, **before._masked_views}
            if table.position is before.table.position and table.phase == before.table.phase:
                self._masked_views = before._masked_views.copy()  # the position has not changed
            self._previous_scene = before._scene if before._scene is not None else before._previous_scene
            if table.scene_changed == before.table.scene_changed:
                self._picture, self._scene = before._picture, before._scene
            if (table.phase, table.nonces) == (before.table.phase, before.table.nonces) and table.phase != "waiting":
                self._fair = before._fair

    def here(self) -> list[bool]:
        """For each seat whether its guest is connected to this process."""
        return [seat.guest in self.present for seat in self.table.seats]

    def presence(self) -> bytes:
        """The message `presence`."""
        text = {"type": "presence", "table": self.table.id, "here": self.here(), "watchers": self.watchers}
        return m.encode(text)

    def recipient(self, guest: str, seats: Seats, after: int, form: Form, full: bool) -> Recipient:
        """The recipient for a client of this guest with these seats."""
        reserved = () if self.table.phase == "running" else self.table.seats_reserved_for(guest)
        return Recipient(seats, reserved, guest == self.table.host, self.table.resume_from(after), form, full)

    def update(self, recipient: Recipient) -> bytes:
        """The message `update` for a recipient."""
        if recipient not in self._updates:
            self._updates[recipient] = self._build(recipient).encode("utf-8", "replace")
        return self._updates[recipient]

    def release(self) -> None:
        """Free what is no longer needed once all updates are sent."""
        self.log = NO_ENTRIES
        self._updates.clear()
        self._changes.clear()
        self._entries_json.clear()
        self._effects_json.clear()

    def _build(self, recipient: Recipient) -> str:
        table = self.table
        text = (
            f'{{"type":"update","table":"{table.id}","n":{table.n},"after":{recipient.after},'
            f'"entries":[{",".join(self.entries_json(recipient.seats, recipient.after))}],'
            f'"host":{_bool(recipient.host)},"seats":{self.seats_json(recipient.seats + recipient.reserved)},'
            f'"take_back":{_bool(table.take_back_target(recipient.seats) is not None)},'
            f'"hint":{_bool(table.hint_allowed(recipient.seats))},{self.common_json()}'
        )
        if recipient.form == "view":
            if recipient.full or recipient.after < table.scene_changed:
                text += f',"picture":{self.picture()}'
            text += f',"views":[{",".join(self.view(seat) for seat in recipient.seats or (None,))}]'
        elif table.phase != "waiting":
            if table.position.scene is not None and (recipient.full or recipient.after < table.scene_changed):
                before = (
                    bytes(len(self.scene())) if recipient.full else self._previous_scene or bytes(len(self.scene()))
                )
                text += f',"scene":{byte_changes(before, self.scene())}'
            states = [self.seat_changes(seat, recipient.full) for seat in recipient.seats or (None,)]
            text += f',"known":[{",".join(one for one in states if one)}]'
        return text + "}"

    def common_json(self) -> str:
        """The fields that are the same for all recipients."""
        if self._common is None:
            table = self.table
            self._common = (
                f'"phase":"{table.phase}","ending":{_word(table.ending)},"draw":{_bool(table.draw_seats)},'
                f'"watchers":{self.watchers},"fair":{self.fair()},"rematch":{_word(table.rematch)}'
            )
            standing = table.standing()
            if standing is not None:
                self._common += f',"standing":{dumps(standing._asdict())}'
            if table.ending_wanted and table.phase == "running":
                self._common += f',"ending_wanted":{dumps(sorted(table.ending_wanted))}'
        return self._common

    # -- The log -------------------------------------------------------------------------------------------------------

    def entries_json(self, seats: Seats, after: int) -> list[str]:
        """The entries that a client with these seats is sent that has seen everything up to `after` (see
        `Table.numbers_to_send`)."""
        return [self.entry_json(n, seats) for n in self.table.numbers_to_send(after, seats)]

    def entry_json(self, n: int, seats: Seats) -> str:
        """An entry for a client with these seats; without its action and effects if these are hidden from it."""
        data = self.log.entries[n]
        if self.table.is_hidden(n, seats):
            by = data["by"]
            return f'{{"n":{n},"by":{by if by != "chance" else dumps(by)},"do":null}}'
        if n not in self._entries_json:
            self._entries_json[n] = self.table.entry_json(n, data)
        text = self._entries_json[n]
        if n not in self.log.effects or self.table.game.effects is NO_EFFECTS:
            return text
        return f'{text[:-1]},"effects":{self.effects_json(n, self.table.viewer_of(n, data["by"], seats))}}}'

    def effects_json(self, n: int, viewer: SeatOrSpectator) -> str:
        """What a seat (None: spectators) may know now of the effects of an event."""
        if (n, viewer) not in self._effects_json:
            position = self.table.position
            effects = position.game.effects.unpack(self.log.effects[n])
            self._effects_json[n, viewer] = position.mask_effects_json(effects, viewer)
        return self._effects_json[n, viewer]

    # -- The table -----------------------------------------------------------------------------------------------------

    def seats_json(self, own: Seats) -> str:
        """The field `seats` for a client with these seats."""
        if own not in self._seats:
            self._seats[own] = dumps(self.seat_states(own))
        return self._seats[own]

    def seat_states(self, own: Seats) -> list[m.SeatState]:
        """The field `seats` as plain data."""
        table, here, clock = self.table, self.here(), self.table.facts.get("clock")
        shown = names_of(table, self.names)
        states: list[m.SeatState] = [
            {
                "who": seat.who,
                "name": shown[at],
                "bot": seat.bot if seat.by_bot else None,
                "you": at in own,
                "host": seat.guest is not None and seat.guest == table.host,
                "here": here[at],
                "away": seat.away,
                "resigned": seat.resigned,
                "bank": seat.bank / 1000 if clock else None,
                "reserved": seat.reserved is not None,
            }
            for at, seat in enumerate(table.seats)
        ]
        for state, seat in zip(states, table.seats, strict=True):
            if seat.hints:
                state["hints"] = seat.hints
        return states

    def options(self) -> str:
        """The table's options as JSON."""
        if self._options is None:
            self._options = dumps(self.table.position.options())
        return self._options

    def fair(self) -> str:
        """The field `fair`."""
        if self._fair is None:
            self._fair = dumps(self.table.fair())
        return self._fair

    # -- The game ------------------------------------------------------------------------------------------------------

    def view(self, seat: SeatOrSpectator) -> str:
        """The element of `views` for a seat (None: spectators)."""
        current = self.masked_view(seat)
        if current.view_json is None:
            view, legal = "null", "[]"
            if self.table.phase != "waiting":
                view = current.masked.view_json(self.options())
                legal = current.masked.legal_with_previews_json() if self.table.phase == "running" else "[]"
            text = f'{{"seat":{_seat_number(seat)},"view":{view},"legal":{legal}}}'
            current = self._masked_views[seat] = replace(current, view_json=text)
        assert current.view_json is not None
        return current.view_json

    def seat_changes(self, seat: SeatOrSpectator, full: bool) -> str:
        """The element of `known` for a seat (None: spectators); empty if nothing has changed."""
        if (seat, full) not in self._changes:
            data, previous = self.masked_view(seat).data, self._previous.get(seat)
            before = bytes(len(data)) if full or previous is None or previous.phase == "waiting" else previous.data
            text = byte_changes(before, data)
            self._changes[seat, full] = "" if text == "[]" else f'{{"seat":{_seat_number(seat)},"changes":{text}}}'
        return self._changes[seat, full]

    def masked_view(self, seat: SeatOrSpectator) -> MaskedView:
        """The masked state of a seat (None: spectators); the previous object if it is equal."""
        if seat not in self._masked_views:
            masked = self.table.position.mask(seat)
            new, previous = MaskedView(masked, b"".join(masked.to_bytes()), self.table.phase), self._previous.get(seat)
            same = previous is not None and (previous.data, previous.phase) == (new.data, new.phase)
            self._masked_views[seat] = previous if previous is not None and same else new
        return self._masked_views[seat]

    def picture(self) -> str:
        """The field `picture`, the same for all recipients."""
        if self._picture is None:
            self._picture = dumps(self.table.position.picture())
        return self._picture

    def scene(self) -> bytes:
        """The bytes of the visible part of the scene, the same for all recipients."""
        if self._scene is None:
            position, game = self.table.position, self.table.game
            assert position.scene is not None, "only called for games with a scene"
            scene = new_record(position.scene.dtype)
            game.masking.visible_part(position.scene, position.state, scene)  # type: ignore[attr-defined]
            self._scene = scene.tobytes()
        return self._scene
