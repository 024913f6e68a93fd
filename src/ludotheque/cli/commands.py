"""The commands of ``ludotheque``."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer import rich_utils
from typer.core import TyperCommand, TyperGroup

from ..locale import LANGUAGES, system_language, words
from .guard import Failure, fail, guarded

if TYPE_CHECKING:
    from ..core.game import Game


FORMATS = ("jsonl", "parquet")
"""In which `record` can write games."""

ENGINES = ("local", "ray")
"""Where games can be played: on this machine, or on a cluster."""

MOST_GAMES = 1 << 32
"""Games of one seed: each has streams of chance of its own, and a stream's number is a word of 32 bits."""


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


def interpret() -> None:
    """Run the law as plain Python in this process: quick to start, and quick enough for one table at a time."""
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


def interpret_for(bots: list[str], quick: tuple[str, ...]) -> None:
    """The same, unless other bots than the `quick` ones play and the law has been compiled: it thinks a thousand times
    faster, and loading it takes two seconds."""
    from ..core.cache import all_compiled

    if not (set(bots) - set(quick) and all_compiled()):
        interpret()


def put_json(value: object) -> None:
    """One line of JSON on standard output."""
    print(json.dumps(value))


def application(language: str) -> typer.Typer:
    """The command line in a language."""
    say = words(language)

    # What typer says by itself.
    def in_words(parameters: list[Any]) -> list[Any]:
        for parameter in parameters:
            if parameter.name in ("help", "install_completion", "show_completion"):
                parameter.help = say(f"help-{parameter.name.replace('_', '-')}")
        return parameters

    class Group(TyperGroup):
        def get_params(self, ctx: Any) -> list[Any]:
            return in_words(super().get_params(ctx))

        def get_command(self, ctx: Any, name: str) -> Any:
            """Also a game's own commands, under its name; looked for only when somebody asks for them."""
            from .analyse import own_commands

            found = super().get_command(ctx, name)
            return own_commands(name, Command, lambda run: guarded(run, say), say) if found is None else found

    class Command(TyperCommand):
        def get_params(self, ctx: Any) -> list[Any]:
            return in_words(super().get_params(ctx))

    app = typer.Typer(
        cls=Group, help=say("help-app"), no_args_is_help=True, add_completion=True, pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]}, rich_markup_mode="rich",
    )  # fmt: skip
    rich_utils.DEFAULT_STRING = say("panel-default", value="{}")
    rich_utils.REQUIRED_LONG_STRING = say("panel-required")
    rich_utils.RICH_HELP = say("panel-try", command="[blue]'{command_path} {help_option}'[/]")
    rich_utils.ARGUMENTS_PANEL_TITLE = say("panel-arguments")
    rich_utils.OPTIONS_PANEL_TITLE = say("panel-options")
    rich_utils.COMMANDS_PANEL_TITLE = say("panel-commands")
    rich_utils.ERRORS_PANEL_TITLE = say("panel-error")

    # The parameters that several commands share.
    game_given: Any = typer.Argument(help=say("help-game"), metavar="GAME")
    seats_given: Any = typer.Option(None, "--seats", help=say("help-seats"), metavar="N")
    options_given: Any = typer.Option(None, "--option", help=say("help-option"), metavar="NAME=VALUE")
    seed_given: Any = typer.Option(None, "--seed", help=say("help-seed"), metavar="S")
    box_given: Any = typer.Option(None, "--box", help=say("help-box-kind"), metavar="KIND")
    bots_given: Any = typer.Option(None, "--bot", help=say("help-bot"), metavar="NAME")
    engine_given: Any = typer.Option(ENGINES[0], "--engine", help=say("help-engine"), metavar="ENGINE")
    json_given: Any = typer.Option(False, "--json", help=say("help-json"))

    def show_version(wanted: bool) -> None:
        if wanted:
            from importlib.metadata import version

            print(f"ludotheque {version('ludotheque')}")
            raise typer.Exit

    @app.callback()
    def every(
        lang: str | None = typer.Option(None, "--lang", help=say("help-lang"), metavar="LANG"),
        version: bool = typer.Option(
            False, "--version", help=say("help-version"), callback=show_version, is_eager=True
        ),
    ) -> None:
        if lang not in (None, "en", "fr"):
            raise typer.BadParameter(say("help-lang"), param_hint="--lang")

    def command(name: str, message: str) -> Callable[[Callable[..., None]], None]:
        def add(function: Callable[..., None]) -> None:
            app.command(name, cls=Command, help=say(message))(guarded(function, say))

        return add

    @command("play", "help-play")
    def play(
        game: str | None = typer.Argument(None, help=say("help-play-game"), metavar="[GAME]"),
        seats: int | None = seats_given,
        people: int = typer.Option(1, "--people", help=say("help-people"), metavar="N"),
        option: list[str] | None = options_given,
        bot: list[str] | None = bots_given,
        seed: str | None = seed_given,
        box: str | None = box_given,
    ) -> None:
        alone = seats is not None and seats <= people
        # For a person these are quick enough: a tenth of a second at most.
        quick = ("random", "greedy", "novice", "amateur")
        interpret_for(bot or ([] if alone else ["amateur"]), quick)
        from ..core.opponents import opponents
        from .play import Terminal, choose_game

        chosen = find_game(game) if game is not None else choose_game(language)
        seats = max(chosen.simulated["seats"], people) if seats is None else seats
        options = read_options(chosen, option, say)
        chosen.check(seats, options)
        if not 1 <= people <= seats:
            raise Failure(say("error-people", seats=seats))
        company = seats - people
        bots = read_bots(chosen, bot, company, say) if bot else opponents(chosen, None, company)
        Terminal(chosen, language, seats, people, options, bots, read_seed(seed, say), read_choices(chosen, box)).play()

    @command("games", "help-games")
    def games(as_json: bool = json_given) -> None:
        interpret()
        from ..core.registry import games

        if as_json:
            put_json([describe_game(game, language) for game in games().values()])
        else:
            show_games(language)

    @command("record", "help-record")
    def record(
        game: str = game_given,
        seats: int | None = seats_given,
        option: list[str] | None = options_given,
        bot: list[str] | None = bots_given,
        seed: str | None = seed_given,
        number: int = typer.Option(1, "--games", help=say("help-number-of-games"), metavar="N", min=1),
        out: Path | None = typer.Option(None, "--out", help=say("help-out-dir"), metavar="DIR"),
        form: str = typer.Option("jsonl", "--format", help=say("help-format"), metavar="FORMAT"),
        engine: str = engine_given,
        box: str | None = box_given,
    ) -> None:
        if form not in FORMATS:
            raise Failure(say("error-format", format=form))
        if form == "jsonl":
            interpret_for(bot or [], quick=("random",))
        from .files import write_whole

        chosen = find_game(game)
        seats = chosen.simulated["seats"] if seats is None else seats
        options = read_options(chosen, option, say)
        chosen.check(seats, options)
        bots = read_bots(chosen, bot, seats, say)
        if out is None and (number > 1 or form == "parquet"):
            raise Failure(say("error-out-needed"))
        cluster = read_engine(engine, say)
        spread = map if cluster is None else cluster.spread
        start = read_seed(seed, say)
        if seed is None:
            print(say("seed-is", seed=str(start)), file=sys.stderr)
        choices = read_choices(chosen, box)
        if form == "parquet" and out is not None:
            if find_spec("pyarrow") is None:
                raise Failure(say("error-extra", extra="data"))
            from ..dataset import write

            with progress(say("help-record"), number) as advance:
                write(out, chosen, seats, options, bots, start, number, choices, advance, spread)
            print(say("recorded", count=number, folder=str(out)), file=sys.stderr)
            return
        recorded = partial(record_text, chosen.id, seats, options, bots, start, choices)
        if out is None:
            _, text = recorded(0)
            sys.stdout.buffer.write(text.encode())  # a record is UTF-8 with LF, whatever the terminal's habits
            return
        out.mkdir(parents=True, exist_ok=True)
        with progress(say("help-record"), number) as advance:
            for game_number, text in spread(recorded, range(number)):
                write_whole(out / f"{chosen.id}-{start}-{game_number + 1:04}.jsonl", text)
                advance(1)
        print(say("recorded", count=number, folder=str(out)), file=sys.stderr)

    @command("replay", "help-replay")
    def replay(
        file: str = typer.Argument(help=say("help-file"), metavar="FILE"),
        as_json: bool = json_given,
    ) -> None:
        interpret()
        from ..core.errors import Refusal
        from ..core.records import Reader

        data = read_file(file, say)
        try:
            reader = Reader(data)
            for step in reader.steps():
                if as_json:
                    put_json(describe_step(step))
        except Refusal as refusal:
            sys.stdout.flush()
            wrong = {"error": refusal.code, "line": refusal.line, "message": refusal.message}
            raise fail(json.dumps(wrong), 3) from None
        if not as_json:
            show_replay(reader.header.game, step, language)

    @command("simulate", "help-simulate")
    def simulate(
        game: str = game_given,
        number: int = typer.Option(
            ..., "--games", help=say("help-number-of-games"), metavar="N", min=1, max=MOST_GAMES
        ),
        seats: int | None = seats_given,
        option: list[str] | None = options_given,
        seed: str | None = seed_given,
        threads: int = typer.Option(1, "--threads", help=say("help-threads"), metavar="N", min=1, max=256),
        engine: str = engine_given,
        box: str | None = box_given,
        as_json: bool = json_given,
    ) -> None:
        from ..search.batch import in_threads, simulate

        chosen = find_game(game)
        usual: Mapping[str, Any] = chosen.simulated
        seats = usual["seats"] if seats is None else seats
        options = {**usual["options"], **read_options(chosen, option, say)}
        chosen.check(seats, options)
        start = read_seed(seed, say)
        cluster = read_engine(engine, say)
        spread = in_threads(threads) if cluster is None else cluster.spread
        with progress(say("simulating"), number) as advance:
            done = simulate(chosen, number, seats, options, start, read_choices(chosen, box), advance, spread)
        seconds = max(done.seconds, 1e-9)
        figures = {
            "games": done.games,
            "steps": done.steps,
            "seconds": round(done.seconds, 6),
            "games_per_second": round(done.games / seconds),
            "steps_per_second": round(done.steps / seconds),
            "mean_score": round(done.mean_score, 4),
        }
        if as_json:
            put_json(figures)
        else:
            print(
                say(
                    "simulated",
                    games=f"{done.games:,}",
                    steps=f"{done.steps:,}",
                    seconds=f"{done.seconds:.2f}",
                    rate=f"{done.games / seconds:,.0f}",
                    score=f"{done.mean_score:.2f}",
                )
            )

    @command("solve", "help-solve")
    def solve(
        game: str = game_given,
        perfect: bool = typer.Option(False, "--perfect", help=say("help-perfect")),
        tiles: str | None = typer.Option(None, "--tiles", help=say("help-tiles"), metavar="TILES"),
        as_json: bool = json_given,
    ) -> None:
        chosen = find_game(game)
        if "solve" not in chosen.commands:
            raise Failure(say("error-not-offered", game=chosen.id, command="solve"))
        if perfect == (tiles is not None):
            raise Failure(say("error-solve-which"))
        solution = chosen.load(chosen.commands["solve"])(perfect=perfect, tiles=tiles)
        if as_json:
            put_json(solution)
        else:
            show_solution(solution, language)

    @command("box", "help-box")
    def box(
        out: Path | None = typer.Option(None, "--out", help=say("help-out-svg"), metavar="FILE"),
        seed: str | None = seed_given,
        kind: str | None = typer.Option(None, "--kind", help=say("help-box-kind"), metavar="KIND"),
        as_json: bool = typer.Option(False, "--json", help=say("help-box-json")),
    ) -> None:
        interpret()
        from ..core.registry import games
        from .files import write_whole

        if out is None and not as_json:
            raise Failure(say("error-box-which"))
        start = read_seed(seed, say)
        for chosen in games().values():
            if "box" in chosen.commands:
                choices = read_choices(chosen, kind)
                if as_json:
                    put_json(chosen.sampler.sample(chosen.start().setup, start, choices))
                if out is not None:
                    write_whole(out, chosen.load(chosen.commands["box"])(start, **choices))
                    print(say("box-written", seed=str(start), file=str(out)), file=sys.stderr)
                return
        raise Failure(say("error-not-offered", game="ludotheque", command="box"))

    @command("compile", "help-compile")
    def compile_rules() -> None:
        from .compile import compile_all

        compile_all(say)

    # Not above: they use what is here.
    from .analyse import add_command as add_analyse
    from .arena import add_command
    from .service import add_commands
    from .train import add_command as add_train

    add_command(command, say)
    add_train(command, say)
    add_commands(command, say)
    add_analyse(command, say, language)
    return app


def find_game(name: str) -> Game:
    """The game of this name."""
    from ..core.registry import game

    return game(name)


def read_options(game: Game, given: list[str] | None, say: Callable[..., str]) -> dict[str, object]:
    """Options typed as name=value."""
    from ..core.errors import Refusal

    options: dict[str, object] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise Failure(say("error-option-form", text=text))
        if name not in game.options:
            raise Refusal("header", f"{game.id} has no option {name:.40}; it has {', '.join(game.options)}")
        options[name] = game.options[name].read(name, value)
    return options


def read_choices(game: Game, box: str | None) -> dict[str, str]:
    """What the table chooses: the kind of box, where there is one."""
    from ..core.errors import Refusal

    if box is None:
        return {}
    if "box" not in game.choices:
        raise Refusal("no_such_choice", f"{game.id} has no box")
    return {"box": str(game.choices["box"].check("box", box))}


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


def record_text(
    name: str,
    seats: int,
    options: Mapping[str, object],
    bots: list[str],
    seed: int,
    choices: Mapping[str, str],
    number: int,
) -> tuple[int, str]:
    """The number of a game that bots play, and its record."""
    from ..core.opponents import level_of, names
    from ..core.records import Header, write_event, write_header, write_result
    from ..search.bots import bot, play_on

    game = find_game(name)
    position = game.start(seats, options)
    known = {seat: name for seat, name in enumerate(names(game, bots)) if level_of(game, bots[seat])}
    players = [known.get(seat) or f"{name} {seat}" for seat, name in enumerate(bots)]
    lines = [write_header(Header(game, seats, options, players, {"bots": bots} if known else {}))]
    for event, after in play_on(position, [bot(game, name) for name in bots], seed, number, choices):
        lines.append(write_event(event))
        position = after
    assert position.outcome is not None, "bots play to the end"
    lines.append(write_result(position.outcome))
    return number, "\n".join(lines) + "\n"


def describe_game(game: Game, language: str) -> dict[str, Any]:
    """A game as ``games --json`` tells it."""
    return {
        "game": game.id,
        "rules": game.rules,
        "name": words(language, game.home)("game-name"),
        "seats": list(game.seats),
        "options": {
            name: {"type": option.type, "default": option.default, "values": list(option.values)}
            for name, option in game.options.items()
        },
        "bots": list(game.bots),
        "characters": dict(game.characters),
    }


def describe_step(step: Any) -> dict[str, Any]:
    """A step as ``replay --json`` tells it."""
    position = step.position
    return {
        "line": step.line,
        "to_act": list(position.to_act),
        "legal": {str(seat): sorted(position.legal(seat)) for seat in position.to_act if seat != "chance"},
        "scores": position.scores,
    }


def show_games(language: str) -> None:
    """The games for a person."""
    from rich.table import Table

    from ..core.game import LEVELS
    from ..core.registry import games
    from .screen import Screen

    console = Screen()
    for game in games().values():
        say = words(language, game.home)
        table = Table(title=f"{say('game-name')}  ({game.id})", title_justify="left", box=None, show_header=False)
        table.add_row(say("game-tagline"), "")
        low, high = game.seats
        players = say("game-players-exactly", count=low) if low == high else say("games-seats", low=low, high=high)
        table.add_row(players, "")
        for name, option in game.options.items():
            table.add_row(f"  --option {name}={str(option.default).lower()}", say(f"option-{name.replace('_', '-')}"))
        for level in LEVELS if game.characters else ():
            own, cautious, bold = (game.characters[level + temper] for temper in ("", "-cautious", "-bold"))
            who = say("games-character", name=own, words=say(f"level-words-{level}"), cautious=cautious, bold=bold)
            table.add_row(f"  --bot {level}", who)
        others = [name for name in game.bots if name not in game.characters]
        table.add_row(say("games-tempers") if game.characters else "", "")
        table.add_row(f"{say('games-bots')}: {', '.join(others)}", "")
        console.print(table)
        console.print()


def show_replay(game: Game, last: Any, language: str) -> None:
    """A record that is good, for a person."""
    from .screen import Screen

    say = words(language, game.home)
    console = Screen()
    console.print(say("replay-good", game=say("game-name"), events=last.line - 2))
    outcome = last.position.outcome
    if outcome is None:
        console.print(say("replay-running"))
        console.print(game.drawer.draw(last.position.view(None), say))
        return
    console.print(game.drawer.sheet(last.position.view(None), say))
    winners = ", ".join(say("seat", number=seat + 1) for seat in outcome.winners) or say("replay-nobody")
    scores = ", ".join(map(str, outcome.scores))
    console.print(say("replay-result", scores=scores, winners=winners, reason=say(f"reason-{outcome.reason}")))


def show_solution(solution: Mapping[str, Any], language: str) -> None:
    """A solution for a person."""
    say = words(language)
    if "maximum" in solution:
        boards, seconds = solution["boards"], f"{solution['seconds']:.3f}"
        print(say("solved-perfect", maximum=solution["maximum"], boards=boards, seconds=seconds))
        for board in solution["list"]:
            print("  " + " ".join(f"{cell}={tile}" for cell, tile in board.items()))
    else:
        print(say("solved-tiles", optimum=solution["optimum"]))
        print("  " + " ".join(f"{cell}={tile}" for cell, tile in solution["board"].items()))


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
