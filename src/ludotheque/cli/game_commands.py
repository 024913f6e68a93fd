"""The commands that games bring: ``ludotheque GAME COMMAND``, also as ``ludotheque COMMAND [GAME]``.

``Game.commands`` says what such a function looks like.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import entry_points
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from ..engine.errors import Failure
from ..locale import words
from ..native.library import GAMES
from .parameters import find_game, progress, read_seed, with_options

if TYPE_CHECKING:
    from ..engine.game import Game

PARTS = 1000
"""Steps of the progress bar."""


class GameCommands:
    """Makes the commands of games in a language. `kind` and `group` are the classes of commands and of groups of
    commands; `guard` wraps the commands' functions."""

    def __init__(
        self,
        kind: type[TyperCommand],
        group: type[TyperGroup],
        guard: Callable[[Callable[..., None]], Callable[..., None]],
        language: str,
    ) -> None:
        self.kind, self.group_kind, self.guard, self.language = kind, group, guard, language
        self.say = words(language)

    def find(self, name: str) -> Any:
        """Return the group of a game's commands, or of the games that bring this command; None if there is neither."""
        if any(entry.name == name for entry in entry_points(group=GAMES)):
            game = find_game(name)
            made = {command: self.make(game, command) for command in game.commands}
            name_of_game = words(self.language, game.package)("game-name")
            return self.group(name, self.say("help-own-commands", game=name_of_game), made) if made else None
        games = self.games_by_command().get(name)
        if games is None:
            return None
        made = {game.id: self.make(game, name) for game in games}
        found = self.group(name, self.help(games[0], name), made, games[0].id if len(games) == 1 else None)
        found.rich_help_panel = ", ".join(words(self.language, game.package)("game-name") for game in games)
        return found

    def games_by_command(self) -> dict[str, list[Game]]:
        """Return the games that bring each command."""
        from ..engine.registry import games

        found: dict[str, list[Game]] = {}
        for game in games().values():
            for command in game.commands:
                found.setdefault(command, []).append(game)
        return found

    def help(self, game: Game, command: str) -> str:
        """Return what a command of a game does, in words."""
        return words(self.language, game.package)(f"command-{command}")

    def make(self, game: Game, command: str) -> Any:
        """Return a command of a game. If its function cannot be loaded, it says so when it is called."""
        app = typer.Typer(add_completion=False)
        try:
            text, function = self.help(game, command), self.wrap(game, command)
        except Exception as error:  # a broken command must not break the others
            text = self.say("error-command", command=command, reason=repr(error))
            function = _failing(text)
        app.command(command, cls=self.kind, help=text)(self.guard(function))
        return typer.main.get_command(app)

    def wrap(self, game: Game, command: str) -> Callable[..., None]:
        """Return the function of a command with parameters that Typer understands."""
        function, its, say = game.load(game.commands[command]), words(self.language, game.package), self.say
        asked = signature(function, eval_str=True).parameters.values()
        supplied: dict[str, Any] = {
            "seed": (str | None, typer.Option(None, "--seed", help=say("help-seed"), metavar="S")),
            "as_json": (bool, typer.Option(False, "--json", help=say("help-json"))),
        }
        options: dict[str, tuple[Any, Any]] = {}
        for parameter in asked:
            if parameter.name == "words":
                continue
            if parameter.name in supplied:
                options[parameter.name] = supplied[parameter.name]
            else:
                spelt = parameter.name.rstrip("_").replace("_", "-")
                default = ... if parameter.default is Parameter.empty else parameter.default
                metavar = None if parameter.annotation is bool else spelt.upper()
                text = its(f"command-{command}-{spelt}")
                option = typer.Option(default, f"--{spelt}", help=text, metavar=metavar)
                options[parameter.name] = parameter.annotation, option

        def run(**given: Any) -> None:
            if "seed" in given:
                given["seed"] = read_seed(given["seed"], say)
            if any(parameter.name == "words" for parameter in asked):
                given["words"] = its
            print_output(function(**given), its(f"command-{command}").removesuffix("."))

        return with_options(run, options)

    def group(self, name: str, text: str, commands: Mapping[str, Any], default: str | None = None) -> TyperGroup:
        """Return a group of commands. `default` is the one that is meant if the first argument names no game."""
        say = self.say

        class Group(self.group_kind):  # type: ignore[name-defined,misc]
            def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
                if default is not None and (not args or args[0] not in games_installed()):
                    args = [default, *args]
                return super().parse_args(ctx, args)

            def get_command(self, ctx: Any, cmd_name: str) -> Any:
                if default is not None and cmd_name not in commands:
                    raise Failure(say("error-not-offered", game=cmd_name, command=name))
                return super().get_command(ctx, cmd_name)

        return Group(name=name, help=text, commands=dict(commands), no_args_is_help=True, rich_markup_mode="rich")


def games_installed() -> set[str]:
    """Return the ids of the installed games."""
    return {entry.name for entry in entry_points(group=GAMES)}


def _failing(sentence: str) -> Callable[[], None]:
    def run() -> None:
        raise Failure(sentence)

    return run


def print_output(output: Iterable[Any] | str | None, title: str) -> None:
    """Print what a command yields (``CommandOutput``), as it comes."""
    from ..engine.game import Note

    done = 0
    with progress(title, PARTS) as advance:
        for one in [output] if isinstance(output, str) else output or ():
            if isinstance(one, str):
                print(one, file=sys.stderr if isinstance(one, Note) else sys.stdout, flush=True)
            else:
                advance(int(one * PARTS) - done)
                done = int(one * PARTS)
