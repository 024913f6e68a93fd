"""Which level suits a guest, and that stand-in bots have it."""

from dataclasses import replace

import pytest

from ludotheque.analysis import level as level_of_play
from ludotheque.analysis.level import LevelEstimate
from ludotheque.engine.registry import game
from ludotheque.search import opponents
from ludotheque.search.opponents import Measured, Strength
from ludotheque.server.tables.levels import GAMES_COUNTED, level_of_guest, opponents_of

RATED = Strength(
    "rating",
    "2026-11-16",
    {level: Measured(200.0 * at, 10.0, 1000, 20.0) for at, level in enumerate(game("polygons").levels)},
)
POINTS = Strength(
    "points",
    "2026-11-16",
    {level: Measured(100.0 + 16 * at, 0.3, 10_000, 20.0) for at, level in enumerate(game("take_it_easy").levels)},
    each="rounds",
    deviation=25.0,
)


def seat(guest=None, bot=None):
    return {"who": "guest" if guest else "bot", "guest": guest, "bot": bot, "place": 0}


def played(bots, scores, winners, name="polygons", ending="complete", **options):
    """The facts of a table that Ann, at seat 0, has played with these bots."""
    return {
        "game": name,
        "options": options,
        "sitting": [seat("ann"), *(seat(bot=bot) for bot in bots)],
        "scores": scores,
        "winners": winners,
        "ending": ending,
    }


WON = played(["amateur"], [9, 4], [0])
LOST = played(["amateur-bold"], [4, 9], [1])


@pytest.fixture(params=[None, RATED], ids=["nothing measured", "rated"])
def rated(request, monkeypatch):
    """A scale of ratings, measured or not: both give levels."""
    monkeypatch.setattr(level_of_play, "strength", lambda found: request.param)


@pytest.fixture
def in_points(monkeypatch):
    monkeypatch.setattr(level_of_play, "strength", lambda found: POINTS)


def suits(*tables, name="polygons"):
    found = estimate(*tables, name=name)
    return found.level, found.games


def estimate(*tables, name="polygons", people=None):
    return level_of_guest(game(name), "ann", tables, people).estimate


@pytest.mark.usefixtures("rated")
def test_games_with_hints_do_not_count():
    assert suits(*[WON | {"hints_used": [1, 0]}] * 9) == suits()
    assert suits(*[WON | {"hints_used": [0, 0]}] * 9)[1] == 9


@pytest.mark.usefixtures("rated")
def test_winning_raises_and_losing_lowers_the_level():
    assert suits() == ("amateur", 0)
    assert suits(WON) == ("club", 1)
    assert (estimate(WON).low_level, estimate(WON).high_level) == ("novice", "champion"), "one game tells little"
    assert suits(LOST, LOST) == ("novice", 2)
    assert suits(WON, LOST, WON, LOST) == ("amateur", 4)
    strong = [played(["expert"], [9, 4], [0])] * 12
    assert suits(*strong) == ("master", 12)
    assert estimate(*strong).error < estimate(*strong[:3]).error


@pytest.mark.usefixtures("rated")
def test_only_the_last_games_count():
    assert suits(*[WON] * GAMES_COUNTED, *[LOST] * 100) == suits(*[WON] * GAMES_COUNTED)


@pytest.mark.usefixtures("rated")
def test_uninformative_games_do_not_count():
    around = played(["amateur"], [4, 9], [1])
    around["sitting"][1] = seat("ann")
    for other in (
        played(["greedy"], [4, 9], [1]),  # no character
        played([], [40], [0]),
        played(["amateur"] * 3, [4, 9, 4, 9], [1, 3], teams=True),  # not the usual rules
        played(["amateur"], [4, 9], [1], name="micropul"),
        played(["amateur"], None, None, ending="closed"),
        {**around},
    ):
        assert suits(other) == ("amateur", 0)


@pytest.mark.usefixtures("rated")
def test_table_counts_as_one_game_and_resigning_as_a_loss():
    third = played(["amateur", "amateur-bold", "amateur-cautious"], [5, 9, 5, 4], [1])
    up = played(["amateur"] * 3, [9, 3, 2, 1], [0])
    assert suits(third)[1] == 1
    values = [estimate(one).value for one in (LOST, third, WON)]
    assert values == sorted(values)
    assert estimate(up).value == pytest.approx(values[-1])
    gave_up = played(["amateur"], None, None, ending="resigned")
    assert estimate(gave_up).value == pytest.approx(values[0])


@pytest.mark.usefixtures("in_points")
def test_level_follows_from_points_per_round_also_alone():
    def rounds(points, **options):
        return played([], [points], [0], name="take_it_easy", **options)

    assert suits(name="take_it_easy") == ("amateur", 0)
    assert suits(*[rounds(150, rounds=1)] * 10, name="take_it_easy") == ("expert", 10)
    assert suits(*[rounds(4 * 150)] * 3, name="take_it_easy") == ("expert", 3), "four rounds, unless told"
    assert suits(*[rounds(60, rounds=1)] * 5, name="take_it_easy") == ("novice", 5)
    company = played(["club", "club-bold"], [180, 120, 110], [0], name="take_it_easy", rounds=1)
    assert suits(*[company] * 10, name="take_it_easy")[0] == "master"


@pytest.mark.usefixtures("rated")
def test_games_with_actions_taken_back_do_not_count():
    assert suits(*[WON | {"taken_back": True}] * 9) == suits()
    assert suits(*[WON | {"taken_back": False}] * 9)[1] == 9


def test_results_against_other_bots_are_discarded(monkeypatch):
    version = replace(RATED, bots="new")
    monkeypatch.setattr(level_of_play, "strength", lambda found: version)
    old, new, unknown = (WON | more for more in ({"bots_version": "old"}, {"bots_version": "new"}, {}))
    assert suits(*[old] * 9, *[unknown] * 9) == suits()
    assert suits(*[old] * 9, new, *[unknown] * 9)[1] == 1


@pytest.mark.usefixtures("rated")
def test_people_with_a_level_count_as_opponents_but_less_surely():
    person = LevelEstimate("club", 9, 400.0, 100.0, 700.0, "amateur", "expert", 400.0, 150.0)
    won = played([], [9, 4], [0])
    won["sitting"] += [seat("bob")]
    assert suits(won) == suits(), "nothing is known of Bob"
    assert opponents_of(game("polygons"), "ann", [won, won]) == ["bob"]
    against = estimate(won, people={"bob": person})
    sure = estimate(won, people={"bob": replace(person, low=399.0, high=401.0)})
    assert against.games == 1
    assert estimate().value < against.value < sure.value


# -- Against the real process ------------------------------------------------------------------------------------------


def lose(player, name="micropul", bot="novice"):
    """Resign against a bot."""
    table = player.create(name, [{"who": "here"}, {"who": "bot", "bot": bot}])
    player.join(table)
    player.until(table, lambda update: update["phase"] == "running")
    assert player.ask("resign", table)["type"] == "done"
    player.until(table, lambda update: update["phase"] == "over")
    return table


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_level_follows_results_and_stand_in_bots_have_it(kind, tmp_path, request, tools):
    database = tmp_path / "tables.sqlite" if kind == "sqlite" else request.getfixturevalue("postgres")()
    server = tools.server(database)
    stranger = server.http.get("/api/me/levels").json()
    assert {(one["level"], one["games"]) for one in stranger} == {("amateur", 0)}
    assert {one["game"] for one in stranger} == {"take_it_easy", "micropul", "polygons"}
    ann, bob = server.player("Ann"), server.player("Bob")
    for _ in range(3):
        lose(ann)
    mine = {one["game"]: one for one in ann.http.get("/api/me/levels").json()}
    assert (mine["micropul"]["level"], mine["micropul"]["games"]) == ("novice", 3)
    assert (mine["micropul"]["low"], mine["micropul"]["high"]) == ("novice", "amateur")
    assert [one["rivals"] for one in mine["micropul"]["rated"]] == [[[0.0, 0.0, 1.0, 0.0]]] * 3
    assert (mine["polygons"]["level"], mine["polygons"]["games"]) == ("amateur", 0)
    measured = opponents.strength(game("micropul")) is not None
    assert all((mine["micropul"][name] is not None) == measured for name in ("value", "error"))
    assert bob.http.get("/api/me/levels").json() == stranger

    table = ann.create("micropul", [{"who": "here"}, {"who": "open"}])
    ann.join(table)
    bob.join(table)
    bob.until(table, lambda update: update["phase"] == "running")
    assert ann.ask("leave", table)["type"] == "done"
    bob.until(table, lambda update: update["seats"][0]["away"])
    (away,) = (entry for entry in bob.log[table].values() if entry.get("entry") == "away")
    assert away["bot"] == bob.updates[table]["seats"][0]["bot"] == "novice"
    assert bob.updates[table]["seats"][0]["name"] == "Ann"

    table = ann.create("micropul", [{"who": "here"}, {"who": "open"}], start="host")
    ann.join(table)
    assert ann.ask("start", table)["type"] == "done"
    ann.until(table, lambda update: update["phase"] == "running")
    other = ann.updates[table]["seats"][1]
    assert (other["bot"], other["name"]) == ("novice", game("micropul").characters["novice"])
    ann.close()
    bob.close()
    assert server.stop() == 0
    assert not server.incidents()


def test_bots_have_their_names_in_tables_lists_records_and_replays(server, players):
    ann = players("Ann")
    names = game("take_it_easy").characters
    seats = [{"who": "here"}, *({"who": "bot", "bot": bot} for bot in ("club", "club-bold", "club", "random"))]
    called = ["Ann", names["club"], names["club-bold"], *opponents.RESERVES[:2]]
    bots = [None, "club", "club-bold", "club", "random"]
    table = ann.create("take_it_easy", seats, options={"rounds": 1})
    ann.join(table)
    assert [one["name"] for one in ann.updates[table]["seats"]] == called
    assert [one["bot"] for one in ann.updates[table]["seats"]] == bots
    (listed,) = ann.http.get("/api/me/tables").json()
    assert [one["name"] for one in listed["players"]] == called
    assert ann.ask("close", table)["type"] == "done"
    steps = ann.http.get(f"/api/tables/{table}/steps?count=1").json()
    assert (steps["players"], steps["bots"]) == (called, bots)
    # A record from before bots had names.
    record = ann.http.get(f"/api/tables/{table}/record").text
    old = record.replace(f'"{names["club"]}"', '"club"', 1)
    told = server.http.post("/api/replay", content=old, headers={"content-type": "application/x-ndjson"}).json()
    assert told["players"] == called


def test_catalogue_lists_characters_and_unknown_bots_are_refused(server, players):
    ann = players("Ann")
    for facts in server.http.get("/api/games").json():
        found = game(facts["game"])
        assert {one["bot"]: one["name"] for one in facts["characters"]} == dict(found.characters)
        assert {(one["level"], one["temper"]) for one in facts["characters"] if one["bot"] == "club-bold"} == {
            ("club", "bold")
        }
        assert (facts["strength"] is None) == (opponents.strength(found) is None)
    for bot in ("oracle", "club-even", "random-bold", "club-", "-bold", "Aster"):
        body = {"game": "polygons", "seats": [{"who": "here"}, {"who": "bot", "bot": bot}]}
        answer = ann.http.post("/api/tables", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "no_such_bot")
    table = ann.create("polygons", [{"who": "here"}, {"who": "open"}], start="host")
    ann.join(table)
    assert ann.ask("place", table, seat=1, bot="club-even")["code"] == "no_such_bot"
    assert ann.ask("start", table, bot="club-even")["code"] == "no_such_bot"
    assert ann.ask("place", table, seat=1, bot="club-bold")["type"] == "done"
