"""What a seat may see of Polygons: everything but the pieces that are still wholly hidden in the box (P-13).

All seats and spectators see the same. Of a piece that nobody has seen yet nothing is told, not even in passing: where
others lie is told relative to seen pieces only, and the order of painting is made from those too.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.chance import Generator, below
from ...core.game import By, copy
from ...core.law import Setup, State
from . import rules
from .pieces import COLOURS, COPIES, KINDS, PIECES, SHAPES, colour_of, shape_of
from .sampler import put_relations

STAGES = ("box", "first", "take", "after", "over")
POWERS = ("exchange", "steal", "discard")


def seen_pieces(setup: Setup, state: State) -> NDArray[np.bool_]:
    """P-13: which pieces have come to light: some set that hid a spot of it has left the box altogether.

    Pieces only ever leave the box, so what is seen once stays seen.
    """
    bare = ((setup.sight[: setup.sight_from[PIECES]] & state.box) == 0).all(axis=1)
    return np.logical_or.reduceat(bare, setup.sight_from[:PIECES])


def name_piece(kinds: list[int], piece: int) -> dict[str, Any]:
    """A piece that has been seen."""
    kind = kinds[piece]
    return {"id": piece, "shape": SHAPES[shape_of(kind)], "colour": COLOURS[colour_of(kind)]}


def members(words: NDArray[np.int64]) -> list[int]:
    """The pieces of a set, ascending."""
    return np.flatnonzero(rules.as_truths(words)).tolist()


def levels_of(over: dict[int, list[int]]) -> dict[int, int]:
    """An order of painting for pieces of which it is known what lies over them: 1 for those that lie on no other."""
    under: dict[int, list[int]] = {piece: [] for piece in over}
    for piece, higher in over.items():
        for other in higher:
            under[other].append(piece)

    @cache
    def level(piece: int) -> int:
        return 1 + max(map(level, under[piece]), default=0)

    return {piece: level(piece) for piece in over}


def view_size(setup: Setup, seen: NDArray[np.bool_]) -> list[int]:
    """Width and height of the box; where the box does not say, of what has been seen of it."""
    return setup.extent.tolist() if setup.extent[0] else setup.outlines[seen].max(axis=(0, 1)).tolist()


def view_box(setup: Setup, state: State) -> dict[str, Any]:
    """The box from above: the pieces in it that show, what lies over what among them, and how many do not show."""
    seen = seen_pieces(setup, state)
    inside = rules.as_truths(state.box)[0]
    accessible = rules.as_truths(state.accessible)[0]
    shown = seen & inside
    above = rules.as_truths(setup.above) & shown
    over = {piece: np.flatnonzero(above[piece]).tolist() for piece in np.flatnonzero(shown).tolist()}
    levels = levels_of(over)
    kinds = setup.kinds.tolist()
    outlines, outline_corners = setup.outlines, setup.outline_corners
    faces, face_corners = setup.faces, setup.face_corners
    pieces = []
    for piece, higher in over.items():
        entry = name_piece(kinds, piece) | {
            "accessible": bool(accessible[piece]),
            "above": higher,
            "frees": [] if higher else [other for other, them in over.items() if them == [piece]],
            "level": levels[piece],
            "outline": outlines[piece, : outline_corners[piece]].tolist(),
            "face": faces[piece, : face_corners[piece]].tolist(),
        }
        pieces.append(entry)
    known = np.bincount(setup.kinds[seen], minlength=KINDS)
    return {
        "size": view_size(setup, seen),
        "left": int(inside.sum()),
        "pieces": pieces,
        "unseen": int((~seen).sum()),
        "unseen_kinds": [  # by counting: five of each kind, less those that everybody has seen
            {"shape": SHAPES[shape_of(kind)], "colour": COLOURS[colour_of(kind)], "count": COPIES - int(known[kind])}
            for kind in range(KINDS)
            if known[kind] < COPIES
        ],
    }


def view_player(setup: Setup, state: State, seat: int) -> dict[str, Any]:
    """What lies before a player. Which tokens they won is public to whoever has counted (P-26)."""
    kinds = setup.kinds.tolist()
    powers = ("give", *POWERS[1:]) if rules.gives(setup) else POWERS
    return {
        "collection": [name_piece(kinds, piece) for piece in members(state.collection[seat])],
        "tokens": [worth for worth in (2, 3, 4) for _ in range(int(state.won[seat, worth - 2]))],
        "powers": [power for at, power in enumerate(powers) if int(state.powers[seat]) >> at & 1],
        "score": int(rules.score(setup, state, seat)),
    }


def view(setup: Setup, state: State, seat: int | None) -> dict[str, Any]:
    """What a seat (None: a spectator) may see."""
    stage = int(state.stage)
    playing = stage in (rules.TAKE_STAGE, rules.AFTER_STAGE)
    return {
        "stage": STAGES[stage],
        "turn": int(state.seat) if playing else None,
        "first": int(state.starter) if stage >= rules.TAKE_STAGE else None,
        "last_round": rules.REASONS[int(state.ending) - 1] if state.ending else None,
        "box": view_box(setup, state) if stage > rules.WAITS_FOR_BOX else None,
        "chain": [name_piece(setup.kinds.tolist(), int(piece)) for piece in state.chain[: int(state.taken)]],
        "power_used": bool(state.power_used),
        "power_earned": bool(state.pending),
        "piles": {colour: [2, 3, 4][3 - int(state.piles[at]) :] for at, colour in enumerate(COLOURS)},
        "players": [view_player(setup, state, other) for other in range(int(setup.seats))],
    }


def shuffled(rng: Generator, things: list[int]) -> list[int]:
    """The same things in a random order (Fisher and Yates)."""
    things = things.copy()
    for last in range(len(things) - 1, 0, -1):
        other = below(rng, last + 1)
        things[last], things[other] = things[other], things[last]
    return things


def redeal(setup: Setup, state: State, seat: int | None, rng: Generator) -> tuple[Setup, State]:
    """The same table, but the pieces that nobody has seen are dealt anew: which id lies where, and of which kind it is.

    Kinds change places whatever their shape, since a hidden outline tells the law nothing.
    """
    if state.stage == rules.WAITS_FOR_BOX:
        return setup, copy(state)
    unseen = np.flatnonzero(~seen_pieces(setup, state)).tolist()
    came_from = np.arange(PIECES)
    came_from[unseen] = shuffled(rng, unseen)
    kinds = setup.kinds.copy()
    kinds[unseen] = setup.kinds[shuffled(rng, unseen)]

    new = copy(setup)
    put_relations(new, kinds, rules.as_truths(setup.above)[np.ix_(came_from, came_from)])
    for name in ("outlines", "outline_corners", "faces", "face_corners"):
        new[name] = setup[name][came_from]
    hides = rules.as_words(rules.as_truths(setup.sight[: setup.sight_from[PIECES]])[:, came_from])
    sets = np.split(hides, setup.sight_from[1:PIECES])
    new.sight_from[1:] = np.cumsum([len(sets[source]) for source in came_from])
    new.sight[: len(hides)] = np.concatenate([sets[source] for source in came_from])
    return new, copy(state)


def hides(setup: Setup, state: State, by: By, action: int, seat: int | None) -> bool:
    """P-13: the box holds what nobody sees yet; what shows of it is in the view."""
    return by == "chance" and state.stage == rules.WAITS_FOR_BOX


def masked(by: By, do: str) -> str | None:
    """The box without what is in it."""
    return do


def is_open(setup: Setup, state: State) -> bool:
    """Nothing is left to discover when the game is over."""
    return STAGES[int(state.stage)] == "over"


def reveals(setup: Setup, before: State, after: State, seat: int) -> bool:
    """A piece has come to light."""
    return bool((seen_pieces(setup, after) & ~seen_pieces(setup, before)).any())
