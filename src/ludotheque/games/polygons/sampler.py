"""Sampling of boxes: made from a seed, read from an event, put into the setup and the scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...codec.records import copy_record, new_record
from ...engine.contract import Scene, Setup
from .box import BOX, FAULTS, FORM_FAULTS, check_box, payload, put_box, read_box
from .dropped import drop_box, drop_into, dropped, seed_box
from .geometry import WORK
from .rules import SCENE
from .shaken import HEAP, draw_heap, shake_box, shaken

FIELD = "box"

EXPORTS = (seed_box, drop_box, draw_heap, shake_box, check_box, put_box)
"""Functions that the page calls to make and read boxes. Dropped: ``seed_box``, ``drop_box``. Shaken: ``seed_box``, then
``draw_heap`` and ``shake_box`` with the heap of that number, until it returns true."""

LIBRARY = (drop_into,)
"""Functions that only Python calls, in the native library besides `EXPORTS`."""

RECORDS = {"box": BOX.dtype, "work": WORK, "heap": HEAP}
"""The dtypes of the records that these functions take, besides those of the rules."""

FORMS = {"box": BOX}
"""The schemas among them: what an event carries."""

DATA = {
    "faults": {
        "form": {place: code for place, (code, _) in FORM_FAULTS.items()},
        "check": [code for code, _ in FAULTS],
    }
}
"""For the page: the code of a box's fault, by the place where its form does not fit, or by the number that
``check_box`` returns."""


def sample(setup: Setup, seed: int, choices: Mapping[str, str]) -> dict[str, Any]:
    """A box for a seed, of the kind that the table chose: shaken (a real heap, from the library) or dropped."""
    return box_of(seed, choices.get("box", "shaken"))


def box_of(seed: int, kind: str) -> dict[str, Any]:
    """The payload of a seed's box."""
    return payload(dropped(seed) if kind == "dropped" else shaken(seed))


def settle(setup: Setup, sampled: object) -> tuple[Setup, Scene]:
    """Return a new setup and scene with a box, once it is read and checked."""
    box, new, scene = read_box(sampled), copy_record(setup), new_record(SCENE)
    put_box(box, new, scene)
    return new, scene
