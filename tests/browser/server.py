"""A real server with the built page, and visitors: separate browsers in which any error fails the test."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import httpx
from playwright.sync_api import Browser, Error, Locator, sync_playwright

import ludotheque.server

ROOT = Path(__file__).parents[2]
PAGE = Path(ludotheque.server.__file__).parent / "page"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP, PHONE = (1280, 800), (390, 844)

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
]

# Records in `heard` what the page's socket received and which requests are open, so that a test can wait for a move.
HEARING = """
window.heard = { n: 0, done: 0, open: new Set(), refused: [], views: 0, records: 0 };
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      const { type, n, ref, code, views, known } = JSON.parse(data);
      if (type === "update") heard.n = n;
      if (type === "update" && views) heard.views++;
      if (type === "update" && known?.length) heard.records++;
      if (type === "done") heard.done = Math.max(heard.done, n ?? 0);
      if (type === "refused") heard.refused.push(code);
      if (["done", "refused"].includes(type)) heard.open.delete(ref);
    });
  }
  send(data) {
    const { type, ref } = JSON.parse(data);
    if (ref && !["watch", "why"].includes(type)) heard.open.add(ref);
    super.send(data);
  }
};
// The same for the worker that runs local tables.
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    heard.worker = this;
    this.addEventListener("message", ({ data: { type, n, ref, code } }) => {
      if (type === "update") heard.n = n;
      if (type === "done") heard.done = Math.max(heard.done, n ?? 0);
      if (type === "refused") heard.refused.push(code);
      if (["done", "refused"].includes(type)) heard.open.delete(ref);
    });
  }
  postMessage(message) {
    const { type, ref } = message;
    if (ref && !["watch", "why"].includes(type)) heard.open.add(ref);
    super.postMessage(message);
  }
};
"""

# Sets the playback pace of other players' moves, and the pseudo-language, unless the page has stored settings.
SETTING = """
if (!localStorage.getItem("ludotheque"))
  localStorage.setItem("ludotheque", JSON.stringify({ pace: "PACE", pseudo: PSEUDO }));
"""

# Plays the visitor's seats of a table over a separate socket, to reach the position of a test quickly.
HURRYING = """
([table, actions]) => new Promise((done, fail) => {
  const socket = new WebSocket(`ws://${location.host}/api/socket`);
  const send = (message) => socket.send(JSON.stringify(message));
  let [left, seen, waiting, now] = [actions, 0, false, null];
  socket.onopen = () => { send({ type: "hello", protocol: 2 }); send({ type: "watch", table, after: 0 }); };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "refused") return socket.close(), fail(new Error(data));
    if (message.type === "done") [waiting, seen] = [false, message.n];
    if (message.type === "update") now = message;
    if (!now || waiting || now.n < seen) return;
    if (now.phase === "over" || left === 0) return socket.close(), done(now.n);
    const mine = now.views.find((one) => one.legal.length);
    if (!mine) return;
    [waiting, left] = [true, left - 1];
    const action = mine.legal[(7 * now.n) % mine.legal.length].do;
    send({ type: "act", table, seq: now.n, seat: mine.seat, ref: `hurry-${now.n}`, action });
  };
})
"""

# The same at a local table, through the page's worker.
HURRYING_HERE = """
(table) => new Promise((done, fail) => {
  let [now, waiting] = [null, false];
  heard.worker.addEventListener("message", ({ data }) => {
    if (data.table !== table) return;
    if (data.type === "refused") return fail(new Error(JSON.stringify(data)));
    if (data.type === "done") waiting = false;
    if (data.type === "update") now = data;
    if (!now || waiting) return;
    if (now.phase === "over") return done(now.n);
    const mine = now.views.find((one) => one.legal.length);
    if (!mine) return;
    waiting = true;
    const action = mine.legal[(7 * now.n) % mine.legal.length].do;
    heard.worker.postMessage({ type: "act", table, seq: now.n, seat: mine.seat, ref: `hurry-${now.n}`, action });
  });
  heard.worker.postMessage({ type: "watch", table, after: 0, ref: `watch-${table}` });
})
"""

# A point where a click or tap hits the element, once it has stopped moving; other elements may cover the rest of it.
POINT = """
async (element) => {
  let [front, before] = [null, ""];
  for (let tries = 0; tries < 200; tries++) {
    element.scrollIntoView?.({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const still = before === (before = [left, top, width, height].join());
    // Integer coordinates, as touch events have them.
    for (const ring of still ? [0, 0.12, 0.24, 0.34, 0.42, 0.47] : [])
      for (let turn = 0; turn < (ring ? 16 : 1); turn++) {
        const x = Math.round(left + width * (0.5 + ring * Math.cos((turn * Math.PI) / 8)));
        const y = Math.round(top + height * (0.5 + ring * Math.sin((turn * Math.PI) / 8)));
        const hit = document.elementFromPoint(x, y);
        if (hit && (element === hit || element.contains(hit))) return [x, y];
        front ??= hit?.outerHTML.slice(0, 200);
      }
    await new Promise(requestAnimationFrame);
  }
  throw new Error(`in front of ${element.outerHTML.slice(0, 200)} at ${before} lies ${front}`);
}
"""


# No animation or transition is running, apart from endless ones.
STILL = "!document.getAnimations().some((one) => one.effect.getComputedTiming().endTime < 9000)"


RAISED = ("guests", "tables", "codes", "uploads", "guest_requests", "address_requests")
"""Rates that are raised for the tests."""


class Server:
    """A server process. It can be killed and started again on the same port with the same database."""

    def __init__(self, folder: Path, *arguments: str, **settings: object) -> None:
        if not (PAGE / "index.html").exists():
            raise RuntimeError("the page is not built: python3 dev.py page")
        self.folder, self.arguments, self.port = folder, arguments, 0
        # High rate limits, so that no test is refused or has to wait.
        often = {f"{name}_per_minute": 10_000 for name in RAISED}
        self.settings = {f"LUDOTHEQUE_{name.upper()}": str(value) for name, value in (often | settings).items()}
        self.start()

    def start(self) -> None:
        """Start the process and wait until it accepts connections."""
        code = "from ludotheque.cli import main; main()"
        database = str(self.folder / "tables.sqlite")
        serve = ["--lang", "en", "serve", "--port", str(self.port), "--database", database, *self.arguments]
        log = self.folder / f"server-{time.monotonic_ns()}.log"
        with log.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, *serve], env={**os.environ, **self.settings}, stdout=out, stderr=out
            )
        while not (found := re.search(r"^Serving on (http://\S+)", log.read_text(), re.MULTILINE)):
            if self.process.poll() is not None:
                raise RuntimeError(log.read_text())
            time.sleep(0.02)
        self.log = log
        self.url = found[1]
        self.port = int(self.url.rsplit(":", 1)[1])

    def get(self, path: str) -> httpx.Response:
        """Send a GET request without a session."""
        return httpx.get(f"{self.url}{path}", trust_env=False, timeout=30)

    def result(self, table: str) -> dict[str, list[int]]:
        """The result of a finished table, from its game record."""
        return json.loads(self.get(f"/api/tables/{table}/record").text.splitlines()[-1])["result"]

    def kill(self) -> None:
        """Kill the process (SIGKILL)."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Terminate the process. Raises AssertionError if its log contains an incident."""
        self.process.terminate()
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        incidents = [line for line in self.log.read_text().splitlines() if '"incident"' in line]
        assert not incidents, incidents


class Visitor:
    """A user with a separate browser context: language, theme, screen size, touch or mouse."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        language: str = "en",
        theme: str = "light",
        size: tuple[int, int] = DESKTOP,
        scale: int = 1,
        keeps: bool = False,
        pace: str = "at-once",
        motion: Literal["reduce", "no-preference"] = "reduce",
        pseudo: bool = False,
    ) -> None:
        self.url, self.touch = url, size[0] < 640
        self.context = browser.new_context(
            base_url=url,
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=scale,
            is_mobile=self.touch,
            has_touch=self.touch,
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion=motion,
            service_workers="allow" if keeps else "block",  # the service worker fetches the whole page
        )
        self.context.set_default_timeout(60_000)
        self.context.add_init_script(HEARING)
        self.context.add_init_script(SETTING.replace("PACE", pace).replace("PSEUDO", str(pseudo).lower()))
        self.troubles: list[str] = []
        self.page = page = self.context.new_page()
        page.on("console", lambda said: self.note(said.type, said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.note("error", error.stack or error.message))
        page.on("requestfailed", lambda request: self.note("failed", f"{request.url} {request.failure}"))

    def note(self, kind: str, text: str) -> None:
        """Record an error or warning, except for requests cancelled by navigation."""
        if "net::ERR_ABORTED" not in text and "Service Worker registration blocked" not in text:
            self.troubles.append(f"{kind}: {text} at {self.page.url}")

    @contextmanager
    def expecting(self, *patterns: str) -> Iterator[None]:
        """Expect errors inside the block: each pattern must occur, and errors that match one are dropped."""
        before, self.troubles = self.troubles, []
        yield
        for pattern in patterns:
            assert any(re.search(pattern, one) for one in self.troubles), f"no {pattern!r} in {self.troubles}"
        self.troubles = before + [one for one in self.troubles if not any(re.search(any_, one) for any_ in patterns)]

    def close(self) -> None:
        """Close the browser context. Raises AssertionError if an error was recorded or an action refused."""
        troubles = [*self.troubles]
        try:
            troubles += [f"refused: {code}" for code in self.page.evaluate("window.heard?.refused ?? []")]
            self.context.close()
        except Error as error:  # the browser has died
            troubles.append(str(error))
        assert not troubles, "\n".join(troubles)

    # -- Navigation and input

    def go(self, path: str) -> None:
        """Open an address and wait until the page is idle."""
        self.page.goto(path)
        self.rest()

    def rest(self) -> None:
        """Wait until messages, pictures and fonts are loaded and laid out."""
        self.page.locator("main:not([aria-busy])").first.wait_for()
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")

    @property
    def table(self) -> str:
        """The id of the table that is open."""
        self.page.wait_for_url("**/t/*")
        return self.page.url.rsplit("/", 1)[1]

    def press(self, target: Locator) -> None:
        """Click or tap an element at a point that nothing covers."""
        target.wait_for()
        at = target.evaluate(POINT)
        if self.touch:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def keys(self, *keys: str) -> None:
        """Press keys in order."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, target: Locator) -> None:
        """Press Tab until one of the elements has the focus."""
        target.first.wait_for()
        for _ in range(100):
            if target.evaluate_all("(all) => all.includes(document.activeElement)"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {target}")

    def new_table(self, game: str, seats: list[dict[str, str]], **more: object) -> str:
        """Create a table, open it and return its id."""
        self.go("/")
        made = self.page.evaluate(
            """async ([body, name]) => {
              const headers = { "content-type": "application/json" };
              const ask = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body), headers });
              if (!(await (await fetch("/api/me")).json()).guest) await ask("/api/guests", { name });
              return (await ask("/api/tables", body)).json();
            }""",
            [{"game": game, "seats": seats, **more}, "Ann"],
        )
        assert "table" in made, made
        self.go(f"/t/{made['table']}")
        return str(made["table"])

    def hurry(self, table: str, actions: int = 10_000) -> None:
        """Play this many actions of the visitor's seats, or to the end of the game."""
        reached = self.page.evaluate(HURRYING, [table, actions])
        self.until(f"heard.n >= {reached}")

    def hurry_here(self) -> int:
        """Play all human seats of the open local table to the end; return the number of entries."""
        table = self.page.url.rsplit("#", 1)[1]
        self.until("heard.worker && heard.n > 0")
        return int(self.page.evaluate(HURRYING_HERE, table))

    def settle(self) -> None:
        """Wait until every request is answered and its result received."""
        self.until("heard.open.size === 0 && heard.n >= heard.done")

    def until(self, reached: str) -> None:
        """Wait until a JavaScript condition holds, at most 60 s. (Playwright's `wait_for_function` needs `eval`, which
        the content security policy of the page forbids.)"""
        self.page.evaluate(
            """async (patience) => {
              const begun = performance.now();
              do await new Promise(requestAnimationFrame); while (!(REACHED) && performance.now() - begun < patience);
              if (!(REACHED)) throw new Error("condition not reached: " + `REACHED`);
            }""".replace("REACHED", reached),
            60_000,
        )

    # -- Appearance

    def switch(self, theme: Literal["light", "dark"]) -> None:
        """Set the colour scheme and wait until the page shows it."""
        self.page.emulate_media(color_scheme=theme)
        self.until(f"document.documentElement.dataset.theme === '{theme}'")
        self.until(STILL)

    def axe(self, **options: object) -> list[str]:
        """Run axe on the current screen; return its findings as text."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text())
        self.until(STILL)
        found = self.page.evaluate(
            "(options) => axe.run(document, { resultTypes: ['violations'], ...options })", options
        )
        return [
            f"{rule['id']}: {rule['help']}: {node['html'][:160]} ({node['failureSummary'][:300]})"
            for rule in found["violations"]
            for node in rule["nodes"][:3]
        ]


@contextmanager
def serving(*arguments: str, **settings: object) -> Iterator[Server]:
    """Run a server in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="ludotheque-browser-") as folder:
        server = Server(Path(folder), *arguments, **settings)
        try:
            yield server
            server.stop()
        finally:
            if server.process.poll() is None:
                server.kill()


@contextmanager
def browsing() -> Iterator[Browser]:
    """Run the installed Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
