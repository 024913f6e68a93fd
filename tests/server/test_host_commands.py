"""The commands of the host, on a database that is being served, and backups restored into both kinds."""

import json
import random
import time

import pytest
from websockets.exceptions import ConnectionClosed


@pytest.fixture
def command(call):
    """Run a command with settings in the environment; what it prints."""

    def run(*arguments, code=0, **settings):
        environment = {f"LUDOTHEQUE_{name.upper()}": str(value) for name, value in settings.items()}
        ended, out, err = call("--lang", "en", *arguments, **environment)
        assert ended == code, out + err
        return out if code == 0 else err

    return run


def until_closed(player, seconds=5):
    """Receive until the server closes the socket."""
    with pytest.raises(ConnectionClosed):
        player.wait("nothing", timeout=seconds)


def test_tables_and_guests_are_managed_while_they_are_served(database, tools, tmp_path, command):
    server = tools.server(database, daily=1)
    given = ("--database", database)
    ann, eve = server.player("Ann"), server.player("Eve")
    table = ann.create("take_it_easy", [{"who": "here"}, {"who": "open"}])
    ann.join(table)
    eve.join(table)
    assert table in [one["id"] for one in json.loads(command("tables", "list", *given, "--json"))]
    shown = command("tables", "show", table, *given)
    assert "seed" not in shown
    assert sorted(json.loads(command("tables", "show", table, *given, "--json"))["guests"]) == sorted(
        [ann.guest, eve.guest]
    )
    assert eve.guest in command("guests", "list", *given, "--name", "ev")
    assert ann.guest not in command("guests", "list", *given, "--name", "ev")

    command("guests", "rename", eve.guest, "Mallory", *given)
    ann.until(table, lambda update: update["seats"][1]["name"] == "Mallory", timeout=5)
    assert "name" in command("guests", "rename", eve.guest, "a\u202eb", *given, code=2)

    assert eve.http.post("/api/me/handle", json={"handle": "Eve of destruction"}).status_code == 200
    assert eve.http.put("/api/me/passphrase", json={"passphrase": "seven grey herons"}).status_code == 204
    assert [one["id"] for one in json.loads(command("guests", "list", *given, "--name", "destruc", "--json"))] == [
        eve.guest
    ], "the host finds who has a handle"
    shown = json.loads(command("guests", "show", eve.guest, *given, "--json"))
    assert (shown["handle"], shown["passphrase"]) == ("Eve of destruction", True)
    assert "argon2" not in json.dumps(shown)
    command("guests", "drop-handle", eve.guest, *given)
    assert eve.http.get("/api/daily").json()["handle"] is None
    assert "handle" in command("guests", "drop-handle", eve.guest, *given, code=2)

    command("guests", "ban", eve.guest, "--for", "1h", *given)
    until_closed(eve)
    refused = eve.http.get("/api/me")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "banned")
    with pytest.raises(ConnectionClosed):  # hello is refused, and the socket closed after a while
        server.player(secret=eve.secret)
    assert ann.http.get("/api/me").status_code == 200
    command("guests", "unban", eve.guest, *given)
    end = time.monotonic() + 5
    while eve.http.get("/api/me").status_code != 200 and time.monotonic() < end:
        time.sleep(0.2)
    assert eve.http.get("/api/me").status_code == 200
    assert "duration" in command("guests", "ban", eve.guest, "--for", "long", *given, code=2)

    command("tables", "close", table, *given)
    ann.until(table, lambda update: update["phase"] == "over", timeout=5)
    assert ann.updates[table]["ending"] == "closed"
    assert "over" in command("tables", "close", table, *given, code=2)

    command("guests", "delete", eve.guest, *given)
    ann.until(table, lambda update: update["seats"][1]["name"] is None, timeout=5)
    assert eve.http.get("/api/me").json() == {"guest": None, "name": None}

    command("tables", "delete", table, *given)
    refused = ann.wait("refused", timeout=5)
    assert (refused["code"], refused["table"]) == ("no_such_table", table)
    assert ann.http.get(f"/api/tables/{table}").status_code == 404
    boards: set[str] = set()  # of bots, of today's draws
    while not boards:
        boards = {one["id"] for one in json.loads(command("tables", "list", *given, "--json"))}
    assert table not in boards
    time.sleep(1.1)
    pruned = json.loads(command("prune", *given, "--json", "--dry-run", prune_bot_tables_after=1))
    assert pruned["bot_tables"] == [], "the results of a day link to them"
    assert "no table" in command("tables", "show", table, *given, code=2)
    ann.close()
    eve.close()
    assert server.stop() == 0
    assert not server.incidents()


def test_prune_deletes_what_nobody_needs(database, tools, command):
    server = tools.server(database, abandon_after=1)
    given = ("--database", database)
    ann, idle = server.player("Ann"), server.player("Idle")
    played = ann.create("take_it_easy", [{"who": "here"}], options={"rounds": 1})
    ann.join(played)
    ann.play(played, random.Random(1))
    bots = ann.create("take_it_easy", [{"who": "bot", "bot": "random"}] * 2, options={"rounds": 1})
    ann.watch(bots)
    ann.until(bots, lambda update: update["phase"] == "over", timeout=60)
    waiting = ann.create("take_it_easy", [{"who": "here"}, {"who": "open"}])
    ann.watch(waiting)
    ann.until(waiting, lambda update: update["phase"] == "over", timeout=30)
    never = {"prune_guests_after": 0, "prune_bot_tables_after": 0, "prune_abandoned_after": 0}
    always = dict.fromkeys(never, 1)
    assert json.loads(command("prune", *given, "--json", **never)) == {"guests": [], "bot_tables": [], "abandoned": []}
    idle.close()
    found: dict[str, list[str]] = {}
    until = time.monotonic() + 20
    while sum(map(len, found.values())) < 3:  # until all of them are older than a second
        assert time.monotonic() < until, found
        found = json.loads(command("prune", *given, "--json", "--dry-run", **always))
    assert found["guests"] == [idle.guest]
    assert sorted(found["bot_tables"] + found["abandoned"]) == sorted([bots, waiting])
    assert found == json.loads(command("prune", *given, "--json", **always))
    left = [one["id"] for one in json.loads(command("tables", "list", *given, "--json"))]
    assert left == [played]
    assert ann.http.get(f"/api/tables/{played}/verify").json()["good"]
    ann.close()
    assert server.stop() == 0
    assert not server.incidents()


def test_backup_is_restored_into_both_kinds_of_database(tmp_path, tools, postgres, command):
    server = tools.server(tmp_path / "old" / "tables.sqlite")
    ann = server.player("Ann")
    table = ann.create("take_it_easy", [{"who": "here"}], options={"rounds": 1})
    ann.join(table)
    ann.play(table, random.Random(1))
    record = ann.http.get(f"/api/tables/{table}/record").content
    command("backup", str(tmp_path / "backup.sqlite"), "--database", server.database)
    served = command("restore", str(tmp_path / "backup.sqlite"), "--database", server.database, "--replace", code=2)
    assert "another process serves" in served
    ann.close()
    assert server.stop() == 0
    for database in (str(tmp_path / "new" / "tables.sqlite"), postgres()):
        command("restore", str(tmp_path / "backup.sqlite"), "--database", database)
        again = command("restore", str(tmp_path / "backup.sqlite"), "--database", database, code=2)
        assert "not empty" in again
        command("restore", str(tmp_path / "backup.sqlite"), "--database", database, "--replace")
        server = tools.server(database)
        back = server.player(secret=ann.secret)
        assert back.http.get(f"/api/tables/{table}/record").content == record
        back.close()
        assert server.stop() == 0
    assert "no file" in command("restore", str(tmp_path / "none"), "--database", database, code=2)


def test_backup_is_restored_into_postgresql_while_it_is_served(tmp_path, tools, postgres, command):
    """Actions in the meantime wait or are refused; afterwards everybody sees the backup and plays on from there."""
    url = postgres()
    servers = [tools.server(url) for _ in range(2)]
    ann, bob = servers[0].player("Ann"), servers[1].player("Bob")
    table = ann.create("take_it_easy", [{"who": "here"}, {"who": "open"}])
    for player in (ann, bob):
        player.join(table)
    ann.until(table, lambda update: update["phase"] == "running")
    bob.play(table, random.Random(1), until=lambda: not bob.legal(table))
    command("backup", str(tmp_path / "backup.sqlite"), "--database", url)
    before = ann.until(table, lambda update: update["n"] == bob.updates[table]["n"])["n"]
    eve = servers[0].player("Eve")
    later = eve.create("take_it_easy", [{"who": "here"}])
    eve.join(later)
    ann.play(table, random.Random(1), until=lambda: ann.updates[table]["n"] > before)
    command("restore", str(tmp_path / "backup.sqlite"), "--database", url, "--replace")
    for player in (ann, bob, eve):
        until_closed(player)
        player.close()
    back = [servers[0].player(secret=bob.secret), servers[1].player(secret=ann.secret)]
    for player in back:
        assert player.watch(table)["n"] == before
    assert back[0].http.get(f"/api/tables/{later}").status_code == 404
    tools.play_together(back, table)
    assert back[0].http.get(f"/api/tables/{table}/verify").json()["good"]
    for player in back:
        player.close()
    for server in servers:
        assert server.stop() == 0
        assert not server.incidents(), server.incidents()
