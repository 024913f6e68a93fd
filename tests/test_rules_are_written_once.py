"""Rules are written once, in a game's rules.py and masking.py, and texts of actions come only from its notation."""

import ast
import re
from pathlib import Path

import pytest

from ludotheque import all_games

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ludotheque"
RULES = {"rules.py", "masking.py"}
RULE_ID = re.compile(r"\b[A-Z]-\d{2}\b")
CODE = {".py", ".ts", ".svelte", ".css", ".mjs"}
FILES = [
    file
    for folder in (SOURCE, ROOT / "web")
    for file in sorted(folder.rglob("*"))
    if file.suffix in CODE and not {"node_modules", "__pycache__", "page"} & set(file.parts)
]


def test_the_files_are_found():
    assert len(FILES) > 150
    names = {file.name for file in FILES}
    assert names >= {"rules.py", "masking.py", "Board.svelte", "words.ts", "table_task.py"}


def test_no_rule_is_cited_outside_the_rules():
    """Code that cites a rule is about to repeat it: call the rules instead."""
    cited = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in FILES
        if file.name not in RULES
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if RULE_ID.search(line)
    ]
    assert not cited


WORDS = sorted({verb.word for game in all_games().values() for verb in game.notation.ACTIONS.verbs})
TAKES_APART = re.compile(r"\.split\(|startsWith\(|startswith\(|\.partition\(|\.rpartition\(|RegExp|re\.compile\(")
ON_AN_ACTION = re.compile(rf"\b(action|do|done|legal|pending)\b[^\n]*(?:{TAKES_APART.pattern})")
PUTS_TOGETHER = re.compile(rf"""[`"'](?:{"|".join(WORDS)}) (?:\$\{{|\{{)""")


def in_code(file: Path) -> list[str]:
    """The lines of a file that are code or text in code, without docstrings and comments."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                node.value.value = ""
        return ast.unparse(tree).splitlines()
    return re.sub(r"/\*.*?\*/|//[^\n]*|<!--.*?-->", "", text, flags=re.DOTALL).splitlines()


def test_only_the_notation_parses_and_writes_actions():
    """Text, number and parts of an action come from its declaration. (This finds only the usual ways to break that.)"""
    wrong = []
    for file in FILES:
        if file == SOURCE / "engine" / "actions.py" or file.name in ("actions.ts", "actions.test.ts"):
            continue
        for line in in_code(file):
            if ON_AN_ACTION.search(line) or (PUTS_TOGETHER.search(line) and file.name != "notation.py"):
                wrong.append(f"{file.relative_to(ROOT)}: {line.strip()}")
    assert not wrong


GENERIC = ("analysis", "arena", "cli", "codec", "engine", "envs", "native", "testing", "wasm")
"""Packages that work for every game and name none."""
GAME_WORDS = {"box", "boxes", "round_over", "tile", "tiles", "supply", "catalyst", "token", "tokens"}
"""Words of single games that once stood in generic code."""


def names_in(file: Path) -> set[str]:
    """The words of a Python file that name something at run time: names, attributes, keywords and whole strings."""
    found: set[str] = set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docstrings = {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            found.add(node.value.strip("-"))
    return found


def test_generic_code_names_no_game_and_no_word_of_one():
    ids = set(all_games())
    wrong = []
    for package in GENERIC:
        for file in sorted((SOURCE / package).rglob("*.py")):
            if "template" in file.parts:
                continue
            wrong += [f"{file.relative_to(SOURCE)}: {word}" for word in sorted(names_in(file) & (ids | GAME_WORDS))]
    assert not wrong
