"""Rule functions in three modes: compiled by Numba, taken from a compiled library, or run as plain Python.

``@rule`` marks a rule function. The mode is fixed for the life of the process, by ``LUDOTHEQUE_RULES``:

- ``jit`` (the default): Numba compiles the function when it is first called, and keeps the result on disk.
- ``library``: the function comes from the game's library (``native.library``); without one it runs as plain Python.
  Numba is not imported.
- ``interpreted``: the same source runs as plain Python. ``NUMBA_DISABLE_JIT=1`` chooses this too, and a missing Numba.

Writing functions that give the same answers both ways asks for three habits:

- keep numbers in ``i8`` fields, or read narrower ones through ``int(...)``: NumPy's small integers wrap, Numba widens;
- never let a value leave the range of a signed 64-bit integer: Python would go on, Numba would wrap;
- no unsigned 64-bit integers: Numba turns ``uint64 + int64`` into a float.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from .cache import cache_folder, game_of, sources_of
from .library import from_library

F = TypeVar("F", bound=Callable[..., Any])


def _chosen_mode() -> str:
    """Return the mode that ``LUDOTHEQUE_RULES`` names, ``jit`` by default; ``interpreted`` in place of ``jit`` if Numba
    is disabled."""
    mode = os.environ.get("LUDOTHEQUE_RULES") or "jit"
    disabled = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    return "interpreted" if disabled and mode == "jit" else mode


def _compiler() -> Callable[..., Any] | None:
    if _chosen_mode() != "jit":
        return None
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        cached = os.access(folder, os.W_OK)
    except OSError:
        cached = False  # else Numba would choose a folder of its own, whose name knows nothing of our sources
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    try:
        import numba
    except ImportError:
        return None
    from numba.core import caching, types

    class Cache(caching.FunctionCache):  # type: ignore[misc,unused-ignore]
        """Numba's cache looks only at the file of the function that was called, so a compiled caller would go on
        running rules that have been edited since. This one looks at all sources on which the function depends."""

        def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
            module = self._py_func.__module__
            return (*super()._index_key(sig, codegen), sources_of(module, frozenset(games_in(sig))))

    def games_in(kind: Any) -> Iterator[str]:
        """The games to which a type, or what it holds, belongs."""
        from ..engine.dispatch import game_of_type

        own = game_of_type(kind)
        if own is not None:
            yield own
        elif isinstance(kind, tuple):
            for one in kind:
                yield from games_in(one)
        elif isinstance(kind, types.Record):
            for field in kind.fields.values():
                yield from games_in(field.type)
        elif isinstance(kind, types.Array | types.NestedArray):
            yield from games_in(kind.dtype)

    def compile_(function: F, **options: Any) -> F:
        dispatcher = numba.njit(nogil=True, error_model="numpy", **options)(function)
        if cached:
            dispatcher._cache = Cache(function)
        return dispatcher  # type: ignore[no-any-return,unused-ignore]

    return compile_


_njit = _compiler()

COMPILED = _njit is not None
"""Whether Numba compiles the rules in this process."""
LIBRARY = _chosen_mode() == "library"
"""Whether this process takes compiled rules from the games' libraries."""
FAST = COMPILED or LIBRARY
"""Whether rules run at compiled speed (with `LIBRARY`: those of games that have a library)."""


def rule(function: F) -> F:
    """Mark a rule function: compiled, taken from a library, or left as it is (see the module's docstring). Calls are
    inlined, because rules are many small functions."""
    return _replaced(function) if _njit is None else _njit(function, forceinline=True)


def routine(function: F) -> F:
    """Mark a large function that is called from many places: like ``rule``, but not inlined."""
    return _replaced(function) if _njit is None else _njit(function)


def _replaced(function: F) -> F:
    return from_library(function, game_of(function.__module__)) if LIBRARY else function


def copy_into(original: Any, into: Any) -> None:
    """Copy a record into another one of the same type."""
    into.setfield(original, original.dtype)


if COMPILED:
    import ctypes

    import numpy as np
    from llvmlite import ir
    from numba import types
    from numba.core import boxing, pythonapi
    from numba.extending import NativeValue, intrinsic, overload

    # Numba asks a record for its bytes by the buffer protocol, for which NumPy describes the whole type again at every
    # call: 3 us, longer than most rules take. But a record holds a pointer to them, right after the head that objects
    # of any size have (`PyVoidScalarObject` in NumPy's public headers).
    _HEAD = tuple.__basicsize__

    def _unbox_record(kind, record, c):  # type: ignore[no-untyped-def]
        """The bytes of a record that a compiled function is given by Python."""
        byte = ir.IntType(8).as_pointer()
        place = c.builder.gep(c.builder.bitcast(record, byte), [ir.IntType(64)(_HEAD)])
        data = c.builder.load(c.builder.bitcast(place, byte.as_pointer()))
        return NativeValue(c.builder.bitcast(data, c.context.get_value_type(kind)))

    def _as_expected() -> bool:
        records = np.zeros(1, np.dtype((np.record, [("one", "i8")])))
        record = records[0]
        return ctypes.c_void_p.from_address(id(record) + _HEAD).value == records.ctypes.data

    assert boxing.unbox_record  # loaded, so that ours comes after it
    if _as_expected():
        pythonapi._unboxers.functions[types.Record] = _unbox_record

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
