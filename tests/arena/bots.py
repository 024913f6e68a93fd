"""Custom bots, good and bad, as the arena loads them: ``tests.arena.bots:Name``."""

import os
import sys
import time

SEEN: list[tuple[str, str]] = []
"""What `Follows` was shown: its seat and the tile."""


class Follows:
    """Lays each tile on its first free cell, and remembers what it saw. It reads views."""

    def choose(self, view, legal, rng):
        SEEN.append((str(view["seat"]), legal[0].split()[1]))
        return legal[0]


class Last:
    """Plays the last legal action. It reads masked states and takes a budget."""

    budget_ms = 5

    def choose(self, masked, rng):
        assert self.budget_ms == 70
        return masked.legal_actions[-1]


class Choosy:
    """Reads views and has another parameter with a default."""

    def choose(self, view, legal, rng, *, taste=0):
        return legal[taste]


class Hurried:
    """Reports every search as cut by time."""

    cut = True

    def choose(self, view, legal, rng):
        return legal[0]


class NoSuchText:
    def choose(self, view, legal, rng):
        return "place nothing nowhere"


class NoSuchNumber:
    def choose(self, masked, rng):
        return 10**30


class Breaks:
    def choose(self, masked, rng):
        raise ZeroDivisionError("on purpose")


class Leaves:
    def choose(self, masked, rng):
        sys.exit("goodbye")


class CannotBeMade:
    def __init__(self):
        raise OSError("no weights")

    def choose(self, masked, rng):
        raise AssertionError("never asked")


class Late:
    def choose(self, masked, rng):
        time.sleep(1.2)  # longer than the limit of the match
        return masked.legal_actions[0]


class TakesItsProcessAlong:
    def choose(self, masked, rng):
        os._exit(7)


class NeverAnswers:
    def choose(self, masked, rng):
        print("asked", flush=True)
        while True:
            pass
