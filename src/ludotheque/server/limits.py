"""Rate limits per address, guest or socket. Counted in memory of this process."""

from __future__ import annotations

import time

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from .messages import refusal
from .settings import Settings
from .telemetry import DROPPED


class Limits:
    """The limits of a process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._window = MovingWindowRateLimiter(MemoryStorage())
        self._sockets: dict[str, int] = {}

    def hit(self, name: str, *keys: str) -> None:
        """Count one use of a setting whose name ends in ``_per_minute``, for these keys; refused if it is too many."""
        if not self._window.hit(RateLimitItemPerMinute(getattr(self._settings, name)), name, *keys):
            DROPPED.labels(name).inc()
            raise refusal("too_many", limit=name)

    def open_socket(self, address: str) -> bool:
        """Whether this address may open one more socket; if so, it is counted."""
        count = self._sockets.get(address, 0)
        if count >= self._settings.sockets_per_address:
            return False
        self._sockets[address] = count + 1
        return True

    def close_socket(self, address: str) -> None:
        """A counted socket was closed."""
        count = self._sockets.get(address, 0) - 1
        if count > 0:
            self._sockets[address] = count
        else:
            self._sockets.pop(address, None)


class TokenBucket:
    """A token bucket: `rate` tokens per second, and at most `burst` seconds' worth of them saved."""

    def __init__(self, rate: float, burst: float = 3.0) -> None:
        self.rate, self.size = rate, rate * burst
        self.level, self.when = self.size, time.monotonic()

    def take(self, price: float = 1) -> bool:
        """Take `price` tokens; False if there are too few. The price is capped at half of the size."""
        now = time.monotonic()
        self.level = min(self.size, self.level + (now - self.when) * self.rate)
        self.when = now
        price = min(price, max(1, self.size / 2))
        if self.level < price:
            return False
        self.level -= price
        return True
