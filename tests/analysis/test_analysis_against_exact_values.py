"""What the analysis says of the ends of games whose exact values are known."""

from functools import cache
from statistics import fmean

import pytest

from ludotheque import all_games, game
from ludotheque.analysis import Analyst, analyse
from ludotheque.analysis.exact import evaluate, known_optimum, policy_of, solve
from ludotheque.game_records import Step
from ludotheque.search.bots import bot
from ludotheque.search.game_loop import play_on

SMALL = [one for chosen in all_games().values() for one in known_optimum(chosen) if one.states < 30_000]
BOARDS = [one for one in known_optimum(game("take_it_easy")) if one.states < 200_000]
GAMES = {"take_it_easy": 30, "micropul": 20, "polygons": 10}
BIAS = {"take_it_easy": 0.2, "micropul": 0.8, "polygons": 0.05}
"""The largest difference of the mean loss of a decision from the exact one, in points (Polygons: wins). The policy of
micropul plays less well alone, and under a policy losses are larger than under optimal play."""
LARGE = {"take_it_easy": 2.0, "micropul": 3.0, "polygons": 0.2}
"""A loss of this size must be seen."""


def by_name(one):
    return f"{one.position.game.id}-{one.name}"


@cache
def games_of(small, level="novice"):
    """Games that bots of a level finish, as steps."""
    played = []
    for number in range(GAMES[small.position.game.id]):
        position, steps = small.position, list[Step]()
        for event, after in play_on(position, [bot(position.game, level)] * position.seats, 3, number):
            steps.append(Step(len(steps) + 2, position, event))
            position = after
        played.append([*steps, Step(len(steps) + 2, position, None)])
    return played


@cache
def losses_of(small):
    """(estimated loss, lower end of its interval, exact loss) of every decision in the games of novices."""
    exact, found = solve(small.position), []
    analysts = [Analyst(small.position.game, seat) for seat in range(small.position.seats)]
    for steps in games_of(small):
        for step in steps[:-1]:
            seat = step.event.by
            if seat == "chance" or len(step.position.legal_actions(seat)) == 1:
                continue
            masked = step.position.mask(seat)
            action = step.position.verbs(seat).parse(step.event.do)
            compared = analysts[seat].compare_actions(masked, action)
            values = exact.action_values(masked)
            true = max(values.values()) - values[action]
            found.append((compared.best_value - compared.value, compared.low, true))
    return found


@pytest.mark.parametrize("small", SMALL, ids=by_name)
def test_mean_loss_is_near_the_exact_one(small):
    found = losses_of(small)
    assert len(found) > 20
    exact = fmean(true for _, _, true in found)
    bound = BIAS[small.position.game.id]
    assert exact > bound, "to be near must not be easy"
    assert abs(fmean(loss for loss, _, _ in found) - exact) < bound


@pytest.mark.parametrize("small", SMALL, ids=by_name)
def test_large_losses_are_seen_and_perfect_moves_are_not_accused(small):
    large = LARGE[small.position.game.id]
    found = losses_of(small)
    seen = [low > 0 for _, low, true in found if true >= large]
    accused = [low > large / 4 for _, low, true in found if true < 1e-9]
    assert len(seen) > 2
    assert len(accused) > 5
    assert fmean(seen) >= 0.9
    assert fmean(accused) <= 0.05


@pytest.mark.parametrize("small", BOARDS, ids=by_name)
def test_value_of_a_board_is_that_of_the_policy(small):
    """In Take It Easy the policy is `expert`, whose exact value is known too."""
    exact = evaluate(small.position, policy_of(bot(small.position.game, "expert")))
    analyst = Analyst(small.position.game, 0)
    ahead = []
    for steps in games_of(small):
        for step in steps[:-1]:
            masked = step.position.mask(0)
            ahead.append(analyst.value(masked.setup, masked.state) - exact.values(step.position)[0])
    assert abs(fmean(ahead)) < 0.2
    assert max(map(abs, ahead)) < 5


@pytest.mark.parametrize("small", SMALL, ids=by_name)
def test_luck_is_what_chance_changed_in_the_exact_value(small):
    """In the mean over games, as far as the policy of the analysis allows."""
    exact = solve(small.position)
    bound = BIAS[small.position.game.id]
    for seat in range(small.position.seats):
        found = []
        for steps in games_of(small):
            true = sum(step.luck for step in exact.explain(steps, seat))
            found.append(analyse(steps, seat).luck - true)
        assert abs(fmean(found)) < bound
