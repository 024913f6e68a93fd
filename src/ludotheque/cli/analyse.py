"""The command that tells luck from skill, and the one that solves every round of a game."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import typer

from ..core.cache import GAMES
from ..locale import Words, words
from .commands import find_game, progress, put_json, read_file
from .files import data_folder, write_whole
from .guard import Failure, fail


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
        from ..core.errors import Refusal
        from ..core.records import Reader

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
                show_account(account, header.players[account.seat], words(language, header.game.home))


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


def own_commands(name: str, kind: Any, guard: Callable[[Callable[..., None]], Any], say: Words) -> Any:
    """The commands that only one game offers; None if there is no such game, or it offers none."""
    if not any(entry.name == name for entry in entry_points(group=GAMES)):
        return None
    if "ceiling" not in find_game(name).commands:
        return None
    own = typer.Typer(help=say("help-own-commands", game=name), no_args_is_help=True, pretty_exceptions_enable=False)
    own.callback()(lambda: None)  # so that a single command keeps its name
    own.command("ceiling", cls=kind, help=say("help-ceiling"))(guard(ceiling_of(name, say)))
    return typer.main.get_command(own)


def ceiling_of(name: str, say: Words) -> Callable[..., None]:
    """The command for a game."""
    folder_given: Any = typer.Option(None, "--folder", help=say("help-ceiling-folder"), metavar="DIR")

    def ceiling(
        every: bool = typer.Option(False, "--all", help=say("help-ceiling-all")),
        folder: Path | None = folder_given,
        as_json: bool = typer.Option(False, "--json", help=say("help-json")),
    ) -> None:
        if not every:
            raise Failure(say("error-ceiling-which"))
        game = find_game(name)
        place = folder or data_folder() / "ceilings"
        place.mkdir(parents=True, exist_ok=True)
        ledger = place / f"{name}.jsonl"
        count, summary, sets = (game.load(game.commands["ceiling"].split(":")[0] + f":{part}") for part in PARTS)
        before = 0
        with progress(say("solving", folder=str(place)), sets) as advance:
            for done in count(ledger):
                advance(done - before)
                before = done
        found = summary(ledger)
        if as_json:
            put_json(found)
            return
        mean = f"{found['mean']:.3f}"
        print(say("ceiling-told", sets=f"{found['sets']:,}", mean=mean))
        for end in ("lowest", "highest"):
            print(f"  {found[end]['ceiling']}: {' '.join(found[end]['tiles'])}")

    return ceiling


PARTS = ("count_all", "summary", "SETS")
