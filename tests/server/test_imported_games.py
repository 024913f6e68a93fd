"""A finished game that a page has kept by itself is judged, kept and listed; it counts for nothing."""

import json
import random

import pytest

from ludotheque import fairness as fair
from ludotheque import game
from ludotheque.engine.position import Event
from ludotheque.game_records import Header, write_event, write_header, write_result

MIME = {"content-type": "application/x-ndjson"}
SEED = "5" * 64


def kept(name, bots, players, drawn=False):
    """The record of a game that a page kept, its actions chosen at random."""
    found, rng = game(name), random.Random(3)
    options = {"rounds": 1} if name == "take_it_easy" else {}
    nonces = [""] * len(bots)
    chance = fair.Chance(SEED, tuple(nonces))
    seats, picks = chance.shuffle(0, len(bots)) if drawn else (None, [])
    position, events, number = found.start(len(bots), options), [], len(picks)
    while not position.is_over:
        by = position.to_act[0]
        if by == "chance":
            event, number = chance.draw(position, number, {}), number + 1
        else:
            event = Event(by, rng.choice(position.legal_texts(by)))
        events.append(event)
        position = position.play(event)
    terms = fair.fair_field(fair.commitment(SEED), nonces, seed=SEED, seats=seats, picks=picks)
    more = {"bots": bots, "fair": {**terms, "by": "page"}}
    header = Header(found, len(bots), position.options(), players, more)
    outcome = position.result
    assert outcome is not None
    lines = [write_header(header), *map(write_event, events), write_result(outcome)]
    return ("\n".join(lines) + "\n").encode(), outcome


def hand_in(player, record):
    return player.http.post("/api/records", content=record, headers=MIME)


def test_a_game_that_a_page_kept_is_listed_and_seen_again(players):
    ann = players("Ann")
    record, outcome = kept("take_it_easy", [None, "club", "novice-bold"], ["Ann", "Opale", "Sol"], drawn=True)
    answer = hand_in(ann, record)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    assert hand_in(ann, record).json() == {"table": table}, "the same once more"
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


def test_it_counts_for_no_level_and_no_best(players):
    ann = players("Ann")
    record, _ = kept("take_it_easy", [None], ["Ann"])
    assert hand_in(ann, record).status_code == 201
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
def test_what_is_not_such_a_game_is_refused(players, change, code):
    ann = players("Ann")
    lines = [json.loads(line) for line in kept("take_it_easy", [None], ["Ann"])[0].splitlines()]
    change(lines)
    answer = hand_in(ann, "\n".join(map(json.dumps, lines)).encode())
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
    assert ann.http.get("/api/me/tables").json() == []


def test_nobody_hands_in_nothing(house):
    assert house.http.post("/api/records", content=b"{}", headers=MIME).status_code == 401
