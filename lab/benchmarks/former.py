"""The `master` of another checkout, to measure what a change is worth: it is asked in a process of its own.

    export LUDOTHEQUE_FORMER=FOLDER
    ludotheque arena micropul --bot master --bot lab.benchmarks.former:Master --games 400 --ms 20

FOLDER is a checkout of another commit, set up by its `dev.py`. Both editions must have the same records, for these are
what is handed over. The arena does not see how long the other process thinks; `--ms` holds for both.
"""

import base64
import json
import os
import subprocess
import sys
from functools import cache


@cache
def former():
    """The other process, one for each of the arena's."""
    folder = os.environ["LUDOTHEQUE_FORMER"]
    command = [f"{folder}/.venv/bin/python", __file__]
    return subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


class Master:
    """See the head of this module."""

    budget_ms = 100.0

    def choose(self, masked, rng):
        """See ``ludotheque.search.bots.Bot``."""
        from ludotheque.engine.rng import word

        records = [base64.b64encode(one).decode() for one in masked.to_bytes()]
        print(
            json.dumps([masked.game.id, *records, masked.seat, self.budget_ms, word(rng)]),
            file=former().stdin,
            flush=True,
        )
        return json.loads(former().stdout.readline())


def answer():
    """The other process: choose, until nobody asks any more."""
    from ludotheque import game

    try:
        from ludotheque.engine.position import MaskedState
        from ludotheque.engine.rng import generator
    except ModuleNotFoundError:  # a checkout from before 19 November 2026
        from ludotheque.core.chance import generator
        from ludotheque.core.game import MaskedState
    from ludotheque.search.bots import bot

    players = {}
    for line in sys.stdin:
        name, setup, state, seat, ms, seed = json.loads(line)
        masked = MaskedState.from_bytes(game(name), base64.b64decode(setup), base64.b64decode(state), seat)
        player = players.setdefault(name, bot(masked.game, "master"))
        player.budget_ms = ms
        print(json.dumps(player.choose(masked, generator(seed))), flush=True)


if __name__ == "__main__":
    answer()
