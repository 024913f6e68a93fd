"""The rules of High card: 12 cards, four for each of two players; the higher card takes the trick.

Masking and view stand here too. A card is an action number (0 to 11), written as 1 to 12; records hold 1 + number, 0 if
the card is not known.
"""

from __future__ import annotations

from ludotheque.author import (
    CHANCE,
    UNLISTABLE,
    Generator,
    Part,
    Setup,
    State,
    Verb,
    Verbs,
    View,
    below,
    copy_into,
    record_of,
    rule,
    schema,
)

CARDS, HAND, SEATS = 12, 4, 2

SETUP = record_of("seats", deck=CARDS)  # the first four cards are the hand of seat 0, the next four that of seat 1
STATE = record_of(
    "dealt",
    "turn",
    "lead",  # 1 + the place in the deck of the card that was led; 0: none
    played=SEATS * HAND,  # whether the card at this place of the deck has been played
    tricks=SEATS,
)

ACTIONS = Verbs(Verb("play", 0, "{card}", (Part("card", CARDS, low=1),)))
OUTCOMES = Verbs(Verb("shuffle", 0))

ILLEGAL_REASONS = ("", "not_to_act", "unknown_action", "not_in_hand", "impossible_chance")
NOT_TO_ACT, UNKNOWN_ACTION, NOT_IN_HAND, IMPOSSIBLE = 1, 2, 3, 4


@rule
def to_act(setup: Setup, state: State) -> int:
    """Chance shuffles, then the seats play until all tricks are taken."""
    if state.dealt == 0:
        return CHANCE
    return 0 if state.tricks[0] + state.tricks[1] == HAND else 1 << state.turn


@rule
def place_of(setup: Setup, state: State, seat: int, action: int) -> int:
    """The place in the deck of a card in a seat's hand; -1 if it is not there."""
    for place in range(seat * HAND, (seat + 1) * HAND):
        if setup.deck[place] == 1 + action and state.played[place] == 0:
            return place
    return -1


@rule
def illegal_reason(setup: Setup, state: State, seat: int, action: int) -> int:
    """Any card of the hand may be played."""
    if seat < 0 or seat >= SEATS or to_act(setup, state) != 1 << seat:
        return NOT_TO_ACT
    if action < 0 or action >= CARDS:
        return UNKNOWN_ACTION
    return NOT_IN_HAND if place_of(setup, state, seat, action) < 0 else 0


@rule
def apply(setup: Setup, state: State, seat: int, action: int) -> None:
    """Lead, or follow: then the higher card takes the trick, and its player leads."""
    place = place_of(setup, state, seat, action)
    state.played[place] = 1
    state.turn = 1 - seat
    if state.lead == 0:
        state.lead = 1 + place
        return
    if setup.deck[place] > setup.deck[state.lead - 1]:
        state.turn = seat
    state.tricks[state.turn] += 1
    state.lead = 0


@rule
def chance_count(setup: Setup, state: State) -> int:
    """There are 12! decks."""
    return UNLISTABLE


@rule
def chance_illegal_reason(setup: Setup, state: State, outcome: int) -> int:
    """The deck is shuffled once."""
    return 0 if outcome == 0 and state.dealt == 0 else IMPOSSIBLE


@rule
def apply_chance(setup: Setup, state: State, outcome: int) -> None:
    """The deck stands in the setup already."""
    state.dealt = 1


@rule
def score(setup: Setup, state: State, seat: int) -> int:
    """One point for each trick."""
    return state.tricks[seat]


# -- Masking ----------------------------------------------------------------------------------------------------------


@rule
def mask(setup: Setup, state: State, seat: int, into_setup: Setup, into_state: State) -> None:
    """The own hand, and what has been played; everything once the game is over."""
    copy_into(setup, into_setup)
    copy_into(state, into_state)
    if to_act(setup, state) == 0:
        return
    for place in range(CARDS):
        if place >= SEATS * HAND or (place // HAND != seat and state.played[place] == 0):
            into_setup.deck[place] = 0


@rule
def determinize(setup: Setup, state: State, seat: int, rng: Generator, into_setup: Setup, into_state: State) -> None:
    """The unknown places get the cards that are missing, in random order."""
    copy_into(setup, into_setup)
    copy_into(state, into_state)
    if state.dealt == 0:
        return
    known = 0
    unknown = 0
    for place in range(CARDS):
        known |= 1 << setup.deck[place]
        unknown += setup.deck[place] == 0
    for place in range(CARDS):
        if setup.deck[place] == 0:
            skip = below(rng, unknown)
            card = 1
            while known >> card & 1 or skip > 0:
                skip -= (known >> card & 1) == 0
                card += 1
            into_setup.deck[place] = card
            known |= 1 << card
            unknown -= 1


@rule
def hides(setup: Setup, state: State, by: int, action: int, seat: int) -> bool:
    """The event of chance carries the whole deck."""
    return by < 0


@rule
def is_open(setup: Setup, state: State) -> bool:
    """In the end, the deck is shown."""
    return to_act(setup, state) == 0


@rule
def reveals(setup: Setup, before: State, after: State, seat: int) -> bool:
    """A card of the other's hand has been played."""
    seen = 0
    for place in range(SEATS * HAND):
        if place // HAND != seat:
            seen += after.played[place] - before.played[place]
    return seen != 0


# -- View -------------------------------------------------------------------------------------------------------------

VIEW = schema.struct(
    hand=schema.list_of(schema.integer(), HAND),
    lead=schema.integer_or_none(),
    tricks=schema.array(schema.integer(), SEATS),
)


@rule
def show(setup: Setup, state: State, seat: int, view: View) -> None:
    """What a seat (-1: a spectator) is shown."""
    for place in range(max(seat, 0) * HAND, (seat + 1) * HAND):
        if state.played[place] == 0:
            view.hand.items[view.hand.count] = setup.deck[place]
            view.hand.count += 1
    if state.lead != 0:
        view.lead = 1 + setup.deck[state.lead - 1]
    for other in range(SEATS):
        view.tricks[other] = state.tricks[other]
