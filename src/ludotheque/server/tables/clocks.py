"""Clocks of a table: since when each seat is to act, which players are absent, and when a bot stands in."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from .table import Table

AwayReason = Literal["gone", "clock"]


@dataclass
class Turn:
    """A seat that is to act."""

    legal_changed: int
    """The seat's `Table.legal_changed` when the turn began."""
    since: float
    was_gone: bool = False
    """Whether its player was absent at some point of this turn."""


class Clocks:
    """Turns and absences at one table. All times are `time.monotonic()`."""

    def __init__(self, away_after: float, absent: Iterable[str]) -> None:
        self.away_after = away_after
        self.turns: dict[int, Turn] = {}
        self.gone_since: dict[str, float] = {}
        """Guests with seats who have no connection to this process, and since when."""
        self.mark_gone(absent)

    def mark_gone(self, guests: Iterable[str]) -> None:
        """The guests have no connection any more."""
        self.gone_since.update(dict.fromkeys(guests, time.monotonic()))

    def mark_here(self, guest: str) -> None:
        """The guest has a connection."""
        self.gone_since.pop(guest, None)

    def update(self, table: Table) -> None:
        """Begin and end turns after a change of the table."""
        to_act = table.to_act()
        for seat in [seat for seat in self.turns if seat not in to_act]:
            del self.turns[seat]
        for seat in to_act:
            turn = self.turns.get(seat)
            if turn is None or turn.legal_changed != table.legal_changed[seat]:
                turn = self.turns[seat] = Turn(table.legal_changed[seat], time.monotonic())
            turn.was_gone |= table.seats[seat].guest in self.gone_since

    def spent(self, table: Table) -> dict[int, int]:
        """Milliseconds that each seat to act has used of its bank; empty if the table has no clock."""
        clock, now = table.facts.get("clock"), time.monotonic()
        if not clock:
            return {}
        return {
            seat: max(0, int(1000 * (now - turn.since - clock["move"] - (clock["grace"] if turn.was_gone else 0))))
            for seat, turn in self.turns.items()
        }

    def deadlines(self, table: Table) -> dict[int, tuple[float, AwayReason]]:
        """By seat: when a bot stands in for its player, and why. Only seats of guests to act have a deadline."""
        clock = table.facts.get("clock")
        found: dict[int, tuple[float, AwayReason]] = {}
        for number, turn in self.turns.items():
            seat = table.seats[number]
            if seat.by_bot or seat.guest is None:
                continue
            if seat.guest in self.gone_since and table.daily is None:  # the player has the whole day
                found[number] = (self.gone_since[seat.guest] + self.away_after, "gone")
            if clock:
                grace = clock["grace"] if turn.was_gone else 0
                flag = turn.since + clock["move"] + seat.bank / 1000 + grace
                if number not in found or flag < found[number][0]:
                    found[number] = (flag, "clock")
        return found

    def seconds_to_deadline(self, table: Table) -> float | None:
        """Seconds until the next deadline, at least 0.01; None if there is none."""
        times = [when for when, _ in self.deadlines(table).values()]
        return max(0.01, min(times) - time.monotonic()) if times else None
