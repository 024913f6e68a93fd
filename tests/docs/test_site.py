"""The documentation site: it builds without warnings, its links lead somewhere, and it loads nothing from elsewhere."""

import json
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "docs"
LOADED = {"img": "src", "script": "src", "iframe": "src", "source": "src", "video": "src", "link": "href"}


class Page(HTMLParser):
    """The ids, links and loaded resources of an HTML file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value is not None}
        self.ids |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if LOADED.get(tag) in values:
            self.loaded.append(values[LOADED[tag]])


def problems(pages: dict[Path, Page]) -> list[str]:
    """What is wrong with links between pages, and with what pages load."""
    found = []
    for path, page in pages.items():
        for link in [*page.links, *page.loaded]:
            parts = urlsplit(link)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if parts.scheme or parts.netloc:
                if link in page.loaded:
                    found.append(f"{path.name} loads {link}")
            elif parts.path.startswith("/"):
                found.append(f"{path.name} links to {link}, which works only at the root of a host")
            elif not target.is_file():
                found.append(f"{path.name} links to {link}: no such file")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                found.append(f"{path.name} links to {link}: no such anchor")
    return sorted(set(found))


def reachable(pages: dict[Path, Page]) -> set[Path]:
    """The pages that links lead to, from the start page on."""
    found = {SITE / "index.html"}
    new = set(found)
    while new:
        linked = {(path.parent / unquote(urlsplit(link).path)).resolve() for path in new for link in pages[path].links}
        new = (linked & pages.keys()) - found
        found |= new
    return found


def test_the_site_builds_and_its_links_lead_somewhere():  # one test, because it is built once
    if not (ROOT / ".tools" / "docs" / "set-up").exists():
        pytest.skip("the documentation tools are not installed: python3 dev.py docs fetches them")
    done = subprocess.run([sys.executable, ROOT / "dev.py", "docs"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = {path: Page(path) for path in SITE.rglob("*.html") if path.name != "404.html"}
    assert problems(pages) == []
    assert pages.keys() - reachable(pages) == set()
    found = json.loads((SITE / "search.json").read_text(encoding="utf-8"))["items"]
    assert {"index.html", "reference/api/author.html"} <= {item["location"].split("#")[0] for item in found}
    assert "ludotheque.author.record_of" in pages[SITE / "reference" / "api" / "author.html"].ids


def test_broken_links_are_found(tmp_path):
    (tmp_path / "a.html").write_text('<h1 id="top">A</h1><a href="b.html#here">b</a><a href="a.html#top">a</a>')
    (tmp_path / "b.html").write_text(
        '<a href="c.html">c</a><a href="/a.html">a</a><a href="https://example.org/">out</a>'
        '<script src="https://example.org/x.js"></script>'
    )
    assert problems({path: Page(path) for path in sorted(tmp_path.iterdir())}) == [
        "a.html links to b.html#here: no such anchor",
        "b.html links to /a.html, which works only at the root of a host",
        "b.html links to c.html: no such file",
        "b.html loads https://example.org/x.js",
    ]
