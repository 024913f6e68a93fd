"""Measure masking, determinization, views, legal actions and previews: time per call, and of a whole action at a table.

    python lab/benchmarks/masking.py [--only micropul] [--seconds 0.5]

Positions come from games of greedy bots, for the seat that is to act. The baseline of the same run is one action from
Python (`Position.apply_action`); columns are microseconds per call and, in brackets, multiples of the baseline. `mask`
and `determinize` are also timed from compiled code, as search calls them: calls per second on one core. An `act` is the
action and what two seats and a spectator are sent of it, as JSON.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

from ludotheque.codec.records import new_record
from ludotheque.engine import dispatch
from ludotheque.engine.contract import Setup, State
from ludotheque.engine.position import Event, MaskedState, Position
from ludotheque.engine.registry import game
from ludotheque.engine.rng import Generator, generator
from ludotheque.native.compiled import rule
from ludotheque.search.bots import bot
from ludotheque.search.game_loop import play_on

TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("take_it_easy", 2, {"rounds": 1}),
    ("micropul", 2, {}),
    ("polygons", 2, {}),
)


@rule
def mask_often(setup: Setup, state: State, seat: int, times: int, into_setup: Setup, into_state: State) -> None:
    """Mask a state repeatedly."""
    for _ in range(times):
        dispatch.mask(setup, state, seat, into_setup, into_state)


@rule
def determinize_often(
    setup: Setup,
    state: State,
    seat: int,
    rng: Generator,
    times: int,
    into_setup: Setup,
    into_state: State,
) -> None:
    """Sample determinizations repeatedly."""
    for _ in range(times):
        dispatch.determinize(setup, state, seat, rng, into_setup, into_state)


def microseconds(call: Callable[[Any], object], things: Sequence[Any], seconds: float) -> float:
    """How long a call takes on average, in turn on each of some things."""
    for thing in things:
        call(thing)
    calls, clock = 0, time.perf_counter()
    while time.perf_counter() - clock < seconds:
        for thing in things:
            call(thing)
        calls += len(things)
    return (time.perf_counter() - clock) / calls * 1e6


def positions_of(name: str, seats: int, options: dict[str, Any], most: int = 40) -> list[Position]:
    """Positions from a game of greedy bots in which a seat is to act."""
    rules = game(name)
    played = [position for _, position in play_on(rules.start(seats, options), [bot(rules, "greedy")] * seats, seed=3)]
    found = [position for position in played if position.to_act and position.to_act[0] != "chance"]
    return found[:: max(1, len(found) // most)]


def seat_of(position: Position | MaskedState) -> int:
    """The seat that is to act."""
    seat = position.to_act[0]
    assert seat != "chance"
    return seat


def act(position: Position) -> None:
    """Make an action and the JSON that three clients are sent; without store and sockets."""
    seat = seat_of(position)
    action = position.legal_actions(seat)[0]
    after = position.play(Event(seat, position.action_text(seat, action)))
    for watcher in (0, 1, None):
        masked = after.mask(watcher)
        _ = masked.view_json(), masked.legal_with_previews_json()


def measure(name: str, seats: int, options: dict[str, Any], seconds: float) -> str:
    """One game's row."""
    rules, rng = game(name), generator(1)
    positions = positions_of(name, seats, options)
    seen = [position.mask(seat_of(position)) for position in positions]
    greedy = bot(rules, "greedy")
    setup, state, times = new_record(rules.rules.SETUP), new_record(rules.rules.STATE), 200

    def timed(call: Callable[[Any], object], things: Sequence[Any]) -> float:
        return microseconds(call, things, seconds)

    def know(position: Position) -> None:
        mask_often(position.setup, position.state, seat_of(position), times, setup, state)

    def fancy(masked: MaskedState) -> None:
        determinize_often(masked.setup, masked.state, seat_of(masked), rng, times, setup, state)

    step = timed(
        lambda position: position.apply_action(seat_of(position), position.legal_actions(seat_of(position))[0]),
        positions,
    )
    costs = [
        timed(lambda position: position.mask(seat_of(position)), positions),
        timed(lambda masked: masked.determinize(rng), seen),
        timed(lambda masked: masked.view_json(), seen),
        timed(lambda masked: MaskedState.from_bytes(rules, *masked.to_bytes(), masked.seat).legal_texts, seen),
        timed(lambda masked: masked.legal_with_previews_json(), seen),
        timed(lambda masked: greedy.choose(masked, rng), seen),
        timed(act, positions),
    ]
    shown = " | ".join(f"{cost:.1f} ({cost / step:.1f})" for cost in costs)
    rates = " | ".join(f"{times / spent * 1e6:,.0f}" for spent in (timed(know, positions), timed(fancy, seen)))
    return f"| {name} | {step:.1f} | {shown} | {rates} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="one game alone, by its id")
    parser.add_argument("--seconds", type=float, default=0.5)
    arguments = parser.parse_args()
    print("| game | a step | mask | determinize | view | legal | previews | greedy | act | mask/s | determinize/s |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for name, seats, options in TABLES:
        if arguments.only in (None, name):
            print(measure(name, seats, options, arguments.seconds), flush=True)


if __name__ == "__main__":
    main()
