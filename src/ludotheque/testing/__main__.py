"""Print a trace of random games, to compare compiled and interpreted rules: ``python -m ludotheque.testing``."""

import json
import sys

import numpy as np

from ..engine.registry import game
from ..native.compiled import MODE
from . import Table, trace


def quicken_records() -> None:
    """Make interpreted rules twice as fast: they spend most of their time in NumPy's ``record.__getattribute__``, which
    is written in Python and raises an exception for every field."""
    np.record.__getattr__ = field  # type: ignore[attr-defined]
    del np.record.__getattribute__


def field(record: np.record, name: str) -> object:
    """Return a field of a record, read as an attribute."""
    try:
        return np.void.__getitem__(record, name)
    except ValueError:
        raise AttributeError(f"'record' object has no attribute '{name}'") from None


def main() -> None:
    """Play and print."""
    if MODE == "interpreted":
        quicken_records()
    name, seats, options = sys.argv[1:]
    print(json.dumps({"rules": MODE, "states": trace(Table(game(name), int(seats), json.loads(options)))}))


if __name__ == "__main__":
    main()
