"""How long people wait for bots: tables at one server, each with a person and a bot of a level.

    python lab/benchmarks/bot_waiting.py [--game polygons ...] [--bot master] [--tables 20] [--think 5] [--seconds 60]
        [--processes 1]

The person at each table plays random legal actions, each after a time between 0 and twice `--think` seconds. Measured
is the time from the update after which a bot is to act to the next one: the bot's turn in the queue, its search, and
the way there and back. `--processes` is the server's setting `bot_processes`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
import urllib.request
from typing import Any

from websockets.asyncio.client import connect

from lab.benchmarks.server import OPTIONS, start
from ludotheque.engine.registry import game as find_game


class Visitor:
    """A person at a table with a bot."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.n, self.seat, self.legal = 0, 0, list[str]()
        self.over = False
        self.since: float | None = None
        """When the bot's time began."""
        self.waits: list[float] = []
        self.changed = asyncio.Event()

    async def read(self) -> None:
        """Follow the updates of the table."""
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] != "update":
                continue
            now = time.perf_counter()
            if self.since is not None:
                self.waits.append(now - self.since)
            (own,) = message["views"]
            self.n, self.seat = message["n"], own["seat"]
            self.legal = [choice["do"] for choice in own["legal"]]
            self.over = message["phase"] not in ("waiting", "running")
            self.since = now if not self.legal and message["phase"] == "running" else None
            self.changed.set()

    async def play(self, table: str, think: float, until: float) -> None:
        """Act until the time is over or the game is."""
        while time.perf_counter() < until and not self.over:
            self.changed.clear()
            if not self.legal:
                await asyncio.wait([asyncio.create_task(self.changed.wait())], timeout=2)
                continue
            await asyncio.sleep(random.uniform(0, 2 * think))
            action = {"type": "act", "table": table, "seq": self.n, "action": random.choice(self.legal)}
            await self.socket.send(json.dumps({**action, "seat": self.seat}))
            await asyncio.wait([asyncio.create_task(self.changed.wait())], timeout=2)


async def waits(port: int, game: str, given: argparse.Namespace) -> list[float]:
    """Play at all tables; return the seconds that each move of a bot took."""

    def post(body: dict[str, Any], secret: str) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/tables",
            json.dumps(body).encode(),
            {"content-type": "application/json", "authorization": f"Bearer {secret}"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    visitors, tables = [], []
    for _ in range(given.tables):
        socket = await connect(f"ws://127.0.0.1:{port}/api/socket", max_size=None, compression=None)
        await socket.send(json.dumps({"type": "hello", "name": "load"}))
        secret = json.loads(await socket.recv())["secret"]
        body = {
            "game": game,
            "seats": [{"who": "here"}, {"who": "bot", "bot": given.bot}],
            "options": OPTIONS.get(game, {}),
            "choices": {"box": "dropped"} if game == "polygons" else {},
        }
        tables.append((await asyncio.to_thread(post, body, secret))["table"])
        visitor = Visitor(socket)
        visitor.reader = asyncio.create_task(visitor.read())  # type: ignore[attr-defined]
        visitors.append(visitor)
        for request in ("watch", "join"):
            await socket.send(json.dumps({"type": request, "table": tables[-1]}))
    until = time.perf_counter() + given.seconds
    await asyncio.gather(*(one.play(table, given.think, until) for one, table in zip(visitors, tables, strict=True)))
    for visitor in visitors:
        visitor.socket.transport.abort()
    return [wait for visitor in visitors for wait in visitor.waits]


def main() -> None:
    """Run a server for each game and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", default=["take_it_easy", "micropul", "polygons"])
    parser.add_argument("--bot", default="master")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--think", type=float, default=5.0, help="mean seconds that a person takes for an action")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=1, help="worker processes for bots")
    given = parser.parse_args()
    raised = {"tables_per_minute": "100000", "guests_per_minute": "100000", "sockets_per_address": "1000"}
    settings = {**raised, "bot_processes": str(given.processes)}
    environment = {f"LUDOTHEQUE_{name.upper()}": value for name, value in settings.items()}
    print("| game | bot moves | median ms | 90 % within | 99 % within | longest |\n|---|---|---|---|---|---|")
    for game in given.game:
        assert find_game(game).has_bot(given.bot)
        with tempfile.TemporaryDirectory() as folder:
            program = [sys.executable, "-c", "from ludotheque.cli import main; main()", "--lang", "en", "serve"]
            process, port = start(  # type: ignore[no-untyped-call]
                [*program, "--port", "0", "--database", f"{folder}/tables.sqlite"], environment
            )
            try:
                found = sorted(asyncio.run(waits(port, game, given))) or [0.0]
            finally:
                process.terminate()
                process.wait()
        parts = [found[min(int(part * len(found)), len(found) - 1)] for part in (0.5, 0.9, 0.99, 1.0)]
        print(f"| {game} | {len(found):,} | {' | '.join(f'{1000 * part:.0f}' for part in parts)} |", flush=True)
    print(f"load {os.getloadavg()[0]:.1f}", file=sys.stderr)


if __name__ == "__main__":
    main()
