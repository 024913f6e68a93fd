"""Characters that think in the shipped WebAssembly are those that Python asks."""

from typing import Any

import pytest

from ludotheque.core.chance import generator
from ludotheque.core.game import LEVELS
from ludotheque.core.registry import games
from ludotheque.search.bots import Random, bot, play_on
from ludotheque.wasm.run import portable

CHARACTERS = [game for game in games().values() if game.characters]


def moments(game, count=12):
    """What a seat knows when it is to act, here and there in a random game."""
    seats = game.simulated["seats"]
    found = []
    for _, position in play_on(game.start(seats, game.simulated["options"]), [Random()] * seats, seed=3):
        if position.to_act and position.to_act[0] != "chance":
            found.append(position.known(position.to_act[0]))
    return found[:: max(1, len(found) // count)][:count]


@pytest.mark.parametrize("game", CHARACTERS, ids=lambda game: game.id)
def test_they_choose_the_same_by_the_same_chance(game):
    for number, known in enumerate(moments(game)):
        level = LEVELS[number % len(LEVELS)]
        name = f"{level}-bold" if number % 2 else level
        thinkers: tuple[Any, Any] = bot(game, name), portable(game, name)
        rngs = generator(number), generator(number)
        chosen = []
        for thinker, rng in zip(thinkers, rngs, strict=True):
            thinker.budget_ms = 1e9
            thinker.character.budget = 16 if level in ("expert", "master") else 0
            chosen.append(thinker.choose(known, rng))
        assert chosen[0] == chosen[1], f"{name} {number}"
        assert rngs[0].tobytes() == rngs[1].tobytes()


def test_what_is_not_shipped_is_not_there():
    assert portable(CHARACTERS[0], "random") is None
