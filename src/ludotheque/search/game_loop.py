"""Play a game to its end: chance draws, bots choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..engine.position import Event, Position
from ..engine.rng import Generator, generator
from .bots import Bot


def play_on(
    position: Position, bots: Sequence[Bot], seed: int, number: int = 0, choices: Mapping[str, str] | None = None
) -> Iterator[tuple[Event, Position]]:
    """Play to the end with a bot at each seat; yield each event and the position after it.

    Chance and each seat have a random stream of their own, which depends on the seed and the game's `number` only, so
    a single game of a series can be reproduced. `choices` are the settings of the table.
    """
    rngs = [generator(seed, number * 16 + stream) for stream in range(1 + position.seats)]
    while True:
        for event, after in draw_chance(position, rngs[0], choices):
            position = after
            yield event, position
        if position.is_over:
            return
        seat = position.to_act[0]
        assert seat != "chance"
        event = Event(seat, position.action_text(seat, bots[seat].choose(position.mask(seat), rngs[1 + seat])))
        position = position.play(event)
        yield event, position


def draw_chance(
    position: Position, rng: Generator, choices: Mapping[str, str] | None = None
) -> Iterator[tuple[Event, Position]]:
    """Draw chance until a seat is to act or the game is over; yield each event and the position after it."""
    while position.to_act == ("chance",):
        event = position.draw(rng, choices)
        position = position.play(event)
        yield event, position


def after_chance(position: Position, rng: Generator, choices: Mapping[str, str] | None = None) -> Position:
    """Return the position in which a seat is to act or the game is over, after chance has drawn."""
    for _, after in draw_chance(position, rng, choices):
        position = after
    return position
