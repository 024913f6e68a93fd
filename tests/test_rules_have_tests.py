"""Every rule of every game has a test of the ordinary run that is marked with its id, and no mark names a rule that is
not there.

The ids stand in bold in the game's ``guide/reference.en.md``; a test says ``@pytest.mark.rule("T-20")``.
"""

import ast
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from ludotheque.engine.registry import games

pytestmark = pytest.mark.quick

TESTS = Path(__file__).parent
OURS = [game.id for game in games().values() if game.package.startswith("ludotheque.")]


def ids_in(game, language):
    """The ids in bold at the beginning of a point."""
    text = files(games()[game].package).joinpath("guide", f"reference.{language}.md").read_text(encoding="utf-8")
    return re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", text, re.MULTILINE)


@cache
def marks():
    """Every id that a mark of a test of the ordinary run names, with the files that do."""
    found: dict[str, set[str]] = {}
    for file in TESTS.rglob("test_*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        long = {
            mark
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef) and "pytest.mark.long" in map(ast.unparse, function.decorator_list)
            for mark in function.decorator_list
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule" and node not in long:
                for argument in node.args:
                    found.setdefault(ast.literal_eval(argument), set()).add(str(file.relative_to(TESTS)))
    return found


@pytest.mark.parametrize("name", OURS)
def test_every_rule_has_a_test(name):
    ids = ids_in(name, "en")
    assert ids
    assert len(ids) == len(set(ids)), "an id stands there twice"
    untested = sorted(set(ids) - marks().keys())
    assert not untested, f"no test is marked with {', '.join(untested)}"


@pytest.mark.parametrize("name", OURS)
def test_the_french_reference_has_the_same_rules(name):
    assert ids_in(name, "fr") == ids_in(name, "en")


def test_every_mark_names_a_rule():
    masked = {rule for name in OURS for rule in ids_in(name, "en")}
    unknown = {rule: sorted(files) for rule, files in marks().items() if rule not in masked}
    assert not unknown
