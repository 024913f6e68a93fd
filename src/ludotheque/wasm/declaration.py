"""The JSON declarations that describe a game's WebAssembly modules: ``law.json``, ``bots.json``, ``analysis.json``.

They hold the actions with their parts, the layouts of the records, the names behind numbers, and data of the game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from importlib.util import find_spec
from typing import Any

import numpy as np

from ..analysis import CANDIDATES, default_trials
from ..analysis.decomposition import ANALYSIS_BUFFER, IMPOSSIBLE, MOST_TRIALS, PLACES
from ..codec.schema import Schema
from ..engine.effects import NO_EFFECTS, PARAMETER
from ..engine.game import STYLES, Game
from ..engine.rng import GENERATOR
from ..search.levels import BUDGET_MS, CHARACTER


def schemas_of(game: Game) -> dict[str, Schema]:
    """Return the schemas of a game's records that stand for plain data."""
    schemas = {"view": game.viewer.VIEW, "preview": game.previewer.PREVIEW}
    picture: Schema | None = getattr(game.viewer, "PICTURE", None)
    if picture is not None:
        schemas["picture"] = picture
    if game.effects is not NO_EFFECTS:
        schemas[PARAMETER] = game.effects
    return {**schemas, **getattr(sampler_of(game), "FORMS", {})}


def sampler_of(game: Game) -> Any:
    """Return the game's sampler, if it has chance that cannot be listed."""
    return game.sampler if find_spec(f"{game.package}.sampler") else None


def records_of(game: Game) -> dict[str, np.dtype[Any]]:
    """Return the dtypes of the records that a game's compiled functions take, by parameter name."""
    records = {"setup": game.rules.SETUP, "state": game.rules.STATE, "rng": GENERATOR}
    scene = getattr(game.rules, "SCENE", None)
    if scene is not None:
        records["scene"] = scene
    records |= getattr(sampler_of(game), "RECORDS", {})
    return {**records, **{name: schema.dtype for name, schema in schemas_of(game).items()}}


def bot_records_of(game: Game) -> dict[str, np.dtype[Any]]:
    """Return the dtypes of the records of a game's bots, by parameter name."""
    return {"character": CHARACTER, "weights": game.bots_module.WEIGHTS, "mind": game.bots_module.WORKSPACE}


def numbers_of(dtype: np.dtype[Any]) -> dict[str, list[Any]]:
    """Return the offset and type of each field of a record that is a single number."""
    fields: Any = dtype.fields
    single = {name: found for name, found in fields.items() if found[0].shape == () and not found[0].names}
    return {name: [offset, kept.str[1:]] for name, (kept, offset, *_) in single.items()}


def records_described(records: Mapping[str, np.dtype[Any]]) -> dict[str, dict[str, Any]]:
    """Return the sizes of records and the offsets of their single numbers."""
    return {name: {"size": dtype.itemsize, "numbers": numbers_of(dtype)} for name, dtype in records.items()}


PLAIN, VECTORED = "bots", "bots-vectors"
"""Names of the bots' modules: without and with vector instructions. They share a declaration."""


def bot_declaration(game: Game) -> dict[str, Any]:
    """Return the content of ``bots.json``, which describes ``bots.wasm``."""
    records = records_of(game)
    kept = {name: records[name] for name in ("setup", "state", "rng")}
    return {
        "game": game.id,
        "levels": game.levels,
        "tempers": STYLES,
        "ms": BUDGET_MS,
        "records": records_described({**kept, **bot_records_of(game)}),
    }


def analysis_records_of(game: Game) -> dict[str, np.dtype[Any]]:
    """Return the dtypes of the records of a game's analysis, by parameter name."""
    return {"weights": game.bots_module.WEIGHTS, "mind": game.bots_module.WORKSPACE, "tale": ANALYSIS_BUFFER}


def analysis_declaration(game: Game) -> dict[str, Any]:
    """Return the content of ``analysis.json``, which describes ``analysis.wasm``."""
    records = records_of(game)
    kept = {name: records[name] for name in ("setup", "state", "rng")}
    assert ANALYSIS_BUFFER.fields is not None
    return {
        "game": game.id,
        "trials": default_trials(game),
        "candidates": CANDIDATES,
        "places": PLACES,
        "results": [ANALYSIS_BUFFER.fields["results"][1], MOST_TRIALS],
        "impossible": IMPOSSIBLE,
        "records": records_described({**kept, **analysis_records_of(game)}),
    }


def layout(game: Game) -> str:
    """Return a hash of the layout of a table's records: programs with the same hash can exchange their bytes."""
    parts: list[Any] = [game.id, game.rules_version]
    for dtype in (game.rules.SETUP, game.rules.STATE, getattr(game.rules, "SCENE", None)):
        parts.append(None if dtype is None else [dtype.itemsize, str(dtype.descr)])
    return sha256(json.dumps(parts).encode()).hexdigest()[:16]


def declaration(game: Game) -> dict[str, Any]:
    """Return the content of ``law.json``."""
    schemas, sampler = schemas_of(game), sampler_of(game)
    return {
        "game": game.id,
        "rules": game.rules_version,
        "layout": layout(game),
        "actions": game.notation.ACTIONS.declaration(),
        "outcomes": game.notation.OUTCOMES.declaration(),
        "why": list(game.rules.ILLEGAL_REASONS),
        "reasons": list(game.rules.END_REASONS),
        "options": {
            name: {"type": option.type, "default": option.default, "values": list(option.values)}
            for name, option in game.options.items()
        },
        "records": {
            name: {**described, **({"form": schemas[name].layout()} if name in schemas else {})}
            for name, described in records_described(records_of(game)).items()
        },
        "data": {**getattr(game.viewer, "DATA", {}), **getattr(sampler, "DATA", {})},
        **({} if sampler is None else {"sampled": sampler.FIELD}),
    }
