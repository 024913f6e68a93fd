"""Load on one server process over loopback: open sockets, steady actions, the time from an action to its broadcast, and
what an action costs the processor.

    python lab/benchmarks/server.py [--game take_it_easy ...] [--form view] [--sockets 2000] [--tables 500] [--rate 200]
        [--seconds 30] [--pin] [--stored]
        [--database postgresql://... --processes 2] [--json]        (`--form record`: clients run the rules)

At each table two players sit; its other sockets watch. The same load, with messages of the same size, then goes to a
plain FastAPI application that only passes on what it is sent: no rules, no store, no views. `--stored` tries a third
one too, which commits each message to a SQLite file (synchronous=FULL, in a thread) before it passes it on: what must
be paid for a message that is not lost. The figures are those of the server as it is (SQLite, synchronous=FULL), its
limits raised where they would stop the benchmark. `--pin` gives the server and this program a core each. With several
server processes on one database, the sockets of each table are spread over them.
"""

import argparse
import asyncio
import base64
import gc
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from websockets.asyncio.client import connect

from ludotheque.engine.position import MaskedState
from ludotheque.engine.registry import game as find_game
from ludotheque.server.tables.updates import layout_of

BASELINE = """
import asyncio, json, os, sqlite3, sys
from concurrent.futures import ThreadPoolExecutor
import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

app = FastAPI()
rooms = {}
PADDING = "x" * int(sys.argv[1])
writer = ThreadPoolExecutor(1)
if len(sys.argv) > 2:
    log = sqlite3.connect(sys.argv[2], isolation_level=None, check_same_thread=False)
    log.execute("PRAGMA journal_mode = WAL")
    log.execute("PRAGMA synchronous = FULL")
    log.execute("CREATE TABLE entries (room TEXT, seq INTEGER, entry TEXT, PRIMARY KEY (room, seq)) WITHOUT ROWID")


def store(room, seq, text):
    log.execute("BEGIN IMMEDIATE")
    log.execute("INSERT INTO entries VALUES (?, ?, ?)", (room, seq, text))
    log.execute("COMMIT")


@app.websocket("/room/{room}")
async def room(websocket: WebSocket, room: str):
    await websocket.accept()
    members = rooms.setdefault(room, set())
    members.add(websocket)
    seq = 0
    try:
        while True:
            text = await websocket.receive_text()
            if len(sys.argv) > 2:
                seq += 1
                await asyncio.get_running_loop().run_in_executor(writer, store, room, seq, text)
            frame = json.dumps({"told": json.loads(text), "padding": PADDING})
            for member in list(members):
                await member.send_text(frame)
    except WebSocketDisconnect:
        members.discard(websocket)


class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        print("Serving on", self.servers[0].sockets[0].getsockname()[1], file=sys.stderr, flush=True)


Server(uvicorn.Config(app, port=0, log_level="error", ws="websockets-sansio", ws_per_message_deflate=False)).run()
"""


def start(command, environment):
    """A server process and its port."""
    process = subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.PIPE, text=True)
    while True:
        line = process.stderr.readline()
        if not line:
            sys.exit("the server did not start")
        if line.startswith("Serving on "):
            return process, int(line.split()[2].rsplit(":", 1)[-1])


def memory(processes):
    """Resident memory of processes in bytes."""
    pages = sum(int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) for process in processes)
    return pages * os.sysconf("SC_PAGE_SIZE")


def cpu(processes):
    """Seconds of processor time that processes have used."""
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def figures(times, sizes, processes, sockets, empty, full, used, seconds):
    """What is reported."""
    seconds = max(seconds, 0.001)
    times = sorted(times) or [0.0]
    return {
        "actions": len(times),
        "actions_per_second": round(len(times) / seconds, 1),
        "p50_ms": round(1000 * times[len(times) // 2], 2),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 2),
        "max_ms": round(1000 * times[-1], 2),
        "bytes_per_message": round(statistics.mean(sizes)),
        "memory_per_socket_kib": round((full - empty) / sockets / 1024, 1),
        "memory_mib": [round(one / 2**20) for one in (empty, full, memory(processes))],
        "processor": round(used / seconds, 2),
        "cpu_ms_per_action": round(1000 * used / max(1, len(times)), 3),
    }


class Table:
    """The sockets of one table, and the action that is under way."""

    def __init__(self, expected):
        self.expected = expected
        self.waiting = 0
        self.sent = 0.0
        self.key = None
        self.done = asyncio.Event()

    def begin(self, key):
        """An action is about to be sent."""
        self.key, self.waiting, self.sent = key, self.expected, time.perf_counter()
        self.done.clear()

    def heard(self):
        """Note that one more socket has received it."""
        self.waiting -= 1
        if self.waiting == 0:
            self.done.set()


async def steadily(tables, act, rate, seconds):
    """Actions at a steady rate, each at a table that is not waiting; the time from each to its last hearer."""
    times = []
    tasks, lost = set(), []
    free = list(tables)
    random.shuffle(free)
    late = 0

    async def one(table):
        try:
            async with asyncio.timeout(30):
                took = await act(table)
            if took is not None:
                times.append(took)
                free.insert(0, table)
        except TimeoutError:
            lost.append(table)

    gc.disable()  # our own pauses are not what is measured
    begin = time.perf_counter()
    number = 0
    while time.perf_counter() - begin < seconds:
        due = begin + number / rate
        await asyncio.sleep(max(0, due - time.perf_counter()))
        number += 1
        if not free:
            late += 1
            continue
        task = asyncio.create_task(one(free.pop()))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    gc.enable()
    if lost:
        print(f"{len(lost)} tables did not hear of an action within 30 s", file=sys.stderr)
    if late:
        print(f"{late} actions could not be sent: all tables were waiting", file=sys.stderr)
    return times


OPTIONS = {"take_it_easy": {"rounds": 99}}


async def ours(ports, arguments, processes, game):
    """The load on Ludothèque, at tables of one game."""
    played = find_game(game)
    dispatch = played.rules
    form = {"form": "record", "layout": layout_of(game)} if arguments.form == "record" else {}
    empty = memory(processes)
    sizes = []
    each = arguments.sockets // arguments.tables

    def post(path, body, secret):
        request = urllib.request.Request(
            f"http://127.0.0.1:{ports[0]}{path}",
            json.dumps(body).encode(),
            {"content-type": "application/json", "authorization": f"Bearer {secret}"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    class Client:
        def __init__(self, socket, table):
            self.socket, self.table = socket, table
            self.n, self.text, self.texts = 0, "", []
            self.seat, self.held = None, bytearray(dispatch.SETUP.itemsize + dispatch.STATE.itemsize)

        async def read(self):
            async for text in self.socket:
                if not text.startswith('{"type":"update"'):
                    continue
                sizes.append(len(text))
                # Only what is needed: the benchmark must not be slower than what it measures.
                self.n = int(text[text.index('"n":') + 4 : text.index(",", text.index('"n":'))])
                self.text = text
                if form and self in self.table.clients[:2]:
                    self.texts.append(text)
                if self.table.waiting and self.table.key is not None and self.n > self.table.key:
                    self.table.heard()

        def choose(self):
            """What can be done: seat and texts of actions."""
            if arguments.form == "record":
                return self.choose_by_law()
            if not self.text:
                return None, []
            (own,) = json.loads(self.text)["views"]
            return own["seat"], [choice["do"] for choice in own["legal"]]

        def choose_by_law(self):
            """The same from what the seat knows, as records."""
            for text in self.texts:
                for one in json.loads(text).get("known", []):
                    self.seat = one["seat"]
                    for offset, piece in one["changes"]:
                        data = base64.b64decode(piece)
                        self.held[offset : offset + len(data)] = data
            self.texts.clear()
            setup = dispatch.SETUP.itemsize
            if not any(self.held):
                return None, []
            masked = MaskedState.from_bytes(played, bytes(self.held[:setup]), bytes(self.held[setup:]), self.seat)
            return self.seat, masked.legal_texts

    sockets = []
    tables = []
    for _ in range(arguments.tables):
        table = Table(each)
        table.clients = []
        for number in range(each):
            address = f"ws://127.0.0.1:{ports[number % len(ports)]}/api/socket"
            socket = await connect(address, max_size=None, compression=None, ping_interval=None)
            sockets.append(socket)
            await socket.send(json.dumps({"type": "hello", "name": "load"}))
            secret = json.loads(await socket.recv())["secret"]
            if number == 0:
                seats = [{"who": "here"}, {"who": "open"}]
                body = {"game": game, "seats": seats, "options": OPTIONS.get(game, {})}
                body["choices"] = {"box": "dropped"} if game == "polygons" else {}
                table.id = (await asyncio.to_thread(post, "/api/tables", body, secret))["table"]
            client = Client(socket, table)
            table.clients.append(client)
            client.reader = asyncio.create_task(client.read())
            await socket.send(json.dumps({"type": "watch", "table": table.id, **form}))
            if number < 2:
                await socket.send(json.dumps({"type": "join", "table": table.id}))
        tables.append(table)
    until = time.perf_counter() + 60
    while time.perf_counter() < until and not all(
        any(client.choose()[1] for client in table.clients[:2]) for table in tables
    ):
        await asyncio.sleep(1)
    await asyncio.sleep(2)
    full = memory(processes)
    sizes.clear()

    async def act(table):
        table.turn = 1 - getattr(table, "turn", 1)
        client = table.clients[table.turn]
        seat, legal = client.choose()
        if not legal:
            client = table.clients[1 - table.turn]
            seat, legal = client.choose()
        if not legal:
            return None  # the game is over
        table.begin(client.n)
        action = {"type": "act", "table": table.id, "seq": client.n, "action": random.choice(legal), "seat": seat}
        await client.socket.send(json.dumps(action))
        await table.done.wait()
        return time.perf_counter() - table.sent

    used = cpu(processes)
    times = await steadily(tables, act, arguments.rate, arguments.seconds)
    used = cpu(processes) - used
    metrics = {}
    for port in ports:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            for line in answer.read().decode().splitlines():
                if not line.startswith("#"):
                    name, value = line.rsplit(" ", 1)
                    metrics[name] = metrics.get(name, 0.0) + float(value)
    for socket in sockets:
        socket.transport.abort()
    found = figures(times, sizes, processes, len(sockets), empty, full, used, arguments.seconds)
    for name in ("move", "commit"):
        total, count = (metrics[f"ludotheque_{name}_seconds_{part}"] for part in ("sum", "count"))
        found[f"mean_{name}_ms"] = round(1000 * total / count, 2)
    return found


async def plain(port, arguments, process):
    """The load on the baseline."""
    empty = memory([process])
    sizes = []
    each = arguments.sockets // arguments.tables
    sockets, tables = [], []

    async def read(socket, table):
        async for text in socket:
            sizes.append(len(text))
            if table.waiting:
                table.heard()

    for number in range(arguments.tables):
        table = Table(each)
        table.sockets = []
        for _ in range(each):
            address = f"ws://127.0.0.1:{port}/room/{number}"
            socket = await connect(address, max_size=None, compression=None, ping_interval=None)
            socket.reader = asyncio.create_task(read(socket, table))
            table.sockets.append(socket)
            sockets.append(socket)
        tables.append(table)
    await asyncio.sleep(2)
    full = memory([process])

    async def act(table):
        table.begin(0)
        await table.sockets[0].send(
            json.dumps({"type": "act", "table": "x" * 22, "seq": 1, "action": "place 1-2-3 a1"})
        )
        await table.done.wait()
        return time.perf_counter() - table.sent

    used = cpu([process])
    times = await steadily(tables, act, arguments.rate, arguments.seconds)
    used = cpu([process]) - used
    for socket in sockets:
        socket.transport.abort()
    return figures(times, sizes, [process], len(sockets), empty, full, used, arguments.seconds)


def pin(process, core):
    """Give a process a core of its own."""
    os.sched_setaffinity(process, {core})


def measure(game, arguments, settings):
    """The load on Ludothèque, and the same on the baseline."""
    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, "-c", "from ludotheque.cli import main; main()", "--lang", "en", "serve"]
        command = [*program, "--port", "0", "--database", arguments.database or f"{folder}/tables.sqlite"]
        environment = {f"LUDOTHEQUE_{name.upper()}": value for name, value in settings.items()}
        processes, ports = zip(*(start(command, environment) for _ in range(arguments.processes)), strict=True)
        if arguments.pin:
            for process in processes:
                pin(process.pid, 0)
            pin(0, 1)
        try:
            found = {"ludotheque": asyncio.run(ours(ports, arguments, processes, game))}
        finally:
            for process in processes:
                process.terminate()
                process.wait()
    size = str(max(0, found["ludotheque"]["bytes_per_message"] - 100))
    with tempfile.TemporaryDirectory() as folder:
        baselines = {"plain FastAPI": [size]}
        if arguments.stored:
            baselines["plain, stored"] = [size, f"{folder}/log.sqlite"]
        for name, words in baselines.items():
            process, port = start([sys.executable, "-c", BASELINE, *words], {})
            if arguments.pin:
                pin(process.pid, 0)
            try:
                found[name] = asyncio.run(plain(port, arguments, process))
            finally:
                process.terminate()
                process.wait()
    found["ratio"] = {
        name: round(found["ludotheque"][name] / max(found["plain FastAPI"][name], 0.001), 2)
        for name in ("p50_ms", "p99_ms", "memory_per_socket_kib", "cpu_ms_per_action")
    }
    return found


def main():
    """Run both for each game and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append")
    parser.add_argument("--form", choices=["view", "record"], default="view")
    parser.add_argument("--pin", action="store_true")
    parser.add_argument("--database", help="instead of a new SQLite file")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--stored", action="store_true", help="the plain application with a store, too")
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.processes > 1 and not arguments.database:
        parser.error("one process serves a SQLite file: several need --database postgresql://...")
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    raised = {
        "sockets_per_address": "100000",
        "guests_per_minute": "1000000",
        "tables_per_minute": "1000000",
        "messages_per_second": "100000",
        "guest_requests_per_minute": "10000000",
        "address_requests_per_minute": "10000000",
        "entries_per_day": "1000000000",
    }
    found = {}
    for game in arguments.game or ["take_it_easy", "micropul", "polygons"]:
        found[game] = measure(game, arguments, raised)
    found["load"] = os.getloadavg()
    if arguments.json:
        print(json.dumps(found))
        return
    load = ", ".join(f"{one:.1f}" for one in found.pop("load"))
    print(f"{arguments.sockets} sockets, {arguments.tables} tables, {arguments.rate:g} actions a second; load {load}")
    for game, rows in found.items():
        print(game)
        for name, row in rows.items():
            print(f"  {name:14} " + "  ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
