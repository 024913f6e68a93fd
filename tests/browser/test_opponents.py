"""Choosing opponents by keyboard and touch, and the suggested ones."""

from ludotheque.engine.registry import game
from tests.browser.server import PHONE, Visitor


def sitting(server, table):
    """The bot at each seat, and the names of the opponents."""
    players = server.get(f"/api/tables/{table}").json()["players"]
    return [player["bot"] for player in players], [player["name"] for player in players[1:]]


def seats(visitor: Visitor):
    """The texts of the seats of the new table."""
    return [" ".join(text.split()) for text in visitor.page.locator(".seats .seat").all_inner_texts()]


def test_opponents_are_chosen_by_keys(visit, server):
    visitor, names = visit(), game("take_it_easy").characters
    visitor.go("/")
    card = visitor.page.locator("article").filter(has=visitor.page.locator("a[href='/new/take_it_easy']"))
    text = card.locator(".quick").inner_text()
    assert names["amateur"] in text
    assert "level “amateur”: a good start" in text
    visitor.go("/new/take_it_easy")
    page = visitor.page
    assert seats(visitor) == ["You", f"{names['amateur']} amateur", f"{names['amateur-cautious']} amateur"]
    assert page.locator(".option.suggested .name").all_inner_texts() == [names["amateur"]]
    visitor.tab_to(page.locator("[role=radiogroup] input"))
    visitor.keys("ArrowRight")
    assert seats(visitor)[1] == f"{names['club']} club"
    visitor.tab_to(page.locator(".seats .seat").nth(2))  # wraps around at the end of the page
    visitor.keys("Enter")
    visitor.tab_to(page.locator("[role=radiogroup] input"))
    visitor.keys("ArrowRight")
    assert seats(visitor)[2] == f"{names['club-cautious']} club", "no two of a table are the same"
    assert not visitor.axe()
    visitor.tab_to(page.locator(".play-styles input"))
    visitor.keys("ArrowRight", "ArrowRight", "Enter")  # past even, to bold; Enter begins
    bots, called = sitting(server, visitor.table)
    assert bots == [None, "club", "club-bold"]
    assert called == [names["club"], names["club-bold"]]
    visitor.until("document.title.startsWith('●')")
    shown = page.locator("main").inner_text()
    assert all(name in shown for name in called)


def test_opponent_form_fits_on_a_laptop_screen(visit):
    """On a laptop the button at the lower edge covers no part of the form."""
    last_part = ".between:has(.play-styles)"
    for language, size in (("en", (1280, 800)), ("fr", (1280, 800)), ("fr", (1366, 768))):
        visitor = visit(language=language, size=size)
        for name in ("take_it_easy", "micropul", "polygons"):
            visitor.go(f"/new/{name}")
            visitor.page.locator(last_part).wait_for()
            [last, button] = visitor.page.evaluate(
                "(parts) => parts.map((one) => document.querySelector(one).getBoundingClientRect())"
                ".map(({ top, bottom }) => ({ top, bottom }))",
                [last_part, ".go"],
            )
            assert last["bottom"] <= button["top"], name


def test_opponents_are_chosen_by_finger(visit, server):
    visitor, names = visit(size=PHONE, language="fr"), game("polygons").characters
    visitor.go("/new/polygons")
    page = visitor.page
    visitor.press(page.locator(".seats .plain"))
    visitor.press(page.locator(".option").nth(3))
    visitor.press(page.locator(".play-styles label").nth(2))
    visitor.press(page.locator(".seats .seat").nth(1))
    visitor.press(page.locator(".option").first)
    assert seats(visitor) == ["Vous", f"{names['novice']} débutant", f"{names['expert-bold']} expert"]
    visitor.press(page.locator(".kinds button").nth(2))  # an open seat instead
    assert page.locator(".option").count() == 0
    visitor.press(page.locator(".kinds button").first)
    assert seats(visitor)[1] == f"{names['amateur']} amateur", "a bot added again has the suggested level"
    assert not visitor.axe()
    visitor.press(page.locator("form .primary"))
    bots, called = sitting(server, visitor.table)
    assert bots == [None, "amateur", "expert-bold"]
    assert called == [names["amateur"], names["expert-bold"]]
    page.locator("main svg:visible").first.wait_for()
    assert not visitor.axe()
