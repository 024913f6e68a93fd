"""The command `build-game`, for authors of games."""

from __future__ import annotations

import subprocess
import sys

import typer

from ..engine.errors import Failure
from ..locale import Words
from .parameters import Add, find_game, require_extra


def add_command(command: Add, say: Words) -> None:
    """Add `build-game` to the command line."""

    @command("build-game", "help-build-game")
    def build_game(game: str = typer.Argument(help=say("help-game"), metavar="GAME")) -> None:
        require_extra("build", "numba", say)
        from ..native.library import targets

        chosen = find_game(game)
        if not targets():
            raise Failure(say("error-no-target"))
        # A process of its own: the compiler must be configured before it is loaded.
        command = [sys.executable, "-m", "ludotheque.wasm", "--library", chosen.id, "--host"]
        if subprocess.run(command, check=False).returncode:
            raise Failure(say("error-build-game", game=chosen.id))
