"""The command `new-game`: writes a package with a small working game to start from."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path
from typing import Any

import typer

from ..engine.errors import Failure
from ..locale import Words
from .parameters import Add

TEMPLATE = Path(__file__).parent / "template"
"""The package that is copied; ``CALLED`` is the id of its game, which is replaced."""
CALLED = "pebbles"


def add_command(command: Add, say: Words) -> None:
    """Add `new-game` to the command line."""
    folder_given: Any = typer.Option(None, "--folder", help=say("help-new-game-folder"), metavar="DIR")

    @command("new-game", "help-new-game")
    def new_game(
        name: str = typer.Argument(help=say("help-new-game-name"), metavar="NAME"),
        folder: Path | None = folder_given,
    ) -> None:
        from ..engine.registry import games

        if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name) or name in sys.stdlib_module_names:
            raise Failure(say("error-new-game-name", name=name))
        if name in games():
            raise Failure(say("error-new-game-taken", name=name))
        place = folder or Path(name)
        if place.exists() and any(place.iterdir()):
            raise Failure(say("error-new-game-folder", folder=str(place)))
        write_package(name, place)
        print(say("new-game-written", folder=str(place), name=name))


def write_package(name: str, folder: Path) -> None:
    """Write the package of a game with this id into a folder."""
    spoken = name.replace("_", " ").capitalize()
    for file in sorted(TEMPLATE.rglob("*")):
        if file.is_dir() or "__pycache__" in file.parts:
            continue
        text = file.read_text(encoding="utf-8").replace(CALLED, name).replace(CALLED.capitalize(), spoken)
        target = folder / str(file.relative_to(TEMPLATE)).replace(CALLED, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
