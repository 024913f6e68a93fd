"""Every installed game as a Python game of OpenSpiel: ``import ludotheque.envs.openspiel`` registers them.

    pyspiel.load_game("ludotheque_micropul(seats=1)")

Chance is explicit. If the outcomes of the first chance event cannot be listed, it has `openings` sampled outcomes, each
equally likely. Seats that act at once act one after the other, and none observes what the others did.

The information state of a seat is everything it has observed so far (perfect recall); its observation is its masked
state. The return is the score with one seat, otherwise the result, which sums to zero.
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
"""A bound on the events of a game; the contract suite checks it for every game."""
MOST_POINTS = 1 << 15
"""A bound on the absolute score of a game with one seat."""

Parameters = Mapping[str, Any]


def short_name(game: Game) -> str:
    """Return the name of a game in OpenSpiel."""
    return f"ludotheque_{game.id}"


def seats_of(game: Game, parameters: Parameters) -> int:
    """Return the number of seats in the parameters; OpenSpiel's tools call it `players`."""
    return int(parameters.get("players") or parameters.get("seats") or game.simulated["seats"])


def options_of(game: Game, parameters: Parameters) -> dict[str, object]:
    """Return the options in the parameters."""
    asked = {name: parameters[name] for name in game.options if name in parameters}
    return {**game.simulated["options"], **asked}


def game_type(game: Game, parameters: Parameters) -> Any:
    """Return OpenSpiel's description of a game; it depends on the number of seats."""
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
    """Return the position after a sampled first outcome of chance, by its number."""
    start = find_game(name).start(seats, dict(options))
    return start.play(start.draw(generator(0, MASK - number)))


@dataclass(frozen=True)
class Observed:
    """An event, and the seats from which it is hidden until everything is open."""

    by: str
    do: str
    masked: str
    hidden_from: frozenset[int | None]

    def text_for(self, seat: int) -> str:
        """Return the event as a seat observes it."""
        return f"{self.by} {self.masked if seat in self.hidden_from else self.do}"


@dataclass(frozen=True)
class History:
    """A position and the events before it. Immutable, so a copy is the object itself."""

    position: Position
    events: tuple[Observed, ...] = ()
    recalls: tuple[str, ...] = field(default=())
    """For each seat, a hash of all its masked states so far: events alone do not say what was revealed, and when."""

    def __deepcopy__(self, memory: object) -> History:
        return self

    def __reduce__(self) -> tuple[Callable[..., History], tuple[Any, ...]]:
        at = self.position
        scene = None if at.scene is None else at.scene.tobytes()
        records = at.game.id, at.setup.tobytes(), at.state.tobytes(), scene
        return _restored, (records, self.events, self.recalls)

    def after(self, event: Observed, position: Position) -> History:
        """Return the history after an event."""
        events = (*self.events, event)
        if position.is_open:
            events = tuple(replace(event, hidden_from=frozenset()) if event.hidden_from else event for event in events)
        return History(position, events, recalls(position, self.recalls))

    def information(self, seat: int) -> str:
        """Return the information state of a seat."""
        return "\n".join([f"seat {seat}", *(event.text_for(seat) for event in self.events), self.recalls[seat]])


def recalls(position: Position, before: tuple[str, ...]) -> tuple[str, ...]:
    """Return for each seat a hash of all its masked states, given those before."""
    found = []
    for seat in range(position.seats):
        masked = b"".join(position.mask(seat).to_bytes())
        earlier = before[seat] if before else ""
        found.append(hashlib.sha256(earlier.encode() + masked).hexdigest()[:16])
    return tuple(found)


def _restored(
    records: tuple[str, bytes, bytes, bytes | None], events: tuple[Observed, ...], recalls: tuple[str, ...]
) -> History:
    name, setup, state, scene = records
    game = find_game(name)
    kept = None if scene is None else record_from_bytes(game.rules.SCENE, scene)  # type: ignore[attr-defined]
    position = Position(
        game, record_from_bytes(game.rules.SETUP, setup), record_from_bytes(game.rules.STATE, state), kept
    )
    return History(position, events, recalls)


class OpenSpielGame(pyspiel.Game):
    """A game with a number of seats and options."""

    game: Game
    """Set in a subclass for each game: OpenSpiel keeps the factories of its games beyond the end of the interpreter,
    which only classes survive."""

    def __init__(self, parameters: Parameters | None = None) -> None:
        game, given = self.game, dict(parameters or {})
        self.seats = seats_of(game, given)
        self.options = options_of(game, given)
        self.openings = int(given.get("openings", OPENINGS))
        self.start = game.start(self.seats, self.options)
        self.first = History(self.start, recalls=recalls(self.start, ()))
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

    def new_initial_state(self) -> OpenSpielState:
        """Return the first state."""
        return OpenSpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound, which the contract suite checks for every game."""
        return MOST_EVENTS

    def make_py_observer(self, kind: Any = None, params: Parameters | None = None) -> Observer | None:
        """Return an observer of the masked state or, with perfect recall, of the information state; None for others."""
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self, kind.perfect_recall)


class OpenSpielState(pyspiel.State):
    """A state: a position with its history."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.table_history = game.first

    @property
    def position(self) -> Position:
        """The current position."""
        return self.table_history.position

    @property
    def _table(self) -> OpenSpielGame:
        game: OpenSpielGame = self.get_game()
        return game

    def current_player(self) -> int:
        """Return the seat to act (the first of several), or OpenSpiel's number for chance or the end."""
        who = self.position.to_act
        if not who:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if who[0] == "chance" else who[0]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        at = self.position
        return sorted(int(spaces.index_of(at.setup, at.state, player, action)) for action in at.legal_actions(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        if self.position.chance_count == UNLISTABLE:
            count = self._table.openings
            return [(number, 1 / count) for number in range(count)]
        index_of = self._table.outcomes.index_of
        weights = self.position.chance_outcomes()
        return sorted((int(index_of(0, 0, 0, outcome)), float(weight)) for outcome, weight in weights.items())

    def _meant(self, player: int, index: int) -> int:
        """Return the action or outcome at an index, as the rules number it."""
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
        observed = Observed(
            str(by), self._action_to_string(player, index), at.verbs(by).masked_text(action) or "?", hidden
        )
        if by == "chance" and at.chance_count == UNLISTABLE:
            table = self._table
            after = opening(table.game.id, table.seats, tuple(sorted(table.options.items())), index)
        else:
            after = at.apply_action(by, action)
        self.table_history = self.table_history.after(observed, after)

    def returns(self) -> list[float]:
        """Return the results, or the score with one seat; zeros before the end."""
        at = self.position
        if not at.is_over:
            return [0.0] * at.seats
        if at.seats == 1:
            return [float(at.scores[0])]
        return [float(result(at.setup, at.state, seat)) for seat in range(at.seats)]

    def __str__(self) -> str:
        return "\n".join(f"{event.by} {event.do}" for event in self.table_history.events)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """Return a random state that fits what a seat knows (a determinization).

        Its OpenSpiel history is empty. The information state of this seat is the same as here; those of the others hold
        what this seat has observed, and what they know in the determinization.
        """
        rng = generator(int(sampler() * (1 << 53)))
        masked = self.position.mask(player)
        world = masked.determinize(rng)
        events = tuple(
            replace(event, do=event.masked, hidden_from=frozenset()) if player in event.hidden_from else event
            for event in self.table_history.events
        )
        own = self.table_history.recalls[player]
        others = recalls(world, (own,) * world.seats)
        state = self._table.new_initial_state()
        state.table_history = History(
            world, events, tuple(own if seat == player else others[seat] for seat in range(world.seats))
        )
        return state


class Observer:
    """Observes a masked state as a tensor and as text or, with perfect recall, the information state as text."""

    def __init__(self, game: OpenSpielGame, recall: bool) -> None:
        self.recall = recall
        self.spaces = game.spaces
        self.tensor = None if recall else np.zeros(game.spaces.width, np.float32)
        self.dict = {} if self.tensor is None else game.spaces.named(self.tensor)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the observation of a seat into the tensor."""
        if self.tensor is None:
            return
        at = state.position
        observation = np.empty(self.spaces.width, self.spaces.dtype)
        scratch = new_record(at.game.rules.SETUP), new_record(at.game.rules.STATE)
        spaces.observe_masked(at.setup, at.state, player, *scratch, observation, 0)
        self.tensor[:] = observation

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the view of a seat as JSON or, with perfect recall, its information state."""
        return state.table_history.information(player) if self.recall else state.position.mask(player).view_json()


@cache
def register_all() -> list[str]:
    """Register every installed game with OpenSpiel; return the names."""
    for game in games().values():
        maker = type(f"{OpenSpielGame.__name__}_{game.id}", (OpenSpielGame,), {"game": game})
        globals()[maker.__name__] = maker  # where pickle looks for it
        pyspiel.register_game(game_type(game, {}), maker)
    return [short_name(game) for game in games().values()]


register_all()
