"""A bot that plays the equilibrium of Kuhn poker."""

from __future__ import annotations

from ludotheque.author import Generator, MaskedState, below

from .rules import BET, CALL, CHECK, FOLD

JACK, QUEEN, KING = 1, 2, 3


class Equilibrium:
    """Harold Kuhn's solution of 1950: the first player wins -1/18 of a chip per hand, the second 1/18.

    The opener bluffs with the jack one time in three and bets the king always; the other bluffs with the jack one time
    in three, and both call a bet with the queen just often enough that a bluff does not pay.
    """

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See `Bot`."""
        card = int(masked.state.cards[masked.seat])
        third = below(rng, 3) == 0
        if CHECK in masked.legal_actions:
            return BET if card == KING or (card == JACK and third) else CHECK
        if card == QUEEN:
            # A player who has checked first calls with 2/3, being bluffed into more often; the other with 1/3.
            return CALL if third == (masked.state.said_count == 1) else FOLD
        return CALL if card == KING else FOLD
