"""Take It Easy: everyone lays the same drawn hexagon on their own board of 19 cells; only unbroken lines score."""

from ...engine.game import Game
from ...engine.options import flag, whole

GAME = Game(
    id="take_it_easy",
    rules_version=1,
    seats=(1, 8),
    package=__name__,
    options={"rounds": whole(4, 1, 99), "adjacent": flag(), "pairs": flag()},
    hidden_information=True,
    pause_field="round_over",
    extra_bots={"greedy": "ludotheque.search.bots:Greedy"},
    characters={
        "novice": "Mica",
        "novice-cautious": "Perle",
        "novice-bold": "Ruby",
        "amateur": "Sol",
        "amateur-cautious": "Opale",
        "amateur-bold": "Topaz",
        "club": "Aster",
        "club-cautious": "Agate",
        "club-bold": "Jasper",
        "expert": "Ondine",
        "expert-cautious": "Selene",
        "expert-bold": "Azur",
        "master": "Basalt",
        "master-cautious": "Granit",
        "master-bold": "Silex",
    },
    simulated={"seats": 1, "options": {"rounds": 1}},
    daily={"options": {"rounds": 1}, "bots": []},
    commands={name: f"{__name__}.commands:{name}" for name in ("solve", "ceiling", "bound")},
    extras={"hindsight": f"{__name__}.ceiling:in_hindsight"},
    library=(f"{__name__}.solver", f"{__name__}.ceiling"),
)
