"""The commands of ``ludotheque``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import typer
from typer import rich_utils
from typer.core import TyperCommand, TyperGroup

from ..locale import LANGUAGES, Words, system_language, words
from . import analyse, arena, new_game, train
from . import game_commands as own
from . import play_commands as tables
from . import service_commands as service
from . import show as shown
from .compile import add_command as add_compile
from .errors import guarded


def split_language(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The language asked for by --lang, wherever it stands, else the system's (help texts need it before parsing), and
    the arguments without it."""
    language = system_language()
    rest = list(arguments)
    for at in reversed(range(len(arguments))):
        name, equals, value = arguments[at].partition("=")
        if name == "--lang":
            end = at + 1 if equals else at + 2
            value = value if equals else "".join(arguments[at + 1 : end])
            if value in LANGUAGES:
                language = value
                del rest[at:end]
    return language, rest


def application(language: str) -> typer.Typer:
    """The command line in a language."""
    say = words(language)
    speak(say)
    group, kind = kinds(language, say)
    app = typer.Typer(
        cls=group, help=say("help-app"), no_args_is_help=True, add_completion=True, pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]}, rich_markup_mode="rich",
    )  # fmt: skip

    @app.callback()
    def every(
        lang: str | None = typer.Option(None, "--lang", help=say("help-lang"), metavar="LANG"),
        version: bool = typer.Option(
            False, "--version", help=say("help-version"), callback=show_version, is_eager=True
        ),
    ) -> None:
        if lang not in (None, *LANGUAGES):
            raise typer.BadParameter(say("help-lang"), param_hint="--lang")

    def command(name: str, message: str) -> Callable[[Callable[..., None]], None]:
        def add(function: Callable[..., None]) -> None:
            app.command(name, cls=kind, help=say(message))(guarded(function, say))

        return add

    tables.add_play(command, say, language)
    shown.add_games(command, say, language)
    tables.add_record(command, say)
    shown.add_replay(command, say, language)
    tables.add_simulate(command, say)
    own.add_solve(command, say, language)
    own.add_box(command, say, language)
    add_compile(command, say)
    new_game.add_command(command, say)
    arena.add_command(command, say)
    train.add_command(command, say)
    service.add_commands(command, say)
    analyse.add_command(command, say, language)
    return app


def speak(say: Words) -> None:
    """Let the library that parses the command line say what it says by itself in the reader's language."""
    rich_utils.DEFAULT_STRING = say("panel-default", value="{}")
    rich_utils.REQUIRED_LONG_STRING = say("panel-required")
    rich_utils.RICH_HELP = say("panel-try", command="[blue]'{command_path} {help_option}'[/]")
    rich_utils.ARGUMENTS_PANEL_TITLE = say("panel-arguments")
    rich_utils.OPTIONS_PANEL_TITLE = say("panel-options")
    rich_utils.COMMANDS_PANEL_TITLE = say("panel-commands")
    rich_utils.ERRORS_PANEL_TITLE = say("panel-error")


def kinds(language: str, say: Words) -> tuple[type[TyperGroup], type[TyperCommand]]:
    """What the whole command line and what a command is, in a language."""

    def in_words(parameters: list[Any]) -> list[Any]:
        for parameter in parameters:
            if parameter.name in ("help", "install_completion", "show_completion"):
                parameter.help = say(f"help-{parameter.name.replace('_', '-')}")
        return parameters

    class Command(TyperCommand):
        def get_params(self, ctx: Any) -> list[Any]:
            return in_words(super().get_params(ctx))

    class Group(TyperGroup):
        def get_params(self, ctx: Any) -> list[Any]:
            return in_words(super().get_params(ctx))

        def get_command(self, ctx: Any, name: str) -> Any:
            """Also a game's own commands, under its name; looked for only when somebody asks for them."""
            found = super().get_command(ctx, name)
            return own.own_commands(name, Command, lambda run: guarded(run, say), language) if found is None else found

    return Group, Command


def show_version(wanted: bool) -> None:
    """Say which version this is, and nothing else."""
    if wanted:
        from importlib.metadata import version

        print(f"ludotheque {version('ludotheque')}")
        raise typer.Exit
