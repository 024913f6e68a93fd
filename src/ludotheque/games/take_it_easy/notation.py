"""Take It Easy as text: ``draw 2-9-4``, ``draw 2-9-4 6-1-3``, ``place 2-9-4 c3``."""

from __future__ import annotations

from ...engine.actions import Part, Verb, Verbs
from ...engine.contract import By, Setup, State
from ...engine.errors import Refusal
from .pieces import CELLS, TILE_NAMES
from .rules import N_TILES, STRIDE

_CELL = Part("cell", STRIDE, names=CELLS, code="no_such_cell")
_TILE = Part("tile", N_TILES, names=TILE_NAMES, code="no_such_tile")
_SECOND = Part("second", N_TILES, names=TILE_NAMES, code="no_such_tile")

ACTIONS = Verbs(Verb("place", 0, "{tile} {cell}", (_CELL, _TILE)))
OUTCOMES = Verbs(
    Verb("draw", 0, "{tile}", (_TILE,)),
    Verb("draw", N_TILES, "{tile} {second}", (_SECOND, _TILE)),
)


def explain(setup: Setup, state: State, by: By, action: int, code: str) -> Refusal:
    """See ``engine.contract.Notation``."""
    if by == "chance":
        sentences = {
            "wrong_count": "that is not how many tiles are drawn now",
            "impossible_chance": "this tile is not in the heap",
        }
        return Refusal(code, sentences[code])
    parts = ACTIONS.parts(action)
    sentences = {
        "tile_not_drawn": f"{parts['tile']} is not among the tiles to place",
        "occupied": f"there is already a tile on {parts['cell']}",
        "not_adjacent": f"{parts['cell']} touches no tile on the board",
    }
    return Refusal(code, sentences[code], detail={"cell": parts["cell"]})
