"""Gymnasium's own checks pass for every game, and the vector environment plays as the single one does."""

import hashlib
import json
import re
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode

import ludotheque.envs
from ludotheque import all_games
from ludotheque.envs.gym import TableEnv
from ludotheque.envs.vector import VectorTableEnv
from ludotheque.testing import tables

GAMES = list(all_games())
TABLES = [table for game in all_games().values() for table in tables(game)]
ANSWERS = json.loads((Path(__file__).parent / "answers.json").read_text())
"""For each environment, a hash of all that it answers in some games."""


def test_every_game_is_registered_under_a_versioned_name():
    names = ludotheque.envs.register_all()
    assert names == ["ludotheque/Micropul-v0", "ludotheque/Polygons-v0", "ludotheque/TakeItEasy-v0"]
    for name in names:
        assert re.fullmatch(r"ludotheque/\w+-v\d+", name)
        assert isinstance(gymnasium.make(name).unwrapped, TableEnv)
        assert isinstance(gymnasium.make_vec(name, num_envs=2), VectorTableEnv)


@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array", "svg"])
@pytest.mark.parametrize("name", GAMES)
def test_check_env(name, mode):
    check_env(gymnasium.make(ludotheque.envs.env_id(all_games()[name]), render_mode=mode).unwrapped)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_check_env_at_every_table(table):
    for seat in {0, table.seats - 1}:
        env = TableEnv(table.game.id, seats=table.seats, options=table.options, seat=seat, openings=4)
        check_env(env, skip_render_check=True)


class OneOfMany(gymnasium.Env):
    """A table of the vector environment, as a single one."""

    def __init__(self, **kwargs):
        self.many = VectorTableEnv(num_envs=3, autoreset_mode=AutoresetMode.DISABLED, **kwargs)
        self.observation_space, self.action_space = self.many.single_observation_space, self.many.single_action_space
        self.render_mode = None

    def reset(self, *, seed=None, options=None):
        told, infos = self.many.reset(seed=None if seed is None else [9, seed, 9])
        return told[1], self.own(infos)

    def step(self, action):
        over = self.many.batch.rows["over"] != 0
        if over.any():  # the neighbours, which do something else
            self.many.reset(options={"reset_mask": over})
        told, rewards, ended, cut, infos = self.many.step(np.array([0, action, 1]))
        return told[1], float(rewards[1]), bool(ended[1]), bool(cut[1]), self.own(infos)

    def own(self, infos):
        return {"action_mask": infos["action_mask"][1], "seat": int(infos["seat"][1])}


class Legal(gymnasium.Wrapper):
    """Whatever index is given, the next legal one is done: so that Gymnasium's random actions play whole games."""

    def reset(self, **kwargs):
        told, self.info = self.env.reset(**kwargs)
        return told, self.info

    def step(self, action):
        legal = np.flatnonzero(self.info["action_mask"])
        told, reward, over, cut, self.info = self.env.step(int(legal[action % len(legal)]))
        return told, reward, over, cut, self.info


@pytest.mark.parametrize("reward", ["score", "result"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_one_table_of_many_is_a_single_one(table, reward):
    """Observations, masks, rewards and ends are the same; for opponents that play at random, the same moves too."""
    for seat in {0, table.seats - 1, None}:
        kwargs = {"seats": table.seats, "options": table.options, "seat": seat, "reward": reward, "openings": 4}
        single, one = Legal(TableEnv(table.game.id, **kwargs)), Legal(OneOfMany(game=table.game.id, **kwargs))
        check_environments_match(single, one, num_steps=60, seed=7)
        check_environments_match(single.env, one.env, num_steps=5, seed=8)  # what is not legal, too


@pytest.mark.parametrize("name", GAMES)
def test_the_three_ways_to_begin_again_are_those_of_gymnasium(name):
    """The same games as in Gymnasium's own vector of single environments, step by step."""
    for mode in AutoresetMode:
        if mode == AutoresetMode.DISABLED:
            continue
        single = [lambda: TableEnv(name, openings=4)] * 3
        theirs = gymnasium.vector.SyncVectorEnv(single, autoreset_mode=mode)
        ours = VectorTableEnv(name, 3, autoreset_mode=mode, openings=4)
        (one, one_infos), (two, infos) = theirs.reset(seed=3), ours.reset(seed=3)
        rng = np.random.default_rng(4)
        ends = 0
        while ends < 5:
            assert np.array_equal(one, two)
            masks = infos["action_mask"]
            assert np.array_equal(one_infos["action_mask"], masks)
            actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
            one, *one_results, one_infos = theirs.step(actions)
            two, rewards, ended, cut, infos = ours.step(actions)
            for mine, other in zip((rewards, ended, cut), one_results, strict=True):
                assert np.array_equal(mine, other)
            for number in np.flatnonzero(ended):
                ends += 1
                if mode == AutoresetMode.SAME_STEP:
                    assert np.array_equal(one_infos["final_obs"][number], infos["final_obs"][number])
                    assert infos["_final_obs"][number]


@pytest.mark.parametrize("name", GAMES)
def test_without_autoreset_the_caller_begins_again(name):
    ours = VectorTableEnv(name, 3, autoreset_mode="Disabled", openings=4)
    _, infos = ours.reset(seed=3)
    ended = np.zeros(3, bool)
    while not ended.any():
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        before, _, ended, _, infos = ours.step(actions)
    with pytest.raises(AssertionError, match="reset_mask"):
        ours.step(actions)
    after, infos = ours.reset(options={"reset_mask": ended})
    assert np.array_equal(before[~ended], after[~ended])
    assert infos["action_mask"].any(axis=1).all()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_paid_adds_up_to_the_score_and_to_the_result(name):
    """At all seats of a table that plays against itself, to the end."""
    game = all_games()[name]
    seats = game.seats[1]
    for reward in ("score", "result"):
        ours = VectorTableEnv(
            name, 4, seats=seats, opponents="self", reward=reward, openings=4, autoreset_mode="Disabled"
        )
        _, infos = ours.reset(seed=1)
        paid, over = np.zeros((4, seats)), np.zeros(4, bool)
        rng = np.random.default_rng(1)
        while not over[0]:
            if over.any():
                _, infos = ours.reset(options={"reset_mask": over})
            actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
            _, rewards, over, _, infos = ours.step(actions)
            paid += infos["rewards"]
            assert set(rewards) <= set(infos["rewards"].ravel())
        outcome = ours.batch.position(0).result
        assert outcome is not None
        if reward == "score":
            assert paid[0].tolist() == outcome.scores
        else:
            assert paid[0].sum() == pytest.approx(0)
            assert [seat for seat in range(seats) if paid[0, seat] == paid[0].max()] == outcome.winners


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_legal_loses(name):
    seats = all_games()[name].seats[1]
    for env in (TableEnv(name, seats=seats, reward="result"), TableEnv(name, seats=seats, reward="score")):
        _, info = env.reset(seed=1)
        total = 0.0
        while info["action_mask"].all():
            _, reward, *_, info = env.step(0)
            total += reward
        told, last, over, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
        assert over
        assert total + last == -1
        assert not info["action_mask"].any()
        assert told in env.observation_space


@pytest.mark.parametrize("name", GAMES)
def test_packed_masks_say_the_same(name):
    plain, packed = VectorTableEnv(name, 3, openings=4), VectorTableEnv(name, 3, openings=4, packed=True)
    one, two = plain.reset(seed=5)[1]["action_mask"], packed.reset(seed=5)[1]["action_mask"]
    assert np.array_equal(one, np.unpackbits(two, axis=1, count=one.shape[1], bitorder="little"))


def test_arrays_may_be_the_callers_own():
    plain = VectorTableEnv("take_it_easy", 5)
    told = np.zeros((5, plain.batch.spaces.width), plain.batch.spaces.dtype)
    masks, rewards = np.zeros((5, 19), np.uint8), np.zeros((5, 1))
    own = VectorTableEnv("take_it_easy", 5, copy=False, observations=told, masks=masks, rewards=rewards)
    assert np.array_equal(own.reset(seed=2)[0], plain.reset(seed=2)[0])
    assert own.step(np.arange(5))[0].base is told
    assert np.array_equal(told, plain.step(np.arange(5))[0])
    with pytest.raises(ValueError, match="contiguous"):
        VectorTableEnv("take_it_easy", 4, observations=told)


@pytest.mark.parametrize("name", GAMES)
def test_bots_sit_at_the_other_seats(name):
    seats = all_games()[name].seats[1]
    env = TableEnv(name, seats=seats, options={}, seat=None, opponents="greedy")
    seats_had = set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        seats_had.add(info["seat"])
        while not env.over and env.batch.rows["own"][0] == info["seat"] and seed == 0:
            *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert len(seats_had) > 1
    with pytest.raises(ValueError, match="opponents"):
        TableEnv(name, seats=seats, opponents=["greedy"] * seats)


def answers(game) -> str:
    """A hash of what an environment answers in a game at each of its tables, but the usual one of several rounds."""
    digest = hashlib.sha256()
    for table in tables(game):
        if "rounds" in game.options and "rounds" not in table.options:
            continue
        env = TableEnv(game.id, seats=table.seats, options=table.options, openings=4)
        rng = np.random.default_rng(6)
        told, info = env.reset(seed=6)
        while info["action_mask"].any():
            digest.update(told.tobytes() + info["action_mask"].tobytes())
            told, reward, _, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            digest.update(str((float(reward), info["seat"])).encode())
        digest.update(told.tobytes())
    return digest.hexdigest()[:16]


def test_equal_versions_give_equal_answers():
    """If this fails, an answer has changed: raise VERSION in the game's spaces.py, and write the new hash."""
    assert {ludotheque.envs.env_id(game): answers(game) for game in all_games().values()} == ANSWERS
