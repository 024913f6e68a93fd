"""What a seat may see of micropul: the layout, every count, and its own hand (M-70)."""

from __future__ import annotations

from typing import Any

from ...core.bits import nth, size
from ...core.chance import Generator, below
from ...core.game import By, copy
from ...core.law import Setup, State
from . import rules
from .notation import corner
from .pieces import ALL_TILES, BLACK, CORNERS, N_TILES, TILES, TURNS, WHITE, kind, turned

RANKS = ((100, "master"), (90, "expert"), (75, "advanced"), (60, "normal"), (30, "beginner"))
"""The ranks of a game alone, by the points that they take (M-81)."""

KINDS = tuple(kind(tile) for tile in range(N_TILES))
_COLOURS = {WHITE: "white", BLACK: "black"}


def members(tiles: int) -> list[int]:
    """The members of a set, ascending."""
    return [member for member in range(int(tiles).bit_length()) if int(tiles) >> member & 1]


def rank(points: int) -> str | None:
    """M-81: the highest rank reached; None below the lowest."""
    return next((name for least, name in RANKS if points >= least), None)


def describe_tile(tile: int, turns: int = 0) -> dict[str, Any]:
    """A tile as it lies: its corners clockwise from the top left, and the centre of a big one."""
    return {"tile": tile, "turns": turns, "corners": turned(tile, turns), "centre": TILES[tile].centre}


def describe_corner(key: int) -> dict[str, Any]:
    """A corner of the table."""
    x, y, at = corner(key)
    return {"x": x, "y": y, "corner": CORNERS[at]}


def layout(state: State) -> list[dict[str, Any]]:
    """The laid tiles, in reading order."""
    laid = [
        {**describe_tile(tile, int(state.turns[tile])), "x": int(state.x[tile]), "y": int(state.y[tile])}
        for tile in members(state.laid)
    ]
    return sorted(laid, key=lambda tile: (tile["y"], tile["x"]))


def places(state: State) -> list[list[int]]:
    """The free places beside the layout, in reading order."""
    keys = [int(key) for key in state.place[: int(state.places)]]
    return [[(key & 127) - 64, (key >> 7) - 64] for key in keys]


def ways(state: State, tile: int) -> list[dict[str, Any]]:
    """Where a tile may be laid: each place with the turns that fit."""
    found = []
    for (x, y), fits in zip(places(state), state.fits.tolist(), strict=False):
        turns = [turn for turn in range(TURNS) if fits[turn] >> tile & 1]
        if turns:
            found.append({"x": x, "y": y, "turns": turns})
    return found


def stones(state: State) -> list[dict[str, Any]]:
    """The stones on the table: whose they are and where they lie."""
    return [
        {"seat": seat, **describe_corner(int(rules.key_of_corner(state, int(state.stone[seat, number]) - 1)))}
        for seat in range(rules.SEATS)
        for number in range(int(state.stones[seat]))
    ]


def groups(state: State) -> list[dict[str, Any]]:
    """M-50 to M-53: every group with its corners, in reading order of their first ones; that one names the group."""
    by_first: dict[int, list[int]] = {}
    for at, first in enumerate(state.group.tolist()):
        if first:
            by_first.setdefault(first - 1, []).append(at)
    owners: dict[int, list[int]] = {}
    for seat in range(rules.SEATS):
        for number in range(int(state.stones[seat])):
            owners.setdefault(int(state.group[int(state.stone[seat, number]) - 1]) - 1, []).append(seat)
    found = {}
    for first, its in by_first.items():
        keys = sorted(int(rules.key_of_corner(state, at)) for at in its)
        found[keys[0]] = {
            "colour": _COLOURS[turned(first // 4, int(state.turns[first // 4]))[first % 4]],
            "size": int(state.worth[first]),
            "open": bool(state.sides[first]),
            "sides": int(state.sides[first]),
            "stones": owners.get(first, []),
            "corners": [describe_corner(key) for key in keys],
        }
    return [found[key] for key in sorted(found)]


def points(setup: Setup, state: State, seat: int) -> dict[str, int]:
    """M-62: what a seat's score is made of."""
    hand, supply = size(state.hand[seat]), 2 * int(state.supply[seat])
    total = int(rules.score(setup, state, seat))
    return {"groups": total - hand - supply, "supply": supply, "hand": hand, "total": total}


def view(setup: Setup, state: State, seat: int | None) -> dict[str, Any]:
    """What a seat (None: a spectator) may see."""
    seats = range(int(setup.seats))
    own = 0 if seat is None else int(state.hand[seat])
    sheet = [points(setup, state, other) for other in seats]
    alone_and_over = len(seats) == 1 and state.ended != 0
    return {
        "turn": int(state.turn),
        "owed": int(state.owed),  # turns, the present one included
        "layout": layout(state),
        "places": places(state),
        "hand": [{**describe_tile(tile), "ways": ways(state, tile)} for tile in members(own)],
        "hands": [size(state.hand[other]) for other in seats],
        "supplies": [int(state.supply[other]) for other in seats],
        "core": int(state.core),
        "unknown": members(ALL_TILES & ~int(state.laid) & ~own),  # tiles that may be anywhere else
        "stones_left": [rules.STONES - int(state.stones[other]) for other in seats],
        "stones": stones(state),
        "groups": groups(state),
        "points": sheet,
        "scores": [its["total"] for its in sheet],
        "rank": rank(sheet[0]["total"]) if alone_and_over else None,
    }


def _deal(rng: Generator, pool: int, count: int) -> int:
    """A random set of so many tiles of a pool."""
    hand = 0
    for _ in range(count):
        tile = nth(pool & ~hand, below(rng, size(pool & ~hand)))
        hand |= 1 << int(tile)
    return hand


def redeal(setup: Setup, state: State, seat: int | None, rng: Generator) -> tuple[Setup, State]:
    """The same table, but with other tiles in the hands that the seat does not see.

    Who has just passed can lay nothing (M-63): such a hand is dealt from tiles that fit nowhere.
    """
    new = copy(state)
    seats = int(setup.seats)
    hidden = [other for other in range(seats) if other != seat]
    pool = int(state.unseen)
    for other in hidden:
        pool |= int(state.hand[other])
    fitting = 0
    for fits in state.fits.reshape(-1).tolist():
        fitting |= fits
    last = int(state.turn) if state.ended else (int(state.turn) - 1) % seats
    passed = [(last - number) % seats for number in range(int(state.passes))]
    for other in sorted(hidden, key=lambda other: other not in passed):
        dealt = _deal(rng, pool & ~fitting if other in passed else pool, size(state.hand[other]))
        new.hand[other] = dealt
        pool &= ~dealt
    new.unseen = pool
    return setup, new


def hides(setup: Setup, state: State, by: By, action: int, seat: int | None) -> bool:
    """M-70: which tile comes to a hand is for its owner alone."""
    if by != "chance":
        return False
    return seat != (int(state.turn) if action >= rules.REVEAL else action >> 6)


def masked(by: By, do: str) -> str | None:
    """M-70: that a tile came to a hand is public, which one is not."""
    return f"{do.rpartition(' ')[0]} ?"


def is_open(setup: Setup, state: State) -> bool:
    """When the game is over its whole record may be read."""
    return bool(state.ended)


def reveals(setup: Setup, before: State, after: State, seat: int) -> bool:
    """The seat has got a tile or seen one of the other's, has learnt that the other can do nothing, or all is told."""
    known, now_known = (int(state.hand[seat]) | int(state.laid) for state in (before, after))
    other_passed = after.passes > before.passes and before.turn != seat
    return bool(now_known & ~known or other_passed or (setup.seats > 1 and is_open(setup, after)))
