"""Tables of Polygons to test at.

Play from a full box to an interesting place is long, so most tests edit records: `table` makes a position in which
collections, piles, powers and the box are as the test says. From there on only the law acts.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ludotheque.core import records
from ludotheque.core.game import Position, copy
from ludotheque.core.registry import game
from ludotheque.games.polygons import rules
from ludotheque.games.polygons.pieces import COLOURS, PIECES, SHAPES
from ludotheque.games.polygons.sampler import put_relations

GAME = game("polygons")
RECORDS = Path(__file__).parent / "records"


def piece(name: str) -> int:
    """The id of ``green triangle``, ``green triangle 1``, ...: in these boxes ids go by kind, five copies of each."""
    colour, shape, copy_number = (*name.split(" "), "0")[:3]
    return (SHAPES.index(shape) * 4 + COLOURS.index(colour)) * 5 + int(copy_number)


def make_table(
    seats: int = 2,
    *,
    box: list[str] | None = None,
    over: dict[str, list[str]] | None = None,
    held: dict[int, list[str]] | None = None,
    piles: tuple[int, int, int, int] = (3, 3, 3, 3),
    won: dict[int, tuple[int, int, int]] | None = None,
    powers: dict[int, int] | None = None,
    first: int = 0,
    turn: int | None = None,
    ending: int = 0,
    **options: object,
) -> Position:
    """A position at the beginning of a turn.

    `box`: the pieces in the box (all that nobody holds, unless told). `over`: which pieces lie over one. `held`: what
    seats have collected. `powers`: sets of powers left. `ending`: 1 or 2 in a last round.
    """
    start = GAME.start(seats, options)
    setup, state = copy(start.setup), copy(start.state)
    above = np.zeros((PIECES, PIECES), np.bool_)
    for lower, uppers in (over or {}).items():
        above[piece(lower), [piece(upper) for upper in uppers]] = True
    put_relations(setup, np.arange(PIECES) // 5, above)
    setup.sight_from = np.arange(PIECES + 1)  # everything shows
    rules.apply_chance(setup, state, rules.BOX)
    rules.apply_chance(setup, state, rules.FIRST + first)
    for seat, names in (held or {}).items():
        for name in names:
            rules.leave_box(setup, state, piece(name))
            rules.gain(setup, state, seat, piece(name))
    if box is not None:
        for other in set(range(PIECES)) - {piece(name) for name in box}:
            rules.leave_box(setup, state, other)
    state.piles = piles
    for seat, counts in (won or {}).items():
        state.won[seat] = counts
    for seat, left in (powers or {}).items():
        state.powers[seat] = left
    state.seat = first if turn is None else turn
    state.ending = ending
    return Position(GAME, setup, state)


@pytest.fixture
def table():
    return make_table


@pytest.fixture(scope="session")
def read_record():
    """The steps of a golden record, read once."""

    @cache
    def read(name: str) -> list[records.Step]:
        return records.read((RECORDS / f"{name}.jsonl").read_bytes())

    return read
