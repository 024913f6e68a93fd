"""Which functions of a game are exported, under which names, and what their arguments are.

A parameter annotated with a subclass of ``Record`` is a record; one annotated ``int`` or ``bool`` is a number. A
function whose parameter ``effects`` can be left out exists twice in a native library, reporting and silent; the page's
module has only the one that reports.

Export names are a public interface, used by other programs that run these modules. They stay as they are when a Python
function is renamed (``EXPORT_NAMES``, ``PARAMETER_NAMES``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from inspect import isfunction, signature
from types import UnionType
from typing import Any, get_args, get_type_hints

import numba
import numpy as np
from numba import types

from ..analysis import decomposition, expansion, has_value
from ..codec.records import Record
from ..engine import dispatch, json_writer, rng
from ..engine.contract import Masking, Rules
from ..engine.effects import NO_EFFECTS, PARAMETER
from ..engine.game import Game
from ..envs import batch
from ..native.library import REPORTING
from ..search import bots, simulation
from ..spaces import answers
from .build import WHOLE, Function, NotPortable
from .declaration import analysis_records_of, bot_records_of, records_of, sampler_of
from .library import Export

EXPORT_NAMES = {
    "illegal_reason": "why",
    "chance_illegal_reason": "chance_why",
    "chance_count": "chance_range",
    "end_reason": "reason",
    "mask": "known",
    "determinize": "imagine",
    "update_visible": "witness",
    "visible_part": "unveil",
    "drawing_data": "depict",
    "init_search": "ready",
    "search_slice": "ponder",
    "choose_action": "decide",
    "find_candidates": "look_for",
    "run_trials": "try_out",
}
"""Functions whose export name differs from their name in Python."""

PARAMETER_NAMES = {"workspace": "mind", "buffer": "tale"}
"""Parameters whose name in the JSON declarations differs from their name in Python."""


def exports_of(modules: Sequence[Any], records: Mapping[str, np.dtype[Any]], names: Iterable[str]) -> list[Function]:
    """Return the functions of these names, each from the first of the modules that has it."""
    functions = []
    for name in names:
        dispatcher: Any = next((getattr(module, name) for module in modules if hasattr(module, name)), None)
        if not hasattr(dispatcher, "py_func"):
            raise NotPortable(f"{name} is no compiled function of {', '.join(module.__name__ for module in modules)}")
        hints = get_type_hints(dispatcher.py_func)
        hints.pop("return", None)
        if PARAMETER not in records and reports_if_asked(dispatcher):
            del hints[PARAMETER]
        kinds = tuple(_kind(name, parameter, hint, records) for parameter, hint in hints.items())
        parameters = tuple(PARAMETER_NAMES.get(parameter, parameter) for parameter in hints)
        functions.append(Function(EXPORT_NAMES.get(name, name), dispatcher, kinds, parameters))
    return functions


def reports_if_asked(dispatcher: Any) -> bool:
    """Return whether a function takes a buffer of effects that can be left out."""
    parameter = signature(dispatcher.py_func).parameters.get(PARAMETER)
    return parameter is not None and parameter.default is None


def _kind(function: str, parameter: str, hint: Any, records: Mapping[str, np.dtype[Any]]) -> np.dtype[Any]:
    if hint in (int, bool):
        return WHOLE
    if isinstance(hint, UnionType):  # a record or None
        hint = get_args(hint)[0]
    if isinstance(hint, type) and issubclass(hint, Record) and hint.record_name in records:
        return records[hint.record_name]
    raise NotPortable(f"{function}: its parameter {parameter} is {hint}, neither a number nor a record of the game")


def functions_of(game: Game) -> list[Function]:
    """Return what the page can call: rules, masking, view, previews, random numbers, and what a sampler or the game's
    own board names besides (``EXPORTS``)."""
    modules = [game.rules, game.masking, game.viewer, game.previewer, rng]
    names = [*functions_in(Rules), *functions_in(Masking), "show", "preview", "seed_words", "below"]
    if game.effects is not NO_EFFECTS:
        names.append("mask_effects")
    if hasattr(game.rules, "SCENE"):
        names += ["update_visible", "visible_part", "drawing_data"]
    sampler = sampler_of(game)
    if sampler is not None:
        modules.append(sampler)
    for module in modules:
        names += [function.__name__ for function in getattr(module, "EXPORTS", ())]
    return exports_of(modules, records_of(game), names)


def wants_vectors(game: Game) -> bool:
    """Return whether a game wants its bots with vector instructions too (``MULTIPLIES``)."""
    return bool(getattr(game.bots_module, "MULTIPLIES", False))


def bots_of(game: Game) -> list[Function]:
    """Return the functions with which a game's levels search for an action."""
    records = {**records_of(game), **bot_records_of(game)}
    return exports_of([game.bots_module], records, ("init_search", "search_slice", "choose_action"))


def analysis_of(game: Game) -> list[Function]:
    """Return the functions with which a game is analysed."""
    records = {**records_of(game), **analysis_records_of(game)}
    assert game.bots_module, "once it is loaded, generic code finds its functions"
    return exports_of([decomposition], records, ("find_candidates", "candidate", "compare", "run_trials"))


def parameters_of(functions: Iterable[Function]) -> dict[str, list[str]]:
    """Return the names of each function's parameters, in order, as the JSON declarations have them."""
    return {function.name: list(function.parameters) for function in functions}


def functions_in(protocol: type) -> list[str]:
    """Return the names of the functions that a protocol asks for."""
    return [name for name, member in vars(protocol).items() if isfunction(member) and not name.startswith("_")]


INTEGERS, MATRIX = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
BYTES, FLOATS = types.Array(types.uint8, 1, "C"), types.Array(types.float64, 1, "C")


def library_exports(game: Game) -> list[Export]:
    """Return everything in a game's native library: what the page can call, and what only Python calls in bulk."""
    setup, state = numba.from_dtype(game.rules.SETUP), numba.from_dtype(game.rules.STATE)
    preview, rng_ = numba.from_dtype(game.previewer.PREVIEW.dtype), numba.from_dtype(rng.GENERATOR)
    whole, program = types.int64, (MATRIX, MATRIX, BYTES)
    effects = numba.from_dtype(game.effects.dtype)
    shared: list[tuple[Any, tuple[Any, ...]]] = [
        (dispatch.fill_legal, (setup, state, whole, INTEGERS)),
        (json_writer.write_json, (*program, BYTES, MATRIX, BYTES, whole)),
        (
            json_writer.write_previews,
            (setup, state, whole, INTEGERS, state, preview, effects, BYTES, *program, MATRIX, BYTES, INTEGERS),
        ),
        (simulation.random_playout, (setup, state, rng_)),
        (
            simulation.random_games,
            (*(types.Array(kind, 1, "C") for kind in (setup, state, state)), rng_, *[whole] * 4, INTEGERS),
        ),
        (bots.trial, (setup, state, whole, whole, rng_, setup, state)),
        *expansion_exports(setup, state),
    ]
    functions = functions_of(game)
    if game.characters:
        functions += bots_of(game)
        if hasattr(game.bots_module, "heuristic_value"):
            shared.append((bots.best_by_heuristic, (setup, state, whole, rng_, state)))
        functions += further_functions(game.bots_module, {**records_of(game), **bot_records_of(game)})
    sampler = sampler_of(game)
    further = [*([] if sampler is None else [sampler]), *map(import_module, game.library)]
    for module in further:
        functions += further_functions(module, records_of(game))
    shared += environment_exports(game)
    if has_value(game):
        functions += analysis_of(game)
    exports = []
    for one in functions:
        arguments = tuple(map(numba.from_dtype, one.arguments))
        if PARAMETER in one.parameters and reports_if_asked(one.dispatcher):
            exports.append(_export(f"{one.name}{REPORTING}", one.dispatcher, arguments, REPORTING))
            arguments = arguments[:-1]
        exports.append(_export(one.name, one.dispatcher, arguments))
    exports += [_export(function.py_func.__name__, function, arguments) for function, arguments in shared]
    return list({export.name: export for export in exports}.values())


def expansion_exports(setup: Any, state: Any) -> list[tuple[Any, tuple[Any, ...]]]:
    """Return the functions with which exact values of small games are computed."""
    setups, states = types.Array(setup, 1, "C"), types.Array(state, 1, "C")
    return [
        (expansion.count_edges, (setup, states, INTEGERS, INTEGERS)),
        (expansion.follow_edges, (setup, states, INTEGERS, INTEGERS, INTEGERS, states)),
        (expansion.mask_states, (setup, states, types.int64, setups, states)),
    ]


def environment_exports(game: Game) -> list[tuple[Any, tuple[Any, ...]]]:
    """Return the functions that environments call: a step of many tables, and spaces for a single one."""
    found, whole = answers(game), types.int64
    setup, state = numba.from_dtype(game.rules.SETUP), numba.from_dtype(game.rules.STATE)
    scene = numba.from_dtype(getattr(game.rules, "SCENE", rng.GENERATOR))
    config, table, rng_ = (numba.from_dtype(dtype) for dtype in (batch.CONFIG, batch.ROW, rng.GENERATOR))
    setups, scenes, states, tables, rngs = (types.Array(one, 1, "C") for one in (setup, scene, state, table, rng_))
    observations = types.Array(numba.from_dtype(np.dtype(found.OBSERVED)), 1, "C")
    one = (setup, state, whole)
    return [
        (
            batch.run,
            (
                *(config, setups, scenes, states, tables, states, rngs, INTEGERS),
                *(setups, states, INTEGERS, observations, BYTES, FLOATS, FLOATS),
            ),
        ),
        (batch.choose_any, (setups, tables, states, rng_, INTEGERS)),
        (found.index_of, (*one, whole)),
        (found.action_at, (*one, whole)),
        (found.mark_legal, (*one, BYTES, whole, whole)),
        (found.observe_masked, (*one, setup, state, observations, whole)),
    ]


def further_functions(module: Any, records: Mapping[str, np.dtype[Any]]) -> list[Function]:
    """Return the functions that a module of a game names as ``LIBRARY``, whose records it may name as ``RECORDS``."""
    further = getattr(module, "LIBRARY", ())
    modules = [sys.modules[function.py_func.__module__] for function in further]
    known = {**records, **getattr(module, "RECORDS", {})}
    return exports_of(modules, known, [function.__name__ for function in further])


def _export(name: str, dispatcher: Any, arguments: tuple[Any, ...], variant: str = "") -> Export:
    function = dispatcher.py_func
    place = f"{function.__module__}:{function.__qualname__}{variant}"
    parameters = tuple(signature(function).parameters)[: len(arguments)]
    return Export(name, place, dispatcher, arguments, parameters)
