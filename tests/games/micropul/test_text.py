"""The table drawn for a terminal."""

import io

import pytest
from rich.console import Console

from ludotheque import game
from ludotheque.locale import LANGUAGES, words
from ludotheque.testing import Table


def printed(renderable) -> str:
    console = Console(file=io.StringIO(), width=100, color_system=None)
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def test_the_board_shows_tiles_stones_coordinates_and_where_the_hand_fits(kit):
    position = kit.build({(0, 0): "w w / b b", (0, -1): (42, 0)}, [(0, 15), (2,)], supplies=(1, 0), core=9, turn=1)
    position = kit.play(position, (1, "stone 0,0 bl"))
    text = printed(position.game.text_renderer.draw(position.mask(0).view(), words("en", position.game.package)))
    board = """\
       -1     0     1

  -2         a

           +-----+
  -1   a   |○ 1○ | a
           |○  ○ |
           +-----+
   0   ab  |○  ○ | ab
           |●² ● |
           +-----+
   1         b
"""
    assert text.startswith(board)
    for part in (
        "Core: 9 tiles",
        "○  3 open 0,-1 tl",
        "●  2 open 0,0 bl Player 2²",
        "> Player 1¹",
        "a tile 0",
        "b tile 15",
    ):
        assert part in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [1, 2])
def test_every_position_can_be_drawn(language, seats):
    text_renderer, say = game("micropul").text_renderer, words(language, game("micropul").package)
    for number, (_, _, position) in enumerate(Table(game("micropul"), seats).random_game(seed=3)):
        if number % 6 == 0 or position.is_over:
            for seat in (None, 0):
                assert printed(text_renderer.draw(position.mask(seat).view(), say))
            assert printed(text_renderer.sheet(position.mask(None).view(), say))


@pytest.mark.rule("M-81")
@pytest.mark.parametrize(("language", "rank"), [("en", "Rank: normal"), ("fr", "Rang : normal")])
def test_the_sheet_tells_the_rank_of_a_game_alone(kit, language, rank):
    position = kit.build({(0, 0): "w w / b b"}, [(12, 0)], seats=1, supplies=(30,), stones=(3,), core=1)
    position = kit.play(position, (0, "lay 12 r0 1,0"))
    assert rank in printed(
        position.game.text_renderer.sheet(position.mask(None).view(), words(language, position.game.package))
    )
