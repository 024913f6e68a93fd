"""The example of a third-party game in a separate package."""

import json

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
