game-name = Pebbles
game-tagline = Prenez un, deux ou trois cailloux ; le dernier fait gagner.
game-minutes = 2
game-credits = Un vieux jeu connu sous bien des noms.
game-rules =
    Prenez un, deux ou trois cailloux dans le tas. Prenez le dernier, et vous gagnez.
    Tapez combien (2), ou l’action entière (take 2).
option-stones = cailloux dans le tas
reason-complete = le tas est vide
refused-too-few-stones = Il ne reste pas autant de cailloux.
view-pile = Cailloux dans le tas
view-moves = Coups joués
action-take = Prendre { $count }
effect-took = { $mine ->
    [yes] Vous en avez pris { $stones }.
   *[no] { $name } en a pris { $stones }.
} Reste : { $left }.
