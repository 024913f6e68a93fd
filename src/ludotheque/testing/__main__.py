"""Print a trace of random games, to compare compiled and interpreted rules: ``python -m ludotheque.testing``."""

import json
import sys

from ..engine.registry import game
from ..native.compiled import MODE
from . import Table, trace

name, seats, options = sys.argv[1:]
print(json.dumps({"rules": MODE, "states": trace(Table(game(name), int(seats), json.loads(options)))}))
