"""What a table's log means for the game: which events are in force, and the record that they make. Pure, no SQL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..engine.errors import Refusal
from ..engine.position import Event, Position
from ..engine.registry import game
from ..game_records import Header, read_event, write_event, write_header, write_result


def in_force(entries: Iterable[tuple[int, Mapping[str, Any]]]) -> list[tuple[int, Event]]:
    """The game events of a log that still count, each with its number in the log.

    ``{"entry": "take_back", "to": n}`` takes back every game event after number n; table entries stay. What an event's
    field ``act`` tells (who sent it, and how) is the table's own and not part of the event.
    """
    events: list[tuple[int, Event]] = []
    for seq, entry in entries:
        if "entry" not in entry:
            events.append((seq, read_event({name: value for name, value in entry.items() if name != "act"})))
        elif entry["entry"] == "take_back":
            while events and events[-1][0] > entry["to"]:
                events.pop()
    return events


def start(facts: Mapping[str, Any]) -> Position:
    """The position before a table's first event; a refusal if its game or its version of the rules is not here."""
    found = game(facts["game"])
    options = found.options_of_version(facts["rules"], facts.get("options", {}))
    if options is None:
        raise Refusal(
            "rules_version",
            f"this table began with version {facts['rules']} of the rules of {found.id}; "
            f"here is version {found.rules_version}",
        )
    return found.start(facts["seats"], options)


def record_so_far(
    facts: Mapping[str, Any], events: Iterable[Event], players: list[str], more: Mapping[str, Any]
) -> bytes:
    """The record of a running table, of which these events are told."""
    position = start(facts)
    header = write_header(Header(position.game, position.seats, position.options(), players, more))
    return ("\n".join([header, *map(write_event, events)]) + "\n").encode()


def record(
    position: Position,
    entries: Iterable[tuple[int, Mapping[str, Any]]],
    players: list[str],
    more: Mapping[str, Any] | None = None,
) -> bytes:
    """The record of a table, with the result if the game is over. `position` is the table after all of its entries,
    `more` are further fields of the header (`fair`)."""
    lines = [write_header(Header(position.game, position.seats, position.options(), players, more or {}))]
    lines += [write_event(event) for _, event in in_force(entries)]
    if position.result is not None:
        lines.append(write_result(position.result))
    return ("\n".join(lines) + "\n").encode()
