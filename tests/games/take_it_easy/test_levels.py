"""The opponents of Take It Easy: each level errs in its way, no two lay the same board, `master` counts what it can.
(What every game's characters must keep stands in the contract.)"""

from fractions import Fraction
from itertools import pairwise
from statistics import fmean

import numpy as np
import pytest

from ludotheque import game
from ludotheque.codec.records import new_record
from ludotheque.engine.rng import generator
from ludotheque.games.take_it_easy import rules
from ludotheque.games.take_it_easy.bots import human_model as people
from ludotheque.games.take_it_easy.bots import levels, network
from ludotheque.games.take_it_easy.pieces import LINE_POINTS, LINES, TILES_SHOWING
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character

RULES = game("take_it_easy")
OPTIONS = [{}, {"adjacent": True}, {"pairs": True}, {"adjacent": True, "pairs": True}]


def unhurried(level, style="even", budget=0):
    """A character without a clock."""
    made = Character(level, style, budget)
    made.budget_ms = float("inf")
    return made


def boards(end):
    """How each board lies at the end."""
    return [end.state.shows[seat].tobytes() for seat in range(end.seats)]


def ended(bots, seed, number=0, **options):
    *_, (_, end) = play_on(RULES.start(len(bots), {"rounds": 1, **options}), bots, seed, number)
    return end


@pytest.mark.parametrize("level", RULES.levels)
@pytest.mark.parametrize("options", OPTIONS)
def test_every_level_plays_every_variant_to_its_end(level, options):
    end = ended([unhurried(level, budget=3000), Random()], seed=3, **options)
    assert end.result is not None
    if level in ("expert", "master") and not options:
        assert end.scores[0] > 100, "no weight is in the wrong place"


@pytest.mark.parametrize("level", RULES.levels)
def test_seven_bots_of_a_level_at_one_table_lay_seven_boards(level):
    """All of one style, which is the hardest."""
    for number in range(3):
        end = ended([unhurried(level, budget=2000) for _ in range(7)], seed=4, number=number)
        assert len(set(boards(end))) == 7


def test_strength_rises_from_level_to_level():
    """Sixty rounds each are enough to tell levels apart that differ by 20 points and more."""
    points = [
        fmean(ended([unhurried(level)], 5, number).scores[0] for number in range(60)) for level in RULES.levels[:4]
    ]
    assert [after - before > 8 for before, after in pairwise(points)] == [True] * 3


def test_a_bold_bot_leaves_more_open_than_a_cautious_one():
    """Of placements that are about as good, which to a novice are many."""
    position = RULES.start(1, {"rounds": 1})
    for tile in (26, 0):
        position = position.apply_action("chance", tile)
        left = {
            style: fmean(
                levels.boldness(
                    position.setup,
                    position.state,
                    unhurried("novice", style).choose(position.mask(0), generator(seed)),
                    new_record(rules.STATE),
                )
                for seed in range(200)
            )
            for style in ("cautious", "bold")
        }
        assert left["bold"] > left["cautious"] + 2
        position = position.apply_action(0, position.legal_actions(0)[9])


def test_only_club_counts_what_is_gone():
    """A line with one gap whose fitting tiles are all gone is nothing to `club`, and much to the others."""
    state = new_record(rules.STATE)
    rules.begin(RULES.start(1).setup, state)
    line = next(number for number, cells in enumerate(LINES) if len(cells) == 3)
    for cell in LINES[line][:2]:
        state.shows[0, 2] |= 1 << cell
        state.free[0] &= ~(1 << cell)
    state.heap &= ~int(TILES_SHOWING[2])
    hopes = [people.line_estimate(state, level, line) for level in range(3)]
    assert hopes[people.CLUB] == 0
    assert min(hopes[: people.CLUB]) > LINE_POINTS[line, 2] * network.POINT // 2


def endgame(free, seed, seats, **options):
    """A position of random play with so many free cells and a tile announced."""
    for _, position in play_on(RULES.start(seats, options), [Random()] * seats, seed):
        last = position.state.rounds_done == position.setup.rounds - 1
        laying = position.to_act == tuple(range(seats))
        if last and laying and int(position.state.free[0]).bit_count() == free:
            return position
    raise AssertionError("no such position")


@pytest.mark.parametrize("free", [2, 4, pytest.param(5, marks=pytest.mark.long)])
def test_alone_master_lays_an_ending_best(free):
    """Its choice is worth as much as any, counted out."""
    ending = np.zeros(1, network.ENDING)[0]
    for seed in range(3):
        position = endgame(free, seed, 1, rounds=1)
        values = {
            action: network.solve_ending(position.setup, position.apply_action(0, action).state, 0, ending)
            for action in position.legal_actions(0)
        }
        chosen = unhurried("master").choose(position.mask(0), generator(1))
        assert values[chosen] >= max(values.values()) - levels.NEAR_BEST[levels.MASTER]


def test_master_plays_the_last_tiles_for_the_win():
    """Who is far behind lays a tile where it can still win, who leads where nothing can go wrong: so what it does with
    the same board depends on the points."""
    changed = 0
    for seed in range(60):
        position = endgame(3, seed, 2, rounds=1)
        masked = position.mask(0)
        choices = set()
        for lead in (-60, -25, -10, 10, 25):
            masked.state.points[0] = max(lead, 0) + 100
            masked.state.points[1] = max(-lead, 0) + 100
            choices.add(unhurried("master").choose(masked, generator(1)))
        changed += len(choices) > 1
    assert changed, "the others' points change nothing"


def laid_best(position, seat, ending):
    """The position after a seat has laid what it must where its board is then worth most."""
    worth = {
        action: network.solve_ending(position.setup, position.apply_action(seat, action).state, seat, ending)
        for action in position.legal_actions(seat)
    }
    return position.apply_action(seat, max(worth, key=worth.__getitem__))


def shares(position, seat, ending):
    """For each action of a seat the share of the win that it brings, if then everybody lays where their board is worth
    most: by plain recursion over the rules."""

    def share(now):
        if now.to_act == ("chance",):
            return sum(part * share(now.apply_action("chance", tile)) for tile, part in now.chance_outcomes().items())
        if not now.to_act:
            return Fraction(seat in now.result.winners, len(now.result.winners))
        return share(laid_best(now, now.to_act[0], ending))

    laid = position
    for other in range(position.seats):
        if other != seat:
            laid = laid_best(laid, other, ending)
    return {action: share(laid.apply_action(seat, action)) for action in laid.legal_actions(seat)}


@pytest.mark.parametrize(("free", "seats", "rounds"), [(2, 2, 1), (2, 3, 2), (2, 4, 1), (2, 8, 1), (3, 3, 1)])
def test_master_lays_the_last_tiles_where_it_wins_most(free, seats, rounds):
    ending = np.zeros(1, network.ENDING)[0]
    matters = 0
    for seed in range(25 if free == 2 else 12):
        position = endgame(free, seed, seats, rounds=rounds)
        found = shares(position, 0, ending)
        chosen = unhurried("master").choose(position.mask(0), generator(1))
        assert found[chosen] == max(found.values())
        matters += max(found.values()) > min(found.values())
    assert matters, "it never matters who wins"


def test_where_nothing_changes_who_wins_points_decide():
    ending = np.zeros(1, network.ENDING)[0]
    differ = 0
    for seed in range(12):
        position = endgame(2, seed, 2, rounds=1)
        position.state.points[1] = 1000  # out of reach
        worth = {
            action: network.solve_ending(position.setup, position.apply_action(0, action).state, 0, ending)
            for action in position.legal_actions(0)
        }
        chosen = unhurried("master").choose(position.mask(0), generator(1))
        assert worth[chosen] >= max(worth.values()) - levels.NEAR_BEST[levels.MASTER]
        differ += max(worth.values()) > min(worth.values()) + network.POINT
    assert differ


def test_luck_is_nothing_on_average_and_takes_most_of_the_chance_out():
    workspace, weights = new_record(levels.WORKSPACE), levels.weights()
    scores, adjusted = [], []
    for number in range(40):
        before = RULES.start(1, {"rounds": 1})
        luck = 0.0
        for event, after in play_on(before, [unhurried("expert")], 6, number):
            if event.by == "chance":
                came = before.parse_action("chance", event.do)
                told = {
                    tile: levels.luck(before.setup, before.state, 0, tile, weights, workspace)
                    for tile in (before.chance_outcomes() if number == 0 else [came])
                }
                assert number > 0 or fmean(told.values()) == pytest.approx(0, abs=1e-6)
                luck += told[came]
            before = after
        scores.append(before.scores[0])
        adjusted.append(before.scores[0] - luck)
    assert np.std(adjusted) < np.std(scores) / 2
