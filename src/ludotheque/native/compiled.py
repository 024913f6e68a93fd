"""Rule functions in three modes: taken from a compiled library, compiled by Numba, or run as plain Python.

``@rule`` marks a rule function. ``LUDOTHEQUE_RULES`` chooses the mode for the life of the process:

- ``library`` (the default): the function comes from its game's library (``native.library``). A function that is not in
  one runs as plain Python.
- ``jit``: Numba compiles the function when it is first called, and keeps nothing on disk. For training and for
  building libraries. Needs the extra ``build``.
- ``interpreted``: everything runs as plain Python.

Writing functions that give the same answers in every mode asks for three habits:

- keep numbers in ``i8`` fields, or read narrower ones through ``int(...)``: NumPy's small integers wrap, Numba widens;
- never let a value leave the range of a signed 64-bit integer: Python would go on, Numba would wrap;
- no unsigned 64-bit integers: Numba turns ``uint64 + int64`` into a float.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

from .library import from_library, game_of, library_of

F = TypeVar("F", bound=Callable[..., Any])

MODES = ("library", "jit", "interpreted")


def _chosen_mode() -> str:
    """Return the mode that ``LUDOTHEQUE_RULES`` names."""
    mode = os.environ.get("LUDOTHEQUE_RULES") or MODES[0]
    if mode not in MODES:
        raise ValueError(f"LUDOTHEQUE_RULES is {mode!r:.40}; it can be {', '.join(MODES)}")
    return mode


MODE = _chosen_mode()
"""How rules run in this process."""
JIT = MODE == "jit"
"""Whether Numba compiles the rules in this process."""
LIBRARY = MODE == "library"
"""Whether this process takes compiled rules from the games' libraries."""


def has_compiled_rules(package: str) -> bool:
    """Return whether the rules of a game, given its package, run at compiled speed in this process."""
    return JIT or (LIBRARY and library_of(package) is not None)


def rule(function: F) -> F:
    """Mark a rule function: compiled, taken from a library, or left as it is (see the module's docstring). Calls are
    inlined, because rules are many small functions."""
    return _compile(function, forceinline=True) if JIT else _replaced(function)


def routine(function: F) -> F:
    """Mark a large function that is called from many places: like ``rule``, but not inlined."""
    return _compile(function) if JIT else _replaced(function)


def _compile(function: F, **options: Any) -> F:
    return numba.njit(nogil=True, error_model="numpy", **options)(function)  # type: ignore[no-any-return,unused-ignore]


def _replaced(function: F) -> F:
    return from_library(function, game_of(function.__module__)) if LIBRARY else function


def copy_into(original: Any, into: Any) -> None:
    """Copy a record into another one of the same type."""
    into.setfield(original, original.dtype)


if JIT:
    import numba
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def _copy_bytes(typing, original, into):  # type: ignore[no-untyped-def]
        """Copy all bytes of a record at once."""
        if original != into or not isinstance(original, types.Record):
            return None

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            pointer, size, flag = ir.IntType(8).as_pointer(), ir.IntType(64), ir.IntType(1)
            copy = builder.module.declare_intrinsic("llvm.memcpy", [pointer, pointer, size])
            source, target = (builder.bitcast(argument, pointer) for argument in args)
            builder.call(copy, [target, source, size(original.size), flag(0)])
            return context.get_dummy_value()

        return types.none(original, into), codegen

    overload(copy_into)(lambda original, into: lambda original, into: _copy_bytes(original, into))
