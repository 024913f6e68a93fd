"""Hostile input: every refusal has a code, nothing breaks, and tables go on."""

import contextlib
import json
import re
import socket
import time
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ludotheque.server.messages import CODES, MAX_MESSAGE, SERVER

RANDOM_ELSEWHERE = pytest.mark.filterwarnings(
    "ignore:Do not use the .random. module:hypothesis.errors.HypothesisDeprecationWarning"
)
"""The WebSocket client's thread uses Python's random numbers, which hypothesis warns about."""

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TYPES = "ping watch unwatch join leave return act why take_back hint phrase place swap draw remove start rematch"
"""All but those that would end the table or the test."""
FIELDS = "table after seat nonce seq action phrase bot seats on ref name secret protocol"


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory, tools):
    """A server without the limits that would end these tests early."""
    many = dict.fromkeys(("guests", "tables", "codes", "uploads", "phrases"), 100_000)
    limits = {f"{name}_per_minute": value for name, value in many.items()}
    file = tmp_path_factory.mktemp("shared_server") / "tables.sqlite"
    one = tools.server(file, messages_per_second=100_000, sockets_per_address=10_000, **limits)
    yield one
    assert one.stop() == 0
    assert not one.incidents(), one.incidents()


@pytest.fixture(scope="module")
def victim(shared_server):
    """A player at a running table, who sends all the invalid input."""
    ann = shared_server.player("Ann")
    ann.table = ann.create("take_it_easy", [{"who": "here"}, {"who": "bot", "bot": "random"}], options={"rounds": 99})
    ann.join(ann.table)
    yield ann
    ann.close()


def messages(table):
    """Messages that are almost valid."""
    likely = [table, "x", 0, 1, -1, 2**40, True, None, "", [0, 1], [0], {}, "place 1-2-3 a1"]
    values = st.sampled_from(likely) | ANY_JSON
    fields = st.dictionaries(st.sampled_from(FIELDS.split()), values, max_size=5)
    kinds = st.sampled_from(TYPES.split())
    return st.builds(lambda kind, more: {"table": table, **more, "type": kind}, kinds, fields)


def closed_with(player):
    """The code with which the server closes a socket."""
    goodbye = None
    try:
        while True:
            player.receive(20)
    except ConnectionClosed as closed:
        goodbye = closed.rcvd
    assert goodbye is not None
    return goodbye.code


@RANDOM_ELSEWHERE
def test_invalid_messages_are_refused_with_a_code_and_the_table_goes_on(victim):
    @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(frame=messages(victim.table) | ANY_JSON | st.text(max_size=60) | st.binary(max_size=60), ref=st.uuids())
    def attack(frame, ref):
        if isinstance(frame, bytes):
            victim.socket.send(frame)
        else:
            try:
                victim.socket.send(frame if isinstance(frame, str) else json.dumps(frame))
            except UnicodeEncodeError:
                return
        victim.send(type="ping", ref=ref.hex)
        while True:
            message = json.loads(victim.socket.recv(timeout=20))
            SERVER.validate_python(message)
            assert message.get("code") != "incident", (frame, message)
            if message["type"] == "update" and message["table"] == victim.table:
                victim.seen[victim.table] = message["n"]  # what comes after the attack is measured from here
            if message["type"] == "refused":
                assert re.fullmatch("[a-z_]+", message["code"])
                assert message["message"]
            if message.get("ref") == ref.hex:
                return

    attack()
    victim.watch(victim.table, after=0)
    assert victim.updates[victim.table]["phase"] == "running"
    assert victim.ask("return", victim.table)["type"] == "done"
    victim.until(victim.table, lambda update: victim.legal(victim.table))
    assert victim.act(victim.table, victim.legal(victim.table)[0][0])["type"] == "done"


def test_too_large_a_message_closes_the_socket_only(shared_server, victim):
    eve = shared_server.player("Eve")
    eve.watch(victim.table)
    eve.socket.send(json.dumps({"type": "ping", "ref": "x" * MAX_MESSAGE}))
    assert closed_with(eve) == 1009
    eve.close()
    assert victim.ask("ping")["type"] == "pong"


def test_deflate_is_off(shared_server):
    with connect(f"ws://127.0.0.1:{shared_server.port}/api/socket") as one:
        assert one.response is not None
        assert "sec-websocket-extensions" not in one.response.headers


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_pages_of_other_sites_get_no_socket_and_change_nothing(shared_server, origin):
    address = f"ws://127.0.0.1:{shared_server.port}/api/socket"
    with pytest.raises(InvalidStatus) as refused, connect(address, additional_headers={"Origin": origin}):
        pass
    assert refused.value.response.status_code == 403
    answer = shared_server.http.post("/api/guests", json={"name": "Eve"}, headers={"origin": origin})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin")
    answer = shared_server.http.post("/api/guests", json={"name": "Eve"}, headers={"sec-fetch-site": "cross-site"})
    assert answer.json()["error"]["code"] == "origin"


def test_pages_of_this_server_get_a_socket(shared_server):
    for origin in (f"http://127.0.0.1:{shared_server.port}",):
        with connect(f"ws://127.0.0.1:{shared_server.port}/api/socket", additional_headers={"Origin": origin}) as one:
            one.send('{"type": "ping"}')
            assert json.loads(one.recv(timeout=20)) == {"type": "pong"}


def test_only_known_host_names_are_answered(shared_server):
    answer = shared_server.http.get("/api/games", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (421, "host_name")
    assert shared_server.http.get("/api/games", headers={"host": f"localhost:{shared_server.port}"}).status_code == 200


def test_bodies_have_a_limit_with_and_without_a_length(shared_server):
    big = b"x" * (MAX_MESSAGE + 1)
    assert shared_server.http.post("/api/guests", content=big).json()["error"]["code"] == "too_large"
    assert shared_server.http.post("/api/guests", content=iter([big])).json()["error"]["code"] == "too_large"
    assert (
        shared_server.http.post("/api/verify", content=b"x" * (1 << 20) + b"x").json()["error"]["code"] == "too_large"
    )


def test_every_response_has_the_security_headers(shared_server):
    for path in ("/api/games", "/nowhere", "/healthz"):
        headers = shared_server.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        assert policy.count("unsafe") == 1, "WebAssembly of our own, and nothing else"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\x00b", "a\u202eb", "a\nb"])
def test_names_are_checked(shared_server, name):
    answer = shared_server.http.post("/api/guests", json={"name": name})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")


def test_names_are_plain_text_for_the_page_to_escape(shared_server):
    eve = shared_server.guest("<script>alert(1)</script>")
    answer = eve.get("/api/me")
    eve.close()
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["name"] == "<script>alert(1)</script>"


def test_flooding_socket_is_limited_then_closed(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", messages_per_second=5, sockets_per_address=2, guests_per_minute=1)
    eve = server.player("Eve")
    for _ in range(30):
        eve.send(type="ping")
    codes = [eve.receive().get("code") for _ in range(30)]
    assert codes.count("too_many") >= 10
    with contextlib.suppress(ConnectionClosed):
        for _ in range(1000):
            eve.send(type="ping")
    assert closed_with(eve) == 4002
    eve.close()
    address = f"ws://127.0.0.1:{server.port}/api/socket"
    with connect(address), connect(address), pytest.raises(InvalidStatus):  # none of them says hello
        connect(address)
    assert server.http.post("/api/guests", json={"name": "Eve"}).json()["error"]["code"] == "too_many"
    server.stop()
    assert not server.incidents()


def frame(message):
    """A WebSocket frame of a client, masked with zeros."""
    data = json.dumps(message).encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


def test_slow_client_is_dropped_and_others_do_not_wait(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", send_queue=8, messages_per_second=100_000)
    ann = server.player("Ann")
    table = ann.create("take_it_easy", [{"who": "here"}], options={"rounds": 99})
    ann.join(table)
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.sendall(
            b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert b" 101 " in slow.recv(1000)
        slow.sendall(frame({"type": "hello", "name": "Slow"}))
        until = time.monotonic() + 60
        while 'ludotheque_sockets_dropped_total{reason="slow"} 1.0' not in server.http.get("/metrics").text:
            assert time.monotonic() < until, "a reader that never reads is kept"
            with contextlib.suppress(OSError):
                slow.sendall(frame({"type": "watch", "table": table}) * 50)
            assert ann.act(table, ann.legal(table)[0][0])["type"] == "done"
            ann.until(table, lambda update: ann.legal(table))
        while "ludotheque_sockets 1.0" not in server.http.get("/metrics").text:
            assert time.monotonic() < until, "its socket is kept"
            time.sleep(0.1)
    ann.close()
    server.stop()


@RANDOM_ELSEWHERE
def test_invalid_http_requests_are_refused_with_a_code(shared_server, victim):
    schema = schemathesis.openapi.from_url(f"{shared_server.url}/api/openapi.json")
    found: list[Any] = list(schema.get_all_operations())
    operations = [operation.ok() for operation in found]
    assert len(operations) >= 20
    for operation in operations:
        if (operation.method.upper(), operation.path) == ("DELETE", "/api/me"):
            continue  # afterwards nobody would be there

        if operation.path in ("/api/replay", "/api/verify", "/api/records"):
            continue  # their bodies are records: see the test below

        @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(case=operation.as_strategy())
        def attack(case):
            answer = case.call(headers={"authorization": f"Bearer {victim.secret}"})
            case.validate_response(answer, checks=[not_a_server_error])
            if answer.status_code >= 400:
                error = answer.json()["error"]
                assert error["code"] in CODES, error
                assert error["message"]
                assert "Traceback" not in answer.text

        attack()


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(
    data=st.binary(max_size=200) | st.lists(ANY_JSON.map(json.dumps), max_size=4).map(lambda x: "\n".join(x).encode())
)
def test_invalid_records_are_refused_with_a_code(shared_server, victim, data):
    for path in ("/api/replay", "/api/verify"):
        answer = shared_server.http.post(path, content=data, headers={"content-type": "application/x-ndjson"})
        assert answer.status_code in (200, 400), answer.text
        if answer.status_code == 200:
            assert not answer.json()["good"]
            assert answer.json()["findings"][0]["code"] in ("header", "malformed")
        else:
            assert answer.json()["error"]["code"] in ("header", "malformed")
    kept = shared_server.http.post(
        "/api/records",
        content=data,
        headers={"content-type": "application/x-ndjson", "authorization": f"Bearer {victim.secret}"},
    )
    assert kept.status_code in (400, 409, 429), kept.text
    assert kept.json()["error"]["code"] in CODES
