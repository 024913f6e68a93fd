game-name = Poker de Kuhn
game-minutes = 3
game-tagline = Trois cartes, un jeton à miser et toutes les raisons de bluffer.
game-credits = Le poker de Kuhn a été inventé et résolu par Harold W. Kuhn en 1950.
game-rules =
    À chaque main, les deux joueurs mettent un jeton au pot et reçoivent une de trois cartes : valet, dame, roi.
    Le premier à parler passe ou mise un jeton ; après une mise, l’autre suit d’un jeton ou se couche.
    Après un refus de miser, l’autre peut miser à son tour. Qui ne s’est pas couché et a la plus haute carte prend le pot.
    Puis les deux cartes sont retournées et l’autre parle en premier. Qui a gagné le plus de jetons à la fin l’emporte.
option-hands = mains par partie
kuhn-where = Main { $hand } sur { $hands }, { $pot ->
    [one] { $pot } jeton
   *[other] { $pot } jetons
} au pot
kuhn-card = { $card ->
    [J] valet
    [Q] dame
   *[K] roi
}
kuhn-face-down = face cachée
kuhn-no-card = pas de carte
kuhn-chips = { $chips ->
    [one] { $chips } jeton
   *[other] { $chips } jetons
}
kuhn-said-check = passe
kuhn-said-bet = mise
kuhn-said-call = suit
kuhn-said-fold = se couche
kuhn-won = Le joueur { $seat } gagne { $chips ->
    [one] { $chips } jeton
   *[other] { $chips } jetons
}.
refused-no-bet = Personne n’a misé : passez ou misez.
refused-bet-stands = Il y a une mise : suivez ou couchez-vous.
