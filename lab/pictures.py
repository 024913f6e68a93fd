"""Make the pictures of the README and the docs: ``python -m lab.pictures [terminal] [page] [phones]``."""

import base64
import contextlib
import io
import re
import sys
from pathlib import Path

from rich.console import Console

from ludotheque import game
from ludotheque.locale import words
from ludotheque.search.bots import FromView
from ludotheque.search.game_loop import play_on
from tests.browser.house import PHONE, Visitor, browsing, serving
from tests.browser.screens import GAMES, TOURS

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


class Steady:
    """Keeps equal vertical digits in the same columns, so that the picture shows complete lines."""

    def choose(self, view, legal, rng):
        """The first free cell of the column that suits the tile best."""
        columns = {"1": "aebdc", "5": "dbcea", "9": "cbdae"}[view["to_lay"][0].split("-")[1]]
        return min(legal, key=lambda action: (columns.index(action[-2]), action))


def take_it_easy() -> None:
    """The terminal game in the middle of a round."""
    table = game("take_it_easy")
    say = words("en", table.package)
    events = list(play_on(table.start(2, {"rounds": 4}), [FromView(Steady())] * 2, seed=11))
    position = next(after for _, after in events if after.to_act == (0, 1) and after.view(None)["drawn"] == 14)
    console = Console(record=True, width=84, force_terminal=True, file=io.StringIO())
    console.print(table.text_renderer.draw(position.view(0), say))
    console.print("action> c3", highlight=False)
    svg = console.export_svg(title="ludotheque play take_it_easy")
    (FOLDER / "take_it_easy.svg").write_text(re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL), encoding="utf-8")


def boards(name: str, size: tuple[int, int], wide: int) -> None:
    """Render the three games in the browser side by side, each so wide: in the middle of a game, with an action
    selected."""
    taken = []
    with browsing() as browser:
        for game_ in GAMES:
            with serving() as house, contextlib.ExitStack() as visitors:

                def come(house=house, visitors=visitors) -> Visitor:
                    return visitors.enter_context(contextlib.closing(Visitor(browser, house.url, size=size, scale=2)))

                for visitor, screen in TOURS[game_](come, house):
                    if screen == f"{game_}-preview":
                        taken.append(base64.b64encode(visitor.page.screenshot(animations="disabled")).decode())
                        break
        page = browser.new_page(viewport={"width": len(taken) * (wide + 12) - 12, "height": wide * size[1] // size[0]})
        images = "".join(f'<img width={wide} src="data:image/png;base64,{one}">' for one in taken)
        page.set_content(f'<body style="margin:0;display:flex;gap:12px">{images}</body>')
        page.screenshot(path=FOLDER / name, omit_background=True)


PICTURES = {
    "terminal": take_it_easy,
    "page": lambda: boards("page.png", (1296, 800), 640),
    "phones": lambda: boards("phones.png", PHONE, 390),
}

if __name__ == "__main__":
    for picture in sys.argv[1:] or PICTURES:
        PICTURES[picture]()
