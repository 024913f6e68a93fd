"""The commands ``ludotheque take_it_easy solve`` and ``ceiling``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from ...engine.errors import Failure
from ...engine.game import CommandOutput
from ...files import data_folder
from ...locale import Words


def solve(
    words: Words, perfect: bool = False, tiles: str | None = None, as_json: bool = False
) -> Iterator[CommandOutput]:
    """The perfect boards, or the best board for 19 tiles."""
    from .solver import best_board, perfect_boards

    if perfect == (tiles is not None):
        raise Failure(words("command-solve-which"))
    found = perfect_boards() if perfect else best_board(tiles or "")
    if as_json:
        yield json.dumps(found)
        return
    if perfect:
        seconds = f"{found['seconds']:.3f}"
        yield words("solved-perfect", maximum=found["maximum"], boards=found["boards"], seconds=seconds)
    else:
        yield words("solved-tiles", optimum=found["optimum"])
    for board in found["list"] if perfect else [found["board"]]:
        yield "  " + " ".join(f"{cell}={tile}" for cell, tile in board.items())


def ceiling(
    words: Words, all_: bool = False, folder: Path | None = None, as_json: bool = False
) -> Iterator[CommandOutput]:
    """Compute the ceiling of every set of tiles; a stopped run is continued."""
    from .ceiling import SETS, count_all, summary

    if not all_:
        raise Failure(words("command-ceiling-which"))
    place = folder or data_folder() / "ceilings"
    place.mkdir(parents=True, exist_ok=True)
    ledger = place / "take_it_easy.jsonl"
    for done in count_all(ledger):
        yield done / SETS
    found = summary(ledger)
    if as_json:
        yield json.dumps(found)
        return
    yield words("ceiling-told", sets=f"{found['sets']:,}", mean=f"{found['mean']:.3f}")
    for end in ("lowest", "highest"):
        yield f"  {found[end]['ceiling']}: {' '.join(found[end]['tiles'])}"
