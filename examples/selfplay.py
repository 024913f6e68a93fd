"""An agent that learns micropul by playing against itself.

    python examples/selfplay.py --minutes 15 --matches 100 --curve curve.svg

The learning is that of ``examples/ppo.py``; needs the extras ``envs`` and ``learn``. The net is another one. micropul
has 4,802 numbers for what can be done, of which some fifty are legal at a time, and hardly one of them comes twice in
the same surroundings: a row of weights for each would learn nothing. So the net looks at what a number means - this
tile, turned so, beside those corners - and gives every legal action a value by the same small net.
"""

from __future__ import annotations

import numpy as np
import ppo
import torch
from torch import nn
from torch.nn.functional import one_hot

from ludotheque.games.micropul.pieces import EDGES, N_TILES, TILES, TURNS, turned
from ludotheque.games.micropul.spaces import AT_PASS, AT_STONE, AT_TAKE, FAR, LAID, WAYS
from ludotheque.spaces import Spaces

HAND = WAYS // TURNS
SHOWN = ".wb12+"
CLAIMS = 5
SIZE = 2 * FAR + 3
"""Places in a row of the table, with a rim of empty ones."""

PLACED = torch.tensor(
    [[[SHOWN.index(thing) for thing in turned(tile, turns)] for turns in range(TURNS)] for tile in range(N_TILES)]
)
"""What a tile shows in its corners after each turn."""
CENTRES = torch.tensor([1 + "1+".index(tile.centre) if tile.centre else 0 for tile in TILES])
STEPS = torch.tensor([x + SIZE * y for x, y in EDGES])
FACINGS = torch.arange(8)
EDGE_OF = FACINGS // 2
CORNER_OPPOSITE = ((FACINGS ^ 5) + 1) // 2 % 4
"""For each facing of a place: over which edge it looks, and at which corner of the tile there."""


def corner_features(groups: torch.Tensor) -> torch.Tensor:
    """What the environment tells about the group of a corner, in numbers of about one."""
    return torch.cat([one_hot(groups[..., 0], CLAIMS).float(), groups[..., 1:2] / 8, groups[..., 2:3] / 8], -1)


class MicropulAgent(nn.Module):
    """One small net for every legal action, another one for how the seat stands."""

    def __init__(self, spaces: Spaces, width: int) -> None:
        super().__init__()
        self.actions = spaces.actions
        at, self.fields = 0, {}
        for field in spaces.fields:
            count = int(np.prod(field.shape))
            self.fields[field.name] = (slice(at, at + count), field.shape)
            at += count
        group = CLAIMS + 2
        self.mask = 4 + 11 + 2 * CLAIMS
        own, around = 4 * len(SHOWN) + 3, 8 * (len(SHOWN) + group) + 4 * 4
        self.standing = nn.Sequential(nn.Linear(self.mask, width), nn.ReLU())
        self.value = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))
        self.first = nn.Linear(own + around + group + 4, width)
        self.context = nn.Linear(width, width)
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(width, width // 2), nn.ReLU(), nn.Linear(width // 2, 1))
        nn.init.orthogonal_(self.rest[3].weight, 0.1)

    def part(self, told: torch.Tensor, name: str) -> torch.Tensor:
        """A field of what is told."""
        where, shape = self.fields[name]
        return told[:, where].reshape(-1, *shape)

    def stand(self, told: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        """How the table stands as a whole: counts, and how many corners are whose."""
        counts, seats = self.part(told, "counts") / 10, self.part(told, "seats").flatten(1) / 10
        claims = one_hot(groups[..., 0], CLAIMS).float()
        whose = claims.sum((1, 2)) / 20
        worth = (claims * groups[..., 1:2].clamp(max=20)).sum((1, 2)) / 200
        ahead = (seats[:, 3] - seats[:, 7]).unsqueeze(1)
        left = torch.stack([seats[:, 0] - seats[:, 4], seats[:, 1] - seats[:, 5], seats[:, 2] - seats[:, 6]], 1)
        return self.standing(torch.cat([counts, seats, ahead, left, whose, worth], 1))

    def look(self, told: torch.Tensor, rows: torch.Tensor, actions: torch.Tensor) -> torch.Tensor:
        """What each action does, and where."""
        tiles, groups, hand = (self.part(told, name) for name in ("tiles", "groups", "hand"))
        count = len(rows)
        lays, stones = actions < AT_STONE, (actions >= AT_STONE) & (actions < AT_TAKE)
        verb = torch.stack([lays, stones, actions == AT_TAKE, actions == AT_PASS], 1).float()
        # Placements: the tile with its turns, and the eight corners that it will meet.
        number = torch.where(lays, actions, 0)
        slot, turns, side = number % HAND, number // HAND % TURNS, number // WAYS % 4
        beside = number // (WAYS * 4)
        tile = (hand[rows, slot] - 1).clamp(min=0)
        own = torch.cat([one_hot(PLACED[tile, turns], len(SHOWN)).flatten(1), one_hot(CENTRES[tile], 3)], 1).float()
        place = (tiles[..., 2] + FAR + 1) * SIZE + tiles[..., 1] + FAR + 1
        table = torch.zeros(len(told), SIZE * SIZE, dtype=torch.long)
        laid = tiles[..., 0] == LAID
        where = laid.nonzero(as_tuple=True)
        table[where[0], place[where]] = where[1] + 1
        here = place[rows, beside] + STEPS[side]
        neighbours = table[rows.unsqueeze(1), here.unsqueeze(1) + STEPS] * lays.unsqueeze(1)
        there = (neighbours > 0).float()
        neighbour = (neighbours - 1).clamp(min=0)
        turned_by = tiles[rows.unsqueeze(1), neighbour, 3]
        centre = one_hot(CENTRES[neighbour], 3).float()[..., 1:] * there.unsqueeze(-1)
        met = PLACED[neighbour, turned_by][:, EDGE_OF, CORNER_OPPOSITE]
        shown = one_hot(met, len(SHOWN)).float()
        owned = corner_features(groups[rows.unsqueeze(1), neighbour[:, EDGE_OF], CORNER_OPPOSITE])
        around = torch.cat([shown, owned], -1) * there[:, EDGE_OF].unsqueeze(-1)
        empty = torch.stack([there, 1 - there], -1)
        # Stones: the group that they claim.
        corner = torch.where(stones, actions - AT_STONE, 0)
        claimed = corner_features(groups[rows, corner // 4, corner % 4]) * stones.unsqueeze(1)
        laying = torch.cat([own, around.flatten(1), centre.reshape(count, -1), empty.reshape(count, -1)], 1)
        return torch.cat([laying * lays.unsqueeze(1), claimed, verb], 1)

    def forward(self, told: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of the legal actions, and the value."""
        told = told.long()
        standing = self.stand(told, self.part(told, "groups"))
        rows, actions = mask.nonzero(as_tuple=True)
        seen = self.first(self.look(told, rows, actions)) + self.context(standing)[rows]
        logits = torch.full((len(told), self.actions), -1e9)
        logits[rows, actions] = self.rest(seen).squeeze(-1)
        return logits, self.value(standing).squeeze(-1)


if __name__ == "__main__":
    ppo.main("micropul", MicropulAgent, width=96)
