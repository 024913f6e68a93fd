"""Rendering: the terminal's board of a seat as text, SVG or pixels."""

from __future__ import annotations

from functools import cache
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.terminal_theme import MONOKAI

from ..engine.position import MaskedState
from ..locale import words

if TYPE_CHECKING:
    from PIL import ImageFont

MODES = ("ansi", "rgb_array", "svg")
"""Gymnasium's names of the render modes."""

LANGUAGE = "en"
WIDTH = 110
"""Columns."""
LETTER = 16
"""The height of a letter in pixels."""


def render(masked: MaskedState, mode: str) -> Any:
    """Return the board of a masked state in one of the ``MODES``."""
    board = masked.game.text_renderer.draw(masked.view(), words(LANGUAGE, masked.game.package))
    console = Console(
        file=StringIO(), record=True, width=WIDTH, force_terminal=True, color_system="truecolor", legacy_windows=False
    )
    if mode == "rgb_array":
        return _pixels(console, board)
    console.print(board)
    return console.export_svg(title=masked.game.id) if mode == "svg" else console.export_text()


@cache
def _font() -> ImageFont.FreeTypeFont:
    import matplotlib
    from PIL import ImageFont

    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"
    return ImageFont.truetype(str(path), LETTER)


def _pixels(console: Console, board: Any) -> NDArray[np.uint8]:
    """Return the board drawn letter by letter."""
    from PIL import Image, ImageDraw

    font = _font()
    wide, high = round(font.getlength("M")), round(LETTER * 1.25)
    lines = console.render_lines(board, pad=False)
    paper = cast("tuple[int, int, int]", tuple(MONOKAI.background_color))
    image = Image.new("RGB", (wide * WIDTH, high * len(lines)), paper)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            style = segment.style
            ink, behind = MONOKAI.foreground_color, None
            if style is not None and style.color is not None:
                ink = style.color.get_truecolor(MONOKAI)
            if style is not None and style.bgcolor is not None:
                behind = style.bgcolor.get_truecolor(MONOKAI)
            place = (wide * column, high * row)
            if behind is not None:
                pen.rectangle((*place, place[0] + wide * segment.cell_length, place[1] + high), fill=tuple(behind))
            for letter, character in enumerate(segment.text):
                pen.text((place[0] + wide * letter, place[1]), character, font=font, fill=tuple(ink))
            column += segment.cell_length
    return np.asarray(image).copy()
