"""No leak: every byte that leaves a table, in whole random games, must not depend on what its reader cannot know.

The whole of `live.Live` runs here, on a real store. Each update is built twice: from the table as it is, and
from one in which everything that the reader cannot know is another - the position imagined from what the reader knows,
and every hidden event of the log and hidden part of the scene nonsense. Both must be the same bytes.
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
from ludotheque.server.tables.lobby import Lobby
from ludotheque.server.tables.table_task import Asked, Follow
from ludotheque.server.tables.updates import Telling
from ludotheque.store import open_store

COMPILED = True


@dataclass(eq=False)
class Recorder:
    """A watcher that keeps every byte."""

    guest: str
    received: list[str] = field(default_factory=list)
    form: Literal["view", "record"] = "view"
    held: dict[Any, bytes] = field(default_factory=dict)
    """What it was told in the form of records, by seat; the scene as "scene"."""

    def send(self, message):
        self.received.append(message.decode())
        told = json.loads(message)
        for one in told.get("known", []):
            self.put(one["seat"], one["changes"])
        self.put("scene", told.get("scene", []))

    def put(self, name, changes):
        for offset, piece in changes:
            new = base64.b64decode(piece)
            old = self.held.get(name, b"").ljust(offset + len(new), b"\0")
            self.held[name] = old[:offset] + new + old[offset + len(new) :]

    def tell(self, message):
        self.send(json.dumps(message).encode())


def scrambled(position):
    """The scene of a table with nonsense in the place of all that nobody has seen."""
    if position.scene is None:
        return None
    scene, rng = copy_record(position.scene), np.random.default_rng(len(position.scene.tobytes()))
    seen = [int(position.state.seen[piece // 40]) >> piece % 40 & 1 for piece in range(80)]
    scene.sight = rng.integers(0, 1 << 40, scene.sight.shape)
    for piece in np.flatnonzero(np.logical_not(seen)):
        for name in ("outlines", "faces"):
            scene[name][piece] = rng.integers(0, 10_000, scene[name][piece].shape)
    return scene


class Twice(Telling):
    """A telling that builds every update twice: the second time nothing is taken over but what readers have, in the
    form of records, from the time before, and that too has been built from another world."""

    compared = 0
    differed = 0

    def __init__(self, table, entries, names, present, before=None):
        super().__init__(table, entries, names, present, before)
        self.others = {} if before is None else before.others
        self.worlds = {}

    def update(self, reader):
        told = super().update(reader)
        table, seats = self.table, reader.seats
        if table.phase != "running" or len(seats) > 1:
            return told
        seat = seats[0] if seats else None
        if seat not in self.worlds:
            other = table.fork()
            world = table.position.mask(seat).determinize(generator(table.n))
            other.position = replace(world, scene=scrambled(table.position))
            entries = {
                n: {
                    "by": data["by"],
                    "do": "nonsense",
                    "picks": [[1, 2]],
                    "box": "nonsense",
                    "act": data.get("act", {}),
                }
                if table.is_veiled(n, seats)
                else data
                for n, data in self.entries.items()
            }
            self.worlds[seat] = Telling(other, entries, self.names, self.present, self.others.get(seat))
            self.worlds[seat]._lines = {}
            self.worlds[seat]._picture = self.worlds[seat]._scene = None
            self.worlds[seat].shown(seat)
            if table.position.scene is not None:
                self.worlds[seat].scene()
            self.others = {**self.others, seat: self.worlds[seat]}
        other = self.worlds[seat]
        again = other.update(reader)
        Twice.compared += 1
        changed = other.table.position.state.tobytes() != table.position.state.tobytes()
        Twice.differed += other.entries != self.entries or changed
        assert again == told, f"after {table.n} entries {seat} can know too much"
        return told


async def play(game, options, seats, seed, monkeypatch, folder):
    """A whole game with all seats and a spectator recorded."""
    rng = random.Random(seed)
    store = await open_store(folder / "tables.sqlite")
    lobby = Lobby(store, Settings(bot_processes=1), shared=False)
    monkeypatch.setattr("ludotheque.server.tables.table_task.Telling", Twice)
    guests = [await store.new_guest(f"guest {number}", bytes([number])) for number in range(seats + 1)]
    table = await lobby.create(guests[0], game, options, {}, [{"for": guest} for guest in guests[:seats]])
    live = await lobby.open(table)
    assert live.task is not None
    live.task.cancel()  # the test turns the handle itself
    watchers = [Recorder(guest) for guest in guests]
    programs = [Recorder(guest, form="record") for guest in guests]  # the same people, who hold the law
    for watcher in watchers + programs:
        await live.handle(Follow(watcher, 0, None, watcher.form))

    async def ask(watcher, **fields):
        await live.handle(Asked(watcher, CLIENT.validate_python({"table": table, **fields}), 0.0))

    for watcher in watchers[:-1]:
        await ask(watcher, type="join", nonce=f"{rng.getrandbits(128):032x}")
    while live.table.phase == "running":
        seat = rng.choice(live.table.to_act())
        action = rng.choice(live.table.position.legal_texts(seat))
        if rng.random() < 0.2:
            other = rng.choice(watchers + programs)
            other.held.clear()
            again = Follow(other, rng.randrange(live.table.n + 1), None, other.form)
            await live.handle(again)  # somebody reconnects
        await ask(watchers[seat], type="act", seq=live.table.n, action=action, seat=seat, ref=f"ref{live.table.n}")
        if live.table.phase == "running":
            assert all(live.table.facts["seed"] not in watcher.received[-1] for watcher in watchers + programs)
        for seat, program in zip((*range(seats), None), programs, strict=True):
            masked = b"".join(live.table.position.mask(seat).to_bytes())
            assert program.held[seat].ljust(len(masked), b"\0") == masked, "what was sent is exactly what is known"
    assert live.table.ending == "complete"
    lobby.pool.close()
    await store.close()
    return watchers + programs, live


GAMES = [("take_it_easy", {"rounds": 1}, 3), ("micropul", {}, 2), ("polygons", {}, 2), ("polygons", {"teams": True}, 4)]


@pytest.mark.parametrize("number", [*range(10), *(pytest.param(n, marks=pytest.mark.long) for n in range(10, 200))])
def test_what_is_sent_does_not_depend_on_what_its_reader_cannot_know(number, monkeypatch, tmp_path):
    game, options, seats = GAMES[number % len(GAMES)]
    Twice.compared = Twice.differed = 0
    watchers, live = asyncio.run(play(game, options, seats, number, monkeypatch, tmp_path))
    assert Twice.compared > 20
    if live.table.game.hidden_information:
        assert Twice.differed > 10, "nothing was hidden: this test is idle"
    for watcher in watchers:
        others = [other.guest for other in watchers[:seats] if other.guest != watcher.guest]
        assert all(f'"{guest}"' not in text for text in watcher.received for guest in others), "ids of guests"
        assert all('"ref' not in text or '"ref": null' in text or '"done"' in text for text in watcher.received)


@pytest.mark.rule("M-70")
def test_the_recorder_would_find_a_leak(monkeypatch, tmp_path):
    """The same test on a table that tells spectators a hand."""
    right = Telling.shown
    monkeypatch.setattr(Telling, "shown", lambda telling, place: right(telling, place or 0))
    with pytest.raises(AssertionError, match="can know too much"):
        asyncio.run(play("micropul", {}, 2, 1, monkeypatch, tmp_path))


@pytest.mark.parametrize(("game", "options"), [("take_it_easy", {"rounds": 1}), ("micropul", {}), ("polygons", {})])
def test_over_the_wire_no_hidden_text_is_seen_before_it_is_public(house, players, tools, game, options):
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
