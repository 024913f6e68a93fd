"""What the project knows about a game: its options, its modules, its bots.

A game is a package. Its ``__init__.py`` holds one ``Game``, light to import; the other modules are loaded when they are
first needed, by name (``engine.contract`` says what each must hold):

- ``rules``      legality, chance, transitions, scoring (``Rules``)
- ``effects``    what rules report when they change a state (``engine.effects``)
- ``masking``    what a seat may know, and full states that fit it (``Masking``)
- ``notation``   actions and outcomes as verbs with named parts (``Notation``)
- ``view``       what is shown to a seat, as a record with its schema (``Viewer``)
- ``preview``    what an action would change (``Previewer``)
- ``text``       the board in a terminal (``TextRenderer``)
- ``bots``       evaluation and search for the levels (``BotsModule``)
- ``sampler``    only if outcomes of chance cannot be listed (``Sampler``)
- ``spaces``     only if the game has custom observations and action indices (``ludotheque.spaces``)
- ``locale/``    the game's words

A small game leaves most of them out: what a missing module would hold may stand in ``rules``, and ``engine.defaults``
supplies the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from types import ModuleType, SimpleNamespace
from typing import Any, cast

from ..codec.records import new_record
from ..codec.schema import Reader, Schema
from . import defaults, dispatch
from .contract import BotsModule, Effects, Masking, Notation, Previewer, Rules, Sampler, TextRenderer, Viewer
from .effects import NO_EFFECTS, PARAMETER, EffectsSchema
from .errors import Refusal
from .json_writer import Writer
from .options import Option, OptionValue
from .position import Position

LEVELS = ("novice", "amateur", "club", "expert", "champion", "master")
"""How strong an opponent is, from a child's first games to the strongest there is. Only games in which the others would
be too far apart have a `champion`."""
STYLES = ("cautious", "even", "bold")
"""What an opponent prefers if two actions are about equally good."""


class Note(str):
    """Part of the output of a game's command: a note for people, printed to standard error."""

    __slots__ = ()


def takes_effects(function: Callable[..., Any]) -> bool:
    """Return whether a rule takes a buffer of effects."""
    return PARAMETER in signature(function).parameters


CommandOutput = str | float
"""What a game's command yields: a text to print, a ``Note``, or its progress from 0 to 1."""


@dataclass(frozen=True)
class Game:
    """A game and where its parts are found. Places are given as ``module:name``."""

    id: str
    rules_version: int
    """Raised whenever any answer of the rules changes."""
    seats: tuple[int, int]
    """The smallest and the largest number of seats."""
    package: str
    """The name of the game's package."""
    options: Mapping[str, Option] = field(default_factory=dict)
    simulated: Mapping[str, Any] = field(default_factory=dict)
    """The smallest table: ``seats`` (by default the fewest) and ``options``. ``ludotheque simulate`` plays it by
    default, and a game that the page starts at once has these options."""
    daily: Mapping[str, Any] | None = None
    """The table of the day's draw: ``options``, and ``bots`` in the seats after the player's. The same draws must
    follow from the same seed whatever the player does. None: the game has no daily draw."""
    table_settings: Mapping[str, Option] = field(default_factory=dict)
    """What a table sets besides the options. It does not change the rules, and no game record names it."""
    extra_bots: Mapping[str, str] = field(default_factory=dict)
    """Bots besides the levels: the place of each by its name."""
    characters: Mapping[str, str] = field(default_factory=dict)
    """Names of the opponents, by level and style (``club``, ``club-bold``): every level of ``LEVELS``, with or without
    ``champion``, in every style of ``STYLES``. The game's ``bots`` package then holds what ``BotsModule`` asks for."""
    hidden_information: bool = False
    """Whether a seat sees what another seat does not, so that people at one screen must look away."""
    pause_field: str | None = None
    """The name of a boolean field of the view: when it becomes true, the terminal game shows the score sheet and waits
    for a key. None: it never does."""
    check_combination: Callable[[int, Mapping[str, Any]], str | None] = lambda seats, options: None
    """Says in words what is wrong with options that are right one by one but not together or at this number of
    seats."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """The game's own commands, ``ludotheque GAME COMMAND``: the place of each. A command is a generator function. Its
    parameters, with their types and defaults, become options (``perfect: bool = False`` is ``--perfect``); ``words``,
    ``seed`` and ``as_json`` (``--json``) are supplied if it asks for them. It yields its output (``CommandOutput``)
    piece by piece and fails with a ``Failure``. Help stands in the messages ``command-COMMAND`` and
    ``command-COMMAND-OPTION``."""
    extras: Mapping[str, str] = field(default_factory=dict)
    """Functions that only some games have (``train``, ``hindsight``): the place of each."""
    library: tuple[str, ...] = ()
    """Modules besides ``bots`` and ``sampler`` that name functions for the game's native library, as ``LIBRARY``."""
    older_versions: Mapping[int, Mapping[str, OptionValue]] = field(default_factory=dict)
    """Earlier versions of the rules whose games can still be read: for each the options with which today's rules give
    its answers. If a version changed an answer, the old one is kept behind an option; if it changed a default, the old
    default stands here."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "simulated", {"seats": self.seats[0], "options": {}, **self.simulated})

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of the game's characters, the weakest first."""
        return tuple(level for level in LEVELS if level in self.characters)

    @property
    def bots(self) -> dict[str, str]:
        """The place of every bot that plays this game by its name, the weakest first."""
        levels = {level: f"ludotheque.search.levels:{level}" for level in self.levels}
        return {"random": "ludotheque.search.bots:Random", **self.extra_bots, **levels}

    def has_bot(self, name: str) -> bool:
        """Return whether this names a bot: one of ``bots``, or a level with a style (``club-bold``)."""
        return name in self.bots or name in self.characters

    def _part(
        self,
        name: str,
        left_out: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda written: {},
        otherwise: str | None = None,
    ) -> Any:
        """Load one of the game's modules, or another if it is missing (by default ``rules``), and add defaults."""
        place = f"{self.package}.{name}"
        try:
            module = import_module(place if find_spec(place) is not None else otherwise or f"{self.package}.rules")
            added = left_out(vars(module))
        except Exception as error:
            raise Refusal("broken_game", f"{self.id} cannot be played: its {name} is broken, {error!r}") from error
        return SimpleNamespace(**{**vars(module), **added}) if added else module

    @cached_property
    def masking(self) -> Masking:
        """What a seat may know."""
        return cast("Masking", self._part("masking", defaults.for_masking))

    @cached_property
    def rules(self) -> Rules:
        """The rules. Loading them makes them known to generic compiled code."""
        left_out = partial(defaults.for_rules, actions=self.notation.ACTIONS, options=self.options)
        rules = cast("Rules", self._part("rules", left_out))
        preview = self.previewer.preview
        if not takes_effects(preview):
            preview = defaults.given_effects(preview)
        dispatch.register(rules, masking=self.masking, preview=SimpleNamespace(preview=preview))
        return rules

    @cached_property
    def bots_module(self) -> BotsModule:
        """The game's ``bots`` package. Loading it makes it known to generic compiled code."""
        module = import_module(f"{self.package}.bots")
        dispatch.register(self.rules, bots=module)
        return cast("BotsModule", module)

    @cached_property
    def notation(self) -> Notation:
        """Actions as text."""
        return cast("Notation", self._part("notation", partial(defaults.for_notation, package=self.package)))

    @cached_property
    def viewer(self) -> Viewer:
        """What is shown."""
        return cast("Viewer", self._part("view", defaults.for_view))

    @cached_property
    def read_view(self) -> Reader:
        """Reads a view record as plain data."""
        return self.viewer.VIEW.reader()

    @cached_property
    def view_writer(self) -> Writer:
        """Writes a view record as JSON."""
        return Writer(self.viewer.VIEW)

    @cached_property
    def preview_writer(self) -> Writer:
        """Writes a preview record as JSON."""
        return Writer(self.previewer.PREVIEW)

    @cached_property
    def read_picture(self) -> Reader:
        """Reads a picture record as plain data, in a game with a scene."""
        return cast("Schema", cast("Any", self.viewer).PICTURE).reader()

    @cached_property
    def previewer(self) -> Previewer:
        """What actions would change."""
        return cast("Previewer", self._part("preview", defaults.for_preview))

    @cached_property
    def read_preview(self) -> Reader:
        """Reads a preview record as plain data."""
        return self.previewer.PREVIEW.reader()

    @cached_property
    def effects(self) -> EffectsSchema:
        """The schema of what rules report; ``NO_EFFECTS`` if the game declares nothing."""
        return getattr(self._part("effects"), "EFFECTS", NO_EFFECTS)

    @cached_property
    def reporting(self) -> frozenset[str]:
        """The names of the functions of ``rules`` and ``preview`` that take a buffer of effects."""
        functions = {
            **{name: getattr(self.rules, name, None) for name in ("step", "apply", "apply_chance", "update_visible")},
            "preview": self.previewer.preview,
        }
        return frozenset(name for name, function in functions.items() if function and takes_effects(function))

    def buffer_for(self, function: str) -> tuple[Effects, ...]:
        """Return a new buffer of effects as the last argument of a function, if it takes one."""
        return (new_record(self.effects.dtype),) if function in self.reporting else ()

    @cached_property
    def read_effects(self) -> Reader:
        """Reads a buffer of effects as plain data."""
        return self.effects.reader()

    @cached_property
    def effects_writer(self) -> Writer:
        """Writes a buffer of effects as JSON."""
        return Writer(self.effects)

    @cached_property
    def text_renderer(self) -> TextRenderer:
        """The board in a terminal."""
        return cast("TextRenderer", self._part("text", otherwise="ludotheque.terminal"))

    @property
    def narrate(self) -> Callable[..., list[str]]:
        """What writes effects as sentences: ``narrate`` of the game's ``text`` module, or the generic one. It takes
        masked effects, a function that names seats, and the words of a language."""
        generic = import_module("ludotheque.terminal")
        return cast("Callable[..., list[str]]", getattr(self.text_renderer, "narrate", generic.narrate))

    @cached_property
    def sampler(self) -> Sampler:
        """How outcomes that cannot be listed are sampled."""
        return cast("Sampler", import_module(f"{self.package}.sampler"))

    @cached_property
    def spaces(self) -> ModuleType | None:
        """The game's own observations and action indices, if it has any (``ludotheque.spaces``)."""
        name = f"{self.package}.spaces"
        return None if find_spec(name) is None else import_module(name)

    def load_parts(self) -> None:
        """Load everything that a table needs; raise a ``Refusal`` if a part of the game is broken."""
        _ = self.rules, self.viewer

    def load(self, place: str) -> Any:
        """Return what is found at a place, ``module:name``."""
        module, _, name = place.partition(":")
        return getattr(import_module(module), name)

    def check(self, seats: int, options: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return all options with defaults filled in; raise a ``Refusal`` if one is unknown or wrong."""
        low, high = self.seats
        if not low <= seats <= high:
            raise Refusal("header", f"{self.id} has {low} to {high} seats, not {seats}")
        for name in options:
            if name not in self.options:
                raise Refusal("header", f"{self.id} has no option {name:.40}")
        full = {name: option.check(name, options.get(name, option.default)) for name, option in self.options.items()}
        wrong = self.check_combination(seats, full)
        if wrong is not None:
            raise Refusal("header", wrong)
        return full

    def options_of_version(self, version: object, options: Mapping[str, object]) -> dict[str, object] | None:
        """Return the options with which today's rules play a game of a version of the rules; None if games of that
        version can no longer be read."""
        if version == self.rules_version:
            return dict(options)
        readable = isinstance(version, int) and version in self.older_versions
        return {**self.older_versions[cast("int", version)], **options} if readable else None

    def non_default_options(self, options: Mapping[str, object]) -> dict[str, object]:
        """Return the options as a game record writes them: only those that differ from the default."""
        return {
            name: options[name]
            for name, option in self.options.items()
            if name in options and options[name] != option.default
        }

    def start(self, seats: int | None = None, options: Mapping[str, object] | None = None) -> Position:
        """Return the first position of a table, by default with the fewest seats."""
        seats = self.seats[0] if seats is None else seats
        full = self.check(seats, options or {})
        setup = new_record(self.rules.SETUP)
        setup.seats = seats
        for name, value in full.items():
            setattr(setup, name, self.options[name].encode(value))
        state = new_record(self.rules.STATE)
        self.rules.begin(setup, state)
        return Position(self, setup, state)
