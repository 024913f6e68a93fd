"""A picture of every screen: desktop and phone, light and dark, in English; and the main ones in French.

python3 dev.py screenshots DIR
"""

import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from tests.browser.house import DESKTOP, PHONE, Visitor, browsing, serving
from tests.browser.screens import GAMES, TOURS, reconnecting

DEVICES = {"desktop": DESKTOP, "phone": PHONE}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
IN_FRENCH = {"home", *(f"{game}-{screen}" for game in GAMES for screen in ("new", "preview", "over", "lesson"))}


def take_pictures(folder: Path) -> int:
    """Take them all; how many."""
    folder.mkdir(parents=True, exist_ok=True)
    count, begun = 0, time.monotonic()
    with browsing() as browser:
        for language in ("en", "fr"):
            for device, size in DEVICES.items():
                for name, tour in {**TOURS, "reconnecting": reconnecting}.items():
                    # A server for each tour: on its first screen nothing has happened yet.
                    with serving() as house, ExitStack() as visitors:

                        def come(size=size, language=language, house=house, visitors=visitors) -> Visitor:
                            visitor = Visitor(browser, house.url, size=size, scale=2, language=language)
                            visitors.callback(visitor.close)
                            return visitor

                        for visitor, screen in tour(come, house):
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
