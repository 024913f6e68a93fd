"""The day's draws, from the fingerprint to the seed, on real processes with a clock that the test moves."""

import asyncio
import json
import random
import threading
import time
from datetime import date, datetime, timedelta
from functools import partial
from itertools import count

import httpx
import pytest
from sqlalchemy import Connection, update

from ludotheque import game
from ludotheque.engine.position import Event
from ludotheque.fairness import Chance, SealedDraw, commitment, daily_link, fair_field, verify, verify_daily
from ludotheque.game_records import Header, write_event, write_header, write_result
from ludotheque.search.game_loop import play_with
from ludotheque.server.background.daily_jobs import review
from ludotheque.store import open_store
from ludotheque.store.schema import draws as draws_table

PROGRAM = """
import sys, time
from dataclasses import replace
from pathlib import Path
from ludotheque.server.serve import serve
from ludotheque.server.settings import from_environment
if __name__ == "__main__":
    database = sys.argv[sys.argv.index("--database") + 1]
    listens = lambda port: print(f"Serving on http://127.0.0.1:{{port}}", file=sys.stderr, flush=True)
    clock = lambda: time.time() + float(Path({clock!r}).read_text())
    serve(replace(from_environment(), database=database, port=0), listens, clock)
"""
"""A server with a clock that differs from the computer's by what a file says. No setting can do that."""

OPEN = {"daily": 1, "guests_per_minute": 100_000, "codes_per_minute": 100_000, "tables_per_minute": 100_000,
        "guest_requests_per_minute": 1_000_000, "address_requests_per_minute": 10_000_000,
        "checks_per_minute": 100_000, "sockets_per_address": 1000, "away_after": 1}  # fmt: skip


class Clock:
    """The clock of the servers under test."""

    def __init__(self, file):
        self.file = file
        self.set("2030-03-01 12:00")

    def set(self, moment):
        offset = datetime.fromisoformat(f"{moment}+00:00").timestamp() - time.time()
        new = self.file.with_suffix(".new")
        new.write_text(str(offset))
        new.replace(self.file)

    @property
    def program(self):
        return PROGRAM.format(clock=str(self.file))


@pytest.fixture
def clock(tmp_path):
    return Clock(tmp_path / "clock")


def named(server, name, handle=None):
    player = server.player(name)
    if handle:
        answer = player.http.post("/api/me/handle", json={"handle": handle})
        assert answer.status_code == 200, answer.text
    return player


def begin(player, day, name="take_it_easy", nonce="f" * 32):
    answer = player.http.post(f"/api/daily/{name}/{day}")
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    player.watch(table)
    if player.updates[table]["phase"] == "waiting":
        player.join(table, nonce)
    return table


def code_of(answer):
    assert answer.status_code >= 400, answer.text
    return answer.json()["error"]["code"]


def draws(http, name="take_it_easy"):
    listed = http.get(f"/api/daily/{name}/draws").json()
    return [SealedDraw(**{field: one[field] for field in SealedDraw._fields}) for one in listed]


def begin_http(server, secret, day):
    """The table of a try, asked for without a socket."""
    answer = httpx.post(
        f"{server.url}/api/daily/take_it_easy/{day}", headers={"authorization": f"Bearer {secret}"}, timeout=30
    )
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def results_when(http, day, ready, name="take_it_easy", timeout=120):
    """The results of a draw once they satisfy a condition."""
    until = time.monotonic() + timeout
    while True:
        found = http.get(f"/api/daily/{name}/{day}").json()
        if ready(found):
            return found
        assert time.monotonic() < until, found
        time.sleep(0.5)


async def swap(url, listed, since):
    """What a dishonest host would do: replace the draws from a day on, and make the rest of the list again."""
    store = await open_store(url, serve=False)
    previous = next(draw.previous for draw in listed if draw.day == since)
    for draw in listed:
        if draw.day >= since:
            sealed = commitment("6" * 64)
            link = daily_link(previous, draw.game, draw.day, draw.terms, sealed)
            new = {"seed": "6" * 64, "commitment": sealed, "previous": previous, "link": link}
            this = (draws_table.c.game == draw.game) & (draws_table.c.day == draw.day)
            await store._engine.write(
                partial(Connection.execute, statement=update(draws_table).where(this).values(new))
            )
            previous = link
    await store.close()


def by_page(name, seed, options):
    """The record of a game that a page has dealt from a seed, with random actions."""
    found, rng, numbers = game(name), random.Random(3), count()
    chance = Chance(seed, ("",))

    def act(now):
        return Event(0, rng.choice(now.legal_texts(0)))

    played = play_with(found.start(1, options), lambda now: chance.draw(now, next(numbers), {}), act)
    events, positions = zip(*played, strict=True)
    fair = {**fair_field(commitment(seed), [""], seed=seed), "by": "page"}
    header = Header(found, 1, positions[-1].options(), ["Ann"], {"bots": [None], "fair": fair})
    lines = [write_header(header), *map(write_event, events), write_result(positions[-1].result)]
    return ("\n".join(lines) + "\n").encode()


def tiles(record):
    """The chance events of a record."""
    return [event["do"] for event in map(json.loads, record.splitlines()) if event.get("by") == "chance"]


def test_a_day_from_fingerprint_to_reveal_on_two_processes(postgres, tools, clock):
    """Second tries, early looks, a swapped draw and late moves are refused or detected."""
    url = postgres()
    one, two = servers = [tools.server(url, program=clock.program, **OPEN) for _ in range(2)]

    # Two processes that start together publish one list, seven days ahead.
    published = draws(one.http)
    assert published == draws(two.http)
    assert [draw.day for draw in published] == [str(date(2030, 3, 1) + timedelta(days)) for days in range(8)]
    assert all(draw.seed is None for draw in published)
    assert verify_daily(published) == []
    known = {draw.day: draw.link for draw in published}

    clock.set("2030-03-02 12:00")
    day = "2030-03-02"
    ann, ben, cid = named(one, "Ann", "Ann of Arles"), named(two, "Ben", "ben"), named(two, "Cid")
    today = ann.http.get("/api/daily").json()
    assert (today["today"], today["ends"], today["handle"]) == (day, "2030-03-03T00:00:00+00:00", "Ann of Arles")
    assert [found["link"] for found in today["games"] if found["game"] == "take_it_easy"] == [known[day]]
    assert code_of(cid.http.post("/api/me/handle", json={"handle": "ANN 0F arles"})) == "handle_taken"
    assert code_of(cid.http.post("/api/me/handle", json={"handle": "Basalt"})) == "handle_taken"
    assert code_of(cid.http.post("/api/daily/take_it_easy/2030-03-04")) == "no_such_draw"
    assert code_of(cid.http.post("/api/daily/take_it_easy/2030-02-31")) == "no_such_draw"
    assert code_of(cid.http.get("/api/daily/no_game/2030-03-02")) == "no_such_draw"

    # One try, at either process; no hints, no way back, and the nonce does not count.
    table = begin(ann, day)
    assert ann.facts[table]["daily"] == {"day": day, "kind": "ranked"}
    assert begin_http(two, ann.secret, day) == table
    assert (ann.updates[table]["hint"], ann.updates[table]["take_back"]) == (False, False)
    assert ann.updates[table]["fair"]["nonces"] == [""]
    for request in ("hint", "leave", "resign", "close", "rematch", "start"):
        refused = ann.ask(request, table)
        assert refused.get("code") in ("daily", "no_hints"), (request, refused)
    assert ann.act(table, ann.legal(table)[0][0])["type"] == "done"
    while ann.updates[table]["n"] < 4:
        ann.receive()
    assert ann.ask("take_back", table, seq=ann.updates[table]["n"])["code"] == "no_take_back"

    # Nothing before one has played, not even for somebody who knows the address.
    assert code_of(ben.http.get(f"/api/daily/take_it_easy/{day}")) == "not_played"
    assert code_of(ann.http.get(f"/api/daily/take_it_easy/{day}")) == "not_played"
    ben.send(type="watch", table=table)
    assert ben.wait("refused", "table")["code"] == "daily_closed"
    ann.play(table, random.Random(1))
    for path in ("", "/record", "/steps", "/final", "/verify"):
        assert code_of(ben.http.get(f"/api/tables/{table}{path}")) == "daily_closed", path
        assert code_of(one.http.get(f"/api/tables/{table}{path}")) == "daily_closed", path
    assert ann.http.get(f"/api/tables/{table}/verify").json()["findings"][0]["code"] == "not_revealed"

    # A second ranked try: the same table, which is over.
    assert begin(ann, day) == table
    assert ann.act(table, "lay a1")["code"] == "over"

    # Two windows at once begin one try.
    found = []
    begins = [
        threading.Thread(target=lambda server=server: found.append(begin_http(server, ben.secret, day)))
        for server in servers * 4
    ]
    for thread in begins:
        thread.start()
    for thread in begins:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1
    bens = begin(ben, day)
    assert bens == found[0]
    ben.play(bens, random.Random(2))
    records = [player.http.get(f"/api/tables/{played}/record").text for player, played in ((ann, table), (ben, bens))]
    assert tiles(records[0]) == tiles(records[1])
    assert len(tiles(records[0])) == 19
    assert tiles(ben.http.get(f"/api/tables/{table}/record").text) == tiles(records[0])  # open to Ben now

    # Without a handle: results, but no boards, bots or ceiling before the day is over.
    cids = begin(cid, day)
    cid.play(cids, random.Random(3))
    seen = cid.http.get(f"/api/daily/take_it_easy/{day}").json()
    assert (seen["played"], len(seen["ranking"]), seen["place"], seen["mine"]["ranked"]) == (3, 2, None, False)
    assert (seen["boards_open"], seen["bots"], seen["ceiling"], seen["seed"]) == (False, None, None, None)
    assert all(row["table"] is None for row in seen["ranking"])
    assert code_of(cid.http.get(f"/api/tables/{table}")) == "daily_closed"
    assert code_of(cid.http.post("/api/me/handle", json={"handle": "Ben"})) == "handle_taken"
    assert cid.http.post("/api/me/handle", json={"handle": "Cid"}).status_code == 200
    assert begin(cid, day) == cids  # still the unranked try

    # Begun in time: an hour after midnight it still counts, later it does not.
    dora, eve = named(one, "Dora", "Dora"), named(two, "Eve", "Eve")
    doras, eves = begin(dora, day), begin(eve, day)
    assert eve.act(eves, eve.legal(eves)[0][0])["type"] == "done"
    time.sleep(2)  # away_after: no bot stands in at a daily table
    clock.set("2030-03-03 00:30")
    assert [late["table"] for late in dora.http.get("/api/daily").json()["late"]] == [doras]
    fay = named(one, "Fay", "Fay")
    assert code_of(fay.http.post(f"/api/daily/take_it_easy/{day}")) == "daily_over"
    dora.play(doras, random.Random(4))
    clock.set("2030-03-03 01:00")
    assert eve.act(eves, eve.legal(eves)[0][0])["code"] in ("daily_over", "over")
    results = one.http.get(f"/api/daily/take_it_easy/{day}").json()
    assert sorted(row["name"] for row in results["ranking"]) == ["Ann of Arles", "Dora", "ben"]
    assert [row["value"] for row in results["ranking"]] == results["scores"] == sorted(results["scores"], reverse=True)

    # The seed was never sent before, and shows that nothing was changed.
    people = (ann, ben, cid, dora, eve, fay)
    assert not any(results["seed"] in message for player in people for message in player.bytes)
    assert results["seed"] not in "".join(records)
    later = draws(two.http)
    assert verify_daily(later, known) == []
    revealed = next(draw for draw in later if draw.day == day)
    assert revealed.seed == results["seed"]
    assert [draw.day for draw in later if draw.seed] == ["2030-03-01", day]
    record = one.http.get(f"/api/tables/{table}/record").content
    assert verify(record).good
    assert verify(record).picks == 19
    assert json.loads(record.splitlines()[0])["fair"]["commitment"] == revealed.commitment

    # A host who swaps a draw is found out by anyone who has seen the list.
    swapped = [draw._replace(seed="0" * 64) if draw.day == day else draw for draw in later]
    assert verify_daily(swapped) == [(day, "commitment_wrong")]
    asyncio.run(swap(url, later, "2030-03-05"))
    forged = draws(two.http)
    assert verify_daily(forged) == []  # the whole rest of the list was made again, so that it is consistent
    assert verify_daily(forged, known)[0] == ("2030-03-05", "swapped")

    # Bots and the ceiling, agreed by both processes.
    results = results_when(one.http, day, lambda found: found["bots"] is not None)
    assert [bot["bot"] for bot in results["bots"]] == ["novice", "amateur", "club", "expert", "master"]
    assert results["ceiling"] >= max(results["scores"] + [bot["score"] for bot in results["bots"]])
    for bot in results["bots"]:
        played = one.http.get(f"/api/tables/{bot['table']}/record").content
        assert tiles(played) == tiles(records[0])
        assert verify(played).good
    assert results == two.http.get(f"/api/daily/take_it_easy/{day}").json()

    # Played offline from the public seed and handed in: a table like others, and nobody's rank changes.
    offline = by_page("take_it_easy", revealed.seed, {"rounds": 1})
    handed = ann.http.post("/api/records", content=offline).json()["table"]
    assert tiles(ann.http.get(f"/api/tables/{handed}/record").text) == tiles(records[0])
    archived = begin(ann, day)
    assert archived not in (table, handed)
    assert ann.facts[archived]["daily"]["kind"] == "archive"
    ann.play(archived, random.Random(9))
    assert sum(best["games"] for best in ann.http.get("/api/me/bests").json()) == 1  # neither of these counts
    again = one.http.get(f"/api/daily/take_it_easy/{day}").json()
    assert again["ranking"] == results["ranking"]
    assert again["played"] == results["played"] == 4

    for player in people:
        player.close()
    assert [server.stop() for server in servers] == [0, 0]
    assert [server.incidents() for server in servers] == [[], []]


@pytest.mark.parametrize("name", ["micropul", "polygons"])
def test_everybody_gets_the_same_draw(name, tmp_path, tools, clock):
    """Whatever two players do, the n-th draw is the same; and equal moves get equal answers from the opponent."""
    server = tools.server(tmp_path / "tables.sqlite", program=clock.program, **OPEN)
    played: list[str] = []
    for seed in (1, 2, 2):
        player = named(server, f"P{len(played)}")
        table = begin(player, "2030-03-01", name)
        player.play(table, random.Random(seed))
        played.append(player.http.get(f"/api/tables/{table}/record").text)
        player.close()
    one, two, three = map(tiles, played)
    known = min(len(one), len(two))
    assert known >= 1
    if name == "micropul":
        tile = [text.split()[-1] for text in one]
        assert [text.split()[-1] for text in two][:known] == tile[:known]
    else:
        assert one == two
    assert len(set(map(moves, played[1:]))) == 1
    assert two == three
    clock.set("2030-03-02 01:00")
    for record in played:
        header = json.loads(record.splitlines()[0])
        assert verify(server.http.get(f"/api/tables/{header['table']}/record").content).good
    assert server.stop() == 0
    assert server.incidents() == []


def moves(record):
    """The actions of the seats, in order."""
    return tuple(
        event["do"] for event in map(json.loads, record.splitlines()) if event.get("by") not in ("chance", None)
    )


def test_a_server_without_daily_draws(tmp_path, tools):
    """Nothing is sealed, shown or started; and with rankings off nobody takes a handle."""
    server = tools.server(tmp_path / "tables.sqlite", daily=0)
    ann = server.player()
    day = datetime.now().date().isoformat()
    assert ann.http.get("/api/daily").json()["games"] == []
    assert {one["daily"] for one in ann.http.get("/api/games").json()} == {None}
    for answer in (
        ann.http.get(f"/api/daily/take_it_easy/{day}"),
        ann.http.get("/api/daily/take_it_easy/draws"),
        ann.http.post(f"/api/daily/take_it_easy/{day}"),
        ann.http.post("/api/me/handle", json={"handle": "Ann"}),
    ):
        assert code_of(answer) == "daily_off"
    ann.close()
    assert server.stop() == 0
    other = tools.server(tmp_path / "other.sqlite", daily=1, rankings=0)
    ben = other.player("Ben")
    assert code_of(ben.http.post("/api/me/handle", json={"handle": "Ben"})) == "rankings_off"
    assert ben.http.get("/api/daily").json()["rankings"] is False
    ben.close()
    assert other.stop() == 0


THREADS = 4


@pytest.mark.parametrize("players", [60, pytest.param(300, marks=pytest.mark.long)])
def test_a_day_with_many_players_and_a_crash_in_the_middle(players, tmp_path, tools, clock, record_property):
    """Rankings equal a computation from the records; the server is killed half-way and loses no try."""
    database = tmp_path / "tables.sqlite"
    server = tools.server(database, program=clock.program, **OPEN)
    day = "2030-03-01"
    secrets: dict[int, str] = {}
    tables: dict[int, str] = {}
    wrong: list[Exception] = []

    def play(where, numbers, half):
        try:
            for at in numbers:
                player = where.player(f"P{at}", **({"secret": secrets[at]} if at in secrets else {}))
                if at not in secrets:
                    secrets[at] = player.secret
                    if at % 5:  # every fifth has no handle
                        assert player.http.post("/api/me/handle", json={"handle": handle(at)}).status_code == 200
                table = tables[at] = begin(player, day)
                until = (lambda player=player, table=table: player.updates[table]["n"] >= 20) if half else None
                player.play(table, random.Random(at), until)
                player.close()
        except Exception as error:
            wrong.append(error)

    def together(where, numbers, half=False):
        threads = [threading.Thread(target=play, args=(where, numbers[at::THREADS], half)) for at in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong, wrong[0]

    begun = time.monotonic()
    together(server, range(players // 2))
    together(server, range(players // 2, players // 2 + 20), half=True)  # in the middle of their tries
    server.kill()
    server.stop()
    server = tools.server(database, program=clock.program, **OPEN)
    together(server, range(players // 2, players))
    record_property("seconds_to_play", round(time.monotonic() - begun, 1))

    ann = server.player(secret=secrets[1])
    clocks = []
    for _ in range(20):
        start = time.perf_counter()
        found = ann.http.get(f"/api/daily/take_it_easy/{day}").json()
        clocks.append(time.perf_counter() - start)
    record_property("milliseconds_for_results", round(1000 * sorted(clocks)[len(clocks) // 2], 1))

    # The rankings, computed again from nothing but the records of all tables.
    scores = {}
    for at, table in tables.items():
        mine = {"authorization": f"Bearer {secrets[at]}"}
        record = server.http.get(f"/api/tables/{table}/record", headers=mine).content
        scores[at] = json.loads(record.splitlines()[-1])["result"]["scores"][0]
    ranked = sorted((score for at, score in scores.items() if at % 5), reverse=True)
    assert (found["played"], found["scores"]) == (players, ranked)
    for row in found["ranking"]:
        at = int(row["name"].split()[1])
        assert (row["value"], row["place"], row["table"]) == (scores[at], 1 + ranked.index(scores[at]), tables[at])
        assert row["you"] == (at == 1)
    assert found["place"] == 1 + ranked.index(scores[1])
    lower = sum(score < scores[1] for score in ranked)
    assert found["better_than"] == pytest.approx(100 * lower / (len(ranked) - 1))

    # Some reviews, computed again from the records; the second ranking is in their order.
    found = results_when(ann.http, day, lambda now: len(now["without_luck"]) >= 3, timeout=300)
    losses = [row["value"] for row in found["without_luck"]]
    assert losses == sorted(losses)
    assert [row["place"] for row in found["without_luck"]] == [1 + losses.index(loss) for loss in losses]
    row = found["without_luck"][0]
    again = review(ann.http.get(f"/api/tables/{row['table']}/record").content)
    assert again["loss"] == row["value"]
    ann.close()
    assert server.stop() == 0
    assert server.incidents() == []


def handle(at):
    """A handle that looks like no other: digits count as letters there."""
    return f"Player {at} " + "".join(chr(ord("b") + int(digit)) for digit in str(at))
