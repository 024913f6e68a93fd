"""All seats of a table as agents of PettingZoo: one after the other, or all at once where the game has it so.

env("micropul", seats=2)                    # the AEC interface, for every game
parallel_env("take_it_easy", seats=3)       # all seats at once, for a game in which they always act together
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from . import rendering as pictures
from .batch import OPENINGS, Reward, Tables
from .gym import chosen_table, observation_space

Told = dict[str, Any]
"""What an agent is told: ``observation`` and ``action_mask``."""


class Seats:
    """What both interfaces share: a table, and its seats as agents."""

    def __init__(
        self,
        game: str,
        seats: int | None,
        options: Mapping[str, object] | None,
        reward: Reward | None,
        choices: Mapping[str, str] | None,
        openings: int,
    ) -> None:
        chosen, count, full, paid = chosen_table(game, seats, options, reward)
        self.tables = Tables(chosen, 1, count, full, every=True, choices=choices, reward=paid, most_openings=openings)
        self.names = [f"seat_{seat}" for seat in range(count)]
        own = self.tables.spaces
        self.action_space = spaces.Discrete(own.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": observation_space(own),
                "action_mask": spaces.Box(0, 1, (own.actions,), np.int8),
            }
        )
        self.metadata = {
            "name": f"ludotheque_{chosen.id}_v{own.version}",
            "render_modes": list(pictures.MODES),
            "render_fps": 4,
            "is_parallelizable": False,
        }

    def begin(self, seed: int | None) -> None:
        """Begin a new game. Equal seeds give equal games; without one the last game's chance goes on."""
        if seed is not None or not self.tables.rngs["counter"][0]:
            self.tables.seed(0, int(np.random.default_rng().integers(1 << 62)) if seed is None else seed)
        self.tables.reset()

    def told(self, agent: str) -> Told:
        """What a seat is told now; the mask of one that is not to act is empty."""
        seat = self.names.index(agent)
        if seat in self.tables.to_act(0):
            mask = self.tables.legal(0, seat)
        else:
            mask = np.zeros(self.tables.spaces.actions, np.int8)
        return {"observation": self.tables.told(0, seat), "action_mask": mask}

    def do(self, action: int) -> dict[str, float]:
        """Let the seat whose turn it is act; what each seat gets for it."""
        self.tables.step(np.array([action], np.int64))
        return {name: float(reward) for name, reward in zip(self.names, self.tables.rewards[0], strict=True)}

    @property
    def next(self) -> str:
        """The seat that is to act next; of several, the first after the one that acted."""
        return self.names[int(self.tables.tables["seat"][0])]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.tables.tables["over"][0])

    def draw(self, mode: str | None) -> Any:
        """What is shown to the seat that is to act."""
        return None if mode is None else pictures.draw(self.tables.mask(0, self.names.index(self.next)), mode)


class SeatsEnv(AECEnv[str, Told, int]):
    """The seats of a table, one after the other. Where several are to act at once, they do so in order of their seats,
    and none sees what those before it did.

    An action that is not legal ends the game: who did it gets -1 (where the score is paid, it loses all that it had,
    and 1 more), the others nothing.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        reward: Reward | None = None,
        choices: Mapping[str, str] | None = None,
        openings: int = OPENINGS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._seats = Seats(game, seats, options, reward, choices, openings)
        self.metadata = self._seats.metadata
        self.possible_agents = list(self._seats.names)
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._seats.observation_space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self._seats.action_space)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is told."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can answer."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._seats.next

    def observe(self, agent: str) -> Told:
        """What an agent is told now."""
        return self._seats.told(agent)

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is to act does something"
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._seats.do(int(action))
        self.terminations = dict.fromkeys(self.agents, self._seats.over)
        self.agent_selection = self._seats.next
        self._accumulate_rewards()

    def render(self) -> Any:
        """What is shown to the agent whose turn it is."""
        return self._seats.draw(self.render_mode)

    def close(self) -> None:
        """Nothing is held."""


def env(game: str, **table: Any) -> AECEnv[str, Told, int]:
    """A table of any game, as `SeatsEnv` takes it, guarded against calls in a wrong order."""
    return wrappers.OrderEnforcingWrapper(SeatsEnv(game, **table))


class TogetherEnv(ParallelEnv[str, Told, int]):
    """The seats of a table in a game in which all always act together. Rewards and what is not legal are as in
    `SeatsEnv`."""

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        reward: Reward | None = None,
        choices: Mapping[str, str] | None = None,
        openings: int = OPENINGS,
        render_mode: str | None = None,
    ) -> None:
        self._seats = Seats(game, seats, options, reward, choices, openings)
        self._seats.begin(0)
        self._check_that_all_act()
        self.metadata = self._seats.metadata
        self.possible_agents = list(self._seats.names)
        self.agents: list[str] = []
        self.render_mode = render_mode

    def _check_that_all_act(self) -> None:
        if len(self._seats.tables.to_act(0)) != self._seats.tables.seats:
            raise ValueError(f"at a table of {self._seats.tables.game.id} not all act at once: use env()")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is told."""
        return self._seats.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can answer."""
        return self._seats.action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Told], dict[str, dict[str, Any]]]:
        """Begin a new game."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        return self._told(), {agent: {} for agent in self.agents}

    def _told(self) -> dict[str, Told]:
        return {agent: self._seats.told(agent) for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Told], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Let every agent act."""
        rewards = dict.fromkeys(self.agents, 0.0)
        for agent in self.agents:
            if not self._seats.over:  # unless one before it has done what is not legal
                for name, reward in self._seats.do(int(actions[agent])).items():
                    rewards[name] += reward
        over = self._seats.over
        if not over:
            self._check_that_all_act()
        agents = self.agents
        told = self._told()
        if over:
            self.agents = []
        nothing: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        return told, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), nothing

    def render(self) -> Any:
        """What is shown to the first agent."""
        return self._seats.draw(self.render_mode)

    def close(self) -> None:
        """Nothing is held."""


def parallel_env(game: str, **table: Any) -> ParallelEnv[str, Told, int]:
    """A table of a game in which all seats always act together, as `TogetherEnv` takes it."""
    return TogetherEnv(game, **table)
