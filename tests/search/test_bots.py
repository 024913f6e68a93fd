"""Who plays at a seat is given what that seat knows: by type, and however simply it is written."""

import pytest
from mypy import api

from ludotheque import all_games, game
from ludotheque.codec.records import new_record
from ludotheque.engine.rng import generator
from ludotheque.native.compiled import copy_into
from ludotheque.search.bots import FromView, Greedy, Random, bot
from ludotheque.search.game_loop import after_chance, play_on
from ludotheque.search.ismcts import select_child, tree_dtype

WRONG = """
from ludotheque.engine.rng import generator
from ludotheque.engine.position import MaskedState, Position
from ludotheque.search.bots import Random

def think(masked: MaskedState, position: Position) -> None:
    Random().choose(masked, generator(1))
    Random().choose(position, generator(1))
"""


def test_the_type_checker_refuses_a_true_position_where_a_masked_state_is_due(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    said, _, code = api.run(["--config-file=", "--ignore-missing-imports", str(tmp_path / "wrong.py")])
    assert code == 1
    assert said.count("error:") == 1
    assert 'wrong.py:8: error: Argument 1 to "choose" of "Random" has incompatible type "Position"' in said


class First:
    """A beginner's bot: it reads its view and takes the first legal action."""

    def choose(self, view, legal, rng):
        assert view["to_act"][0] == view["seat"]
        return legal[0]


@pytest.mark.parametrize("name", all_games())
def test_a_bot_that_reads_its_view_plays_any_game(name):
    start = game(name).start()
    *_, (_, end) = play_on(start, [FromView(First())] * start.seats, seed=3)
    assert end.is_over


@pytest.mark.parametrize("name", all_games())
def test_a_choice_does_not_change_when_what_is_hidden_is_imagined_anew(name):
    """Every bot of every game that looks at no clock: the same knowledge and the same chance of its own give the same
    choice. (Characters, without their clock, are asked by the contract.)"""
    rules = game(name)
    start = rules.start(2)
    asked = 0
    for at, (_, position) in enumerate(play_on(start, [bot(rules, "greedy")] * 2, seed=5)):
        seat = position.to_act[0] if position.to_act else "chance"
        if seat == "chance" or at % 3:
            continue
        masked = position.mask(seat)
        world = masked.determinize(generator(at))
        for each in ("random", *rules.extra_bots):
            chosen = [bot(rules, each).choose(one.mask(seat), generator(9)) for one in (position, world)]
            assert chosen[0] == chosen[1]
            assert chosen[0] in masked.legal_actions
            asked += 1
    assert asked > 10


def test_of_equally_good_actions_each_is_chosen_as_often():
    """The first tile on an empty board of Take It Easy: corners of the same kind are worth the same."""
    start = game("take_it_easy").start(1)
    position = start.apply_action("chance", 0)
    chosen = [Greedy().choose(position.mask(0), generator(seed)) for seed in range(300)]
    counts = {action: chosen.count(action) for action in set(chosen)}
    assert len(counts) > 1
    assert min(counts.values()) > 300 / len(counts) / 2


def test_random_chooses_every_action():
    position = game("take_it_easy").start(1).apply_action("chance", 0)
    assert {Random().choose(position.mask(0), generator(seed)) for seed in range(400)} == set(position.legal_actions(0))


def test_a_tree_follows_an_action_also_where_all_seem_lost():
    """Alone, what a world is worth has no lower end."""
    rules = game("micropul").rules
    position = after_chance(game("micropul").start(1), generator(1))
    tree = new_record(tree_dtype(rules.SETUP, rules.STATE, 8))
    copy_into(position.setup, tree.setup)
    copy_into(position.state, tree.state)
    for node, action in enumerate(position.mask(0).legal_actions[:3], 1):
        tree.action[node], tree.next_sibling[node], tree.prior_value[node], tree.prior_weight[node] = (
            action,
            node - 1,
            -8.0 - node,
            1.0,
        )
    tree.first_child[0] = 3
    assert select_child(0, 0, tree) == (2, 2), "two at first, and the better one of them"
