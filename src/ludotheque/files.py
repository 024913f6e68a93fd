"""Atomic writes, the user's data folder, and the checkpoints of trainers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import BadZipFile

from .engine.errors import Refusal


def write_atomically(file: Path, text: str) -> None:
    """Write a text file through a temporary file: readers see the old content or the new one, never a part."""
    temporary = file.with_name(f".{file.name}.{uuid4().hex}")  # known before it exists, so that it is always removed
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def data_folder() -> Path:
    """Return the folder for the user's data: databases, personal bests, checkpoints. It may not exist yet."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ludotheque"


CHECKPOINT = "checkpoint.npz"
"""The file name of a trainer's checkpoint, in its folder."""


def write_checkpoint(file: Path, arrays: Mapping[str, Any]) -> None:
    """Write a trainer's checkpoint atomically."""
    import numpy as np

    new = file.with_suffix(".new.npz")
    np.savez(new, **arrays)
    new.replace(file)


@contextmanager
def reading_checkpoint(file: Path) -> Iterator[Any]:
    """Open a checkpoint; raise a ``Refusal`` if the file, or an array read from it within this context, is not as
    expected."""
    import numpy as np

    try:
        with np.load(file) as saved:
            yield saved
    except (BadZipFile, EOFError, IndexError, KeyError, TypeError, ValueError) as error:
        raise Refusal(
            "malformed", f"{file} is not a checkpoint of this training ({error}); move it away to start again"
        ) from None
