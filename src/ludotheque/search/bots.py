"""Who can sit at a seat without being a person. A bot is given a view and the legal actions, never a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, cast

from ..core.chance import Generator, below, generator
from ..core.errors import Refusal
from ..core.game import Event, Game, Position


class Bot(Protocol):
    """A player at one seat of one table."""

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], rng: Generator) -> str:
        """One of the legal actions. All chance that a bot uses comes from `rng`, so that a game can be had again."""


class Random:
    """Any legal action, each equally likely."""

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], rng: Generator) -> str:
        """See `Bot`."""
        return legal[below(rng, len(legal))]


def bot(game: Game, name: str) -> Bot:
    """A new bot of this name for this game."""
    if name not in game.bots:
        raise Refusal("no_such_bot", f"{game.id} has no bot {name!r:.40}; it has {', '.join(game.bots)}")
    return cast("Bot", game.load(game.bots[name])())


def play_on(
    position: Position, bots: Sequence[Bot], seed: int, number: int = 0, choices: Mapping[str, str] | None = None
) -> Iterator[tuple[Event, Position]]:
    """Play to the end, a bot at each seat: every event with the position after it.

    Game `number` of a seed has streams of its own for chance and for each seat, so it can be had again alone.
    """
    rngs = [generator(seed, number * 16 + stream) for stream in range(1 + position.seats)]
    while True:
        who = position.to_act
        if not who:
            return
        if who[0] == "chance":
            event = position.draw(rngs[0], choices)
        else:
            seat = who[0]
            event = Event(seat, bots[seat].choose(position.view(seat), position.legal(seat), rngs[1 + seat]))
        position = position.play(event)
        yield event, position
