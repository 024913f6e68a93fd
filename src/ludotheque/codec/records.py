"""Fixed-size NumPy records: the annotations by which functions say which record they take, and how to make one.

A record is a NumPy structured scalar (``np.record``). Its dtype belongs to a game, so the type checker knows its
fields only as ``Any``; the subclasses of ``Record`` say which *kind* of record a parameter is (setup, state, ...).
mypy refuses one kind where another is due, and the WebAssembly exporter reads the same annotations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np


class Record:
    """Base class for annotations of records. Never instantiated: ``new_record`` makes a record from a dtype."""

    record_name: ClassVar[str]
    """What the WebAssembly modules and their JSON declarations call this kind of record."""

    def __init_subclass__(cls, name: str) -> None:
        cls.record_name = name

    if TYPE_CHECKING:
        dtype: np.dtype[Any]

        def __getattr__(self, field: str) -> Any: ...

        def __setattr__(self, field: str, value: Any) -> None: ...

        def __getitem__(self, field: str) -> Any: ...

        def __setitem__(self, field: str, value: Any) -> None: ...


def new_record(dtype: np.dtype[Any]) -> Any:
    """Return a new record with every byte zero."""
    return np.zeros(1, dtype)[0]


def copy_record(original: Any) -> Any:
    """Return a copy of a record."""
    new = np.empty(1, original.dtype)
    new[0] = original
    return new[0]


def record_from_bytes(dtype: np.dtype[Any], data: bytes) -> Any:
    """Return a new, writable record with these bytes."""
    return np.frombuffer(bytearray(data), dtype)[0]
