"""A table of micropul as a self-contained SVG, for reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .pieces import CORNERS, TILES, turned

UNIT: Final = 100
"""The width of a tile."""
MARGIN: Final = 46
"""Around all tiles, so that a sign at a corner has room."""
MIDDLES: Final = {"tl": (25, 25), "tr": (75, 25), "br": (75, 75), "bl": (25, 75)}
TABLE, TILE, TILE_TOP, TILE_SIDE, SOCKET, CATALYST = "#E9E2D2", "#68867F", "#7A978F", "#46605A", "#26302E", "#FFD166"
COLOURS: Final = {"w": ("#FCFAF4", "#C9CFC6"), "b": ("#14171C", "#3A414B")}
"""Of each colour, the micropul and its rim."""
STONES: Final = ("#D8452E", "#2B7BD6")
IVORY, DONE, BETTER = "#FFF6DF", "#A8261C", "#24663B"
CROSS, TICK = "M8 8-8-8M8-8-8 8", "M9-7-3 7-9 1"


def draw(
    view: Mapping[str, Any],
    picture: Mapping[str, Any] | None,
    seat: int,
    played: Mapping[str, Any] | None,
    better: Mapping[str, Any] | None,
) -> str:
    """Return the tiles and stones on the table, with marks for the action played and a better one."""
    spots = [(laid["x"], laid["y"]) for laid in view["layout"]]
    spots += [(act["x"], act["y"]) for act in (played, better) if act is not None and "x" in act]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    wide, high = max(x for x, _ in spots) - left + 1, max(y for _, y in spots) - top + 1
    box = f"{left * UNIT - MARGIN} {top * UNIT - MARGIN} {wide * UNIT + 2 * MARGIN} {high * UNIT + 2 * MARGIN}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" aria-hidden="true">'
        f'<rect x="{left * UNIT - MARGIN}" y="{top * UNIT - MARGIN}" width="100%" height="100%" fill="{TABLE}"/>'
    ]
    parts += [_tile(laid["x"], laid["y"], laid["corners"], laid["centre"]) for laid in view["layout"]]
    parts += [_stone(stone, STONES[stone["seat"]]) for stone in view["stones"]]
    for act, colour, sign, dashes in ((played, DONE, CROSS, ' stroke-dasharray="13 8"'), (better, BETTER, TICK, "")):
        if act is None or (act is better and act == played):
            continue
        if act["verb"] == "lay":
            corners, centre = turned(act["tile"], act["turns"]), TILES[act["tile"]].centre
            parts.append(f'<g opacity=".85">{_tile(act["x"], act["y"], corners, centre)}</g>')
        elif act["verb"] == "stone":
            parts.append(_stone(act, STONES[seat]))
        if "x" in act:
            parts.append(_mark(act, colour, sign, dashes))
    return "".join([*parts, "</svg>"])


def _tile(x: int, y: int, corners: str, centre: str) -> str:
    parts = [
        f'<g transform="translate({x * UNIT} {y * UNIT})"><rect x="2" y="4.5" width="96" height="95" rx="9" '
        f'fill="{TILE_SIDE}"/><rect x="2" y="2" width="96" height="94" rx="9" fill="{TILE}" stroke="{TILE_TOP}"/>'
    ]
    if centre:
        fill, rim = COLOURS[corners[0]]
        parts.append(f'<circle cx="50" cy="50" r="42" fill="{fill}" stroke="{rim}"/>{_catalyst(centre, 50, 50)}')
        return "".join([*parts, "</g>"])
    # Neighbours of one colour are one body.
    for one, other in ((0, 1), (1, 2), (2, 3), (3, 0)):
        if corners[one] == corners[other] and corners[one] in COLOURS:
            (ax, ay), (bx, by) = MIDDLES[CORNERS[one]], MIDDLES[CORNERS[other]]
            parts.append(
                f'<path d="M{ax} {ay}L{bx} {by}" stroke="{COLOURS[corners[one]][0]}" stroke-width="20" fill="none"/>'
            )
    for name, thing in zip(CORNERS, corners, strict=True):
        cx, cy = MIDDLES[name]
        if thing in COLOURS:
            fill, rim = COLOURS[thing]
            parts.append(f'<circle cx="{cx}" cy="{cy}" r="19.5" fill="{fill}" stroke="{rim}" stroke-width="1.6"/>')
        elif thing != ".":
            parts.append(_catalyst(thing, cx, cy))
    return "".join([*parts, "</g>"])


def _catalyst(kind: str, x: int, y: int) -> str:
    dots = {"1": ((0, 0),), "2": ((-3.8, 3.8), (3.8, -3.8))}.get(kind, ())
    inside = "".join(f'<circle cx="{dx}" cy="{dy}" r="4" fill="{CATALYST}"/>' for dx, dy in dots)
    if kind == "+":
        inside = f'<path d="M-6.5 0H6.5M0-6.5V6.5" stroke="{CATALYST}" stroke-width="4.4"/>'
    return (
        f'<g transform="translate({x} {y})"><rect x="-11" y="-11" width="22" height="22" rx="5" fill="{SOCKET}"/>'
        f"{inside}</g>"
    )


def _middle(at: Mapping[str, Any]) -> tuple[int, int]:
    dx, dy = MIDDLES[at["corner"]] if "corner" in at else (UNIT // 2, UNIT // 2)
    return at["x"] * UNIT + dx, at["y"] * UNIT + dy


def _stone(at: Mapping[str, Any], colour: str) -> str:
    x, y = _middle(at)
    return f'<circle cx="{x}" cy="{y}" r="11" fill="{colour}" stroke="{IVORY}" stroke-width="3"/>'


def _mark(act: Mapping[str, Any], colour: str, sign: str, dashes: str) -> str:
    """A rim, and a sign at its upper corner: distinguishable without colour."""
    x, y = _middle(act)
    half = UNIT // 2 if act["verb"] == "lay" else 22
    frame = f'x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}" rx="10" fill="none"'
    return (
        f'<rect {frame} stroke="{IVORY}" stroke-width="11"/>'
        f'<rect {frame} stroke="{colour}" stroke-width="6"{dashes}/>'
        f'<g transform="translate({x + half} {y - half})" fill="none"><circle r="19" fill="{colour}" stroke="{IVORY}" '
        f'stroke-width="4"/><path d="{sign}" stroke="{IVORY}" stroke-width="5"/></g>'
    )
