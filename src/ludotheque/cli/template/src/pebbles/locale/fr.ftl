game-name = Pebbles
game-tagline = Prenez un, deux ou trois cailloux ; qui prend le dernier gagne.
game-minutes = 2
game-credits = Un vieux jeu aux noms nombreux.
game-rules =
    Prenez un, deux ou trois cailloux du tas. Qui prend le dernier gagne.
    Tapez combien (2), ou l’action entière (take 2).
option-stones = cailloux dans le tas
reason-complete = le tas est vide
refused-too-few-stones = Il ne reste pas autant de cailloux.
view-pile = Cailloux dans le tas
view-moves = Coups joués
action-take = Prendre { $count }
