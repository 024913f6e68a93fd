"""Refusals with stable codes.

Programs act on the code; the sentence is for people and may change. The codes of game records are listed in
``docs/reference/game-records.md``; a game adds its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Failure(Exception):
    """A command cannot be carried out; the sentence says why."""


class Refusal(ValueError):
    """An action, a line of a game record or an option is not acceptable. Nothing was changed."""

    def __init__(
        self, code: str, message: str, *, line: int | None = None, detail: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line
        """The line of the game record, counted from 1."""
        self.detail = dict(detail or {})
        """What a front end needs to show the reason in its place, for example the edge that clashes."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _refusal, (self.code, self.message, self.line, self.detail)

    def at(self, line: int) -> Refusal:
        """Return the same refusal at a line of a game record."""
        return Refusal(self.code, self.message, line=line, detail=self.detail)


def _refusal(code: str, message: str, line: int | None, detail: Mapping[str, Any]) -> Refusal:
    """Make a refusal again: a compute process hands it over by pickling."""
    return Refusal(code, message, line=line, detail=detail)
