"""The plain board in a terminal, for a game that draws none: what its view holds, in rows.

A field is called what the game's message ``view-FIELD`` says, a name in it what ``view-value-NAME`` says, where there
are such messages; the page's plain board goes by the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .locale import Words

GENERAL = frozenset(("game", "seat", "seats", "options", "to_act", "outcome"))
"""What every view holds; the terminal tells it by itself."""


def called(name: str, message: str, words: Words) -> str:
    """What the game calls something, or its name as people write."""
    spelt = message.replace("_", "-")
    return words(spelt) if spelt in words else name.replace("_", " ")


def told(value: Any, words: Words) -> str:
    """Anything that a view can hold."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "✓" if value else "-"
    if isinstance(value, list):
        return ", ".join(told(one, words) for one in value) or "-"
    if isinstance(value, dict):
        facts = (f"{called(name, f'view-{name}', words)} {told(one, words)}" for name, one in value.items())
        return "; ".join(facts) or "-"
    return called(value, f"view-value-{value}", words) if isinstance(value, str) else str(value)


def draw(view: Mapping[str, Any], words: Words) -> RenderableType:
    """What holds for the table, and below it what there is one of for each seat."""
    own = {name: value for name, value in view.items() if name not in GENERAL}
    seats = range(view["seats"])
    each = {name for name, value in own.items() if isinstance(value, list) and len(value) == len(seats) > 1}
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, value in own.items():
        if name not in each:
            table.add_row(Text(called(name, f"view-{name}", words)), Text(told(value, words), "bold"))
    if not each:
        return table
    by_seat = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    by_seat.add_column()
    for seat in seats:
        by_seat.add_column(words("seat", number=seat + 1))
    for name in own:
        if name in each:
            cells = (Text(told(value, words), "bold") for value in own[name])
            by_seat.add_row(Text(called(name, f"view-{name}", words)), *cells)
    return Group(table, by_seat)


def sheet(view: Mapping[str, Any], words: Words) -> RenderableType:
    """The same: the scores are told by who asks for it."""
    return draw(view, words)


class Canvas:
    """A grid of characters, each with a rich style, on which text is put at places."""

    def __init__(self, width: int, height: int) -> None:
        self.rows = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text from column x of row y on; its spaces leave what is there."""
        for offset, character in enumerate(text):
            if character != " ":
                self.rows[y][x + offset] = (character, style)

    def text(self) -> Text:
        """Return all rows without trailing spaces."""
        lines = [Text.assemble(*row) for row in self.rows]
        for line in lines:
            line.rstrip()
        return Text("\n").join(lines)
