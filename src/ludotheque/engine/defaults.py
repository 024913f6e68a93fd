"""What a small game need not write: the answers that follow from others, and those that nearly every game gives.

``Game`` fills in what a game's modules leave out. A game of few actions needs no more of the law than ``STATE``,
``WHY``, ``to_act``, ``why``, ``apply`` and ``score``, and the declaration of its ``ACTIONS``:

- the legal actions are the numbers that ``why`` does not refuse, of all that the declared actions can be;
- ``SETUP`` is the number of seats and the options; ``begin`` leaves zeros; ``step`` and ``apply`` are the same;
- chance never acts, or can bring what ``chance_nth`` lists;
- the seats with the highest score win, and a game ends only one way, ``complete``;
- everybody knows everything;
- a refusal is explained by the game's message ``refused-CODE``;
- the view holds the fields of the state, a preview the change of the seat's score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from ..codec.schema import Form, fields, fixed, number
from ..locale import LANGUAGES, words
from ..native.compiled import copy_into, rule
from . import dispatch as law
from .actions import Verbs
from .errors import Refusal
from .rng import Generator

IMPOSSIBLE = "impossible_chance"
MOST_ACTIONS = 1 << 12
"""A game with more numbers of actions than this writes ``legal_count`` and ``legal_nth`` itself: asking for each of
them would take too long."""

Written = Mapping[str, Any]
"""What a module of a game holds, by name."""


def without(written: Written, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Those answers that a module does not hold already."""
    return {name: answer for name, answer in answers.items() if name not in written}


# -- The law ----------------------------------------------------------------------------------------------------------


@rule
def begin(setup: law.Setup, state: law.State) -> None:
    """All zeros."""


@rule
def chance_range(setup: law.Setup, state: law.State) -> int:
    """Chance never acts."""
    return 1


@rule
def chance_nth(setup: law.Setup, state: law.State, pick: int) -> int:
    """Never asked."""
    return 0


@rule
def apply_chance(setup: law.Setup, state: law.State, outcome: int) -> None:
    """Never asked."""


@rule
def winners(setup: law.Setup, state: law.State) -> int:
    """All seats with the highest score."""
    best = law.score(setup, state, 0)
    for seat in range(1, setup.seats):
        best = max(best, law.score(setup, state, seat))
    won = 0
    for seat in range(setup.seats):
        if law.score(setup, state, seat) == best:
            won |= 1 << seat
    return won


@rule
def reason(setup: law.Setup, state: law.State) -> int:
    """The one way in which the game ends."""
    return 0


def legal_from_why(room: int) -> dict[str, Any]:
    """The legal actions as those of the first `room` numbers that the law does not refuse."""

    @rule
    def legal_count(setup: law.Setup, state: law.State, seat: int) -> int:
        found = 0
        for action in range(room):
            if law.why(setup, state, seat, action) == 0:
                found += 1
        return found

    @rule
    def legal_nth(setup: law.Setup, state: law.State, seat: int, k: int) -> int:
        for action in range(room):
            if law.why(setup, state, seat, action) == 0:
                if k == 0:
                    return action
                k -= 1
        return -1

    return {"legal_count": legal_count, "legal_nth": legal_nth}


def chance_why_from_picks(impossible: int) -> Callable[..., int]:
    """What chance can bring is what one of its picks stands for; everything else is refused with a code's number."""

    @rule
    def chance_why(setup: law.Setup, state: law.State, outcome: int) -> int:
        if law.to_act(setup, state) == law.CHANCE:
            for pick in range(law.chance_range(setup, state)):
                if law.chance_nth(setup, state, pick) == outcome:
                    return 0
        return impossible

    return chance_why


def of_law(written: Written, actions: Verbs, options: Iterable[str]) -> dict[str, Any]:
    """What a game's ``rules.py`` leaves out."""
    found: dict[str, Any] = {
        "SETUP": np.dtype((np.record, [(name, "i8") for name in ("seats", *options)])),
        "REASONS": ("complete",),
        "begin": begin,
        "chance_range": chance_range,
        "chance_nth": chance_nth,
        "apply_chance": apply_chance,
        "winners": winners,
        "reason": reason,
    }
    if "apply" in written:
        found["step"] = written["apply"]
    elif "step" in written:
        found["apply"] = written["step"]
    if "legal_count" not in written:
        room = max((verb.base + verb.room for verb in actions.verbs), default=0)
        if room > MOST_ACTIONS:
            raise TypeError(f"with {room} numbers of actions, legal_count and legal_nth must be written")
        found |= legal_from_why(room)
    found = without(written, found)
    if "chance_why" not in written:
        codes = tuple(written["WHY"])
        codes += () if IMPOSSIBLE in codes else (IMPOSSIBLE,)
        found |= {"WHY": codes, "chance_why": chance_why_from_picks(codes.index(IMPOSSIBLE))}
    return found


# -- What a seat knows: everything ------------------------------------------------------------------------------------


@rule
def known(setup: law.Setup, state: law.State, seat: int, into_setup: law.Setup, into_state: law.State) -> None:
    """Everything."""
    copy_into(setup, into_setup)
    copy_into(state, into_state)


@rule
def imagine(
    setup: law.Setup, state: law.State, seat: int, rng: Generator, into_setup: law.Setup, into_state: law.State
) -> None:
    """The world as it is."""
    copy_into(setup, into_setup)
    copy_into(state, into_state)


@rule
def hides(setup: law.Setup, state: law.State, by: int, action: int, seat: int) -> bool:
    """Nothing is hidden."""
    return False


@rule
def is_open(setup: law.Setup, state: law.State) -> bool:
    """Everything is told to everybody."""
    return True


@rule
def reveals(setup: law.Setup, before: law.State, after: law.State, seat: int) -> bool:
    """Nobody learns what could not be known."""
    return False


def of_knowledge(written: Written) -> dict[str, Any]:
    """What a game without secrets leaves out."""
    everything = {"known": known, "imagine": imagine, "hides": hides, "is_open": is_open, "reveals": reveals}
    return without(written, everything)


# -- In words ---------------------------------------------------------------------------------------------------------


def of_notation(written: Written, home: str) -> dict[str, Any]:
    """What a game's notation leaves out: the verbs of chance, and the sentences for refusals."""

    def explain(setup: law.Setup, state: law.State, by: Any, action: int, code: str) -> Refusal:
        say, message = words(LANGUAGES[0], home), f"refused-{code.replace('_', '-')}"
        return Refusal(code, say(message) if message in say else code.replace("_", " "))

    return without(written, {"OUTCOMES": Verbs(), "explain": explain})


# -- What is shown ----------------------------------------------------------------------------------------------------


@rule
def show(setup: law.Setup, state: law.State, seat: int, view: Any) -> None:
    """All that the seat knows."""
    copy_into(state, view)


def form_of(dtype: np.dtype[Any]) -> Form:
    """How the numbers of a record's field are read: as they are."""
    if dtype.subdtype is None:
        return number(dtype.str[1:])
    form = form_of(dtype.subdtype[0])
    for size in reversed(dtype.subdtype[1]):
        form = fixed(form, size)
    return form


def of_view(written: Written) -> dict[str, Any]:
    """A view that holds the fields of the state, where a game shows none of its own."""
    if "VIEW" in written:
        return {}
    state: Any = written["STATE"]
    return {"VIEW": fields(**{name: form_of(state.fields[name][0]) for name in state.names}), "show": show}


PREVIEW = fields(points=number())


@rule
def preview(setup: law.Setup, state: law.State, seat: int, action: int, into_state: law.State, preview: Any) -> None:
    """By how much the seat's score changes."""
    copy_into(state, into_state)
    law.step(setup, into_state, seat, action)
    preview.points = law.score(setup, into_state, seat) - law.score(setup, state, seat)


def of_preview(written: Written) -> dict[str, Any]:
    """A preview that holds the change of the score, where a game has none of its own."""
    return without(written, {"PREVIEW": PREVIEW, "preview": preview})
