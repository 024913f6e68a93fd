"""The level of a player from results and losses. The page's tests read the same cases (``web/analysis/level.test.ts``);
after a change of the method, ``python tests/analysis/test_level.py`` writes them again."""

import json
import random
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from ludotheque.analysis.level import (
    LevelModel,
    RatedGame,
    Rival,
    estimate_level,
    level_model,
    level_model_json,
    model_of_results,
    read_level_model,
)
from ludotheque.engine.registry import game
from ludotheque.search.opponents import strength

CASES = Path(__file__).with_name("level_cases.json")
ALL_GAMES = ("take_it_easy", "micropul", "polygons")

WINS: dict[str, Any] = {
    "bots": "b", "measured_with": "m", "unit": "wins", "spread": 0.008, "with_result": -0.004, "player_spread": 0.004,
    "levels": {
        "novice": {"rating": 0.0, "loss": 0.05},
        "amateur": {"rating": 250.0, "loss": 0.035},
        "club": {"rating": 500.0, "loss": 0.025},
        "expert": {"rating": 700.0, "loss": 0.012},
    },
}  # fmt: skip
POINTS: dict[str, Any] = {
    "bots": "b", "measured_with": "m", "unit": "points", "each": "rounds", "deviation": 29.0, "spread": 0.4,
    "with_result": -0.01, "player_spread": 0.5,
    "levels": {
        "novice": {"rating": 0.0, "points": 83.0, "loss": 5.6},
        "amateur": {"rating": 150.0, "points": 112.0, "loss": 3.6},
        "club": {"rating": 350.0, "points": 140.0, "loss": 1.8},
        "expert": {"rating": 540.0, "points": 167.0, "loss": 0.1},
    },
}  # fmt: skip
MODELS = {"wins": WINS, "points": POINTS}


def won(rating, result=1.0, loss=None, error=0.0):
    return RatedGame((Rival(rating, result, 1.0, error),), loss=loss)


SITUATIONS = {
    "nothing": ("wins", []),
    "one win": ("wins", [won(250)]),
    "an evening": ("wins", [won(250, 1, 0.02), won(250, 0, 0.04), won(500, 1, 0.018), won(500, 0.5)]),
    "losses alone": ("wins", [RatedGame(loss=loss) for loss in (0.03, 0.02, 0.035, 0.0)]),
    "people": ("wins", [won(300, 1, 0.03, 120.0), won(300, 0, None, 60.0)]),
    "three at a table": ("wins", [RatedGame((Rival(0, 1, 0.5), Rival(500, 0, 0.5)), loss=0.03)]),
    "long and short games": (
        "wins",
        [replace(won(250, 1, 0.03), decisions=30), replace(won(250, 0, 0.1), decisions=3)],
    ),
    "better than all": ("wins", [won(700, 1, 0.0)] * 12),
    "rounds": ("points", [RatedGame(points=120, rounds=1, loss=3.0), RatedGame(points=95.5, rounds=4)]),
    "worse than all": ("points", [RatedGame(points=40, loss=9.0)] * 8),
}


def found(name):
    kind, games = SITUATIONS[name]
    return asdict(estimate_level(read_level_model(MODELS[kind]), games))


def cases():
    """What the page must compute, too."""
    return {
        "models": MODELS,
        "cases": [
            {
                "name": name,
                "model": kind,
                "games": [
                    {**asdict(one), "rivals": [[r.rating, r.result, r.weight, r.error] for r in one.rivals]}
                    for one in games
                ],
                "expected": found(name),
            }
            for name, (kind, games) in SITUATIONS.items()
        ],
    }


@pytest.mark.parametrize("name", SITUATIONS)
def test_estimates_are_those_that_the_page_is_tested_with(name):
    expected = next(case["expected"] for case in json.loads(CASES.read_text())["cases"] if case["name"] == name)
    mine = found(name)
    for field, value in expected.items():
        assert mine[field] == (pytest.approx(value, rel=1e-9, abs=1e-6) if isinstance(value, float) else value)


def test_the_prior_is_the_usual_level():
    nothing = found("nothing")
    assert (nothing["level"], nothing["games"]) == ("amateur", 0)
    assert (nothing["low_level"], nothing["high_level"]) == ("novice", "expert")


def test_losses_alone_find_the_level_and_narrow_the_interval():
    model = read_level_model(WINS)
    for level, one in WINS["levels"].items():
        few, many = (estimate_level(model, [RatedGame(loss=one["loss"])] * count) for count in (2, 40))
        assert many.level == level
        assert many.high - many.low < few.high - few.low
        assert many.low < one["rating"] < many.high


def test_players_differ_from_the_levels_so_losses_never_make_the_interval_narrow():
    model = read_level_model(WINS)
    exact = replace(model, player_spread=0.0)
    games = [RatedGame(loss=0.025)] * 20
    wide, narrow = estimate_level(model, games), estimate_level(exact, games)
    assert wide.high - wide.low > 1.3 * (narrow.high - narrow.low)
    with_results = estimate_level(model, [won(500, place % 2, 0.025) for place in range(20)])
    assert with_results.high - with_results.low < wide.high - wide.low, "results help then"


def test_long_games_count_more():
    model = read_level_model(WINS)
    long, short = RatedGame(loss=0.02, decisions=40), RatedGame(loss=0.05, decisions=5)
    even = estimate_level(model, [replace(long, decisions=1), replace(short, decisions=1)])
    found = estimate_level(model, [long, short])
    assert found.rating > even.rating
    assert found.high - found.low > even.high - even.low, "one long game is less than two"


def test_a_loss_explained_by_the_result_counts_less():
    """Without the covariance, a lucky win and its small losses would count twice."""
    model, independent = read_level_model(WINS), read_level_model({**WINS, "with_result": 0.0})
    lucky = [won(700, 1, 0.02)] * 3
    assert estimate_level(model, lucky).rating < estimate_level(independent, lucky).rating


def test_interval_contains_the_rating_of_simulated_players():
    """Players drawn from the model itself: the method is right if its model is."""
    model, rng, covered, total = read_level_model(WINS), random.Random(5), 0, 0
    while total < 400:
        rating = rng.gauss(250, 1.5 * model.step)
        if not -model.step < rating < 700 + model.step:
            continue
        total += 1
        own = rng.gauss(0, model.player_spread)
        games = []
        for _ in range(rng.choice((1, 3, 10))):
            chance = 1 / (1 + 10 ** ((500 - rating) / 400))
            result = float(rng.random() < chance)
            mean = model.at("loss", rating) + own + model.with_result * (result - chance)
            games.append(won(500, result, rng.gauss(mean, model.variance_of_loss(rating) ** 0.5)))
        estimate = estimate_level(model, games)
        covered += estimate.low <= rating <= estimate.high
    assert 0.92 <= covered / total <= 0.98


@pytest.mark.parametrize("name", ALL_GAMES)
def test_every_level_is_nearest_to_itself(name):
    for model in (level_model(game(name)), model_of_results(game(name))):
        assert [model.nearest(anchor.rating) for anchor in model.anchors] == list(game(name).levels)


def test_ratings_in_points_follow_from_how_often_a_level_beats_the_one_below():
    anchors = model_of_results(game("take_it_easy")).anchors
    assert [anchor.rating for anchor in anchors] == sorted({anchor.rating for anchor in anchors})
    assert anchors[1].rating == pytest.approx(143.1, abs=0.1)  # 69.5 %


def test_a_model_made_with_other_bots_is_not_used(monkeypatch):
    from ludotheque.analysis import level

    own = game("micropul")
    assert level_model_json(own) is not None
    measured = strength(own)
    assert measured is not None
    other = replace(measured, bots="other")
    monkeypatch.setattr(level, "strength", lambda _: other)
    assert level_model_json(own) is None
    assert level_model(own) == model_of_results(own)
    assert isinstance(level_model(own), LevelModel)


if __name__ == "__main__":
    CASES.write_text(json.dumps(cases(), indent=1) + "\n")
