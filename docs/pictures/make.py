"""Make the pictures of the README and the docs: ``python docs/pictures/make.py``."""

import io
import re
from pathlib import Path

from rich.console import Console

from ludotheque import game
from ludotheque.locale import words
from ludotheque.search.bots import play_on

HERE = Path(__file__).parent


class Steady:
    """Keeps equal vertical digits in the same columns, so that the picture shows complete lines."""

    def choose(self, view, legal, rng):
        """The first free cell of the column that suits the tile best."""
        columns = {"1": "aebdc", "5": "dbcea", "9": "cbdae"}[view["to_lay"][0].split("-")[1]]
        return min(legal, key=lambda action: (columns.index(action[-2]), action))


def take_it_easy() -> None:
    """The terminal game in the middle of a round."""
    table = game("take_it_easy")
    say = words("en", table.home)
    events = list(play_on(table.start(2, {"rounds": 4}), [Steady(), Steady()], seed=11))
    position = next(after for _, after in events if after.to_act == (0, 1) and after.view(None)["drawn"] == 14)
    console = Console(record=True, width=84, force_terminal=True, file=io.StringIO())
    console.print(table.drawer.draw(position.view(0), say))
    console.print("action> c3", highlight=False)
    svg = console.export_svg(title="ludotheque play take_it_easy")
    (HERE / "take_it_easy.svg").write_text(re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    take_it_easy()
