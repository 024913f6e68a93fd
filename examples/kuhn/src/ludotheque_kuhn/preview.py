"""What a word would cost, and what could come of it."""

from __future__ import annotations

from typing import Any

from ludotheque.author import Setup, State, copy_into, forms, rule

from . import rules

PREVIEW = forms.fields(costs=forms.number(), pot=forms.number())


@rule
def preview(setup: Setup, state: State, seat: int, action: int, into_state: State, preview: Any) -> None:
    """The chips that it puts into the pot, and the pot then."""
    copy_into(state, into_state)
    rules.step(setup, into_state, seat, action)
    preview.costs = into_state.paid[seat] - state.paid[seat]
    preview.pot = into_state.paid[0] + into_state.paid[1]
