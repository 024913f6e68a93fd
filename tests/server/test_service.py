"""What players and hosts can do, against a real server process."""

import json
import random
import re
import time

import httpx
import pytest

from ludotheque.server.tables.table import EFFECTS_KEPT


@pytest.fixture(scope="module")
def quick(tmp_path_factory, tools):
    """A server with short timeouts."""
    one = tools.server(
        tmp_path_factory.mktemp("quick") / "tables.sqlite", away_after=1.0, keep_idle=0.4, abandon_after=8
    )
    yield one
    assert one.stop() == 0
    assert not one.incidents(), one.incidents()


@pytest.fixture
def pair(server, players):
    """Two people at a table of Take It Easy."""
    ann, bob = players("Ann"), players("Bob")
    table = ann.create("take_it_easy", [{"who": "here"}, {"who": "open"}], options={"rounds": 1})
    ann.join(table)
    bob.join(table)
    ann.until(table, running)
    return ann, bob, table


def running(update):
    return update["phase"] == "running"


def catch_up(player, table, n):
    player.until(table, lambda update: update["n"] >= n)


# -- Acting -----------------------------------------------------------------------------------------------------------


def test_action_repeated_with_the_same_ref_is_executed_once(pair):
    ann, _, table = pair
    (seat, legal), seq = next(iter(ann.legal(table).items())), ann.updates[table]["n"]
    first = ann.act(table, legal[0], seat, seq=seq, ref="once")
    again = ann.act(table, legal[0], seat, seq=seq, ref="once")
    assert first["type"] == again["type"] == "done"
    assert first["n"] == again["n"]
    assert [entry["n"] for entry in ann.log[table].values() if entry.get("by") == 0] == [first["n"]]


def test_every_refusal_has_its_code_sentence_and_ref(pair):
    ann, bob, table = pair
    answers = {
        "stale": ann.act(table, "place 1-2-3 a1", seq=0),
        "ahead": ann.act(table, "place 1-2-3 a1", seq=10_000),
        "unknown_action": ann.act(table, "castle"),
        "no_such_tile": ann.act(table, "place 1-2-3 a1"),
        "not_host": bob.ask("close", table),
        "no_such_phrase": ann.ask("phrase", table, phrase="you dog"),
        "running": ann.ask("swap", table, seats=[0, 1]),
        "not_over": ann.ask("rematch", table),
        "not_watching": ann.ask("act", "x" * 22, seq=1, action="a"),
        "no_take_back": ann.ask("take_back", table, seq=1),
        "no_hints": ann.ask("hint", table),
    }
    assert {code: answer["code"] for code, answer in answers.items()} == {code: code for code in answers}
    assert all(answer["message"] and answer["ref"] for answer in answers.values())


def test_why_answers_with_a_code(pair):
    ann, _, table = pair
    (legal,) = ann.legal(table).values()
    assert ann.ask("why", table, action=legal[0])["code"] is None
    wrong = ann.ask("why", table, action=legal[0].split(" c")[0][:-2] + "z9")
    assert wrong["type"] == "because"
    assert wrong["code"] == "no_such_cell"


# -- Reconnecting -----------------------------------------------------------------------------------------------------


def test_reconnecting_client_receives_what_it_missed(pair, server, players):
    ann, bob, table = pair
    seen = bob.updates[table]["n"]
    bob.close()
    legal = ann.legal(table)[0]
    catch_up(ann, table, ann.act(table, legal[0], 0)["n"])
    again = players("Bob", secret=bob.secret)
    assert again.guest == bob.guest
    again.seen[table] = seen
    update = again.watch(table)
    assert update["after"] == seen
    assert [entry["n"] for entry in update["entries"]] == [seen + 1]
    assert update["seats"][1]["you"]
    assert update["views"][0]["legal"]


def test_two_tabs_see_the_same_and_both_can_act(pair, players):
    ann, _, table = pair
    tab = players("Ann", secret=ann.secret)
    tab.watch(table)
    assert tab.updates[table]["views"] == ann.updates[table]["views"]
    answer = tab.act(table, tab.legal(table)[0][3], 0)
    catch_up(ann, table, answer["n"])
    catch_up(tab, table, answer["n"])
    assert tab.updates[table]["views"] == ann.updates[table]["views"]


def test_a_table_outlives_a_restart_in_the_middle_of_a_game(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite")
    ann, bob = server.player("Ann"), server.player("Bob")
    table = ann.create("micropul", [{"who": "here"}, {"who": "open"}])
    ann.join(table)
    bob.join(table)
    ann.until(table, running)
    rng = random.Random(1)
    for _ in range(6):
        player = next(player for player in (ann, bob) if player.legal(table))
        n = player.act(table, rng.choice(next(iter(player.legal(table).values()))))["n"]
        catch_up(ann, table, n)
        catch_up(bob, table, ann.updates[table]["n"])
    before = {name: player.updates[table] for name, player in (("ann", ann), ("bob", bob))}
    ann.close()
    bob.close()
    assert server.stop() == 0
    assert [json.loads(line)["event"] for line in server.log if line.startswith("{")][-1] == "stopped"
    server = tools.server(tmp_path / "tables.sqlite")
    ann, bob = server.player(secret=ann.secret), server.player(secret=bob.secret)
    after = {"ann": ann.watch(table, after=0), "bob": bob.watch(table, after=0)}
    for name in before:
        for part in ("n", "views", "phase", "fair"):
            assert after[name][part] == before[name][part]
    tools.play_together([ann, bob], table)
    assert ann.updates[table]["ending"] == "complete"
    ann.close()
    bob.close()
    assert server.stop() == 0
    assert not server.incidents()


def effects_in(entries):
    return {entry["n"]: entry["effects"] for entry in entries if "effects" in entry}


def test_what_happened_is_told_again_after_a_restart(tmp_path, tools):
    """A client that asks for the whole log receives the effects that were sent when the events happened."""
    server = tools.server(tmp_path / "tables.sqlite")
    ann, bob = server.player("Ann"), server.player("Bob")
    table = ann.create("take_it_easy", [{"who": "here"}, {"who": "open"}])
    ann.join(table)
    bob.join(table)
    ann.until(table, running)
    rng = random.Random(2)
    for _ in range(11):
        for player, seat in ((ann, 0), (bob, 1)):
            n = player.act(table, rng.choice(player.legal(table)[seat]), seat)["n"]
            catch_up(ann, table, n)
            catch_up(bob, table, n)
    bob.act(table, bob.legal(table)[1][0], 1)  # still hidden from Ann
    catch_up(ann, table, bob.updates[table]["n"])
    live = effects_in(ann.log[table].values())
    assert len(live) > 2 * EFFECTS_KEPT > 0
    assert effects_in(ann.watch(table, after=0)["entries"]) == live
    ann.close()
    bob.close()
    assert server.stop() == 0
    server = tools.server(tmp_path / "tables.sqlite")
    ann = server.player(secret=ann.secret)
    assert effects_in(ann.watch(table, after=0)["entries"]) == live
    ann.close()
    assert server.stop() == 0
    assert not server.incidents()


def test_a_resume_link_opens_the_seats_on_another_device(server, players):
    browser = server.guest("Ann")
    made = browser.post("/api/tables", json={"game": "take_it_easy", "seats": [{"who": "here"}]}).json()
    link = browser.post("/api/me/link").json()
    secret = link["link"].split("#")[1]
    assert link["qr"].startswith("<svg")
    assert len(secret) >= 43
    assert secret not in made["link"]
    other = server.guest("Phone")
    assert other.post("/api/resume", json={"secret": "nonsense"}).json()["error"]["code"] == "no_such_guest"
    cookie = other.post("/api/resume", json={"secret": secret}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert other.get("/api/me").json() == browser.get("/api/me").json()
    table = made["table"]
    laptop = players(cookies=browser.cookies)
    laptop.join(table)
    seen = laptop.until(table, running)
    laptop.close()
    phone = players(cookies=other.cookies)  # without a secret: the cookie that the link has set opens the seat
    assert phone.guest == laptop.guest
    assert phone.watch(table)["views"] == seen["views"]
    assert phone.act(table, phone.legal(table)[0][0], 0)["type"] == "done"
    browser.close()
    other.close()


# -- Spectators, phrases, names ---------------------------------------------------------------------------------------


def test_spectators_see_the_public_view_and_are_counted(pair, players):
    ann, _, table = pair
    eve = players("Eve")
    update = eve.watch(table)
    assert [view["seat"] for view in update["views"]] == [None]
    assert update["views"][0]["legal"] == []
    assert update["watchers"] == 1
    assert ann.wait("presence")["watchers"] == 1
    eve.close()
    assert ann.wait("presence")["watchers"] == 0


def test_phrases_are_sent_and_rate_limited(pair):
    ann, bob, table = pair
    assert ann.ask("phrase", table, phrase="well-played")["type"] == "done"
    while bob.log[table][max(bob.log[table])].get("phrase") != "well-played":
        bob.receive()
    codes = [ann.ask("phrase", table, phrase="hello").get("code") for _ in range(25)]
    assert codes[-1] == "too_many"


def test_a_guest_can_be_renamed_and_forgotten(pair, server):
    ann, bob, table = pair
    assert bob.http.patch("/api/me", json={"name": "Robert"}).status_code == 200
    ann.until(table, lambda update: update["seats"][1]["name"] == "Robert")
    assert bob.http.delete("/api/me").status_code == 204
    ann.until(table, lambda update: update["seats"][1]["name"] is None)
    assert bob.http.get("/api/me").json() == {"guest": None, "name": None}


def test_rematch_rotates_the_seats(pair, players):
    ann, bob, table = pair
    ann.ask("close", table)
    answer = bob.ask("rematch", table)
    new = answer["new_table"]
    assert ann.ask("rematch", table)["new_table"] == new
    assert ann.updates[table]["rematch"] == new
    eve = players("Eve")
    eve.watch(new)
    assert eve.ask("join", new)["code"] == "table_full"
    assert [seat["name"] for seat in eve.updates[new]["seats"]] == ["Bob", "Ann"], "who the seats are kept for"
    assert eve.facts[new]["start"] == "full"
    ann.join(new)
    bob.join(new)
    assert [seat["you"] for seat in bob.updates[new]["seats"]] == [True, False]


# -- Finding tables ---------------------------------------------------------------------------------------------------


def test_listed_tables_are_in_the_lobby_and_every_table_has_a_code(server, players):
    ann, bob = players("Ann"), players("Bob")
    seats = [{"who": "here"}, {"who": "open"}]
    hidden = ann.http.post("/api/tables", json={"game": "polygons", "seats": seats}).json()
    shown = ann.http.post("/api/tables", json={"game": "polygons", "seats": seats, "listed": True}).json()
    assert bob.http.get(f"/api/codes/{hidden['code']}").json() == {"table": hidden["table"]}
    found = {table["table"]: table for table in bob.http.get("/api/tables").json()}
    assert hidden["table"] not in found
    assert found[shown["table"]]["open"] == 1
    assert found[shown["table"]]["host"] == "Ann"
    assert bob.http.get(f"/api/codes/{shown['code'].lower()}").json() == {"table": shown["table"]}
    codes = {bob.http.get(f"/api/codes/{number:05}").json()["error"]["code"] for number in range(40)}
    assert codes == {"no_such_table", "too_many"}


def test_my_games_are_listed_with_their_results(server, players):
    ann = players("Ann")
    table = ann.create("take_it_easy", [{"who": "here"}], options={"rounds": 1})
    ann.join(table)
    (running,) = ann.http.get("/api/me/tables").json()
    assert (running["status"], running["to_act"], running["your_turn"]) == ("running", [0], True)
    assert running["players"] == [{"who": "guest", "name": "Ann", "bot": None, "you": True}]
    assert ann.http.get(f"/api/tables/{table}/verify").json()["error"]["code"] == "not_over"
    named = ann.http.get(f"/api/tables/{table}/record").headers["content-disposition"]
    assert re.search(r'filename="take_it_easy-\d{4}-\d\d-\d\d-Ann.jsonl"', named)
    ann.play(table, random.Random(1))
    (mine,) = ann.http.get("/api/me/tables").json()
    assert mine["table"] == table
    assert (mine["status"], mine["to_act"], mine["your_turn"]) == ("over", [], False)
    assert mine["scores"] == ann.updates[table]["views"][0]["view"]["outcome"]["scores"]


def test_a_list_shows_whose_turn_it_was_when_the_table_was_left(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite")
    ann, bob = server.player("Ann"), server.player("Bob")
    seats = [{"who": "here"}, {"who": "open"}]
    table = ann.create("take_it_easy", seats, listed=True)
    ann.join(table)
    bob.join(table)
    ann.until(table, running)
    ann.act(table, ann.legal(table)[0][0], 0)
    ann.close()
    bob.close()
    server.stop()
    server = tools.server(tmp_path / "tables.sqlite")  # nothing is in memory now
    with httpx.Client(base_url=server.url, headers={"authorization": f"Bearer {bob.secret}"}) as client:
        (mine,) = client.get("/api/me/tables").json()
    (seen,) = server.http.get("/api/tables").json()
    server.stop()
    assert mine["to_act"] == seen["to_act"] == [1]
    assert (mine["your_turn"], seen["your_turn"]) == (True, False)
    assert [(seat["name"], seat["you"]) for seat in mine["players"]] == [("Ann", False), ("Bob", True)]
    assert mine["scores"] is None, "the score would reveal hidden tiles"


@pytest.mark.rule("T-32")
def test_best_scores_are_listed_by_game_and_options(server, players):
    ann = players("Ann")
    scores = []
    for number, options in enumerate(({"rounds": 1}, {"rounds": 1}, {"rounds": 1, "pairs": True})):
        table = ann.create("take_it_easy", [{"who": "here"}], options=options)
        ann.join(table)
        ann.play(table, random.Random(number))
        scores.append((ann.updates[table]["views"][0]["view"]["outcome"]["scores"][0], table))
    found = {len(best["options"]): best for best in ann.http.get("/api/me/bests").json()}
    assert (found[1]["score"], found[1]["table"]) in scores[:2]
    assert found[1]["score"] == max(score for score, _ in scores[:2])
    assert found[1]["games"] == 2
    assert (found[2]["score"], found[2]["table"], found[2]["games"]) == (*scores[2], 1)
    assert players("Bob").http.get("/api/me/bests").json() == []


def record_of(reader, table):
    """The lines of a table's record that a player may see."""
    return [json.loads(line) for line in reader.http.get(f"/api/tables/{table}/record").content.splitlines()]


def test_record_of_a_running_game_shows_each_guest_what_they_may_see(server, players):
    ann, bob, eve = players("Ann"), players("Bob"), players("Eve")
    table = ann.create("micropul", [{"who": "here"}, {"who": "open"}])
    assert eve.http.get(f"/api/tables/{table}/record").json()["error"]["code"] == "waiting"
    ann.join(table)
    bob.join(table)
    ann.until(table, running)
    for reader, own in ((ann, 0), (bob, 1), (eve, None)):
        header, *events = record_of(reader, table)
        assert "seed" not in header["fair"]
        assert header["players"] == ["Ann", "Bob"]
        hidden = [event for event in events if event["do"].endswith("?")]
        assert [event["do"] for event in hidden] == [
            f"deal {seat} ?" for seat in (0, 1) if seat != own for _ in range(6)
        ]
        assert all(set(event) == {"by", "do"} for event in hidden), "picks would reveal the tile"
        known = [event["do"] for event in events if not event["do"].endswith("?")]
        hand = [] if own is None else [tile["tile"] for tile in reader.updates[table]["views"][0]["view"]["hand"]]
        assert sorted(known) == sorted(f"deal {own} {tile}" for tile in hand)
    mime = {"content-type": "application/x-ndjson"}
    masked = ann.http.get(f"/api/tables/{table}/record").content
    steps = server.http.post("/api/replay?seat=0", content=masked, headers=mime).json()
    assert (steps["total"], steps["refused"]["code"], steps["refused"]["line"]) == (6, "no_such_tile", 8)


@pytest.mark.rule("T-12")
def test_record_omits_sealed_placements_of_others(pair, server):
    ann, bob, table = pair
    action = ann.legal(table)[0][0]
    ann.act(table, action, 0)
    assert [event["do"] for event in record_of(ann, table)[1:]][1:] == [action]
    assert len(record_of(bob, table)) == 2
    mime = {"content-type": "application/x-ndjson"}
    record = bob.http.get(f"/api/tables/{table}/record").content
    steps = server.http.post("/api/replay?seat=1", content=record, headers=mime).json()
    assert steps["refused"] is None
    assert steps["steps"][-1]["view"]["to_act"] == [0, 1]
    assert [sorted(choice) for choice in steps["steps"][-1]["legal"]] == [["do", "parts", "preview"]] * 19


@pytest.mark.rule("P-13")
def test_the_record_of_running_polygons_has_no_box(server, players):
    ann = players("Ann")
    table = ann.create("polygons", [{"who": "here"}, {"who": "bot", "bot": "random"}])
    ann.join(table)
    _, box, *_ = record_of(ann, table)
    assert box == {"by": "chance", "do": "box"}


def test_a_record_is_replayed_and_verified_by_upload(server, players):
    ann = players("Ann")
    table = ann.create("take_it_easy", [{"who": "here"}], options={"rounds": 1})
    ann.join(table)
    ann.play(table, random.Random(2))
    record = ann.http.get(f"/api/tables/{table}/record").content
    mime = {"content-type": "application/x-ndjson"}
    steps = server.http.post("/api/replay?first=2&count=3", content=record, headers=mime).json()
    assert [step["number"] for step in steps["steps"]] == [2, 3, 4]
    assert (steps["options"]["rounds"], steps["players"], steps["bots"]) == (1, ["Ann"], [None])
    assert all(step["legal"] == [] for step in steps["steps"]), "a spectator does nothing"
    mine = server.http.post("/api/replay?seat=0", content=record, headers=mime).json()["steps"]
    assert [len(step["legal"]) for step in mine[:4]] == [0, 19, 0, 18]
    assert mine[1]["event"]["parts"] in [choice["parts"] for choice in mine[1]["legal"]]
    assert steps == ann.http.get(f"/api/tables/{table}/steps?first=2&count=3").json()
    ended = ann.http.get(f"/api/tables/{table}/steps?first={steps['total'] - 1}").json()
    final = {"game": "take_it_easy", "view": ended["steps"][0]["view"], "picture": None}
    assert ann.http.get(f"/api/tables/{table}/final").json() == final
    assert server.http.post("/api/verify", content=record, headers=mime).json()["good"]
    lines = record.split(b"\n")
    first = json.loads(lines[1])
    first["picks"][0][0] = (first["picks"][0][0] + 1) % 27
    forged = b"\n".join([lines[0], json.dumps(first).encode(), *lines[2:]])
    verdict = server.http.post("/api/verify", content=forged, headers=mime).json()
    assert not verdict["good"]
    assert verdict["findings"][0]["line"] == 2
    wrong = server.http.post("/api/replay", content=b"{}", headers=mime)
    assert wrong.status_code == 400
    assert wrong.json()["error"]["code"] == "header"


# -- Time -------------------------------------------------------------------------------------------------------------


def test_bot_stands_in_for_an_absent_player_until_they_return(quick):
    ann, bob = quick.player("Ann"), quick.player("Bob")
    table = ann.create("take_it_easy", [{"who": "here"}, {"who": "open"}])
    ann.join(table)
    bob.join(table)
    bob.close()
    ann.until(table, running)
    catch_up(ann, table, ann.act(table, ann.legal(table)[0][0], 0)["n"])
    ann.until(table, lambda update: update["seats"][1]["away"])
    while not any(entry.get("bot") for entry in ann.log[table].values()):
        ann.receive(10)
    away = next(entry for entry in ann.log[table].values() if entry.get("entry") == "away")
    assert away["why"] == "gone"
    bob = quick.player(secret=bob.secret)
    bob.watch(table, after=0)
    bob.until(table, lambda update: not update["seats"][1]["away"])
    ann.until(table, lambda update: update["n"] >= bob.updates[table]["n"])
    if ann.legal(table):
        ann.act(table, ann.legal(table)[0][0], 0)
    bob.until(table, lambda update: bob.legal(table))
    assert bob.act(table, bob.legal(table)[1][0], 1)["type"] == "done"
    ann.close()
    bob.close()


def test_bot_stands_in_when_the_clock_runs_out(quick):
    ann, bob = quick.player("Ann"), quick.player("Bob")
    seats = [{"who": "here"}, {"who": "open"}]
    table = ann.create("take_it_easy", seats, clock={"bank": 1, "move": 0, "grace": 0})
    ann.join(table)
    bob.join(table)
    ann.until(table, running)
    time.sleep(0.3)
    catch_up(ann, table, ann.act(table, ann.legal(table)[0][0], 0)["n"])
    assert 0 <= ann.updates[table]["seats"][0]["bank"] < 0.8
    ann.until(table, lambda update: update["seats"][1]["away"])
    assert next(entry for entry in ann.log[table].values() if entry.get("entry") == "away")["why"] == "clock"
    assert bob.ask("return", table)["type"] == "done"
    ann.close()
    bob.close()


def test_player_who_lost_the_connection_gets_extra_time(quick):
    """The bank is empty. For Bob, who is connected, the bot stands in at once because of the clock. Ann, whose
    connection is lost, has 60 s extra, so that she is marked as gone first."""
    ann, bob = quick.player("Ann"), quick.player("Bob")
    seats = [{"who": "here"}, {"who": "open"}]
    table = ann.create("take_it_easy", seats, clock={"bank": 0, "move": 0, "grace": 60})
    bob.watch(table)
    ann.join(table)
    ann.close()
    while bob.wait("presence")["here"][0]:
        pass
    bob.join(table)
    bob.until(table, lambda update: update["seats"][0]["away"] and update["seats"][1]["away"])
    whys = {entry["seat"]: entry["why"] for entry in bob.log[table].values() if entry.get("entry") == "away"}
    assert whys == {0: "gone", 1: "clock"}
    bob.close()


def test_an_unfinished_table_is_abandoned_and_its_seed_revealed(quick):
    ann = quick.player("Ann")
    table = ann.create("take_it_easy", [{"who": "here"}, {"who": "open"}])
    ann.join(table)
    ann.until(table, lambda update: update["phase"] == "over")
    assert ann.updates[table]["ending"] == "abandoned"
    assert re.fullmatch("[0-9a-f]{64}", ann.updates[table]["fair"]["seed"])
    ann.close()


def test_idle_tables_are_unloaded_and_reopened(quick):
    ann = quick.player("Ann")
    table = ann.create("take_it_easy", [{"who": "here"}])
    ann.join(table)
    view = ann.updates[table]["views"]
    ann.close()
    until = time.monotonic() + 60
    while "ludotheque_tables 0.0" not in (metrics := quick.http.get("/metrics").text):
        assert time.monotonic() < until, "a table that nobody watches is kept"
        time.sleep(0.1)
    assert "ludotheque_sockets 0.0" in metrics
    ann = quick.player(secret=ann.secret)
    assert ann.watch(table, after=0)["views"] == view
    ann.close()


# -- The service ------------------------------------------------------------------------------------------------------


def test_a_second_process_on_one_sqlite_file_is_refused(server, tools):
    with pytest.raises(RuntimeError, match="serv"):
        tools.server(server.database)


def test_table_of_another_rules_version_is_refused(tmp_path, tools):
    import asyncio

    from ludotheque.store import open_store

    server = tools.server(tmp_path / "tables.sqlite")
    ann = server.player("Ann")
    table = ann.create("take_it_easy", [{"who": "here"}])
    ann.close()
    server.stop()

    async def age():
        store = await open_store(tmp_path / "tables.sqlite")
        await store.set_facts(table, rules=0)
        await store.close()

    asyncio.run(age())
    server = tools.server(tmp_path / "tables.sqlite")
    ann = server.player(secret=ann.secret)
    ann.send(type="watch", table=table, ref="r")
    assert ann.wait("refused")["code"] == "rules_version"
    ann.close()
    server.stop()
    assert not server.incidents()


def test_health_and_metrics(server, pair):
    ann, _, table = pair
    ann.act(table, ann.legal(table)[0][0], 0)
    assert server.http.get("/healthz").json() == {"status": "ok", "law": "compiled"}
    metrics = server.http.get("/metrics").text
    for name in (
        "move_seconds_count",
        "commit_seconds_count",
        "sockets ",
        "tables ",
        "queued_requests ",
        "pool_thoughts ",
    ):
        assert f"ludotheque_{name}" in metrics
    assert server.http.get("/metrics", headers={"x-forwarded-for": "203.0.113.9"}).status_code == 404
