"""micropul: two players lay tiles of black and white micropul, set off catalysts to draw tiles, claim groups."""

from ...core.game import Game, flag

GAME = Game(
    id="micropul",
    rules=1,
    seats=(1, 2),
    home=__name__,
    options={"simple_placement": flag(), "stacking_plus": flag(), "single_double": flag()},
    secret=True,
    own_bots={"greedy": "ludotheque.search.bots:Greedy"},
    characters={
        "novice": "Pip",
        "novice-cautious": "Brin",
        "novice-bold": "Zou",
        "amateur": "Linde",
        "amateur-cautious": "Tilleul",
        "amateur-bold": "Rafale",
        "club": "Iris",
        "club-cautious": "Sauge",
        "club-bold": "Fauve",
        "expert": "Corvin",
        "expert-cautious": "Hulotte",
        "expert-bold": "Milan",
        "master": "Nadir",
        "master-cautious": "Abysse",
        "master-bold": "Zénith",
    },
    simulated={"seats": 2, "options": {}},
    commands={"train": f"{__name__}.train:train"},
)
