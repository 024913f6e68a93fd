"""The bound on the mean score of any strategy. Its functions are in no library, so its tests, which are in
``jit_bound.py``, run in a process with Numba."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.long  # Numba compiles for a minute
def test_the_bound_with_compiled_functions():
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        str(Path(__file__).parent / "jit_bound.py"),
    ]
    done = subprocess.run(command, env={**os.environ, "LUDOTHEQUE_RULES": "jit"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout
