"""The server is killed at random moments under load: no acknowledged action is lost, none is executed twice."""

import asyncio
import random
import threading
import time
import uuid

import pytest

from ludotheque.server.tables.fsck import check
from ludotheque.store import open_store

CLIENTS = 4


class RetryingClient:
    """A client that plays alone against a bot, and repeats requests without an answer."""

    def __init__(self, tools, home, number):
        self.tools, self.home, self.rng = tools, home, random.Random(number)
        self.player = None
        self.secret = None
        self.acknowledged = {}
        self.pending = None
        self.table = None
        self.wrong = None
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        while not self.home["done"]:
            try:
                self.step()
            except AssertionError as error:
                self.wrong = error
                return
            except Exception:  # the server is down: try again until it is back
                self.disconnect()
                time.sleep(0.05)
        self.disconnect()

    def disconnect(self):
        if self.player is not None:
            self.player.close()
            self.player = None

    def step(self):
        player = self.player
        if player is None:
            player = self.tools.player(self.home["server"], "RetryingClient", secret=self.secret)
            self.secret, self.player = player.secret, player
            if self.table is not None:
                player.watch(self.table, after=0)
        if self.table is None or player.updates[self.table]["phase"] == "over":
            seats = [{"who": "here"}, {"who": "bot", "bot": "random"}]
            table = player.create("take_it_easy", seats)
            player.watch(table)
            player.ask("join", table)
            self.table = table
        if self.pending is None:
            player.until(self.table, lambda update: player.legal(self.table) or update["phase"] == "over")
            if not player.legal(self.table):
                return
            action = self.rng.choice(player.legal(self.table)[0])
            self.pending = {"seq": player.updates[self.table]["n"], "action": action, "ref": uuid.uuid4().hex}
        answer = player.ask("act", self.table, **self.pending)
        if answer["type"] == "done":
            self.acknowledged[self.pending["ref"]] = (self.table, answer["n"], self.pending["action"])
            player.until(self.table, lambda update: update["n"] >= answer["n"])
        else:
            assert answer["code"] in ("stale", "not_to_act"), answer
        self.pending = None


def kill_often(tools, database, times):
    rng = random.Random(times)
    home = {"server": tools.server(database, messages_per_second=10_000), "done": False}
    port = home["server"].port
    clients = [RetryingClient(tools, home, number) for number in range(CLIENTS)]
    for client in clients:
        client.thread.start()
    for _ in range(times):
        before = sum(len(client.acknowledged) for client in clients)
        until = time.monotonic() + 60
        while sum(len(client.acknowledged) for client in clients) < before + 8:
            assert time.monotonic() < until, "nothing goes on"
            time.sleep(0.01)
        time.sleep(rng.random() * 0.3)
        home["server"].kill()
        home["server"].stop()
        home["server"] = tools.server(database, port=port, messages_per_second=10_000)
    time.sleep(0.5)
    home["done"] = True
    for client in clients:
        client.thread.join(60)
        assert client.wrong is None, client.wrong
    assert home["server"].stop() == 0
    assert not home["server"].incidents()
    return clients


async def check_database(database, clients):
    store = await open_store(database)
    refs = {}
    for table in await store.table_ids():
        for entry in await store.entries(table):
            ref = entry.data.get("act", {}).get("ref")
            if ref is not None and "entry" not in entry.data:
                assert ref not in refs, "done twice"
                refs[ref] = (table, entry.seq, entry.data["do"])
    troubles = [trouble async for _, trouble in check(store) if trouble is not None]
    await store.close()
    assert troubles == []
    acknowledged: dict[str, tuple[str, int, str]] = {}
    for client in clients:
        acknowledged |= client.acknowledged
    lost = {ref: what for ref, what in acknowledged.items() if refs.get(ref) != what}
    assert not lost
    return len(acknowledged)


@pytest.mark.parametrize("times", [3, pytest.param(50, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_server_killed_at_random_moments_loses_and_duplicates_nothing(tools, tmp_path, request, kind, times):
    database = str(tmp_path / "tables.sqlite") if kind == "sqlite" else request.getfixturevalue("postgres")()
    clients = kill_often(tools, database, times)
    assert asyncio.run(check_database(database, clients)) >= 8 * times
