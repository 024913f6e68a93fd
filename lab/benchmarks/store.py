"""Measure how fast the store appends: many tables at once, whose appends share transactions, against one after another.

    python lab/benchmarks/store.py [--database URL] [--tables 500] [--rounds 20]

Every append is one entry of about 100 bytes, answered only after its commit (SQLite: synchronous=FULL).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path

from ludotheque.store import open_store

ENTRY = {"by": 0, "do": "lay 33 r1 2,-1", "act": {"ref": "0123456789abcdef0123", "guest": "0123456789abcdef"}}


async def measure(url: str, tables: int, rounds: int) -> dict[str, object]:
    """The figures of one database."""
    store = await open_store(url)
    names = [f"bench-{time.time_ns()}-{n}" for n in range(1 + tables)]
    for name in names:
        await store.create_table(name, {})
    waited: list[float] = []

    async def play(name: str, actions: int) -> None:
        for seq in range(1, 1 + actions):
            started = time.perf_counter()
            await store.append(name, seq, [ENTRY])
            waited.append(time.perf_counter() - started)

    async def play_all(names: list[str], actions: int) -> dict[str, float]:
        waited.clear()
        started = time.perf_counter()
        await asyncio.gather(*(play(name, actions) for name in names))
        seconds = time.perf_counter() - started
        waited.sort()
        return {
            "appends_per_second": round(len(waited) / seconds),
            "p50_ms": round(waited[len(waited) // 2] * 1000, 2),
            "p99_ms": round(waited[len(waited) * 99 // 100] * 1000, 2),
        }

    alone = await play_all(names[:1], 200)
    together = await play_all(names[1:], rounds)
    await store.close()
    ratio = round(together["appends_per_second"] / alone["appends_per_second"], 1)
    return {"tables": tables, "one_by_one": alone, "together": together, "ratio": ratio}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", help="by default a new SQLite file in the current folder's file system")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder:
        url = given.database or str(Path(folder) / "tables.sqlite")
        print(json.dumps(asyncio.run(measure(url, given.tables, given.rounds)), indent=2))


if __name__ == "__main__":
    main()
