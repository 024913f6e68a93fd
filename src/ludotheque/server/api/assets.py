"""The files that each game brings to the page: board, pictures, words, guide and compiled rules, for third-party games
too.

They are in ``web/``, ``guide/`` and ``locale/`` of the game's package (``docs/how-to/write-a-board.md``), are served
under ``/games/GAME/`` with a content hash in their names, and are listed in the catalogue. Boards written in Svelte,
like ours, are built together with the page and taken from its build.
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
"""Media types of the files that are served, by suffix. Other files, such as sources, are not served."""

WEIGHTS = "data/weights.bin"
"""Weights of compiled bots and analyses: the only file of a game's data that is served."""

MANIFEST = "manifest.json"
"""The manifest that the page's build writes."""


@dataclass
class GameAssets:
    """The files of a game. Names are paths in the game's package."""

    files: dict[str, str] = field(default_factory=dict)
    """The URL of each file."""
    needs: dict[str, list[str]] = field(default_factory=dict)
    """The URLs of the styles and modules that a module needs to be loaded first."""
    data: dict[str, bytes] = field(default_factory=dict)
    """Contents by URL, except for files of the page's build."""


class BuiltModules:
    """The modules of games in the page's build."""

    def __init__(self, page: Path) -> None:
        self.page = page

    @cached_property
    def chunks(self) -> dict[str, dict[str, Any]]:
        """The chunks in the build's manifest; empty without a build."""
        file = self.page / MANIFEST
        found: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        return found

    def of(self, game: str) -> dict[str, dict[str, Any]]:
        """The chunks of a game, by name of the module."""
        own = {key: chunk for key, chunk in self.chunks.items() if chunk["file"].startswith(f"games/{game}/")}
        return {f"{chunk['name'].removeprefix(game + '/')}.js": chunk for chunk in own.values() if "isEntry" in chunk}

    def needs(self, chunk: dict[str, Any]) -> list[str]:
        """The URLs of the styles and modules that a chunk needs, each once."""
        found: dict[str, None] = {}

        def visit(one: dict[str, Any]) -> None:
            for key in one.get("imports", ()):
                if (file := self.chunks[key]["file"]) not in found:
                    found[file] = None
                    visit(self.chunks[key])
            found.update(dict.fromkeys(one.get("css", ())))

        visit(chunk)
        return [f"/{file}" for file in found]


def load_assets(game: Game, page: Path) -> GameAssets:
    """The files of a game, for the page that was built into this folder. Files that cannot be read are logged and left
    out."""
    assets = GameAssets()
    try:
        package = files(game.package)
        for folder in ("web", "guide", "locale", "data"):
            for file in sorted(_files(package / folder), key=lambda one: one.name):
                name = f"{folder}/{file.name}"
                if folder == "data" and name != WEIGHTS:
                    continue
                _add_file(assets, game, name, file)
        for name, chunk in BuiltModules(page).of(game.id).items():
            assets.files[name] = f"/{chunk['file']}"
            assets.needs[name] = BuiltModules(page).needs(chunk)
    except Exception as error:  # a broken third-party package must not break the page
        log.warning("files of a game cannot be read", game=game.id, error=repr(error))
    if "web/index.css" in assets.files and "web/index.js" not in assets.needs:
        assets.needs["web/index.js"] = [assets.files["web/index.css"]]
    return assets


def _files(folder: Traversable) -> list[Traversable]:
    return [one for one in folder.iterdir() if one.is_file()] if folder.is_dir() else []


def _add_file(assets: GameAssets, game: Game, name: str, file: Traversable) -> None:
    path = PurePosixPath(name)
    if path.suffix == ".md":
        path = path.with_suffix(".html")
    if path.suffix not in TYPES:
        return
    try:
        data = file.read_bytes()
        if name.endswith(".md"):
            data = render_markdown(data.decode())
    except (OSError, UnicodeDecodeError) as error:
        log.warning("a file of a game cannot be read", game=game.id, file=name, error=repr(error))
        return
    address = f"/games/{game.id}/{path.parent}/{path.stem}-{hashlib.sha256(data).hexdigest()[:12]}{path.suffix}"
    assets.files[str(path)] = address
    assets.data[address] = data


def render_markdown(text: str) -> bytes:
    """A text of a guide as HTML, so that the page needs no Markdown renderer."""
    from markdown_it import MarkdownIt  # only needed when a server starts

    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text)).encode()
