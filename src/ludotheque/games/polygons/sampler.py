"""The box as chance brings it: sampled from a seed, read, and put into the setup and the scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...codec.records import copy_record, new_record
from ...engine.contract import Scene, Setup
from .box import BOX, FAULTS, FORM_FAULTS, MAKERS, check_box, payload, put_box, read_box
from .dropped import drop_box, dropped, seed_box
from .geometry import WORK
from .rules import SCENE, SETUP
from .shaken import HEAP, draw_heap, shake_box, shaken

FIELD = "box"

EXPORTS = (seed_box, drop_box, draw_heap, shake_box, check_box, put_box)
"""What the page calls to make and to read boxes. A dropped one: ``seed_box``, ``drop_box``. A shaken one: ``seed_box``,
then ``draw_heap`` and ``shake_box`` with the heap of that number, until the latter says yes."""

RECORDS = {"box": BOX.dtype, "work": WORK, "heap": HEAP}
"""The types of the records that these functions are given, besides those of the law."""

FORMS = {"box": BOX}
"""Those of them that stand for plain data: what an event carries."""

DATA = {
    "faults": {
        "form": {place: code for place, (code, _) in FORM_FAULTS.items()},
        "check": [code for code, _ in FAULTS],
    }
}
"""For the page, the code for what is wrong with a box: its form, by the place that does not fit, or what ``check_box``
found, by its number."""


def sample(setup: Setup, seed: int, choices: Mapping[str, str]) -> dict[str, Any]:
    """A box for a seed, of the kind that the table chose: shaken (a real heap, from the library) or dropped."""
    return box_of(seed, choices.get("box", "shaken"))


def box_of(seed: int, kind: str) -> dict[str, Any]:
    """The payload of a seed's box."""
    return payload(dropped(seed) if kind == "dropped" else shaken(seed))


def settle(setup: Setup, sampled: object) -> tuple[Setup, Scene]:
    """The setup and the scene with a box in them, once the box is read and found right."""
    box, new, scene = read_box(sampled), copy_record(setup), new_record(SCENE)
    put_box(box, new, scene)
    return new, scene


def warm_up() -> None:
    """Compile what makes and reads boxes."""
    setup = new_record(SETUP)
    for kind in MAKERS:
        settle(setup, sample(setup, 0, {"box": kind}))
