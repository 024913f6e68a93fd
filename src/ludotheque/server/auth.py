"""Guests have a name and a secret of 256 bits, no account. Only the hash of the secret is stored."""

from __future__ import annotations

import hashlib
import secrets

from ..store import Store

COOKIE = "ludotheque"


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
