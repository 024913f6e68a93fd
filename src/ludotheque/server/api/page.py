"""The page's files: what the page's build has left in the folder ``page`` beside this module, and what the games bring.

They are read once, when the server starts: few, small, and nothing that a request names is ever looked up on disk.
``python -m ludotheque.server.api.page FOLDER`` writes them for a plain file server.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...engine.registry import games
from ...locale import words
from ...store import Store
from . import assets as brought
from .catalogue import describe
from .link_previews import card_of, language_of, written

FOLDER = Path(__file__).parents[1] / "page"

TYPES = brought.TYPES | {
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}
PACKED = (".js", ".css", ".html", ".svg", ".wasm", ".json", ".jsonl", ".ftl", ".webmanifest")
"""What is worth compressing."""

OURS = ("api", "healthz", "readyz", "metrics")
"""The first parts of paths that are never the page's."""


HASHED = ("assets/", "games/")
"""Where names change with what is in the files."""

BUILT_FROM = "built-from.txt"
"""The build's note for itself."""

KEEPER = "sw.js"
"""What keeps the page in the browser. Its build leaves open which files there are, and of which edition."""


@dataclass(frozen=True)
class File:
    """A file of the page."""

    data: bytes
    type: str
    given: bytes | None = None
    """Compressed, where the build has done that."""

    @cached_property
    def tag(self) -> str:
        """Changes whenever the contents do."""
        return f'"{hashlib.sha256(self.data).hexdigest()[:32]}"'

    @cached_property
    def compressed(self) -> bytes | None:
        """The contents compressed, if that makes a difference."""
        worth = len(self.data) > 1000 and self.type in {TYPES[end] for end in PACKED}
        return self.given or (gzip.compress(self.data, 6, mtime=0) if worth else None)


class Page:
    """What is served where no path of the service is."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files = {
            file.relative_to(folder).as_posix(): _read(file)
            for file in sorted(folder.rglob("*"))
            if file.is_file() and file.suffix != ".gz" and file.name != BUILT_FROM
        }
        self.brought = {game.id: brought.brought(game, folder) for game in games().values()}
        for one in self.brought.values():
            self.files |= {address[1:]: File(data, TYPES[Path(address).suffix]) for address, data in one.data.items()}
        self.files["games.json"] = File(json.dumps(self.games, ensure_ascii=False).encode(), TYPES[".json"])
        if KEEPER in self.files:
            self.files[KEEPER] = self._keeper(self.files.pop(KEEPER))

    @cached_property
    def games(self) -> list[dict[str, Any]]:
        """The games, as one chooses them, and where what they bring is."""
        return [
            {**describe(game), "brings": {"files": one.files, "needs": one.needs}}
            for game in games().values()
            for one in [self.brought[game.id]]
        ]

    def _keeper(self, template: File) -> File:
        """What keeps the page, with the list of its files; another list makes another edition."""
        edition = hashlib.sha256("".join(name + file.tag for name, file in sorted(self.files.items())).encode())
        # The pictures of links are for those who are sent one.
        pictures = {one.files.get("web/card.png", "/")[1:] for one in self.brought.values()}
        left_out = {"index.html", brought.MANIFEST, *pictures}
        kept = [name for name in self.files if name not in left_out and not name.startswith("cards/")]
        names = ", ".join(json.dumps(f"/{name}") for name in sorted(kept))
        text = template.data.decode().replace("EDITION", edition.hexdigest()[:16]).replace('"FILES"', names)
        return File(text.encode(), template.type)

    async def answer(self, request: Request, store: Store | None, base: str) -> Response | None:
        """A file of the page; the page itself, with its card, for any other path that somebody opens; None for
        everything else. `base` is the address of the house, as players type it."""
        path = request.url.path.removeprefix("/")
        if request.method not in ("GET", "HEAD") or path.split("/")[0] in OURS:
            return None
        if path in self.files and path != "index.html":
            return send(request, self.files[path], "for ever" if path.startswith(HASHED) else "for now")
        if "." in path.rpartition("/")[2] or not wants_page(request):
            return None
        if "index.html" not in self.files:
            return not_built(request)
        index = self.files["index.html"]
        pictures = {game: one.files.get("web/card.png") for game, one in self.brought.items()}
        card = await card_of(request.url.path, request.headers.get("accept-language", ""), store, pictures)
        data = written(card, index.data.decode(), base, request.url.path).encode()
        return send(request, index if data == index.data else File(data, index.type), "for now")

    def write(self, folder: Path) -> None:
        """Write all files, for a plain file server."""
        for name, file in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(file.data)


def wants_page(request: Request) -> bool:
    """Whether somebody asks for something to look at: a browser, or a program that takes anything."""
    accepted = request.headers.get("accept", "*/*")
    return "text/html" in accepted or "*/*" in accepted


def _read(file: Path) -> File:
    beside = file.with_name(f"{file.name}.gz")
    given = beside.read_bytes() if beside.exists() else None
    return File(file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"), given)


def send(request: Request, file: File, kept: str) -> Response:
    """A file, compressed where that is understood. `kept` for ever, as its name changes with what is in it, it is never
    asked for again; any other is, each time, but not sent again unless it has changed."""
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if kept == "for ever" else "no-cache",
        "etag": file.tag,
        "vary": "accept-encoding" if kept == "for ever" else "accept-encoding, accept-language",
    }
    if file.tag in [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    offers = [offer.strip() for offer in request.headers.get("accept-encoding", "").lower().split(",")]
    if file.compressed is not None and "gzip" in offers:
        headers["content-encoding"] = "gzip"
        return Response(file.compressed, headers=headers, media_type=file.type)
    return Response(file.data, headers=headers, media_type=file.type)


def not_built(request: Request) -> Response:
    """What a browser is told where there is no page."""
    language = language_of(request.headers.get("accept-language", ""))
    sentence = html.escape(words(language)("page-not-built", command="python3 dev.py play"))
    text = f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Ludothèque</title><p>{sentence}</p>'
    return Response(text, 503, headers={"cache-control": "no-store"}, media_type=TYPES[".html"])


if __name__ == "__main__":
    Page().write(Path(sys.argv[1]))
