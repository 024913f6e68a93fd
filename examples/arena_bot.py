"""A bot for the arena in one file, in any language that reads and writes lines: this one chooses at random.

    ludotheque arena micropul --games 100 --bot "protocol:python examples/arena_bot.py" --bot greedy

It needs no package. For each decision it is given one line of JSON with what its seat sees (`view`), what it may do
(`legal`), the milliseconds it should think at most (`ms`, or null) and a random number below 2**32 (`random`: a bot
that takes all its chance from there plays the same game again). It answers with one line, and ends with its input.
"""

import json
import random
import sys

for line in sys.stdin:
    asked = json.loads(line)
    chance = random.Random(asked["random"])
    print(json.dumps({"do": chance.choice(asked["legal"])}), flush=True)
