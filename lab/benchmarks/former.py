"""The `master` of another checkout as a bot of the arena, to measure what a change is worth.

    export LUDOTHEQUE_FORMER=FOLDER
    ludotheque arena micropul --bot master --bot lab.benchmarks.former:Master --games 400 --ms 20

FOLDER is a checkout of another commit, set up by its `dev.py` (it needs a `.venv` of its own). Masked states are sent
to a process of that checkout, so both commits must have the same state and setup records. `--ms` limits both bots; the
arena measures no thinking time for the other process.
"""

import base64
import json
import os
import subprocess
import sys
from functools import cache


@cache
def former():
    """Return the process of the other checkout; each process of the arena has one."""
    folder = os.environ["LUDOTHEQUE_FORMER"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}  # its own packages only
    command = [f"{folder}/.venv/bin/python", "-P", __file__]
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


class Master:
    """Asks the other checkout's `master`; see the module's docstring."""

    budget_ms = 100.0

    def choose(self, masked, rng):
        """See ``ludotheque.search.bots.Bot``."""
        from ludotheque.engine.rng import word

        records = [base64.b64encode(one).decode() for one in masked.to_bytes()]
        print(
            json.dumps([masked.game.id, *records, masked.seat, self.budget_ms, int(word(rng))]),
            file=former().stdin,
            flush=True,
        )
        return json.loads(former().stdout.readline())


def answer():
    """In the other process: answer one request per line until the input ends."""
    from ludotheque import game
    from ludotheque.search.bots import bot

    try:
        from ludotheque.engine.position import MaskedState
        from ludotheque.engine.rng import generator
    except ModuleNotFoundError:  # a checkout from before 18 November 2026
        from ludotheque.core.chance import generator
        from ludotheque.core.game import Known as MaskedState

    players = {}
    for line in sys.stdin:
        name, setup, state, seat, ms, seed = json.loads(line)
        masked = MaskedState.from_bytes(game(name), base64.b64decode(setup), base64.b64decode(state), seat)
        player = players.setdefault(name, bot(masked.game, "master"))
        player.budget_ms = ms
        print(json.dumps(player.choose(masked, generator(seed))), flush=True)


if __name__ == "__main__":
    answer()
