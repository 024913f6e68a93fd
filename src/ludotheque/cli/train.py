"""The command `train`: trains a game's evaluation."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import closing
from html import escape
from importlib.util import find_spec
from math import ceil, floor, log10
from pathlib import Path
from typing import Any

import typer

from ..engine.errors import Failure
from ..files import CHECKPOINT, data_folder, write_atomically
from ..locale import Words, words
from .errors import sigterm_as_interrupt
from .parameters import Add, find_game, progress, read_seed, require_extra

PARTS = 1000
"""Steps of the progress bar."""


def add_command(command: Add, say: Words) -> None:
    """Add `train` to the command line."""
    folder_given: Any = typer.Option(None, "--folder", help=say("help-train-folder"), metavar="DIR")

    @command("train", "help-train")
    def train(
        game: str = typer.Argument(help=say("help-game"), metavar="GAME"),
        minutes: float = typer.Option(90.0, "--minutes", help=say("help-minutes"), metavar="M", min=0.01),
        seed: str = typer.Option("1", "--seed", help=say("help-train-seed"), metavar="S"),
        folder: Path | None = folder_given,
    ) -> None:
        require_extra("build", "numba", say)
        os.environ["LUDOTHEQUE_RULES"] = "jit"  # trainers have compiled functions that are in no library
        # Before NumPy is loaded: threads do not help with matrices this small.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        chosen = find_game(game)
        trainer = chosen.extras.get("train") or trainer_in_lab(chosen.id)
        if trainer is None:
            raise Failure(say("error-not-offered", game=chosen.id, command="train"))
        folder = folder or data_folder() / "training" / chosen.id
        folder.mkdir(parents=True, exist_ok=True)
        start = read_seed(seed, say)
        its = words(say.language, chosen.package)
        measure = its("train-score" if "train-score" in its else "curve-score")
        done = printed = 0
        try:
            # A trainer saves its checkpoint when it is closed, also after Ctrl-C or SIGTERM.
            with (
                sigterm_as_interrupt(),
                closing(chosen.load(trainer)(folder, minutes, start)) as points,
                progress(say("training", folder=str(folder)), PARTS) as advance,
            ):
                for share, curve in points:
                    if len(curve) > printed:
                        printed = len(curve)
                        games, score, error = curve[-1]
                        point = say(
                            "train-point",
                            games=games,
                            score=f"{score:.2f}",
                            error=f"{error:.2f}",
                            measure=measure,
                        )
                        print(point, file=sys.stderr, flush=True)
                        write_atomically(folder / "curve.svg", draw_curve(curve, say("curve-games"), measure))
                    advance(int(share * PARTS) - done)
                    done = int(share * PARTS)
        except KeyboardInterrupt:
            kept = (folder / CHECKPOINT).exists()
            print(say("train-kept" if kept else "train-lost", folder=str(folder)), file=sys.stderr)
            raise
        print(say("trained", folder=str(folder)), file=sys.stderr)


def trainer_in_lab(game: str) -> str | None:
    """Return the place of the trainer of a game in ``lab/``, which only a checkout of the repository has, or None."""
    module = f"lab.{game}.train"
    try:
        found = find_spec(module)
    except ModuleNotFoundError:
        return None
    return None if found is None else f"{module}:train"


WIDTH, HEIGHT, LEFT, BELOW, MARGIN = 800, 440, 60, 50, 20
THIN = "\N{NARROW NO-BREAK SPACE}"
"""Separator of thousands, in every language."""


def draw_curve(curve: Sequence[tuple[int, float, float]], across: str, upwards: str) -> str:
    """Return the learning curve as SVG: games on a logarithmic scale, the score with two standard errors."""
    low_x, high_x = log10(curve[0][0]), log10(max(curve[-1][0], curve[0][0] + 1))
    low_y = floor(min(score - 2 * error for _, score, error in curve) / 10) * 10
    high_y = ceil(max(score + 2 * error for _, score, error in curve) / 10 + 0.01) * 10

    def x(games: float) -> float:
        return LEFT + (log10(games) - low_x) / (high_x - low_x) * (WIDTH - LEFT - MARGIN)

    def y(score: float) -> float:
        return HEIGHT - BELOW - (score - low_y) / (high_y - low_y) * (HEIGHT - BELOW - MARGIN)

    def text(right: float, down: float, anchor: str, said: str) -> str:
        return f'<text x="{right:.1f}" y="{down:.1f}" text-anchor="{anchor}">{escape(said)}</text>'

    parts = []
    for score in range(low_y, high_y + 1, 10):
        parts.append(f'<path class="grid" d="M{LEFT} {y(score):.1f}H{WIDTH - MARGIN}"/>')
        parts.append(text(LEFT - 8, y(score) + 4, "end", str(score)))
    for power in range(floor(low_x), ceil(high_x) + 1):
        for times in (1, 2, 5):
            games = times * 10**power
            if low_x <= log10(games) <= high_x:
                parts.append(f'<path class="grid" d="M{x(games):.1f} {MARGIN}V{HEIGHT - BELOW}"/>')
                parts.append(text(x(games), HEIGHT - BELOW + 18, "middle", f"{games:,}".replace(",", THIN)))
    upper = [f"{x(games):.1f} {y(score + 2 * error):.1f}" for games, score, error in curve]
    lower = [f"{x(games):.1f} {y(score - 2 * error):.1f}" for games, score, error in reversed(curve)]
    parts.append(f'<path class="band" d="M{"L".join(upper + lower)}Z"/>')
    parts.append(f'<path class="line" d="M{"L".join(f"{x(games):.1f} {y(score):.1f}" for games, score, _ in curve)}"/>')
    if len(curve) == 1:  # a line of one point is invisible
        parts.append(f'<circle class="line" cx="{x(curve[0][0]):.1f}" cy="{y(curve[0][1]):.1f}" r="3"/>')
    parts.append(text((LEFT + WIDTH - MARGIN) / 2, HEIGHT - 10, "middle", across))
    parts.append(text(LEFT, MARGIN - 6, "start", upwards))
    style = (
        "text{font:13px sans-serif;fill:#333}.grid{stroke:#ddd}.band{fill:#c8dcf0}.line{stroke:#1c5d99;stroke-width:2}"
        "path{fill:none}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><style>{style}</style>'
        f'<path d="M0 0H{WIDTH}V{HEIGHT}H0Z" style="fill:#fff"/>{"".join(parts)}</svg>\n'
    )
