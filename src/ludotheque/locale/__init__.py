"""The words of the house and of its games, in Fluent files that Python and the page share.

Only variables, plurals and selects are used, so that both formatters agree.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from importlib.resources import files
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

log = logging.getLogger(__name__)

LANGUAGES = ("en", "fr")

LONGEST = 500
"""Characters of a value in a message."""


def system_language() -> str:
    """The reader's language by the system's settings: French where they say so, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        setting = os.environ.get(variable)
        if setting:
            return "fr" if setting.lower().startswith("fr") else "en"
    return "en"


class Words:
    """``words("message-id", name=value)``: a message in the reader's language; ``"message-id" in words``: whether there
    is one.

    What the house fails to say is a fault of the house, and an error. What a game fails to say is named in the log,
    once; the reader gets the message in another language, or else its id: a game is not broken by a word.
    """

    def __init__(self, bundle: FluentBundle, language: str, game: str | None, otherwise: Words | None) -> None:
        self._bundle, self.language, self._game, self._otherwise = bundle, language, game, otherwise
        self._told: set[str] = set()

    def __contains__(self, message: str) -> bool:
        return bool(self._bundle.has_message(message))

    def __call__(self, message: str, **arguments: Any) -> str:
        """The message, with these values in it: texts and whole numbers."""
        # Fluent refuses values of more than a thousand characters; nobody reads so many in a sentence anyway.
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
        if message not in self._told:
            self._told.add(message)
            log.warning("the game %s lacks words: %s", self._game, reason)


@cache
def words(language: str, home: str | None = None) -> Words:
    """The messages of the house, and of the game whose folder is the package `home`."""
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(_resource("ludotheque", language), allow_overrides=False)
    if home is None:
        return Words(bundle, language, None, None)
    try:
        bundle.add_resource(_resource(home, language), allow_overrides=True)  # as in the page
    except (OSError, UnicodeError, ImportError) as error:
        log.warning("the game %s lacks words: locale/%s.ftl cannot be read: %r", home, language, error)
    return Words(bundle, language, home, words(LANGUAGES[0], home) if language != LANGUAGES[0] else None)


def _resource(package: str, language: str) -> Any:
    return FluentResource(files(package).joinpath("locale", f"{language}.ftl").read_text(encoding="utf-8"))
