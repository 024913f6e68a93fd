"""High card, a game for tests: chance samples a whole deck, in a field and with a table setting of its own."""

from ludotheque.author import Game, choice

LEVELS = ("novice", "amateur", "club", "expert", "master")
STYLES = ("", "-cautious", "-bold")

GAME = Game(
    id="high_card",
    rules_version=1,
    seats=(2, 2),
    package=__name__,
    table_settings={"shuffle": choice("riffled", "cut")},
    hidden_information=True,
    characters={level + style: (level + style).title() for level in LEVELS for style in STYLES},
)
