"""The command `arena`: matches between bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ..engine.errors import Failure
from ..locale import Words
from .errors import sigterm_as_interrupt
from .parameters import ENGINES, Add, find_game, progress, put_json, read_engine, read_options, read_seed, read_settings

if TYPE_CHECKING:
    from rich.console import Console

    from ..arena import Match, Sprt

MOST_GAMES = 1 << 28
"""Games of one seed: each uses 16 streams of the generator, and a stream's number has 32 bits."""
MOST_ELO = 2000


def add_command(command: Add, say: Words) -> None:
    """Add `arena` to the command line."""
    bots_given: Any = typer.Option(..., "--bot", help=say("help-arena-bot"), metavar="BOT")
    options_given: Any = typer.Option(None, "--option", help=say("help-option"), metavar="NAME=VALUE")
    file_given: Any = typer.Option(None, "--file", help=say("help-results"), metavar="FILE")

    @command("arena", "help-arena", table=True)
    def arena(
        context: typer.Context,
        game: str = typer.Argument(help=say("help-game"), metavar="GAME"),
        bot: list[str] = bots_given,
        games: int = typer.Option(..., "--games", help=say("help-number-of-games"), metavar="N", min=1, max=MOST_GAMES),
        seats: int | None = typer.Option(None, "--seats", help=say("help-arena-seats"), metavar="N"),
        option: list[str] | None = options_given,
        ms: int | None = typer.Option(None, "--ms", help=say("help-ms"), metavar="MS", min=1),
        limit: int = typer.Option(30, "--limit", help=say("help-limit"), metavar="SECONDS", min=1, max=86_400),
        seed: str | None = typer.Option(None, "--seed", help=say("help-arena-seed"), metavar="S"),
        sprt: str | None = typer.Option(None, "--sprt", help=say("help-sprt"), metavar="ELO0,ELO1"),
        file: Path | None = file_given,
        processes: int | None = typer.Option(
            None, "--processes", help=say("help-processes"), metavar="N", min=1, max=256
        ),
        engine: str = typer.Option(ENGINES[0], "--engine", help=say("help-engine"), metavar="ENGINE"),
        luck: bool = typer.Option(False, "--luck", help=say("help-arena-luck")),
        as_json: bool = typer.Option(False, "--json", help=say("help-json")),
    ) -> None:
        from ..arena import Match, report_on, run
        from ..arena.players import find
        from ..engine.errors import Refusal

        chosen = find_game(game)
        low, high = chosen.seats
        seats = min(max(len(bot), low), high) if seats is None else seats
        options = {**chosen.simulated["options"], **read_options(chosen, option, say)}
        chosen.check(seats, options)
        for name in bot:
            find(chosen, name)
        start, drawn = first_seed(seed, file, say)
        match = Match(chosen.id, tuple(bot), seats, options, start, read_settings(chosen, context), ms, limit, luck)
        test = read_sprt(sprt, match, say)
        cluster = read_engine(engine, say)
        players = cluster.play_all if cluster is not None else None
        if drawn:
            print(say("seed-is", seed=str(start)), file=sys.stderr)
        if test is None and games % (match.seatings * len(match.deals)):
            print(say("arena-uneven", games=match.seatings * len(match.deals)), file=sys.stderr)
        try:
            with sigterm_as_interrupt(), progress(say("simulating"), games) as advance:
                played = run(match, games, processes or cores(), file, test, advance, players)
        except Refusal as refusal:
            raise results_failure(refusal, file, say) from None
        figures = report_on(match, played)
        if test is not None:
            figures["sprt"] = describe_sprt(test)
        if as_json:
            put_json(figures)
        else:
            show(figures, say)


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def first_seed(given: str | None, file: Path | None, say: Words) -> tuple[int, bool]:
    """Return the seed that was typed, or that of the results file, or a new one; and whether it is new."""
    from ..arena.results_file import read_header
    from ..engine.errors import Refusal

    if given is None and file is not None:
        try:
            header = read_header(file)
        except Refusal as refusal:
            raise results_failure(refusal, file, say) from None
        if header is not None:
            return read_seed(str(header.get("seed")), say), False
    return read_seed(given, say), given is None


def results_failure(refusal: Any, file: Path | None, say: Words) -> Exception:
    """Return what is wrong with a run or its results file as an exception in the user's language."""
    if refusal.code == "other_match":
        return Failure(say("error-other-match", file=str(file), fields=", ".join(refusal.detail["fields"])))
    if refusal.code == "busy":
        return Failure(say("error-results-busy", file=str(file)))
    if refusal.code == "malformed":
        return Failure(say("error-not-results", file=str(file), line=refusal.line))
    if refusal.code == "no_luck":
        return Failure(say("error-no-luck"))
    return refusal


def read_sprt(text: str | None, match: Match, say: Words) -> Sprt | None:
    """Return the sequential test typed as ELO0,ELO1; None if there is none."""
    from ..arena import Sprt

    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise Failure(say("error-sprt", text=text)) from None
    if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
        raise Failure(say("error-sprt", text=text))
    if not match.even:
        raise Failure(say("error-sprt-bots"))
    return Sprt(elo0, elo1)


def describe_sprt(test: Sprt) -> dict[str, Any]:
    """Return a sequential test as ``--json`` prints it."""
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.ALPHA,
        "beta": test.BETA,
        "llr": round(test.ratio, 4),
        "lower": round(test.LOWER, 4),
        "upper": round(test.UPPER, 4),
        "accepted": test.verdict,
        "deals": {f"{part:g}": count for part, count in sorted(test.counts.items())},
    }


def show(figures: Mapping[str, Any], say: Words) -> None:
    """Print the figures as tables."""
    from rich.table import Table
    from rich.text import Text

    from .screen import Screen

    compares = "win_rate" in figures["bots"][0]
    table = Table(box=None, pad_edge=False)
    table.add_column(say("arena-bot"), overflow="fold")
    adjusts = all("adjusted_score" in bot for bot in figures["bots"])
    shown = {"games": True, "wins": compares, "elo": compares, "score": True, "adjusted": adjusts, "ms": True}
    for name in (name for name, wanted in shown.items() if wanted):
        table.add_column(say(f"arena-{name}"), justify="right", overflow="fold")
    for bot in figures["bots"]:
        cells = {
            "games": str(bot["games"]),
            "wins": in_percent(bot) if compares else "",
            "elo": in_elo(bot) if compares else "",
            "score": f"{in_digits(bot['mean_score'])} ± {in_digits(bot['score_error'])}",
            "adjusted": f"{in_digits(bot['adjusted_score'])} ± {in_digits(bot['adjusted_error'])}" if adjusts else "",
            "ms": f"{in_digits(bot['ms_per_move'])} ({in_digits(bot['worst_ms'])})",
        }
        table.add_row(Text(bot["bot"]), *(text for name, text in cells.items() if shown[name]))
    console = Screen()
    console.print(table)
    for failed in figures["failures"]:
        bot, how, count, number, detail = (failed[name] for name in ("bot", "how", "games", "first", "detail"))
        console.print(Text(say("arena-failed", bot=bot, how=how, games=count, number=number, detail=detail)))
    for bot in figures["bots"]:
        if bot["cut"]:
            console.print(Text(say("arena-cut", bot=bot["bot"], count=bot["cut"])))
    if "pairs" in figures:
        table = Table(box=None, pad_edge=False)
        table.add_column(say("arena-first"), overflow="fold")
        table.add_column(say("arena-second"), overflow="fold")
        table.add_column(say("arena-games"), justify="right", overflow="fold")
        table.add_column(say("arena-wins-first"), justify="right", overflow="fold")
        for pair in figures["pairs"]:
            table.add_row(*map(Text, pair["bots"]), str(pair["games"]), in_percent(pair))
        console.print()
        console.print(table)
    if "sprt" in figures:
        test = figures["sprt"]
        elo0, elo1, ratio = f"{test['elo0']:g}", f"{test['elo1']:g}", f"{test['llr']:.2f}"
        console.print(say("arena-sprt", elo0=elo0, elo1=elo1, accepted=test["accepted"] or "none", llr=ratio))
    console.print(say("arena-how"))
    if "value" in figures:
        show_saved(figures, say, console)


def show_saved(figures: Mapping[str, Any], say: Words, console: Console) -> None:
    """Print what the removal of luck changes: the wins without it, and by how much the variance fell."""
    from rich.table import Table
    from rich.text import Text

    lines = [(bot["bot"], bot) for bot in figures["bots"]]
    lines += [(" - ".join(pair["bots"]), pair) for pair in figures.get("pairs", ())]
    kinds = [kind for kind in ("win", "score") if any(f"{kind}_variance_saved" in line for _, line in lines)]
    table = Table(box=None, pad_edge=False)
    table.add_column(say("arena-bot"), overflow="fold")
    if "win" in kinds:
        table.add_column(say("arena-wins-adjusted"), justify="right", overflow="fold")
    for kind in kinds:
        table.add_column(say(f"arena-{kind}-variance"), justify="right", overflow="fold")
    for name, line in lines:
        if not any(f"{kind}_variance_saved" in line for kind in kinds):
            continue
        wins = [in_percent(line, "adjusted_") if "adjusted_win_rate" in line else ""] if "win" in kinds else []
        table.add_row(Text(name), *wins, *(in_change(line.get(f"{kind}_variance_saved")) for kind in kinds))
    console.print()
    console.print(table)
    console.print(say("arena-value", value=figures["value"]))


def in_change(saved: float | None) -> str:
    """Return by how much a variance fell; a question mark if that is not known."""
    return "?" if saved is None else f"{-100 * saved:+.0f} %".replace("-", "\N{MINUS SIGN}")


def in_digits(value: float | None) -> str:
    """Return a figure with two decimals; a question mark if there is none."""
    return "?" if value is None else f"{value:.2f}"


def in_elo(bot: Mapping[str, Any]) -> str:
    """Return a rating with its interval, as far as they are known."""
    elo, low, high = (bot[name] for name in ("elo", "elo_low", "elo_high"))
    if elo is None:
        return "?"
    return f"{elo:+.0f} ({low:+.0f}…{high:+.0f})" if low is not None else f"{elo:+.0f} (?)"


def in_percent(won: Mapping[str, Any], kind: str = "") -> str:
    """Return a share of wins with its interval; `kind` is the beginning of the fields' names."""
    rate, low, high = (won[f"{kind}{name}"] for name in ("win_rate", "low", "high"))
    if rate is None:
        return "?"
    return f"{rate:.1%} ({100 * low:.1f}…{100 * high:.1f})" if low is not None else f"{rate:.1%} (?)"
