"""One table as a Gymnasium environment: one seat, against bots or alone."""

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
from . import rendering as pictures
from .batch import ANY_SEAT, OPENINGS, Reward, Tables

Observation = NDArray[Any]
Info = dict[str, Any]


def chosen_table(
    game: str, seats: int | None, options: Mapping[str, object] | None, reward: Reward | None
) -> tuple[Game, int, dict[str, object], Reward]:
    """A game, its seats, its options and what is paid, filled in where they are not given: the table that `simulate`
    plays, paid by the score alone and by the result against others."""
    chosen = find_game(game)
    seats = int(chosen.simulated["seats"]) if seats is None else seats
    full = dict(chosen.simulated["options"] if options is None else options)
    chosen.check(seats, full)
    return chosen, seats, full, reward or ("score" if seats == 1 else "result")


def observation_space(own: Spaces) -> spaces.Box:
    """What is told, as Gymnasium says it."""
    low, high = own.bounds()
    return spaces.Box(low, high, dtype=own.dtype.type)


class TableEnv(gymnasium.Env[Observation, SupportsInt]):
    """One seat of a table; bots play at the others.

    An action is an index of the table's action space; ``info["action_mask"]`` says which are legal now. One that is not
    legal loses the game at once: the reward is -1, or, where the score is paid, all that was paid before is taken back,
    and 1 more.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(pictures.MODES), "render_fps": 4}  # type: ignore[misc]

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
        # The engine plays for nobody: what bots do is given to it like the agent's own actions.
        own = ANY_SEAT if seat is None else seat
        self.tables = Tables(
            chosen, 1, count, full, seat=own, every=True, choices=choices, reward=paid, most_openings=openings
        )
        self.observation_space = observation_space(self.tables.spaces)
        self.action_space = spaces.Discrete(self.tables.spaces.actions)
        self.render_mode = render_mode
        self._unpaid = 0.0

    @property
    def seat(self) -> int:
        """Which seat the agent has in this game."""
        return int(self.tables.tables["own"][0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begin a new game. Equal seeds give equal games."""
        first = self._np_random is None
        super().reset(seed=seed)
        if seed is not None or first:
            self.tables.seed(0, int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self.tables.reset()
        self._unpaid = 0.0
        self._let_bots_play()
        return self._told()

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, Info]:
        """Do what stands at an index, and let the others play until it is this seat's turn again."""
        assert not self.over, "the game is over: reset"
        self._do(int(action))
        self._let_bots_play()
        reward, self._unpaid = self._unpaid, 0.0
        told, info = self._told()
        return told, reward, self.over, False, info

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.tables.tables["over"][0])

    def _do(self, index: int) -> None:
        self.tables.step(np.array([index], np.int64))
        self._unpaid += float(self.tables.rewards[0, self.seat])

    def _let_bots_play(self) -> None:
        while not self.over and (seat := int(self.tables.tables["seat"][0])) != self.seat:
            player = self._bots[seat if seat < self.seat else seat - 1]
            action = player.choose(self.tables.mask(0, seat), self.tables.rngs[0])
            self._do(self.tables.index(0, seat, action))

    def _told(self) -> tuple[Observation, Info]:
        mask = self.tables.masks[0].astype(np.int8)
        return self.tables.told(0, self.seat), {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which indices are legal now, as some training libraries ask for it."""
        return self.tables.masks[0].astype(np.bool_)

    def render(self) -> Any:
        """What this seat is shown, as ``render_mode`` says: text, pixels or SVG."""
        if self.render_mode is None:
            return None
        return pictures.draw(self.tables.mask(0, self.seat), self.render_mode)
