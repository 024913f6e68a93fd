"""The command `analyse`: luck and skill in a game."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import typer

from ..engine.errors import Failure
from ..files import write_atomically
from ..locale import Words, words
from .errors import fail
from .parameters import Add, progress, put_json, read_file


def add_command(command: Add, say: Words, language: str) -> None:
    """Add `analyse` to the command line."""
    html_given: Any = typer.Option(None, "--html", help=say("help-html"), metavar="FILE")

    @command("analyse", "help-analyse")
    def analyse(
        file: str = typer.Argument(help=say("help-file"), metavar="FILE"),
        seat: int | None = typer.Option(None, "--seat", help=say("help-analyse-seat"), metavar="N", min=0),
        budget: int | None = typer.Option(None, "--budget", help=say("help-budget"), metavar="N", min=8, max=2048),
        as_json: bool = typer.Option(False, "--json", help=say("help-json")),
        html: Path | None = html_given,
    ) -> None:
        from .. import analysis
        from ..engine.errors import Refusal
        from ..game_records import Reader

        data = read_file(file, say)
        try:
            reader = Reader(data)
            steps = list(reader.steps())
        except Refusal as refusal:
            wrong = {"error": refusal.code, "line": refusal.line, "message": refusal.message}
            raise fail(json.dumps(wrong), 3) from None
        header = reader.header
        if seat is not None and seat >= header.seats:
            raise Failure(say("error-seat", seats=header.seats))
        seats = list(range(header.seats)) if seat is None else [seat]
        with progress(say("analysing"), len(seats) * (len(steps) - 1)) as advance:
            found = list(analysis.accounts(steps, seats, budget, advance=advance))
        if as_json:
            put_json({"game": header.game.id, "seats": [account.to_json() for account in found]})
        if html is not None:
            from ..analysis.report import report

            write_atomically(html, report(header, steps, found, language))
            print(say("report-written", file=str(html)), file=sys.stderr)
        if not as_json and html is None:
            for account in found:
                show_account(account, header.players[account.seat], words(language, header.game.package))


def show_account(account: Any, name: str, say: Words) -> None:
    """Print the analysis of a seat."""
    from rich.text import Text

    from ..analysis.report import number, say_rating, say_sum, say_sums
    from .screen import Screen

    console = Screen(markup=False)
    console.print(Text.assemble((name, "bold"), "  ", say_sum(account, say)))
    console.print(say_sums(account, say))
    console.print(say_rating(account, say))
    for move in sorted(account.moves, key=lambda move: -move.loss)[:3]:
        if move.loss > 0:
            line = say("analysis-line", line=move.line)
            noise = f" ({say('analysis-in-noise')})" if move.in_noise else ""
            console.print(f"  {line}: {move.action} -> {move.best}  -{number(account, move.loss)}{noise}")
    if account.ceiling is not None:
        console.print(say("analysis-nobody", ceiling=account.ceiling))
