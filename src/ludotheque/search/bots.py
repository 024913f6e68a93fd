"""Who can sit at a seat without being a person. A bot is given what its seat knows, never a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from ..codec.records import new_record
from ..engine import dispatch
from ..engine.bits import size
from ..engine.contract import Setup, State
from ..engine.errors import Refusal
from ..engine.game import Game
from ..engine.position import Event, MaskedState, Position
from ..engine.rng import Generator, below, generator
from ..native.compiled import copy_into, rule
from .simulation import random_playout


class Bot(Protocol):
    """A player at one seat of one table."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """One of ``known.actions``. All chance that a bot uses comes from `rng`, so that a game can be had again."""


class ViewBot(Protocol):
    """A player that reads what is shown and what it may do, like a program that speaks the protocol."""

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], rng: Generator) -> str:
        """One of the legal actions."""


class FromView:
    """A bot that reads its view: the simplest way to write one."""

    def __init__(self, reader: ViewBot) -> None:
        self.reader = reader

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `Bot`."""
        legal = masked.legal_texts
        return masked.legal_actions[legal.index(self.reader.choose(masked.view(), legal, rng))]


class Random:
    """Any legal action, each equally likely."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `Bot`."""
        return masked.legal_actions[below(rng, len(masked.legal_actions))]


@dispatch.question("bots")
def worth(setup: Setup, state: State, seat: int) -> float:
    """How good what a seat knows is for it, by the playing knowledge of the game (``bots.py``)."""
    return dispatch.answer("worth", state.dtype)(setup, state, seat)


@rule
def best_look(setup: Setup, state: State, seat: int, rng: Generator, into_state: State) -> int:
    """The legal action after which the seat stands best; one of them by chance where several are."""
    chosen = 0
    best = 0.0
    equals = 0
    for k in range(dispatch.legal_count(setup, state, seat)):
        action = dispatch.legal_nth(setup, state, seat, k)
        copy_into(state, into_state)
        dispatch.step(setup, into_state, seat, action)
        value = worth(setup, into_state, seat)
        if equals == 0 or value > best + 1e-9:
            best = value
            equals = 0
        if value > best - 1e-9:
            equals += 1
            if below(rng, equals) == 0:  # so that each of them is equally likely
                chosen = action
    return chosen


class Greedy:
    """One look ahead: does what leaves its seat best, as the game's ``worth`` has it."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `Bot`."""
        assert masked.seat is not None, "a spectator does nothing"
        _ = masked.game.bots_module  # now compiled code finds its ``worth``
        return int(best_look(masked.setup, masked.state, masked.seat, rng, new_record(masked.game.rules.STATE)))


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
    """What an action brings in one imagined world where everybody then plays at random: a win, shared with all who win
    too; to a seat that is alone its score."""
    dispatch.determinize(setup, state, seat, rng, into_setup, into_state)
    dispatch.apply(into_setup, into_state, seat, action)
    random_playout(into_setup, into_state, rng)
    if setup.seats == 1:
        return dispatch.score(into_setup, into_state, seat) * 1.0
    won = dispatch.winners(into_setup, into_state)
    return 1.0 / size(won) if (won >> seat) & 1 != 0 else 0.0


class Trials:
    """Tries each action out, again and again, in worlds where everybody then plays at random, and does what went best:
    an opponent for any game whose chance can be listed, and the game has nothing to write for it."""

    TRIALS = 100
    """Of each action."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `Bot`."""
        assert masked.seat is not None, "a spectator does nothing"
        rules = masked.game.rules
        world = new_record(rules.SETUP), new_record(rules.STATE)
        brought = dict.fromkeys(masked.legal_actions, 0.0)
        for action in brought:
            for _ in range(self.TRIALS):
                brought[action] += trial(masked.setup, masked.state, masked.seat, action, rng, *world)
        return max(brought, key=brought.__getitem__)


def bot(game: Game, name: str) -> Bot:
    """A new bot of this name for this game."""
    if not game.has_bot(name):
        names = ", ".join(dict.fromkeys([*game.bots, *game.characters]))
        raise Refusal("no_such_bot", f"{game.id} has no bot {name!r:.40}; it has {names}")
    if name in game.bots:
        made: Callable[..., Bot] = game.load(game.bots[name])
        return made()
    level, _, temper = name.partition("-")
    made = game.load(game.bots[level])
    return made(temper)


def play_on(
    position: Position, bots: Sequence[Bot], seed: int, number: int = 0, choices: Mapping[str, str] | None = None
) -> Iterator[tuple[Event, Position]]:
    """Play to the end, a bot at each seat: every event with the position after it.

    Game `number` of a seed has streams of its own for chance and for each seat, so it can be had again alone.
    """
    rngs = [generator(seed, number * 16 + stream) for stream in range(1 + position.seats)]
    while True:
        who = position.to_act
        if not who:
            return
        if who[0] == "chance":
            event = position.draw(rngs[0], choices)
        else:
            seat = who[0]
            event = Event(seat, position.action_text(seat, bots[seat].choose(position.mask(seat), rngs[1 + seat])))
        position = position.play(event)
        yield event, position
