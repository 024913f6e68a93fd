"""The page of a replay: a large board among the others, an address that can be sent, keys that step the replay and
nothing else, and a word while a step is still being computed."""

import json
import re

import pytest

from tests.browser.screens import open_record
from tests.browser.server import DESKTOP, STILL
from tests.browser.test_story import record_of

STEP = "document.querySelector('.player input[type=range], .analysis input[type=range]').value"
TRAY = ".hexes .tray"


# Words of the seats that are broken over two lines, and names that are cut off.
CRAMPED = """
() => [...document.querySelectorAll(".seats-card")].flatMap((card) => {
  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  const cut = (one) => one.scrollWidth > one.clientWidth + 1;
  const found = [card, ...card.querySelectorAll(".name b, .seat")].filter(cut).map((one) => `${one.innerText} is cut`);
  while (texts.nextNode())
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\p{L}{3,}/gu)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(`${word} is broken`);
    }
  return found;
})
"""


@pytest.fixture
def replayed(visit):
    """A visitor with a finished game of Take It Easy, and the id of its table."""
    visitor = visit(size=(1366, 768))
    bots = [{"who": "bot", "bot": "greedy"}] * 2
    table = visitor.new_table("take_it_easy", [{"who": "here"}, *bots], options={"rounds": 1})
    visitor.page.locator(TRAY).wait_for()
    visitor.hurry(table)
    return visitor, table


def test_board_is_large_among_the_boards_of_others(replayed):
    visitor, table = replayed
    page = visitor.page
    visitor.go(f"/replay/{table}?step=20")
    page.locator(TRAY).wait_for()
    for size in ((1366, 768), DESKTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for analysed in (False, True):
            if (page.locator(".analysis").count() > 0) != analysed:
                visitor.press(page.locator(".ways button[aria-pressed]"))
                visitor.until(f"!!document.querySelector('.analysis') === {str(analysed).lower()}")
            visitor.until(STILL)
            assert page.locator(TRAY).bounding_box()["width"] >= 450
            thumbnails, scores = page.locator(".look svg"), page.locator(".score .number")
            assert thumbnails.count() == scores.count() == 3
            for at in range(3):
                assert thumbnails.nth(at).bounding_box()["width"] >= 80
                assert re.fullmatch(r"\d+", scores.nth(at).inner_text())
        visitor.press(page.locator(".ways button[aria-pressed]"))


def test_address_can_be_sent(replayed, visit):
    visitor, table = replayed
    page = visitor.page
    visitor.go(f"/replay/{table}?step=12&seat=1&analysis=")
    page.locator(".analysis").wait_for()
    assert page.locator(".viewpoint select").input_value() == "1"
    page.keyboard.press("ArrowRight")
    visitor.until("location.search.includes('step=13')")
    other = visit()
    other.go(page.url.removeprefix(other.url))
    other.page.locator(".analysis").wait_for()
    other.until(f"{STEP} === '13'")
    assert other.page.locator(".viewpoint select").input_value() == "1"
    other.press(other.page.locator(".ways button[aria-pressed]"))
    other.page.locator(".viewpoint select").select_option("")
    other.until("location.search === '?step=13&seat=none'")
    other.page.reload()
    other.page.locator(TRAY).wait_for()
    assert other.page.locator(".viewpoint select").input_value() == ""
    assert other.page.locator(".analysis").count() == 0


def test_arrows_step_the_replay_and_nothing_else(replayed):
    visitor, table = replayed
    page = visitor.page
    visitor.go(f"/replay/{table}?step=5")
    page.locator(TRAY).wait_for()
    page.keyboard.press("ArrowRight")
    visitor.until(f"{STEP} === '6'")
    assert page.evaluate("document.activeElement === document.body")
    page.locator("[data-cell=c3]").focus()
    page.keyboard.press("ArrowLeft")
    visitor.until(f"{STEP} === '5'")
    assert page.evaluate("document.activeElement.dataset.cell") == "c3"


def test_a_step_that_is_not_there_yet_says_so(replayed):
    visitor, table = replayed
    page = visitor.page
    visitor.go(f"/replay/{table}?step=2")
    page.locator(TRAY).wait_for()
    held = []
    page.route("**/steps?*", lambda route: held.append(route))
    page.locator(".player input[type=range]").press("End")
    last = page.evaluate(STEP)
    page.locator(".player .now", has_text=f"Step {last} is being computed").wait_for()
    for route in held:
        route.continue_()
    page.locator(".player .now", has_text="is being computed").wait_for(state="detached")


def test_number_keys_and_thumbnails_enlarge_the_board_of_a_seat(replayed):
    """And the address names the seat; 0 is a spectator's point of view."""
    visitor, table = replayed
    page = visitor.page
    visitor.go(f"/replay/{table}?step=30&seat=0")
    large = page.locator(".hexes svg[role=grid]")
    large.wait_for()
    for at in range(3):
        page.keyboard.press(str(at + 1))
        visitor.until(f"location.search === '?step=30&seat={at}'")
        assert page.locator(".viewpoint select").input_value() == str(at)
        name = page.locator(".viewpoint option").nth(at + 1).inner_text()
        visitor.until(f"document.querySelector('.hexes svg[role=grid]').ariaLabel === {json.dumps(f'Board: {name}')}")
        assert page.locator("button.look").nth(at).get_attribute("aria-pressed") == "true"
    page.keyboard.press("4")  # there are three seats
    visitor.press(page.locator("button.look").nth(1))
    visitor.until("location.search === '?step=30&seat=1'")
    page.keyboard.press("0")
    visitor.until("location.search === '?step=30&seat=none'")


def test_all_boards_side_by_side(replayed, server):
    visitor, table = replayed
    page = visitor.page
    visitor.go(f"/replay/{table}?step=30&seat=0")
    page.locator(TRAY).first.wait_for()
    now = [int(one) for one in page.locator(".score .number").all_inner_texts()]
    visitor.press(page.get_by_role("button", name="Side by side"))
    boards = page.locator(".side-by-side button")
    boards.nth(2).wait_for()
    for size in ((1366, 768), (390, 844), (844, 390)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        visitor.until(STILL)
        for board in boards.all():
            box = board.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0] + 1
        assert boards.count() == 3
    page.set_viewport_size({"width": 1366, "height": 768})
    assert [int(one) for one in page.locator(".side-by-side .number").all_inner_texts()] == now
    assert page.locator(".side-by-side .end").all_inner_texts() == [
        f"{score} in the end" for score in server.result(table)["scores"]
    ]
    assert all(box.bounding_box()["height"] >= 200 for box in page.locator(".side-by-side svg.board").all())
    page.keyboard.press("ArrowRight")
    visitor.until(f"{STEP} === '31'")
    assert boards.count() == 3, "stepping keeps them"
    visitor.press(boards.nth(2))
    page.locator(".hexes svg[role=grid]").wait_for()
    visitor.until("location.search === '?step=31&seat=2'")


def test_link_to_the_shown_step_is_copied_at_once(replayed):
    visitor, table = replayed
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.page
    visitor.go(f"/replay/{table}?step=7&seat=1")
    page.locator(TRAY).wait_for()
    visitor.press(page.get_by_role("button", name="Copy the link to step 7"))
    page.get_by_text("Link copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{visitor.url}/replay/{table}?step=7&seat=1"


@pytest.mark.parametrize(
    ("game", "seats", "option"),
    [("take_it_easy", 3, "rounds=1"), ("micropul", 2, ""), ("polygons", 2, ""), ("polygons", 4, "teams=true")],
)
def test_seats_beside_an_analysis_are_readable(game, seats, option, visit):
    visitor = visit(size=(1366, 768))
    options = ("--option", option) if option else ()
    open_record(visitor, record_of(game, "--seats", str(seats), *options, "--seed", "3"), "input[type=range]")
    visitor.page.locator(".viewpoint select").select_option("0")
    visitor.press(visitor.page.locator(".ways button[aria-pressed]"))
    visitor.page.locator(".analysis").wait_for()
    visitor.page.keyboard.press("End")
    visitor.until(STILL)
    assert sum(one.is_visible() for one in visitor.page.locator(".seats-card .name b").all()) == seats
    assert visitor.page.evaluate(CRAMPED) == []
