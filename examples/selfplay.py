"""An agent that learns micropul by playing against itself.

    python examples/selfplay.py --minutes 15 --matches 100 --curve curve.svg

Trained by ``examples/ppo.py``, with another network; needs the extras ``envs`` and ``learn``. micropul has 4,802 action
numbers, of which about 50 are legal at a time, and hardly one of them comes twice in the same surroundings: an output
for each would learn nothing. So every legal action gets its logit from the same small network, whose input is what the
number means: this tile, with these turns, beside those corners.
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
    """Features of the group of a corner, scaled to about 1."""
    return torch.cat([one_hot(groups[..., 0], CLAIMS).float(), groups[..., 1:2] / 8, groups[..., 2:3] / 8], -1)


class MicropulAgent(nn.Module):
    """A small network for every legal action, and one for the value of the observation."""

    def __init__(self, spaces: Spaces, width: int) -> None:
        super().__init__()
        self.actions = spaces.actions
        at, self.fields = 0, {}
        for field in spaces.fields:
            count = int(np.prod(field.shape))
            self.fields[field.name] = (slice(at, at + count), field.shape)
            at += count
        group = CLAIMS + 2
        table = 4 + 11 + 2 * CLAIMS
        own, around = 4 * len(SHOWN) + 3, 8 * (len(SHOWN) + group) + 4 * 4
        self.standing = nn.Sequential(nn.Linear(table, width), nn.ReLU())
        self.value = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))
        self.first = nn.Linear(own + around + group + 4, width)
        self.context = nn.Linear(width, width)
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(width, width // 2), nn.ReLU(), nn.Linear(width // 2, 1))
        nn.init.orthogonal_(self.rest[3].weight, 0.1)

    def part(self, observation: torch.Tensor, name: str) -> torch.Tensor:
        """A field of the observation."""
        where, shape = self.fields[name]
        return observation[:, where].reshape(-1, *shape)

    def table_features(self, observation: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        """Features of the whole table: counts, and how many corners belong to each seat."""
        counts, seats = self.part(observation, "counts") / 10, self.part(observation, "seats").flatten(1) / 10
        claims = one_hot(groups[..., 0], CLAIMS).float()
        owners = claims.sum((1, 2)) / 20
        worth = (claims * groups[..., 1:2].clamp(max=20)).sum((1, 2)) / 200
        ahead = (seats[:, 3] - seats[:, 7]).unsqueeze(1)
        left = torch.stack([seats[:, 0] - seats[:, 4], seats[:, 1] - seats[:, 5], seats[:, 2] - seats[:, 6]], 1)
        return self.standing(torch.cat([counts, seats, ahead, left, owners, worth], 1))

    def action_features(self, observation: torch.Tensor, rows: torch.Tensor, actions: torch.Tensor) -> torch.Tensor:
        """Features of each legal action: what it does, and where."""
        tiles, groups, hand = (self.part(observation, name) for name in ("tiles", "groups", "hand"))
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
        table = torch.zeros(len(observation), SIZE * SIZE, dtype=torch.long)
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

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of the legal actions, and the value."""
        observation = observation.long()
        standing = self.table_features(observation, self.part(observation, "groups"))
        rows, actions = mask.nonzero(as_tuple=True)
        seen = self.first(self.action_features(observation, rows, actions)) + self.context(standing)[rows]
        logits = torch.full((len(observation), self.actions), -1e9)
        logits[rows, actions] = self.rest(seen).squeeze(-1)
        return logits, self.value(standing).squeeze(-1)


if __name__ == "__main__":
    ppo.main("micropul", MicropulAgent, width=96)
