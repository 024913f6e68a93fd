"""The catalogue: the games of this server, with their options, bots and files for the page."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request

from ...analysis.level import level_model_json
from ...engine.game import Game
from ...search.opponents import RESERVES, level_of, strength, usual, withheld
from .dependencies import lobby_of
from .schemas import GameFacts

router = APIRouter()


@router.get("/api/games", response_model=list[GameFacts])
async def list_games(request: Request) -> Any:
    """The games, with their options, choices and bots, and the addresses of their files for the page."""
    games = request.app.state.page.games
    return games if lobby_of(request).daily.on else [{**game, "daily": None} for game in games]


def describe(game: Game) -> dict[str, Any]:
    """A game as a `GameFacts`, without `brings`."""

    def options_dict(options: Any) -> dict[str, Any]:
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
        "options": options_dict(game.options),
        "choices": options_dict(game.table_settings),
        "quick": dict(game.simulated["options"]),
        "daily": None if game.daily is None else {"options": game.daily["options"], "bots": game.daily["bots"]},
        "bots": list(game.bots),
        "usual": usual(game),
        "withheld": withheld(game),
        "characters": [
            {"bot": bot, "name": name, "level": level_of(game, bot), "temper": bot.partition("-")[2] or "even"}
            for bot, name in game.characters.items()
        ],
        "reserves": list(RESERVES),
        "strength": measured
        and {
            "unit": measured.unit,
            "measured": measured.measured,
            "version": measured.bots,
            "bots": {bot: asdict(measured.of(bot)) for bot in game.characters},
        },
        "level_model": level_model_json(game) if game.characters else None,
        "secret": game.hidden_information,
        "unfit": invalid_combinations(game),
    }


def invalid_combinations(game: Game) -> list[dict[str, Any]]:
    """The values of single options that are not allowed with a number of seats, each an `Unfit`."""
    defaults = {name: option.default for name, option in game.options.items()}
    return [
        {"seats": seats, "option": name, "value": value}
        for seats in range(game.seats[0], game.seats[1] + 1)
        for name, option in game.options.items()
        for value in option.values
        if game.check_combination(seats, {**defaults, name: value}) is not None
    ]
