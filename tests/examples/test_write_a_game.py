"""The tutorial "Write a game" shows every file that `new-game` writes, and such a game passes its tests."""

import re

import pytest

from ludotheque import author
from tests.examples.conftest import LUDOTHEQUE, ROOT, install, run_with

PAGE = ROOT / "docs" / "tutorial" / "write-a-game.md"
FILE = re.compile(r"^(`{3,4})\w+ title=\"(\S+)\"\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
MOST_LINES = 150


def written(folder):
    return {str(file.relative_to(folder)): file.read_text() for file in folder.rglob("*") if file.is_file()}


def new_game(folder, name):
    done = run_with(folder, *LUDOTHEQUE, "new-game", name, folder=folder)
    assert done.returncode == 0, done.stderr
    return folder / name


def test_the_page_shows_the_files_that_are_written(tmp_path):
    shown = {name: text for _, name, text in FILE.findall(PAGE.read_text(encoding="utf-8"))}
    assert shown == written(new_game(tmp_path, "pebbles"))


def test_a_new_game_passes_everything(tmp_path):
    name = "my_game_2"
    package = new_game(tmp_path, name)
    installed = install(package, tmp_path / "installed")
    done = run_with(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", package / "tests", folder=package)
    assert done.returncode == 0, done.stdout
    played = run_with(installed, *LUDOTHEQUE, "play", name, "--seed", "1", folder=tmp_path, text="1\n" * 30)
    assert played.returncode == 0, played.stderr
    assert "Stones in the pile" in played.stdout


def test_tutorial_game_is_small(tmp_path):
    files = written(new_game(tmp_path, "pebbles") / "src")
    assert sum(len(text.splitlines()) for text in files.values()) <= MOST_LINES


def test_author_module_documents_all_its_names():
    assert author.__doc__ is not None
    assert [name for name in author.__all__ if f"``{name}``" not in author.__doc__] == []
    assert all(hasattr(author, name) for name in author.__all__)


def test_field_name_of_a_numpy_attribute_is_refused():
    assert author.record_of("turn", board=(3, 3)).names == ("turn", "board")
    with pytest.raises(ValueError, match="put"):
        author.record_of("turn", put=2)


@pytest.mark.parametrize("name", ["Pebbles", "2nd", "class", "json", "a b", "../x", "micropul"])
def test_invalid_game_name_is_refused(tmp_path, name):
    done = run_with(tmp_path, *LUDOTHEQUE, "new-game", name, folder=tmp_path)
    assert done.returncode == 2
    assert not list(tmp_path.iterdir())


def test_new_game_overwrites_nothing(tmp_path):
    package = new_game(tmp_path, "pebbles")
    before = written(package)
    assert run_with(tmp_path, *LUDOTHEQUE, "new-game", "pebbles", folder=tmp_path).returncode == 2
    assert written(package) == before
