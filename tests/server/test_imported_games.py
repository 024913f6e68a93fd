"""A finished game that a browser has saved can be imported and is listed; it does not count."""

import json
import random
from itertools import count

import pytest

from ludotheque import fairness as fair
from ludotheque import game
from ludotheque.engine.position import Event
from ludotheque.game_records import Header, write_event, write_header, write_result
from ludotheque.search.game_loop import play_with

MIME = {"content-type": "application/x-ndjson"}
SAVED_AS = "here-00c0ffee00c0ffee"
SEED = "5" * 64


def saved_record(name, bots, players, drawn=False):
    """The record of a game that a browser has saved, with random actions."""
    found, rng = game(name), random.Random(3)
    options = {"rounds": 1} if name == "take_it_easy" else {}
    nonces = [""] * len(bots)
    chance = fair.Chance(SEED, tuple(nonces))
    seats, picks = chance.shuffle(0, len(bots)) if drawn else (None, [])
    numbers = count(len(picks))

    def random_event(now):
        seat = now.to_act[0]
        return Event(seat, rng.choice(now.legal_texts(seat)))

    played = play_with(
        found.start(len(bots), options),
        lambda now: chance.draw(now, next(numbers), {}),
        random_event,
    )
    events, positions = zip(*played, strict=True)
    position = positions[-1]
    terms = fair.fair_field(fair.commitment(SEED), nonces, seed=SEED, seats=seats, picks=picks)
    more = {"bots": bots, "table": SAVED_AS, "fair": {**terms, "by": "page"}}
    header = Header(found, len(bots), position.options(), players, more)
    outcome = position.result
    assert outcome is not None
    lines = [write_header(header), *map(write_event, events), write_result(outcome)]
    return ("\n".join(lines) + "\n").encode(), outcome


def saved_as(player, record):
    """The id under which the server says that a browser had saved an uploaded game."""
    table = upload(player, record).json()["table"]
    (mine,) = [one for one in player.http.get("/api/me/tables").json() if one["table"] == table]
    return mine["saved_as"]


def upload(player, record):
    return player.http.post("/api/records", content=record, headers=MIME)


def test_imported_game_is_listed_and_can_be_replayed(players):
    ann = players("Ann")
    record, outcome = saved_record("take_it_easy", [None, "club", "novice-bold"], ["Ann", "Opale", "Sol"], drawn=True)
    answer = upload(ann, record)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    assert upload(ann, record).json() == {"table": table}, "the same once more"
    (mine,) = [one for one in ann.http.get("/api/me/tables").json() if one["table"] == table]
    assert (mine["status"], mine["ending"], mine["scores"]) == ("over", "complete", outcome.scores)
    assert [(one["who"], one["bot"], one["you"]) for one in mine["players"]] == [
        ("guest", None, True),
        ("bot", "club", False),
        ("bot", "novice-bold", False),
    ]
    header, *events = map(json.loads, ann.http.get(f"/api/tables/{table}/record").text.splitlines())
    given, *those = map(json.loads, record.splitlines())
    assert (header["fair"], header["bots"], header["players"][0]) == (given["fair"], given["bots"], "Ann")
    assert events == those
    verdict = ann.http.get(f"/api/tables/{table}/verify").json()
    assert (verdict["good"], verdict["by_page"]) == (True, True)
    assert ann.http.get(f"/api/tables/{table}/steps").json()["total"] == len(events)


def test_imported_game_names_the_game_in_the_browser(players):
    """So that the page does not count it twice while the browser keeps it too."""
    ann = players("Ann")
    record, _ = saved_record("take_it_easy", [None], ["Ann"])
    assert saved_as(ann, record) == SAVED_AS
    for other in (7, "t1", "here-" + "a" * 5000):
        changed = record.replace(json.dumps(SAVED_AS).encode(), json.dumps(other).encode())
        assert saved_as(ann, changed) is None


def test_imported_game_counts_for_no_level_and_no_best_score(players):
    ann = players("Ann")
    record, _ = saved_record("take_it_easy", [None], ["Ann"])
    assert upload(ann, record).status_code == 201
    assert ann.http.get("/api/me/bests").json() == []
    assert [one["games"] for one in ann.http.get("/api/me/levels").json()] == [0, 0, 0]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda lines: lines[0]["fair"].pop("by"), "not_handed"),
        (lambda lines: lines.pop(), "no_result"),
        (lambda lines: lines.__delitem__(slice(20, None)), "not_handed"),
        (lambda lines: lines[0].update(bots=["club"]), "not_handed"),
        (lambda lines: lines[1].update(do="draw 7-9-8"), "tile_not_drawn"),
        (lambda lines: lines[0]["fair"].update(commitment="0" * 64), "commitment_wrong"),
        (lambda lines: lines[-1]["result"].update(scores=[307]), "result_wrong"),
    ],
)
def test_other_records_are_not_imported(players, change, code):
    ann = players("Ann")
    lines = [json.loads(line) for line in saved_record("take_it_easy", [None], ["Ann"])[0].splitlines()]
    change(lines)
    answer = upload(ann, "\n".join(map(json.dumps, lines)).encode())
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
    assert ann.http.get("/api/me/tables").json() == []


def test_import_needs_a_guest(server):
    assert server.http.post("/api/records", content=b"{}", headers=MIME).status_code == 401
