"""My page: analysing old games while the page is idle, what choices cost over time, examples, practice, bests; and the
whole page after 50 games."""

import io
import json
import re
import zipfile
from collections import Counter
from contextlib import suppress
from typing import Any

import httpx
import pytest
from playwright.sync_api import Error

from tests.browser.my_games import MyGame, keep_in_browser, upload
from tests.browser.server import DESKTOP, PHONE, Visitor, serving
from tests.browser.test_screens import look

DATABASES = {"games": ("ludotheque", "id"), "analyses": ("ludotheque-analyses", "table")}
READ = """
([name, store]) => new Promise((done) => {
  const request = indexedDB.open(name, 1);
  request.onsuccess = () => {
    const reading = request.result.transaction(store).objectStore(store).getAll();
    reading.onsuccess = () => { request.result.close(); done(reading.result); };
  };
})
"""
WRITE = """
([name, store, key, all]) => new Promise((done) => {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: key });
  request.onsuccess = () => {
    const writing = request.result.transaction(store, "readwrite");
    for (const one of all) writing.objectStore(store).put(one);
    writing.oncomplete = () => done(request.result.close());
  };
})
"""
ROUND = {"rounds": 1}


def kept(visitor: Visitor, store: str = "analyses") -> list[dict[str, Any]]:
    """The contents of a database of the visitor's browser."""
    found: list[dict[str, Any]] = visitor.page.evaluate(READ, [DATABASES[store][0], store])
    return found


def write(visitor: Visitor, store: str, objects: list[dict[str, Any]]) -> None:
    """Put objects into a database of the visitor's browser."""
    name, key = DATABASES[store]
    visitor.page.evaluate(WRITE, [name, store, key, objects])


def hurried(visitor: Visitor) -> Visitor:
    """Let the page analyse with a few rollouts instead of hundreds."""

    def answer(route):
        declared = httpx.get(route.request.url, trust_env=False).json()
        with suppress(Error):  # the visitor may leave before the answer
            route.fulfill(json={**declared, "trials": 8, "candidates": 4})

    visitor.context.route(re.compile(r"/web/analysis[^/]*\.json"), answer)
    return visitor


def analysed(visitor: Visitor, count: int, patience: int = 180_000) -> None:
    """Wait until My page has analysed this many games."""
    visitor.page.locator(".progress b", has_text=re.compile(rf"^{count} ")).wait_for(timeout=patience)


def rounds(count: int, level: str = "novice", first: int = 1) -> list[MyGame]:
    """Rounds of Take It Easy alone."""
    return [MyGame("take_it_easy", level, [], first + number, ROUND) for number in range(count)]


def test_games_are_analysed_while_the_page_is_idle(visit):
    """One at a time, with a switch; each once, until bots or analysis are others."""
    visitor = hurried(visit())
    page = visitor.page
    games = rounds(4)
    visitor.go("/credits")
    keep_in_browser(visitor, games)
    page.evaluate("localStorage.setItem('ludotheque', JSON.stringify({ analyse: false }))")
    visitor.go("/me")
    analysed(visitor, 0)
    assert "Nothing has been analysed yet" in page.locator(".losses").inner_text()
    assert "Once a game is analysed" in page.locator("[aria-labelledby=costs]").inner_text()
    assert page.evaluate("heard.worker") is None, "no game is analysed while the switch is off"
    visitor.press(page.locator(".progress input"))
    analysed(visitor, 4)
    found = kept(visitor)
    assert {one["table"] for one in found} == {one.id for one in games}
    assert all(one["losses"]["decisions"] == 18 for one in found)
    assert "A first guess, from 4 games" in page.locator(".losses").inner_text()
    assert page.locator(".losses .curve").count() == 0, "no trend from so few"
    # Not again with the next visit.
    visitor.go("/me")
    analysed(visitor, 4)
    assert page.evaluate("heard.worker") is None
    # But again if bots and analysis have changed since.
    write(visitor, "analyses", [{**found[0], "measuredWith": "0ld"}])
    visitor.go("/me")
    analysed(visitor, 4)
    assert page.evaluate("heard.worker") is not None
    assert {one["measuredWith"] for one in kept(visitor)} == {found[1]["measuredWith"]}


def test_nothing_is_analysed_while_the_browser_saves_data(visit):
    visitor = hurried(visit(language="fr", size=PHONE))
    page = visitor.page
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    visitor.go("/credits")
    keep_in_browser(visitor, rounds(1))
    visitor.go("/me")
    analysed(visitor, 0)
    page.get_by_text("En pause : ce navigateur économise les données.").wait_for()
    assert page.locator(".progress input").is_disabled()
    assert not visitor.axe()
    assert page.evaluate("heard.worker") is None


def test_an_uploaded_game_counts_once_and_keeps_its_analysis(visit):
    visitor = hurried(visit())
    page = visitor.page
    visitor.new_table("take_it_easy", [{"who": "here"}, {"who": "open"}])
    one, other = rounds(2)
    keep_in_browser(visitor, [one, other])
    upload(visitor, one)  # the answer was lost: the browser still keeps it
    visitor.go("/me")
    analysed(visitor, 2)
    assert len(kept(visitor)) == 2
    counts = [int(text) for text in page.locator(".histogram tbody td").all_inner_texts()]
    assert sum(counts) == 2
    # Uploaded by the page: it is not analysed again.
    row = page.locator("[aria-labelledby=here] li.table", has_text=str(other.result.scores[0]))
    visitor.press(row.locator("button[aria-label*='Upload']"))
    row.wait_for(state="detached")
    visitor.go("/me")
    analysed(visitor, 2)
    assert page.evaluate("heard.worker") is None
    assert len(kept(visitor)) == 2


def test_costliest_positions_are_shown_and_practised(visit):
    visitor = hurried(visit())
    page = visitor.page
    visitor.go("/credits")
    keep_in_browser(visitor, rounds(5))
    visitor.go("/me")
    analysed(visitor, 5)
    assert page.locator(".losses .curve").count() == 1
    assert page.locator(".losses .game").count() == 5
    costs = page.locator("[aria-labelledby=costs]")
    shares = [int(text.rstrip(" \N{NO-BREAK SPACE}%")) for text in costs.locator(".share").all_inner_texts()]
    mistakes = [(one["table"], mistake) for one in kept(visitor) for mistake in one["mistakes"]]
    total = sum(mistake["loss"] for _, mistake in mistakes)
    by_kind: Counter[str | None] = Counter()
    for _, mistake in mistakes:
        by_kind[mistake["kind"]] += mistake["loss"]
    del by_kind[None]
    assert shares == [round(100 * lost / total) for _, lost in by_kind.most_common(3)]
    # Examples open the game at that step, with its analysis.
    visitor.press(costs.get_by_role("button", name="See five examples"))
    page.locator("dialog li").nth(4).wait_for()
    assert not visitor.axe()
    dearest = sorted(mistakes, key=lambda one: -one[1]["loss"])[:5]
    links = page.locator("dialog li a").evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
    assert links == [f"/record?analysis&step={mistake['line'] - 2}#{table}" for table, mistake in dearest]
    visitor.press(page.locator("dialog li a").first)
    page.locator(".figures").wait_for()
    visitor.until(f"document.querySelector('.analysis input')?.value === '{dearest[0][1]['line'] - 2}'")
    # Practice deals them again, one after the other.
    visitor.go("/me")
    visitor.press(page.get_by_role("link", name="Practise these"))
    for number, (_, mistake) in enumerate(dearest):
        page.get_by_text(f"Position {number + 1} of 5").wait_for()
        # The better action three times, then the played one twice.
        cell = mistake["better" if number < 3 else "played"]["cell"]
        visitor.press(page.locator(f".cell.can[data-cell={cell}]"))
        visitor.press(page.locator("main .primary:enabled"))
        page.locator(".hexes .better").first.wait_for(state="attached")
        lost = f"{round(mistake['loss'])} point"
        said = page.locator(".ask .text").inner_text()
        assert ("Best, or as good!" in said) == (number < 3)
        assert f"In the game: {lost}" in said
        visitor.press(page.locator(".ask .primary"))
    page.get_by_role("heading", name="3 of 5 better than last time").wait_for()
    assert not visitor.axe()
    # The next ones are others.
    visitor.press(page.get_by_role("button", name="Practise more"))
    page.get_by_text("Position 1 of 5").wait_for()
    practised = [mistake for one in kept(visitor) for mistake in one["mistakes"] if "practised" in mistake]
    assert sorted(one["loss"] for one in practised) == sorted(mistake["loss"] for _, mistake in dearest)
    # An action that the analysis has not compared is compared now.
    cells = page.locator(".cell.can").evaluate_all("(all) => all.map((one) => one.dataset.cell)")
    sixth = sorted(mistakes, key=lambda one: -one[1]["loss"])[5][1]
    other = next(cell for cell in cells if cell not in (sixth["better"]["cell"], sixth["played"]["cell"]))
    visitor.press(page.locator(f".cell.can[data-cell={other}]"))
    visitor.press(page.locator("main .primary:enabled"))
    page.get_by_text(re.compile(r"Best, or as good!|Better: ")).wait_for()


def test_practice_without_games_invites(visit):
    visitor = visit(size=PHONE, language="fr")
    visitor.go("/practice/take_it_easy")
    visitor.page.get_by_text("Rien à travailler pour l\N{RIGHT SINGLE QUOTATION MARK}instant").wait_for()
    assert not visitor.axe()


def fifty() -> list[MyGame]:
    """Fifty games of somebody who learns: alone and against bots, in all three games."""
    games = []
    for number in range(50):
        level = ("novice", "amateur", "club")[number * 3 // 50]
        other = ("novice", "amateur", "club")[number % 3]
        name, against, options = [
            ("take_it_easy", [], ROUND),
            ("take_it_easy", [], ROUND),
            ("micropul", [other], {}),
            ("take_it_easy", [other], ROUND),
            ("polygons", [other], {}),
        ][number % 5]
        games.append(MyGame(name, level, against, number + 1, options))
    return games


@pytest.mark.long
def test_page_after_fifty_games(browser):
    """Of the server and of the browser, two of them in both: accessible and fitting on every screen; exported and
    deleted."""
    games = fifty()
    with serving() as server:
        first = hurried(Visitor(browser, server.url))
        first.new_table("take_it_easy", [{"who": "here"}, {"who": "open"}])
        keep_in_browser(first, games[:32])
        for one in games[30:]:
            upload(first, one)
        first.go("/me")
        analysed(first, 50, patience=900_000)
        stored = {store: kept(first, store) for store in DATABASES}
        assert len(stored["analyses"]) == 50
        cookies = first.context.cookies()
        wrong = []
        for size in (DESKTOP, PHONE):
            for language in ("en", "fr"):
                visitor = Visitor(browser, server.url, size=size, language=language)
                visitor.context.add_cookies(cookies)  # type: ignore[arg-type]
                visitor.go("/credits")
                for store, objects in stored.items():
                    write(visitor, store, objects)
                visitor.go("/me")
                analysed(visitor, 50)
                for number in range(3):
                    visitor.press(visitor.page.locator(".levels button").nth(number))
                    visitor.page.locator(".losses .chart svg").wait_for()
                    wrong += [f"{language} {size} {number}: {one}" for one in look(visitor, size)]
                visitor.press(visitor.page.locator("[aria-labelledby=costs] button"))
                visitor.page.locator("dialog li").nth(4).wait_for()
                wrong += [f"{language} {size} examples: {one}" for one in look(visitor, size)]
                visitor.keys("Escape")
                for game in ("take_it_easy", "micropul", "polygons"):
                    visitor.go(f"/practice/{game}?unit=wins")
                    visitor.page.locator(".ask").wait_for()
                    wrong += [f"{language} {size} practice {game}: {one}" for one in visitor.axe()]
                visitor.close()
        assert not wrong, "\n".join(wrong)
        # The totals are those of the games, each once.
        page = first.page
        counts = Counter(one.game for one in games)
        shown = " ".join(page.locator(".levels button .head").all_inner_texts())
        assert sorted(map(int, re.findall(r"(\d+) games", shown))) == sorted(counts.values())
        highest = max(one.result.scores[0] for one in games if one.game == "take_it_easy" and not one.against)
        assert page.locator(".best .number").first.inner_text() == str(highest)
        # Everything of the server in one archive; then deleted there, with its analyses.
        with page.expect_download() as download:
            page.locator("[aria-labelledby=stays] a[download]").click()
        archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
        tables = json.loads(archive.read("tables.json"))
        assert sum(one["status"] == "over" for one in tables) == 20
        assert sum(name.startswith("records/") for name in archive.namelist()) == 20
        first.press(page.locator("[aria-labelledby=stays] .danger"))
        first.press(page.locator("dialog .danger"))
        page.get_by_text("Your profile has been deleted.").wait_for()
        first.go("/me")
        local = {one.id for one in games[:32]}
        assert {one["table"] for one in kept(first)} <= local
        page.locator(".levels button").first.wait_for()
        first.close()
