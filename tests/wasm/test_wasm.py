"""Functions that WebAssembly cannot express are refused with a message.

``python3 dev.py artefacts`` checks that the committed modules are what the sources give, byte for byte.
"""

import os
import subprocess
import sys

import pytest

from ludotheque.wasm import ENVIRONMENT
from ludotheque.wasm.build import LINKER


@pytest.fixture(autouse=True)
def linker():
    """The linker that makes WebAssembly modules of compiled functions."""
    if LINKER not in os.environ:
        pytest.skip("there is no linker: run the tests with python3 dev.py test, which fetches one")


ODD = """
import math
import numpy as np
from ludotheque.native.compiled import rule
from ludotheque.wasm.build import WHOLE, Function, NotPortable, build

STRIDED = np.arange(100)[::2]

@rule
def allocates(k): return int(np.zeros(k).sum())
@rule
def calls_libm(k): return int(math.sin(k))
@rule
def holds_an_address(k): return STRIDED[k]
@rule
def answers_with_two(k): return k, k
@rule
def works(k):
    assert k < 1000
    total = 0
    for i in range(k):
        total += i * i * i
    return total

for function in (allocates, calls_libm, holds_an_address, answers_with_two, works):
    try:
        print(len(build([Function(function.__name__, function, (WHOLE,), ("k",))])) > 0)
    except NotPortable as refused:
        print(refused)
"""


def test_functions_unsupported_in_webassembly_are_named(tmp_path):
    script = tmp_path / "odd.py"
    script.write_text(ODD)
    run = subprocess.run(
        [sys.executable, str(script)], env={**os.environ, **ENVIRONMENT}, capture_output=True, text=True, check=True
    )
    allocates, calls_libm, holds_an_address, answers_with_two, works = run.stdout.splitlines()
    assert allocates == "allocates needs NRT_MemInfo_alloc_aligned, which WebAssembly does not have"
    assert "sin" in calls_libm
    assert holds_an_address.startswith("holds_an_address holds an address")
    assert answers_with_two.startswith("answers_with_two answers with")
    assert works == "True"
