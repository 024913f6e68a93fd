"""Guests come back by handle and passphrase."""

import asyncio
import io
import json
import threading
import zipfile
from pathlib import Path

import httpx
import pytest

from ludotheque.engine.errors import Refusal
from ludotheque.server import auth
from ludotheque.server.auth import Passphrases, check_passphrase
from ludotheque.server.limits import PASSPHRASES_PER_ADDRESS, PASSPHRASES_PER_HANDLE, Limits
from ludotheque.server.settings import Settings
from ludotheque.store import open_store

PASSPHRASE = "seven grey herons"
OPEN = {"daily": 1, "passphrases_per_hour": 1000}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def served(request, tmp_path_factory, tools):
    """A server on each kind of database, with its database."""
    if request.param == "sqlite":
        database = str(tmp_path_factory.mktemp("passphrase") / "tables.sqlite")
    else:
        database = request.getfixturevalue("postgres")()
    server = tools.server(database, **OPEN)
    yield server
    assert server.stop() == 0
    assert server.incidents() == []


@pytest.fixture
def guest(served):
    """Creates guests, with a handle and a passphrase, and closes them."""
    made = []

    def make(name, handle=None, passphrase=None):
        client = served.guest(name)
        made.append(client)
        if handle is not None:
            assert client.post("/api/me/handle", json={"handle": handle}).status_code == 200
        if passphrase is not None:
            assert put(client, passphrase).status_code == 204
        return client

    yield make
    for client in made:
        client.delete("/api/me")  # frees the handle
        client.close()


def put(client, passphrase):
    return client.put("/api/me/passphrase", json={"passphrase": passphrase})


def come_back(server, handle, passphrase):
    """Come back on a new device."""
    return httpx.post(
        f"{server.url}/api/resume/passphrase", json={"handle": handle, "passphrase": passphrase}, timeout=30
    )


def code_of(answer):
    return answer.json()["error"]["code"]


def ways(client):
    return [one["kind"] for one in client.get("/api/me/secrets").json()]


def test_guest_comes_back_by_handle_and_passphrase(served, guest):
    ann = guest("Ann", "Ann of Arles", PASSPHRASE)
    back = come_back(served, "ann of arles", f"  {PASSPHRASE} ")
    assert back.status_code == 200
    assert back.json() == ann.get("/api/me").json()
    with httpx.Client(base_url=served.url, cookies=back.cookies) as phone:
        assert phone.get("/api/me").json() == ann.get("/api/me").json()
        assert ways(phone) == ["device", "device", "passphrase"]
        assert phone.get("/api/me/handle").json() == {"handle": "Ann of Arles", "offered": True}


def test_page_requires_the_same_length():
    text = (Path(__file__).parents[2] / "web" / "api" / "passphrase.ts").read_text()
    assert f"MIN_PASSPHRASE = {auth.MIN_PASSPHRASE};" in text


def test_same_text_typed_by_other_code_points_is_the_same_passphrase(served, guest):
    guest("Zoe", "Zoe", "une pie s\u2019e\u0301lance")
    assert come_back(served, "Zo\u00e9", "une pie s\u2019\u00e9lance").status_code == 200


def test_without_a_handle_there_is_no_passphrase(guest):
    ann = guest("Ann")
    assert code_of(put(ann, PASSPHRASE)) == "no_handle"
    assert ann.get("/api/me/handle").json() == {"handle": None, "offered": True}


def test_short_passphrase_is_refused_and_any_other_is_accepted(guest):
    ann = guest("Ann", "Ann")
    for short in ("", "eleven char", "            "):
        answer = put(ann, short)
        assert code_of(answer) == "malformed"
        assert not short.strip() or short not in answer.text
    for fine in ("aaaaaaaaaaaa", "😀" * 12, "x" * auth.MAX_PASSPHRASE):
        assert put(ann, fine).status_code == 204
    assert code_of(put(ann, "x" * (auth.MAX_PASSPHRASE + 1))) == "malformed"


def test_answer_does_not_tell_what_is_wrong(served, guest):
    guest("Ann", "Ann", PASSPHRASE)
    guest("Bob", "Bob")
    answers = [come_back(served, handle, "a wrong passphrase") for handle in ("Ann", "Bob", "Nobody", "")]
    answers.append(come_back(served, "Ann", ""))
    assert {(one.status_code, code_of(one)) for one in answers} == {(403, "wrong_passphrase")}
    assert len({one.text for one in answers}) == 1
    assert all("set-cookie" not in one.headers for one in answers)


def test_every_attempt_verifies_one_hash(monkeypatch):
    """Also if there is none: so the time tells nothing."""
    verified = []
    real = auth._hasher()

    class Hasher:
        def verify(self, stored, passphrase):
            verified.append(stored)
            return real.verify(stored, passphrase)

    stored = real.hash(PASSPHRASE)
    assert stored.startswith("$argon2id$")
    nobodys = auth._nobodys_hash()
    assert nobodys.rpartition("$")[0].rpartition("$")[0] == stored.rpartition("$")[0].rpartition("$")[0], "same cost"
    monkeypatch.setattr(auth, "_hasher", Hasher)

    async def main():
        passphrases = Passphrases()
        assert await passphrases.match(PASSPHRASE, stored)
        assert not await passphrases.match("a wrong passphrase", stored)
        assert not await passphrases.match(PASSPHRASE, None)

    asyncio.run(main())
    assert verified == [stored, stored, nobodys]


def test_passphrase_is_changed_and_removed(served, guest):
    ann = guest("Ann", "Ann", PASSPHRASE)
    assert put(ann, "another passphrase").status_code == 204
    assert code_of(come_back(served, "Ann", PASSPHRASE)) == "wrong_passphrase"
    assert come_back(served, "Ann", "another passphrase").status_code == 200
    assert ann.delete("/api/me/passphrase").status_code == 204
    assert code_of(come_back(served, "Ann", "another passphrase")) == "wrong_passphrase"
    assert "passphrase" not in ways(ann)
    assert put(ann, PASSPHRASE).status_code == 204
    assert ann.delete("/api/me/secrets/passphrase").status_code == 204, "as any other way to come back"
    assert code_of(ann.delete("/api/me/secrets/passphrase")) == "no_such_secret"
    assert code_of(come_back(served, "Ann", PASSPHRASE)) == "wrong_passphrase"


def test_passphrase_goes_with_a_new_handle_but_needs_one(served, guest):
    ann = guest("Ann", "Ann", PASSPHRASE)
    ann.delete("/api/me/handle")
    assert code_of(come_back(served, "Ann", PASSPHRASE)) == "wrong_passphrase"
    bob = guest("Bob", "Ann")
    assert code_of(come_back(served, "Ann", PASSPHRASE)) == "wrong_passphrase", "it is Bob's handle now"
    assert ann.post("/api/me/handle", json={"handle": "Hannah"}).status_code == 200
    assert come_back(served, "Hannah", PASSPHRASE).json()["guest"] == ann.get("/api/me").json()["guest"]
    assert "passphrase" not in ways(bob)


def test_export_tells_that_there_is_a_passphrase_and_forgetting_erases_it(served, guest):
    ann = guest("Ann", "Ann", PASSPHRASE)
    archive = zipfile.ZipFile(io.BytesIO(ann.get("/api/me/export").content))
    about = json.loads(archive.read("me.json"))
    assert [one["kind"] for one in about["secrets"]] == ["device", "passphrase"]
    texts = b"".join(archive.read(name) for name in archive.namelist())
    assert b"argon2" not in texts
    assert PASSPHRASE.encode() not in texts
    assert ann.delete("/api/me").status_code == 204
    assert code_of(come_back(served, "Ann", PASSPHRASE)) == "wrong_passphrase"


def test_store_holds_one_hash_a_guest_and_deletes_it_with_them(database):
    async def main():
        store = await open_store(database)
        ann, bob = await store.new_guest("Ann", b"1" * 32), await store.new_guest("Bob", b"2" * 32)
        for one, handle in ((ann, "ann"), (bob, "bob")):
            await store.daily.take_handle(one, handle, handle)
            await store.set_passphrase(one, "old")
            await store.set_passphrase(one, f"hash of {handle}")
        found = await store.guest_by_handle("ann")
        assert found is not None
        assert (found[0].id, found[1]) == (ann, "hash of ann")
        assert await store.passphrase_made(ann) is not None
        await store.forget(ann)
        assert await store.passphrase_made(ann) is None
        with pytest.raises(KeyError):
            await store.set_passphrase(ann, "after deletion")
        with pytest.raises(KeyError):
            await store.set_passphrase("nobody", "hash")
        await store.delete_guests([bob])
        assert await store.guest_by_handle("bob") is None
        assert await store.passphrase_made(bob) is None
        assert not await store.drop_passphrase(bob)
        await store.close()

    asyncio.run(main())


# -- Limits -----------------------------------------------------------------------------------------------------------


def tries(limits, address, handle, most=100_000):
    """How many attempts are let through, one after the other."""
    for count in range(most):
        try:
            limits.hit_passphrase(address, handle)
        except Refusal:
            return count
    return most


def test_one_address_cannot_use_up_the_attempts_at_a_handle():
    limits = Limits(Settings(passphrases_per_hour=5))
    assert tries(limits, "192.0.2.1", "ann") == 5
    assert tries(limits, "192.0.2.2", "ann", 5) == 5, "elsewhere its owner still comes in"
    assert tries(limits, "192.0.2.1", "bob", 5) == 5, "and others at this address"


def test_one_address_tries_few_passphrases_of_all_handles():
    limits = Limits(Settings(passphrases_per_hour=5))
    assert sum(tries(limits, "2001:db8::1", f"h{number}", 1) for number in range(100)) == 5 * PASSPHRASES_PER_ADDRESS
    assert tries(limits, "2001:db8::2", "ann") == 0, "an IPv6 network counts as one address"


def test_many_addresses_together_try_few_passphrases_of_a_handle():
    limits = Limits(Settings(passphrases_per_hour=5))
    assert sum(tries(limits, f"192.0.2.{number}", "ann") for number in range(100)) == 5 * PASSPHRASES_PER_HANDLE


def test_attempts_over_the_limit_are_refused_before_anything_is_hashed(tmp_path, tools):
    server = tools.server(tmp_path / "tables.sqlite", daily=1, passphrases_per_hour=2)
    codes = [code_of(come_back(server, "Ann", PASSPHRASE)) for _ in range(4)]
    assert codes == ["wrong_passphrase"] * 2 + ["too_many"] * 2
    assert server.stop() == 0


def test_few_passphrases_are_hashed_at_once_and_few_wait():
    running, most, together = 0, 0, threading.Barrier(auth.HASHES_AT_ONCE)

    def work():
        nonlocal running, most
        running += 1
        most = max(most, running)
        together.wait(30)  # holds its thread, as hashing does
        running -= 1

    async def main():
        passphrases = Passphrases()
        asked = [passphrases._run(work) for _ in range(auth.HASHES_AT_ONCE + auth.HASHES_WAITING + 5)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(one, Refusal) for one in answers) == 5
        assert await passphrases.match(PASSPHRASE, await passphrases.hash(check_passphrase(PASSPHRASE)))

    asyncio.run(main())
    assert most == auth.HASHES_AT_ONCE
