"""Plain data into a record: the way back from what ``core.forms`` reads.

A form that can be filled says in its layout what it accepts: a number its ``low`` and ``high``, a list its ``least``
and ``most``. So a layout is all that a reader in another language needs to check and fill the same records.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, cast

from .schema import Form, Layout, Listed, Maybe, Scalar

Filler = Callable[[object, bytearray, int], None]
"""Puts plain data into some bytes, which are zeros, from a place on; raises ``Misfit`` if it has another form."""

_CODES = {"i2": "h", "i4": "i", "i8": "q"}


class Misfit(Exception):
    """Where plain data does not fit its form: the names and places that lead there. Where a text is none of the names
    that may stand there, the last step is ``UNKNOWN``."""

    def __init__(self, *path: str | int) -> None:
        self.path = list(path)


UNKNOWN = "unknown"


def whole(low: int, high: int) -> Form:
    """A whole number in a range."""
    return Scalar("i8", None, {"form": "number", "low": low, "high": high})


def name_or_other(names: Sequence[str], other: str) -> Form:
    """A text: one of some names, or any other, which is not kept."""
    names = (*names, other)
    return Scalar("i2", names.__getitem__, {"form": "name", "names": list(names), "other": len(names) - 1})


class Between(Listed):
    """A list with limits to its length."""

    def __init__(self, item: Form, least: int, most: int) -> None:
        super().__init__(item, most)
        self.least = least

    def layout(self) -> Layout:
        """See `Form`."""
        return {**super().layout(), "least": self.least, "most": self.most}


def between(item: Form, least: int, most: int) -> Form:
    """A list of `least` to `most` items."""
    return Between(item, least, most)


class IfFits(Maybe):
    """Something or nothing: what does not fit counts as nothing."""

    def layout(self) -> Layout:
        """See `Form`."""
        return {**super().layout(), "if_fits": True}


def if_fits(form: Form) -> Form:
    """Something or nothing; what has another form is left out, not refused."""
    return IfFits(form)


def filler(layout: Layout) -> Filler:
    """A function that fills a part of a record with this layout."""
    return _FILLERS[layout["form"]](layout)


def _number(layout: Layout) -> Filler:
    pack, low, high = struct.Struct("<" + _CODES[layout["kept"]]).pack_into, layout["low"], layout["high"]

    def fill(value: object, memory: bytearray, at: int) -> None:
        if type(value) is not int or not low <= value <= high:  # neither ``true`` nor ``2.0`` is a whole number
            raise Misfit
        pack(memory, at, value)

    return fill


def _name(layout: Layout) -> Filler:
    pack, other = struct.Struct("<" + _CODES[layout["kept"]]).pack_into, layout.get("other")
    places = {name: place for place, name in enumerate(layout["names"])}

    def fill(value: object, memory: bytearray, at: int) -> None:
        if not isinstance(value, str):
            raise Misfit
        place = places.get(value, other)
        if place is None:
            raise Misfit(UNKNOWN)
        pack(memory, at, place)

    return fill


def _members(layout: Layout) -> Filler:
    words, bits = layout["words"], layout["bits"]
    pack, members = struct.Struct(f"<{words}q").pack_into, range(words * bits)

    def fill(value: object, memory: bytearray, at: int) -> None:
        if not isinstance(value, list):
            raise Misfit
        for member in value:
            if type(member) is not int or member not in members:
                raise Misfit
        if any(one >= next_one for one, next_one in pairwise(value)):
            raise Misfit
        kept = sum(1 << member for member in value)
        pack(memory, at, *(kept >> word * bits & (1 << bits) - 1 for word in range(words)))

    return fill


def _items(fill_item: Filler, step: int, value: list[Any], memory: bytearray, at: int) -> None:
    place = 0
    try:
        for item in value:
            fill_item(item, memory, at + step * place)
            place += 1
    except Misfit as misfit:
        misfit.path.insert(0, place)
        raise


def _fixed(layout: Layout) -> Filler:
    fill_item, step, size = filler(layout["item"]), layout["step"], layout["size"]

    def fill(value: object, memory: bytearray, at: int) -> None:
        if not isinstance(value, list) or len(value) != size:
            raise Misfit
        _items(fill_item, step, value, memory, at)

    return fill


def _listed(layout: Layout) -> Filler:
    fill_item, step, least, most = filler(layout["item"]), layout["step"], layout["least"], layout["most"]
    count = struct.Struct("<i")

    def fill(value: object, memory: bytearray, at: int) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise Misfit
        count.pack_into(memory, at, len(value))
        _items(fill_item, step, value, memory, at + count.size)

    return fill


def _maybe(layout: Layout) -> Filler:
    fill_it, if_fits = filler(layout["it"]), layout.get("if_fits", False)

    def fill(value: object, memory: bytearray, at: int) -> None:
        try:
            fill_it(value, memory, at + 1)
            memory[at] = 1
        except Misfit:
            if not if_fits:
                raise

    return fill


def _fields(layout: Layout) -> Filler:
    parts = [(name, offset, filler(part), part["form"] == "maybe") for name, offset, part in layout["fields"]]

    def fill(value: object, memory: bytearray, at: int) -> None:
        if not isinstance(value, dict):
            raise Misfit
        fields = cast("dict[str, object]", value)
        for name, offset, fill_part, optional in parts:
            if name in fields or not optional:
                try:
                    fill_part(fields.get(name), memory, at + offset)
                except Misfit as misfit:
                    misfit.path.insert(0, name)
                    raise

    return fill


_FILLERS: dict[str, Callable[[Layout], Filler]] = {
    "number": _number,
    "name": _name,
    "members": _members,
    "fixed": _fixed,
    "listed": _listed,
    "maybe": _maybe,
    "fields": _fields,
}
