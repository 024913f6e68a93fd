"""The contract of a game: what each module in a game's folder must hold, as protocols.

Functions over records are plain and deterministic, and compiled by ``@rule``. Actions of seats and outcomes of chance
are whole numbers, in a numbering of the game's own. Seats are counted from 0; as a number, a spectator is -1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

import numpy as np

from ..codec.records import Record
from ..codec.schema import Schema
from .actions import Verbs
from .errors import Refusal
from .rng import Generator

By = int | Literal["chance"]
"""Who acts: a seat, counted from 0, or chance."""


class Setup(Record, name="setup"):
    """A record of a game's ``SETUP``: what never changes at a table (seats, options, a sampled outcome)."""


class State(Record, name="state"):
    """A record of a game's ``STATE``: everything that changes while a game is played."""


class Scene(Record, name="scene"):
    """A record of a game's ``SCENE``, if it has one: what hides what and how it is drawn. It never changes."""


class View(Record, name="view"):
    """A record of a game's ``VIEW`` schema."""


class Preview(Record, name="preview"):
    """A record of a game's ``PREVIEW`` schema."""


class Picture(Record, name="picture"):
    """A record of a game's ``PICTURE`` schema."""


class Effects(Record, name="effects"):
    """A record of a game's ``EFFECTS`` schema: the buffer in which rules report what they changed."""


class CharacterRecord(Record, name="character"):
    """A record of ``search.levels.CHARACTER``: level, style and budget of a bot."""


class Weights(Record, name="weights"):
    """A record of the ``WEIGHTS`` of a game's bots: what they have learned."""


class Workspace(Record, name="mind"):
    """A record of the ``WORKSPACE`` of a game's bots: the memory in which a search works."""


CHANCE = 1 << 32
"""What ``to_act`` returns when chance acts next; seats are the bits below it, 0 means that the game is over."""

UNLISTABLE = 0
"""What ``chance_count`` returns when the outcomes cannot be listed and are sampled instead."""


class Rules(Protocol):
    """What a game's ``rules.py`` must hold.

    Functions that change a state change the record they are given. They are called only with actions and outcomes that
    ``illegal_reason`` and ``chance_illegal_reason`` accept.

    In a game that declares effects (``effects.py``) those of them that have something to report also take a buffer as
    their last parameter, ``effects: Effects | None = None`` (``engine.effects``).
    """

    SETUP: np.dtype[Any]
    STATE: np.dtype[Any]
    ILLEGAL_REASONS: Sequence[str]
    """Codes for illegal actions and impossible outcomes, by number; number 0 is "" and means legal."""
    END_REASONS: Sequence[str]
    """The ways in which a game can end, by number."""

    def begin(self, setup: Setup, state: State) -> None:
        """Fill a record of zeros with the first state of a table."""

    def to_act(self, setup: Setup, state: State) -> int:
        """Return the set of seats to act, as bits; ``CHANCE``; or 0 when the game is over."""

    def legal_count(self, setup: Setup, state: State, seat: int) -> int:
        """Return the number of legal actions of a seat that is to act: at least one."""

    def legal_nth(self, setup: Setup, state: State, seat: int, k: int) -> int:
        """Return the k-th legal action, counted from 0, in ascending order; none comes twice."""

    def illegal_reason(self, setup: Setup, state: State, seat: int, action: int) -> int:
        """Return why an action is illegal now, as an index into ``ILLEGAL_REASONS``; 0 exactly if it is legal.
        Any number may be asked about."""

    def step(self, setup: Setup, state: State, seat: int, action: int) -> None:
        """Do a legal action, without the steps that then follow automatically. On a masked state this shows what the
        action changes, as far as its seat can know."""

    def apply(self, setup: Setup, state: State, seat: int, action: int) -> None:
        """Do a legal action and the steps that follow from it automatically."""

    def chance_count(self, setup: Setup, state: State) -> int:
        """Return the number of equally likely draws, or ``UNLISTABLE``."""

    def chance_nth(self, setup: Setup, state: State, pick: int) -> int:
        """Return the outcome of a draw, given its index (0 to the count - 1). An outcome with two draws is twice as
        likely."""

    def chance_illegal_reason(self, setup: Setup, state: State, outcome: int) -> int:
        """Return why an outcome is impossible now, as an index into ``ILLEGAL_REASONS``; 0 exactly if possible."""

    def apply_chance(self, setup: Setup, state: State, outcome: int) -> None:
        """Apply a possible outcome of chance."""

    def score(self, setup: Setup, state: State, seat: int) -> int:
        """Return what the seat would score if the game ended here."""

    def winners(self, setup: Setup, state: State) -> int:
        """Return the set of seats that win (all that share the win), as bits. Asked only when the game is over."""

    def end_reason(self, setup: Setup, state: State) -> int:
        """Return how the game ended, as an index into ``END_REASONS``. Asked only when it is over."""

    # A game with teams also has ``sides(setup)``, the number of sides, ``seats_of(setup, side)``, the seats of one as
    # bits, and ``side_score(setup, state, side)``.

    # A game whose pieces hide each other also has ``SCENE``, the dtype of a record that says what hides what and how it
    # is drawn, and ``update_visible(scene, state)``: after every event at a table it notes in the state what has become
    # visible. No other rule reads the scene, so search and playouts need not carry it along. It may take a buffer of
    # effects too.


class Masking(Protocol):
    """What a game's ``masking.py`` must hold, compiled like the rules. Seat -1 is a spectator; chance acts as -1."""

    def mask(self, setup: Setup, state: State, seat: int, into_setup: Setup, into_state: State) -> None:
        """Write what a seat knows as records of the same types: everything else is replaced by a value that follows
        from the seat's knowledge alone. Written by listing what may be known; every byte of the target is written."""

    def determinize(
        self, setup: Setup, state: State, seat: int, rng: Generator, into_setup: Setup, into_state: State
    ) -> None:
        """Write a full state that fits a masked one: what the seat does not know is filled in at random."""

    def hides(self, setup: Setup, state: State, by: int, action: int, seat: int) -> bool:
        """Return whether an action or outcome happening in this state is hidden from a seat, which then learns only who
        acted, until ``is_open``."""

    def is_open(self, setup: Setup, state: State) -> bool:
        """Return whether everything that was hidden up to this state may be shown to everybody."""

    def reveals(self, setup: Setup, before: State, after: State, seat: int) -> bool:
        """Return whether the step between two states reveals to a seat what it could not know before. Such a step
        is never taken back."""

    # A game with a scene also has ``visible_part(scene, state, into_scene)``: what may be known of the scene.
    # A game with effects and hidden information also has ``mask_effects(setup, state, seat, effects, into_effects)``:
    # it writes what a seat may know of the effects of an event into an empty buffer, by listing what may be known.
    # `state` is that of now; the event may lie further back.


class Notation(Protocol):
    """What a game's ``notation.py`` must hold."""

    ACTIONS: Verbs
    """What seats can do."""
    OUTCOMES: Verbs
    """What chance can bring."""

    def explain(self, setup: Setup, state: State, by: By, action: int, code: str) -> Refusal:
        """Return the refusal of an action that the rules refused with this code: a sentence, and where it applies."""


class Viewer(Protocol):
    """What a game's ``view.py`` must hold."""

    VIEW: Schema
    """What the view holds. ``MaskedState.view`` adds the fields of every game: game, seat, seats, options, to_act,
    outcome."""

    def show(self, setup: Setup, state: State, seat: int, view: View) -> None:
        """Fill a view, a record of zeros of ``VIEW``, from the masked state of a seat. Compiled."""

    # A game with a scene also has ``PICTURE``, a schema, and ``drawing_data(scene, state, picture)``: how the scene is
    # drawn. It changes only when something becomes visible, so it is sent apart from the view.


class Previewer(Protocol):
    """What a game's ``preview.py`` must hold."""

    PREVIEW: Schema

    def preview(self, setup: Setup, state: State, seat: int, action: int, into_state: State, preview: Preview) -> None:
        """Fill a preview, a record of zeros of ``PREVIEW``: what a legal action changes in a seat's masked state.
        `into_state` becomes the masked state afterwards. Compiled. In a game with effects it may take one more
        parameter, ``effects``: a buffer to be cleared and given to ``step``."""


class TextRenderer(Protocol):
    """What a game's ``text.py`` must hold. `words` formats a message of the game's locale."""

    def draw(self, view: Mapping[str, Any], words: Callable[..., str]) -> Any:
        """Return the table as this view shows it, as a rich renderable; readable without colour too."""

    def sheet(self, view: Mapping[str, Any], words: Callable[..., str]) -> Any:
        """Return the score sheet in detail."""

    # Optional: ``narrate(effects, name, words)``: what happened, as a list of sentences. The default is
    # ``terminal.narrate``.
    # `effects` are masked and plain data; `name` returns the name of a seat.


class Sampler(Protocol):
    """What a game's ``sampler.py`` must hold, if outcomes of chance cannot be listed."""

    FIELD: str
    """The field of the event that carries the sample."""

    def sample(self, setup: Setup, seed: int, choices: Mapping[str, str]) -> Any:
        """Return the sample for a 64-bit seed, as plain data; `choices` are the settings of the table."""

    def settle(self, setup: Setup, sampled: object) -> tuple[Setup, Scene]:
        """Return a new setup and scene that hold a sample; a ``Refusal`` if it is not acceptable."""


class BotsModule(Protocol):
    """What a game's ``bots`` package must hold so that the levels can play it (see ``search.levels``).

    A move is computed in slices of a few milliseconds, so that a browser stays responsive and time can be limited. All
    three functions are compiled and take records only, so that the same bots run in Python and in the page.
    """

    WORKSPACE: np.dtype[Any]
    """The dtype of the record in which a search works. It may hold garbage before ``init_search``."""
    WEIGHTS: np.dtype[Any]
    """The dtype of the learned weights."""

    def weights(self) -> Any:
        """Return the shipped weights, a record of ``WEIGHTS``."""

    def init_search(
        self,
        setup: Setup,
        state: State,
        seat: int,
        character: CharacterRecord,
        rng: Generator,
        weights: Weights,
        workspace: Workspace,
    ) -> None:
        """Start to search for the action of a seat from its masked state. `character` holds level, style and budget."""

    def search_slice(
        self,
        setup: Setup,
        state: State,
        seat: int,
        character: CharacterRecord,
        rng: Generator,
        weights: Weights,
        workspace: Workspace,
    ) -> int:
        """Search for a few milliseconds at most; return how much of the budget is left, 0 if the search is done."""

    def choose_action(
        self,
        setup: Setup,
        state: State,
        seat: int,
        character: CharacterRecord,
        rng: Generator,
        weights: Weights,
        workspace: Workspace,
    ) -> int:
        """Return the action that the search found best."""

    # Optional, compiled:
    # ``luck(setup, state, seat, outcome, weights, workspace)``: the points that an outcome of chance is worth to a seat
    # beyond the mean of all outcomes, in a state in which chance acts; infinity if unknown. The arena subtracts it.
    # ``heuristic_value(setup, state, seat)``: how well a seat stands, for the greedy bot.
    # ``evaluate``, ``is_pruned``, ``rollout_policy``: see ``search.ismcts``.
    # ``whole``, ``candidates``, ``trial``: see ``analysis.decomposition``.
    # Optional constants: ``TRIALS`` (``analysis``), ``MULTIPLIES`` (``wasm``).
