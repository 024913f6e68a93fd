"""A board of Take It Easy as a self-contained SVG, for reports."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any, Final

from .pieces import CELLS, PLACES
from .text import COLOURS

RADIUS, TILE = 100.0, 94.5
REACH = RADIUS * cos(pi / 6)
TURN: Final = (60, 0, -60)
DIGIT_AT: Final = ((-48, 27.5), (0, -56), (48, 27.5))
TRAY, WELL, WELL_EDGE, SLATE, INK, IVORY = "#E6DDCB", "#D6CBB5", "#B9AC92", "#262B33", "#12151A", "#FFF6DF"
LAID, BETTER = "#A8261C", "#24663B"


def draw(
    view: Mapping[str, Any],
    picture: Mapping[str, Any] | None,
    seat: int,
    played: Mapping[str, Any] | None,
    better: Mapping[str, Any] | None,
) -> str:
    """Return the board of a seat, with marks for the action played and a better one."""
    return draw_board(view["boards"][seat], played, better)


def draw_board(
    board: Mapping[str, str], played: Mapping[str, Any] | None = None, better: Mapping[str, Any] | None = None
) -> str:
    """A board, given as the tile on each cell."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-430 -505 860 1010" aria-hidden="true">'
        f'<path d="{_hexagon(490, 30)}" fill="{TRAY}"/>'
    ]
    for name in CELLS:
        tile = board.get(name)
        marked = played is not None and played["cell"] == name
        if marked and played is not None:
            tile = played["tile"]
        parts.append(f'<g transform="translate({_place(name)})">')
        if tile is None:
            parts.append(
                f'<path d="{_hexagon(92)}" fill="{WELL}" stroke="{WELL_EDGE}" stroke-width="3"/>'
                f'<text y="12" text-anchor="middle" font-size="34" fill="#5A5140">{name}</text>'
            )
        else:
            parts.append(_tile(tile))
        parts.append("</g>")
    if played is not None:
        parts.append(_mark(played["cell"], LAID, "M13 13-13-13M13-13-13 13", ' stroke-dasharray="22 13"'))
    if better is not None and (played is None or better["cell"] != played["cell"]):
        parts.append(_mark(better["cell"], BETTER, "M15-11-5 12-15 1", ""))
    return "".join([*parts, "</svg>"])


def _place(name: str) -> str:
    column, height = PLACES[CELLS.index(name)]
    return f"{(column - 2) * 1.5 * RADIUS:g} {height * REACH:.1f}"


def _hexagon(radius: float, turn: float = 0) -> str:
    corners = [(radius * cos(pi * (turn / 180 + k / 3)), radius * sin(pi * (turn / 180 + k / 3))) for k in range(6)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z"


def _tile(tile: str) -> str:
    digits = [int(digit) for digit in tile.split("-")]
    reach = TILE * cos(pi / 6)
    parts = [f'<path d="{_hexagon(TILE)}" fill="{SLATE}"/>']
    for way in sorted(range(3), key=lambda way: digits[way]):
        parts.append(
            f'<g transform="rotate({TURN[way]})"><rect x="-19.5" y="{-reach:.1f}" width="39" height="{2 * reach:.1f}" '
            f'fill="{SLATE}"/><rect x="-15" y="{-reach:.1f}" width="30" height="{2 * reach:.1f}" '
            f'fill="{COLOURS[digits[way]]}"/></g>'
        )
    for way, (x, y) in enumerate(DIGIT_AT):
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="23.5" fill="{COLOURS[digits[way]]}" stroke="{SLATE}" stroke-width="5"/>'
            f'<text x="{x}" y="{y + 11.5}" text-anchor="middle" font-size="33" font-weight="700" fill="{INK}">'
            f"{digits[way]}</text>"
        )
    return "".join(parts)


def _mark(cell: str, colour: str, sign: str, dashes: str) -> str:
    """A rim around a cell, and a sign at its upper corner: distinguishable without colour."""
    return (
        f'<g transform="translate({_place(cell)})" fill="none">'
        f'<path d="{_hexagon(94)}" stroke="{IVORY}" stroke-width="17"/>'
        f'<path d="{_hexagon(94)}" stroke="{colour}" stroke-width="10"{dashes}/>'
        f'<g transform="translate(55 -72)"><circle r="33" fill="{colour}" stroke="{IVORY}" stroke-width="6"/>'
        f'<path d="{sign}" stroke="{IVORY}" stroke-width="8"/></g></g>'
    )
