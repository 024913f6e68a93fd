"""No leak: every byte that is sent about a table, in whole random games, must not depend on what the client cannot
know.

The whole `TableTask` runs here, on a real store. Each update is built twice: from the table as it is, and from one in
which everything is replaced that the recipient cannot know: the position is a determinization of the recipient's masked
state, and hidden events of the log and hidden parts of the scene are random. Both must be the same bytes.
"""

import asyncio
import base64
import json
import random
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import pytest

from ludotheque.codec.records import copy_record
from ludotheque.engine.rng import generator
from ludotheque.server.messages import CLIENT
from ludotheque.server.settings import Settings
from ludotheque.server.tables.inbox import ClientRequest, Subscribe
from ludotheque.server.tables.lobby import Lobby
from ludotheque.server.tables.updates import LogPart, UpdateBuilder
from ludotheque.store import open_store


@dataclass(eq=False)
class Recorder:
    """A client that keeps every byte."""

    guest: str
    received: list[str] = field(default_factory=list)
    form: Literal["view", "record"] = "view"
    held: dict[Any, bytes] = field(default_factory=dict)
    """Bytes received in the form `record`, by seat; the scene as "scene"."""

    def send(self, message):
        self.received.append(message.decode())
        update = json.loads(message)
        for one in update.get("known", []):
            self.put(one["seat"], one["changes"])
        self.put("scene", update.get("scene", []))

    def put(self, name, changes):
        for offset, piece in changes:
            new = base64.b64decode(piece)
            old = self.held.get(name, b"").ljust(offset + len(new), b"\0")
            self.held[name] = old[:offset] + new + old[offset + len(new) :]

    def send_json(self, message):
        self.send(json.dumps(message).encode())


def scrambled(position):
    """The scene of a table with random data in place of everything that nobody has seen."""
    if position.scene is None:
        return None
    scene, rng = copy_record(position.scene), np.random.default_rng(len(position.scene.tobytes()))
    seen = [int(position.state.seen[piece // 40]) >> piece % 40 & 1 for piece in range(80)]
    scene.sight = rng.integers(0, 1 << 40, scene.sight.shape)
    for piece in np.flatnonzero(np.logical_not(seen)):
        for name in ("outlines", "faces"):
            scene[name][piece] = rng.integers(0, 10_000, scene[name][piece].shape)
    return scene


class LeakChecker(UpdateBuilder):
    """Builds every update twice. The second builder reuses nothing but what clients hold in the form `record` from its
    predecessor, which was also built from an alternative position."""

    compared = 0
    differed = 0

    def __init__(self, table, log, names, present, before=None):
        super().__init__(table, log, names, present, before)
        self.previous_alternatives = {} if before is None else before.previous_alternatives
        self.alternatives = {}

    def update(self, recipient):
        update = super().update(recipient)
        table, seats = self.table, recipient.seats
        if table.phase != "running" or len(seats) > 1:
            return update
        seat = seats[0] if seats else None
        if seat not in self.alternatives:
            other = table.fork()
            other_position = table.position.mask(seat).determinize(generator(table.n))
            other.position = replace(other_position, scene=scrambled(table.position))
            entries = {
                n: {
                    "by": data["by"],
                    "do": "nonsense",
                    "picks": [[1, 2]],
                    "box": "nonsense",
                    "act": data.get("act", {}),
                }
                if table.is_hidden(n, seats)
                else data
                for n, data in self.log.entries.items()
            }
            effects = {
                n: b"nonsense" if table.is_hidden(n, seats) else packed for n, packed in self.log.effects.items()
            }
            self.alternatives[seat] = UpdateBuilder(
                other, LogPart(entries, effects), self.names, self.present, self.previous_alternatives.get(seat)
            )
            self.alternatives[seat]._entries_json = {}
            self.alternatives[seat]._picture = self.alternatives[seat]._scene = None
            self.alternatives[seat].masked_view(seat)
            if table.position.scene is not None:
                self.alternatives[seat].scene()
            self.previous_alternatives = {**self.previous_alternatives, seat: self.alternatives[seat]}
        other = self.alternatives[seat]
        again = other.update(recipient)
        LeakChecker.compared += 1
        changed = other.table.position.state.tobytes() != table.position.state.tobytes()
        LeakChecker.differed += other.log != self.log or changed
        assert again == update, f"after {table.n} entries {seat} can know too much"
        return update


async def play(game, options, seats, seed, monkeypatch, folder):
    """A whole game with all seats and a spectator recorded."""
    rng = random.Random(seed)
    store = await open_store(folder / "tables.sqlite")
    lobby = Lobby(store, Settings(bot_processes=1), shared=False)
    monkeypatch.setattr("ludotheque.server.tables.subscribers.UpdateBuilder", LeakChecker)
    guests = [await store.new_guest(f"guest {number}", bytes([number])) for number in range(seats + 1)]
    table = await lobby.create(guests[0], game, options, {}, [{"for": guest} for guest in guests[:seats]])
    table_task = await lobby.open(table)
    assert table_task.runner is not None
    table_task.runner.cancel()  # the test calls `handle` itself
    clients = [Recorder(guest) for guest in guests]
    programs = [Recorder(guest, form="record") for guest in guests]  # the same guests, with the rules
    for client in clients + programs:
        await table_task.handle(Subscribe(client, 0, None, client.form))

    async def ask(client, **fields):
        await table_task.handle(ClientRequest(client, CLIENT.validate_python({"table": table, **fields}), 0.0))

    for client in clients[:-1]:
        await ask(client, type="join", nonce=f"{rng.getrandbits(128):032x}")
    while table_task.table.phase == "running":
        seat = rng.choice(table_task.table.to_act())
        action = rng.choice(table_task.table.position.legal_texts(seat))
        if rng.random() < 0.2:
            other = rng.choice(clients + programs)
            other.held.clear()
            again = Subscribe(other, rng.randrange(table_task.table.n + 1), None, other.form)
            await table_task.handle(again)  # a client reconnects
        await ask(
            clients[seat], type="act", seq=table_task.table.n, action=action, seat=seat, ref=f"ref{table_task.table.n}"
        )
        if table_task.table.phase == "running":
            assert all(table_task.table.facts["seed"] not in client.received[-1] for client in clients + programs)
        for seat, program in zip((*range(seats), None), programs, strict=True):
            masked = b"".join(table_task.table.position.mask(seat).to_bytes())
            assert program.held[seat].ljust(len(masked), b"\0") == masked, "the client's bytes are not the masked state"
    assert table_task.table.ending == "complete"
    lobby.pool.close()
    await store.close()
    return clients + programs, table_task


GAMES = [("take_it_easy", {"rounds": 1}, 3), ("micropul", {}, 2), ("polygons", {}, 2), ("polygons", {"teams": True}, 4)]


@pytest.mark.parametrize("number", [*range(10), *(pytest.param(n, marks=pytest.mark.long) for n in range(10, 200))])
def test_updates_do_not_depend_on_hidden_information(number, monkeypatch, tmp_path):
    game, options, seats = GAMES[number % len(GAMES)]
    LeakChecker.compared = LeakChecker.differed = 0
    clients, table_task = asyncio.run(play(game, options, seats, number, monkeypatch, tmp_path))
    assert LeakChecker.compared > 20
    if table_task.table.game.hidden_information:
        assert LeakChecker.differed > 10, "nothing was hidden: this test checks nothing"
    for client in clients:
        others = [other.guest for other in clients[:seats] if other.guest != client.guest]
        assert all(f'"{guest}"' not in text for text in client.received for guest in others), "ids of guests"
        assert all('"ref' not in text or '"ref": null' in text or '"done"' in text for text in client.received)


@pytest.mark.rule("M-70")
def test_leak_test_detects_a_leak(monkeypatch, tmp_path):
    """The same test with a table that sends a hand to spectators."""
    right = UpdateBuilder.masked_view
    monkeypatch.setattr(UpdateBuilder, "masked_view", lambda builder, place: right(builder, place or 0))
    with pytest.raises(AssertionError, match="can know too much"):
        asyncio.run(play("micropul", {}, 2, 1, monkeypatch, tmp_path))


@pytest.mark.parametrize(("game", "options"), [("take_it_easy", {"rounds": 1}), ("micropul", {}), ("polygons", {})])
def test_hidden_texts_are_not_on_the_wire_before_they_are_public(server, players, tools, game, options):
    ann, bob, eve = players("Ann"), players("Bob"), players("Eve")
    table = ann.create(game, [{"who": "here"}, {"who": "open"}], options=options)
    ann.join(table)
    bob.join(table)
    eve.watch(table)
    tools.play_together([ann, bob, eve], table)
    seed = ann.updates[table]["fair"]["seed"]
    events = {n: entry for n, entry in ann.log[table].items() if entry.get("do")}
    for reader in (ann, bob, eve):
        masked = set()
        for text in reader.bytes:
            message = json.loads(text)
            if message.get("phase") != "over":
                assert seed not in text
                assert ann.secret not in text or reader is ann
                assert bob.secret not in text or reader is bob
            if message["type"] != "update":
                continue
            for entry in message["entries"]:
                if entry.get("do", "") is None:
                    assert set(entry) == {"n", "by", "do"}
                    masked.add(entry["n"])
                else:
                    masked.discard(entry["n"])
            if game == "micropul" and message["phase"] == "running":
                for n in masked:
                    assert f'"{events[n]["do"]}"' not in text
            if game == "polygons" and message["phase"] == "running":
                assert '"sight"' not in text
        assert not masked, "everything is public at the end"
