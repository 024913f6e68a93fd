"""Files that are whole or not there: written beside, then renamed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from .engine.errors import Refusal


def write_whole(file: Path, text: str) -> None:
    """Write a file at once; nothing half-written is left behind when that fails."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    beside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        umask = os.umask(0)
        os.umask(umask)
        beside.chmod(0o666 & ~umask)  # mkstemp makes files that only their owner reads
        beside.replace(file)
    except BaseException:
        beside.unlink()
        raise


CHECKPOINT = "checkpoint.npz"
"""How a trainer calls what it has learnt so far, in its folder."""


def write_checkpoint(file: Path, arrays: Mapping[str, Any]) -> None:
    """Write what a training has learnt, whole or not at all."""
    import numpy as np

    new = file.with_suffix(".new.npz")
    np.savez(new, **arrays)
    new.replace(file)


@contextmanager
def reading_checkpoint(file: Path) -> Iterator[Any]:
    """The arrays that a training has left; a refusal where they are not those that are asked for."""
    import numpy as np

    try:
        with np.load(file) as saved:
            yield saved
    except (BadZipFile, EOFError, IndexError, KeyError, TypeError, ValueError) as error:
        raise Refusal(
            "malformed", f"{file} is not a checkpoint of this training ({error}); move it away to start again"
        ) from None


def data_folder() -> Path:
    """The user's data folder of the house."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ludotheque"
