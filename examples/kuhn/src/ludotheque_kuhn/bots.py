"""The equilibria of Kuhn poker, and a bot that plays one."""

from __future__ import annotations

from ludotheque.author import Generator, MaskedState, below

from .rules import BET, CALL, CHECK, FOLD

JACK, QUEEN, KING = 1, 2, 3


def equilibrium(masked: MaskedState, bluffs: float = 1 / 3) -> dict[int, float]:
    """Return the probabilities of a seat's actions in one of Harold Kuhn's solutions of 1950: the opener of a hand
    loses 1/18 of a chip, whatever share of its jacks (0 to 1/3) it bluffs with.

    It then bets three times as many of its kings, and calls a bet with the queen in a third more cases than it bluffs.
    The other bluffs with one jack in three and calls with one queen in three, so that neither pays nor costs.
    """
    card, opens = int(masked.state.cards[masked.seat]), masked.state.said_count != 1
    if CHECK in masked.legal_actions:
        bets = {JACK: bluffs if opens else 1 / 3, QUEEN: 0.0, KING: 3 * bluffs if opens else 1.0}[card]
        return {CHECK: 1 - bets, BET: bets}
    calls = {JACK: 0.0, QUEEN: bluffs + 1 / 3 if opens else 1 / 3, KING: 1.0}[card]
    return {CALL: calls, FOLD: 1 - calls}


class Equilibrium:
    """Plays the equilibrium whose opener bluffs most, with one jack in three: all its probabilities are thirds."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `Bot`."""
        left = below(rng, 3)
        for action, probability in equilibrium(masked).items():
            left -= round(3 * probability)
            if left < 0:
                return action
        raise AssertionError("the probabilities add up to 1")
