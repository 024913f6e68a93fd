"""The contract of a game: what the house knows about any game, a position to play from, and what a seat knows of it.

A game is a folder. Its ``__init__.py`` holds one ``Game``, light to import; the rest of the folder is loaded when it is
first needed, by name:

- ``rules``      the law (``core.law.Law``): records of fixed size, actions as numbers, compiled
- ``knowledge``  what a seat knows, as records of the same types, and worlds that fit it (``core.law.Knowledge``)
- ``notation``   actions and outcomes as verbs with named parts, declared once (``Notation``)
- ``view``       what is shown of what a seat knows, as a record with its form (``Viewer``)
- ``preview``    what an action changes in it: the law applied, and the difference (``Previewer``)
- ``text``       the board drawn for a terminal (``Drawer``)
- ``sampler``    only where chance cannot be listed (the Polygons box): how it is sampled and read (``Sampler``)
- ``spaces``     only where the game has its own way to be told in numbers to those who learn (``core.spaces``)
- ``locale/``    the game's words

A small game leaves most of it out: what would stand in a module that is not there may stand in ``rules``, and where it
does not, ``core.defaults`` answers. ``docs/write-a-game.md`` writes one step by step.

Everything generic - records, the command line, the contract tests - runs on a ``Position``; whoever thinks or looks for
a seat - views, previews, bots - on a ``Known``, and mypy lets nobody take the one for the other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any, Literal, Protocol, cast

import numpy as np

from ..codec.schema import Form, Reader
from . import defaults
from . import dispatch as law
from .actions import Parts, Verbs
from .errors import Refusal
from .json_writer import Writer
from .rng import Generator, below

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


class Note(str):
    """What a command says beside its result: a note for people, on standard error."""

    __slots__ = ()


Told = str | float
"""What a command gives: a text to be printed, a `Note`, or how much of its work is done, from 0 to 1."""


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

    ACTIONS: Verbs
    """What seats can do."""
    OUTCOMES: Verbs
    """What chance can bring."""

    def explain(self, setup: law.Setup, state: law.State, by: By, action: int, code: str) -> Refusal:
        """The refusal for an action that the law refused with this code: a sentence, and where it applies."""


class Viewer(Protocol):
    """What a game's ``view.py`` must hold."""

    VIEW: Form
    """What the view holds. `Known.view` adds what every view has: game, seat, seats, options, to_act, outcome."""

    def show(self, setup: law.Setup, state: law.State, seat: int, view: Any) -> None:
        """Fill a view, a record of zeros of ``VIEW``, from what a seat (-1: a spectator) knows. Compiled."""

    # A game with a scene also has ``PICTURE``, a form, and ``depict(scene, state, picture)``: how it is drawn. It
    # changes only when something comes to light, so it is told apart from the view.


class Previewer(Protocol):
    """What a game's ``preview.py`` must hold."""

    PREVIEW: Form

    def preview(
        self, setup: law.Setup, state: law.State, seat: int, action: int, into_state: law.State, preview: Any
    ) -> None:
        """Fill a preview, a record of zeros of ``PREVIEW``: what a seat's legal action changes in what it knows.
        `into_state` becomes what it would know then. Compiled."""


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

    def settle(self, setup: law.Setup, sampled: object) -> tuple[law.Setup, law.Scene]:
        """The setup and the scene with what was sampled in them; a refusal if it is not acceptable. The given setup is
        left alone."""


LEVELS = ("novice", "amateur", "club", "expert", "master")
"""How strong an opponent is, from a child's first games to the strongest there is."""
TEMPERS = ("cautious", "even", "bold")
"""What an opponent prefers where two ways are about as good."""


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
    options: Mapping[str, Option] = field(default_factory=dict)
    simulated: Mapping[str, Any] = field(default_factory=dict)
    """The table that `simulate` plays by default: ``seats`` (else as few as there can be) and ``options``."""
    choices: Mapping[str, Option] = field(default_factory=dict)
    """What the table chooses besides the options, and no record names."""
    own_bots: Mapping[str, str] = field(default_factory=dict)
    """The game's own bots: the name of each and where it is found, ``module:name``."""
    characters: Mapping[str, str] = field(default_factory=dict)
    """Names of the opponents that the game offers, by level and temper (``club``, ``club-bold``): every level of
    ``LEVELS`` in every temper of ``TEMPERS``. Its ``bots.py`` then answers what ``search.characters`` asks."""
    secret: bool = False
    """Whether a seat sees what another seat does not, so that people at one screen must look away."""
    fits: Callable[[int, Mapping[str, Any]], str | None] = lambda seats, options: None
    """What is wrong with these options at this number of seats, in words, where each alone is right."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Commands of the game's own, ``ludotheque GAME COMMAND``: where each is found, ``module:name``. A command is a
    function. Its parameters, with their types and defaults, are its options (``perfect: bool = False`` is --perfect);
    the house gives it ``words``, if it asks for them, a ``seed`` and ``as_json`` (--json). It gives what it has to say
    (``Told``), piece by piece, and fails with a `Failure`. Help stands in the messages ``command-COMMAND`` and
    ``command-COMMAND-OPTION``."""
    offers: Mapping[str, str] = field(default_factory=dict)
    """What the house asks for that only some games have (``train``, ``hindsight``): where it is found, likewise."""
    warm_up: tuple[str, ...] = ()
    """Functions to call once, without arguments, when the rules are compiled at set-up, ``module:name``."""
    older: Mapping[int, Mapping[str, bool | int | str]] = field(default_factory=dict)
    """The earlier versions of the rules whose games can still be read: for each the options by which the law gives its
    answers. Where a version changed an answer, the old one is kept behind an option; where it changed a default, the
    old default stands here."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "simulated", {"seats": self.seats[0], "options": {}, **self.simulated})

    @property
    def bots(self) -> dict[str, str]:
        """Every bot that plays this game, the weakest first, and where it is found."""
        levels = {level: f"ludotheque.search.levels:{level}" for level in LEVELS if self.characters}
        return {"random": "ludotheque.search.bots:Random", **self.own_bots, **levels}

    def has_bot(self, name: str) -> bool:
        """Whether this is the name of a bot: that of one of ``bots``, or of a level with a temper (``club-bold``)."""
        return name in self.bots or name in self.characters

    def _part(
        self,
        name: str,
        left_out: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda written: {},
        otherwise: str | None = None,
    ) -> Any:
        """One of the game's modules (where it is not there another one: ``rules``), with what it leaves out."""
        place = f"{self.home}.{name}"
        try:
            module = import_module(place if find_spec(place) is not None else otherwise or f"{self.home}.rules")
            added = left_out(vars(module))
        except Exception as error:
            raise Refusal("broken_game", f"{self.id} cannot be played: its {name} is broken, {error!r}") from error
        return SimpleNamespace(**{**vars(module), **added}) if added else module

    @cached_property
    def knowledge(self) -> law.Knowledge:
        """What a seat knows."""
        return cast("law.Knowledge", self._part("masking", defaults.of_knowledge))

    @cached_property
    def law(self) -> law.Law:
        """The game's rules, known to generic compiled code from here on."""
        left_out = partial(defaults.of_law, actions=self.notation.ACTIONS, options=self.options)
        rules = cast("law.Law", self._part("rules", left_out))
        law.register(rules, self.knowledge, self.previewer)
        return rules

    @cached_property
    def playing(self) -> Any:
        """The game's playing knowledge, known to generic compiled code from here on."""
        playing = import_module(f"{self.home}.bots")
        law.register(self.law, playing)
        return playing

    @cached_property
    def notation(self) -> Notation:
        """Actions as text."""
        return cast("Notation", self._part("notation", partial(defaults.of_notation, home=self.home)))

    @cached_property
    def viewer(self) -> Viewer:
        """What is shown."""
        return cast("Viewer", self._part("view", defaults.of_view))

    @cached_property
    def read_view(self) -> Reader:
        """Reads a view as plain data."""
        return self.viewer.VIEW.reader()

    @cached_property
    def view_writer(self) -> Writer:
        """Writes a view as JSON."""
        return Writer(self.viewer.VIEW)

    @cached_property
    def preview_writer(self) -> Writer:
        """Writes a preview as JSON."""
        return Writer(self.previewer.PREVIEW)

    @cached_property
    def read_picture(self) -> Reader:
        """Reads a picture as plain data, in a game with a scene."""
        return cast("Form", cast("Any", self.viewer).PICTURE).reader()

    @cached_property
    def previewer(self) -> Previewer:
        """What actions would bring."""
        return cast("Previewer", self._part("preview", defaults.of_preview))

    @cached_property
    def read_preview(self) -> Reader:
        """Reads a preview as plain data."""
        return self.previewer.PREVIEW.reader()

    @cached_property
    def drawer(self) -> Drawer:
        """The board in a terminal."""
        return cast("Drawer", self._part("text", otherwise="ludotheque.terminal"))

    @cached_property
    def sampler(self) -> Sampler:
        """What cannot be listed."""
        return cast("Sampler", import_module(f"{self.home}.sampler"))

    @cached_property
    def spaces(self) -> ModuleType | None:
        """The game's own words for those who learn, if it has any (``core.spaces``)."""
        name = f"{self.home}.spaces"
        return None if find_spec(name) is None else import_module(name)

    def load_parts(self) -> None:
        """Load all that a table needs, whatever happens there; a refusal if a part of the game is broken."""
        _ = self.law, self.viewer

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

    def begun_with(self, rules: object, options: Mapping[str, object]) -> dict[str, object] | None:
        """The options of a game that began under a version of the rules, for the law as it is now; None if games of
        that version cannot be read any more."""
        if rules == self.rules:
            return dict(options)
        return {**self.older[rules], **options} if isinstance(rules, int) and rules in self.older else None

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


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # made once: it takes as long as a use


def dumps(value: object) -> str:
    """JSON without spaces, as the service sends it."""
    return _encode(value)


def record(dtype: np.dtype[Any]) -> Any:
    """A new record of zeros."""
    return np.zeros(1, dtype)[0]


def copy(original: Any) -> Any:
    """A copy of a record."""
    new = np.empty(1, original.dtype)
    new[0] = original
    return new[0]


def from_bytes(dtype: np.dtype[Any], data: bytes) -> Any:
    """A record from its bytes."""
    return np.frombuffer(bytearray(data), dtype)[0]


@dataclass(frozen=True, eq=False)
class Records:
    """A game's setup and state, and what the law says of them."""

    game: Game
    setup: law.Setup
    state: law.State

    @cached_property
    def seats(self) -> int:
        """How many seats the table has."""
        return int(self.setup["seats"])  # an attribute of a record takes four times as long

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

    def numbers(self, seat: int) -> list[int]:
        """The legal actions of a seat as numbers, ascending; none if it is not to act."""
        if seat not in self.to_act:
            return []
        numbers = np.zeros(self.game.law.legal_count(self.setup, self.state, seat), np.int64)
        law.fill_legal(self.setup, self.state, seat, numbers)
        return numbers.tolist()

    def verbs(self, by: By) -> Verbs:
        """What seats, or chance, can do at all."""
        notation = self.game.notation
        return notation.OUTCOMES if by == "chance" else notation.ACTIONS

    def write(self, by: By, action: int) -> str:
        """An action or outcome in the notation."""
        return self.verbs(by).write(action)

    def parts(self, by: By, do: str) -> Parts:
        """The parts of an action or outcome that is written in the notation (not to be changed)."""
        verbs = self.verbs(by)
        return verbs.told(verbs.read(do))[1]

    def read(self, by: By, do: str) -> int:
        """The number of a possible action or outcome; a refusal, with its reason, if it is not possible here."""
        if by not in self.to_act:
            if self.over:
                raise Refusal("over", "the game is over")
            who = "chance" if by == "chance" else f"seat {by}"
            raise Refusal("not_to_act", f"it is not the turn of {who}")
        action = self.verbs(by).read(do)
        rules = self.game.law
        if by == "chance":
            number = rules.chance_why(self.setup, self.state, action)
        else:
            number = rules.why(self.setup, self.state, by, action)
        if number:
            raise self.game.notation.explain(self.setup, self.state, by, action, rules.WHY[number])
        return action

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.over:
            return None
        won = int(self.game.law.winners(self.setup, self.state))
        return Outcome(
            scores=[int(self.game.law.score(self.setup, self.state, seat)) for seat in range(self.seats)],
            winners=[seat for seat in range(self.seats) if won >> seat & 1],
            reason=self.game.law.REASONS[self.game.law.reason(self.setup, self.state)],
        )

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


@dataclass(frozen=True, eq=False)
class Known(Records):
    """What a seat (None: a spectator) knows of a table: all that leaves it. What the seat does not know is not in here;
    what is in its place follows from what it knows.

    The law answers from it what the seat may do. It is not played on: who wants to think ahead imagines a world.
    """

    seat: int | None

    @property
    def _number(self) -> int:
        return -1 if self.seat is None else self.seat

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions of the seat as numbers, ascending; none if it is not to act."""
        return [] if self.seat is None else self.numbers(self.seat)

    @property
    def legal(self) -> list[str]:
        """The legal actions in the notation, in the order of `actions`."""
        return [self.write(cast("int", self.seat), action) for action in self.actions]

    def why(self, do: str) -> Refusal | None:
        """Why the seat cannot do this now; None if it can."""
        if self.seat is None:
            return Refusal("not_to_act", "a spectator cannot act")
        try:
            self.read(self.seat, do)
        except Refusal as refusal:
            return refusal
        return None

    def _general(self) -> dict[str, Any]:
        """What every view tells."""
        outcome = self.outcome
        return {
            "game": self.game.id,
            "seat": self.seat,
            "seats": self.seats,
            "options": self.options(),
            "to_act": list(self.to_act),
            "outcome": None if outcome is None else asdict(outcome),
        }

    def _own(self) -> Any:
        """The game's own view, as its record."""
        view = record(self.game.viewer.VIEW.dtype)
        self.game.viewer.show(self.setup, self.state, self._number, view)
        return view

    def view(self) -> dict[str, Any]:
        """What is shown: what all games tell, and what the game's own view adds."""
        return {**self._general(), **self.game.read_view(self._own().tobytes(), 0)}

    def view_json(self, options: str | None = None) -> str:
        """The same as JSON, written at compiled speed. `options` are those of the table, for who has them written."""
        if options is None or self.over:
            general = dumps(self._general())[:-1]
        else:
            general = (
                f'{{"game":"{self.game.id}","seat":{dumps(self.seat)},"seats":{self.seats},"options":{options},'
                f'"to_act":{dumps(self.to_act)},"outcome":null'
            )
        return f"{general},{self.game.view_writer.write(self._own())[1:]}"

    def preview(self, action: int) -> dict[str, Any]:
        """What a legal action would bring."""
        preview = record(self.game.previewer.PREVIEW.dtype)
        after = record(self.game.law.STATE)
        self.game.previewer.preview(self.setup, self.state, self._number, action, after, preview)
        return cast("dict[str, Any]", self.game.read_preview(preview.tobytes(), 0))

    def choices(self) -> list[dict[str, Any]]:
        """The legal actions as they are told: text, parts, and what each would bring."""
        verbs = self.game.notation.ACTIONS
        scratch, after = np.zeros(1, self.game.previewer.PREVIEW.dtype), record(self.game.law.STATE)
        preview, data = scratch[0], scratch.view(np.uint8)
        told = []
        for action in self.actions:
            data[:] = 0
            self.game.previewer.preview(self.setup, self.state, self._number, action, after, preview)
            do, parts = verbs.told(action)
            told.append({"do": do, "parts": parts, "preview": self.game.read_preview(scratch.tobytes(), 0)})
        return told

    def choices_json(self) -> str:
        """The same as JSON, written at compiled speed."""
        actions = self.actions
        if not actions:
            return "[]"
        told = map(self.game.notation.ACTIONS.told_json, actions)
        previews = self.game.preview_writer.previews(self.setup, self.state, self._number, actions)
        both = zip(told, previews, strict=True)
        return "[" + ",".join(f'{{{text},"preview":{preview}}}' for text, preview in both) + "]"

    def imagine(self, rng: Generator) -> Position:
        """A world that fits all of this: what the seat does not know is filled in by chance."""
        setup, state = record(self.game.law.SETUP), record(self.game.law.STATE)
        law.imagine(self.setup, self.state, self._number, rng, setup, state)
        return Position(self.game, setup, state)

    def to_bytes(self) -> tuple[bytes, bytes]:
        """Setup and state, to be read by `from_bytes` elsewhere."""
        return np.void.tobytes(self.setup), np.void.tobytes(self.state)  # half the time of asking the record for it

    @staticmethod
    def from_bytes(game: Game, setup: bytes, state: bytes, seat: int | None) -> Known:
        """What a seat knows, from its bytes."""
        return Known(game, from_bytes(game.law.SETUP, setup), from_bytes(game.law.STATE, state), seat)


@dataclass(frozen=True, eq=False)
class Position(Records):
    """A table between two events, as it truly is: nothing here ever changes, playing gives a new position."""

    scene: law.Scene = None
    """A record of the game's ``SCENE``, where it has one and chance has brought it."""

    def known(self, seat: int | None) -> Known:
        """What a seat (None: a spectator) knows: the one door out of a table."""
        setup, state = record(self.game.law.SETUP), record(self.game.law.STATE)
        self.game.knowledge.known(self.setup, self.state, -1 if seat is None else seat, setup, state)
        return Known(self.game, setup, state, seat)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat (None: a spectator) is shown."""
        return self.known(seat).view()

    def picture(self) -> dict[str, Any] | None:
        """How what has come to light is drawn, where a game tells that apart from its views: the same for everybody."""
        if self.scene is None:
            return None
        scene, viewer = record(self.scene.dtype), cast("Any", self.game.viewer)
        cast("Any", self.game.knowledge).unveil(self.scene, self.state, scene)
        picture = record(viewer.PICTURE.dtype)
        viewer.depict(scene, self.known(None).state, picture)
        return cast("dict[str, Any]", self.game.read_picture(picture.tobytes(), 0))

    def actions(self, seat: int) -> list[int]:
        """The legal actions of a seat as numbers, ascending; none if it is not to act."""
        return self.numbers(seat)

    def legal(self, seat: int) -> list[str]:
        """The legal actions of a seat in the notation, in the order of `actions`."""
        return [self.write(seat, action) for action in self.actions(seat)]

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
        setup, scene = self.setup, self.scene
        if event.by == "chance" and self.chance_range == law.SAMPLED:
            name = self.game.sampler.FIELD
            if name not in event.more:
                raise Refusal("malformed", f"the event has no field {name}")
            setup, scene = self.game.sampler.settle(setup, event.more[name])
        return self._after(setup, scene, event.by, action)

    def do(self, by: By, action: int) -> Position:
        """The position after a possible action or listed outcome, given as its number. (`play` checks, this trusts.)"""
        return self._after(self.setup, self.scene, by, action)

    def _after(self, setup: law.Setup, scene: law.Scene, by: By, action: int) -> Position:
        state = copy(self.state)
        if by == "chance":
            self.game.law.apply_chance(setup, state, action)
        else:
            self.game.law.apply(setup, state, by, action)
        if scene is not None:
            cast("Any", self.game.law).witness(scene, state)
        return Position(self.game, setup, state, scene)

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

    def hides(self, event: Event, seat: int | None) -> bool:
        """Whether an event that is possible here is kept from a seat (None: a spectator) until all `is_open`."""
        return seat in self.hidden_from(event)

    def hidden_from(self, event: Event) -> frozenset[int | None]:
        """The seats (None: a spectator) from which an event that is possible here is kept until all `is_open`."""
        action, by = self.verbs(event.by).read(event.do), -1 if event.by == "chance" else event.by
        hides = self.game.knowledge.hides
        everyone = (None, *range(self.seats))
        return frozenset(
            seat for seat in everyone if hides(self.setup, self.state, by, action, -1 if seat is None else seat)
        )

    @property
    def is_open(self) -> bool:
        """Whether all events up to here may be told to everybody."""
        return bool(self.game.knowledge.is_open(self.setup, self.state))

    def reveals(self, after: Position, seat: int) -> bool:
        """Whether the step from here to the next position taught a seat something that it could not know."""
        return bool(self.game.knowledge.reveals(after.setup, self.state, after.state, seat))


def replay(position: Position, events: Iterable[Event]) -> Position:
    """The position after these events."""
    for event in events:
        position = position.play(event)
    return position
