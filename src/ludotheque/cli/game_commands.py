"""The commands that a game brings, ``ludotheque GAME COMMAND``: its functions, made into commands.

``Game.commands`` tells what such a function is like.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any

import typer

from ..engine.errors import Failure
from ..locale import Words, words
from ..native.cache import GAMES
from .parameters import Add, Given, find_game, interpret, progress, read_seed

PARTS = 1000
"""Into how many parts the progress bar is divided."""


def own_commands(name: str, kind: Any, guard: Callable[[Callable[..., None]], Any], language: str) -> Any:
    """The commands of a game, under its name; None if there is no such game, or it brings none."""
    if not any(entry.name == name for entry in entry_points(group=GAMES)):
        return None
    game = find_game(name)
    if not game.commands:
        return None
    say = words(language)
    own = typer.Typer(help=say("help-own-commands", game=name), no_args_is_help=True, add_completion=False)
    own.callback()(lambda: None)  # so that a single command keeps its name
    for command in game.commands:
        try:
            function, its = game.load(game.commands[command]), words(language, game.package)
            text, made = its(f"command-{command}"), made_of(function, command, its, say)
        except Exception as error:  # one that is broken says so when it is called, and the others work
            text, made = say("error-command", command=command, reason=repr(error)), broken(say, command, error)
        own.command(command, cls=kind, help=text)(guard(made))
    return typer.main.get_command(own)


def broken(say: Words, command: str, error: Exception) -> Callable[[], None]:
    """A command that only says why it does not work."""

    def run() -> None:
        raise Failure(say("error-command", command=command, reason=repr(error)))

    return run


def made_of(function: Callable[..., Any], command: str, its: Words, say: Words) -> Callable[..., None]:
    """A function of a game as one that the command line understands."""
    asked = signature(function, eval_str=True).parameters.values()
    house: dict[str, Any] = {
        "seed": (str | None, typer.Option(None, "--seed", help=say("help-seed"), metavar="S")),
        "as_json": (bool, typer.Option(False, "--json", help=say("help-json"))),
    }
    options = []
    for parameter in asked:
        if parameter.name == "words":
            continue
        if parameter.name in house:
            kind, given = house[parameter.name]
        else:
            spelt = parameter.name.rstrip("_").replace("_", "-")
            default = ... if parameter.default is Parameter.empty else parameter.default
            metavar = None if parameter.annotation is bool else spelt.upper()
            kind = parameter.annotation
            given = typer.Option(default, f"--{spelt}", help=its(f"command-{command}-{spelt}"), metavar=metavar)
        options.append(Parameter(parameter.name, Parameter.KEYWORD_ONLY, default=given, annotation=kind))

    def run(**given: Any) -> None:
        if "seed" in given:
            given["seed"] = read_seed(given["seed"], say)
        if any(parameter.name == "words" for parameter in asked):
            given["words"] = its
        say_all(function(**given), its(f"command-{command}"))

    run.__signature__ = Signature(options)  # type: ignore[attr-defined]
    run.__annotations__ = {option.name: option.annotation for option in options}
    return run


def add_solve(command: Add, say: Words, language: str) -> None:
    """Add `solve` to the command line: the command of that name of a game."""
    given = Given(say)

    @command("solve", "help-solve")
    def solve(
        game: str = given.game,
        perfect: bool = typer.Option(False, "--perfect", help=say("help-perfect")),
        tiles: str | None = typer.Option(None, "--tiles", help=say("help-tiles"), metavar="TILES"),
        as_json: bool = given.json,
    ) -> None:
        run_own(find_game(game), "solve", language, perfect=perfect, tiles=tiles, as_json=as_json)


def add_box(command: Add, say: Words, language: str) -> None:
    """Add `box`: the command of that name of the game that has one."""
    given = Given(say)
    out_given: Any = typer.Option(None, "--out", help=say("help-out-svg"), metavar="FILE")

    @command("box", "help-box")
    def box(
        out: Path | None = out_given,
        seed: str | None = given.seed,
        kind: str = typer.Option("shaken", "--kind", help=say("help-box-kind"), metavar="KIND"),
        as_json: bool = typer.Option(False, "--json", help=say("help-box-json")),
        text: bool = typer.Option(False, "--text", help=say("help-box-text")),
    ) -> None:
        interpret()
        from ..engine.registry import games

        for game in games().values():
            if "box" in game.commands:
                given_seed = read_seed(seed, say)
                run_own(game, "box", language, seed=given_seed, out=out, kind=kind, as_json=as_json, text=text)
                return
        raise Failure(say("error-not-offered", game="ludotheque", command="box"))


def run_own(game: Any, command: str, language: str, **given: Any) -> None:
    """Run a command of a game by its name, with all that it is to be given."""
    its = words(language, game.package)
    if command not in game.commands:
        raise Failure(its("error-not-offered", game=game.id, command=command))
    say_all(game.load(game.commands[command])(words=its, **given), its(f"command-{command}"))


def say_all(told: Iterable[Any] | str | None, title: str) -> None:
    """Print what a command gives, as it comes."""
    from ..engine.game import Note

    done = 0
    with progress(title, PARTS) as advance:
        for one in [told] if isinstance(told, str) else told or ():
            if isinstance(one, str):
                print(one, file=sys.stderr if isinstance(one, Note) else sys.stdout, flush=True)
            else:
                advance(int(one * PARTS) - done)
                done = int(one * PARTS)
