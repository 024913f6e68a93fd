"""Polygons: take accessible pieces from a shaken box in chains of common colour or shape, complete sets, win tokens."""

from collections.abc import Mapping
from typing import Any

from ...engine.game import Game
from ...engine.options import choice, flag


def _teams_need_four(seats: int, options: Mapping[str, Any]) -> str | None:
    return "teams need 4 seats" if options["teams"] and seats != 4 else None


GAME = Game(
    id="polygons",
    rules_version=1,
    seats=(2, 4),
    package=__name__,
    options={
        "edition": choice("en", "fr-exchange", "fr-give"),
        "teams": flag(),
        "expert": flag(),
        "shape_token": choice("smallest", "any"),
    },
    table_settings={"box": choice("shaken", "dropped")},
    check_combination=_teams_need_four,
    extra_bots={"greedy": f"{__name__}.bots:Greedy"},
    characters={
        "novice": "Tilly",
        "novice-cautious": "Dot",
        "novice-bold": "Kiki",
        "amateur": "Fenn",
        "amateur-cautious": "Alma",
        "amateur-bold": "Rocco",
        "club": "Carmen",
        "club-cautious": "Edgar",
        "club-bold": "Diego",
        "expert": "Octave",
        "expert-cautious": "Celeste",
        "expert-bold": "Presto",
        "champion": "Ariane",
        "champion-cautious": "Maia",
        "champion-bold": "Cosmo",
        "master": "Vega",
        "master-cautious": "Lyra",
        "master-bold": "Rigel",
    },
    simulated={"seats": 2, "options": {}},
    daily={"options": {}, "bots": ["club"]},
    commands={"box": f"{__name__}.commands:box"},
)
