"""micropul: two players lay tiles of black and white micropul, set off catalysts to draw tiles, claim groups."""

from ...engine.game import Game
from ...engine.options import flag

GAME = Game(
    id="micropul",
    rules_version=1,
    seats=(1, 2),
    package=__name__,
    options={"simple_placement": flag(), "stacking_plus": flag(), "single_double": flag()},
    hidden_information=True,
    extra_bots={"greedy": "ludotheque.search.bots:Greedy"},
    characters={
        "novice": "Pip",
        "novice-cautious": "Lulu",
        "novice-bold": "Zig",
        "amateur": "Linde",
        "amateur-cautious": "Nora",
        "amateur-bold": "Bruno",
        "club": "Iris",
        "club-cautious": "Hazel",
        "club-bold": "Dahlia",
        "expert": "Corvin",
        "expert-cautious": "Merle",
        "expert-bold": "Falco",
        "master": "Nadir",
        "master-cautious": "Zenith",
        "master-bold": "Nova",
    },
    simulated={"seats": 2, "options": {}},
    daily={"options": {}, "bots": []},
)
