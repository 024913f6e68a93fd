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
                show_account(account, steps, header.game, header.players, words(language, header.game.package))


def show_account(account: Any, steps: Any, game: Any, players: Any, say: Words) -> None:
    """Print the story of a seat: figures, costliest moves, level, ceiling."""
    from rich.text import Text

    from ..analysis.report import number, say_reason
    from ..analysis.skill import skill
    from ..analysis.story import costliest, ending, figures, say_skill, say_told, told
    from .screen import Screen

    console = Screen(markup=False)
    name, last, closes = players[account.seat], steps[-1].position, figures(account).closes
    winners = last.result.winners if last.result is not None else None
    shown = told(account, players, last.scores, ending(account, winners, len(players)), say)
    console.print(Text.assemble((name, "bold"), "  ", say_told(shown, closes, say)))
    for move in costliest(account):
        line = say("analysis-line", line=move.line)
        cost = f"  -{number(account, move.loss)}" if closes else ""
        position = next(step.position for step in steps if step.line == move.line)
        console.print(f"  {line}: {move.action} -> {move.best}{cost}")
        reason = say_reason(game, position, account.seat, move, players, say)
        if reason:
            console.print(f"    {reason}")
    level = skill(game, account)
    if level is not None:
        for sentence in say_skill(level, account, name, say):
            console.print(sentence)
    if account.ceiling is not None:
        console.print(say("analysis-nobody", ceiling=account.ceiling))
