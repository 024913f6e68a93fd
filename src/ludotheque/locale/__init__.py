"""Messages of the project and of its games, in Fluent files that Python and the page share.

Only variables, plurals and selects are used, so that both formatters agree.
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
    from fluent.runtime import FluentBundle

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

    def __init__(
        self,
        bundle: FluentBundle,
        sources: Mapping[str, str],
        language: str,
        game: str | None,
        otherwise: Words | None,
    ) -> None:
        self._bundle, self.language, self._game, self._otherwise = bundle, language, game, otherwise
        self._unparsed = dict(sources)
        self._logged: set[str] = set()

    def __contains__(self, message: str) -> bool:
        if message in self._unparsed:
            from fluent.runtime import FluentResource

            self._bundle.add_resource(FluentResource(self._unparsed.pop(message)))
        return bool(self._bundle.has_message(message))

    def __call__(self, message: str, **arguments: Any) -> str:
        """Return a message with these values: texts and whole numbers."""
        # Fluent refuses values of more than 1000 characters.
        short = {name: value if isinstance(value, int) else value[:LONGEST] for name, value in arguments.items()}
        entry = self._bundle.get_message(message) if message in self else None
        if entry is None or entry.value is None:
            self._fail(message, f"there is no message {message} in {self.language}")
            found = self._otherwise is not None and message in self._otherwise
            return self._otherwise(message, **arguments) if self._otherwise is not None and found else message
        text, errors = self._bundle.format_pattern(entry.value, short)
        if errors:
            self._fail(message, f"the message {message} cannot be said in {self.language}: {errors}")
        return str(text)

    def _fail(self, message: str, reason: str) -> None:
        if self._game is None:
            raise LookupError(reason)
        if message not in self._logged:
            self._logged.add(message)
            log.warning("the game %s lacks words: %s", self._game, reason)


@cache
def words(language: str, package: str | None = None) -> Words:
    """Return the messages of the project and, if the package of a game is given, of that game."""
    from fluent.runtime import FluentBundle  # imported late: `import ludotheque` does not need it

    bundle = FluentBundle([language], use_isolating=False)
    sources = _sources("ludotheque", language)
    if package is None:
        return Words(bundle, sources, language, None, None)
    try:
        sources = {**sources, **_sources(package, language)}  # as in the page, those of the game replace ours
    except (OSError, UnicodeError, ImportError) as error:
        log.warning("the game %s lacks words: locale/%s.ftl cannot be read: %r", package, language, error)
    otherwise = words(LANGUAGES[0], package) if language != LANGUAGES[0] else None
    return Words(bundle, sources, language, package, otherwise)


@cache
def _sources(package: str, language: str) -> dict[str, str]:
    """Return the Fluent text of each message in a package's file, by its id."""
    text = files(package).joinpath("locale", f"{language}.ftl").read_text(encoding="utf-8")
    begins = list(ENTRY.finditer(text))
    ends = [begin.start() for begin in begins[1:]] + [len(text)]
    return {begin[1]: text[begin.start() : end] for begin, end in zip(begins, ends, strict=True)}
