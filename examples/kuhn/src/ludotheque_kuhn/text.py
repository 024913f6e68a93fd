"""Kuhn poker in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.author import Words


def draw(view: Mapping[str, Any], words: Words) -> RenderableType:
    """The hand: each player's card, what they have put in, and what was said."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for seat in range(view["seats"]):
        hidden = words("kuhn-face-down") if seat < view["dealt"] else words("kuhn-no-card")
        card = words("kuhn-card", card=view["cards"][seat] or "no") if view["cards"][seat] else hidden
        chips = words("kuhn-chips", chips=view["chips"][seat])
        said = (seat - view["opener"]) % view["seats"]
        spoken = ", ".join(words(f"kuhn-said-{word}") for word in view["said"][said :: view["seats"]])
        table.add_row(Text(words("seat", number=seat + 1), "bold"), card, chips, spoken)
    where = words("kuhn-where", hand=view["hand"], hands=view["hands"], pot=view["pot"])
    parts: list[RenderableType] = [Text(where), table]
    if view["won"] is not None:
        parts.append(Text(words("kuhn-won", seat=view["won"] + 1, chips=min(view["paid"]))))
    return Group(*parts)


def sheet(view: Mapping[str, Any], words: Words) -> RenderableType:
    """What everybody has won."""
    return draw(view, words)
