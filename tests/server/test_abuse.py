"""One client cannot slow down, impersonate or read others, nor fill the disk. Each test failed before its fix."""

import asyncio
import contextlib
import io
import json
import random
import re
import socket
import sqlite3
import stat
import sys
import threading
import time
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from ludotheque import fairness as fair
from ludotheque import game
from ludotheque.engine.errors import Refusal
from ludotheque.engine.position import Event
from ludotheque.game_records import Header, write_event, write_header, write_result
from ludotheque.search.game_loop import play_with
from ludotheque.server.api.app import application
from ludotheque.server.background.record_checks import RecordChecks
from ludotheque.server.background.worker_pool import WorkerPool
from ludotheque.server.names import check_name, distinct_names, skeleton, valid_name
from ludotheque.server.settings import Settings
from ludotheque.server.transport.middleware import SecurityMiddleware
from ludotheque.server.transport.socket import MAX_DEFERRED
from ludotheque.store import StorageFull, open_store
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


def test_opening_sockets_costs_the_address_and_not_the_guests_there(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", address_requests_per_minute=60)
    ann = server.guest("Ann")

    def opened(cookies=""):
        request = UPGRADE.replace(b"\r\n\r\n", f"\r\nCookie: {cookies}\r\n\r\n".encode())
        with socket.create_connection(("127.0.0.1", server.port)) as one:
            one.sendall(request)
            return one.recv(1000).startswith(b"HTTP/1.1 101 ")

    assert not all(opened() for _ in range(40))
    assert not opened("ludotheque=" + "x" * 43)
    assert opened("; ".join(f"{name}={value}" for name, value in ann.cookies.items()))
    ann.close()
    assert server.stop() == 0


def test_messages_that_wait_for_the_store_are_bounded(server, players):
    """They arrive at once, so none is answered before all are read."""
    ann = players("Ann")
    text = json.dumps({"type": "watch", "table": "x"}).encode()
    ann.socket.socket.sendall((bytes([0x81, 0x80 | len(text)]) + MASK + text) * 100)
    codes = [ann.wait("refused")["code"] for _ in range(100)]
    assert codes.count("busy") == 100 - MAX_DEFERRED
    assert codes.count("no_such_table") == MAX_DEFERRED
    assert ann.ask("ping")["type"] == "pong"


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
    assert [seat["name"] for seat in ann.updates[again]["seats"]] == ["Ann", "Ann (2)"]


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
        "^\ufe0f",
        "+\u200d+",
        "\u0301",
    ],
)
def test_invisible_characters_and_piles_of_marks_are_refused(name):
    with pytest.raises(ValueError, match="name"):
        check_name(name)


@pytest.mark.parametrize(
    "name", ["Zoë", "Đặng Thị", "สุดใจ", "👩‍👩‍👧", "❤️ Ann", "🏳️‍🌈", "👩🏽‍🚀", "©️", "1️⃣", "O'Neill-Łoś", "สวัสดี"]
)
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


def test_names_of_a_deleted_guest_leave_the_caches(tmp_path):
    settings = Settings(database=str(tmp_path / "tables.sqlite"), public_url="http://testserver")

    async def main():
        store = await open_store(settings.database)
        app = application(settings, store)
        transport = httpx.ASGITransport(app)
        async with (
            app.app.router.lifespan_context(app.app),
            httpx.AsyncClient(transport=transport, base_url="http://testserver") as client,
        ):
            assert (await client.post("/api/guests", json={"name": "Quibblesnark"})).status_code == 201
            table = (await client.post("/api/records", content=saved_record(["Ann", "Bob"]))).json()["table"]
            assert (await client.get(f"/api/tables/{table}/steps")).status_code == 200
            assert (await client.get("/api/me/tables")).json()[0]["players"][0]["name"] == "Ann"
            checks = app.app.state.lobby.record_checks
            assert checks._cache
            assert (await client.delete("/api/me")).status_code == 204
            assert not checks._cache
            assert [cache.cache_info().currsize for cache in (skeleton, valid_name)] == [0, 0]
        await store.close()

    asyncio.run(main())


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Ann", "ann"),
        ("Ann", "\u0410nn"),
        ("Bill", "BI11"),
        ("Zo\u00e9", "zoe"),
        ("Tom", "T\u03bf rn"),
        ("Vic", "V.I.C"),
    ],
)
def test_names_that_look_alike_have_the_same_skeleton(one, two):
    assert skeleton(one) == skeleton(two)
    assert distinct_names([one, two, None], []) == [one, f"{two} (2)", None]
    assert distinct_names([one], [two, "Bob"]) == [f"{one} (2)"]


def test_name_that_looks_like_another_or_like_a_bot_is_told_apart(players):
    bot = game("take_it_easy").characters["amateur"]
    ann, eve, bob = players("Ann"), players("\u0410nn"), players(bot.upper())
    table = ann.create("take_it_easy", [{"who": "here"}, {"who": "open"}, {"who": "open"}], listed=True)
    for player in (ann, eve, bob):
        player.join(table)
    ann.until(table, lambda update: update["phase"] == "running")
    expected = ["Ann", "\u0410nn (2)", f"{bot.upper()} (2)"]
    assert [seat["name"] for seat in ann.updates[table]["seats"]] == expected
    assert [seat["name"] for seat in ann.http.get(f"/api/tables/{table}").json()["players"]] == expected


# -- Disk -------------------------------------------------------------------------------------------------------------


def count(server, tables):
    """The number of entries of each table."""
    with contextlib.closing(sqlite3.connect(server.database)) as database:
        found = dict(database.execute("SELECT id, last_seq FROM tables"))
    return [found[table] for table in tables]


def test_one_table_without_people_proceeds_at_a_time(server, players):
    eve = players("Eve")
    bots = [{"who": "bot", "bot": "random"}] * 2
    tables = [eve.create("take_it_easy", bots, options={"rounds": 99}) for _ in range(4)]
    for table in tables:
        eve.watch(table)
    before = count(server, tables)
    until = time.monotonic() + 60
    while count(server, tables) == before and time.monotonic() < until:
        time.sleep(0.5)  # the worker process starts
    time.sleep(3)
    grown = [after - then for then, after in zip(before, count(server, tables), strict=True)]
    assert grown[0] > 0
    assert grown[1:] == [0, 0, 0], "several tables of bots proceed at once"
    eve.ask("unwatch", tables[0])
    time.sleep(0.5)
    before = count(server, tables)
    time.sleep(3)
    grown = [after - then for then, after in zip(before, count(server, tables), strict=True)]
    assert grown[0] == 0
    assert sum(more > 0 for more in grown[1:]) == 1


def test_entries_of_a_guest_and_day_are_limited(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", entries_per_day=75)
    eve, ann = server.player("Eve"), server.player("Ann")
    answers: list[dict[str, Any]] = []
    for player in (eve, ann):
        table = player.create("take_it_easy", [{"who": "here"}], options={"rounds": 1})
        player.join(table)
        player.play(table, random.Random(1))
    again = eve.create("take_it_easy", [{"who": "here"}], options={"rounds": 99})
    eve.join(again)
    while eve.legal(again) and len(answers) < 100:
        answers.append(eve.act(again, eve.legal(again)[0][0]))
        if answers[-1]["type"] == "refused":
            break
        while eve.updates[again]["n"] < answers[-1]["n"]:
            eve.receive()
    assert (answers[-1]["code"], answers[-1]["detail"]) == ("too_many", {"limit": "entries_per_day"})
    refused = eve.http.post("/api/tables", json={"game": "take_it_easy", "seats": [{"who": "here"}]})
    assert refused.status_code == 429
    assert eve.ask("close", again)["type"] == "done"
    assert ann.http.post("/api/tables", json={"game": "take_it_easy", "seats": [{"who": "here"}]}).status_code == 201
    for player in (eve, ann):
        player.close()
    assert server.stop() == 0


def test_full_disk_is_reported_as_such(tmp_path):
    """A database that may not grow any more is full, whether an append is written by the fast or the general path."""
    database = str(tmp_path / "tables.sqlite")
    settings = Settings(database=database, public_url="http://testserver", guests_per_minute=10_000)

    async def main():
        store = await open_store(settings.database)
        entry = {"entry": "phrase", "phrase": "x" * 1000}
        await store.create_table("t", {"game": "micropul", "rules": 1, "seats": 2})
        await store.append("t", 1, [entry])

        def limit(connection):
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

        await store._engine.write(limit)
        store._engine._appending.execute("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]

        async def fill(**more):
            facts = await store.facts("t")
            assert facts is not None
            for number in range(facts["last_seq"] + 1, 100):
                await store.append("t", number, [entry | more])

        with pytest.raises(StorageFull):
            await fill()
        with pytest.raises(StorageFull):
            await fill(guest="g")
        app = application(settings, store)
        transport = httpx.ASGITransport(app)
        async with app.app.router.lifespan_context(app.app), httpx.AsyncClient(transport=transport) as client:
            refused: list[tuple[int, str]] = []
            number = 0
            while len(refused) < 20:  # the last pages take some guests; not so many that the address's budget is spent
                number += 1
                answer = await client.post("http://testserver/api/guests", json={"name": f"Ann {number}"})
                if answer.status_code != 201:
                    refused.append((answer.status_code, answer.json()["error"]["code"]))
            assert set(refused) == {(507, "storage_full")}
        await store.close()

    asyncio.run(main())


# -- HTTP -------------------------------------------------------------------------------------------------------------


def test_60_people_behind_one_address_play_while_an_attacker_among_them_is_throttled(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", guests_per_minute=100)
    stop, wrong, seconds = threading.Event(), [], []
    attacked: list[tuple[int, int]] = []

    def attack():
        eve = server.player("Eve")
        table = eve.create("take_it_easy", [{"who": "here"}, {"who": "open"}])
        paths = [f"/api/tables/{table}/qr?{{n}}", "/api/me/bests", "/api/tables", "/api/me/tables", "/api/codes/AAAAA"]
        number, accepted = 0, 0
        while not stop.is_set():
            number += 1
            if number % 3:
                answer = eve.http.get(paths[number % len(paths)].format(n=number))
            else:
                answer = eve.http.patch("/api/me", json={"name": f"Eve {number}"})
            accepted += answer.status_code != 429
        attacked.append((number, accepted))
        eve.close()

    def play(table_of):
        try:
            players = [server.player(f"Player {number}") for number in (table_of, table_of + 100, table_of + 200)]
            table = players[0].create("take_it_easy", [{"who": "here"}, {"who": "open"}, {"who": "open"}])
            for player in players:
                player.join(table)
            for _ in range(8):
                for player in players:
                    player.until(table, lambda update: any(view["legal"] for view in update["views"]))
                    legal = player.legal(table)
                    start = time.monotonic()
                    seat = next(iter(legal))
                    answer = player.act(table, legal[seat][0], seat)
                    seconds.append(time.monotonic() - start)
                    assert answer["type"] == "done", answer
                    while player.updates[table]["n"] < answer["n"]:
                        player.receive()
                    assert player.http.get(f"/api/tables/{table}").status_code == 200
            for player in players:
                player.close()
        except Exception as error:
            wrong.append(error)

    attackers = [threading.Thread(target=attack)]
    people = [threading.Thread(target=play, args=(number,)) for number in range(20)]
    start = time.monotonic()
    for thread in attackers + people:
        thread.start()
    for thread in people:
        thread.join(300)
    stop.set()
    for thread in attackers:
        thread.join(60)
    took = time.monotonic() - start
    assert not wrong, wrong[0]
    (asked, accepted) = attacked[0]
    # The budget at the start and what was added since, at 5 or more units each.
    assert accepted < (600 + 10 * took) / 4, f"{accepted} of {asked} requests in {took:.0f} s were served"
    assert len(seconds) == 20 * 8 * 3
    assert server.stop() == 0


def test_answers_of_the_api_are_not_cached(server, players):
    ann = players("Ann")
    for path in ("/api/me", "/api/tables", "/api/games", "/api/nothing"):
        assert ann.http.get(path).headers["cache-control"] == "no-store", path
    refused = ann.http.get("/api/me", headers={"host": "elsewhere.example"})
    assert (refused.status_code, refused.headers["cache-control"]) == (421, "no-store")


def test_client_that_resets_its_connection_is_no_incident():
    """uvloop refuses to write to a connection that was just reset."""
    counted: list[Any] = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x"})

    async def send(message):
        counted.append(message["type"])
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed")

    async def receive():
        return {"type": "http.request"}

    scope = {"type": "http", "method": "GET", "path": "/healthz", "headers": [(b"host", b"localhost")]}
    asyncio.run(SecurityMiddleware(app, Settings())(scope, receive, send))
    assert counted == ["http.response.start", "http.response.body"]


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"x: %s\r\n" % (b"y" * 60_000) * 200,
        b"GET /" + b"y" * 10_000_000,
        b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        + b"x: %s\r\n" % (b"y" * 60_000) * 100,
        b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000,
    ],
    ids=["headers", "url", "trailers", "pipeline"],
)
def test_request_without_end_is_dropped(server, data):
    with socket.create_connection(("127.0.0.1", server.port)) as one:
        one.settimeout(5)
        answers, sent = b"", 0
        with contextlib.suppress(ConnectionError):
            while sent < len(data):
                sent += one.send(data[sent : sent + 100_000])
            while more := one.recv(65536):
                answers += more
    assert sent < len(data) or len(answers.split(b"HTTP/1.1 200")) < 20


def test_forwarded_addresses_are_believed_only_of_a_configured_proxy(tmp_path, tools):
    """Without a public URL or trusted proxies, a client cannot choose the address for which it is counted."""
    for number, codes in enumerate([429, 404]):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        url = f"http://127.0.0.1:{port}"
        settings = {"public_url": url} if number else {}
        server = tools.server(tmp_path / f"{number}.sqlite", port=port, codes_per_minute=3, **settings)
        answers = [
            httpx.get(f"{url}/api/codes/AAAAA", headers={"x-forwarded-for": f"203.0.113.{one}"}).status_code
            for one in range(5)
        ]
        assert answers[-1] == codes
        assert httpx.get(f"{url}/metrics", headers={"x-forwarded-for": "203.0.113.9"}).status_code == 404
        assert server.stop() == 0


def test_metrics_show_size_and_answers_and_drops_are_logged_on_request(tmp_path, tools):
    for on in (0, 1):
        server = tools.server(tmp_path / f"{on}.sqlite", codes_per_minute=1, log_drops=on)
        ann = server.guest("Ann")
        assert [ann.get("/api/codes/AAAAA").status_code for _ in range(3)] == [404, 429, 429]
        metrics = dict(line.rsplit(" ", 1) for line in ann.get("/metrics").text.splitlines() if line[0] != "#")
        assert float(metrics["ludotheque_database_bytes"]) > 10_000
        assert float(metrics["ludotheque_guests"]) == 1
        assert float(metrics['ludotheque_http_requests_total{status="429"}']) == 2
        assert "ludotheque_bot_wait_seconds_count" in metrics
        ann.close()
        assert server.stop() == 0
        drops = [json.loads(line) for line in server.log if '"dropped"' in line]
        assert [(one["reason"], one["address"]) for one in drops] == [("codes_per_minute", "127.0.0.1")] * on


def test_hints_are_announced_in_lists(players):
    ann = players("Ann")
    for hints in (True, False):
        table = ann.create("take_it_easy", [{"who": "here"}, {"who": "open"}], hints=hints)
        assert ann.http.get(f"/api/tables/{table}").json()["hints"] is hints


def test_export_has_everything_that_is_mine(players):
    ann = players("Ann")
    table = ann.create("take_it_easy", [{"who": "here"}], options={"rounds": 1})
    ann.join(table)
    ann.play(table, random.Random(1))
    record = ann.http.get(f"/api/tables/{table}/record").content
    answer = ann.http.get("/api/me/export")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert sorted(archive.namelist()) == sorted(["me.json", "tables.json", f"records/{table}.jsonl"])
        assert archive.read(f"records/{table}.jsonl") == record
        assert json.loads(archive.read("me.json"))["name"] == "Ann"
        assert [one["table"] for one in json.loads(archive.read("tables.json"))] == [table]


# -- Worker processes -------------------------------------------------------------------------------------------------


def test_askers_of_checks_take_turns():
    async def main():
        checks = RecordChecks(Settings(check_seconds=60))
        done = []

        async def ask(asker, number):
            await checks.run(asker, slow_check, f"{asker} {number}".encode())
            done.append(asker)

        greedy = [asyncio.create_task(ask("eve", number)) for number in range(5)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="Many records"):
            await checks.run("eve", slow_check, b"one more")
        await asyncio.gather(*greedy, ask("ann", 0), ask("bob", 0))
        assert done.index("ann") <= 2
        assert done.index("bob") <= 3
        checks.close()

    asyncio.run(main())


def slow_check(record):
    time.sleep(0.2)
    return record


def test_call_that_never_returns_is_aborted_and_others_go_on():
    async def main():
        pool = WorkerPool(1, 10, seconds=15)  # a busy machine needs some to start a worker
        stuck = asyncio.create_task(pool.run(time.sleep, 1000))
        await asyncio.sleep(0.1)
        assert await asyncio.wait_for(pool.run(abs, -3), 120) == 3
        with pytest.raises(TimeoutError):
            await stuck
        pool.close()

    asyncio.run(main())
