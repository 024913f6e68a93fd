"""What the evaluation of micropul counts in one pass over the places equals what one finds by trying every tile."""

import pytest

from ludotheque import game
from ludotheque.codec.records import copy_record, new_record
from ludotheque.games.micropul import rules
from ludotheque.games.micropul.bots import evaluation
from ludotheque.games.micropul.bots.evaluation import (
    CLOSES,
    EARNS,
    HANDS,
    MEAN_DRAWN,
    MOST_DRAWN,
    MOST_EARNING,
    N_POSSIBLE,
    OPEN_GROUPS,
    PLACEMENTS,
    PROMISED,
)
from ludotheque.games.micropul.effects import PLUS
from ludotheque.search.bots import bot
from ludotheque.search.game_loop import play_on


def gains(setup, state, action):
    """The tiles that a placement draws, and its pluses."""
    catalysts = [rules.catalyst_nth(setup, state, action, k) for k in range(rules.catalyst_count(setup, state, action))]
    return sum(tiles for *_, tiles in catalysts), sum(kind == PLUS for *_, kind, _ in catalysts)


def closed_by(state, seat, number, actions):
    """The most that the group of a stone is worth once a placement has closed it; 0 if none does."""
    best = 0
    for action in actions:
        after = copy_record(state)
        rules.put_down(after, *rules.placement(action))
        group = rules.stone_group(after, seat, number)
        if rules.scores(after, seat, group):
            best = max(best, int(after.worth[group]))
    return best


def found(setup, state):
    """What is counted, found by trying."""
    counts = {}
    turn = rules.turn_after_reveal(state)
    for other in range(2):
        seat, sign, at = turn ^ other, 1 - 2 * other, HANDS + N_POSSIBLE * other
        actions = [rules.lay_nth(state, seat, k) for k in range(rules.lay_count(state, seat))]
        brought = [gains(setup, state, action) for action in actions]
        counts[at + PLACEMENTS] = len(actions) / 10
        counts[at + MOST_DRAWN] = max((drawn for drawn, _ in brought), default=0)
        counts[at + MEAN_DRAWN] = sum(drawn for drawn, _ in brought) / max(len(brought), 1)
        counts[at + EARNS] = max((min(pluses, 1) for _, pluses in brought), default=0)
        counts[at + MOST_EARNING] = max((1 + drawn for drawn, pluses in brought if pluses), default=0)
        counts[at + CLOSES] = 0
        for number in range(state.stones[seat]):
            group = rules.stone_group(state, seat, number)
            if rules.claims(state, seat, group) and rules.group_open(state, group):
                gaps, worth = rules.gaps(state, group), int(state.worth[group])
                for which, by in ((PROMISED - 1 + min(gaps, 4), worth), (OPEN_GROUPS - 1 + min(gaps, 3), 1)):
                    counts[which] = counts.get(which, 0) + sign * by
                if gaps == 1:
                    counts[at + CLOSES] += closed_by(state, seat, number, actions)
    return counts


@pytest.mark.parametrize("options", [{}, {"simple_placement": True, "single_double": True}], ids=str)
def test_counts_are_what_one_finds_by_trying(options):
    micropul = game("micropul")
    counted = new_record(evaluation.COUNTED)
    closes = 0
    for number in range(3):
        bots = [bot(micropul, "greedy")] * 2
        for _, after in play_on(micropul.start(2, options), bots, seed=8, number=number):
            if after.to_act and after.to_act[0] != "chance":
                counted.stone_on[:] = 7  # a mind may hold garbage
                evaluation.count_features(after.setup, after.state, counted)
                for which, expected in found(after.setup, after.state).items():
                    assert counted.features[which] == pytest.approx(expected), which
                closes += counted.features[HANDS + CLOSES] > 0
    assert closes > 0
