"""The store: the only package with SQL. It keeps each table's log, the facts about tables, and the guests.

    store = await open_store("sqlite file, or postgresql://...")
    await store.create_table("t1", {"game": "micropul", "rules": 1, "seats": 2})
    await store.append("t1", 1, [{"entry": "join", "seat": 0, "guest": "g1"}])

A table's log is a list of entries, numbered from 1 without gaps. The log is the source of truth about the table, and
the key (table, number) decides every race. An entry is one JSON object:

- a *game event* is written as in a game record, ``{"by": 0, "do": "take 17"}``, and may have a further field ``act``
  about its origin, which game records omit;
- a *table entry* has ``entry``, its kind: ``{"entry": "join", ...}``. The server defines the kinds; the store knows
  only ``take_back`` (see `log.events_in_force`) and the field ``guest`` (see `Store.append`).

Entries name guests by id only, so that `Store.forget` can make them anonymous.
"""

from .daily_draws import DailyDraw, Try
from .database import (
    AppendConflict,
    Changes,
    Entry,
    Guest,
    Locked,
    Outdated,
    Secret,
    StorageFull,
    Store,
    Unusable,
    open_store,
    restore,
)

__all__ = [
    "AppendConflict",
    "Changes",
    "DailyDraw",
    "Entry",
    "Guest",
    "Locked",
    "Outdated",
    "Secret",
    "StorageFull",
    "Store",
    "Try",
    "Unusable",
    "open_store",
    "restore",
]
