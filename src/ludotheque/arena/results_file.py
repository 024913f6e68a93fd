"""The results file of a match: a header, then one line per finished game. A run can be resumed from it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from ..engine.errors import Refusal
from ..engine.position import dumps
from .match import Match, PlayedGame

if sys.platform != "win32":
    import fcntl

VERSION = 2


def header(match: Match) -> dict[str, Any]:
    """Return everything that determines the games of a match, except the code of the bots."""
    return {
        "arena": VERSION,
        "game": match.game,
        "rules": match.loaded_game.rules_version,
        "seats": match.seats,
        "options": match.loaded_game.check(match.seats, match.options),
        "choices": dict(match.choices),
        "bots": list(match.bots),
        "ms": match.ms,
        "limit": match.limit,
        "seed": match.seed,
    }


def read_header(file: Path) -> dict[str, Any] | None:
    """Return the header of a results file; None if it is missing or empty."""
    try:
        with file.open("rb") as stream:
            line = stream.readline()
    except FileNotFoundError:
        return None
    return _read(line, 1, "arena") if line else None


def _read(line: bytes, number: int, known_by: str) -> dict[str, Any]:
    """Return a line of the file, which must have the field `known_by`."""
    try:
        read = json.loads(line)
        if known_by in read and isinstance(read, dict):
            return read
    except (ValueError, TypeError):
        pass
    raise Refusal("malformed", f"line {number} is not a line of a results file", line=number)


def _result(read: Mapping[str, Any]) -> PlayedGame:
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in read.items()}
    return PlayedGame(**fields)


class ResultsFile:
    """An open results file, or none. An incomplete last line is dropped."""

    def __init__(self, file: Path | None, match: Match) -> None:
        self.done: dict[int, PlayedGame] = {}
        self.stream: BinaryIO | None = None
        if file is None:
            return
        self.stream = file.open("a+b")
        try:
            self._open(self.stream, json.loads(dumps(header(match))))
        except BaseException:
            self.stream.close()
            raise

    def _open(self, stream: BinaryIO, wanted: dict[str, Any]) -> None:
        """Lock and read the file; raise a ``Refusal`` if it belongs to another match or is in use."""
        if sys.platform != "win32":
            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Refusal("busy", "another run is writing to the file") from None
        stream.seek(0)
        first = stream.readline()
        if not first:
            self._write(wanted)
            return
        found = _read(first if first.endswith(b"\n") else b"", 1, "arena")
        if found != wanted:
            fields = [name for name in {**wanted, **found} if wanted.get(name) != found.get(name)]
            raise Refusal(
                "other_match", f"the file belongs to another match ({', '.join(fields)})", detail={"fields": fields}
            )
        whole, end, _ = stream.read().rpartition(b"\n")
        for number, line in enumerate(whole.split(b"\n") if whole else (), 2):
            try:
                result = _result(_read(line, number, "number"))
            except TypeError:
                raise Refusal("malformed", f"line {number} is not a line of a results file", line=number) from None
            self.done[result.number] = result
        stream.truncate(len(first) + len(whole) + len(end))

    def add(self, result: PlayedGame) -> None:
        """Append a finished game."""
        if self.stream is not None:
            self._write(asdict(result))

    def _write(self, line: Mapping[str, Any]) -> None:
        assert self.stream is not None
        self.stream.write(dumps(line).encode() + b"\n")
        self.stream.flush()

    def close(self) -> None:
        """Close the file."""
        if self.stream is not None:
            self.stream.close()
