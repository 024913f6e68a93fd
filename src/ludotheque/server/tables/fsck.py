"""Checks a database: every stored table must still fold."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from ...engine.errors import Refusal
from ...store import Store
from .table import Table


@dataclass(frozen=True)
class Trouble:
    """A table that does not fold: number of the failing entry (0: before the first), and the reason."""

    table: str
    seq: int
    code: str
    message: str


async def check(store: Store) -> AsyncIterator[tuple[str, Trouble | None]]:
    """Replay every stored table; yields its id, and the trouble if there is one. The database may be in use."""
    for table in await store.table_ids():
        yield table, await _check_table(store, table)


async def _check_table(store: Store, table: str) -> Trouble | None:
    seq = 0
    try:
        facts = await store.facts(table)
        assert facts is not None, "tables are never deleted"
        folded = Table(table, facts)
        for entry in await store.entries(table):
            seq += 1
            if entry.seq != seq:
                raise Refusal("missing", f"entry {seq} is missing")
            folded.apply(entry.data)
        if seq < facts["last_seq"]:
            seq += 1
            raise Refusal("missing", f"entry {seq} is missing")
    except Refusal as refusal:
        return Trouble(table, refusal.detail.get("seq", seq), refusal.code, refusal.message)
    except Exception as error:  # a damaged entry can break the fold in any way
        return Trouble(table, seq, "malformed", f"{type(error).__name__}: {error}")
    return None
