"""Doors that were found open, on both databases where it matters: each of these tests failed before one was closed."""

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
from ludotheque.server.tables.commands import begin
from ludotheque.server.tables.lobby import Lobby
from ludotheque.store import open_store

BOTS = [{"who": "bot", "bot": "random"}] * 2


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def fort(request, tmp_path_factory, tools):
    """A server on each database."""
    if request.param == "sqlite":
        database = tmp_path_factory.mktemp("fort") / "tables.sqlite"
    else:
        database = request.getfixturevalue("postgres")()
    many = dict.fromkeys(("guests", "tables", "codes", "uploads", "phrases"), 100_000)
    one = tools.house(database, **{f"{name}_per_minute": value for name, value in many.items()})
    yield one
    assert one.stop() == 0
    assert not one.incidents(), one.incidents()


def over(player):
    """A table of one's own that is over."""
    table = player.create("take_it_easy", [{"who": "here"}], options={"rounds": 1})
    player.join(table)
    player.play(table, random.Random(1))
    return table


def raw(house, text, wait=5.0):
    """What the server answers to these bytes, until it closes or says no more."""
    answer = b""
    with socket.create_connection(("127.0.0.1", house.port)) as one:
        one.settimeout(wait)
        one.sendall(text)
        with contextlib.suppress(TimeoutError):
            while more := one.recv(65536):
                answer += more
    return answer


# -- 1. What anybody may ask must not stand in the way of play --------------------------------------------------------


def entries_in(player, table, seconds):
    """How many entries a table of bots gets in a time."""
    until = time.monotonic() + seconds
    before = player.updates[table]["n"]
    while time.monotonic() < until:
        player.receive(30)
    return player.updates[table]["n"] - before


def test_who_has_records_checked_does_not_slow_the_bots_of_others(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite", checks_per_minute=100_000)
    ann = house.player("Ann")
    done = over(ann)
    table = ann.create("take_it_easy", BOTS, options={"rounds": 99})
    ann.watch(table)
    entries_in(ann, table, 3)  # its bots are awake
    quiet = entries_in(ann, table, 4)
    stop = threading.Event()

    def ask(number):
        with httpx.Client(base_url=house.url, timeout=60) as client:
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
    assert house.stop() == 0
    assert loud > quiet / 4, f"{quiet} entries in 4 s, {loud} while others check records"


def test_checks_have_a_rate_and_a_finished_table_is_checked_once(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite", checks_per_minute=20)
    ann = house.player("Ann")
    table = over(ann)
    house.http.get(f"/api/tables/{table}/verify")
    clock = time.perf_counter()
    answers = [house.http.get(f"/api/tables/{table}/verify") for _ in range(10)]
    assert time.perf_counter() - clock < 2, "found anew each time"
    assert all(answer.json()["good"] for answer in answers)
    codes = [house.http.get(f"/api/tables/{table}/steps").status_code for _ in range(20)]
    assert codes.count(200) == 9
    assert codes[-1] == 429
    assert house.http.get(f"/api/tables/{table}/record").status_code == 429
    ann.close()
    house.stop()


def test_a_check_that_takes_too_long_is_ended(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite", check_seconds=0.05)
    ann = house.player("Ann")
    answer = house.http.get(f"/api/tables/{over(ann)}/verify")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
    ann.close()
    assert house.stop() == 0
    assert not house.incidents()


# -- 2. Connections ---------------------------------------------------------------------------------------------------


def test_a_request_that_is_never_whole_is_let_go(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite", request_within=1)
    for begun in (b"", b"GET / HT", b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"):
        clock = time.monotonic()
        raw(house, begun, wait=10)
        assert time.monotonic() - clock < 6, begun
    house.stop()


def test_plain_connections_of_one_address_are_limited(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite", connections_per_address=20, trusted_proxies="192.0.2.1")
    with contextlib.ExitStack() as stack:
        many = [stack.enter_context(socket.create_connection(("127.0.0.1", house.port))) for _ in range(40)]
        time.sleep(0.5)
        for one in many:
            one.setblocking(False)
        closed = 0
        for one in many:
            with contextlib.suppress(BlockingIOError):
                closed += one.recv(1) == b""
        assert closed >= 20
    time.sleep(0.5)
    assert house.http.get("/healthz").status_code == 200
    house.stop()
    assert len([line for line in house.log if "connections_per_address" in line]) == 1


def test_under_a_low_limit_of_files_the_server_lives_and_says_so(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite", files=(100, 200), request_within=300)
    ann = house.player("Ann")
    with contextlib.ExitStack() as stack:
        for _ in range(300):
            with contextlib.suppress(OSError):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", house.port), timeout=5))
                one.sendall(b"GET / HT")
        assert ann.ask("ping")["type"] == "pong", "who is there is served"
        until = time.monotonic() + 60
        while not any("open_files" in line for line in list(house.log)):  # who knocks is not let in all at once
            assert time.monotonic() < until, "nothing was logged"
            time.sleep(0.05)
    until = time.monotonic() + 60
    while True:
        with contextlib.suppress(httpx.HTTPError):
            if house.http.get("/healthz").status_code == 200:
                break
        assert time.monotonic() < until, "nobody can come in any more"
        time.sleep(0.2)
    ann.close()
    assert house.stop() == 0


# -- 3. Nonsense ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["[", "]", "[::1", "[::1]:x", "a:b:c", "[v1.x]", "localhost:99999", ""])
def test_a_host_that_is_no_name_is_refused(fort, host):
    answer = raw(fort, f"GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert b" 421 " in answer.splitlines()[0], answer[:200]
    upgrade = {"Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "A" * 22 + "=="}
    lines = "".join(f"{name}: {value}\r\n" for name, value in upgrade.items())
    told = raw(fort, f"GET /api/socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n{lines}\r\n".encode())
    assert b" 403 " in told.splitlines()[0], told[:200]


@pytest.mark.parametrize("path", ["tables/a%00b", "tables/%00/record", "tables/%00/verify", "codes/A%00", "tables/%ff"])
def test_an_id_that_is_none_is_refused(fort, path):
    answer = fort.http.get(f"/api/{path}")
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
def test_half_a_sign_on_the_socket_is_refused_and_the_socket_lives(fort, frame):
    with connect(f"ws://127.0.0.1:{fort.port}/api/socket") as one:
        one.send(frame)
        assert json.loads(one.recv(timeout=20))["code"] == "malformed"
        one.send('{"type": "ping", "ref": "alive"}')
        assert json.loads(one.recv(timeout=20)) == {"type": "pong", "ref": "alive"}


def test_half_a_sign_over_http_is_refused(fort):
    for path, body in (
        ("guests", f'{{"name": {LONE}}}'),
        ("guests", f'{{"name": "A", {LONE}: 1}}'),
        ("resume", f'{{"secret": {LONE}}}'),
        ("replay", f'{{"record": 1, "game": {LONE}}}'),
        ("verify", f'{{"record": 1, "game": "micropul", "rules": 1, "seats": 2, "options": {{{LONE}: 1}}}}'),
    ):
        answer = fort.http.post(f"/api/{path}", content=body.encode(), headers={"content-type": "application/json"})
        assert answer.status_code in (200, 400, 404), (path, answer.text)
    ann = fort.player("Ann")
    body = f'{{"game": "micropul", "seats": [], "options": {{{LONE}: 1}}}}'
    answer = ann.http.post("/api/tables", content=body.encode(), headers={"content-type": "application/json"})
    assert answer.json()["error"]["code"] == "malformed"
    header = f'{{"record": 1, "game": "take_it_easy", "rules": 1, "seats": 1, "players": [{LONE}]}}'
    answer = ann.http.post("/api/replay", content=header.encode(), headers={"content-type": "application/x-ndjson"})
    assert answer.status_code in (200, 400), answer.text
    ann.close()


def test_text_that_is_no_utf_8_closes_the_socket_with_its_code_and_no_traceback(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite")
    ann = house.player("Ann")
    ann.socket.send(b"\xff\xfe", text=True)
    with pytest.raises(ConnectionClosed) as closed:
        ann.receive(20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007
    ann.close()
    house.stop()
    assert not any("Traceback" in line for line in house.log)


def test_what_breaks_over_http_is_told_as_an_incident(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite")
    with sqlite3.connect(house.database) as database:
        database.execute("DROP TABLE sittings")
    database.close()
    guest = house.guest("Ann")
    answer = guest.get("/api/me/tables")
    guest.close()
    assert answer.status_code == 500
    error = answer.json()["error"]
    assert error["code"] == "incident"
    assert "x-content-type-options" in answer.headers
    house.stop()
    (logged,) = house.incidents()
    assert json.loads(logged)["incident"] == error["incident"]


# -- 4. What costs much -----------------------------------------------------------------------------------------------


def test_the_schema_is_made_once(fort):
    assert fort.http.get("/api/schema").content == schema_json()
    assert schema_json() is schema_json()


def test_who_watches_again_and_again_pays_for_it(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite", messages_per_second=20)
    ann = house.player("Ann")
    table = over(ann)
    time.sleep(3.2)
    for _ in range(55):
        ann.send(type="watch", table=table, after=0)
    codes: list[str | None] = []
    while len(codes) < 55:
        message = ann.receive()
        if message["type"] in ("table", "refused"):
            codes.append(message.get("code"))
    assert codes.count(None) < 20, "whole logs at the price of a ping"
    assert codes.count("too_many") == 55 - codes.count(None)
    ann.close()
    house.stop()


# -- 5. Links that open one's seats -----------------------------------------------------------------------------------


def test_what_opens_my_seats_is_listed_and_can_be_revoked(fort):
    laptop, phone, thief = fort.guest("Ann"), fort.guest("Phone"), fort.guest("Thief")
    first = laptop.post("/api/me/link").json()["link"].split("#")[1]
    second = laptop.post("/api/me/link").json()["link"].split("#")[1]
    refused = phone.post("/api/resume", json={"secret": first})
    assert refused.json()["error"]["code"] == "no_such_guest", "a link ends when a new one is made"
    assert phone.post("/api/resume", json={"secret": second}).status_code == 200
    assert thief.post("/api/resume", json={"secret": second}).status_code == 200
    assert phone.get("/api/me").json() == laptop.get("/api/me").json()
    with httpx.Client(base_url=fort.url, headers={"authorization": f"Bearer {second}"}) as program:
        assert program.get("/api/me").json()["guest"] is None, "a link is no key of its own: it makes one"
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


# -- 6. What a host sees ----------------------------------------------------------------------------------------------


def test_it_tells_when_nothing_can_be_written_and_its_log_stays_small(tmp_path, tools):
    """A full disk, made of a limit on the size of files."""
    house = tools.house(tmp_path / "tables.sqlite")
    assert house.http.get("/readyz").json() == {"status": "ready"}
    ann = house.player("Ann")
    table = ann.create("take_it_easy", [{"who": "here"}], options={"rounds": 9})
    ann.join(table)
    size = max(file.stat().st_size for file in tmp_path.iterdir())
    prlimit(house.process.pid, size)
    time.sleep(2.1)
    until = time.monotonic() + 30
    while house.http.get("/readyz").status_code == 200:
        assert time.monotonic() < until, "it says that all is well"
        time.sleep(0.5)
    assert house.http.get("/readyz").json()["status"] == "read_only"
    assert house.http.get("/healthz").status_code == 200, "it still answers"
    before = len("".join(house.log))
    refused = [ann.act(table, ann.legal(table)[0][0], 0) for _ in range(20)]
    assert {answer["code"] for answer in refused} == {"incident"}
    time.sleep(0.5)
    assert len("".join(house.log)) - before < 20 * 400 + 8000
    prlimit(house.process.pid, None)
    while house.http.get("/readyz").status_code != 200:
        assert time.monotonic() < until, "it does not see that all is well again"
        time.sleep(0.5)
    assert ann.act(table, ann.legal(table)[0][0], 0)["type"] == "done"
    ann.close()
    assert house.stop() == 0


def prlimit(pid, size):
    """Let no file of a process grow beyond this size."""
    import resource

    limit = resource.RLIM_INFINITY if size is None else size
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))


@pytest.mark.parametrize("name", ["testserver", "evil.local", "local", "x.testserver"])
def test_names_that_are_not_ours_are_refused(fort, name):
    assert fort.http.get("/api/games", headers={"host": name}).status_code == 421


def test_a_host_can_say_by_which_names_it_is_known(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite", host_names="games.local,play.example.org")
    for name, status in (("games.local", 200), ("play.example.org:80", 200), ("other.local", 421)):
        assert house.http.get("/api/games", headers={"host": name}).status_code == status
    house.stop()


def command(*words, before=()):
    """A run of the command line."""
    program = [
        *before,
        sys.executable,
        "-c",
        "from ludotheque.cli import main; main()",
        "--lang",
        "en",
        *map(str, words),
    ]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(program, capture_output=True, text=True, env=environment, timeout=60)


def test_the_advice_for_a_database_of_another_version_works(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite")
    house.stop()
    with sqlite3.connect(house.database) as database:
        database.execute("UPDATE alembic_version SET version_num = '999'")
    database.close()
    told = command("check", "--database", house.database)
    assert told.returncode == 2
    assert "serve it once" not in told.stderr, "serving refuses it too"
    assert "newer" in told.stderr


# -- 7. What had not been shown ---------------------------------------------------------------------------------------


def test_check_finds_an_entry_that_is_missing(tmp_path, tools):
    house = tools.house(tmp_path / "tables.sqlite")
    ann = house.player("Ann")
    table = over(ann)
    ann.close()
    house.stop()
    assert command("check", "--database", house.database).returncode == 0
    with sqlite3.connect(house.database) as database:
        database.execute("DELETE FROM entries WHERE table_id = ? AND seq = 7", [table])
    database.close()
    told = command("check", "--database", house.database)
    assert told.returncode == 3
    assert table in told.stdout
    assert "entry 7 is missing" in told.stdout


@pytest.mark.parametrize("read_only", ["the file", "all of its folder"])
def test_a_database_that_cannot_be_written_is_refused_in_a_sentence(tmp_path, tools, read_only):
    house = tools.house(tmp_path / "tables.sqlite")
    house.stop()
    folder = Path(tmp_path)
    for one in [Path(house.database)] if read_only == "the file" else [*folder.iterdir(), folder]:
        one.chmod(0o555)
    humble = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []  # root may write everything
    try:
        told = command("serve", "--port", "0", "--database", house.database, before=humble)
    finally:
        folder.chmod(0o755)
    assert told.returncode == 2, told.stderr
    assert "Traceback" not in told.stderr
    assert "cannot be used" in told.stderr


@pytest.mark.parametrize("days", [30, -30])
def test_a_clock_that_jumps_closes_no_table_and_takes_nobody_for_gone(database, days, monkeypatch):
    jump = 0.0
    monkeypatch.setattr("ludotheque.server.tables.lobby.wall_clock", lambda: time.time() + jump)
    monkeypatch.setattr("ludotheque.store.database._now", lambda: int(1000 * (time.time() + jump)))

    async def play():
        nonlocal jump
        store = await open_store(database)
        lobby = Lobby(store, Settings(abandon_after=86_400, away_after=60), shared=True)
        guest = await store.new_guest("Ann", b"1" * 32)
        table = await lobby.create(guest, "take_it_easy", {}, {}, [{"for": guest}, {}])
        await store.append(table, 1, [{"entry": "join", "seat": 0, "guest": guest, "nonce": ""}])
        live = await lobby.open(table)
        jump = days * 86_400
        sweep = asyncio.create_task(lobby._abandon())
        await asyncio.sleep(0.3)
        sweep.cancel()
        assert live.table.phase == "waiting", "a table that was just made is abandoned"
        assert lobby.clock_jumped(60)
        await store.append(table, 2, [{"entry": "phrase", "seat": 0, "phrase": "hello"}])
        assert [entry.seq for entry in await store.entries(table)] == [1, 2]
        await store.seen([guest])
        (known,) = (await store.guests([guest])).values()
        assert abs(known.seen.timestamp() - time.time() - jump) < 5
        alone = await lobby.open(await lobby.create(guest, "take_it_easy", {}, {}, [{"for": guest}]))
        await alone.write(lambda draft: draft.add(entry="join", seat=0, guest=guest, nonce=""))
        await alone.write(begin)
        alone.arrange()
        alone.gone_since[guest] = time.monotonic() - 61  # not at a screen of this process
        assert alone.deadlines()[0][1] == "gone"
        await alone.tick()
        assert not alone.table.seats[0].by_bot, "who was seen at another process is taken for gone"
        await lobby.stop()
        await store.close()

    asyncio.run(play())
