"""The functions that run in worker processes. Arguments and results are bytes or plain data.

A bot receives only the masked state of its seat.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...codec.records import record_from_bytes
from ...engine.contract import Setup, State
from ...engine.errors import Refusal
from ...engine.position import Event, MaskedState, Position
from ...engine.registry import game
from ...engine.rng import generator
from ...fairness import Chance, verify
from ...game_records import Header, Reader
from ...native.compiled import has_compiled_rules
from ...search.bots import Bot, bot
from ...search.opponents import names
from ..messages import encode
from .imported_games import table_from_record

# -- Playing -----------------------------------------------------------------------------------------------------------


@cache
def _bot(game_id: str, name: str) -> Bot:
    return bot(game(game_id), name)


def choose_action(
    game_id: str, name: str, setup: bytes, state: bytes, seat: int, ms: float, seed: int | None = None
) -> int:
    """The number of the action that a bot chooses for the masked state of its seat, in about `ms` milliseconds. `seed`:
    of its random choices, which are otherwise different every time."""
    masked = MaskedState.from_bytes(game(game_id), setup, state, seat)
    chosen = _bot(game_id, name)
    if hasattr(chosen, "budget_ms"):
        chosen.budget_ms = ms
    return chosen.choose(masked, generator(secrets.randbits(64) if seed is None else seed))


def sample_chance(
    game_id: str, setup: bytes, state: bytes, chance: Chance, number: int, choices: Mapping[str, str]
) -> tuple[str, dict[str, Any]]:
    """Draw number `number` of a table where the outcomes cannot be listed: the event's text and further fields."""
    found = game(game_id)
    position = Position(found, record_from_bytes(found.rules.SETUP, setup), record_from_bytes(found.rules.STATE, state))
    event = chance.draw(position, number, choices)
    return event.do, dict(event.more)


# -- Game records ------------------------------------------------------------------------------------------------------


def verify_record(data: bytes) -> bytes:
    """Whether chance was fair in a game record: a `schemas.Verdict` as JSON."""
    report = verify(data)
    return encode(
        {
            "good": report.good,
            "picks": report.picks,
            "sampled": report.sampled,
            "chosen": report.chosen,
            "by_page": report.by_page,
            "findings": [
                {"code": one.code, "line": one.line, "message": one.message, "detail": {}} for one in report.findings
            ],
        }
    )


def import_record(data: bytes) -> bytes:
    """The `facts` and `entries` of the table that an uploaded record becomes, or `refused` with the reason, as JSON."""
    try:
        facts, entries = table_from_record(data)
    except Refusal as refusal:
        return encode({"refused": {"code": refusal.code, "message": refusal.message, "line": refusal.line}})
    return encode({"facts": facts, "entries": entries})


def replay_record(data: bytes, seat: int | None, first: int, count: int) -> bytes:
    """`count` steps of a game record from number `first` on, as a seat (None: a spectator) saw them: a `schemas.Replay`
    as JSON.

    The replay ends at a line that is refused; `refused` says why and where. If that is the header, there is nothing
    else.
    """
    steps: list[dict[str, Any]] = []
    picture = None
    last = None
    states: list[tuple[Setup, State]] = []
    total = 0
    refused = None
    try:
        reader = Reader(data)
    except Refusal as refusal:
        return encode({"refused": {"code": refusal.code, "message": refusal.message, "line": refusal.line}})
    header = reader.header
    date = header.more.get("date")
    if seat is not None and seat >= header.seats:
        seat = None
    try:
        for number, step in enumerate(reader.steps()):
            total = number + 1
            last = step.position
            states.append((last.setup, last.state))
            if first <= number < first + count:
                masked = step.position.mask(seat)
                steps.append(
                    {
                        "number": number,
                        "line": step.line,
                        "view": masked.view(),
                        "legal": masked.legal_with_previews(),
                        "event": None if step.event is None else _event_dict(step.position, step.event, seat),
                    }
                )
                picture = step.position.picture()
    except Refusal as refusal:
        refused = {
            "code": refusal.code,
            "message": refusal.message,
            "line": refusal.line,
            "detail": refusal.detail,
        }
    replay = {
        "game": header.game.id,
        "rules": header.game.rules_version,
        "seats": header.seats,
        "options": header.options,
        "players": _player_names(header),
        "bots": _bots(header),
        "date": date if isinstance(date, str) else None,
        "total": total,
        "steps": steps,
        "picture": picture,
        "ceiling": _ceiling(header, states) if last is not None and last.is_over and refused is None else None,
        "refused": refused,
    }
    return encode(replay)


def final_position(data: bytes) -> bytes:
    """The final position of a game record as spectators see it: a `schemas.FinalPosition` as JSON."""
    reader = Reader(data)
    *_, last = (step.position for step in reader.steps())
    return encode({"game": reader.header.game.id, "view": last.view(), "picture": last.picture()})


def _ceiling(header: Header, states: Sequence[tuple[Setup, State]]) -> dict[str, Any] | None:
    """The ceiling of a finished game, if it can be proven and the rules are compiled: otherwise it takes too long."""
    found = header.game.extras.get("hindsight")
    if found is None or not has_compiled_rules(header.game.package):
        return None
    score, board, percentile = header.game.load(found)(states)
    return {"score": score, "board": dict(board), "percentile": percentile}


def _bots(header: Header) -> list[str | None]:
    """The bot of each seat, if the header of the record names it."""
    bots = header.more.get("bots")
    if not isinstance(bots, list) or len(bots) != header.seats:
        return [None] * header.seats
    return [bot if isinstance(bot, str) else None for bot in bots]


def _player_names(header: Header) -> list[str]:
    """The name of each player. Records from before bots had names hold their ids instead; these are replaced."""
    bots = _bots(header)
    named = zip(header.players, bots, names(header.game, bots), strict=True)
    return [name if name is not None and player == bot else player for player, bot, name in named]


def _event_dict(position: Position, event: Event, seat: int | None) -> dict[str, Any]:
    after, effects = position.play_with_effects(event)
    return {
        "by": event.by,
        "do": event.do,
        "parts": position.parts(event.by, event.do),
        "effects": after.mask_effects(effects, seat if event.by == "chance" else event.by),
    }
