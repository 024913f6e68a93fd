"""Many tables of one game, stepped in one compiled call: the engine of all environments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from ..codec.records import copy_record
from ..engine import dispatch
from ..engine.bits import first
from ..engine.contract import CHANCE, UNLISTABLE, Scene, Setup, State
from ..engine.game import Game
from ..engine.position import MaskedState, Position
from ..engine.rng import GENERATOR, MASK, Generator, below, generator
from ..native.compiled import copy_into, rule
from ..spaces import Spaces, action_at, clear, index_of, mark_legal, observe_masked, spaces

Reward = Literal["score", "result"]
"""The reward: every change of the seat's score, or the result at the end."""

OPENINGS = 256
"""The number of first chance outcomes that are sampled, and shared by all tables, if chance cannot be listed."""

SKIP: Final = 0
STEP: Final = 1
RESET: Final = 2
"""What to do at a table in this call."""

ANY_SEAT: Final = -1
"""Instead of the caller's seat: a random one for each game."""

CONFIG: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("seat", "i8"),  # the caller's seat, or ``ANY_SEAT``
            ("every", "i8"),  # whether the caller plays all other seats too
            ("openings", "i8"),  # the number of openings
            ("by_result", "i8"),  # whether the reward is the result instead of the score
            ("same_step", "i8"),  # whether a finished table is reset in the same step
            ("packed", "i8"),  # whether masks are bits
            ("width", "i8"),  # numbers of an observation
            ("mask_width", "i8"),  # bytes of a mask
        ],
    )
)
"""The configuration of a batch."""

ROW: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("opening", "i8"),  # the opening it began with
            ("own", "i8"),  # the caller's seat
            ("ours", "i8"),  # the set of seats that the caller plays, as bits
            ("seat", "i8"),  # the one that is to act; the last that acted if the game is over
            ("todo", "i8"),
            ("over", "i8"),  # whether the game has ended in this step, by the rules or by an illegal action
            ("refused", "i8"),  # whether the last action was illegal
        ],
    )
)
"""A table of a batch, besides its state."""


@rule
def go_on(setup: Setup, scene: Scene, state: State, rng: Generator, ours: int, seat: int, action: int) -> int:
    """Do an action (none if seat is -1), then let chance and the other seats act at random until a seat of the caller
    is to act. Return that seat; -1 if the game is over. If several seats are to act, the next one after the last acts,
    so that they take turns."""
    after = seat + 1
    while True:
        seats = dispatch.to_act(setup, state)
        if seats == 0:
            return -1
        if seats == CHANCE:
            pick = below(rng, dispatch.chance_count(setup, state))
            dispatch.apply_chance(setup, state, dispatch.chance_nth(setup, state, pick))
        else:
            if seat < 0:
                later = seats >> after << after
                seat = first(later if later != 0 else seats)
                if (ours >> seat) & 1 != 0:
                    return seat
                action = dispatch.legal_nth(setup, state, seat, below(rng, dispatch.legal_count(setup, state, seat)))
            dispatch.apply(setup, state, seat, action)
            after = seat + 1
            seat = -1
        dispatch.update_visible(scene, state)


@rule
def result(setup: Setup, state: State, seat: int) -> float:
    """Return the reward of a seat at the end. It sums to zero over all seats: the winners share what the others lose, a
    single winner gets 1. With one seat it is 1 for a win, otherwise -1."""
    won = dispatch.winners(setup, state)
    winners = 0
    for other in range(setup.seats):
        winners += (won >> other) & 1
    own = (won >> seat) & 1
    if setup.seats == 1:
        return 2.0 * own - 1.0
    if winners == 0:
        return 0.0
    return (setup.seats * own / winners - 1.0) / (setup.seats - 1.0)


@rule
def pay(
    setup: Setup,
    state: State,
    table: Any,
    by_result: bool,
    scored: NDArray[np.int64],
    rewards: NDArray[np.float64],
    at: int,
) -> None:
    """Write the rewards of the caller's seats for a step. An illegal action costs 1, and all points paid so far."""
    for seat in range(setup.seats):
        reward = 0.0
        if (table.ours >> seat) & 1 != 0:
            if table.refused != 0:
                if table.seat == seat:
                    reward = -1.0 if by_result else -1.0 - scored[at + seat]
            elif not by_result:
                points = dispatch.score(setup, state, seat)
                reward = points - scored[at + seat]
                scored[at + seat] = points
            elif table.over != 0:
                reward = result(setup, state, seat)
        rewards[at + seat] = reward


@rule
def run(
    config: Any,
    setups: Any,
    scenes: Any,
    starts: Any,
    tables: Any,
    states: Any,
    rngs: Any,
    actions: NDArray[np.int64],
    into_setups: Any,
    into_states: Any,
    scored: NDArray[np.int64],
    observations: NDArray[Any],
    masks: NDArray[np.uint8],
    rewards: NDArray[np.float64],
    gains: NDArray[np.float64],
) -> None:
    """Step or reset each table as its `todo` says, and write observations, masks and rewards, one row after the other.
    With `same_step`, a second block of observations holds the last ones of games that ended."""
    count = len(tables)
    seats = setups[0].seats
    for number in range(count):
        table, state, rng = tables[number], states[number], rngs[number]
        if table.todo == SKIP:
            continue
        fresh = table.todo == RESET
        ended = False
        table.refused = 0
        while True:
            seat, action = -1, -1
            if fresh:
                table.opening = below(rng, config.openings) if config.openings > 1 else 0
                copy_into(starts[table.opening], state)
                table.own = below(rng, seats) if config.seat == ANY_SEAT else config.seat
                table.ours = (1 << seats) - 1 if config.every != 0 else 1 << table.own
                for place in range(number * seats, number * seats + seats):
                    scored[place] = 0
                    if not ended:
                        rewards[place] = 0.0
                        gains[number] = 0.0
                table.seat = table.own
            setup = setups[table.opening]
            scene = scenes[table.opening]
            if not fresh:
                seat = table.seat
                action = action_at(setup, state, seat, int(actions[number]))
                table.refused = dispatch.illegal_reason(setup, state, seat, action) != 0
            next_seat = -1
            if table.refused == 0 or fresh:
                next_seat = go_on(setup, scene, state, rng, table.ours, seat, action)
            table.over = next_seat < 0
            if not fresh:
                pay(setup, state, table, config.by_result != 0, scored, rewards, number * seats)
                gains[number] = rewards[number * seats + seat]
            if next_seat >= 0:
                table.seat = next_seat
            again = table.over != 0 and config.same_step != 0 and not fresh
            row = number + count if again else number
            observe_masked(setup, state, table.seat, into_setups[0], into_states[0], observations, row * config.width)
            if not again:
                break
            ended = fresh = True
        at = number * config.mask_width
        clear(masks, at, config.mask_width)
        if table.over == 0:
            mark_legal(setup, state, table.seat, masks, at, config.packed != 0)
        table.over |= ended


@rule
def choose_any(setups: Any, tables: Any, states: Any, rng: Generator, actions: NDArray[np.int64]) -> None:
    """Write a uniformly random legal index for each table; 0 if its game is over."""
    for number in range(len(actions)):
        table, state = tables[number], states[number]
        setup = setups[table.opening]
        actions[number] = 0
        if dispatch.to_act(setup, state) != 0:
            k = below(rng, dispatch.legal_count(setup, state, table.seat))
            actions[number] = index_of(setup, state, table.seat, dispatch.legal_nth(setup, state, table.seat, k))


@dataclass(frozen=True)
class Openings:
    """First positions of a table, of which one is drawn for each game."""

    setups: NDArray[Any]
    scenes: NDArray[Any]
    starts: NDArray[Any]
    spaces: Spaces


def openings(game: Game, seats: int, options: Mapping[str, object], choices: Mapping[str, str], most: int) -> Openings:
    """Return the openings of a table: one, or `most` sampled ones if chance cannot be listed."""
    return _openings(game.id, seats, tuple(sorted(options.items())), tuple(sorted(choices.items())), most)


@lru_cache(maxsize=16)
def _openings(
    name: str, seats: int, options: tuple[tuple[str, object], ...], choices: tuple[tuple[str, str], ...], most: int
) -> Openings:
    from ..engine.registry import game

    chosen = game(name)
    start = chosen.start(seats, dict(options))
    found = [start]
    if start.to_act == ("chance",) and start.chance_count == UNLISTABLE:
        # Streams counted down from the last one, so that no table uses them.
        found = [start.play(start.draw(generator(0, MASK - number), dict(choices))) for number in range(most)]
    own = spaces(chosen, start.setup)
    scene: Any = getattr(chosen.rules, "SCENE", None)
    return Openings(
        setups=np.array([opening.setup for opening in found], chosen.rules.SETUP),
        scenes=np.zeros(len(found), GENERATOR) if scene is None else np.array([at.scene for at in found], scene),
        starts=np.array([opening.state for opening in found], chosen.rules.STATE),
        spaces=own,
    )


class Batch:
    """Several tables of one game, and the arrays into which observations, masks and rewards are written."""

    def __init__(
        self,
        game: Game,
        count: int,
        seats: int,
        options: Mapping[str, object],
        *,
        seat: int = 0,
        every: bool = False,
        choices: Mapping[str, str] | None = None,
        reward: Reward = "score",
        same_step: bool = False,
        packed: bool = False,
        most_openings: int = OPENINGS,
        observations: NDArray[Any] | None = None,
        masks: NDArray[np.uint8] | None = None,
        rewards: NDArray[np.float64] | None = None,
    ) -> None:
        self.game, self.count, self.seats = game, count, seats
        self.openings = openings(game, seats, options, choices or {}, most_openings)
        self.spaces = self.openings.spaces
        self.config = np.zeros(1, CONFIG)[0]
        self.config.seat = seat
        self.config.every = every
        self.config.openings = len(self.openings.starts)
        self.config.by_result = reward == "result"
        self.config.same_step = same_step
        self.config.packed = packed
        self.config.width = self.spaces.width
        self.config.mask_width = -(-self.spaces.actions // 8) if packed else self.spaces.actions
        rows = 2 * count if same_step else count
        self.observations = _given(observations, (rows, self.spaces.width), self.spaces.dtype)
        """A row for each table; with `same_step`, then one for the end of its last game."""
        self.masks = _given(masks, (count, int(self.config.mask_width)), np.dtype(np.uint8))
        self.rewards = _given(rewards, (count, seats), np.dtype(np.float64))
        """For each table, the reward of every seat that the caller plays."""
        self.gains = np.zeros(count)
        """For each table, the reward of the seat that acted."""
        self.rows = np.zeros(count, ROW)
        self.rows["over"] = 1
        self.states = np.zeros(count, game.rules.STATE)
        self.rngs = np.zeros(count, GENERATOR)
        self._scored = np.zeros(count * seats, np.int64)
        self._scratch = np.zeros(1, game.rules.SETUP), np.zeros(1, game.rules.STATE)
        self._no_actions = np.zeros(count, np.int64)
        self._flat = self.observations.reshape(-1), self.masks.reshape(-1), self.rewards.reshape(-1)

    def seed(self, number: int, seed: int) -> None:
        """Seed the generator of a table."""
        self.rngs[number] = generator(seed)

    def reset(self, which: NDArray[np.bool_] | None = None) -> None:
        """Reset all tables, or those that are selected."""
        self.rows["todo"] = RESET if which is None else np.where(which, RESET, SKIP)
        self._run(self._no_actions)

    def step(self, actions: NDArray[np.int64], reset: NDArray[np.bool_] | None = None) -> None:
        """Act at each table, except those that `reset` selects: they are reset."""
        self.rows["todo"] = STEP if reset is None else np.where(reset, RESET, STEP)
        self._run(actions)

    def choose_any(self, rng: Generator, actions: NDArray[np.int64]) -> None:
        """Write a random legal index for each table into `actions`."""
        choose_any(self.openings.setups, self.rows, self.states, rng, actions)

    def observe(self, number: int, seat: int) -> NDArray[Any]:
        """Return the observation of a seat, as a new array."""
        observation = np.empty(self.spaces.width, self.spaces.dtype)
        setup = self.openings.setups[self.rows[number]["opening"]]
        observe_masked(setup, self.states[number], seat, self._scratch[0][0], self._scratch[1][0], observation, 0)
        return observation

    def legal(self, number: int, seat: int) -> NDArray[np.int8]:
        """Return which indices are legal for a seat that is to act, as a new array of zeros and ones."""
        mask = np.zeros(self.spaces.actions, np.uint8)
        setup = self.openings.setups[self.rows[number]["opening"]]
        mark_legal(setup, self.states[number], seat, mask, 0, False)
        return mask.view(np.int8)

    def to_act(self, number: int) -> list[int]:
        """Return the seats to act at a table; none if the game is over."""
        if self.rows[number]["over"]:
            return []
        seats = int(dispatch.to_act(self.openings.setups[self.rows[number]["opening"]], self.states[number]))
        return [seat for seat in range(self.seats) if seats >> seat & 1]

    def mask(self, number: int, seat: int) -> MaskedState:
        """Return the masked state of a seat."""
        return self.position(number).mask(seat)

    def position(self, number: int) -> Position:
        """Return the position at a table."""
        opening = self.rows[number]["opening"]
        return Position(self.game, copy_record(self.openings.setups[opening]), copy_record(self.states[number]))

    def index(self, number: int, seat: int, action: int) -> int:
        """Return the index of a legal action of a seat."""
        setup = self.openings.setups[self.rows[number]["opening"]]
        return int(index_of(setup, self.states[number], seat, action))

    def _run(self, actions: NDArray[np.int64]) -> None:
        found = self.openings
        run(
            self.config,
            found.setups,
            found.scenes,
            found.starts,
            self.rows,
            self.states,
            self.rngs,
            actions,
            *self._scratch,
            self._scored,
            *self._flat,
            self.gains,
        )


def _given(array: NDArray[Any] | None, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return the caller's array if it has the right form, or a new one if none is given."""
    if array is None:
        return np.zeros(shape, dtype)
    if array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError(f"this array must be {shape} of {dtype}, contiguous and writeable")
    return array
