"""Playing knowledge of Polygons: what a collection is worth, and how a take might go on.

Everything here is derived from a view. What may be done is not asked: the legal actions tell it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...core.chance import Generator, below
from .pieces import COLOURS, KINDS, SHAPES, colour_of, kind_of, shape_of
from .rules import MOST_TAKEN

ONE = tuple(1 << 3 * kind for kind in range(KINDS))
"""One piece of each kind. A collection is a number, the sum of its pieces: three bits for each kind."""
ONE_OF_EACH = sum(ONE)
SETS = tuple(sum(ONE[kind] for kind in range(KINDS) if colour_of(kind) == colour) for colour in range(4)) + tuple(
    sum(ONE[kind] for kind in range(KINDS) if shape_of(kind) == shape) for shape in range(4)
)
"""The pieces of each set: the four colour sets, then the four shape sets."""
LINKED = tuple(
    {other for other in range(KINDS) if shape_of(other) == shape_of(kind) or colour_of(other) == colour_of(kind)}
    for kind in range(KINDS)
)
PROMISE = (1.0, 0.5, 0.2, 0.05, 0.0)
"""What part of its token a set is worth while there is time, by how many of its pieces are missing."""

Piles = tuple[int, ...]
"""The Score tokens left in the pile of each colour."""


def read_kind(piece: Mapping[str, Any]) -> int:
    """The kind of a piece in a view."""
    return kind_of(SHAPES.index(piece["shape"]), COLOURS.index(piece["colour"]))


def token(pile: int, piles: Piles) -> tuple[int, Piles]:
    """P-02: the worth of the top token of a pile, nothing if it is empty, and the piles without it."""
    left = piles[pile]
    return (5 - left, (*piles[:pile], left - 1, *piles[pile + 1 :])) if left else (0, piles)


@cache
def tokens(piles: Piles) -> list[tuple[int, Piles]]:
    """For each set, the worth of its token and the piles without it: of the pile of its colour (P-24), or of one with
    the fewest tokens left (P-25)."""
    fewest = min(range(4), key=lambda pile: piles[pile] or 4)
    return [token(pile, piles) for pile in (*range(4), fewest, fewest, fewest, fewest)]


class Table:
    """A view, made ready for many guesses."""

    def __init__(self, view: Mapping[str, Any]):
        players, box, seat = view["players"], view["box"], view["seat"]
        self.seat: int = seat
        self.piles: Piles = tuple(len(view["piles"][colour]) for colour in COLOURS)
        partner = (seat + 2) % 4 if view["options"]["teams"] else seat
        self.side = {seat, partner}
        self.partner = partner
        self.held = [sum(ONE[read_kind(piece)] for piece in player["collection"]) for player in players]
        self.owner = {piece["id"]: at for at, player in enumerate(players) for piece in player["collection"]}
        self.chain = [read_kind(piece) for piece in view["chain"]]
        self.taken = sum(ONE[kind] for kind in self.chain)
        seen = [*box["pieces"], *(piece for player in players for piece in player["collection"])]
        self.kinds = {piece["id"]: read_kind(piece) for piece in seen}
        self.above = {piece["id"]: set(piece["above"]) for piece in box["pieces"]}
        self.accessible = {piece["id"] for piece in box["pieces"] if piece["accessible"]}
        self.under: dict[int, list[int]] = {piece: [] for piece in self.above}
        for piece, higher in self.above.items():
            for other in higher:
                self.under[other].append(piece)
        hidden = [read_kind(kind) for kind in box["unseen_kinds"]]
        self.to_come = sum(ONE[kind] for kind in {*hidden, *(self.kinds[piece] for piece in self.above)})
        # A set can be completed only while turns are left, and pieces that then remain cost a point each (P-42).
        self.time = 0.0 if view["last_round"] else min(1.0, sum(self.piles) / 6, box["left"] / 30)
        self.power = 0 if view["options"]["expert"] else 1  # what an unused one is worth (P-36, P-60)
        self.known: dict[tuple[int, Piles], float] = {}
        self.against = -self.standing(
            [pieces * (at not in self.side) for at, pieces in enumerate(self.held)], self.piles
        )

    def worth(self, held: int, piles: Piles) -> float:
        """What a collection is worth: its complete sets in the best order, or what the sets in it promise."""
        if (held, piles) not in self.known:
            self.known[held, piles] = self._worth(held, piles)
        return self.known[held, piles]

    def _worth(self, held: int, piles: Piles) -> float:
        kinds = (held | held >> 1 | held >> 2) & ONE_OF_EACH
        complete = []
        promised = 0.0
        for pieces, (won, left) in zip(SETS, tokens(piles), strict=True):
            missing = pieces & ~kinds
            if not missing:
                complete.append(won + self.worth(held - pieces, left))
            elif not missing & ~self.to_come:
                promised += PROMISE[missing.bit_count()] * won
        if complete:
            return max(complete)
        left_over = sum(held >> 3 * kind & 7 for kind in range(KINDS))
        return promised * self.time - left_over * (1 - 0.8 * self.time)

    def standing(self, held: Sequence[int], piles: Piles) -> float:
        """What the collections are worth to the seat: those of its side, less the others' on average."""
        worths = [self.worth(pieces, piles) for pieces in held]
        others = [worth for seat, worth in enumerate(worths) if seat not in self.side]
        return sum(worths[seat] for seat in self.side) - sum(others) / len(others)

    def moved(self, kind: int, source: int, target: int, held: Sequence[int]) -> list[int]:
        """The collections after a piece has gone from a seat to another one."""
        after = list(held)
        after[source] -= ONE[kind]
        after[target] += ONE[kind]
        return after

    def stopped(self, taken: int, last: int = 0) -> float:
        """The standing when the take ends: what was taken joins the collection, but a last piece given (P-51)."""
        mine = self.worth(self.held[self.seat] + taken - last, self.piles)
        if self.partner == self.seat:
            return mine - self.against
        return mine + self.worth(self.held[self.partner] + last, self.piles) - self.against

    def best_take(self, taken: int, last: int, count: int, gone: set[int], accessible: set[int]) -> float:
        """The best standing that the seat might reach by going on with its take.

        It has taken so many pieces, the last one of this kind; `gone` have left the box since the view.
        """
        best = self.stopped(taken)
        if self.partner != self.seat:
            best = max(best, self.stopped(taken, ONE[last]))
        if count == MOST_TAKEN:
            return best
        tried = set()
        for piece in accessible:
            kind = self.kinds[piece]
            if kind in LINKED[last] and (kind not in tried or (count < MOST_TAKEN - 1 and self.freed(piece, gone))):
                tried.add(kind)
                best = max(best, self.after_take(taken, piece, count, gone, accessible))
        return best

    def after_take(self, taken: int, piece: int, count: int, gone: set[int], accessible: set[int]) -> float:
        """The best standing that the seat might reach by taking this piece now."""
        kind = self.kinds[piece]
        if count == MOST_TAKEN - 1 and self.partner == self.seat:
            return self.stopped(taken + ONE[kind])
        after = (accessible | self.freed(piece, gone)) - {piece}
        return self.best_take(taken + ONE[kind], kind, count + 1, gone | {piece}, after)

    def freed(self, piece: int, gone: set[int]) -> set[int]:
        """The pieces that become accessible, as far as one sees, when a piece leaves the box."""
        gone = gone | {piece}
        return {other for other in self.under[piece] if self.above[other] <= gone}


class Greedy:
    """Looks ahead to the end of its take: does what leaves the collections best, as `Table.standing` has it.

    Powers act on what a take has brought, so but for `discard` they wait until it is over - unless they are lost then
    (P-60).
    """

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], rng: Generator) -> str:
        """The best action; one of them at random where several are."""
        table = Table(view)
        plain = {action: self.worth(table, action) for action in legal if not is_power(action)}
        base = max(plain.values())
        taking = view["stage"] == "take"
        gains = {
            action: base + self.gain(table, action, base) - table.power
            for action in legal
            if is_power(action) and (action.startswith("discard") == taking or (taking and view["power_earned"]))
        }
        worths = plain | gains
        best = max(worths.values())
        choices = [action for action, worth in worths.items() if worth > best - 1e-9]
        return choices[below(rng, len(choices))]

    def worth(self, table: Table, action: str) -> float:
        """How good the seat stands, as far as it can reckon, after an action that is no power."""
        match action.split(" "):
            case ["take", piece]:
                return table.after_take(table.taken, int(piece), len(table.chain), set(), table.accessible)
            case ["validate", "colour", colour]:
                return self.validated(table, COLOURS.index(colour), tokens(table.piles)[COLOURS.index(colour)])
            case ["validate", "shape", shape, *pile]:
                number = 4 + SHAPES.index(shape)
                won = token(COLOURS.index(pile[0]), table.piles) if pile else tokens(table.piles)[number]
                return self.validated(table, number, won)
            case ["gift"]:
                return table.stopped(table.taken, ONE[table.chain[-1]])
        return table.stopped(table.taken)

    def validated(self, table: Table, number: int, token: tuple[int, Piles]) -> float:
        """The standing after a set was validated for a token."""
        held = list(table.held)
        held[table.seat] -= SETS[number]
        return token[0] + table.standing(held, token[1])

    def gain(self, table: Table, action: str, base: float) -> float:
        """What a power would bring."""
        word, *numbers = action.split(" ")
        first, last = int(numbers[0]), int(numbers[-1])
        if word == "discard":
            freed = table.freed(first, set())
            accessible = (table.accessible | freed) - {first}
            if table.chain:
                return table.best_take(table.taken, table.chain[-1], len(table.chain), {first}, accessible) - base
            return max((table.after_take(0, piece, 0, {first}, accessible) - base for piece in freed), default=0.0)
        held = list(table.held)
        held[table.seat] += table.taken
        before = table.standing(held, table.piles)
        if word in ("exchange", "steal"):
            held = table.moved(table.kinds[last], table.owner[last], table.seat, held)
        if word in ("exchange", "give"):
            target = last if word == "give" else table.owner[last]
            held = table.moved(table.kinds[first], table.seat, target, held)
        return table.standing(held, table.piles) - before


def is_power(action: str) -> bool:
    """Whether an action uses a power."""
    return action.split(" ")[0] in ("exchange", "give", "steal", "discard")
