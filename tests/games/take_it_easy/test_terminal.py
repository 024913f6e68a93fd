"""Solo in the terminal: playing for a high score, and the personal bests kept in the user's data folder."""

import json
import os
import re
import subprocess
import sys

import pytest

from ludotheque.games.take_it_easy.pieces import CELLS, TILE_NAMES
from ludotheque.games.take_it_easy.solver import hindsight

LUDOTHEQUE = [sys.executable, "-c", "from ludotheque.cli import main; main()"]
ROUND = ["1"] * 19
"""What to type to lay every tile of a round on the first free cell."""
ONE_ROUND = ("--option", "rounds=1")
BEST_OF_ONE_ROUND = "take_it_easy rounds=1"


@pytest.fixture
def play(tmp_path):
    """Play alone, always with the same chance, and return what the terminal said."""

    def play(typed, *options):
        run = subprocess.run(
            [*LUDOTHEQUE, "--lang", "en", "play", "take_it_easy", "--seed", "5", *options],
            input="".join(f"{line}\n" for line in typed),
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "COLUMNS": "120", "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    return play


@pytest.fixture
def bests(tmp_path):
    """The file of personal bests."""
    return tmp_path / "ludotheque" / "bests.json"


def score_in(shown):
    (score,) = re.findall(r"Your score: (\d+)", shown)
    return int(score)


@pytest.mark.rule("T-32")
def test_a_personal_best_is_kept_until_it_is_beaten(play, bests):
    shown = play(ROUND, *ONE_ROUND)
    poor = score_in(shown)
    assert "A new personal best!" in shown
    assert json.loads(bests.read_text()) == {BEST_OF_ONE_ROUND: poor}

    drawn = [TILE_NAMES.index(name) for name in re.findall(r"Tile \d+ of 19: (\d-\d-\d)\.", shown)]
    optimum = hindsight(drawn)
    shown = play([CELLS[optimum.board.index(tile)] for tile in drawn], *ONE_ROUND)
    assert score_in(shown) == optimum.score > poor
    assert "A new personal best!" in shown
    assert json.loads(bests.read_text()) == {BEST_OF_ONE_ROUND: optimum.score}

    shown = play(ROUND, *ONE_ROUND)
    assert score_in(shown) == poor
    assert f"Your best so far: {optimum.score}" in shown
    assert json.loads(bests.read_text()) == {BEST_OF_ONE_ROUND: optimum.score}


@pytest.mark.rule("T-32", "T-33")
def test_solo_goes_round_after_round_and_each_variant_has_its_own_best(play, bests):
    bests.parent.mkdir()
    bests.write_text(json.dumps({BEST_OF_ONE_ROUND: 300}))
    press_enter = ""
    shown = play([*ROUND, press_enter, *ROUND], "--option", "rounds=2", "--option", "pairs=true")
    assert "Score sheet, round 1 of 2" in shown
    assert "Score sheet, round 2 of 2" in shown
    assert "A new personal best!" in shown
    assert json.loads(bests.read_text()) == {
        BEST_OF_ONE_ROUND: 300,
        "take_it_easy pairs=True rounds=2": score_in(shown),
    }


@pytest.mark.rule("T-32")
def test_a_round_that_is_left_is_no_personal_best(play, bests):
    assert "The game was left" in play([*ROUND[:18], "q"], *ONE_ROUND)
    assert not bests.exists()


@pytest.mark.rule("T-32")
@pytest.mark.parametrize("spoilt", ["not JSON", "[]"])
def test_a_spoilt_file_of_personal_bests_is_begun_anew(play, bests, spoilt):
    bests.parent.mkdir()
    bests.write_text(spoilt)
    shown = play(ROUND, *ONE_ROUND)
    assert "A new personal best!" in shown
    assert json.loads(bests.read_text()) == {BEST_OF_ONE_ROUND: score_in(shown)}
