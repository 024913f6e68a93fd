"""Playback and narration of other players' turns; the end of a game and of a round."""

import math
import time
from itertools import pairwise

import pytest

from tests.browser.players import PLAYERS
from tests.browser.server import DESKTOP, PHONE, POINT, STILL

# Records each sentence of the narration with its time, and the largest number of moving pieces.
WATCHING = """
() => {
  window.seen = [];
  const look = () => {
    const text = document.querySelector(".narration")?.lastChild.textContent.trim() ?? "";
    if (text !== seen.at(-1)?.text) seen.push({ at: performance.now(), text });
    window.flown = Math.max(window.flown ?? 0, document.querySelectorAll(".flying").length);
  };
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""
# Records the actions that the server sends.
ACTIONS = """
window.sent = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      for (const { n, by, do: action } of JSON.parse(data).entries ?? [])
        if (typeof by === "number" && action && !sent.some((one) => one.n === n)) sent.push({ n, by, action });
    });
  }
};
"""
WORDS = {"take": "took", "steal": "stole", "discard": "discarded", "exchange": "exchanged", "validate": "completed"}
COUNTS = {1: " a ", 2: "two", 3: "three", 4: "four"}

# Records every change of the number of highlighted lines, and whether the result is shown.
LIGHTING = """
() => {
  window.lit = [];
  const look = () => {
    const over = document.querySelector("dialog.panel[open]") !== null;
    const now = [document.querySelectorAll(".hexes svg circle.points").length, over];
    if (String(now) !== String(lit.at(-1))) lit.push(now);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}
"""
APART = """
() => {
  const panel = document.querySelector("dialog.panel").getBoundingClientRect();
  const board = document.querySelector(".hexes").getBoundingClientRect();
  return board.width > 300 && board.height > 250 && (board.right <= panel.left + 1 || board.bottom <= panel.top + 1);
}
"""


# Positions of the pieces in the box and of the marks left by taken pieces, in units of the box, whatever its size. A
# highlighted piece is raised a little.
PLACES = """
() => {
  const box = document.querySelector(".board svg:has([data-piece])");
  const inside = box.querySelector(".piece").parentElement.getScreenCTM().inverse();
  const centre = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const { x, y } = new DOMPoint(left + width / 2, top + height / 2).matrixTransform(inside);
    return [x, y];
  };
  return {
    size: box.getBoundingClientRect().height,
    pieces: Object.fromEntries([...box.querySelectorAll("g.piece")].map((one) => [one.dataset.piece, centre(one)])),
    marks: [...document.querySelectorAll(".motion-layer .taken .ghost")].map(centre),
  };
}
"""

# Whether an empty coach bubble is visible.
SILENT = """
() => [...document.querySelectorAll(".coach p")]
  .some((one) => one.checkVisibility({ visibilityProperty: true }) && !one.textContent.trim())
"""
# Whether the narration is shown in full, above the table or over it.
READABLE = """
() => [...document.querySelectorAll(".narration")].some((one) => one.scrollHeight <= one.clientHeight + 1)
"""
# Whether the name of the game is cut off. On the smallest phones it is not shown.
CUT = """
() => {
  const text = document.createRange();
  text.selectNodeContents(document.querySelector("h1.game"));
  const [name, room] = [text, document.querySelector(".bar .middle")].map((one) => one.getBoundingClientRect());
  const shown = name.top < room.bottom - 2; // a line is slightly higher than its box
  return shown && (name.right > room.right + 1 || name.bottom > room.bottom + 1);
}
"""


def test_bot_turn_is_played_back_and_narrated(visit):
    """Each action of a turn is played back, one sentence narrates all of them; playback can be repeated and skipped."""
    visitor = visit(pace="calm", motion="no-preference")
    visitor.context.add_init_script(ACTIONS)
    page = visitor.page
    visitor.new_table("polygons", [{"who": "here"}, {"who": "bot", "bot": "random"}])
    player = PLAYERS["polygons"](visitor)
    turns = count = 0
    while turns < 2 or count < 2:  # the last turn is long enough for its repetition to be interrupted
        turns += 1
        player.wait()
        page.evaluate("() => { sent.length = 0; }")
        page.evaluate(WATCHING)
        while player.state() == "turn":
            player.go_on("turn")
            assert not page.evaluate(SILENT)
        player.wait()
        name = page.locator(".seat .name b").first.inner_text()
        text = page.locator(".narration").inner_text()
        actions = [one["action"].split()[0] for one in page.evaluate("sent.filter((one) => one.by === 1)")]
        assert text.startswith(f"{name} ")
        assert text.count(".") == 1
        for verb in {*actions} & {*WORDS}:
            assert WORDS[verb] in text, (text, actions)
        count = actions.count("take")
        assert COUNTS[count] in text or text.count(" a ") >= count, (text, actions)
        # The sentence grows with the actions, at least 500 ms apart. (The first one is of the previous turn.)
        seen = [one for one in page.evaluate("seen")[1:] if one["text"].startswith(name)]
        assert seen[-1]["text"] == text
        assert all(later["at"] - one["at"] > 500 for one, later in pairwise(seen)), seen
        assert page.evaluate("flown") >= 1

    page.keyboard.press("p")
    visitor.until("document.querySelector('.skip') && !document.title.startsWith('●')")
    page.keyboard.press("s")
    assert page.title().startswith("●")
    assert page.locator(".narration").inner_text() == text
    page.locator(".again").click()
    visitor.until("document.querySelector('.skip') && !document.title.startsWith('●')")
    visitor.press(page.locator(".piece.free").first)  # choosing a piece ends playback, too
    assert page.title().startswith("●")

    page.locator(".pace").click()
    assert page.evaluate("JSON.parse(localStorage.ludotheque).pace") == "brisk"
    visitor.press(page.locator("header .right button").last)
    assert page.locator("dialog select").filter(has=page.locator("option[value=brisk]")).input_value() == "brisk"


def test_bot_turn_is_readable_on_a_phone(visit):
    """The sentence is not cut off, and marks stay at the positions of taken pieces when the board is resized."""
    visitor = visit(size=PHONE, pace="brisk")
    page = visitor.page
    visitor.new_table("polygons", [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    player = PLAYERS["polygons"](visitor)
    player.wait()
    while player.state() == "turn":
        before = page.evaluate(PLACES)
        player.go_on("turn")
        visitor.until(f"!({SILENT})()")
    player.wait()
    assert page.evaluate(READABLE)
    sizes = set()
    for width, height in (PHONE, (390, 700), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        visitor.until(f"document.querySelector('.page').clientHeight === {height}")
        visitor.until(STILL)
        assert not page.evaluate(CUT), width
        now = page.evaluate(PLACES)
        sizes.add(now["size"])
        taken = [place for piece, place in before["pieces"].items() if piece not in now["pieces"]]
        assert now["marks"]
        for mark in now["marks"]:
            assert min(math.dist(mark, place) for place in taken) < 6, (height, now["marks"], taken)
    assert len(sizes) == 3
    page.mouse.move(*page.locator(".board svg:has([data-piece])").evaluate(POINT))
    page.mouse.wheel(0, -240)
    page.locator(".enlarged").wait_for()
    visitor.until(STILL)
    now = page.evaluate(PLACES)  # the marks that are still visible
    for mark in now["marks"]:
        assert min(math.dist(mark, place) for place in taken) < 6, (now["marks"], taken)


def test_double_tap_enlarges_the_box(visit):
    """Quick taps on a piece, elsewhere and on the piece again are no double tap."""
    visitor = visit(size=PHONE)
    page = visitor.page
    visitor.new_table("polygons", [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    PLAYERS["polygons"](visitor).wait()
    piece, elsewhere = (page.locator(one).first.evaluate(POINT) for one in (".piece.fits", ".narration"))
    fast = False
    while not fast:
        page.touchscreen.tap(*elsewhere)
        begun = time.perf_counter()
        for at in (piece, elsewhere, piece):
            page.touchscreen.tap(*at)
        fast = time.perf_counter() - begun < 0.3
    assert page.locator(".enlarged").count() == 0
    while page.locator(".enlarged").count() == 0:
        page.touchscreen.tap(*piece)


def test_final_board_is_shown_before_the_result(visit, server):
    """The winner's lines are highlighted one by one; the result does not cover the board; every board can be shown."""
    visitor = visit(pace="calm", motion="no-preference")
    page = visitor.page
    bots = [{"who": "bot", "bot": "greedy"}] * 2
    table = visitor.new_table("take_it_easy", [{"who": "here"}, *bots], options={"rounds": 1})
    page.locator(".hexes svg").wait_for()
    page.evaluate(LIGHTING)
    visitor.hurry(table)
    page.locator("dialog.panel[open] .ranking").wait_for()
    lit = page.evaluate("lit")
    lines = lit[-1][0]
    before = [count for count, over in lit if not over]
    assert lines > 0
    assert before[-lines - 1 :] == list(range(lines + 1))

    scores = server.result(table)["scores"]
    assert page.locator(".ranking .why").count() == (1 if 0 in scores else 0)
    looks = page.locator(".ranking .look")
    for at in range(3):
        looks.nth(at).click()
        assert looks.nth(at).get_attribute("aria-pressed") == "true"
        name = looks.nth(at).locator("b").inner_text()
        shown = page.locator(".whose").inner_text()
        assert name in shown or (name, shown) == ("You", "Your board")
    for size in (DESKTOP, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        visitor.until(f"({APART})()")
        assert not visitor.axe()
    page.keyboard.press("Escape")
    assert page.locator("dialog.panel").count() == 0
    visitor.press(page.get_by_role("button", name="Result"))
    visitor.press(page.get_by_role("link", name="Luck and skill"))  # the same label here and on the page it opens
    page.locator(".figures[aria-busy=false]").wait_for()
    assert page.get_by_role("button", name="Luck and skill").inner_text() == "Luck and skill"
    visitor.press(page.get_by_role("button", name="Luck and skill"))
    page.locator(".analysis").wait_for(state="detached")


def test_solo_result_offers_play_again_and_shows_the_best_score(visit):
    visitor = visit()
    page = visitor.page
    for game in range(2):
        table = visitor.new_table("take_it_easy", [{"who": "here"}], options={"rounds": 1})
        page.locator(".hexes svg").wait_for()
        visitor.hurry(table)
        page.locator("dialog.panel[open] .ranking").wait_for()
        assert page.locator("dialog.panel .primary").inner_text() == "Play again"
        if game:
            assert "best" in page.locator(".best").inner_text()
    visitor.rest()  # what the panel asked for has arrived: nothing moves under the pointer
    visitor.press(page.locator("dialog.panel .primary"))
    page.wait_for_url(lambda url: not url.endswith(table))
    visitor.until("document.title.startsWith('●')")


def test_event_list_is_the_same_after_a_reload(visit):
    """Also for gains of actions played before the page was loaded."""
    visitor = visit()
    page = visitor.page
    table = visitor.new_table("take_it_easy", [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    page.locator(".hexes svg").wait_for()
    visitor.hurry(table, 18)
    lists = []
    for _ in range(2):
        visitor.press(page.locator(".tool[title='What happened']"))
        events = page.locator("dialog[open] li")
        events.filter(has_text="+").first.wait_for()
        lists.append([text for text in events.all_inner_texts() if " on " in text])
        page.reload()
        visitor.rest()
    assert lists[0] == lists[1]


def test_event_list_of_a_finished_game_is_the_same_after_a_reload(visit):
    """P-26: values of others' tokens are told at the end, also of sets that were validated long before."""
    visitor = visit()
    page = visitor.page
    table = visitor.new_table("polygons", [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    page.locator(".board svg, .frame svg").first.wait_for()
    visitor.hurry(table)
    page.locator("dialog.panel[open] .ranking").wait_for()
    lists = []
    for _ in range(2):
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")
        visitor.press(page.locator(".tool[title='What happened']"))
        events = page.locator("dialog[open] li")
        events.first.wait_for()
        visitor.rest()
        lists.append(events.all_inner_texts())
        page.reload()
        page.locator("dialog.panel[open] .ranking").wait_for()
        visitor.rest()
    assert any("token" in text for text in lists[1])
    assert lists[0] == lists[1]


@pytest.mark.long
def test_full_boards_can_be_viewed_between_rounds(visit):
    visitor = visit(size=PHONE)
    page = visitor.page
    table = visitor.new_table("take_it_easy", [{"who": "here"}, {"who": "bot", "bot": "greedy"}], options={"rounds": 2})
    page.locator(".hexes svg").wait_for()
    visitor.hurry(table, 19)
    names = page.locator(".results li button")
    names.first.wait_for()
    for at in range(2):
        visitor.press(names.nth(at))
        assert names.nth(at).get_attribute("aria-pressed") == "true"
        assert page.locator(".hexes .well").count() == 0, "the board is full"
    visitor.press(page.locator(".results .primary"))
    page.locator(".hexes .well").first.wait_for()


def test_players_around_one_screen_are_narrated_by_their_names(visit):
    visitor = visit()
    seats = [{"who": "here", "name": "Ann"}, {"who": "here", "name": "Zoé"}]
    table = visitor.new_table("take_it_easy", seats, options={"rounds": 1})
    visitor.hurry(table)
    visitor.page.locator("dialog[open] .ranking").wait_for()
    told = visitor.page.locator(".narration").inner_text()
    assert "Ann scored" in told
    assert "You" not in told
