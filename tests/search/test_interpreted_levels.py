"""Without compiled rules only levels that finish a move in time are offered."""

import json
import os
import subprocess
import sys

import pytest

from ludotheque import all_games
from ludotheque.native.compiled import has_compiled_rules
from ludotheque.search.opponents import offers, withheld

INTERPRETED = {**os.environ, "LUDOTHEQUE_RULES": "interpreted"}
ASKED = """
import json
from ludotheque import all_games
from ludotheque.search.opponents import offered_bot, opponents, usual, withheld

print(json.dumps({
    name: [withheld(game), offered_bot(game, "master-bold"), opponents(game, "expert", 1), usual(game)]
    for name, game in all_games().items()
}))
"""


def test_interpreted_levels_that_search_are_withheld():
    done = subprocess.run([sys.executable, "-c", ASKED], env=INTERPRETED, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "take_it_easy": [["master"], "expert-bold", ["expert"], "amateur"],
        "micropul": [["club", "expert", "master"], "amateur-bold", ["amateur"], "amateur"],
        "polygons": [["amateur", "club", "expert", "champion", "master"], "novice-bold", ["novice"], "novice"],
    }


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_compiled_every_level_is_offered(game):
    if not has_compiled_rules(game.package):
        pytest.skip("the rules are not compiled")
    assert withheld(game) == []
    assert all(offers(game, bot) for bot in game.characters)


def test_the_command_line_says_why_a_level_is_withheld():
    command = [sys.executable, "-c", "from ludotheque.cli import main; main()", "record", "micropul", "--bot", "master"]
    done = subprocess.run(command, env={**INTERPRETED, "LANG": "C"}, capture_output=True, text=True)
    assert done.returncode != 0
    assert "not compiled" in done.stderr
    assert "build-game" in done.stderr
