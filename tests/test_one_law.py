"""One law: no rule is written outside of it, and nobody but the notation knows how an action is written."""

import ast
import re
from pathlib import Path

import pytest

from ludotheque import all_games

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "src" / "ludotheque"
LAW = {"rules.py", "masking.py"}
RULE = re.compile(r"\b[A-Z]-\d{2}\b")
CODE = {".py", ".ts", ".svelte", ".css", ".mjs"}
FILES = [
    file
    for folder in (HOUSE, ROOT / "web")
    for file in sorted(folder.rglob("*"))
    if file.suffix in CODE and not {"node_modules", "__pycache__", "page"} & set(file.parts)
]


def test_the_files_are_found():
    assert len(FILES) > 150
    names = {file.name for file in FILES}
    assert names >= {"rules.py", "masking.py", "Board.svelte", "words.ts", "table_task.py"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_rule_is_cited_outside_the_law(file):
    """Who cites a rule is about to write it again: apply the law instead."""
    if file.name in LAW:
        return
    cited = [
        f"{number}: {line.strip()}"
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if RULE.search(line)
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


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_nobody_else_takes_an_action_apart_or_puts_one_together(file):
    """Text, number and parts of an action come from its declaration alone. (A guard by shape: it finds the ways in
    which the boards once did it.)"""
    if file in (
        HOUSE / "engine" / "actions.py",
        ROOT / "web" / "engine" / "actions.ts",
        ROOT / "web" / "engine" / "actions.test.ts",
    ):
        return
    allowed = file.name == "notation.py"
    wrong = [
        line.strip()
        for line in in_code(file)
        if ON_AN_ACTION.search(line) or (PUTS_TOGETHER.search(line) and not allowed)
    ]
    assert not wrong
