"""Compare analysis and tree search with exact values, in the ends of games that ship with a known optimum.

    python lab/benchmarks/exact.py solve [GAME ...]
    python lab/benchmarks/exact.py truth GAME [--games N] [--trials N] [--players NAMES] [--small NAME]
    python lab/benchmarks/exact.py search GAME [--budgets NUMBERS]
    python lab/benchmarks/exact.py write GAME --seats N --player NAME --seed N --events N --name NAME

``solve`` computes the optima again. ``truth`` lets players of several strengths finish the games, analyses their
decisions, and prints what the analysis says next to what is true: under optimal play, and under the policy that always
takes the first candidate of the analysis (that with the best evaluation). ``search`` lets `master` decide with several
numbers of simulations and prints the exact loss. ``write`` plays a game up to an event and adds its end to the known
optima. All print Markdown.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path

import numpy as np

from ludotheque import all_games, game
from ludotheque.analysis import Analyst, analyse, decomposition
from ludotheque.analysis.exact import (
    Exact,
    KnownOptimum,
    Policy,
    evaluate,
    known_optimum,
    policy_of,
    solve,
)
from ludotheque.arena.statistics import Z, share
from ludotheque.engine.game import Game
from ludotheque.engine.position import MaskedState, Position
from ludotheque.game_records import Header, Step, write_event, write_header
from ludotheque.search.bots import bot
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character

ZERO = 1e-4
"""Values that differ by less are equal: networks round."""


def steps_from(start: Position, players: Sequence[str], seed: int, number: int) -> list[Step]:
    """Let bots finish a game."""
    steps: list[Step] = []
    position = start
    for event, after in play_on(start, [bot(start.game, name) for name in players], seed, number):
        steps.append(Step(len(steps) + 2, position, event))
        position = after
    return [*steps, Step(len(steps) + 2, position, None)]


def first_candidate(analyst: Analyst) -> Policy:
    """Return the policy that takes the first candidate of the analysis."""

    def choose(masked: MaskedState) -> dict[int, float]:
        assert masked.seat is not None
        rest = analyst._rest
        decomposition.find_candidates(masked.setup, masked.state, masked.seat, *rest)
        return {int(decomposition.candidate(analyst.buffer, 0)): 1.0}

    return choose


@dataclass
class Decision:
    """A decision of a game: what the analysis says, and what is true."""

    game: tuple[str, int]
    value: float
    optimal_value: float
    policy_value: float
    loss: float
    low: float
    high: float
    differs: bool
    """Whether another action than the one that was played counts as best."""
    optimal_loss: float
    policy_loss: float


@dataclass
class Account:
    """A game of one seat: what the analysis says, and what is true under optimal play."""

    luck: float
    decisions: float
    model_error: float
    optimal_luck: float
    optimal_decisions: float


def lost(exact: Exact, masked: MaskedState, action: int) -> float:
    """Return what an action loses."""
    values = exact.action_values(masked)
    return max(values.values()) - values[action]


def measured(
    small: KnownOptimum, optimal: Exact, players: Sequence[str], games: int, trials: int | None
) -> tuple[list[Decision], list[Account]]:
    """Analyse games that are finished by bots."""
    chosen = small.position.game
    analysts = [Analyst(chosen, seat, trials) for seat in range(small.position.seats)]
    policy = evaluate(small.position, first_candidate(analysts[0]))

    @cache
    def decision(state: bytes, setup: bytes, seat: int, action: int) -> tuple[float, ...]:
        masked = MaskedState.from_bytes(chosen, setup, state, seat)
        analyst = analysts[seat]
        value = analyst.value(masked.setup, masked.state)
        compared = analyst.compare_actions(masked, action)
        loss = compared.best_value - compared.value
        differs = float(compared.best != compared.action)
        truths = (
            optimal.value(masked),
            policy.value(masked),
            lost(optimal, masked, action),
            lost(policy, masked, action),
        )
        return value, loss, compared.low, compared.high, differs, *truths

    decisions, accounts = [], []
    for number in range(games):
        steps = steps_from(small.position, [players[number % len(players)]] * small.position.seats, 900, number)
        for step in steps[:-1]:
            assert step.event is not None
            seat = step.event.by
            if seat == "chance" or len(step.position.legal_actions(seat)) < 2:
                continue
            masked = step.position.mask(seat)
            setup, state = masked.to_bytes()
            action = step.position.verbs(seat).parse(step.event.do)
            value, loss, low, high, differs, *truths = decision(state, setup, seat, action)
            best, ours, loss_best, loss_ours = truths
            decisions.append(
                Decision((small.name, number), value, best, ours, loss, low, high, bool(differs), loss_best, loss_ours)
            )
        for seat in range(small.position.seats):
            found, true = analyse(steps, seat, trials), optimal.explain(steps, seat)
            accounts.append(
                Account(
                    found.luck,
                    found.decisions,
                    found.model_error,
                    sum(step.luck for step in true),
                    sum(step.decision for step in true),
                )
            )
    return decisions, accounts


def mean(values: Sequence[float], clusters: Sequence[object] | None = None, places: int = 2) -> str:
    """Return a mean with its 95 % interval; values of one cluster (a game) are not independent."""
    keys = list(range(len(values))) if clusters is None else list(clusters)
    if not values:
        return "-"
    middle = float(np.mean(values))
    sums: dict[object, float] = {}
    for key, value in zip(keys, values, strict=True):
        sums[key] = sums.get(key, 0.0) + value - middle
    error = math.sqrt(sum(off * off for off in sums.values())) / len(values)
    return f"{middle:+.{places}f} ± {Z * error:.{places}f}"


def rate(hits: Sequence[bool]) -> str:
    """Return a share with its 95 % interval."""
    if not hits:
        return "- (0)"
    found = share([float(hit) for hit in hits], [1.0] * len(hits))
    return f"{100 * found.rate:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f}; {len(hits)})"


def rows_of(decisions: list[Decision], places: int) -> Iterator[tuple[str, str]]:
    """Yield what the tables say of decisions."""
    games = [one.game for one in decisions]

    def off(values: Sequence[float]) -> str:
        return mean(values, games, places)

    yield "decisions", str(len(decisions))
    yield "value, less optimal", off([one.value - one.optimal_value for one in decisions])
    yield "value, less the policy's", off([one.value - one.policy_value for one in decisions])
    yield "optimal less the policy's value", off([one.optimal_value - one.policy_value for one in decisions])
    yield "loss, estimated", off([one.loss for one in decisions])
    yield "loss, exact, optimal play", off([one.optimal_loss for one in decisions])
    yield "loss, exact, policy", off([one.policy_loss for one in decisions])
    for name, truth in (
        ("optimal play", [one.optimal_loss for one in decisions]),
        ("policy", [one.policy_loss for one in decisions]),
    ):
        pairs = list(zip(decisions, truth, strict=True))
        yield f"bias of the loss, {name}", off([one.loss - true for one, true in pairs])
        covered = [one.low - ZERO <= true <= one.high + ZERO for one, true in pairs if one.differs or true > ZERO]
        yield f"covered, {name}", rate(covered)
        yield f"false alarms, {name}", rate([one.low > ZERO for one, true in pairs if true <= ZERO])


def truth(
    chosen: Game, players: Sequence[str], games: int, trials: int | None, small: str | None
) -> dict[str, list[Decision]]:
    """Print the tables of a game: a column for each player."""
    starts = [one for one in known_optimum(chosen) if small in (None, one.name)]
    solved = [(one, solve(one.position)) for one in starts]
    found: dict[str, list[Decision]] = {}
    tables: list[dict[str, str]] = []
    places = 2 if solved[0][1].unit == "points" else 3
    for player in players:
        decisions: list[Decision] = []
        accounts: list[Account] = []
        for one, optimal in solved:
            more, games_of = measured(one, optimal, [player], games, trials)
            decisions += more
            accounts += games_of
        found[player] = decisions
        tables.append(
            {
                **dict(rows_of(decisions, places)),
                "model error a game": mean([one.model_error for one in accounts], None, places),
                "luck a game, less exact": mean([one.luck - one.optimal_luck for one in accounts], None, places),
                "decisions a game, less exact": mean(
                    [one.decisions - one.optimal_decisions for one in accounts], None, places
                ),
            }
        )
    names = ", ".join(one.name for one in starts)
    print(f"{chosen.id}: {names}; {games} games of each by each player; {solved[0][1].unit}\n")
    print(f"| | {' | '.join(players)} |\n|---|{'---|' * len(players)}")
    for row in tables[0]:
        print(f"| {row} | {' | '.join(table[row] for table in tables)} |")
    return found


def decided(small: KnownOptimum, games: int) -> list[MaskedState]:
    """Return different states with a choice that random players reach."""
    found: dict[bytes, MaskedState] = {}
    for number in range(games):
        for step in steps_from(small.position, ["random"] * small.position.seats, 901, number)[:-1]:
            seat = step.position.to_act[0]
            if seat != "chance" and len(step.position.legal_actions(seat)) > 1:
                masked = step.position.mask(seat)
                found.setdefault(masked.to_bytes()[1], masked)
    return list(found.values())


def search(chosen: Game, games: int, budgets: Sequence[int]) -> None:
    """Print the exact loss of what `master` chooses, by the number of simulations (0: its own)."""
    print("| small game | simulations | decisions | optimal | mean loss | worst | loss of a random action |")
    print("|---|---|---|---|---|---|---|")
    for small in known_optimum(chosen):
        optimal = solve(small.position)
        states = decided(small, games)
        chance = [
            max(values.values()) - float(np.mean(list(values.values())))
            for values in map(optimal.action_values, states)
        ]
        for budget in budgets:
            player = Character("master", budget=budget)
            player.budget_ms = math.inf
            losses = [lost(optimal, one, next(iter(policy_of(player)(one)))) for one in states]
            print(
                f"| {small.name} | {budget or 'as shipped'} | {len(losses)} | {rate([one <= ZERO for one in losses])} "
                f"| {mean(losses, None, 3)} | {max(losses):.3f} | {mean(chance, None, 3)} |"
            )


def solve_again(chosen: Sequence[Game]) -> None:
    """Print the known optima and what ``solve`` finds."""
    print("| game | name | optimum | found | states | CPU s |\n|---|---|---|---|---|---|")
    for one in chosen:
        for small in known_optimum(one):
            clock = time.process_time()
            found = solve(small.position)
            seconds = time.process_time() - clock
            value = found.values(small.position)[0]
            print(f"| {one.id} | {small.name} | {small.value} | {value} | {found.states} | {seconds:.1f} |")


def write(chosen: Game, seats: int, player: str, seed: int, events: int, name: str) -> None:
    """Add the end of a game to the known optima."""
    start = chosen.start(seats, {"rounds": 1} if "rounds" in chosen.options else {})
    lines: list[str] = []
    position = start
    for event, after in islice(play_on(start, [bot(chosen, player)] * seats, seed), events):
        lines.append(write_event(event))
        position = after
    found = solve(position)
    optimum = {"unit": found.unit, "value": found.values(position)[0], "states": found.states}
    header = Header(chosen, seats, position.options(), [player] * seats, {"optimum": optimum})
    file = Path(str(files(chosen.package))) / "data" / "optima" / f"{name}.jsonl"
    file.write_text("\n".join([write_header(header), *lines]) + "\n", encoding="utf-8")


def main() -> None:
    """Read the arguments and run one of them."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("what", choices=("solve", "truth", "search", "write"))
    reader.add_argument("games_named", nargs="*", metavar="GAME")
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--trials", type=int)
    reader.add_argument("--players", default="random,novice,club")
    reader.add_argument("--small")
    reader.add_argument("--budgets", default="0,200,2000,20000")
    for name in ("seats", "seed", "events"):
        reader.add_argument(f"--{name}", type=int, default=1)
    for name in ("player", "name"):
        reader.add_argument(f"--{name}")
    given = reader.parse_args()
    clock = time.process_time()
    chosen = [game(name) for name in given.games_named or all_games()]
    if given.what == "solve":
        solve_again(chosen)
    for one in chosen:
        if given.what == "truth":
            truth(one, given.players.split(","), given.games, given.trials, given.small)
        elif given.what == "search":
            search(one, given.games, [int(budget) for budget in given.budgets.split(",")])
        elif given.what == "write":
            write(one, given.seats, given.player, given.seed, given.events, given.name)
    print(f"\n({time.process_time() - clock:.0f} s of CPU)")


if __name__ == "__main__":
    main()
