"""The store: the only room with SQL. It keeps each table's log, the facts about tables, and the guests.

    store = await open_store("sqlite file, or postgresql://...")
    await store.create_table("t1", {"game": "micropul", "rules": 1, "seats": 2})
    await store.append("t1", 1, [{"entry": "join", "seat": 0, "guest": "g1"}])

A table's log is a list of numbered entries, from 1, without gaps; it is the truth about the table, and the key
(table, number) judges every race. An entry is one JSON object:

- a *game event* is exactly the line that a record has for it, ``{"by": 0, "do": "take 17"}``, and may have a field
  ``act`` besides, which no record shows: who sent it, and how;
- any other is a *table entry* and has ``entry``, its kind: ``{"entry": "join", ...}``. The server decides which kinds
  there are; the store knows only ``take_back`` (see `log.in_force`) and the field ``guest`` (see `Store.append`).

Log entries name guests by id only, never by name: so `Store.forget` can make them anonymous.
"""

from .database import Entry, Guest, Locked, Outdated, Secret, Store, Taken, Unusable, open_store

__all__ = ["Entry", "Guest", "Locked", "Outdated", "Secret", "Store", "Taken", "Unusable", "open_store"]
