"""``ludotheque polygons box``: a box, as chance brings it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from ...core.errors import Failure
from ...core.files import write_whole
from ...core.game import Note, Told
from ...locale import Words


def box(
    words: Words, seed: int, out: Path | None = None, kind: str = "shaken", as_json: bool = False
) -> Iterator[Told]:
    """The box of a seed, as a picture or as the event of a record has it."""
    from . import GAME
    from .picture import picture
    from .sampler import box_of

    if out is None and not as_json:
        raise Failure(words("command-box-which"))
    made = box_of(seed, str(GAME.choices["box"].check("box", kind)))
    if as_json:
        yield json.dumps(made)
    if out is not None:
        write_whole(out, picture(made))
        yield Note(words("box-written", seed=str(seed), file=str(out)))
