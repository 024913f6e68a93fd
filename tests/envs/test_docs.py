"""The page for researchers says what is so: its tables are those that the games declare, its Python runs."""

import doctest
from math import prod
from pathlib import Path

import pytest

from ludotheque import all_games
from ludotheque.dataset import COLUMNS
from ludotheque.spaces import Spaces, spaces

PAGE = (Path(__file__).parents[2] / "docs" / "researchers.md").read_text(encoding="utf-8")


def as_table(own: Spaces) -> str:
    rows = ["| numbers | field | shape | values | what they say |", "|---|---|---|---|---|"]
    at = 0
    for field in own.fields:
        end = at + prod(field.shape)
        shape = " x ".join(map(str, field.shape))
        rows.append(f"| {at} - {end - 1} | `{field.name}` | {shape} | {field.low} - {field.high} | {field.means} |")
        at = end
    return "\n".join(rows)


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_its_tables_are_what_the_games_declare(game):
    own = spaces(game, game.start(game.simulated["seats"], game.simulated["options"]).setup)
    assert as_table(own) in PAGE
    assert f"`Discrete({own.actions})`" in PAGE
    assert f"{own.width} numbers of `{own.dtype}`" in PAGE


def test_its_columns_are_those_of_the_data():
    for name, means in COLUMNS.items():
        assert f"| `{name}` | {means} |" in PAGE


def test_its_python_runs():
    failed, tried = doctest.testfile(str(Path(__file__).parents[2] / "docs" / "researchers.md"), module_relative=False)
    assert tried > 10
    assert failed == 0
