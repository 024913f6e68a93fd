"""The page on architecture names functions that exist, and its layers are those that import-linter checks."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
STEP = re.compile(r"^\| \d+ \| (.+?) \|", re.MULTILINE)
PLACE = re.compile(r"`([\w/.]+\.(?:py|ts))`: ((?:`\w+`(?:, )?)+)")


def section(heading: str) -> str:
    """The text under a heading of the second level."""
    return PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def test_the_layers_are_those_of_import_linter():
    drawn = re.findall(r"```text\n(.*?)```", section("Layers"), re.DOTALL)[0].splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    assert [re.split(r"  +", line)[0] for line in drawn] == layers


def test_every_package_is_described():
    described = set(re.findall(r"^\| `(\w+)` \|", section("Layers"), re.MULTILINE))
    package = ROOT / "src" / "ludotheque"
    there = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert described == there - {"__init__"}


def test_the_functions_on_the_path_of_a_click_exist():
    steps = STEP.findall(section("From a click to a stored event"))
    named = [place for step in steps for place in PLACE.findall(step)]
    assert len(steps) == 12
    assert len(named) >= len(steps)
    for file, names in named:
        source = (ROOT / file).read_text(encoding="utf-8")
        for name in re.findall(r"\w+", names):
            defined = rf"^\s*(?:(?:async )?def |(?:static |async |export |function |#)*){name}\b.*\("
            assert re.search(defined, source, re.MULTILINE), f"{file} has no {name}"
