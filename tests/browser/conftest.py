"""Real browsers at a real server."""

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.house import House, Visitor, browsing, serving


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. Not for longer than a file: while Playwright is at work no other test can use asyncio."""
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is not installed (Debian, Ubuntu: apt-get install chromium)")
    with browsing() as one:
        yield one


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    """One server for all tests in browsers: each visitor is somebody else, and sees of others what anybody does."""
    with serving() as one:
        yield one


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Callable[..., Visitor]]:
    """Lets visitors in, and sees that nothing went wrong before any of them."""
    visitors: list[Visitor] = []

    def come(**device: object) -> Visitor:
        visitors.append(Visitor(browser, house.url, **device))  # type: ignore[arg-type]
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()
