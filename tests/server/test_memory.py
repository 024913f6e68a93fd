"""What a table keeps in memory does not grow during a game; older entries are read from the store."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from ludotheque.engine.errors import Refusal
from ludotheque.server.messages import CLIENT
from ludotheque.server.settings import Settings
from ludotheque.server.tables.inbox import ClientRequest, Subscribe
from ludotheque.server.tables.lobby import Lobby
from ludotheque.server.tables.table import EFFECTS_KEPT, REVEALS_KEPT, effects_of
from ludotheque.server.tables.table_task import ENTRIES_KEPT, REFS_KEPT
from ludotheque.server.tables.updates import LogPart, UpdateBuilder
from ludotheque.store import open_store


@dataclass(eq=False)
class RecordingClient:
    """A client that keeps what it receives."""

    guest: str
    received: list[dict[str, Any]] = field(default_factory=list)

    def send(self, message):
        self.received.append(json.loads(message))

    def send_json(self, message):
        self.send(json.dumps(message).encode())


async def play(folder, check):
    """A game of Take It Easy with three rounds, at a table whose items the test handles itself."""
    store = await open_store(folder / "tables.sqlite")
    lobby = Lobby(store, Settings(bot_processes=1), shared=False)
    ann, bob, spectator = [
        RecordingClient(await store.new_guest(name, name.encode())) for name in ("Ann", "Bob", "Zoe")
    ]
    places = [{"for": ann.guest}, {"for": bob.guest}]
    table = await lobby.create(ann.guest, "take_it_easy", {"rounds": 3}, {}, places)
    table_task = await lobby.open(table)
    assert table_task.runner is not None
    table_task.runner.cancel()

    async def ask(client, **fields):
        await table_task.handle(ClientRequest(client, CLIENT.validate_python({"table": table, **fields}), 0.0))
        return client.received[-1]

    try:
        for client in (ann, bob, spectator):
            await table_task.handle(Subscribe(client, 0, None))
        for client in (ann, bob):
            await ask(client, type="join")
        await check(lobby, table_task, ask, ann, bob, spectator)
    finally:
        lobby.pool.close()
        await store.close()


async def act(table_task, ask, players, rng):
    """One action of a seat that is to act."""
    seat = rng.choice(table_task.table.to_act())
    action, seq = rng.choice(table_task.table.position.legal_texts(seat)), table_task.table.n
    request = {"type": "act", "seq": seq, "action": action, "seat": seat, "ref": f"ref {seq}".replace(" ", "-")}
    done = await ask(players[seat], **request)
    assert done["type"] == "done"
    return players[seat], request, done


def test_long_game_keeps_only_recent_entries_in_memory_and_can_send_all(tmp_path):
    rng = random.Random(1)

    async def check(lobby, table_task, ask, ann, bob, spectator):
        sizes = set()
        while table_task.table.phase == "running":
            await act(table_task, ask, (ann, bob), rng)
            sizes.add((len(table_task.entries), max(map(len, table_task.refs.values())), len(table_task.table.reveals)))
            assert len(table_task.table.effects) <= EFFECTS_KEPT + 2
        assert max(sizes) == (ENTRIES_KEPT, REFS_KEPT, REVEALS_KEPT)
        log = {entry.seq: entry.data for entry in await lobby.store.entries(table_task.table.id)}
        assert len(log) == table_task.table.n > 150
        for after in (0, 50, table_task.table.n - ENTRIES_KEPT - 1, table_task.table.n - 1, table_task.table.n):
            for client in (ann, spectator):
                await table_task.handle(Subscribe(client, after, None))
                received = [message for message in client.received if message["type"] == "update"][-1]
                seats = table_task.table.seats_of(client.guest)
                whole = UpdateBuilder(
                    table_task.table,
                    LogPart(log, effects_of(table_task.table.facts, log.items())),
                    table_task.names,
                    frozenset(one.guest for one in (ann, bob, spectator)),
                )
                assert received == json.loads(
                    whole.update(whole.recipient(client.guest, seats, after, "view", full=True))
                )
        # The record is complete, also of a table that was read from the store again.
        record = await lobby.finished_record(table_task.table.id, None)
        table_task.stop()
        del lobby.tasks[table_task.table.id]
        assert await lobby.finished_record(table_task.table.id, None) == record
        again = await lobby.open(table_task.table.id)
        assert (again.entries, again.refs) == (table_task.entries, table_task.refs)
        again.stop()

    asyncio.run(play(tmp_path, check))


def test_repeated_request_is_executed_once_however_late_it_comes(tmp_path):
    rng = random.Random(2)

    async def check(lobby, table_task, ask, ann, bob, spectator):
        first = await act(table_task, ask, (ann, bob), rng)
        done = [first, *[await act(table_task, ask, (ann, bob), rng) for _ in range(4 * REFS_KEPT)]]
        n = table_task.table.n
        for client, request, answer in done[-REFS_KEPT:]:
            assert await ask(client, **request) == answer
        client, request, _ = first
        with pytest.raises(Refusal) as refused:
            await ask(client, **request)
        assert refused.value.code == "stale"
        assert table_task.table.n == n

    asyncio.run(play(tmp_path, check))
