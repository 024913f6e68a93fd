"""A real server with the built page, and visitors: each a real browser of its own that nothing may go wrong in."""

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

# Notes in the page what its socket has heard and what it still waits for, so that a test can tell when a move is done.
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
// The same of the worker that keeps tables of this browser.
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

# Sets how fast others' moves are shown, as the settings would; what was set in the page itself stays.
SETTING = """
if (!localStorage.getItem("ludotheque")) localStorage.setItem("ludotheque", JSON.stringify({ pace: "PACE" }));
"""

# Plays one's own seats of a table by a socket of its own, to come quickly to where a test begins.
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

# The same at a table that the browser keeps, over the page's own worker.
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

# A point of an element that a finger or a mouse would hit once it lies still: other things may lie on the rest of it.
POINT = """
async (element) => {
  let [front, before] = [null, ""];
  for (let tries = 0; tries < 200; tries++) {
    element.scrollIntoView?.({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const still = before === (before = [left, top, width, height].join());
    for (const ring of still ? [0, 0.12, 0.24, 0.34, 0.42, 0.47] : [])
      for (let turn = 0; turn < (ring ? 16 : 1); turn++) {
        const x = Math.round(left + width * (0.5 + ring * Math.cos((turn * Math.PI) / 8))); // as fingers are told
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


# Nothing moves or changes its colour, but what does so all the time.
STILL = "!document.getAnimations().some((one) => one.effect.getComputedTiming().endTime < 9000)"


class House:
    """A serving process. It can be killed and started again at the same port, with the same tables."""

    def __init__(self, folder: Path, *arguments: str, **settings: object) -> None:
        if not (PAGE / "index.html").exists():
            raise RuntimeError("the page is not built: python3 dev.py page")
        self.folder, self.arguments, self.port = folder, arguments, 0
        # Nobody waits for a minute to pass: the limits are those of many more visitors.
        often = {f"{name}_per_minute": 10_000 for name in ("guests", "tables", "codes", "uploads")}
        self.settings = {f"LUDOTHEQUE_{name.upper()}": str(value) for name, value in (often | settings).items()}
        self.start()

    def start(self) -> None:
        """Serve; until somebody can come in."""
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
        """Ask for something, as nobody in particular."""
        return httpx.get(f"{self.url}{path}", trust_env=False, timeout=30)

    def outcome(self, table: str) -> dict[str, list[int]]:
        """How a table ended, by its record."""
        return json.loads(self.get(f"/api/tables/{table}/record").text.splitlines()[-1])["result"]

    def kill(self) -> None:
        """End it without a warning."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Close; whatever broke is an error."""
        self.process.terminate()
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        incidents = [line for line in self.log.read_text().splitlines() if '"incident"' in line]
        assert not incidents, incidents


class Visitor:
    """Somebody at a device of their own."""

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
            service_workers="allow" if keeps else "block",  # who keeps the page fetches all of it
        )
        self.context.set_default_timeout(60_000)
        self.context.add_init_script(HEARING)
        self.context.add_init_script(SETTING.replace("PACE", pace))
        self.troubles: list[str] = []
        self.page = page = self.context.new_page()
        page.on("console", lambda said: self.note(said.type, said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.note("error", error.stack or error.message))
        page.on("requestfailed", lambda request: self.note("failed", f"{request.url} {request.failure}"))

    def note(self, kind: str, text: str) -> None:
        """Keep what went wrong; a request that the visitor left behind by going elsewhere has not."""
        if "net::ERR_ABORTED" not in text and "Service Worker registration blocked" not in text:
            self.troubles.append(f"{kind}: {text} at {self.page.url}")

    @contextmanager
    def expecting(self, *patterns: str) -> Iterator[None]:
        """Let these troubles pass meanwhile, each of which has to come."""
        before, self.troubles = self.troubles, []
        yield
        for pattern in patterns:
            assert any(re.search(pattern, one) for one in self.troubles), f"no {pattern!r} in {self.troubles}"
        self.troubles = before + [one for one in self.troubles if not any(re.search(any_, one) for any_ in patterns)]

    def close(self) -> None:
        """Go; everything has to have been right."""
        troubles = [*self.troubles]
        try:
            troubles += [f"refused: {code}" for code in self.page.evaluate("window.heard?.refused ?? []")]
            self.context.close()
        except Error as error:  # the browser has died
            troubles.append(str(error))
        assert not troubles, "\n".join(troubles)

    # -- Going about

    def go(self, path: str) -> None:
        """Open an address, until the page is there and at rest."""
        self.page.goto(path)
        self.rest()

    def rest(self) -> None:
        """Until what is to be seen is there: fonts, words, pictures, and what they move."""
        self.page.locator("main:not([aria-busy])").first.wait_for()
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")

    @property
    def table(self) -> str:
        """The id of the table where one is."""
        self.page.wait_for_url("**/t/*")
        return self.page.url.rsplit("/", 1)[1]

    def press(self, target: Locator) -> None:
        """Click or tap a thing where it can be hit."""
        target.wait_for()
        at = target.evaluate(POINT)
        if self.touch:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def keys(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, target: Locator) -> None:
        """Press Tab until one of these has the focus."""
        target.first.wait_for()
        for _ in range(100):
            if target.evaluate_all("(all) => all.includes(document.activeElement)"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {target}")

    def new_table(self, game: str, seats: list[dict[str, str]], **more: object) -> str:
        """Make a table and go there."""
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
        """Let one's seats play this many actions, or to the end."""
        reached = self.page.evaluate(HURRYING, [table, actions])
        self.until(f"heard.n >= {reached}")

    def hurry_here(self) -> int:
        """Let all seats of people at a table that this browser keeps play to the end; how many entries there are."""
        table = self.page.url.rsplit("#", 1)[1]
        self.until("heard.worker && heard.n > 0")
        return int(self.page.evaluate(HURRYING_HERE, table))

    def settle(self) -> None:
        """Until everything that was sent is done and shown."""
        self.until("heard.open.size === 0 && heard.n >= heard.done")

    def until(self, reached: str) -> None:
        """Until something holds in the page. (Playwright's own way needs `eval`, which the page's policy forbids.)"""
        self.page.evaluate(
            """async (patience) => {
              const begun = performance.now();
              do await new Promise(requestAnimationFrame); while (!(REACHED) && performance.now() - begun < patience);
              if (!(REACHED)) throw new Error("it never came to this: " + `REACHED`);
            }""".replace("REACHED", reached),
            60_000,
        )

    # -- Looking

    def switch(self, theme: Literal["light", "dark"]) -> None:
        """Set the device to light or dark, until everything is."""
        self.page.emulate_media(color_scheme=theme)
        self.until(f"document.documentElement.dataset.theme === '{theme}'")
        self.until(STILL)

    def axe(self, **options: object) -> list[str]:
        """What axe finds wrong with what is shown now, readably."""
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
def serving(*arguments: str, **settings: object) -> Iterator[House]:
    """A server for a while, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="ludotheque-browser-") as folder:
        house = House(Path(folder), *arguments, **settings)
        try:
            yield house
            house.stop()
        finally:
            if house.process.poll() is None:
                house.kill()


@contextmanager
def browsing() -> Iterator[Browser]:
    """Debian's Chromium for a while."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
