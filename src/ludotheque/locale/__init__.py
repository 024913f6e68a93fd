"""Messages of the project and of its games, in Fluent files that Python and the page share.

Only variables, plurals and selects are used, so that both formatters agree.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

log = logging.getLogger(__name__)

LANGUAGES = ("en", "fr")

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
    in another language, or by its id.
    """

    def __init__(self, bundle: FluentBundle, language: str, game: str | None, otherwise: Words | None) -> None:
        self._bundle, self.language, self._game, self._otherwise = bundle, language, game, otherwise
        self._logged: set[str] = set()

    def __contains__(self, message: str) -> bool:
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
    bundle.add_resource(_resource("ludotheque", language), allow_overrides=False)
    if package is None:
        return Words(bundle, language, None, None)
    try:
        bundle.add_resource(_resource(package, language), allow_overrides=True)  # as in the page
    except (OSError, UnicodeError, ImportError) as error:
        log.warning("the game %s lacks words: locale/%s.ftl cannot be read: %r", package, language, error)
    return Words(bundle, language, package, words(LANGUAGES[0], package) if language != LANGUAGES[0] else None)


def _resource(package: str, language: str) -> Any:
    from fluent.runtime import FluentResource

    return FluentResource(files(package).joinpath("locale", f"{language}.ftl").read_text(encoding="utf-8"))
