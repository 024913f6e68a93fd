"""How many sequences of events there are from a position: numbers by which any other engine can be checked.

``counts.json`` gives for each position, told by its table and events, the number of sequences of 1, 2, 3, ... events,
outcomes of chance counted one each (a pair drawn in the other order is another event).
"""

import json
from pathlib import Path

import pytest

from ludotheque.engine.position import Event, replay
from ludotheque.engine.registry import game
from ludotheque.testing import count

GAME = game("take_it_easy")
COUNTS = json.loads((Path(__file__).parent / "counts.json").read_text())
QUICK = 2_000
"""Longer sequences are only counted by default where there are at most this many that are one event shorter."""


def counted(entry, lengths):
    events = [Event(by, do) for by, do in entry["events"]]
    position = replay(GAME.start(entry["seats"], entry["options"]), events)
    return [count(position, length) for length in range(1, 1 + lengths)]


@pytest.mark.parametrize("entry", COUNTS, ids=lambda entry: entry["position"])
def test_counts(entry):
    lengths = 1 + sum(number <= QUICK for number in entry["counts"][:-1])
    assert counted(entry, lengths) == entry["counts"][:lengths]


@pytest.mark.long
@pytest.mark.parametrize("entry", COUNTS, ids=lambda entry: entry["position"])
def test_all_counts(entry):
    assert counted(entry, len(entry["counts"])) == entry["counts"]


@pytest.mark.parametrize(
    ("position", "by_hand"),
    [
        # 27 tiles, 19 cells, 26 tiles, 18 cells
        ("solo, at the start", [27, 27 * 19, 27 * 19 * 26, 27 * 19 * 26 * 18]),
        # either seat may be first; then the other has 19 cells too
        ("two seats, at the start", [27, 27 * 2 * 19, 27 * 2 * 19 * 19]),
        ("eight seats, at the start", [27, 27 * 8 * 19]),
        ("solo with pairs, at the start", [27 * 26]),
        # Beside a1 lie a2, b1 and b2. Tiles on a1 and a2 touch a3, b1, b2, b3; on a1 and b1 they touch a2, b2, c1, c2;
        # on a1 and b2 they touch a2, b1, b3, c2, c3.
        ("adjacent, a tile in the corner", [3, 3 * 25, 25 * (4 + 4 + 5), 25 * (4 + 4 + 5) * 24]),
        # c3 has six neighbours, b1 has four; the seats lay in either order
        ("adjacent, two seats, the middle and an edge", [6 + 4, 2 * 6 * 4, 2 * 6 * 4 * 25]),
        # Seat 0: two tiles on 19 cells; seat 1: one tile on 18. Then either goes on, or the other.
        ("pairs, two seats, one has laid one", [2 * 19 + 18, 2 * 19 * (18 + 18) + 18 * (2 * 19)]),
        # two tiles on any cell, then the other on a neighbour: 42 edges between cells, each seen from both sides
        ("pairs and adjacent, the first pair announced", [2 * 19, 2 * 2 * 42]),
        ("solo, three tiles before the end", [3, 3 * 10, 3 * 10 * 2, 3 * 10 * 2 * 9, 3 * 10 * 2 * 9, 0]),
        # both tiles on five cells, the other on four; 11 tiles are left, three cells
        (
            "pairs, two seats, one has still to lay the last pair but one",
            [2 * 5, 2 * 5 * 4, 2 * 5 * 4 * 11 * 10, 2 * 5 * 4 * 11 * 10 * 2 * (2 * 3)],
        ),
        ("two seats, the first round is over", [27, 27 * 2 * 19]),
        # one cell left on each board; then a new round with all 27 tiles
        (
            "pairs, two seats, the last tile of the first round announced",
            [2, 2, 2 * 27 * 26, 2 * 27 * 26 * 2 * (2 * 19)],
        ),
    ],
)
def test_counts_agree_with_arithmetic(position, by_hand):
    (entry,) = [entry for entry in COUNTS if entry["position"] == position]
    assert entry["counts"] == by_hand
