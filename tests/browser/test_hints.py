"""Hints are shown step by step and counted; a replay can be continued from the middle of a game."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as Late

from tests.browser.players import PLAYERS
from tests.browser.server import DESKTOP, PHONE
from tests.browser.test_layouts import BOARD, resize

HINT = ".hint[aria-busy=false]"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_hint_has_three_steps_and_is_counted(visit, size):
    visitor = visit(size=size)
    table = visitor.new_table("take_it_easy", [{"who": "here"}], options={"rounds": 1})
    page = visitor.page
    visitor.until("document.title.startsWith('●')")
    page.locator(".tools [aria-keyshortcuts=H]:enabled").wait_for()
    visitor.keys("h")
    page.locator(f"{HINT} h2").wait_for()
    assert page.locator("path.light").count() == 3
    assert not visitor.axe()
    visitor.keys("h")
    cell = re.search(r"\b[a-e]\d\b", page.locator(f"{HINT} p").inner_text())
    assert cell, "the move names its cell"
    page.locator(f"[data-cell={cell[0]}].held").wait_for()  # selected, as if by the player
    visitor.keys("h")
    assert 0 < len(page.locator(f"{HINT} p").inner_text()) <= 120
    assert not visitor.axe()
    visitor.keys("Escape")
    page.locator(".hint").wait_for(state="detached")
    page.locator(f"[data-cell={cell[0]}].held").wait_for()
    visitor.hurry(table)
    page.locator("dialog[open] .ranking").get_by_text("1 hint used").wait_for()

    visitor.go(f"/replay/{table}?step=12")
    visitor.press(page.locator("button.fork"))
    page.wait_for_url("**/here#*")
    visitor.until("document.title.startsWith('●')")
    assert page.locator("[data-cell].can").count() == 13
    visitor.hurry_here()
    page.locator("dialog[open] .ranking").wait_for()
    assert page.get_by_text("count towards your level").count() == 1
    assert not visitor.axe()


def test_reasons_compare_with_the_second_best(visit):
    """With a place, and what playing there would lose, unless that is less than a point."""
    visitor = visit()
    page = visitor.page
    table = visitor.new_table("take_it_easy", [{"who": "here"}], options={"rounds": 1})
    for _ in range(15):
        visitor.hurry(table, 1)
        PLAYERS["take_it_easy"](visitor).wait()
        page.locator(".tools [aria-keyshortcuts=H]:enabled").wait_for()
        visitor.keys("h")
        page.locator(f"{HINT} h2").wait_for()
        visitor.keys("h", "h")
        with suppress(Late):
            page.locator(f"{HINT} p", has_text=re.compile(r"[a-e]\d .*: \u2212\d+\.")).wait_for(timeout=5_000)
            break
        visitor.keys("Escape")
    else:
        pytest.fail("no reason compares")


def test_hint_on_a_phone_leaves_the_board_visible(visit):
    """It replaces the collection, and the box keeps its size."""
    visitor = visit(size=PHONE)
    page, sizes = visitor.page, (PHONE, (360, 640))
    visitor.new_table("polygons", [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    PLAYERS["polygons"](visitor).wait()
    heights = []
    for hinted in (False, True):
        if hinted:
            page.locator(".tools [aria-keyshortcuts=H]:enabled").wait_for()
            visitor.keys("h")
            page.locator(f"{HINT} h2").wait_for()
            visitor.keys("h", "h")
        for size in sizes:
            resize(visitor, *size, "phone")
            heights.append(page.evaluate(BOARD))
            assert page.locator(".hint .collection").count() == hinted
            card = page.locator(".hint").bounding_box() if hinted else {"y": 0, "height": 0}
            assert card["y"] + card["height"] <= size[1]
    assert heights[:2] == heights[2:]
