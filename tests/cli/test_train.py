"""``ludotheque train``: what it writes, and that it resumes."""

import os
import signal
from xml.etree import ElementTree

import numpy as np
import pytest

from lab.take_it_easy import train as trainer
from ludotheque.cli import train
from ludotheque.cli.train import draw_curve


def test_help_exists_in_both_languages(call):
    _, english, _ = call("train", "--help")
    _, french, _ = call("train", "--help", "--lang", "fr")
    for option in ("--minutes", "--seed", "--folder"):
        assert option in english
        assert option in french
    assert "Train a game" in english
    assert "Entraîner" in french


def test_game_without_a_trainer_is_reported(call, monkeypatch):
    monkeypatch.setattr(train, "trainer_in_lab", lambda game: None)  # as in an installation without lab/
    code, _, err = call("train", "micropul")
    assert code == 2
    assert err == "ludotheque: micropul has no train.\n"


def test_learning_curve_is_drawn_as_svg():
    curve = [(10_000, 98.3, 1.0), (50_000, 143.1, 0.2), (1_500_000, 161.0, 0.1)]
    root = ElementTree.fromstring(draw_curve(curve, "games", "% < won"))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {
        "100\N{NARROW NO-BREAK SPACE}000",
        "1\N{NARROW NO-BREAK SPACE}000\N{NARROW NO-BREAK SPACE}000",
        "90",
        "170",
        "games",
        "% < won",
    } <= set(texts)
    assert draw_curve(curve[:1], "games", "points"), "one point is a curve too"


@pytest.mark.long
def test_training_resumes_in_the_data_folder(run, environment, tmp_path):
    folder = tmp_path / "data" / "ludotheque" / "training" / "take_it_easy"
    seconds, played = 0.0, [0]
    for _ in range(2):
        # Relative to the time used so far: on a busy machine the first batch may take longer than the limit.
        code, _, err = run("train", "take_it_easy", "--minutes", str(seconds / 60 + 0.02))
        assert code == 0, err
        assert str(folder) in err
        _, games, seconds = np.load(folder / "checkpoint.npz")["done"].tolist()
        assert f"{int(games):,} games:" in err
        assert "(points per round, luck removed)" in err
        assert "points per round, luck removed" in (folder / "curve.svg").read_text()
        played.append(games)
    assert 0 < played[1] < played[2]
    assert {file.name for file in folder.iterdir()} == {"checkpoint.npz", "curve.svg", "weights.bin"}


@pytest.mark.parametrize("game", ["micropul", "polygons", "take_it_easy"])
def test_invalid_checkpoint_is_named(call, tmp_path, game):
    (tmp_path / "checkpoint.npz").write_text("junk")
    code, _, err = call("train", game, "--folder", tmp_path)
    assert (code, err.count("\n")) == (2, 1)
    assert str(tmp_path / "checkpoint.npz") in err


def test_invalid_weights_are_named(call, tmp_path):
    (tmp_path / "weights.bin").write_text("junk")
    code, _, err = call("train", "take_it_easy", "--folder", tmp_path)
    assert (code, err.count("\n")) == (2, 1)
    assert str(tmp_path / "weights.bin") in err


@pytest.mark.long
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize(("module", "name"), [(trainer, "learn"), (train, "draw_curve")], ids=["learning", "drawing"])
def test_stopped_training_names_its_checkpoint(call, monkeypatch, tmp_path, module, name, number, code):
    """SIGINT and SIGTERM at several points, long before the next checkpoint is due."""
    monkeypatch.setattr(trainer, "REPORT", 0)
    monkeypatch.setattr(module, name, lambda *_: os.kill(os.getpid(), number))
    usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
    before = signal.signal(number, usual)  # ignored where tests run in the background
    try:
        assert call("train", "take_it_easy", "--folder", tmp_path)[0] == code
        assert signal.getsignal(number) == usual
    finally:
        signal.signal(number, before)
    assert (tmp_path / "checkpoint.npz").exists()
