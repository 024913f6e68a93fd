"""Bots in the shipped WebAssembly modules choose the same actions as in Python."""

import pytest

from ludotheque.engine.game import LEVELS
from ludotheque.engine.registry import games
from ludotheque.engine.rng import generator
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character
from ludotheque.wasm.exports import wants_vectors
from ludotheque.wasm.run import Portable, portable

CHARACTERS = [game for game in games().values() if game.characters]


def moments(game, count=12):
    """Masked states of the seat to act, at `count` positions of a random game."""
    seats = game.simulated["seats"]
    found = []
    for _, position in play_on(game.start(seats, game.simulated["options"]), [Random()] * seats, seed=3):
        if position.to_act and position.to_act[0] != "chance":
            found.append(position.mask(position.to_act[0]))
    return found[:: max(1, len(found) // count)][:count]


@pytest.mark.parametrize(
    ("game", "vectors"),
    [(game, vectors) for game in CHARACTERS for vectors in (False, True)[: 1 + wants_vectors(game)]],
)
def test_webassembly_and_python_choose_the_same_actions(game, vectors):
    for number, masked in enumerate(moments(game)):
        level = LEVELS[number % len(LEVELS)]
        style = "bold" if number % 2 else "even"
        name = f"{level}-bold" if number % 2 else level
        thinkers = Character(level, style), Portable(level, style, vectors)
        rngs = generator(number), generator(number)
        chosen = []
        for thinker, rng in zip(thinkers, rngs, strict=True):
            thinker.budget_ms = 1e9
            thinker.character.budget = 4000 if level in ("expert", "master") else 0
            chosen.append(thinker.choose(masked, rng))
        assert chosen[0] == chosen[1], f"{name} {number}"
        assert rngs[0].tobytes() == rngs[1].tobytes()


def test_vector_module_is_used_if_shipped():
    for game in CHARACTERS:
        found = portable(game, "master-bold")
        assert found is not None
        assert found.vectors == wants_vectors(game)
        assert found.character.temper == 1


def test_missing_module_gives_none():
    assert portable(CHARACTERS[0], "random") is None
