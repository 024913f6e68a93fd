"""Third-party games, installed as separate packages. One is played with the board that it ships; once it is removed
there is no trace of it, and if one of its parts is broken, nothing else is. Another one samples a deck, and is played,
verified, replayed and analysed in the page without a server."""

import json
import re
import shutil

import pytest

from tests.browser.server import PHONE, Visitor, serving
from tests.examples.conftest import LUDOTHEQUE, ROOT, install, run_with

SEATS = [{"who": "here"}, {"who": "bot", "bot": "equilibrium"}]


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return install(ROOT / "examples" / "kuhn", tmp_path_factory.mktemp("kuhn"))


@pytest.fixture
def installed(package, tmp_path, monkeypatch):
    """A copy of the package for this test, where servers find it, with interpreted rules."""
    folder = shutil.copytree(package, tmp_path / "installed")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("LUDOTHEQUE_RULES", "interpreted")
    return folder


def begin(visitor, hands):
    """Start a match against the game's bot."""
    visitor.new_table("kuhn", SEATS, options={"hands": hands})


def play_on(visitor, buttons, act):
    """Play to the end: call `act` whenever the buttons are shown."""
    ended = visitor.page.locator(".ranking")
    while True:
        buttons.or_(ended).first.wait_for()
        if ended.count():
            return
        before = visitor.page.evaluate("heard.n")
        act()
        visitor.until(f"heard.n > {before}")
        visitor.settle()


def test_third_party_game_is_played_with_its_board_and_can_be_uninstalled(browser, installed, monkeypatch):
    with serving() as server:
        brings = {game["game"]: game["brings"] for game in server.get("/api/games").json()}["kuhn"]
        for file in ("web/index.js", "web/index.css", "web/cover.svg", "locale/fr.ftl", "guide/reference.fr.html"):
            answer = server.get(brings["files"][file])
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]
            assert re.fullmatch(r"/games/kuhn/[a-z]+/[\w.]+-[0-9a-f]{12}\.\w+", brings["files"][file])
        # In English, by keys.
        visitor = Visitor(browser, server.url)
        page = visitor.page
        visitor.go("/")
        card = page.locator("article", has_text="Kuhn poker")
        assert card.locator(".cover img").evaluate("(image) => image.complete && image.naturalWidth > 0")
        begin(visitor, 3)
        turn = page.locator(".kuhn .doing:not(.waiting)")
        turn.wait_for()
        assert visitor.axe() == []
        assert page.locator(".kuhn .side").nth(1).get_by_role("img").get_attribute("data-card") in ("J", "Q", "K")
        assert page.locator(".kuhn .side").nth(0).get_by_role("img").get_attribute("data-card") == "hidden"
        visitor.tab_to(page.locator(".kuhn button"))
        play_on(visitor, turn, lambda: visitor.keys("Enter"))
        assert page.locator(".kuhn .last").inner_text().count(":") == 2, "both cards are turned up"
        result = server.result(visitor.table)
        assert sum(result["scores"]) == 0
        # In French, on a phone.
        guest = Visitor(browser, server.url, language="fr", size=PHONE)
        guest.go("/rules/kuhn")
        assert guest.page.locator("#K-10").count() == 1
        begin(guest, 1)
        turn = guest.page.locator(".kuhn .doing:not(.waiting)")
        play_on(guest, turn, lambda: guest.press(guest.page.get_by_role("button", name=re.compile("Passer|Suivre"))))
        guest.go(f"/replay/{guest.table}")
        guest.page.locator(".kuhn .felt").wait_for()
        guest.close()
        # It is uninstalled.
        visitor.go("/credits")
        server.kill()
        monkeypatch.delenv("PYTHONPATH")
        server.start()
        assert "kuhn" not in server.get("/api/games").text
        assert server.get(brings["files"]["web/index.js"]).status_code == 404
        assert server.get("/sw.js").text.count("kuhn") == server.get("/games.json").text.count("kuhn") == 0
        visitor.go("/")
        page.locator("article", has_text="Take It Easy").wait_for()
        assert page.locator("article", has_text="Kuhn").count() == 0
        assert page.locator("li.table", has_text="Kuhn").count() == 1, "what was played stays in the list"
        visitor.close()


def no_module(game):
    (game / "web" / "index.js").write_text("this is no module")
    return "cannot be loaded"


def no_board(game):
    (game / "web" / "index.js").write_text("export default { mount() { throw Error('broken') }, tags: () => missing };")
    return "fails"


def no_words_and_no_pictures(game):
    shutil.rmtree(game / "web")
    shutil.rmtree(game / "guide")
    for file in (game / "locale").iterdir():
        file.write_bytes(b"\xff = ")


@pytest.mark.parametrize(
    "break_it",
    [pytest.param(no_module, marks=pytest.mark.long), no_board, no_words_and_no_pictures],
    ids=lambda one: one.__name__,
)
def test_broken_web_part_falls_back_to_the_generic_board(browser, installed, break_it):
    noted = break_it(installed / "ludotheque_kuhn")
    with serving() as server:
        visitor = Visitor(browser, server.url)
        page = visitor.page
        with visitor.expecting(*([noted] if noted else [])):
            begin(visitor, 1)
            turn = page.locator(".actions button").first
            turn.wait_for()
            assert page.locator(".missing").count() == (0 if noted is None else 1)
            assert visitor.axe() == []
            play_on(visitor, turn, turn.click)
        visitor.go("/")
        assert page.locator("article").count() == 4
        assert page.locator("article", has_text="Take It Easy").locator(".cover svg").count() > 0
        visitor.go("/rules/micropul")
        page.locator(".lesson .text").wait_for()
        visitor.close()


GONE = r"ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED"


@pytest.fixture(scope="module")
def high_card(tmp_path_factory):
    """The folder where High card is installed, with its rules, bots and analysis compiled for the page."""
    folder = install(ROOT / "tests" / "browser" / "high_card", tmp_path_factory.mktemp("high_card"))
    built = run_with(folder, "-m", "ludotheque.wasm", "high_card", folder=folder)
    assert built.returncode == 0, built.stderr
    return folder


def test_game_that_samples_a_deck_works_without_a_server(browser, high_card, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(high_card))
    monkeypatch.setenv("LUDOTHEQUE_RULES", "interpreted")
    with serving() as server:
        visitor = Visitor(browser, server.url, keeps=True)
        page = visitor.page
        visitor.go("/")
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        visitor.until("navigator.serviceWorker.controller !== null")
        server.kill()
        with visitor.expecting(GONE):
            # Played, with a table setting that the page offers in the game's words.
            visitor.go("/new/high_card?way=bots")
            page.get_by_label("how the deck is shuffled").select_option(label="only cut")
            visitor.press(page.locator("form .primary"))
            page.wait_for_url("**/here#here-*")
            visitor.hurry_here()
            page.locator(".ranking").wait_for()
            with page.expect_download() as download:
                page.get_by_role("button", name="Game record", exact=True).click()
            record = download.value.path().read_text()
            header, deal = (json.loads(line) for line in record.splitlines()[:2])
            assert header["fair"]["choices"] == {"shuffle": "cut"}
            assert [card % 12 + 1 for card in deal["deck"]] == [*deal["deck"][1:], deal["deck"][0]]
            # The command line accepts the record.
            assert run_with(high_card, *LUDOTHEQUE, "replay", "-", folder=tmp_path, text=record).returncode == 0
            verdict = run_with(high_card, *LUDOTHEQUE, "verify", "-", "--json", folder=tmp_path, text=record)
            assert json.loads(verdict.stdout)["sampled"] == 1
            # Verified and replayed.
            visitor.go("/me")
            page.locator("li.table a").first.click()
            page.locator(".verdict.own").wait_for()
            page.locator(".verdict.own").click()
            page.get_by_text("One sampled outcome was generated again").wait_for()
            visitor.keys("Escape")
            # Analysed.
            page.get_by_role("button", name="Luck and skill").click()
            page.locator(".analysis .curve:not([d=''])").wait_for(state="attached")
            page.locator(".figures[aria-busy=false] .figure").first.wait_for()
        visitor.close()
