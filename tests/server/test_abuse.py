"""One client cannot slow down, impersonate or read others, nor fill the disk. Each test failed before its fix."""

import asyncio
import json
import random
import re
import socket
import sqlite3
import stat
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from ludotheque import fairness as fair
from ludotheque import game
from ludotheque.engine.position import Event
from ludotheque.game_records import Header, write_event, write_header, write_result
from ludotheque.search.game_loop import play_with
from ludotheque.server.names import check_name
from ludotheque.store import open_store
from ludotheque.store.schema import metadata

UPGRADE = (
    b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MASK = bytes(4)
FRAMES = {
    "ping": b"\x89\x80" + MASK,
    "pong": b"\x8a\x80" + MASK,
    "fragment": b"\x00\x80" + MASK,
    "message": b'\x81\x8f{"type":"ping"}'[:2] + MASK + b'{"type":"ping"}',
}
"""Frames of a client, masked with zeros."""


# -- Floods -----------------------------------------------------------------------------------------------------------


def flood(server, frame, sockets, seconds):
    """Send a frame on raw sockets that never say hello, as fast as it is taken; for each socket the seconds until the
    server reset the connection (None: it did not)."""
    ended: list[float | None] = [None] * sockets
    start = time.monotonic()

    def send(at):
        with socket.create_connection(("127.0.0.1", server.port)) as one:
            one.settimeout(1)
            one.sendall(UPGRADE)
            one.recv(1000)
            data = (b"\x01\x80" + MASK if frame == FRAMES["fragment"] else b"") + frame * 5000
            while time.monotonic() - start < seconds:
                try:
                    one.sendall(data)
                except TimeoutError:
                    continue
                except OSError:
                    ended[at] = time.monotonic() - start
                    return
                data = frame * 5000

    threads = [threading.Thread(target=send, args=(at,), daemon=True) for at in range(sockets)]
    for thread in threads:
        thread.start()
    return threads, ended


@pytest.mark.parametrize(("kind", "sockets"), [("ping", 1), ("pong", 1), ("fragment", 1), ("message", 8)])
def test_flood_of_frames_does_not_delay_others(server, players, kind, sockets):
    ann = players("Ann")
    threads, ended = flood(server, FRAMES[kind], sockets, 6)
    waits = []
    while any(thread.is_alive() for thread in threads):
        start = time.monotonic()
        assert ann.ask("ping")["type"] == "pong"
        waits.append(time.monotonic() - start)
        time.sleep(0.05)
    assert all(one is not None and one < 5 for one in ended), f"still connected or late: {ended}"
    assert max(waits) < 0.5, f"an answer took {max(waits):.2f} s"


# -- Files ------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
@pytest.mark.parametrize("existing", [False, True], ids=["new", "readable by all"])
def test_only_the_owner_can_read_the_database(tmp_path, tools, existing):
    file = tmp_path / "data" / "tables.sqlite"
    if existing:
        file.parent.mkdir(0o755)
        file.touch(0o644)
    server = tools.server(file)
    server.guest("Ann")
    modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in file.parent.iterdir()}
    assert {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm", "tables.sqlite.lock"} <= modes.keys()
    assert set(modes.values()) == {0o600}, {name: oct(mode) for name, mode in modes.items()}
    assert stat.S_IMODE(file.parent.stat().st_mode) == (0o755 if existing else 0o700)
    assert server.stop() == 0


# -- Names ------------------------------------------------------------------------------------------------------------


def act(position, rng):
    """A random action of the first seat to act."""
    seat = position.to_act[0]
    assert seat != "chance"
    return Event(seat, rng.choice(position.legal_texts(seat)))


def saved_record(players):
    """The record of a game of people that a browser has saved."""
    chance, rng = fair.Chance("5" * 64, ("",) * len(players)), random.Random(3)
    numbers = iter(range(1000))
    played = play_with(
        game("take_it_easy").start(len(players), {"rounds": 1}),
        lambda now: chance.draw(now, next(numbers), {}),
        lambda now: act(now, rng),
    )
    events, positions = zip(*played, strict=True)
    terms = fair.fair_field(fair.commitment("5" * 64), [""] * len(players), seed="5" * 64)
    more = {"bots": [None] * len(players), "fair": {**terms, "by": "page"}}
    header = Header(positions[-1].game, len(players), positions[-1].options(), players, more)
    lines = [write_header(header), *map(write_event, events), write_result(positions[-1].result)]
    return ("\n".join(lines) + "\n").encode()


@pytest.mark.parametrize(
    "name", ["x" * 900_000, "a\u202eb", "a\x00b", "", "\u3164"], ids=["long", "bidi", "nul", "empty", "filler"]
)
def test_names_in_uploaded_records_are_checked(players, name):
    ann = players("Ann")
    answer = ann.http.post("/api/records", content=saved_record([name, "Bob"]))
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")
    assert answer.json()["error"]["detail"] == {"line": 1}


def test_names_stored_by_earlier_versions_are_not_sent(server, players):
    ann = players("Ann")
    table = ann.http.post("/api/records", content=saved_record(["Zed", "Bob"])).json()["table"]
    with sqlite3.connect(server.database) as database:
        (facts,) = database.execute("SELECT facts FROM tables WHERE id = ?", [table]).fetchone()
        long = json.dumps({**json.loads(facts), "names": {"0": "x" * 900_000, "1": "a\u202eb"}})
        database.execute("UPDATE tables SET facts = ? WHERE id = ?", [long, table])
    assert len(ann.http.get("/api/me/tables").content) < 10_000
    ann.watch(table)
    again = ann.ask("rematch", table)["new_table"]
    ann.join(again)
    assert len(max(ann.bytes, key=len)) < 100_000
    assert [seat["name"] for seat in ann.updates[again]["seats"]] == ["Ann", "Ann"]


@pytest.mark.parametrize(
    "name",
    [
        "\u115f",
        "a\u034fb",
        "a\u200db",
        "a\ufe0f",
        "\u2800",
        "e\u0301\u0302\u0303\u0304",
        "z\u0335\u0336\u0337",
        "\u0301",
    ],
)
def test_invisible_characters_and_piles_of_marks_are_refused(name):
    with pytest.raises(ValueError, match="name"):
        check_name(name)


@pytest.mark.parametrize("name", ["Zoë", "Đặng Thị", "สุดใจ", "👩‍👩‍👧", "❤️ Ann", "🏳️‍🌈", "1️⃣", "O'Neill-Łoś", "สวัสดี"])
def test_names_of_all_scripts_and_emoji_are_accepted(name):
    assert check_name(name) == name


def test_names_are_stored_in_normal_form(players):
    assert players("Zoe\u0308").http.get("/api/me").json()["name"] == "Zo\u00eb"


# -- Guests -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two_servers(postgres, tools):
    """Two processes on one PostgreSQL database."""
    url = postgres()
    servers = [tools.server(url), tools.server(url)]
    yield servers
    assert [server.stop() for server in servers] == [0, 0]
    assert [server.incidents() for server in servers] == [[], []]


def second_device(ann, server):
    """Another device of a guest, connected to a server; with the public id of its secret."""
    link = ann.http.post("/api/me/link").json()["link"]
    cookies = httpx.post(f"{server.url}/api/resume", json={"secret": link.partition("#")[2]}).cookies
    device = server.player(cookies=dict(cookies))
    mine = device.http.get("/api/me/secrets").json()
    return device, next(secret["id"] for secret in mine if secret["here"])


def closed_within(player, seconds):
    """Whether the server closes a player's socket within this time."""
    until = time.monotonic() + seconds
    try:
        while time.monotonic() < until:
            player.receive(max(0.01, until - time.monotonic()))
    except TimeoutError:
        return False
    except ConnectionClosed:
        return True
    return False


def test_revoked_device_is_disconnected_from_every_process(two_servers):
    one, two = two_servers
    ann = one.player("Ann")
    phone, secret = second_device(ann, two)
    laptop = two.player(secret=ann.secret)
    assert ann.http.delete(f"/api/me/secrets/{secret}").status_code == 204
    assert closed_within(phone, 3), "a revoked device goes on"
    assert laptop.ask("ping")["type"] == "pong", "another device was disconnected"
    assert ann.http.delete("/api/me").status_code == 204
    assert closed_within(laptop, 3), "a device of a deleted guest goes on"
    assert closed_within(ann, 3)
    for player in (ann, phone, laptop):
        player.close()


def test_new_name_reaches_every_process_but_no_other_table(two_servers):
    one, two = two_servers
    ann, bob, eve = one.player("Ann"), two.player("Bob"), two.player("Eve")
    table = ann.create("take_it_easy", [{"who": "here"}, {"who": "open"}])
    ann.join(table)
    bob.join(table)
    other = eve.create("take_it_easy", [{"who": "here"}, {"who": "open"}])
    eve.join(other)
    updates = len(eve.received)
    assert ann.http.patch("/api/me", json={"name": "Anouk"}).status_code == 200
    bob.until(table, lambda update: update["seats"][0]["name"] == "Anouk", timeout=3)
    eve.ask("ping")
    assert [message["type"] for message in eve.received[updates:]] == ["pong"]
    for player in (ann, bob, eve):
        player.close()


def stored_text(database):
    """Everything in a database, as text: the rows, and on SQLite also the bytes of its files."""
    text = ""

    async def read():
        nonlocal text
        store = await open_store(database, serve=False)
        try:
            for table in metadata.sorted_tables:
                for row in await store._read(select(table)):
                    text += f"{tuple(row)}\n"
        finally:
            await store.close()

    asyncio.run(read())
    if not database.startswith("postgresql"):
        for file in Path(database).parent.iterdir():
            text += file.read_bytes().decode("latin-1")
    return text


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_deleted_guest_leaves_no_name_behind(kind, tmp_path, request, tools):
    """Names of a guest and of people at their device are gone from memory, the database and every answer."""
    database = str(tmp_path / "data" / "tables.sqlite") if kind == "sqlite" else request.getfixturevalue("postgres")()
    servers = [tools.server(database) for _ in range(1 if kind == "sqlite" else 2)]
    one, two = servers[0], servers[-1]
    ann, bob = one.player("Quibblesnark"), two.player("Bob")
    here = [{"who": "here", "name": "Quibblesnark"}, {"who": "here", "name": "Wimplethorn"}]
    never_joined = ann.create("take_it_easy", here)
    played = ann.create("take_it_easy", [*here, {"who": "open"}], options={"rounds": 1})
    ann.join(played)
    bob.join(played)
    tools.play_together([ann, bob], played)
    ann.watch(never_joined)
    bob.watch(never_joined)
    rematch = bob.ask("rematch", played)["new_table"]
    bob.join(rematch)
    waiting = [seat["name"] for seat in bob.updates[rematch]["seats"]]
    ann.join(rematch)
    bob.until(rematch, lambda update: update["phase"] == "running")
    names = [seat["name"] for seat in bob.updates[rematch]["seats"]]
    assert sorted(names) == ["Bob", "Quibblesnark", "Wimplethorn"], waiting
    ann.create("take_it_easy", here)  # not in memory
    imported = ann.http.post("/api/records", content=saved_record(["Wimplethorn", "Quibblesnark"])).json()["table"]
    assert ann.http.post("/api/me/link").status_code == 201
    assert "Wimplethorn" in stored_text(database)

    assert ann.http.delete("/api/me").status_code == 204
    bob.until(rematch, lambda update: "Wimplethorn" not in json.dumps(update["seats"]), timeout=5)
    time.sleep(0.2)
    pattern = re.compile("quibblesnark|wimplethorn", re.IGNORECASE)
    assert not pattern.findall(stored_text(database))
    again = bob.ask("rematch", played)["new_table"]
    assert again == rematch
    for server in servers:
        cleo = server.player("Cleo")
        for table in (never_joined, played, rematch, imported):
            cleo.watch(table)
        texts = [*cleo.bytes, server.http.get("/api/tables").text]
        for table in (never_joined, played, rematch, imported):
            for path in ("", "/record", "/steps", "/verify"):
                texts.append(cleo.http.get(f"/api/tables/{table}{path}").text)
            texts += [server.http.get(f"/{page}/{table}").text for page in ("t", "replay")]
        texts.append(bob.http.get("/api/me/tables").text)
        assert not [text for text in texts if pattern.search(text)]
        cleo.close()
    assert bob.ask("ping")["type"] == "pong"
    bob.close()
    ann.close()
    assert [server.stop() for server in servers] == [0] * len(servers)
    assert [server.incidents() for server in servers] == [[]] * len(servers)
