"""How much one address, guest or socket may ask for. Counted in memory only, and forgotten after a minute."""

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

    def hit(self, name: str, *who: str) -> None:
        """Count one use of a setting whose name ends in ``_per_minute``; refused if it is too much."""
        if not self._window.hit(RateLimitItemPerMinute(getattr(self._settings, name)), name, *who):
            DROPPED.labels(name).inc()
            raise refusal("too_many", limit=name)

    def open_socket(self, address: str) -> bool:
        """Whether this address may open one more socket; if so it is counted."""
        count = self._sockets.get(address, 0)
        if count >= self._settings.sockets_per_address:
            return False
        self._sockets[address] = count + 1
        return True

    def close_socket(self, address: str) -> None:
        """A socket is closed."""
        count = self._sockets.get(address, 0) - 1
        if count > 0:
            self._sockets[address] = count
        else:
            self._sockets.pop(address, None)


class Bucket:
    """A token bucket: `rate` a second in the long run, with `saved` seconds' worth at once."""

    def __init__(self, rate: float, saved: float = 3.0) -> None:
        self.rate, self.size = rate, rate * saved
        self.level, self.when = self.size, time.monotonic()

    def take(self, price: float = 1) -> bool:
        """Whether there is so much more; half of what can be saved is the most that anything costs."""
        now = time.monotonic()
        self.level = min(self.size, self.level + (now - self.when) * self.rate)
        self.when = now
        price = min(price, max(1, self.size / 2))
        if self.level < price:
            return False
        self.level -= price
        return True
