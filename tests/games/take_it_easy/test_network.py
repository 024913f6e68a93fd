"""The learned evaluation: it sees boards rightly, counts endings out exactly, is trained and kept without loss."""

import os
import subprocess
import sys
import zlib
from fractions import Fraction

import numpy as np
import pytest

from lab.take_it_easy import train
from ludotheque import game
from ludotheque.games.take_it_easy import rules
from ludotheque.games.take_it_easy.bots import network
from ludotheque.games.take_it_easy.pieces import LINE_SETS, TILES_SHOWING
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on

RULES = game("take_it_easy")


def position_with(laid, seed, seats=1, **options):
    """A position of random play with so many tiles laid, and the next one announced."""
    start = RULES.start(seats, {"rounds": 1, **options})
    for _, position in play_on(start, [Random()] * seats, seed):
        if 19 - int(position.state.free[0]).bit_count() == laid and position.to_act != ("chance",):
            return position
    raise AssertionError("no such position")


def seen_of(state, tiles):
    seen = np.zeros(1, network.BOARD_FEATURES)[0]
    network.board_features(state, 0, tiles, seen)
    return seen


def looked(weights, position):
    """What each board is worth that the announced tile can make."""
    state = position.state
    workspace, values = np.zeros(1, network.ACCUMULATOR)[0], np.zeros(19, np.int64)
    tile = int(state.announced).bit_length() - 1
    network.evaluate_placements(weights, position.setup, state, 0, tile, int(state.heap), workspace, values)
    return values


def random_weights(seed):
    """A network that has learnt nothing, with all its numbers different."""
    learner = train.Learner(seed)
    chance = np.random.default_rng(seed)
    arrays = dict(learner.arrays)
    for name in ("bias", "second", "second_bias", "heads", "head_bias"):
        arrays[name] = arrays[name] + chance.normal(0, 0.05, arrays[name].shape).astype(np.float32)
    return arrays


def by_floats(arrays, state, tiles):
    """What a board is worth, from its rows and in floats."""
    seen = seen_of(state, tiles)
    rows = [*seen.lines, *(seen.cells[cell] for cell in range(19) if state.free[0] >> cell & 1)]
    rows += [network.TILE_ROWS + tile for tile in range(27) if tiles >> tile & 1]
    laid = 19 - int(state.free[0]).bit_count()
    inputs = [np.maximum(arrays["bias"] + arrays["rows"][side].sum(0), 0) for side in (rows, network.ROTATED[rows])]
    own, other = np.split(arrays["second"][laid], 2, 1)
    hidden = np.zeros(network.HIDDEN)
    for one, opposite in (inputs, inputs[::-1]):
        output = one @ own + opposite @ other + arrays["second_bias"][laid]
        hidden += np.where(output > 0, output, output * train.LEAK)
    heads = arrays["heads"][laid] @ hidden + arrays["head_bias"][laid]
    return train.POINTS * heads[[tile for tile in range(27) if tiles >> tile & 1]].mean()


def test_every_state_of_a_line_has_a_row_of_its_own_and_each_cell_has_its_rows():
    ends = [*network.LINE_ROWS[1:].tolist(), network.N_LINE_ROWS]
    for seed in range(6):
        for laid in range(0, 19, 2):
            state = position_with(laid, seed).state
            seen = seen_of(state, int(state.heap))
            for line in range(15):
                assert network.LINE_ROWS[line] <= seen.lines[line] < ends[line]
            for cell in range(19):
                if state.free[0] >> cell & 1:
                    start = network.N_LINE_ROWS + cell * network.ROWS_PER_CELL
                    assert start <= seen.cells[cell] < start + network.ROWS_PER_CELL


def test_a_line_wants_its_digit_until_it_is_broken_or_out_of_reach():
    rows: dict[int, tuple[int, ...]] = {}
    for seed in range(40):
        position = position_with(9, seed)
        state, tiles = position.state, int(position.state.heap)
        seen = seen_of(state, tiles)
        for line in range(15):
            rank = rules.line_rank(state, 0, line)
            missing = rules.line_missing(state, 0, line)
            fitting = int(tiles & TILES_SHOWING[line // 5 * 3 + rank]).bit_count() if rank >= 0 else 0
            alive = rank >= 0 and 0 < missing <= fitting
            assert seen.wants[line] == (rank + 1 if alive else network.FREE if rank == rules.OPEN else network.DEAD)
            covered = ~int(state.free[0]) & int(LINE_SETS[line])
            complete = rank >= 0 and missing == 0
            told = (line, covered, rank if complete else seen.wants[line], fitting if alive else -1, complete)
            assert rows.setdefault(int(seen.lines[line]), told) == told, "a row stands for one state"


def turned(position):
    """The same board, seen from the other side of the table."""
    state = position.state.copy()
    for digit in range(9):
        state.shows[0, digit] = int(f"{int(position.state.shows[0, digit]):019b}"[::-1], 2)
    state.free[0] = int(f"{int(position.state.free[0]):019b}"[::-1], 2)
    return state


@pytest.mark.parametrize("laid", [0, 3, 8, 14])
def test_a_turned_board_has_the_turned_rows_and_is_worth_the_same(laid):
    position = position_with(laid, seed=laid)
    state, tiles = position.state, int(position.state.heap)
    seen, again = seen_of(state, tiles), seen_of(turned(position), tiles)
    lines = np.arange(15).reshape(3, 5)[:, ::-1].ravel()
    assert np.array_equal(network.ROTATED[seen.lines], again.lines[lines])
    for cell in range(19):
        if state.free[0] >> cell & 1:
            assert network.ROTATED[seen.cells[cell]] == again.cells[18 - cell]
    arrays = random_weights(laid)
    weights = train.whole(arrays)
    workspace, values, mirrored = np.zeros(1, network.ACCUMULATOR)[0], np.zeros(19, np.int64), np.zeros(19, np.int64)
    tile = int(state.announced).bit_length() - 1
    network.evaluate_placements(weights, position.setup, state, 0, tile, tiles, workspace, values)
    network.evaluate_placements(weights, position.setup, turned(position), 0, tile, tiles, workspace, mirrored)
    assert np.array_equal(values, mirrored[::-1])


def test_turning_twice_is_not_turning():
    assert np.array_equal(network.ROTATED[network.ROTATED], np.arange(network.N_ROWS))


@pytest.mark.parametrize("laid", [0, 1, 7, 12, 15])
def test_a_look_equals_the_sum_of_all_rows_of_the_board_it_makes(laid):
    arrays = random_weights(laid)
    weights = train.whole(arrays)
    position = position_with(laid, seed=laid)
    values = looked(weights, position)
    boards = {action % rules.STRIDE: position.apply_action(0, action).state for action in position.legal_actions(0)}
    exact = [by_floats(arrays, state, int(state.heap)) for state in boards.values()]
    assert values[list(boards)] / network.POINT == pytest.approx(exact, abs=1.0), "but for the rounding"
    assert np.corrcoef(values[list(boards)], exact)[0, 1] > 0.95


def counted(position):
    """The value of a board by plain recursion over the rules."""
    if position.to_act == ("chance",):
        return sum(
            share * counted(position.apply_action("chance", tile)) for tile, share in position.chance_outcomes().items()
        )
    if not position.to_act:
        return Fraction(position.scores[0])
    return max(counted(position.apply_action(0, action)) for action in position.legal_actions(0))


PRODUCTS = """
import numpy as np
from ludotheque.games.take_it_easy.bots import network
from ludotheque.native.compiled import rule

@rule
def multiplied(weights, inputs, into):
    network.multiply_active(weights, inputs, into)

for given, summed in ((np.int16, np.int32), (np.float32, np.float32)):
    chance = np.random.default_rng(1)
    shape = (network.WIDTH, network.PERSPECTIVES * network.HIDDEN)
    weights = chance.integers(-network.MOST_WEIGHT, network.MOST_WEIGHT, shape).astype(given)
    for share in (0, 0.05, 0.2, 0.9, 1):  # of units that are awake; the others are below zero, or just there
        inputs = chance.integers(1, network.MOST_INPUT, network.WIDTH).astype(given)
        asleep = chance.random(network.WIDTH) >= share
        inputs[asleep] *= -chance.integers(0, 2, asleep.sum()).astype(given)
        plain, compiled = np.ones((2, shape[1]), summed)
        network.multiply_active(weights, inputs, plain)
        multiplied(weights, inputs, compiled)
        assert np.allclose(plain, compiled, rtol=0 if given == np.int16 else 1e-4)
        assert (share > 0) == plain.any()
"""


def test_compiled_products_are_those_of_plain_numpy():
    """Written for the compiler below Numba, they are not the same source."""
    environment = {**os.environ, "LUDOTHEQUE_RULES": "jit"}
    subprocess.run([sys.executable, "-c", PRODUCTS], env=environment, check=True)


@pytest.mark.parametrize("options", [{}, {"adjacent": True}])
@pytest.mark.parametrize("seed", range(3))
def test_endings_are_counted_out_exactly(seed, options):
    position = position_with(16, seed, **options)
    ending = np.zeros(1, network.ENDING)[0]
    for action in position.legal_actions(0):
        after = position.apply_action(0, action)
        value = network.solve_ending(after.setup, after.state, 0, ending)
        assert value / network.POINT == pytest.approx(float(counted(after)), abs=0.001)


def test_the_shipped_weights_are_small_and_whole():
    assert network.FILE.stat().st_size < 4 << 20
    assert network.write_network(network.shipped()) == network.FILE.read_bytes()


def test_training_goes_on_where_it_was_stopped(tmp_path):
    learner, again = train.Learner(3), train.Learner(4)
    batch = train.Batch(8)
    before = train.play(learner, batch).mean()
    train.learn(learner, batch, 1e-3)
    learner.curve.append((8, before, 1.0))
    learner.save(tmp_path / "checkpoint.npz")
    again.load(tmp_path / "checkpoint.npz")
    assert again.curve == learner.curve
    assert (again.steps, again.games) == (1, 8)
    for one in (learner, again):
        train.play(one, batch)
        train.learn(one, batch, 1e-3)
    for name, array in learner.arrays.items():
        assert np.array_equal(array, again.arrays[name]), name


@pytest.mark.long
def test_training_goes_on_from_weights_that_lie_in_its_folder(tmp_path):
    learner = train.Learner(1)
    learner.take(network.shipped())
    again = train.whole(learner.arrays)
    assert np.array_equal(again.rows, network.shipped().rows)
    for seed in range(5):
        position = position_with(4 + 2 * seed, seed)
        free = [cell for cell in range(19) if position.state.free[0] >> cell & 1]
        one, other = (looked(weights, position)[free] / network.POINT for weights in (network.shipped(), again))
        assert np.abs(one - other).max() < 0.1
    (tmp_path / "weights.bin").write_bytes(network.FILE.read_bytes())
    shares, curve = [], []
    for share, points in train.train(tmp_path, minutes=0.1, seed=1):
        shares.append(share)
        curve = list(points)
    assert shares[0] > train.BEHIND
    assert curve[-1][1] > 160


def test_a_network_that_grows_says_the_same():
    """New units are awake like others, and give nothing on yet."""
    narrow = np.zeros(1, network.network_of(network.WIDTH - 64))[0]
    for name in narrow.dtype.names:
        whole = network.shipped()[name]
        narrow[name] = whole[tuple(slice(size) for size in narrow[name].shape)] if whole.ndim else whole
    grown = train.widened(zlib.compress(narrow.tobytes()), seed=1)
    zeroed = network.shipped().copy()
    zeroed.second[:, -64:] = 0
    for seed in range(5):
        position = position_with(4 + 2 * seed, seed)
        free = [cell for cell in range(19) if position.state.free[0] >> cell & 1]
        assert (looked(grown, position)[free] == looked(zeroed, position)[free]).all()
    assert not grown.second[:, -64:].any()
    assert grown.rows[:, -64:].any(0).all()
    assert len({column.tobytes() for column in grown.rows.T}) == network.WIDTH
    with pytest.raises(ValueError, match="another network"):
        train.widened(zlib.compress(narrow.tobytes()[:-1]), seed=1)


@pytest.mark.long
def test_training_plays_with_the_rows_that_will_play():
    """Rounded only when all was learnt, they once lost 0.17 points, more than the training had brought."""
    learner, batch = train.Learner(5), train.Batch(32)
    for _ in range(20):
        train.play(learner, batch)
        train.learn(learner, batch, 1e-2)
    assert np.array_equal(learner.short, train.whole(learner.arrays).rows)
    assert not np.array_equal(learner.short, train.Learner(5).short)
    learner.fit()
    assert (np.abs(learner.short).max(0) == 127).all(), "each column is used to the full"


@pytest.mark.long
def test_training_learns(tmp_path):
    """A few seconds are enough to leave chance behind (about 12 points, luck taken out)."""
    curve = []
    for share, points in train.train(tmp_path, minutes=0.08, seed=1):
        assert 0 < share <= 1
        curve = list(points)
    assert curve[-1][1] > 20
    weights = network.read_network((tmp_path / "weights.bin").read_bytes())
    assert weights.rows.any()
    assert (tmp_path / "checkpoint.npz").exists()


def test_what_has_learnt_is_still_awake():
    """A unit that is below zero for every board learns nothing any more: once four of five were, and nobody saw it."""
    workspace, values = np.zeros(1, network.ACCUMULATOR)[0], np.zeros(19, np.int64)
    awake = np.zeros(network.WIDTH, bool)
    for seed in range(60):
        position = position_with(3 + seed % 13, seed)
        tile = int(position.state.announced).bit_length() - 1
        network.evaluate_placements(
            network.shipped(), position.setup, position.state, 0, tile, int(position.state.heap), workspace, values
        )
        awake |= (workspace.inputs > 0).any(0)
    assert awake.sum() > network.WIDTH / 2
