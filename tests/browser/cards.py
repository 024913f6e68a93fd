"""Make the pictures of link previews (``python -m tests.browser.cards``): the cover of each game at preview size.

The pictures are committed: in the folders of the games, and the default one in ``web/public/cards``. Run this after a
cover has changed.
"""

from importlib.resources import files
from pathlib import Path

from ludotheque.engine.registry import games
from ludotheque.locale import words
from tests.browser.server import ROOT, Visitor, browsing, serving

DEFAULT = ROOT / "web" / "public" / "cards" / "house.png"
SIZE = (1200, 630)

# Shows the cover of a game on the whole screen (or all covers side by side), with a name below.
LAY = """
(names) => {
  const cards = [...document.querySelectorAll("article.game")]
    .filter((one) => !names.length || names.includes(one.querySelector("h2").textContent));
  const whole = document.createElement("div");
  whole.style.cssText = "position:fixed;inset:0;z-index:99;display:grid;grid-auto-flow:column;background:var(--bg)";
  whole.style.gridTemplateRows = "minmax(0,1fr) 120px";
  whole.style.gridTemplateColumns = `repeat(${cards.length}, minmax(0, 1fr))`;
  for (const card of cards) {
    const cover = card.querySelector(".cover").cloneNode(true);
    cover.style.cssText = "grid-row:1;aspect-ratio:auto;min-height:0";
    const pictures = cover.querySelectorAll("svg:not([width='0'])");
    for (const svg of pictures) svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
    whole.append(cover);
  }
  const foot = document.createElement("div");
  foot.style.cssText = "grid-row:2;grid-column:1/-1;display:flex;align-items:center;gap:28px;padding:0 56px";
  foot.style.background = "var(--surface)";
  const logo = document.querySelector(".brand svg").cloneNode(true);
  logo.setAttribute("width", 72), logo.setAttribute("height", 72);
  const name = document.createElement("span");
  name.style.cssText = "font:560 54px var(--font-title);font-variation-settings:'SOFT' 60";
  name.textContent = names.length ? names[0] : "Ludothèque";
  foot.append(logo, name);
  whole.append(foot);
  document.getElementById("page").append(whole);
}
"""


def main() -> None:
    """Take the pictures."""
    pictures: dict[Path, list[str]] = {DEFAULT: []}
    for game in games().values():
        pictures[Path(str(files(game.package) / "web" / "card.png"))] = [words("en", game.package)("game-name")]
    with serving() as server, browsing() as browser:
        visitor = Visitor(browser, server.url, size=SIZE)
        for file, wanted in pictures.items():
            visitor.go("/")
            visitor.page.evaluate(LAY, wanted)
            visitor.page.screenshot(path=file)
        visitor.close()


if __name__ == "__main__":
    main()
