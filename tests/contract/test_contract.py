"""Every game keeps the contract, at tables that cover its seats and options."""

import zlib

import pytest

from ludotheque import all_games
from ludotheque.testing import (
    CHECKS,
    Table,
    compiled_and_interpreted_rules_agree,
    levels_use_only_the_masked_state,
    tables,
)

TABLES = [table for game in all_games().values() for table in tables(game)]


def smallest(game) -> Table:
    """The table with the fewest seats and no flags."""
    return tables(game)[0]


def most_of_everything(game) -> Table:
    """The table with the most seats and flags."""
    return tables(game)[-1]


QUICK = {(str(smallest(game)), check) for game in all_games().values() for check in CHECKS[:4]}
EXTREMES = {str(table) for game in all_games().values() for table in (smallest(game), most_of_everything(game))}


def marks(check, table):
    """The marks of a case. Bots look at masked states, which other checks compare at every table."""
    if check is levels_use_only_the_masked_state and str(table) not in EXTREMES:
        return [pytest.mark.long]
    return [pytest.mark.quick] if (str(table), check) in QUICK else []


CASES = [
    pytest.param(check, table, id=f"{table}-{check.__name__}", marks=marks(check, table))
    for table in TABLES
    for check in CHECKS
]


@pytest.mark.parametrize(("check", "table"), CASES)
def test_contract(check, table):
    check(table)


@pytest.mark.parametrize("table", [most_of_everything(game) for game in all_games().values()], ids=str)
def test_both_speeds_agree(table):
    compiled_and_interpreted_rules_agree(table)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_both_speeds_agree_at_every_table(table):
    compiled_and_interpreted_rules_agree(table)


@pytest.mark.long
@pytest.mark.parametrize("table", [most_of_everything(game) for game in all_games().values()], ids=str)
def test_rules_compiled_by_numba_agree(table):
    compiled_and_interpreted_rules_agree(table, ("jit", "library"))


def peeking_action(position, seat, level, style, filled):
    """A legal action that depends on everything in the position, hidden facts included."""
    legal = position.mask(seat).legal_actions
    return legal[zlib.crc32(position.setup.tobytes() + position.state.tobytes()) % len(legal)]


@pytest.mark.parametrize("name", ["take_it_easy", "micropul", "polygons"])
def test_a_bot_that_peeks_is_caught(name):
    table = most_of_everything(all_games()[name])
    with pytest.raises(AssertionError, match="hidden facts change its choice"):
        levels_use_only_the_masked_state(table, peeking_action)
