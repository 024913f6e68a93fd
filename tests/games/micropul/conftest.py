"""Tables set up by hand; and groups, places and catalysts of a layout worked out from scratch, to hold the rules'
against."""

from collections import Counter
from dataclasses import dataclass, field

import pytest

from ludotheque import game
from ludotheque.codec.records import copy_record, new_record
from ludotheque.engine.position import Event, Position, replay
from ludotheque.games.micropul import rules
from ludotheque.games.micropul.pieces import ALL_TILES, N_TILES, TILES, distinct_turns, turned

MICROPUL = "wb"
CATALYSTS = "12+"


def clockwise(rows: str) -> str:
    """The corners of a tile written as rows, `w w / b b`, in the order of the notation."""
    top_left, top_right, bottom_left, bottom_right = rows.replace("/", " ").split()
    return top_left + top_right + bottom_right + bottom_left


def find(rows: str, used=(), centre: str = "") -> tuple[int, int]:
    """A tile and its turns that look like this."""
    for tile in range(N_TILES):
        if tile not in used and TILES[tile].centre == centre:
            for turns in distinct_turns(tile):
                if turned(tile, turns) == clockwise(rows):
                    return tile, turns
    raise LookupError(f"no tile is left that looks like {rows}")


def looking_like(rows: str) -> list[tuple[int, int]]:
    """Every tile and turns that look like this, where `?` may be anything."""
    asked = clockwise(rows)
    return [
        (tile, turns)
        for tile in range(N_TILES)
        for turns in distinct_turns(tile)
        if all(one in ("?", other) for one, other in zip(asked, turned(tile, turns), strict=True))
    ]


def build(
    layout, hands=((), ()), *, seats=2, turn=0, owed=1, core=20, supplies=(0, 0), stones=(3, 3), options=None
) -> Position:
    """A table in the middle of a game. `layout` gives at each place the rows of a tile, or its number and turns; the
    tiles are laid one after the other by the rules' own hand, whether or not that was legal. `stones` are those left;
    the others lie on the group of the lowest tile."""
    start = game("micropul").start(seats, options or {})
    state = new_record(rules.STATE)
    used: set[int] = set()
    for (x, y), tile in layout.items():
        number, turns = find(tile, used) if isinstance(tile, str) else tile
        used.add(number)
        key = rules.place_key(x, y)
        at = rules.find_place(state, key)
        if rules.is_place(state, at, key):
            rules.drop_place(state, at)
        rules.put_tile(start.setup, state, -1, number, turns, x, y)
    for seat in range(seats):
        state.hand[seat] = sum(1 << tile for tile in hands[seat])
        state.held[seat] = len(hands[seat])
        state.supply[seat] = supplies[seat]
        used |= set(hands[seat])
        for number in range(3 - stones[seat]):
            first = int(state.group[state.group != 0][0]) - 1
            state.unclaimed -= int(state.claim[first] == rules.FREE)
            state.claim[first] = seat + 1 if state.claim[first] == rules.FREE else rules.SPOILT
            state.stone[seat, number] = first + 1
            state.stones[seat] += 1
    state.unseen = ALL_TILES & ~sum(1 << tile for tile in used)
    state.turn, state.owed, state.core = turn, owed, core
    return Position(start.game, start.setup, state)


def play(position: Position, *events) -> Position:
    """The position after these events: (who, what)."""
    return replay(position, [Event(by, do) for by, do in events])


def dealt(hands, **options) -> Position:
    """A table at the start, with these tiles dealt."""
    position = game("micropul").start(len(hands), options)
    return play(position, *(("chance", f"deal {seat} {tile}") for seat, hand in enumerate(hands) for tile in hand))


def changed(position: Position, **fields) -> Position:
    """The same position but for some fields of its state."""
    state = copy_record(position.state)
    for name, value in fields.items():
        state[name] = value
    return Position(position.game, position.setup, state)


@dataclass
class Layout:
    """A layout as its corners on the grid of corners; its groups and free places, worked out by looking."""

    things: dict[tuple[int, int], str] = field(default_factory=dict)
    centres: dict[tuple[int, int], str] = field(default_factory=dict)

    @classmethod
    def of(cls, view) -> "Layout":
        layout = cls()
        for tile in view["layout"]:
            layout.put(tile["tile"], tile["turns"], tile["x"], tile["y"])
        return layout

    def put(self, tile: int, turns: int, x: int, y: int) -> None:
        self.things.update(self.corners(tile, turns, x, y))
        if TILES[tile].centre:
            self.centres[x, y] = TILES[tile].centre

    def corners(self, tile: int, turns: int, x: int, y: int) -> dict[tuple[int, int], str]:
        spots = ((2 * x, 2 * y), (2 * x + 1, 2 * y), (2 * x + 1, 2 * y + 1), (2 * x, 2 * y + 1))
        return dict(zip(spots, turned(tile, turns), strict=True))

    @staticmethod
    def around(spot):
        x, y = spot
        return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]

    @staticmethod
    def named(spot):
        """A corner as it is told."""
        x, y = spot
        return x // 2, y // 2, ("tl", "tr", "bl", "br")[x % 2 + y % 2 * 2]

    def activated(self, tile: int, turns: int, x: int, y: int, single_double: bool):
        """M-30 to M-33, M-41, M-82: what laying a tile sets off, each as place, corner, kind and the tiles it gives."""
        contacts: Counter[tuple[int, int, str, str]] = Counter()
        for spot, thing in self.corners(tile, turns, x, y).items():
            for other in self.around(spot):
                there = self.things.get(other)
                if there is None:
                    continue
                if there in MICROPUL and thing in CATALYSTS:
                    contacts[*self.named(spot), thing] += 1
                if thing in MICROPUL and there in CATALYSTS:
                    contacts[*self.named(other), there] += 1
                if thing in MICROPUL and there in MICROPUL:
                    beside = other[0] // 2, other[1] // 2
                    if TILES[tile].centre:
                        contacts[x, y, "centre", TILES[tile].centre] += 1
                    if beside in self.centres:
                        contacts[*beside, "centre", self.centres[beside]] += 1
        return [
            (*where, kind, {"+": 0, "1": 1, "2": touching if single_double else 2}[kind])
            for (*where, kind), touching in contacts.items()
        ]

    def places(self):
        laid = {(x // 2, y // 2) for x, y in self.things}
        return {place for spot in laid for place in self.around(spot)} - laid

    def groups(self):
        """M-50, M-51: for each group its colour, worth, sides on free places and corners, by its first corner."""
        found = {}
        left = {spot for spot, thing in self.things.items() if thing in MICROPUL}
        while left:
            colour = self.things[next(iter(left))]
            group, edge = set(), {next(iter(left))}
            while edge:
                group |= edge
                edge = {
                    other for spot in edge for other in self.around(spot) if self.things.get(other) == colour
                } - group
            left -= group
            big = [(x // 2, y // 2) for x, y in group if (x // 2, y // 2) in self.centres]
            found[min(group, key=lambda spot: (spot[1], spot[0]))] = {
                "colour": colour,
                "size": len(group) - len(big) + len(set(big)),
                "sides": sum(other not in self.things for spot in group for other in self.around(spot)),
                "gaps": {(x // 2, y // 2) for spot in group for x, y in self.around(spot) if (x, y) not in self.things},
                "corners": group,
            }
        return found


@dataclass(frozen=True)
class Kit:
    """What the tests of this folder share."""

    build = staticmethod(build)
    dealt = staticmethod(dealt)
    play = staticmethod(play)
    changed = staticmethod(changed)
    find = staticmethod(find)
    looking_like = staticmethod(looking_like)
    Layout = Layout


@pytest.fixture(scope="session")
def kit() -> Kit:
    return Kit()
