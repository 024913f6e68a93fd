game-name = Take It Easy
game-minutes = 10
game-tagline = Tout le monde pose la même carte ; seules les lignes intactes comptent.
game-credits = Take It Easy a été inventé par Peter Burley en 1983 ; Ravensburger et d’autres l’ont édité.
take-it-easy-where = Manche { $round } sur { $rounds }, carte { $drawn } sur 19, annoncée par le joueur { $caller }
take-it-easy-lines = Lignes
take-it-easy-left = gauche ╱
take-it-easy-vertical = verticale │
take-it-easy-right = droite ╲
take-it-easy-out-of-reach = ✕ cassée  ⌀ hors d’atteinte
take-it-easy-heap = { $count ->
    [one] Pas encore tirée : { $count } carte
   *[other] Pas encore tirées : { $count } cartes
}
take-it-easy-announced = { $count ->
    [one] Carte à poser :
   *[other] Cartes à poser :
}
take-it-easy-points = manche { $round }, total { $total }
take-it-easy-round-over = Feuille de score, manche { $round } sur { $rounds }
game-rules =
    Posez chaque carte annoncée sur une case libre de votre plateau ; elle n’en bouge plus.
    Une carte porte trois bandes : le premier chiffre monte vers la droite, le deuxième descend tout droit, le troisième monte vers la gauche.
    Une ligne ne compte que si le même chiffre la traverse d’un bord à l’autre : elle vaut ce chiffre fois sa longueur.
    Après 19 cartes, la manche est finie. Le plus grand total sur toutes les manches gagne.
    Tapez la case (c3), ou l’action entière (place 2-9-4 c3), ou son numéro dans la liste.
game-rules-adjacent = Variante : chaque carte, sauf la première, doit en toucher une déjà posée.
game-rules-pairs = Variante : les cartes sont annoncées deux par deux ; posez-les dans l’ordre que vous voulez.
option-rounds = manches par partie
option-adjacent = chaque carte en touche une autre
option-pairs = deux cartes à la fois
reason-complete = toutes les manches ont été jouées
strength-points = { $points } par manche
story-worth = Ces cartes valaient
story-cost = { $own ->
    [yes] { $count ->
        [0] Vos placements vous ont coûté
        [one] Un placement vous a coûté
       *[other] { $count } placements vous ont coûté
    }
   *[no] { $count ->
        [0] Ses placements ont coûté
        [one] Un placement a coûté
       *[other] { $count } placements ont coûté
    }
}
story-curve-points = Score attendu, carte après carte
story-points-points = { $count ->
    [one] Le placement le plus cher
   *[other] Les { $count } placements les plus chers
}
story-legend-luck = chance du tirage
story-legend-choice = { $own ->
    [yes] vos placements
   *[no] placements ({ $name })
}
story-ceiling = Le maximum avec ces cartes
story-ceiling-how = En connaissant les 19 cartes d’avance. Personne ne pouvait le jouer.
analysis-ceiling = Le maximum que permettent ces cartes, toutes connues d’avance : prouvé, mais pas un objectif. Atteint à { $share } %. Nul ne peut dépasser 193,1 points de moyenne par manche, règles de base (sûr à 99 %) ; notre meilleur bot en fait 168,5.
analysis-percentile = Des cartes plus favorables que dans { $percent } % des manches.
quick-rounds = une manche

# La page

take-it-easy-round = Manche { $round } sur { $rounds }
take-it-easy-tile = Carte { $drawn } sur 19
take-it-easy-tag-adjacent = Adjacentes
take-it-easy-tag-pairs = Par deux
take-it-easy-own-board = Votre plateau
take-it-easy-board-of = Plateau : { $name }
take-it-easy-boards = Plateaux
take-it-easy-look = Voir le plateau : { $name }
take-it-easy-back-to-mine = Mon plateau
take-it-easy-cell-free = { $cell }, libre.
take-it-easy-cell-laid = { $cell } : { $tile }.
take-it-easy-cell-closed = Pas permis maintenant.
take-it-easy-to-lay = { $count ->
    [one] Carte à poser
   *[other] Deux cartes à poser
}
take-it-easy-which-tile = Quelle carte d’abord
take-it-easy-called-by = { $own ->
    [yes] annoncée par vous
   *[no] annoncée par { $name }
}
take-it-easy-choose-cell = Choisissez une case libre, ou glissez-y la carte.
take-it-easy-choose-elsewhere = Revenez à votre plateau pour la poser.
take-it-easy-on = { $tile } en { $cell }
take-it-easy-not-on = Pas en { $cell }
take-it-easy-brief = { $state ->
    [complete] complète, +{ $points }
    [breaks] { $loses ->
        [0] casse les { $digit }
       *[other] casse les { $digit } (−{ $loses })
    }
    [dead] déjà cassée
    [out_of_reach] hors d’atteinte
   *[other] { $laid } sur { $length }
}
take-it-easy-confirm = Confirmer
take-it-easy-take-back = Annuler
take-it-easy-hint-confirm = confirmer
take-it-easy-hint-back = annuler
take-it-easy-sealed = Confirmé. Tous les plateaux seront révélés ensemble.
take-it-easy-watching = Tout le monde choisit.
take-it-easy-watching-one = { $name } choisit.
take-it-easy-choosing = choisit
take-it-easy-ready = a choisi
take-it-easy-total = total { $total }
take-it-easy-sheet = Feuille de score
take-it-easy-sheet-of = Feuille de score : { $name }
take-it-easy-sheet-short = Feuille
take-it-easy-safe = acquis
take-it-easy-points-round = dans cette manche
take-it-easy-direction-left = gauche
take-it-easy-direction-vertical = verticale
take-it-easy-direction-right = droite
take-it-easy-line-complete = { $digit } complète, { $length } cases, { $points } points
take-it-easy-line-alive = { $digit } possible, { $laid } sur { $length }
take-it-easy-line-out-of-reach = { $digit } hors d’atteinte, { $laid } sur { $length }
take-it-easy-line-open = vide, { $length } cases
take-it-easy-line-dead = cassée ({ $digits })
take-it-easy-heap-title = Pas encore tirées
take-it-easy-heap-tab = Pioche { $count }
take-it-easy-heap-list = { $count ->
    [one] Une carte pas encore tirée : { $tiles }
   *[other] { $count } cartes pas encore tirées : { $tiles }
}
take-it-easy-round-ended = La manche { $round } est finie
take-it-easy-last-round-ended = La manche est finie
take-it-easy-look-at-boards = Choisissez un nom pour voir son plateau.
take-it-easy-next-round = Manche suivante
take-it-easy-gain = { $name } +{ $points }
take-it-easy-gains = Plateaux révélés : { $gains }.
take-it-easy-no-points = Une ligne ne compte que si un même chiffre la traverse d’un bord à l’autre ; ici, toutes mêlent plusieurs chiffres.
take-it-easy-words-now = Maintenant
take-it-easy-words-choosing = { $own ->
    [yes] Vous choisissez.
   *[no] { $name } choisit.
}
take-it-easy-words-ready = { $own ->
    [yes] Vous avez choisi.
   *[no] { $name } a choisi.
}
take-it-easy-fact = { $label } : { $text }
take-it-easy-words-to-lay = À poser : { $tiles }
take-it-easy-words-board = { $name } : { $points } dans cette manche, total { $total }
take-it-easy-words-free = Cases libres : { $cells }
take-it-easy-words-empty = Aucune carte posée
take-it-easy-key-arrows = parcourir les cases
take-it-easy-key-ends = première ou dernière case libre
take-it-easy-key-cell = aller à cette case et y essayer la carte
take-it-easy-key-tile = choisir l’une des deux cartes
take-it-easy-key-enter = essayer la carte ici, puis confirmer
take-it-easy-key-escape = annuler
take-it-easy-coach-first = Toute case convient. Celles du milieu sont sur les lignes les plus longues.
take-it-easy-coach-completes = { $tile ->
    [one] En { $cell }, elle complète une ligne : +{ $points }.
   *[other] { $tile } en { $cell } complète une ligne : +{ $points }.
}
take-it-easy-coach-goes-on = { $tile ->
    [one] { $count ->
        [one] En { $cell }, elle prolonge une ligne et n’en casse aucune.
       *[other] En { $cell }, elle prolonge { $count } lignes et n’en casse aucune.
    }
   *[other] { $count ->
        [one] { $tile } en { $cell } prolonge une ligne et n’en casse aucune.
       *[other] { $tile } en { $cell } prolonge { $count } lignes et n’en casse aucune.
    }
}
take-it-easy-coach-whole = { $tile ->
    [one] En { $cell }, elle ne casse aucune ligne.
   *[other] { $tile } en { $cell } ne casse aucune ligne.
}
take-it-easy-coach-breaks = { $tile ->
    [one] { $loses ->
        [0] Elle casse une ligne partout ; en { $cell }, on n’y perd plus rien.
       *[other] Elle casse une ligne partout ; en { $cell }, c’est le moins cher (−{ $loses }).
    }
   *[other] { $loses ->
        [0] Les deux cassent une ligne ; { $tile } en { $cell } n’y perd plus rien.
       *[other] Les deux cassent une ligne ; { $tile } en { $cell } coûte le moins (−{ $loses }).
    }
}
doing-lay = Vous avez une carte à poser
doing-wait = Les autres choisissent
doing-over = La manche est finie
refused-tile-not-drawn = Vous n’avez pas cette carte à poser.
refused-no-such-tile = Cette carte n’existe pas.
refused-no-such-cell = Cette case n’existe pas.
refused-occupied = Une carte est déjà posée en { $cell }.
refused-not-adjacent = { $cell } ne touche aucune carte de votre plateau.
refused-wrong-count = Ce n’est pas le nombre de cartes à tirer maintenant.

# Ce qui s’est passé

effect-round-begun = { $rounds ->
    [1] { "" }
   *[other] Manche { $round } sur { $rounds }.
}
effect-drawn = Carte { $drawn } sur 19 : { $tiles }.
effect-placed = { $tile ->
    [none] { $name } a choisi.
   *[other] { $mine ->
        [yes] Vous avez posé { $tile } en { $cell }.
       *[no] { $name } : { $tile } en { $cell }.
    }
}
effect-line = { $will ->
    [yes] { $became ->
        [completed] complète, +{ $points }
        [continued] { $laid ->
            [1] commence une ligne, 1 sur { $length }
           *[other] encore possible, { $laid } sur { $length }
        }
        [out_of_reach] hors d’atteinte, { $laid } sur { $length }
        [broken] { $lost ->
            [0] casse une ligne de { $was }
           *[other] casse une ligne de { $was } (−{ $lost })
        }
       *[still_broken] déjà cassée
    }
    [reason] { $became ->
        [completed] Le { $digit } termine une ligne de { $length } : +{ $points }.
        [continued] { $laid ->
            [1] Le { $digit } commence une ligne de { $length }.
           *[other] Le { $digit } prolonge sa ligne : { $laid } sur { $length }.
        }
        [broken] { $lost ->
            [0] Elle casse une ligne de { $was }.
           *[other] Elle casse une ligne de { $was } (−{ $lost }).
        }
        [still_broken] Le { $digit } tombe sur une ligne déjà cassée.
       *[out_of_reach] Le { $digit } prolonge une ligne qu’on ne peut plus terminer : { $laid } sur { $length }.
    }
   *[no] { $became ->
        [completed] Une ligne de { $digit } est complète : +{ $points }.
       *[other] { "" }
    }
}
effect-round-scored = { $mine ->
    [yes] Vous avez marqué { $points } points dans cette manche, { $total } au total.
   *[no] { $name } a marqué { $points } points dans cette manche, { $total } au total.
}

## The introduction

lesson-1 = Trois bandes traversent chaque carte, chacune avec son chiffre. Ici, le 7 monte vers la droite, le 9 descend tout droit et le 8 monte vers la gauche.
lesson-2 = Posez la carte sur une case libre de votre plateau : elle y reste. Choisissez c3, au milieu, et confirmez.
lesson-2-hint = Cette case est libre aussi. Ici, essayez c3, au milieu.
lesson-3 = Une ligne reste possible tant qu’elle ne montre qu’un seul chiffre. La colonne c veut maintenant des 9 : posez cette carte en c2.
lesson-3-hint = C’est permis. Ici, posez-la en c2, juste au-dessus de l’autre 9.
lesson-4 = Tout le monde pose la même carte en même temps, chacun sur son plateau. Les choix sont révélés quand tout le monde a choisi.
lesson-5 = Il faut poser chaque carte, et celle-ci casse une ligne où qu’elle aille. Posez-la en d1 : un 1 et un 9 se rencontrent dans la colonne d, qui est perdue.
lesson-5-hint = Là aussi, une ligne se casse. Ici, posez-la en d1.
lesson-6 = Le cinquième 9 ! Posez-le en c4. Un seul chiffre d’un bord à l’autre rapporte ce chiffre pour chaque case : 5 × 9 = 45.
lesson-6-hint = La colonne c resterait inachevée. Posez la carte en c4.
lesson-7 = Seules 19 des 27 cartes sont tirées, et personne ne sait lesquelles manqueront. La pioche montre toutes celles qui peuvent encore venir.
lesson-8 = La dernière carte va sur la dernière case. Elle casse une ligne et en complète deux.
lesson-9 = La manche est finie : 178 points à 126. Quatre manches font une partie, et le plus grand total gagne.

# Indices

take-it-easy-look-completes = Une ligne peut être terminée.
take-it-easy-look-goes-on = Une ligne attend l’un de ces chiffres.
take-it-easy-look-cheap = Il faut bien casser une ligne : cherchez la moins chère.
take-it-easy-look-open = Cherchez une case qui laisse les lignes libres.
take-it-easy-against-second = { $kind ->
    [breaks] { $tile ->
        [one] Elle garde les { $digit } ; en { $cell }, elle les casserait : { $loss }.
       *[other] Elle garde les { $digit } ; { $tile } en { $cell } les casserait : { $loss }.
    }
    [unfinished] { $tile ->
        [one] En { $cell }, cette ligne resterait inachevée : { $loss }.
       *[other] Avec { $tile } en { $cell }, cette ligne resterait inachevée : { $loss }.
    }
   *[second] { $tile ->
        [one] Ensuite vient { $cell } : { $loss }.
       *[other] Ensuite vient { $tile } en { $cell } : { $loss }.
    }
}
take-it-easy-breaks-none = Aucune ligne ne se casse.

# La prochaine fois : ce qui a coûté le plus

next-time-breaks-high = gardez intactes les lignes aux chiffres élevés ; { $count } fois vous en avez cassé une qui pouvait être sauvée.
next-time-breaks = cherchez une case qui ne casse rien ; { $count } fois il y en avait une meilleure.
next-time-misses = terminez les lignes quand vous le pouvez ; { $count } fois vous en avez laissé une ouverte.
next-time-scatters = prolongez les lignes commencées ; { $count } fois vous avez commencé ailleurs.
mistake-breaks-high = Casser une ligne de grands chiffres encore possible
mistake-breaks = Casser une ligne encore possible
mistake-misses = Laisser ouverte une ligne que l’on pouvait finir
mistake-scatters = Commencer ailleurs au lieu de prolonger une ligne
best-lines = Le plus de lignes complètes
me-loss-points = Points perdus par placement

## Commands

command-solve = Trouver les meilleurs plateaux, preuve à l’appui.
command-solve-perfect = Le meilleur plateau de tous, prouvé, et tous ceux qui l’atteignent.
command-solve-tiles = Le meilleur plateau pour 19 cartes données, sous la forme 2-9-4,6-1-3,…
command-solve-which = Donnez soit --perfect, soit --tiles.
solved-perfect = Meilleure manche : { $maximum } points, atteints par { $boards } plateaux (prouvé par recherche en { $seconds } s)
solved-tiles = Meilleur score avec ces cartes : { $optimum } (prouvé)
command-ceiling = Les meilleurs plateaux que permettent les cartes d’une manche.
command-ceiling-all = Résoudre tous les jeux de cartes possibles.
command-ceiling-folder = Dossier du travail déjà fait ; une exécution arrêtée reprend de là.
command-ceiling-which = Donnez --all pour résoudre tous les jeux de cartes.
ceiling-told = { $sets } jeux de cartes ; leur plafond est de { $mean } en moyenne. Le plus bas et le plus haut, avec leurs cartes :
command-bound = Majorer le score moyen de toute stratégie.
command-bound-draws = Nombre de tirages à résoudre.
command-bound-certificate = Fichier du résultat de chaque tirage ; une exécution arrêtée reprend de là.
command-bound-penalty = Ce que coûte de voir l’avenir : tables, blend (le plus serré) ou lookahead.
command-bound-floor = Tout résultat plus bas compte pour ce nombre de points ; moins, c’est plus serré et plus lent.
command-bound-which = Donnez au moins 1 tirage, un plancher de 0 à { $most } points, et la pénalité tables, blend ou lookahead.
command-bound-jit = Cette commande compile des fonctions à elle : installez ludotheque[build] et définissez LUDOTHEQUE_RULES=jit.
bound-mismatch = { $file } n’est pas un certificat avec cette graine et ces options. Donnez celles de sa première ligne, ou un autre fichier.
bound-exact = Aucune stratégie ne dépasse { $bound } points par manche en moyenne (prouvé).
bound-sampled = Avec 99 % de confiance, aucune ne dépasse { $bound } : moyenne { $mean } ± { $error } (erreur type) sur { $draws } tirages de graine { $seed }, dont { $solved } résolus exactement.
train-score = points par manche, hors chance
daily-what = Les mêmes 19 cartes, dans le même ordre.
daily-bots = Les mêmes cartes, jouées par les robots
