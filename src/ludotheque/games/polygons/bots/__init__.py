"""Polygons' bots: what ``engine.contract.BotsModule`` asks for, and the greedy bot."""

from .evaluation import WEIGHTS, evaluate, is_pruned, weights
from .greedy import Greedy
from .levels import WORKSPACE, choose_action, init_search, rollout_policy, search_slice, tune

__all__ = [
    "WEIGHTS",
    "WORKSPACE",
    "Greedy",
    "choose_action",
    "evaluate",
    "init_search",
    "is_pruned",
    "rollout_policy",
    "search_slice",
    "tune",
    "weights",
]
