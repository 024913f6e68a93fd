"""Where compiled rules are kept, so that they can never outlive the source they were compiled from."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

GAMES = "ludotheque.games"
"""The entry-point group by which games, ours like a stranger's, are found."""
HOUSE = Path(__file__).parent.parent
COMPILING = ("native", "codec", "engine", "search")


@cache
def game_folders() -> dict[str, Path]:
    """The package of every installed game, and its folder."""
    found = {}
    for entry in importlib.metadata.entry_points(group=GAMES):
        try:
            spec = importlib.util.find_spec(entry.module)
        except (ImportError, ValueError):  # it is broken: the registry tells
            continue
        if spec is not None and spec.origin is not None:
            found[entry.module] = Path(spec.origin).parent
    return found


@cache
def fingerprint(folder: Path) -> str:
    """A hash over every source file of a folder."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(str(file.relative_to(folder)).encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def common(fingerprints: Iterable[str]) -> str:
    """One for several."""
    return hashlib.sha256(" ".join(fingerprints).encode()).hexdigest()[:16]


def game_of(module: str) -> str | None:
    """The package of the game to which a module belongs."""
    return next((game for game in game_folders() if f"{module}.".startswith(f"{game}.")), None)


@cache
def sources_of(module: str, games: frozenset[str]) -> str:
    """The fingerprint of everything that can change what a compiled function does, besides the rooms that compile.

    That is its own game, where it belongs to one. A function of the house depends on the games whose records it is
    given; anybody else's might call anything. So who edits one game recompiles that one.
    """
    own = game_of(module)
    if own is not None:
        games = frozenset([own])
    elif not module.startswith(tuple(f"ludotheque.{room}." for room in (*COMPILING, "analysis"))):
        games = frozenset(game_folders())
    return common(fingerprint(game_folders()[game]) for game in sorted(games))


def cache_base() -> Path:
    """The folder of all compile caches: ``LUDOTHEQUE_CACHE`` if it is set, else in the user's cache folder."""
    chosen = os.environ.get("LUDOTHEQUE_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque"


@cache
def processor() -> str:
    """What tells one processor from another for which compiled code is different."""
    try:
        facts = Path("/proc/cpuinfo").read_text()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    telling = ("model name", "flags", "Features", "CPU part")
    return platform.machine() + str(sorted({line for line in facts.splitlines() if line.startswith(telling)}))


@cache
def cache_folder() -> Path:
    """The folder for what is compiled here and now: by the rooms that compile as they are, in their place, and by this
    Python and this Numba for this processor."""
    try:
        numba = importlib.metadata.version("numba")
    except importlib.metadata.PackageNotFoundError:
        numba = "none"
    rooms = [fingerprint(HOUSE / room) for room in COMPILING]
    return cache_base() / common([str(HOUSE), sys.version, numba, processor(), *rooms])


def compiled_marker(package: str) -> Path:
    """The file that is there when everything of a game, as it is now, has been compiled."""
    folder = game_folders().get(package)
    return cache_folder() / f"{package}-{'unknown' if folder is None else fingerprint(folder)}.compiled"


def all_compiled(game: str | None = None) -> bool:
    """Whether a game (None: every one) has been compiled as it is now."""
    entries = importlib.metadata.entry_points(group=GAMES)
    return all(compiled_marker(entry.module).exists() for entry in entries if game in (None, entry.name))
