"""A binary record is read as the plain data that its schema declares; zeros are the defaults."""

import json
from typing import Any

import numpy as np
import pytest

from ludotheque.codec.schema import (
    array,
    bitset,
    boolean,
    enum,
    enum_or_none,
    integer,
    integer_or_none,
    list_of,
    map_of,
    optional,
    struct,
    union,
)
from ludotheque.engine.json_writer import Writer
from ludotheque.engine.position import dumps

pytestmark = pytest.mark.quick

SCHEMA = struct(
    count=integer(),
    big=integer("i8"),
    small=integer("i1"),
    yes=boolean(),
    colour=enum(("red", "blue")),
    last=enum_or_none(("red", "blue")),
    turn=integer_or_none(),
    hand=bitset(("a", "b", "c")),
    box=bitset(words=2, bits=40),
    places=list_of(array(integer(), 2), 3),
    board=map_of(("c1", "c2", "c3"), enum_or_none(("x", "y"))),
    piles=map_of(("one", "two"), list_of(integer("i2"), 2)),
    over=optional(struct(winner=integer(), why=enum(("a", "b")))),
    does=union(nothing=struct(), lay=struct(draws=integer(), groups=list_of(struct(of=list_of(integer(), 2)), 2))),
)


def blank():
    return np.zeros(1, SCHEMA.dtype)[0]


def test_zeroed_record_reads_as_defaults():
    assert SCHEMA.reader()(blank().tobytes(), 0) == {
        "count": 0,
        "big": 0,
        "small": 0,
        "yes": False,
        "colour": "red",
        "last": None,
        "turn": None,
        "hand": [],
        "box": [],
        "places": [],
        "board": {},
        "piles": {"one": [], "two": []},
        "over": None,
        "does": {},
    }


def test_reader_returns_every_kind_of_field():
    record = blank()
    record.count, record.big, record.small, record.yes = -3, 1 << 50, -128, 1
    record.colour, record.last, record.turn = 1, 2, 1
    record.hand, record.box = 0b101, (1 << 39, 1)
    record.places.count = 2
    record.places.items[1] = (7, -8)
    record.board[1] = 2
    record.piles[1].count = 1
    record.piles[1].items[0] = 9
    record.over.there, record.over.it.winner, record.over.it.why = 1, 4, 1
    record.does.case = 1
    record.does.lay.draws = 2
    record.does.lay.groups.count = 1
    record.does.lay.groups.items[0]["of"].count = 2
    record.does.lay.groups.items[0]["of"].items[1] = 5
    read = SCHEMA.reader()(b"??" + record.tobytes(), 2)
    assert tuple(read) == SCHEMA.dtype.names, "in the order of the declaration"
    assert read == {
        "count": -3,
        "big": 1 << 50,
        "small": -128,
        "yes": True,
        "colour": "blue",
        "last": "blue",
        "turn": 0,
        "hand": ["a", "c"],
        "box": [39, 40],
        "places": [[0, 0], [7, -8]],
        "board": {"c2": "y"},
        "piles": {"one": [], "two": [9]},
        "over": {"winner": 4, "why": "b"},
        "does": {"draws": 2, "groups": [{"of": [0, 5]}]},
    }


def test_reader_returns_fresh_objects():
    record = blank()
    record.hand = 0b11
    read = SCHEMA.reader()
    read(record.tobytes(), 0)["hand"].append("harm")
    assert read(record.tobytes(), 0)["hand"] == ["a", "b"]


def test_layout_is_json():
    layout = SCHEMA.layout()
    assert json.loads(json.dumps(layout)) == layout
    offsets = {field[0]: field[1] for field in layout["fields"]}
    fields: Any = SCHEMA.dtype.fields
    assert offsets == {name: found[1] for name, found in fields.items()}


@pytest.mark.slow  # compiles
@pytest.mark.parametrize("filled", [False, True])
def test_the_compiled_writer_writes_what_the_reader_reads(filled):
    record = blank()
    if filled:
        rng = np.random.default_rng(1)
        for field in ("count", "big", "small", "yes", "hand"):
            record[field] = rng.integers(0, 8)
        record.count, record.big, record.small = -123, -(1 << 50), -7
        record.colour, record.last, record.turn = 1, 1, 100
        record.box = (1 << 39 | 1, 5)
        record.places.count, record.piles[0].count, record.piles[1].count = 3, 2, 1
        record.places.items[2] = (10, -100)
        record.board[0], record.board[2] = 1, 2
        record.over.there, record.over.it.winner = 1, 12
        record.does.case, record.does.lay.groups.count = 1, 2
        record.does.lay.groups.items[1]["of"].count = 2
    assert Writer(SCHEMA).write(record) == dumps(SCHEMA.reader()(record.tobytes(), 0))


def test_writer_grows_its_buffer():
    schema = list_of(enum(("a" * 500, "b")), 100)
    record = np.zeros(1, schema.dtype)[0]
    record.count = 100
    assert Writer(schema).write(record) == dumps(["a" * 500] * 100)
