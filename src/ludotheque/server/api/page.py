"""The page's static files: those of its build, in the folder ``server/page``, and those of the games.

They are read once, when the server starts; a request never reads a file. ``python -m ludotheque.server.api.page
FOLDER`` writes them for a plain file server.
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
from .assets import MANIFEST, load_assets
from .assets import TYPES as ASSET_TYPES
from .catalogue import describe
from .link_previews import insert_preview, link_preview, preferred_language

FOLDER = Path(__file__).parents[1] / "page"

TYPES = ASSET_TYPES | {
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}
COMPRESSED = (".js", ".css", ".html", ".svg", ".wasm", ".json", ".jsonl", ".ftl", ".webmanifest")
"""Suffixes of files that are worth compressing."""

API_PATHS = ("api", "healthz", "readyz", "metrics")
"""First parts of paths that never belong to the page."""


IMMUTABLE = ("assets/", "games/")
"""Folders of files whose names contain a content hash."""

BUILD_STAMP = "built-from.txt"
"""A file of the build that is not served."""

SERVICE_WORKER = "sw.js"
"""The service worker. The build leaves placeholders for the list of files and their edition."""


@dataclass(frozen=True)
class StaticFile:
    """A file of the page."""

    data: bytes
    type: str
    gzipped: bytes | None = None
    """Compressed contents, if the build has made them."""

    @cached_property
    def etag(self) -> str:
        """ETag: a hash of the contents."""
        return f'"{hashlib.sha256(self.data).hexdigest()[:32]}"'

    @cached_property
    def compressed(self) -> bytes | None:
        """Compressed contents, if compressing is worthwhile."""
        worth = len(self.data) > 1000 and self.type in {TYPES[end] for end in COMPRESSED}
        return self.gzipped or (gzip.compress(self.data, 6, mtime=0) if worth else None)


class Page:
    """The static files, served where no route of the API matches."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files = {
            file.relative_to(folder).as_posix(): _read(file)
            for file in sorted(folder.rglob("*"))
            if file.is_file() and file.suffix != ".gz" and file.name != BUILD_STAMP
        }
        self.assets = {game.id: load_assets(game, folder) for game in games().values()}
        for one in self.assets.values():
            self.files |= {
                address[1:]: StaticFile(data, TYPES[Path(address).suffix]) for address, data in one.data.items()
            }
        self.files["games.json"] = StaticFile(json.dumps(self.games, ensure_ascii=False).encode(), TYPES[".json"])
        if SERVICE_WORKER in self.files:
            self.files[SERVICE_WORKER] = self._service_worker(self.files.pop(SERVICE_WORKER))

    @cached_property
    def games(self) -> list[dict[str, Any]]:
        """The catalogue: all games, with the URLs of their files."""
        return [
            {**describe(game), "brings": {"files": one.files, "needs": one.needs}}
            for game in games().values()
            for one in [self.assets[game.id]]
        ]

    def _service_worker(self, template: StaticFile) -> StaticFile:
        """The service worker with the list of files to cache. The edition is a hash of all files."""
        edition = hashlib.sha256("".join(name + file.etag for name, file in sorted(self.files.items())).encode())
        # Images of link previews are never shown by the page itself.
        images = {one.files.get("web/card.png", "/")[1:] for one in self.assets.values()}
        excluded = {"index.html", MANIFEST, *images}
        cached = [name for name in self.files if name not in excluded and not name.startswith("cards/")]
        names = ", ".join(json.dumps(f"/{name}") for name in sorted(cached))
        text = template.data.decode().replace("EDITION", edition.hexdigest()[:16]).replace('"FILES"', names)
        return StaticFile(text.encode(), template.type)

    async def respond(self, request: Request, store: Store | None, base: str) -> Response | None:
        """A static file; the page with its link preview for any other path that is opened as HTML; else None. `base`:
        the URL of the server, as players type it."""
        path = request.url.path.removeprefix("/")
        if request.method not in ("GET", "HEAD") or path.split("/")[0] in API_PATHS:
            return None
        if path in self.files and path != "index.html":
            return send(request, self.files[path], immutable=path.startswith(IMMUTABLE))
        if "." in path.rpartition("/")[2] or not accepts_html(request):
            return None
        if "index.html" not in self.files:
            return not_built(request)
        index = self.files["index.html"]
        images = {game: one.files.get("web/card.png") for game, one in self.assets.items()}
        preview = await link_preview(request.url.path, request.headers.get("accept-language", ""), store, images)
        data = insert_preview(preview, index.data.decode(), base, request.url.path).encode()
        return send(request, index if data == index.data else StaticFile(data, index.type))

    def write(self, folder: Path) -> None:
        """Write all files to a folder."""
        for name, file in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(file.data)


def accepts_html(request: Request) -> bool:
    """Whether a request accepts HTML: a browser, or a program that accepts anything."""
    accepted = request.headers.get("accept", "*/*")
    return "text/html" in accepted or "*/*" in accepted


def _read(file: Path) -> StaticFile:
    beside = file.with_name(f"{file.name}.gz")
    gzipped = beside.read_bytes() if beside.exists() else None
    return StaticFile(file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"), gzipped)


def send(request: Request, file: StaticFile, immutable: bool = False) -> Response:
    """A response with a file, compressed if the client accepts that. Files that are not `immutable` are revalidated by
    ETag on every request."""
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if immutable else "no-cache",
        "etag": file.etag,
        "vary": "accept-encoding" if immutable else "accept-encoding, accept-language",
    }
    if file.etag in [etag.strip().removeprefix("W/") for etag in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    encodings = [one.strip() for one in request.headers.get("accept-encoding", "").lower().split(",")]
    if file.compressed is not None and "gzip" in encodings:
        headers["content-encoding"] = "gzip"
        return Response(file.compressed, headers=headers, media_type=file.type)
    return Response(file.data, headers=headers, media_type=file.type)


def not_built(request: Request) -> Response:
    """The response to a browser if the page was not built."""
    language = preferred_language(request.headers.get("accept-language", ""))
    sentence = html.escape(words(language)("page-not-built", command="python3 dev.py play"))
    text = f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Ludothèque</title><p>{sentence}</p>'
    return Response(text, 503, headers={"cache-control": "no-store"}, media_type=TYPES[".html"])


if __name__ == "__main__":
    Page().write(Path(sys.argv[1]))
