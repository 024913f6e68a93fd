"""Measure how fast environments step, as ratios within one run.

    python lab/benchmarks/envs.py [GAME ...] [--tables 2048] [--seconds 0.5] [--repeats 5]

For each game: the vector environment (with observations and masks; actions given, and then chosen at random before
every step), the single environment, and the rules alone (random games without observations). For comparison, if
installed: tic-tac-toe of OpenSpiel (C++) and of Pgx. All take turns and medians are compared. Rates are per processor
time of this process.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec

import gymnasium
import numpy as np

import ludotheque.envs
from ludotheque.engine.registry import game, games
from ludotheque.engine.rng import generator
from ludotheque.envs.vector import VectorTableEnv
from ludotheque.search.simulation import simulate

GOALS = {"take_it_easy": 10e6, "micropul": 1e6, "polygons": 300e3}
"""Minimal steps per second of the vector environment."""

Measure = Callable[[float], float]
"""Runs for a number of seconds; returns steps per second."""


def vector(name: str, tables: int, packed: bool, choosing: bool) -> Measure:
    """The vector environment, in which the caller acts at all seats."""
    env = VectorTableEnv(name, tables, opponents="self", copy=False, packed=packed, autoreset_mode="SameStep")
    env.reset(seed=1)
    rng, actions = generator(1), np.zeros(tables, np.int64)
    env.batch.choose_any(rng, actions)

    def measure(seconds: float) -> float:
        steps, spent, end = 0, 0.0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            before = time.process_time()
            env.batch.choose_any(rng, actions)
            chosen = time.process_time()
            env.step(actions)
            spent += time.process_time() - (before if choosing else chosen)
            steps += tables
        return steps / spent

    return measure


def single(name: str) -> Measure:
    """The single environment, against random opponents."""
    env = gymnasium.make(ludotheque.envs.env_id(game(name))).unwrapped
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(1)

    def measure(seconds: float) -> float:
        nonlocal info
        steps, end, before = 0, time.perf_counter() + seconds, time.process_time()
        while time.perf_counter() < end:
            *_, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            steps += 1
            if over:
                _, info = env.reset()
        return steps / (time.process_time() - before)

    return measure


def rules_alone(name: str) -> Measure:
    """Random games by the rules alone."""
    chosen = game(name)

    def measure(seconds: float) -> float:
        steps, spent, end = 0, 0.0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            done = simulate(chosen, 1000, chosen.simulated["seats"], chosen.simulated["options"], seed=1)
            steps, spent = steps + done.steps, spent + done.seconds
        return steps / spent

    return measure


def open_spiel() -> Measure:
    """OpenSpiel's own tic-tac-toe, stepped from Python with observations and masks."""
    import pyspiel

    theirs = pyspiel.load_game("tic_tac_toe")
    rng = np.random.default_rng(1)

    def measure(seconds: float) -> float:
        steps, end, before = 0, time.perf_counter() + seconds, time.process_time()
        state = theirs.new_initial_state()
        while time.perf_counter() < end:
            if state.is_terminal():
                state = theirs.new_initial_state()
            state.apply_action(rng.choice(state.legal_actions()))
            if not state.is_terminal():
                state.observation_tensor()
                state.legal_actions_mask()
            steps += 1
        return steps / (time.process_time() - before)

    return measure


def pgx(tables: int) -> Measure:
    """Pgx's tic-tac-toe, many tables in one compiled call."""
    import jax
    import pgx as theirs
    from pgx.experimental import auto_reset

    env = theirs.make("tic_tac_toe")
    reset, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))

    @jax.jit
    def play(state, key):  # type: ignore[no-untyped-def]
        keys = jax.random.split(key, tables)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return step(state, jax.random.categorical(key, logits, axis=1), keys)

    state = play(reset(jax.random.split(jax.random.PRNGKey(0), tables)), jax.random.PRNGKey(1))

    def measure(seconds: float) -> float:
        nonlocal state
        steps, end, before = 0, time.perf_counter() + seconds, time.perf_counter()
        while time.perf_counter() < end:
            state = play(state, jax.random.PRNGKey(steps))
            state.observation.block_until_ready()
            steps += tables
        return steps / (time.perf_counter() - before)

    return measure


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(games()))
    parser.add_argument("--tables", type=int, default=2048)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    measures: dict[str, Measure] = {}
    for name in given.games:
        measures[f"{name}: vector"] = vector(name, given.tables, packed=False, choosing=False)
        measures[f"{name}: vector, packed masks"] = vector(name, given.tables, packed=True, choosing=False)
        measures[f"{name}: vector, actions chosen too"] = vector(name, given.tables, packed=True, choosing=True)
        measures[f"{name}: single"] = single(name)
        measures[f"{name}: the rules alone"] = rules_alone(name)
    if find_spec("pyspiel"):
        measures["OpenSpiel tic_tac_toe (C++, from Python)"] = open_spiel()
    if find_spec("pgx"):
        measures["Pgx tic_tac_toe (JAX, actions chosen too)"] = pgx(given.tables)
    rates: dict[str, list[float]] = {name: [] for name in measures}
    for repeat in range(given.repeats + 1):
        for name, measure in measures.items():
            rate = measure(given.seconds)
            if repeat:  # the first compiles, or loads what was compiled
                rates[name].append(rate)
    base = statistics.median(rates.get("OpenSpiel tic_tac_toe (C++, from Python)") or [float("nan")])
    print(f"| environment, {given.tables} tables | steps/s | times OpenSpiel's | goal |\n|---|---|---|---|")
    for name, found in rates.items():
        rate = statistics.median(found)
        goal = GOALS.get(name.split(":")[0]) if "vector" in name else None
        verdict = "" if goal is None else f"{goal:,.0f}: {'reached' if rate >= goal else 'missed'}"
        print(f"| {name} | {rate:,.0f} | {rate / base:,.2f} | {verdict} |")


if __name__ == "__main__":
    main()
