"""Exact answers as plain data, each with the `seconds` that it took without compiling."""

from __future__ import annotations

import time
from typing import Any

from ...engine.errors import Refusal
from .pieces import CELLS, TILE_NAMES
from .solver import hindsight, perfect


def warm_up() -> None:
    """Compile, or load what was compiled."""
    hindsight(range(len(CELLS)))


def perfect_boards() -> dict[str, Any]:
    """The highest score of a round, and every board that reaches it."""
    warm_up()
    clock = time.perf_counter()
    best = perfect()
    seconds = time.perf_counter() - clock
    return {
        "maximum": best.maximum,
        "boards": len(best.boards),
        "list": [_named(board) for board in best.boards],
        "seconds": round(seconds, 6),
    }


def best_board(tiles: str) -> dict[str, Any]:
    """The best board for 19 tiles, given as ``2-9-4,6-1-3,...``."""
    warm_up()
    numbers = [_tile(name.strip()) for name in tiles.split(",")]
    clock = time.perf_counter()
    best = hindsight(numbers)
    seconds = time.perf_counter() - clock
    return {"optimum": best.score, "board": _named(best.board), "seconds": round(seconds, 6)}


def _tile(name: str) -> int:
    if name not in TILE_NAMES:
        raise Refusal("no_such_tile", f"there is no tile {name!r:.20}")
    return TILE_NAMES.index(name)


def _named(board: tuple[int, ...]) -> dict[str, str]:
    return {cell: TILE_NAMES[tile] for cell, tile in zip(CELLS, board, strict=True)}
