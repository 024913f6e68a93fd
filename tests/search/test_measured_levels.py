"""The measured strength of our games' levels belongs to the bots as they are, and the docs show it."""

import json
import shutil

import pytest

from lab.benchmarks import levels
from ludotheque.engine.registry import game

OURS = ("take_it_easy", "micropul", "polygons")


@pytest.mark.parametrize("name", OURS)
def test_levels_were_measured_with_the_bots_as_they_are(name):
    found = json.loads(levels.data_file(game(name)).read_text(encoding="utf-8"))
    assert found["bots"] == levels.bots_fingerprint(game(name).package), (
        f"The bots of {name} have changed since their levels were measured. If they choose as before: "
        f"python lab/benchmarks/levels.py {name} --same --write. Otherwise: {found['command']} --write"
    )


@pytest.mark.parametrize("name", OURS)
def test_losses_were_measured_with_bots_and_analysis_as_they_are(name):
    file = levels.data_file(game(name)).with_name("skill.json")
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["measured_with"] == levels.analysis_fingerprint(game(name).package), (
        f"The bots of {name} or the analysis have changed since the losses of its levels were measured: "
        f"python lab/benchmarks/analysis.py goals {name} --games 40 --kept build/losses.jsonl; "
        f"python lab/benchmarks/levels.py {name} --losses build/losses.jsonl --write"
    )


@pytest.mark.parametrize("name", OURS)
def test_level_model_was_fitted_with_bots_and_analysis_as_they_are(name):
    file = levels.data_file(game(name)).with_name("level_model.json")
    found = json.loads(file.read_text(encoding="utf-8"))
    now = levels.bots_fingerprint(game(name).package), levels.analysis_fingerprint(game(name).package)
    assert (found["bots"], found["measured_with"]) == now, (
        f"The bots of {name} or the analysis have changed since the level of play was fitted: remove build/level, then "
        f"python lab/benchmarks/level_of_play.py play {name}; {found['command']} --write"
    )


@pytest.mark.parametrize("name", OURS)
def test_docs_show_what_was_measured(name):
    found = json.loads(levels.data_file(game(name)).read_text(encoding="utf-8"))
    text = levels.DOCS.read_text(encoding="utf-8")
    assert levels.with_table(text, name, levels.table(found)) == text, "levels.py --write writes both"


@pytest.mark.parametrize("name", OURS)
def test_no_step_between_measured_levels_is_shown_to_exceed_85_percent(name):
    found = json.loads(levels.data_file(game(name)).read_text(encoding="utf-8"))
    assert set(found["levels"]) == set(game(name).levels)
    for level in game(name).levels[1:]:
        assert found["levels"][level]["beats_below"]["low"] <= 0.85, level


def test_the_fingerprint_changes_with_sources_and_weights_but_not_with_comments(tmp_path, monkeypatch):
    original = levels.data_file(game("micropul")).parents[1]
    folder = tmp_path / "micropul"
    for part in ("bots", "data"):
        shutil.copytree(original / part, folder / part)
    monkeypatch.setattr(levels, "files", lambda package: folder)
    before = levels.bots_fingerprint("micropul")
    source = folder / "bots" / "levels.py"
    source.write_text("# A comment\n" + source.read_text(encoding="utf-8"), encoding="utf-8")
    assert levels.bots_fingerprint("micropul") == before
    source.write_text(source.read_text(encoding="utf-8").replace("SLICE = 250", "SLICE = 251"), encoding="utf-8")
    changed = levels.bots_fingerprint("micropul")
    assert changed != before
    weights = folder / "data" / "weights.bin"
    weights.write_bytes(weights.read_bytes() + b"\0")
    assert levels.bots_fingerprint("micropul") not in (before, changed)
