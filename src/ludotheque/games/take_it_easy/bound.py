"""An upper bound on the mean score of any strategy in one round, proven up to a stated sampling error.

``docs/explanation/bound-take_it_easy.md`` has the mathematics. In short:

- ``tables`` plays each direction alone, exactly, as if it could choose its lines without regard to the other two. The
  three values add up to a bound.
- ``least_cost`` lets a player see all 19 draws in advance, but charges for foresight. Honest players pay zero on
  average, so the mean of the best results with foresight bounds everybody.

All values are whole numbers of 1/``SCALE`` points. Every rounding goes upwards for a bound and downwards for a cost.

The state of a direction is a *slot* and the digits gone. A slot says of each of the five lines whether it is empty,
live (digit and number of tiles) or closed (broken or complete), and how many free cells the closed lines have together.
A *board key* is an integer: the set of free cells, and above it two bits for each of the 15 lines, its rank or
``CLOSED_LINE``. It holds all that matters, because the tiles laid so far are known from the draw.
"""

from __future__ import annotations

import hashlib
import json
import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...engine.bits import first, size
from ...native.compiled import routine, rule
from .pieces import ALL_CELLS, CELLS, COLUMNS, DIGITS, DIGITS_OF, LINE_SETS, LINES_THROUGH, TILE_SHOWS, TILES

Integers = NDArray[np.int64]
Values = NDArray[np.int32]

SCALE: Final = 1 << 20
"""Values are stored in units of 1/SCALE points."""

RANKS: Final = 3
COPIES: Final = len(TILES) // RANKS
"""Each digit is on this number of tiles."""
GONE: Final = COPIES + 1
"""Number of possible counts of a digit's tiles that are gone."""

# -- Slots ------------------------------------------------------------------------------------------------------------

LENGTHS: Final = np.array(COLUMNS, np.int64)
"""Cells of the five lines of a direction."""

CLOSED: Final = 1 + RANKS * (LENGTHS - 1)
"""Number of the state `closed` of each line. State 0 is `empty`; ``1 + rank * (length - 1) + tiles - 1`` is `live`."""

_THREES, _FOURS, _FIVES = (1 + RANKS * (length - 1) + 1 for length in (3, 4, 5))


def _pairs(states: int) -> Integers:
    """Numbers the unordered pairs of states of two lines of the same length."""
    number = np.zeros((states, states), np.int64)
    for count, (high, low) in enumerate(pair for pair in product(range(states), repeat=2) if pair[1] <= pair[0]):
        number[low, high] = number[high, low] = count
    return number


PAIRS_3: Final = _pairs(_THREES)
PAIRS_4: Final = _pairs(_FOURS)
N_PAIRS_4: Final = _FOURS * (_FOURS + 1) // 2
N_CONFIGURATIONS: Final = _THREES * (_THREES + 1) // 2 * N_PAIRS_4 * _FIVES


@rule
def configuration(lines: Integers) -> int:
    """Return the number of the states of the five lines; lines of equal length are interchangeable."""
    return (PAIRS_3[lines[0], lines[4]] * N_PAIRS_4 + PAIRS_4[lines[1], lines[3]]) * _FIVES + lines[2]


def configurations(lines: Integers) -> Integers:
    """Return the numbers of many states of the five lines, one in each row."""
    a, b, c, d, e = lines.T
    numbers: Integers = (PAIRS_3[a, e] * N_PAIRS_4 + PAIRS_4[b, d]) * _FIVES + c
    return numbers


def _line_choices() -> Integers:
    """What a tile with a digit of rank `rank` does to a line: ``[line, state, rank]`` is the state afterwards, the
    change of the free cells on closed lines, and the line's length if the tile completes it (else 0)."""
    found = np.zeros((len(COLUMNS), max(CLOSED) + 1, RANKS, 3), np.int64)
    for line, (length, closed) in enumerate(zip(LENGTHS, CLOSED, strict=True)):
        for state, rank in product(range(closed + 1), range(RANKS)):
            laid = (state - 1) % (length - 1) + 1
            if state == 0:
                after = 1 + rank * (length - 1), 0, 0
            elif state == closed:
                after = closed, -1, 0
            elif (state - 1) // (length - 1) != rank:
                after = closed, length - laid - 1, 0
            elif laid == length - 1:
                after = closed, 0, length
            else:
                after = state + 1, 0, 0
            found[line, state, rank] = after
    return found


LINE_CHOICES: Final = _line_choices()


class Slots(NamedTuple):
    """The numbering of the slots."""

    bases: Integers
    """The first slot of each configuration; the free cells of the closed lines are added to it."""
    lines: Integers
    """For each slot the states of its five lines."""
    spare: Integers
    """For each slot the free cells of its closed lines."""
    filled: Integers
    """For each slot the number of tiles laid."""


@cache
def number_slots() -> Slots:
    """Number the slots. A closed line has at least two tiles, so its length limits its free cells."""
    bases = np.full(N_CONFIGURATIONS, -1, np.int64)
    lines: list[tuple[int, ...]] = []
    spare, filled = [], []
    closed = CLOSED.tolist()
    for a, b, c, d, e in product(*(range(top + 1) for top in closed)):
        if e > a or d > b:
            continue  # the other order has the same number
        most, tiles = 0, 0
        for state, length, top in zip((a, b, c, d, e), COLUMNS, closed, strict=True):
            if state == top:
                most += length - 2
                tiles += length
            elif state:
                tiles += (state - 1) % (length - 1) + 1
        for free in range(most + 1):
            lines.append((a, b, c, d, e))
            spare.append(free)
            filled.append(tiles - free)
    slots = Slots(bases, np.array(lines, np.int64), np.array(spare, np.int64), np.array(filled, np.int64))
    first_ones = np.flatnonzero(slots.spare == 0)
    bases[configurations(slots.lines[first_ones])] = first_ones
    return slots


@rule
def choices(bases: Integers, lines: Integers, spare: int, rank: int, slots: Integers, lengths: Integers) -> None:
    """Find what a tile with a digit leads to on each of the five lines of a direction: the next slot (-1 if there is no
    free cell), and the length of the line if it is completed (else 0). `lines` is changed and restored."""
    for line in range(5):
        state = lines[line]
        free = spare + LINE_CHOICES[line, state, rank, 1]
        lengths[line] = LINE_CHOICES[line, state, rank, 2]
        slots[line] = -1
        if free >= 0:
            lines[line] = LINE_CHOICES[line, state, rank, 0]
            slots[line] = bases[configuration(lines)] + free
            lines[line] = state


# -- Each direction alone ---------------------------------------------------------------------------------------------


def _values_of(slots: Slots, layer: Integers, digits: Sequence[int], values: Values) -> Integers:
    """Return the values of the slots of a layer, from those of the next layer in `values`."""
    filled = int(slots.filled[layer[0]])
    low, middle = np.divmod(np.arange(GONE * GONE), GONE)
    gone = np.stack([low, middle, filled - low - middle])
    total = np.zeros((len(layer), GONE * GONE), np.int64)
    for rank, step in enumerate((GONE, 1, 0)):
        left = COPIES - gone[rank]
        after = np.where(left > 0, np.arange(GONE * GONE) + step, 0)
        best = np.zeros_like(total)
        for line in range(5):
            state, freed, completed = LINE_CHOICES[line, slots.lines[layer, line], rank].T
            free = slots.spare[layer] + freed
            lines = slots.lines[layer]
            lines[:, line] = state
            following = slots.bases[configurations(lines)] + np.maximum(free, 0)
            worth = (completed * digits[rank] * SCALE)[:, None] + values[following][:, after]
            np.maximum(best, np.where(free[:, None] >= 0, worth, 0), out=best)
        total += left * best
    heap = len(TILES) - filled
    possible = (gone[2] >= 0) & (gone[2] <= COPIES)
    return np.where(possible, (total + heap - 1) // heap, 0)


@cache
def tables() -> Values:
    """Return ``values[direction, slot, gone]``: the value of every state of a direction before a draw, which is the
    mean of its points to come under best play, in units of 1/SCALE, rounded upwards. `gone` is
    ``low * GONE + middle``, the tiles gone with the low and the middle digit."""
    slots = number_slots()
    values = np.zeros((3, len(slots.lines), GONE * GONE), np.int32)
    for direction in range(3):
        for filled in reversed(range(len(CELLS))):
            layer = np.flatnonzero(slots.filled == filled)
            values[direction, layer] = _values_of(slots, layer, DIGITS_OF[direction], values[direction])
    return values


def direction_bounds() -> list[int]:
    """Return the bound of each direction alone, in units of 1/SCALE."""
    return [int(value) for value in tables()[:, 0, 0]]


def points_to_come(boards: Any) -> NDArray[np.float64]:
    """Return for each board the sum of the values of its three directions: at most this many points can come on
    average. It depends on nothing hidden and is 0 on a full board, so it serves as a potential for reward shaping.

    `boards` are state records; the boards of their first seats are taken.
    """
    slots, values = number_slots(), tables()
    shows, free = boards["shows"][:, 0], boards["free"][:, 0]
    total = np.zeros(len(boards))
    for direction in range(3):
        lines = np.zeros((len(boards), 5), np.int64)
        spare = np.zeros(len(boards), np.int64)
        digits = shows[:, 3 * direction : 3 * direction + RANKS]
        gone = np.bitwise_count(digits).astype(np.int64)
        for line, length in enumerate(LENGTHS):
            cells = int(LINE_SETS[5 * direction + line])
            laid = np.bitwise_count(digits & cells).astype(np.int64)
            room = np.bitwise_count(free & cells).astype(np.int64)
            closed = (np.count_nonzero(laid, axis=1) > 1) | (room == 0)
            live = 1 + laid.argmax(axis=1) * (length - 1) + laid.max(axis=1) - 1
            lines[:, line] = np.where(closed, CLOSED[line], np.where(room == length, 0, live))
            spare += np.where(closed, room, 0)
        slot = slots.bases[configurations(lines)] + spare
        total += values[direction, slot, gone[:, 0] * GONE + gone[:, 1]] / SCALE
    return total


# -- A known draw -----------------------------------------------------------------------------------------------------

CLOSED_LINE: Final = 3
"""Stands in a board key in the place of a rank if the line is broken or complete."""
N_CELLS: Final = len(CELLS)
START: Final = ALL_CELLS
"""The key of the empty board; the two bits of a line without tiles are 0."""
WEIGHTS: Final = 8
"""The weight of the least regrets in a penalty is given in these fractions."""
FIRST_CELLS: Final = (N_CELLS + 1) // 2
"""The first tile goes on one of these cells: half a turn of the board maps every line onto one of the same direction
and length, and the others onto these."""


@rule
def prepare(values: Values, slot_filled: Integers, draw: Integers, ahead: Values) -> None:
    """Select from the tables what a draw needs: ``ahead[direction, rank, slot]`` is the value of a slot if its last
    tile shows this digit and those before are the first ones of the draw (0 if no such tile is left)."""
    for direction in range(3):
        for slot in range(len(slot_filled)):
            filled = slot_filled[slot]
            if filled == 0:
                continue
            low, middle, high = 0, 0, 0
            for count in range(filled - 1):
                rank = TILE_SHOWS[draw[count], direction] - 3 * direction
                low += rank == 0
                middle += rank == 1
                high += rank == 2
            for rank in range(RANKS):
                gone = (low + (rank == 0)) * GONE + middle + (rank == 1)
                left = (low if rank == 0 else middle if rank == 1 else high) < COPIES
                ahead[direction, rank, slot] = values[direction, slot, gone] if left else 0


@rule
def add_tile(key: int, tile: int, cell: int) -> int:
    """Return the board key after a tile is laid on a free cell."""
    free = key & ALL_CELLS
    for direction in range(3):
        line = LINES_THROUGH[cell, direction]
        shift = N_CELLS + 2 * line
        rank = TILE_SHOWS[tile, direction] - 3 * direction
        here = (key >> shift) & 3
        room = LINE_SETS[line] & free
        if room == LINE_SETS[line]:
            key |= rank << shift
        elif here != rank or room == 1 << cell:
            key |= CLOSED_LINE << shift
    return key & ~(1 << cell)


@rule
def direction_state(key: int, direction: int, lines: Integers) -> int:
    """Set the states of a direction's lines on a board; return the free cells of its closed lines."""
    free = key & ALL_CELLS
    spare = 0
    for line in range(5):
        number = 5 * direction + line
        length = LENGTHS[line]
        room = size(free & LINE_SETS[number])
        rank = (key >> (N_CELLS + 2 * number)) & 3
        if room == length:
            lines[line] = 0
        elif rank == CLOSED_LINE:
            lines[line] = CLOSED[line]
            spare += room
        else:
            lines[line] = 1 + rank * (length - 1) + length - room - 1
    return spare


@rule
def regrets(key: int, bases: Integers, digits: Integers, ahead: Values, found: Integers, work: Integers) -> None:
    """Compute ``found[digit, line]``: what a direction alone loses, compared with its best line, if a tile with one of
    the nine digits goes on one of its five lines. `work` (3, 5) is scratch."""
    for direction in range(3):
        spare = direction_state(key, direction, work[0])
        for rank in range(RANKS):
            choices(bases, work[0], spare, rank, work[1], work[2])
            digit = 3 * direction + rank
            best = 0
            for line in range(5):
                value = 0
                if work[1, line] >= 0:
                    value = work[2, line] * digits[digit] * SCALE + int(ahead[direction, rank, work[1, line]])
                found[digit, line] = value
                best = max(best, value)
            for line in range(5):
                found[digit, line] = best - found[digit, line]


@rule
def regret(found: Integers, tile: int, cell: int) -> int:
    """Return what the three directions lose together if a tile is laid on a cell."""
    return (
        found[TILE_SHOWS[tile, 0], LINES_THROUGH[cell, 0]]
        + found[TILE_SHOWS[tile, 1], LINES_THROUGH[cell, 1] - 5]
        + found[TILE_SHOWS[tile, 2], LINES_THROUGH[cell, 2] - 10]
    )


@rule
def least_regret(found: Integers, free: int, tile: int) -> int:
    """Return the regret of the best free cell for a tile."""
    least = 1 << 40
    while free != 0:
        cell = first(free)
        free &= free - 1
        least = min(least, regret(found, tile, cell))
    return least


@rule
def extra_cost(found: Integers, free: int, draw: Integers, drawn: int, weight: int) -> int:
    """Return what the penalty adds to the regret of any cell, rounded downwards: `weight` / ``WEIGHTS`` of the
    difference between the mean over the heap of the least regrets and the least regret of the tile that comes."""
    if weight == 0:
        return 0
    total, own = 0, 0
    for count in range(drawn, len(TILES)):
        least = least_regret(found, free, draw[count])
        total += least
        if count == drawn:
            own = least
    return weight * total // (WEIGHTS * (len(TILES) - drawn)) - (weight * own + WEIGHTS - 1) // WEIGHTS


@rule
def hashed(key: int) -> int:
    """Scramble a board key: 49 bits in, 62 bits out."""
    key = (key ^ (key >> 23)) & ((1 << 31) - 1) ^ (key >> 31) * 0x5851F42D
    key = (key & ((1 << 31) - 1)) * 0x2545F491 ^ (key >> 31)
    return key ^ (key >> 29)


@routine
def least_cost(
    bases: Integers,
    draw: Integers,
    digits: Integers,
    ahead: Values,
    weight: int,
    limit: int,
    boards: Integers,
    places: Integers,
    found: Integers,
    work: Integers,
    report: Integers,
) -> int:
    """Return the least total cost of a way to lay the 19 tiles of a draw if it is below `limit`, else `limit`. If the
    arrays get full, the answer is a lower bound.

    After each tile all boards that cost less than `limit` are kept, each with its least cost; costs never decrease.
    `draw` has all 27 tiles, first those drawn. ``boards[layer % 2]`` is a hash table of keys (0 if empty) and costs, in
    length a power of two; it must be empty, and is left so. `places` says where its entries are. `report` gets the
    number of boards expanded and whether the answer is exact.
    """
    mask = boards.shape[1] - 1
    boards[0, 0, 0], boards[0, 0, 1], places[0, 0] = START, 0, 0
    waiting, expanded = 1, 0
    for drawn in range(N_CELLS):
        now, after, following = drawn & 1, 1 - (drawn & 1), 0
        tile = draw[drawn]
        for entry in range(waiting):
            place = places[now, entry]
            key, cost = boards[now, place, 0], boards[now, place, 1]
            boards[now, place, 0] = 0
            if cost >= limit:
                continue
            expanded += 1
            free = key & ALL_CELLS
            regrets(key, bases, digits, ahead, found, work)
            cost += extra_cost(found, free, draw, drawn, weight)
            rest = free
            while rest != 0:
                cell = first(rest)
                rest &= rest - 1
                if drawn == 0 and cell >= FIRST_CELLS:
                    break
                total = cost + regret(found, tile, cell)
                if total >= limit:
                    continue
                board = add_tile(key, tile, cell)
                place = hashed(board) & mask
                while boards[after, place, 0] != 0 and boards[after, place, 0] != board:
                    place = (place + 1) & mask
                if boards[after, place, 0] == board:
                    boards[after, place, 1] = min(boards[after, place, 1], total)
                elif following == places.shape[1]:
                    limit = total
                else:
                    boards[after, place, 0], boards[after, place, 1] = board, total
                    places[after, following] = place
                    following += 1
        waiting = following
    answer, exact = limit, 0
    for entry in range(waiting):
        place = places[1, entry]
        if boards[1, place, 1] < answer:
            answer, exact = boards[1, place, 1], 1
        boards[1, place, 0] = 0
    report[0], report[1] = expanded, exact
    return answer


class Inner(NamedTuple):
    """The best foresighted result of a draw after charges, in units of 1/SCALE: its value, or an upper bound of it."""

    value: int
    nodes: int
    """Boards expanded."""
    exact: bool


class Solver:
    """Solves draws, one after the other, in the same memory (120 MB)."""

    def __init__(self, weight: int, floor: int, capacity: int = 1 << 20) -> None:
        """The charges use `weight` / ``WEIGHTS`` of the least regrets: 0 for the best lines of each direction,
        ``WEIGHTS`` for the best free cell of the board. Values below `floor` count as `floor`; it must be below
        ``sum(direction_bounds())``. `capacity`, a power of two, limits the boards kept after each tile."""
        self.weight = weight
        self.limit = sum(direction_bounds()) - floor
        self.slots, self.values = number_slots(), tables()
        self.ahead = np.zeros((3, RANKS, len(self.slots.lines)), np.int32)
        self.boards, self.places = np.zeros((2, 2 * capacity, 2), np.int64), np.zeros((2, capacity), np.int64)
        self.found, self.work, self.report = (
            np.zeros((9, 5), np.int64),
            np.zeros((3, 5), np.int64),
            np.zeros(2, np.int64),
        )

    def solve(self, draw: Sequence[int]) -> Inner:
        """Return the result for a draw, given as the order of all 27 tiles."""
        order = np.array(draw, np.int64)
        prepare(self.values, self.slots.filled, order, self.ahead)
        cost = least_cost(
            self.slots.bases,
            order,
            np.array(DIGITS, np.int64),
            self.ahead,
            self.weight,
            self.limit,
            self.boards,
            self.places,
            self.found,
            self.work,
            self.report,
        )
        return Inner(sum(direction_bounds()) - int(cost), int(self.report[0]), bool(self.report[1]))


# -- Certificates -----------------------------------------------------------------------------------------------------

PENALTIES: Final = {"tables": 0, "blend": 5, "lookahead": WEIGHTS}
"""The weight of the least regrets in each penalty."""
ONE_IN: Final = 100
"""The confidence bound fails for at most one certificate in this number."""


@dataclass(frozen=True)
class Header:
    """The first line of a certificate: all that is fixed before the first draw."""

    seed: int
    draws: int
    weight: int
    """Of the least regrets in the penalty, in fractions of ``WEIGHTS``."""
    floor: int
    """Lower values count as this one, which can only raise the bound."""
    format: str = "take_it_easy bound 2"
    scale: int = SCALE
    one_in: int = ONE_IN
    method: str = "the product of 1 + (bound - value) / (top - floor) over the draws reaches one_in"


def draw_of(seed: int, number: int) -> list[int]:
    """Return the order of the 27 tiles in a draw: by the SHA-256 hash of ``seed/number/tile``."""
    return sorted(range(len(TILES)), key=lambda tile: hashlib.sha256(f"{seed}/{number}/{tile}".encode()).digest())


def confidence_bound(values: Sequence[int], floor: int, top: int) -> int:
    """Return a number that is at least the mean of all draws with probability ``1 - 1 / ONE_IN``, in units of 1/SCALE.

    All values are between `floor` and `top`. It is the least whole number m, up to `top`, for which the product of
    ``1 + (m - value) / (top - floor)`` over the values is at least ``ONE_IN``.
    """
    width = top - floor
    wanted = ONE_IN * width ** len(values)

    def enough(bound: int) -> bool:
        return math.prod(width + bound - value for value in values) >= wanted

    return floor + bisect_left(range(floor, top), True, key=enough)


class MismatchError(ValueError):
    """The file is a certificate of another run, or none."""


def certify(header: Header, file: Path | None) -> Iterator[dict[str, Any]]:
    """Solve the draws of a certificate; yield a line for each, those in the file first. New lines are appended to the
    file, so a stopped run can be continued; a line that was cut off is solved again."""
    done = read_lines(header, file) if file is not None and file.exists() else []
    yield from done
    stream = None if file is None else file.open("a", encoding="utf-8")
    try:
        if stream is not None and stream.tell() == 0:
            stream.write(json.dumps(asdict(header)) + "\n")
        if len(done) < header.draws:
            solver = Solver(header.weight, header.floor)
            for number in range(len(done), header.draws):
                line = {"draw": number, **solver.solve(draw_of(header.seed, number))._asdict()}
                if stream is not None:
                    stream.write(json.dumps(line) + "\n")
                    stream.flush()
                yield line
    finally:
        if stream is not None:
            stream.close()


def read_lines(header: Header, file: Path) -> list[dict[str, Any]]:
    """Return the draws in a certificate, and cut an unfinished last line off the file."""
    whole = file.read_bytes()
    whole = whole[: whole.rfind(b"\n") + 1]
    try:
        lines = [json.loads(line) for line in whole.splitlines()]
    except ValueError:
        raise MismatchError from None
    if lines and lines[0] != asdict(header):
        raise MismatchError
    file.write_bytes(whole)
    return lines[1:]


def summary(header: Header, lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the bounds that the draws of a certificate give, in points, rounded upwards to 0.001."""
    values = [line["value"] for line in lines]
    directions = direction_bounds()
    n, top = len(values), sum(directions)
    mean = sum(values) / n
    deviation = (sum((value - mean) ** 2 for value in values) / max(n - 1, 1)) ** 0.5
    return {
        "directions": [_points(value) for value in directions],
        "exact_bound": _points(top),
        "draws": n,
        "solved": sum(line["exact"] for line in lines),
        "mean": round(mean / SCALE, 3),
        "standard_error": round(deviation / n**0.5 / SCALE, 3),
        "bound": _points(confidence_bound(values, header.floor, top)),
        "confidence": 1 - 1 / ONE_IN,
        "seed": header.seed,
        "weight": header.weight,
        "floor": _points(header.floor),
    }


def _points(value: int) -> float:
    """Return a value in points, rounded upwards to 0.001."""
    return -(-value * 1000 // SCALE) / 1000
