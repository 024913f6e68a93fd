"""The story of an analysis: figures that add up, the level of play, and the report in both languages."""

import re

import pytest

from ludotheque import all_games, game
from ludotheque.analysis import Account, Move, analyse
from ludotheque.analysis.report import LONGEST, report, say_reason
from ludotheque.analysis.skill import level_losses, skill, skill_of
from ludotheque.analysis.story import costliest, figures, say_told, told
from ludotheque.engine.position import Event
from ludotheque.game_records import Header
from ludotheque.locale import words
from ludotheque.testing import tables
from tests.analysis.test_analysis import steps_of

SCALE = {"novice": 7.0, "amateur": 5.0, "club": 3.0, "expert": 0.4, "master": 0.2}


def move(line, loss, low):
    """A move that cost this much, at least `low`."""
    return Move(line, "place 1-2-3 a1", "place 1-2-3 b1", loss, low, 2 * loss - low, {})


ROUND = Account(
    0, "points", 166.6, luck=-28.4, decisions=-18.0, model_error=-0.2, result=120.0, decisions_error=3.7,
    moves=[move(3, 10.9, 5.4), move(5, 0.3, -0.1), move(6, 6.8, 2.0)],
)  # fmt: skip
DUEL = Account(0, "wins", 0.5, luck=0.431, decisions=-0.357, opponents=0.426, result=1.0)


def test_figures_are_whole_numbers_that_add_up():
    found = figures(ROUND)
    assert (found.start, found.choices, found.result, found.worth, found.costly) == (167, 18, 120, 138, 2)
    assert found.start + found.luck == found.worth
    assert (found.luck_error, found.choices_error) == (0, 7)
    shared = figures(DUEL)
    assert shared.start + shared.luck - shared.choices + shared.others == shared.result == 100
    assert [one.line for one in costliest(ROUND)] == [3, 6], "only what is certain"


@pytest.mark.parametrize(
    ("language", "alone", "duel"),
    [
        ("en", "These tiles were worth 138, 29 below average. Ann scored 120. 2 placements cost 18, ± 7.",
         "Ann started even 50 %. Luck gave Ann 43. Ann{s} choices cost 36. Théo{s} choices gave 43. Ann won 100 %, "
         "36 : 35."),
        ("fr", "Ces cartes valaient 138, 29 de moins que la moyenne. Ann a marqué 120. 2 placements ont coûté 18, ± 7.",
         "Ann part à égalité 50 %. La chance a donné à Ann 43. Ann a perdu par ses choix 36. Théo a laissé 43. "
         "Ann gagne 100 %, 36 : 35."),
    ],
)  # fmt: skip
def test_sentences_of_the_story(language, alone, duel):
    say = words(language, game("take_it_easy").package)
    assert say_told(told(ROUND, ["Ann"], [120], "won", say), True, say) == alone
    assert say_told(told(DUEL, ["Ann", "Théo"], [36, 35], "won", say), True, say) == duel.format(
        s="\N{RIGHT SINGLE QUOTATION MARK}s"
    )


@pytest.mark.parametrize("change", [{"model_error": 2.1}, {"model_error": -9.0}])
def test_a_large_model_error_leaves_only_the_result(change):
    account = Account(**{**vars(ROUND), **change})
    say = words("en", game("take_it_easy").package)
    assert not figures(account).closes
    shown = told(account, ["Ann"], [120], "won", say)
    text = say_told(shown, False, say)
    assert text == "Ann scored 120. Too uncertain to tell luck from choices in this game."


def test_no_part_of_a_chance_to_win_is_above_100_percent():
    assert not figures(Account(0, "wins", 0.5, luck=0.7, decisions=-1.2, opponents=1.0, result=1.0)).closes


def test_level_of_play_with_its_interval():
    found = skill_of([0, 0, 6, 2, 8, 0, 1, 5], SCALE)
    assert found is not None
    assert found.loss == 2.75
    assert found.level(found.at) == "club"
    assert (found.at, found.low, found.high) == pytest.approx((2.096, 0.808, 4.0), abs=0.01)
    assert skill_of([1, 2, 3], SCALE) is None, "too few decisions"
    for loss, at in ((9.0, 0), (0.0, 4)):
        end = skill_of([loss] * 5, SCALE)
        assert end is not None
        assert end.at == at
    assert skill(game("take_it_easy"), DUEL) is None, "measured in another unit"


@pytest.mark.parametrize("name", all_games())
def test_losses_are_measured_for_every_level(name):
    measured = level_losses(game(name).package)
    assert measured is not None
    assert {"novice", "master"} <= set(measured[1])


def test_reasons_compare_the_better_move_with_the_one_played():
    chosen = game("take_it_easy")
    position = chosen.start(1, {"rounds": 1})
    for event in (Event("chance", "draw 2-9-4"), Event(0, "place 2-9-4 c3"), Event("chance", "draw 6-9-3")):
        position = position.play(event)
    say = words("en", chosen.package)
    better = Move(5, "place 6-9-3 a2", "place 6-9-3 c2", 5.0, 4.0, 6.0, {})
    assert say_reason(chosen, position, 0, better, ["Ann"], say) == "The 9 continues its line: 2 of 5."
    worse = Move(5, "place 6-9-3 a1", "place 6-9-3 c2", 5.0, 4.0, 6.0, {})
    assert say_reason(chosen, position, 0, worse, ["Ann"], say).startswith("It keeps the 4s alive; a1 would")
    same = Move(5, "place 6-9-3 c2", "place 6-9-3 c2", 0.0, 0.0, 0.0, {})
    assert say_reason(chosen, position, 0, same, ["Ann"], say) == "", "no reason, if both do the same"


@pytest.mark.parametrize("name", all_games())
def test_report_tells_the_story_in_both_languages(name):
    chosen = game(name)
    steps = steps_of(next(table for table in tables(chosen) if table.seats == (1 if name == "take_it_easy" else 2)))
    players = ["<Ann>", "Théo"][: steps[0].position.seats]
    account = analyse(steps, 0, 12)
    for language in ("en", "fr"):
        say = words(language, chosen.package)
        header = Header(chosen, len(players), {}, players)
        page = report(header, steps, [account], language)
        assert "<Ann>" not in page
        assert "&lt;Ann&gt;" in page
        assert "http" not in page.replace("http://www.w3.org/2000/svg", ""), "it loads nothing"
        assert not re.search(r">story-|>analysis-", page), "a message is missing"
        assert (say("story-uncertain") in page) == (not figures(account).closes)
        assert page.count("<article") == len(costliest(account))
        for costly in costliest(account):
            position = next(step.position for step in steps if step.line == costly.line)
            assert len(say_reason(chosen, position, 0, costly, players, say)) <= LONGEST
