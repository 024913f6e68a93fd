"""Fixtures: Chromium, a server, and visitors."""

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.server import Server, Visitor, browsing, serving


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, started for each file: while Playwright runs, no other test can use asyncio."""
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is not installed (Debian, Ubuntu: apt-get install chromium)")
    with browsing() as one:
        yield one


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all browser tests. Every visitor is a different guest."""
    with serving() as one:
        yield one


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """A function that opens visitors; at the end none of them may have recorded an error."""
    visitors: list[Visitor] = []

    def come(**device: object) -> Visitor:
        visitors.append(Visitor(browser, server.url, **device))  # type: ignore[arg-type]
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()
