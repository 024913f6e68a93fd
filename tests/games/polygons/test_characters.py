"""The characters of Polygons: every level plays every table, by what it knows and its own chance alone."""

import zlib

import numpy as np
import pytest

from lab.polygons import train
from ludotheque.codec.records import copy_record, new_record
from ludotheque.engine.game import STYLES
from ludotheque.engine.position import Event
from ludotheque.engine.registry import game
from ludotheque.engine.rng import generator
from ludotheque.games.polygons import bots, rules
from ludotheque.games.polygons.bots import evaluation, levels
from ludotheque.games.polygons.bots.evaluation import COUNTED, N_FEATURES, PHASES, TABLES, WEIGHTS
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character

GAME = game("polygons")
FEW = 20  # simulations
TABLE_OPTIONS = [
    (2, {}),
    (2, {"edition": "fr-exchange", "expert": True}),
    (3, {"edition": "fr-give", "shape_token": "any"}),
    (4, {"teams": True, "edition": "fr-give"}),
    (4, {"teams": True, "expert": True, "shape_token": "any"}),
]


class Checked:
    """A character whose choices are checked: legal, and the same again for the same chance."""

    def __init__(self, level, style="even"):
        self.bot, self.again = (Character(level, style, FEW) for _ in range(2))
        self.bot.budget_ms = self.again.budget_ms = 60_000

    def choose(self, masked, rng):
        other = rng.copy()
        action = self.bot.choose(masked, rng)
        assert self.again.choose(masked, other) == action
        assert action in masked.legal_actions
        return action


@pytest.mark.parametrize(("seats", "options"), TABLE_OPTIONS)
def test_every_level_plays_every_kind_of_table(seats, options):
    for first in range(0, len(GAME.levels), seats):
        chosen = [GAME.levels[(first + seat) % len(GAME.levels)] for seat in range(seats)]
        players = [Checked(level, STYLES[seat % 3]) for seat, level in enumerate(chosen)]
        position = GAME.start(seats, options)
        for _, after in play_on(position, players, seed=7, choices={"box": "dropped"}):
            position = after
        assert position.is_over


@pytest.mark.parametrize("level", GAME.levels)
def test_a_choice_does_not_depend_on_hidden_pieces(deep, level):
    position = deep(seed=3).play(Event("chance", "first 0"))
    character = Character(level, budget=FEW)
    character.budget_ms = 60_000
    rng = generator(4)
    for _ in range(12):
        (seat,) = position.to_act
        worlds = (position, position.mask(seat).determinize(rng))
        actions = {character.choose(world.mask(seat), generator(7)) for world in worlds}
        assert len(actions) == 1
        position = position.apply_action(seat, actions.pop())


def positions(seats, options, number):
    """Positions at the beginning of turns, some way into a game."""
    position = GAME.start(seats, options)
    found = []
    greedy = [bots.Greedy()] * seats
    for _, after in play_on(position, greedy, seed=number, choices={"box": "dropped"}):
        state = after.state
        if not after.is_over and state.stage == rules.TAKE_STAGE and state.taken + state.power_used == 0:
            found.append(after)
    return found[:: max(len(found) // 6, 1)]


def values(setup, state, weights):
    counted, told = new_record(COUNTED), np.zeros(8)
    evaluation.win_chances(setup, state, weights, counted, told)
    return told[: setup.seats]


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {}), (4, {}), (4, {"teams": True})])
def test_win_chances_sum_to_one_and_follow_the_seats(seats, options):
    weights = evaluation.weights()
    for position in positions(seats, options, 5):
        told = values(position.setup, position.state, weights)
        assert np.isfinite(told).all()
        assert (told >= 0).all()
        assert told.sum() == pytest.approx(1)
        # Everybody moves one seat on: the same game, with other names.
        moved = copy_record(position.state)
        for field in ("powers", "collection", "held", "won"):
            moved[field][:seats] = np.roll(position.state[field][:seats], 1, axis=0)
        for field in ("seat", "starter"):
            moved[field] = (position.state[field] + 1) % seats
        assert values(position.setup, moved, weights) == pytest.approx(np.roll(told, 1))


def test_a_turn_in_progress_is_finished_by_legal_actions():
    for seats, options in TABLE_OPTIONS:
        for position in positions(seats, options, 6):
            state, seat = copy_record(position.state), int(position.state.seat)
            evaluation.finish_turn(position.setup, state)
            assert state.tobytes() == position.state.tobytes(), "nothing had begun"
            rules.apply(position.setup, state, seat, rules.legal_nth(position.setup, state, seat, 0))
            evaluation.finish_turn(position.setup, state)
            assert state.stage == rules.OVER or (state.seat != seat and state.taken == 0)


def test_master_beats_novice():
    won = 0
    for number in range(4):
        players = [Character("master", budget=200), Character("novice")]
        if number % 2:
            players.reverse()
        position = GAME.start(2, {})
        for _, after in play_on(position, players, seed=2, number=number, choices={"box": "dropped"}):
            position = after
        assert position.result is not None
        won += position.result.winners == [number % 2]
    assert won >= 3


def last_choice(seats, seed):
    """The last position of a game of greedy players in which somebody acts."""
    start, greedy = GAME.start(seats, {}), [bots.Greedy()] * seats
    *_, before, _ = [after for _, after in play_on(start, greedy, seed, choices={"box": "dropped"})]
    return before


def asked_master(position, seed, budget=FEW):
    """The tree of `master` where it has thought about a position, and the seat for which it has."""
    (seat,) = position.to_act
    master = Character("master", budget=budget)
    master.budget_ms = 60_000
    master.choose(position.mask(seat), generator(seed))
    return master._workspace.tree, seat


def test_rollout_values_of_final_actions_are_their_results():
    """Checked with actions that end the game: every determinization gives the same result."""
    seen = set()
    for seed in range(30):
        before = last_choice(4, seed)
        tree, seat = asked_master(before, seed)
        assert tree.finalists == 0 or tree.rollouts == levels.ROLLOUTS
        for k in range(int(tree.finalists)):
            after = before.apply_action(seat, int(tree.action[tree.finalist[k]]))
            if after.is_over:
                share = after.result.win_share(seat)
                seen.add(share)
                assert tree.rollout_sum[k] == pytest.approx(levels.ROLLOUTS * share)
    assert len(seen) > 1, "nothing was decided by the last action"


def test_rollouts_end_after_the_next_turn():
    """In the world that was followed last, the turn has just come to the seat after the one that thinks, and more is
    taken than by one turn of each."""
    stopped = 0
    for seed in range(6):
        positions = [after for _, after in play_on(GAME.start(4, {}), [bots.Greedy()] * 4, seed)]
        position = positions[14]
        tree, seat = asked_master(position, seed, 400)
        if tree.finalists and rules.to_act(tree.setup, tree.trial) != 0:
            stopped += 1
            assert rules.to_act(tree.setup, tree.trial) == 1 << (seat + 1) % 4
            taken = rules.box_size(position.state) - rules.box_size(tree.trial)
            assert taken >= 4, "each of the four has had a turn"
    assert stopped, "no action was in question"


def test_there_are_no_rollouts_with_two_seats():
    thought = 0
    for seed in range(5):
        tree, _ = asked_master(last_choice(2, seed), seed)
        assert tree.rollouts == 0
        thought += int(tree.simulations)
    assert thought, "there was nothing to think about"


def test_the_shipped_weights_are_of_their_type():
    weights = evaluation.weights()
    assert weights.dtype == WEIGHTS == bots.WEIGHTS
    assert weights.weights.shape == (TABLES, PHASES, N_FEATURES)
    assert np.isfinite(weights.weights).all()
    assert evaluation.DATA.with_suffix(".txt").read_text()
    assert len(evaluation.FEATURES) == N_FEATURES


@pytest.mark.long
def test_training_goes_on_where_it_was_stopped(tmp_path):
    points: list[train.Point] = []
    seed, seconds = 2**64 - 1, 0.0
    for _ in range(2):
        for share, curve in train.train(tmp_path, seconds / 60 + 0.01, seed):
            assert 0 < share <= 1
            assert [*curve[: len(points)]] == points, "it goes on"
            assert (tmp_path / "checkpoint.npz").exists(), "after every kind of table"
            points = [*curve]
        saved = np.load(tmp_path / "checkpoint.npz")
        assert int(saved["seed"]) == seed
        seconds = saved["done"].tolist()[2]
        assert [*train.train(tmp_path, seconds / 60, seed)] == [], "its time is used up"
    games = [played for played, _, _ in points]
    assert games == sorted(set(games))
    assert len(games) > 1
    made = np.frombuffer(zlib.decompress((tmp_path / "weights.bin").read_bytes()), WEIGHTS)[0]
    assert np.isfinite(made.weights).all()
    assert (made.weights[0] != train.first_weights().weights[0]).any()
