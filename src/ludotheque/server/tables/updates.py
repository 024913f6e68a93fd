"""What is told of a table: a pure function of the table, its log, the names of guests and who is here.

An update is JSON, put together from parts that are each written once: what several readers get is made for the first of
them, and what has not changed since the last telling is taken over from it. Everything that a game shows comes from
`Position.known`, the one door out of a table.

Readers choose a form. ``view`` is for whoever holds no rules: what a seat sees, and each legal action with what it
would bring. ``record`` is for whoever holds the law: the bytes that have changed in what the seat knows, from which the
law makes all of that. A reader's bytes are zeros at first; so all that is ever told of them is what has changed.
"""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy as np

from ...codec.records import new_record
from ...engine.position import MaskedState, dumps
from ...engine.registry import game
from ...wasm.declaration import layout
from .. import messages as m
from .table import Data, Table

Form = Literal["view", "record"]
Seats = tuple[int, ...]
Place = int | None
"""A seat, or None for a spectator."""

PIECE: np.dtype[Any] = np.dtype("S24")
"""Records are compared, and told, in pieces of this size: 24 bytes are 32 letters."""


@cache
def layout_of(game_id: str) -> str:
    """The layout of a game's records."""
    return layout(game(game_id))


def facts(table: Table, form: Form) -> dict[str, Any]:
    """What does not change about a table, and the form in which it is told."""
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
        "code": given["code"],
        "commitment": given["commitment"],
        "phrases": list(m.PHRASES),
        "bots": list(table.game.bots),
        "form": form,
        "layout": layout_of(table.game.id),
    }


def name_of(table: Table, names: Mapping[str, str | None], at: int) -> str | None:
    """The name of who has a seat; at one device several people may sit, named when the table was made."""
    seat = table.seats[at]
    if seat.guest is None:
        return None
    given: Mapping[str, str] = table.facts.get("names", {})
    return given.get(str(seat.place)) or names.get(seat.guest)


class Reader(NamedTuple):
    """To whom an update goes: the place at the table that decides what it says."""

    seats: Seats
    kept: Seats
    """Seats that wait for them."""
    host: bool
    after: int
    """The last entry that they were told."""
    form: Form = "view"
    anew: bool = False
    """Whether nothing that they were told before counts: they have just begun to watch, or sit elsewhere now."""


def changes(before: bytes, after: bytes) -> str:
    """What has changed in a record, as JSON: ``[offset, base64]`` for each stretch of pieces."""
    if before == after:
        return "[]"
    near, whole = PIECE.itemsize, len(after) // PIECE.itemsize
    pieces = (np.frombuffer(before, PIECE, whole) != np.frombuffer(after, PIECE, whole)).nonzero()[0].tolist()
    if before[whole * near :] != after[whole * near :]:
        pieces.append(whole)
    stretches: list[list[int]] = []
    for piece in pieces:
        if stretches and stretches[-1][1] == piece:
            stretches[-1][1] = piece + 1
        else:
            stretches.append([piece, piece + 1])
    told = [
        f'[{begin * near},"{b2a_base64(after[begin * near : end * near], newline=False).decode()}"]'
        for begin, end in stretches
    ]
    return f"[{','.join(told)}]"


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _text(value: str | None) -> str:
    """One of our own words as JSON, or nothing."""
    return "null" if value is None else f'"{value}"'


def _place(place: Place) -> str:
    return "null" if place is None else str(place)


@dataclass(frozen=True)
class Shown:
    """What a place at the table knows, also as its bytes, and as JSON once that has been asked for."""

    masked: MaskedState
    data: bytes
    phase: str
    view: str | None = None


class Telling:
    """A table as it is told after its last entry. `entries` are those of its log that somebody may have to be told, by
    number; `before` is the telling before this one, with which readers who are not told anew are up to date."""

    def __init__(
        self,
        table: Table,
        entries: Mapping[int, Data],
        names: Mapping[str, str | None],
        present: frozenset[str],
        before: Telling | None = None,
    ) -> None:
        self.table, self.entries, self.names, self.present = table, entries, names, present
        self._written: dict[Reader, bytes] = {}
        self._seats: dict[tuple[int, ...], str] = {}
        self._shown: dict[Place, Shown] = {}
        self._changes: dict[tuple[Place, bool], str] = {}
        self._common: str | None = None
        self._fair: str | None = None
        self._picture: str | None = None
        self._scene: bytes | None = None
        self._options: str | None = None
        self.watchers = len(present - table.people)
        """How many guests watch (from this process) without a seat."""
        self._lines: dict[int, str] = {}
        # Taken over, where it is the same:
        self._was: dict[Place, Shown] = {}
        self._was_scene: bytes | None = None
        if before is not None:
            self._options = before._options
            if present == before.present and names is before.names and table.seats is before.table.seats:
                self._seats = before._seats  # seats are never changed, only replaced
            self._was = {**before._was, **before._shown}
            if table.position is before.table.position and table.phase == before.table.phase:
                self._shown = before._shown.copy()  # somebody came, or spoke: the game is as it was
            self._was_scene = before._scene if before._scene is not None else before._was_scene
            if table.lit == before.table.lit:
                self._picture, self._scene = before._picture, before._scene
            if (table.phase, table.nonces) == (before.table.phase, before.table.nonces) and table.phase != "waiting":
                self._fair = before._fair

    def here(self) -> list[bool]:
        """Which seats have their player at a screen (of this process)."""
        return [seat.guest in self.present for seat in self.table.seats]

    def presence(self) -> bytes:
        """Who is here."""
        told = {"type": "presence", "table": self.table.id, "here": self.here(), "watchers": self.watchers}
        return m.encode(told)

    def reader(self, guest: str, seats: Seats, after: int, form: Form, anew: bool) -> Reader:
        """The place of a guest who has these seats."""
        kept = () if self.table.phase == "running" else self.table.kept_for(guest)
        return Reader(seats, kept, guest == self.table.host, self.table.since(after), form, anew)

    def update(self, reader: Reader) -> bytes:
        """The update for a reader."""
        if reader not in self._written:
            self._written[reader] = self._write(reader).encode("utf-8", "replace")
        return self._written[reader]

    def told(self) -> None:
        """Everybody has been told: what was written for them need not be kept."""
        self.entries = {}
        self._written.clear()
        self._changes.clear()
        self._lines.clear()

    def _write(self, reader: Reader) -> str:
        table = self.table
        told = (
            f'{{"type":"update","table":"{table.id}","n":{table.n},"after":{reader.after},'
            f'"entries":[{",".join(self.lines(reader.seats, reader.after))}],'
            f'"host":{_flag(reader.host)},"seats":{self.seats(reader.seats + reader.kept)},'
            f'"take_back":{_flag(table.may_take_back(reader.seats) is not None)},'
            f'"hint":{_flag(table.may_hint(reader.seats))},{self.common()}'
        )
        if reader.form == "view":
            if reader.anew or reader.after < table.lit:
                told += f',"picture":{self.picture()}'
            told += f',"views":[{",".join(self.view(place) for place in reader.seats or (None,))}]'
        elif table.phase != "waiting":
            if table.position.scene is not None and (reader.anew or reader.after < table.lit):
                before = bytes(len(self.scene())) if reader.anew else self._was_scene or bytes(len(self.scene()))
                told += f',"scene":{changes(before, self.scene())}'
            states = [self.changed(place, reader.anew) for place in reader.seats or (None,)]
            told += f',"known":[{",".join(one for one in states if one)}]'
        return told + "}"

    def common(self) -> str:
        """What is the same for all readers."""
        if self._common is None:
            table = self.table
            self._common = (
                f'"phase":"{table.phase}","ending":{_text(table.ending)},"draw":{_flag(table.draws)},'
                f'"watchers":{self.watchers},"fair":{self.fair()},"rematch":{_text(table.rematch)}'
            )
        return self._common

    # -- The log -------------------------------------------------------------------------------------------------------

    def lines(self, seats: Seats, after: int) -> list[str]:
        """The entries after a number as they are told to who has these seats, and before them those that were hidden
        when that number was new and have become public since."""
        return [self.line(n, seats) for n in self.table.told_since(after, seats)]

    def line(self, n: int, seats: Seats) -> str:
        """An entry as it is told."""
        if self.table.is_veiled(n, seats):
            by = self.entries[n]["by"]
            return f'{{"n":{n},"by":{by if by != "chance" else dumps(by)},"do":null}}'
        if n not in self._lines:
            self._lines[n] = self.table.tell(n, self.entries[n])
        return self._lines[n]

    # -- The table -----------------------------------------------------------------------------------------------------

    def seats(self, own: Seats) -> str:
        """The seats as everybody may see them."""
        if own not in self._seats:
            self._seats[own] = dumps(self.seat_states(own))
        return self._seats[own]

    def seat_states(self, own: Seats) -> list[m.SeatState]:
        """The same as plain data."""
        table, here, clock = self.table, self.here(), self.table.facts.get("clock")
        bots = table.bot_names
        states: list[m.SeatState] = [
            {
                "who": seat.who,
                "name": bots[at] or name_of(table, self.names, at),
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
        """The table's options, which never change."""
        if self._options is None:
            self._options = dumps(self.table.position.options())
        return self._options

    def fair(self) -> str:
        """What makes chance checkable."""
        if self._fair is None:
            self._fair = dumps(self.table.fair())
        return self._fair

    # -- The game ------------------------------------------------------------------------------------------------------

    def view(self, place: Place) -> str:
        """What a seat (None: a spectator) sees and may do."""
        shown = self.shown(place)
        if shown.view is None:
            view, legal = "null", "[]"
            if self.table.phase != "waiting":
                view = shown.masked.view_json(self.options())
                legal = shown.masked.legal_with_previews_json() if self.table.phase == "running" else "[]"
            text = f'{{"seat":{_place(place)},"view":{view},"legal":{legal}}}'
            shown = self._shown[place] = Shown(shown.masked, shown.data, shown.phase, text)
        assert shown.view is not None
        return shown.view

    def changed(self, place: Place, anew: bool) -> str:
        """What has changed in what a seat (None: a spectator) knows; empty if nothing has."""
        if (place, anew) not in self._changes:
            data, was = self.shown(place).data, self._was.get(place)
            before = bytes(len(data)) if anew or was is None or was.phase == "waiting" else was.data
            told = changes(before, data)
            self._changes[place, anew] = "" if told == "[]" else f'{{"seat":{_place(place)},"changes":{told}}}'
        return self._changes[place, anew]

    def shown(self, place: Place) -> Shown:
        """What a seat (None: a spectator) knows: as it was, if that is the same."""
        if place not in self._shown:
            masked = self.table.position.mask(place)
            new, was = Shown(masked, b"".join(masked.to_bytes()), self.table.phase), self._was.get(place)
            same = was is not None and (was.data, was.phase) == (new.data, new.phase)
            self._shown[place] = was if was is not None and same else new
        return self._shown[place]

    def picture(self) -> str:
        """How what may be seen is drawn: the same for everybody."""
        if self._picture is None:
            self._picture = dumps(self.table.position.picture())
        return self._picture

    def scene(self) -> bytes:
        """What may be known of the scene: the same for everybody."""
        if self._scene is None:
            position, game = self.table.position, self.table.game
            assert position.scene is not None, "asked only in a game with a scene"
            scene = new_record(position.scene.dtype)
            game.masking.visible_part(position.scene, position.state, scene)  # type: ignore[attr-defined]
            self._scene = scene.tobytes()
        return self._scene
