"""A Gymnasium vector environment: many tables, stepped in compiled code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import rendering
from .batch import ANY_SEAT, OPENINGS, Batch, Reward
from .gym import chosen_table, observation_space

Step = tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorTableEnv(VectorEnv[NDArray[Any], NDArray[np.int64], NDArray[Any]]):
    """Many tables of a game, stepped in one call.

    `opponents` are "random", or "self": then the caller acts for all seats in turn, ``infos["seat"]`` says for which,
    and ``infos["rewards"]`` holds the rewards of all seats; the rewards returned are those of the seat that acted.

    With ``copy=False`` the returned arrays are reused by the next step; they may also be supplied by the caller
    (`observations`, `masks`, `rewards`; with ``SAME_STEP`` two rows of observations per table).
    With ``packed=True`` masks are bits: ``np.unpackbits(mask, axis=1, count=n, bitorder="little")``.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seat: int | None = 0,
        opponents: Literal["random", "self"] = "random",
        reward: Reward | None = None,
        choices: Mapping[str, str] | None = None,
        openings: int = OPENINGS,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        packed: bool = False,
        copy: bool = True,
        observations: NDArray[Any] | None = None,
        masks: NDArray[np.uint8] | None = None,
        rewards: NDArray[np.float64] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if opponents not in ("random", "self"):
            raise ValueError(f"opponents of many tables are 'random' or 'self', not {opponents!r}")
        chosen, count, full, paid = chosen_table(game, seats, options, reward)
        self.num_envs = num_envs
        self.mode = AutoresetMode(autoreset_mode)
        self.batch = Batch(
            chosen,
            num_envs,
            count,
            full,
            seat=ANY_SEAT if seat is None else seat,
            every=opponents == "self",
            choices=choices,
            reward=paid,
            same_step=self.mode == AutoresetMode.SAME_STEP,
            packed=packed,
            most_openings=openings,
            observations=observations,
            masks=masks,
            rewards=rewards,
        )
        self.metadata = {"autoreset_mode": self.mode, "render_modes": list(rendering.MODES), "render_fps": 4}
        self.render_mode = render_mode
        self.single_observation_space = observation_space(self.batch.spaces)
        self.single_action_space = spaces.Discrete(self.batch.spaces.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._self_play, self._copy, self._packed = opponents == "self", copy, packed
        self._everywhere = np.ones(num_envs, np.bool_)
        self._ended = np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Start new games at all tables, or at those of ``options["reset_mask"]``. Table i gets ``seed + i``."""
        which: NDArray[np.bool_] | None = (options or {}).get("reset_mask")
        if isinstance(seed, int):
            self._np_random_seed = seed
            seeds: Sequence[int | None] = range(seed, seed + self.num_envs)
        else:
            seeds = [None] * self.num_envs if seed is None else seed
        begun = self.batch.rngs["counter"] != 0
        for number, given in enumerate(seeds):
            if given is not None:
                self.batch.seed(number, given)
            elif not begun[number]:
                self.batch.seed(number, int(self.np_random.integers(1 << 62)))
        self.batch.reset(which)
        self._ended = self.batch.rows["over"] != 0
        return self._output(self.batch.observations[: self.num_envs]), self._infos()

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Act at every table. Finished games are reset as the autoreset mode says."""
        batch = self.batch
        actions = np.ascontiguousarray(actions, np.int64)
        if self.mode == AutoresetMode.NEXT_STEP:
            batch.step(actions, self._ended if self._ended.any() else None)
        else:
            assert self.mode == AutoresetMode.SAME_STEP or not self._ended.any(), (
                "a game is over: reset its table with options={'reset_mask': ...}"
            )
            batch.step(actions)
        self._ended = ended = batch.rows["over"] != 0
        infos = self._infos()
        if self.mode == AutoresetMode.SAME_STEP and ended.any():
            infos |= {"final_obs": self._output(batch.observations[self.num_envs :]), "_final_obs": ended}
        if self._self_play:
            infos |= {"rewards": self._output(batch.rewards), "_rewards": self._everywhere}
        never = np.zeros(self.num_envs, np.bool_)
        return self._output(batch.observations[: self.num_envs]), self._output(batch.gains), ended, never, infos

    def _output(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        masks = self._output(self.batch.masks)
        return {
            "action_mask": masks if self._packed else masks.view(np.int8),
            "_action_mask": self._everywhere,
            "seat": self.batch.rows["seat"].copy(),
            "_seat": self._everywhere,
        }

    def render(self) -> tuple[Any, ...] | None:
        """Return each board as the seat to act sees it."""
        if self.render_mode is None:
            return None
        seats = self.batch.rows["seat"]
        masked = (self.batch.mask(number, int(seats[number])) for number in range(self.num_envs))
        return tuple(rendering.render(each, self.render_mode) for each in masked)
