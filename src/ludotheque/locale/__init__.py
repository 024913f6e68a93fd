"""The words of the house and of its games, in Fluent files that Python and the page share.

Only variables, plurals and selects are used, so that both formatters agree.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from fluent.runtime import FluentBundle, FluentResource

LANGUAGES = ("en", "fr")

LONGEST = 500
"""Characters of a value in a message."""

Words = Callable[..., str]
"""``words("message-id", name=value)``: a message in the reader's language."""


def system_language() -> str:
    """The reader's language by the system's settings: French where they say so, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        setting = os.environ.get(variable)
        if setting:
            return "fr" if setting.lower().startswith("fr") else "en"
    return "en"


@cache
def words(language: str, home: str | None = None) -> Words:
    """The messages of the house, and of the game whose folder is the package `home`."""
    bundle = FluentBundle([language], use_isolating=False)
    for package in ("ludotheque", home):
        if package is not None:
            text = files(package).joinpath("locale", f"{language}.ftl").read_text(encoding="utf-8")
            bundle.add_resource(FluentResource(text), allow_overrides=False)

    def say(message: str, **arguments: str | int) -> str:
        entry = bundle.get_message(message)
        if entry.value is None:
            raise LookupError(f"the message {message} has no text")
        # Fluent refuses values of more than a thousand characters; nobody reads so many in a sentence anyway.
        short = {name: value if isinstance(value, int) else value[:LONGEST] for name, value in arguments.items()}
        text, errors = bundle.format_pattern(entry.value, short)
        if errors:
            raise LookupError(f"the message {message} cannot be said in {language}: {errors}")
        return str(text)

    return say
