"""The law goes wherever somebody thinks: the compiled functions of a game as WebAssembly, for the page.

``python -m ludotheque.wasm GAME`` writes them into the game's ``web`` folder. ``build`` turns functions into a module,
``exports`` says which functions, ``declaration`` what a reader must know of a game besides.
"""

import os

ENVIRONMENT = {
    # No processor in particular, and no optimisation before the target is known: the same code on every machine.
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_OPT": "0",
    # No compile cache: what comes out of it has no code left to look at.
    "LUDOTHEQUE_CACHE": os.devnull,
    "PYTHONHASHSEED": "0",
}
"""How a process must be started that makes WebAssembly."""
