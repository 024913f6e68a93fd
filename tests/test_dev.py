"""The set-up script and the lock."""

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parent.parent


def dev(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, ROOT / "dev.py", *arguments], capture_output=True, text=True, cwd="/")


@pytest.mark.parametrize("arguments", [[], ["-h"], ["--help"]])
def test_help_lists_the_commands(arguments: list[str]) -> None:
    done = dev(*arguments)
    assert done.returncode == 0
    assert not done.stderr
    for command in ("play", "test", "docs", "build", "artefacts", "lock"):
        assert f"python3 dev.py {command}" in done.stdout


def test_an_unknown_command_is_refused_with_the_explanation() -> None:
    done = dev("paly")
    assert done.returncode == 2
    assert not done.stdout
    assert "'paly'" in done.stderr
    assert "python3 dev.py play" in done.stderr


def test_dev_imports_only_the_standard_library() -> None:
    tree = ast.parse((ROOT / "dev.py").read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or "."])
    }
    assert {"subprocess", "pathlib"} <= imported <= sys.stdlib_module_names


def test_setup_repeats_only_changed_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    dev = importlib.import_module("dev")
    venv = tmp_path / ".venv"
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "LOCK", tmp_path / "requirements.lock")
    monkeypatch.setattr(dev, "PYTHON", venv / "python")
    monkeypatch.setattr(dev, "STAMP", venv / "set-up")
    monkeypatch.setattr(dev, "uv", lambda: "uv")
    for name in ("requirements.lock", "pyproject.toml"):
        (tmp_path / name).touch()

    def steps() -> list[str]:
        done = []

        def step(label: str, *command: str) -> None:
            done.append(label)
            venv.mkdir(exist_ok=True)
            (venv / "python").touch()

        monkeypatch.setattr(dev, "step", step)
        assert dev.set_up() is bool(done)
        return done

    make, *install = steps()
    assert make == "Making .venv"
    assert len(install) == 2
    assert steps() == []
    for name in ("requirements.lock", "pyproject.toml"):
        (tmp_path / name).write_text("changed")
        assert steps() == install
        assert steps() == []
    (venv / "python").unlink()
    assert steps() == [make, *install]
    monkeypatch.setattr(dev.sys, "version", "3.99.0 (another Python)")
    assert steps() == [make, *install]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_lock_holds_every_dependency_and_names_no_package_host() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    names = {normal(re.split(r"[^\w.-]", requirement)[0]) for requirement in asked}
    locked = set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))
    assert names <= locked, "run: python3 dev.py lock"
    assert "://" not in lock


def test_the_citation_names_the_version_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {project['version']}" in citation
    assert f"license: {project['license']}" in citation


def test_the_workflows_call_commands_that_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    dev = importlib.import_module("dev")
    for workflow in (ROOT / ".github" / "workflows").glob("*.yml"):
        called = re.findall(r"python3 dev\.py (\w+)", workflow.read_text(encoding="utf-8"))
        assert called
        assert set(called) <= set(dev.COMMANDS), workflow.name


def built_by(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How the modules of a game differ from the committed a.wasm and a.json if `program` builds them."""
    monkeypatch.syspath_prepend(ROOT)
    dev = importlib.import_module("dev")
    committed, script = tmp_path / "game" / "web", tmp_path / "python"
    committed.mkdir(parents=True)
    for name in ("a.wasm", "a.json"):
        (committed / name).write_text("1")
    script.write_text(f"#!/bin/sh\ncd $4 && {program}")  # called with: -m ludotheque.wasm GAME FOLDER
    script.chmod(0o755)
    monkeypatch.setattr(dev, "PYTHON", script)
    differences: list[str] = dev.compare_artefacts(tmp_path / "game", "web", tmp_path / "built")
    return differences


@pytest.mark.parametrize(
    ("program", "differences"),
    [
        ("printf 1 > a.wasm; printf 1 > a.json", []),
        ("printf 2 > a.wasm; printf 1 > a.json", ["a.wasm differs"]),
        ("printf 1 > a.wasm; printf 1 > a.json; printf 1 > b.wasm", ["b.wasm is not committed"]),
        ("printf 1 > a.json", ["a.wasm is committed, but not built"]),
        ("echo no linker; false", ["the build failed:\nno linker\n"]),
    ],
)
def test_artefacts_that_differ_are_named(program, differences, tmp_path, monkeypatch) -> None:
    assert built_by(program, tmp_path, monkeypatch) == differences


def test_artefacts_are_compared_by_their_builder_alone(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.syspath_prepend(ROOT)
    dev = importlib.import_module("dev")
    monkeypatch.setattr(dev, "BUILDER_PYTHON", (2, 7))
    assert dev.artefacts([]) == 2
    assert "dev.py artefacts: needs Python" in capsys.readouterr().err
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    builder = dev.BUILDER.removeprefix("Python ")
    assert workflow[workflow.index("  artefacts:") :].count(f'python-version: "{builder}"') == 1
