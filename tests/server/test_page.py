"""The page's static files, and what a phone on the same network needs to open them."""

import asyncio
import gzip
import html
import re
import socket
from typing import Any

import httpx
import pytest

from ludotheque.locale import words
from ludotheque.server.api.app import application
from ludotheque.server.api.page import Page
from ludotheque.server.settings import Settings

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
INDEX = b"<!doctype html><title>the page</title>"
SCRIPT = b"export {};" * 100


@pytest.fixture
def folder(tmp_path):
    """A small page, as its build leaves it."""
    (tmp_path / "assets").mkdir()
    for name, data in {
        "index.html": INDEX,
        "icon.svg": b"<svg/>",
        "manifest.webmanifest": b"{}",
        "assets/main-abc123.js": SCRIPT,
        "assets/main-abc123.js.gz": gzip.compress(SCRIPT),
        "assets/font-abc123.woff2": b"wOF2",
    }.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


class Client:
    """Sends requests to the application, as far as these need no store."""

    def __init__(self, folder):
        no_store: Any = None
        self.application = application(Settings(), no_store, Page(folder))

    def ask(self, method, path, headers):
        async def work():
            transport = httpx.ASGITransport(self.application)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                return await client.request(method, path, headers=headers)

        return asyncio.run(work())

    def get(self, path, headers=None):
        return self.ask("GET", path, headers)


def test_every_path_that_a_browser_opens_is_the_page(folder):
    ask = Client(folder)
    for path in ("/", "/t/u1Zk-_", "/resume", "/new/micropul", "/replay/abc", "/rules/polygons", "/me", "/credits"):
        answer = ask.get(path, headers=BROWSER)
        assert (answer.status_code, answer.content) == (200, INDEX), path
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
    again = ask.get("/me", headers=BROWSER | {"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_missing_files_are_not_answered_with_the_page(folder):
    ask = Client(folder)
    for path in ("/api/nothing", "/assets/gone.js", "/favicon.ico", "/assets/../index.html.gz", "/healthz/x", "/.git"):
        answer = ask.get(path, headers=BROWSER)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), path
    assert ask.get("/t/abc", headers={"accept": "application/json"}).status_code == 404
    assert ask.get("/t/abc", headers={"accept": "*/*"}).content == INDEX, "programs that take anything get the page"
    assert ask.ask("POST", "/t/abc", BROWSER).status_code == 404
    assert ask.ask("PUT", "/api/me", BROWSER).json()["error"]["code"] == "method"


def test_assets_are_immutable_and_compressed_on_request(folder):
    ask = Client(folder)
    plain = ask.get("/assets/main-abc123.js", headers={"accept-encoding": "identity"})
    packed = ask.get("/assets/main-abc123.js", headers={"accept-encoding": "br, gzip"})
    for answer in (plain, packed):
        assert answer.content == SCRIPT
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(SCRIPT)
    types = {name: ask.get(f"/{name}").headers["content-type"] for name in ("icon.svg", "manifest.webmanifest")}
    assert types == {"icon.svg": "image/svg+xml", "manifest.webmanifest": "application/manifest+json"}
    assert ask.get("/assets/font-abc123.woff2").headers["content-type"] == "font/woff2"
    assert ask.get("/icon.svg").headers["cache-control"] == "no-cache"


def test_without_a_build_browsers_are_told_how_to_make_one(tmp_path):
    ask = Client(tmp_path)
    for language, header in (("en", "de"), ("fr", "fr-CA,fr;q=0.9")):
        answer = ask.get("/t/abc", headers=BROWSER | {"accept-language": header})
        assert answer.status_code == 503
        assert (
            words(language)("page-not-built", command="python3 dev.py play").split(".")[0].split("'")[0] in answer.text
        )
        assert "python3 dev.py play" in answer.text


def test_the_page_may_open_sockets_to_its_own_host_and_nothing_else(folder):
    ask = Client(folder)
    policy = ask.get("/", headers=BROWSER | {"host": "192.168.1.20:8000"}).headers["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["connect-src"] == "'self' ws://192.168.1.20:8000 wss://192.168.1.20:8000"
    assert (rules["script-src"], rules["style-src"]) == ("'self' 'wasm-unsafe-eval'", "'self'")
    odd = ask.get("/", headers=BROWSER | {"host": "localhost:80;script-src *"})
    assert odd.status_code == 421 or "script-src *" not in odd.headers["content-security-policy"]


def test_link_preview_shows_game_and_host_and_no_secret(tmp_path, tools):
    """Messengers read the page and accept any type."""
    server = tools.server(tmp_path / "tables.sqlite")
    ann = httpx.Client(base_url=server.url, trust_env=False)
    ann.post("/api/guests", json={"name": "Ann <b>"})
    seats = [{"who": "here"}, {"who": "open"}]
    table = ann.post("/api/tables", json={"game": "micropul", "seats": seats, "listed": False}).json()

    def card(path: str, language: str = "en") -> dict[str, str]:
        answer = httpx.get(f"{server.url}{path}", headers={"accept-language": language}, trust_env=False)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        if table.get("code"):
            assert table["code"] not in answer.text
        told = re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)"', answer.text)
        return {name: html.unescape(value) for name, value in told}

    invited = card(f"/t/{table['table']}")
    assert invited["og:title"] == "Ann <b> invites you to micropul"
    assert re.fullmatch(rf"{server.url}/games/micropul/web/card-\w+\.png", invited["og:image"])
    assert httpx.get(invited["og:image"], trust_env=False).headers["content-type"] == "image/png"
    assert card(f"/t/{table['table']}", "fr-FR")["og:title"] == "Ann <b> vous invite à jouer à micropul"
    assert card("/")["og:image"] == card("/t/nothing")["og:image"] == f"{server.url}/cards/house.png"
    assert "Take It Easy" in card("/rules/take_it_easy")["og:title"]
    assert card("/")["description"]
    assert ann.delete("/api/me").status_code == 204
    assert card(f"/t/{table['table']}")["og:title"] == "You are invited to micropul"
    ann.close()
    assert server.stop() == 0


def test_serving_the_local_network_shows_address_and_code_and_answers_phones(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", "--lan", qr=1)
    shown = re.search(r"http://([0-9.]+):([0-9]+) for everyone on this network", "".join(server.log))
    assert shown is not None
    address, port = shown.groups()
    with socket.create_connection((address, int(port)), 5):
        pass  # it listens there, not on this computer alone
    phone = httpx.Client(base_url=f"http://{address}:{port}", trust_env=False)
    made = phone.post("/api/guests", json={"name": "Phone"}, headers={"origin": f"http://{address}:{port}"})
    assert made.status_code == 201
    assert "Secure" not in made.headers["set-cookie"], "a phone comes by plain http"
    table = phone.post("/api/tables", json={"game": "take_it_easy", "seats": [{"who": "here"}]}).json()
    assert table["link"].startswith(f"http://{address}:{port}/t/")
    assert (
        phone.get(f"/api/tables/{table['table']}", headers={"host": f"{socket.gethostname()}.local:{port}"}).status_code
        == 200
    )
    phone.close()
    assert server.stop() == 0
    assert any("█" in line or "▀" in line for line in server.log), "the QR code"
