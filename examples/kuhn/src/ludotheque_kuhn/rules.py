"""The rules of Kuhn poker. The ids (K-10) are those of ``guide/reference.en.md``."""

from __future__ import annotations

from ludotheque.author import CHANCE, Effects, Setup, State, record_of, report, rule

from . import effects as happened
from .cards import CARDS, SEATS

CHECK, BET, CALL, FOLD = range(4)
ANTE, STAKE = 1, 1
MOST_SAID = 3  # check, bet, call

SETUP = record_of("seats", "hands")
STATE = record_of(
    "hands_done",
    "dealt",  # cards dealt in this hand: 0 when it is over, and its cards stay for all to see
    "said_count",
    cards=SEATS,  # 1 + the card; 0: none, or not known
    said=MOST_SAID,  # what was said in this hand
    paid=SEATS,  # chips put into the pot of this hand
    chips=SEATS,  # chips won or lost in the hands before
)

ILLEGAL_REASONS = ("", "not_to_act", "unknown_action", "no_bet", "bet_stands", "impossible_chance")
NOT_TO_ACT, UNKNOWN_ACTION, NO_BET, BET_STANDS, IMPOSSIBLE = range(1, 6)
END_REASONS = ("complete",)


@rule
def begin(setup: Setup, state: State) -> None:
    """Nothing to do: all zeros is the first state."""


@rule
def opener(setup: Setup, state: State) -> int:
    """K-10: who speaks first in this hand, or spoke first in the one that is over."""
    return (state.hands_done - (state.dealt == 0 and state.hands_done > 0)) % SEATS


@rule
def speaker(setup: Setup, state: State) -> int:
    """K-12: whose turn it is to speak."""
    return (opener(setup, state) + state.said_count) % SEATS


@rule
def to_act(setup: Setup, state: State) -> int:
    """K-11, K-12: chance deals two cards, then the players act in turn; K-20: until all hands are played."""
    if state.dealt == SEATS:
        return 1 << speaker(setup, state)
    return 0 if state.hands_done == setup.hands else CHANCE


# -- Seats ------------------------------------------------------------------------------------------------------------


@rule
def illegal_reason(setup: Setup, state: State, seat: int, action: int) -> int:
    """K-12, K-13: check or bet as long as nobody has bet, then call or fold."""
    if seat < 0 or seat >= SEATS or state.dealt < SEATS or speaker(setup, state) != seat:
        return NOT_TO_ACT
    if action < 0 or action > FOLD:
        return UNKNOWN_ACTION
    bet_stands = state.paid[0] != state.paid[1]
    if action in (CALL, FOLD):
        return 0 if bet_stands else NO_BET
    return BET_STANDS if bet_stands else 0


@rule
def legal_count(setup: Setup, state: State, seat: int) -> int:
    """Two, always."""
    return 2


@rule
def legal_nth(setup: Setup, state: State, seat: int, k: int) -> int:
    """K-12, K-13: check and bet, or call and fold."""
    return (CALL if state.paid[0] != state.paid[1] else CHECK) + k


@rule
def step(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """K-12, K-13: say it, and put the chip into the pot if it costs one."""
    state.said[state.said_count] = action
    state.said_count += 1
    if action in (BET, CALL):
        state.paid[seat] += STAKE
    if effects is not None:
        said = report(effects, happened.SAID).said
        said.seat = seat
        said.word = action
        said.paid = STAKE if action in (BET, CALL) else 0
        said.pot = state.paid[0] + state.paid[1]


@rule
def apply(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """K-14, K-15: after a fold, a call or two checks the hand is over."""
    step(setup, state, seat, action, effects)
    if action in (FOLD, CALL) or (action == CHECK and state.said_count == SEATS):
        settle(setup, state, effects)


@rule
def won_by(setup: Setup, state: State) -> int:
    """K-14, K-15: who wins the hand that has come to its end: who has not folded, else who has the higher card."""
    if state.said[state.said_count - 1] == FOLD:
        return (opener(setup, state) + state.said_count) % SEATS  # the one who would speak next
    return 1 if state.cards[1] > state.cards[0] else 0


@rule
def settle(setup: Setup, state: State, effects: Effects | None = None) -> None:
    """K-14, K-15: the winner takes what the other has put in; both cards are turned up (K-16)."""
    winner = won_by(setup, state)
    loser = SEATS - 1 - winner
    state.chips[winner] += state.paid[loser]
    state.chips[loser] -= state.paid[loser]
    state.hands_done += 1
    state.dealt = 0
    if effects is not None:
        won = report(effects, happened.HAND_WON).hand_won
        won.seat = winner
        won.chips = state.paid[loser]
        for seat in range(SEATS):
            won.cards[seat] = state.cards[seat]


# -- Chance -----------------------------------------------------------------------------------------------------------


@rule
def in_deck(state: State, card: int) -> bool:
    """K-11: each card is there once, and all are shuffled for a new hand."""
    return state.dealt == 0 or state.cards[0] != 1 + card


@rule
def chance_count(setup: Setup, state: State) -> int:
    """K-11: each card of the deck is equally likely."""
    return len(CARDS) - state.dealt


@rule
def chance_nth(setup: Setup, state: State, pick: int) -> int:
    """The card for the next seat, as ``seat * 3 + card``."""
    card = pick
    if state.dealt == 1 and card >= state.cards[0] - 1:
        card += 1  # without the one that is dealt
    return state.dealt * len(CARDS) + card


@rule
def chance_illegal_reason(setup: Setup, state: State, outcome: int) -> int:
    """Why this card cannot be dealt now."""
    if to_act(setup, state) != CHANCE:
        return NOT_TO_ACT
    if outcome < 0 or outcome // len(CARDS) != state.dealt or not in_deck(state, outcome % len(CARDS)):
        return IMPOSSIBLE
    return 0


@rule
def apply_chance(setup: Setup, state: State, outcome: int, effects: Effects | None = None) -> None:
    """K-11: the first card of a hand gathers the cards of the last one, and both put in their ante."""
    if state.dealt == 0:
        state.said_count = 0
        for seat in range(SEATS):
            state.cards[seat] = 0
            state.paid[seat] = ANTE
        for place in range(MOST_SAID):
            state.said[place] = 0
    state.cards[state.dealt] = 1 + outcome % len(CARDS)
    if effects is not None:
        dealt = report(effects, happened.DEALT).dealt
        dealt.hand = state.hands_done + 1
        dealt.seat = state.dealt
        dealt.card = state.cards[state.dealt]
    state.dealt += 1


# -- The end ----------------------------------------------------------------------------------------------------------


@rule
def score(setup: Setup, state: State, seat: int) -> int:
    """K-20: chips won, less chips lost."""
    return state.chips[seat]


@rule
def winners(setup: Setup, state: State) -> int:
    """K-20: who has won more chips; both if they are even."""
    if state.chips[0] == state.chips[1]:
        return 3
    return 1 if state.chips[0] > state.chips[1] else 2


@rule
def end_reason(setup: Setup, state: State) -> int:
    """Always 0: all hands are played."""
    return 0
