"""The commands that play games: `play`, `record` and `simulate`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import typer

from ..engine.errors import Failure
from ..locale import Words
from .parameters import (
    Add,
    Given,
    find_game,
    progress,
    put_json,
    read_bots,
    read_engine,
    read_options,
    read_seed,
    read_settings,
    require_extra,
)

FORMATS = ("jsonl", "parquet")
"""The formats in which `record` writes games."""

MOST_GAMES = 1 << 32
"""Games of one seed: each uses separate streams of the generator, and a stream's number has 32 bits."""


def add_play(command: Add, say: Words, language: str) -> None:
    """Add `play` to the command line."""
    given = Given(say)

    @command("play", "help-play", table=True)
    def play(
        context: typer.Context,
        game: str | None = typer.Argument(None, help=say("help-play-game"), metavar="[GAME]"),
        seats: int | None = given.seats,
        people: int = typer.Option(1, "--people", help=say("help-people"), metavar="N"),
        option: list[str] | None = given.options,
        bot: list[str] | None = given.bots,
        seed: str | None = given.seed,
    ) -> None:
        from ..search.opponents import opponents
        from .play import Terminal, choose_game

        chosen = find_game(game) if game is not None else choose_game(language)
        seats = max(chosen.simulated["seats"], people + len(bot or [])) if seats is None else seats
        options = read_options(chosen, option, say)
        chosen.check(seats, options)
        if not 1 <= people <= seats:
            raise Failure(say("error-people", seats=seats))
        company = seats - people
        if bot and not company:
            raise Failure(say("error-no-seat-for-bots", seats=seats))
        bots = read_bots(chosen, bot, company, say) if bot else opponents(chosen, None, company)
        settings = read_settings(chosen, context)
        Terminal(chosen, language, seats, people, options, bots, read_seed(seed, say), settings).play()


def add_record(command: Add, say: Words) -> None:
    """Add `record`."""
    given = Given(say)

    @command("record", "help-record", table=True)
    def record(
        context: typer.Context,
        game: str = given.game,
        seats: int | None = given.seats,
        option: list[str] | None = given.options,
        bot: list[str] | None = given.bots,
        seed: str | None = given.seed,
        number: int = typer.Option(1, "--games", help=say("help-number-of-games"), metavar="N", min=1),
        out: Path | None = typer.Option(None, "--out", help=say("help-out-dir"), metavar="DIR"),
        form: str = typer.Option("jsonl", "--format", help=say("help-format"), metavar="FORMAT"),
        engine: str = given.engine,
    ) -> None:
        if form not in FORMATS:
            raise Failure(say("error-format", format=form))
        from ..files import write_atomically

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
        settings = read_settings(chosen, context)
        if form == "parquet" and out is not None:
            require_extra("data", "pyarrow", say)
            from ..dataset import write

            with progress(say("help-record"), number) as advance:
                write(out, chosen, seats, options, bots, start, number, settings, advance, spread)
            print(say("recorded", count=number, folder=str(out)), file=sys.stderr)
            return
        recorded = partial(record_text, chosen.id, seats, options, bots, start, settings)
        if out is None:
            _, text = recorded(0)
            sys.stdout.buffer.write(text.encode())  # a game record is UTF-8 with LF on every system
            return
        out.mkdir(parents=True, exist_ok=True)
        with progress(say("help-record"), number) as advance:
            for game_number, text in spread(recorded, range(number)):
                write_atomically(out / f"{chosen.id}-{start}-{game_number + 1:04}.jsonl", text)
                advance(1)
        print(say("recorded", count=number, folder=str(out)), file=sys.stderr)


def add_simulate(command: Add, say: Words) -> None:
    """Add `simulate`."""
    given = Given(say)

    @command("simulate", "help-simulate", table=True)
    def simulate(
        context: typer.Context,
        game: str = given.game,
        number: int = typer.Option(
            ..., "--games", help=say("help-number-of-games"), metavar="N", min=1, max=MOST_GAMES
        ),
        seats: int | None = given.seats,
        option: list[str] | None = given.options,
        seed: str | None = given.seed,
        threads: int = typer.Option(1, "--threads", help=say("help-threads"), metavar="N", min=1, max=256),
        engine: str = given.engine,
        as_json: bool = given.json,
    ) -> None:
        from ..search.simulation import in_threads, simulate

        chosen = find_game(game)
        usual: Mapping[str, Any] = chosen.simulated
        seats = usual["seats"] if seats is None else seats
        options = {**usual["options"], **read_options(chosen, option, say)}
        chosen.check(seats, options)
        start = read_seed(seed, say)
        cluster = read_engine(engine, say)
        spread = in_threads(threads) if cluster is None else cluster.spread
        with progress(say("simulating"), number) as advance:
            done = simulate(chosen, number, seats, options, start, read_settings(chosen, context), advance, spread)
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


def record_text(
    name: str,
    seats: int,
    options: Mapping[str, object],
    bots: list[str],
    seed: int,
    choices: Mapping[str, str],
    number: int,
) -> tuple[int, str]:
    """Let bots play a game; return its number and its game record."""
    from ..game_records import Header, write_event, write_header, write_result
    from ..search.bots import bot
    from ..search.game_loop import play_on
    from ..search.opponents import level_of, names

    game = find_game(name)
    position = game.start(seats, options)
    known = {seat: name for seat, name in enumerate(names(game, bots)) if level_of(game, bots[seat])}
    players = [known.get(seat) or f"{name} {seat}" for seat, name in enumerate(bots)]
    lines = [write_header(Header(game, seats, options, players, {"bots": bots} if known else {}))]
    for event, after in play_on(position, [bot(game, name) for name in bots], seed, number, choices):
        lines.append(write_event(event))
        position = after
    assert position.result is not None, "bots play to the end"
    lines.append(write_result(position.result))
    return number, "\n".join(lines) + "\n"
