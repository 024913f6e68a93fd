"""What is refused, and why: every refusal has a stable code.

A code is what programs act on; the sentence beside it is for people and may change. The codes of records are public and
listed in ``docs/reference/game-records.md``; a game adds the codes it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Failure(Exception):
    """A command cannot do what it was asked; the sentence says why."""


class Refusal(ValueError):
    """Something given to us is not acceptable: an action, a line of a record, an option. Nothing was changed by it."""

    def __init__(
        self, code: str, message: str, *, line: int | None = None, detail: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line
        """The line of the record at which it was refused, counted from 1."""
        self.detail = dict(detail or {})
        """What a front end needs to show the reason where it applies (micropul: the edge that clashes)."""

    def at(self, line: int) -> Refusal:
        """The same refusal, at a line of a record."""
        return Refusal(self.code, self.message, line=line, detail=self.detail)
