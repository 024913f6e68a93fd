"""The commands `games` and `replay`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from ..locale import Words, words
from .errors import fail
from .parameters import Add, Given, put_json, read_file

if TYPE_CHECKING:
    from ..engine.game import Game


def add_games(command: Add, say: Words, language: str) -> None:
    """Add `games` to the command line."""
    given = Given(say)

    @command("games", "help-games")
    def games(as_json: bool = given.json) -> None:
        from ..engine.registry import games

        if as_json:
            put_json([describe_game(game, language) for game in games().values()])
        else:
            show_games(language)


def add_replay(command: Add, say: Words, language: str) -> None:
    """Add `replay` to the command line."""
    given = Given(say)

    @command("replay", "help-replay")
    def replay(
        file: str = given.file,
        as_json: bool = given.json,
    ) -> None:
        from ..engine.errors import Refusal
        from ..game_records import Reader

        data = read_file(file, say)
        try:
            reader = Reader(data)
            for step in reader.steps():
                if as_json:
                    put_json(describe_step(step))
        except Refusal as refusal:
            sys.stdout.flush()
            wrong = {"error": refusal.code, "line": refusal.line, "message": refusal.message}
            raise fail(json.dumps(wrong), 3) from None
        if not as_json:
            show_replay(reader.header.game, step, language)


def describe_game(game: Game, language: str) -> dict[str, Any]:
    """Return a game as ``games --json`` prints it."""
    return {
        "game": game.id,
        "rules": game.rules_version,
        "name": words(language, game.package)("game-name"),
        "seats": list(game.seats),
        "options": {
            name: {"type": option.type, "default": option.default, "values": list(option.values)}
            for name, option in game.options.items()
        },
        "bots": list(game.bots),
        "characters": dict(game.characters),
    }


def describe_step(step: Any) -> dict[str, Any]:
    """Return a step as ``replay --json`` prints it."""
    position = step.position
    return {
        "line": step.line,
        "to_act": list(position.to_act),
        "legal": {str(seat): sorted(position.legal_texts(seat)) for seat in position.to_act if seat != "chance"},
        "scores": position.scores,
    }


def show_games(language: str) -> None:
    """Print the installed games with their options and bots."""
    from rich.table import Table

    from ..engine.registry import games
    from .screen import Screen

    console = Screen()
    for game in games().values():
        say = words(language, game.package)
        table = Table(title=f"{say('game-name')}  ({game.id})", title_justify="left", box=None, show_header=False)
        table.add_row(say("game-tagline"), "")
        low, high = game.seats
        players = say("game-players-exactly", count=low) if low == high else say("games-seats", low=low, high=high)
        table.add_row(players, "")
        for name, option in game.options.items():
            table.add_row(f"  --option {name}={str(option.default).lower()}", say(f"option-{name.replace('_', '-')}"))
        for level in game.levels:
            own, cautious, bold = (game.characters[level + style] for style in ("", "-cautious", "-bold"))
            who = say("games-character", name=own, words=say(f"level-words-{level}"), cautious=cautious, bold=bold)
            table.add_row(f"  --bot {level}", who)
        others = [name for name in game.bots if name not in game.characters]
        table.add_row(say("games-styles") if game.characters else "", "")
        table.add_row(f"{say('games-bots')}: {', '.join(others)}", "")
        console.print(table)
        console.print()


def show_replay(game: Game, last: Any, language: str) -> None:
    """Print the end of a valid game record."""
    from .screen import Screen

    say = words(language, game.package)
    console = Screen()
    console.print(say("replay-good", game=say("game-name"), events=last.line - 2))
    result = last.position.result
    if result is None:
        console.print(say("replay-running"))
        console.print(game.text_renderer.draw(last.position.view(None), say))
        return
    console.print(game.text_renderer.sheet(last.position.view(None), say))
    winners = ", ".join(say("seat", number=seat + 1) for seat in result.winners) or say("replay-nobody")
    sides = last.position.sides
    if any(len(side.seats) > 1 for side in sides):  # teams: the winners' score first
        won = sorted(sides, key=lambda side: (not set(side.seats) & set(result.winners), -side.score))
        scores = " : ".join(str(side.score) for side in won)
    else:
        scores = ", ".join(map(str, result.scores))
    console.print(say("replay-result", scores=scores, winners=winners, reason=say(f"reason-{result.reason}")))
