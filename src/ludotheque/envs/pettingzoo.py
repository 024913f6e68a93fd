"""PettingZoo environments: every seat of a table is an agent.

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

from . import rendering
from .batch import OPENINGS, Batch, Reward
from .gym import chosen_table, observation_space

Observation = dict[str, Any]
"""A dict of ``observation`` and ``action_mask``."""


class Seats:
    """What both interfaces share: a table and its seats as agents."""

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
        self.batch = Batch(chosen, 1, count, full, every=True, choices=choices, reward=paid, most_openings=openings)
        self.names = [f"seat_{seat}" for seat in range(count)]
        own = self.batch.spaces
        self.action_space = spaces.Discrete(own.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": observation_space(own),
                "action_mask": spaces.Box(0, 1, (own.actions,), np.int8),
            }
        )
        self.metadata = {
            "name": f"ludotheque_{chosen.id}_v{own.version}",
            "render_modes": list(rendering.MODES),
            "render_fps": 4,
            "is_parallelizable": False,
        }

    def begin(self, seed: int | None) -> None:
        """Start a new game. Equal seeds give equal games; without a seed the generator continues."""
        if seed is not None or not self.batch.rngs["counter"][0]:
            self.batch.seed(0, int(np.random.default_rng().integers(1 << 62)) if seed is None else seed)
        self.batch.reset()

    def observe(self, agent: str) -> Observation:
        """Return the observation of a seat; its mask is all zeros if it is not to act."""
        seat = self.names.index(agent)
        if seat in self.batch.to_act(0):
            mask = self.batch.legal(0, seat)
        else:
            mask = np.zeros(self.batch.spaces.actions, np.int8)
        return {"observation": self.batch.observe(0, seat), "action_mask": mask}

    def act(self, action: int) -> dict[str, float]:
        """Let the seat whose turn it is act; return the rewards of all seats."""
        self.batch.step(np.array([action], np.int64))
        return {name: float(reward) for name, reward in zip(self.names, self.batch.rewards[0], strict=True)}

    @property
    def next(self) -> str:
        """The seat that is to act next; of several, the first after the one that acted."""
        return self.names[int(self.batch.rows["seat"][0])]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.batch.rows["over"][0])

    def render(self, mode: str | None) -> Any:
        """Return the board as the seat to act sees it."""
        return None if mode is None else rendering.render(self.batch.mask(0, self.names.index(self.next)), mode)


class TableAECEnv(AECEnv[str, Observation, int]):
    """The seats of a table as agents that act in turn (AEC). If several are to act at once, they act in order of their
    seats, and none observes what the others did.

    An illegal action ends the game: its agent gets -1 (and loses all points paid so far, if the reward is the score),
    the others 0.
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
        """Return the observation space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._seats.next

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent."""
        return self._seats.observe(agent)

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is to act needs an action"
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._seats.act(int(action))
        self.terminations = dict.fromkeys(self.agents, self._seats.over)
        self.agent_selection = self._seats.next
        self._accumulate_rewards()

    def render(self) -> Any:
        """Return the board as the agent to act sees it."""
        return self._seats.render(self.render_mode)

    def close(self) -> None:
        """Release nothing: there are no resources."""


def env(game: str, **table: Any) -> AECEnv[str, Observation, int]:
    """Return a `TableAECEnv` that checks the order of calls."""
    return wrappers.OrderEnforcingWrapper(TableAECEnv(game, **table))


class TableParallelEnv(ParallelEnv[str, Observation, int]):
    """The seats of a table as agents that act at the same time, for games in which all seats always do. Rewards and
    illegal actions are as in `TableAECEnv`."""

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
        if len(self._seats.batch.to_act(0)) != self._seats.batch.seats:
            raise ValueError(f"at a table of {self._seats.batch.game.id} not all act at once: use env()")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space."""
        return self._seats.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space."""
        return self._seats.action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a new game."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._seats.observe(agent) for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Let every agent act."""
        rewards = dict.fromkeys(self.agents, 0.0)
        for agent in self.agents:
            if not self._seats.over:  # an illegal action of another agent may have ended the game
                for name, reward in self._seats.act(int(actions[agent])).items():
                    rewards[name] += reward
        over = self._seats.over
        if not over:
            self._check_that_all_act()
        agents = self.agents
        observations = self._observations()
        if over:
            self.agents = []
        nothing: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), nothing

    def render(self) -> Any:
        """Return the board as the first agent sees it."""
        return self._seats.render(self.render_mode)

    def close(self) -> None:
        """Release nothing: there are no resources."""


def parallel_env(game: str, **table: Any) -> ParallelEnv[str, Observation, int]:
    """Return a `TableParallelEnv`."""
    return TableParallelEnv(game, **table)
