"""Forms: how a record is read as plain data, declared once beside its type.

A view, a preview, a scene is a record, filled by a compiled function. Its form says both what the record holds (its
``dtype``) and which plain data it stands for: numbers, names of an enumeration, sets as lists, arrays with a count as
lists. So the same declaration gives the protocol's JSON here (``read``) and the very same objects in the page, which
reads the record by ``layout``.

A record begins as zeros, and zeros mean: nothing, no, an empty list. So a function that fills one writes only what is
there.
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, cast

import numpy as np

Reader = Callable[[bytes, int], Any]
"""Reads the plain data that begins at a place of some bytes."""
Layout = dict[str, Any]
"""How a record's bytes are read, as plain data, for readers in other languages."""

_CODES = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q"}


class Form(ABC):
    """What a part of a record holds, and what it stands for."""

    dtype: np.dtype[Any]

    @abstractmethod
    def reader(self) -> Reader:
        """A function that reads it."""

    @abstractmethod
    def layout(self) -> Layout:
        """The same in words for another reader."""


class Scalar(Form):
    """A single number, and how it is understood."""

    def __init__(self, kept: str, understand: Callable[[int], Any] | None, layout: Layout) -> None:
        self.kept = kept
        """How the number is kept, as NumPy names it."""
        self.dtype = np.dtype(kept)
        self.understand = understand
        """What the number stands for; None: itself."""
        self._layout = {**layout, "kept": kept}

    def reader(self) -> Reader:
        """See `Form`."""
        unpack = struct.Struct("<" + _CODES[self.kept]).unpack_from
        understand = self.understand
        if understand is None:
            return lambda data, at: unpack(data, at)[0]
        return lambda data, at: understand(unpack(data, at)[0])

    def layout(self) -> Layout:
        """See `Form`."""
        return self._layout


def number(kept: str = "i4") -> Form:
    """A whole number."""
    return Scalar(kept, None, {"form": "number"})


def flag() -> Form:
    """Yes or no."""
    return Scalar("i1", bool, {"form": "flag"})


def name(names: Sequence[str]) -> Form:
    """One of some names, kept as its place among them."""
    names = tuple(names)
    return Scalar("i2", names.__getitem__, {"form": "name", "names": list(names)})


def name_or_none(names: Sequence[str]) -> Form:
    """One of some names, kept as 1 + its place among them; 0 is none of them."""
    choices = (None, *names)
    return Scalar("i2", choices.__getitem__, {"form": "name", "names": list(choices)})


def number_or_none(kept: str = "i4") -> Form:
    """A whole number from 0 on, kept as 1 + itself; 0 is no number."""
    return Scalar(kept, lambda more: more - 1 if more else None, {"form": "number_or_none"})


class Members(Form):
    """A set as the bits of one or several integers: the list of its members, ascending."""

    def __init__(self, names: Sequence[str] | None, words: int, bits: int) -> None:
        self.names = None if names is None else tuple(names)
        self.words, self.bits = words, bits
        self.dtype = np.dtype("i8") if words == 1 else np.dtype(("i8", (words,)))

    def reader(self) -> Reader:
        """See `Form`."""
        unpack = struct.Struct(f"<{self.words}q").unpack_from
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
        """See `Form`."""
        return {"form": "members", "words": self.words, "bits": self.bits, "names": self.names and list(self.names)}


def members(names: Sequence[str] | None = None, words: int = 1, bits: int = 62) -> Form:
    """A set, kept as the bits of `words` integers, `bits` in each: the list of its members or of their names."""
    return Members(names, words, bits)


class Fixed(Form):
    """So many of a form, always."""

    def __init__(self, item: Form, size: int) -> None:
        self.item, self.size = item, size
        self.dtype = np.dtype((item.dtype, (size,)))

    def reader(self) -> Reader:
        """See `Form`."""
        read, step, size = self.item.reader(), self.item.dtype.itemsize, self.size
        return lambda data, at: [read(data, at + step * place) for place in range(size)]

    def layout(self) -> Layout:
        """See `Form`."""
        return {"form": "fixed", "item": self.item.layout(), "step": self.item.dtype.itemsize, "size": self.size}


def fixed(item: Form, size: int) -> Form:
    """A list of always so many."""
    return Fixed(item, size)


class Listed(Form):
    """An array with a count: a record of ``count`` and ``items``."""

    def __init__(self, item: Form, most: int) -> None:
        self.item, self.most = item, most
        self.dtype = np.dtype((np.record, [("count", "i4"), ("items", item.dtype, (most,))]))

    def reader(self) -> Reader:
        """See `Form`."""
        read, step = self.item.reader(), self.item.dtype.itemsize
        count = struct.Struct("<i").unpack_from

        def read_list(data: bytes, at: int) -> list[Any]:
            return [read(data, place) for place in range(at + 4, at + 4 + step * count(data, at)[0], step)]

        return read_list

    def layout(self) -> Layout:
        """See `Form`."""
        return {"form": "listed", "item": self.item.layout(), "step": self.item.dtype.itemsize}


def listed(item: Form, most: int) -> Form:
    """A list, kept as a record of its ``count`` and of `most` ``items``."""
    return Listed(item, most)


class Keyed(Form):
    """One of a form for each of some names."""

    def __init__(self, names: Sequence[str], item: Form) -> None:
        self.names, self.item = tuple(names), item
        self.dtype = np.dtype((item.dtype, (len(self.names),)))

    def reader(self) -> Reader:
        """See `Form`."""
        read, step, names = self.item.reader(), self.item.dtype.itemsize, self.names

        def read_keyed(data: bytes, at: int) -> dict[str, Any]:
            values = (read(data, at + step * place) for place in range(len(names)))
            return {name: value for name, value in zip(names, values, strict=True) if value is not None}

        return read_keyed

    def layout(self) -> Layout:
        """See `Form`."""
        step = self.item.dtype.itemsize
        return {"form": "keyed", "names": list(self.names), "item": self.item.layout(), "step": step}


def keyed(names: Sequence[str], item: Form) -> Form:
    """One item for each of these names, kept as an array; an item that is none is left out."""
    return Keyed(names, item)


class Fields(Form):
    """A record: named parts of different forms."""

    def __init__(self, fields: dict[str, Form]) -> None:
        self.fields = fields
        self.dtype = np.dtype((np.record, [(name, form.dtype) for name, form in fields.items()]))

    def reader(self) -> Reader:
        """See `Form`. All plain numbers of the record are unpacked at once."""
        code = "<"
        scalars: list[tuple[str, Callable[[int], Any] | None]] = []
        others: list[tuple[str, Reader, int]] = []
        for name, form in self.fields.items():
            if isinstance(form, Scalar):
                code += _CODES[form.kept]
                scalars.append((name, form.understand))
            else:
                code += f"{form.dtype.itemsize}x"
                others.append((name, form.reader(), cast("Any", self.dtype.fields)[name][1]))
        unpack = struct.Struct(code).unpack_from
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
        """See `Form`."""
        offsets = cast("Any", self.dtype.fields)
        return {
            "form": "fields",
            "fields": [[name, offsets[name][1], form.layout()] for name, form in self.fields.items()],
        }


def fields(**forms: Form) -> Form:
    """A record with named parts."""
    return Fields(forms)


class Maybe(Form):
    """Something or nothing: a record of ``there`` and ``it``."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.dtype = np.dtype((np.record, [("there", "i1"), ("it", form.dtype)]))

    def reader(self) -> Reader:
        """See `Form`."""
        read = self.form.reader()
        return lambda data, at: read(data, at + 1) if data[at] else None

    def layout(self) -> Layout:
        """See `Form`."""
        return {"form": "maybe", "it": self.form.layout()}


def maybe(form: Form) -> Form:
    """Something or nothing, kept as a record of a flag ``there`` and of ``it``."""
    return Maybe(form)


class Cases(Form):
    """One of several records: a record of ``case`` and of each of them by its name."""

    def __init__(self, forms: dict[str, Form]) -> None:
        self.forms = forms
        self.dtype = np.dtype((np.record, [("case", "i2"), *((name, form.dtype) for name, form in forms.items())]))

    def reader(self) -> Reader:
        """See `Form`."""
        offsets = cast("Any", self.dtype.fields)
        readers = [(form.reader(), offsets[name][1]) for name, form in self.forms.items()]
        unpack = struct.Struct("<h").unpack_from

        def read(data: bytes, at: int) -> Any:
            (case,) = unpack(data, at)
            read_case, offset = readers[case]
            return read_case(data, at + offset)

        return read

    def layout(self) -> Layout:
        """See `Form`."""
        offsets = cast("Any", self.dtype.fields)
        return {"form": "cases", "cases": [[offsets[name][1], form.layout()] for name, form in self.forms.items()]}


def cases(**forms: Form) -> Form:
    """One of several forms, kept as a record of ``case``, the place of the one meant, and of each by its name."""
    return Cases(forms)
