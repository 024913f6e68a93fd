"""Loads the compiled library of a game and calls it.

A game's folder ``native`` holds one library per kind of machine and ``exports.json``, which lists its functions and the
sources that it was compiled from. A library is used only if those sources are unchanged. It is loaded by ``ctypes``;
nothing here needs a compiler.

ctypes checks nothing, so each call checks the types of its records and arrays first: another game's record is a
``TypeError``, not a crash.
"""

from __future__ import annotations

import ast
import ctypes
import hashlib
import inspect
import json
import logging
import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache, update_wrapper
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

log = logging.getLogger(__name__)

GAMES = "ludotheque.games"
"""The entry-point group by which games are found."""
FOLDER = "native"
EXPORTS = "exports.json"
FINGERPRINT = "ludotheque_fingerprint"
"""The symbol under which a library holds the fingerprint of its sources."""
FAILED = -(1 << 63)
"""What a function returns if it raised an exception; as a float, NaN."""
REFUSED, REFUSED_FLOAT = FAILED + 1, float("-inf")
"""What a function returns to Python, as an integer or as a float, if it cannot use the memory that it was given."""
REPORTING = "_with_effects"
"""Ends the names of those functions of a library that are given a buffer of effects and report into it."""
RECORD_DATA, RECORD_FLAGS = 24, 40
"""Offsets in NumPy's struct ``PyVoidScalarObject``, which libraries read."""
ARRAY_DATA, ARRAY_DIMENSION_COUNT, ARRAY_DIMENSIONS, ARRAY_FLAGS = 16, 24, 32, 64
"""Offsets in NumPy's struct ``PyArrayObject``. CPython on 64-bit systems has these; ``layout_is_known`` checks it."""
CONTIGUOUS, WRITEABLE = 0x1, 0x400
"""Flags of NumPy's arrays and records."""
SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
"""The operating systems that there are libraries for, by ``sys.platform``."""
SUFFIXES = {"linux": ".so", "macos": ".dylib", "windows": ".dll"}
V3 = {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "abm"}
"""The processor flags of x86-64-v3, as Linux names them."""
SLOW_PDEP = {("AuthenticAMD", "23"), ("HygonGenuine", "24")}
"""Vendor and family of processors (Zen 1 and Zen 2) that have x86-64-v3 but take long for PDEP, as Linux names them."""
OWN_FIRST = ctypes.DEFAULT_MODE | getattr(os, "RTLD_DEEPBIND", 0)
"""How libraries are loaded: their own functions come first, because the C library of Linux also has a ``step``."""
UNTESTED = {"macos-aarch64", "macos-x86_64"}
"""Targets that no one has run yet."""


@cache
def layout_is_known() -> bool:
    """Return whether NumPy's objects have the layout that libraries expect."""
    array = np.zeros(3, np.dtype((np.record, [("field", "i8")])))
    read_only = array[::2]
    read_only.flags.writeable = False
    record, fixed = array[1], read_only[1]

    def pointer(place: int) -> int | None:
        return ctypes.c_void_p.from_address(place).value

    def flags(place: int) -> int:
        return ctypes.c_int.from_address(place).value & (CONTIGUOUS | WRITEABLE)

    dimensions = pointer(id(array) + ARRAY_DIMENSIONS) or id(array)
    return (
        pointer(id(record) + RECORD_DATA) == array.ctypes.data + 8
        and flags(id(record) + RECORD_FLAGS) & WRITEABLE == WRITEABLE
        and flags(id(fixed) + RECORD_FLAGS) & WRITEABLE == 0
        and pointer(id(array) + ARRAY_DATA) == array.ctypes.data
        and ctypes.c_int.from_address(id(array) + ARRAY_DIMENSION_COUNT).value == 1
        and ctypes.c_int64.from_address(dimensions).value == 3
        and flags(id(array) + ARRAY_FLAGS) == CONTIGUOUS | WRITEABLE
        and flags(id(read_only) + ARRAY_FLAGS) == 0
    )


def targets() -> list[str]:
    """Return the names of the libraries that this machine can run, the fastest first. ``LUDOTHEQUE_TARGET`` chooses one
    of them."""
    found, wanted = machine_targets(), os.environ.get("LUDOTHEQUE_TARGET")
    if wanted and wanted not in found:
        raise ValueError(f"LUDOTHEQUE_TARGET is {wanted!r:.40}; here it can be {', '.join(found) or 'nothing'}")
    return [wanted] if wanted else found


def machine_targets() -> list[str]:
    """Return what `targets` does without the variable."""
    system, machine = SYSTEMS.get(sys.platform), platform.machine().lower()
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    if system is None or machine not in ("x86_64", "aarch64"):
        return []
    if (system, machine) != ("linux", "x86_64"):
        return [f"{system}-{machine}"]
    return [*(["linux-x86_64-v3"] if runs_v3(Path("/proc/cpuinfo")) else []), "linux-x86_64-v2"]


def runs_v3(description: Path) -> bool:
    """Return whether the processor that Linux describes in this file runs code for x86-64-v3, and fast."""
    try:
        text = description.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    pairs = [line.partition(":") for line in text.partition("\n\n")[0].splitlines()]
    first = {name.strip(): value.strip() for name, _, value in pairs}
    slow = (first.get("vendor_id"), first.get("cpu family")) in SLOW_PDEP
    return set(first.get("flags", "").split()) >= V3 and not slow


def file_of(target: str) -> str:
    """Return the name of the file with the library for a target."""
    return target + SUFFIXES[target.partition("-")[0]]


@cache
def warn_if_untested(target: str) -> None:
    """Say, once in a process, that a library is of a kind that no one has run yet."""
    if target in UNTESTED:
        log.warning("compiled rules for %s have not been tested; LUDOTHEQUE_RULES=interpreted avoids them", target)


def normalised(source: str) -> str:
    """Return a module's syntax tree as text, without docstrings and positions: equal for equal behaviour.

    It is the same in every version of Python, unlike that of ``ast.dump``: empty fields and empty pieces of f-strings
    are left out, because some versions add them.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [part for part in node.body if not is_text(part)] or [ast.Pass()]
        if isinstance(node, ast.JoinedStr):
            node.values = [part for part in node.values if not (isinstance(part, ast.Constant) and part.value == "")]
    return as_text(tree)


def as_text(value: Any) -> str:
    """Return a part of a syntax tree as text."""
    if isinstance(value, list):
        return f"[{', '.join(map(as_text, value))}]"
    if not isinstance(value, ast.AST):
        return repr(value)
    fields = [f"{name}={as_text(field)}" for name, field in ast.iter_fields(value) if field not in (None, [])]
    return f"{type(value).__name__}({', '.join(fields)})"


def is_text(node: ast.stmt) -> bool:
    """Return whether a statement is only a string, such as a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def bytes_hash(files: Iterable[Path]) -> str:
    """Return a hash of the content of files."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:32]


def fingerprint(files: Iterable[Path]) -> str:
    """Return a hash of the normalised syntax trees of Python files."""
    trees = (normalised(file.read_text(encoding="utf-8")) for file in files)
    return hashlib.sha256("\0".join(trees).encode()).hexdigest()[:32]


def layout_of(dtype: np.dtype[Any]) -> str:
    """Return a text that is equal for dtypes with the same bytes in the same places."""
    return hashlib.sha256(str(places_of(dtype)).encode()).hexdigest()[:16]


def places_of(dtype: np.dtype[Any]) -> list[Any]:
    """Return the size, shape and type of a dtype; for a record the name, offset and the same of each field."""
    shape: tuple[int, ...] = ()
    while dtype.subdtype is not None:
        dtype, inner = dtype.subdtype
        shape += inner
    fields: Any = dtype.fields or {}
    inside = [(name, offset, places_of(kind)) for name, (kind, offset, *_) in fields.items()]
    return [dtype.itemsize, shape, inside or dtype.str]


class Library:
    """The compiled functions of a game."""

    def __init__(self, folder: Path, target: str, exports: dict[str, Any]) -> None:
        path = str(folder / file_of(target))
        # Rules take microseconds and keep the GIL; searches and playouts release it.
        self._quick, self._long = ctypes.PyDLL(path, OWN_FIRST), ctypes.CDLL(path, OWN_FIRST)
        inside = ctypes.c_char.in_dll(self._quick, FINGERPRINT)
        if ctypes.string_at(ctypes.addressof(inside)).decode() != exports["fingerprint"]:
            raise OSError(f"{path} was not built together with {EXPORTS}")
        self.target = target
        self._functions: dict[str, dict[str, Any]] = exports["functions"]

    def has(self, place: str) -> bool:
        """Return whether the library holds a function, named ``module:name``."""
        return place in self._functions

    def function(self, place: str) -> Callable[..., Any]:
        """Return a function of the library. It takes the same arguments as the Python function."""
        reporting = self.function(place + REPORTING) if self.has(place + REPORTING) else None
        described = self._functions[place]
        symbol = getattr(self._long if described["long"] else self._quick, f"py_{described['symbol']}")
        return caller(place, symbol, described["parameters"], described["returns"], reporting)


OBJECTS: dict[str, Any] = {"record": np.record, "array": np.ndarray}
CONVERT = {"int": "int", "float": "float", "record": "id", "array": "id"}


def caller(
    place: str,
    symbol: Any,
    parameters: Sequence[tuple[str, str, str, int]],
    returns: str,
    reporting: Callable[..., Any] | None = None,
) -> Callable[..., Any]:
    """Return a Python function that checks its arguments and calls a symbol.

    `parameters`: name, kind (``int``, ``float``, ``record`` or ``array``), layout and number of dimensions of each.
    `reporting` is called instead if one more argument is given, a buffer of effects. The function is made from a text,
    because a loop over the parameters would take longer than the call.
    """
    symbol.argtypes = [ctypes.c_double if kind == "float" else ctypes.c_int64 for _, kind, *_ in parameters]
    symbol.restype = ctypes.c_double if returns == "float" else ctypes.c_int64
    buffers = [parameter for parameter in parameters if parameter[1] in OBJECTS]
    accepted: dict[str, set[np.dtype[Any]]] = {name: set() for name, *_ in buffers}

    def check(*arguments: Any) -> None:
        for (name, kind, layout, _), given in zip(buffers, arguments, strict=True):
            if type(given) is not OBJECTS[kind] or layout_of(given.dtype) != layout:
                raise TypeError(f"{place}: {name} is not {'a record' if kind == 'record' else 'an array'} of its type")
            accepted[name].add(given.dtype)

    def fail(result: float, *arguments: Any) -> None:
        if result not in (REFUSED, REFUSED_FLOAT):
            raise RuntimeError(f"{place} failed in compiled code")
        for (name, kind, _, dimensions), given in zip(buffers, arguments, strict=True):
            if kind == "array" and not (given.flags.c_contiguous and given.ndim == dimensions):
                raise TypeError(f"{place}: {name} is not contiguous, or has not {dimensions} dimensions")
        fixed = [name for (name, *_), given in zip(buffers, arguments, strict=True) if not given.flags.writeable]
        raise TypeError(f"{place} would write into read-only memory: {' or '.join(fixed)}")

    names = ", ".join(name for name, *_ in parameters)
    values = ", ".join(f"{CONVERT[kind]}({name})" for name, kind, *_ in parameters)
    good = [f"type({name}) is {kind} and {name}.dtype in ok_{name}" for name, kind, *_ in buffers]
    known: dict[str, Any] = {f"ok_{name}": dtypes for name, dtypes in accepted.items()}
    known |= {"symbol": symbol, "check": check, "fail": fail, "reporting": reporting, **OBJECTS}
    known |= {"REFUSED": REFUSED_FLOAT if returns == "float" else REFUSED}
    reports = [
        f"def call({names}, effects=None):",
        "    if effects is not None:",
        f"        return reporting({names}, effects)",
    ]
    given = ", ".join(name for name, *_ in buffers)
    source = [
        *([f"def call({names}):"] if reporting is None else reports),
        f"    if not ({' and '.join(good) or 'True'}):",
        f"        check({given})",
        f"    result = symbol({values})",
        "    if not result > REFUSED:",  # FAILED is less, and NaN is not more
        f"        fail(result{', ' if given else ''}{given})",
        "    return result" if returns != "none" else "",
    ]
    exec("\n".join(source), known)
    call: Callable[..., Any] = known["call"]
    return call


@cache
def library_of(package: str) -> Library | None:
    """Return the library of a game, given its package. If it has none for this machine, or a stale one, the log says so
    once, and the result is None."""
    source = source_of(package)
    if source is None:
        return None
    folder = source.parent / FOLDER
    built = [target for target in targets() if (folder / file_of(target)).is_file()]
    if not targets() or not layout_is_known():
        run_as_python(package, "there are no libraries for this kind of machine", "LUDOTHEQUE_RULES=jit compiles it")
    elif not built or not (folder / EXPORTS).is_file():
        run_as_python(package, "it has not been compiled for this machine", remedy(package))
    else:
        exports = json.loads((folder / EXPORTS).read_text(encoding="utf-8"))
        if is_fresh(exports):
            return load(package, folder, built, exports)
        run_as_python(package, "it has changed since it was compiled", remedy(package))
    return None


def run_as_python(package: str, reason: str, advice: str) -> None:
    """Log why a game has no library, and what can be done."""
    log.warning("%s runs as plain Python, because %s: %s", package, reason, advice)


def load(package: str, folder: Path, built: Iterable[str], exports: dict[str, Any]) -> Library | None:
    """Load the first library of a game that can be loaded."""
    for target in built:
        warn_if_untested(target)
        try:
            return Library(folder, target, exports)
        except OSError as error:
            log.warning("the compiled library of %s cannot be loaded: %s", package, error)
    return None


def remedy(package: str) -> str:
    """Return the command that compiles a game again."""
    name = next(entry.name for entry in entry_points(group=GAMES) if entry.module == package)
    ours = package.startswith("ludotheque.games.")
    return f"python3 dev.py build {name} --host" if ours else f"ludotheque build-game {name}"


def is_fresh(exports: dict[str, Any]) -> bool:
    """Return whether the sources of a library are those that it was compiled from."""
    files = [source_of(module) for module in exports["modules"]]
    if None in files:
        return False
    found = [file for file in files if file is not None]
    return bytes_hash(found) == exports["bytes"] or fingerprint(found) == exports["fingerprint"]


def source_of(module: str) -> Path | None:
    """Return the file of a module, without importing it or the packages that it is in."""
    top, *inside = module.split(".")
    spec = find_spec(top)
    if spec is None or spec.origin is None:
        return None
    place = Path(spec.origin).parent.joinpath(*inside)
    return next((file for file in (place / "__init__.py", place.with_suffix(".py")) if file.is_file()), None)


@cache
def game_packages() -> tuple[str, ...]:
    """Return the packages of the installed games."""
    return tuple(entry.module for entry in entry_points(group=GAMES))


def game_of(module: str) -> str | None:
    """Return the package of the game to which a module belongs; None if it belongs to none."""
    return next((game for game in game_packages() if f"{module}.".startswith(f"{game}.")), None)


STATES = ("state", "states", "starts")
"""Names of the parameters by which a function of every game is given states."""
_by_state: dict[Any, Library] = {}  # by the dtype of a game's state
_loaded: list[Library] = []


def register(state: np.dtype[Any], package: str) -> None:
    """Make the library of a game known by the dtype of its state, for functions of every game."""
    library = library_of(package)
    if library is not None and state not in _by_state:
        _loaded.append(library)
        _by_state[state] = library


def from_library(function: F, package: str | None) -> F:
    """Return the compiled function in place of a Python function, if a library has it.

    `package`: the game's package, if the function belongs to a game. Otherwise the library is that of the game whose
    states it is given; for a function without states, that of any game.
    """
    place = f"{function.__module__}:{function.__qualname__}"
    if package is None:
        return _dressed(_generic(function, place), function)
    library = library_of(package)
    if library is None or not library.has(place):
        return function
    return _dressed(library.function(place), function)


def _dressed(call: Any, function: F) -> F:
    update_wrapper(call, function)
    call.py_func = function
    return cast("F", call)


def _generic(function: Callable[..., Any], place: str) -> Callable[..., Any]:
    """Return a function that calls the library of the game to which its states belong."""
    parameters = list(inspect.signature(function).parameters)
    at = next((parameters.index(name) for name in STATES if name in parameters), None)
    found: dict[Any, Callable[..., Any]] = {}

    def call(*arguments: Any) -> Any:
        # Without a state (0 in its place) it runs as Python: the library cannot know which game is meant.
        kind = None if at is None else getattr(arguments[at], "dtype", None)
        chosen = found.get(kind)
        if chosen is None:
            library = _by_state.get(kind) if at is not None else _loaded[0] if _loaded else None
            if library is None or not library.has(place):
                return function(*arguments)
            chosen = found[kind] = library.function(place)
        return chosen(*arguments)

    return call
