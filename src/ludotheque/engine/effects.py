"""Effects: what an event changed, as typed facts in the words of the rulebook, reported by the rules that change it.

A game declares its effects in ``effects.py``::

    EFFECTS = effects_schema(8, placed=struct(seat=integer(), cell=enum(CELLS)), ...)
    PLACED, ... = range(...)

and every rule that changes a state takes a buffer as its last parameter, ``effects: Effects | None = None``, and
reports beside the change::

    if effects is not None:
        placed = report(effects, PLACED).placed
        placed.seat = seat
        placed.cell = cell

Compiled without a buffer, such a branch disappears. For that the parameter is never assigned to, and a loop that only
serves a report stands inside the branch. A report writes every field of its kind: buffers are used again. A field whose
name NumPy's records use themselves (``round``, ``size``) is read as ``placed["round"]``.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from ..codec.records import record_from_bytes
from ..codec.schema import List, Schema, Struct, tagged_union
from ..native.compiled import rule
from .contract import Effects

TAG = "effect"
"""The field of an effect, as plain data, that names its kind."""
PARAMETER = "effects"
"""The name of the parameter by which rules are given a buffer."""


class EffectsSchema(List):
    """A list of up to `most` effects. The record has a spare item at the end, where ``report`` writes what does not
    fit, and ``overflow``, which says that it did."""

    def __init__(self, most: int, kinds: dict[str, Schema]) -> None:
        super().__init__(tagged_union(TAG, **kinds), most)
        self.kinds = {name: kind for name, kind in kinds.items() if isinstance(kind, Struct)}
        item = self.item.dtype
        self.dtype = np.dtype((np.record, [("count", "i4"), ("items", item, (most + 1,)), ("overflow", "i1")]))

    def pack(self, effects: Effects) -> bytes:
        """Return the bytes of a buffer as far as it is filled, for ``unpack``."""
        used = 4 + int(effects.count) * self.item.dtype.itemsize
        return np.void.tobytes(cast("Any", effects))[:used]

    def unpack(self, data: bytes) -> Any:
        """Return a new buffer from packed bytes."""
        return record_from_bytes(self.dtype, data.ljust(self.dtype.itemsize, b"\0"))


def effects_schema(most: int, **kinds: Schema) -> EffectsSchema:
    """Return the schema of a buffer for up to `most` effects, given the fields of each kind. Read as plain data, a
    buffer is a list of objects in the order of happening: ``{"effect": "placed", "seat": 0, "cell": "c3"}``."""
    return EffectsSchema(most, kinds)


NO_EFFECTS = effects_schema(0)
"""The buffer of a game that declares no effects: always empty."""


@rule
def report(effects: Effects, case: int) -> Any:
    """Add an effect of a kind, given its index, and return its item, whose field of the kind's name is to be filled. If
    the buffer is full, set ``overflow`` and return the spare item."""
    place = effects.count
    if place < len(effects.items) - 1:
        effects.count += 1
    else:
        effects.overflow = 1
    item = effects.items[place]
    item.case = case
    return item


@rule
def clear(effects: Effects) -> None:
    """Empty a buffer, to use it again."""
    effects.count = 0
    effects.overflow = 0
