"""Plain data into a record: the opposite of a schema's ``reader``.

A schema that can be decoded says in its layout what it accepts: a number its ``low`` and ``high``, a list its ``least``
and ``most``. So a layout is all that a program in another language needs to check data and fill the same records.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, cast

from .schema import Layout, List, Optional, Scalar, Schema

Decoder = Callable[[object, bytearray, int], None]
"""Writes plain data into zeroed bytes from an offset on; raises ``SchemaError`` if the data does not match."""

_CODES = {"i2": "h", "i4": "i", "i8": "q"}


class SchemaError(Exception):
    """Plain data that does not match its schema; `path` holds the names and indices that lead to the mismatch. If a
    text is none of the allowed names, the last step is ``UNKNOWN``."""

    def __init__(self, *path: str | int) -> None:
        self.path = list(path)


UNKNOWN = "unknown"


def whole(low: int, high: int) -> Schema:
    """A whole number in a range."""
    return Scalar("i8", None, {"form": "number", "low": low, "high": high})


def enum_or_other(names: Sequence[str], other: str) -> Schema:
    """A text: one of some names, or any other text, which is not stored."""
    names = (*names, other)
    return Scalar("i2", names.__getitem__, {"form": "name", "names": list(names), "other": len(names) - 1})


class Between(List):
    """A list with limits to its length."""

    def __init__(self, item: Schema, least: int, most: int) -> None:
        super().__init__(item, most)
        self.least = least

    def layout(self) -> Layout:
        """See ``Schema``."""
        return {**super().layout(), "least": self.least, "most": self.most}


def between(item: Schema, least: int, most: int) -> Schema:
    """A list of `least` to `most` items."""
    return Between(item, least, most)


class IfFits(Optional):
    """A value or None: data that does not match counts as None."""

    def layout(self) -> Layout:
        """See ``Schema``."""
        return {**super().layout(), "if_fits": True}


def if_fits(value: Schema) -> Schema:
    """A value or None; data that does not match is left out, not refused."""
    return IfFits(value)


def decoder(layout: Layout) -> Decoder:
    """Return a function that decodes into a part of a record with this layout."""
    return _DECODERS[layout["form"]](layout)


def _number(layout: Layout) -> Decoder:
    pack, low, high = struct.Struct("<" + _CODES[layout["kept"]]).pack_into, layout["low"], layout["high"]

    def decode(value: object, memory: bytearray, at: int) -> None:
        if type(value) is not int or not low <= value <= high:  # neither ``true`` nor ``2.0`` is a whole number
            raise SchemaError
        pack(memory, at, value)

    return decode


def _name(layout: Layout) -> Decoder:
    pack, other = struct.Struct("<" + _CODES[layout["kept"]]).pack_into, layout.get("other")
    places = {name: place for place, name in enumerate(layout["names"])}

    def decode(value: object, memory: bytearray, at: int) -> None:
        if not isinstance(value, str):
            raise SchemaError
        place = places.get(value, other)
        if place is None:
            raise SchemaError(UNKNOWN)
        pack(memory, at, place)

    return decode


def _members(layout: Layout) -> Decoder:
    words, bits = layout["words"], layout["bits"]
    pack, members = struct.Struct(f"<{words}q").pack_into, range(words * bits)

    def decode(value: object, memory: bytearray, at: int) -> None:
        if not isinstance(value, list):
            raise SchemaError
        for member in value:
            if type(member) is not int or member not in members:
                raise SchemaError
        if any(one >= next_one for one, next_one in pairwise(value)):
            raise SchemaError
        kept = sum(1 << member for member in value)
        pack(memory, at, *(kept >> word * bits & (1 << bits) - 1 for word in range(words)))

    return decode


def _items(decode_item: Decoder, step: int, value: list[Any], memory: bytearray, at: int) -> None:
    place = 0
    try:
        for item in value:
            decode_item(item, memory, at + step * place)
            place += 1
    except SchemaError as error:
        error.path.insert(0, place)
        raise


def _fixed(layout: Layout) -> Decoder:
    decode_item, step, size = decoder(layout["item"]), layout["step"], layout["size"]

    def decode(value: object, memory: bytearray, at: int) -> None:
        if not isinstance(value, list) or len(value) != size:
            raise SchemaError
        _items(decode_item, step, value, memory, at)

    return decode


def _listed(layout: Layout) -> Decoder:
    decode_item, step, least, most = decoder(layout["item"]), layout["step"], layout["least"], layout["most"]
    count = struct.Struct("<i")

    def decode(value: object, memory: bytearray, at: int) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise SchemaError
        count.pack_into(memory, at, len(value))
        _items(decode_item, step, value, memory, at + count.size)

    return decode


def _maybe(layout: Layout) -> Decoder:
    decode_it, if_fits = decoder(layout["it"]), layout.get("if_fits", False)

    def decode(value: object, memory: bytearray, at: int) -> None:
        try:
            decode_it(value, memory, at + 1)
            memory[at] = 1
        except SchemaError:
            if not if_fits:
                raise

    return decode


def _fields(layout: Layout) -> Decoder:
    parts = [(name, offset, decoder(part), part["form"] == "maybe") for name, offset, part in layout["fields"]]

    def decode(value: object, memory: bytearray, at: int) -> None:
        if not isinstance(value, dict):
            raise SchemaError
        fields = cast("dict[str, object]", value)
        for name, offset, decode_part, optional in parts:
            if name in fields or not optional:
                try:
                    decode_part(fields.get(name), memory, at + offset)
                except SchemaError as error:
                    error.path.insert(0, name)
                    raise

    return decode


_DECODERS: dict[str, Callable[[Layout], Decoder]] = {
    "number": _number,
    "name": _name,
    "members": _members,
    "fixed": _fixed,
    "listed": _listed,
    "maybe": _maybe,
    "fields": _fields,
}
