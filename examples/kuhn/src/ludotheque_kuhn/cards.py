"""The cards, and what players say."""

CARDS = ("J", "Q", "K")
SAYINGS = ("check", "bet", "call", "fold")
SEATS = 2
