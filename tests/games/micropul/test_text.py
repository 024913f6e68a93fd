"""The table drawn for a terminal."""

import io

import pytest
from rich.console import Console

from ludotheque import game
from ludotheque.engine.position import Event
from ludotheque.games.micropul.text import tell
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


SAID = {
    "en": [
        "Aster placed a tile (0,-1).", "Aster joined two claimed white groups: they count for nobody now.",
        "Aster took a tile from the supply.", "Aster claimed a white group of 2.", "Aster turned it over (tile 9).",
        "Aster earned another turn.", "Aster drew one tile.", "Aster closed their white group (10 points).",
        "Aster had to pass and gave up 2 turns.", "Béatrix ended the game: nobody can play any more.",
        "Aster drew the last tile of the core, which ends the game.", "Aster ran out of tiles, which loses the game.",
    ],
    "fr": [
        "Aster a posé une tuile (0,-1).",
        "Aster a réuni deux groupes blancs revendiqués : ils ne comptent plus pour personne.",
        "Aster a pris une tuile dans sa réserve.", "Aster a revendiqué un groupe blanc de 2.",
        "Aster a retourné la tuile (tuile 9).",
        "Aster a gagné un tour de plus.", "Aster a pioché une tuile.",
        "Aster a fermé son groupe blanc (10 points).", "Aster a dû passer et perdu 2 tours.",
        "Béatrix a terminé la partie : plus personne ne peut jouer.",
        "Aster a pioché la dernière tuile du noyau, ce qui termine la partie.",
        "Aster a perdu la partie, faute de tuile en main et en réserve.",
    ],
}  # fmt: skip


def events(kit):
    """Positions with an event each: together they have every effect that is told."""
    bridge = kit.build({(0, 0): "w w / b b", (0, -2): "b b / w w"}, [(46, 2), (3,)], supplies=(1, 0))
    spoilt = kit.play(bridge, (0, "stone 0,0 tl"), (1, "stone 0,-2 bl"))
    yield spoilt, 0, "lay 46 r0 0,-1"
    yield bridge, 0, "take"
    yield bridge, 0, "stone 0,0 tl"
    yield kit.play(bridge, (0, "take")), "chance", "reveal 9"
    yield kit.build({(0, 0): "w w / b b"}, [(5, 0), (1,)]), 0, "lay 5 r1 -1,0"
    yield kit.build({(0, 0): "w w / b b"}, [(17, 0), (1,)]), 0, "lay 17 r2 0,1"
    layout = {
        (0, 0): "1 w / b 1", (1, 0): "+ w / w b",
        (0, 1): "b w / b w", (1, 1): "w b / w w",
        (0, 2): "b w / w 1", (1, 2): "1 w / b 1", (2, 2): "w b / b +",
    }  # fmt: skip
    closing = kit.build(layout, [(8, 0), (2,)])
    (largest,) = [group for group in closing.mask(None).view()["groups"] if group["size"] == 9]
    claimed = kit.play(closing, (0, "stone {x},{y} {corner}".format(**largest["corners"][0])))
    yield kit.changed(claimed, turn=0), 0, f"lay 8 r{kit.find('b 1 / w .')[1]} 2,1"
    stuck = kit.build({(0, 0): (46, 0)}, [(1, 7), (15, 47)], stones=(0, 0), owed=3)
    yield stuck, 0, "pass"
    yield kit.play(stuck, (0, "pass")), 1, "pass"
    yield kit.build({(0, 0): "w w / b b"}, [(17, 0), (1,)], core=1), 0, "lay 17 r2 0,1"
    yield kit.build({(0, 0): "w w / b b"}, [(0,), (1,)], supplies=(0, 3)), 0, "lay 0 r0 1,0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happened_is_said(kit, language):
    say = words(language, game("micropul").package)
    said: list[str] = []
    for position, by, do in events(kit):
        after, effects = position.play_with_effects(Event(by, do))
        said += tell(after.mask_effects(effects, 0), ("Aster", "Béatrix").__getitem__, say)
    for line in SAID[language]:
        assert line in said
    assert not any("$" in line or "effect-" in line or "  " in line for line in said)
