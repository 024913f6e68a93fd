"""Records as JSON, at compiled speed: one writer for every schema.

A schema is turned once into a program of a few opcodes (write a text, a number, a name, loop over a list ...), and
``write_json`` runs it over a record's bytes. The output equals ``json.dumps`` of the plain data that the schema's
reader returns, without making a Python object for any part of it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..codec import schema as schemas
from ..native.compiled import rule
from . import bits, dispatch
from .contract import Effects, Preview, Setup, State

TEXT, NUMBER, FLAG, NAME, NUMBER_OR_NONE, MEMBERS, LOOP, NEXT, MAYBE, CASE, JUMP, OPEN, UNLESS_NONE, KEY = range(14)
WIDTH = 6
"""Integers per instruction: the opcode and up to five operands."""
DEPTH = 8
"""The largest nesting depth of lists."""
SIZES = {"i1": 1, "u1": -1, "i2": 2, "i4": 4, "i8": 8}
"""Encoding of each number type: its size in bytes, negative if unsigned."""

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class Writer:
    """Writes records of a schema as JSON."""

    def __init__(self, schema: schemas.Schema) -> None:
        self.schema = schema
        self._steps: list[list[int]] = []
        self._spans: list[tuple[int, int]] = []
        self._texts = bytearray()
        self._add(schema, 0)
        self.code: Numbers = np.array(self._steps, np.int64)
        self.spans: Numbers = np.array(self._spans or [(0, 0)], np.int64)
        self.texts: Bytes = np.frombuffer(bytes(self._texts), np.uint8)
        self._stack: Numbers = np.zeros((2, DEPTH), np.int64)

    # -- Building the program ------------------------------------------------------------------------------------------

    def _step(self, *numbers: int) -> int:
        self._steps.append([*numbers, *[0] * (WIDTH - len(numbers))])
        return len(self._steps) - 1

    def _span(self, text: str) -> int:
        data = text.encode()
        self._spans.append((len(self._texts), len(data)))
        self._texts += data
        return len(self._spans) - 1

    def _names(self, names: Sequence[str | None]) -> int:
        """Add the names, each as JSON; return the index of the first span."""
        begin = len(self._spans)
        for name in names:
            self._span(json.dumps(name))
        return begin

    def _text(self, text: str) -> None:
        self._step(TEXT, self._span(text))

    def _add(self, schema: schemas.Schema, at: int) -> None:
        """Add the instructions for a schema at an offset from the start of the record or of the list item."""
        if isinstance(schema, schemas.Scalar):
            self._add_scalar(schema.layout(), at)
        elif isinstance(schema, schemas.Bitset):
            names = -1 if schema.names is None else self._names(schema.names)
            self._step(MEMBERS, at, schema.words, schema.bits, names)
        elif isinstance(schema, schemas.Array):
            self._add_list(schema.item, at, schema.size)
        elif isinstance(schema, schemas.List):
            self._add_list(schema.item, at, -1)
        elif isinstance(schema, schemas.Map):
            self._add_keyed(schema, at)
        elif isinstance(schema, schemas.Struct):
            self._add_fields(schema, at, "{")
        elif isinstance(schema, schemas.Optional):
            nothing = self._step(MAYBE, at)
            self._add(schema.value, at + 1)
            self._steps[nothing][2] = len(self._steps)
        else:
            assert isinstance(schema, schemas.Union), f"{schema} has no JSON"
            self._add_cases(schema, at)

    def _add_fields(self, schema: schemas.Struct, at: int, opening: str) -> None:
        """Add the instructions for a struct; `opening` is what comes before its first field."""
        offsets: Any = schema.dtype.fields
        for place, (name, part) in enumerate(schema.fields.items()):
            self._text(f"{',' if place else opening}{json.dumps(name)}:")
            self._add(part, at + offsets[name][1])
        self._text("}" if schema.fields else f"{opening.removesuffix(',')}}}")

    def _add_scalar(self, layout: schemas.Layout, at: int) -> None:
        kept = SIZES[layout["kept"]]
        if layout["form"] == "name":
            self._step(NAME, at, kept, self._names(layout["names"]))
        else:
            self._step({"number": NUMBER, "flag": FLAG, "number_or_none": NUMBER_OR_NONE}[layout["form"]], at, kept)

    def _add_list(self, item: schemas.Schema, at: int, size: int) -> None:
        loop = self._step(LOOP, at, size, item.dtype.itemsize, at + (4 if size < 0 else 0))
        self._add(item, 0)
        self._step(NEXT, loop)
        self._steps[loop][5] = len(self._steps)

    def _add_keyed(self, schema: schemas.Map, at: int) -> None:
        self._step(OPEN)
        for place, name in enumerate(schema.names):
            here = at + place * schema.item.dtype.itemsize
            none = None
            if isinstance(schema.item, schemas.Optional):
                none = self._step(UNLESS_NONE, here, 1)
            elif isinstance(schema.item, schemas.Scalar) and None in schema.item.layout().get("names", [None]):
                none = self._step(UNLESS_NONE, here, schema.item.dtype.itemsize)
            self._step(KEY, self._span(f"{json.dumps(name)}:"))
            self._add(schema.item, here)
            if none is not None:
                self._steps[none][3] = len(self._steps)
        self._text("}")

    def _add_cases(self, schema: schemas.Union, at: int) -> None:
        offsets: Any = schema.dtype.fields
        ends = []
        for number, (name, part) in enumerate(schema.cases.items()):
            case = self._step(CASE, at, number)
            if isinstance(schema, schemas.TaggedUnion):
                tag = f"{{{json.dumps(schema.tag)}:{json.dumps(name)},"
                self._add_fields(schema.structs[name], at + offsets[name][1], tag)
            else:
                self._add(part, at + offsets[name][1])
            ends.append(self._step(JUMP))
            self._steps[case][3] = len(self._steps)
        for end in ends:
            self._steps[end][1] = len(self._steps)

    # -- Running it --------------------------------------------------------------------------------------------------

    @cached_property
    def _room(self) -> Bytes:
        return np.zeros(1 << 14, np.uint8)

    def write(self, record: Any) -> str:
        """Return a record as JSON."""
        data = np.frombuffer(record.tobytes(), np.uint8)
        while True:
            length = write_json(self.code, self.spans, self.texts, data, self._stack, self._room, 0)
            if length >= 0:
                return self._room[:length].tobytes().decode()
            self._room = np.zeros(2 * len(self._room), np.uint8)

    def previews(self, setup: Setup, state: State, seat: int, actions: Sequence[int], effects: Effects) -> list[str]:
        """Return the preview of each of a seat's legal actions as JSON, computed in one compiled call. `effects` is a
        buffer that may hold anything."""
        numbers, ends = np.array(actions, np.int64), np.zeros(len(actions), np.int64)
        scratch, after = np.zeros(1, self.schema.dtype), np.zeros(1, state.dtype)
        data = scratch.view(np.uint8)
        program = self.code, self.spans, self.texts, self._stack
        while True:
            room = self._room
            given = (setup, state, seat, numbers, after[0], scratch[0], effects)
            length = write_previews(*given, data, *program, room, ends)
            if length >= 0:
                break
            self._room = np.zeros(2 * len(room), np.uint8)
        written = room[:length].tobytes()
        return [written[begin:end].decode() for begin, end in pairwise([0, *ends.tolist()])]


@rule
def number_at(data: Bytes, at: int, kept: int) -> int:
    """Return a number of a record, given its encoding (``SIZES``)."""
    last = abs(kept) - 1
    value = int(data[at + last])
    if kept > 0 and value >= 128:
        value -= 256
    for byte in range(last - 1, -1, -1):
        value = value << 8 | int(data[at + byte])
    return value


@rule
def put_span(spans: Numbers, texts: Bytes, span: int, into: Bytes, length: int) -> int:
    """Write one of the texts; return the new length."""
    begin, size = spans[span, 0], spans[span, 1]
    for k in range(size):
        into[length + k] = texts[begin + k]
    return length + size


@rule
def put_number(value: int, into: Bytes, length: int) -> int:
    """Write a number; return the new length."""
    if value < 0:
        into[length] = 45  # -
        length += 1
        value = -value
    digits = 1
    power = 10
    while power <= value:
        digits += 1
        power *= 10
    for k in range(digits - 1, -1, -1):
        into[length + k] = 48 + value % 10
        value //= 10
    return length + digits


@rule
def put_null(into: Bytes, length: int) -> int:
    """Write ``null``; return the new length."""
    into[length] = 110
    into[length + 1] = 117
    into[length + 2] = 108
    into[length + 3] = 108
    return length + 4


@rule
def put_members(
    spans: Numbers, texts: Bytes, data: Bytes, at: int, code: Numbers, here: int, into: Bytes, length: int
) -> int:
    """Write the members of a set; return the new length."""
    into[length] = 91  # [
    length += 1
    begun = length
    for word in range(code[here, 2]):
        members = number_at(data, at + 8 * word, 8)
        while members != 0:
            member = word * code[here, 3] + bits.first(members)
            members &= members - 1
            if length > begun:
                into[length] = 44  # ,
                length += 1
            if code[here, 4] < 0:
                length = put_number(member, into, length)
            else:
                length = put_span(spans, texts, code[here, 4] + member, into, length)
    into[length] = 93  # ]
    return length + 1


@rule
def write_json(
    code: Numbers, spans: Numbers, texts: Bytes, data: Bytes, stack: Numbers, into: Bytes, length: int
) -> int:
    """Run a program over a record's bytes, writing from `length` on; return the new length, or -1 if it is full.

    `stack` is scratch memory; for each open list: the number of items left, and the base of the enclosing offsets.
    """
    left, before = stack[0], stack[1]
    depth = 0
    base = 0
    first = False
    at = 0
    while at < len(code):
        here = at
        kind = code[here, 0]
        at += 1
        if length + 2048 > len(into):  # no instruction writes more
            return -1
        if kind == TEXT:
            length = put_span(spans, texts, code[here, 1], into, length)
        elif kind == NUMBER:
            length = put_number(number_at(data, base + code[here, 1], code[here, 2]), into, length)
        elif kind == NAME:
            name = code[here, 3] + number_at(data, base + code[here, 1], code[here, 2])
            length = put_span(spans, texts, name, into, length)
        elif kind == FLAG:
            yes = data[base + code[here, 1]] != 0
            word = 0x65757274 if yes else 0x736C6166  # "true" or "fals", as bytes from the lowest on
            for k in range(4):
                into[length + k] = (word >> (8 * k)) & 0xFF
            length += 4
            if not yes:
                into[length] = 101  # e
                length += 1
        elif kind == NUMBER_OR_NONE:
            value = number_at(data, base + code[here, 1], code[here, 2])
            length = put_null(into, length) if value == 0 else put_number(value - 1, into, length)
        elif kind == MEMBERS:
            length = put_members(spans, texts, data, base + code[here, 1], code, here, into, length)
        elif kind == LOOP:
            items = code[here, 2] if code[here, 2] >= 0 else number_at(data, base + code[here, 1], 4)
            into[length] = 91  # [
            length += 1
            if items == 0:
                into[length] = 93  # ]
                length += 1
                at = code[here, 5]
            else:
                left[depth] = items
                before[depth] = base
                depth += 1
                base += code[here, 4]
        elif kind == NEXT:
            left[depth - 1] -= 1
            if left[depth - 1] > 0:
                into[length] = 44  # ,
                length += 1
                base += code[code[here, 1], 3]
                at = code[here, 1] + 1
            else:
                into[length] = 93  # ]
                length += 1
                depth -= 1
                base = before[depth]
        elif kind == MAYBE:
            if data[base + code[here, 1]] == 0:
                length = put_null(into, length)
                at = code[here, 2]
        elif kind == CASE:
            if number_at(data, base + code[here, 1], 2) != code[here, 2]:
                at = code[here, 3]
        elif kind == JUMP:
            at = code[here, 1]
        elif kind == OPEN:
            into[length] = 123  # {
            length += 1
            first = True
        elif kind == UNLESS_NONE:
            if number_at(data, base + code[here, 1], code[here, 2]) == 0:
                at = code[here, 3]
        else:  # KEY
            if not first:
                into[length] = 44  # ,
                length += 1
            first = False
            length = put_span(spans, texts, code[here, 1], into, length)
    return length


@dispatch.question("preview")
def preview(
    setup: Setup,
    state: State,
    seat: int,
    action: int,
    into_state: State,
    preview: Preview,
    effects: Effects,
) -> None:
    """Write the preview of an action, by the game's ``preview.py``."""
    dispatch.answer("preview", state.dtype)(setup, state, seat, action, into_state, preview, effects)


@rule
def write_previews(
    setup: Setup,
    state: State,
    seat: int,
    actions: Numbers,
    into_state: State,
    scratch: Any,
    effects: Effects,
    data: Bytes,
    code: Numbers,
    spans: Numbers,
    texts: Bytes,
    stack: Numbers,
    into: Bytes,
    ends: Numbers,
) -> int:
    """Write the previews of actions as JSON, one after the other, and the end of each into `ends`. `data` are the bytes
    of `scratch`; `effects` is a buffer for the rules. Returns the length, -1 if `into` is too small."""
    length = 0
    for k in range(len(actions)):
        for byte in range(len(data)):
            data[byte] = 0
        preview(setup, state, seat, actions[k], into_state, scratch, effects)
        length = write_json(code, spans, texts, data, stack, into, length)
        if length < 0:
            return -1
        ends[k] = length
    return length
