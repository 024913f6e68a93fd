"""Sample mutants of some modules and report those that no test notices.

    python lab/benchmarks/mutants.py [--sample N] [--seed S] [MODULE ...]

A mutant is the module with one small mistake: a comparison reversed, a number off by one, `and` for `or`, a condition
negated, a sum for a difference. It is killed if one of the module's tests fails with it, interpreted. The file is
restored after each mutant, also when the script is stopped.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "ludotheque"
SECONDS = 120
"""A mutant that runs this long has an endless loop and counts as killed."""

TESTS = {
    "engine/actions.py": ("tests/engine/test_actions.py",),
    "engine/rng.py": ("tests/engine/test_rng.py",),
    "search/opponents.py": ("tests/search/test_opponents.py",),
    "game_records.py": ("tests/test_game_records.py",),
    "engine/defaults.py": ("tests/examples/test_write_a_game.py::test_a_new_game_passes_everything",),
    "server/tables/table.py": ("tests/server/test_table.py",),
}
"""Modules, and the tests that are theirs."""

COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.BitAnd: ast.BitOr}


def places(tree: ast.Module) -> list[tuple[ast.AST, str]]:
    """Where a mistake can be made, and which."""
    annotations = {
        id(inner)
        for node in ast.walk(tree)
        for field in ("annotation", "returns")
        if getattr(node, field, None) is not None
        for inner in ast.walk(getattr(node, field))
    }
    found: list[tuple[ast.AST, str]] = []
    for node in ast.walk(tree):
        if id(node) in annotations:
            continue
        if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
            found.append((node, "compared otherwise"))
        elif isinstance(node, ast.BinOp) and type(node.op) in COMPUTED:
            found.append((node, "computed otherwise"))
        elif isinstance(node, ast.BoolOp):
            found.append((node, "and for or"))
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            found.append((node, "condition negated"))
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            found.append((node, "off by one"))
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            found.append((node, "no for yes"))
    return found


def change(node: ast.AST) -> None:
    """Make the mistake."""
    if isinstance(node, ast.Compare):
        node.ops[0] = COMPARED[type(node.ops[0])]()
    elif isinstance(node, ast.BinOp):
        node.op = COMPUTED[type(node.op)]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Constant):
        node.value = (not node.value) if isinstance(node.value, bool) else int(str(node.value)) + 1


def passes(tests: tuple[str, ...]) -> bool:
    """Whether a module's tests pass."""
    pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n0", *tests]
    environment = {**os.environ, "LUDOTHEQUE_RULES": "interpreted", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(pytest, cwd=ROOT, env=environment, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def sample(module: str, size: int, seed: int) -> list[tuple[int, str, str]]:
    """Try a sample of a module's mutants: the line of each survivor, the mistake, and the source."""
    file = SOURCE / module
    text = file.read_text(encoding="utf-8")
    count = len(places(ast.parse(text)))
    chosen = sorted(random.Random(f"{seed} {module}").sample(range(count), min(size, count)))
    survived = []
    try:
        for number in chosen:
            tree = ast.parse(text)
            node, mistake = places(tree)[number]
            line = getattr(node, "lineno", 0)
            change(node)
            file.write_text(ast.unparse(tree), encoding="utf-8")
            if passes(TESTS[module]):
                survived.append((line, mistake, text.splitlines()[line - 1].strip()))
    finally:
        file.write_text(text, encoding="utf-8")
    print(f"{module}: {len(chosen) - len(survived)} of {len(chosen)} killed, of {count} there could be")
    for line, mistake, source in survived:
        print(f"  {line}: {mistake}: {source}")
    return survived


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("modules", nargs="*", metavar="MODULE", default=list(TESTS))
    given = parser.parse_args()
    begun = time.monotonic()
    for name in given.modules:
        assert passes(TESTS[name]), f"the tests of {name} fail without any mistake"
        sample(name, given.sample, given.seed)
    print(f"{time.monotonic() - begun:.0f} s")
