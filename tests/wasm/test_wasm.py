"""The compiled laws of the page: made anew they are what is kept, and what cannot be made is refused in words."""

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from ludotheque.analysis import has_value
from ludotheque.engine.registry import games
from ludotheque.wasm import ENVIRONMENT
from ludotheque.wasm.build import LINKER
from ludotheque.wasm.declaration import VECTORED
from ludotheque.wasm.exports import multiplies


@pytest.fixture(autouse=True)
def linker():
    """What makes WebAssembly of the compiled code."""
    if LINKER not in os.environ:
        pytest.skip("there is no linker: run the tests by python3 dev.py test, which fetches one")


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="another Python has other bytecode, and gives other bytes")
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_made_anew_it_is_what_is_kept(game, tmp_path):
    subprocess.run([sys.executable, "-m", "ludotheque.wasm", game.id, str(tmp_path)], check=True)
    kept = Path(str(files(game.home))) / "web"
    kinds = ["law", *(["bots"] if game.characters else []), *(["analysis"] if has_value(game) else [])]
    names = [f"{kind}.{ending}" for kind in kinds for ending in ("wasm", "json")]
    for name in [*names, *([f"{VECTORED}.wasm"] if multiplies(game) else [])]:
        assert (tmp_path / name).read_bytes() == (kept / name).read_bytes(), (
            f"the law of {game.id} has changed: python3 dev.py law {game.id}"
        )


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
        print(len(build([Function(function.__name__, function, (WHOLE,))])) > 0)
    except NotPortable as refused:
        print(refused)
"""


def test_what_webassembly_cannot_do_is_named(tmp_path):
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
