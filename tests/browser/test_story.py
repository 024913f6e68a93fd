"""The story of a game: figures that add up, its turning points, the level of play; by mouse, keys and screen reader."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.analysis import analyse
from ludotheque.analysis.story import ending, figures, told
from ludotheque.game_records import Reader
from ludotheque.locale import words
from tests.browser.screens import open_record
from tests.browser.server import DESKTOP, STILL
from tests.browser.test_screens import CUT, FINGER, MINUS, TOO_SMALL, TOO_WIDE

SMALL = (360, 640)
# Every label of the chart, and what it must not touch: the other labels, the lines of the plot and the chart's edges.
TOUCHING = """
() => {
  const box = (one) => one.getBoundingClientRect();
  const apart = (one, other) =>
    one.right + 4 <= other.left || other.right + 4 <= one.left || one.bottom <= other.top || other.bottom <= one.top;
  const chart = box(document.querySelector(".analysis .chart"));
  const swings = [...document.querySelectorAll(".analysis .swing")];
  const others = [...document.querySelectorAll(".analysis text, .analysis .curve, .analysis .grid")];
  return swings.flatMap((swing, place) => [
    ...(box(swing).left < chart.left || box(swing).right > chart.right ? [`${swing.textContent} at the edge`] : []),
    ...others.filter((one) => one !== swing && !swings.slice(0, place).includes(one) && !apart(box(swing), box(one)))
      .map((one) => `${swing.textContent} touches ${one.textContent || one.getAttribute("class")}`),
  ]);
}
"""
STEP = "document.querySelector('.analysis input').value"


def open_story(visitor):
    """Open the story from a replay."""
    visitor.press(visitor.page.locator(".ways button[aria-pressed]"))
    visitor.page.locator(".figures[aria-busy=false]").wait_for()


def record_of(game, *arguments):
    """A record of a game between bots."""
    command = [Path(sys.executable).with_name("ludotheque"), "record", game, *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["desktop", "small-phone"])
def test_story_of_a_game_alone(size, visit):
    visitor = visit(size=size)
    page = visitor.page
    for game in range(2):
        table = visitor.new_table("take_it_easy", [{"who": "here"}], options={"rounds": 1})
        page.locator(".hexes .tray").wait_for()
        visitor.hurry(table)
        visitor.go(f"/replay/{table}?step=38&analysis=")
        page.locator(".figures[aria-busy=false] .figure").first.wait_for()
        assert "You scored" in page.locator(".figures").inner_text()
        last = page.locator(".story").inner_text()
        assert re.search(r"You played at \w+ level", last)
        assert ("The last 2 games, with 36 decisions" in last) == (game == 1), "earlier games are remembered"
    # Cards and keys show the position before a choice, with what was played and what was better.
    cards = page.locator(".points .card")
    assert cards.count() == 3, "arbitrary placements are costly"
    page.keyboard.press("2")
    page.locator(".points li:nth-child(2) [aria-current=step]").wait_for()
    step = page.evaluate(STEP)
    visitor.until(f"location.search.includes('step={step}')")
    visitor.press(cards.first)
    page.locator(".points li:nth-child(1) [aria-current=step]").wait_for()
    page.locator(".hexes .played").wait_for(state="attached")
    page.locator(".hexes .better").wait_for(state="attached")
    assert re.search(r"✗ you: [\d-]+ on \w\d\s+✓ better: [\d-]+ on \w\d", cards.first.inner_text())
    page.keyboard.press("End")
    visitor.until(f"{STEP} === '38'")
    page.keyboard.press("Home")
    visitor.until(f"{STEP} === '0'")
    # The same in a table.
    visitor.press(page.locator(".story details summary"))
    assert page.locator(".story tbody tr").count() == 18
    visitor.press(page.locator(".story tbody button").nth(4))
    visitor.until(f"{STEP} === '9'")
    assert not visitor.axe()
    visitor.switch("dark")
    assert not visitor.axe(runOnly=["color-contrast"])
    assert not [*page.evaluate(TOO_WIDE), *page.evaluate(CUT)]
    if size == SMALL:
        # Seats are lower on a low phone, at every table.
        assert not [one for one in page.evaluate(TOO_SMALL, FINGER) if 'class="seat' not in one]
    # Play on from a costly move: a game of one's own, from that position.
    visitor.press(cards.first)
    at = int(page.evaluate(STEP))
    visitor.press(page.get_by_role("button", name="Play on from here"))
    page.wait_for_url("**/here#here-*")
    page.locator(".hexes .tray").wait_for()
    visitor.until(f"document.querySelectorAll('.hexes [data-at^=large]').length === {at // 2}")


def test_story_of_a_game_of_two(visit):
    visitor = visit(language="fr")
    page = visitor.page
    table = visitor.new_table("micropul", [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    page.locator("svg.table").first.wait_for()
    visitor.hurry(table)
    visitor.go(f"/replay/{table}")
    open_story(visitor)
    shown = page.locator(".figures").inner_text()
    assert re.search(r"Vous (gagnez|perdez)|Victoire partagée", shown)
    assert re.search(r"\d+ : \d+", shown), "points stand beside chances"
    assert all(0 <= int(percent) <= 100 for percent in re.findall(rf"({MINUS}?\d+)\s%", shown))
    assert page.locator(".analysis svg text").first.text_content() == "0\N{NO-BREAK SPACE}%"
    cards = page.locator(".points .card")
    kinds = [one.get_attribute("class") for one in cards.all()]
    assert len(kinds) == len(set(kinds)) <= 3, "one of each kind"
    visitor.press(cards.last)
    page.locator(".points li:last-child [aria-current=step]").wait_for()
    assert not visitor.axe()
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    page.locator(".phone .seats").wait_for()
    visitor.until(STILL)
    assert not [*page.evaluate(TOO_WIDE), *page.evaluate(CUT)]


@pytest.mark.parametrize(
    ("game", "arguments"),
    [("take_it_easy", ("--seats", "1", "--option", "rounds=1", "--bot", "expert", "--seed", "5")),
     ("polygons", ("--seats", "2", "--bot", "expert", "--bot", "club", "--seed", "33"))],
)  # fmt: skip
def test_page_and_report_tell_the_same_figures(game, arguments, visit):
    record = record_of(game, *arguments)
    reader = Reader(record)
    steps = list(reader.steps())
    players, result = reader.header.players, steps[-1].position.result
    assert result is not None
    account = analyse(steps, 0)
    say = words("en", reader.header.game.package)
    expected = told(account, players, result.scores, ending(account, result.winners, len(players)), say)
    visitor = visit()
    open_record(visitor, record, "input[type=range]")
    visitor.page.locator(".viewpoint select").select_option("0")
    open_story(visitor)
    shown = visitor.page.locator(".figure")
    assert shown.locator(".label").all_inner_texts() == [one.label for one in expected]
    values = [one.replace("\N{NO-BREAK SPACE}", " ") for one in shown.locator(".number").all_inner_texts()]
    assert values == [one.value for one in expected]
    assert visitor.page.locator(".uncertain").count() == (not figures(account).closes)


@pytest.mark.parametrize(
    ("game", "arguments"),
    [("take_it_easy", ("--seats", "1", "--option", "rounds=1", "--bot", "random", "--seed", "1")),
     ("micropul", ("--seats", "2", "--bot", "greedy", "--bot", "random", "--seed", "6")),
     ("polygons", ("--seats", "2", "--bot", "greedy", "--bot", "random", "--seed", "1"))],
)  # fmt: skip
def test_labels_of_neighbouring_turning_points_stand_apart(game, arguments, visit):
    visitor = visit(size=SMALL)
    open_record(visitor, record_of(game, *arguments), "input[type=range]")
    visitor.page.locator(".viewpoint select").select_option("0")
    open_story(visitor)
    for width, height in (SMALL, (390, 844), (1366, 768)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.until(STILL)
        assert visitor.page.locator(".analysis .swing").count() >= 2
        assert not visitor.page.evaluate(TOUCHING)
