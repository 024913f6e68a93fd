"""What a word would cost, and what could come of it."""

from __future__ import annotations

from ludotheque.author import Preview, Setup, State, copy_into, rule, schema

from . import rules

PREVIEW = schema.struct(costs=schema.integer(), pot=schema.integer())


@rule
def preview(setup: Setup, state: State, seat: int, action: int, into_state: State, preview: Preview) -> None:
    """The chips that it puts into the pot, and the pot then."""
    copy_into(state, into_state)
    rules.step(setup, into_state, seat, action)
    preview.costs = into_state.paid[seat] - state.paid[seat]
    preview.pot = into_state.paid[0] + into_state.paid[1]
