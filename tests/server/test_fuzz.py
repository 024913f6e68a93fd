"""Fuzzed frames and requests, on both databases: no 500, no traceback, no socket that closes without an answer, and no
delay for other players. 10^5 of them under ``--long``."""

import contextlib
import json
import random
import re
import socket
import threading
import time
from typing import Any

import pytest

from ludotheque.server.messages import CLOSES, CODES, SERVER

TYPES = [
    *("hello", "ping", "watch", "unwatch", "join", "leave", "return", "act", "why", "take_back", "resign", "phrase"),
    *("hint", "place", "swap", "draw", "remove", "start", "close", "rematch"),
]
FIELDS = [
    *("table", "after", "seat", "nonce", "seq", "action", "phrase", "bot", "seats", "on", "ref", "name", "secret"),
    *("protocol", "form"),
]
PATHS = [
    *("games", "guests", "me", "me/link", "resume", "me/tables", "me/bests", "me/secrets", "tables", "tables/{}"),
    *("tables/{}/qr", "codes/{}", "tables/{}/record", "tables/{}/steps", "tables/{}/verify", "replay", "verify"),
    *("schema", "openapi.json", "me/secrets/{}", "socket", "../healthz", "../readyz", "../", "../t/{}", "../metrics"),
]
ODD = (
    "\\ud800", "\\u0000", "\\udfff\\ud800", "é", "\u202e", "\u2028", "😀", "%00", "%ff", "%ed%a0%80", "..", "//", "'",
    '"', "\\", "{", "[", "\x00", "\x7f", "9" * 400, "-1", "1e400", "NaN", "null", "true", "x" * 300,
)  # fmt: skip
HOSTS = (
    "localhost",
    "[",
    "]",
    "[::1",
    "[::1]",
    "127.0.0.1:x",
    "",
    "testserver",
    "évil",
    "a@localhost",
    "localhost:70000",
)


class Nonsense:
    """What is nearly right, by chance that can be repeated."""

    def __init__(self, seed, table, secret):
        self.rng, self.table, self.secret = random.Random(seed), table, secret

    def text(self):
        rng = self.rng
        likely = [
            self.table,
            "place 1-2-3 a1",
            "lay 33 r1 2,-1",
            "hello",
            "",
            "0",
            "a" * 32,
            self.secret,
            rng.choice(ODD),
        ]
        return rng.choice(likely)

    def json(self, depth=0):
        """A value as JSON; now and then as something that is none."""
        rng = self.rng
        kind = rng.randrange(9 if depth < 3 else 5)
        if kind == 0:
            return rng.choice(["null", "true", "false"])
        if kind == 1:
            return str(rng.choice([0, 1, 2, -1, 63, 64, 1 << 31, 1 << 64, 10**400, 0.5, 1e300]))
        if kind <= 4:
            text = self.text()
            return f'"{text}"' if "\\u" in text else json.dumps(text)
        if kind <= 6:
            return "[" + ",".join(self.json(depth + 1) for _ in range(rng.randrange(4))) + "]"
        return "{" + ",".join(f'"{rng.choice(FIELDS)}":{self.json(depth + 1)}' for _ in range(rng.randrange(4))) + "}"

    def message(self):
        """A message, nearly."""
        rng = self.rng
        fields = {name: self.json(1) for name in rng.sample(FIELDS, rng.randrange(4))}
        if rng.random() < 0.8:
            fields = {"type": json.dumps(rng.choice(TYPES)), "table": json.dumps(self.table), **fields}
        if "type" in fields and rng.random() < 0.95 and fields["type"] == '"close"':
            fields["type"] = '"ping"'
        text = "{" + ",".join(f'"{name}":{value}' for name, value in fields.items()) + "}"
        change = rng.randrange(12)
        if change == 0:
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(ODD) + text[at:]
        elif change == 1:
            text = text[: rng.randrange(len(text) + 1)]
        elif change == 2:
            text = self.json()
        elif change == 3:
            text = "[" * rng.choice([10, 5000]) + text
        return text.encode("utf-8", "surrogatepass")

    def frame(self):
        """A WebSocket frame, and whether the server may close the socket for it."""
        rng = self.rng
        data, first, may_close = self.message(), 0x81, False
        change = rng.randrange(30)
        if change == 0:
            data, may_close = data[:40] + b"\xff\xfe" + data[40:], True
        elif change == 1:
            first = 0x82
        elif change == 2:
            first, may_close = rng.choice([0x83, 0x8F, 0xC1, 0xF1, 0x80, 0x8B]), True
        elif change == 3:
            data, may_close = b"x" * 20_000, True
        elif change == 4:  # ping and pong
            first, data = rng.choice([0x89, 0x8A]), rng.choice([b"", data[:100]])
        elif change == 5:
            first, data, may_close = 0x88, rng.choice([b"", b"\x03\xe8", b"\x00", b"\x00\x01", b"\x03\xe8\xff"]), True
        elif change == 6:  # fragments, some empty, with control frames between them
            at = rng.randrange(len(data) + 1)
            between = [(rng.choice([0x00, 0x89, 0x8A]), b"") for _ in range(rng.choice([0, 1, 20]))]
            parts = [(0x01, data[:at]), *between, (0x80, data[at:])]
            return b"".join(self.encoded(first, data) for first, data in parts), may_close
        return self.encoded(first, data), may_close

    def encoded(self, first, data):
        """A masked frame as bytes."""
        mask = self.rng.randbytes(4)
        size = len(data)
        head = bytes([first])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
        return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))

    def request(self):
        """An HTTP request as bytes."""
        rng = self.rng
        path = f"/api/{rng.choice(PATHS)}".replace("/api/../", "/").replace("{}", rng.choice([self.table, self.text()]))
        path = re.sub("[\x00-\x20\x7f-\xff]", "", path) if rng.random() < 0.9 else path
        if rng.random() < 0.3:
            path += "?" + "&".join(f"{rng.choice(['first', 'count', 'seat', 'x'])}={self.text()}" for _ in range(2))
        method = rng.choice(["GET", "GET", "GET", "POST", "POST", "PATCH", "DELETE", "PUT", "HEAD", "BREW"])
        if method == "DELETE" and path.split("?")[0].rstrip("/") == "/api/me":
            method = "GET"  # afterwards nobody would be there
        body = b"" if method in ("GET", "HEAD") else self.message()
        host = rng.choice(HOSTS) if rng.random() < 0.15 else "localhost"
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
        if rng.random() < 0.7:
            lines.append(f"Authorization: Bearer {self.secret}")
        if rng.random() < 0.1:
            name = rng.choice(["Cookie", "Origin", "Accept", "If-None-Match", "Range", "Expect"])
            lines.append(f"{name}: {self.text()}")
        if body:
            kind = rng.choice(["application/json", "application/x-ndjson", "text/plain", "x"])
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass") + body, method


class Attacker:
    """Sends nonsense and checks what comes back."""

    def __init__(self, server, seed, table, secret):
        self.server, self.nonsense = server, Nonsense(seed, table, secret)
        self.secret = secret
        self.codes: dict[str, int] = {}
        self.socket: Any = None

    def connect(self):
        self.close()
        self.socket = socket.create_connection(("127.0.0.1", self.server.port), timeout=30)
        self.socket.sendall(
            b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.more()
        assert b" 101 " in self.data
        self.data = self.data.split(b"\r\n\r\n", 1)[1]
        self.send({"type": "hello", "secret": self.secret})

    def close(self):
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def more(self):
        more = self.socket.recv(1 << 16)
        if not more:
            raise ConnectionResetError
        self.data += more

    def send(self, message):
        data = json.dumps(message).encode()
        assert len(data) < 126
        self.socket.sendall(bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data)

    def read(self):
        """The next frame: what it is, and its data."""
        while True:
            if len(self.data) >= 2:
                size, at = self.data[1], 2
                if size >= 126:
                    wide = 2 if size == 126 else 8
                    size, at = int.from_bytes(self.data[2 : 2 + wide], "big"), 2 + wide
                if len(self.data) >= at + size:
                    kind, data = self.data[0] & 15, self.data[at : at + size]
                    self.data = self.data[at + size :]
                    return kind, data
            self.more()

    def frame(self, number):
        """Send a frame and be answered, or closed with a code for a reason."""
        if self.socket is None:
            self.connect()
        frame, may_close = self.nonsense.frame()
        ref = f"n{number}"
        try:
            self.socket.sendall(frame)
            self.send({"type": "ping", "ref": ref})
        except (ConnectionResetError, BrokenPipeError):
            assert may_close, frame
        while True:
            try:
                kind, data = self.read()
            except ConnectionResetError:
                assert may_close, f"a socket died without an answer to {frame!r}"
                self.close()
                return
            if kind == 8:
                code = int.from_bytes(data[:2], "big") if data else 1005
                assert may_close, (frame, data)
                assert code in CLOSES or code in (1000, 1002, 1005, 1), (frame, data)
                self.close()
                return
            if kind != 1:
                continue
            message = json.loads(data)
            SERVER.validate_python(message)
            if message["type"] == "refused":
                self.count(message["code"])
                assert message["message"]
            if message.get("ref") == ref:
                return

    def request(self):
        """Send a request and be answered."""
        data, method = self.nonsense.request()
        answer = b""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as one:
            one.sendall(data)
            with contextlib.suppress(ConnectionResetError):
                while more := one.recv(1 << 16):
                    answer += more
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head, f"no answer to {data!r}"
        status = int(head.split()[1])
        assert status < 500 or status == 503, (data, answer[:500])
        assert b"Traceback" not in answer
        if status >= 400 and method != "HEAD":
            error = json.loads(body)["error"]
            assert error["message"]
            self.count(error["code"])

    def count(self, code):
        assert code != "incident"
        assert re.fullmatch("[a-z_]+", code)
        self.codes[code] = self.codes.get(code, 0) + 1


class Honest:
    """A player who acts now and then; how long each act took."""

    def __init__(self, server):
        self.player = server.player("Honest")
        self.sit_down()
        self.times = []
        self.done = threading.Event()
        self.wrong = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def sit_down(self):
        self.table = self.player.create("take_it_easy", [{"who": "here"}], options={"rounds": 99})
        self.player.join(self.table)

    def run(self):
        try:
            while not self.done.is_set():
                clock = time.perf_counter()
                answer = self.player.act(self.table, self.player.legal(self.table)[0][0], 0)
                self.times.append(time.perf_counter() - clock)
                assert answer["type"] == "done", answer
                while self.player.updates[self.table]["n"] < answer["n"]:
                    self.player.receive()
                if self.player.updates[self.table]["phase"] == "over":
                    self.sit_down()
                time.sleep(0.02)
        except Exception as error:
            self.wrong = error

    def p99(self):
        """Of all acts since it was last asked."""
        times, self.times = sorted(self.times), []
        return times[int(len(times) * 0.99)]

    def stop(self):
        self.done.set()
        self.thread.join(30)
        self.player.close()
        assert self.wrong is None, self.wrong


@pytest.mark.parametrize("count", [1_500, pytest.param(100_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_fuzzed_frames_and_requests_break_nothing(tools, tmp_path, request, kind, count):
    database = str(tmp_path / "tables.sqlite") if kind == "sqlite" else request.getfixturevalue("postgres")()
    kinds = ("guests", "tables", "codes", "uploads", "phrases", "checks", "guest_requests", "address_requests")
    many = dict.fromkeys(kinds, 1_000_000)
    limits = {f"{name}_per_minute": value for name, value in many.items()}
    server = tools.server(database, messages_per_second=100_000, entries_per_day=10_000_000, **limits)
    victim = server.player("Victim")
    table = victim.create("take_it_easy", [{"who": "here"}, {"who": "bot", "bot": "random"}], options={"rounds": 99})
    victim.join(table)
    honest = Honest(server)
    while len(honest.times) < min(count // 100, 100):  # as many as it takes to tell, where that is asked
        assert honest.wrong is None, honest.wrong
        time.sleep(0.05)
    before = honest.p99()
    attacker = Attacker(server, count, table, victim.secret)
    for number in range(count):
        if number % 3:
            attacker.frame(number)
        else:
            attacker.request()
    attacker.close()
    during = honest.p99()
    honest.stop()
    assert {"malformed", "host_name", "not_found", "method"} <= set(attacker.codes), "this fuzz is idle"
    assert set(attacker.codes) - set(CODES) <= {"header", "unknown_action", "no_such_tile", "no_such_cell"}
    victim.close()
    assert server.stop() == 0
    assert not server.incidents(), server.incidents()
    assert [line for line in server.log if "raceback" in line] == []
    print(f"{kind}: {count} frames and requests, p99 of honest acts {1000 * before:.1f} -> {1000 * during:.1f} ms")
    if count > 10_000:  # a few hundred acts are too few to tell
        assert during < 2 * before + 0.02
