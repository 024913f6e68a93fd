"""Games that are packages of their own, installed as a stranger's is: beside the house, without touching it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
LUDOTHEQUE = ("-c", "from ludotheque.cli import main; main()")
"""The command, as an argument of Python."""


def install(package: Path, into: Path) -> Path:
    """Install a package into a folder by pip, without asking anybody for anything."""
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--no-build-isolation", "--quiet"]
    done = subprocess.run([*pip, "--target", into, package], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return into


def run_with(installed: Path, *command: str | Path, folder: Path, text: str = "") -> "subprocess.CompletedProcess[str]":
    """Run a Python program that finds what is installed in a folder, the law interpreted: nothing here is about
    speed."""
    environment = {**os.environ, "PYTHONPATH": str(installed), "NUMBA_DISABLE_JIT": "1", "COLUMNS": "120"}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, input=text, capture_output=True, encoding="utf-8"
    )


@pytest.fixture(scope="session")
def kuhn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the example is installed; to be copied by who wants to change it."""
    return install(ROOT / "examples" / "kuhn", tmp_path_factory.mktemp("kuhn"))
