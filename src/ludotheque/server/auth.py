"""Guests have a name and a secret of 256 bits, no account. Only the hash of the secret is stored. Guests with a handle
may add a passphrase, of which an Argon2 hash is stored."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from ..store import Store
from .messages import refusal

if TYPE_CHECKING:
    from argon2 import PasswordHasher

T = TypeVar("T")

COOKIE = "ludotheque"
MIN_PASSPHRASE = 12
"""Minimum length of a passphrase, in characters."""
MAX_PASSPHRASE = 256
HASHES_AT_ONCE = 2
"""How many passphrases are hashed at once: each takes 19 MiB."""
HASHES_WAITING = 20
"""How many more may wait for that."""


def new_secret() -> str:
    """A new random secret."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> bytes:
    """The stored hash of a secret. A fast hash is enough because secrets are random."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def secret_id(secret_hash: bytes) -> str:
    """A public id of a secret for lists, derived from its hash."""
    return hashlib.sha256(secret_hash).hexdigest()[:16]


async def create_guest(store: Store, name: str) -> tuple[str, str]:
    """Create a guest; id and secret."""
    secret = new_secret()
    return await store.new_guest(name, hash_secret(secret)), secret


# -- Passphrases -------------------------------------------------------------------------------------------------------


def normal_passphrase(passphrase: str) -> str:
    """A passphrase as it is hashed: devices type the same text as different code points."""
    return unicodedata.normalize("NFKC", passphrase).strip()


def check_passphrase(passphrase: str) -> str:
    """A passphrase as it is hashed. ValueError if it is too short; nothing else is required."""
    passphrase = normal_passphrase(passphrase)
    if len(passphrase) < MIN_PASSPHRASE:
        raise ValueError(f"a passphrase has at least {MIN_PASSPHRASE} characters")
    return passphrase


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher  # slow to import, and seldom needed

    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)  # OWASP's recommendation


@cache
def _nobodys_hash() -> str:
    """A hash that no passphrase has."""
    return _hasher().hash(new_secret())


def _matches(passphrase: str, passphrase_hash: str | None) -> bool:
    """Whether a passphrase has this hash. Without a hash, False after the same time."""
    from argon2.exceptions import VerificationError

    wrong = _nobodys_hash()
    try:
        _hasher().verify(passphrase_hash or wrong, normal_passphrase(passphrase).encode("utf-8", "surrogatepass"))
    except VerificationError:
        return False
    return passphrase_hash is not None


class Passphrases:
    """Hashes passphrases in threads, few at once because each takes memory and time."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(HASHES_AT_ONCE)
        self._asked = 0

    async def hash(self, passphrase: str) -> str:
        """The hash of a valid passphrase."""
        return await self._run(lambda: _hasher().hash(passphrase.encode("utf-8", "surrogatepass")))

    async def match(self, passphrase: str, passphrase_hash: str | None) -> bool:
        """Whether a passphrase has this hash; False for None, which takes the same time."""
        return await self._run(lambda: _matches(passphrase, passphrase_hash))

    async def _run(self, work: Callable[[], T]) -> T:
        if self._asked >= HASHES_AT_ONCE + HASHES_WAITING:
            raise refusal("too_many", limit="passphrases")
        self._asked += 1
        try:
            async with self._turns:
                return await asyncio.to_thread(work)
        finally:
            self._asked -= 1
