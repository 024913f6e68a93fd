"""The games that the house offers, as one chooses them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..engine.game import Game
from ..search.opponents import RESERVES, level_of, strength, usual


def describe(game: Game) -> dict[str, Any]:
    """A game, as one chooses it."""

    def listed(options: Any) -> dict[str, Any]:
        return {
            name: {"type": option.type, "default": option.default, "values": list(option.values)}
            for name, option in options.items()
        }

    measured = strength(game)
    return {
        "game": game.id,
        "rules": game.rules_version,
        "older": {str(version): dict(options) for version, options in game.older_versions.items()},
        "seats": list(game.seats),
        "options": listed(game.options),
        "choices": listed(game.table_settings),
        "quick": dict(game.simulated["options"]),
        "bots": list(game.bots),
        "usual": usual(game),
        "characters": [
            {"bot": bot, "name": name, "level": level_of(game, bot), "temper": bot.partition("-")[2] or "even"}
            for bot, name in game.characters.items()
        ],
        "reserves": list(RESERVES),
        "strength": measured
        and {
            "unit": measured.unit,
            "measured": measured.measured,
            "bots": {bot: asdict(measured.of(bot)) for bot in game.characters},
        },
        "secret": game.hidden_information,
        "unfit": unfit(game),
    }


def unfit(game: Game) -> list[dict[str, Any]]:
    """The values of single options that do not fit a number of seats."""
    defaults = {name: option.default for name, option in game.options.items()}
    return [
        {"seats": seats, "option": name, "value": value}
        for seats in range(game.seats[0], game.seats[1] + 1)
        for name, option in game.options.items()
        for value in option.values
        if game.check_combination(seats, {**defaults, name: value}) is not None
    ]
