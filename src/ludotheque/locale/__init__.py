"""Messages of the project and of its games, in Fluent files that Python and the page share.

Only text, variables, plurals and selects are used: `formatting` supports nothing else.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fluent.syntax.ast import Pattern

log = logging.getLogger(__name__)

LANGUAGES = ("en", "fr")

ENTRY = re.compile(r"^([a-zA-Z][\w-]*) *=", re.MULTILINE)
"""Where a message begins in a Fluent file."""

LONGEST = 500
"""The largest number of characters of a value in a message; the rest is cut off."""


def system_language() -> str:
    """Return the language of the system's settings: French if they say so, otherwise English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        setting = os.environ.get(variable)
        if setting:
            return "fr" if setting.lower().startswith("fr") else "en"
    return "en"


class Words:
    """``words("message-id", name=value)`` formats a message; ``"message-id" in words`` says whether there is one.

    Without a game, a missing message raises ``LookupError``. With a game it is logged once and replaced by the message
    in another language, or by its id. A message is parsed when it is first used: a command needs few of them.

    `sources`: the Fluent text of each message, by its id.
    """

    def __init__(self, sources: Mapping[str, str], language: str, game: str | None, otherwise: Words | None) -> None:
        self.language, self._game, self._otherwise = language, game, otherwise
        self._sources = sources
        self._parsed: dict[str, Pattern | None] = {}
        self._logged: set[str] = set()

    def __contains__(self, message: str) -> bool:
        return self._pattern(message) is not None

    def __call__(self, message: str, **arguments: Any) -> str:
        """Return a message with these values: texts and whole numbers."""
        try:
            return self.format(message, **arguments)
        except LookupError as error:
            if self._game is None:
                raise
            if message not in self._logged:
                self._logged.add(message)
                log.warning("the game %s lacks words: %s", self._game, error.args[0])
        found = self._otherwise is not None and message in self._otherwise
        return self._otherwise(message, **arguments) if self._otherwise is not None and found else message

    def format(self, message: str, **arguments: Any) -> str:
        """Return a message with these values; raises ``LookupError`` if that cannot be done, with a game as well."""
        from .formatting import Unformattable, format_pattern

        short = {name: value if isinstance(value, int) else value[:LONGEST] for name, value in arguments.items()}
        pattern = self._pattern(message)
        if pattern is None:
            raise LookupError(f"there is no message {message} in {self.language}")
        try:
            return format_pattern(pattern, self.language, short)
        except Unformattable as error:
            reason = f"the message {message} cannot be said in {self.language}: {error}"
        raise LookupError(reason)

    def _pattern(self, message: str) -> Pattern | None:
        """Return a message as it was parsed; None if there is none, or it cannot be read."""
        if message not in self._parsed and message in self._sources:
            from .formatting import parse  # imported late: `import ludotheque` does not need it

            self._parsed[message] = parse(self._sources[message])
        return self._parsed.get(message)


@cache
def words(language: str, package: str | None = None) -> Words:
    """Return the messages of the project and, if the package of a game is given, of that game."""
    sources = _sources("ludotheque", language)
    if package is None:
        return Words(sources, language, None, None)
    try:
        sources = {**sources, **_sources(package, language)}  # as in the page, those of the game replace ours
    except (OSError, UnicodeError, ImportError) as error:
        log.warning("the game %s lacks words: locale/%s.ftl cannot be read: %r", package, language, error)
    otherwise = words(LANGUAGES[0], package) if language != LANGUAGES[0] else None
    return Words(sources, language, package, otherwise)


@cache
def _sources(package: str, language: str) -> dict[str, str]:
    """Return the Fluent text of each message in a package's file, by its id."""
    text = files(package).joinpath("locale", f"{language}.ftl").read_text(encoding="utf-8")
    begins = list(ENTRY.finditer(text))
    ends = [begin.start() for begin in begins[1:]] + [len(text)]
    return {begin[1]: text[begin.start() : end] for begin, end in zip(begins, ends, strict=True)}
