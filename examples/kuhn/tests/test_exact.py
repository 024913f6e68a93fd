"""The known solution of Kuhn poker: its value, and that nobody can do better against it."""

from functools import partial
from itertools import product

import pytest
from ludotheque_kuhn.bots import equilibrium

from ludotheque import Event, Refusal, game
from ludotheque.analysis.exact import best_response, evaluate, known_optimum, solve, uniform
from ludotheque.arena.luck import luck_in_wins
from ludotheque.engine.rng import generator
from ludotheque.search.bots import bot

KUHN = game("kuhn")
HAND = KUHN.start(2, {"hands": 1})
BLUFFS = (0.0, 0.1, 1 / 3)
points = partial(evaluate, unit="points")


@pytest.mark.parametrize("bluffs", BLUFFS)
def test_every_equilibrium_has_the_value_of_the_game_and_cannot_be_exploited(bluffs):
    policy = partial(equilibrium, bluffs=bluffs)
    (known,) = known_optimum(KUHN)
    assert known.value == -1 / 18
    exact = points(HAND, policy)
    assert exact.values(HAND) == pytest.approx([known.value, -known.value])
    assert (exact.unit, exact.states) == (known.unit, known.states)
    for seat in range(2):
        assert best_response(HAND, policy, seat, unit="points").values(HAND) == pytest.approx([-1 / 18, 1 / 18])


def test_other_policies_are_exploited_or_refused():
    policy = partial(equilibrium, bluffs=1 / 3 + 1e-9)
    with pytest.raises(ValueError, match="probabilities"):  # it would bet more kings than it has
        points(HAND, policy)
    timid = [uniform, equilibrium]
    assert points(HAND, timid).values(HAND)[0] < -1 / 18
    assert best_response(HAND, uniform, 0, unit="points").values(HAND)[0] == pytest.approx(1 / 2)
    assert best_response(HAND, uniform, 1, unit="points").values(HAND)[1] == pytest.approx(5 / 12)


def decided():
    """The masked states in which seat 0 decides: three cards, to open or after check and bet."""
    found = {}

    def visit(position):
        if position.is_over:
            return
        (by,) = position.to_act
        if by == 0:
            masked = position.mask(0)
            found.setdefault(masked.to_bytes()[1], masked)
        actions = position.chance_outcomes() if by == "chance" else position.legal_actions(by)
        for action in actions:
            visit(position.apply_action(by, action))

    visit(HAND)
    return found


def value_for_opener(position, policies):
    """The expected chips of seat 0, by going through all deals and actions one by one."""
    if position.is_over:
        return position.scores[0]
    (by,) = position.to_act
    if by == "chance":
        weights = {action: float(weight) for action, weight in position.chance_outcomes().items()}
    else:
        weights = policies[by](position.mask(by))
    return sum(
        weight * value_for_opener(position.apply_action(by, action), policies) for action, weight in weights.items()
    )


def test_the_best_response_is_the_best_of_all_64_ways_to_play():
    """Without a graph, and without beliefs: each deterministic policy is played through all deals."""
    states = decided()
    assert len(states) == 6
    values = []
    for chosen in product(range(2), repeat=len(states)):
        actions = {key: masked.legal_actions[k] for (key, masked), k in zip(states.items(), chosen, strict=True)}
        values.append(value_for_opener(HAND, [lambda masked: {actions[masked.to_bytes()[1]]: 1.0}, uniform]))  # noqa: B023
    assert len(set(values)) > 10
    assert best_response(HAND, uniform, 0, unit="points").values(HAND)[0] == pytest.approx(max(values))
    assert points(HAND, uniform).values(HAND)[0] == pytest.approx(sum(values) / len(values))


def test_a_masked_state_is_worth_the_mean_of_the_hands_that_fit():
    exact = points(HAND, equilibrium)
    dealt = HAND.apply_action("chance", HAND.parse_action("chance", "deal 0 Q"))
    after = [dealt.apply_action("chance", card) for card in dealt.chance_outcomes()]
    assert after[0].mask(0).to_bytes() == after[1].mask(0).to_bytes()
    hidden = exact.value(after[0].mask(0))
    assert hidden == pytest.approx(sum(exact.values(one)[0] for one in after) / 2)
    bet = [one.apply_action(0, one.parse_action(0, "check")) for one in after]
    bet = [one.apply_action(1, one.parse_action(1, "bet")) for one in bet]
    # The jack bluffs in a third of its hands, the king bets in all: 1 to 3.
    jack, king = (exact.values(one)[0] for one in bet)
    assert exact.value(bet[0].mask(0)) == pytest.approx(jack / 4 + king * 3 / 4)
    calls, folds = exact.action_values(bet[0].mask(0)).values()
    assert calls == pytest.approx(folds), "against this opponent both are worth the same"


def test_the_bot_plays_the_equilibrium():
    player, rng = bot(KUHN, "equilibrium"), generator(1)
    for masked in decided().values():
        expected = equilibrium(masked)
        times = [player.choose(masked, rng) for _ in range(3000)]
        for action in masked.legal_actions:
            assert times.count(action) / 3000 == pytest.approx(expected[action], abs=0.04)


def test_optimal_play_of_a_game_with_hidden_cards_is_refused():
    with pytest.raises(Refusal) as refusal:
        solve(HAND)
    assert refusal.value.code == "hidden_information"


@pytest.mark.parametrize("value", ["exact", "wrong"])
def test_luck_taken_out_of_the_wins_leaves_their_mean(value):
    """Over all deals and all ways to play them; the exact value also makes them vary less."""
    exact = evaluate(HAND, equilibrium, unit="wins")
    values = {"exact": lambda position, seat: [exact.value(position.mask(seat))], "wrong": wrong}
    plain, adjusted = ([(share[kind], weight) for share, weight in ends(HAND, values[value])] for kind in (0, 1))
    assert sum(weight for _, weight in plain) == pytest.approx(1)
    assert mean(adjusted) == pytest.approx(mean(plain)) == pytest.approx(exact.values(HAND)[0])
    if value == "exact":
        assert variance(adjusted) < 0.9 * variance(plain)


def wrong(position, seat):
    """A value that overrates queens."""
    return [(0.0, 0.2, 0.9, 0.3)[int(position.mask(seat).state.cards[seat])]]


def ends(position, value, luck=0.0, weight=1.0):
    """Yield the share of the first seat, with and without luck, and the probability of every way to play a hand."""
    if position.result is not None:
        share = float(position.result.win_share(0))
        yield (share, share - luck), weight
    elif position.to_act == ("chance",):
        for outcome, probability in position.chance_outcomes().items():
            event = Event("chance", position.action_text("chance", outcome))
            more = luck_in_wins(position, event, value, generator(1))[0]
            yield from ends(position.play(event), value, luck + more, weight * float(probability))
    else:
        seat = position.to_act[0]
        for action, probability in equilibrium(position.mask(seat)).items():
            if probability > 0:
                after = position.play(Event(seat, position.action_text(seat, action)))
                yield from ends(after, value, luck, weight * probability)


def mean(weighted):
    return sum(share * weight for share, weight in weighted)


def variance(weighted):
    return sum((share - mean(weighted)) ** 2 * weight for share, weight in weighted)
