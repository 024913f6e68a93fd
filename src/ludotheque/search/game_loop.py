"""The game loop: chance draws, otherwise a seat acts, until the game is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..engine.position import Event, Position
from ..engine.rng import Generator, generator
from .bots import Bot


def play_with(
    position: Position, draw: Callable[[Position], Event], act: Callable[[Position], Event]
) -> Iterator[tuple[Event, Position]]:
    """Play to the end; yield each event and the position after it.

    `draw` returns the next event if chance is to act, `act` returns that of a seat to act.
    """
    while position.to_act:
        event = draw(position) if position.to_act == ("chance",) else act(position)
        position = position.play(event)
        yield event, position


def play_on(
    position: Position, bots: Sequence[Bot], seed: int, number: int = 0, choices: Mapping[str, str] | None = None
) -> Iterator[tuple[Event, Position]]:
    """Play to the end with a bot at each seat; yield each event and the position after it.

    Chance and each seat have a random stream of their own, which depends on the seed and the game's `number` only, so
    a single game of a series can be reproduced. `choices` are the settings of the table.
    """
    rngs = [generator(seed, number * 16 + stream) for stream in range(1 + position.seats)]

    def act(now: Position) -> Event:
        seat = now.to_act[0]
        assert seat != "chance"
        return Event(seat, now.action_text(seat, bots[seat].choose(now.mask(seat), rngs[1 + seat])))

    return play_with(position, lambda now: now.draw(rngs[0], choices), act)


def after_chance(position: Position, rng: Generator, choices: Mapping[str, str] | None = None) -> Position:
    """Return the position in which a seat is to act or the game is over, after chance has drawn."""
    while position.to_act == ("chance",):
        position = position.play(position.draw(rng, choices))
    return position
