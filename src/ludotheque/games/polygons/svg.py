"""The visible part of a box as a self-contained SVG, for reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .box_svg import IVORY, MM, definitions, ground, path, piece

DONE, BETTER = "#A8261C", "#24663B"
SIGNS: Final = {DONE: ("M3 3-3-3M3-3-3 3", ' stroke-dasharray="4 2.4"'), BETTER: ("M3.6-2.8-1.2 2.8-3.6.4", "")}


def draw(
    view: Mapping[str, Any],
    picture: Mapping[str, Any] | None,
    seat: int,
    played: Mapping[str, Any] | None,
    better: Mapping[str, Any] | None,
) -> str:
    """Return the seen pieces, with marks for the piece taken and a better one."""
    assert picture is not None, "a box is there before anybody acts"
    outlines = {each["id"]: each for each in picture["pieces"]}
    width, height = (size / MM for size in picture["size"])
    parts = [ground(width, height), *definitions()]
    for seen in sorted(view["box"]["pieces"], key=lambda one: int(one["level"])):
        lie_on_it = 0 if seen["accessible"] else max(1, len(seen["above"]))
        parts.append(piece(seen["id"], {**seen, **outlines[seen["id"]]}, lie_on_it))
    for act, colour in ((played, DONE), (better, BETTER)):
        if act is None or act["verb"] not in ("take", "discard") or (act is better and act == played):
            continue
        outline = outlines[act["piece"]]["outline"]
        sign, dashes = SIGNS[colour]
        x, y = max(x for x, _ in outline) / MM, min(y for _, y in outline) / MM
        parts.append(
            f'<g fill="none" stroke-linejoin="round"><path d="{path(outline)}" stroke="{IVORY}" stroke-width="4"/>'
            f'<path d="{path(outline)}" stroke="{colour}" stroke-width="2.2"{dashes}/>'
            f'<g transform="translate({x:.1f} {y:.1f})"><circle r="6.5" fill="{colour}" stroke="{IVORY}"/>'
            f'<path d="{sign}" stroke="{IVORY}" stroke-width="1.8"/></g></g>'
        )
    return "\n".join([*parts, "</svg>"])
