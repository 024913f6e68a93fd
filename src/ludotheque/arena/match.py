"""A match: who sits where in each game of it, and playing one.

The number of a game and the match's seed decide everything in it, so games can be played in any order and anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from itertools import combinations
from math import isnan
from typing import Any, Protocol, cast

from ..codec.records import new_record
from ..engine.game import Game
from ..engine.position import Event, Position
from ..engine.registry import game
from ..engine.rng import generator
from ..native.compiled import COMPILED
from .players import Forfeit, Player, sit_down

STREAMS = 16
"""Streams of the generator for each number: the first one is chance's, for a deal, the others are the seats', for a
game (as in `search.game_loop.play_on`)."""
MAKING = 300.0
"""Seconds that a bot may take to be made: it may have to compile."""


class Watch(Protocol):
    """Who looks after a game, so that a bot that never answers can be stopped."""

    def expect(self, seat: int, seconds: float) -> None:
        """A seat's bot is at work from now on, for so many seconds at most."""

    def rest(self) -> None:
        """No bot is at work."""

    def started(self, seat: int, program: int) -> None:
        """A seat's bot is this process from now on; 0: none."""


@dataclass(frozen=True)
class Result:
    """A finished game."""

    number: int
    bots: tuple[str, ...]
    """Who sat where."""
    winners: tuple[int, ...]
    """The seats that won, or share the win. A bot that forfeits wins at none of its seats, the others' all share."""
    scores: tuple[int, ...]
    """One a seat; none where the game was forfeited."""
    moves: tuple[int, ...] = ()
    """For each seat, moves made."""
    ms: tuple[float, ...] = ()
    """For each seat, milliseconds of all its moves."""
    worst: tuple[float, ...] = ()
    """For each seat, milliseconds of its longest move."""
    luck: tuple[float, ...] = ()
    """For each seat, what chance brought it beyond the mean, in points; none where the game does not tell."""
    cut: tuple[int, ...] = ()
    """For each seat, thoughts that time ended, so that they cannot be had again."""
    forfeit: tuple[int, str, str] | None = None
    """The seat whose bot made the game end, how (`illegal`, `died`, `slow`), and what is known about it."""

    def share(self, bot: str) -> float:
        """The part of the win that went to a bot, at all its seats together."""
        return sum(self.bots[seat] == bot for seat in self.winners) / max(len(self.winners), 1)


@dataclass(frozen=True)
class Match:
    """What is played. Plain data, to be handed to other processes."""

    game: str
    bots: tuple[str, ...]
    """As they were named."""
    seats: int
    options: Mapping[str, Any]
    seed: int
    choices: Mapping[str, str] = field(default_factory=dict)
    ms: int | None = None
    """Milliseconds a move, for bots that have a budget."""
    limit: float = 30.0
    """Seconds after which a bot that has not moved forfeits."""

    @property
    def rules(self) -> Game:
        """The game that is played."""
        return game(self.game)

    @cached_property
    def deals(self) -> list[tuple[tuple[str, ...], ...]]:
        """What comes in turn: a deal is one chance, and all seatings that are played with it."""
        different = tuple(dict.fromkeys(self.bots))
        if self.seats == 1:
            return [tuple((bot,) for bot in different)]
        if len(self.bots) <= self.seats:
            return [_rotations(self._filled(self.bots))]
        if len(different) <= self.seats:
            return [_rotations(self._filled(different))]
        return [_rotations(table) for table in combinations(different, self.seats)]

    def _filled(self, bots: tuple[str, ...]) -> tuple[str, ...]:
        """A bot for every seat: the last one named takes those that are left."""
        return bots + bots[-1:] * (self.seats - len(bots))

    @cached_property
    def seatings(self) -> int:
        """How many games a deal has; all deals of a match have as many."""
        return len(self.deals[0])

    def deal(self, number: int) -> int:
        """Which deal a game belongs to."""
        return number // self.seatings

    def seating(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game."""
        return self.deals[self.deal(number) % len(self.deals)][number % self.seatings]

    @property
    def compares(self) -> bool:
        """Whether bots can be compared by their wins: two different ones sit at one table."""
        return self.seats > 1 and len(set(self.bots)) > 1

    @property
    def even(self) -> bool:
        """Whether it is one bot against one other, with as many seats."""
        seating = self.seating(0)
        return len(set(self.bots)) == 2 and 2 * seating.count(self.bots[0]) == self.seats


def _rotations(bots: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Everybody one seat on, until the first seating would come again."""
    return tuple(dict.fromkeys(bots[turn:] + bots[:turn] for turn in range(len(bots))))


def forfeited(match: Match, number: int, seat: int, how: str, detail: str) -> Result:
    """A game that ended because a bot failed: the seats of all other bots share the win."""
    bots = match.seating(number)
    winners = tuple(other for other in range(match.seats) if bots[other] != bots[seat])
    return Result(number, bots, winners, (), forfeit=(seat, how, detail[:200]))


def luck_teller(rules: Game) -> Callable[[Position, Event], list[float]] | None:
    """What tells how much an event of chance brings each seat beyond the mean, where the game's ``bots.py`` answers the
    question ``luck``. Only compiled: as plain Python it would take longer than the game."""
    if not COMPILED or find_spec(f"{rules.package}.bots") is None or not hasattr(rules.bots_module, "luck"):
        return None
    luck: Any = cast("Any", rules.bots_module).luck
    workspace = new_record(rules.bots_module.WORKSPACE)

    def tell(position: Position, event: Event) -> list[float]:
        outcome = position.parse_action("chance", event.do)
        return [
            float(luck(position.setup, position.state, seat, outcome, rules.bots_module.weights(), workspace))
            for seat in range(position.seats)
        ]

    return tell


def play(match: Match, number: int, watch: Watch) -> Result:
    """Play one game of a match."""
    bots = match.seating(number)
    chance = generator(match.seed, match.deal(number) * STREAMS)
    rngs = [generator(match.seed, number * STREAMS + 1 + seat) for seat in range(match.seats)]
    position = match.rules.start(match.seats, match.options)
    players: list[Player] = []
    tell_luck = luck_teller(match.rules)
    told: list[list[float]] = []
    seat = 0
    try:
        for seat, bot in enumerate(bots):
            watch.expect(seat, MAKING)
            players.append(sit_down(match.rules, bot, match.ms, match.limit))
            watch.started(seat, players[seat].program)
            watch.rest()
        while position.to_act:
            who = position.to_act[0]
            if who == "chance":
                event = position.draw(chance, match.choices)
                if tell_luck is not None:
                    told.append(tell_luck(position, event))
                position = position.play(event)
            else:
                seat, masked = who, position.mask(who)
                watch.expect(seat, match.limit)
                action = players[seat].move(masked, rngs[seat])
                watch.rest()
                position = position.apply_action(seat, action)
    except Forfeit as forfeit:
        watch.rest()
        return forfeited(match, number, seat, forfeit.how, str(forfeit))
    finally:
        for seat, player in enumerate(players):
            player.close()
            watch.started(seat, 0)
    assert position.result is not None, "it was played to its end"
    luck = tuple(round(sum(own), 4) for own in zip(*told, strict=True))
    times = [player.times for player in players]
    return Result(
        number,
        bots,
        tuple(position.result.winners),
        tuple(position.result.scores),
        tuple(len(own) for own in times),
        tuple(round(sum(own), 3) for own in times),
        tuple(round(max(own, default=0.0), 3) for own in times),
        () if any(map(isnan, luck)) else luck,
        tuple(player.cuts for player in players),
    )


def warm_up(match: Match, number: int, warm: set[str], watch: Watch) -> None:
    """Before its first game in this process let each of the house's bots decide once, and make what another one would
    read: loading what was compiled, or compiling it, is not thinking. (A bot of one's own prepares when it is made.)"""
    rng = generator(0)
    position = match.rules.start(match.seats, match.options)
    for seat, bot in enumerate(match.seating(number)):
        if bot in warm:
            continue
        warm.add(bot)
        while position.to_act == ("chance",):
            position = position.play(position.draw(rng, match.choices))
        who = position.to_act[0]
        assert who != "chance", "a game asks somebody something"
        masked = position.mask(who)
        if match.rules.has_bot(bot):
            watch.expect(seat, MAKING)
            with suppress(Forfeit):  # it will fail again in the game
                sit_down(match.rules, bot, match.ms, MAKING).move(masked, rng)
            watch.rest()
        else:
            _ = masked.legal_texts, masked.view()
