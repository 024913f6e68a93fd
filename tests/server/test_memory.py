"""What a table keeps in memory does not grow while it is played; what is older comes from the store."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from ludotheque.engine.errors import Refusal
from ludotheque.server.messages import CLIENT
from ludotheque.server.settings import Settings
from ludotheque.server.tables.lobby import Lobby
from ludotheque.server.tables.table import OPENINGS
from ludotheque.server.tables.table_task import KEPT, REFS, Asked, Follow
from ludotheque.server.tables.updates import Telling
from ludotheque.store import open_store


@dataclass(eq=False)
class Heard:
    """A watcher that keeps what it is told."""

    guest: str
    told: list[dict[str, Any]] = field(default_factory=list)

    def send(self, message):
        self.told.append(json.loads(message))

    def tell(self, message):
        self.send(json.dumps(message).encode())


async def play(folder, check):
    """A game of Take It Easy of three rounds, at a table whose handle the test turns itself."""
    store = await open_store(folder / "tables.sqlite")
    lobby = Lobby(store, Settings(bot_processes=1), shared=False)
    ann, bob, spectator = [Heard(await store.new_guest(name, name.encode())) for name in ("Ann", "Bob", "Zoe")]
    places = [{"for": ann.guest}, {"for": bob.guest}]
    table = await lobby.create(ann.guest, "take_it_easy", {"rounds": 3}, {}, places)
    live = await lobby.open(table)
    assert live.task is not None
    live.task.cancel()

    async def ask(watcher, **fields):
        await live.handle(Asked(watcher, CLIENT.validate_python({"table": table, **fields}), 0.0))
        return watcher.told[-1]

    try:
        for watcher in (ann, bob, spectator):
            await live.handle(Follow(watcher, 0, None))
        for watcher in (ann, bob):
            await ask(watcher, type="join")
        await check(lobby, live, ask, ann, bob, spectator)
    finally:
        lobby.pool.close()
        await store.close()


async def act(live, ask, players, rng):
    """One action of whoever is to act."""
    seat = rng.choice(live.table.to_act())
    action, seq = rng.choice(live.table.position.legal_texts(seat)), live.table.n
    request = {"type": "act", "seq": seq, "action": action, "seat": seat, "ref": f"ref {seq}".replace(" ", "-")}
    done = await ask(players[seat], **request)
    assert done["type"] == "done"
    return players[seat], request, done


def test_a_long_game_keeps_the_end_of_its_log_and_tells_all_of_it(tmp_path):
    rng = random.Random(1)

    async def check(lobby, live, ask, ann, bob, spectator):
        sizes = set()
        while live.table.phase == "running":
            await act(live, ask, (ann, bob), rng)
            sizes.add((len(live.entries), max(map(len, live.refs.values())), len(live.table.opened)))
        assert max(sizes) == (KEPT, REFS, OPENINGS)
        log = {entry.seq: entry.data for entry in await lobby.store.entries(live.table.id)}
        assert len(log) == live.table.n > 150
        for after in (0, 50, live.table.n - KEPT - 1, live.table.n - 1, live.table.n):
            for watcher in (ann, spectator):
                await live.handle(Follow(watcher, after, None))
                told = [told for told in watcher.told if told["type"] == "update"][-1]
                seats = live.table.seats_of(watcher.guest)
                whole = Telling(live.table, log, live.names, frozenset(one.guest for one in (ann, bob, spectator)))
                assert told == json.loads(whole.update(whole.reader(watcher.guest, seats, after, "view", anew=True)))
        # The record is whole, and so it is at a table that is read from the store.
        record = await lobby.record(live.table.id)
        live.stop()
        del lobby.live[live.table.id]
        assert await lobby.record(live.table.id) == record
        again = await lobby.open(live.table.id)
        assert (again.entries, again.refs) == (live.entries, live.refs)
        again.stop()

    asyncio.run(play(tmp_path, check))


def test_a_repeated_request_is_done_once_however_late_it_comes(tmp_path):
    rng = random.Random(2)

    async def check(lobby, live, ask, ann, bob, spectator):
        first = await act(live, ask, (ann, bob), rng)
        done = [first, *[await act(live, ask, (ann, bob), rng) for _ in range(4 * REFS)]]
        n = live.table.n
        for watcher, request, answer in done[-REFS:]:
            assert await ask(watcher, **request) == answer
        watcher, request, _ = first
        with pytest.raises(Refusal) as refused:
            await ask(watcher, **request)
        assert refused.value.code == "stale"
        assert live.table.n == n

    asyncio.run(play(tmp_path, check))
