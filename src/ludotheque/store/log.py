"""What a table's log means for the game: its events in force, and its game record. Pure, no SQL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..engine.errors import Refusal
from ..engine.position import Event, Position
from ..engine.registry import game
from ..game_records import Header, read_event, write_event, write_header, write_result


def events_in_force(entries: Iterable[tuple[int, Mapping[str, Any]]]) -> list[tuple[int, Event]]:
    """The game events of a log that were not taken back, each with its number in the log.

    ``{"entry": "take_back", "to": n}`` takes back every game event after number n; table entries stay. The field
    ``act`` is not part of an event.
    """
    events: list[tuple[int, Event]] = []
    for seq, entry in entries:
        if "entry" not in entry:
            events.append((seq, read_event({name: value for name, value in entry.items() if name != "act"})))
        elif entry["entry"] == "take_back":
            while events and events[-1][0] > entry["to"]:
                events.pop()
    return events


def start_position(facts: Mapping[str, Any]) -> Position:
    """The position before a table's first event; refused if its game or its version of the rules is not installed."""
    found = game(facts["game"])
    options = found.options_of_version(facts["rules"], facts.get("options", {}))
    if options is None:
        raise Refusal(
            "rules_version",
            f"this table began with version {facts['rules']} of the rules of {found.id}; "
            f"here is version {found.rules_version}",
        )
    return found.start(facts["seats"], options)


def running_record(
    facts: Mapping[str, Any], events: Iterable[Event], players: list[str], more: Mapping[str, Any]
) -> bytes:
    """The game record of a running table, with these events."""
    position = start_position(facts)
    header = write_header(Header(position.game, position.seats, position.options(), players, more))
    return ("\n".join([header, *map(write_event, events)]) + "\n").encode()


def game_record(
    position: Position,
    entries: Iterable[tuple[int, Mapping[str, Any]]],
    players: list[str],
    more: Mapping[str, Any] | None = None,
) -> bytes:
    """The game record of a table, with the result if the game is over. `position`: the table after all entries. `more`:
    further fields of the header (`fair`)."""
    lines = [write_header(Header(position.game, position.seats, position.options(), players, more or {}))]
    lines += [write_event(event) for _, event in events_in_force(entries)]
    if position.result is not None:
        lines.append(write_result(position.result))
    return ("\n".join(lines) + "\n").encode()
