"""A stranger's game, installed as a package of its own: played whole with the board that it brings. Without it there is
no trace of it, and whichever of its parts is broken, nothing else is."""

import re
import shutil

import pytest

from tests.browser.house import PHONE, Visitor, serving
from tests.examples.conftest import ROOT, install

SEATS = [{"who": "here"}, {"who": "bot", "bot": "equilibrium"}]


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return install(ROOT / "examples" / "kuhn", tmp_path_factory.mktemp("kuhn"))


@pytest.fixture
def installed(package, tmp_path, monkeypatch):
    """The package in a folder of this test's own, where servers find it; the law is interpreted."""
    folder = shutil.copytree(package, tmp_path / "installed")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    return folder


def begin(visitor, hands):
    """Begin a match against its bot."""
    visitor.new_table("kuhn", SEATS, options={"hands": hands})


def play_on(visitor, buttons, act):
    """Play to the end, by whatever acts when it can."""
    ended = visitor.page.locator(".ranking")
    while True:
        buttons.or_(ended).first.wait_for()
        if ended.count():
            return
        before = visitor.page.evaluate("heard.n")
        act()
        visitor.until(f"heard.n > {before}")
        visitor.settle()


def test_it_is_played_whole_with_its_own_board_and_then_there_is_no_trace_of_it(browser, installed, monkeypatch):
    with serving() as house:
        brings = {game["game"]: game["brings"] for game in house.get("/api/games").json()}["kuhn"]
        for file in ("web/index.js", "web/index.css", "web/cover.svg", "locale/fr.ftl", "guide/reference.fr.html"):
            answer = house.get(brings["files"][file])
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]
            assert re.fullmatch(r"/games/kuhn/[a-z]+/[\w.]+-[0-9a-f]{12}\.\w+", brings["files"][file])
        # In English, by keys.
        visitor = Visitor(browser, house.url)
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
        result = house.outcome(visitor.table)
        assert sum(result["scores"]) == 0
        # In French, on a phone.
        guest = Visitor(browser, house.url, language="fr", size=PHONE)
        guest.go("/rules/kuhn")
        assert guest.page.locator("#K-10").count() == 1
        begin(guest, 1)
        turn = guest.page.locator(".kuhn .doing:not(.waiting)")
        play_on(guest, turn, lambda: guest.press(guest.page.get_by_role("button", name=re.compile("Passer|Suivre"))))
        guest.go(f"/replay/{guest.table}")
        guest.page.locator(".kuhn .felt").wait_for()
        guest.close()
        # It is taken away, while nobody is at a table.
        visitor.go("/credits")
        house.kill()
        monkeypatch.delenv("PYTHONPATH")
        house.start()
        assert "kuhn" not in house.get("/api/games").text
        assert house.get(brings["files"]["web/index.js"]).status_code == 404
        assert house.get("/sw.js").text.count("kuhn") == house.get("/games.json").text.count("kuhn") == 0
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
def test_whatever_of_it_is_broken_it_is_played_plainly_and_nothing_else_breaks(browser, installed, break_it):
    noted = break_it(installed / "ludotheque_kuhn")
    with serving() as house:
        visitor = Visitor(browser, house.url)
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
