"""Defaults for what a game's modules leave out; ``Game`` fills them in.

A game with few actions needs only ``STATE``, ``ILLEGAL_REASONS``, ``to_act``, ``illegal_reason``, ``apply`` and
``score``, and the declaration of its ``ACTIONS``:

- the legal actions are those numbers of the declared actions for which ``illegal_reason`` is 0;
- ``SETUP`` is the number of seats and the options; ``begin`` leaves zeros; ``step`` and ``apply`` are the same;
- chance never acts, or its outcomes are those that ``chance_nth`` lists;
- the seats with the highest score win, and a game ends only one way, ``complete``;
- everybody knows everything;
- a refusal is explained by the game's message ``refused-CODE``;
- the view holds the fields of the state, a preview the change of the seat's score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from ..codec.schema import Schema, array, integer, struct
from ..locale import LANGUAGES, words
from ..native.compiled import copy_into, rule
from . import dispatch
from .actions import Verbs
from .contract import CHANCE, Effects, Preview, Setup, State, View
from .errors import Refusal
from .rng import Generator

IMPOSSIBLE = "impossible_chance"
MOST_ACTIONS = 1 << 12
"""A game with more action numbers than this must write ``legal_count`` and ``legal_nth``: testing each number would
take too long."""

Written = Mapping[str, Any]
"""The names in a module of a game, with their values."""


def without(written: Written, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return those defaults that a module does not define itself."""
    return {name: answer for name, answer in answers.items() if name not in written}


# -- Rules ------------------------------------------------------------------------------------------------------------


@rule
def begin(setup: Setup, state: State) -> None:
    """Leave the state all zeros."""


@rule
def chance_count(setup: Setup, state: State) -> int:
    """Return 1. Not called, because chance never acts."""
    return 1


@rule
def chance_nth(setup: Setup, state: State, pick: int) -> int:
    """Return 0. Not called, because chance never acts."""
    return 0


@rule
def apply_chance(setup: Setup, state: State, outcome: int) -> None:
    """Do nothing. Not called, because chance never acts."""


@rule
def winners(setup: Setup, state: State) -> int:
    """Return the set of seats with the highest score."""
    best = dispatch.score(setup, state, 0)
    for seat in range(1, setup.seats):
        best = max(best, dispatch.score(setup, state, seat))
    won = 0
    for seat in range(setup.seats):
        if dispatch.score(setup, state, seat) == best:
            won |= 1 << seat
    return won


@rule
def end_reason(setup: Setup, state: State) -> int:
    """Return 0: there is only one end reason."""
    return 0


def legal_from_illegal_reason(room: int) -> dict[str, Any]:
    """Return functions that find the legal actions among the first `room` numbers."""

    @rule
    def legal_count(setup: Setup, state: State, seat: int) -> int:
        found = 0
        for action in range(room):
            if dispatch.illegal_reason(setup, state, seat, action) == 0:
                found += 1
        return found

    @rule
    def legal_nth(setup: Setup, state: State, seat: int, k: int) -> int:
        for action in range(room):
            if dispatch.illegal_reason(setup, state, seat, action) == 0:
                if k == 0:
                    return action
                k -= 1
        return -1

    return {"legal_count": legal_count, "legal_nth": legal_nth}


def chance_illegal_reason_from_draws(impossible: int) -> Callable[..., int]:
    """Return a function that accepts exactly the outcomes of the draws, and refuses others with a code's number."""

    @rule
    def chance_illegal_reason(setup: Setup, state: State, outcome: int) -> int:
        if dispatch.to_act(setup, state) == CHANCE:
            for pick in range(dispatch.chance_count(setup, state)):
                if dispatch.chance_nth(setup, state, pick) == outcome:
                    return 0
        return impossible

    return chance_illegal_reason


def for_rules(written: Written, actions: Verbs, options: Iterable[str]) -> dict[str, Any]:
    """Return defaults for a game's ``rules.py``."""
    found: dict[str, Any] = {
        "SETUP": np.dtype((np.record, [(name, "i8") for name in ("seats", *options)])),
        "END_REASONS": ("complete",),
        "begin": begin,
        "chance_count": chance_count,
        "chance_nth": chance_nth,
        "apply_chance": apply_chance,
        "winners": winners,
        "end_reason": end_reason,
    }
    if "apply" in written:
        found["step"] = written["apply"]
    elif "step" in written:
        found["apply"] = written["step"]
    if "legal_count" not in written:
        room = max((verb.base + verb.room for verb in actions.verbs), default=0)
        if room > MOST_ACTIONS:
            raise TypeError(f"with {room} numbers of actions, legal_count and legal_nth must be written")
        found |= legal_from_illegal_reason(room)
    found = without(written, found)
    if "chance_illegal_reason" not in written:
        codes = tuple(written["ILLEGAL_REASONS"])
        codes += () if IMPOSSIBLE in codes else (IMPOSSIBLE,)
        found |= {
            "ILLEGAL_REASONS": codes,
            "chance_illegal_reason": chance_illegal_reason_from_draws(codes.index(IMPOSSIBLE)),
        }
    return found


# -- Masking: every seat knows everything -----------------------------------------------------------------------------


@rule
def mask(setup: Setup, state: State, seat: int, into_setup: Setup, into_state: State) -> None:
    """Copy everything: nothing is hidden."""
    copy_into(setup, into_setup)
    copy_into(state, into_state)


@rule
def determinize(setup: Setup, state: State, seat: int, rng: Generator, into_setup: Setup, into_state: State) -> None:
    """Copy everything: the masked state is the full state."""
    copy_into(setup, into_setup)
    copy_into(state, into_state)


@rule
def hides(setup: Setup, state: State, by: int, action: int, seat: int) -> bool:
    """Return False: no action is hidden."""
    return False


@rule
def is_open(setup: Setup, state: State) -> bool:
    """Return True: everything is open."""
    return True


@rule
def reveals(setup: Setup, before: State, after: State, seat: int) -> bool:
    """Return False: nothing was hidden before."""
    return False


@rule
def mask_effects(setup: Setup, state: State, seat: int, effects: Effects, into_effects: Effects) -> None:
    """Copy everything: nothing is hidden."""
    copy_into(effects, into_effects)


def for_masking(written: Written) -> dict[str, Any]:
    """Return defaults for a game without hidden information. A game that masks states masks its effects itself."""
    everything = {"mask": mask, "determinize": determinize, "hides": hides, "is_open": is_open, "reveals": reveals}
    return without(written, everything if "mask" in written else {**everything, "mask_effects": mask_effects})


# -- Notation ---------------------------------------------------------------------------------------------------------


def for_notation(written: Written, package: str) -> dict[str, Any]:
    """Return defaults for a game's notation: no verbs of chance, and sentences for refusals."""

    def explain(setup: Setup, state: State, by: Any, action: int, code: str) -> Refusal:
        say, message = words(LANGUAGES[0], package), f"refused-{code.replace('_', '-')}"
        return Refusal(code, say(message) if message in say else code.replace("_", " "))

    return without(written, {"OUTCOMES": Verbs(), "explain": explain})


# -- Views and previews -----------------------------------------------------------------------------------------------


@rule
def show(setup: Setup, state: State, seat: int, view: View) -> None:
    """Write all fields of the masked state."""
    copy_into(state, view)


def schema_of(dtype: np.dtype[Any]) -> Schema:
    """Return a schema that reads the numbers of a record's field as they are."""
    if dtype.subdtype is None:
        return integer(dtype.str[1:])
    schema = schema_of(dtype.subdtype[0])
    for size in reversed(dtype.subdtype[1]):
        schema = array(schema, size)
    return schema


def for_view(written: Written) -> dict[str, Any]:
    """Return a view with the fields of the state, unless the game has its own."""
    if "VIEW" in written:
        return {}
    state: Any = written["STATE"]
    return {"VIEW": struct(**{name: schema_of(state.fields[name][0]) for name in state.names}), "show": show}


PREVIEW = struct(points=integer())


@rule
def preview(setup: Setup, state: State, seat: int, action: int, into_state: State, preview: Preview) -> None:
    """Write the change of the seat's score."""
    copy_into(state, into_state)
    dispatch.step(setup, into_state, seat, action)
    preview.points = dispatch.score(setup, into_state, seat) - dispatch.score(setup, state, seat)


def given_effects(preview: Callable[..., None]) -> Callable[..., None]:
    """Return a preview function that takes a buffer of effects, made of one that does not."""

    @rule
    def preview_without_effects(
        setup: Setup, state: State, seat: int, action: int, into_state: State, into: Preview, effects: Effects
    ) -> None:
        preview(setup, state, seat, action, into_state, into)

    return preview_without_effects


def for_preview(written: Written) -> dict[str, Any]:
    """Return a preview with the change of the score, unless the game has its own."""
    return without(written, {"PREVIEW": PREVIEW, "preview": preview})
