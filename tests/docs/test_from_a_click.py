"""The page that follows an action through the house names files and functions that are there."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "from-a-click.md").read_text(encoding="utf-8")
STEP = re.compile(r"^\| \d+ \| (.+?) \|", re.MULTILINE)
PLACE = re.compile(r"`([\w/.]+\.(?:py|ts))`: ((?:`\w+`(?:, )?)+)")


def test_its_functions_are_where_it_says():
    steps = STEP.findall(PAGE)
    named = [place for step in steps for place in PLACE.findall(step)]
    assert len(steps) == 12
    assert len(named) >= len(steps)
    for file, names in named:
        source = (ROOT / file).read_text(encoding="utf-8")
        for name in re.findall(r"\w+", names):
            defined = rf"^\s*(?:(?:async )?def |(?:static |async |export |function |#)*){name}\b.*\("
            assert re.search(defined, source, re.MULTILINE), f"{file} has no {name}"
