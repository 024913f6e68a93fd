"""What each legal action of micropul would bring, worked out from a view alone (so that it can tell nothing hidden)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .pieces import BLACK, CORNERS, DOUBLE, EDGES, EMPTY, INNER_GROUP, PLUS, TILES, TURNS, WHITE, turned

MICROPUL = WHITE + BLACK
COLOURS = {WHITE: "white", BLACK: "black"}
INNER: list[list[int]] = INNER_GROUP.tolist()

Place = tuple[int, int]


class Group(NamedTuple):
    """A group as it matters to a player."""

    size: int
    colour: str
    gaps: frozenset[Place]
    """The free places on which it is open."""
    stones: tuple[int, ...]
    """The seats of the stones on it."""


class Catalyst(NamedTuple):
    """A catalyst that a placement activates."""

    place: Place
    corner: int | None
    """None: the centre of a big tile."""
    kind: str
    tiles: int
    """What it draws."""


class Preview(NamedTuple):
    """What a placement would bring."""

    tiles: int
    """To draw, before the core runs short (M-35)."""
    pluses: int
    catalysts: list[Catalyst]
    before: list[Group]
    after: list[Group]
    """The groups that it changes, as they are and as they would be."""
    made_of: list[tuple[int, ...]]
    """For each of those after it, which of the view's groups are in it: none for a new group."""


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
            self.groups.append(Group(group["size"], group["colour"], frozenset(gaps), tuple(group["stones"])))

    def preview(self, tile: int, turns: int, place: Place) -> Preview:
        """What comes of laying a tile."""
        corners, centre = turned(tile, turns), TILES[tile].centre
        touched: dict[tuple[Place, int | None], list[str]] = {}  # each catalyst, once for every micropul at it
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
                            touched.setdefault((place, None), []).append(centre)
                    elif thing != EMPTY:
                        touched.setdefault((place, corner), []).append(thing)
                elif thing in MICROPUL and there != EMPTY:
                    touched.setdefault(at, []).append(there)
                if thing in MICROPUL and beside["centre"]:
                    touched.setdefault((at[0], None), []).append(beside["centre"])
        parts.pop(-1, None)
        catalysts = [Catalyst(*at, times[0], self.draws(times[0], len(times))) for at, times in touched.items()]
        tiles = sum(catalyst.tiles for catalyst in catalysts)
        pluses = sum(catalyst.kind == PLUS for catalyst in catalysts)
        return Preview(tiles, pluses, catalysts, *self.regroup(place, tile, turns, parts))

    def draws(self, kind: str, touching: int) -> int:
        """M-33: how many tiles a catalyst draws; with `single_double` (M-82) by how many micropul touch it."""
        if kind == DOUBLE:
            return touching if self.single_double else 2
        return 0 if kind == PLUS else 1

    def regroup(
        self, place: Place, tile: int, turns: int, parts: dict[int, tuple[set[int], set[Place]]]
    ) -> tuple[list[Group], list[Group], list[tuple[int, ...]]]:
        """The groups that a placement changes: as they are, as they would be, and what goes into each of these."""
        whole: list[tuple[set[int], set[Place], int, str]] = []
        corners = turned(tile, turns)
        for inner, (joined, gaps) in parts.items():
            size = 1 if TILES[tile].centre else INNER[tile * TURNS + turns].count(inner)
            for other in [other for other in whole if other[0] & joined]:
                whole.remove(other)
                joined, gaps, size = joined | other[0], gaps | other[1], size + other[2]
            whole.append((joined, gaps, size, COLOURS[corners[inner]]))
        everyone: set[int] = set().union(*(joined for joined, *_ in whole))
        after, made_of = [], []
        for joined, gaps, size, colour in whole:
            groups = [self.groups[number] for number in joined]
            gaps = gaps.union(*(group.gaps for group in groups)) - {place}
            stones = tuple(seat for group in groups for seat in group.stones)
            after.append(Group(size + sum(group.size for group in groups), colour, frozenset(gaps), stones))
            made_of.append(tuple(sorted(joined)))
        before = [self.groups[number] for number in everyone]
        for number, group in enumerate(self.groups):
            if place in group.gaps and number not in everyone:
                before.append(group)
                after.append(group._replace(gaps=group.gaps - {place}))
                made_of.append((number,))
        return before, after, made_of


def read_place(text: str) -> Place:
    """A place as an action names it."""
    x, y = text.split(",")
    return int(x), int(y)


def previews(view: Mapping[str, Any], legal: Sequence[str]) -> list[dict[str, Any]]:
    """What each of these legal actions would bring."""
    table = Table(view)
    seat = view["seat"]
    alike: dict[tuple[object, ...], dict[str, Any]] = {}  # what tiles that nobody can tell apart bring
    found: list[dict[str, Any]] = []
    for action in legal:
        kind, *rest = action.split(" ")
        if kind == "lay":
            tile, turns, place = int(rest[0]), int(rest[1][1:]), read_place(rest[2])
            looks = (turned(tile, turns), TILES[tile].centre, place)
            if looks not in alike:
                alike[looks] = preview_lay(view, table.preview(tile, turns, place))
            found.append(alike[looks])
        elif kind == "stone":
            number = table.group_at[read_place(rest[0]), CORNERS.index(rest[1])]
            group = table.groups[number]
            size, colour, open_ = group.size, group.colour, bool(group.gaps)
            found.append({"group": number, "colour": colour, "size": size, "open": open_})
        elif kind == "take":
            found.append({"hand": view["hands"][seat] + 1, "supply": view["supplies"][seat] - 1})
        else:
            found.append({})
    return found


def preview_lay(view: Mapping[str, Any], preview: Preview) -> dict[str, Any]:
    """What a placement would bring, as plain data."""
    seat = view["seat"]
    draws = min(preview.tiles, view["core"])  # M-35
    turns = preview.pluses if view["options"]["stacking_plus"] else min(preview.pluses, 1)  # M-34
    ends = None
    if draws == view["core"]:
        ends = "core"  # M-60
    elif view["hands"][seat] == 1 and view["supplies"][seat] + draws == 0:
        ends = "out_of_tiles"  # M-61
    return {
        "draws": draws,
        "turns": turns if ends is None and view["seats"] > 1 else 0,  # M-81: alone, a plus gives nothing
        "catalysts": [
            {
                "x": at[0],
                "y": at[1],
                "corner": "centre" if corner is None else CORNERS[corner],
                "kind": kind,
                "tiles": tiles,
            }
            for at, corner, kind, tiles in preview.catalysts
        ],
        "groups": [
            {
                "made_of": list(made_of),
                "colour": group.colour,
                "size": group.size,
                "open": bool(group.gaps),
                "stones": list(group.stones),
            }
            for group, made_of in zip(preview.after, preview.made_of, strict=True)
        ],
        "ends": ends,
    }
