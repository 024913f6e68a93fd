"""Every screen on desktop and phone, in both languages and themes: no finding of axe, nothing wider than the screen, no
cut labels, touch targets of 44 px. Also hidden information, lost connections and devices of a guest."""

import contextlib
import json

import pytest
from playwright.sync_api import WebSocketRoute

from ludotheque.engine.registry import games
from tests.browser.players import PLAYERS
from tests.browser.screens import TOURS, advance
from tests.browser.server import DESKTOP, PHONE, Visitor, serving

ALWAYS = [("around", "phone", "en"), ("micropul", "desktop", "fr")]
"""The tours of the ordinary run."""
SMALL, SMALLEST = 360, 320
FINGER = 44
MINUS = "\N{MINUS SIGN}"

TOO_WIDE = """
() => document.scrollingElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .slice(0, 3).map((one) => one.outerHTML.slice(0, 120))
"""
TOO_SMALL = """
(finger) => [...document.querySelectorAll("button, a.button, nav a, select, input, summary")]
  .filter((one) => !one.closest("[inert], .visually-hidden") && one.checkVisibility({ visibilityProperty: true }))
  .map((one) => one.closest("label") ?? one)
  .map((one) => ({ one, ...one.getBoundingClientRect().toJSON() }))
  .filter(({ width, height }) => Math.min(width, height) < finger - 0.1)
  .map(({ one, width, height }) => `${Math.round(width)} x ${Math.round(height)}: ${one.outerHTML.slice(0, 120)}`)
"""
# Buttons whose text reaches their border, unless it is cut on purpose (a long name).
CUT = """
() => [...document.querySelectorAll("button, a.button")]
  .filter((one) => !one.closest("[inert]") && one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    const range = document.createRange();
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      let parent = texts.currentNode.parentElement;
      while (parent !== one && getComputedStyle(parent).overflowX === "visible") parent = parent.parentElement;
      range.selectNodeContents(texts.currentNode);
      const beyond = [...range.getClientRects()].some((text) => text.left < left + 3 || text.right > right - 3);
      if (parent === one && beyond) return true;
    }
  })
  .map((one) => one.outerHTML.slice(0, 120))
"""
SELECTED = """
() => {
  const { value, selectionStart, selectionEnd } = document.activeElement;
  return value.slice(selectionStart, selectionEnd);
}
"""


def look(visitor: Visitor, size: tuple[int, int]) -> list[str]:
    """The problems of the current screen."""
    wrong = visitor.axe()
    visitor.switch("dark")
    wrong += [
        f"dark: {one}" for one in visitor.axe(runOnly=["color-contrast"])
    ]  # other findings do not depend on the theme
    visitor.switch("light")
    for width in [size[0], SMALL, SMALLEST] if size == PHONE else [size[0]]:
        visitor.page.set_viewport_size({"width": width, "height": size[1]})
        wrong += [f"wider than {width}: {one}" for one in visitor.page.evaluate(TOO_WIDE)]
        wrong += [f"cut at {width}: {one}" for one in visitor.page.evaluate(CUT)]
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    if size == PHONE:
        wrong += [f"too small: {one}" for one in visitor.page.evaluate(TOO_SMALL, FINGER)]
    return wrong


@pytest.mark.parametrize(
    ("tour", "size", "language"),
    [
        pytest.param(
            *(tour, size, language),
            id=f"{tour}-{name}-{language}",
            marks=[] if (tour, name, language) in ALWAYS else pytest.mark.long,
        )
        for tour in TOURS
        for name, size in {"desktop": DESKTOP, "phone": PHONE}.items()
        for language in ("en", "fr")
    ],
)
def test_screens_are_accessible_and_fit(tour, size, language, visit, server):
    wrong = []
    for visitor, name in TOURS[tour](lambda: visit(size=size, language=language), server):
        wrong += [f"{name}: {one}" for one in look(visitor, size)]
    assert not wrong, "\n".join(sorted(set(wrong)))


# Visible texts with letters outside the brackets in which the pseudo-language puts every message. Names, cells and
# what a record contains are not translated; guides have a text for each language.
UNTRANSLATED = """
() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (parent.closest("svg, script, style, kbd, code, .code, .key, .brand, [lang]:not(html), textarea")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    let [depth, rest] = [0, ""];
    for (const letter of texts.currentNode.textContent) {
      if (letter === "⟦") depth++;
      else if (letter === "⟧") depth--;
      else if (!depth) rest += letter;
    }
    if (/\\p{L}{2}/u.test(rest)) found.add(rest.trim());
  }
  return [...found];
}
"""
NAMES = {
    "Ann",
    "Zoé",
    "EN",
    "FR",
    "Ludothèque",
    *(name for game in games().values() for name in game.characters.values()),
}
GUIDES = ("-reference", "-lesson", "-over-rules", "credits")
"""Screens whose texts are files of their own for each language, or names."""


def unready(visitor: Visitor, name: str) -> list[str]:
    """What is cut off in the current screen, or does not come from the messages."""
    untranslated = [] if name.endswith(GUIDES) else visitor.page.evaluate(UNTRANSLATED)
    return [
        *(f"{name}: {one}" for one in untranslated if one.strip("…") not in NAMES),
        *(f"{name}, cut: {one}" for one in visitor.page.evaluate(CUT)),
        *(f"{name}, too wide: {one}" for one in visitor.page.evaluate(TOO_WIDE)),
    ]


@pytest.mark.parametrize(
    ("tour", "size"),
    [
        pytest.param(
            tour, size, id=f"{tour}-{name}", marks=[] if (tour, name) == ("around", "phone") else pytest.mark.long
        )
        for tour in TOURS
        for name, size in {"desktop": DESKTOP, "phone": PHONE, "small": (SMALL, 640)}.items()
        if tour != "around" or size != (SMALL, 640)
    ],
)
def test_screens_are_ready_for_a_third_language(tour, size, visit, server):
    """In longer words nothing is cut, and everything comes from the messages."""
    wrong = []
    for visitor, name in TOURS[tour](lambda: visit(size=size, pseudo=True), server):
        wrong += unready(visitor, name)
    assert not wrong, "\n".join(sorted(set(wrong)))


@pytest.mark.parametrize("game", PLAYERS)
def test_tables_are_ready_for_a_third_language(game, visit):
    """The screens of a table that the tours above show at length: a turn, what it would bring, a result."""
    visitor = visit(size=(SMALL, 640), pseudo=True)
    options = {"rounds": 1} if game == "take_it_easy" else {}
    table = visitor.new_table(game, [{"who": "here"}, {"who": "bot", "bot": "amateur"}], options=options)
    player = PLAYERS[game](visitor)
    visitor.hurry(table, 6)
    player.wait()
    wrong = unready(visitor, "turn")
    player.preview()
    wrong += unready(visitor, "preview")
    visitor.hurry(table)
    visitor.page.locator("dialog[open] .ranking").wait_for()
    visitor.page.locator("dialog[open] .fair").wait_for()
    wrong += unready(visitor, "over")
    assert not wrong, "\n".join(wrong)


def test_table_survives_a_lost_connection(browser):
    """The preview and the table are kept, and the game goes on."""
    with serving() as server, contextlib.closing(Visitor(browser, server.url)) as visitor:
        page = visitor.page
        table = visitor.new_table("take_it_easy", [{"who": "here"}, {"who": "bot", "bot": "random"}])
        player = PLAYERS["take_it_easy"](visitor)
        advance([player], table, 3)
        visitor.until("document.title.startsWith('●')")
        player.preview()
        page.locator("main").get_by_text("ready", exact=True).wait_for()  # the bot has acted
        shown = page.locator("main").inner_text()
        with visitor.expecting("ERR_CONNECTION_REFUSED"):
            server.kill()
            page.locator(".banner.warn").wait_for()
            assert page.locator("main.dim").count() == 1
            assert not visitor.axe(rules={"color-contrast": {"enabled": False}})  # disabled elements are dimmed
            visitor.press(page.locator(".banner.warn button"))  # reconnects at once, which fails
            server.start()
            page.locator(".banner.ok").wait_for()
        page.locator(".banner.ok").wait_for(state="detached")
        assert page.locator("main").inner_text() == shown
        player.press("main .primary:enabled")
        visitor.settle()
        assert page.locator("main").inner_text() != shown


def test_first_load_is_under_120_kb_of_javascript(visit):
    """Compressed size, including the games on the first screen."""
    visitor = visit()
    visitor.go("/")
    sent = visitor.page.evaluate(
        """() => performance.getEntriesByType("resource").filter((one) => new URL(one.name).pathname.endsWith(".js"))
                 .map((one) => one.encodedBodySize)"""
    )
    assert len(sent) > 3
    assert all(sent)
    assert sum(sent) < 120_000


def test_hands_of_others_are_hidden(visit):
    host, guest, watcher = visit(), visit(), visit()
    table = host.new_table("micropul", [{"who": "here"}, {"who": "open"}])
    guest.go(f"/t/{table}")
    guest.page.locator("form input").fill("Zoé")
    guest.press(guest.page.locator("form .primary"))
    watcher.go(f"/t/{table}")
    for visitor in (host, guest, watcher):
        visitor.page.locator("svg.table").wait_for()
    labels = "(all) => all.map((one) => one.ariaLabel.replace(/^.*?:/, ''))"
    hands = [set(one.page.locator(".hand button").evaluate_all(labels)) for one in (host, guest, watcher)]
    assert [len(hand) for hand in hands] == [6, 6, 0]
    assert not hands[0] & hands[1]
    # On a shared screen a hand is not in the document before its owner opens the curtain.
    host.new_table("micropul", [{"who": "here", "name": "Ann"}, {"who": "here", "name": "Zoé"}])
    host.page.locator(".pass-device").wait_for()
    assert host.page.locator(".hand, svg.table").count() == 0
    host.press(host.page.locator(".pass-device button"))
    host.page.locator(".hand button").first.wait_for()
    assert host.page.locator(".hand button").count() == 6


def test_devices_are_listed_and_can_be_revoked(visit):
    """A resume link opens the account on another device, which is listed and can be revoked."""
    mine, other = visit(), visit(size=PHONE)
    mine.new_table("take_it_easy", [{"who": "here"}, {"who": "open"}])
    mine.go("/me")
    keys = mine.page.locator("ul[aria-labelledby=keys] li")
    keys.first.wait_for()
    assert keys.count() == 1
    assert keys.locator("button").count() == 0  # the current device cannot be revoked
    mine.press(mine.page.locator("[aria-labelledby=link] .button").first)
    link = mine.page.locator("[aria-labelledby=link] input[readonly]")
    link.wait_for()
    other.go("/resume#" + link.input_value().rsplit("#", 1)[1])
    other.page.wait_for_url("**/")
    mine.go("/me")
    keys.nth(2).wait_for()
    assert keys.count() == 3  # this device, the link, and the phone
    mine.press(keys.filter(has_text="Another device").locator("button"))
    keys.nth(2).wait_for(state="detached")
    other.go("/me")
    other.page.locator("[aria-labelledby=stays]").wait_for()
    assert other.page.locator("[aria-labelledby=link]").count() == 0  # the phone is logged out


def test_player_comes_back_on_another_device_by_handle_and_passphrase(visit):
    mine, other = visit(), visit(size=PHONE)
    mine.new_table("take_it_easy", [{"who": "here"}, {"who": "open"}])
    mine.go("/me")
    form = mine.page.locator("form", has=mine.page.locator("[autocomplete=new-password]"))
    form.locator("[name=username]").fill("Ann of Arles")
    form.locator("[autocomplete=new-password]").fill("too short")
    keep = form.get_by_role("button", name="Save")
    assert keep.is_disabled()
    form.locator("[autocomplete=new-password]").fill("seven grey herons")
    mine.press(keep)
    ways = mine.page.locator("ul[aria-labelledby=keys] li")
    ways.filter(has_text="passphrase").wait_for()
    assert form.locator("[name=username]").get_attribute("readonly") is not None
    assert form.locator("[autocomplete=new-password]").input_value() == ""

    other.go("/me")
    other.press(other.page.locator("a[href='/resume']"))
    other.page.locator("[name=username]").fill("ann of arles")
    other.page.locator("[name=password]").fill("seven green herons")
    with other.expecting("403"):
        other.press(other.page.get_by_role("button", name="Come back"))
        other.page.get_by_role("alert").get_by_text("No player here has this name").wait_for()
    other.page.locator("[name=password]").fill("seven grey herons")
    other.press(other.page.get_by_role("button", name="Come back"))
    other.page.wait_for_url("**/")
    other.go("/me")
    other.page.locator("ul[aria-labelledby=games], [aria-labelledby=games] li").first.wait_for()
    ways = other.page.locator("ul[aria-labelledby=keys] li")
    ways.nth(2).wait_for()
    other.press(ways.filter(has_text="passphrase").locator("button"))
    ways.nth(2).wait_for(state="detached")


# Records whether the form to take a seat was ever shown, however briefly.
ASKED = """
window.asked = false;
new MutationObserver(() => (asked ||= !!document.querySelector("main form .primary"))).observe(document, {
  subtree: true,
  childList: true,
});
"""


def test_late_update_does_not_take_seats_again(visit):
    """If an older update arrives after the seat was taken, the page neither takes it again nor asks."""
    visitor = visit()
    visitor.page.add_init_script(ASKED)
    received: list[dict[str, object]] = []

    def late(ours: WebSocketRoute) -> None:
        server = ours.connect_to_server()

        def forward(message: str | bytes) -> None:
            received.append(json.loads(message))
            ours.send(message)
            kinds = [one["type"] for one in received]
            if kinds[-1] == "done" and kinds.count("done") == 1:  # the seat is taken: send the first update again
                ours.send(json.dumps(received[kinds.index("update")]))

        server.on_message(forward)

    visitor.page.route_web_socket("**/api/socket", late)
    visitor.new_table("take_it_easy", [{"who": "here"}, {"who": "open"}])
    visitor.page.locator("main .primary").wait_for()
    visitor.rest()
    assert [one["type"] for one in received if one["type"] in ("done", "refused")] == ["done"]
    assert not visitor.page.evaluate("asked")


def test_invitation_over_plain_http_selects_the_link(browser):
    """Over plain http there is no clipboard: the link is shown and selected instead."""
    with serving("--lan") as server:
        if "//127." in server.url:
            pytest.skip("this machine is in no network")
        with contextlib.closing(Visitor(browser, server.url, size=PHONE)) as visitor:
            visitor.go("/")
            assert visitor.page.evaluate("!isSecureContext && navigator.clipboard === undefined")
            table = visitor.new_table("take_it_easy", [{"who": "here"}, {"who": "open"}])
            visitor.press(visitor.page.locator(".invite button"))
            assert visitor.page.evaluate(SELECTED) == f"{server.url}/t/{table}"
            assert not look(visitor, PHONE)
            visitor.press(visitor.page.locator("main .primary"))
            visitor.until("document.title.startsWith('●')")
            player = PLAYERS["take_it_easy"](visitor)
            player.go_on("turn")


# The view of the visitor's seat, as the server computes it.
OWN_VIEW = """
(table) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/socket`);
  const send = (message) => socket.send(JSON.stringify(message));
  socket.onopen = () => { send({ type: "hello", protocol: 2 }); send({ type: "watch", table, after: 0 }); };
  socket.onmessage = ({ data }) => {
    const { type, views } = JSON.parse(data);
    if (type === "update") socket.close(), done(views[0].view);
  };
})
"""


def test_scores_of_polygons_while_one_plays(visit):
    """My points in full, as the rules count them; of others and their team what the table shows: no values (P-26)."""
    visitor, phone = visit(), visit(size=PHONE)
    bots = [{"who": "bot", "bot": bot} for bot in ("greedy", "random", "greedy")]
    for one, options in ((visitor, {}), (phone, {"teams": True})):
        table = one.new_table("polygons", [{"who": "here"}, *bots], options=options)
        one.hurry(table, 16)
        one.until("document.title.startsWith('●')")
        player = one.page.evaluate(OWN_VIEW, table)["players"][0]
        shown = [player["points"][part] for part in ("tokens", "powers", "pieces")] + [player["score"]]
        if one is phone:
            assert (
                int(one.page.locator(".seat-chip .quiet").first.inner_text().split()[0].replace(MINUS, "-"))
                == player["score"]
            )
        else:
            assert [
                int(text.replace(MINUS, "-")) for text in one.page.locator(".own .now dd").all_inner_texts()
            ] == shown
            assert one.page.locator(".having .now").count() == 0, "others show no sum"
            assert one.page.locator(".holds").count() == 3


# The elements that have the focus, one after the other, and are hidden as a whole by something else.
HIDDEN = """
() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.closest("dialog, nav")) return null;
  const one = focused.closest("label") ?? focused;
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const at = (part) => [left + (right - left) * part, top + (bottom - top) * part];
  const seen = [0.1, 0.3, 0.5, 0.7, 0.9].some((part) => {
    const hit = document.elementFromPoint(...at(part));
    return hit && (one.contains(hit) || hit.contains(one));
  });
  return seen ? null : one.outerHTML.slice(0, 120);
}
"""


def test_focus_is_not_hidden_under_bars_on_the_smallest_phone(visit):
    """WCAG 2.4.11, with a table that waits for the visitor, whose notice lies above the navigation."""
    visitor = visit(size=(SMALLEST, 568))
    visitor.new_table("take_it_easy", [{"who": "here"}, {"who": "bot", "bot": "random"}])
    for path in ("/", "/new/polygons", "/rules", "/me", "/record"):
        visitor.go(path)
        hidden = []
        for key in ["Tab"] * 45 + ["Shift+Tab"] * 20:
            visitor.keys(key)
            hidden += [found] if (found := visitor.page.evaluate(HIDDEN)) else []
        assert not hidden, (path, hidden)


def test_single_key_shortcuts_can_be_switched_off(visit):
    """WCAG 2.1.4. Enter, Escape and arrow keys still work."""
    visitor = visit()
    page = visitor.page
    visitor.new_table("take_it_easy", [{"who": "here"}, {"who": "bot", "bot": "random"}])
    page.locator(".cell.can").first.wait_for()
    visitor.keys("?")
    page.locator(".rules").wait_for()
    visitor.keys("Escape")
    page.locator(".rules").wait_for(state="detached")
    visitor.press(page.locator(".tools .tool").last)
    visitor.press(page.locator("dialog [data-opens=settings]"))
    page.get_by_label("Single keys are shortcuts").uncheck()
    visitor.keys("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    visitor.keys("?", "h", "a", "1")
    assert page.locator(".rules, .hint, .cell.held").count() == 0
    visitor.keys("Home", "Enter")
    page.locator(".cell.held").wait_for()


def test_home_says_what_the_games_are(visit):
    """On a phone too: words under the icons, a line for each game, every way to play."""
    visitor = visit(size=(SMALL, 640), language="fr")
    page = visitor.page
    visitor.go("/")
    assert page.get_by_text("Gratuit, sans compte").is_visible()
    cards = page.locator("article.game")
    assert cards.count() == 3
    for card in cards.all():
        assert card.locator(".tagline").is_visible()
        ways = card.locator(".way span")
        assert all(way.bounding_box()["height"] > 10 for way in ways.all())
        assert {"Inviter", "Même écran"} <= set(ways.all_inner_texts())
    assert "Solo" in cards.first.locator(".ways").inner_text()


@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.long)])
def test_my_page_shows_scores_and_results(language, visit, server):
    """As the records have them; as tables for screen readers; each recent game opens from the picture."""
    visitor = visit(language=language)
    page = visitor.page
    scores, won = [], 0
    for seats in ([], [], ["novice"], ["novice", "master"]):
        bots = [{"who": "bot", "bot": bot} for bot in seats]
        table = visitor.new_table("take_it_easy", [{"who": "here"}, *bots], options={"rounds": 1})
        visitor.hurry(table)
        page.locator("dialog[open] .ranking, dialog[open] .best, dialog[open] h2").first.wait_for()
        result = server.result(table)
        if not seats:
            scores.append(result["scores"][0])
        won += bool(seats) and result["winners"] == [0]
    visitor.go("/me")
    page.locator(".histogram svg").wait_for()
    assert page.locator(".levels button").count() == 1
    kinds = page.locator(".scores select option").all_inner_texts()
    assert len(kinds) == 3, "alone, with one opponent, with two: scores that can be compared"
    counts = [int(text) for text in page.locator(".histogram tbody td").all_inner_texts()]
    assert sum(counts) == len(scores)
    links = page.locator(".histogram a")
    assert links.count() == len(scores)
    assert str(scores[-1]) in links.last.get_attribute("aria-label")
    assert page.locator(".best .number").first.inner_text() == str(max(scores))
    novice = page.locator(".against tr", has_text={"en": "novice", "fr": "débutant"}[language]).locator(
        "td.visually-hidden"
    )
    wins, shared, lost = (int(cell.inner_text()) for cell in novice.all())
    assert wins + shared + lost == 2
    assert wins == won
    for size in (DESKTOP, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        visitor.until(f"innerWidth === {size[0]}")
        assert not look(visitor, size)
    visitor.press(links.last)
    page.wait_for_url("**/replay/*")
