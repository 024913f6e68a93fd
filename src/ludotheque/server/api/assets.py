"""What each game brings to the page: its board, pictures, words, guide and compiled law, ours like a stranger's.

A game's package holds them in ``web/``, ``guide/`` and ``locale/`` (``docs/how-to/write-a-board.md``). They are served
under ``/games/GAME/`` with a content hash in their names, and the list of games gives the address of each.
Boards that are written in Svelte, as ours are, are built together with the page: they lie beside it, as its build has
left them, and its manifest says what each of them needs.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Any

import structlog

from ...engine.game import Game

log = structlog.get_logger("ludotheque.server")

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".wasm": "application/wasm",
    ".bin": "application/octet-stream",
    ".json": "application/json",
    ".jsonl": "application/x-ndjson",
    ".ftl": "text/plain; charset=utf-8",
    ".html": "text/html; charset=utf-8",
}
"""The files that a game can bring, by the ends of their names, and what they are. Sources stay at home."""

WEIGHTS = "data/weights.bin"
"""What compiled bots and analyses know by heart: all that is brought of a game's data."""

MANIFEST = "manifest.json"
"""Where the page's build says what it has made."""


@dataclass
class Brought:
    """What a game brings. Files are named by their paths in the game's folder."""

    files: dict[str, str] = field(default_factory=dict)
    """The address of each."""
    needs: dict[str, list[str]] = field(default_factory=dict)
    """The addresses of the styles and modules that a module needs to be loaded first."""
    data: dict[str, bytes] = field(default_factory=dict)
    """What is served at an address, where that is not a file of the page's build."""


class Built:
    """The modules of games that the page's build has made."""

    def __init__(self, page: Path) -> None:
        self.page = page

    @cached_property
    def chunks(self) -> dict[str, dict[str, Any]]:
        """What the build has made, as its manifest tells."""
        file = self.page / MANIFEST
        found: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        return found

    def of(self, game: str) -> dict[str, dict[str, Any]]:
        """The modules of a game."""
        own = {key: chunk for key, chunk in self.chunks.items() if chunk["file"].startswith(f"games/{game}/")}
        return {f"{chunk['name'].removeprefix(game + '/')}.js": chunk for chunk in own.values() if "isEntry" in chunk}

    def needs(self, chunk: dict[str, Any]) -> list[str]:
        """What is to be loaded for a module: styles and modules, each once."""
        found: dict[str, None] = {}

        def visit(one: dict[str, Any]) -> None:
            for key in one.get("imports", ()):
                if (file := self.chunks[key]["file"]) not in found:
                    found[file] = None
                    visit(self.chunks[key])
            found.update(dict.fromkeys(one.get("css", ())))

        visit(chunk)
        return [f"/{file}" for file in found]


def brought(game: Game, page: Path) -> Brought:
    """What a game brings, to the page that was built into this folder. What cannot be read is named in the log, and the
    page does without it."""
    all_ = Brought()
    try:
        home = files(game.package)
        for folder in ("web", "guide", "locale", "data"):
            for file in sorted(_files(home / folder), key=lambda one: one.name):
                name = f"{folder}/{file.name}"
                if folder == "data" and name != WEIGHTS:
                    continue
                _add(all_, game, name, file)
        for name, chunk in Built(page).of(game.id).items():
            all_.files[name] = f"/{chunk['file']}"
            all_.needs[name] = Built(page).needs(chunk)
    except Exception as error:  # a stranger's package must not take the page with it
        log.warning("a game's files cannot be read", game=game.id, error=repr(error))
    if "web/index.css" in all_.files and "web/index.js" not in all_.needs:
        all_.needs["web/index.js"] = [all_.files["web/index.css"]]
    return all_


def _files(folder: Traversable) -> list[Traversable]:
    return [one for one in folder.iterdir() if one.is_file()] if folder.is_dir() else []


def _add(all_: Brought, game: Game, name: str, file: Traversable) -> None:
    path = PurePosixPath(name)
    if path.suffix == ".md":
        path = path.with_suffix(".html")
    if path.suffix not in TYPES:
        return
    try:
        data = file.read_bytes()
        if name.endswith(".md"):
            data = rendered(data.decode())
    except (OSError, UnicodeDecodeError) as error:
        log.warning("a game's file cannot be read", game=game.id, file=name, error=repr(error))
        return
    address = f"/games/{game.id}/{path.parent}/{path.stem}-{hashlib.sha256(data).hexdigest()[:12]}{path.suffix}"
    all_.files[str(path)] = address
    all_.data[address] = data


def rendered(text: str) -> bytes:
    """A text of a guide as HTML, so that no reader loads a program for that."""
    from markdown_it import MarkdownIt  # needed once, when a server starts

    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text)).encode()
