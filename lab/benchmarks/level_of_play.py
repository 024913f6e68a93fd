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
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from lab.benchmarks import casual_bots
from lab.benchmarks.levels import analysis_fingerprint, bots_fingerprint, data_file
from ludotheque.analysis import accounts
from ludotheque.analysis.level import (
    LEAST_LOSS,
    RATING_SCALE,
    LevelModel,
    RatedGame,
    Rival,
    above,
    estimate_level,
    expected_result,
    level_model,
    model_of_results,
)
from ludotheque.analysis.skill import level_losses, skill_of
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
    results: int
    """Games without analysis of each player: rounds alone, or games against levels."""
    part: int
    """As many of these are one line of a file."""


SIZES = {
    "take_it_easy": Sizes(5, 8, 4, 16, 4, 600, 75),
    "micropul": Sizes(5, 8, 3, 16, 3, 180, 20),
    "polygons": Sizes(2, 5, 2, 8, 2, 36, 6),
}
OF_TRUTH = 2 / 3
"""The share of the games without analysis that a player's true rating is from; the others are evenings."""
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
    sizes = SIZES[rules.id]
    for player in players(rules):
        for number in range(player.games):
            yield number / player.games, "analysed", player, number
        if player.group != "level":
            for number in range(0, sizes.results, sizes.part):
                yield number / sizes.results, "results", player, number


def play(rules: Game, file: Path, end: float) -> Iterator[None]:
    """Play and analyse what is missing in a file, a part at a time, so that the players advance together."""
    done = {(row["kind"], row["player"], row["number"]) for row in read(file)}
    part = SIZES[rules.id].part
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


# -- Fitting -----------------------------------------------------------------------------------------------------------


@dataclass
class Measured:
    """What was measured of a player."""

    group: str
    rating: float
    """The true one."""
    error: float
    """Its standard error."""
    games: list[RatedGame]
    """The analysed ones."""
    losses: list[list[float]]
    """The losses of the decisions of each of these."""
    results: list[RatedGame]
    """Others, that the rating is not from."""


def rated(rules: Game, ratings: dict[str, float], row: dict[str, Any]) -> list[RatedGame]:
    """Return what a line of a file says."""
    if row["kind"] == "results":
        pairs = zip(row["rivals"], row["results"], strict=True)
        return [rated_game(ratings, rival, result) for rival, result in pairs]
    losses = row["losses"]
    game = rated_game(ratings, row["rival"], row["result"])
    return [replace(game, loss=statistics.fmean(losses), decisions=len(losses)) if losses else game]


def rated_game(ratings: dict[str, float], rival: str | None, result: float) -> RatedGame:
    """Return what a result says."""
    return RatedGame(points=result) if rival is None else RatedGame((Rival(ratings[rival], result),))


def true_rating(model: LevelModel, games: Sequence[RatedGame]) -> tuple[float, float]:
    """Return the rating that explains many results, and its standard error."""
    if model.deviation is not None:
        points = statistics.fmean(one.points for one in games if one.points is not None)
        error = model.deviation / math.sqrt(len(games))
        rating = bisect(lambda at: model.at("points", at) - points, model)
        slope = (model.at("points", rating + 1) - model.at("points", rating - 1)) / 2
        return rating, error / slope
    rivals = [rival for one in games for rival in one.rivals]

    def missing(rating: float) -> float:
        return sum(expected_result(rating, rival) - rival.result for rival in rivals)

    rating = bisect(missing, model)
    chances = [expected_result(rating, rival) for rival in rivals]
    return rating, RATING_SCALE / math.sqrt(sum(chance * (1 - chance) for chance in chances))


def bisect(rising: Callable[[float], float], model: LevelModel) -> float:
    """Return where a rising function of the rating is zero, at most two steps beyond the levels."""
    low, high = model.anchors[0].rating - 2 * model.step, model.anchors[-1].rating + 2 * model.step
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return (low + high) / 2


def measured_players(rules: Game, model: LevelModel, file: Path) -> dict[str, Measured]:
    """Return what was measured of each player whose rating is known."""
    ratings = {anchor.level: anchor.rating for anchor in model.anchors}
    bound = OF_TRUTH * SIZES[rules.id].results
    found: dict[str, Measured] = {}
    rows = read(file)
    for player in players(rules):
        own = [row for row in rows if row["player"] == player.name]
        games = [one for row in own if row["kind"] == "analysed" for one in rated(rules, ratings, row)]
        losses = [row["losses"] for row in own if row["kind"] == "analysed"]
        results = [row for row in own if row["kind"] == "results"]
        truth = [one for row in results if row["number"] < bound for one in rated(rules, ratings, row)]
        rest = [one for row in results if row["number"] >= bound for one in rated(rules, ratings, row)]
        if player.group == "level":
            found[player.name] = Measured(player.group, ratings[player.name], 0.0, games, losses, [])
        elif truth:
            found[player.name] = Measured(player.group, *true_rating(model, truth), games, losses, rest)
    return found


def hats(model: LevelModel, rating: float) -> list[float]:
    """Return how much each level counts at a rating, for what is linear from level to level."""
    ratings = [anchor.rating for anchor in model.anchors]
    rating = min(max(rating, ratings[0]), ratings[-1])
    return [float(np.interp(rating, ratings, np.eye(len(ratings))[place])) for place in range(len(ratings))]


def fit(rules: Game, file: Path) -> dict[str, Any]:
    """Return the content of ``level_model.json``, from the levels and the fitted mixtures."""
    scale = model_of_results(rules)
    some = [one for one in measured_players(rules, scale, file).values() if one.group != "held out"]
    rows = [
        (hats(scale, one.rating), game.loss, above(scale, game, one.rating), number, game.decisions)
        for number, one in enumerate(some)
        for game in one.games
        if game.loss is not None
    ]
    shares, losses = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    decisions = np.array([row[4] for row in rows])
    # The levels' losses in skill.json come from other games of theirs.
    known = json.loads(data_file(rules).with_name("skill.json").read_text(encoding="utf-8"))["levels"]
    more = [(anchor, known[anchor.level]) for anchor in scale.anchors if anchor.level in known]
    roots = [math.sqrt(one["games"] * decisions.mean()) for _, one in more]
    all_shares = [root * np.array(hats(scale, anchor.rating)) for root, (anchor, _) in zip(roots, more, strict=True)]
    all_losses = [root * one["loss"] for root, (_, one) in zip(roots, more, strict=True)]
    weights = np.sqrt(decisions)
    weighted = np.vstack([shares * weights[:, None], *all_shares]), np.array([*(losses * weights), *all_losses])
    curve = np.linalg.lstsq(*weighted, rcond=None)[0]
    curve = np.minimum.accumulate(curve)
    player = np.array([row[3] for row in rows])

    def within(values: Any) -> Any:
        return values - np.array([values[player == number].mean() for number in player])

    off, result = within(losses), within(np.array([row[2] for row in rows]))
    slope = float(off @ result / max(result @ result, 1e-9))
    counts = np.array([(player == number).sum() for number in player])
    expected = np.maximum(shares @ curve, LEAST_LOSS * curve[0])
    squares = ((off - slope * result) ** 2 * counts / np.maximum(counts - 1, 1))[counts > 1]
    free = len(squares) - len(set(player[counts > 1]))
    # Few games and players are fitted, so both variances are the upper ends of one-sided 90 % intervals.
    seen = float(squares.sum() / expected[counts > 1].sum())
    spread = seen * free / low_chi_square(free)
    # What players differ beyond chance; the levels themselves make the curve, so they say little about it.
    differ, chance, weight = 0.0, 0.0, 0
    for number, one in enumerate(some):
        own = player == number
        if one.group == "fitted" and own.any():
            shown = float(np.average((losses - shares @ curve)[own], weights=decisions[own]))
            share_of_one = float((decisions[own] ** 2).sum() / decisions[own].sum() ** 2)
            differ += shown**2
            chance += seen * float(expected[own].mean()) * share_of_one
            weight += 1
    beyond = max(differ / low_chi_square(weight) - chance / weight, 0.0)
    digits = 3 if alone(rules) else 5
    levels = {}
    for anchor, loss in zip(scale.anchors, curve, strict=True):
        points = {} if anchor.points is None else {"points": anchor.points}
        levels[anchor.level] = {"rating": round(anchor.rating, 1), **points, "loss": round(float(loss), digits)}
    rounds = {} if scale.deviation is None else {"each": scale.each, "deviation": scale.deviation}
    return {
        "bots": bots_fingerprint(rules.package),
        "measured_with": analysis_fingerprint(rules.package),
        "unit": "points" if alone(rules) else "wins",
        **rounds,
        "levels": levels,
        "spread": round(spread, digits),
        "with_result": round(slope, digits),
        "player_spread": round(math.sqrt(beyond), digits),
        "players": {"levels": len(scale.anchors), "mixtures": weight, "games": len(rows)},
        "command": f"python lab/benchmarks/level_of_play.py fit {rules.id}",
    }


def low_chi_square(free: int) -> float:
    """Return the 10 % quantile of a chi-square distribution, by Wilson and Hilferty."""
    return free * (1 - 2 / (9 * free) - 1.2816 * math.sqrt(2 / (9 * free))) ** 3


# -- Validation --------------------------------------------------------------------------------------------------------


def evenings(games: Sequence[RatedGame], count: int) -> list[Sequence[RatedGame]]:
    """Return disjoint evenings of this many games."""
    return [games[at : at + count] for at in range(0, len(games) - count + 1, count)]


def validate(rules: Game, file: Path) -> None:
    """Print how often the 95 % interval contains the true rating, and how often the estimate is within one level."""
    model = level_model(rules)
    assert model.measured_with is not None, "fit first"
    held_out = [one for one in measured_players(rules, model, file).values() if one.group == "held out"]
    above_lowest = [(one.rating - model.anchors[0].rating) / model.step for one in held_out]
    error = statistics.fmean(one.error for one in held_out)
    low, high = min(above_lowest), max(above_lowest)
    print(f"{rules.id}: {len(held_out)} players, true ratings {low:.1f} to {high:.1f} levels above the")
    print(f"lowest (standard error {error / model.step:.2f} levels); a level is {model.step:.0f} rating points\n")
    print("| from | games | evenings | in the interval | within one level | mean error, levels | half width |")
    print("|---|---|---|---|---|---|---|")
    without_luck = [
        ("results", lambda one: replace(one, loss=None)),
        ("losses", lambda one: RatedGame(loss=one.loss, decisions=one.decisions)),
        ("both", lambda one: one),
    ]
    for name, seen in without_luck:
        for count in (1, 2, 4, 8, 16, 32, 64):
            said = []
            for one in held_out:
                games = [game for game in one.games if game.loss is not None]
                if name == "results":
                    games = [*games, *one.results][: 64 * 2]
                for evening in evenings(games, count):
                    said.append((estimate_level(model, [seen(game) for game in evening]), one.rating))
            if len(said) < 8:
                continue
            covered = [found.low <= rating <= found.high for found, rating in said]
            off = [abs(found.rating - rating) / model.step for found, rating in said]
            near, half = [one <= 1 for one in off], [(found.high - found.low) / 2 / model.step for found, _ in said]
            print(
                f"| {name} | {count} | {len(said)} | {share(covered)} | {share(near)} | {statistics.fmean(off):.2f} "
                f"| {statistics.fmean(half):.2f} |"
            )

    measured = level_losses(rules.package)
    assert measured is not None, "our games have it"
    ratings = {anchor.level: anchor.rating for anchor in model.anchors}
    scale = [ratings[level] for level in measured[1]]
    places = [float(np.interp(one.rating, scale, np.arange(len(scale)))) for one in held_out]
    alone_said = [
        (skill_of(losses, measured[1]), place)
        for one, place in zip(held_out, places, strict=True)
        for losses in one.losses
    ]
    inside = [found.low <= place <= found.high for found, place in alone_said if found is not None]
    print(f"\nInterval of one game by its decisions alone (analysis/skill.py): {share(inside)} of {len(inside)}")


def share(found: Sequence[bool]) -> str:
    """Return a share in percent with its 95 % interval, by Wilson."""
    n, rate, z = len(found), statistics.fmean(found), 1.96
    middle, reach = rate + z * z / 2 / n, z * math.sqrt(rate * (1 - rate) / n + z * z / 4 / n / n)
    low, high = (100 * (middle + side * reach) / (1 + z * z / n) for side in (-1, 1))
    return f"{100 * rate:.0f} % ({low:.0f} to {high:.0f})"


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
    for rules, file in chosen:
        if given.what == "fit":
            content = json.dumps(fit(rules, file), indent=1) + "\n"
            print(content)
            if given.write:
                data_file(rules).with_name("level_model.json").write_text(content, encoding="utf-8")
        elif given.what == "validate":
            validate(rules, file)


if __name__ == "__main__":
    main()
