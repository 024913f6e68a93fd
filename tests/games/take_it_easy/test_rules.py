"""The rules, one by one.

Nothing here uses the game's own tables: tiles, cells and lines are written down again, from the text of the rules.
"""

import io
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from ludotheque.engine.errors import Refusal
from ludotheque.engine.position import Event, Result, replay
from ludotheque.engine.registry import game
from ludotheque.locale import words
from ludotheque.testing import Table, pieces_are_conserved, tables

pytestmark = pytest.mark.quick

GAME = game("take_it_easy")
TILES = [f"{left}-{vertical}-{right}" for left, vertical, right in product((2, 6, 7), (1, 5, 9), (3, 4, 8))]

# The board looks like this; each direction's lines are read off it, from left to right or from top to bottom.
#
#             c1
#         b1      d1
#     a1      c2      e1
#         b2      d2
#     a2      c3      e2
#         b3      d3
#     a3      c4      e3
#         b4      d4
#             c5
LINES = {
    "left": ["a1 b1 c1", "a2 b2 c2 d1", "a3 b3 c3 d2 e1", "b4 c4 d3 e2", "c5 d4 e3"],
    "vertical": ["a1 a2 a3", "b1 b2 b3 b4", "c1 c2 c3 c4 c5", "d1 d2 d3 d4", "e1 e2 e3"],
    "right": ["c1 d1 e1", "b1 c2 d2 e2", "a1 b2 c3 d3 e3", "a2 b3 c4 d4", "a3 b4 c5"],
}
CELLS = " ".join(LINES["vertical"]).split()
TOUCHING = {
    cell: {
        other
        for line in (line.split() for lines in LINES.values() for line in lines)
        for pair in pairwise(line)
        if cell in pair
        for other in pair
        if other != cell
    }
    for cell in CELLS
}
"""Cells share an edge exactly if they follow each other in a line."""


def board(columns):
    """A full board, written column by column."""
    return dict(zip(CELLS, columns.split(), strict=True))


FEW = board("""
    7-5-4 7-5-8 2-5-8
    6-1-8 7-9-4 6-1-4 2-1-4
    6-5-4 7-9-8 6-1-3 6-9-8 6-9-4
    7-1-4 2-1-3 2-9-4 7-5-3
    2-9-3 6-5-3 7-1-8
""")
"""Two complete lines: three 5s from a1 to a3, and four 7s from a2 to d1. Worth 15 + 28 = 43."""

NONE = board("""
    6-1-4 7-5-3 2-9-4
    2-5-8 7-5-8 7-9-4 6-1-3
    6-5-4 2-1-3 7-9-8 2-9-3 6-9-4
    2-1-4 6-1-8 6-9-8 7-1-4
    6-5-3 7-1-8 7-5-4
""")
"""The same tiles without any complete line."""

ALL = board("""
    6-5-3 6-5-4 2-5-8
    6-9-8 6-9-3 2-9-4 7-9-8
    6-1-4 6-1-8 2-1-3 7-1-4 7-1-8
    6-9-4 2-9-8 7-9-3 7-9-4
    2-5-4 7-5-8 7-5-3
""")
"""All fifteen lines complete:
left 3 x 6 + 4 x 6 + 5 x 2 + 4 x 7 + 3 x 7 = 101, vertical 3 x 5 + 4 x 9 + 5 x 1 + 4 x 9 + 3 x 5 = 107,
right 3 x 4 + 4 x 8 + 5 x 3 + 4 x 4 + 3 x 8 = 99; together 307."""


def digits_in(laid, way, line):
    """The digits that a line's tiles show in its direction."""
    return [int(laid[cell].split("-")[way]) for cell in line.split() if cell in laid]


def points_of(laid):
    """T-20 to T-22 for one board."""
    points = 0
    for way, direction in enumerate(("left", "vertical", "right")):
        for line in LINES[direction]:
            digits = digits_in(laid, way, line)
            if len(digits) == len(line.split()) and len(set(digits)) == 1:
                points += len(digits) * digits[0]
    return points


def play(position, *moves):
    """The position after these moves: ``draw 2-9-4``, or ``0 2-9-4 c3`` for a placement of seat 0."""
    events = [
        Event("chance", move) if move.startswith("draw") else Event(int(move[0]), f"place {move[2:]}") for move in moves
    ]
    return replay(position, events)


def solo(**options):
    return GAME.start(1, {"rounds": 1, **options})


def lay_out(position, *boards):
    """The position after a round in which the seats come to these full boards, of the same tiles."""
    for tile in boards[0].values():
        cells = [next(cell for cell, other in board.items() if other == tile) for board in boards]
        position = play(position, f"draw {tile}", *(f"{seat} {tile} {cell}" for seat, cell in enumerate(cells)))
    return position


def code(position, by, do):
    """The code with which this is refused."""
    refusal = position.illegal_reason(by, do)
    return None if refusal is None else refusal.code


def outcomes(position):
    """What chance may bring, with weights."""
    return {position.action_text("chance", outcome): weight for outcome, weight in position.chance_outcomes().items()}


def cells_for(position, seat):
    """The cells on which a seat may lay its only tile."""
    return {action.split()[2] for action in position.legal_texts(seat)}


def line_in(view, seat, cells):
    """What a view tells of a line of a seat's board."""
    (line,) = [line for line in view["lines"][seat] if " ".join(line["cells"]) == cells]
    return line


def on_paper(renderable):
    """What the terminal shows, without colour."""
    paper = io.StringIO()
    Console(file=paper, width=200, color_system=None).print(renderable)
    return paper.getvalue()


# -- Components -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-01")
@pytest.mark.parametrize("seats", range(1, 9))
def test_every_seat_has_a_board_of_19_cells_and_the_same_tiles(seats):
    position = play(GAME.start(seats), "draw 6-5-3")
    assert position.view()["boards"] == [{}] * seats
    for seat in range(seats):
        assert position.legal_texts(seat) == [f"place 6-5-3 {cell}" for cell in CELLS]
    assert [len(column.split()) for column in LINES["vertical"]] == [3, 4, 5, 4, 3]


@pytest.mark.rule("T-01")
@pytest.mark.parametrize("seats", [-1, 0, 9])
def test_there_are_no_other_numbers_of_seats(seats):
    with pytest.raises(Refusal) as refused:
        GAME.start(seats)
    assert refused.value.code == "header"


@pytest.mark.rule("T-02")
def test_the_tiles_are_all_combinations_once_each():
    assert len(TILES) == 27
    assert sorted(outcomes(solo())) == sorted(f"draw {tile}" for tile in TILES)


@pytest.mark.rule("T-02")
@pytest.mark.parametrize("tile", ["9-2-4", "4-9-2", "1-5-3", "2-9-2", "294", "2-9", "2-9-4-1", "2-9-4 2-9-4 2-9-4"])
def test_a_tile_is_written_left_vertical_right(tile):
    assert code(solo(), "chance", f"draw {tile}") in ("no_such_tile", "unknown_action")
    assert code(solo(), "chance", "draw 2-9-4") is None


@pytest.mark.rule("T-03")
def test_bands_run_up_to_the_right_straight_down_and_up_to_the_left():
    """One tile, and beside it in each of the six ways one with which it shares a single digit."""
    position = play(solo(), "draw 2-9-4", "0 2-9-4 c3")
    for cell, tile, direction, line in (
        ("d2", "2-1-3", "left", "a3 b3 c3 d2 e1"),
        ("b3", "2-5-8", "left", "a3 b3 c3 d2 e1"),
        ("c2", "6-9-3", "vertical", "c1 c2 c3 c4 c5"),
        ("c4", "7-9-8", "vertical", "c1 c2 c3 c4 c5"),
        ("b2", "6-1-4", "right", "a1 b2 c3 d3 e3"),
        ("d3", "7-5-4", "right", "a1 b2 c3 d3 e3"),
    ):
        position = play(position, f"draw {tile}", f"0 {tile} {cell}")
        through = line_in(position.view(0), 0, line)
        assert (through["direction"], through["state"]) == (direction, "alive")
    for line, digit in (("a3 b3 c3 d2 e1", 2), ("c1 c2 c3 c4 c5", 9), ("a1 b2 c3 d3 e3", 4)):
        assert line_in(position.view(0), 0, line)["digits"] == [digit] * 3


@pytest.mark.rule("T-03")
def test_a_tile_cannot_be_turned():
    position = play(solo(), "draw 2-9-4")
    assert len(position.legal_texts(0)) == 19  # one way a cell
    assert code(position, 0, "place 4-9-2 c3") == "no_such_tile"
    assert code(position, 0, "place 2-9-4 c3 r1") == "unknown_action"


@pytest.mark.rule("T-04")
def test_each_direction_has_five_lines_of_3_4_5_4_3_cells():
    told = solo().view(0)["lines"][0]
    assert len(told) == 15
    assert {(line["direction"], " ".join(line["cells"])) for line in told} == {
        (direction, line) for direction, lines in LINES.items() for line in lines
    }
    for direction in LINES:
        assert [len(line["cells"]) for line in told if line["direction"] == direction] == [3, 4, 5, 4, 3]


# -- Play -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-10", "T-32")
@pytest.mark.parametrize(
    ("seats", "callers"), [(1, [0, 0, 0, 0]), (2, [0, 1, 0, 1]), (3, [0, 1, 2, 0]), (5, [0, 1, 2, 3])]
)
def test_a_match_has_4_rounds_and_the_caller_changes_every_round(seats, callers):
    position = GAME.start(seats)
    met = []
    for _ in range(4):
        position = play(position, "draw 7-5-4")
        met.append((position.view(None)["round"], position.view(0)["caller"]))
        position = play(position, *(f"{seat} 7-5-4 a1" for seat in range(seats)))
        rest = {cell: tile for cell, tile in FEW.items() if tile != "7-5-4"}
        assert not position.is_over
        position = lay_out(position, *[rest] * seats)
    assert met == list(zip([1, 2, 3, 4], callers, strict=True))
    assert position.is_over
    assert code(position, "chance", "draw 2-9-4") == "over"


@pytest.mark.rule("T-11")
def test_every_round_begins_with_empty_boards_and_all_27_tiles():
    position = GAME.start(2, {"rounds": 2})
    for _ in range(2):
        assert outcomes(position) == {f"draw {tile}": Fraction(1, 27) for tile in TILES}
        begun = play(position, "draw 2-9-4")
        assert begun.view()["boards"] == [{}, {}]
        assert cells_for(begun, 0) == cells_for(begun, 1) == set(CELLS)
        assert sorted(begun.view()["heap"]) == sorted(set(TILES) - {"2-9-4"})
        position = lay_out(position, FEW, NONE)


@pytest.mark.rule("T-12")
def test_a_step_is_one_tile_drawn_at_random_and_laid_by_everyone_at_the_same_time():
    position = play(GAME.start(3), "draw 2-9-4")
    assert position.to_act == (0, 1, 2)  # seat 0, the caller, too
    assert code(position, "chance", "draw 6-1-3") == "not_to_act"
    position = play(position, "1 2-9-4 c3")
    assert position.to_act == (0, 2)
    position = play(position, "2 2-9-4 c3", "0 2-9-4 a1")  # in any order, and on the same cell of another board
    assert position.to_act == ("chance",)
    assert outcomes(position) == {f"draw {tile}": Fraction(1, 26) for tile in TILES if tile != "2-9-4"}
    assert code(position, "chance", "draw 2-9-4") == "impossible_chance"
    assert code(play(position, "draw 6-1-3"), 1, "place 6-1-3 c3") == "occupied"
    assert code(play(position, "draw 6-1-3"), 0, "place 6-1-3 c3") is None


@pytest.mark.rule("T-12")
def test_a_choice_is_hidden_until_all_have_confirmed():
    before = play(GAME.start(3), "draw 2-9-4", "0 2-9-4 a1", "1 2-9-4 a1", "2 2-9-4 a1", "draw 6-1-3")
    one, other = (play(before, f"1 6-1-3 {cell}") for cell in ("c3", "e1"))
    for watcher in (None, 0, 2):
        assert one.view(watcher) == other.view(watcher)
        assert one.view(watcher)["boards"][1] == {"a1": "2-9-4"}
        assert line_in(one.view(watcher), 1, "c1 c2 c3 c4 c5")["state"] == "open"
    assert one.view(0)["left_to_lay"] == [1, 0, 1]  # that seat 1 has chosen is no secret
    assert one.view(1)["boards"][1] == {"a1": "2-9-4", "c3": "6-1-3"}
    assert one.legal_texts(0) == other.legal_texts(0)
    shown = play(one, "0 6-1-3 d1", "2 6-1-3 b1")
    for watcher in (None, 0, 1, 2):
        assert [list(laid) for laid in shown.view(watcher)["boards"]] == [["a1", "d1"], ["a1", "c3"], ["a1", "b1"]]


@pytest.mark.rule("T-12", "T-22")
def test_a_line_completed_in_secret_scores_only_once_all_have_confirmed():
    position = GAME.start(2)
    for tile, cell in (("2-5-3", "a1"), ("6-5-4", "a2")):
        position = play(position, f"draw {tile}", f"0 {tile} {cell}", f"1 {tile} {cell}")
    position = play(position, "draw 7-5-8", "0 7-5-8 a3")
    assert [position.view(seat)["scores"] for seat in (0, 1, None)] == [[15, 0], [0, 0], [0, 0]]
    assert play(position, "1 7-5-8 c3").view(1)["scores"] == [15, 0]


@pytest.mark.rule("T-13")
def test_a_confirmed_tile_never_moves():
    position = play(GAME.start(2), "draw 2-9-4", "0 2-9-4 c3")
    assert code(position, 0, "place 2-9-4 c4") == "not_to_act"
    position = play(position, "1 2-9-4 a1")
    assert code(position, 0, "place 2-9-4 c4") == "not_to_act"
    position = play(position, "draw 6-1-3")
    assert code(position, 0, "place 2-9-4 c4") == "tile_not_drawn"
    assert code(position, 0, "place 6-1-3 c3") == "occupied"
    assert position.view(0)["boards"][0] == {"c3": "2-9-4"}


@pytest.mark.slow
@pytest.mark.rule("T-13")
@pytest.mark.parametrize("seed", range(3))
def test_within_a_round_a_board_only_grows(seed):
    for before, event, after in Table(GAME, 2, {"rounds": 1}).random_game(seed):
        for seat in (0, 1):
            old, new = before.view(seat)["boards"][seat], after.view(seat)["boards"][seat]
            assert old.items() <= new.items()
            assert len(new) - len(old) == (event.by == seat)


@pytest.mark.rule("T-14")
def test_there_is_no_passing():
    position = GAME.start(2, {"rounds": 1})
    for cell, tile in list(FEW.items())[:-1]:
        position = play(position, f"draw {tile}", f"0 {tile} {cell}", f"1 {tile} {cell}")
    position = play(position, "draw 2-9-8")  # breaks whatever goes through the only free cell
    for seat in (0, 1):
        assert position.legal_texts(seat) == ["place 2-9-8 e3"]
        assert code(position, seat, "pass") == "unknown_action"
        assert code(position, "chance", "draw 7-9-3") == "not_to_act"
    position = play(position, "0 2-9-8 e3")
    assert not position.is_over
    assert code(position, "chance", "draw 7-9-3") == "not_to_act"


@pytest.mark.rule("T-15")
def test_a_round_ends_after_19_tiles_and_8_stay_unknown():
    position = solo()
    *most, last = FEW.items()
    for cell, tile in most:
        position = play(position, f"draw {tile}", f"0 {tile} {cell}")
        assert not position.is_over
    undrawn = set(TILES) - set(FEW.values())
    assert len(undrawn) == 8
    assert outcomes(position) == {f"draw {tile}": Fraction(1, 9) for tile in undrawn | {last[1]}}
    position = play(position, f"draw {last[1]}", f"0 {last[1]} {last[0]}")
    assert position.view(0)["boards"] == [FEW]
    assert set(position.view(0)["heap"]) == undrawn
    assert position.is_over
    assert position.result.reason == "complete"


# -- Scoring ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-20")
@pytest.mark.parametrize(
    ("line", "tiles", "points"),
    [
        ("a2 b2 c2 d1", "7-1-3 7-5-4 7-9-8 7-1-4", 28),
        ("e1 e2 e3", "2-5-3 6-5-4 7-5-8", 15),
        ("a1 b2 c3 d3 e3", "2-1-8 6-1-8 7-1-8 2-5-8 6-9-8", 40),
        ("c1 c2 c3 c4 c5", "2-1-3 2-1-4 6-1-3 6-1-4 7-1-8", 5),
        ("c5 d4 e3", "6-5-3 6-1-4 6-9-8", 18),
        ("a3 b4 c5", "2-5-3 7-1-3 2-9-3", 9),
    ],
)
def test_a_line_is_worth_its_cells_times_its_digit(line, tiles, points):
    position = solo()
    placed = list(zip(line.split(), tiles.split(), strict=True))
    for cell, tile in placed:
        assert position.scores == [0]  # nothing before it runs from edge to edge
        position = play(position, f"draw {tile}", f"0 {tile} {cell}")
    assert position.scores == [points]
    assert line_in(position.view(0), 0, line)["points"] == points


@pytest.mark.rule("T-21")
@pytest.mark.parametrize("broken", range(4))
def test_one_different_tile_anywhere_and_a_line_scores_nothing(broken):
    tiles = ["7-1-3", "7-5-4", "7-9-8", "7-1-4"]
    tiles[broken] = "6-1-8"
    position = solo()
    for cell, tile in zip(("a2", "b2", "c2", "d1"), tiles, strict=True):
        position = play(position, f"draw {tile}", f"0 {tile} {cell}")
    assert position.scores == [0]
    assert line_in(position.view(0), 0, "a2 b2 c2 d1")["state"] == "dead"


@pytest.mark.rule("T-20", "T-21", "T-22")
@pytest.mark.parametrize(("full", "points"), [(FEW, 43), (NONE, 0), (ALL, 307)], ids=["few", "none", "all"])
def test_a_round_is_worth_the_sum_over_the_15_lines(full, points):
    assert lay_out(solo(), full).result.scores == [points]


@st.composite
def boards_with_lines(draw):
    """Full boards that keep some of the fifteen complete lines: a few cells are dealt other tiles."""
    cells = draw(st.lists(st.sampled_from(CELLS), unique=True, max_size=8))
    tiles = [tile for tile in TILES if tile not in ALL.values()] + [ALL[cell] for cell in cells]
    return {**ALL, **dict(zip(cells, draw(st.permutations(tiles)), strict=False))}


@pytest.mark.rule("T-20", "T-21", "T-22")
@given(boards_with_lines())
@settings(deadline=None, max_examples=60)
def test_any_full_board_is_worth_what_its_lines_are(full):
    assert lay_out(solo(), full).result.scores == [points_of(full)]


@pytest.mark.rule("T-22")
def test_rounds_are_added_and_the_highest_total_wins():
    position = lay_out(GAME.start(3, {"rounds": 2}), FEW, NONE, FEW)
    assert position.scores == [43, 0, 43]
    position = play(position, "draw 2-9-4")
    assert position.scores == [43, 0, 43]  # the boards are empty, the points are kept
    position = play(position, *(f"{seat} 2-9-4 {cell}" for seat, cell in enumerate(("d3", "a3", "a3"))))
    rest = [{cell: tile for cell, tile in full.items() if tile != "2-9-4"} for full in (FEW, NONE, NONE)]
    position = lay_out(position, *rest)
    assert position.result.scores == [86, 0, 43]
    assert position.result.winners == [0]


@pytest.mark.rule("T-22")
def test_equal_totals_share_the_win():
    position = lay_out(lay_out(GAME.start(3, {"rounds": 2}), FEW, NONE, NONE), NONE, NONE, FEW)
    assert position.result.scores == [43, 0, 43]
    assert position.result.winners == [0, 2]
    assert lay_out(GAME.start(2, {"rounds": 1}), NONE, NONE).result.winners == [0, 1]


@pytest.mark.rule("T-23")
@pytest.mark.parametrize("full", [FEW, NONE, ALL], ids=["few", "none", "all"])
def test_the_score_sheet_tells_every_line_so_that_anyone_can_check_it(full):
    position = lay_out(GAME.start(2, {"rounds": 2}), full, full)
    for watcher in (None, 0, 1):
        view = position.view(watcher)
        assert view["round_over"]
        for seat in (0, 1):
            for way, (direction, lines) in enumerate(LINES.items()):
                for line in lines:
                    told, digits = line_in(view, seat, line), digits_in(full, way, line)
                    complete = len(set(digits)) == 1
                    assert told["direction"] == direction
                    assert told["digits"] == digits
                    assert told["digit"] == (digits[0] if complete else None)
                    assert told["points"] == (sum(digits) if complete else 0)
            assert sum(line["points"] for line in view["lines"][seat]) == view["scores"][seat]


@pytest.mark.rule("T-23")
def test_the_terminal_shows_the_score_sheet_with_broken_lines_too():
    text = on_paper(GAME.text_renderer.sheet(lay_out(solo(), FEW).view(0), words("en", GAME.package)))
    rows = [" ".join(line.strip("│ ").split()) for line in text.splitlines() if "✕" in line]
    # Left, vertical and right lines beside each other; FEW read off by eye.
    assert rows == [
        "✕ 7-6-6 0 5 x 3 15 ✕ 4-4-3 0",
        "7 x 4 28 ✕ 1-9-1-1 0 ✕ 8-8-3-3 0",
        "✕ 2-6-6-2-2 0 ✕ 5-9-1-9-9 0 ✕ 4-4-3-4-8 0",
        "✕ 2-6-2-6 0 ✕ 1-1-9-5 0 ✕ 8-4-8-3 0",
        "✕ 6-7-7 0 ✕ 9-5-1 0 ✕ 8-4-4 0",
    ]
    assert "round 43, total 43" in text


# -- Variants ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-30")
def test_adjacent_only_the_first_tile_goes_anywhere():
    position = play(GAME.start(2, {"adjacent": True}), "draw 2-9-4")
    assert cells_for(position, 0) == cells_for(position, 1) == set(CELLS)
    position = play(position, "0 2-9-4 c3", "1 2-9-4 a1", "draw 6-1-3")
    assert cells_for(position, 0) == {"b2", "b3", "c2", "c4", "d2", "d3"}
    assert cells_for(position, 1) == {"a2", "b1", "b2"}  # each board by itself
    assert code(position, 1, "place 6-1-3 c3") == "not_adjacent"
    assert code(position, 0, "place 6-1-3 c3") == "occupied"
    position = play(position, "0 6-1-3 d2", "1 6-1-3 b1", "draw 7-5-8")
    assert cells_for(position, 0) == {"b2", "b3", "c2", "c4", "d3", "d1", "e1", "e2"}
    assert cells_for(position, 1) == {"a2", "b2", "c1", "c2"}


@pytest.mark.rule("T-30")
@pytest.mark.parametrize("cell", CELLS)
def test_adjacent_means_to_share_an_edge(cell):
    position = play(solo(adjacent=True), "draw 2-9-4", f"0 2-9-4 {cell}", "draw 6-1-3")
    assert cells_for(position, 0) == TOUCHING[cell]


@pytest.mark.rule("T-30")
def test_adjacent_begins_anew_in_every_round():
    columns = [line.split() for line in LINES["vertical"]]
    snake = [*columns[0], *columns[1][::-1], *columns[2], *columns[3][::-1], *columns[4]]
    grown = {cell: FEW[cell] for cell in snake}
    position = play(lay_out(GAME.start(1, {"adjacent": True}), grown), "draw 2-9-4")
    assert cells_for(position, 0) == set(CELLS)
    position = play(position, "0 2-9-4 e3", "draw 6-1-3")
    assert cells_for(position, 0) == {"e2", "d3", "d4"}


@pytest.mark.rule("T-30", "T-33")
def test_adjacent_pairs_the_second_tile_must_touch_and_may_touch_the_other_of_its_pair():
    position = play(solo(adjacent=True, pairs=True), "draw 2-9-4 6-1-3", "0 6-1-3 a1")
    assert cells_for(position, 0) == {"a2", "b1", "b2"}
    position = play(position, "0 2-9-4 a2", "draw 7-5-8 7-5-4")
    assert code(position, 0, "place 7-5-4 c1") == "not_adjacent"
    assert code(position, 0, "place 7-5-8 c1") == "not_adjacent"
    position = play(position, "0 7-5-8 b1")
    assert code(position, 0, "place 7-5-4 c1") is None  # touches nothing but the other tile of the pair


@pytest.mark.rule("T-31")
def test_pairs_two_tiles_at_a_time_in_either_order():
    position = GAME.start(2, {"pairs": True})
    assert code(position, "chance", "draw 2-9-4") == "wrong_count"
    assert code(position, "chance", "draw 2-9-4 2-9-4") == "impossible_chance"
    assert len(outcomes(position)) == 27 * 26
    assert set(outcomes(position).values()) == {Fraction(1, 27 * 26)}
    position = play(position, "draw 6-1-3 2-9-4")
    both = {f"place {tile} {cell}" for tile in ("6-1-3", "2-9-4") for cell in CELLS}
    assert set(position.legal_texts(0)) == set(position.legal_texts(1)) == both
    position = play(position, "0 6-1-3 c3", "1 2-9-4 c3")
    assert position.to_act == (0, 1)
    assert code(position, 0, "place 6-1-3 c4") == "tile_not_drawn"
    assert code(position, 1, "place 6-1-3 c3") == "occupied"
    position = play(position, "1 6-1-3 a1")
    assert position.to_act == (0,)
    assert set(position.legal_texts(0)) == {f"place 2-9-4 {cell}" for cell in CELLS if cell != "c3"}
    position = play(position, "0 2-9-4 a1")
    assert code(position, "chance", "draw 6-1-3 7-5-8") == "impossible_chance"
    assert code(position, "chance", "draw 7-5-8 6-5-8") is None


@pytest.mark.rule("T-31")
def test_pairs_the_nineteenth_tile_comes_alone():
    position = solo(pairs=True)
    cells, tiles = list(FEW), list(FEW.values())
    for at in range(0, 18, 2):
        assert code(position, "chance", f"draw {tiles[at]}") == "wrong_count"
        one, two = zip(tiles[at : at + 2], cells[at : at + 2], strict=True)
        position = play(position, f"draw {one[0]} {two[0]}", f"0 {two[0]} {two[1]}", f"0 {one[0]} {one[1]}")
    assert code(position, "chance", "draw 7-1-8 7-1-3") == "wrong_count"
    position = play(position, "draw 7-1-8", "0 7-1-8 e3")
    assert position.result.scores == [43]


@pytest.mark.rule("T-31")
def test_pairs_both_choices_stay_hidden_until_all_have_laid_both():
    begun = play(GAME.start(2, {"pairs": True}), "draw 2-9-4 6-1-3")
    one, other = play(begun, "1 2-9-4 a1"), play(begun, "1 6-1-3 e3")
    assert one.view(0) == other.view(0)  # not even which of the two was laid
    assert one.view(0)["boards"][1] == {}
    done = play(one, "1 6-1-3 e3", "0 2-9-4 c3")
    assert done.view(0)["boards"] == [{"c3": "2-9-4"}, {}]
    shown = play(done, "0 6-1-3 c4")
    assert shown.view(0)["boards"] == [{"c3": "2-9-4", "c4": "6-1-3"}, {"a1": "2-9-4", "e3": "6-1-3"}]


@pytest.mark.rule("T-32")
def test_alone_one_plays_for_the_score():
    position = GAME.start(1, {"rounds": 3})
    for total in (43, 350):
        position = lay_out(position, FEW if total == 43 else ALL)
        assert position.scores == [total]
        assert not position.is_over
    position = lay_out(position, NONE)
    assert (position.result.scores, position.result.winners) == ([350], [0])


@pytest.mark.rule("T-33")
def test_the_number_of_rounds_is_an_option():
    assert GAME.start(2).options() == {"rounds": 4, "adjacent": False, "pairs": False}
    for rounds in (1, 3):
        position = GAME.start(1, {"rounds": rounds})
        for _ in range(rounds):
            assert not position.is_over
            position = lay_out(position, FEW)
        assert position.is_over
        assert position.scores == [43 * rounds]
    assert GAME.start(1, {"rounds": 99}).view()["rounds"] == 99


@pytest.mark.rule("T-33")
@pytest.mark.parametrize(
    "options", [{"rounds": 0}, {"rounds": 100}, {"rounds": True}, {"adjacent": 1}, {"pairs": "true"}, {"triples": True}]
)
def test_there_are_no_other_options(options):
    with pytest.raises(Refusal) as refused:
        GAME.start(2, options)
    assert refused.value.code == "header"


@pytest.mark.slow
@pytest.mark.rule("T-12", "T-15", "T-22", "T-33")
@pytest.mark.parametrize("pairs", [False, True], ids=["singles", "pairs"])
@pytest.mark.parametrize("adjacent", [False, True], ids=["anywhere", "adjacent"])
@pytest.mark.parametrize("seats", range(1, 9))
def test_whole_games_are_scored_as_their_boards_say(adjacent, pairs, seats):
    """Random games: at every open moment the scores are the rounds before and the lines that lie on the boards."""
    table = Table(GAME, seats, {"rounds": 1 + seats % 2, "adjacent": adjacent, "pairs": pairs})
    totals = [0] * seats
    for before, event, after in table.random_game(seed=seats):
        if event.by == "chance" and before.view()["round_over"]:
            totals = before.scores
        if after.to_act == ("chance",) or after.is_over:
            boards = after.view()["boards"]
            assert after.scores == [total + points_of(laid) for total, laid in zip(totals, boards, strict=True)]
            assert {len(laid) for laid in boards} == {after.view()["drawn"]}
    winners = [seat for seat in range(seats) if after.scores[seat] == max(after.scores)]
    assert after.result == Result(after.scores, winners, "complete")


# -- What a table shows in addition -----------------------------------------------------------------------------------


@pytest.mark.rule("T-40")
def test_everyone_may_count_the_tiles_in_the_heap():
    position = GAME.start(2, {"rounds": 2})
    drawn: list[str] = []
    for tile, cell in zip(FEW.values(), FEW, strict=True):
        for watcher in (None, 0, 1):
            assert sorted(position.view(watcher)["heap"]) == sorted(set(TILES) - set(drawn))
            assert position.view(watcher)["drawn"] == len(drawn)
        position = play(position, f"draw {tile}", f"0 {tile} {cell}", f"1 {tile} {cell}")
        drawn.append(tile)
    assert len(position.view()["heap"]) == 8
    shown = on_paper(GAME.text_renderer.draw(position.view(0), words("en", GAME.package)))
    assert "Not drawn yet: 8 tiles" in shown
    assert all(tile in shown for tile in set(TILES) - set(drawn))


@pytest.mark.rule("T-41")
def test_a_line_is_open_then_alive_then_complete():
    position, line = solo(), "e1 e2 e3"
    told = [line_in(position.view(0), 0, line)]
    for tile, cell in (("2-5-3", "e1"), ("6-5-4", "e2"), ("7-5-8", "e3")):
        position = play(position, f"draw {tile}", f"0 {tile} {cell}")
        told.append(line_in(position.view(0), 0, line))
    assert [(line["state"], line["digit"], line["within_reach"]) for line in told] == [
        ("open", None, True),
        ("alive", 5, True),
        ("alive", 5, True),
        ("complete", 5, True),
    ]


@pytest.mark.rule("T-41")
def test_a_line_with_two_different_digits_is_dead_for_good():
    position, line = solo(), "e1 e2 e3"
    for tile, cell in (("2-5-3", "e1"), ("6-1-4", "e3"), ("7-5-8", "e2")):
        position = play(position, f"draw {tile}", f"0 {tile} {cell}")
        told = line_in(position.view(0), 0, line)
        assert told["state"] == ("alive" if tile == "2-5-3" else "dead")
    assert (told["digit"], told["within_reach"], told["points"]) == (None, False, 0)


@pytest.mark.rule("T-41")
def test_a_line_is_out_of_reach_when_too_few_tiles_with_its_digit_are_left():
    """Nine tiles have a 9. One lies in the middle column, which needs four more; the others go elsewhere."""
    position, line = play(solo(), "draw 2-9-3", "0 2-9-3 c1"), "c1 c2 c3 c4 c5"
    for tile, cell in (("2-9-4", "a1"), ("2-9-8", "a2"), ("6-9-3", "b1"), ("6-9-4", "e1")):
        position = play(position, f"draw {tile}", f"0 {tile} {cell}")
        assert line_in(position.view(0), 0, line)["within_reach"]
    position = play(position, "draw 6-9-8")
    assert line_in(position.view(0), 0, line)["within_reach"]  # three in the heap, and the one announced
    assert line_in(play(position, "0 6-9-8 c2").view(0), 0, line)["within_reach"]
    away = line_in(play(position, "0 6-9-8 e2").view(0), 0, line)
    assert (away["state"], away["digit"], away["within_reach"]) == ("alive", 9, False)


@pytest.mark.rule("T-41")
def test_an_announced_tile_of_a_hidden_choice_still_counts_for_the_others():
    position, line = GAME.start(2), "c1 c2 c3 c4 c5"
    for tile, cell in (("2-9-3", "c1"), ("2-9-4", "a1"), ("2-9-8", "a2"), ("6-9-3", "b1"), ("6-9-4", "e1")):
        position = play(position, f"draw {tile}", f"0 {tile} {cell}", f"1 {tile} {cell}")
    position = play(position, "draw 6-9-8", "1 6-9-8 e2")
    assert not line_in(position.view(1), 1, line)["within_reach"]
    assert line_in(position.view(0), 1, line)["within_reach"]
    assert not line_in(play(position, "0 6-9-8 d1").view(0), 1, line)["within_reach"]


@pytest.mark.rule("T-41")
def test_the_terminal_shows_how_each_line_stands():
    position = play(solo(), "draw 2-9-3", "0 2-9-3 c1", "draw 6-1-4", "0 6-1-4 c2")
    shown = on_paper(GAME.text_renderer.draw(position.view(0), words("en", GAME.package)))
    sheet = [line for line in shown.splitlines() if "/3" in line or "/4" in line or "/5" in line or "✕" in line]
    assert "2 1/3" in sheet[0]  # the shortest left line needs 2s
    assert "3 1/3" in sheet[0]
    assert "✕" in sheet[2]  # the middle column is dead
    assert "· 0/5" in sheet[2]


@pytest.mark.rule("T-01", "T-11", "T-15")
@pytest.mark.parametrize(
    "table",
    [
        # Interpreted, three seats or four rounds take seconds.
        pytest.param(table, id=str(table), marks=[] if table.seats == 1 and table.options else pytest.mark.slow)
        for table in tables(GAME)
        if table.seats in (1, 3)
    ],
)
def test_no_tile_is_lost_or_doubled(table):
    """For every seat: what lies on its board, what it has yet to lay and what is in the heap are the 27 tiles."""

    def census(position):
        views = [position.view(seat) for seat in range(position.seats)]
        return [
            sorted([*view["boards"][seat].values(), *view["to_lay"], *view["heap"]]) for seat, view in enumerate(views)
        ]

    assert census(table.start()) == [sorted(TILES)] * table.seats
    pieces_are_conserved(table, census)
