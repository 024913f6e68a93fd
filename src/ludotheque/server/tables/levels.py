"""The level of a guest, estimated from their last games (`analysis.level`). Pure.

If strength is measured in points, the guest's points per round count, alone or in company; otherwise who finished ahead
of whom, against bots and against people with a level of their own. The server knows no losses: the page adds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ...analysis.level import LevelEstimate, LevelModel, RatedGame, Rival, estimate_level, level_model
from ...engine.game import Game
from .table import counts

GAMES_COUNTED = 20
"""How many of the last games count."""
LEVEL_AFTER = 5
"""The number of games against bots after which a person counts as an opponent with a level."""


@dataclass(frozen=True)
class RatedTable:
    """A table that counts for a guest's level."""

    table: str
    at: datetime | None
    """When it ended."""
    game: RatedGame


@dataclass(frozen=True)
class GuestLevel:
    """The estimate of a guest's level, and the tables that it is from, the latest first."""

    estimate: LevelEstimate
    tables: Sequence[RatedTable]
    bots: str | None
    """The fingerprint of the bots that stand for the levels; None if they were not measured."""


def level_of_guest(
    game: Game, guest: str, tables: Iterable[Mapping[str, Any]], people: Mapping[str, LevelEstimate] | None = None
) -> GuestLevel:
    """Estimate from the facts of finished tables, the latest first. `game` must have characters. `people`: the levels
    of other guests."""
    model = level_model(game)
    found: list[RatedTable] = []
    for facts in tables:
        if len(found) == GAMES_COUNTED:
            break
        rated = _rated_game(game, model, guest, facts, people or {})
        if rated is not None:
            found.append(RatedTable(facts.get("id", ""), facts.get("last_at"), rated))
    return GuestLevel(estimate_level(model, [one.game for one in found]), found, model.bots)


def opponents_of(game: Game, guest: str, tables: Iterable[Mapping[str, Any]]) -> list[str]:
    """The other guests at the tables that may count for a guest's level, each once, the latest first."""
    model = level_model(game)
    others = (
        seat["guest"]
        for facts in tables
        if model.deviation is None and _is_rated(game, model, facts) and _only_seat(guest, facts) is not None
        for seat in facts["sitting"]
        if seat["guest"] not in (None, guest)
    )
    return list(dict.fromkeys(others))


def _is_rated(game: Game, model: LevelModel, facts: Mapping[str, Any]) -> bool:
    """Whether a table counts: default options (facts name the others), played here, without hints or take-backs, and
    against the bots as they are now."""
    if facts["game"] != game.id or set(facts["options"]) - {model.each} or not counts(facts):
        return False
    if any(facts.get("hints_used") or ()) or facts.get("taken_back"):
        return False
    return model.deviation is not None or facts.get("bots_version") == model.bots


def _rated_game(
    game: Game, model: LevelModel, guest: str, facts: Mapping[str, Any], people: Mapping[str, LevelEstimate]
) -> RatedGame | None:
    """What a table says about a guest; None if nothing."""
    own = _only_seat(guest, facts)
    if own is None or not _is_rated(game, model, facts):
        return None
    if model.deviation is not None:
        scores = facts.get("scores")
        if scores is None or facts.get("ending") != "complete":
            return None
        each = model.each
        rounds = 1 if each is None else int(facts["options"].get(each, game.options[each].default))
        return RatedGame(points=scores[own] / rounds, rounds=rounds)
    rivals = _rivals(model, own, facts, people)
    return RatedGame(tuple(rivals)) if rivals else None


def _only_seat(guest: str, facts: Mapping[str, Any]) -> int | None:
    """The seat of a guest; None if they had several, where other people on the same device may have played."""
    own = [at for at, seat in enumerate(facts.get("sitting", ())) if seat["guest"] == guest]
    return own[0] if len(own) == 1 else None


def _rivals(model: LevelModel, own: int, facts: Mapping[str, Any], people: Mapping[str, LevelEstimate]) -> list[Rival]:
    """The opponents with a level at a table, and the results against them. Resigning with only bots as opponents is a
    loss."""
    sitting, scores, winners = facts["sitting"], facts.get("scores") or [], facts.get("winners") or []
    gave_up = facts.get("ending") == "resigned" and sum(seat["who"] == "guest" for seat in sitting) == 1
    if not gave_up and facts.get("ending") != "complete":
        return []
    ratings = {anchor.level: anchor.rating for anchor in model.anchors}
    found = []
    for at, seat in enumerate(sitting):
        if at == own:
            continue
        if seat["who"] == "bot":
            rating, error = ratings.get(str(seat["bot"]).partition("-")[0]), 0.0
        else:
            person = people.get(seat["guest"] or "")
            rating, error = (None, 0.0) if person is None else (person.rating, (person.high - person.low) / 3.92)
        if rating is None:
            continue
        result = 0.0
        if not gave_up:
            mine, theirs = ((one in winners, scores[one]) for one in (own, at))
            result = 0.5 if mine == theirs else float(mine > theirs)
        found.append((rating, result, error))
    return [Rival(rating, result, 1 / len(found), error) for rating, result, error in found]
