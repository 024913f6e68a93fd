"""micropul's bots: what ``engine.contract.BotsModule`` asks for."""

from .evaluation import WEIGHTS, evaluate, heuristic_value, weights, whole
from .levels import WORKSPACE, choose_action, init_search, search_slice

__all__ = [
    "WEIGHTS",
    "WORKSPACE",
    "choose_action",
    "evaluate",
    "heuristic_value",
    "init_search",
    "search_slice",
    "weights",
    "whole",
]
