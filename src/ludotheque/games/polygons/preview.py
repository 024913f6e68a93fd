"""What each legal action of Polygons would bring, worked out from a view alone (so that it can tell nothing hidden)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .bots import ONE, ONE_OF_EACH, SETS, read_kind, token, tokens
from .pieces import COLOURS, SHAPES, colour_of, shape_of

NAMES = (*(f"colour {colour}" for colour in COLOURS), *(f"shape {shape}" for shape in SHAPES))
"""The sets, as actions name them, in the order of `SETS`."""


def previews(view: Mapping[str, Any], legal: Sequence[str]) -> list[dict[str, Any]]:
    """What each of these legal actions would bring."""
    table = Table(view)
    return [table.preview(action) for action in legal]


class Table:
    """A view, made ready for many previews."""

    def __init__(self, view: Mapping[str, Any]):
        self.seat: int = view["seat"]
        self.partner = (self.seat + 2) % 4
        collections = [player["collection"] for player in view["players"]]
        self.collection: list[dict[str, Any]] = collections[self.seat]
        self.chain = [(piece["id"], read_kind(piece)) for piece in view["chain"]]
        self.frees = {piece["id"]: piece["frees"] for piece in view["box"]["pieces"]}
        self.owner = {piece["id"]: seat for seat, pieces in enumerate(collections) for piece in pieces}
        self.kinds = {piece["id"]: read_kind(piece) for pieces in collections for piece in pieces}
        self.kinds |= {piece["id"]: read_kind(piece) for piece in view["box"]["pieces"]}
        self.piles = tuple(len(view["piles"][colour]) for colour in COLOURS)
        self.expert = view["options"]["expert"]
        # What was taken this turn is as good as in the collection (P-21).
        self.held = [sum(ONE[read_kind(piece)] for piece in pieces) for pieces in collections]
        self.held[self.seat] += sum(ONE[kind] for _, kind in self.chain)
        self.known: dict[tuple[int, int], list[dict[str, Any]]] = {}

    def preview(self, action: str) -> dict[str, Any]:
        """What an action would bring."""
        mine = self.held[self.seat]
        match action.split(" "):
            case ["take", number]:
                piece = int(number)
                return {
                    "link": self.link(piece),
                    "completes": self.completed(mine, mine + ONE[self.kinds[piece]]),
                    "frees": self.frees[piece],
                    "earns_power": self.earns_power(piece),
                }
            case ["stop"]:
                return {"completes": self.completed(0, mine)}
            case ["gift"]:
                last, kind = self.chain[-1]
                theirs = self.held[self.partner]
                return {
                    "piece": last,
                    "to": self.partner,
                    "completes": self.completed(0, mine - ONE[kind]),
                    "completes_theirs": self.completed(theirs, theirs + ONE[kind]),
                }
            case ["validate", *words]:
                return self.preview_validate(words)
            case ["discard", number]:
                return {"frees": self.frees[int(number)]}
            case ["steal", number]:
                return self.preview_moves(came=int(number), went=None, other=self.owner[int(number)])
            case ["give", number, to]:
                return self.preview_moves(came=None, went=int(number), other=int(to))
            case ["exchange", went, came]:
                return self.preview_moves(came=int(came), went=int(went), other=self.owner[int(came)])
        return {}

    def preview_moves(self, came: int | None, went: int | None, other: int) -> dict[str, Any]:
        """What a power would bring that moves pieces between two collections."""
        change = (ONE[self.kinds[came]] if came is not None else 0) - (ONE[self.kinds[went]] if went is not None else 0)
        mine, theirs = self.held[self.seat], self.held[other]
        return {
            "other": other,
            "completes": self.completed(mine, mine + change),
            "breaks": self.completed(mine + change, mine),
            "completes_theirs": self.completed(theirs, theirs - change),
            "breaks_theirs": self.completed(theirs - change, theirs),
        }

    def preview_validate(self, words: Sequence[str]) -> dict[str, Any]:
        """What validating a set would bring: P-24, P-25, P-02."""
        name = " ".join(words[:2])
        number = NAMES.index(name)
        worth, left = token(COLOURS.index(words[2]), self.piles) if len(words) > 2 else tokens(self.piles)[number]
        pile = next((COLOURS[at] for at in range(4) if left[at] != self.piles[at]), None)
        lowest: dict[int, int] = {}
        for piece in self.collection:  # ascending, and of each kind the lowest id goes
            if SETS[number] & ONE[read_kind(piece)]:
                lowest.setdefault(read_kind(piece), piece["id"])
        return {"set": name, "pieces": sorted(lowest.values()), "token": worth, "pile": pile}

    def link(self, piece: int) -> str | None:
        """P-20: what a piece shares with the one taken just before."""
        if not self.chain:
            return None
        kind, last = self.kinds[piece], self.chain[-1][1]
        if kind == last:
            return "both"
        return "colour" if colour_of(kind) == colour_of(last) else "shape" if shape_of(kind) == shape_of(last) else None

    def earns_power(self, piece: int) -> bool:
        """P-60, P-61: whether a piece ends a pair of identical ones in a row."""
        row = 1
        for _, kind in reversed(self.chain):
            if kind != self.kinds[piece]:
                break
            row += 1
        return bool(self.expert and row % 2 == 0)

    def completed(self, before: int, after: int) -> list[dict[str, Any]]:
        """The sets that a collection holds after a change and did not before, with the token that each would bring."""
        if (before, after) not in self.known:
            had, has = ((held | held >> 1 | held >> 2) & ONE_OF_EACH for held in (before, after))
            self.known[before, after] = [
                {"set": name, "token": worth}
                for name, pieces, (worth, _) in zip(NAMES, SETS, tokens(self.piles), strict=True)
                if not pieces & ~has and pieces & ~had
            ]
        return self.known[before, after]
