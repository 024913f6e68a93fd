"""Every installed game as a Python game of OpenSpiel: ``import ludotheque.envs.openspiel`` registers them.

    pyspiel.load_game("ludotheque_micropul(seats=1)")

Chance is explicit. A box of Polygons, which cannot be listed, is one of `openings` boxes, each equally likely. Seats
that act at once do so one after the other, and none learns what those before it did.

What a seat was told of all events is its information state; what it knows is its observation. A game alone is paid by
its score, one with others by its result, which sums to nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pyspiel

from .. import spaces
from ..codec.records import new_record, record_from_bytes
from ..engine.contract import UNLISTABLE
from ..engine.game import Game
from ..engine.position import Event, Position
from ..engine.registry import game as find_game
from ..engine.registry import games
from ..engine.rng import MASK, generator
from .batch import OPENINGS, result

MOST_EVENTS = 20_000
"""No game is longer; the contract suite asks that of every game."""
MOST_POINTS = 1 << 15
"""Nor is any score, of a game that is played alone, farther from nothing."""

Parameters = Mapping[str, Any]


def short_name(game: Game) -> str:
    """How OpenSpiel knows a game."""
    return f"ludotheque_{game.id}"


def seats_of(game: Game, parameters: Parameters) -> int:
    """How many seats are asked for: OpenSpiel's own tools say `players`."""
    return int(parameters.get("players") or parameters.get("seats") or game.simulated["seats"])


def options_of(game: Game, parameters: Parameters) -> dict[str, object]:
    """The options that are asked for."""
    asked = {name: parameters[name] for name in game.options if name in parameters}
    return {**game.simulated["options"], **asked}


def game_type(game: Game, parameters: Parameters) -> Any:
    """What OpenSpiel wants to know of a game before it begins; it differs with the number of seats."""
    seats = seats_of(game, parameters)
    start = game.start(seats, options_of(game, parameters))
    hidden = start.chance_count == UNLISTABLE or (game.hidden_information and seats > 1)
    options = {**{name: option.default for name, option in game.options.items()}, **game.simulated["options"]}
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game),
        long_name=" ".join(word.capitalize() for word in game.id.split("_")),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if seats == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "seats": int(game.simulated["seats"]),
            "players": 0,
            "openings": OPENINGS,
            **options,
        },
    )


@lru_cache(maxsize=1 << 10)
def opening(name: str, seats: int, options: tuple[tuple[str, object], ...], number: int) -> Position:
    """A table with what cannot be listed: with box number so-and-so."""
    start = find_game(name).start(seats, dict(options))
    return start.play(start.draw(generator(0, MASK - number)))


@dataclass(frozen=True)
class Told:
    """An event, and from whom it is hidden as long as not all is open."""

    by: str
    do: str
    masked: str
    hidden_from: frozenset[int | None]

    def to(self, seat: int) -> str:
        """What a seat is told."""
        return f"{self.by} {self.masked if seat in self.hidden_from else self.do}"


@dataclass(frozen=True)
class Moment:
    """A table and all that was told of it. It never changes, so a copy is itself."""

    position: Position
    events: tuple[Told, ...] = ()
    lessons: tuple[str, ...] = field(default=())
    """For each seat a hash of all that it has known, moment after moment: where pieces come to light, events alone do
    not tell what was seen, and when."""

    def __deepcopy__(self, memory: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Callable[..., Moment], tuple[Any, ...]]:
        at = self.position
        scene = None if at.scene is None else at.scene.tobytes()
        records = at.game.id, at.setup.tobytes(), at.state.tobytes(), scene
        return _restored, (records, self.events, self.lessons)

    def after(self, by: str, told: Told, position: Position) -> Moment:
        """The moment after an event."""
        events = (*self.events, told)
        if position.is_open:
            events = tuple(replace(event, hidden_from=frozenset()) if event.hidden_from else event for event in events)
        return Moment(position, events, lessons(position, self.lessons))

    def information(self, seat: int) -> str:
        """All that a seat was told, from the beginning."""
        return "\n".join([f"seat {seat}", *(event.to(seat) for event in self.events), self.lessons[seat]])


def lessons(position: Position, before: tuple[str, ...]) -> tuple[str, ...]:
    """What each seat has learnt so far, as hashes."""
    found = []
    for seat in range(position.seats):
        masked = b"".join(position.mask(seat).to_bytes())
        earlier = before[seat] if before else ""
        found.append(hashlib.sha256(earlier.encode() + masked).hexdigest()[:16])
    return tuple(found)


def _restored(
    records: tuple[str, bytes, bytes, bytes | None], events: tuple[Told, ...], lessons: tuple[str, ...]
) -> Moment:
    name, setup, state, scene = records
    game = find_game(name)
    kept = None if scene is None else record_from_bytes(game.rules.SCENE, scene)  # type: ignore[attr-defined]
    position = Position(
        game, record_from_bytes(game.rules.SETUP, setup), record_from_bytes(game.rules.STATE, state), kept
    )
    return Moment(position, events, lessons)


class TableGame(pyspiel.Game):
    """A game at a table with some seats and options."""

    rules: Game
    """Set in a class of its own for each game: OpenSpiel keeps the makers of its games beyond the end of Python, and
    only classes bear that."""

    def __init__(self, parameters: Parameters | None = None) -> None:
        game, given = self.rules, dict(parameters or {})
        self.seats = seats_of(game, given)
        self.options = options_of(game, given)
        self.openings = int(given.get("openings", OPENINGS))
        self.start = game.start(self.seats, self.options)
        self.first = Moment(self.start, lessons=lessons(self.start, ()))
        self.spaces = spaces.spaces(game, self.start.setup)
        self.outcomes = spaces.by_declaration(game.notation.OUTCOMES)
        sampled = self.start.chance_count == UNLISTABLE
        alone = self.seats == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spaces.actions,
            max_chance_outcomes=max(self.outcomes.index_count(None), self.openings if sampled else 0),
            num_players=self.seats,
            min_utility=-MOST_POINTS if alone else -1.0,
            max_utility=MOST_POINTS if alone else 1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=MOST_EVENTS,
        )
        super().__init__(game_type(game, given), info, given)

    def new_initial_state(self) -> TableState:
        """The first state of a table."""
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound; the contract suite asks it of every game."""
        return MOST_EVENTS

    def make_py_observer(self, kind: Any = None, params: Parameters | None = None) -> Observer | None:
        """What a seat knows, or, with perfect recall, all that it was told. No other kinds of observation are made."""
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self, kind.perfect_recall)


class TableState(pyspiel.State):
    """A table between two events."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.moment = game.first

    @property
    def position(self) -> Position:
        """The table as it truly is."""
        return self.moment.position

    @property
    def _table(self) -> TableGame:
        game: TableGame = self.get_game()
        return game

    def current_player(self) -> int:
        """Who is to act: a seat, the first of several; chance; or nobody any more."""
        who = self.position.to_act
        if not who:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if who[0] == "chance" else who[0]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        at = self.position
        return sorted(int(spaces.index_of(at.setup, at.state, player, action)) for action in at.legal_actions(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can bring, and how likely it is."""
        if self.position.chance_count == UNLISTABLE:
            count = self._table.openings
            return [(number, 1 / count) for number in range(count)]
        index_of = self._table.outcomes.index_of
        weights = self.position.chance_outcomes()
        return sorted((int(index_of(0, 0, 0, outcome)), float(weight)) for outcome, weight in weights.items())

    def _meant(self, player: int, index: int) -> int:
        """The action or outcome at an index, as the law numbers it."""
        if player == pyspiel.PlayerId.CHANCE:
            if self.position.chance_count == UNLISTABLE:
                return 0
            return int(self._table.outcomes.action_at(0, 0, 0, index))
        return int(spaces.action_at(self.position.setup, self.position.state, player, index))

    def _action_to_string(self, player: int, index: int) -> str:
        by = "chance" if player == pyspiel.PlayerId.CHANCE else player
        text = self.position.action_text(by, self._meant(player, index))  # type: ignore[arg-type]
        if player == pyspiel.PlayerId.CHANCE and self.position.chance_count == UNLISTABLE:
            return f"{text} {index}"
        return text

    def _apply_action(self, index: int) -> None:
        player, at = self.current_player(), self.position
        action = self._meant(player, index)
        by: Any = "chance" if player == pyspiel.PlayerId.CHANCE else player
        text = at.action_text(by, action)
        hidden = at.hidden_from(Event(by, text))
        told = Told(str(by), self._action_to_string(player, index), at.verbs(by).masked_text(action) or "?", hidden)
        if by == "chance" and at.chance_count == UNLISTABLE:
            table = self._table
            after = opening(table.rules.id, table.seats, tuple(sorted(table.options.items())), index)
        else:
            after = at.apply_action(by, action)
        self.moment = self.moment.after(str(by), told, after)

    def returns(self) -> list[float]:
        """The result; the score of who plays alone. Nothing before the end."""
        at = self.position
        if not at.is_over:
            return [0.0] * at.seats
        if at.seats == 1:
            return [float(at.scores[0])]
        return [float(result(at.setup, at.state, seat)) for seat in range(at.seats)]

    def __str__(self) -> str:
        return "\n".join(f"{event.by} {event.do}" for event in self.moment.events)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableState:
        """A state that fits all that a seat knows: what it does not know is imagined anew.

        OpenSpiel's history of it is empty: what was done before is not known to the last detail. Its information state
        is that of this state for the seat; of others it says what this seat was told, and what they know in this world.
        """
        rng = generator(int(sampler() * (1 << 53)))
        masked = self.position.mask(player)
        world = masked.determinize(rng)
        told = tuple(
            replace(event, do=event.masked, hidden_from=frozenset()) if player in event.hidden_from else event
            for event in self.moment.events
        )
        own = self.moment.lessons[player]
        others = lessons(world, (own,) * world.seats)
        state = self._table.new_initial_state()
        state.moment = Moment(
            world, told, tuple(own if seat == player else others[seat] for seat in range(world.seats))
        )
        return state


class Observer:
    """What a seat knows in numbers and as text; with perfect recall, all that it was told as text."""

    def __init__(self, game: TableGame, recall: bool) -> None:
        self.recall = recall
        self.spaces = game.spaces
        self.tensor = None if recall else np.zeros(game.spaces.width, np.float32)
        self.dict = {} if self.tensor is None else game.spaces.named(self.tensor)

    def set_from(self, state: TableState, player: int) -> None:
        """Write what a seat knows into the tensor."""
        if self.tensor is None:
            return
        at = state.position
        told = np.empty(self.spaces.width, self.spaces.dtype)
        scratch = new_record(at.game.rules.SETUP), new_record(at.game.rules.STATE)
        spaces.tell(at.setup, at.state, player, *scratch, told, 0)
        self.tensor[:] = told

    def string_from(self, state: TableState, player: int) -> str:
        """What a seat is shown of what it knows, as JSON; or all that it was told."""
        return state.moment.information(player) if self.recall else state.position.mask(player).view_json()


@cache
def register_all() -> list[str]:
    """Register every installed game with OpenSpiel; the names."""
    for game in games().values():
        maker = type(f"{TableGame.__name__}_{game.id}", (TableGame,), {"rules": game})
        globals()[maker.__name__] = maker  # where pickle looks for it
        pyspiel.register_game(game_type(game, {}), maker)
    return [short_name(game) for game in games().values()]


register_all()
