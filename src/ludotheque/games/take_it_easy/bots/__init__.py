"""Take It Easy's bots: what ``engine.contract.BotsModule`` and the analysis ask for."""

from .evaluation import heuristic_value
from .expectation import TRIALS, candidates, trial
from .levels import WEIGHTS, WORKSPACE, choose_action, init_search, luck, search_slice, weights
from .network import MULTIPLIES

LIBRARY = (luck,)
"""Functions that only Python calls, in the native library besides those that ``BotsModule`` asks for."""

__all__ = [
    "LIBRARY",
    "MULTIPLIES",
    "TRIALS",
    "WEIGHTS",
    "WORKSPACE",
    "candidates",
    "choose_action",
    "heuristic_value",
    "init_search",
    "luck",
    "search_slice",
    "trial",
    "weights",
]
