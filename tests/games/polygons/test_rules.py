"""Every rule of Polygons, P-01 to P-62 (the box itself, P-10 to P-13, also in test_box and test_view)."""

import numpy as np
import pytest

from ludotheque.engine.errors import Refusal
from ludotheque.engine.position import Event
from ludotheque.engine.registry import game
from ludotheque.engine.rng import below, generator
from ludotheque.games.polygons import rules
from ludotheque.games.polygons.pieces import COLOURS, SHAPES

pytestmark = pytest.mark.quick

GAME = game("polygons")
ALL_POWERS, NO_POWERS = 7, 0
FIRST, STEAL, DISCARD = 1, 2, 4
COLOUR_SET = ["green triangle", "green square", "green pentagon", "green octagon"]
SHAPE_SET = ["green triangle", "yellow triangle", "pink triangle", "blue triangle"]


def piece(name):
    """As in conftest: ids go by kind, five copies of each."""
    colour, shape, number = (*name.split(" "), "0")[:3]
    return (SHAPES.index(shape) * 4 + COLOURS.index(colour)) * 5 + int(number)


def do(position, *actions):
    """Actions of whoever is to act, in which pieces may be called by their names in brackets."""
    for action in actions:
        position = position.play(Event(position.to_act[0], spell(action)))
    return position


def spell(action):
    """`take [green triangle 1]` with the piece's id."""
    while "[" in action:
        before, _, rest = action.partition("[")
        name, _, after = rest.partition("]")
        action = before + str(piece(name)) + after
    return action


def legal(position):
    return set(position.legal_texts(position.to_act[0]))


def is_legal(position, action):
    return spell(action) in legal(position)


def code(position, action):
    """The code with which an action of whoever is to act is refused; "" if it is legal."""
    refusal = position.illegal_reason(position.to_act[0], spell(action))
    assert (refusal is None) == is_legal(position, action)
    return "" if refusal is None else refusal.code


def collection(position, seat):
    return {entry["id"] for entry in position.view(seat)["players"][seat]["collection"]}


def ids(*names):
    return {piece(name) for name in names}


def tokens(position, seat):
    return position.view(seat)["players"][seat]["tokens"]


def stage(position):
    return position.view(None)["stage"]


# -- Components -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-01")
def test_two_to_four_players(read_record):
    for seats in (1, 5):
        with pytest.raises(Refusal, match="2 to 4 seats"):
            GAME.start(seats)
    kinds = read_record("1a")[1].position.setup.kinds
    assert np.bincount(kinds).tolist() == [5] * 16


@pytest.mark.rule("P-02")
def test_a_pile_gives_2_then_3_then_4(table):
    position = table(powers={0: 0, 1: 0}, held={0: COLOUR_SET}, box=["pink square", "blue triangle"])
    assert position.view(None)["piles"] == {colour: [2, 3, 4] for colour in COLOURS}
    won = []
    for left in (3, 2, 1, 0):
        position = table(powers={0: 0, 1: 0}, held={0: COLOUR_SET}, piles=(left, 3, 3, 3))
        after = do(position, "take [pink square]", "stop")
        won.append(tokens(after, 0))
        assert after.view(None)["piles"]["green"] == [[3, 4], [4], [], []][3 - left]
    assert won == [[2], [3], [4], []]


@pytest.mark.rule("P-03", "P-31")
@pytest.mark.parametrize(
    ("edition", "first_power"), [("en", "exchange"), ("fr-exchange", "exchange"), ("fr-give", "give")]
)
def test_everyone_has_three_powers(table, edition, first_power):
    position = table(3, edition=edition)
    assert [player["powers"] for player in position.view(None)["players"]] == [[first_power, "steal", "discard"]] * 3


# -- The box ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-10", "P-20")
def test_a_piece_is_accessible_when_nothing_in_the_box_lies_over_it(table):
    over = {"green triangle": ["green square", "pink square"], "green square": ["green octagon"]}
    position = table(over=over)
    assert code(position, "take [green triangle]") == "not_accessible"
    assert code(position, "take [green square]") == "not_accessible"
    position = do(position, "take [green octagon]")
    assert code(position, "take [green square]") == ""
    position = do(position, "take [green square]")
    assert code(position, "take [green triangle]") == "not_accessible"  # the pink square still lies over it
    position = do(position, "take [pink square]")
    assert code(position, "take [green triangle]") == "chain_broken"
    assert code(position, "take [green octagon]") == "not_in_box"


@pytest.mark.rule("P-11")
def test_taking_a_piece_moves_nothing(table):
    position = table(over={"green triangle": ["green square"], "blue triangle": ["pink square"]})
    before = {entry["id"]: entry for entry in position.view(None)["box"]["pieces"]}
    after = {entry["id"]: entry for entry in do(position, "take [green square]").view(None)["box"]["pieces"]}
    assert before.keys() - after.keys() == ids("green square")
    for number, entry in after.items():
        if number == piece("green triangle"):
            assert entry["accessible"]
            assert not before[number]["accessible"]
        else:
            assert entry == before[number]


@pytest.mark.rule("P-12")
@pytest.mark.parametrize("name", ["1a", "4b", "6a"])
def test_the_heap_never_locks(read_record, name):
    """Taking whatever is accessible, in any order, empties the box."""
    setup, start = read_record(name)[1].position.setup, read_record(name)[1].position.state
    for seed in range(5):
        rng = generator(seed)
        state = start.copy()
        for left in range(80, 0, -1):
            open_now = np.flatnonzero(rules.as_truths(state.accessible)[0])
            assert len(open_now), f"{left} pieces are locked"
            rules.leave_box(setup, state, int(open_now[below(rng, len(open_now))]))


# -- A turn -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-20")
def test_a_chain_links_each_piece_to_the_one_just_before(table):
    position = table()
    assert code(position, "stop") == "take_compulsory"
    position = do(position, "take [green triangle]")
    assert code(position, "take [green square]") == ""
    assert code(position, "take [pink triangle]") == ""
    assert code(position, "take [pink square]") == "chain_broken"
    position = do(position, "take [pink triangle]")
    assert code(position, "take [green square]") == "chain_broken"  # it is linked to the first piece only
    assert code(position, "take [pink square]") == ""
    assert code(position, "stop") == ""


@pytest.mark.rule("P-20")
def test_at_most_four(table):
    position = do(table(), "take [green triangle]", "take [green triangle 1]", "take [green triangle 2]")
    assert stage(position) == "take"
    position = do(position, "take [green triangle 3]")
    assert stage(position) == "after"
    assert code(position, "take [green triangle 4]") == "take_over"
    position = table(4, teams=True)
    position = do(position, *(f"take [green triangle {copy}]" for copy in range(4)))
    assert code(position, "take [green triangle 4]") == "four_taken"
    assert {"stop", "gift"} <= legal(position)


@pytest.mark.rule("P-21")
def test_the_stack_is_not_in_the_collection(table):
    position = table(held={0: ["blue octagon", *COLOUR_SET], 1: ["pink square"]})
    position = do(position, "take [yellow square]")
    assert collection(position, 0) == ids("blue octagon", *COLOUR_SET)
    (taken,) = position.view(None)["chain"]
    assert taken == {"id": piece("yellow square"), "shape": "square", "colour": "yellow", "link": None}
    assert code(position, "exchange [yellow square] [pink square]") == "not_yours"
    assert code(position, "validate colour green") == "take_not_over"  # although it was complete when the turn began
    position = do(position, "stop")
    assert collection(position, 0) == ids("blue octagon", "yellow square", *COLOUR_SET)
    assert code(position, "exchange [yellow square] [pink square]") == ""
    assert code(position, "validate colour green") == ""


@pytest.mark.rule("P-22")
def test_complete_sets_must_be_validated(table):
    position = do(table(held={0: COLOUR_SET, 1: ["pink square"]}), "take [blue octagon]", "stop")
    assert code(position, "end") == "set_left"
    assert code(position, "validate colour blue") == "no_set"
    assert code(position, "validate shape triangle") == "no_set"
    position = do(position, "validate colour green")
    assert collection(position, 0) == ids("blue octagon")
    assert code(position, "end") == ""


@pytest.mark.rule("P-22", "P-23")
@pytest.mark.parametrize("first", ["colour green", "shape triangle yellow"])
def test_overlapping_sets_are_validated_one_at_a_time_and_a_piece_is_used_once(table, first):
    held = sorted({*COLOUR_SET, *SHAPE_SET})
    position = do(table(held={0: held}), "take [blue octagon]", "stop")
    assert {"validate colour green", "validate shape triangle yellow"} <= legal(position)
    after = do(position, f"validate {first}")
    assert len(collection(after, 0)) == 4  # the green triangle was in both sets
    assert code(after, "end") == ""
    with_another = do(table(held={0: [*held, "green triangle 1"]}), "take [blue octagon]", "stop")
    both = do(with_another, f"validate {first}")
    assert code(both, "end") == "set_left"
    for gone in range(5, 40, 5):
        assert code(both, f"take {gone}") != ""  # discarded pieces are out of the game


@pytest.mark.rule("P-23")
def test_of_each_kind_the_lowest_id_goes(table):
    position = table(held={0: [*COLOUR_SET, "green square 3", "green triangle 2"]}, powers={0: 0, 1: 0})
    position = do(position, "take [blue octagon]", "stop")
    assert collection(position, 0) == ids("green square 3", "green triangle 2", "blue octagon")


@pytest.mark.rule("P-24")
def test_a_colour_set_takes_from_its_own_pile(table):
    actions = ("take [blue octagon]", "stop", "validate colour green")
    position = do(table(held={0: COLOUR_SET}, piles=(2, 1, 3, 3)), *actions)
    assert tokens(position, 0) == [3]
    assert position.view(None)["piles"] == {"green": [4], "yellow": [4], "pink": [2, 3, 4], "blue": [2, 3, 4]}
    position = do(table(held={0: COLOUR_SET}, piles=(0, 1, 3, 3)), *actions)
    assert tokens(position, 0) == []
    assert collection(position, 0) == ids("blue octagon")


@pytest.mark.rule("P-25")
@pytest.mark.parametrize(
    ("piles", "option", "spellings"),
    [
        ((3, 3, 3, 3), "smallest", {"", " green", " yellow", " pink", " blue"} - {""}),
        ((3, 2, 3, 2), "smallest", {" yellow", " blue"}),
        ((3, 2, 1, 2), "smallest", {""}),
        ((0, 2, 3, 0), "smallest", {""}),  # the fewest above zero
        ((0, 2, 2, 0), "smallest", {" yellow", " pink"}),
        ((0, 0, 0, 0), "smallest", {""}),
        ((3, 2, 1, 0), "any", {" green", " yellow", " pink"}),
        ((0, 2, 0, 0), "any", {""}),
        ((0, 0, 0, 0), "any", {""}),
    ],
)
def test_the_pile_of_a_shape_set(table, piles, option, spellings):
    position = do(table(held={0: SHAPE_SET}, piles=piles, shape_token=option), "take [blue octagon]", "stop")
    validations = {action for action in legal(position) if action.startswith("validate")}
    assert validations == {f"validate shape triangle{spelling}" for spelling in spellings}
    for validation in validations:
        after = do(position, validation)
        named = validation.split(" ")[3:]
        giving = named or [
            COLOURS[at] for at, left in enumerate(piles) if left == min(filter(None, piles), default=None)
        ]
        expected = list(piles)
        for colour in giving:
            expected[COLOURS.index(colour)] -= 1
        assert tokens(after, 0) == [5 - piles[COLOURS.index(colour)] for colour in giving]
        assert [len(pile) for pile in after.view(None)["piles"].values()] == expected


@pytest.mark.rule("P-25")
def test_the_pile_is_named_exactly_when_there_is_a_choice(table):
    position = do(table(held={0: SHAPE_SET}, piles=(3, 2, 3, 2)), "take [blue octagon]", "stop")
    assert code(position, "validate shape triangle") == "pile_unnamed"
    assert code(position, "validate shape triangle green") == "pile_wrong"
    position = do(table(held={0: SHAPE_SET}, piles=(3, 2, 3, 3)), "take [blue octagon]", "stop")
    assert code(position, "validate shape triangle yellow") == "pile_wrong"
    assert code(position, "validate shape square yellow") == "no_set"


@pytest.mark.rule("P-27")
def test_a_set_completed_by_another_waits_for_its_owners_turn(table):
    position = table(held={0: ["green octagon"], 1: COLOUR_SET[:3]}, edition="fr-give")
    position = do(position, "give [green octagon] 1")
    assert collection(position, 1) == ids(*COLOUR_SET)
    assert position.to_act == (0,)
    position = do(position, "take [pink square]", "stop")  # the power is used, so the turn ends by itself
    assert position.to_act == (1,)
    assert collection(position, 1) == ids(*COLOUR_SET)
    position = do(position, "take [pink octagon]", "stop")
    assert code(position, "validate colour green") == ""


@pytest.mark.rule("P-28")
@pytest.mark.parametrize("first", range(3))
def test_play_goes_clockwise_from_whoever_was_drawn(table, first):
    position = GAME.start(3)
    assert position.to_act == ("chance",)
    position = table(3, first=first, powers=dict.fromkeys(range(3), 0))
    order = []
    for copy in range(5):
        order.append(position.to_act[0])
        position = do(position, f"take [green triangle {copy}]", "stop")
    assert order == [(first + turn) % 3 for turn in range(5)]


@pytest.mark.rule("P-28")
def test_every_seat_is_equally_likely_to_begin(read_record):
    before = read_record("2a")[1].position
    assert before.to_act == ("chance",)
    assert {before.action_text("chance", outcome): weight for outcome, weight in before.chance_outcomes().items()} == {
        f"first {seat}": pytest.approx(1 / 3) for seat in range(3)
    }
    assert before.play(Event("chance", "first 2")).to_act == (2,)
    for text in ("first 3", "first 02", "box"):
        assert before.illegal_reason("chance", text).code == "impossible_chance"


# -- Powers -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-30")
def test_a_power_at_any_moment_of_the_own_turn(table):
    held = {0: [*COLOUR_SET, *(f"{colour} square 1" for colour in COLOURS)], 1: ["pink octagon"]}
    position = table(held=held)
    assert code(position, "steal [pink octagon]") == ""  # before the take
    position = do(position, "take [blue octagon]")
    assert code(position, "steal [pink octagon]") == ""  # between two pieces
    position = do(position, "stop")
    assert code(position, "steal [pink octagon]") == ""  # between the take and validating
    broken = do(position, "exchange [green triangle] [pink octagon]")
    assert code(broken, "validate colour green") == "no_set"  # even if that breaks up a complete set
    position = do(position, "validate colour green")
    assert code(position, "end") == "set_left"
    assert code(position, "steal [pink octagon]") == ""  # between two validations
    position = do(position, "validate shape square")
    assert code(position, "steal [pink octagon]") == ""  # after validating
    assert position.illegal_reason(1, "take 0").code == "not_to_act"


@pytest.mark.rule("P-30")
def test_one_power_a_turn_and_each_once_in_the_game(table):
    position = table(held={0: ["pink octagon"], 1: ["blue square", "blue square 1"]})
    position = do(position, "steal [blue square]")
    for refused in ("steal [blue square 1]", "discard [green triangle]", "exchange [pink octagon] [blue square 1]"):
        assert code(position, refused) == ("no_power" if refused.startswith("steal") else "power_used")
    position = do(position, "take [green triangle]", "stop")
    position = do(position, "take [green triangle 1]", "stop", "end")
    assert position.to_act == (0,)
    assert code(position, "steal [blue square 1]") == "no_power"
    assert code(position, "discard [green octagon]") == ""


@pytest.mark.rule("P-31", "P-35")
def test_exchange(table):
    position = table(3, held={0: ["pink octagon"], 2: ["blue square", "pink octagon 1"]})
    after = do(position, "exchange [pink octagon] [blue square]")
    assert collection(after, 0) == ids("blue square")
    assert collection(after, 2) == ids("pink octagon", "pink octagon 1")
    assert code(position, "exchange [pink octagon] [pink octagon 1]") == ""  # two identical pieces
    assert code(position, "exchange [blue square] [pink octagon 1]") == "not_yours"
    assert code(position, "exchange [pink octagon] [pink octagon]") == "not_theirs"
    assert code(position, "exchange [pink octagon] [green triangle]") == "not_theirs"
    assert code(position, "give [pink octagon] 1") == "no_such_power"


@pytest.mark.rule("P-31")
def test_give(table):
    position = table(3, held={0: ["pink octagon"], 2: ["blue square"]}, edition="fr-give")
    after = do(position, "give [pink octagon] 1")
    assert collection(after, 0) == set()
    assert collection(after, 1) == ids("pink octagon")
    assert code(position, "give [pink octagon] 0") == "not_theirs"
    assert code(position, "give [pink octagon] 3") == "no_such_seat"
    assert code(position, "give [blue square] 1") == "not_yours"
    assert code(position, "exchange [pink octagon] [blue square]") == "no_such_power"


@pytest.mark.rule("P-32")
def test_steal(table):
    position = table(3, held={0: ["pink octagon"], 2: ["blue square"]})
    after = do(position, "steal [blue square]")
    assert collection(after, 0) == ids("pink octagon", "blue square")
    assert collection(after, 2) == set()
    assert code(position, "steal [pink octagon]") == "not_theirs"


@pytest.mark.rule("P-33")
def test_discard(table):
    position = table(over={"green triangle": ["pink square"]})
    assert code(position, "discard [green triangle]") == "not_accessible"
    position = do(position, "take [blue octagon]")
    after = do(position, "discard [pink square]")  # no link to the chain
    assert code(after, "take [pink square]") == "not_in_box"
    assert len(after.view(None)["chain"]) == 1  # nor does it count in the four
    assert code(after, "take [blue triangle]") == ""
    for seat in (0, 1):
        assert collection(after, seat) == set()
    assert {entry["id"]: entry["accessible"] for entry in after.view(None)["box"]["pieces"]}[piece("green triangle")]


@pytest.mark.rule("P-34")
def test_what_a_power_gains_goes_to_the_collection_and_may_complete_a_set(table):
    position = table(held={0: COLOUR_SET[:3], 1: ["green octagon"]}, powers={0: STEAL})
    position = do(position, "take [blue square]")
    stolen = do(position, "steal [green octagon]")
    assert collection(stolen, 0) == ids(*COLOUR_SET)
    assert [entry["id"] for entry in stolen.view(None)["chain"]] == [piece("blue square")]
    assert code(stolen, "take [green triangle 1]") == "chain_broken"  # the chain still ends with the blue square
    late = do(position, "stop")
    assert code(late, "end") == ""
    late = do(late, "steal [green octagon]")  # validating follows by itself: the power is used, there is no choice
    assert tokens(late, 0) == [2]
    assert late.to_act == (1,)


@pytest.mark.rule("P-35")
def test_no_power_without_a_target(table):
    position = table(held={0: ["pink octagon"]})
    assert not any(action.startswith(("steal", "exchange")) for action in legal(position))
    position = table(held={1: ["pink octagon"]})
    assert not any(action.startswith("exchange") for action in legal(position))
    assert is_legal(position, "steal [pink octagon]")
    position = table(held={1: ["pink octagon"]}, edition="fr-give")
    assert not any(action.startswith("give") for action in legal(position))


@pytest.mark.rule("P-35")
def test_the_last_piece_is_not_discarded_while_taking_is_compulsory(table):
    assert code(table(box=["pink octagon"]), "discard [pink octagon]") == "take_compulsory"
    assert code(table(box=["pink octagon"], first=1, turn=0, ending=1), "discard [pink octagon]") == ""
    position = table(box=["pink octagon", "blue square"])
    position = do(position, "discard [blue square]")
    assert code(position, "stop") == "take_compulsory"  # a power never replaces the first piece
    position = do(table(box=["pink octagon", "blue square"]), "take [blue square]")
    assert code(position, "discard [pink octagon]") == ""


@pytest.mark.rule("P-36", "P-42")
def test_an_unused_power_is_worth_a_point(table):
    assert table(powers={0: ALL_POWERS, 1: STEAL}).scores == [3, 1]


# -- End and score ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-40")
def test_when_the_tokens_are_gone_the_round_is_finished(table):
    powers = dict.fromkeys(range(3), 0)
    position = table(3, held={1: COLOUR_SET}, piles=(1, 0, 0, 0), first=0, turn=1, powers=powers)
    position = do(position, "take [blue octagon]", "stop")
    assert position.view(None)["last_round"] == "tokens"
    assert position.to_act == (2,)  # has not yet played in this round
    assert code(position, "stop") == ""  # taking is optional now
    taking = do(position, "take [pink octagon]", "take [pink square]", "stop")
    for ended in (do(position, "stop"), taking):
        assert ended.is_over
        assert ended.result.reason == "tokens"


@pytest.mark.rule("P-40")
def test_a_complete_round_ends_the_game_at_once(table):
    position = table(3, held={2: COLOUR_SET}, piles=(1, 0, 0, 0), first=0, turn=2, powers=dict.fromkeys(range(3), 0))
    position = do(position, "take [blue octagon]", "stop")
    assert position.is_over


@pytest.mark.rule("P-40")
def test_the_end_is_looked_for_only_when_a_turn_ends(table):
    """The last token is won in the middle of a turn, in which powers are still left."""
    position = table(held={0: COLOUR_SET, 1: ["pink octagon"]}, piles=(1, 0, 0, 0), first=0)
    position = do(position, "take [blue octagon]", "stop", "validate colour green")
    assert position.view(None)["last_round"] is None
    position = do(position, "end")
    assert position.view(None)["last_round"] == "tokens"
    position = do(position, "discard [pink square]", "stop")  # powers stay possible
    assert position.is_over


@pytest.mark.rule("P-40")
def test_validating_stays_possible_in_the_last_round(table):
    position = table(held={1: COLOUR_SET}, piles=(1, 0, 0, 0), first=0, turn=1, ending=2, powers={0: 0, 1: 0})
    position = do(position, "stop")
    assert position.is_over
    assert position.scores == [0, 4]
    assert position.result.reason == "box"  # whichever held first


@pytest.mark.rule("P-41")
def test_when_the_box_is_empty_the_round_is_finished(table):
    position = table(3, box=["pink octagon"], held={1: ["blue square"]}, first=0, powers={0: 0, 1: ALL_POWERS, 2: 0})
    position = do(position, "take [pink octagon]")  # stop and end follow by themselves
    assert position.view(None)["last_round"] == "box"
    assert position.to_act == (1,)
    assert stage(position) == "after"  # there is nothing to take
    assert legal(position) == {"end", spell("steal [pink octagon]"), spell("exchange [blue square] [pink octagon]")}
    position = do(position, "steal [pink octagon]")
    assert position.is_over  # the last seat has no choice at all
    assert position.result.reason == "box"
    assert position.scores == [0, 0, 0]


@pytest.mark.rule("P-40", "P-41")
def test_both_ends_at_once_are_called_tokens(table):
    position = table(box=["green octagon"], held={1: COLOUR_SET[:3]}, piles=(1, 0, 0, 0), turn=1, powers={0: 0, 1: 0})
    position = do(position, "take [green octagon]")
    assert position.result.reason == "tokens"


@pytest.mark.rule("P-42")
def test_the_worked_example(table):
    position = table(won={0: (2, 0, 1)}, powers={0: STEAL}, held={0: ["pink octagon", "blue square"]})
    assert tokens(position, 0) == [2, 2, 4]
    assert position.scores[0] == 8 + 1 - 2 == 7


@pytest.mark.rule("P-42")
def test_a_score_may_be_negative(table):
    assert table(powers={0: 0}, held={0: ["pink octagon", "blue square"]}).scores[0] == -2


def end(table, seats=2, **how):
    """A game that ends here: the last seat has nothing but `stop` left to say."""
    how = {"powers": dict.fromkeys(range(seats), 0)} | how
    position = do(table(seats, turn=seats - 1, ending=1, piles=(0, 0, 0, 0), **how), "stop")
    assert position.is_over
    return position.result


@pytest.mark.rule("P-43")
def test_the_highest_score_wins(table):
    assert end(table, won={0: (1, 0, 0), 1: (0, 1, 0)}).winners == [1]


@pytest.mark.rule("P-43")
def test_a_tie_goes_to_fewer_pieces_left(table):
    held = {1: ["pink octagon"], 2: ["blue square", "blue octagon"]}
    outcome = end(table, 3, won={0: (1, 0, 0), 1: (0, 1, 0), 2: (0, 0, 1)}, held=held)
    assert outcome.scores == [2, 2, 2]
    assert outcome.winners == [0]


@pytest.mark.rule("P-43")
def test_a_full_tie_is_shared(table):
    held = {0: ["pink octagon"], 2: ["blue square"]}
    outcome = end(table, 3, won={0: (0, 1, 0), 1: (1, 0, 0), 2: (0, 1, 0)}, held=held)
    assert outcome.scores == [2, 2, 2]
    assert outcome.winners == [1]
    outcome = end(table, 3, won={0: (0, 1, 0), 2: (0, 1, 0)}, held=held)
    assert outcome.scores == [2, 0, 2]
    assert outcome.winners == [0, 2]


# -- Teams ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-50")
def test_teams_need_four():
    for seats in (2, 3):
        with pytest.raises(Refusal, match="4 seats"):
            GAME.start(seats, {"teams": True})


@pytest.mark.rule("P-50", "P-51")
@pytest.mark.parametrize("giver", range(4))
def test_the_last_piece_taken_may_go_to_the_partner(table, giver):
    partner = (giver + 2) % 4
    position = table(4, teams=True, first=giver)
    assert code(position, "gift") == "nothing_taken"
    position = do(position, "take [pink octagon]", "take [pink square]")
    after = do(position, "gift")
    assert collection(after, giver) == ids("pink octagon")
    assert collection(after, partner) == ids("pink square")
    assert stage(after) == "after"
    assert code(after, "gift") == "take_over"
    single = do(table(4, teams=True, first=giver), "take [pink square]", "gift")
    assert collection(single, giver) == set()
    assert code(do(table(), "take [pink square]"), "gift") == "no_partner"


@pytest.mark.rule("P-27", "P-52")
def test_the_partner_validates_in_their_own_turn(table):
    position = table(4, teams=True, held={2: COLOUR_SET[:3]}, powers=dict.fromkeys(range(4), 0))
    position = do(position, "take [green octagon]", "gift")
    assert collection(position, 2) == ids(*COLOUR_SET)
    assert position.to_act == (1,)
    position = do(position, "take [blue octagon]", "stop", "take [blue square]", "stop")
    assert tokens(position, 2) == [2]


@pytest.mark.rule("P-52")
def test_teams_win_by_their_sum(table):
    outcome = end(table, 4, teams=True, won={0: (0, 0, 2), 1: (0, 0, 1), 3: (0, 0, 2)})
    assert outcome.scores == [8, 4, 0, 8]
    assert outcome.winners == [1, 3]


@pytest.mark.rule("P-52")
def test_a_tie_of_teams(table):
    won = {0: (0, 0, 1), 1: (0, 1, 0)}
    outcome = end(table, 4, teams=True, won=won, held={2: ["pink octagon"]})
    assert outcome.scores == [4, 3, -1, 0]
    assert outcome.winners == [1, 3]  # no piece left
    assert end(table, 4, teams=True, won={0: (0, 0, 1), 1: (2, 0, 0)}).winners == [0, 1, 2, 3]


@pytest.mark.rule("P-52")
def test_powers_may_target_the_partner(table):
    assert is_legal(table(4, teams=True, held={2: ["pink octagon"]}), "steal [pink octagon]")


# -- Experts ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-60", "P-62")
@pytest.mark.parametrize("edition", ["en", "fr-give"])
def test_a_pair_of_identical_pieces_earns_a_power(table, edition):
    position = table(expert=True, edition=edition, held={0: ["blue square"], 1: ["blue octagon"]})
    assert position.scores == [-1, -1]  # no Power tokens, no points for them
    assert code(position, "steal [blue octagon]") == "power_not_earned"
    position = do(position, "take [pink octagon]")
    assert code(position, "discard [green triangle]") == "power_not_earned"
    position = do(position, "take [pink octagon 1]")
    for power in ("steal [blue octagon]", "discard [green triangle]", "exchange [blue square] [blue octagon]"):
        assert code(position, power) == ""
        after = do(position, power)
        assert stage(after) == "take"  # and the take goes on
        assert code(after, "discard [green triangle 1]") == "power_not_earned"
    assert code(position, "exchange [pink octagon] [blue octagon]") == "not_yours"  # pieces in the stack cannot be used
    assert code(position, "give [blue square] 1") == "no_such_power"


@pytest.mark.rule("P-60")
def test_an_earned_power_is_lost_by_the_next_take_or_the_end_of_the_take(table):
    position = table(expert=True, held={0: COLOUR_SET + SHAPE_SET[1:] + ["blue square"], 1: ["blue octagon"]})
    position = do(position, "take [pink octagon]", "take [pink octagon 1]")
    assert code(do(position, "take [pink square]"), "steal [blue octagon]") == "power_not_earned"
    stopped = do(position, "stop")
    assert stage(stopped) == "after"
    assert code(stopped, "steal [blue octagon]") == "power_not_earned"


@pytest.mark.rule("P-60")
def test_the_pair_must_be_identical_and_adjacent(table):
    for chain in (
        ["pink octagon", "pink square"],
        ["pink octagon", "blue octagon"],
        ["pink octagon", "pink square", "pink octagon 1"],
    ):
        position = do(table(expert=True), *(f"take [{name}]" for name in chain))
        assert code(position, "discard [green triangle]") == "power_not_earned"


@pytest.mark.rule("P-61")
@pytest.mark.parametrize("used", [True, False])
def test_rows_count_in_separate_pairs(table, used):
    earned = []
    position = table(expert=True)
    for copy in range(4):
        position = do(position, f"take [pink octagon {copy}]")
        earned.append(code(position, "discard [green triangle]") == "")
        if copy == 1 and used:
            position = do(position, "discard [blue triangle]")  # which does not break the row
    assert earned == [False, True, False, True]


@pytest.mark.rule("P-61")
def test_a_new_row_earns_anew(table):
    position = table(expert=True)
    for name in ("pink octagon", "pink octagon 1", "blue octagon"):
        position = do(position, f"take [{name}]")
    assert code(position, "discard [green triangle]") == "power_not_earned"
    position = do(position, "take [blue octagon 1]")
    assert code(position, "discard [green triangle]") == ""


@pytest.mark.rule("P-61")
def test_two_expert_powers_in_a_turn(table):
    position = do(table(expert=True), "take [pink octagon]", "take [pink octagon 1]", "discard [green triangle]")
    position = do(position, "take [pink octagon 2]", "take [pink octagon 3]", "discard [green triangle 1]")
    assert position.to_act == (1,)  # then the turn ends by itself


@pytest.mark.rule("P-62", "P-51")
def test_teams_and_expert_combine(table):
    position = table(4, teams=True, expert=True, edition="fr-give", held={0: ["blue square"], 2: ["blue octagon"]})
    position = do(position, "take [pink octagon]", "take [pink octagon 1]")
    position = do(position, "exchange [blue square] [blue octagon]", "gift")
    assert collection(position, 0) == ids("blue octagon", "pink octagon")
    assert collection(position, 2) == ids("blue square", "pink octagon 1")


# -- Implied steps ----------------------------------------------------------------------------------------------------


def test_the_take_ends_by_itself_after_four(table):
    position = do(table(), *(f"take [green triangle {copy}]" for copy in range(4)))
    assert stage(position) == "after"
    assert is_legal(position, "discard [pink octagon]")  # which is still possible, so the turn has not ended


def test_the_take_ends_by_itself_when_nothing_fits_and_nothing_can_be_discarded(table):
    box = ["green triangle", "pink octagon", "blue square"]
    with_discard = do(table(box=box, powers={0: DISCARD}), "take [green triangle]")
    assert stage(with_discard) == "take"
    assert legal(with_discard) == {"stop", spell("discard [pink octagon]"), spell("discard [blue square]")}
    discarded = do(with_discard, "discard [pink octagon]")
    assert discarded.to_act == (1,)  # stop and end
    without = do(table(box=box, powers={0: STEAL}, held={1: ["pink square"]}), "take [green triangle]")
    assert stage(without) == "after"  # stealing is possible after the take too
    assert legal(without) == {"end", spell("steal [pink square]")}


def test_the_take_does_not_end_by_itself_while_a_gift_is_possible(table):
    position = do(table(4, teams=True, box=["green triangle", "pink octagon"], powers={0: 0}), "take [green triangle]")
    assert legal(position) == {"stop", "gift"}


def test_the_take_does_not_end_by_itself_while_an_earned_power_has_a_target(table):
    box = ["green triangle", "green triangle 1", "pink octagon"]
    position = do(table(expert=True, box=box), "take [green triangle]", "take [green triangle 1]")
    assert legal(position) == {"stop", spell("discard [pink octagon]")}
    position = do(table(expert=True, box=box[:2]), "take [green triangle]", "take [green triangle 1]")
    assert position.is_over  # no target, nothing to take: the box is empty, and nobody has a choice


def test_a_single_possible_take_is_still_a_choice(table):
    position = table(box=["green triangle", "pink octagon"], over={"pink octagon": ["green triangle"]}, powers={0: 0})
    assert legal(position) == {spell("take [green triangle]")}
    assert position.to_act == (0,)


def test_a_validation_without_choice_is_implied_and_with_a_choice_is_not(table):
    held = {0: [*COLOUR_SET[:3], "pink square", "pink triangle", "pink pentagon"]}
    position = table(held=held, powers={0: 0})
    one = do(position, "take [green octagon]", "stop")
    assert tokens(one, 0) == [2]
    two = do(position, "take [green octagon]", "take [pink octagon]", "stop")
    assert legal(two) == {"validate colour green", "validate colour pink"}
    assert tokens(do(two, "validate colour pink"), 0) == [2, 2]


def test_whole_turns_may_pass_without_an_event(table):
    """The box is empty and nobody can do anything: one take ends the game of four."""
    position = table(4, box=["green triangle"], powers=dict.fromkeys(range(4), 0))
    assert do(position, "take [green triangle]").is_over


# -- Numbers and words ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{}, {"edition": "fr-give"}, {"expert": True}, {"teams": True, "shape_token": "any"}]
)
def test_every_number_is_legal_or_has_a_reason(table, options):
    """At a few tables every number there is, not a sample."""
    held = {0: [*COLOUR_SET, *SHAPE_SET[1:], "blue octagon 4"], 1: ["pink square"], 3: ["pink octagon 3"]}
    position = table(4, held=held, over={"green triangle 1": ["pink pentagon"]}, piles=(2, 2, 0, 3), **options)
    seen = set()
    positions = [position, do(position, "take [yellow square]", "take [yellow square 1]")]
    positions.append(do(positions[-1], "stop"))
    for here in positions:
        listed = here.legal_actions(0)
        assert listed == sorted(set(listed))
        for action in range(-3, rules.ACTIONS + 3):
            number = rules.illegal_reason(here.setup, here.state, 0, action)
            assert (number == 0) == (action in listed)
            reason = rules.ILLEGAL_REASONS[number]
            seen.add(reason)
            if number and 0 <= action < rules.ACTIONS:
                refusal = GAME.notation.explain(here.setup, here.state, 0, action, reason)
                assert refusal.code == reason
                assert refusal.message
                assert GAME.notation.ACTIONS.parse(here.action_text(0, action)) == action
    assert {"", "unknown_action", "not_accessible", "not_yours", "not_theirs", "no_set"} <= seen


@pytest.mark.parametrize(
    "text",
    ["", "take", "take 017", "take +1", "take -0", "take 1 ", "take  1", "Take 1", "take 1 2", "take \u0661", "stop 1",
     "gift 0", "end 1", "validate", "validate colour", "validate colour red", "validate colour triangle", "steal",
     "validate shape green", "validate shape triangle red", "exchange 1", "exchange 1 2 3", "give 1", "discard",
     "box", "first 0"],
)  # fmt: skip
def test_other_spellings_are_refused(table, text):
    assert table().illegal_reason(0, text).code in {"unknown_action", "no_such_piece"}


@pytest.mark.parametrize("text", ["take 80", "take 99999999999999999999", "steal 80", "exchange 0 80", "exchange 80 0"])
def test_there_are_80_pieces(table, text):
    assert table().illegal_reason(0, text).code == "no_such_piece"
