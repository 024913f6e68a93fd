"""The command that tells luck from skill."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from ..engine.errors import Failure
from ..files import write_whole
from ..locale import Words, words
from .errors import fail
from .parameters import progress, put_json, read_file


def add_command(
    command: Callable[[str, str], Callable[[Callable[..., None]], None]], say: Words, language: str
) -> None:
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
            put_json({"game": header.game.id, "seats": [account.told() for account in found]})
        if html is not None:
            from ..analysis.report import report

            write_whole(html, report(header, steps, found, language))
            print(say("report-written", file=str(html)), file=sys.stderr)
        if not as_json and html is None:
            for account in found:
                show_account(account, header.players[account.seat], words(language, header.game.package))


def show_account(account: Any, name: str, say: Words) -> None:
    """What a game brought a seat, for a person."""
    from rich.text import Text

    from ..analysis.report import number, say_rating, say_sum
    from .screen import Screen

    console = Screen(markup=False)
    console.print(Text.assemble((name, "bold"), "  ", say_sum(account, say)))
    sums = {part: getattr(account, part) for part in ("start", "luck", "decisions", "others", "estimate", "result")}
    figures = {part: number(account, value, part not in ("start", "result")) for part, value in sums.items()}
    console.print(say(f"analysis-sum-{account.unit}", **figures))
    console.print(say_rating(account, say))
    for move in sorted(account.moves, key=lambda move: -move.loss)[:3]:
        if move.loss > 0:
            line = say("analysis-line", line=move.line)
            noise = f" ({say('analysis-in-noise')})" if move.in_noise else ""
            console.print(f"  {line}: {move.action} -> {move.best}  -{number(account, move.loss)}{noise}")
    if account.ceiling is not None:
        console.print(say("analysis-nobody", ceiling=account.ceiling))
