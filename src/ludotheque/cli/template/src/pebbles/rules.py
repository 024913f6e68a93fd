"""The rules of Pebbles. The ids (R-10) are those of ``guide/reference.en.md``."""

from ludotheque.author import (
    Effects,
    Part,
    Setup,
    State,
    Verb,
    Verbs,
    effects_schema,
    record_of,
    report,
    rule,
    schema,
)

MOST = 3  # stones that may be taken at once

STATE = record_of("pile", "moves")

# An action is the number of stones taken, written "take 2".
ACTIONS = Verbs(Verb("take", 1, "{count}", (Part("count", MOST, low=1),)))

# What happens when somebody takes stones: who, how many, and how many are left.
TOOK = 0
EFFECTS = effects_schema(1, took=schema.struct(seat=schema.integer(), stones=schema.integer(), left=schema.integer()))

ILLEGAL_REASONS = ("", "not_to_act", "unknown_action", "too_few_stones")
NOT_TO_ACT, UNKNOWN_ACTION, TOO_FEW_STONES = 1, 2, 3


@rule
def begin(setup: Setup, state: State) -> None:
    """R-10: fill the pile."""
    state.pile = setup.stones


@rule
def turn(setup: Setup, state: State) -> int:
    """R-10, R-11: the seat whose turn it is."""
    return state.moves % setup.seats


@rule
def to_act(setup: Setup, state: State) -> int:
    """R-12: the seats to act, as bits; 0 once the pile is empty."""
    return 1 << turn(setup, state) if state.pile > 0 else 0


@rule
def illegal_reason(setup: Setup, state: State, seat: int, action: int) -> int:
    """R-11: why a seat may not take this many stones, as an index of ``ILLEGAL_REASONS``; 0 if it may."""
    if seat != turn(setup, state) or state.pile == 0:
        return NOT_TO_ACT
    if action < 1 or action > MOST:
        return UNKNOWN_ACTION
    return TOO_FEW_STONES if action > state.pile else 0


@rule
def apply(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """R-11: take the stones."""
    state.pile -= action
    state.moves += 1
    if effects is not None:
        took = report(effects, TOOK).took
        took.seat = seat
        took.stones = action
        took.left = state.pile


@rule
def score(setup: Setup, state: State, seat: int) -> int:
    """R-12: one point for the seat that took the last stone."""
    return 1 if state.pile == 0 and (state.moves - 1) % setup.seats == seat else 0
