"""Playing knowledge of micropul: what a placement would bring, and what groups, tiles and stones are worth.

Everything here is derived from a view. What may be done is not asked: the legal actions tell it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ...core.chance import Generator, below
from .pieces import BLACK, CORNERS, DOUBLE, EDGES, EMPTY, INNER_GROUP, PLUS, TILES, TURNS, WHITE, turned

MICROPUL = WHITE + BLACK
INNER: list[list[int]] = INNER_GROUP.tolist()

WON = 1000.0
STONE = 4.0
"""What a stone is worth while the core is full, in points; later less."""
CORE = 35
EXTRA_TURN = 0.5
GAP = 1.5
"""How much harder to close each place makes a group on which it is open, in tiles of the core."""

Place = tuple[int, int]


class Group(NamedTuple):
    """A group as it matters to a player."""

    size: int
    gaps: frozenset[Place]
    """The free places on which it is open."""
    stones: tuple[int, ...]
    """The seats of the stones on it."""


class Preview(NamedTuple):
    """What a placement would bring."""

    tiles: int
    extra_turn: bool
    before: list[Group]
    after: list[Group]
    """The groups that it changes, as they are and as they would be."""


def facing(place: Place, corner: int) -> tuple[tuple[Place, int], tuple[Place, int]]:
    """The two corners of places beside this one that a corner faces."""
    (x, y), one, other = place, EDGES[corner], EDGES[corner - 1]
    return ((x + one[0], y + one[1]), (corner + 3) % 4), ((x + other[0], y + other[1]), (corner + 1) % 4)


class Table:
    """A view, made ready for many previews."""

    def __init__(self, view: Mapping[str, Any]):
        self.laid: dict[Place, Mapping[str, Any]] = {(tile["x"], tile["y"]): tile for tile in view["layout"]}
        self.single_double = view["options"]["single_double"]
        self.groups: list[Group] = []
        self.group_at: dict[tuple[Place, int], int] = {}
        for number, group in enumerate(view["groups"]):
            corners = [((at["x"], at["y"]), CORNERS.index(at["corner"])) for at in group["corners"]]
            self.group_at.update((at, number) for at in corners)
            gaps = {place for at in corners for place, _ in facing(*at) if place not in self.laid}
            self.groups.append(Group(group["size"], frozenset(gaps), tuple(group["stones"])))

    def preview(self, tile: int, turns: int, place: Place) -> Preview:
        """What comes of laying a tile."""
        corners, centre = turned(tile, turns), TILES[tile].centre
        touched: dict[object, list[str]] = {}  # each catalyst that is set off, once for every micropul that does it
        parts: dict[int, tuple[set[int], set[Place]]] = {}  # of each group within the tile: what it joins, its gaps
        for corner, thing in enumerate(corners):
            joined, gaps = parts.setdefault(INNER[tile * TURNS + turns][corner], (set(), set()))
            for at in facing(place, corner):
                beside = self.laid.get(at[0])
                if beside is None:
                    gaps.add(at[0])
                    continue
                there = beside["corners"][at[1]]
                if there in MICROPUL:
                    if thing in MICROPUL:
                        joined.add(self.group_at[at])
                        if centre:
                            touched.setdefault("own centre", []).append(centre)
                    elif thing != EMPTY:
                        touched.setdefault(corner, []).append(thing)
                elif thing in MICROPUL and there != EMPTY:
                    touched.setdefault(at, []).append(there)
                if thing in MICROPUL and beside["centre"]:
                    touched.setdefault(at[0], []).append(beside["centre"])
        parts.pop(-1, None)
        doubles = [len(times) if self.single_double else 2 for times in touched.values() if times[0] == DOUBLE]
        pluses = sum(times[0] == PLUS for times in touched.values())
        return Preview(
            len(touched) - len(doubles) - pluses + sum(doubles), pluses > 0, *self.regroup(place, tile, turns, parts)
        )

    def regroup(
        self, place: Place, tile: int, turns: int, parts: dict[int, tuple[set[int], set[Place]]]
    ) -> tuple[list[Group], list[Group]]:
        """The groups that a placement changes: as they are, and as they would be."""
        whole: list[tuple[set[int], set[Place], int]] = []
        for inner, (joined, gaps) in parts.items():
            size = 1 if TILES[tile].centre else INNER[tile * TURNS + turns].count(inner)
            for other in [other for other in whole if other[0] & joined]:
                whole.remove(other)
                joined, gaps, size = joined | other[0], gaps | other[1], size + other[2]
            whole.append((joined, gaps, size))
        everyone: set[int] = set().union(*(joined for joined, _, _ in whole))
        after = []
        for joined, gaps, size in whole:
            groups = [self.groups[number] for number in joined]
            gaps = gaps.union(*(group.gaps for group in groups)) - {place}
            stones = tuple(seat for group in groups for seat in group.stones)
            after.append(Group(size + sum(group.size for group in groups), frozenset(gaps), stones))
        before = [self.groups[number] for number in everyone]
        for number, group in enumerate(self.groups):
            if place in group.gaps and number not in everyone:
                before.append(group)
                after.append(group._replace(gaps=group.gaps - {place}))
        return before, after


class Greedy:
    """One look ahead: does what leaves the best position, counted in points of its own less those of the other seat.

    A group with one stone counts its size times a guess at the chance that it closes in time; a stone in reserve, a
    tile in hand and an extra turn have a worth of their own, which shrinks as the core does.
    """

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], rng: Generator) -> str:
        """The best action; one of them at random where several are."""
        table = Table(view)
        worths = {action: self.worth(view, table, action) for action in legal}
        best = max(worths.values())
        choices = [action for action, worth in worths.items() if worth > best - 1e-9]
        return choices[below(rng, len(choices))]

    def worth(self, view: Mapping[str, Any], table: Table, action: str) -> float:
        """How good the position after an action is."""
        seat, core = view["seat"], view["core"]
        hand, supply, stones = view["hands"][seat], view["supplies"][seat], view["stones_left"][seat]
        kind, *rest = action.split(" ")
        before: list[Group] = []
        after: list[Group] = []
        extra_turn = False
        if kind == "take":
            hand, supply = hand + 1, supply - 1
        elif kind == "stone":
            place, corner = read_place(rest[0]), CORNERS.index(rest[1])
            group = table.groups[table.group_at[place, corner]]
            before, after, stones = [group], [group._replace(stones=(seat,))], stones - 1
        elif kind == "lay":
            tiles, extra_turn, before, after = table.preview(int(rest[0]), int(rest[1][1:]), read_place(rest[2]))
            tiles = min(tiles, core)
            hand, supply, core = hand - 1, supply + tiles, core - tiles
            if hand + supply == 0:
                return -WON  # M-61
        points = (
            2 * supply
            + hand
            + self.groups_worth(table.groups, seat, core)
            + self.groups_worth(after, seat, core)
            - self.groups_worth(before, seat, core)
        )
        if view["seats"] > 1:
            points -= 2 * view["supplies"][1 - seat] + view["hands"][1 - seat]
            points += EXTRA_TURN * (extra_turn and core > 0)
            if core == 0:  # M-60: this ends the game
                return points + (WON if points > 0 else -WON if points < 0 else 0)
        if core == 0:
            return points
        ready = 3 * (1 - 0.6**hand) - (4 if hand + supply == 1 else 0)  # for what comes, and M-61 is near
        return points + STONE * stones * core / CORE + ready

    def groups_worth(self, groups: Iterable[Group], seat: int, core: int) -> float:
        """What groups are worth to a seat when so many tiles are left in the core."""
        total = 0.0
        for size, gaps, stones in groups:
            if len(stones) == 1:
                promise = size * core / (core + GAP * len(gaps)) if gaps else size
                total += promise if stones[0] == seat else -promise
        return total


def read_place(text: str) -> Place:
    """A place as an action names it."""
    x, y = text.split(",")
    return int(x), int(y)
