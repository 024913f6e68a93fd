"""The bound on the mean score of any strategy: tables, charges for foresight, certificates and their checker."""

import json
import math
import random
import re
import runpy
import sys
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ludotheque import game
from ludotheque.engine.errors import Failure
from ludotheque.engine.position import Event
from ludotheque.games.take_it_easy import bound, commands
from ludotheque.games.take_it_easy.bound import (
    SCALE,
    WEIGHTS,
    Header,
    Solver,
    certify,
    confidence_bound,
    direction_bounds,
)
from ludotheque.games.take_it_easy.pieces import (
    ALL_CELLS,
    CELLS,
    DIGITS,
    DIGITS_OF,
    LINES_THROUGH,
    TILE_NAMES,
    TILE_SHOWS,
)
from ludotheque.games.take_it_easy.solver import hindsight
from ludotheque.locale import words
from tests.games.take_it_easy.test_solver import score

WORDS = words("en", "ludotheque.games.take_it_easy")
CHECKER = Path(__file__).parents[3] / "examples" / "check_bound.py"


@pytest.fixture(scope="module")
def solver():
    return Solver(weight=0, floor=212 * SCALE)


def test_each_direction_alone_is_solved():
    assert [round(value / SCALE, 2) for value in direction_bounds()] == [77.71, 78.11, 77.65]
    assert sum(direction_bounds()) / SCALE == pytest.approx(233.468, abs=0.001)


def test_nearly_full_directions_have_the_value_that_trying_everything_gives():
    """Lines are given by their tiles; broken ones are neither sorted nor merged."""
    rng = random.Random(1)
    slots, values = bound.number_slots(), bound.tables()

    @cache
    def exact(digits, lines, gone):
        free = sum(length - len(line) for length, line in zip((3, 4, 5, 4, 3), lines, strict=True))
        if free == 0:
            return Fraction(sum(len(line) * digits[line[0]] for line in lines if len(set(line)) == 1))
        mean = Fraction(0)
        for rank in range(3):
            if gone[rank] < 9:
                after = tuple(count + (rank == other) for other, count in enumerate(gone))
                mean += Fraction(9 - gone[rank], 27 - sum(gone)) * max(
                    exact(digits, (*lines[:number], (*line, rank), *lines[number + 1 :]), after)
                    for number, line in enumerate(lines)
                    if len(line) < (3, 4, 5, 4, 3)[number]
                )
        return mean

    for case in range(40):
        direction = case % 3
        digits = DIGITS_OF[direction]
        lengths = [3, 4, 5, 4, 3]
        for _ in range(4):
            lengths[rng.choice([line for line in range(5) if lengths[line] > 1])] -= 1
        pool = rng.sample([0] * 9 + [1] * 9 + [2] * 9, 27)
        lines = tuple(
            tuple(pool.pop() if rng.random() < 0.3 else line % 3 for _ in range(length))
            for line, length in enumerate(lengths)
        )
        gone = tuple(sum(line.count(rank) for line in lines) for rank in range(3))
        if max(gone) > 9:
            continue
        states, spare, points = np.zeros(5, np.int64), 0, 0
        for number, (line, whole) in enumerate(zip(lines, (3, 4, 5, 4, 3), strict=True)):
            if len(set(line)) > 1 or len(line) == whole:
                states[number] = bound.CLOSED[number]
                spare += whole - len(line)
                points += whole * digits[line[0]] * (len(set(line)) == 1)
            else:
                states[number] = 1 + line[0] * (whole - 1) + len(line) - 1
        slot = slots.bases[bound.configuration(states)] + spare
        found = int(values[direction, slot, gone[0] * 10 + gone[1]])
        assert 0 <= found - (exact(digits, lines, gone) - points) * SCALE < 5


def test_points_to_come_are_read_from_the_boards_of_a_game(solver):
    """A board in a game's record has the same value as its board key."""
    rng = random.Random(6)
    for number in range(10):
        order = bound.draw_of(6, number)
        position, key = game("take_it_easy").start(1, {}), bound.START
        lines = np.zeros(5, np.int64)
        for drawn in range(20):
            value = 0
            for direction in range(3):
                spare = bound.direction_state(key, direction, lines)
                gone = [sum(TILE_SHOWS[tile, direction] % 3 == rank for tile in order[:drawn]) for rank in range(3)]
                slot = solver.slots.bases[bound.configuration(lines)] + spare
                value += int(solver.values[direction, slot, gone[0] * 10 + gone[1]])
            assert bound.points_to_come(np.array([position.state])).tolist() == [value / SCALE]
            assert value == {0: sum(direction_bounds()), 19: 0}.get(drawn, value)
            if drawn < 19:
                tile, cell = order[drawn], rng.choice([c for c in range(19) if key >> c & 1])
                key = int(bound.add_tile(key, tile, cell))
                position = position.play(Event("chance", f"draw {TILE_NAMES[tile]}"))
                position = position.play(Event(0, f"place {TILE_NAMES[tile]} {CELLS[cell]}"))


KINDS = bound.PENALTIES.values()


def play(solver, draw, policy):
    """A round under a policy: its score, and its result after charges by each penalty."""
    order = np.array(draw)
    bound.prepare(solver.values, solver.slots.filled, order, solver.ahead)
    key, cost, extra = bound.START, 0, np.zeros(len(KINDS), np.int64)
    board = [0] * 19
    for drawn in range(19):
        bound.regrets(key, solver.slots.bases, np.array(DIGITS), solver.ahead, solver.found, solver.work)
        free = key & ALL_CELLS
        costs = {c: int(bound.regret(solver.found, order[drawn], c)) for c in range(19) if free >> c & 1}
        extra += [bound.extra_cost(solver.found, free, order, drawn, weight) for weight in KINDS]
        cell = policy(costs)
        cost += costs[cell]
        key = int(bound.add_tile(key, order[drawn], cell))
        board[cell] = int(order[drawn])
    return score(board), (sum(direction_bounds()) - cost - extra) / SCALE


@pytest.mark.parametrize(("kind", "mean"), [("random", 10.7), ("least-regret", 153.7)])
def test_honest_players_pay_nothing_on_average(solver, kind, mean):
    rng = random.Random(3)
    policy = (lambda costs: rng.choice(list(costs))) if kind == "random" else (lambda costs: min(costs, key=costs.get))
    rounds = [play(solver, bound.draw_of(77, number), policy) for number in range(300)]
    n = len(rounds)
    scores = np.array([score for score, _ in rounds])
    assert abs(scores.mean() - mean) < 4 * scores.std() / math.sqrt(n)
    for after in np.array([after for _, after in rounds]).T:
        charged = scores - after
        assert charged.std() > 1, "a charge that is always zero shows nothing"
        assert abs(charged.mean()) < 4 * charged.std() / math.sqrt(n)


def test_charges_have_mean_zero_at_every_board(solver):
    """The value of a board is the mean over the heap of its directions' best values, up to the rounding."""
    rng = random.Random(5)
    for number in range(20):
        order = np.array(bound.draw_of(5, number))
        key = bound.START
        for drawn in range(rng.randrange(19)):
            key = int(bound.add_tile(key, order[drawn], rng.choice([c for c in range(19) if key >> c & 1])))
        drawn = 19 - (key & ALL_CELLS).bit_count()
        bound.prepare(solver.values, solver.slots.filled, order, solver.ahead)
        best, now = 0, 0
        lines, slots, lengths = (np.zeros(5, np.int64) for _ in range(3))
        for direction in range(3):
            spare = bound.direction_state(key, direction, lines)
            gone = [sum(TILE_SHOWS[tile, direction] % 3 == rank for tile in order[:drawn]) for rank in range(3)]
            slot = solver.slots.bases[bound.configuration(lines)] + spare
            now += int(solver.values[direction, slot, gone[0] * 10 + gone[1]])
            for tile in order[drawn:]:
                digit = TILE_SHOWS[tile, direction]
                bound.choices(solver.slots.bases, lines, spare, digit % 3, slots, lengths)
                best += max(
                    int(lengths[line]) * DIGITS[digit] * SCALE + int(solver.ahead[direction, digit % 3, slots[line]])
                    for line in range(5)
                    if slots[line] >= 0
                )
        assert 0 <= now - best / (27 - drawn) < 3


SOLVED = 11
"""Draw 0 of this seed is solved exactly in 5,467 boards with the penalty `tables`: its value is 218.10."""


def test_no_way_to_lay_the_tiles_beats_the_inner_optimum(solver):
    found = solver.solve(bound.draw_of(SOLVED, 0))
    assert found.exact
    best = hindsight(bound.draw_of(SOLVED, 0)[:19])
    cells = {tile: cell for cell, tile in enumerate(best.board)}
    tiles = iter(bound.draw_of(SOLVED, 0))
    rng = random.Random(1)
    policies = [lambda costs: cells[next(tiles)], lambda costs: min(costs, key=costs.get)]
    policies += [lambda costs: min(costs, key=lambda cell: costs[cell] + rng.expovariate(1 / SCALE))] * 20
    results = [play(solver, bound.draw_of(SOLVED, 0), policy)[1][0] for policy in policies]
    assert max(results) <= found.value / SCALE


def test_costs_never_decrease(solver):
    rng = random.Random(2)
    for number in range(30):
        order = np.array(bound.draw_of(78, number))
        bound.prepare(solver.values, solver.slots.filled, order, solver.ahead)
        key = bound.START
        for drawn in range(19):
            bound.regrets(key, solver.slots.bases, np.array(DIGITS), solver.ahead, solver.found, solver.work)
            free = key & ALL_CELLS
            least = int(bound.least_regret(solver.found, free, order[drawn]))
            extra = [int(bound.extra_cost(solver.found, free, order, drawn, weight)) for weight in range(WEIGHTS + 1)]
            assert extra[0] == 0
            assert least + min(extra) >= 0
            key = int(bound.add_tile(key, order[drawn], rng.choice([c for c in range(19) if key >> c & 1])))


def test_lower_floors_and_more_memory_only_lower_the_bound():
    draw = bound.draw_of(SOLVED, 0)
    values = [Solver(0, floor * SCALE).solve(draw) for floor in (220, 219, 218, 217)]
    assert [value.exact for value in values] == [False, False, True, True]
    assert [value.value for value in values[:2]] == [220 * SCALE, 219 * SCALE]
    assert values[2].value == values[3].value
    small = Solver(0, 218 * SCALE, 1 << 8)
    first, second = small.solve(draw), small.solve(draw)
    assert first == second, "a full table is left empty"
    assert not first.exact
    assert first.value > values[2].value


def test_the_confidence_bound_is_the_least_that_reaches_the_odds():
    top, floor = sum(direction_bounds()), 190 * SCALE
    values = [200 * SCALE, 190 * SCALE, 191 * SCALE] * 400
    found = confidence_bound(values, floor, top)
    logs = [sum(math.log1p((m - value) / (top - floor)) for value in values) for m in (found - 40, found + 40)]
    assert logs[0] < math.log(100) < logs[1]
    assert confidence_bound(values[:2], floor, top) == top
    assert confidence_bound([floor] * 1000, floor, top) == floor + math.ceil((100 ** (1 / 1000) - 1) * (top - floor))


def test_the_confidence_bound_fails_rarely():
    """For values that are nearly always the floor, where a normal approximation would fail."""
    rng = np.random.default_rng(1)
    top, floor = 1_000, 0
    samples = np.where(rng.random((2_000, 100)) < 0.03, 1_000, 0)
    bounds = [confidence_bound([int(value) for value in sample], floor, top) for sample in samples]
    assert np.mean(np.array(bounds) < 30) < 0.02
    assert np.mean(samples.mean(axis=1) < 30) > 0.3


def test_cell_numbers_and_half_turns_agree():
    """The first tile goes on half of the cells only."""
    for cell in range(19):
        for direction in range(3):
            assert LINES_THROUGH[18 - cell, direction] == 10 * direction + 4 - LINES_THROUGH[cell, direction]


def test_a_stopped_run_is_continued(tmp_path):
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    header = Header(seed=9, draws=3, weight=8, floor=220 * SCALE)
    lines = list(certify(header, whole))
    text = whole.read_text()
    stopped.write_text(text[: text.rindex('"value"')])
    assert list(certify(header, stopped)) == lines
    assert stopped.read_text() == text
    with pytest.raises(bound.MismatchError):
        list(certify(Header(seed=8, draws=3, weight=8, floor=220 * SCALE), whole))


@pytest.fixture(scope="module")
def checker():
    """Loaded once, so that its tables are computed once."""
    return runpy.run_path(str(CHECKER))


def check(checker, capsys, monkeypatch, file, sample):
    """The checker's exit code and output."""
    monkeypatch.setattr(sys, "argv", ["check_bound.py", str(file), "--sample", str(sample)])
    return checker["main"](), capsys.readouterr().out


@pytest.mark.parametrize("penalty", ["tables", "blend", "lookahead"])
def test_the_checker_accepts_a_certificate_and_finds_a_false_value(tmp_path, capsys, monkeypatch, checker, penalty):
    file = tmp_path / "certificate.jsonl"
    *progress, output = commands.bound(WORDS, 4, 2, file, penalty, 223, as_json=True)
    assert progress == [0, 0.5, 1]
    found = json.loads(str(output))
    assert found["exact_bound"] == 233.469
    assert found["mean"] == 223
    code, text = check(checker, capsys, monkeypatch, file, 2)
    assert code == 0
    (bound,) = re.findall(r"the bound is ([\d.]+)", text)
    assert float(bound) == pytest.approx(found["bound"], abs=0.0011)
    assert "the certificate holds" in text
    header, first, second = map(json.loads, file.read_text().splitlines())
    second["exact"] = True  # that some way to lay the tiles costs no more
    file.write_text("".join(json.dumps(line) + "\n" for line in (header, first, second)))
    assert check(checker, capsys, monkeypatch, file, 2)[0] == 1
    file.write_text("".join(json.dumps(line) + "\n" for line in (header, first)))
    assert check(checker, capsys, monkeypatch, file, 2)[0] == 1


def test_the_checker_solves_a_whole_draw(solver, tmp_path, capsys, monkeypatch, checker):
    """And refuses a value that is one unit lower or higher."""
    found = solver.solve(bound.draw_of(SOLVED, 0))
    for change, code in ((0, 0), (-1, 1), (1, 1)):
        header = Header(seed=SOLVED, draws=1, weight=0, floor=212 * SCALE)
        line = {"draw": 0, "value": found.value + change, "nodes": found.nodes, "exact": True}
        file = tmp_path / "whole.jsonl"
        file.write_text(json.dumps(asdict(header)) + "\n" + json.dumps(line) + "\n")
        assert check(checker, capsys, monkeypatch, file, 1)[0] == code


def test_the_checker_is_short_and_separate_and_has_the_same_tables(checker):
    assert len(CHECKER.read_text().splitlines()) <= 200
    assert "ludotheque." not in CHECKER.read_text()
    assert int(checker["value"](((0,) * 5, 0))[:, 0, 0].sum()) == sum(direction_bounds())


@pytest.mark.parametrize(
    "wrong", [{"draws": 0}, {"floor": -1}, {"floor": 234}, {"penalty": "none"}, {"certificate": CHECKER}]
)
def test_wrong_options_are_refused(wrong):
    with pytest.raises(Failure):
        list(commands.bound(WORDS, 4, **wrong))
