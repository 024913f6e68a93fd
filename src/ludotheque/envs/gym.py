"""A Gymnasium environment: one seat of a table, alone or against bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..engine.game import Game
from ..engine.registry import game as find_game
from ..search.bots import Bot, bot
from ..spaces import Spaces
from . import rendering
from .batch import ANY_SEAT, OPENINGS, Batch, Reward

Observation = NDArray[Any]
Info = dict[str, Any]


def chosen_table(
    game: str, seats: int | None, options: Mapping[str, object] | None, reward: Reward | None
) -> tuple[Game, int, dict[str, object], Reward]:
    """Return the game, seats, options and reward, with defaults: the table that `simulate` plays; the score as reward
    with one seat, otherwise the result."""
    chosen = find_game(game)
    seats = int(chosen.simulated["seats"]) if seats is None else seats
    full = dict(chosen.simulated["options"] if options is None else options)
    chosen.check(seats, full)
    return chosen, seats, full, reward or ("score" if seats == 1 else "result")


def observation_space(own: Spaces) -> spaces.Box:
    """Return the observation space."""
    low, high = own.bounds()
    return spaces.Box(low, high, dtype=own.dtype.type)


class TableEnv(gymnasium.Env[Observation, SupportsInt]):
    """One seat of a table; bots play at the others.

    An action is an index of the action space; ``info["action_mask"]`` says which are legal now. An illegal action ends
    the game: the reward is -1; if the reward is the score, all points paid so far are taken back as well.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(rendering.MODES), "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seat: int | None = 0,
        opponents: str | Sequence[str] = "random",
        reward: Reward | None = None,
        choices: Mapping[str, str] | None = None,
        openings: int = OPENINGS,
        render_mode: str | None = None,
    ) -> None:
        chosen, count, full, paid = chosen_table(game, seats, options, reward)
        self.game = chosen
        names = [opponents] * (count - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != count - 1:
            raise ValueError(f"{count} seats need {count - 1} opponents, not {len(names)}")
        self._bots: list[Bot] = [bot(chosen, name) for name in names]
        # The batch plays no seat itself: the bots' actions are given to it like the agent's.
        own = ANY_SEAT if seat is None else seat
        self.batch = Batch(
            chosen, 1, count, full, seat=own, every=True, choices=choices, reward=paid, most_openings=openings
        )
        self.observation_space = observation_space(self.batch.spaces)
        self.action_space = spaces.Discrete(self.batch.spaces.actions)
        self.render_mode = render_mode
        self._unpaid = 0.0

    @property
    def seat(self) -> int:
        """The seat of the agent in this game."""
        return int(self.batch.rows["own"][0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Start a new game. Equal seeds give equal games."""
        first = self._np_random is None
        super().reset(seed=seed)
        if seed is not None or first:
            self.batch.seed(0, int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self.batch.reset()
        self._unpaid = 0.0
        self._let_bots_play()
        return self._observation_and_info()

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, Info]:
        """Do the action at an index, and let the bots play until it is this seat's turn again."""
        assert not self.over, "the game is over: reset"
        self._do(int(action))
        self._let_bots_play()
        reward, self._unpaid = self._unpaid, 0.0
        observation, info = self._observation_and_info()
        return observation, reward, self.over, False, info

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.batch.rows["over"][0])

    def _do(self, index: int) -> None:
        self.batch.step(np.array([index], np.int64))
        self._unpaid += float(self.batch.rewards[0, self.seat])

    def _let_bots_play(self) -> None:
        while not self.over and (seat := int(self.batch.rows["seat"][0])) != self.seat:
            player = self._bots[seat if seat < self.seat else seat - 1]
            action = player.choose(self.batch.mask(0, seat), self.batch.rngs[0])
            self._do(self.batch.index(0, seat, action))

    def _observation_and_info(self) -> tuple[Observation, Info]:
        mask = self.batch.masks[0].astype(np.int8)
        return self.batch.observe(0, self.seat), {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which indices are legal now (the name that sb3-contrib asks for)."""
        return self.batch.masks[0].astype(np.bool_)

    def render(self) -> Any:
        """Return the board as this seat sees it, by ``render_mode``: text, pixels or SVG."""
        if self.render_mode is None:
            return None
        return rendering.render(self.batch.mask(0, self.seat), self.render_mode)
