"""The commands of ``ludotheque``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from ..locale import LANGUAGES, Words, system_language, words
from . import analyse, arena, build_game, host_commands, new_game, play_commands, service_commands, show, train
from .errors import guarded
from .game_commands import GameCommands
from .parameters import SETTINGS, Add, setting_options, split_settings


def split_language(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the language given by --lang, wherever it stands, otherwise the system's (help texts need it before
    parsing), and the arguments without it."""
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
    """Return the command line in a language."""
    say = words(language)
    group, plain_group, kind, table_kind = command_classes(language, say)
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

    def command_of(to: typer.Typer) -> Add:
        def command(name: str, message: str, table: bool = False) -> Callable[[Callable[..., None]], None]:
            def add(function: Callable[..., None]) -> None:
                to.command(name, cls=table_kind if table else kind, help=say(message))(guarded(function, say))

            return add

        return command

    def group_of(name: str, message: str) -> Add:
        sub = typer.Typer(cls=plain_group, help=say(message), no_args_is_help=True, rich_markup_mode="rich")
        app.add_typer(sub, name=name)
        return command_of(sub)

    command = command_of(app)

    play_commands.add_play(command, say, language)
    show.add_games(command, say, language)
    play_commands.add_record(command, say)
    show.add_replay(command, say, language)
    play_commands.add_simulate(command, say)
    new_game.add_command(command, say)
    build_game.add_command(command, say)
    arena.add_command(command, say)
    train.add_command(command, say)
    service_commands.add_commands(command, say)
    host_commands.add_commands(command, group_of, say)
    analyse.add_command(command, say, language)
    return app


def translate_typer(say: Words) -> None:
    """Translate the texts that Typer itself prints. Called only before it prints any, because that needs Rich, which
    takes a third of a command's start to import."""
    from typer import rich_utils

    rich_utils.DEFAULT_STRING = say("panel-default", value="{}")
    rich_utils.REQUIRED_LONG_STRING = say("panel-required")
    rich_utils.RICH_HELP = say("panel-try", command="[blue]'{command_path} {help_option}'[/]")
    rich_utils.ARGUMENTS_PANEL_TITLE = say("panel-arguments")
    rich_utils.OPTIONS_PANEL_TITLE = say("panel-options")
    rich_utils.COMMANDS_PANEL_TITLE = say("panel-commands")
    rich_utils.ERRORS_PANEL_TITLE = say("panel-error")


@contextmanager
def translated_errors(say: Words) -> Iterator[None]:
    """Translate what Typer prints about errors that are raised inside."""
    try:
        yield
    except (typer.Exit, typer.Abort):
        raise
    except Exception:
        translate_typer(say)
        raise


def command_classes(
    language: str, say: Words
) -> tuple[type[TyperGroup], type[TyperGroup], type[TyperCommand], type[TyperCommand]]:
    """Return the classes of the whole command line, of a group, of a command and of a command that sets up a table."""

    def translated(parameters: list[Any]) -> list[Any]:
        for parameter in parameters:
            if parameter.name in ("help", "install_completion", "show_completion"):
                parameter.help = say(f"help-{parameter.name.replace('_', '-')}")
        return parameters

    class Command(TyperCommand):
        def get_params(self, ctx: Any) -> list[Any]:
            return translated(super().get_params(ctx))

        def format_help(self, ctx: Any, formatter: Any) -> None:
            translate_typer(say)
            super().format_help(ctx, formatter)

    class TableCommand(Command):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            known = {name for parameter in self.get_params(ctx) for name in parameter.opts}
            ctx.meta[SETTINGS], rest = split_settings(args, known)
            return super().parse_args(ctx, rest)

        def format_help(self, ctx: Any, formatter: Any) -> None:
            self.params = [*self.params, *setting_options(language)]
            super().format_help(ctx, formatter)

    class Group(TyperGroup):
        def get_params(self, ctx: Any) -> list[Any]:
            return translated(super().get_params(ctx))

        def format_help(self, ctx: Any, formatter: Any) -> None:
            translate_typer(say)
            super().format_help(ctx, formatter)

    of_games = GameCommands(Command, Group, lambda run: guarded(run, say), language)

    class Application(Group):
        """Also has the commands of games. They are looked for only if needed: that loads the games."""

        def make_context(self, *arguments: Any, **extra: Any) -> Any:
            with translated_errors(say):
                return super().make_context(*arguments, **extra)

        def invoke(self, ctx: Any) -> Any:
            with translated_errors(say):
                return super().invoke(ctx)

        def get_command(self, ctx: Any, name: str) -> Any:
            found = super().get_command(ctx, name)
            return of_games.find(name) if found is None else found

        def list_commands(self, ctx: Any) -> list[str]:
            return [*super().list_commands(ctx), *of_games.games_by_command()]

    return Application, Group, Command, TableCommand


def show_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        from importlib.metadata import version

        print(f"ludotheque {version('ludotheque')}")
        raise typer.Exit
