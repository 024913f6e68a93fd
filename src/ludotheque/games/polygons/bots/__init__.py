"""Polygons' bots: what ``engine.contract.BotsModule`` asks for, and the greedy bot."""

from .evaluation import WEIGHTS, evaluate, is_pruned, weights
from .greedy import SCRATCH, Greedy, choose_greedily
from .levels import WORKSPACE, choose_action, init_search, rollout_policy, search_slice
from .value import TRIALS, trial

LIBRARY = (choose_greedily,)
"""Functions that only Python calls, in the native library besides those that ``BotsModule`` asks for."""
RECORDS = {"scratch": SCRATCH}
"""The dtypes of the records that they take, besides those of the contract."""

__all__ = [
    "LIBRARY",
    "RECORDS",
    "TRIALS",
    "WEIGHTS",
    "WORKSPACE",
    "Greedy",
    "choose_action",
    "evaluate",
    "init_search",
    "is_pruned",
    "rollout_policy",
    "search_slice",
    "trial",
    "weights",
]
