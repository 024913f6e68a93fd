"""The contract of a game: what the house knows about any game, and a position to play from.

A game is a folder. Its ``__init__.py`` holds one ``Game``, light to import; the rest of the folder is loaded when it is
first needed, by name:

- ``rules``     the law (``core.law.Law``): records of fixed size, actions as numbers, compiled
- ``notation``  actions and outcomes as text, both ways (``Notation``)
- ``view``      what one seat, or a spectator, may see (``Viewer``)
- ``preview``   what each legal action would bring, as far as the seat can know (``Previewer``)
- ``text``      the board drawn for a terminal (``Drawer``)
- ``sampler``   only where chance cannot be listed (the Polygons box): how it is sampled and read (``Sampler``)
- ``locale/``   the game's words

Everything generic - records, the command line, bots, the contract tests - runs on a ``Position``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from typing import Any, Literal, Protocol, cast

import numpy as np

from . import law
from .chance import Generator, below
from .errors import Refusal

By = int | Literal["chance"]
"""Who does something: a seat, counted from 0, or chance."""


@dataclass(frozen=True)
class Option:
    """Something that changes the law and stands in a record's header."""

    type: Literal["boolean", "integer", "choice"]
    default: bool | int | str
    values: tuple[bool | int | str, ...]
    """For an integer the smallest and the largest value, else all values."""

    def check(self, name: str, value: object) -> bool | int | str:
        """The value, if it is one of this option's; else a refusal."""
        if self.type == "boolean":
            fits = isinstance(value, bool)
        elif self.type == "integer":
            low, high = cast("tuple[int, int]", self.values)
            fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        else:
            fits = isinstance(value, str) and value in self.values
        if not fits:
            raise Refusal("header", f"option {name} is {self.describe()}, not {value!r:.40}")
        return cast("bool | int | str", value)

    def read(self, name: str, text: str) -> bool | int | str:
        """The value that a person typed, for the command line."""
        if self.type == "boolean" and text in ("true", "false"):
            return text == "true"
        if self.type == "integer" and text.isascii() and text.isdigit() and len(text) < 10:
            return self.check(name, int(text))
        return self.check(name, text)

    def describe(self) -> str:
        """What may be given, in words."""
        if self.type == "boolean":
            return "true or false"
        if self.type == "integer":
            return f"a whole number from {self.values[0]} to {self.values[1]}"
        return "one of " + ", ".join(map(str, self.values))

    def number(self, value: bool | int | str) -> int:
        """The value as the law keeps it in its setup record."""
        return self.values.index(value) if self.type == "choice" else int(value)


def flag() -> Option:
    """An option that is off by default."""
    return Option("boolean", False, (False, True))


def whole(default: int, low: int, high: int) -> Option:
    """An option that is a whole number."""
    return Option("integer", default, (low, high))


def choice(*values: str) -> Option:
    """An option that is one of several words, the first by default."""
    return Option("choice", values[0], values)


@dataclass(frozen=True)
class Event:
    """A fact: who did what. `more` holds what an outcome of chance carries besides its text (the Polygons box)."""

    by: By
    do: str
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    reason: str


class Notation(Protocol):
    """What a game's ``notation.py`` must hold."""

    def write(self, setup: law.Setup, state: law.State, by: By, action: int) -> str:
        """The one spelling of an action or outcome that is possible in this state."""

    def read(self, setup: law.Setup, state: law.State, by: By, text: str) -> int:
        """The number of what a text says, whether possible or not; a refusal if it says nothing in this notation, or
        says it in another spelling."""

    def explain(self, setup: law.Setup, state: law.State, by: By, action: int, code: str) -> Refusal:
        """The refusal for an action that the law refused with this code: a sentence, and where it applies."""


class Viewer(Protocol):
    """What a game's ``view.py`` must hold."""

    def view(self, setup: law.Setup, state: law.State, seat: int | None) -> dict[str, Any]:
        """What a seat (``None``: a spectator) may see of this game, as plain data, built by listing what may be seen.

        `Position.view` adds what every view has: game, seat, seats, options, to_act, outcome.
        """

    def redeal(
        self, setup: law.Setup, state: law.State, seat: int | None, rng: Generator
    ) -> tuple[law.Setup, law.State]:
        """Another setup and state that this seat cannot tell from the given ones: what it does not know, dealt anew."""

    def hides(self, setup: law.Setup, state: law.State, by: By, action: int, seat: int | None) -> bool:
        """Whether an action or outcome that now happens in this state is kept from a seat (None: a spectator), so that
        it learns no more than who acted, until all `is_open`."""

    def masked(self, by: By, do: str) -> str | None:
        """What stands for a hidden event in the record of a running game; None if it is left out."""

    def is_open(self, setup: law.Setup, state: law.State) -> bool:
        """Whether everything that was hidden up to this state may be told to everybody."""

    def reveals(self, setup: law.Setup, before: law.State, after: law.State, seat: int) -> bool:
        """Whether a seat has learnt, by the step between two states, something that it could not know before. Such a
        step is never taken back."""


class Previewer(Protocol):
    """What a game's ``preview.py`` must hold."""

    def previews(self, view: Mapping[str, Any], legal: Sequence[str]) -> list[dict[str, Any]]:
        """What each of a seat's legal actions would bring (what it draws, closes, frees, completes), as plain data. It
        is worked out from the seat's view, so it can tell nothing that is hidden."""


class Drawer(Protocol):
    """What a game's ``text.py`` must hold. `words` formats a message of the game's locale."""

    def draw(self, view: Mapping[str, Any], words: Callable[..., str]) -> Any:
        """The table as this view shows it, as something that rich can print; readable without colour too."""

    def sheet(self, view: Mapping[str, Any], words: Callable[..., str]) -> Any:
        """The score sheet in detail."""


class Sampler(Protocol):
    """What a game's ``sampler.py`` must hold, where chance cannot be listed."""

    FIELD: str
    """The field of the event that carries what was sampled."""

    def sample(self, setup: law.Setup, seed: int, choices: Mapping[str, str]) -> Any:
        """What chance brings for a 64-bit seed, as plain data; `choices` are the table's."""

    def settle(self, setup: law.Setup, sampled: object) -> law.Setup:
        """The setup with what was sampled in it; a refusal if it is not acceptable. The given setup is left alone."""


@dataclass(frozen=True)
class Game:
    """A set of rules, as the house knows it."""

    id: str
    rules: int
    """The version of the rules, raised whenever any answer changes."""
    seats: tuple[int, int]
    """The smallest and the largest number of seats."""
    home: str
    """The package of the game's folder."""
    simulated: Mapping[str, Any]
    """The table that `simulate` plays by default: seats and options."""
    options: Mapping[str, Option] = field(default_factory=dict)
    choices: Mapping[str, Option] = field(default_factory=dict)
    """What the table chooses besides the options, and no record names."""
    own_bots: Mapping[str, str] = field(default_factory=dict)
    """The game's own bots: the name of each and where it is found, ``module:name``."""
    secret: bool = False
    """Whether a seat sees what another seat does not, so that people at one screen must look away."""
    fits: Callable[[int, Mapping[str, Any]], str | None] = lambda seats, options: None
    """What is wrong with these options at this number of seats, in words, where each alone is right."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Commands of the game's own (`solve`): where each is found, ``module:name``."""
    warm_up: tuple[str, ...] = ()
    """Functions to call once, without arguments, when the rules are compiled at set-up, ``module:name``."""

    @property
    def bots(self) -> dict[str, str]:
        """Every bot that plays this game, the weakest first, and where it is found."""
        return {"random": "ludotheque.search.bots:Random", **self.own_bots}

    @cached_property
    def law(self) -> law.Law:
        """The game's rules, known to generic compiled code from here on."""
        rules = cast("law.Law", import_module(f"{self.home}.rules"))
        law.register(rules)
        return rules

    @cached_property
    def notation(self) -> Notation:
        """Actions as text."""
        return cast("Notation", import_module(f"{self.home}.notation"))

    @cached_property
    def viewer(self) -> Viewer:
        """What may be seen."""
        return cast("Viewer", import_module(f"{self.home}.view"))

    @cached_property
    def previewer(self) -> Previewer:
        """What actions would bring."""
        return cast("Previewer", import_module(f"{self.home}.preview"))

    @cached_property
    def drawer(self) -> Drawer:
        """The board in a terminal."""
        return cast("Drawer", import_module(f"{self.home}.text"))

    @cached_property
    def sampler(self) -> Sampler:
        """What cannot be listed."""
        return cast("Sampler", import_module(f"{self.home}.sampler"))

    def load(self, place: str) -> Any:
        """What is found at ``module:name``."""
        module, _, name = place.partition(":")
        return getattr(import_module(module), name)

    def check(self, seats: int, options: Mapping[str, object]) -> dict[str, bool | int | str]:
        """All options, defaults filled in; a refusal if one is unknown or wrong."""
        low, high = self.seats
        if not low <= seats <= high:
            raise Refusal("header", f"{self.id} has {low} to {high} seats, not {seats}")
        for name in options:
            if name not in self.options:
                raise Refusal("header", f"{self.id} has no option {name:.40}")
        full = {name: option.check(name, options.get(name, option.default)) for name, option in self.options.items()}
        wrong = self.fits(seats, full)
        if wrong is not None:
            raise Refusal("header", wrong)
        return full

    def written(self, options: Mapping[str, object]) -> dict[str, object]:
        """The options as a record writes them: only where they differ from the default."""
        return {
            name: options[name]
            for name, option in self.options.items()
            if name in options and options[name] != option.default
        }

    def start(self, seats: int | None = None, options: Mapping[str, object] | None = None) -> Position:
        """The first position of a table (with as few seats as the game allows, unless told)."""
        seats = self.seats[0] if seats is None else seats
        full = self.check(seats, options or {})
        setup = record(self.law.SETUP)
        setup.seats = seats
        for name, value in full.items():
            setattr(setup, name, self.options[name].number(value))
        state = record(self.law.STATE)
        self.law.begin(setup, state)
        return Position(self, setup, state)


def record(dtype: np.dtype[Any]) -> Any:
    """A new record of zeros."""
    return np.zeros(1, dtype)[0]


def copy(original: Any) -> Any:
    """A copy of a record."""
    new = np.empty(1, original.dtype)
    new[0] = original
    return new[0]


@dataclass(frozen=True, eq=False)
class Position:
    """A table between two events: nothing here ever changes, playing gives a new position."""

    game: Game
    setup: law.Setup
    state: law.State

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return int(self.setup.seats)

    @cached_property
    def to_act(self) -> tuple[By, ...]:
        """The seats to act, or chance alone; nobody when the game is over."""
        who = int(self.game.law.to_act(self.setup, self.state))
        if who == law.CHANCE:
            return ("chance",)
        return tuple(seat for seat in range(self.seats) if who >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.to_act == ()

    def actions(self, seat: int) -> list[int]:
        """The legal actions of a seat as numbers, ascending; none if it is not to act."""
        if seat not in self.to_act:
            return []
        rules = self.game.law
        count = rules.legal_count(self.setup, self.state, seat)
        return [int(rules.legal_nth(self.setup, self.state, seat, k)) for k in range(count)]

    def legal(self, seat: int) -> list[str]:
        """The legal actions of a seat in the notation, in the order of `actions`."""
        return [self.write(seat, action) for action in self.actions(seat)]

    def write(self, by: By, action: int) -> str:
        """An action or outcome in the notation."""
        return self.game.notation.write(self.setup, self.state, by, action)

    def read(self, by: By, do: str) -> int:
        """The number of a possible action or outcome; a refusal, with its reason, if it is not possible here."""
        if by not in self.to_act:
            if self.over:
                raise Refusal("over", "the game is over")
            who = "chance" if by == "chance" else f"seat {by}"
            raise Refusal("not_to_act", f"{who} is not to act")
        action = self.game.notation.read(self.setup, self.state, by, do)
        rules = self.game.law
        if by == "chance":
            number = rules.chance_why(self.setup, self.state, action)
        else:
            number = rules.why(self.setup, self.state, by, action)
        if number:
            raise self.game.notation.explain(self.setup, self.state, by, action, rules.WHY[number])
        return action

    def why(self, by: By, do: str) -> Refusal | None:
        """Why this cannot be done here; None if it can."""
        try:
            self.read(by, do)
        except Refusal as refusal:
            return refusal
        return None

    def play(self, event: Event) -> Position:
        """The position after an event; a refusal if it is not possible here."""
        action = self.read(event.by, event.do)
        setup = self.setup
        if event.by == "chance" and self.chance_range == law.SAMPLED:
            name = self.game.sampler.FIELD
            if name not in event.more:
                raise Refusal("malformed", f"the event has no field {name}")
            setup = self.game.sampler.settle(setup, event.more[name])
        return self._after(setup, event.by, action)

    def do(self, by: By, action: int) -> Position:
        """The position after a possible action or listed outcome, given as its number. (`play` checks, this trusts.)"""
        return self._after(self.setup, by, action)

    def _after(self, setup: law.Setup, by: By, action: int) -> Position:
        state = copy(self.state)
        if by == "chance":
            self.game.law.apply_chance(setup, state, action)
        else:
            self.game.law.apply(setup, state, by, action)
        return Position(self.game, setup, state)

    @property
    def chance_range(self) -> int:
        """How many equally likely picks chance has here (``law.SAMPLED`` if they cannot be listed)."""
        return int(self.game.law.chance_range(self.setup, self.state))

    def chances(self) -> dict[int, Fraction]:
        """The outcomes of chance with their weights, which sum to one."""
        picks = self.chance_range
        weights: dict[int, Fraction] = {}
        for pick in range(picks):
            outcome = int(self.game.law.chance_nth(self.setup, self.state, pick))
            weights[outcome] = weights.get(outcome, Fraction()) + Fraction(1, picks)
        return weights

    def draw(self, rng: Generator, choices: Mapping[str, str] | None = None) -> Event:
        """What chance brings: an event drawn with this generator."""
        picks = self.chance_range
        if picks == law.SAMPLED:
            seed = below(rng, 1 << 31) << 31 | below(rng, 1 << 31)
            sampled = self.game.sampler.sample(self.setup, int(seed), choices or {})
            return Event("chance", self.write("chance", 0), {self.game.sampler.FIELD: sampled})
        outcome = self.game.law.chance_nth(self.setup, self.state, below(rng, picks))
        return Event("chance", self.write("chance", int(outcome)))

    @property
    def scores(self) -> list[int]:
        """What each seat would score if the game ended here."""
        return [int(self.game.law.score(self.setup, self.state, seat)) for seat in range(self.seats)]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.over:
            return None
        won = int(self.game.law.winners(self.setup, self.state))
        return Outcome(
            scores=self.scores,
            winners=[seat for seat in range(self.seats) if won >> seat & 1],
            reason=self.game.law.REASONS[self.game.law.reason(self.setup, self.state)],
        )

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see (None: a spectator): what all games tell, and what the game's own view adds."""
        outcome = self.outcome
        return {
            "game": self.game.id,
            "seat": seat,
            "seats": self.seats,
            "options": self.options(),
            "to_act": list(self.to_act),
            "outcome": None if outcome is None else asdict(outcome),
            **self.game.viewer.view(self.setup, self.state, seat),
        }

    def seen_by(self, seat: int | None) -> tuple[dict[str, Any], list[str], list[dict[str, Any]]]:
        """What a seat (None: a spectator) is told: its view, its legal actions, and what each would bring."""
        view = self.view(seat)
        legal = [] if seat is None else self.legal(seat)
        return view, legal, self.game.previewer.previews(view, legal) if legal else []

    def hides(self, event: Event, seat: int | None) -> bool:
        """Whether an event that is possible here is kept from a seat (None: a spectator) until all `is_open`."""
        return seat in self.hidden_from(event)

    def hidden_from(self, event: Event) -> frozenset[int | None]:
        """The seats (None: a spectator) from which an event that is possible here is kept until all `is_open`."""
        action = self.game.notation.read(self.setup, self.state, event.by, event.do)
        hides = self.game.viewer.hides
        everyone = (None, *range(self.seats))
        return frozenset(seat for seat in everyone if hides(self.setup, self.state, event.by, action, seat))

    @property
    def is_open(self) -> bool:
        """Whether all events up to here may be told to everybody."""
        return self.game.viewer.is_open(self.setup, self.state)

    def reveals(self, after: Position, seat: int) -> bool:
        """Whether the step from here to the next position taught a seat something that it could not know."""
        return self.game.viewer.reveals(after.setup, self.state, after.state, seat)

    def options(self) -> dict[str, bool | int | str]:
        """The options of this table, all of them."""
        return {
            name: option.values[int(self.setup[name])]
            if option.type == "choice"
            else bool(self.setup[name])
            if option.type == "boolean"
            else int(self.setup[name])
            for name, option in self.game.options.items()
        }


def replay(position: Position, events: Iterable[Event]) -> Position:
    """The position after these events."""
    for event in events:
        position = position.play(event)
    return position
