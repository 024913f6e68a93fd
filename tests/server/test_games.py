"""Whole games by real clients against a real server process."""

import base64
import random
import time
from typing import Any

import pytest

from ludotheque.engine.effects import NO_EFFECTS
from ludotheque.engine.position import MaskedState
from ludotheque.engine.registry import game, games
from ludotheque.fairness import verify
from ludotheque.game_records import read
from ludotheque.server.tables.updates import layout_of

GAMES = [("take_it_easy", {"rounds": 1}), ("micropul", {}), ("polygons", {})]


def check_ended(server, table, players):
    """All players have the same last number and result; the record is valid and its chance fair."""
    assert len({player.updates[table]["n"] for player in players}) == 1
    outcomes = [player.updates[table]["views"][0]["view"]["outcome"] for player in players]
    assert outcomes[0] is not None
    assert all(outcome == outcomes[0] for outcome in outcomes)
    for player in players:
        assert sorted(player.log[table]) == list(range(1, player.updates[table]["n"] + 1))
        assert all(entry.get("do", "") is not None for entry in player.log[table].values())
    data = players[0].http.get(f"/api/tables/{table}/record").content
    outcome = read(data)[-1].position.result
    assert outcome is not None
    assert outcome.scores == outcomes[0]["scores"]
    report = verify(data)
    assert report.good, report.findings
    assert report.picks
    assert players[0].http.get(f"/api/tables/{table}/verify").json()["good"]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_two_people_play_a_whole_game_on_sqlite(server, players, tools, game, options):
    ann, bob = players("Ann"), players("Bob")
    table = ann.create(game, [{"who": "here"}, {"who": "open"}], options=options)
    ann.join(table, nonce="a1" * 16)
    bob.join(table, nonce="b2" * 16)
    tools.play_together([ann, bob], table)
    check_ended(server, table, [ann, bob])


@pytest.fixture(scope="module")
def two_servers(postgres, tools):
    """Two processes on one PostgreSQL database."""
    url = postgres()
    servers = [tools.server(url), tools.server(url)]
    yield servers
    codes = [server.stop() for server in servers]
    assert [server.incidents() for server in servers] == [[], []]
    assert codes == [0, 0]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_two_people_on_two_processes_play_one_game_on_postgresql(two_servers, tools, game, options):
    ann, bob = two_servers[0].player("Ann"), two_servers[1].player("Bob")
    table = ann.create(game, [{"who": "here"}, {"who": "open"}], options=options)
    ann.join(table, nonce="a1" * 16)
    bob.join(table, nonce="b2" * 16)
    tools.play_together([ann, bob], table)
    check_ended(two_servers[0], table, [ann, bob])
    elsewhere = two_servers[1].player(secret=ann.secret)
    entries = [player.watch(table, after=0)["entries"] for player in (ann, elsewhere)]
    assert entries[0] == entries[1], "every process tells the same of what happened"
    events = [entry for entry in entries[0] if "by" in entry]
    assert all(entry.get("effects") for entry in events) or games()[game].effects is NO_EFFECTS
    elsewhere.close()
    ann.close()
    bob.close()


def open_events(update):
    """The events in an update that are not hidden, each with its effects, by number."""
    return {entry["n"]: entry for entry in update["entries"] if entry.get("do") is not None}


def test_reload_during_a_turn_tells_the_whole_turn(postgres, tools):
    """By another process, and after all were killed: also the sets that validated themselves, which are no events. (A
    person takes this turn action by action; a bot's events are the same.)"""
    url = postgres()
    servers = [tools.server(url, away_after=600), tools.server(url, away_after=600)]
    secrets = {}
    for seat, name in enumerate(("Ann", "Bob")):
        player = servers[seat].player(name)
        secrets[seat] = player.secret
        if seat == 0:
            table = player.create("polygons", [{"who": "here"}, {"who": "open"}], options={"expert": True})
        player.join(table)
        player.close()

    def reload(seat, server):
        page = server.player(secret=secrets[seat])
        page.watch(table, after=0)
        return page

    pages: dict[int, Any] = {}
    sent: dict[int, Any] = {}
    by_themselves = 0
    for number in range(60):
        if number in (0, 20):
            for page in pages.values():
                page.close()
            if number:
                for one in servers:
                    one.kill()
                    one.stop()
                servers = [tools.server(url, away_after=600), tools.server(url, away_after=600)]
            pages = {seat: reload(seat, servers[seat]) for seat in (0, 1)}
            assert open_events(pages[0].updates[table]).items() >= sent.items()
        acting = pages[0].updates[table]["views"][0]["view"]["turn"]
        (view,) = pages[acting].updates[table]["views"]
        best = max(view["legal"], key=lambda one: len(one["preview"].get("completes", ())))
        n = pages[acting].act(table, best["do"], acting)["n"]
        for page in pages.values():
            page.until(table, lambda update, n=n: update["n"] >= n)
        sent[n] = pages[0].log[table][n]
        sets = [one for one in sent[n]["effects"] if one["effect"] == "validated"]
        by_themselves += len(sets) > best["do"].startswith("validate")
        if number % 4 == 3:
            other = reload(0, servers[1])
            assert open_events(other.updates[table]).items() >= sent.items()
            other.close()
    assert by_themselves, "no set validated itself: this test tested nothing"
    for page in pages.values():
        page.close()
    assert [one.stop() for one in servers] == [0, 0]
    assert [one.incidents() for one in servers] == [[], []]


def test_player_connected_to_another_process_is_not_absent(postgres, tools):
    url = postgres()
    servers = [tools.server(url, away_after=2), tools.server(url, away_after=2)]
    ann, bob = servers[0].player("Ann"), servers[1].player("Bob")
    table = ann.create("take_it_easy", [{"who": "here"}, {"who": "open"}])
    ann.join(table)
    bob.join(table)
    ann.until(table, lambda update: update["phase"] == "running")
    time.sleep(5)  # both think for longer than one may be away
    assert ann.act(table, ann.legal(table)[0][0], 0)["type"] == "done"
    assert not any(entry.get("entry") == "away" for entry in ann.log[table].values())
    bob.close()
    ann.until(table, lambda update: update["seats"][1]["away"])
    ann.close()
    assert [server.stop() for server in servers] == [0, 0]
    assert [server.incidents() for server in servers] == [[], []]


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_person_plays_a_whole_game_against_a_bot(server, players, game, options, bot):
    ann = players("Ann")
    table = ann.create(game, [{"who": "here"}, {"who": "bot", "bot": bot}], options=options)
    ann.join(table)
    ann.play(table, random.Random(5))
    check_ended(server, table, [ann])
    moves = [entry for entry in ann.log[table].values() if entry.get("by") == 1]
    assert moves
    assert all(entry["bot"] == bot for entry in moves)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_people_at_one_device_play_a_whole_game(server, players, game, options):
    ann = players("Ann")
    table = ann.create(game, [{"who": "here", "name": "Ann"}, {"who": "here", "name": "Zoé"}], options=options)
    ann.join(table)
    assert [seat["name"] for seat in ann.updates[table]["seats"]] == ["Ann", "Zoé"]
    assert len(ann.updates[table]["views"]) == 2
    ann.play(table, random.Random(6))
    check_ended(server, table, [ann])


def apply(held, told):
    """Apply the changed bytes of an update to those a client holds."""
    for one in told.get("known", []):
        for offset, piece in one["changes"]:
            new = base64.b64decode(piece)
            held[one["seat"]][offset : offset + len(new)] = new


@pytest.mark.parametrize(("game_id", "options"), GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_clients_with_the_rules_compute_the_same_views_from_records(server, players, game_id, options):
    ann, bob, eve = players("Ann"), players("Bob"), players("Eve")
    seats = [{"who": "here"}, {"who": "bot", "bot": "random"}]
    table = ann.create(game_id, seats, options=options)
    ann.watch(table)
    found = game(game_id)
    size = found.rules.SETUP.itemsize
    again = players(secret=ann.secret)
    readers = {again: 0, eve: None}
    held = {seat: bytearray(size + found.rules.STATE.itemsize) for seat in readers.values()}
    for reader in readers:
        reader.send(type="watch", table=table, form="record", layout=layout_of(game_id), ref="w")
        told = reader.wait("table")
        assert (told["form"], told["ref"]) == ("record", "w")
        reader.wait("update")
    bob.send(type="watch", table=table, form="record", layout="another")
    assert bob.wait("table")["form"] == "view"
    assert "views" in bob.wait("update")
    ann.ask("join", table)
    rng = random.Random(1)
    compared = 0
    while ann.updates[table]["phase"] != "over" and compared < 40:
        for reader, seat in readers.items():
            while reader.seen.get(table, 0) < ann.updates[table]["n"] or "known" not in reader.updates[table]:
                told = reader.receive()
                if told["type"] == "update":
                    assert "views" not in told
                    assert "picture" not in told
                    apply(held, told)
            masked = MaskedState.from_bytes(found, bytes(held[seat][:size]), bytes(held[seat][size:]), seat)
            if reader.seen[table] == ann.updates[table]["n"] and seat == 0:
                (view,) = ann.updates[table]["views"]
                assert masked.view() == view["view"]
                assert masked.legal_with_previews() == view["legal"]
                compared += 1
        if ann.legal(table):
            answer = ann.act(table, rng.choice(ann.legal(table)[0]), 0)
            assert answer["type"] == "done"
            ann.until(table, lambda update, n=answer["n"]: update["n"] >= n)
        elif ann.updates[table]["phase"] != "over":
            ann.receive()
    assert compared > 10


def test_one_person_plays_alone(server, players):
    ann = players("Ann")
    table = ann.create("take_it_easy", [{"who": "here"}], options={"rounds": 1})
    ann.join(table)
    ann.play(table, random.Random(7))
    check_ended(server, table, [ann])


def test_bots_play_among_themselves_and_a_spectator_sees_it(server, players):
    ann = players("Ann")
    seats = [{"who": "bot", "bot": "random"}] * 2
    table = ann.create("take_it_easy", seats, options={"rounds": 1}, choices={})
    ann.watch(table)
    ann.play(table, random.Random(8))
    check_ended(server, table, [ann])


def test_seats_are_drawn_in_a_way_that_can_be_verified(server, players, tools):
    ann, bob = players("Ann"), players("Bob")
    seats = [{"who": "here"}, {"who": "open"}]
    table = ann.create("take_it_easy", seats, options={"rounds": 1}, draw=True)
    ann.join(table, nonce="a1" * 16)
    bob.join(table, nonce="b2" * 16)
    tools.play_together([ann, bob], table)
    check_ended(server, table, [ann, bob])
    assert sorted(ann.updates[table]["fair"]["seats"]) == [0, 1]
