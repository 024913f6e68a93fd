"""Where compiled rules are kept, so that they can never outlive the source they were compiled from."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
from collections.abc import Iterable
from pathlib import Path

GAMES = "ludotheque.games"
"""The entry-point group by which games, ours like a stranger's, are found."""


def source_folders() -> list[Path]:
    """The folders whose Python files can change what a compiled function does: the rooms that compile, and every
    installed game. Nobody waits for a compiler because the server was edited."""
    house = Path(__file__).parent.parent
    folders = {house / "core", house / "search"}
    for entry in importlib.metadata.entry_points(group=GAMES):
        spec = importlib.util.find_spec(entry.module)
        if spec is not None and spec.origin is not None:
            folders.add(Path(spec.origin).parent)
    return sorted(folders)


def fingerprint(folders: Iterable[Path]) -> str:
    """A hash over every source file.

    Numba's own cache looks only at the file of the function that was called, so a compiled caller would go on running
    rules that have been edited since. A cache folder named by this hash can never do that.
    """
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            digest.update(str(file.relative_to(folder)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_base() -> Path:
    """The folder of all compile caches: ``LUDOTHEQUE_CACHE`` if it is set, else in the user's cache folder."""
    chosen = os.environ.get("LUDOTHEQUE_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque"


def cache_folder() -> Path:
    """The folder for what is compiled from the sources as they are now."""
    return cache_base() / fingerprint(source_folders())
