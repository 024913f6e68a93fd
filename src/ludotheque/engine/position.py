"""Positions and masked states: the objects on which a game is played, shown and thought about.

A ``Position`` is the truth at a table between two events. A ``MaskedState`` is what one seat (or a spectator) may know
of it, and the only thing that leaves a table: views, legal actions, previews, bots and exports are made from it alone.
mypy refuses the one where the other is due. Both are immutable: playing returns a new position.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..codec.records import copy_record, new_record, record_from_bytes
from . import dispatch
from .actions import Parts, Verbs
from .contract import CHANCE, UNLISTABLE, By, Effects, Scene, Setup, State
from .effects import NO_EFFECTS
from .errors import Refusal
from .options import OptionValue
from .rng import Generator, below

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class Event:
    """A fact: who did what. `more` holds what an outcome of chance carries besides its text if it is sampled."""

    by: By
    do: str
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    reason: str

    def win_share(self, seat: int) -> float:
        """Return a seat's share of the win: 1 / the number of winners, or 0.0 if it is not among them."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # making one takes as long as using it


def dumps(value: object) -> str:
    """Return a value as JSON without spaces, as the server sends it."""
    return _encode(value)


@dataclass(frozen=True, eq=False)
class TableState:
    """A game's setup and state, and what the rules say about them: the base of positions and masked states."""

    game: Game
    setup: Setup
    state: State

    @cached_property
    def seats(self) -> int:
        """The number of seats at the table."""
        return int(self.setup["seats"])  # four times as fast as the record's attribute

    @cached_property
    def to_act(self) -> tuple[By, ...]:
        """The seats to act, or chance alone; empty when the game is over."""
        who = int(self.game.rules.to_act(self.setup, self.state))
        if who == CHANCE:
            return ("chance",)
        return tuple(seat for seat in range(self.seats) if who >> seat & 1)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_act == ()

    def _legal_actions_of(self, seat: int) -> list[int]:
        if seat not in self.to_act:
            return []
        actions = np.zeros(self.game.rules.legal_count(self.setup, self.state, seat), np.int64)
        dispatch.fill_legal(self.setup, self.state, seat, actions)
        return actions.tolist()

    def verbs(self, by: By) -> Verbs:
        """Return the declaration of everything that seats, or chance, can do in this game."""
        notation = self.game.notation
        return notation.OUTCOMES if by == "chance" else notation.ACTIONS

    def action_text(self, by: By, action: int) -> str:
        """Return an action or outcome in the notation."""
        return self.verbs(by).text(action)

    def parts(self, by: By, do: str) -> Parts:
        """Return the parts of an action or outcome that is written in the notation. The result must not be changed."""
        verbs = self.verbs(by)
        return verbs.text_and_parts(verbs.parse(do))[1]

    def parse_action(self, by: By, do: str) -> int:
        """Return the number of a legal action or possible outcome; otherwise raise a ``Refusal`` that says why not."""
        if by not in self.to_act:
            if self.is_over:
                raise Refusal("over", "the game is over")
            who = "chance" if by == "chance" else f"seat {by}"
            raise Refusal("not_to_act", f"it is not the turn of {who}")
        action = self.verbs(by).parse(do)
        rules = self.game.rules
        if by == "chance":
            reason = rules.chance_illegal_reason(self.setup, self.state, action)
        else:
            reason = rules.illegal_reason(self.setup, self.state, by, action)
        if reason:
            raise self.game.notation.explain(self.setup, self.state, by, action, rules.ILLEGAL_REASONS[reason])
        return action

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it is running."""
        if not self.is_over:
            return None
        rules = self.game.rules
        won = int(rules.winners(self.setup, self.state))
        return Result(
            scores=[int(rules.score(self.setup, self.state, seat)) for seat in range(self.seats)],
            winners=[seat for seat in range(self.seats) if won >> seat & 1],
            reason=rules.END_REASONS[rules.end_reason(self.setup, self.state)],
        )

    def options(self) -> dict[str, OptionValue]:
        """Return all options of this table, defaults included."""
        return {name: option.decode(int(self.setup[name])) for name, option in self.game.options.items()}


@dataclass(frozen=True, eq=False)
class MaskedState(TableState):
    """What a seat (None: a spectator) may know of a table.

    It has the types of a full setup and state, so the rules answer from it what the seat may do. Everything the seat
    does not know is replaced by a value that follows from what it knows. Unlike an information state in OpenSpiel it
    has no memory: it holds what can be known now, not how it came about. Nobody plays on it: to think ahead,
    ``determinize`` it.
    """

    seat: int | None

    @property
    def _number(self) -> int:
        return -1 if self.seat is None else self.seat

    @cached_property
    def legal_actions(self) -> list[int]:
        """The legal actions of the seat as numbers, ascending; empty if it is not to act."""
        return [] if self.seat is None else self._legal_actions_of(self.seat)

    @property
    def legal_texts(self) -> list[str]:
        """The legal actions in the notation, in the order of ``legal_actions``."""
        return [self.action_text(cast("int", self.seat), action) for action in self.legal_actions]

    def illegal_reason(self, do: str) -> Refusal | None:
        """Return why the seat cannot do this now; None if it can."""
        if self.seat is None:
            return Refusal("not_to_act", "a spectator cannot act")
        try:
            self.parse_action(self.seat, do)
        except Refusal as refusal:
            return refusal
        return None

    def _common_fields(self) -> dict[str, Any]:
        """The fields that the views of all games have."""
        result = self.result
        return {
            "game": self.game.id,
            "seat": self.seat,
            "seats": self.seats,
            "options": self.options(),
            "to_act": list(self.to_act),
            "outcome": None if result is None else asdict(result),
        }

    def _view_record(self) -> Any:
        view = new_record(self.game.viewer.VIEW.dtype)
        self.game.viewer.show(self.setup, self.state, self._number, view)
        return view

    def view(self) -> dict[str, Any]:
        """Return what the seat is shown: the fields that all games share, and those of the game's own view."""
        return {**self._common_fields(), **self.game.read_view(self._view_record().tobytes(), 0)}

    def view_json(self, options: str | None = None) -> str:
        """Return the view as JSON, written by compiled code. `options` is the table's options as JSON, if at hand."""
        if options is None or self.is_over:
            common = dumps(self._common_fields())[:-1]
        else:
            common = (
                f'{{"game":"{self.game.id}","seat":{dumps(self.seat)},"seats":{self.seats},"options":{options},'
                f'"to_act":{dumps(self.to_act)},"outcome":null'
            )
        return f"{common},{self.game.view_writer.write(self._view_record())[1:]}"

    def preview(self, action: int) -> dict[str, Any]:
        """Return what a legal action would change, as far as the seat can know."""
        preview = new_record(self.game.previewer.PREVIEW.dtype)
        after, buffer = new_record(self.game.rules.STATE), self.game.buffer_for("preview")
        self.game.previewer.preview(self.setup, self.state, self._number, action, after, preview, *buffer)
        return cast("dict[str, Any]", self.game.read_preview(preview.tobytes(), 0))

    def legal_with_previews(self) -> list[dict[str, Any]]:
        """Return the legal actions as clients receive them: text, parts and preview."""
        verbs = self.game.notation.ACTIONS
        scratch, after = np.zeros(1, self.game.previewer.PREVIEW.dtype), new_record(self.game.rules.STATE)
        preview, data, buffer = scratch[0], scratch.view(np.uint8), self.game.buffer_for("preview")
        found = []
        for action in self.legal_actions:
            data[:] = 0
            self.game.previewer.preview(self.setup, self.state, self._number, action, after, preview, *buffer)
            do, parts = verbs.text_and_parts(action)
            found.append({"do": do, "parts": parts, "preview": self.game.read_preview(scratch.tobytes(), 0)})
        return found

    def legal_with_previews_json(self) -> str:
        """Return ``legal_with_previews`` as JSON, written by compiled code."""
        actions = self.legal_actions
        if not actions:
            return "[]"
        texts = map(self.game.notation.ACTIONS.json_fields, actions)
        effects = new_record(self.game.effects.dtype)
        previews = self.game.preview_writer.previews(self.setup, self.state, self._number, actions, effects)
        both = zip(texts, previews, strict=True)
        return "[" + ",".join(f'{{{text},"preview":{preview}}}' for text, preview in both) + "]"

    def determinize(self, rng: Generator) -> Position:
        """Return a full position that fits this masked state: what the seat does not know is filled in at random."""
        setup, state = new_record(self.game.rules.SETUP), new_record(self.game.rules.STATE)
        dispatch.determinize(self.setup, self.state, self._number, rng, setup, state)
        return Position(self.game, setup, state)

    def to_bytes(self) -> tuple[bytes, bytes]:
        """Return setup and state as bytes, for ``from_bytes`` elsewhere."""
        return np.void.tobytes(cast("Any", self.setup)), np.void.tobytes(cast("Any", self.state))

    @staticmethod
    def from_bytes(game: Game, setup: bytes, state: bytes, seat: int | None) -> MaskedState:
        """Return the masked state of a seat from its bytes."""
        rules = game.rules
        return MaskedState(game, record_from_bytes(rules.SETUP, setup), record_from_bytes(rules.STATE, state), seat)


@dataclass(frozen=True, eq=False)
class Position(TableState):
    """The true setup and state of a table between two events."""

    scene: Scene | None = None
    """A record of the game's ``SCENE``, if it has one and chance has brought it."""

    def mask(self, seat: int | None) -> MaskedState:
        """Return what a seat (None: a spectator) may know. Nothing else may leave a table."""
        setup, state = new_record(self.game.rules.SETUP), new_record(self.game.rules.STATE)
        self.game.masking.mask(self.setup, self.state, -1 if seat is None else seat, setup, state)
        return MaskedState(self.game, setup, state, seat)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Return what a seat (None: a spectator) is shown."""
        return self.mask(seat).view()

    def picture(self) -> dict[str, Any] | None:
        """Return how the visible part of the scene is drawn; None in a game without a scene. The same for everybody."""
        if self.scene is None:
            return None
        scene, viewer = new_record(self.scene.dtype), cast("Any", self.game.viewer)
        cast("Any", self.game.masking).visible_part(self.scene, self.state, scene)
        picture = new_record(viewer.PICTURE.dtype)
        viewer.drawing_data(scene, self.mask(None).state, picture)
        return cast("dict[str, Any]", self.game.read_picture(picture.tobytes(), 0))

    def legal_actions(self, seat: int) -> list[int]:
        """Return the legal actions of a seat as numbers, ascending; empty if it is not to act."""
        return self._legal_actions_of(seat)

    def legal_texts(self, seat: int) -> list[str]:
        """Return the legal actions of a seat in the notation, in the order of ``legal_actions``."""
        return [self.action_text(seat, action) for action in self.legal_actions(seat)]

    def illegal_reason(self, by: By, do: str) -> Refusal | None:
        """Return why this cannot be done here; None if it can."""
        try:
            self.parse_action(by, do)
        except Refusal as refusal:
            return refusal
        return None

    def play(self, event: Event) -> Position:
        """Return the position after an event; raise a ``Refusal`` if it is not possible here."""
        return self.play_into(event, None)

    def play_with_effects(self, event: Event) -> tuple[Position, Effects]:
        """Return the position after an event, and what the rules report of it: to be masked by ``mask_effects``."""
        effects: Effects = new_record(self.game.effects.dtype)
        return self.play_into(event, effects), effects

    def mask_effects(self, effects: Effects, seat: int | None) -> list[dict[str, Any]]:
        """Return what a seat (None: a spectator) may know now of the effects of an event that led to this position,
        however far back."""
        return cast("list[dict[str, Any]]", self.game.read_effects(self._masked_effects(effects, seat).tobytes(), 0))

    def mask_effects_json(self, effects: Effects, seat: int | None) -> str:
        """Return ``mask_effects`` as JSON, written by compiled code."""
        return self.game.effects_writer.write(self._masked_effects(effects, seat))

    def _masked_effects(self, effects: Effects, seat: int | None) -> Any:
        if self.game.effects is NO_EFFECTS:
            return effects
        masked = new_record(self.game.effects.dtype)
        number = -1 if seat is None else seat
        cast("Any", self.game.masking).mask_effects(self.setup, self.state, number, effects, masked)
        return masked

    def play_into(self, event: Event, effects: Effects | None) -> Position:
        """Like ``play``; the rules add what they report to a buffer, if there is one."""
        action = self.parse_action(event.by, event.do)
        setup, scene = self.setup, self.scene
        if event.by == "chance" and self.chance_count == UNLISTABLE:
            name = self.game.sampler.FIELD
            if name not in event.more:
                raise Refusal("malformed", f"the event has no field {name}")
            setup, scene = self.game.sampler.settle(setup, event.more[name])
        return self._after(setup, scene, event.by, action, effects)

    def apply_action(self, by: By, action: int) -> Position:
        """Return the position after a legal action or listed outcome, given as its number. Unlike ``play`` it does not
        check that it is legal."""
        return self._after(self.setup, self.scene, by, action, None)

    def _after(self, setup: Setup, scene: Scene | None, by: By, action: int, effects: Effects | None) -> Position:
        rules: Any = self.game.rules
        reporting = frozenset[str]() if effects is None else self.game.reporting
        state = copy_record(self.state)
        if by == "chance":
            rules.apply_chance(setup, state, action, *([effects] if "apply_chance" in reporting else ()))
        else:
            rules.apply(setup, state, by, action, *([effects] if "apply" in reporting else ()))
        if scene is not None:
            rules.update_visible(scene, state, *([effects] if "update_visible" in reporting else ()))
        return Position(self.game, setup, state, scene)

    @property
    def chance_count(self) -> int:
        """The number of equally likely draws of chance here (``UNLISTABLE`` if they cannot be listed)."""
        return int(self.game.rules.chance_count(self.setup, self.state))

    def chance_outcomes(self) -> dict[int, Fraction]:
        """Return the possible outcomes of chance with their probabilities."""
        count = self.chance_count
        weights: dict[int, Fraction] = {}
        for pick in range(count):
            outcome = int(self.game.rules.chance_nth(self.setup, self.state, pick))
            weights[outcome] = weights.get(outcome, Fraction()) + Fraction(1, count)
        return weights

    def draw(self, rng: Generator, choices: Mapping[str, str] | None = None) -> Event:
        """Return an event of chance, drawn with this generator. `choices` are the settings of the table."""
        count = self.chance_count
        if count == UNLISTABLE:
            seed = below(rng, 1 << 31) << 31 | below(rng, 1 << 31)
            sampled = self.game.sampler.sample(self.setup, int(seed), choices or {})
            return Event("chance", self.action_text("chance", 0), {self.game.sampler.FIELD: sampled})
        outcome = self.game.rules.chance_nth(self.setup, self.state, below(rng, count))
        return Event("chance", self.action_text("chance", int(outcome)))

    @property
    def scores(self) -> list[int]:
        """What each seat would score if the game ended here."""
        return [int(self.game.rules.score(self.setup, self.state, seat)) for seat in range(self.seats)]

    def hides(self, event: Event, seat: int | None) -> bool:
        """Return whether an event that is possible here is hidden from a seat (None: a spectator) until ``is_open``."""
        return seat in self.hidden_from(event)

    def hidden_from(self, event: Event) -> frozenset[int | None]:
        """Return the seats (None: a spectator) from which an event possible here is hidden until ``is_open``."""
        action, by = self.verbs(event.by).parse(event.do), -1 if event.by == "chance" else event.by
        hides = self.game.masking.hides
        everyone = (None, *range(self.seats))
        return frozenset(
            seat for seat in everyone if hides(self.setup, self.state, by, action, -1 if seat is None else seat)
        )

    @property
    def is_open(self) -> bool:
        """Whether all events up to here may be shown to everybody."""
        return bool(self.game.masking.is_open(self.setup, self.state))

    def reveals(self, after: Position, seat: int) -> bool:
        """Return whether the step from here to the next position reveals to a seat what it could not know."""
        return bool(self.game.masking.reveals(after.setup, self.state, after.state, seat))


def replay(position: Position, events: Iterable[Event]) -> Position:
    """Return the position after these events."""
    for event in events:
        position = position.play(event)
    return position
