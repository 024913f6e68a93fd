"""The codes of refusals in the code and in the documentation are the same."""

import ast
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from ludotheque.engine.registry import games
from ludotheque.server.messages import CODES

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ludotheque"
SOURCES = [
    *PACKAGE.glob("*.py"),
    *(file for name in ("engine", "games", "search", "cli") for file in (PACKAGE / name).rglob("*.py")),
]
RECORDS = ROOT / "docs" / "reference" / "game-records.md"
CODE = re.compile(r"`([a-z]+(?:_[a-z]+)*)`")


def text_at(call: ast.Call, place: int, name: str) -> list[str]:
    """The texts given to a parameter of a call, by place or by name (both branches of a conditional expression)."""
    values = [*call.args[place : place + 1], *(keyword.value for keyword in call.keywords if keyword.arg == name)]
    for value in list(values):
        if isinstance(value, ast.IfExp):
            values += [value.body, value.orelse]
    return [value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str)]


def codes_raised(source: str) -> set[str]:
    """Every code that a source names: given to `Refusal`, or to a function with a parameter `code` that hands it on."""
    tree = ast.parse(source)
    takes_code = {"Refusal": 0}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args]
            if "code" in names and node.name not in ("explain", "__init__"):
                takes_code[node.name] = names.index("code")
    return {
        code
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in takes_code
        for code in text_at(node, takes_code[node.func.id], "code")
    }


@cache
def all_codes() -> set[str]:
    found = {code for file in SOURCES for code in codes_raised(file.read_text())}
    parts = {
        part.code
        for game in games().values()
        for verbs in (game.notation.ACTIONS, game.notation.OUTCOMES)
        for verb in verbs.verbs
        for part in verb.parts
    }
    return found | parts | {code for game in games().values() for code in game.rules.ILLEGAL_REASONS if code}


def documented(page: Path) -> set[str]:
    """The codes in the first cells of the tables headed "code"."""
    codes: set[str] = set()
    in_table = False
    for line in page.read_text(encoding="utf-8").splitlines():
        in_table = line.startswith("| code |") or (in_table and line.startswith("|"))
        if in_table:
            codes |= set(CODE.findall(line.split("|")[1]))
    return codes


def test_the_scan_finds_codes_given_in_every_way():
    source = """
def read_number(text, end, code): raise Refusal(code, "")
Refusal("one", ""); Refusal("two" if x else "three", ""); read_number("", 1, "four"); read_number("", 1, code="five")
"""
    assert codes_raised(source) == {"one", "two", "three", "four", "five"}
    assert {"malformed", "no_such_piece", "box_cycle", "chain_broken"} <= all_codes()


def test_every_code_is_documented():
    of_requests = {"no_such_game", "broken_game", "no_such_bot", "no_such_choice", "nonce"}
    codes = documented(RECORDS) | documented(ROOT / "docs" / "reference" / "fairness.md") | of_requests
    assert all_codes() - codes == set()
    assert of_requests <= set(CODE.findall(RECORDS.read_text(encoding="utf-8")))


def test_every_documented_code_exists():
    assert documented(RECORDS) - all_codes() == set()


@pytest.mark.parametrize("name", games())
def test_game_page_lists_the_codes_of_its_rules(name):
    page = ROOT / "docs" / "reference" / "games" / f"{name}.md"
    assert set(games()[name].rules.ILLEGAL_REASONS) - {""} <= documented(page) | documented(RECORDS)
    assert documented(page) <= all_codes()


def test_every_code_has_a_sentence_for_the_page():
    """In the shared messages, or in those of a game that uses the code."""
    codes = all_codes() | set(CODES) | documented(ROOT / "docs" / "reference" / "fairness.md")
    homes = ["ludotheque", *(game.package for game in games().values())]
    texts = [files(home).joinpath("locale", "en.ftl").read_text(encoding="utf-8") for home in homes]
    said = [set(re.findall(r"^refused-([\w-]+) =", text, re.MULTILINE)) for text in texts]
    assert {code.replace("_", "-") for code in codes} - set().union(*said) == set()
    for game, own in zip(games().values(), said[1:], strict=True):
        assert {code.replace("_", "-") for code in game.rules.ILLEGAL_REASONS if code} <= own | said[0], game.id
