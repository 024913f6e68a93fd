"""The box as chance brings it: sampled from a seed, read, and put into the setup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.game import copy
from ...core.law import Setup
from .box import Box, Outline, read_box
from .pieces import COLOURS, KINDS, PIECES
from .rules import as_words

FIELD = "box"


def make_box(seed: int, kind: str) -> Box:
    """The box of a seed: shaken (a real heap, from the library) or dropped."""
    if kind == "dropped":
        from .dropped import dropped

        return dropped(seed)
    from .shaken import shaken

    return shaken(seed)


def sample(setup: Setup, seed: int, choices: Mapping[str, str]) -> dict[str, Any]:
    """A box for a seed, of the kind that the table chose."""
    return make_box(seed, choices.get("box", "shaken")).payload()


def warm_up() -> None:
    """Compile what makes boxes."""
    for kind in ("shaken", "dropped"):
        make_box(0, kind)


def draw_box(seed: int, box: str = "shaken") -> str:
    """``ludotheque box``: the picture of a box."""
    from .picture import picture

    return picture(make_box(seed, box))


def settle(setup: Setup, sampled: object) -> Setup:
    """The setup with a box in it, once the box is read and found right."""
    new = with_box(setup, read_box(sampled))
    if isinstance(sampled, dict) and "size" not in sampled:
        new.extent = 0, 0  # what the outlines take up is not known before all of them are seen (P-13)
    return new


def with_box(setup: Setup, box: Box) -> Setup:
    """A copy of the setup with this box in it."""
    new = copy(setup)
    put_relations(new, box.kinds, box.above)
    new.sight_from[1:] = np.cumsum([len(sets) for sets in box.sight])
    hides = np.zeros((new.sight_from[PIECES], PIECES), np.bool_)
    for row, members in enumerate(members for sets in box.sight for members in sets):
        hides[row, list(members)] = True
    new.sight[: len(hides)] = as_words(hides)
    new.extent = box.size
    put_outlines(new.outlines, new.outline_corners, box.outlines)
    put_outlines(new.faces, new.face_corners, box.faces)
    return new


def put_relations(setup: Setup, kinds: NDArray[np.int64], above: NDArray[np.bool_]) -> None:
    """Put into a setup what the law must know of a box, and what follows from it."""
    setup.kinds = kinds
    setup.above = as_words(above)
    setup.below = as_words(above.T)
    every = np.arange(KINDS)[:, None]
    setup.alike = as_words(kinds == every)
    shapes, colours = kinds // len(COLOURS), kinds % len(COLOURS)
    setup.linked = as_words((shapes == every // len(COLOURS)) | (colours == every % len(COLOURS)))


def put_outlines(corners: Any, counts: Any, outlines: Iterable[Outline]) -> None:
    """Put outlines of different lengths into arrays of the record."""
    for piece, outline in enumerate(outlines):
        counts[piece] = len(outline)
        corners[piece, : len(outline)] = outline
