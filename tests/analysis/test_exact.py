"""Exact values of small games: found again, and the same by routes that share nothing with the solver but the rules."""

import math
from functools import cache

import pytest

from ludotheque import all_games, game
from ludotheque.analysis.exact import best_response, evaluate, known_optimum, policy_of, solve, uniform
from ludotheque.codec.records import copy_record
from ludotheque.engine.bits import size
from ludotheque.engine.errors import Refusal
from ludotheque.engine.rng import generator
from ludotheque.game_records import Step
from ludotheque.search.bots import Bot, Random, bot
from ludotheque.search.game_loop import play_on
from ludotheque.search.simulation import random_playout

SMALL = [one for chosen in all_games().values() for one in known_optimum(chosen)]
QUICK = [one for one in SMALL if one.states < 30_000]
FIRST = [known_optimum(chosen)[0] for chosen in all_games().values()]
PLAYED = 5_000
STANDARD_ERRORS = 4
"""A right mean is farther from its expectation in 1 test of 16,000."""


@cache
def solved(small):
    """The values of optimal play."""
    return solve(small.position)


def by_name(one):
    return f"{one.position.game.id}-{one.name}"


def marked(one):
    return pytest.param(one, id=by_name(one), marks=[pytest.mark.long] if one.states > 500_000 else [])


def steps_from(start, bots, number):
    """The steps of a game that bots finish."""
    steps: list[Step] = []
    for event, after in play_on(start, bots, 5, number):
        steps.append(Step(len(steps) + 2, start, event))
        start = after
    return [*steps, Step(len(steps) + 2, start, None)]


class Following:
    """Plays a policy that is deterministic."""

    def __init__(self, policy):
        self.policy = policy

    def choose(self, masked, rng):
        return max(self.policy(masked).items(), key=lambda item: item[1])[0]


def near_mean(values, expected):
    """Whether the mean of independent values is as near to what is expected as it must be."""
    mean = sum(values) / len(values)
    error = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) * (len(values) - 1)))
    return abs(mean - expected) <= STANDARD_ERRORS * error + 1e-9


def test_every_game_has_a_known_optimum():
    assert {one.position.game.id for one in SMALL} == set(all_games())


@pytest.mark.parametrize("small", [marked(one) for one in SMALL])
def test_known_optima_are_found_again(small):
    found = solved(small) if small in QUICK else solve(small.position)
    assert found.values(small.position)[0] == pytest.approx(small.value, abs=1e-9)
    assert (found.states, found.unit) == (small.states, small.unit)


def value_by_recursion(position):
    """The value of optimal play alone, by trying everything: no graph, no memory, one position after the other."""
    if position.is_over:
        return float(position.scores[0])
    if position.to_act == ("chance",):
        outcomes = position.chance_outcomes().items()
        return sum(float(share) * value_by_recursion(position.apply_action("chance", one)) for one, share in outcomes)
    return max(value_by_recursion(position.apply_action(0, one)) for one in position.legal_actions(0))


def test_recursion_without_memory_finds_the_same():
    small = known_optimum(game("take_it_easy"))[0]
    assert value_by_recursion(small.position) == pytest.approx(small.value, abs=1e-9)


@pytest.mark.parametrize("small", QUICK, ids=by_name)
def test_playing_the_optimum_brings_its_value(small):
    """With one seat on average; with two against any opponent, since chance has no part in these."""
    exact = solved(small)
    best = Following(exact.policy)
    if small.position.seats == 1:
        scores = [steps_from(small.position, [best], number)[-1].position.scores[0] for number in range(400)]
        assert near_mean(scores, small.value)
        return
    reached = 0
    for number in range(60):
        for step in steps_from(small.position, [Random(), Random()], number)[:12:3]:
            for seat in range(2):
                bots: list[Bot] = [Random(), Random()]
                bots[seat] = best
                last = steps_from(step.position, bots, number)[-1].position
                assert last.result.win_share(seat) >= exact.values(step.position)[seat]
                reached += exact.values(step.position)[seat] > 0
    assert reached > 100


@pytest.mark.parametrize("small", FIRST, ids=by_name)
def test_random_playouts_average_to_the_value_of_random_play(small):
    position, exact = small.position, evaluate(small.position, uniform)
    rng, found = generator(3), []
    for _ in range(PLAYED):
        state = copy_record(position.state)
        random_playout(position.setup, state, rng)
        if position.seats == 1:
            found.append(position.game.rules.score(position.setup, state, 0))
        else:
            won = position.game.rules.winners(position.setup, state)
            found.append({1: 1.0, 2: 0.0, 3: 0.5}[int(won)])
    assert near_mean(found, exact.values(position)[0])


@pytest.mark.parametrize("small", FIRST, ids=by_name)
def test_the_optimum_is_what_its_policy_and_the_best_response_reach(small):
    exact, position = solved(small), small.position
    assert evaluate(position, exact.policy).values(position)[0] == pytest.approx(small.value, abs=1e-9)
    others = [exact.policy if seat else uniform for seat in range(position.seats)]
    assert best_response(position, others, 0).values(position)[0] == pytest.approx(small.value, abs=1e-9)


@pytest.mark.parametrize("small", FIRST, ids=by_name)
def test_each_step_is_split_exactly(small):
    optimal = solved(small)
    novice = bot(small.position.game, "novice")
    weak = evaluate(small.position, policy_of(novice))
    lost = improved = 0.0
    for number in range(20):
        steps = steps_from(small.position, [novice] * small.position.seats, number)
        for exact in (optimal, weak):
            for seat in range(small.position.seats):
                start, found = exact.value(small.position.mask(seat)), exact.explain(steps, seat)
                whole = sum(one.luck + one.decision + one.improvement + one.opponents for one in found)
                last = steps[-1].position
                result = last.scores[0] if small.unit == "points" else last.result.win_share(seat)
                assert start + whole == pytest.approx(result, abs=1e-9)
                assert all(one.decision <= 0 and one.improvement >= -1e-9 for one in found)
                if exact is optimal:
                    assert sum(one.improvement for one in found) == pytest.approx(0, abs=1e-9)
                    lost -= sum(one.decision for one in found)
                improved += sum(one.improvement for one in found)
    assert lost > 0
    assert improved > 0


def test_luck_has_mean_zero():
    small = next(one for one in QUICK if one.name == "three-cells")
    exact = solved(small)
    values = [
        exact.values(small.position.apply_action("chance", outcome))[0] * float(share)
        for outcome, share in small.position.chance_outcomes().items()
    ]
    assert len(set(values)) > 1
    assert sum(values) == pytest.approx(small.value, abs=1e-9)


def refused(code, function, *arguments, **options):
    with pytest.raises(Refusal) as refusal:
        function(*arguments, **options)
    assert refusal.value.code == code


def test_what_cannot_be_solved_is_refused():
    three_cells = next(one for one in QUICK if one.name == "three-cells")
    small = three_cells.position
    refused("too_large", solve, small, limit=100)
    refused("unlistable", solve, game("polygons").start(2))
    refused("hidden_information", solve, game("micropul").start(2))
    refused("too_many_seats", solve, game("take_it_easy").start(3))
    refused("unreachable", solved(three_cells).values, small.game.start(small.seats))
    with pytest.raises(ValueError, match="probabilities"):
        evaluate(small, lambda masked: {})


def test_seats_that_choose_together_do_not_see_each_other():
    """The last two tiles of a round for two: where one lays a tile, the other learns when both have laid it."""
    chosen = game("take_it_easy")
    position, rng = chosen.start(2, {"rounds": 1}), generator(8)
    bots = play_on(position, [bot(chosen, "club")] * 2, 8)
    while size(position.state.free[0]) > 2 or position.to_act != ("chance",):
        _, position = next(bots)
    exact = evaluate(position, uniform, unit="points")
    drawn = position.play(position.draw(rng))
    laid = [drawn.apply_action(0, action) for action in drawn.legal_actions(0)]
    assert [one.to_act for one in laid] == [(1,)] * 2
    assert exact.value(laid[0].mask(1)) == exact.value(laid[1].mask(1)) == exact.value(drawn.mask(1))
    best = best_response(position, uniform, 0, unit="points")
    assert best.values(position)[0] > exact.values(position)[0]
    assert max(exact.action_values(drawn.mask(0)).values()) <= best.value(drawn.mask(0)) + 1e-9
