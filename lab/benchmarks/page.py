"""The page in Chromium: what its first load weighs, when it can be used, how long a move takes to be seen and what
processor time that costs, how long a click takes to show its preview, and what memory a whole game leaves behind.

    python -m lab.benchmarks.page [--loads 5] [--json]

The page is built first (`python3 dev.py page`). Each time is set against that of an empty page of the same server in
the same run, since a browser needs time for nothing, too: to open a document, and to show a frame (16.7 ms each).
"""

import argparse
import json
import statistics

from tests.browser.house import Visitor, browsing, serving
from tests.browser.players import PLAYERS

GAMES = ("take_it_easy", "micropul", "polygons")
ACTIONS = 10  # of one player, with the answers of a bot: no game is over by then
PREVIEWS = 8

# When the first button can be pressed; on an empty page: when the document is there.
USABLE = """
(function look() {
  if (document.querySelector("article .primary:enabled")) window.usable = performance.now();
  else requestAnimationFrame(look);
})();
"""

# For each message that tells of a move: how long until the page has changed (if it has when the next frame is drawn),
# and until that frame is on the screen. A task that is posted while a frame is drawn runs after that frame.
SEEN = """
window.seen = [];
window.show = (begun, changed) => requestAnimationFrame(() => {
  const after = changed?.() ?? null;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => seen.push([after && after - begun, performance.now() - begun]);
  port2.postMessage(null);
});
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if (JSON.parse(data).type !== "update" || !document.querySelector("main svg")) return;
      let last = null;
      const watching = new MutationObserver(() => (last = performance.now()));
      watching.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      show(performance.now(), () => (watching.disconnect(), last));
    });
  }
};
"""
# Likewise from each click.
CLICKED = """
() => addEventListener("click", () => show(performance.now(), () => performance.now()), true)
"""
NOTHING = "() => new Promise((done) => { show(performance.now()); setTimeout(done, 7 + Math.random() * 40); })"


def first_load(browser, url, loads):
    """Bytes of the first load, and when it can be used."""
    usable, empty = [], []
    for _ in range(loads):
        for path, times in (("/", usable), ("/healthz", empty)):
            visitor = Visitor(browser, url)
            visitor.context.add_init_script(USABLE)
            visitor.page.goto(path)
            if path == "/":
                visitor.until("window.usable")
                times.append(visitor.page.evaluate("usable"))
                visitor.rest()
                sizes = visitor.page.evaluate(
                    """performance.getEntriesByType("resource").filter((one) => !one.name.includes("/api/"))
                      .map((one) => [new URL(one.name).pathname.split(".").pop(), one.encodedBodySize])"""
                )
            else:
                times.append(visitor.page.evaluate("performance.getEntriesByType('navigation')[0].domInteractive"))
            visitor.context.close()
    kinds = {kind: sum(size for its, size in sizes if its == kind) for kind in ("js", "css", "woff2")}
    middle, least = statistics.median(usable), statistics.median(empty)
    return {
        **{f"{kind}_kB": round(size / 1000, 1) for kind, size in kinds.items()},
        "usable_ms": round(middle),
        "empty_page_ms": round(least),
        "ratio": round(middle / least, 1),
    }


def worked(devtools):
    """Processor time of the page's main thread so far, in seconds: the same on a busy machine."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


def moves(browser, url, game):
    """How long moves take to be seen by somebody who watches a table."""
    player, watcher = Visitor(browser, url), Visitor(browser, url)
    options = {"rounds": 1} if game == "take_it_easy" else {}
    table = player.new_table(game, [{"who": "here"}, {"who": "bot", "bot": "random"}], options=options)
    watcher.context.add_init_script(SEEN)
    watcher.go(f"/t/{table}")
    devtools = watcher.context.new_cdp_session(watcher.page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = worked(devtools)
    player.go("/credits")  # a second table on the screen would take its time from the first
    for _ in range(ACTIONS):
        player.hurry(table, 1)
        watcher.page.wait_for_timeout(100)  # people do not play faster
    work = worked(devtools) - before
    changes, shown = zip(*watcher.page.evaluate("seen"), strict=True)
    watcher.page.goto("/healthz")
    for _ in range(len(shown)):
        watcher.page.evaluate(NOTHING)
    empty = [time for _, time in watcher.page.evaluate("seen")]
    for visitor in (player, watcher):
        visitor.context.close()
    in_time = [time for time in changes if time is not None]
    return {
        "moves": len(shown),
        "in_the_next_frame": len(in_time),
        "changed_ms": round(statistics.median(in_time), 1),
        "shown_ms": round(statistics.median(shown), 1),
        "empty_frame_ms": round(statistics.median(empty), 1),
        "ratio": round(statistics.median(shown) / statistics.median(empty), 1),
        "work_ms": round(1000 * work / len(shown), 1),
    }


def heap(devtools):
    """What the page keeps in memory, in MB, without what it has let go."""
    devtools.send("HeapProfiler.collectGarbage")
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "JSHeapUsedSize") / 1e6


def previews(browser, url, game):
    """How long a click takes until what it would bring is drawn, and what a whole game leaves in memory."""
    visitor = Visitor(browser, url)
    visitor.context.add_init_script(SEEN)
    options = {"rounds": 1} if game == "take_it_easy" else {}
    table = visitor.new_table(game, [{"who": "here"}, {"who": "bot", "bot": "random"}], options=options)
    visitor.until("document.title.startsWith('●')")
    visitor.page.wait_for_timeout(1000)  # the rules are loaded, the bot's turn announced
    devtools = visitor.context.new_cdp_session(visitor.page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    visitor.page.evaluate(CLICKED)
    visitor.page.evaluate("seen.length = 0")
    player = PLAYERS[game](visitor)
    begun, before = heap(devtools), worked(devtools)
    for player.turns in range(PREVIEWS):
        player.preview()
    visitor.page.wait_for_timeout(300)
    work = worked(devtools) - before
    shown = [time for _, time in visitor.page.evaluate("seen")]
    visitor.hurry(table)
    visitor.until("document.querySelector('dialog[open] .ranking')")
    ended = heap(devtools)
    visitor.context.close()
    return {
        "clicks": len(shown),
        "preview_ms": round(statistics.median(shown), 1),
        "work_a_click_ms": round(1000 * work / len(shown), 1),
        "heap_MB": round(begun, 1),
        "heap_after_the_game_MB": round(ended, 1),
    }


def main():
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loads", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with serving() as house, browsing() as browser:
        first_load(browser, house.url, 1)  # the server's and the browser's own first time
        found = {"first load": first_load(browser, house.url, arguments.loads)}
        for game in GAMES:
            found[game] = moves(browser, house.url, game) | previews(browser, house.url, game)
    if arguments.json:
        print(json.dumps(found))
        return
    for name, row in found.items():
        print(f"{name:14} " + "  ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
