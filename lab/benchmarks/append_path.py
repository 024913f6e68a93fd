"""What the fast path of the store's appends saves: processor time and latency of an action with it and without it.

    python lab/benchmarks/append_path.py [--game take_it_easy ...] [--form record --form view] [--rate 30 --rate 200]
        [--actions 2000] [--windows fggffg] [--sockets 800] [--tables 400] [--database postgresql://...]
        [--profile FILE]
    python lab/benchmarks/append_path.py --store [--database postgresql://...]

One server per game and form, with the load of `server.py`. A signal switches the running server between the fast path
(f) and the general one (g), so that all windows of a comparison have the same process, tables and sockets. Compile the
rules first. A window has `--actions` actions, but lasts 20 s at most (a game of micropul has about 40 actions). Prints
one JSON object per window; the path "idle" is a window without actions. `--profile` adds a window of 10 s per rate,
which py-spy (not in requirements.lock) records.

`--store` measures the store alone: processor time per append for groups of 1 to 30 tables, both paths in turn, 5 times.
"""

import argparse
import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import server as load

from ludotheque.store import database

SERVER = """
import signal, sys
sys.path.insert(0, sys.argv.pop(1))
import append_path

append_path.make_switchable()
signal.signal(signal.SIGUSR1, lambda number, frame: append_path.use("f"))
signal.signal(signal.SIGUSR2, lambda number, frame: append_path.use("g"))

from ludotheque.cli import main
main()
"""

_path = "f"


def use(path):
    """Append by the fast path (f) or the general one (g) from now on."""
    global _path
    _path = path


def make_switchable():
    """Let `use` choose the path of every store in this process."""
    fast = database.Store._write_group

    def write_group(self):
        if _path == "f":
            fast(self)
            return
        self._timer, self._last_start = None, asyncio.get_running_loop().time()
        group, self._waiting = self._waiting[: database.MAX_GROUP], self._waiting[database.MAX_GROUP :]
        self._start(group, self._engine.write(partial(self._append_general, group)))

    database.Store._write_group = write_group


async def measure_store(url, groups=100):
    """Processor time per append, for the paths in turn and groups of several sizes."""
    make_switchable()
    store = await database.open_store(url)
    names = [f"bench-{time.time_ns()}-{number}" for number in range(30)]
    for name in names:
        await store.create_table(name, {})
    last = dict.fromkeys(names, 0)
    entry = {"by": 0, "do": "lay 33 r1 2,-1", "act": {"ref": "0123456789abcdef0123", "guest": "0123456789abcdef"}}
    for size in (1, 3, 10, 30):
        found = {"f": [], "g": []}
        for path in "fggffggffg":
            use(path)
            used = time.process_time()
            for _ in range(groups):
                for name in names[:size]:
                    last[name] += 1
                await asyncio.gather(*(store.append(name, last[name], [entry]) for name in names[:size]))
            found[path].append(round(1000 * (time.process_time() - used) / groups / size, 3))
        print(json.dumps({"group": size, "groups": 5 * groups, "cpu_ms_per_append": found}), flush=True)
    await store.close()


def context_switches(pid):
    """Context switches of all threads of a process."""
    status = [(task / "status").read_text() for task in Path(f"/proc/{pid}/task").iterdir()]
    return sum(int(line.split()[1]) for text in status for line in text.splitlines() if "ctxt_switches" in line)


def measure(game, form, arguments):
    """All windows of one game and form."""
    steadily = load.steadily
    raised = {"sockets_per_address": 100000, "guests_per_minute": 10**6, "tables_per_minute": 10**6}
    raised["messages_per_second"] = 100000
    environment = {f"LUDOTHEQUE_{name.upper()}": str(value) for name, value in raised.items()}
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder:
        command = [sys.executable, "-c", SERVER, str(Path(__file__).parent), "--lang", "en", "serve", "--port", "0"]
        command += ["--database", arguments.database or f"{folder}/tables.sqlite"]
        process, port = load.start(command, environment)

        async def windows(tables, act, rate, seconds):
            begun, used = time.perf_counter(), load.cpu([process])
            await asyncio.sleep(5)
            used, begun = load.cpu([process]) - used, time.perf_counter() - begun
            report = {"game": game, "form": form, "path": "idle", "cpu_ms_per_second": round(1000 * used / begun, 1)}
            print(json.dumps(report), flush=True)
            times = []
            for rate in arguments.rate:
                for path in arguments.windows + "p" * bool(arguments.profile):
                    os.kill(process.pid, signal.SIGUSR2 if path == "g" else signal.SIGUSR1)
                    await asyncio.sleep(0.5)
                    seconds = 10.0 if path == "p" else min(20.0, arguments.actions / rate)
                    if path == "p":
                        file = f"{arguments.profile}-{game}-{form}-{rate:g}"
                        recorder = [Path(sys.executable).with_name("py-spy"), "record", "-t", "-r", "250", "-f", "raw"]
                        recorder += ["-d", "9", "-o", file, "-p", str(process.pid)]
                        recording = subprocess.Popen(recorder, stdout=subprocess.DEVNULL)
                    used, switches = load.cpu([process]), context_switches(process.pid)
                    times = await steadily(tables, act, rate, seconds)
                    used, switches = load.cpu([process]) - used, context_switches(process.pid) - switches
                    if path == "p":
                        await asyncio.to_thread(recording.wait)
                        continue
                    if len(times) < 0.9 * rate * seconds:
                        print(f"only {len(times)} actions: games are over, or the machine is busy", file=sys.stderr)
                    times = sorted(times) or [0.0]
                    report = {"game": game, "form": form, "rate": rate, "path": path, "actions": len(times)}
                    report["cpu_ms_per_action"] = round(1000 * used / max(1, len(times)), 3)
                    report["p50_ms"] = round(1000 * times[len(times) // 2], 1)
                    report["p99_ms"] = round(1000 * times[len(times) * 99 // 100], 1)
                    report["switches_per_action"] = round(switches / len(times), 1)
                    report["load"] = round(os.getloadavg()[0], 1)
                    print(json.dumps(report), flush=True)
            return times

        load.steadily = windows
        arguments.form = form
        try:
            asyncio.run(load.ours([port], arguments, [process], game))
        finally:
            load.steadily = steadily
            process.terminate()
            process.wait()


def main():
    """Measure each game and form."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append")
    parser.add_argument("--form", action="append", choices=["record", "view"])
    parser.add_argument("--rate", action="append", type=float)
    parser.add_argument("--actions", type=int, default=2000)
    parser.add_argument("--windows", default="fggffg")
    parser.add_argument("--sockets", type=int, default=800)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--database", help="instead of a new SQLite file")
    parser.add_argument("--profile", help="beginning of the names of the files for py-spy")
    parser.add_argument("--store", action="store_true", help="the store alone")
    arguments = parser.parse_args()
    if arguments.store:
        with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder:
            asyncio.run(measure_store(arguments.database or f"{folder}/tables.sqlite"))
        return
    arguments.rate = arguments.rate or [30.0, 200.0]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    arguments.seconds = 20.0
    forms = arguments.form or ["record", "view"]
    for game in arguments.game or ["take_it_easy", "micropul", "polygons"]:
        for form in forms:
            measure(game, form, arguments)


if __name__ == "__main__":
    main()
