"""The generic text board, for a game without a ``text`` module: the fields of its view in rows, and effects in words.

A field is labelled by the game's message ``view-FIELD`` and a text value by ``view-value-NAME``, if there are such
messages; the generic board of the page uses the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .locale import Words

COMMON_FIELDS = frozenset(("game", "seat", "seats", "options", "to_act", "outcome"))
"""Fields of every view, which the board leaves out."""


def label(name: str, message: str, words: Words) -> str:
    """Return the game's message for a name, or the name with spaces."""
    spelt = message.replace("_", "-")
    return words(spelt) if spelt in words else name.replace("_", " ")


def text_of(value: Any, words: Words) -> str:
    """Return any value of a view as text."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "✓" if value else "-"
    if isinstance(value, list):
        return ", ".join(text_of(one, words) for one in value) or "-"
    if isinstance(value, dict):
        parts = (f"{label(name, f'view-{name}', words)} {text_of(one, words)}" for name, one in value.items())
        return "; ".join(parts) or "-"
    return label(value, f"view-value-{value}", words) if isinstance(value, str) else str(value)


def draw(view: Mapping[str, Any], words: Words) -> RenderableType:
    """Return the view as a table: fields of the table first, then fields with one value per seat."""
    fields = {name: value for name, value in view.items() if name not in COMMON_FIELDS}
    seats = range(view["seats"])
    per_seat = {name for name, value in fields.items() if isinstance(value, list) and len(value) == len(seats) > 1}
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, value in fields.items():
        if name not in per_seat:
            table.add_row(Text(label(name, f"view-{name}", words)), Text(text_of(value, words), "bold"))
    if not per_seat:
        return table
    by_seat = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    by_seat.add_column()
    for seat in seats:
        by_seat.add_column(words("seat", number=seat + 1))
    for name in fields:
        if name in per_seat:
            cells = (Text(text_of(value, words), "bold") for value in fields[name])
            by_seat.add_row(Text(label(name, f"view-{name}", words)), *cells)
    return Group(table, by_seat)


def sheet(view: Mapping[str, Any], words: Words) -> RenderableType:
    """Return the same table; the caller prints the scores."""
    return draw(view, words)


def tell(effects: Sequence[Mapping[str, Any]], name: Callable[[int], str], words: Words) -> list[str]:
    """Return what happened, a sentence for each effect that has one: the game's message ``effect-KIND``, which is given
    the fields, the `name` of the seat if there is one, and `will`, which is no. The page uses the same messages."""
    sentences = []
    for effect in effects:
        message = f"effect-{effect['effect'].replace('_', '-')}"
        if message in words:
            values = {field: value_of(value) for field, value in effect.items() if field != "effect"}
            who = {"name": name(effect["seat"]), "mine": "no"} if "seat" in effect else {}
            sentences.append(words(message, will="no", **values, **who).strip())
    return [sentence for sentence in sentences if sentence]


def value_of(value: Any) -> str | int:
    """Return a field of an effect as a value for messages: a list joined, None as ``none``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return value if isinstance(value, int) else str("none" if value is None else value)


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
