"""What each legal action of Take It Easy would bring, worked out from a view alone (so that it can tell nothing
hidden)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .notation import read_cell, read_tile
from .pieces import LINES, TILES
from .view import line_of


def previews(view: Mapping[str, Any], legal: Sequence[str]) -> list[dict[str, Any]]:
    """What each of these legal actions would bring."""
    seat = view["seat"]
    laid = {read_cell(cell): read_tile(tile) for cell, tile in view["boards"][seat].items()}
    to_come = [read_tile(tile) for tile in (*view["heap"], *view["to_lay"])]
    found = []
    for action in legal:
        _, tile_name, cell_name = action.split(" ")
        tile, cell = read_tile(tile_name), read_cell(cell_name)
        after = {**laid, cell: tile}
        still_to_come = [other for other in to_come if other != tile]
        lines = [
            preview_line(number, TILES[tile], view["lines"][seat][number], line_of(number, after, still_to_come))
            for number in range(len(LINES))
            if cell in LINES[number]
        ]
        points = sum(line["points"] for line in lines)
        found.append({"tile": tile_name, "cell": cell_name, "lines": lines, "points": points})
    return found


def preview_line(
    number: int, tile: Sequence[int], before: Mapping[str, Any], after: Mapping[str, Any]
) -> dict[str, Any]:
    """What a tile would do to a line through its cell."""
    state = after["state"]
    loses = 0
    if before["state"] != "dead" and state == "dead":
        state = "breaks"
        loses = before["digit"] * len(before["cells"]) if before["within_reach"] else 0
    elif state == "alive" and not after["within_reach"]:
        state = "out_of_reach"
    digit = tile[number // 5]
    return {
        "line": number,
        "direction": after["direction"],
        "digit": digit,
        "length": len(after["cells"]),
        "laid": after["digits"].count(digit),
        "state": state,
        "points": after["points"],
        "loses": loses,
    }
