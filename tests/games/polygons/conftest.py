"""Tables of Polygons to test at.

Play from a full box to an interesting place is long, so most tests edit records: `table` makes a position in which
collections, piles, powers and the box are as the test says. From there on only the rules act.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludotheque import game_records as records
from ludotheque.codec.records import copy_record, new_record
from ludotheque.engine.position import Event, Position
from ludotheque.engine.registry import game
from ludotheque.games.polygons import rules
from ludotheque.games.polygons.pieces import COLOURS, PIECES, SHAPES
from tests.games.polygons.boxes import hidden_box

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
    hidden: tuple[str, ...] = (),
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

    `box`: the pieces in the box (all that nobody holds, unless told). `over`: which pieces lie over one. `hidden`: what
    is wholly hidden while anything lies over it. `held`: what seats have collected. `powers`: sets of powers
    left. `ending`: 1 or 2 in a last round.
    """
    start = GAME.start(seats, options)
    setup, state = copy_record(start.setup), copy_record(start.state)
    for number in range(PIECES):
        rules.put_kind(setup, number, number // 5)
    for lower, uppers in (over or {}).items():
        for upper in uppers:
            rules.put_over(setup, piece(upper), piece(lower))
    scene = make_scene(setup, hidden)
    rules.apply_chance(setup, state, rules.BOX)
    rules.apply_chance(setup, state, rules.FIRST + first)
    rules.update_visible(scene, state)
    for seat, names in (held or {}).items():
        for name in names:
            rules.leave_box(setup, state, piece(name))
            rules.gain(setup, state, seat, piece(name))
    if box is not None:
        for other in set(range(PIECES)) - {piece(name) for name in box}:
            rules.leave_box(setup, state, other)
    state.seen |= ~state.box & rules.ALL_OF_HALF  # although some of these had pieces over them
    rules.update_visible(scene, state)
    state.piles = piles
    for seat, counts in (won or {}).items():
        state.won[seat] = counts
    for seat, left in (powers or {}).items():
        state.powers[seat] = left
    state.seat = first if turn is None else turn
    state.ending = ending
    return Position(GAME, setup, state, scene)


def make_scene(setup: Any, hidden: tuple[str, ...]) -> Any:
    """Where the pieces lie, in rows of ten, and what hides some of them: all that lies over them."""
    scene = new_record(rules.SCENE)
    scene.sight_from = np.arange(PIECES + 1)
    for name in hidden:
        scene.sight[piece(name)] = setup.above[piece(name)]
    corners = np.array([[0, 0], [2000, 0], [2000, 2000], [0, 2000]])
    for number in range(PIECES):
        scene.outlines[number, :4] = corners + np.array([number % 10, number // 10]) * 2500
        scene.faces[number, :4] = scene.outlines[number, :4]
    scene.outline_corners = scene.face_corners = 4
    return scene


@pytest.fixture
def table():
    return make_table


@pytest.fixture(scope="session")
def deep():
    """The first position with a box in which many pieces are wholly hidden, some of them over seen ones."""

    @cache
    def opened(seed: int, size: bool) -> dict[str, Any]:
        return hidden_box(seed, size=size)

    def make(seats: int = 2, seed: int = 0, size: bool = True, **options: object) -> Position:
        return GAME.start(seats, options).play(Event("chance", "box", {"box": opened(seed, size)}))

    return make


@pytest.fixture(scope="session")
def read_record():
    """The steps of a golden record, read once."""

    @cache
    def read(name: str) -> list[records.Step]:
        return records.read((RECORDS / f"{name}.jsonl").read_bytes())

    return read
