"""A box seen from above, as a self-contained SVG. Accessible pieces have an ivory rim and are drawn slightly higher;
covered ones are darkened."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, degrees
from typing import Any

import numpy as np

from .pieces import COLOURS, PIECES

Corners = list[list[int]]

MM = 100
"""Hundredths of a millimetre in a millimetre, the unit of the picture."""

RIM = 9.0
DEEP = 5.0
"""Width of the wooden rim, and how much of its outer side shows below."""

THICK = 1.5
"""How far a piece's side shows below its face."""

LIFT = 1.2
"""How much higher a piece is drawn that can be taken."""

VEIL, VEIL_STEP, VEIL_MOST = 0.34, 0.07, 0.62
"""Opacity of the shade on a covered piece: with one piece on it, for each further one, and at most."""

FELT, FELT_EDGE, WOOD, WOOD_TOP, WOOD_SIDE, IVORY = "#23272E", "#14171C", "#CDB48E", "#E2CDA9", "#8F7650", "#FFF6DF"
FACE = ("#2BA862", "#FFDB57", "#FFA3CF", "#3B7DE6")
SIDE = ("#176B3C", "#B48A0E", "#B6588A", "#1F4C99")
INK = ("#0D4A28", "#8A6800", "#9C3F73", "#123568")

# The second cue beside the colour, about 5 mm from one mark to the next: stripes, dots, crosses, waves.
PATTERNS = (
    '<path d="M0 2.2H4.4" stroke-width="1.1"/>',
    '<circle cx="1.4" cy="1.4" r=".85"/><circle cx="4.2" cy="4.2" r=".85"/>',
    '<path d="M1.7 .3v2.8M.3 1.7h2.8M5.1 3.7v2.8M3.7 5.1h2.8" stroke-width=".85"/>',
    '<path d="M-1.4 2.2q1.4-2.2 2.8 0t2.8 0 2.8 0" stroke-width=".85"/>',
)
PITCH = ((4.4, 4.4), (5.6, 5.6), (6.8, 6.8), (5.6, 4.4))


def picture(box: Mapping[str, Any]) -> str:
    """The SVG text of a box, given as plain data, as an event carries it."""
    pieces, above = box["pieces"], box["above"]
    corners = [corner for one in pieces for corner in one["outline"]]
    width, height = box.get("size") or (max(1, *(corner[k] for corner in corners)) for k in (0, 1))
    parts = [ground(width / MM, height / MM), *definitions()]
    for at in sorted(range(PIECES), key=lambda at: pieces[at]["level"]):
        parts.append(piece(at, pieces[at], len(above[at])))
    return "\n".join([*parts, "</svg>\n"])


def definitions() -> list[str]:
    """What the pieces are painted with."""
    parts = [
        '<defs><filter id="shadow" x="-30%" y="-30%" width="170%" height="180%">'
        '<feDropShadow dx=".6" dy="1.2" stdDeviation="1.1" flood-color="#000" flood-opacity=".55"/></filter>'
    ]
    for colour, name in enumerate(COLOURS):
        wide, high = PITCH[colour]
        parts.append(
            f'<pattern id="{name}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
            f'<g fill="{INK[colour] if name == "yellow" else "none"}" '
            f'stroke="{INK[colour] if name != "yellow" else "none"}" opacity=".55">{PATTERNS[colour]}</g></pattern>'
        )
    return [*parts, "</defs>"]


def ground(width: float, height: float) -> str:
    """The wooden rim and the felt in it."""
    edge = 2 * RIM
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="A box of 80 polygons, seen from above" '
        f'width="{4 * (width + edge):.0f}" height="{4 * (height + edge + DEEP):.0f}" '
        f'viewBox="{-RIM:g} {-RIM:g} {width + edge:g} {height + edge + DEEP:g}">\n'
        f'<rect x="{-RIM:g}" y="{DEEP - RIM:g}" width="{width + edge:g}" height="{height + edge:g}" rx="14" '
        f'fill="{WOOD_SIDE}"/>\n'
        f'<rect x="{-RIM:g}" y="{-RIM:g}" width="{width + edge:g}" height="{height + edge:g}" rx="14" fill="{WOOD}"/>\n'
        f'<rect x="{0.6 - RIM:g}" y="{0.6 - RIM:g}" width="{width + edge - 1.2:g}" height="{height + edge - 1.2:g}" '
        f'rx="13.4" fill="none" stroke="{WOOD_TOP}" stroke-width="1.2"/>\n'
        f'<rect x="-1.2" y="-1.2" width="{width + 2.4:g}" height="{height + 2.4:g}" rx="6" fill="{FELT}" '
        f'stroke="{WOOD_SIDE}" stroke-width="1.2"/>\n'
        f'<rect x="-.1" y="-.1" width="{width + 0.2:g}" height="{height + 0.2:g}" rx="5" fill="none" '
        f'stroke="{FELT_EDGE}" stroke-width="1.2"/>'
    )


def piece(at: int, shown: Mapping[str, Any], lies_on_it: int) -> str:
    """Return a piece, given as plain data, with `lies_on_it` others on it."""
    name, free = shown["colour"], lies_on_it == 0
    colour = COLOURS.index(name)
    outline: Corners = shown["outline"]
    face: Corners = shown.get("face", outline)
    # The face is drawn in its own frame, so that the pattern turns with the piece.
    middle = np.mean(face, axis=0)
    (ax, ay), (bx, by) = max(zip(face, [*face[1:], face[0]], strict=True), key=_length)
    angle = degrees(atan2(by - ay, bx - ax))
    turn = f'transform="translate({middle[0] / MM:.2f} {middle[1] / MM:.2f}) rotate({angle:.1f})"'
    inner = _in_own_frame(face, middle, (bx - ax, by - ay), 0.9 if free else 1.0)
    edge = f' stroke="{IVORY}" stroke-width="1.4" stroke-linejoin="round"' if free else ""
    parts = [
        f"<title>{name} {shown['shape']}</title>",
        f'<g filter="url(#shadow)" fill="{SIDE[colour]}"><path d="{path(outline, THICK)}"/>'
        f'<path d="{path(outline)}"{edge}/></g>',
    ]
    if free:
        parts.append(f'<path d="{path(face)}" fill="{IVORY}"/>')
    parts.append(
        f'<g {turn} stroke-linejoin="round"><path d="{inner}" fill="{FACE[colour]}"/>'
        f'<path d="{inner}" fill="url(#{name})" stroke="{FELT_EDGE if free else INK[colour]}" '
        f'stroke-width="{0.7 if free else 0.45}"/></g>'
    )
    if not free:
        veil = min(VEIL + VEIL_STEP * (lies_on_it - 1), VEIL_MOST)
        parts.append(f'<path d="{path(outline)}{path(outline, THICK)}" fill="{FELT_EDGE}" opacity="{veil:.2f}"/>')
    lift = f' transform="translate(0 {-LIFT})"' if free else ""
    return f'<g id="piece-{at}"{lift}>' + "".join(parts) + "</g>"


def _length(side: tuple[list[int], list[int]]) -> int:
    (ax, ay), (bx, by) = side
    return (bx - ax) ** 2 + (by - ay) ** 2


def path(outline: Corners, lower: float = 0) -> str:
    """An outline as a path."""
    return "M" + "L".join(f"{x / MM:.2f} {y / MM + lower:.2f}" for x, y in outline) + "z"


def _in_own_frame(face: Corners, middle: np.ndarray, along: tuple[int, int], scale: float) -> str:
    """The face about its middle, turned so that its longest side lies level."""
    dx, dy = np.array(along) / np.hypot(*along)
    own = (np.array(face) - middle) @ np.array([[dx, -dy], [dy, dx]]) * (scale / MM)
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in own) + "z"
