game-name = Poker de Kuhn
game-minutes = 3
game-tagline = Trois cartes, un jeton à miser et toutes les raisons de bluffer.
game-credits = Le poker de Kuhn a été inventé et résolu par Harold W. Kuhn en 1950.
game-rules =
    À chaque main, les deux joueurs mettent un jeton au pot et reçoivent chacun une carte sur trois : valet, dame, roi.
    Le premier à parler passe ou mise un jeton ; après une mise, l’autre suit d’un jeton ou se couche.
    Si le premier passe, l’autre peut miser à son tour. Si personne ne se couche, la plus haute carte prend le pot.
    Puis les deux cartes sont retournées et l’autre joueur parle en premier. À la fin, le plus grand gain en jetons l’emporte.
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

## Pour la page
kuhn-index = { $card ->
    [J] V
    [Q] D
   *[K] R
}
kuhn-hand = Main { $hand } sur { $hands }
kuhn-pot = { $chips ->
    [one] { $chips } jeton au pot
   *[other] { $chips } jetons au pot
}
kuhn-won-so-far = { $chips ->
    [one] { $chips } jeton { $lost ->
        [yes] perdu
       *[no] gagné
    }
   *[other] { $chips } jetons { $lost ->
        [yes] perdus
       *[no] gagnés
    }
}
kuhn-costs = { $costs ->
    [0] ne coûte rien
    [one] { $costs } jeton, puis { $pot } au pot
   *[other] { $costs } jetons, puis { $pot } au pot
}
kuhn-key-first = passer ou suivre
kuhn-key-second = miser ou se coucher
action-check = Passer
action-bet = Miser
action-call = Suivre
action-fold = Se coucher
effect-dealt = { $mine ->
    [yes] { $card ->
        [J] Vous recevez le valet.
        [Q] Vous recevez la dame.
       *[K] Vous recevez le roi.
    }
   *[no] { "" }
}
effect-said = { $mine ->
    [yes] { $word ->
        [check] Vous avez passé.
        [bet] Vous avez misé.
        [call] Vous avez suivi.
       *[fold] Vous avez jeté votre carte.
    }
   *[no] { $word ->
        [check] { $name } a passé.
        [bet] { $name } a misé.
        [call] { $name } a suivi.
       *[fold] { $name } a jeté sa carte.
    }
}
effect-hand-won = { $mine ->
    [yes] Vous avez gagné
   *[no] { $name } a gagné
} { $chips ->
    [one] { $chips } jeton
   *[other] { $chips } jetons
} à la dernière main.

## Pour le plateau simple
view-hand = Main
view-hands = Mains
view-opener = Parle en premier
view-opener-is = { $name }
view-hand-over = Main terminée
view-cards = Carte
view-dealt = Cartes données
view-said = Annonces
view-paid = Au pot
view-pot = Pot
view-chips = Jetons gagnés
view-folded = A jeté sa carte
view-folded-is = { $name }
view-won = A gagné la main
view-won-is = { $name }
view-value-check = passe
view-value-bet = mise
view-value-call = suit
view-value-fold = se couche
view-value-J = valet
view-value-Q = dame
view-value-K = roi
