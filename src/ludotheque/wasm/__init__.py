"""Compiled functions of a game as WebAssembly, so that the page can run rules, bots and analysis.

``python -m ludotheque.wasm GAME`` writes them into the game's ``web`` folder. ``build`` turns functions into a module,
``exports`` says which functions, ``declaration`` writes the JSON that describes them.
"""

ENVIRONMENT = {
    # A generic processor and no optimisation before the target is known: the same code on every machine.
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_OPT": "0",
    "LUDOTHEQUE_RULES": "jit",
    "PYTHONHASHSEED": "0",
}
"""The environment in which a process can make WebAssembly."""
