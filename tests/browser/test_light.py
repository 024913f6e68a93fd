"""What is spoken of is lit, what is allowed is seen, and one screen is shared without needless curtains."""

import re

import pytest

from tests.browser.players import PLAYERS, Micropul
from tests.browser.server import DESKTOP, STILL

BOT = {"who": "bot", "bot": "greedy"}
# The cells with a light.
LIT = """
() => [...document.querySelectorAll("path.light")].map((one) =>
  document.querySelector(`[data-cell][transform="${one.getAttribute("transform")}"]`).dataset.cell)
"""
# While a tile flies to the table, and is not yet seen there: the visible links and halos that come with it.
EARLY = """
() => {
  window.early = { flights: 0, seen: 0 };
  const hidden = (one) => Number(getComputedStyle(one).opacity) === 0;
  const look = () => {
    for (const one of document.querySelectorAll("svg.table [data-with]")) {
      if (!hidden(document.querySelector(`svg.table [data-at="${one.dataset.with}"]`))) continue;
      early.flights++;
      early.seen += !hidden(one);
    }
    requestAnimationFrame(look);
  };
  look();
}
"""
OUTSIDE = """
() => {
  const frame = document.querySelector("svg.table").getBoundingClientRect();
  return [...document.querySelectorAll(".place.now")].map((one) => one.getBoundingClientRect())
    .filter((one) => one.left < frame.left || one.right > frame.right || one.top < frame.top ||
      one.bottom > frame.bottom).length;
}
"""


@pytest.mark.parametrize("pairs", [False, True])
def test_coach_lights_the_cell_and_the_tile_that_it_names(pairs, visit):
    visitor = visit()
    page = visitor.page
    table = visitor.new_table("take_it_easy", [{"who": "here"}], options={"rounds": 1, "pairs": pairs})
    visitor.hurry(table, 4)
    PLAYERS["take_it_easy"](visitor).wait()
    said = page.locator(".coach p").inner_text()
    cell = re.search(r"\b[a-e]\d\b", said)
    assert cell, said
    assert page.evaluate(LIT) == [cell[0]]
    if pairs:
        tile = page.locator(".pair .one.lit .number").inner_text()
        assert tile in said


def test_allowed_cells_are_seen_where_only_neighbours_are(visit):
    visitor = visit()
    page = visitor.page
    table = visitor.new_table("take_it_easy", [{"who": "here"}], options={"rounds": 1, "adjacent": True})
    visitor.hurry(table, 2)
    PLAYERS["take_it_easy"](visitor).wait()
    allowed, free = page.locator(".well.allowed"), page.locator(".hexes .well")
    assert 0 < allowed.count() == page.locator(".cell.can").count() < free.count()


def test_no_curtain_where_nothing_hidden_must_be_kept(visit):
    visitor = visit()
    page = visitor.page
    seats = [{"who": "here", "name": "Ann"}, {"who": "here", "name": "Zoé"}]
    visitor.new_table("take_it_easy", seats, options={"rounds": 1})
    player = PLAYERS["take_it_easy"](visitor)
    for _ in range(4):
        visitor.until("document.title.startsWith('●')")
        assert page.locator(".pass-device").count() == 0
        player.go_on("turn")
    page.evaluate("localStorage.ludotheque = JSON.stringify({ ...JSON.parse(localStorage.ludotheque), curtain: true })")
    page.reload()
    page.locator(".pass-device").wait_for()


def test_links_arrive_with_their_tile(visit):
    visitor = visit(pace="calm", motion="no-preference")
    page = visitor.page
    visitor.new_table("micropul", [{"who": "here"}, BOT])
    player = PLAYERS["micropul"](visitor)
    player.wait()
    page.evaluate(EARLY)
    while not page.evaluate("early.flights"):
        player.go_on("turn")
        player.wait()
    assert page.evaluate("early.seen") == 0


def test_lit_places_come_into_sight_and_the_focus_returns(visit):
    visitor = visit()
    page = visitor.page
    table = visitor.new_table("micropul", [{"who": "here"}, BOT])
    visitor.hurry(table, 5)
    player = Micropul(visitor, by_keys=True)
    player.wait()
    for _ in range(10):
        page.keyboard.press("+")
    visitor.until(STILL)
    player.preview()
    visitor.until(STILL)
    page.keyboard.press("Escape")
    assert page.locator(".place.now").count() > 0
    assert page.evaluate(OUTSIDE) == 0
    player.choose_place()
    page.keyboard.press("Enter")
    visitor.settle()
    visitor.until("document.activeElement.closest('.frame') !== null")


@pytest.mark.parametrize(("game", "lit"), [("take_it_easy", ".one.lit"), ("micropul", ".hand .light")])
def test_first_step_of_a_lesson_lights_the_tile_it_speaks_of(game, lit, visit):
    visitor = visit(size=DESKTOP)
    visitor.go(f"/rules/{game}")
    visitor.page.locator(lit).wait_for()
