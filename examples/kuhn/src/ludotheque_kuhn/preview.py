"""What a word would cost, and the pot then: what the rules report when it is said."""

from __future__ import annotations

from ludotheque.author import Effects, Preview, Setup, State, clear, copy_into, rule, schema

from . import rules

PREVIEW = schema.struct(costs=schema.integer(), pot=schema.integer())


@rule
def preview(
    setup: Setup, state: State, seat: int, action: int, into_state: State, preview: Preview, effects: Effects
) -> None:
    """The chips that it puts into the pot, and the pot then."""
    copy_into(state, into_state)
    clear(effects)
    rules.step(setup, into_state, seat, action, effects)
    said = effects.items[0].said
    preview.costs = said.paid
    preview.pot = said.pot
