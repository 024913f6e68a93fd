"""The example of a third-party game in a separate package."""

import json
import re
import shutil

import pytest

from ludotheque.native.library import file_of, targets
from tests.examples.conftest import LUDOTHEQUE, ROOT, run_with


def test_kuhn_tests_pass(kuhn, tmp_path):
    tests = ROOT / "examples" / "kuhn" / "tests"
    done = run_with(kuhn, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests, folder=tmp_path)
    assert done.returncode == 0, done.stdout


def test_kuhn_is_listed_played_recorded_and_replayed(kuhn, tmp_path):
    listed = run_with(kuhn, *LUDOTHEQUE, "games", "--json", "--lang", "fr", folder=tmp_path)
    assert {game["game"]: game["name"] for game in json.loads(listed.stdout)}["kuhn"] == "Poker de Kuhn"
    played = run_with(kuhn, *LUDOTHEQUE, "play", "kuhn", "--seed", "3", folder=tmp_path, text="1\n" * 40)
    assert played.returncode == 0, played.stderr
    assert "Hand 10 of 10" in played.stdout
    record = run_with(kuhn, *LUDOTHEQUE, "record", "kuhn", "--bot", "equilibrium", "--seed", "1", folder=tmp_path)
    again = run_with(kuhn, *LUDOTHEQUE, "replay", "-", folder=tmp_path, text=record.stdout)
    assert again.returncode == 0, again.stderr


def test_uninstalled_game_is_unknown(kuhn, tmp_path):
    listed = run_with(tmp_path, *LUDOTHEQUE, "games", "--json", folder=tmp_path)
    assert "kuhn" not in listed.stdout
    assert run_with(tmp_path, *LUDOTHEQUE, "play", "kuhn", folder=tmp_path).returncode == 2


PLAIN = re.compile("ludotheque_kuhn runs as plain Python, because (.+)")


@pytest.mark.long
@pytest.mark.skipif(not targets(), reason="no library is built for this kind of machine")
def test_kuhn_is_built_for_this_machine_and_played_from_its_library(kuhn, tmp_path):
    installed = tmp_path / "installed"
    shutil.copytree(kuhn, installed)

    def ludotheque(*arguments, rules="library"):
        done = run_with(installed, *LUDOTHEQUE, *arguments, folder=tmp_path, rules=rules)
        assert done.returncode == 0, done.stderr
        return done

    game = ("record", "kuhn", "--bot", "equilibrium", "--seed", "1")
    before = ludotheque(*game)
    assert PLAIN.findall(before.stderr) == ["it has not been compiled for this machine: ludotheque build-game kuhn"]
    assert "functions" in ludotheque("build-game", "kuhn").stdout
    assert (installed / "ludotheque_kuhn" / "native" / file_of(targets()[0])).is_file()

    after = ludotheque(*game)
    assert PLAIN.findall(after.stderr) == []
    assert after.stdout == before.stdout == ludotheque(*game, rules="interpreted").stdout
    compiled = "import ludotheque; print(hasattr(ludotheque.game('kuhn').rules.to_act, 'py_func'))"
    assert run_with(installed, "-c", compiled, folder=tmp_path, rules="library").stdout == "True\n"

    agree = (
        "from ludotheque import game; from ludotheque.testing import compiled_and_interpreted_rules_agree, tables\n"
        "compiled_and_interpreted_rules_agree(tables(game('kuhn'))[-1])"
    )
    done = run_with(installed, "-c", agree, folder=tmp_path, rules="library")
    assert done.returncode == 0, done.stderr
