"""The day's draws in the page: before playing, one try, results, sharing without spoilers, nothing shown too early."""

import re
from datetime import UTC, datetime

from tests.browser.server import DESKTOP, PHONE, Visitor, serving

GAME = "take_it_easy"
BEGIN = "article:has(#draw-take_it_easy) .button"


def take_handle(visitor, name):
    page = visitor.page
    page.get_by_label("Your name in rankings").fill(name)
    visitor.press(page.get_by_role("button", name="Use this name"))
    page.get_by_text(f"You will be ranked as {name}.").first.wait_for()


def test_a_draw_from_the_card_to_the_shared_text(visit):
    ann = visit(size=DESKTOP)
    page = ann.page
    ann.go("/")
    ann.press(page.get_by_role("link", name=re.compile("Play today.s draw")))
    page.locator(BEGIN).wait_for()
    assert page.locator("article code").count() == 3
    assert not ann.axe()
    take_handle(ann, "Ann")
    ann.press(page.locator(BEGIN))
    table = ann.table
    page.locator(".hexes .tray").wait_for()
    ann.press(page.get_by_role("button", name="Menu"))
    assert page.get_by_role("button", name=re.compile("Resign|Close the table")).count() == 0
    page.keyboard.press("Escape")
    ann.hurry(table)
    ann.press(page.get_by_role("link", name="See the results"))
    page.get_by_text("1st of 1").wait_for()
    page.locator(".detail svg").first.wait_for()
    assert not ann.axe()
    score = page.locator(".number.big").inner_text()

    ann.press(page.get_by_role("button", name="Share"))
    shared = page.get_by_role("textbox", name="Text").input_value()
    assert f"Take It Easy: {score}, 1st of 1" in shared
    assert not re.search(r"\b[a-e][1-5]\b|\d-\d-\d", shared)  # no cell, no tile
    ann.press(page.get_by_role("button", name="Picture", exact=True))
    ann.until("document.querySelector('dialog canvas').width === 1200")
    assert not ann.axe()
    page.keyboard.press("Escape")

    # Another visitor gets nothing of it before playing, neither by the address of the results nor of the game.
    ben = visit(size=PHONE, language="fr")
    ben.page.set_viewport_size({"width": 320, "height": 568})
    ben.go("/")
    width = ben.page.locator(".strip p").evaluate("(one) => one.clientWidth")
    assert width > 150, "words, not a column of letters"
    ben.go(f"/daily/{datetime.now(UTC).date()}")
    ben.page.locator(BEGIN).wait_for()
    assert ben.page.get_by_text("Pas de tirage ce jour-là").count() == 0
    with ben.expecting("403"):
        ben.go(page.url.removeprefix(ann.url))
        ben.page.get_by_text(re.compile("Les résultats s.affichent quand vous avez joué")).wait_for()
    with ben.expecting("403"):
        ben.go(f"/replay/{table}")
        ben.page.get_by_text(re.compile("Les plateaux s.affichent")).wait_for()
    assert ben.page.locator(".number, .ranks, .boards").count() == 0

    # Without a handle: results but no boards.
    ben.go("/daily")
    assert not ben.axe()
    ben.press(ben.page.locator(BEGIN))
    ben.hurry(ben.table)
    ben.go("/daily")
    ben.press(ben.page.locator(BEGIN))
    ben.page.get_by_text("Hors classement").wait_for()
    assert ben.page.locator(".boards").count() == 0
    assert not ben.axe()

    # With a handle: the boards of the others, in small, each a link to its replay.
    cid = visit(size=PHONE)
    cid.go("/daily")
    take_handle(cid, "Cid")
    cid.press(cid.page.locator(BEGIN))
    cid.hurry(cid.table)
    cid.press(cid.page.get_by_role("link", name="See the results"))
    cid.page.locator(".boards").scroll_into_view_if_needed()
    cid.page.locator(".boards li", has_text="Ann").locator(".picture .tray").wait_for()
    assert cid.page.locator(".boards li").count() == 1
    cid.page.locator(".me > .board .tray").wait_for()
    assert not cid.axe()
    cid.press(cid.page.locator(".boards a"))
    cid.page.wait_for_url(f"**/replay/{table}")


def test_a_server_without_daily_draws_does_not_offer_them(browser):
    with serving(daily=0) as server:
        ann = Visitor(browser, server.url)
        ann.go("/me")
        ann.page.get_by_role("navigation").get_by_role("link", name="Daily").wait_for(state="detached")
        assert ann.page.get_by_role("navigation").get_by_role("link", name="My page").is_visible()
        ann.close()
