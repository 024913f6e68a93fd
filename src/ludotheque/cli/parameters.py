"""What several commands share: their parameters, and how what is typed is read."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ..engine.errors import Failure
from ..locale import Words

if TYPE_CHECKING:
    from ..engine.game import Game

Add = Callable[[str, str], Callable[[Callable[..., None]], None]]
"""``@command(name, message)``: adds a command to the command line, its help being the message."""

ENGINES = ("local", "ray")
"""Where games can be played: on this machine, or on a cluster."""


@dataclass(frozen=True)
class Given:
    """The parameters that several commands have, with their help in the reader's language."""

    say: Words

    @property
    def game(self) -> Any:
        """Which game."""
        return typer.Argument(help=self.say("help-game"), metavar="GAME")

    @property
    def seats(self) -> Any:
        """How many seats."""
        return typer.Option(None, "--seats", help=self.say("help-seats"), metavar="N")

    @property
    def options(self) -> Any:
        """The game's options."""
        return typer.Option(None, "--option", help=self.say("help-option"), metavar="NAME=VALUE")

    @property
    def seed(self) -> Any:
        """The seed of all chance."""
        return typer.Option(None, "--seed", help=self.say("help-seed"), metavar="S")

    @property
    def box(self) -> Any:
        """The kind of box, where there is one."""
        return typer.Option(None, "--box", help=self.say("help-box-kind"), metavar="KIND")

    @property
    def bots(self) -> Any:
        """Who plays."""
        return typer.Option(None, "--bot", help=self.say("help-bot"), metavar="NAME")

    @property
    def engine(self) -> Any:
        """Where games are played."""
        return typer.Option(ENGINES[0], "--engine", help=self.say("help-engine"), metavar="ENGINE")

    @property
    def json(self) -> Any:
        """For programs."""
        return typer.Option(False, "--json", help=self.say("help-json"))

    @property
    def file(self) -> Any:
        """A record."""
        return typer.Argument(help=self.say("help-file"), metavar="FILE")


def interpret() -> None:
    """Run the law as plain Python in this process: quick to start, and quick enough for one table at a time."""
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


def interpret_for(game: str | None, bots: list[str], quick: tuple[str, ...]) -> None:
    """The same, unless other bots than the `quick` ones play and the law of the game (None: of every game) has been
    compiled: it thinks a thousand times faster, and loading it takes two seconds."""
    from ..native.cache import all_compiled

    if not (set(bots) - set(quick) and all_compiled(game)):
        interpret()


def put_json(value: object) -> None:
    """One line of JSON on standard output."""
    print(json.dumps(value))


def find_game(name: str) -> Game:
    """The game of this name."""
    from ..engine.registry import game

    return game(name)


def read_options(game: Game, given: list[str] | None, say: Callable[..., str]) -> dict[str, object]:
    """Options typed as name=value."""
    from ..engine.errors import Refusal

    options: dict[str, object] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise Failure(say("error-option-form", text=text))
        if name not in game.options:
            raise Refusal("header", f"{game.id} has no option {name:.40}; it has {', '.join(game.options)}")
        options[name] = game.options[name].parse(name, value)
    return options


def read_choices(game: Game, box: str | None) -> dict[str, str]:
    """What the table chooses: the kind of box, where there is one."""
    from ..engine.errors import Refusal

    if box is None:
        return {}
    if "box" not in game.table_settings:
        raise Refusal("no_such_choice", f"{game.id} has no box")
    return {"box": str(game.table_settings["box"].check("box", box))}


def read_bots(game: Game, names: list[str] | None, seats: int, say: Callable[..., str]) -> list[str]:
    """The names of the bots: one for all seats, or one for each."""
    from ..search.bots import bot

    names = names or ["random"]
    if len(names) not in (1, seats):
        raise Failure(say("error-bots", seats=seats))
    for name in names:
        bot(game, name)  # refuses a name that is not there
    return names * seats if len(names) == 1 else names


def read_seed(text: str | None, say: Callable[..., str]) -> int:
    """A seed that was typed, or a new one."""
    if text is None:
        return secrets.randbits(32)
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < 1 << 64):
        raise Failure(say("error-seed"))
    return int(text)


def read_file(name: str, say: Callable[..., str]) -> bytes:
    """The bytes of a file, or of standard input for ``-``."""
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except FileNotFoundError:
        raise Failure(say("error-no-file", file=name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Failure(say("error-file", file=name, reason=reason)) from None


def read_engine(name: str, say: Callable[..., str]) -> Any:
    """The room ``cluster``, which has then joined one; none for this machine."""
    if name not in ENGINES:
        raise Failure(say("error-engine", engine=name))
    if name == ENGINES[0]:
        return None
    if find_spec("ray") is None:
        raise Failure(say("error-extra", extra="cluster"))
    from .. import cluster

    try:
        cluster.join()
    except OSError:
        raise Failure(say("error-no-cluster")) from None
    return cluster


class progress:  # noqa: N801 - used like a function, as a context
    """A progress bar on standard error while a long work goes on; nothing where nobody looks."""

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
