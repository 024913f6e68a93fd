"""The page's files, as the page's build has left them in the folder ``page`` beside this module.

They are read once, when the server starts: few, small, and nothing that a request names is ever looked up on disk.
"""

from __future__ import annotations

import hashlib
import html
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from ..locale import words
from ..store import Store
from .cards import card_of, language_of, written

FOLDER = Path(__file__).parent / "page"

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".bin": "application/octet-stream",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}

OURS = ("api", "healthz", "readyz", "metrics")
"""The first parts of paths that are never the page's."""


@dataclass(frozen=True)
class File:
    """A file of the page."""

    data: bytes
    compressed: bytes | None
    type: str
    tag: str
    """Changes whenever the contents do."""


class Page:
    """What is served where no path of the service is."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files = {
            file.relative_to(folder).as_posix(): _read(file)
            for file in sorted(folder.rglob("*"))
            if file.is_file() and file.suffix != ".gz"
        }

    async def answer(self, request: Request, store: Store | None, base: str) -> Response | None:
        """A file of the page; the page itself, with its card, for any other path that somebody opens; None for
        everything else. `base` is the address of the house, as players type it."""
        path = request.url.path.removeprefix("/")
        if request.method not in ("GET", "HEAD") or path.split("/")[0] in OURS:
            return None
        if path in self.files and path != "index.html":
            return send(request, self.files[path], "assets" if path.startswith("assets/") else "file")
        if "." in path.rpartition("/")[2] or not wants_page(request):
            return None
        if "index.html" not in self.files:
            return not_built(request)
        index = self.files["index.html"]
        card = await card_of(request.url.path, request.headers.get("accept-language", ""), store)
        data = written(card, index.data.decode(), base, request.url.path).encode()
        return send(request, index if data == index.data else File(data, None, index.type, tag_of(data)), "file")


def wants_page(request: Request) -> bool:
    """Whether somebody asks for something to look at: a browser, or a program that takes anything."""
    accepted = request.headers.get("accept", "*/*")
    return "text/html" in accepted or "*/*" in accepted


def tag_of(data: bytes) -> str:
    """A name for these contents."""
    return f'"{hashlib.sha256(data).hexdigest()[:32]}"'


def _read(file: Path) -> File:
    data = file.read_bytes()
    beside = file.with_name(f"{file.name}.gz")
    return File(
        data,
        beside.read_bytes() if beside.exists() else None,
        TYPES.get(file.suffix, "application/octet-stream"),
        tag_of(data),
    )


def send(request: Request, file: File, kept: str) -> Response:
    """A file, compressed where that is understood. `kept` as one of the assets, whose names change with what is in
    them, it is never asked for again; any other is, each time, but not sent again unless it has changed."""
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if kept == "assets" else "no-cache",
        "etag": file.tag,
        "vary": "accept-encoding" if kept == "assets" else "accept-encoding, accept-language",
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
