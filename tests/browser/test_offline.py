"""Without a server: the page from a plain file server, and offline after one visit. Whole games alone, against a bot
and on a shared screen, and their records, which the command line accepts."""

import functools
import http.server
import json
import subprocess
import sys
import threading

import pytest

from ludotheque.fairness import verify
from ludotheque.game_records import read
from tests.browser.server import PHONE, ROOT, Visitor, serving

GONE = r"ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED"
WAYS = [
    ("take_it_easy", "alone"),
    ("take_it_easy", "bots"),
    ("take_it_easy", "here"),
    ("micropul", "alone"),
    ("micropul", "bots"),
    ("micropul", "here"),
    ("polygons", "bots"),
    ("polygons", "here"),
]


ONE_EDITION = """
async () => {
  for (;;) {
    const kept = await caches.keys();
    if (kept.length === 1) return kept;
    await new Promise((soon) => setTimeout(soon, 20));
  }
}
"""
"""Waits until the browser caches a single edition; returns the names of the caches."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A file server without a log."""

    def log_message(self, form, *values):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the static site on Python's file server, and its folder."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, ROOT / "dev.py", "site", folder], check=True, capture_output=True)
    server = http.server.ThreadingHTTPServer(("localhost", 0), functools.partial(Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_port}", folder
    server.shutdown()
    server.server_close()
    thread.join()


def begin(visitor, game, way):
    """Start a local game from the form, as a new user would."""
    page = visitor.page
    visitor.go(f"/new/{game}?way={way}")
    if game == "take_it_easy":
        page.locator("[aria-labelledby=rules] input[type=number]").first.fill("1")
    visitor.press(page.locator("form .primary"))
    page.wait_for_url("**/here#here-*")


def save(visitor):
    """Download the record of the finished game."""
    page = visitor.page
    with page.expect_download() as download:
        page.get_by_role("button", name="Game record", exact=True).click()
    return download.value.path().read_bytes()


def good(record):
    """Check a record as the command line does; return its header."""
    steps = read(record)
    assert steps[-1].position.is_over
    report = verify(record)
    assert (report.findings, report.by_page) == ([], True)
    assert report.picks > 0
    return json.loads(record.split(b"\n")[0])


@pytest.fixture
def gone(browser):
    """A visitor that has loaded the page once, and its server, which has been killed and can be started again."""
    with serving() as server:
        visitor = Visitor(browser, server.url, keeps=True)
        visitor.go("/")
        visitor.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        visitor.until("navigator.serviceWorker.controller !== null")
        server.kill()
        with visitor.expecting(GONE):
            yield visitor, server
        visitor.close()


def test_after_one_visit_local_play_works_offline(gone):
    visitor, server = gone
    page = visitor.page
    for game, way in WAYS:
        begin(visitor, game, way)
        visitor.hurry_here()
        page.locator(".ranking").wait_for()
        header = good(save(visitor))
        assert header["game"] == game
        assert [bot is not None for bot in header["bots"]].count(True) == {"bots": len(header["bots"]) - 1}.get(way, 0)
    # All are listed, and can be opened and replayed without a request.
    visitor.go("/me")
    visitor.press(page.get_by_role("button", name=f"All {len(WAYS)} games"))
    assert page.locator("li.table").count() == len(WAYS)
    page.locator("li.table a").first.click()
    page.locator(".verdict.own").wait_for()
    # Lessons and references.
    for game in {game for game, _ in WAYS}:
        visitor.go(f"/rules/{game}")
        page.locator(".lesson .text").wait_for()
        page.locator(".board button:visible, .board [tabindex]:visible").first.wait_for()
    # The server is back; a local game can be uploaded.
    server.start()
    visitor.go("/me")
    page.get_by_role("button", name="Upload to the server").first.click()
    page.locator(".notice.ok").wait_for()
    visitor.press(page.get_by_role("button", name=f"All {len(WAYS) - 1} games"))
    assert page.locator("[aria-labelledby=here] li.table").count() == len(WAYS) - 1
    assert page.locator("[aria-labelledby=games] li.table").count() == 1


def test_page_works_from_a_plain_file_server(browser, site):
    address, _ = site
    visitor = Visitor(browser, address, size=PHONE)
    page, asked = visitor.page, []
    page.on("request", lambda request: asked.append(request.url.removeprefix(address)))
    visitor.go("/")
    card = page.locator("article").filter(has=page.locator("a[href='/new/take_it_easy']"))
    visitor.press(card.locator(".primary"))
    page.wait_for_url("**/here#here-*")
    # The game continues after a reload.
    page.locator("[aria-busy]").wait_for(state="detached")
    visitor.until("heard.n > 0")
    page.reload()
    visitor.hurry_here()
    record = save(visitor)
    assert good(record)["game"] == "take_it_easy"
    for command in ("replay", "verify"):
        run = [sys.executable, "-c", "from ludotheque.cli import main; main()", command, "-"]
        subprocess.run(run, input=record, check=True, capture_output=True)
    for path in ("/rules/micropul", "/record", "/me", "/new/polygons", "/credits"):
        visitor.go(path)
    # The draw that follows from the date: one try, continued after a reload, then shown with its score.
    visitor.go("/")
    visitor.press(page.locator(".strip a"))
    draw = page.locator("article:has(#draw-take_it_easy) .button")
    visitor.press(draw)
    page.wait_for_url("**/here#here-*")
    begun = page.url
    visitor.go("/daily")
    draw.filter(has_text="Continue").wait_for()
    visitor.press(draw)
    page.wait_for_url(begun)
    page.reload()
    visitor.hurry_here()
    page.locator(".ranking").wait_for()
    score = read(save(visitor))[-1].position.scores[0]
    visitor.go("/daily")
    page.get_by_role("link", name=f"Replay {score}").wait_for()
    assert not [path for path in asked if path.startswith("/api")]
    visitor.close()


def test_new_edition_is_offered_but_never_forced_in_a_game(browser, site):
    address, folder = site
    visitor = Visitor(browser, address, keeps=True)
    page, keeper = visitor.page, folder / "sw.js"
    visitor.go("/")
    visitor.until("navigator.serviceWorker.controller !== null")
    begin(visitor, "take_it_easy", "alone")
    visitor.until("heard.n > 0")
    before = keeper.read_text(encoding="utf-8")
    keeper.write_text(before.replace('const NAME = "ludotheque ', 'const NAME = "ludotheque next-'), encoding="utf-8")
    page.evaluate("navigator.serviceWorker.ready.then((one) => one.update()).then(() => undefined)")
    note = page.locator(".update-notice")
    note.wait_for()
    assert note.get_by_role("button", name="Update").count() == 0
    assert page.evaluate("heard.n") > 0, "the game goes on where it was"
    page.get_by_role("link", name="Ludothèque, Home").click()
    with page.expect_navigation():
        note.get_by_role("button", name="Update").click()
    visitor.until("document.querySelector('main')")
    (kept,) = page.evaluate(ONE_EDITION)
    assert kept.startswith("ludotheque next-")
    keeper.write_text(before, encoding="utf-8")
    visitor.close()
