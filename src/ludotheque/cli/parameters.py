"""Parameters that several commands share, and how their values are read."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ..engine.errors import Failure, Refusal
from ..locale import Words, words

if TYPE_CHECKING:
    from ..engine.game import Game

Add = Callable[..., Callable[[Callable[..., None]], None]]
"""``@command(name, message, table=False)``: adds a command whose help is the message. A command that sets up a table
(`table`) also accepts the table settings of the installed games as options."""

AddGroup = Callable[[str, str], Add]
"""``group(name, message)``: adds a group of commands whose help is the message; returns its `Add`."""

ENGINES = ("local", "ray")
"""Where games can be played: on this machine, or on a cluster."""

SETTINGS = "ludotheque.settings"
"""Key in ``Context.meta``: the options that were typed but are not the command's, by name."""


@dataclass(frozen=True)
class Given:
    """Parameters that several commands have, with their help in the user's language."""

    say: Words

    @property
    def game(self) -> Any:
        """``GAME``."""
        return typer.Argument(help=self.say("help-game"), metavar="GAME")

    @property
    def seats(self) -> Any:
        """``--seats``."""
        return typer.Option(None, "--seats", help=self.say("help-seats"), metavar="N")

    @property
    def options(self) -> Any:
        """``--option``, repeatable."""
        return typer.Option(None, "--option", help=self.say("help-option"), metavar="NAME=VALUE")

    @property
    def seed(self) -> Any:
        """``--seed``."""
        return typer.Option(None, "--seed", help=self.say("help-seed"), metavar="S")

    @property
    def bots(self) -> Any:
        """``--bot``, repeatable."""
        return typer.Option(None, "--bot", help=self.say("help-bot"), metavar="NAME")

    @property
    def engine(self) -> Any:
        """``--engine``."""
        return typer.Option(ENGINES[0], "--engine", help=self.say("help-engine"), metavar="ENGINE")

    @property
    def json(self) -> Any:
        """``--json``."""
        return typer.Option(False, "--json", help=self.say("help-json"))

    @property
    def file(self) -> Any:
        """``FILE``, a game record."""
        return typer.Argument(help=self.say("help-file"), metavar="FILE")


def put_json(value: object) -> None:
    """Print a value as one line of JSON."""
    print(json.dumps(value))


def find_game(name: str) -> Game:
    """Return the installed game of this id; a ``Refusal`` if there is none."""
    from ..engine.registry import game

    return game(name)


def read_options(game: Game, given: list[str] | None, say: Callable[..., str]) -> dict[str, object]:
    """Return the options typed as name=value."""
    options: dict[str, object] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise Failure(say("error-option-form", text=text))
        if name not in game.options:
            raise Refusal("header", f"{game.id} has no option {name:.40}; it has {', '.join(game.options)}")
        options[name] = game.options[name].parse(name, value)
    return options


def split_settings(arguments: Sequence[str], known: set[str]) -> tuple[dict[str, str], list[str]]:
    """Return the options that are not among the `known` ones, with their values, and the other arguments.

    They may be table settings (``Game.table_settings``). Which settings exist is known only when the game is loaded, so
    `read_settings` checks them later.
    """
    settings: dict[str, str] = {}
    rest: list[str] = []
    left = list(arguments)
    while left:
        argument = left.pop(0)
        name, equals, value = argument.partition("=")
        if argument == "--":
            return settings, [*rest, argument, *left]
        if not name.startswith("--") or name in known:
            rest.append(argument)
        else:
            settings[name.removeprefix("--")] = value if equals or not left else left.pop(0)
    return settings, rest


def with_options(function: Callable[..., None], options: Mapping[str, tuple[Any, Any]]) -> Callable[..., None]:
    """Give a function that takes any keywords the signature that Typer reads: for each parameter its type and
    ``typer.Option``."""
    parameters = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=option, annotation=kind)
        for name, (kind, option) in options.items()
    ]
    function.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return function


def setting_options(language: str) -> list[Any]:
    """Return the table settings of all installed games as Typer's options, for a command's help."""
    from ..engine.registry import games

    options: dict[str, tuple[Any, Any]] = {}
    for game in games().values():
        its = words(language, game.package)
        for name, option in game.table_settings.items():
            values = ", ".join(map(str, option.values))
            text = its("help-setting", setting=its(f"option-{name}"), values=values)
            text = text[:1].upper() + text[1:]
            option = typer.Option(None, f"--{name}", help=text, metavar=name.upper(), rich_help_panel=its("game-name"))
            options[name] = str | None, option
    app = typer.Typer(add_completion=False)
    app.command()(with_options(lambda **_: None, options))
    return typer.main.get_command(app).params if options else []


def read_settings(game: Game, context: typer.Context) -> dict[str, str]:
    """Return the table settings that were typed as options; a ``Refusal`` if the game has no such setting."""
    settings = {}
    for name, value in context.meta[SETTINGS].items():
        if name not in game.table_settings:
            raise Refusal("no_such_choice", f"{context.info_name} has no option --{name:.40} for {game.id}")
        settings[name] = str(game.table_settings[name].check(name, value))
    return settings


def read_bots(game: Game, names: list[str] | None, seats: int, say: Callable[..., str]) -> list[str]:
    """Return the names of the bots: one for all seats, or one for each."""
    from ..search.bots import bot
    from ..search.opponents import offers

    names = names or ["random"]
    if len(names) not in (1, seats):
        raise Failure(say("error-bots", seats=seats))
    for name in names:
        bot(game, name)  # raises a Refusal if there is no such bot
        if not offers(game, name):
            raise Failure(say("error-bot-too-slow", bot=name, game=game.id))
    return names * seats if len(names) == 1 else names


def read_seed(text: str | None, say: Callable[..., str]) -> int:
    """Return the seed that was typed, or a new one."""
    if text is None:
        return secrets.randbits(32)
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < 1 << 64):
        raise Failure(say("error-seed"))
    return int(text)


def read_file(name: str, say: Callable[..., str]) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``."""
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except FileNotFoundError:
        raise Failure(say("error-no-file", file=name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Failure(say("error-file", file=name, reason=reason)) from None


def require_extra(extra: str, module: str, say: Callable[..., str]) -> None:
    """Fail with a sentence that names the extra to install, unless a module of that extra is installed."""
    if find_spec(module) is None:
        raise Failure(say("error-extra", extra=extra))


def read_engine(name: str, say: Callable[..., str]) -> Any:
    """Join the cluster and return the module ``cluster``; None for this machine."""
    if name not in ENGINES:
        raise Failure(say("error-engine", engine=name))
    if name == ENGINES[0]:
        return None
    require_extra("cluster", "ray", say)
    from .. import cluster

    try:
        cluster.join()
    except OSError:
        raise Failure(say("error-no-cluster")) from None
    return cluster


class progress:  # noqa: N801 - used like a function, as a context
    """A progress bar on standard error, if that is a terminal. As a context it gives a function to advance it."""

    def __init__(self, title: str, total: int) -> None:
        self.title, self.total = title, total
        self.bar: Any = None

    def __enter__(self) -> Callable[[int], None]:
        if not sys.stderr.isatty():
            return lambda done: None
        from rich.console import Console
        from rich.progress import Progress

        self.bar = Progress(console=Console(stderr=True), transient=True)
        self.bar.start()
        task = self.bar.add_task(self.title, total=self.total)
        return lambda done: self.bar.advance(task, done)

    def __exit__(self, *error: object) -> None:
        if self.bar is not None:
            self.bar.stop()
