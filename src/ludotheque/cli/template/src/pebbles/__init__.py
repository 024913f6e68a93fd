"""Pebbles: take one, two or three stones from the pile; whoever takes the last one wins."""

from ludotheque.author import Game, whole

GAME = Game(
    id="pebbles",
    rules_version=1,
    seats=(2, 4),
    package=__name__,
    options={"stones": whole(21, 1, 60)},
    extra_bots={"trials": "ludotheque.author:Trials"},
)
