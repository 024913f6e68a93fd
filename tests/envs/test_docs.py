"""The pages about environments and datasets match the code: the tables agree, the Python runs."""

import doctest
from math import prod
from pathlib import Path

import pytest

from ludotheque import all_games
from ludotheque.dataset import COLUMNS
from ludotheque.spaces import Spaces, spaces

DOCS = Path(__file__).parents[2] / "docs"
REFERENCE = (DOCS / "reference" / "environments.md").read_text(encoding="utf-8")
DATASETS = (DOCS / "how-to" / "datasets.md").read_text(encoding="utf-8")


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
def test_documented_tables_match_the_declarations(game):
    own = spaces(game, game.start(game.simulated["seats"], game.simulated["options"]).setup)
    assert as_table(own) in REFERENCE
    assert f"`Discrete({own.actions})`" in REFERENCE
    assert f"{own.width} numbers of `{own.dtype}`" in REFERENCE


def test_documented_columns_match_the_dataset():
    for name, means in COLUMNS.items():
        assert f"| `{name}` | {means} |" in DATASETS


@pytest.mark.parametrize(("page", "least"), [("how-to/use-environments.md", 15), ("tutorial/train-an-agent.md", 5)])
def test_python_examples_of_the_page_run(page, least):
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False)
    assert tried >= least
    assert failed == 0
