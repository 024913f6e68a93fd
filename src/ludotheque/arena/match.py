"""A match: who sits where in each game of it, and playing one.

A game depends only on its number and the match's seed, so games can be played in any order and on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import isfinite
from typing import Any, Protocol

from ..engine.game import Game
from ..engine.position import Event, Position
from ..engine.registry import game
from ..engine.rng import generator
from ..search.game_loop import after_chance, play_with
from .luck import luck_in_points, luck_in_wins, total, value_hash, value_of
from .players import Forfeit, Player, sit_down

STREAMS = 16
"""Streams of the generator per number: the first is for the chance of a deal, the next for the seats of a game (as in
`search.game_loop.play_on`), the last for the draws that those of a game are compared with."""
MAKING = 300.0
"""Seconds that a bot may take to start: it may have to compile."""


class Supervisor(Protocol):
    """Watches over a game, so that a bot that never answers can be stopped."""

    def expect(self, seat: int, seconds: float) -> None:
        """A seat's bot starts to work, and must be done within this time."""

    def rest(self) -> None:
        """No bot is working."""

    def started(self, seat: int, program: int) -> None:
        """A seat's bot is the process with this id from now on; 0: none."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game."""

    number: int
    bots: tuple[str, ...]
    """The bot at each seat."""
    winners: tuple[int, ...]
    """The seats that won or share the win. If a bot forfeits, the seats of all other bots share the win."""
    scores: tuple[int, ...]
    """One per seat; empty if the game was forfeited."""
    moves: tuple[int, ...] = ()
    """For each seat, the number of moves."""
    ms: tuple[float, ...] = ()
    """For each seat, the milliseconds of all its moves."""
    worst: tuple[float, ...] = ()
    """For each seat, the milliseconds of its longest move."""
    luck: tuple[float, ...] = ()
    """For each seat, the points that chance brought beyond the mean; empty if the game cannot say."""
    cut: tuple[int, ...] = ()
    """For each seat, the number of searches that time cut short, which makes them irreproducible."""
    forfeit: tuple[int, str, str] | None = None
    """The seat whose bot forfeited, how (`illegal`, `died`, `slow`), and details."""
    win_luck: tuple[float, ...] = ()
    """For each seat, the share of the win that chance brought beyond the mean; empty if it was not asked for."""
    value: str = ""
    """The hash of the value function that luck was computed with; empty without luck."""

    def share(self, bot: str) -> float:
        """Return the share of the win that went to a bot, at all its seats together."""
        return sum(self.bots[seat] == bot for seat in self.winners) / max(len(self.winners), 1)

    def share_without_luck(self, bot: str) -> float:
        """Return that share less what chance brought to the bot's seats. It may be below 0 or above 1."""
        return self.share(bot) - sum(luck for seat, luck in enumerate(self.win_luck) if self.bots[seat] == bot)


@dataclass(frozen=True)
class Match:
    """What is played. Plain data that can be sent to other processes."""

    game: str
    bots: tuple[str, ...]
    """The bots' names."""
    seats: int
    options: Mapping[str, Any]
    seed: int
    choices: Mapping[str, str] = field(default_factory=dict)
    ms: int | None = None
    """Milliseconds per move, for bots with a time budget."""
    limit: float = 30.0
    """Seconds after which a bot that has not moved forfeits."""
    luck: bool = False
    """Whether the luck of each seat is measured in shares of the win. It changes no game."""

    @property
    def loaded_game(self) -> Game:
        """The game that is played; `game` is its id."""
        return game(self.game)

    @cached_property
    def deals(self) -> list[tuple[tuple[str, ...], ...]]:
        """The cycle of deals. A deal is one set of chance draws, played with each of these seatings."""
        different = tuple(dict.fromkeys(self.bots))
        if self.seats == 1:
            return [tuple((bot,) for bot in different)]
        if len(self.bots) <= self.seats:
            return [_rotations(self._filled(self.bots))]
        if len(different) <= self.seats:
            return [_rotations(self._filled(different))]
        return [_rotations(table) for table in combinations(different, self.seats)]

    def _filled(self, bots: tuple[str, ...]) -> tuple[str, ...]:
        """A bot for every seat: the last one takes the seats that are left."""
        return bots + bots[-1:] * (self.seats - len(bots))

    @cached_property
    def seatings(self) -> int:
        """The number of games in each deal."""
        return len(self.deals[0])

    def deal(self, number: int) -> int:
        """Return the number of the deal that a game belongs to."""
        return number // self.seatings

    def seating(self, number: int) -> tuple[str, ...]:
        """Return the bot at each seat in a game."""
        return self.deals[self.deal(number) % len(self.deals)][number % self.seatings]

    @property
    def compares(self) -> bool:
        """Whether bots can be compared by their wins: different ones sit at one table."""
        return self.seats > 1 and len(set(self.bots)) > 1

    @property
    def even(self) -> bool:
        """Whether two bots play with the same number of seats each."""
        seating = self.seating(0)
        return len(set(self.bots)) == 2 and 2 * seating.count(self.bots[0]) == self.seats


def _rotations(bots: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """All different rotations of a seating."""
    return tuple(dict.fromkeys(bots[turn:] + bots[:turn] for turn in range(len(bots))))


def forfeited(match: Match, number: int, seat: int, how: str, detail: str) -> PlayedGame:
    """Return a game that ended because a bot failed: the seats of all other bots share the win."""
    bots = match.seating(number)
    winners = tuple(other for other in range(match.seats) if bots[other] != bots[seat])
    return PlayedGame(number, bots, winners, (), forfeit=(seat, how, detail[:200]))


def play(match: Match, number: int, supervisor: Supervisor) -> PlayedGame:
    """Play one game of a match."""
    bots = match.seating(number)
    chance = generator(match.seed, match.deal(number) * STREAMS)
    rngs = [generator(match.seed, number * STREAMS + 1 + seat) for seat in range(match.seats)]
    position = match.loaded_game.start(match.seats, match.options)
    players: list[Player] = []
    points_of = luck_in_points(match.loaded_game)
    value = value_of(match.loaded_game, match.seats) if match.luck else None
    compared = generator(match.seed, number * STREAMS + STREAMS - 1)
    points: list[list[float]] = []
    wins: list[list[float]] = []
    seat = 0

    def act(now: Position) -> Event:
        nonlocal seat
        who = now.to_act[0]
        assert who != "chance"
        seat, masked = who, now.mask(who)
        supervisor.expect(seat, match.limit)
        action = players[seat].move(masked, rngs[seat])
        supervisor.rest()
        return Event(seat, now.action_text(seat, action))

    try:
        for seat, bot in enumerate(bots):
            supervisor.expect(seat, MAKING)
            players.append(sit_down(match.loaded_game, bot, match.ms, match.limit))
            supervisor.started(seat, players[seat].program)
            supervisor.rest()
        for event, after in play_with(position, lambda now: now.draw(chance, match.choices), act):
            if event.by == "chance" and points_of is not None:
                points.append(points_of(position, event))
            if event.by == "chance" and value is not None:
                wins.append(luck_in_wins(position, event, value, compared))
            position = after
    except Forfeit as forfeit:
        supervisor.rest()
        return forfeited(match, number, seat, forfeit.how, str(forfeit))
    finally:
        for seat, player in enumerate(players):
            player.close()
            supervisor.started(seat, 0)
    assert position.result is not None, "the game is over"
    luck, win_luck = total(points), total(wins)
    luck = luck if all(map(isfinite, luck)) else ()
    times = [player.times for player in players]
    return PlayedGame(
        number,
        bots,
        tuple(position.result.winners),
        tuple(position.result.scores),
        tuple(len(own) for own in times),
        tuple(round(sum(own), 3) for own in times),
        tuple(round(max(own, default=0.0), 3) for own in times),
        luck,
        tuple(player.cuts for player in players),
        win_luck=win_luck,
        value=value_hash(match.loaded_game.package) if luck or win_luck else "",
    )


def warm_up(match: Match, number: int, warm: set[str], supervisor: Supervisor) -> None:
    """Before a bot's first game in this process, let it choose once, so that loading or compiling code does not count
    as thinking. (Third-party bots prepare when they are created.)"""
    rng = generator(0)
    position = match.loaded_game.start(match.seats, match.options)
    for seat, bot in enumerate(match.seating(number)):
        if bot in warm:
            continue
        warm.add(bot)
        position = after_chance(position, rng, match.choices)
        who = position.to_act[0]
        assert who != "chance", "a game has decisions"
        masked = position.mask(who)
        if match.loaded_game.has_bot(bot):
            supervisor.expect(seat, MAKING)
            with suppress(Forfeit):  # it will fail again in the game
                sit_down(match.loaded_game, bot, match.ms, MAKING).move(masked, rng)
            supervisor.rest()
        else:
            _ = masked.legal_texts, masked.view()
