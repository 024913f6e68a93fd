"""Take It Easy: everyone lays the same drawn hexagon on their own board of 19 cells; only unbroken lines score."""

from ...core.game import Game, flag, whole

GAME = Game(
    id="take_it_easy",
    rules=1,
    seats=(1, 8),
    home=__name__,
    options={"rounds": whole(4, 1, 99), "adjacent": flag(), "pairs": flag()},
    secret=True,
    own_bots={"greedy": "ludotheque.search.bots:Greedy"},
    characters={
        "novice-cautious": "Opal",
        "novice": "Mica",
        "novice-bold": "Poppy",
        "amateur-cautious": "Jade",
        "amateur": "Sol",
        "amateur-bold": "Zinnia",
        "club-cautious": "Heather",
        "club": "Aster",
        "club-bold": "Altair",
        "expert-cautious": "Slate",
        "expert": "Ondine",
        "expert-bold": "Garnet",
        "master-cautious": "Onyx",
        "master": "Basalt",
        "master-bold": "Antares",
    },
    simulated={"seats": 1, "options": {"rounds": 1}},
    commands={"solve": f"{__name__}.solve:solve", "train": f"{__name__}.train:train"},
    warm_up=(f"{__name__}.solve:warm_up", f"{__name__}.levels:warm_up"),
)
