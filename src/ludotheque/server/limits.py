"""Rate limits and budgets per guest, address or socket. Counted in memory of this process."""

from __future__ import annotations

import ipaddress
import time
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakValueDictionary

from limits import RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from .messages import refusal
from .settings import Settings
from .telemetry import dropped

DAY = 86_400
BUCKETS_KEPT = 4096
"""Full buckets are discarded when there are more than this many."""
GUESTS_PER_ADDRESS = 10
"""The sockets of all guests at one address may be this many times `sockets_per_address`."""
PASSPHRASES_PER_ADDRESS = 3
"""Passphrases may be tried from one address this many times `passphrases_per_hour`, for all handles together."""
PASSPHRASES_PER_HANDLE = 10
"""Passphrases of one handle may be tried from all addresses together this many times `passphrases_per_hour`."""
TABLE_PRICE = 10
"""Entries as which a new table counts."""


class Asker(NamedTuple):
    """Who sends a request. Limits count by guest; the address counts only if there is none."""

    address: str
    guest: str | None = None

    @property
    def key(self) -> str:
        """What its requests are counted by."""
        return self.guest if self.guest is not None else f"address {network_of(self.address)}"


@lru_cache(4096)
def network_of(address: str) -> str:
    """The address itself; of an IPv6 address its first 64 bits, because a client can use all addresses with these."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if found.version == 4 else str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


class TokenBucket:
    """A token bucket: `rate` tokens per second, and at most `burst` seconds' worth of them saved."""

    def __init__(self, rate: float, burst: float = 3.0) -> None:
        self.rate, self.size = rate, rate * burst
        self.level, self.when = self.size, time.monotonic()

    def refill(self) -> float:
        """Add the tokens of the time since the last call; the number of tokens."""
        now = time.monotonic()
        self.level = min(self.size, self.level + (now - self.when) * self.rate)
        self.when = now
        return self.level

    def take(self, price: float = 1) -> bool:
        """Take `price` tokens; False if there are too few. The price is capped at half of the size."""
        price = min(price, max(1, self.size / 2))
        if self.refill() < price:
            return False
        self.level -= price
        return True

    def spend(self, price: float) -> bool:
        """Take `price` tokens, on credit if there are too few; False if there are none at all."""
        if self.refill() <= 0:
            return False
        self.level -= price
        return True


class Limits:
    """The limits of a process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._window = MovingWindowRateLimiter(MemoryStorage())
        self._sockets: dict[str, int] = {}
        self._requests: dict[str, TokenBucket] = {}
        self._messages: WeakValueDictionary[str, TokenBucket] = WeakValueDictionary()
        self._today = 0
        self._entries: dict[str, int] = {}
        """Entries of each guest since the last midnight (UTC)."""

    def hit(self, name: str, asker: Asker, *keys: str) -> None:
        """Count one use of a setting whose name ends in ``_per_minute``, for the asker and these keys; refused if it is
        too many."""
        if not self._window.hit(RateLimitItemPerMinute(getattr(self._settings, name)), name, asker.key, *keys):
            dropped(name, asker.address)
            raise refusal("too_many", limit=name)

    def hit_passphrase(self, address: str, handle: str) -> None:
        """Count one attempt to come back with a passphrase; refused if there were too many.

        The first limit lets nobody use up the attempts at a handle from one address, so its owner elsewhere is not
        locked out; the last one makes guessing from many addresses hopeless.
        """
        name, network = "passphrases_per_hour", network_of(address)
        few = self._settings.passphrases_per_hour
        for count, keys in (
            (few, (network, handle)),
            (PASSPHRASES_PER_ADDRESS * few, (network,)),
            (PASSPHRASES_PER_HANDLE * few, ("all", handle)),
        ):
            if not self._window.hit(RateLimitItemPerHour(count), name, *keys):
                dropped(name, address)
                raise refusal("too_many", limit=name)

    def charge(self, asker: Asker, price: float) -> None:
        """Take the price of a request from the asker's budget. It is refused once the budget is used up; one request
        may exceed it, because the price of some is known only afterwards."""
        bucket = self._requests.get(asker.key)
        name = "address_requests_per_minute" if asker.guest is None else "guest_requests_per_minute"
        if bucket is None:
            if len(self._requests) >= BUCKETS_KEPT:
                self._requests = {key: one for key, one in self._requests.items() if one.refill() < one.size}
            bucket = self._requests[asker.key] = TokenBucket(getattr(self._settings, name) / 60, 60)
        if not bucket.spend(price):
            dropped(name, asker.address)
            raise refusal("too_many", limit=name)

    def message_bucket(self, guest: str) -> TokenBucket:
        """The budget for messages that all sockets of a guest share."""
        bucket = self._messages.get(guest)
        if bucket is None:
            bucket = self._messages[guest] = TokenBucket(self._settings.messages_per_second)
        return bucket

    # -- Entries -------------------------------------------------------------------------------------------------------

    def check_entries(self, guest: str | None) -> None:
        """Refuse if a guest has written as many entries today as is allowed."""
        if self._entries.get(guest or "", 0) >= self._settings.entries_per_day and self._today == time.time() // DAY:
            raise refusal("too_many", limit="entries_per_day")

    def count_entries(self, guest: str | None, count: int) -> None:
        """Count entries that a guest has caused to be written."""
        today = int(time.time() // DAY)
        if today != self._today:
            self._today, self._entries = today, {}
        self._entries[guest or ""] = self._entries.get(guest or "", 0) + count

    # -- Sockets -------------------------------------------------------------------------------------------------------

    def open_socket(self, address: str) -> bool:
        """Whether this address may open one more socket that has not said hello; if so, it is counted."""
        return self._count_socket(Asker(address).key, self._settings.sockets_per_address)

    def open_socket_of_guest(self, asker: Asker) -> bool:
        """Whether this guest may have one more socket; if so, it is counted for the guest instead of the address."""
        shared = f"guests at {network_of(asker.address)}"
        if not self._count_socket(shared, GUESTS_PER_ADDRESS * self._settings.sockets_per_address):
            return False
        if not self._count_socket(asker.key, self._settings.sockets_per_guest):
            self._uncount_socket(shared)
            return False
        self._uncount_socket(Asker(asker.address).key)
        return True

    def close_socket(self, asker: Asker) -> None:
        """A counted socket was closed."""
        self._uncount_socket(asker.key)
        if asker.guest is not None:
            self._uncount_socket(f"guests at {network_of(asker.address)}")

    def _count_socket(self, key: str, most: int) -> bool:
        count = self._sockets.get(key, 0)
        if count >= most:
            return False
        self._sockets[key] = count + 1
        return True

    def _uncount_socket(self, key: str) -> None:
        count = self._sockets.get(key, 0) - 1
        if count > 0:
            self._sockets[key] = count
        else:
            self._sockets.pop(key, None)
