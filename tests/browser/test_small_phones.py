"""Low and narrow phones: the board takes the width, its numbers can be read, seats and scores stay in sight, nothing
lies over a button, and nothing moves during a turn."""

import pytest

from tests.browser.players import PLAYERS, Polygons, play
from tests.browser.screens import open_menu
from tests.browser.server import DESKTOP, PHONE, STILL
from tests.browser.test_layouts import NAMES, resize

SIZES = [(360, 640), (360, 740), (320, 568), (375, 667)]

# The problems of a screen: buttons and seats outside or covered, a coach over the seats, cut sentences.
WRONG = """
() => {
  const wrong = [];
  const box = (one) => one.getBoundingClientRect();
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }));
  const free = (one) => {
    const { left, top, width, height } = box(one);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (one === hit || one.contains(hit) || hit.contains(one));
  };
  const name = (one) => one.outerHTML.replace(/<svg.*?<\\/svg>/gs, "").slice(0, 140);
  const seats = seen("main .phone .seats [data-at^=seat]");
  if (!seats.length) wrong.push("no seats");
  for (const one of [...seats, ...seen("main .phone button:enabled, header button:enabled")]) {
    if (one.closest("svg")) continue;
    const { left, top, right, bottom } = box(one);
    if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`outside: ${name(one)}`);
    else if (!free(one)) wrong.push(`covered: ${name(one)}`);
  }
  const over = (one, other) => {
    const [a, b] = [box(one), box(other)];
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  };
  for (const text of seen(".coach, .full-narration, .hint"))
    for (const one of [...seats, ...(text.matches(".hint") ? [] : seen("main .phone .bottom button"))])
      if (!text.contains(one) && over(text, one)) wrong.push(`${text.className} lies over ${name(one)}`);
  for (const one of seen("main .phone .seats .small"))
    if (one.scrollWidth > one.clientWidth + 1) wrong.push(`cut: ${one.innerText}`);
  for (const one of seen(".sentence, .sentence p, .hint .both"))
    if (one.scrollHeight > one.clientHeight + 1) wrong.push(`cut: ${one.innerText}`);
  return wrong;
}
"""
# The width of the board, as a part of the window's; the height of the part that is played on, in pixels.
ROOM = """
() => {
  const board = document.querySelector(".tray, .box svg:has([data-piece]), svg.table").getBoundingClientRect();
  return [board.width / innerWidth, document.querySelector(".phone .board").getBoundingClientRect().height];
}
"""
# The heights of the digits on tiles and marks: of their ink, not of their line.
DIGITS = """
() => {
  const paper = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll(".hexes svg[role=grid] text:not(.name)")].map((one) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
    paper.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return paper.measureText(one.textContent).actualBoundingBoxAscent * one.getScreenCTM().a;
  });
}
"""
# Each layout shift that is not the answer to an input within half a second.
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries())
    if (!one.hadRecentInput) shifts.push([one.value, ...one.sources.map(({ node }) => node?.parentElement?.className)]);
}).observe({ type: "layout-shift", buffered: true });
"""
WIDEST = {"take_it_easy": 0.92, "micropul": 0.99, "polygons": 0.9}
LEAST = {"take_it_easy": 330, "micropul": 220, "polygons": 250}
HINT = ".hint[aria-busy=false]"


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "fr"])  # French is longer
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param("take_it_easy", 2, marks=pytest.mark.long),
        ("take_it_easy", 4),
        ("micropul", 2),
        pytest.param("polygons", 2, marks=pytest.mark.long),
        ("polygons", 4),
    ],
)
def test_a_table_can_be_played_on_a_low_phone(game, seats, language, visit):
    """At the start of a turn, with a selection and with each step of a hint."""
    visitor = visit(size=SIZES[0], language=language)
    page, player = visitor.page, PLAYERS[game](visitor)
    bots = [{"who": "bot", "bot": level} for level in ("amateur", "club", "expert")[: seats - 1]]
    options = {"rounds": 1} if game == "take_it_easy" else {}
    table = visitor.new_table(game, [{"who": "here"}, *bots], options=options)
    player.wait()
    visitor.hurry(table, 5)
    player.wait()
    while isinstance(player, Polygons) and not player.count(player.LIT):  # after a turn's last piece none is offered
        visitor.hurry(table, 1)
        player.wait()
    boards: dict[tuple[int, int], set[float]] = {size: set() for size in SIZES}

    def look(moment: str) -> None:
        for size in SIZES:
            resize(visitor, *size, "phone")
            assert page.evaluate(WRONG) == [], (moment, size)
            assert not page.evaluate(NAMES), (moment, size)
            width, height = page.evaluate(ROOM)
            boards[size].add(height)
            assert height >= LEAST[game], (moment, size)
            if size[0] >= 360:
                assert width >= WIDEST[game], (moment, size)
            if game == "take_it_easy":
                assert min(page.evaluate(DIGITS)) >= 9, (moment, size)

    look("turn")
    assert player.preview()
    look("preview")
    visitor.keys("Escape", "h")
    for step in ("where", "move", "why"):
        page.locator(f"{HINT} p").first.wait_for()
        look(step)
        visitor.keys("h")
    assert all(len(heights) == 1 for heights in boards.values()), boards


def test_two_tiles_at_a_time_fit_a_low_phone(visit):
    visitor = visit(size=SIZES[0])
    options = {"pairs": True, "rounds": 1}
    visitor.new_table("take_it_easy", [{"who": "here"}, {"who": "bot", "bot": "greedy"}], options=options)
    player = PLAYERS["take_it_easy"](visitor)
    player.wait()
    player.preview()
    for size in SIZES:
        resize(visitor, *size, "phone")
        assert visitor.page.evaluate(WRONG) == [], size


def test_the_hint_is_in_the_menu_of_the_smallest_phone(visit):
    visitor = visit(size=(320, 568))
    page = visitor.page
    visitor.new_table("take_it_easy", [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    PLAYERS["take_it_easy"](visitor).wait()
    assert page.locator(".tools .tool").count() == 2, "rules and menu"
    open_menu(visitor)
    visitor.press(page.locator("dialog button", has_text="A hint"))
    page.locator(f"{HINT} p").first.wait_for()
    assert page.evaluate(WRONG) == []


# The game whose layout shift is measured below is played to its end by touch anyway.
@pytest.mark.parametrize("game", ["take_it_easy", "micropul", pytest.param("polygons", marks=pytest.mark.long)])
def test_a_whole_game_by_touch_on_a_low_phone(game, visit, server):
    visitor = visit(size=SIZES[0], pace="brisk")
    options = {"rounds": 1} if game == "take_it_easy" else {}
    table = visitor.new_table(game, [{"who": "here"}, {"who": "bot", "bot": "greedy"}], options=options)
    player = PLAYERS[game](visitor)
    turns = 0
    while player.state() != "over":
        turns += 1
        play([player], turns)
        if turns % 4 == 1 and player.state() == "turn":
            visitor.until(STILL)
            assert visitor.page.evaluate(WRONG) == []
    assert server.result(table)["winners"]


@pytest.mark.parametrize("game", PLAYERS)
@pytest.mark.parametrize(
    "size", [DESKTOP, *(pytest.param(size, marks=pytest.mark.long) for size in [(960, 720), (820, 1180), (844, 390)])]
)
def test_a_hint_leaves_the_board_where_it_is(game, size, visit):
    visitor = visit(size=size)
    page = visitor.page
    visitor.new_table(game, [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    PLAYERS[game](visitor).wait()
    page.locator(".tools [aria-keyshortcuts=H]:enabled").wait_for()
    before = page.locator(".board").first.bounding_box()
    for _ in range(3):
        visitor.keys("h")
        page.locator(f"{HINT} h2").wait_for()
        visitor.until(STILL)
        assert page.locator(".board").first.bounding_box() == before
        card = page.locator(".hint").bounding_box()
        assert card["x"] >= 0
        assert card["x"] + card["width"] <= size[0]
        assert card["y"] + card["height"] <= size[1]


@pytest.mark.parametrize(
    "size", [*(pytest.param(size, marks=pytest.mark.long) for size in (DESKTOP, PHONE)), (360, 640)]
)
def test_layout_shift_of_a_whole_game_is_below_a_tenth(size, visit):
    visitor = visit(size=size, pace="brisk", motion="no-preference")
    visitor.context.add_init_script(SHIFTS)
    visitor.new_table("polygons", [{"who": "here"}, {"who": "bot", "bot": "greedy"}])
    play([PLAYERS["polygons"](visitor)])
    shifts = visitor.page.evaluate("shifts")
    assert sum(one[0] for one in shifts) < 0.1, sorted(shifts, key=lambda one: -one[0])[:5]
