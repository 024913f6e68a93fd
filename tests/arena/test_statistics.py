"""The statistics compared with textbooks, with known strengths and with other methods of computing them."""

import random
from math import log, sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from ludotheque.arena.statistics import Sprt, errors_of, log_ratio, mean_and_error, rate_of, ratings, share, tilt

# -- Shares of wins ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # Agresti and Coull's interval as R's `binom.agresti.coull` gives it (which does not cut it off at 0)
    [(0, 10, 0.0, 0.3209), (2, 100, 0.0011, 0.0744), (14, 100, 0.0840, 0.2226), (5, 10, 0.2366, 0.7634)],
)
def test_interval_of_single_games_is_agresti_coull(won, games, low, high):
    parts = [1.0] * won + [0.0] * (games - won)
    assert share(parts, [1.0] * games) == pytest.approx((won / games, low, high), abs=1e-4)
    assert share([1 - part for part in parts], [1.0] * games) == pytest.approx(
        (1 - won / games, 1 - high, 1 - low), abs=1e-4
    )


def test_split_pairs_give_a_narrower_interval_than_single_games():
    """The better seat always wins: every pair is 1 : 1, so the bots are surely equal."""
    paired = share([0.5] * 500, [1.0] * 500)
    single = share([0.0, 1.0] * 500, [1.0] * 1000)
    assert paired == pytest.approx((0.5, 0.4962, 0.5038), abs=1e-4)
    assert single == pytest.approx((0.5, 0.4691, 0.5309), abs=1e-4)


@pytest.mark.parametrize(("skill", "luck"), [(0.5, 0.0), (0.5, 0.45), (0.7, 0.25), (0.95, 0.05)])
def test_interval_covers_the_true_rate_in_95_percent_of_matches(skill, luck):
    """Pairs of games with an advantage of `luck` for one seat, which changes."""
    rng, held, matches = random.Random(5), 0, 2000
    for _ in range(matches):
        parts = [((rng.random() < skill + luck) + (rng.random() < skill - luck)) / 2 for _ in range(60)]
        _, low, high = share(parts, [1.0] * 60)
        held += low <= skill <= high
    assert 0.935 <= held / matches <= 0.995  # conservative if most pairs are 1 : 1


# -- Scores -----------------------------------------------------------------------------------------------------------


def test_error_of_a_mean_is_computed_over_deals():
    scores = [97.0, 103.0, 150.0, 88.0, 121.0, 99.0]
    usual = (fmean(scores), stdev(scores) / sqrt(len(scores)))
    assert mean_and_error(scores, [1] * 6) == pytest.approx(usual)
    assert mean_and_error([2 * score for score in scores], [2] * 6) == pytest.approx(usual), (
        "repeated deals add no information"
    )
    assert mean_and_error([10.0], [2]) == (5.0, None)
    assert mean_and_error([0.0], [0]) == (None, None)


# -- Sequential tests -------------------------------------------------------------------------------------------------


def test_the_constrained_distribution_has_its_mean_and_is_the_most_likely_one():
    counts = {0.0: 40, 0.25: 100, 0.5: 300, 0.75: 130, 1.0: 60}
    total, mean = sum(counts.values()), 0.55
    by_tilt = tilt(counts, mean)
    found = {part: count / total / (1 + by_tilt * (part - mean)) for part, count in counts.items()}
    assert sum(found.values()) == pytest.approx(1)
    assert sum(part * chance for part, chance in found.items()) == pytest.approx(mean)
    best = sum(count * log(found[part]) for part, count in counts.items())
    for shift in (1e-3, -1e-3):  # moves probability from two parts to the one between them: the mean stays
        for low, middle, high in ((0.0, 0.25, 0.5), (0.25, 0.5, 0.75), (0.0, 0.5, 1.0)):
            other = {**found, low: found[low] - shift, high: found[high] - shift, middle: found[middle] + 2 * shift}
            assert sum(count * log(other[part]) for part, count in counts.items()) < best


def test_likelihood_ratio_is_close_to_the_normal_approximation():
    """N (s1 - s0) (2 mean - s0 - s1) / (2 variance), for small differences."""
    counts = {0.0: 400, 0.25: 1000, 0.5: 3000, 0.75: 1300, 1.0: 500}
    total = sum(counts.values())
    mean = sum(part * count for part, count in counts.items()) / total
    variance = sum(part**2 * count for part, count in counts.items()) / total - mean**2
    low, high = rate_of(0), rate_of(5)
    near = total * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_ratio(counts, low, high) == pytest.approx(near, rel=0.02)
    assert log_ratio(counts, high, low) == pytest.approx(-near, rel=0.02)


def coin_match(elo: float, rng: random.Random) -> tuple[str, int]:
    """Simulate pairs of games with a known Elo difference, a better seat and a fifth of draws."""
    test = Sprt(0, 60)
    while test.verdict is None:
        pair = [rate_of(elo) + seat - rng.random() for seat in (0.15, -0.15)]
        test.add(fmean(1.0 if luck > 0.1 else 0.5 if luck > -0.1 else 0.0 for luck in pair))
    return test.verdict, sum(test.counts.values())


def test_a_sequential_test_is_right_in_95_of_100_matches():
    rng = random.Random(1)
    for elo, right in ((0.0, "elo0"), (60.0, "elo1")):
        ends = [coin_match(elo, rng) for _ in range(100)]
        wrong = sum(verdict != right for verdict, _ in ends)
        assert wrong <= 12, f"{wrong} of 100 matches decided for the wrong side"
        assert 40 < fmean(deals for _, deals in ends) < 250


def test_a_sequential_test_stops_soon_where_the_difference_is_large():
    strong = Sprt(0, 10)
    while strong.verdict is None:
        strong.add(1.0)
    assert (strong.verdict, 90 < sum(strong.counts.values()) < 120) == ("elo1", True)  # not after three wins
    assert Sprt.UPPER == -Sprt.LOWER == pytest.approx(2.944, abs=1e-3)


# -- Ratings ----------------------------------------------------------------------------------------------------------


def field_match(elo, games, rng):
    """Simulate games between bots of known Elo, all pairs in turn; return seats, wins and deals."""
    bots = len(elo)
    pairs = [(one, other) for one in range(bots) for other in range(one)]
    seats, wins = np.zeros((games, bots)), np.zeros((games, bots))
    for game in range(games):
        one, other = pairs[game % len(pairs)]
        seats[game, [one, other]] = 1
        wins[game, one if rng.random() < rate_of(elo[one] - elo[other]) else other] = 1
    return seats, wins, range(games)


def test_rating_intervals_cover_the_true_elo_in_95_percent_of_matches():
    elo = np.array([-300.0, -100.0, 0.0, 150.0, 250.0])
    rng, held, off = random.Random(2), [], []
    for _ in range(100):
        found, error = ratings(*field_match(elo, 500, rng))
        held.append(np.abs(found - elo) < 1.96 * error)
        off.append(found - elo)
    assert 0.92 < np.mean(held) < 0.98
    assert np.abs(np.mean(off, axis=0)).max() < 10


@pytest.mark.parametrize("deals", [2, 5, 10, 30])
def test_rating_intervals_of_few_games_are_wide_enough(deals):
    elo = np.array([-100.0, 100.0])
    rng, held = random.Random(3), []
    for _ in range(300):
        found, error = ratings(*field_match(elo, deals, rng))
        held.append(abs(found[0] - elo[0]) < errors_of(deals) * error[0])
    assert np.mean(held) > 0.93


def test_error_factors_match_students_t():
    """Tabulated values 2.776, 2.262 and 2.045 for 5, 10 and 30 deals, without the correction for degrees of freedom."""
    for deals, wanted in ((5, 2.776), (10, 2.262), (30, 2.045)):
        assert errors_of(deals) / sqrt(deals / (deals - 1)) == pytest.approx(wanted, rel=0.02)


def test_rating_of_two_bots_is_their_elo_and_repeated_deals_do_not_reduce_the_error():
    seats, wins = np.ones((1000, 2)), np.array([[1.0, 0.0]] * 640 + [[0.0, 1.0]] * 360)
    (elo, _), (error, _) = ratings(seats, wins, range(1000))
    assert 2 * elo == pytest.approx(400 * np.log10(0.64 / 0.36), abs=1)
    assert ratings(seats, wins, [*range(500), *range(500)])[1][0] < error, "a win and a loss with the same chance"
    assert ratings(seats, wins, [game // 2 for game in range(1000)])[1][0] == pytest.approx(error * sqrt(2), rel=0.02)


def test_ratings_of_several_seats():
    """One bot at one seat against another at three: equally strong if it wins a quarter of the games."""
    wins = np.array([[1.0, 0.0]] * 250 + [[0.0, 1.0]] * 750)
    elo, error = ratings(np.array([[1.0, 3.0]] * 1000), wins, range(1000))
    assert np.abs(elo).max() < 2
    won_all, wide = ratings(np.ones((50, 2)), np.array([[1.0, 0.0]] * 50), range(50))
    assert won_all[0] > 150
    assert wide[0] > 2 * error[0], "the rating of a bot that won all games has a wide interval"
