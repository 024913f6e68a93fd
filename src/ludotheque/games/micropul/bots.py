"""Playing knowledge of micropul: what groups, tiles and stones are worth.

Everything here is derived from a view. What may be done is not asked: the legal actions tell it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...core.chance import Generator, below
from .pieces import CORNERS
from .preview import Group, Table, read_place

WON = 1000.0
STONE = 4.0
"""What a stone is worth while the core is full, in points; later less."""
CORE = 35
EXTRA_TURN = 0.5
GAP = 1.5
"""How much harder to close each place makes a group on which it is open, in tiles of the core."""


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
            preview = table.preview(int(rest[0]), int(rest[1][1:]), read_place(rest[2]))
            before, after, extra_turn = preview.before, preview.after, preview.pluses > 0
            tiles = min(preview.tiles, core)
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
        for size, _, gaps, stones in groups:
            if len(stones) == 1:
                promise = size * core / (core + GAP * len(gaps)) if gaps else size
                total += promise if stones[0] == seat else -promise
        return total
