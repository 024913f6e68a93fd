"""``ludotheque train``: what it writes, and that it goes on where it was stopped."""

from xml.etree import ElementTree

from ludotheque import game
from ludotheque.cli.train import draw_curve
from ludotheque.locale import words


def test_it_explains_itself_in_both_languages(call):
    _, english, _ = call("train", "--help")
    _, french, _ = call("train", "--help", "--lang", "fr")
    for option in ("--minutes", "--seed", "--folder"):
        assert option in english
        assert option in french
    assert "Learn a game" in english
    assert "Apprendre" in french


def test_a_game_without_a_trainer_says_so(call, monkeypatch):
    monkeypatch.delitem(game("micropul").offers, "train")  # all of ours have one
    code, _, err = call("train", "micropul")
    assert code == 2
    assert err == "ludotheque: micropul has no train.\n"


def test_the_curve_is_a_picture():
    curve = [(10_000, 98.3, 1.0), (50_000, 143.1, 0.2), (1_500_000, 161.0, 0.1)]
    for language in ("en", "fr"):
        root = ElementTree.fromstring(draw_curve(curve, words(language)))
        texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
        assert {"100,000", "1,000,000", "90", "170", words(language)("curve-games")} <= set(texts)
    assert draw_curve(curve[:1], words("en")), "one point is a curve too"


def test_it_trains_in_the_data_folder_and_goes_on_later(run, environment, tmp_path):
    folder = tmp_path / "data" / "ludotheque" / "training" / "take_it_easy"
    played = []
    for minutes in ("0.02", "0.04"):
        code, _, err = run("train", "take_it_easy", "--minutes", minutes)
        assert code == 0, err
        assert str(folder) in err
        played.append(int(err.split(" games:")[-2].split()[-1].replace(",", "")))
    assert played[1] > played[0]
    assert {file.name for file in folder.iterdir()} == {"checkpoint.npz", "curve.svg", "weights.bin"}
