"""Fit and check the level of play, which combines results and losses per decision: ``analysis/level.py``.

    nice -n 10 python lab/benchmarks/level_of_play.py play [GAME ...] [--folder build/level] [--minutes N]
    python lab/benchmarks/level_of_play.py fit GAME [--folder build/level] [--write]
    python lab/benchmarks/level_of_play.py validate GAME [--folder build/level]

``play`` plays and analyses the games of three groups of players, and keeps each in a file, one line a game; a run that
was stopped goes on. ``fit`` uses the levels themselves and some mixtures of two levels (each move by a level drawn at
random), and writes ``data/level_model.json``. ``validate`` uses none of these but players drawn at random: mixtures of
two or three levels in one of three styles, the greedy bot, and the casual players of ``casual_bots.py``.

A player's true rating is that of their results in many more games against the levels, without analysis; in Take It
Easy, of their mean points.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.benchmarks import casual_bots
from ludotheque.analysis import accounts
from ludotheque.engine.game import STYLES, Game
from ludotheque.engine.position import MaskedState, Position
from ludotheque.engine.registry import game
from ludotheque.engine.rng import Generator, below, generator
from ludotheque.game_records import Step
from ludotheque.search.bots import Bot, bot
from ludotheque.search.game_loop import play_on

CASUAL = {
    "take_it_easy": casual_bots.TakeItEasy,
    "micropul": casual_bots.Micropul,
    "polygons": casual_bots.Polygons,
}


@dataclass(frozen=True)
class Sizes:
    """How many players and games a game's figures come from."""

    of_level: int
    """Analysed games of each level."""
    fitted: int
    of_fitted: int
    held_out: int
    of_held_out: int
    truth: int
    """Games without analysis of each player: rounds alone, or games against levels."""


SIZES = {
    "take_it_easy": Sizes(8, 8, 4, 16, 4, 600),
    "micropul": Sizes(8, 8, 4, 16, 4, 160),
    "polygons": Sizes(4, 5, 3, 10, 3, 48),
}
PARTS = 8
"""The games without analysis are played in this many parts."""
SEED_OF_PLAYERS, SEED_OF_GAMES, SEED_OF_TRUTH = 400, 401, 402


@dataclass(frozen=True)
class Player:
    """A player of one of the groups ``level``, ``fitted`` and ``held out``."""

    group: str
    name: str
    bots: tuple[str, ...]
    """The bots that it draws from for each move."""
    weights: tuple[int, ...]
    near: int
    """The index of the level that its opponents surround."""
    games: int


class Mixture:
    """Each move by one of several bots, drawn at random."""

    def __init__(self, bots: Sequence[Bot], weights: Sequence[int]) -> None:
        self.bots = [one for one, weight in zip(bots, weights, strict=True) for _ in range(weight)]

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See ``search.bots.Bot``."""
        return self.bots[below(rng, len(self.bots))].choose(masked, rng)


def seat_of(rules: Game, player: Player) -> Bot:
    """Return a new bot that plays like a player."""
    made: list[Bot] = [CASUAL[rules.id]() if name == "casual" else bot(rules, name) for name in player.bots]
    return Mixture(made, player.weights)


def players(rules: Game) -> list[Player]:
    """Return the players of all groups. Mixtures have no part of the strongest level, which takes long to move."""
    sizes = SIZES[rules.id]
    found = [Player("level", level, (level,), (1,), rank, sizes.of_level) for rank, level in enumerate(rules.levels)]
    below_top = rules.levels[:-1]
    rng = generator(SEED_OF_PLAYERS)
    for number in range(sizes.fitted + sizes.held_out - 2):
        held_out = number >= sizes.fitted
        count = 2 + (int(below(rng, 2)) if held_out else 0)
        left = list(range(len(below_top)))
        ranks = sorted(left.pop(int(below(rng, len(left)))) for _ in range(count))
        style = STYLES[int(below(rng, len(STYLES)))] if held_out else "even"
        weights = tuple(1 + int(below(rng, 4)) for _ in ranks)
        names = tuple(below_top[rank] + ("" if style == "even" else f"-{style}") for rank in ranks)
        mean = sum(rank * weight for rank, weight in zip(ranks, weights, strict=True)) / sum(weights)
        text = "+".join(f"{weight}*{name}" for weight, name in zip(weights, names, strict=True))
        group, games = ("held out", sizes.of_held_out) if held_out else ("fitted", sizes.of_fitted)
        found.append(Player(group, text, names, weights, round(mean), games))
    found += [Player("held out", name, (name,), (1,), 1, sizes.of_held_out) for name in ("greedy", "casual")]
    return found


def alone(rules: Game) -> bool:
    """Whether a game is measured alone, in points."""
    return "rounds" in rules.options and rules.seats[0] == 1


def start_of(rules: Game) -> Position:
    """Return the start of one game as it is measured: a round alone, or two seats."""
    return rules.start(1, {"rounds": 1}) if alone(rules) else rules.start(2, rules.simulated["options"])


def rival_of(rules: Game, player: Player, number: int) -> str | None:
    """Return the level that a player meets in a game: the one below, the nearest and the one above in turn, but not the
    strongest."""
    if alone(rules):
        return None
    return rules.levels[min(max(player.near + number % 3 - 1, 0), len(rules.levels) - 2)]


def played(rules: Game, player: Player, rival: str | None, seed: int, number: int) -> tuple[int, list[Step]]:
    """Play a game; returns the player's seat, and the steps."""
    seat = 0 if rival is None else number % 2
    bots = [seat_of(rules, player)] if rival is None else [bot(rules, rival), bot(rules, rival)]
    bots[seat] = seat_of(rules, player)
    position = start_of(rules)
    steps: list[Step] = []
    for event, after in play_on(position, bots, seed, number):
        steps.append(Step(len(steps) + 2, position, event))
        position = after
    return seat, [*steps, Step(len(steps) + 2, position, None)]


def result_of(steps: Sequence[Step], seat: int) -> float:
    """Return a seat's points alone, otherwise its share of the win."""
    result = steps[-1].position.result
    assert result is not None, "bots play to the end"
    return float(result.scores[seat]) if len(result.scores) == 1 else float(result.win_share(seat))


def jobs(rules: Game) -> Iterator[tuple[float, str, Player, int]]:
    """Yield all games to play as (share of the player's games done before it, kind, player, number)."""
    truth = SIZES[rules.id].truth
    for player in players(rules):
        for number in range(player.games):
            yield number / player.games, "analysed", player, number
        if player.group != "level":
            for number in range(0, truth, truth // PARTS):
                yield number / truth, "results", player, number


def play(rules: Game, file: Path, end: float) -> Iterator[None]:
    """Play and analyse what is missing in a file, a part at a time, so that the players advance together."""
    done = {(row["kind"], row["player"], row["number"]) for row in read(file)}
    part = SIZES[rules.id].truth // PARTS
    for _, kind, player, number in sorted(jobs(rules), key=lambda job: job[0]):
        if (kind, player.name, number) in done:
            continue
        if time.monotonic() > end:
            return
        row: dict[str, Any] = {"kind": kind, "group": player.group, "player": player.name, "number": number}
        clock = time.process_time()
        if kind == "analysed":
            rival = rival_of(rules, player, number)
            seat, steps = played(rules, player, rival, SEED_OF_GAMES, number)
            account = next(accounts(steps, [seat]))
            row |= {"rival": rival, "result": result_of(steps, seat), "luck": account.luck}
            row["losses"] = [round(move.loss, 5) for move in account.moves]
        else:
            rivals = [rival_of(rules, player, each) for each in range(number, number + part)]
            row["rivals"] = rivals
            row["results"] = [
                result_of(*reversed(played(rules, player, rival, SEED_OF_TRUTH, number + place)))  # type: ignore[arg-type]
                for place, rival in enumerate(rivals)
            ]
        row["seconds"] = round(time.process_time() - clock, 2)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")
        yield


def read(file: Path) -> list[dict[str, Any]]:
    """Return the games in a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def main() -> None:
    """Read the arguments and run one of the commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "fit", "validate"))
    parser.add_argument("games", nargs="*", default=list(CASUAL), metavar="GAME")
    parser.add_argument("--folder", type=Path, default=Path("build/level"))
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    chosen = [(game(name), given.folder / f"{name}.jsonl") for name in given.games]
    if given.what == "play":
        end = time.monotonic() + 60 * given.minutes
        running = [play(rules, file, end) for rules, file in chosen]
        while running:
            running = [one for one in running if next(one, one) is not one]


if __name__ == "__main__":
    main()
