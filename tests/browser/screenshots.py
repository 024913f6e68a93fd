"""Take a screenshot of every screen: desktop and phone, light and dark, in English; and of the main ones in French.

python3 dev.py screenshots DIR
"""

import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from tests.browser.screens import GAMES, TOURS, reconnecting
from tests.browser.server import DESKTOP, PHONE, Visitor, browsing, serving

DEVICES = {"desktop": DESKTOP, "phone": PHONE}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
IN_FRENCH = {"home", *(f"{game}-{screen}" for game in GAMES for screen in ("new", "preview", "over", "lesson"))}


def take_pictures(folder: Path) -> int:
    """Take all screenshots; return their number."""
    folder.mkdir(parents=True, exist_ok=True)
    count, begun = 0, time.monotonic()
    with browsing() as browser:
        for language in ("en", "fr"):
            for device, size in DEVICES.items():
                for name, tour in {**TOURS, "reconnecting": reconnecting}.items():
                    # A new server for each tour: the first screen shows an empty database.
                    with serving() as server, ExitStack() as visitors:

                        def come(size=size, language=language, server=server, visitors=visitors) -> Visitor:
                            visitor = Visitor(browser, server.url, size=size, scale=2, language=language)
                            visitors.callback(visitor.close)
                            return visitor

                        for visitor, screen in tour(come, server):
                            if language == "fr" and screen not in IN_FRENCH:
                                continue
                            for theme in THEMES if language == "en" else THEMES[:1]:
                                visitor.switch(theme)
                                marks = [screen, device, theme, *(["fr"] if language == "fr" else [])]
                                visitor.page.screenshot(path=folder / f"{'-'.join(marks)}.png", animations="disabled")
                                count += 1
                            visitor.switch("light")
                    took = time.monotonic() - begun
                    print(f"{count:4} pictures after {took:4.0f} s: {name}, {device}, {language}", flush=True)
    return count


if __name__ == "__main__":
    print(take_pictures(Path(sys.argv[1])), "pictures in", sys.argv[1])
