"""An evening of a club: 60 people behind one address at 20 tables on two processes, which are restarted one after the
other, with a backup, a ban and a prune in the middle. ``LUDOTHEQUE_EVENING`` is its length in seconds."""

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import closing

import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.store import open_store

SECONDS = float(os.environ.get("LUDOTHEQUE_EVENING", "120"))
THINK = 1.0, 4.0
"""Seconds for which a person thinks."""


class Club:
    """What all people share."""

    def __init__(self, servers):
        self.servers = servers
        self.end = time.monotonic() + SECONDS
        self.done: list[tuple[str, int, int, str]] = []
        """The actions that were acknowledged: table, number, seat, text."""
        self.refusals: Counter[str] = Counter()
        self.reconnects = 0
        self.waits: list[float] = []
        self.wrong: list[tuple[int, str]] = []
        self.tables: list[list[str]] = [[] for _ in range(20)]

    def over(self):
        return time.monotonic() > self.end

    def connect(self, person, **who):
        """A connection to either process, as soon as one takes it."""
        for attempt in range(300):
            server = self.servers[(person + attempt) % 2]
            try:
                return server.player(**who)
            except (OSError, ConnectionClosed):
                time.sleep(0.2)
        raise AssertionError("neither process takes a connection")


def sit(club, person):
    """One person's evening: one game after the other at the same table as two others."""
    group, rng = club.tables[person // 3], random.Random(person)
    me = club.connect(person, name=f"Person {person}")
    secret = me.secret
    game = 0
    while not club.over():
        try:
            if person % 3 == 0 and len(group) == game:
                table = me.create("take_it_easy", [{"who": "here"}, {"who": "open"}, {"who": "open"}])
                group.append(table)
            while len(group) == game and not club.over():
                time.sleep(0.2)
            if club.over():
                break
            table = group[game]
            me.watch(table)
            seats = me.updates[table]["seats"]
            if not any(seat["you"] and seat["who"] == "guest" for seat in seats):
                answer = me.ask("join", table, nonce="")
                if answer["type"] == "refused":
                    club.refusals[answer["code"]] += 1
            while me.updates[table]["phase"] != "over" and not club.over():
                legal = me.legal(table)
                if not legal:
                    me.receive(120)
                    continue
                time.sleep(rng.uniform(*THINK))
                ((seat, actions),) = legal.items()
                start, action = time.monotonic(), rng.choice(actions)
                answer = me.act(table, action, seat)
                club.waits.append(time.monotonic() - start)
                if answer["type"] == "refused":
                    club.refusals[answer["code"]] += 1
                else:
                    club.done.append((table, answer["n"], seat, action))
                    while me.updates[table]["n"] < answer["n"]:
                        me.receive()
            if me.updates[table]["phase"] == "over":
                game += 1
        except TimeoutError:
            if not club.over():
                raise
        except (ConnectionClosed, OSError):
            club.reconnects += 1
            me.close()
            me = club.connect(person, secret=secret)
    me.close()


def command(*arguments):
    program = "from ludotheque.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_an_evening_of_a_club(postgres, tools, tmp_path):
    url = postgres()
    club = Club([tools.server(url, guests_per_minute=200) for _ in range(2)])

    def person(number):
        try:
            sit(club, number)
        except Exception as error:
            club.wrong.append((number, repr(error)))

    people = [threading.Thread(target=person, args=(number,), daemon=True) for number in range(60)]
    for thread in people:
        thread.start()

    def restart(which):
        old = club.servers[which]
        assert old.stop() == 0
        assert not old.incidents(), old.incidents()
        new = tools.server(url, port=old.port, guests_per_minute=200)
        while new.http.get("/readyz").status_code != 200:
            time.sleep(0.1)
        club.servers[which] = new

    def wait_until(share):
        time.sleep(max(0, club.end - SECONDS * (1 - share) - time.monotonic()))

    wait_until(0.2)
    restart(0)
    wait_until(0.4)
    restart(1)
    wait_until(0.5)
    command("backup", str(tmp_path / "backup.sqlite"), "--database", url)
    wait_until(0.6)
    eve = club.servers[0].player("Eve")
    command("guests", "ban", eve.guest, "--database", url)
    with pytest.raises(ConnectionClosed):
        eve.wait("nothing", timeout=10)
    eve.close()
    wait_until(0.7)
    command("prune", "--database", url)
    for thread in people:
        thread.join(SECONDS + 60)
    assert not club.wrong, club.wrong[0]

    async def log():
        store = await open_store(url, serve=False)
        tables = sorted({table for table, *_ in club.done})
        found = await store.entries_of(dict.fromkeys(tables, 0))
        await store.close()
        return {(table, entry.seq): entry.data for table, entries in found.items() for entry in entries}

    entries = asyncio.run(log())
    for table, n, seat, action in club.done:
        assert (entries[table, n]["by"], entries[table, n]["do"]) == (seat, action), "lost"
    checked = json.loads(command("check", "--json", "--database", url))
    assert checked["troubles"] == []
    with closing(sqlite3.connect(tmp_path / "backup.sqlite")) as backup:
        assert backup.execute("SELECT count(*) FROM entries").fetchone()[0] > 0
    waits = sorted(club.waits)
    print(
        f"{len(club.done)} actions at {checked['tables']} tables, {club.reconnects} reconnections, "
        f"refusals {dict(club.refusals)}, answer p50 {1000 * waits[len(waits) // 2]:.0f} ms, "
        f"p99 {1000 * waits[len(waits) * 99 // 100]:.0f} ms, max {1000 * waits[-1]:.0f} ms"
    )
    assert not set(club.refusals) - {"stale"}, club.refusals
    for server in club.servers:
        assert server.stop() == 0
        assert not server.incidents(), server.incidents()
