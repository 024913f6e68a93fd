"""micropul as text: ``deal 0 12``, ``lay 33 r1 2,-1``, ``take``, ``reveal 17``, ``stone 2,-1 bl``, ``pass``."""

from __future__ import annotations

import re
from typing import Any

from ...engine.actions import Part, Parts, Verb, Verbs
from ...engine.contract import By, Setup, State
from ...engine.errors import Refusal
from . import rules
from .pieces import BLACK, CORNERS, N_TILES, READING, SEATS, WHITE, turned


class Coordinate(Part):
    """A column or row of places. A coordinate beyond any layout is refused with its own code; other text as
    unknown_action."""

    def read(self, text: str) -> int | None:
        """See `Part`."""
        if not re.fullmatch(r"0|-?[1-9][0-9]*", text):
            raise Refusal("unknown_action", f"{text!r:.20} is not a space; write x,y")
        return super().read(text)


def _place(code: str) -> tuple[Part, Part]:
    """Return the parts x and y of a tile's place; their range exceeds any layout."""
    return Coordinate("x", 128, low=-64, code=code), Coordinate("y", 128, low=-64, code=code)


_CORNER_AT = "{x},{y} {corner}"

_TILE = Part("tile", 64, high=N_TILES - 1, code="no_such_tile")
_CORNER = Part("corner", 4, names=tuple(CORNERS[corner] for corner in READING))

ACTIONS = Verbs(
    Verb("pass", rules.PASS),
    Verb("take", rules.TAKE),
    Verb(
        "stone",
        rules.STONE,
        _CORNER_AT,
        (*_place("not_micropul"), _CORNER),
        # Numbers ascend in reading order on the grid of corners: the column in the tile, x, the row in the tile, y.
        digits=(("corner", 2, 1), ("x", 128, 1), ("corner", 2, 2), ("y", 128, 1)),
    ),
    Verb("lay", rules.LAY, "{tile} r{turns} {x},{y}", (_TILE, Part("turns", 4), *_place("no_neighbour"))),
)
OUTCOMES = Verbs(
    Verb("deal", 0, "{seat} {tile}", (_TILE, Part("seat", SEATS)), masked="deal {seat} ?"),
    Verb("reveal", rules.REVEAL, "{tile}", (_TILE,), masked="reveal ?"),
)

_COLOURS = {WHITE: "white", BLACK: "black"}

_SENTENCES = {
    "not_to_act": "it is the other player's turn",
    "unknown_action": "there is no such action",
    "supply_empty": "the supply is empty",
    "hand_full": f"there are already {rules.HAND} tiles in the hand",
    "pass_not_forced": "you may pass only when nothing else is possible",
    "impossible_chance": "this tile has already been seen, or is not the one to be drawn now",
}


def _corner(state: State, corner: int) -> dict[str, Any]:
    """A corner of a laid tile, as a detail names it."""
    tile = corner >> 2
    return {"x": int(state.x[tile]), "y": int(state.y[tile]), "corner": CORNERS[corner & 3]}


def _contacts(state: State, action: int, clashing: bool) -> list[dict[str, Any]]:
    """Return where corners of the new tile would face corners of laid ones, or only where they would clash, with what
    both corners hold."""
    tile, turns, x, y = rules.placement(action)
    seen = rules.facing(state, x, y)
    contacts = []
    for facing in range(8):
        faced = int(rules.corner_faced(state, x, y, facing))
        if faced >= 0 and (not clashing or rules.clashes(seen, turns, tile, facing)):
            here, beside = int(rules.corner_with(facing)), faced >> 2
            contacts.append(
                {
                    "corner": CORNERS[here],
                    "holds": turned(tile, turns)[here],
                    "facing": {**_corner(state, faced), "tile": beside},
                    "faces": turned(beside, int(state.turns[beside]))[faced & 3],
                }
            )
    return contacts


def _explain_lay(state: State, action: int, code: str, parts: Parts) -> tuple[str, dict[str, Any]]:
    if code == "colour_clash":
        clashes = _contacts(state, action, clashing=True)
        where = "; ".join(
            f"{_COLOURS[clash['holds']]} at {clash['corner']} faces {_COLOURS[clash['faces']]}"
            f" at {_CORNER_AT.format(**clash['facing'])}"
            for clash in clashes
        )
        return f"colours clash (rule 2): {where}", {"clashes": clashes}
    sentences = {
        "no_attachment": "at {x},{y} no micropul of tile {tile} faces a micropul of another tile (rule 1)",
        "tile_not_in_hand": "tile {tile} is not in the hand",
        "occupied": "there is already a tile at {x},{y}",
        "no_neighbour": "no tile is next to {x},{y}",
        "not_canonical": "tile {tile} looks the same after fewer turns than r{turns}: write the fewest",
    }
    more = {"contacts": _contacts(state, action, clashing=False)} if code == "no_attachment" else {}
    return sentences[code].format(**parts), more


def _explain_stone(state: State, action: int, code: str, parts: Parts) -> tuple[str, dict[str, Any]]:
    where = _CORNER_AT.format(**parts)
    if code == "not_canonical":
        first = _corner(state, int(rules.group_of(state, rules.corner_at(state, action - rules.STONE))))
        return f"a stone on this group is written on its first corner, {_CORNER_AT.format(**first)}", {"first": first}
    sentences = {
        "not_micropul": f"there is no micropul at {where}",
        "claimed": f"the group at {where} already has a stone",
        "no_stone": "there are no stones left",
    }
    return sentences[code], {}


def explain(setup: Setup, state: State, by: By, action: int, code: str) -> Refusal:
    """See ``engine.contract.Notation``."""
    if code in _SENTENCES:
        return Refusal(code, _SENTENCES[code])
    parts = ACTIONS.parts(action)
    explain_verb = _explain_lay if parts.pop("verb") == "lay" else _explain_stone
    sentence, more = explain_verb(state, action, code, parts)
    return Refusal(code, sentence, detail={**parts, **more})
