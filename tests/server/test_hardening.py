"""Limits and checks against abuse and failure, on both databases where it matters. Each test failed before its fix."""

import asyncio
import contextlib
import json
import os
import random
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludotheque.server.api.json_schema import schema_json
from ludotheque.server.messages import CODES
from ludotheque.server.settings import Settings
from ludotheque.server.tables.commands import start_game
from ludotheque.server.tables.lobby import Lobby
from ludotheque.store import open_store

BOTS = [{"who": "bot", "bot": "random"}] * 2


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def shared_server(request, tmp_path_factory, tools):
    """A server on each database."""
    if request.param == "sqlite":
        database = tmp_path_factory.mktemp("shared_server") / "tables.sqlite"
    else:
        database = request.getfixturevalue("postgres")()
    many = dict.fromkeys(("guests", "tables", "codes", "uploads", "phrases"), 100_000)
    one = tools.server(database, **{f"{name}_per_minute": value for name, value in many.items()})
    yield one
    assert one.stop() == 0
    assert not one.incidents(), one.incidents()


def over(player):
    """A finished table of this player."""
    table = player.create("take_it_easy", [{"who": "here"}], options={"rounds": 1})
    player.join(table)
    player.play(table, random.Random(1))
    return table


def raw(server, text, wait=5.0):
    """What the server answers to these bytes, until it closes the connection or sends nothing more."""
    answer = b""
    with socket.create_connection(("127.0.0.1", server.port)) as one:
        one.settimeout(wait)
        one.sendall(text)
        with contextlib.suppress(TimeoutError):
            while more := one.recv(65536):
                answer += more
    return answer


# -- Record checks ----------------------------------------------------------------------------------------------------


def entries_in(player, table, seconds):
    """How many entries a table of bots gets in a time."""
    until = time.monotonic() + seconds
    before = player.updates[table]["n"]
    while time.monotonic() < until:
        player.receive(30)
    return player.updates[table]["n"] - before


def test_record_checks_do_not_slow_down_bots(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", checks_per_minute=100_000)
    ann = server.player("Ann")
    done = over(ann)
    table = ann.create("take_it_easy", BOTS, options={"rounds": 99})
    ann.watch(table)
    entries_in(ann, table, 3)  # the bots are loaded
    quiet = entries_in(ann, table, 4)
    stop = threading.Event()

    def ask(number):
        with httpx.Client(base_url=server.url, timeout=60) as client:
            while not stop.is_set():
                client.get(f"/api/tables/{done}/steps?count=200&first={number}&seat={number % 64}")
                client.get(f"/api/tables/{done}/verify")
                number += 8

    threads = [threading.Thread(target=ask, args=(number,), daemon=True) for number in range(8)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    loud = entries_in(ann, table, 4)
    stop.set()
    for thread in threads:
        thread.join(60)
    ann.close()
    assert server.stop() == 0
    assert loud > quiet / 4, f"{quiet} entries in 4 s, {loud} while others check records"


def test_record_checks_are_rate_limited_and_cached(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", checks_per_minute=20)
    ann = server.player("Ann")
    table = over(ann)
    server.http.get(f"/api/tables/{table}/verify")
    clock = time.perf_counter()
    answers = [server.http.get(f"/api/tables/{table}/verify") for _ in range(10)]
    assert time.perf_counter() - clock < 2, "checked again each time"
    assert all(answer.json()["good"] for answer in answers)
    codes = [server.http.get(f"/api/tables/{table}/steps").status_code for _ in range(20)]
    assert codes.count(200) == 9
    assert codes[-1] == 429
    assert server.http.get(f"/api/tables/{table}/record").status_code == 429
    ann.close()
    server.stop()


def test_record_check_has_a_time_limit(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", check_seconds=0.05)
    ann = server.player("Ann")
    answer = server.http.get(f"/api/tables/{over(ann)}/verify")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
    ann.close()
    assert server.stop() == 0
    assert not server.incidents()


# -- Connections ------------------------------------------------------------------------------------------------------


def test_incomplete_request_is_dropped(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", request_within=1)
    for begun in (b"", b"GET / HT", b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"):
        clock = time.monotonic()
        raw(server, begun, wait=10)
        assert time.monotonic() - clock < 6, begun
    server.stop()


def test_connections_per_address_are_limited(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", connections_per_address=20, trusted_proxies="192.0.2.1")
    with contextlib.ExitStack() as stack:
        many = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(40)]
        time.sleep(0.5)
        for one in many:
            one.setblocking(False)
        closed = 0
        for one in many:
            with contextlib.suppress(BlockingIOError):
                closed += one.recv(1) == b""
        assert closed >= 20
    time.sleep(0.5)
    assert server.http.get("/healthz").status_code == 200
    server.stop()
    assert len([line for line in server.log if "connections_per_address" in line]) == 1


def test_server_survives_a_low_file_limit_and_logs_it(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", files=(100, 200), request_within=300)
    ann = server.player("Ann")
    with contextlib.ExitStack() as stack:
        for _ in range(300):
            with contextlib.suppress(OSError):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=5))
                one.sendall(b"GET / HT")
        assert ann.ask("ping")["type"] == "pong", "a connected client is not served"
        until = time.monotonic() + 60
        while not any("open_files" in line for line in list(server.log)):  # connections are not accepted all at once
            assert time.monotonic() < until, "nothing was logged"
            time.sleep(0.05)
    until = time.monotonic() + 60
    while True:
        with contextlib.suppress(httpx.HTTPError):
            if server.http.get("/healthz").status_code == 200:
                break
        assert time.monotonic() < until, "no new connections are accepted"
        time.sleep(0.2)
    ann.close()
    assert server.stop() == 0


# -- Invalid input ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["[", "]", "[::1", "[::1]:x", "a:b:c", "[v1.x]", "localhost:99999", ""])
def test_invalid_host_header_is_refused(shared_server, host):
    answer = raw(shared_server, f"GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert b" 421 " in answer.splitlines()[0], answer[:200]
    upgrade = {"Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "A" * 22 + "=="}
    lines = "".join(f"{name}: {value}\r\n" for name, value in upgrade.items())
    told = raw(
        shared_server, f"GET /api/socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n{lines}\r\n".encode()
    )
    assert b" 403 " in told.splitlines()[0], told[:200]


@pytest.mark.parametrize("path", ["tables/a%00b", "tables/%00/record", "tables/%00/verify", "codes/A%00", "tables/%ff"])
def test_invalid_id_is_refused(shared_server, path):
    answer = shared_server.http.get(f"/api/{path}")
    assert answer.status_code in (400, 404), answer.text
    assert answer.json()["error"]["code"] in CODES


LONE = '"\\ud800"'


@pytest.mark.parametrize(
    "frame",
    [
        f'{{"type": "ping", "ref": {LONE}}}',
        f'{{"type": "watch", "table": {LONE}}}',
        f'{{"type": "ping", {LONE}: 1}}',
        f'{{"type": {LONE}}}',
        f'{{"type": "hello", "name": {LONE}, "ref": "1"}}',
        LONE,
    ],
)
def test_lone_surrogate_on_the_socket_is_refused_and_the_socket_stays_open(shared_server, frame):
    with connect(f"ws://127.0.0.1:{shared_server.port}/api/socket") as one:
        one.send(frame)
        assert json.loads(one.recv(timeout=20))["code"] == "malformed"
        one.send('{"type": "ping", "ref": "alive"}')
        assert json.loads(one.recv(timeout=20)) == {"type": "pong", "ref": "alive"}


def test_lone_surrogate_over_http_is_refused(shared_server):
    for path, body in (
        ("guests", f'{{"name": {LONE}}}'),
        ("guests", f'{{"name": "A", {LONE}: 1}}'),
        ("resume", f'{{"secret": {LONE}}}'),
        ("replay", f'{{"record": 1, "game": {LONE}}}'),
        ("verify", f'{{"record": 1, "game": "micropul", "rules": 1, "seats": 2, "options": {{{LONE}: 1}}}}'),
    ):
        answer = shared_server.http.post(
            f"/api/{path}", content=body.encode(), headers={"content-type": "application/json"}
        )
        assert answer.status_code in (200, 400, 404), (path, answer.text)
    ann = shared_server.player("Ann")
    body = f'{{"game": "micropul", "seats": [], "options": {{{LONE}: 1}}}}'
    answer = ann.http.post("/api/tables", content=body.encode(), headers={"content-type": "application/json"})
    assert answer.json()["error"]["code"] == "malformed"
    header = f'{{"record": 1, "game": "take_it_easy", "rules": 1, "seats": 1, "players": [{LONE}]}}'
    answer = ann.http.post("/api/replay", content=header.encode(), headers={"content-type": "application/x-ndjson"})
    assert answer.status_code in (200, 400), answer.text
    ann.close()


def test_invalid_utf_8_closes_the_socket_with_1007_without_a_traceback(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite")
    ann = server.player("Ann")
    ann.socket.send(b"\xff\xfe", text=True)
    with pytest.raises(ConnectionClosed) as closed:
        ann.receive(20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007
    ann.close()
    server.stop()
    assert not any("Traceback" in line for line in server.log)


def test_unexpected_error_over_http_is_reported_as_an_incident(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite")
    with sqlite3.connect(server.database) as database:
        database.execute("DROP TABLE sittings")
    database.close()
    guest = server.guest("Ann")
    answer = guest.get("/api/me/tables")
    guest.close()
    assert answer.status_code == 500
    error = answer.json()["error"]
    assert error["code"] == "incident"
    assert "x-content-type-options" in answer.headers
    server.stop()
    (logged,) = server.incidents()
    assert json.loads(logged)["incident"] == error["incident"]


# -- Expensive requests -----------------------------------------------------------------------------------------------


def test_schema_is_encoded_once(shared_server):
    assert shared_server.http.get("/api/schema").content == schema_json()
    assert schema_json() is schema_json()


def test_watching_again_is_charged_against_the_rate(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", messages_per_second=20)
    ann = server.player("Ann")
    table = over(ann)
    time.sleep(3.2)
    for _ in range(55):
        ann.send(type="watch", table=table, after=0)
    codes: list[str | None] = []
    while len(codes) < 55:
        message = ann.receive()
        if message["type"] in ("table", "refused"):
            codes.append(message["code"] if message["type"] == "refused" else None)
    assert ann.facts[table]["code"] is None, "another table may have its code by now"
    assert 0 < codes.count(None) < 20, "whole logs cost as much as a ping"
    assert codes.count("too_many") == 55 - codes.count(None)
    ann.close()
    server.stop()


# -- Resume links and devices -----------------------------------------------------------------------------------------


def test_devices_and_links_are_listed_and_can_be_revoked(shared_server):
    laptop, phone, thief = shared_server.guest("Ann"), shared_server.guest("Phone"), shared_server.guest("Thief")
    first = laptop.post("/api/me/link").json()["link"].split("#")[1]
    second = laptop.post("/api/me/link").json()["link"].split("#")[1]
    refused = phone.post("/api/resume", json={"secret": first})
    assert refused.json()["error"]["code"] == "no_such_guest", "a link ends when a new one is made"
    assert phone.post("/api/resume", json={"secret": second}).status_code == 200
    assert thief.post("/api/resume", json={"secret": second}).status_code == 200
    assert phone.get("/api/me").json() == laptop.get("/api/me").json()
    with httpx.Client(base_url=shared_server.url, headers={"authorization": f"Bearer {second}"}) as program:
        assert program.get("/api/me").json()["guest"] is None, "a link is not a secret for requests: it creates one"
    listed = laptop.get("/api/me/secrets").json()
    assert [one["kind"] for one in listed] == ["device", "link", "device", "device"]
    assert [one["here"] for one in listed] == [True, False, False, False]
    assert second not in json.dumps(listed)
    stolen = listed[3]["id"]
    assert laptop.delete(f"/api/me/secrets/{stolen}").status_code == 204
    assert thief.get("/api/me").json()["guest"] is None
    assert phone.get("/api/me").json()["name"] == "Ann"
    assert laptop.delete(f"/api/me/secrets/{listed[1]['id']}").status_code == 204
    assert thief.post("/api/resume", json={"secret": second}).status_code == 404
    assert phone.delete(f"/api/me/secrets/{stolen}").status_code == 404
    for one in (laptop, phone, thief):
        one.close()


# -- Operation --------------------------------------------------------------------------------------------------------


def test_full_disk_is_reported_and_the_log_stays_small(tmp_path, tools):
    """The full disk is simulated by a limit on file sizes."""
    server = tools.server(tmp_path / "tables.sqlite")
    assert server.http.get("/readyz").json() == {"status": "ready"}
    ann = server.player("Ann")
    table = ann.create("take_it_easy", [{"who": "here"}], options={"rounds": 9})
    ann.join(table)
    size = max(file.stat().st_size for file in tmp_path.iterdir())
    prlimit(server.process.pid, size)
    time.sleep(2.1)
    until = time.monotonic() + 30
    while server.http.get("/readyz").status_code == 200:
        assert time.monotonic() < until, "it reports ready"
        time.sleep(0.5)
    assert server.http.get("/readyz").json()["status"] == "read_only"
    assert server.http.get("/healthz").status_code == 200, "it still answers"
    before = len("".join(server.log))
    refused = [ann.act(table, ann.legal(table)[0][0], 0) for _ in range(20)]
    assert {answer["code"] for answer in refused} == {"incident"}
    time.sleep(0.5)
    assert len("".join(server.log)) - before < 20 * 400 + 8000
    prlimit(server.process.pid, None)
    while server.http.get("/readyz").status_code != 200:
        assert time.monotonic() < until, "it does not report ready again"
        time.sleep(0.5)
    assert ann.act(table, ann.legal(table)[0][0], 0)["type"] == "done"
    ann.close()
    assert server.stop() == 0


def prlimit(pid, size):
    """Limit the size of files of a process; None: no limit."""
    import resource

    limit = resource.RLIM_INFINITY if size is None else size
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))


@pytest.mark.parametrize("name", ["testserver", "evil.local", "local", "x.testserver"])
def test_unknown_host_names_are_refused(shared_server, name):
    assert shared_server.http.get("/api/games", headers={"host": name}).status_code == 421


def test_host_names_can_be_configured(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", host_names="games.local,play.example.org")
    for name, status in (("games.local", 200), ("play.example.org:80", 200), ("other.local", 421)):
        assert server.http.get("/api/games", headers={"host": name}).status_code == status
    server.stop()


def command(*words, before=()):
    """Run the command line."""
    program = [
        *before,
        sys.executable,
        "-c",
        "from ludotheque.cli import main; main()",
        "--lang",
        "en",
        *map(str, words),
    ]
    environment = {**os.environ}
    return subprocess.run(program, capture_output=True, text=True, env=environment, timeout=60)


def test_newer_database_is_refused_with_advice_that_works(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite")
    server.stop()
    with sqlite3.connect(server.database) as database:
        database.execute("UPDATE alembic_version SET version_num = '999'")
    database.close()
    told = command("check", "--database", server.database)
    assert told.returncode == 2
    assert "serve it once" not in told.stderr, "serving refuses it too"
    assert "newer" in told.stderr


# -- Databases and clocks ---------------------------------------------------------------------------------------------


def test_check_finds_a_missing_entry(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite")
    ann = server.player("Ann")
    table = over(ann)
    ann.close()
    server.stop()
    assert command("check", "--database", server.database).returncode == 0
    with sqlite3.connect(server.database) as database:
        database.execute("DELETE FROM entries WHERE table_id = ? AND seq = 7", [table])
    database.close()
    told = command("check", "--database", server.database)
    assert told.returncode == 3
    assert table in told.stdout
    assert "entry 7 is missing" in told.stdout


@pytest.mark.parametrize("read_only", ["the file", "all of its folder"])
def test_read_only_database_is_refused_with_a_message(tmp_path, tools, read_only):
    server = tools.server(tmp_path / "tables.sqlite")
    server.stop()
    folder = Path(tmp_path)
    for one in [Path(server.database)] if read_only == "the file" else [*folder.iterdir(), folder]:
        one.chmod(0o555)
    humble = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []  # root may write everything
    try:
        told = command("serve", "--port", "0", "--database", server.database, before=humble)
    finally:
        folder.chmod(0o755)
    assert told.returncode == 2, told.stderr
    assert "Traceback" not in told.stderr
    assert "cannot be used" in told.stderr


@pytest.mark.parametrize("days", [30, -30])
def test_setting_the_clock_closes_no_table_and_marks_nobody_absent(database, days, monkeypatch):
    jump = 0.0
    monkeypatch.setattr("ludotheque.server.tables.wall_clock.wall_clock", lambda: time.time() + jump)
    monkeypatch.setattr("ludotheque.store.database._now", lambda: int(1000 * (time.time() + jump)))

    async def play():
        nonlocal jump
        store = await open_store(database)
        lobby = Lobby(store, Settings(abandon_after=86_400, away_after=60), shared=True)
        guest = await store.new_guest("Ann", b"1" * 32)
        table = await lobby.create(guest, "take_it_easy", {}, {}, [{"for": guest}, {}])
        await store.append(table, 1, [{"entry": "join", "seat": 0, "guest": guest, "nonce": ""}])
        table_task = await lobby.open(table)
        jump = days * 86_400
        sweep = asyncio.create_task(lobby.housekeeping.abandon_stale())
        await asyncio.sleep(0.3)
        sweep.cancel()
        assert table_task.table.phase == "waiting", "a new table was abandoned"
        assert lobby.wall_clock.jumped(60)
        await store.append(table, 2, [{"entry": "phrase", "seat": 0, "phrase": "hello"}])
        assert [entry.seq for entry in await store.entries(table)] == [1, 2]
        await store.seen([guest])
        (known,) = (await store.guests([guest])).values()
        assert abs(known.seen.timestamp() - time.time() - jump) < 5
        alone = await lobby.open(await lobby.create(guest, "take_it_easy", {}, {}, [{"for": guest}]))
        await alone.write(lambda draft: draft.add(entry="join", seat=0, guest=guest, nonce=""))
        await alone.write(start_game)
        alone.after_change()
        alone.clocks.gone_since[guest] = time.monotonic() - 61  # not connected to this process
        assert alone.clocks.deadlines(alone.table)[0][1] == "gone"
        await alone.check_deadlines()
        assert not alone.table.seats[0].by_bot, "a player connected elsewhere counts as absent"
        await lobby.stop()
        await store.close()

    asyncio.run(play())
