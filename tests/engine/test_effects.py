"""Effects: buffers that rules report into, and games with and without them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from ludotheque.codec.records import new_record
from ludotheque.codec.schema import array, bitset, enum, integer, struct
from ludotheque.engine.effects import NO_EFFECTS, clear, effects_schema, report
from ludotheque.engine.json_writer import Writer

EFFECTS = effects_schema(
    2,
    placed=struct(seat=integer(), cell=enum(("a", "b"))),
    scored=struct(seats=bitset(), points=array(integer("i2"), 2)),
    ended=struct(),
)
PLACED, SCORED, ENDED = range(3)


def plain(effects: Any) -> Any:
    return EFFECTS.reader()(effects.tobytes(), 0)


def reported(*kinds: int) -> Any:
    effects = new_record(EFFECTS.dtype)
    for kind in kinds:
        item = report(effects, kind)
        if kind == PLACED:
            item.placed.seat, item.placed.cell = 3, 1
        elif kind == SCORED:
            item.scored.seats, item.scored.points[1] = 5, 7
    return effects


def test_reports_are_read_in_order_as_flat_objects() -> None:
    effects = reported(SCORED, PLACED)
    assert plain(effects) == [
        {"effect": "scored", "seats": [0, 2], "points": [0, 7]},
        {"effect": "placed", "seat": 3, "cell": "b"},
    ]
    assert not effects.overflow


def test_the_json_writer_writes_what_the_reader_reads() -> None:
    for kinds in ((), (ENDED,), (SCORED, PLACED), (ENDED, ENDED)):
        effects = reported(*kinds)
        assert json.loads(Writer(EFFECTS).write(effects)) == plain(effects)


def test_a_full_buffer_says_so_and_keeps_what_it_holds() -> None:
    effects = reported(PLACED, ENDED, SCORED, SCORED)
    assert effects.overflow
    assert [one["effect"] for one in plain(effects)] == ["placed", "ended"]
    clear(effects)
    assert plain(effects) == []
    assert not effects.overflow


def test_nothing_is_written_outside_the_buffer() -> None:
    around = np.zeros(3, EFFECTS.dtype)
    for _ in range(5):
        report(around[1], SCORED).scored.seats = -1
    assert not any(around[0].tobytes())
    assert not any(around[2].tobytes())


def test_a_packed_buffer_holds_only_what_was_reported() -> None:
    for kinds in ((), (ENDED,), (SCORED, PLACED)):
        packed = EFFECTS.pack(reported(*kinds))
        assert len(packed) == 4 + len(kinds) * EFFECTS.item.dtype.itemsize
        assert plain(EFFECTS.unpack(packed)) == plain(reported(*kinds))


def test_a_game_without_effects_has_an_empty_buffer() -> None:
    assert NO_EFFECTS.reader()(new_record(NO_EFFECTS.dtype).tobytes(), 0) == []
    assert Writer(NO_EFFECTS).write(new_record(NO_EFFECTS.dtype)) == "[]"
