"""Pebbles passes the contract suite, lacks nothing, and follows its own rules."""

from collections.abc import Callable

import pytest

from ludotheque import Event, game
from ludotheque.testing import CHECKS, Table, missing, tables

GAME = game("pebbles")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("table", tables(GAME), ids=str)
def test_contract(check: Callable[[Table], None], table: Table) -> None:
    check(table)


def test_nothing_is_missing() -> None:
    assert missing(GAME) == []


def test_the_player_who_takes_the_last_stone_wins() -> None:
    position = GAME.start(2, {"stones": 4})
    for event in (Event(0, "take 1"), Event(1, "take 3")):
        position = position.play(event)
    assert position.result is not None
    assert position.result.winners == [1]
