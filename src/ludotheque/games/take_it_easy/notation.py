"""Take It Easy as text: ``draw 2-9-4``, ``draw 2-9-4 6-1-3``, ``place 2-9-4 c3``."""

from __future__ import annotations

from ...core.errors import Refusal
from ...core.game import By
from ...core.law import Setup, State
from .pieces import CELLS, TILES
from .rules import N_TILES, STRIDE

TILE_NAMES = tuple("-".join(map(str, tile)) for tile in TILES)
_TILES = {name: tile for tile, name in enumerate(TILE_NAMES)}
_CELLS = {name: cell for cell, name in enumerate(CELLS)}


def read_tile(name: str) -> int:
    """The tile of this name (T-02)."""
    if name not in _TILES:
        raise Refusal("no_such_tile", f"there is no tile {name!r:.20}")
    return _TILES[name]


def read_cell(name: str) -> int:
    """The cell of this name."""
    if name not in _CELLS:
        raise Refusal("no_such_cell", f"there is no cell {name!r:.20}")
    return _CELLS[name]


def write(setup: Setup, state: State, by: By, action: int) -> str:
    """An action or outcome as text."""
    if by != "chance":
        return f"place {TILE_NAMES[action // STRIDE]} {CELLS[action % STRIDE]}"
    if action < N_TILES:
        return f"draw {TILE_NAMES[action]}"
    one, two = divmod(action - N_TILES, N_TILES)
    return f"draw {TILE_NAMES[one]} {TILE_NAMES[two]}"


def read(setup: Setup, state: State, by: By, text: str) -> int:
    """The number of the action or outcome that a text says."""
    word, *rest = text.split(" ")
    if by != "chance" and word == "place" and len(rest) == 2:
        return read_tile(rest[0]) * STRIDE + read_cell(rest[1])
    if by == "chance" and word == "draw" and len(rest) == 1:
        return read_tile(rest[0])
    if by == "chance" and word == "draw" and len(rest) == 2:
        return N_TILES + read_tile(rest[0]) * N_TILES + read_tile(rest[1])
    form = "draw TILE" if by == "chance" else "place TILE CELL"
    raise Refusal("unknown_action", f"{text!r:.40} is no action; write {form}")


def explain(setup: Setup, state: State, by: By, action: int, code: str) -> Refusal:
    """The sentence for a refusal."""
    if by == "chance":
        sentences = {
            "wrong_count": "another number of tiles is drawn now",
            "impossible_chance": "this tile is not in the heap",
        }
        return Refusal(code, sentences[code])
    tile, cell = TILE_NAMES[action // STRIDE], CELLS[action % STRIDE]
    sentences = {
        "tile_not_drawn": f"{tile} is not among the tiles to lay",
        "occupied": f"a tile lies on {cell} already",
        "not_adjacent": f"{cell} touches no tile of the board",
    }
    return Refusal(code, sentences[code], detail={"cell": cell})
