"""Whole games in real browsers: every game with a friend by link, against bots and on a shared screen; by mouse, touch
and keyboard; in both languages."""

import pytest

from tests.browser.players import PLAYERS, play
from tests.browser.server import DESKTOP, PHONE

FLAT = (844, 390)
MOUSE, FINGER = {"size": DESKTOP}, {"size": PHONE}
KEYS = {"size": DESKTOP, "by_keys": True}

ALWAYS = [("take_it_easy", "link"), ("micropul", "bots"), ("polygons", "here")]
"""The games of the ordinary run: each game and each way once, by mouse, finger and keys, in both languages."""


def in_french(how):
    return {**how, "language": "fr"}


@pytest.fixture
def come(visit):
    """A function that opens a visitor and returns its player."""

    def come(game, by_keys=False, **device):
        return PLAYERS[game](visit(**device), by_keys)

    return come


def sit_down(player, game, way):
    """Create a table from the first screen, as a new user would; return its id."""
    visitor, page = player.visitor, player.page
    visitor.go("/")
    card = page.locator("article").filter(has=page.locator(f"a[href='/new/{game}']"))
    if way == "bots":
        begin(player, card.locator(".primary"))
        return visitor.table
    begin(player, card.locator(f"a[href='/new/{game}']"))
    page.wait_for_url(f"**/new/{game}")
    begin(player, page.locator(".ways button").nth({"link": 1, "here": 2}[way]))
    seats = page.locator(".seats .seat")
    while seats.count() > 2:
        begin(player, page.locator(".seats .round"))
    if game == "take_it_easy":
        page.locator("[aria-labelledby=rules] input[type=number]").first.fill("1")
    begin(player, page.locator("form .primary"))
    if way == "link":  # a seat is taken by name, the host's too
        page.locator("#your-name").fill("Ann")
        begin(player, page.locator("main form .primary"))
    return visitor.table


def read(number):
    """Parse a number of the page, which uses the typographic minus sign."""
    return int(number.replace("\N{MINUS SIGN}", "-"))


def begin(player, button):
    """Press a button by pointer or keyboard."""
    button.wait_for()
    if player.by_keys:
        player.visitor.tab_to(button)
        player.visitor.keys("Enter")
    else:
        player.visitor.press(button)


@pytest.mark.parametrize(
    ("game", "way", "devices", "reload_after"),
    [
        pytest.param(*case, id=f"{case[0]}-{case[1]}", marks=[] if case[:2] in ALWAYS else pytest.mark.long)
        for case in [
            ("take_it_easy", "link", [MOUSE, in_french(FINGER)], 9),
            ("take_it_easy", "bots", [KEYS], None),
            ("take_it_easy", "here", [in_french(FINGER)], None),
            ("micropul", "link", [in_french(MOUSE), KEYS], 7),
            ("micropul", "bots", [FINGER], None),
            ("micropul", "here", [in_french(KEYS)], None),
            ("polygons", "link", [FINGER, in_french(KEYS)], None),
            ("polygons", "bots", [in_french(MOUSE)], 8),
            ("polygons", "here", [KEYS], None),
        ]
    ],
)
def test_a_whole_game(game, way, devices, reload_after, come, server):
    players = [come(game, **device) for device in devices]
    table = sit_down(players[0], game, way)
    for guest in players[1:]:
        guest.visitor.go(f"/t/{table}")
        guest.page.locator("form input").fill("Zoé")
        begin(guest, guest.page.locator("form .primary"))
    if reload_after is not None:
        play(players, reload_after)
        heard = max(player.page.evaluate("heard.n") for player in players)
        players[-1].visitor.until(f"heard.n >= {heard}")
        shown = players[-1].page.locator("main .play").inner_text()  # a reload does not repeat the last turn
        players[-1].page.reload()
        players[-1].visitor.rest()
        assert players[-1].page.locator("main .play").inner_text() == shown
    play(players)

    outcome = server.result(table)
    for player in players:
        views, records = (player.page.evaluate(f"heard.{form}") for form in ("views", "records"))
        assert records > 5, "the page runs the rules and needs no views"
        assert views <= 8, "except before the rules are loaded"
        ranking = player.page.locator(".ranking li")
        scores = [read(text) for text in ranking.locator(".number").all_inner_texts()]
        assert scores == sorted(outcome["scores"], reverse=True)
        won = [read(text) for text in player.page.locator(".ranking .winner .number").all_inner_texts()]
        assert sorted(won) == sorted(outcome["scores"][seat] for seat in outcome["winners"])
        assert player.page.locator(".motion-layer .marks").count() == 0, "no marks cover the result"


def test_replay_offers_no_actions(visit):
    """The player's hand is shown without controls, on any screen."""
    visitor = visit()
    page = visitor.page
    table = visitor.new_table("micropul", [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    visitor.hurry(table)
    visitor.go(f"/replay/{table}?step=9")
    page.locator(".hand button").first.wait_for()
    for width, height in (DESKTOP, PHONE, FLAT):
        page.set_viewport_size({"width": width, "height": height})
        visitor.until(f"innerWidth === {width}")
        for each in (".hand button:enabled", ".segments", ".turning", ".confirm"):
            assert page.locator(each).count() == 0, (width, each)
        assert page.locator(".board .board").first.bounding_box()["height"] > 100, width
    visitor.keys("1", "t")
    assert page.locator(".place, .board .primary").count() == 0
