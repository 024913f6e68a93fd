"""Tables and the rules panel on every kind of screen: nothing scrolls, the controls of a turn are reachable, and a
selection survives rotation and opened panels."""

import re

import pytest

from tests.browser.players import PLAYERS, play
from tests.browser.server import DESKTOP, PHONE, STILL

SCREENS = {
    "wide": (1280, 800),
    "desk": (960, 720),
    "upright": (820, 1180),
    "phone": (390, 844),
    "flat": (844, 390),
    "flat, 200 % of 1280 x 800": (640, 400),
    "phone, smallest": (320, 640),
}
"""Screen sizes; the first word of the name is the layout."""

# The problems of the table: it scrolls, or its confirm button cannot be pressed.
WRONG = """
() => {
  const wrong = [];
  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight + 1) wrong.push(`${page.scrollHeight} px high`);
  if (page.scrollWidth > innerWidth + 1) wrong.push(`${page.scrollWidth} px wide`);
  if (page.scrollTop || document.querySelector(".page").scrollTop) wrong.push("scrolled");
  const button = [...document.querySelectorAll("main .primary")].at(-1);
  if (!button) return [...wrong, "no button to confirm"];
  const { left, right, top, bottom } = button.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push("the button is outside");
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (!button.contains(hit)) wrong.push(`over the button lies ${hit?.outerHTML.slice(0, 120)}`);
  return wrong;
}
"""
BOARD = "document.querySelector('.board').getBoundingClientRect().height"
# The board itself, in layouts with text beside it.
INNER = "document.querySelector(':is(.phone, .flat) .board').getBoundingClientRect().height"
# Records each height of the board until the ranking is shown.
HEIGHTS = """
() => {
  window.heights = new Set();
  new ResizeObserver(([{ target }]) => {
    if (!document.querySelector("dialog[open] .ranking")) heights.add(target.clientHeight);
  }).observe(document.querySelector(".board"));
}
"""
FITS = "(one) => one.scrollWidth <= one.clientWidth"
NAMES = """
() => [...document.querySelectorAll(".seats b, .seats .name > span")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)
"""


def resize(visitor, width, height, layout):
    """Resize the window and wait until the table has the new size."""
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.until(f"document.documentElement.dataset.layout === '{layout}'")
    visitor.until(f"innerHeight === {height} && document.querySelector('.page').clientHeight === {height}")
    visitor.until(STILL)


@pytest.mark.parametrize("game", PLAYERS)
def test_a_table_fits_every_screen(game, visit):
    visitor = visit()
    page, player = visitor.page, PLAYERS[game](visitor)
    seats = [{"who": "here"}, {"who": "bot", "bot": "random"}]
    visitor.new_table(game, seats, options={"rounds": 1} if game == "take_it_easy" else {})
    visitor.until("document.title.startsWith('●')")  # the first turn, in which every game has something to choose
    heights = {}
    for name, (width, height) in SCREENS.items():
        resize(visitor, width, height, name.split(",")[0])
        heights[name] = page.evaluate(BOARD)
        assert not page.evaluate(NAMES), f"{name}: names that cannot be read"
    resize(visitor, 1280, 800, "wide")
    assert player.preview()
    for name, (width, height) in SCREENS.items():
        resize(visitor, width, height, name.split(",")[0])
        # The selection is kept, and the board is as large as before it.
        assert page.evaluate(WRONG) == [], name
        assert page.evaluate(BOARD) == pytest.approx(heights[name], abs=1), name
        for _ in range(12):  # moving the focus scrolls nothing
            page.keyboard.press("Tab")
        assert page.evaluate(WRONG) == [], f"{name}, after Tab"


@pytest.mark.parametrize("game", PLAYERS)
def test_a_board_keeps_its_size_through_a_game_on_a_phone(game, visit):
    """Independent of the seat to act, the selection and the coach. (With unlucky draws, micropul ends before eight
    turns.)"""
    visitor = visit(size=PHONE, language="fr", pace="brisk")  # longer words
    player = PLAYERS[game](visitor)
    visitor.new_table(game, [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    for size, turns in ((PHONE, 4), ((360, 640), 8)):
        player.wait()
        resize(visitor, *size, "phone")
        visitor.until(STILL)
        visitor.page.evaluate(HEIGHTS)
        play([player], turns)
        heights = visitor.page.evaluate("[...heights]")
        assert len(heights) == 1, (size, heights)


@pytest.mark.parametrize("game", PLAYERS)
def test_lesson_board_has_room_on_a_phone_in_landscape(game, visit):
    """The seats are in the bar, as at a table."""
    visitor = visit(size=(844, 390), language="fr")
    visitor.go(f"/rules/{game}")
    visitor.page.locator(".bar .seats").wait_for()
    assert visitor.page.evaluate(INNER) >= 150


@pytest.mark.parametrize("game", PLAYERS)
def test_board_has_room_in_replay_and_analysis_on_a_small_phone(game, visit):
    visitor = visit(size=(360, 640), language="fr", pace="at-once")
    page = visitor.page
    options = {"rounds": 1} if game == "take_it_easy" else {}
    table = visitor.new_table(game, [{"who": "here"}, {"who": "bot", "bot": "random"}], options=options)
    visitor.hurry(table)
    visitor.go(f"/replay/{table}?step=20")
    page.locator(".phone .board svg").first.wait_for()
    assert page.evaluate(INNER) >= 150
    visitor.press(page.locator(".ways button[aria-pressed]"))
    page.locator(".analysis .curve:not([d=''])").wait_for(state="attached")
    assert page.evaluate(INNER) >= 150


@pytest.mark.parametrize("game", PLAYERS)
def test_tab_content_can_be_closed(game, visit):
    """By the tab, its cross and Escape; the focus returns to the tab."""
    visitor = visit(size=(360, 640))
    page = visitor.page
    visitor.new_table(game, [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    PLAYERS[game](visitor).wait()
    tabs, content = page.locator(".tabs button"), page.locator(".tab-content")
    for at in range(tabs.count()):
        for way in ("tab", "cross", "escape"):
            visitor.press(tabs.nth(at))
            content.wait_for()
            if way == "escape":
                visitor.keys("Escape")
            else:
                visitor.press(tabs.nth(at) if way == "tab" else content.locator(".close"))
            content.wait_for(state="detached")
            assert tabs.nth(at).evaluate("(one) => one === document.activeElement"), way


@pytest.mark.parametrize("size", [(360, 640), PHONE, (640, 400), (780, 400), (844, 390)])
def test_tapping_a_seat_shows_its_details(size, visit):
    """On every small screen; names of three players are readable, and nothing overflows."""
    visitor = visit(size=size, language="fr")
    page = visitor.page
    bots = [{"who": "bot", "bot": bot} for bot in ("amateur", "club")]
    visitor.new_table("polygons", [{"who": "here"}, *bots])
    PLAYERS["polygons"](visitor).wait()
    visitor.press(page.locator(".coach button.round"))  # on small screens the coach covers the seats
    assert not page.evaluate(NAMES)
    assert page.locator(".dock").first.evaluate(FITS)
    name = page.locator(".seat-chip b").nth(1).inner_text()
    shown = page.locator(".tab-content, .dock .middle").filter(has_text=name)
    for _ in range(2):
        visitor.press(page.locator(".seat-chip").nth(1))
        shown.wait_for()
        assert shown.get_by_text(re.compile(r"\d pouvoir")).is_visible()
        assert page.evaluate(WRONG) == []
        assert page.locator(".dock").first.evaluate(FITS)
        visitor.press(page.locator(".seat-chip").nth(1))
        shown.wait_for(state="detached")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_rules_panel_leaves_the_table_unchanged(size, visit):
    visitor = visit(size=size)
    page = visitor.page
    visitor.new_table("micropul", [{"who": "here"}, {"who": "here", "name": "Zoé"}])
    visitor.press(page.locator(".pass-device button"))
    player = PLAYERS["micropul"](visitor)
    assert player.preview()
    chosen = page.locator("[data-place][aria-pressed=true]").get_attribute("data-place")
    page.keyboard.press("?")
    page.locator(".rules .reference h2").first.wait_for()
    # It opens at the passage for the tile in hand, and says so.
    assert re.match("You are holding a tile|Your tile would trigger", page.locator(".rules .fits").inner_text())
    part = page.locator(".rules select").input_value()
    visitor.until(
        f"(() => {{ const [top, of] = ['#{part}', '.rules .reference'].map((one) => document.querySelector(one)"
        ".getBoundingClientRect().top); return Math.abs(top - of) < 24; })()"
    )
    assert not visitor.axe()
    visitor.press(page.locator(".rules > .tabs button").first)  # the lesson shows its own board over the table
    page.locator(".rules .lesson svg[role]").first.wait_for()
    assert page.locator("main[inert]").count() == 1
    visitor.press(page.locator(".rules > .tabs button").last)
    page.locator(".rules dl").wait_for()
    page.keyboard.press("Escape")
    page.locator(".rules").wait_for(state="detached")
    assert page.locator("[data-place][aria-pressed=true]").get_attribute("data-place") == chosen
    assert page.evaluate(WRONG) == []
