"""A server whose rules are not compiled yet begins at once, and anew when they are."""

import asyncio
import json
import os
import queue
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludotheque.native.cache import cache_folder
from ludotheque.native.library import targets
from ludotheque.server import renewal

SERVES = """
import sys
from ludotheque.server import renewal
from ludotheque.server.serve import serve
from ludotheque.server.settings import Settings

renewal.PATIENCE = float(sys.argv[3])
settings = Settings(database=sys.argv[1], port=0)
listens = lambda port: print(port, flush=True)
compiling = [sys.executable, "-c", sys.argv[2]]
print("anew" if serve(settings, listens, compiling) else "stopped", flush=True)
print("anew" if serve(settings, listens) else "stopped", flush=True)
"""


def keep(stream, into):
    for line in stream:
        into.put(line)


@pytest.fixture
def begun(tmp_path):
    """Starts such a server, whose compiler is the given program: its process, and what it prints and logs."""
    processes: list[Any] = []

    def begin(compiler, patience=60):
        command = [sys.executable, "-c", SERVES, str(tmp_path / "tables.sqlite"), compiler, str(patience)]
        process = subprocess.Popen(
            command,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        told: queue.Queue[str] = queue.Queue()
        logged: queue.Queue[str] = queue.Queue()
        for stream, into in ((process.stdout, told), (process.stderr, logged)):
            threading.Thread(target=keep, args=[stream, into], daemon=True).start()
        return process, told, logged

    yield begin
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def until(logged, word):
    while word not in (line := logged.get(timeout=60)):
        pass
    return line


def health(port):
    return urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30).read()


def test_it_begins_anew_once_nobody_is_connected_and_turns_nobody_away(begun):
    process, told, logged = begun("")
    port = int(told.get(timeout=60))
    with socket.create_connection(("127.0.0.1", port)):
        until(logged, "until nobody is connected")
        assert health(port) == b'{"status":"ok","law":"interpreted"}'
        assert told.empty()
    # Whoever comes from now on is answered: by this process, or by the one that comes after it.
    assert told.get(timeout=60) == "anew\n"
    assert health(port) == b'{"status":"ok","law":"interpreted"}'
    process.terminate()
    assert told.get(timeout=60) == "stopped\n"


def test_it_does_not_wait_for_ever_and_who_is_connected_comes_back(begun, tmp_path):
    compiled = tmp_path / "compiled"
    waits = f"import pathlib, time\nwhile not pathlib.Path({str(compiled)!r}).exists():\n    time.sleep(0.05)"
    process, told, _ = begun(waits, patience=0)
    port = int(told.get(timeout=60))
    address = f"ws://127.0.0.1:{port}/api/socket"
    with connect(address) as one:
        one.send('{"type": "hello", "name": "Ann"}')
        first = json.loads(one.recv(timeout=60))
        compiled.touch()
        with pytest.raises(ConnectionClosed) as closed:
            one.recv(timeout=60)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    with connect(address, open_timeout=60) as again:
        again.send(json.dumps({"type": "hello", "secret": first["secret"]}))
        assert json.loads(again.recv(timeout=60))["guest"] == first["guest"]
    assert told.get(timeout=60) == "anew\n"
    process.terminate()
    assert told.get(timeout=60) == "stopped\n"


def test_who_is_told_to_stop_while_it_ends_does_not_begin_anew(begun):
    process, told, _ = begun("import time; time.sleep(3)", patience=0)
    port = int(told.get(timeout=60))
    with socket.create_connection(("127.0.0.1", port), timeout=60) as slow:
        asked = f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        asked += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        slow.sendall(asked.encode())
        assert b" 101 " in slow.recv(4096)
        assert slow.recv(4096)[0] == 0x88, "it ends, and waits for who does not say goodbye"
        process.terminate()
        assert told.get(timeout=60) == "stopped\n"


def test_where_nothing_can_be_compiled_it_goes_on(begun):
    process, told, logged = begun("raise SystemExit(1)")
    port = int(told.get(timeout=60))
    until(logged, "could not be compiled")
    assert health(port) == b'{"status":"ok","law":"interpreted"}'
    process.terminate()
    assert told.get(timeout=60) == "stopped\n"


def test_a_compiler_that_ends_at_once_has_failed_and_nothing_else(monkeypatch):
    """On a busy machine it is gone before it can be asked to be kind."""
    usual = os.setpriority

    def later(*asked: int) -> None:
        time.sleep(1)
        usual(*asked)

    monkeypatch.setattr(os, "setpriority", later)
    assert asyncio.run(renewal.compiled([sys.executable, "-c", "raise SystemExit(1)"])) is False


@contextmanager
def serving(folder, **environment):
    """Start the command `serve` with these environment variables; yields its port."""
    inherited = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    command = [sys.executable, "-c", "from ludotheque.cli import main; main()", "--lang", "en", "serve", "--port", "0"]
    process: Any = subprocess.Popen(
        [*command, "--database", str(folder / "tables.sqlite")],
        env={**inherited, **environment},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        line = ""
        while not line.startswith("Serving on "):
            line = process.stderr.readline()
        yield int(line.rsplit(":", 1)[1])
    finally:
        process.terminate()
        assert process.wait() == 0
        process.stderr.close()


@pytest.mark.skipif(not targets(), reason="no library is built for this kind of machine")
def test_with_libraries_the_rules_are_compiled_from_the_start(tmp_path):
    with serving(tmp_path, LUDOTHEQUE_CACHE=str(tmp_path / "cache")) as port:
        assert b'"compiled"' in health(port)
    assert not (tmp_path / "cache").exists(), "nothing was compiled"


@pytest.mark.long
def test_the_command_serves_at_once_and_has_the_compiled_law_later(tmp_path):
    """With all that is compiled but not said to be, so that compiling takes seconds."""
    copied = tmp_path / "cache" / cache_folder().name
    shutil.copytree(cache_folder(), copied, ignore=shutil.ignore_patterns("*.compiled"))
    with serving(tmp_path, LUDOTHEQUE_RULES="jit", LUDOTHEQUE_CACHE=str(copied.parent)) as port:
        assert b'"interpreted"' in health(port)
        end = time.monotonic() + 300
        while b'"compiled"' not in health(port):  # nobody is turned away meanwhile
            assert time.monotonic() < end
            time.sleep(2)  # so that for a moment nobody is connected
