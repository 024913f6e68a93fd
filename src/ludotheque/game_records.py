"""Game records: the public text format of a game. ``docs/reference/game-records.md`` specifies it.

A game record is JSON Lines: a header, one event per line, and a result when the game is over. Reading replays it: an
impossible line raises a ``Refusal`` with a code and its number, after the steps before it have been returned.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from .engine.errors import Refusal
from .engine.game import Game
from .engine.position import Event, Position, Result
from .engine.registry import games

VERSION = 1
"""The version of the format."""


@dataclass(frozen=True)
class Header:
    """The first line of a game record."""

    game: Game
    seats: int
    options: Mapping[str, object]
    players: list[str]
    more: Mapping[str, Any] = field(default_factory=dict)
    """Fields that this reader does not know."""

    def start(self) -> Position:
        """Return the position before the first event."""
        return self.game.start(self.seats, self.options)


@dataclass(frozen=True)
class Step:
    """The position before line `line`, and the event on that line (None at the end of what was read)."""

    line: int
    position: Position
    event: Event | None


def write_line(value: object) -> str:
    """Return a value as a line of a game record, without the line end."""
    return json.dumps(value, ensure_ascii=False)


def write_header(header: Header) -> str:
    """Return the header as a line."""
    return write_line(
        {
            "record": VERSION,
            "game": header.game.id,
            "rules": header.game.rules_version,
            "seats": header.seats,
            "options": header.game.non_default_options(header.options),
            "players": header.players,
            **header.more,
        }
    )


def write_event(event: Event) -> str:
    """Return an event as a line."""
    return write_line({"by": event.by, "do": event.do, **event.more})


def write_result(outcome: Result) -> str:
    """Return the result as a line."""
    return write_line({"result": {"scores": outcome.scores, "winners": outcome.winners, "reason": outcome.reason}})


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text:.20} is too large")
    return number


def _not_too_long(text: str) -> int:
    if len(text) > 300:  # infinite to a reader whose numbers are floating-point
        raise ValueError(f"{text:.20}... is too large")
    return int(text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field is repeated")
    return fields


def read_line(raw: bytes) -> dict[str, Any]:
    """Return the object on a line, which is given without its line end."""
    if b"\r" in raw:
        raise Refusal("malformed", "a line ends with LF alone, without CR")
    if not raw.strip():
        raise Refusal("malformed", "the line is blank")
    try:
        value = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_not_too_long,
        )
    except UnicodeDecodeError:
        raise Refusal("malformed", "the line is not UTF-8") from None
    except RecursionError:
        raise Refusal("malformed", "the line is nested too deeply") from None
    except ValueError as error:
        raise Refusal("malformed", f"the line is not valid JSON for a record: {error}") from None
    if not isinstance(value, dict):
        raise Refusal("malformed", "the line is not an object")
    return value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def read_header(raw: bytes) -> Header:
    """Return the checked header; raise a ``Refusal`` with code `header` or `malformed` if anything is wrong."""
    fields = read_line(raw)
    for name in ("record", "game", "rules", "seats"):
        if name not in fields:
            raise Refusal("header", f"the header has no field {name}")
    if not _is_whole(fields["record"]) or fields["record"] != VERSION:
        raise Refusal("header", f"this reader knows version {VERSION} of the format, not {fields['record']!r:.40}")
    name = fields["game"]
    installed = games()
    if not isinstance(name, str) or name not in installed:
        raise Refusal("header", f"there is no game {name!r:.40}; there are {', '.join(installed)}")
    game = installed[name]
    if not _is_whole(fields["rules"]) or game.options_of_version(fields["rules"], {}) is None:
        known_versions = " and ".join(map(str, sorted({game.rules_version, *game.older_versions})))
        raise Refusal("header", f"this reader knows version {known_versions} of the rules, not {fields['rules']!r:.40}")
    seats = fields["seats"]
    if not _is_whole(seats):
        raise Refusal("header", f"the number of seats is a whole number, not {seats!r:.40}")
    options = fields.get("options", {})
    if not isinstance(options, dict):
        raise Refusal("header", "options are an object")
    full = game.check(seats, game.options_of_version(fields["rules"], options) or {})
    players = fields.get("players", [f"player {seat}" for seat in range(seats)])
    if not isinstance(players, list) or len(players) != seats or not all(isinstance(name, str) for name in players):
        raise Refusal("header", f"players must be {seats} names, one per seat")
    ours = ("record", "game", "rules", "seats", "options", "players")
    return Header(game, seats, full, players, {key: value for key, value in fields.items() if key not in ours})


def read_event(fields: Mapping[str, Any]) -> Event:
    """Return the event of a line."""
    for name in ("by", "do"):
        if name not in fields:
            raise Refusal("malformed", f"the line is not an event: it has no field {name}")
    by, do = fields["by"], fields["do"]
    if not (_is_whole(by) or by == "chance"):
        raise Refusal("malformed", 'by is a seat\'s number or "chance"')
    if not isinstance(do, str):
        raise Refusal("malformed", "do must be a string")
    return Event(by, do, {key: value for key, value in fields.items() if key not in ("by", "do")})


def check_result(result: object, outcome: Result) -> None:
    """Raise a ``Refusal`` if a result is not that of the game."""

    def numbers(value: object) -> bool:
        return isinstance(value, list) and all(map(_is_whole, value))

    if not isinstance(result, dict):
        raise Refusal("result_wrong", "a result is an object")
    for name, right in (("scores", outcome.scores), ("winners", outcome.winners)):
        if not numbers(result.get(name)) or result[name] != right:
            raise Refusal("result_wrong", f"the {name} are {right}")
    if not isinstance(result.get("reason"), str) or result["reason"] != outcome.reason:
        raise Refusal("result_wrong", f"the reason is {outcome.reason}")


class Reader:
    """Reads a game record: its header at once, then its steps one by one."""

    def __init__(self, data: bytes) -> None:
        if not data:
            raise Refusal("header", "the file is empty", line=1)
        self._lines = data.split(b"\n")
        if self._lines[-1] == b"":
            self._lines.pop()
        try:
            self.header = read_header(self._lines[0])
        except Refusal as refusal:
            raise refusal.at(1) from None

    def steps(self) -> Iterator[Step]:
        """Yield the position before each event with the event, then the final position without one.

        An invalid line raises a ``Refusal`` with the line's number, after the step before it was yielded.
        """
        position = self.header.start()
        result_read = False
        for line, raw in enumerate(self._lines[1:], 2):
            try:
                if result_read:
                    raise Refusal("after_result", "nothing may follow the result")
                fields = read_line(raw)
                if "result" in fields:
                    if "by" in fields or "do" in fields:
                        raise Refusal("malformed", "a line is an event or a result, not both")
                    outcome = position.result
                    if outcome is None:
                        raise Refusal("result_early", "the game is not over")
                    check_result(fields["result"], outcome)
                    yield Step(line, position, None)
                    result_read = True
                else:
                    event = read_event(fields)
                    after = position.play(event)
                    yield Step(line, position, event)
                    position = after
            except Refusal as refusal:
                raise refusal.at(line) from None
        if result_read:
            return
        end = len(self._lines) + 1
        if position.is_over:
            raise Refusal("no_result", "the game is over, but its result is missing", line=end)
        yield Step(end, position, None)


def read(data: bytes) -> list[Step]:
    """Return all steps of a record; raise a ``Refusal`` if any line is invalid."""
    return list(Reader(data).steps())
