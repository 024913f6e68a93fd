"""Link previews: the title, text and image that messengers show for a link to the page.

Messengers read the page without running scripts, so the server writes the preview into its head. A preview contains the
game and, while a table waits for players, the name of the host; nothing about players or the game's state.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...engine.registry import games
from ...locale import LANGUAGES, words
from ...store import Store
from ..names import valid_name

TITLE_TAG = "<title>Ludothèque</title>"
"""The tag in the head of the page that is replaced."""
DESCRIPTION_TAG = re.compile(r'\s*<meta name="description"[^>]*>')
TABLE_PATH = re.compile(r"^/(t|replay)/([A-Za-z0-9_-]{1,64})$")
GAME_PATH = re.compile(r"^/(new|rules)/([A-Za-z0-9_-]{1,64})$")
WIDTH, HEIGHT = 1200, 630
DEFAULT_IMAGE = "/cards/house.png"
"""The image for pages without a game, and for games without an image."""


@dataclass(frozen=True)
class LinkPreview:
    """The preview of a page."""

    language: str
    title: str
    text: str
    image: str
    """The path of its image."""


def preferred_language(accepted: str) -> str:
    """The language for an ``Accept-Language`` header."""
    return accepted[:2] if accepted[:2] in LANGUAGES else LANGUAGES[0]


async def link_preview(path: str, accepted: str, store: Store | None, images: Mapping[str, str | None]) -> LinkPreview:
    """The preview of a path of the page. `images`: the games' images, by id."""
    language = preferred_language(accepted)
    say = words(language)
    at_table, of_game = TABLE_PATH.match(path), GAME_PATH.match(path)
    facts: dict[str, Any] | None = None
    if at_table and store is not None:
        facts = await store.facts(at_table[2])
    name = facts["game"] if facts is not None else of_game[2] if of_game else None
    game = games().get(name) if name is not None else None
    if game is None:
        return LinkPreview(language, say("card-house"), say("card-house-text"), DEFAULT_IMAGE)
    try:
        game_words = words(language, game.package)
        title, text = game_words("game-name"), game_words("game-tagline")
    except (OSError, LookupError, UnicodeDecodeError):  # a third-party game without words is called by its id
        title, text = game.id, ""
    if facts is not None and store is not None and at_table is not None:
        host = (await store.guests([facts["host"]])).get(facts["host"]) if facts.get("host") else None
        inviting = None if host is None else valid_name(host.name)
        if at_table[1] == "replay":
            title = say("card-replay", game=title)
        elif facts["status"] == "waiting":
            title = say("card-invites", name=inviting, game=title) if inviting else say("card-invited", game=title)
            text = f"{text} {say('card-invited-text')}"
        else:
            title = say("card-table", game=title)
    elif of_game and of_game[1] == "rules":
        title = say("card-rules", game=title)
    return LinkPreview(language, title, text, images.get(game.id) or DEFAULT_IMAGE)


def insert_preview(preview: LinkPreview, page: str, base: str, path: str) -> str:
    """The page with its preview; unchanged if it has no title tag to replace."""
    if TITLE_TAG not in page:
        return page
    whole = preview.title if "Ludothèque" in preview.title else f"{preview.title} · Ludothèque"
    facts = {
        "og:site_name": "Ludothèque",
        "og:type": "website",
        "og:locale": {"en": "en_GB", "fr": "fr_FR"}[preview.language],
        "og:url": f"{base}{path}",
        "og:title": preview.title,
        "og:description": preview.text,
        "og:image": f"{base}{preview.image}",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    lines = [
        f"<title>{html.escape(whole)}</title>",
        f'<meta name="description" content="{html.escape(preview.text)}" />',
        *(f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in facts.items()),
        '<meta name="twitter:card" content="summary_large_image" />',
    ]
    return DESCRIPTION_TAG.sub("", page, count=1).replace(TITLE_TAG, "\n    ".join(lines), 1)
