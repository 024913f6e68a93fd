"""What a bot is, and the bots that every game gets: random, greedy, trials. A bot sees a masked state, never a
position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from ..codec.records import new_record
from ..engine import dispatch
from ..engine.bits import win_share
from ..engine.contract import Setup, State
from ..engine.errors import Refusal
from ..engine.game import Game
from ..engine.position import MaskedState
from ..engine.rng import Generator, below
from ..native.compiled import copy_into, rule
from .simulation import random_playout


class Bot(Protocol):
    """A player at one seat of one table."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """Return one of ``masked.legal_actions``. All randomness comes from `rng`, so that a game can be reproduced."""


class ViewBot(Protocol):
    """A player that reads its view and the texts of its legal actions, like a program that speaks the protocol."""

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], rng: Generator) -> str:
        """Return one of the legal actions, as text."""


class FromView:
    """Make a ``Bot`` of a ``ViewBot``."""

    def __init__(self, reader: ViewBot) -> None:
        self.reader = reader

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `Bot`."""
        legal = masked.legal_texts
        return masked.legal_actions[legal.index(self.reader.choose(masked.view(), legal, rng))]


class Random:
    """Chooses uniformly among the legal actions."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `Bot`."""
        return masked.legal_actions[below(rng, len(masked.legal_actions))]


@dispatch.question("bots")
def heuristic_value(setup: Setup, state: State, seat: int) -> float:
    """Return how well a seat stands in its masked state, in any unit; answered by games that offer a greedy bot."""
    return dispatch.answer("heuristic_value", state.dtype)(setup, state, seat)


@rule
def best_by_heuristic(setup: Setup, state: State, seat: int, rng: Generator, into_state: State) -> int:
    """Return the legal action with the highest ``heuristic_value`` after it; a random one of those that are equal."""
    chosen = 0
    best = 0.0
    equals = 0
    for k in range(dispatch.legal_count(setup, state, seat)):
        action = dispatch.legal_nth(setup, state, seat, k)
        copy_into(state, into_state)
        dispatch.step(setup, into_state, seat, action)
        value = heuristic_value(setup, into_state, seat)
        if equals == 0 or value > best + 1e-9:
            best = value
            equals = 0
        if value > best - 1e-9:
            equals += 1
            if below(rng, equals) == 0:  # reservoir sampling: each is equally likely
                chosen = action
    return chosen


class Greedy:
    """One-ply search: takes the action after which the game's ``heuristic_value`` is highest."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `Bot`."""
        assert masked.seat is not None, "a spectator does nothing"
        _ = masked.game.bots_module  # loads it, so that compiled code finds its ``heuristic_value``
        return int(best_by_heuristic(masked.setup, masked.state, masked.seat, rng, new_record(masked.game.rules.STATE)))


@rule
def trial(
    setup: Setup,
    state: State,
    seat: int,
    action: int,
    rng: Generator,
    into_setup: Setup,
    into_state: State,
) -> float:
    """Return the result of one random playout after an action, in a new determinization: the seat's share of the win, 0
    to 1; with one seat its score."""
    dispatch.determinize(setup, state, seat, rng, into_setup, into_state)
    dispatch.apply(into_setup, into_state, seat, action)
    random_playout(into_setup, into_state, rng)
    if setup.seats == 1:
        return dispatch.score(into_setup, into_state, seat) * 1.0
    return win_share(dispatch.winners(into_setup, into_state), seat)


class Trials:
    """Flat Monte Carlo: random playouts after each legal action, in determinizations; takes the action with the best
    mean. Plays any game whose chance outcomes can be listed, without code from the game."""

    TRIALS = 100
    """Playouts of each action."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `Bot`."""
        assert masked.seat is not None, "a spectator does nothing"
        rules = masked.game.rules
        scratch = new_record(rules.SETUP), new_record(rules.STATE)
        totals = dict.fromkeys(masked.legal_actions, 0.0)
        for action in totals:
            for _ in range(self.TRIALS):
                totals[action] += trial(masked.setup, masked.state, masked.seat, action, rng, *scratch)
        return max(totals, key=totals.__getitem__)


def bot(game: Game, name: str) -> Bot:
    """Return a new bot of this name for a game: one of ``game.bots`` or a character such as ``club-bold``. Raises
    ``Refusal`` if there is none."""
    if not game.has_bot(name):
        names = ", ".join(dict.fromkeys([*game.bots, *game.characters]))
        raise Refusal("no_such_bot", f"{game.id} has no bot {name!r:.40}; it has {names}")
    if name in game.bots:
        made: Callable[..., Bot] = game.load(game.bots[name])
        return made()
    level, _, style = name.partition("-")
    made = game.load(game.bots[level])
    return made(style)
