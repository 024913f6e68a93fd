"""Third-party games, installed as separate packages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
LUDOTHEQUE = ("-c", "from ludotheque.cli import main; main()")
"""The command, as an argument of Python."""


def install(package: Path, into: Path) -> Path:
    """Install a package into a folder by pip, without network access."""
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--no-build-isolation", "--quiet"]
    done = subprocess.run([*pip, "--target", into, package], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return into


def run_with(
    installed: Path, *command: str | Path, folder: Path, text: str = "", rules: str = "interpreted"
) -> "subprocess.CompletedProcess[str]":
    """Run a Python program that finds what is installed in a folder, with rules in this mode."""
    path = os.pathsep.join(filter(None, [str(installed), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "LUDOTHEQUE_RULES": rules, "COLUMNS": "120"}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, input=text, capture_output=True, encoding="utf-8"
    )


@pytest.fixture(scope="session")
def kuhn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the example is installed; a test that changes it copies it first."""
    return install(ROOT / "examples" / "kuhn", tmp_path_factory.mktemp("kuhn"))
