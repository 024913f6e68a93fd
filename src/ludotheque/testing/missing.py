"""What a game lacks besides its rules: messages, guide, or something that its declaration names.

``missing(game)`` lists it, one sentence each. A game needs:

``locale/en.ftl``, ``locale/fr.ftl``
    the same messages with the same variables in both: those of `messages_of`, and any others that the game uses
``guide/reference.en.md``, ``guide/reference.fr.md``
    the rules, each an item that begins with its id in bold (``- **X-1** ...``), the same ids in both
``guide/lesson.jsonl``, ``guide/lesson.json``
    only with a lesson: a game record, and its stops, each with a message
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from inspect import signature
from typing import Any

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from ..engine.errors import Refusal
from ..engine.game import Game
from ..engine.registry import games
from ..game_records import read
from ..locale import LANGUAGES, words

PROJECT = "ludotheque"
SUPPLIED = ("words", "seed", "as_json")
"""Parameters of a command that the command line supplies, with its own help text."""


def missing(game: Game) -> list[str]:
    """Return everything that a game lacks, one sentence each."""
    return [*_broken(game)] or [*_named(game), *_files(game), *_words(game), *_lesson(game)]


def messages_of(game: Game) -> dict[str, str]:
    """Return the messages that generic code uses of a game, and what each says. The project has some of those for
    refusals and ends itself."""

    def spelt(name: str) -> str:
        return name.replace("_", "-")

    asked = {
        "game-name": "what it is called",
        "game-tagline": "what it is like, in a sentence",
        "game-minutes": "how many minutes it takes, a number",
        "game-credits": "whose idea it was",
        "game-rules": "how it is played, in a few lines, for the terminal",
    }
    for name, option in game.options.items():
        asked[f"option-{spelt(name)}"] = f"what the option {name} is"
        if option.type == "boolean":
            asked[f"game-rules-{spelt(name)}"] = f"what the option {name} changes in the rules"
    for name in game.simulated["options"]:
        asked[f"quick-{spelt(name)}"] = f"how short a quick game is by its option {name}"
    for reason in game.rules.END_REASONS:
        asked[f"reason-{reason}"] = f"that the game ended by {reason}"
    for code in game.rules.ILLEGAL_REASONS[1:]:
        asked[f"refused-{spelt(code)}"] = f"why something is refused with {code}"
    for command, place in game.commands.items():
        asked[f"command-{command}"] = f"what the command {command} does"
        try:
            parameters = signature(game.load(place)).parameters
        except Exception:  # reported by `_named`
            continue
        for name in parameters:
            if name not in SUPPLIED:
                given = spelt(name.rstrip("_"))
                asked[f"command-{command}-{given}"] = f"what the option --{given} of the command {command} is"
    return asked


# -- Names ------------------------------------------------------------------------------------------------------------


def _broken(game: Game) -> Iterator[str]:
    """Modules that cannot be loaded; if there are any, nothing else is checked."""
    for part in ("notation", "masking", "previewer", "rules", "viewer", "text_renderer"):
        try:
            getattr(game, part)
        except Refusal as refusal:
            yield f"{refusal}."


def _named(game: Game) -> Iterator[str]:
    """Names in the game's declaration that do not exist."""
    if games().get(game.id) is not game:
        yield f"The entry point in the group ludotheque.games must be called like the game's id, {game.id}."
    fields = game.rules.SETUP.names or ()
    for name in ("seats", *game.options):
        if name not in fields:
            yield f"SETUP has no field {name}, where the rules read it."
    places = {
        "extra_bots": game.extra_bots.values(),
        "commands": game.commands.values(),
        "extras": game.extras.values(),
    }
    for field, named in places.items():
        for place in named:
            try:
                game.load(place)
            except Exception as error:
                yield f"{field} names {place}, which cannot be loaded: {error!r}."


# -- The guide --------------------------------------------------------------------------------------------------------


def read_file(game: Game, *path: str) -> str | None:
    """Return the text of a file of the game's folder; None if there is none."""
    file = files(game.package).joinpath(*path)
    return file.read_bytes().decode(errors="replace") if file.is_file() else None


def rule_ids(text: str) -> list[str]:
    """Return the ids of the rules in a reference: in bold at the beginning of an item."""
    return re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", text, re.MULTILINE)


def _files(game: Game) -> Iterator[str]:
    """What is missing in the guide."""
    ids = {}
    for language in LANGUAGES:
        text = read_file(game, "guide", f"reference.{language}.md")
        if text is None:
            yield f"guide/reference.{language}.md is missing: the rules in writing."
        else:
            ids[language] = rule_ids(text)
            if not ids[language]:
                yield f"guide/reference.{language}.md names no rule: a point begins with an id in bold, - **X-1**."
            for twice in sorted({one for one in ids[language] if ids[language].count(one) > 1}):
                yield f"guide/reference.{language}.md has the rule {twice} twice."
    if len(ids) == len(LANGUAGES):
        first, *others = LANGUAGES
        for other in others:
            for missing in sorted(set(ids[first]) ^ set(ids[other])):
                yield f"The rule {missing} stands in the reference of one language only."


# -- Words ------------------------------------------------------------------------------------------------------------


class _Variables(Visitor):
    """The variables of a message."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: Any) -> None:  # noqa: N802 - the name that fluent looks for
        self.names.add(node.id.name)


def messages_in(home: str, language: str) -> tuple[dict[str, set[str]], list[str]]:
    """Return the messages of a package in a language with their variables, and sentences about what is unreadable."""
    text = files(home).joinpath("locale", f"{language}.ftl").read_bytes().decode(errors="replace")
    found: dict[str, set[str]] = {}
    wrong = []
    for entry in FluentParser().parse(text).body:
        if isinstance(entry, ftl.Junk):
            wrong.append(f"locale/{language}.ftl: this cannot be read: {(entry.content or '').strip()!r:.60}.")
        if isinstance(entry, ftl.Message):
            if entry.id.name in found:
                wrong.append(f"locale/{language}.ftl has the message {entry.id.name} twice.")
            variables = _Variables()
            variables.visit(entry)
            found[entry.id.name] = variables.names
    return found, wrong


def _words(game: Game) -> Iterator[str]:
    """What is missing in the game's messages."""
    own: dict[str, Mapping[str, set[str]]] = {}
    for language in LANGUAGES:
        if read_file(game, "locale", f"{language}.ftl") is None:
            yield f"locale/{language}.ftl is missing: the game's words."
            continue
        own[language], wrong = messages_in(game.package, language)
        yield from wrong
        shared = messages_in(PROJECT, language)[0]
        for message, says in messages_of(game).items():
            if message not in own[language] and message not in shared:
                yield f"locale/{language}.ftl has no message {message}: {says}."
        yield from _unformattable(game, language, own[language])
    if len(own) == len(LANGUAGES):
        first, *others = LANGUAGES
        for other in others:
            for message in sorted(own[first].keys() ^ own[other].keys()):
                yield f"The message {message} stands in one language only."
            for message in sorted(own[first].keys() & own[other].keys()):
                if own[first][message] != own[other][message]:
                    yield f"The message {message} has other variables in {other} than in {first}."


def _unformattable(game: Game, language: str, own: Mapping[str, set[str]]) -> Iterator[str]:
    """Messages that cannot be formatted."""
    try:
        say = words(language, game.package)
    except Exception as error:
        yield f"locale/{language}.ftl cannot be read: {error!r}."
        return
    for message, variables in own.items():
        try:
            for value in (0, 1, 2):
                say.format(message, **dict.fromkeys(variables, value))
        except LookupError as error:
            yield f"locale/{language}.ftl: {error.args[0]}."
    if "game-minutes" in own and not say("game-minutes").isdigit():
        yield f"locale/{language}.ftl: game-minutes is not a number."


# -- The lesson -------------------------------------------------------------------------------------------------------


def _lesson(game: Game) -> Iterator[str]:
    """What is missing in the lesson, if there is one."""
    record, stops = read_file(game, "guide", "lesson.jsonl"), read_file(game, "guide", "lesson.json")
    if record is None and stops is None:
        return
    if record is None or stops is None:
        yield "An introduction is guide/lesson.jsonl, a record, and guide/lesson.json, its stops: one is missing."
        return
    try:
        read(record.encode())
    except ValueError as error:
        yield f"guide/lesson.jsonl is no record: {error}."
    for language in LANGUAGES:
        if read_file(game, "locale", f"{language}.ftl") is not None:
            own = messages_in(game.package, language)[0]
            for number in range(1, len(json.loads(stops)) + 1):
                if f"lesson-{number}" not in own:
                    yield f"locale/{language}.ftl has no message lesson-{number}: what is said at that stop."
