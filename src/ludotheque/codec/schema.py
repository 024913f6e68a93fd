"""Schemas: what a record means as plain data, declared once beside its dtype.

Views, previews and pictures are records that compiled functions fill. A schema says both what such a record holds (its
``dtype``) and which plain data it stands for: numbers, names of an enumeration, sets as lists, counted arrays as lists.
The same declaration gives the protocol's JSON here (``reader``) and the same objects in the page, which reads the
record by ``layout``.

Records start as zeros, and zeros mean none, false or an empty list: a function that fills a record writes only what is
there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from struct import Struct as Packing
from typing import Any, cast

import numpy as np

Reader = Callable[[bytes, int], Any]
"""Reads the plain data that starts at an offset of some bytes."""
Layout = dict[str, Any]
"""A schema as plain data, for readers in other languages (public: part of ``law.json``)."""

_CODES = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q"}


class Schema(ABC):
    """What a part of a record holds (``dtype``) and the plain data that it stands for."""

    dtype: np.dtype[Any]

    @abstractmethod
    def reader(self) -> Reader:
        """Return a function that reads it."""

    @abstractmethod
    def layout(self) -> Layout:
        """Return the schema as plain data."""


class Scalar(Schema):
    """A single number, and what it stands for."""

    def __init__(self, kept: str, understand: Callable[[int], Any] | None, layout: Layout) -> None:
        self.kept = kept
        """The NumPy type that holds the number."""
        self.dtype = np.dtype(kept)
        self.understand = understand
        """Converts the number to what it stands for; None if it stands for itself."""
        self._layout = {**layout, "kept": kept}

    def reader(self) -> Reader:
        """See ``Schema``."""
        unpack = Packing("<" + _CODES[self.kept]).unpack_from
        understand = self.understand
        if understand is None:
            return lambda data, at: unpack(data, at)[0]
        return lambda data, at: understand(unpack(data, at)[0])

    def layout(self) -> Layout:
        """See ``Schema``."""
        return self._layout


def integer(kept: str = "i4") -> Schema:
    """A whole number."""
    return Scalar(kept, None, {"form": "number"})


def boolean() -> Schema:
    """True or false."""
    return Scalar("i1", bool, {"form": "flag"})


def enum(names: Sequence[str]) -> Schema:
    """One of some names, held as its index."""
    names = tuple(names)
    return Scalar("i2", names.__getitem__, {"form": "name", "names": list(names)})


def enum_or_none(names: Sequence[str]) -> Schema:
    """One of some names, held as 1 + its index; 0 is None."""
    choices = (None, *names)
    return Scalar("i2", choices.__getitem__, {"form": "name", "names": list(choices)})


def integer_or_none(kept: str = "i4") -> Schema:
    """A whole number from 0 on, held as 1 + itself; 0 is None."""
    return Scalar(kept, lambda more: more - 1 if more else None, {"form": "number_or_none"})


class Bitset(Schema):
    """A set as the bits of one or several integers: the list of its members, ascending."""

    def __init__(self, names: Sequence[str] | None, words: int, bits: int) -> None:
        self.names = None if names is None else tuple(names)
        self.words, self.bits = words, bits
        self.dtype = np.dtype("i8") if words == 1 else np.dtype(("i8", (words,)))

    def reader(self) -> Reader:
        """See ``Schema``."""
        unpack = Packing(f"<{self.words}q").unpack_from
        names, bits = self.names, self.bits

        @lru_cache(maxsize=1 << 12)
        def list_members(sets: tuple[int, ...]) -> list[Any]:
            found = []
            for word, members in enumerate(sets):
                while members:
                    member = word * bits + (members & -members).bit_length() - 1
                    found.append(member if names is None else names[member])
                    members &= members - 1
            return found

        return lambda data, at: list_members(unpack(data, at)).copy()

    def layout(self) -> Layout:
        """See ``Schema``."""
        return {"form": "members", "words": self.words, "bits": self.bits, "names": self.names and list(self.names)}


def bitset(names: Sequence[str] | None = None, words: int = 1, bits: int = 62) -> Schema:
    """A set, held as the bits of `words` integers with `bits` each; read as the list of its members or their names."""
    return Bitset(names, words, bits)


class Array(Schema):
    """A list of constant length."""

    def __init__(self, item: Schema, size: int) -> None:
        self.item, self.size = item, size
        self.dtype = np.dtype((item.dtype, (size,)))

    def reader(self) -> Reader:
        """See ``Schema``."""
        read, step, size = self.item.reader(), self.item.dtype.itemsize, self.size
        return lambda data, at: [read(data, at + step * place) for place in range(size)]

    def layout(self) -> Layout:
        """See ``Schema``."""
        return {"form": "fixed", "item": self.item.layout(), "step": self.item.dtype.itemsize, "size": self.size}


def array(item: Schema, size: int) -> Schema:
    """A list of constant length."""
    return Array(item, size)


class List(Schema):
    """An array with a count: a record of ``count`` and ``items``."""

    def __init__(self, item: Schema, most: int) -> None:
        self.item, self.most = item, most
        self.dtype = np.dtype((np.record, [("count", "i4"), ("items", item.dtype, (most,))]))

    def reader(self) -> Reader:
        """See ``Schema``."""
        read, step = self.item.reader(), self.item.dtype.itemsize
        count = Packing("<i").unpack_from

        def read_list(data: bytes, at: int) -> list[Any]:
            return [read(data, place) for place in range(at + 4, at + 4 + step * count(data, at)[0], step)]

        return read_list

    def layout(self) -> Layout:
        """See ``Schema``."""
        return {"form": "listed", "item": self.item.layout(), "step": self.item.dtype.itemsize}


def list_of(item: Schema, most: int) -> Schema:
    """A list of up to `most` items, held as a record of ``count`` and ``items``."""
    return List(item, most)


class Map(Schema):
    """An object with one item per name."""

    def __init__(self, names: Sequence[str], item: Schema) -> None:
        self.names, self.item = tuple(names), item
        self.dtype = np.dtype((item.dtype, (len(self.names),)))

    def reader(self) -> Reader:
        """See ``Schema``."""
        read, step, names = self.item.reader(), self.item.dtype.itemsize, self.names

        def read_keyed(data: bytes, at: int) -> dict[str, Any]:
            values = (read(data, at + step * place) for place in range(len(names)))
            return {name: value for name, value in zip(names, values, strict=True) if value is not None}

        return read_keyed

    def layout(self) -> Layout:
        """See ``Schema``."""
        step = self.item.dtype.itemsize
        return {"form": "keyed", "names": list(self.names), "item": self.item.layout(), "step": step}


def map_of(names: Sequence[str], item: Schema) -> Schema:
    """One item per name, held as an array; items that are None are left out."""
    return Map(names, item)


class Struct(Schema):
    """A record with named fields."""

    def __init__(self, fields: dict[str, Schema]) -> None:
        self.fields = fields
        self.dtype = np.dtype((np.record, [(name, part.dtype) for name, part in fields.items()]))

    def reader(self) -> Reader:
        """See ``Schema``. All plain numbers of the record are unpacked at once."""
        code = "<"
        scalars: list[tuple[str, Callable[[int], Any] | None]] = []
        others: list[tuple[str, Reader, int]] = []
        for name, part in self.fields.items():
            if isinstance(part, Scalar):
                code += _CODES[part.kept]
                scalars.append((name, part.understand))
            else:
                code += f"{part.dtype.itemsize}x"
                others.append((name, part.reader(), cast("Any", self.dtype.fields)[name][1]))
        unpack = Packing(code).unpack_from
        empty = dict.fromkeys(self.fields)

        def read(data: bytes, at: int) -> dict[str, Any]:
            found: dict[str, Any] = empty.copy()  # so that the fields keep their order
            for (name, understand), value in zip(scalars, unpack(data, at), strict=True):
                found[name] = value if understand is None else understand(value)
            for name, read, offset in others:
                found[name] = read(data, at + offset)
            return found

        return read

    def layout(self) -> Layout:
        """See ``Schema``."""
        offsets = cast("Any", self.dtype.fields)
        return {
            "form": "fields",
            "fields": [[name, offsets[name][1], part.layout()] for name, part in self.fields.items()],
        }


def struct(**fields: Schema) -> Schema:
    """A record with named fields."""
    return Struct(fields)


class Optional(Schema):
    """A value or None: a record of ``there`` and ``it``."""

    def __init__(self, value: Schema) -> None:
        self.value = value
        self.dtype = np.dtype((np.record, [("there", "i1"), ("it", value.dtype)]))

    def reader(self) -> Reader:
        """See ``Schema``."""
        read = self.value.reader()
        return lambda data, at: read(data, at + 1) if data[at] else None

    def layout(self) -> Layout:
        """See ``Schema``."""
        return {"form": "maybe", "it": self.value.layout()}


def optional(value: Schema) -> Schema:
    """A value or None, held as a record of a flag ``there`` and the value ``it``."""
    return Optional(value)


class Union(Schema):
    """One of several schemas: a record of ``case`` and of each of them by name."""

    def __init__(self, cases: dict[str, Schema]) -> None:
        self.cases = cases
        self.dtype = np.dtype((np.record, [("case", "i2"), *((name, part.dtype) for name, part in cases.items())]))

    def reader(self) -> Reader:
        """See ``Schema``."""
        offsets = cast("Any", self.dtype.fields)
        readers = [(part.reader(), offsets[name][1]) for name, part in self.cases.items()]
        unpack = Packing("<h").unpack_from

        def read(data: bytes, at: int) -> Any:
            (case,) = unpack(data, at)
            read_case, offset = readers[case]
            return read_case(data, at + offset)

        return read

    def layout(self) -> Layout:
        """See ``Schema``."""
        offsets = cast("Any", self.dtype.fields)
        return {"form": "cases", "cases": [[offsets[name][1], part.layout()] for name, part in self.cases.items()]}


def union(**cases: Schema) -> Schema:
    """One of several schemas, held as a record of ``case`` (the index of the one in use) and of each by name."""
    return Union(cases)


class TaggedUnion(Union):
    """One of several structs that are told apart by a field with the name of the case."""

    def __init__(self, tag: str, cases: dict[str, Struct]) -> None:
        super().__init__(dict(cases))
        self.tag, self.structs = tag, cases

    def reader(self) -> Reader:
        """See ``Schema``."""
        read_fields, unpack = super().reader(), Packing("<h").unpack_from
        tag, names = self.tag, tuple(self.cases)
        return lambda data, at: {tag: names[unpack(data, at)[0]], **read_fields(data, at)}

    def layout(self) -> Layout:
        """See ``Schema``."""
        return {**super().layout(), "tag": self.tag, "names": list(self.cases)}


def tagged_union(tag: str, **cases: Schema) -> Schema:
    """Like ``union``, of structs: read as the fields of the one in use after a field `tag` that holds its name."""
    structs = {name: part for name, part in cases.items() if isinstance(part, Struct)}
    assert len(structs) == len(cases), "every case of a tagged union is a struct"
    return TaggedUnion(tag, structs)
