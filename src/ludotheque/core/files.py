"""Files that are whole or not there: written beside, then renamed."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


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


def data_folder() -> Path:
    """The user's data folder of the house."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ludotheque"
