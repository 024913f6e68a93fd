"""A real server process and real clients."""

import contextlib
import json
import os
import queue
import random
import signal
import subprocess
import sys
import threading
import time
import uuid

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludotheque.server.messages import SERVER

COMMAND_LINE = "from ludotheque.cli import main; main()"


class ServerProcess:
    """A server process. `program`: Python that serves, instead of the command line. Without daily draws, whose games by
    bots would be among the tables, unless `daily` is 1."""

    def __init__(self, database, *arguments, port=0, files=None, program=COMMAND_LINE, **settings):
        self.database = str(database)
        environment = {
            **os.environ,
            **{f"LUDOTHEQUE_{name.upper()}": str(value) for name, value in {"daily": 0, **settings}.items()},
        }
        command = [
            sys.executable,
            "-c",
            program,
            "--lang",
            "en",
            "serve",
            "--port",
            str(port),
        ]
        limit = ["prlimit", f"--nofile={files[0]}:{files[1]}"] if files is not None else []
        self.process = subprocess.Popen(
            [*limit, *command, "--database", self.database, *arguments],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.log: list[str] = []
        ready: queue.Queue[str | None] = queue.Queue()

        stderr = self.process.stderr
        assert stderr is not None

        def read():
            for line in stderr:
                self.log.append(line)
                if line.startswith("Serving on "):
                    ready.put(line.split()[2])
            ready.put(None)

        self.stderr = stderr
        self.reader = threading.Thread(target=read, daemon=True)
        self.reader.start()
        address = ready.get(timeout=60)
        if address is None:
            self.process.wait()
            self.stderr.close()
            raise RuntimeError("".join(self.log))
        self.url = address
        self.port = int(self.url.rsplit(":", 1)[1])
        self.http = httpx.Client(base_url=self.url, timeout=30)

    def guest(self, name="Ann"):
        client = httpx.Client(base_url=self.url, timeout=30)
        answer = client.post("/api/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        return client

    def player(self, name="Ann", **more):
        return Player(self, name, **more)

    def incidents(self):
        return [line for line in self.log if '"incident"' in line]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.kill()
        self.http.close()
        self.reader.join(20)
        assert not self.reader.is_alive(), "a child process of the server outlives it"
        self.stderr.close()
        return self.process.returncode


class Player:
    """A client on one WebSocket. Every received message is validated and kept."""

    def __init__(self, server, name="Ann", secret=None, cookies=None):
        self.server = server
        self.received = []
        self.updates = {}
        self.facts = {}
        self.seen = {}
        self.log = {}
        self.bytes = []
        address = f"ws://127.0.0.1:{server.port}/api/socket"
        self.stack = contextlib.ExitStack()
        headers = {} if cookies is None else {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        self.socket = self.stack.enter_context(
            connect(address, additional_headers=headers, max_size=None, compression=None, open_timeout=30)
        )
        try:
            hello = {"type": "hello", "protocol": 2}
            self.send(**hello, **({} if cookies is not None else {"secret": secret} if secret else {"name": name}))
            welcome = self.wait("welcome")
        except BaseException:
            self.stack.close()
            raise
        self.guest = welcome["guest"]
        self.secret = welcome.get("secret") or secret
        known = {} if self.secret is None else {"authorization": f"Bearer {self.secret}"}
        self.http = httpx.Client(base_url=server.url, timeout=30, headers=known, cookies=cookies)

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def receive(self, timeout=30):
        text = self.socket.recv(timeout=timeout)
        self.bytes.append(text)
        message = json.loads(text)
        SERVER.validate_python(message)
        self.received.append(message)
        if message["type"] == "update":
            table = message["table"]
            known = self.seen.get(table, 0)
            assert message["after"] <= known, "a gap"
            assert message["n"] >= known, "back in time"
            self.seen[table] = message["n"]
            self.updates[table] = message
            for entry in message["entries"]:
                self.log.setdefault(table, {})[entry["n"]] = entry
        elif message["type"] == "table":
            self.facts[message["table"]] = message
        return message

    def wait(self, *types, ref=None, timeout=30):
        until = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.01, until - time.monotonic()))
            if message["type"] in types and (ref is None or message.get("ref") == ref):
                return message

    def ask(self, kind, table=None, **fields):
        """Send a request and wait for its answer."""
        ref = uuid.uuid4().hex
        where = {} if table is None else {"table": table}
        self.send(**({"type": kind, **where, "ref": ref} | fields))
        return self.wait("done", "refused", "because", "pong", ref=fields.get("ref", ref))

    def watch(self, table, after=None):
        self.send(type="watch", table=table, after=self.seen.get(table, 0) if after is None else after)
        self.wait("table")
        return self.wait("update")

    def create(self, game, seats, **more):
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()["table"]

    def join(self, table, nonce="", **more):
        if table not in self.updates:
            self.watch(table)
        answer = self.ask("join", table, nonce=nonce, **more)
        assert answer["type"] == "done", answer
        while self.updates[table]["n"] < answer["n"]:
            self.receive()

    def until(self, table, reached, timeout=30):
        """Receive until the last update of the table satisfies a condition."""
        end = time.monotonic() + timeout
        while not reached(self.updates[table]):
            self.receive(max(0.01, end - time.monotonic()))
        return self.updates[table]

    def legal(self, table):
        """The texts of the legal actions, by seat, of our seats that have some."""
        views = self.updates[table]["views"]
        return {view["seat"]: [choice["do"] for choice in view["legal"]] for view in views if view["legal"]}

    def act(self, table, action, seat=None, **more):
        more = {"seq": self.updates[table]["n"], **more}
        return self.ask("act", table, action=action, **({"seat": seat} if seat is not None else {}), **more)

    def play(self, table, rng, until=None):
        """Play random legal actions until the table is over (or `until`)."""
        while self.updates[table]["phase"] != "over" and not (until and until()):
            legal = self.legal(table)
            if legal:
                seat, actions = rng.choice(sorted(legal.items()))
                answer = self.act(table, rng.choice(actions), seat)
                assert answer["type"] == "done" or answer["code"] in ("stale", "not_to_act", "over"), answer
                while self.updates[table]["n"] < answer.get("n", 0):
                    self.receive()
            else:
                self.receive()

    def close(self):
        # The close frame of the server is behind unread messages; without reading them, closing takes ten seconds.
        until = time.monotonic() + 5
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            self.socket.recv(timeout=0)
            while time.monotonic() < until:
                self.socket.recv(timeout=0.1)
        self.stack.close()
        self.http.close()


def play_together(players, table, seed=1, timeout=180):
    """Each player in a thread; a failure of one is a failure."""
    wrong = []

    def play(at):
        try:
            players[at].play(table, random.Random(seed * 100 + at))
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=play, args=(at,), daemon=True) for at in range(len(players))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout)
        assert not thread.is_alive(), "a game does not end"
    if wrong:
        raise wrong[0]


@pytest.fixture(scope="session")
def tools():
    """What several test files use; with `--import-mode=importlib` it cannot be imported."""

    class Tools:
        player, closed, play_together = Player, ConnectionClosed, staticmethod(play_together)

        def __init__(self):
            self.servers = []

        def server(self, *args, **settings):
            server = ServerProcess(*args, **settings)
            self.servers.append(server)
            return server

    yield (tools := Tools())
    for server in tools.servers:
        if server.process.poll() is None:  # a test failed before it stopped its server
            server.kill()
            server.stderr.close()


@pytest.fixture(scope="module")
def server(request, tmp_path_factory):
    """One server on SQLite for all tests of a file."""
    one = ServerProcess(tmp_path_factory.mktemp("server") / "tables.sqlite")
    yield one
    code = one.stop()
    assert not one.incidents(), one.incidents()
    assert code == 0


@pytest.fixture
def players(server):
    """Creates players, and closes them."""
    with contextlib.ExitStack() as stack:

        def make(name="Ann", **more):
            player = server.player(name, **more)
            stack.callback(player.close)
            return player

        yield make
