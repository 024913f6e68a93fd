"""micropul as text: ``deal 0 12``, ``lay 33 r1 2,-1``, ``take``, ``reveal 17``, ``stone 2,-1 bl``, ``pass``."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ...core.errors import Refusal
from ...core.game import By
from ...core.law import Setup, State
from . import rules
from .pieces import BLACK, CORNERS, EDGES, N_TILES, WHITE, turned

FAR = 63
"""The largest coordinate that an action's number can hold: further than any layout of 48 tiles reaches (M-11)."""

_WHOLE = re.compile(r"0|[1-9][0-9]*")
_PLACE = re.compile(r"(0|-?[1-9][0-9]*),(0|-?[1-9][0-9]*)")


class Placement(NamedTuple):
    """A placement, as its action's number says it."""

    tile: int
    turns: int
    x: int
    y: int


def placement(action: int) -> Placement:
    """What the number of a placement says."""
    key = action >> 8 & 0x3FFF
    return Placement(action & 63, action >> 6 & 3, (key & 127) - 64, (key >> 7) - 64)


def corner(key: int) -> tuple[int, int, int]:
    """The place x, y and the corner (by its place in ``CORNERS``) that a corner key says."""
    row, column = (key >> 8) - 128, (key & 255) - 128
    return column >> 1, row >> 1, (3 - (column & 1)) if row & 1 else column & 1


def write(setup: Setup, state: State, by: By, action: int) -> str:
    """An action or outcome as text."""
    if by == "chance":
        tile = action & 63
        return f"reveal {tile}" if action >= rules.REVEAL else f"deal {action >> 6} {tile}"
    if action >= rules.LAY:
        lay = placement(action)
        return f"lay {lay.tile} r{lay.turns} {lay.x},{lay.y}"
    if action >= rules.STONE:
        x, y, at = corner(action - rules.STONE)
        return f"stone {x},{y} {CORNERS[at]}"
    return "take" if action == rules.TAKE else "pass"


def _read_tile(text: str) -> int:
    if not _WHOLE.fullmatch(text) or len(text) > 2 or int(text) >= N_TILES:
        raise Refusal("no_such_tile", f"there is no tile {text!r:.20}")
    return int(text)


def _read_place(text: str) -> tuple[int, int] | None:
    """The place that a text says; None if no layout reaches so far."""
    match = _PLACE.fullmatch(text)
    if match is None:
        raise Refusal("unknown_action", f"{text!r:.20} is no place; write x,y")
    if max(map(len, match.groups())) > 3 or any(abs(int(number)) > FAR for number in match.groups()):
        return None
    return int(match[1]), int(match[2])


def _read_chance(setup: Setup, text: str) -> int:
    word, *rest = text.split(" ")
    if word == "deal" and len(rest) == 2 and rest[0] in ("0", "1"):
        return int(rest[0]) * 64 + _read_tile(rest[1])
    if word == "reveal" and len(rest) == 1:
        return rules.REVEAL + _read_tile(rest[0])
    raise Refusal("unknown_action", f"{text!r:.40} is nothing that chance does; write deal SEAT TILE or reveal TILE")


def read(setup: Setup, state: State, by: By, text: str) -> int:
    """The number of the action or outcome that a text says."""
    if by == "chance":
        return _read_chance(setup, text)
    word, *rest = text.split(" ")
    if text == "pass":
        return rules.PASS
    if text == "take":
        return rules.TAKE
    if word == "lay" and len(rest) == 3 and rest[1] in ("r0", "r1", "r2", "r3"):
        tile, place = _read_tile(rest[0]), _read_place(rest[2])
        if place is None:
            raise Refusal("no_neighbour", f"no laid tile is beside {rest[2]:.20}")
        return rules.lay_action(rules.place_key(*place), int(rest[1][1]), tile)
    if word == "stone" and len(rest) == 2 and rest[1] in CORNERS:
        place = _read_place(rest[0])
        if place is None:
            raise Refusal("not_micropul", f"no tile lies at {rest[0]:.20}")
        return rules.STONE + rules.corner_key(*place, CORNERS.index(rest[1]))
    raise Refusal(
        "unknown_action", f"{text!r:.40} is no action; write lay TILE rTURNS X,Y or take or stone X,Y CORNER or pass"
    )


def _contacts(state: State, lay: Placement) -> list[dict[str, Any]]:
    """Where corners of the new tile would face corners of laid ones: for each, what the two corners hold."""
    contacts = []
    corners = turned(lay.tile, lay.turns)
    for side in range(8):
        step_x, step_y = EDGES[side // 2]
        beside = int(rules.tile_beside(state, lay.x, lay.y, side // 2))
        if beside >= 0:
            here, there = (side + 1) // 2 % 4, ((side ^ 5) + 1) // 2 % 4
            contacts.append(
                {
                    "corner": CORNERS[here],
                    "holds": corners[here],
                    "facing": {"x": lay.x + step_x, "y": lay.y + step_y, "corner": CORNERS[there], "tile": beside},
                    "faces": turned(beside, int(state.turns[beside]))[there],
                }
            )
    return contacts


_COLOURS = {WHITE: "white", BLACK: "black"}


def _explain_lay(state: State, lay: Placement, code: str) -> tuple[str, dict[str, Any]]:
    place = f"{lay.x},{lay.y}"
    detail: dict[str, Any] = {"tile": lay.tile, "turns": lay.turns, "x": lay.x, "y": lay.y}
    if code == "colour_clash":
        clashes = [
            contact for contact in _contacts(state, lay) if {contact["holds"], contact["faces"]} == {WHITE, BLACK}
        ]
        detail["clashes"] = clashes
        where = "; ".join(
            f"{_COLOURS[clash['holds']]} at {clash['corner']} faces {_COLOURS[clash['faces']]}"
            f" at {clash['facing']['x']},{clash['facing']['y']} {clash['facing']['corner']}"
            for clash in clashes
        )
        return f"colours clash (rule 2): {where}", detail
    if code == "no_attachment":
        detail["contacts"] = _contacts(state, lay)
        return f"at {place} no micropul of tile {lay.tile} faces a micropul of a laid tile (rule 1)", detail
    sentences = {
        "tile_not_in_hand": f"tile {lay.tile} is not in the hand",
        "occupied": f"a tile lies at {place} already",
        "no_neighbour": f"no laid tile is beside {place}",
        "not_canonical": f"tile {lay.tile} looks the same after fewer turns than r{lay.turns}: write the fewest",
    }
    return sentences[code], detail


def _explain_stone(state: State, key: int, code: str) -> tuple[str, dict[str, Any]]:
    x, y, at = corner(key)
    where = f"{x},{y} {CORNERS[at]}"
    detail: dict[str, Any] = {"x": x, "y": y, "corner": CORNERS[at]}
    sentences = {
        "not_micropul": f"there is no micropul at {where}",
        "claimed": f"the group at {where} carries a stone already",
        "no_stone": "no stone is left",
    }
    if code == "not_canonical":
        group = int(state.group[rules.corner_at(state, key)]) - 1
        first_x, first_y, first = corner(int(rules.key_of_corner(state, group)))
        detail["first"] = {"x": first_x, "y": first_y, "corner": CORNERS[first]}
        return f"a stone on this group is written on its first corner, {first_x},{first_y} {CORNERS[first]}", detail
    return sentences[code], detail


def explain(setup: Setup, state: State, by: By, action: int, code: str) -> Refusal:
    """The sentence for a refusal, and where it applies."""
    if rules.LAY <= action < rules.LAY_END and action & 63 < N_TILES and code != "not_to_act":
        sentence, detail = _explain_lay(state, placement(action), code)
        return Refusal(code, sentence, detail=detail)
    if rules.STONE <= action < 2 * rules.STONE and code != "not_to_act":
        sentence, detail = _explain_stone(state, action - rules.STONE, code)
        return Refusal(code, sentence, detail=detail)
    sentences = {
        "not_to_act": "it is another's turn",
        "unknown_action": f"{action} is no action",
        "tile_not_in_hand": "there is no such tile",
        "supply_empty": "the supply is empty",
        "hand_full": f"the hand holds {rules.HAND} tiles already",
        "pass_not_forced": "one may pass only when nothing else is possible",
        "impossible_chance": "this tile has been seen already, or is not the one due now",
    }
    return Refusal(code, sentences[code])
