"""Kuhn poker: three cards, one chip to bet."""

from ludotheque.author import Game, whole

GAME = Game(
    id="kuhn",
    rules_version=1,
    seats=(2, 2),
    package=__name__,
    options={"hands": whole(10, 1, 100)},
    hidden_information=True,
    extra_bots={"equilibrium": f"{__name__}.bots:Equilibrium"},
)
