"""What is computed about the day's draws, in worker processes: the bots' games, the ceiling, decision losses."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from ...analysis import Account, analyse, has_value
from ...engine.position import Event, Position
from ...engine.registry import game
from ...engine.rng import generator
from ...fairness import Chance
from ...game_records import Reader
from ...search.bots import bot
from ...search.game_loop import play_with

REVIEW_TRIALS = 100
"""Rollouts per candidate action in a review: a quarter of what the analysis on the page makes."""
HALF_LOSS = {"points": 3.0, "wins": 0.03}
"""The decision losses below which a mark is "a little lost", by unit."""


def bot_seed(key: str, state: bytes) -> int:
    """The seed of a bot's choice at a daily table: the same in the same position, and unknown while the draw is."""
    return int.from_bytes(hashlib.sha256(f"{key}\nbot\n".encode() + state).digest()[:8], "big")


def play_bot(
    game_id: str,
    rules: int,
    options: Mapping[str, Any],
    choices: Mapping[str, str],
    bots: Sequence[str],
    seed: str,
    ms: float,
) -> dict[str, Any]:
    """Play a draw with a bot in every seat: the entries of the table's log from `start` on, and the
    ceiling."""
    found = game(game_id)
    full = found.options_of_version(rules, options)
    assert full is not None, "the caller has checked the version of the rules"
    chance = Chance(seed, ("",) * len(bots))
    players = [bot(found, name) for name in bots]
    for player in players:
        if hasattr(player, "budget_ms"):
            player.budget_ms = ms
    entries: list[dict[str, Any]] = [{"entry": "start", "nonces": list(chance.nonces)}]
    drawn = 0

    def draw(position: Position) -> Event:
        nonlocal drawn
        drawn += 1
        return chance.draw(position, drawn - 1, choices)

    def act(position: Position) -> Event:
        seat = position.to_act[0]
        assert seat != "chance", "chance draws"
        masked = position.mask(seat)
        rng = generator(bot_seed(chance.key, b"".join(masked.to_bytes())))
        return Event(seat, position.action_text(seat, players[seat].choose(masked, rng)))

    position = found.start(len(bots), full)
    positions = [position]
    for event, after in play_with(position, draw, act):
        positions.append(after)
        origin = {} if event.by == "chance" else {"act": {"bot": bots[event.by]}}
        entries.append({"by": event.by, "do": event.do, **event.more, **origin})
    ceiling: dict[str, Any] = {}
    hindsight = found.extras.get("hindsight")
    if hindsight is not None:
        most, _, percentile = found.load(hindsight)([(one.setup, one.state) for one in positions])
        ceiling = {"ceiling": most, "ceiling_percentile": percentile}
    return {"entries": entries, **ceiling}


def review(record: bytes) -> dict[str, Any]:
    """What the choices of seat 0 cost: `loss` in `unit`, and a mark for each decision: 2 best, 1 a little lost, 0 more
    lost. Empty if the game has no bot that can evaluate."""
    steps = list(Reader(record).steps())
    if not has_value(steps[0].position.game):
        return {}
    account = analyse(steps, 0, REVIEW_TRIALS)
    return {"unit": account.unit, "loss": round(-account.decisions, 3), "marks": marks(account)}


def marks(account: Account) -> list[int]:
    """A mark for each decision, in playing order."""
    return [
        2 if move.in_noise or move.loss <= 0 else 1 if move.loss < HALF_LOSS[account.unit] else 0
        for move in account.moves
    ]
