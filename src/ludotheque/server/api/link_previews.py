"""How a link to the page looks where it is sent: a title, a sentence, a picture of the game, and who invites.

Programs that show such cards read the page without running it, so the server writes them into its head. A card tells
the game, and the name of the host while a table waits for players; nothing of who plays or how it goes.
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

PLACE = "<title>Ludothèque</title>"
"""Where the head of the page takes a card in."""
DESCRIPTION = re.compile(r'\s*<meta name="description"[^>]*>')
TABLE = re.compile(r"^/(t|replay)/([A-Za-z0-9_-]{1,64})$")
GAME = re.compile(r"^/(new|rules)/([A-Za-z0-9_-]{1,64})$")
WIDTH, HEIGHT = 1200, 630
HOUSE = "/cards/house.png"
"""The picture of the house, and of a game that brings none."""


@dataclass(frozen=True)
class Card:
    """What is told of a page."""

    language: str
    title: str
    text: str
    picture: str
    """The path of its picture."""


def language_of(accepted: str) -> str:
    """The language of a card, by what the reader's program asks for."""
    return accepted[:2] if accepted[:2] in LANGUAGES else LANGUAGES[0]


async def card_of(path: str, accepted: str, store: Store | None, pictures: Mapping[str, str | None]) -> Card:
    """The card of an address of the page; `pictures` are those that the games bring."""
    language = language_of(accepted)
    say = words(language)
    at_table, of_game = TABLE.match(path), GAME.match(path)
    facts: dict[str, Any] | None = None
    if at_table and store is not None:
        facts = await store.facts(at_table[2])
    name = facts["game"] if facts is not None else of_game[2] if of_game else None
    game = games().get(name) if name is not None else None
    if game is None:
        return Card(language, say("card-house"), say("card-house-text"), HOUSE)
    try:
        its = words(language, game.package)
        title, text = its("game-name"), its("game-tagline")
    except (OSError, LookupError, UnicodeDecodeError):  # a stranger's game without words is called by its id
        title, text = game.id, ""
    if facts is not None and store is not None and at_table is not None:
        host = (await store.guests([facts["host"]])).get(facts["host"]) if facts.get("host") else None
        if at_table[1] == "replay":
            title = say("card-replay", game=title)
        elif facts["status"] == "waiting":
            title = say("card-invites", name=host.name, game=title) if host else say("card-invited", game=title)
            text = f"{text} {say('card-invited-text')}"
        else:
            title = say("card-table", game=title)
    elif of_game and of_game[1] == "rules":
        title = say("card-rules", game=title)
    return Card(language, title, text, pictures.get(game.id) or HOUSE)


def written(card: Card, page: str, base: str, path: str) -> str:
    """The page with its card; as it is, where it has no place for one."""
    if PLACE not in page:
        return page
    whole = card.title if "Ludothèque" in card.title else f"{card.title} · Ludothèque"
    facts = {
        "og:site_name": "Ludothèque",
        "og:type": "website",
        "og:locale": {"en": "en_GB", "fr": "fr_FR"}[card.language],
        "og:url": f"{base}{path}",
        "og:title": card.title,
        "og:description": card.text,
        "og:image": f"{base}{card.picture}",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    lines = [
        f"<title>{html.escape(whole)}</title>",
        f'<meta name="description" content="{html.escape(card.text)}" />',
        *(f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in facts.items()),
        '<meta name="twitter:card" content="summary_large_image" />',
    ]
    return DESCRIPTION.sub("", page, count=1).replace(PLACE, "\n    ".join(lines), 1)
