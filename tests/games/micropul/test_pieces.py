"""The tiles: M-01 to M-03."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from ludotheque.games.micropul.pieces import N_TILES, START, TILES, TURNS, distinct_turns, kind, turned

pytestmark = pytest.mark.quick


@pytest.mark.rule("M-02")
def test_the_tiles_are_those_of_the_table_of_tiles():
    with (Path(__file__).parent / "tiles.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == [str(tile) for tile in range(N_TILES)]
    for tile, row in zip(TILES, rows, strict=True):
        assert tile.corners == row["top_left"] + row["top_right"] + row["bottom_right"] + row["bottom_left"]
        assert tile.centre == row["centre"]
        assert bool(tile.centre) == row["kind"].startswith("big")
    assert [row["id"] for row in rows if row["start"] == "1"] == [str(START)]


@pytest.mark.rule("M-01", "M-02")
def test_sums_of_corners_and_kinds():
    normal = [tile for tile in TILES if not tile.centre]
    assert (len(TILES), len(normal)) == (48, 44)
    assert Counter("".join(tile.corners for tile in normal)) == {"w": 50, "b": 50, ".": 34, "1": 28, "2": 6, "+": 8}
    assert sorted(tile.corners + tile.centre for tile in TILES if tile.centre) == ["bbbb+", "bbbb1", "wwww+", "wwww1"]
    assert len({kind(tile) for tile in range(N_TILES)}) == 45


@pytest.mark.rule("M-03")
def test_a_quarter_turn_brings_the_bottom_left_corner_to_the_top_left():
    assert [turned(8, turns) for turns in range(TURNS)] == ["wb1.", ".wb1", "1.wb", "b1.w"]


@pytest.mark.rule("M-03")
def test_a_tile_is_never_flipped():
    mirrored = turned(8, 0)[::-1]
    assert mirrored not in {turned(8, turns) for turns in range(TURNS)}
    assert kind(8) != kind(9)


@pytest.mark.rule("M-03")
def test_symmetric_tiles_have_fewer_distinct_turns():
    counts = {tile: len(distinct_turns(tile)) for tile in range(N_TILES)}
    assert {tile for tile in counts if counts[tile] == 1} == {36, 37, 42, 43, 46, 47}
    assert {tile for tile in counts if counts[tile] == 2} == {26, 27, 34, 35}
    assert set(counts.values()) == {1, 2, 4}
