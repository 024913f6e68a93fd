"""Kuhn poker keeps the contract of every game, and its own rules."""

import pytest

from ludotheque import Event, Refusal, game
from ludotheque.testing import CHECKS, pieces_are_conserved, tables, views_follow_from_effects

KUHN = game("kuhn")
TABLES = tables(KUHN)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_contract(check, table):
    check(table)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_chips_are_conserved(table):
    pieces_are_conserved(table, lambda position: sum(position.scores))


def follow(view, effects, opened):
    """Change a view by the effects of an event. What was hidden until now is reported again when the hand is won."""
    for one in effects:
        if one["effect"] == "dealt":
            if one["seat"] == 0:
                view |= {"hand": one["hand"], "hand_over": False, "won": None}
                view |= {"cards": [None, None], "said": [], "paid": [1, 1]}
            view["cards"][one["seat"]] = one["card"]
            view["dealt"] = one["seat"] + 1
        elif one["effect"] == "said":
            view["said"].append(one["word"])
            view["paid"][one["seat"]] += one["paid"]
        else:
            view |= {"hand_over": True, "won": one["seat"], "cards": one["cards"]}
            view["chips"][one["seat"]] += one["chips"]
            view["chips"][1 - one["seat"]] -= one["chips"]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_effects_say_everything_that_changes(table):
    views_follow_from_effects(table, follow)


def test_a_card_is_reported_to_others_when_its_hand_is_over():
    dealing, effects = KUHN.start(2).play_with_effects(Event("chance", "deal 0 K"))
    assert [dealing.mask_effects(effects, seat)[0]["card"] for seat in (None, 0, 1)] == [None, "K", None]
    assert played("bet", "fold").mask_effects(effects, 1)[0]["card"] == "K"


def played(*said, cards="KQ", hands=1):
    """A table after one hand's cards and words, the first of them the opener's."""
    position = KUHN.start(2, {"hands": hands})
    for seat, card in enumerate(cards):
        position = position.play(Event("chance", f"deal {seat} {card}"))
    for number, word in enumerate(said):
        position = position.play(Event(number % 2, word))
    return position


@pytest.mark.parametrize(
    ("said", "cards", "won"),
    [
        (("check", "check"), "KQ", 1),
        (("check", "check"), "JQ", -1),
        (("bet", "fold"), "JK", 1),
        (("bet", "call"), "JK", -2),
        (("check", "bet", "fold"), "KJ", -1),
        (("check", "bet", "call"), "QJ", 2),
    ],
)
def test_every_hand_that_can_be_played(said, cards, won):
    position = played(*said, cards=cards)
    assert position.scores == [won, -won]
    assert position.result.winners == [0 if won > 0 else 1]


def test_nobody_calls_what_nobody_bet_nor_checks_a_bet():
    assert played().legal_texts(0) == ["check", "bet"]
    assert played("bet").legal_texts(1) == ["call", "fold"]
    for said, wrong, code in [((), "call", "no_bet"), (("bet",), "check", "bet_stands")]:
        with pytest.raises(Refusal) as refusal:
            played(*said, wrong)
        assert refusal.value.code == code


def test_a_card_is_dealt_once():
    with pytest.raises(Refusal):
        played(cards="KK")


def test_the_other_opens_the_next_hand():
    position = played("bet", "fold", hands=2)
    for seat, card in enumerate("JQ"):
        position = position.play(Event("chance", f"deal {seat} {card}"))
    assert position.to_act == (1,)


def test_a_card_is_hidden_until_its_hand_is_over():
    running, over = played("bet", hands=2), played("bet", "fold", hands=2)
    assert [running.view(seat)["cards"] for seat in (None, 0, 1)] == [[None, None], ["K", None], [None, "Q"]]
    assert not running.is_open
    assert over.view(None)["cards"] == ["K", "Q"]
    assert over.is_open
    assert not over.is_over


def test_even_players_share_the_win():
    position = played("check", "check", hands=2)
    for event in (Event("chance", "deal 0 J"), Event("chance", "deal 1 Q"), Event(1, "check"), Event(0, "check")):
        position = position.play(event)
    assert position.result.scores == [0, 0]
    assert position.result.winners == [0, 1]
