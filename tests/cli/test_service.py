"""The commands verify, check and backup."""

import asyncio
import json
import sqlite3

import pytest

from ludotheque import fairness as fair
from ludotheque.engine.position import Event
from ludotheque.engine.registry import game
from ludotheque.game_records import Header, write_event, write_header
from ludotheque.store import open_store

SEED = "5eed" * 16


@pytest.mark.parametrize("command", ["verify", "check", "backup"])
def test_help_exists_in_both_languages(call, command):
    code, english, _ = call(command, "--help")
    assert code == 0
    code, french, _ = call("--lang", "fr", command, "--help")
    assert code == 0
    assert "Afficher cette aide et quitter." in french
    assert french != english


def live_record(*, seed=SEED, tamper=False):
    """A table of Take It Easy after its first draw."""
    chance = fair.Chance(SEED, ("1" * 32,))
    position = game("take_it_easy").start(1)
    more = {"fair": fair.fair_field(fair.commitment(SEED), chance.nonces, seed=seed)}
    event = chance.draw(position, 0, {})
    if tamper:
        event = Event("chance", "draw 2-9-4" if event.do != "draw 2-9-4" else "draw 7-9-8", event.more)
    header = Header(position.game, 1, position.options(), ["Ada"], more)
    return f"{write_header(header)}\n{write_event(event)}\n"


def test_verify_reports_its_findings(run, tmp_path):
    file = tmp_path / "record.jsonl"
    file.write_text(live_record())
    code, out, err = run("verify", file)
    assert (code, err) == (0, "")
    assert "Fair" in out
    code, out, _ = run("verify", "-", "--json", text=live_record())
    assert code == 0
    assert json.loads(out) == {"good": True, "findings": [], "picks": 1, "sampled": 0, "chosen": 0, "by_page": False}


@pytest.mark.parametrize(
    ("record", "finding"),
    [
        (live_record(tamper=True), ("outcome_wrong", 2)),
        (live_record(seed="0" * 64), ("commitment_wrong", 1)),
        (live_record(seed=None), ("not_revealed", 1)),
        ("", ("header", 1)),
        ("[]\n", ("malformed", 1)),
    ],
)
def test_verify_ends_with_3_when_something_is_wrong(call, tmp_path, record, finding):
    file = tmp_path / "record.jsonl"
    file.write_text(record)
    code, out, _ = call("verify", "--json", file)
    report = json.loads(out)
    assert (code, report["good"]) == (3, False)
    assert (report["findings"][0]["code"], report["findings"][0]["line"]) == finding
    code, out, _ = call("--lang", "fr", "verify", file)
    assert code == 3
    assert f"Ligne {finding[1]}" in out
    assert finding[0] in out


def test_missing_record_is_an_error_not_a_finding(call):
    code, out, err = call("verify", "nowhere.jsonl")
    assert (code, out) == (2, "")
    assert "nowhere.jsonl" in err


def fill(url):
    """Two tables, the second of them begun."""

    async def main():
        store = await open_store(url)
        facts = {
            "game": "take_it_easy",
            "rules": 1,
            "seats": 1,
            "options": {"rounds": 1},
            "places": [{}],
            "names": {},
            "seed": SEED,
            "commitment": fair.commitment(SEED),
            "host": "g",
        }
        for table in ("one", "two"):
            await store.create_table(table, facts)
            await store.append(table, 1, [{"entry": "join", "seat": 0, "guest": "g", "nonce": ""}])
        chance = fair.Chance(SEED, ("",))
        event = chance.draw(game("take_it_easy").start(1, {"rounds": 1}), 0, {})
        await store.append(
            "two",
            2,
            [
                {"entry": "start", "nonces": [""]},
                {"by": "chance", "do": event.do, **event.more},
                {"by": 0, "do": event.do.replace("draw", "place") + " c3"},
            ],
        )
        await store.close()

    asyncio.run(main())


def test_check_replays_every_table(call, database):
    fill(database)
    code, out, err = call("check", "--database", database)
    assert (code, err) == (0, "")
    assert "2 tables replayed, no problems found." in out
    code, out, _ = call("check", "--json", LUDOTHEQUE_DATABASE=database)
    assert code == 0
    assert json.loads(out) == {"tables": 2, "troubles": []}


@pytest.mark.parametrize(
    ("damage", "code", "seq"),
    [
        (
            """UPDATE entries SET entry = '{"by": 0, "do": "place 2-9-4 z9"}' WHERE table_id = 'two' AND seq = 4""",
            None,
            4,
        ),
        ("UPDATE entries SET entry = '{' WHERE table_id = 'two' AND seq = 3", "malformed", 3),
        ("UPDATE entries SET entry = '5' WHERE table_id = 'two' AND seq = 3", "malformed", 3),
        ("""UPDATE entries SET entry = '{"entry": "join"}' WHERE table_id = 'two' AND seq = 1""", "malformed", 1),
        ("DELETE FROM entries WHERE table_id = 'two' AND seq = 2", "missing", 2),
        ("DELETE FROM entries WHERE table_id = 'two' AND seq = 4", "missing", 4),
        ("""UPDATE tables SET facts = replace(facts, '"rules":1', '"rules":9') WHERE id = 'two'""", "rules_version", 0),
        ("""UPDATE tables SET facts = replace(facts, 'take_it_easy', 'chess') WHERE id = 'two'""", "no_such_game", 0),
    ],
)
def test_check_reports_damaged_tables_and_the_entry(call, tmp_path, damage, code, seq):
    file = tmp_path / "tables.sqlite"
    fill(file)
    connection = sqlite3.connect(file)
    assert connection.execute(damage).rowcount == 1
    connection.commit()
    connection.close()
    exit_code, out, _ = call("check", "--json", "--database", file)
    report = json.loads(out)
    assert (exit_code, report["tables"], len(report["troubles"])) == (3, 2, 1)
    trouble = report["troubles"][0]
    assert (trouble["table"], trouble["seq"]) == ("two", seq)
    assert code is None or trouble["code"] == code
    exit_code, out, _ = call("check", "--database", file)
    assert exit_code == 3
    assert "Table two" in out
    assert "one cannot be replayed" in out


def test_backup_copies_what_check_then_finds_good(call, database, tmp_path):
    fill(database)
    code, _, err = call("backup", tmp_path / "copy.sqlite", "--database", database)
    assert code == 0
    assert "copy.sqlite" in err
    code, out, _ = call("check", "--json", "--database", tmp_path / "copy.sqlite")
    assert code == 0
    assert json.loads(out)["tables"] == 2


def test_failures_are_reported_in_one_sentence(call, tmp_path):
    file = tmp_path / "tables.sqlite"
    for command in (["check"], ["backup", tmp_path / "copy.sqlite"]):
        code, out, err = call(*command, "--database", file)
        assert (code, out) == (2, "")
        assert "there is no database" in err
    fill(file)
    assert call("backup", file, "--database", file)[0] == 2
    code, _, err = call("backup", tmp_path / "no folder" / "copy.sqlite", "--database", file)
    assert code == 2
    assert "no folder" in err
    assert call("check", "--database", file)[0] == 0
