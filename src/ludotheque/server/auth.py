"""Guests: a name, a secret of 256 bits, no account. Only the secret's hash is stored."""

from __future__ import annotations

import hashlib
import secrets

from ..store import Store

COOKIE = "ludotheque"


def new_secret() -> str:
    """A new secret."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> bytes:
    """What is stored of a secret. (It is random, so a fast hash is as good as a slow one.)"""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def name_of_secret(secret_hash: bytes) -> str:
    """How a secret is called where it is listed: from what is stored of it, and not to be guessed back."""
    return hashlib.sha256(secret_hash).hexdigest()[:16]


async def make_guest(store: Store, name: str) -> tuple[str, str]:
    """A new guest: id and secret."""
    secret = new_secret()
    return await store.new_guest(name, hash_of(secret)), secret
