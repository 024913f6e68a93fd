"""``ludotheque polygons box``: a box, as chance brings it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...engine.errors import Failure
from ...engine.game import CommandOutput, Note
from ...files import write_atomically
from ...locale import Words


def box(
    words: Words, seed: int, out: Path | None = None, kind: str = "shaken", as_json: bool = False, text: bool = False
) -> Iterator[CommandOutput]:
    """The box of a seed: as a picture, as the event of a record has it, or in its text form."""
    from . import GAME
    from .box_svg import picture
    from .sampler import box_of

    if out is None and not as_json and not text:
        raise Failure(words("command-box-which"))
    made = box_of(seed, str(GAME.table_settings["box"].check("box", kind)))
    if as_json:
        yield json.dumps(made)
    if text:
        yield as_text(made).removesuffix("\n")
    if out is not None:
        write_atomically(out, picture(made))
        yield Note(words("box-written", seed=str(seed), file=str(out)))


def as_text(box: dict[str, Any]) -> str:
    """The text form of a box, one line per piece; ``docs/reference/polygons-boxes-format.md`` defines it."""

    def lists(many: list[list[int]]) -> str:
        return ";".join(",".join(map(str, one)) for one in many) or "-"

    lines = [["box", box["kind"], *box.get("size", "--")]]
    for one, (piece, above, sight) in enumerate(zip(box["pieces"], box["above"], box["sight"], strict=True)):
        numbers = [one, piece["shape"], piece["colour"], piece["level"], piece.get("height", "-")]
        lines.append([*numbers, *map(lists, (piece["outline"], [above], sight, piece.get("face", [])))])
    return "".join(f"{' '.join(map(str, fields))}\n" for fields in lines)
