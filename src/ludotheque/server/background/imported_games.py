"""Imported games: a finished game that a browser has saved becomes a table of the guest who uploads it. Pure.

The table can be replayed like any other and says that the browser held the seed. It does not count for levels or best
scores, because nobody can know how it was played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ... import fairness as fair
from ...engine.errors import Refusal
from ...engine.game import Game
from ...game_records import Reader
from ..messages import refusal
from ..names import check_name

Entries = list[dict[str, Any]]


def table_from_record(data: bytes) -> tuple[dict[str, Any], Entries]:
    """The facts of the table that a game record becomes, and its log from `start` on, both without the guest (see
    `with_guest`). Raises a refusal unless it is the valid record of a finished game that a browser has saved."""
    reader = Reader(data)
    steps = list(reader.steps())
    report = fair.verify(data)
    if not report.by_page or not steps[-1].position.is_over:
        raise refusal("not_handed")
    if report.findings:
        first = report.findings[0]
        raise Refusal(first.code, first.message, line=first.line)
    header = reader.header
    terms: Mapping[str, Any] = header.more["fair"]
    bots = _bots(header.more.get("bots"), header.seats)
    if not all(bot is None or header.game.has_bot(bot) for bot in bots):
        raise refusal("no_such_bot")
    players = [name if bot is not None else _checked(name) for name, bot in zip(header.players, bots, strict=True)]
    choices = _checked_choices(header.game, terms.get("choices", {}))
    order: list[int] = terms.get("seats", list(range(header.seats)))
    by_place = [order.index(place) for place in range(header.seats)]
    facts = {
        "game": header.game.id,
        "rules": header.game.rules_version,
        "seats": header.seats,
        "options": header.game.non_default_options(header.options),
        "choices": choices,
        "places": [{} if bots[seat] is None else {"bot": bots[seat]} for seat in by_place],
        "names": {str(place): players[seat] for place, seat in enumerate(by_place) if bots[seat] is None},
        "listed": False,
        "clock": None,
        "code": None,
        "start": "host",
        "draw": "seats" in terms,
        "seed": terms["seed"],
        "commitment": terms["commitment"],
        "handed": True,
        "saved_as": _saved_as(header.more.get("table")),
    }
    drawn = {"seats": terms["seats"], "picks": terms["picks"]} if "seats" in terms else {}
    entries: Entries = [{"entry": "start", "nonces": terms["nonces"], **drawn}]
    for step in steps:
        if step.event is not None:
            by = step.event.by
            act = {} if by == "chance" or bots[by] is None else {"act": {"bot": bots[by]}}
            entries.append({"by": by, "do": step.event.do, **step.event.more, **act})
    return facts, entries


def _saved_as(given: object) -> str | None:
    """The id under which the browser saved the game; None if the record has none of that kind."""
    return given if isinstance(given, str) and re.fullmatch(r"here-[0-9a-f]{16}", given) else None


def _checked(name: str) -> str:
    """The name of a person; refused if `check_name` does."""
    try:
        return check_name(name)
    except ValueError as error:
        raise Refusal("malformed", f"players: {error}", line=1) from None


def _checked_choices(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """The table's settings in a record; refused if the game has no such setting or value."""
    if any(name not in game.table_settings for name in given):
        raise refusal("choice")
    return {name: game.table_settings[name].check(name, value) for name, value in given.items()}


def _bots(given: object, seats: int) -> list[str | None]:
    """The bot of each seat; refused unless at least one seat is a person's."""
    bots = given if isinstance(given, list) and len(given) == seats else [None] * seats
    if not all(bot is None or isinstance(bot, str) for bot in bots) or None not in bots:
        raise refusal("not_handed")
    return bots


def with_guest(facts: Mapping[str, Any], entries: Entries, guest: str) -> tuple[dict[str, Any], Entries]:
    """The facts and the log with this guest as host and in all seats of people."""
    people = [place for place, given in enumerate(facts["places"]) if not given]
    joins: Entries = [{"entry": "join", "seat": place, "guest": guest, "nonce": ""} for place in people]
    return {**facts, "host": guest}, [*joins, *entries]
