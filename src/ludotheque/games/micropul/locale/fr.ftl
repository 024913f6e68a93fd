game-name = micropul
game-minutes = 25
game-tagline = Posez des tuiles, activez des catalyseurs pour en piocher, fermez vos groupes.
game-credits = micropul a été inventé par Jean-François Lassonde, qui l’a publié lui-même en 2004, à imprimer chez soi.
micropul-tile = tuile { $tile }
micropul-ways = { $count ->
    [0] aucune place possible
    [one] { $count } façon
   *[other] { $count } façons
}
micropul-hand = main
micropul-supply = réserve
micropul-stones = pierres
micropul-score = score
micropul-groups-points = groupes
micropul-supply-points = réserve × 2
micropul-hand-points = main × 1
micropul-open = ouvert
micropul-closed = fermé
micropul-spoilt = ne vaut rien
micropul-core = { $count ->
    [one] Noyau : { $count } tuile
   *[other] Noyau : { $count } tuiles
}
micropul-owed = Tours à jouer avant l’autre joueur : { $count }
micropul-groups = { $count ->
    [one] { $count } groupe
   *[other] { $count } groupes
}
micropul-your-hand = { $count ->
    [0] Votre main est vide
   *[other] Votre main
}
micropul-legend = ○ blanc  ● noir  1 2 + catalyseurs  · coin vide ou place libre  ¹ ² pierres  a-f tuiles de votre main qui conviennent
micropul-rank = Rang : { $rank }
micropul-rank-beginner = débutant
micropul-rank-normal = normal
micropul-rank-advanced = avancé
micropul-rank-expert = expert
micropul-rank-master = maître
reason-core = la dernière tuile du noyau a été piochée
reason-out_of_tiles = un joueur n’a plus de tuile
reason-blocked = plus aucun coup n’est possible
game-rules =
    Un tour, c’est une seule action : poser une tuile de votre main, prendre une tuile dans votre réserve (6 en main au plus), ou poser une pierre sur un groupe.
    Une tuile doit se raccorder : un de ses micropuls fait face à un micropul de même couleur (règle 1), aucun ne fait face à l’autre couleur (règle 2).
    Un catalyseur qui vient faire face à un micropul d’une autre tuile s’active : 1 ou 2 tuiles passent du noyau à votre réserve, + donne un tour de plus.
    Une pierre revendique un groupe qui n’en a pas. Un groupe fermé avec votre seule pierre vaut 1 par micropul ; une tuile en réserve 2, en main 1.
    La dernière tuile du noyau termine la partie. Si vous posez et n’avez plus aucune tuile, vous perdez.
    Tapez lay 33 r1 2,-1 (tuile 33, un quart de tour à droite, en x 2, y -1), take, ou stone 2,-1 bl ; lay 33 seul montre où la tuile 33 peut aller.
game-rules-simple-placement = Variante : il suffit qu’une tuile en touche une autre sans heurt de couleur ; la règle 1 ne s’applique pas.
game-rules-stacking-plus = Variante : chaque + activé par une pose donne son propre tour de plus.
game-rules-single-double = Variante : un double ne donne 2 tuiles que si deux micropuls le touchent à la fois.
option-simple-placement = il suffit de toucher une tuile, sans heurt de couleur
option-stacking-plus = chaque plus donne son propre tour
option-single-double = un double demande deux contacts pour donner 2

### La page

micropul-left = { $count } à gauche
micropul-right = { $count } à droite
micropul-up = { $count } en haut
micropul-down = { $count } en bas
micropul-start = tuile de départ
micropul-white = blanc
micropul-black = noir
micropul-single = simple
micropul-double = double
micropul-plus = plus
micropul-nothing = vide
micropul-corners = haut { $tl }, { $tr } ; bas { $bl }, { $br }
micropul-big = { $colour ->
    [white] méga micropul blanc
   *[black] méga micropul noir
}, { $centre } au milieu
micropul-hand-tile = Tuile { $number } sur { $of } : { $what }. { $ways }.
micropul-place-legal = { $where } : permis. { $brings }.
micropul-place-turned = { $where } : il faut d’abord la tourner.
micropul-place-illegal = { $where } : pas ici.
micropul-table = Table de { $count ->
    [one] { $count } tuile
   *[other] { $count } tuiles
}
micropul-group = { $colour ->
    [white] Blanc
   *[black] Noir
}, { $size }, { $open ->
    [0] fermé
    [one] ouvert sur 1 côté
   *[other] ouvert sur { $open } côtés
}
micropul-group-whose = { $group }, { $whose }
micropul-yours = à vous
micropul-free = sans pierre
micropul-claimed-groups = Groupes revendiqués
micropul-free-groups = Groupes sans pierre
micropul-no-claimed-groups = Aucune pierre posée pour l’instant.
micropul-mode = Que faire
micropul-lay = Poser
micropul-lay-what = une tuile
micropul-take = Prendre
micropul-take-what = réserve { $count }
micropul-stone = Pierre
micropul-stone-what = reste { $count }
micropul-pass = Passer
micropul-lay-here = Poser ici
micropul-lay-draws = { $count ->
    [0] Poser ici
    [one] Poser · +{ $count } tuile
   *[other] Poser · +{ $count } tuiles
}
micropul-take-tile = Prendre une tuile
micropul-place-stone = Poser une pierre
micropul-turn = Tourner
micropul-turn-to-fit = Tourner pour poser
micropul-put-back = Annuler
micropul-pick = choisir
micropul-turn-key = tourner
micropul-choose-tile = Choisissez une tuile de votre main.
micropul-hand-empty = Votre main est vide : prenez une tuile{ $stone ->
    [yes] {" "}ou posez une pierre
   *[no] {""}
}.
micropul-none-fits = Aucune tuile de votre main ne convient : prenez une tuile{ $stone ->
    [yes] {" "}ou posez une pierre
   *[no] {""}
}.
micropul-choose-place = Choisissez une place en surbrillance.
micropul-choose-turn = Il faut d’abord la tourner.
micropul-fits-nowhere = Cette tuile n’a de place nulle part.
micropul-choose-group = Choisissez un groupe sans pierre.
micropul-take-brings = Vous piochez une tuile cachée : { $hand } en main, { $supply } en réserve ensuite.
micropul-only-pass = Rien n’est possible : il faut passer.
micropul-waiting = { $replay ->
    [yes] À { $name } de jouer.
   *[no] À { $name } de jouer. Vous pouvez essayer vos tuiles en attendant.
}
micropul-watching = Vous regardez.
micropul-over = La partie est finie : { $reason }.
micropul-not-here = Pas ici.
micropul-clash = { $holds ->
    [white] Un blanc ferait face à un noir
   *[black] Un noir ferait face à un blanc
} { $side ->
    [top] en haut
    [right] à droite
    [bottom] en bas
   *[left] à gauche
}.
micropul-draws-nothing = Ne pioche rien
micropul-in-core = { $count ->
    [one] tuile dans le noyau
   *[other] tuiles dans le noyau
}
micropul-core-ends = La partie s’arrête à la dernière
micropul-if-ended = si la partie s’arrêtait là
micropul-points = points
micropul-stones-left = Pierres restantes : { $count }
micropul-small = main { $hand } · réserve { $supply }
micropul-groups-tab = Groupes
micropul-unseen = Tuiles à venir
micropul-unseen-tab = Tuiles à venir
micropul-unseen-count = { $count ->
    [one] { $count } tuile encore cachée
   *[other] { $count } tuiles encore cachées
}
micropul-unseen-show = Montrer
micropul-unseen-hide = Cacher
micropul-unseen-of = { $count } × { $what }
micropul-players = Joueurs
micropul-zoom-in = Agrandir
micropul-zoom-out = Réduire
micropul-fit = Tout montrer
micropul-player-line = { $name } : { $hand } en main, { $supply } en réserve, { $stones ->
    [one] { $stones } pierre restante
   *[other] { $stones } pierres restantes
}, { $score ->
    [one] { $score } point
   *[other] { $score } points
} si la partie s’arrêtait là.
micropul-tile-line = { $where } : { $what }.
micropul-laid-tiles = La table
micropul-tag-core = Noyau { $count }
micropul-tag-owed = { $count } tours à jouer
micropul-tag-alone = Solo
micropul-tag-simple-placement = Pose simple
micropul-tag-stacking-plus = Un tour par plus
micropul-tag-single-double = Double à deux contacts
micropul-look = entourer ces groupes
micropul-looked-at = ces groupes sont entourés
micropul-out-of-tiles = { $mine ->
    [yes] Vous n’avez plus de tuile : c’est perdu, quels que soient les points.
   *[no] { $name } n’a plus de tuile : c’est perdu, quels que soient les points.
}
micropul-why-open = { $count ->
    [one] Un groupe de { $sizes } est encore ouvert : il ne compte pas.
   *[other] Les groupes de { $sizes } sont encore ouverts : ils ne comptent pas.
}
micropul-why-spoilt = { $count ->
    [one] Il y a deux pierres dans un groupe de { $sizes } : il ne compte pour personne.
   *[other] Il y a deux pierres dans les groupes de { $sizes } : ils ne comptent pour personne.
}
micropul-why-no-stone = Seuls les groupes avec une pierre comptent.
micropul-key-pick = choisir une tuile de votre main
micropul-key-turn = la tourner (avec Maj : vers la gauche)
micropul-key-arrows = parcourir les places
micropul-key-illegal = aussi les places où elle ne convient pas, avec la raison
micropul-key-enter = aperçu, puis confirmer
micropul-key-escape = annuler l’aperçu
micropul-coach-draws = { $count ->
    [one] La tuile { $number } de votre main peut activer un catalyseur : +{ $count } tuile.
   *[other] La tuile { $number } de votre main peut activer des catalyseurs : +{ $count } tuiles.
}
micropul-coach-again = La tuile { $number } de votre main peut activer un plus : un tour de plus.
micropul-coach-claim = Un groupe { $colour ->
    [white] blanc
   *[black] noir
} de { $size } n’a pas de pierre : posez-en une pour le revendiquer.
micropul-coach-lay = Rien à activer : posez une tuile, ou prenez-en une dans votre réserve.
micropul-coach-take = { $hand ->
    [empty] Votre main est vide
   *[full] Aucune tuile ne convient
} : prenez-en une dans votre réserve.
doing-turn = C’est à vous de jouer
doing-lay = Vous tenez une tuile
doing-wakes = Votre tuile activerait un catalyseur
doing-take = Vous voulez prendre une tuile
doing-stone = Vous voulez poser une pierre
doing-group = Vous regardez un groupe
doing-over = La partie est finie
micropul-key-lay = poser une tuile
micropul-key-take = prendre une tuile
micropul-key-stone = poser une pierre ; Tab parcourt les groupes
micropul-key-zoom = agrandir, réduire
micropul-key-pan = déplacer la vue
micropul-key-fit = tout montrer
refused-no-such-tile = Cette tuile n’existe pas.
refused-tile-not-in-hand = Cette tuile n’est pas dans votre main.
refused-occupied = Il y a déjà une tuile à cet endroit.
refused-no-neighbour = Pas à côté d’une tuile.
refused-no-attachment = Aucun contact de même couleur.
refused-colour-clash = Un blanc ferait face à un noir.
refused-not-canonical = Cela s’écrit plus court.
refused-supply-empty = Votre réserve est vide.
refused-hand-full = Votre main est pleine.
refused-no-stone = Vous n’avez plus de pierre.
refused-not-micropul = Il n’y a pas de micropul à cet endroit.
refused-claimed = Ce groupe a déjà une pierre.
refused-pass-not-forced = Vous pouvez encore faire quelque chose.

## Effets : ce qui s’est passé, en propositions d’une phrase ; ou ce qu’une action apporterait ($will), en une ligne

effect-sentence = { $mine ->
    [yes] Vous avez
   *[no] { $name } a
} { $acts }.
effect-placed = { $another ->
    [yes] posé une autre tuile
   *[no] posé une tuile
} ({ $where })
effect-drew = { $will ->
    [yes] { $count ->
        [one] +{ $count } tuile
       *[other] +{ $count } tuiles
    } en réserve
   *[no] pioché { $count ->
        [one] une tuile
       *[other] { $count } tuiles
    }
}
effect-extra-turn = { $will ->
    [yes] { $count ->
        [one] Un tour de plus
       *[other] { $count } tours de plus
    }
   *[no] gagné { $count ->
        [one] un tour de plus
       *[other] { $count } tours de plus
    }
}
effect-group = { $will ->
    [yes] { $became ->
        [spoilt] Deux pierres dans un groupe : ne vaut rien
        [closed] { $whose ->
            [mine] Votre groupe { $colour } se ferme : { $size ->
                [one] { $size } point
               *[other] { $size } points
            }
            [nobody] Un groupe { $colour } se ferme : { $size }
           *[other] { $name } : groupe { $colour } fermé, { $size ->
                [one] { $size } point
               *[other] { $size } points
            }
        }
       *[grown] { $whose ->
            [mine] Votre groupe { $colour } passe à { $size }
           *[other] { $name } : groupe { $colour } à { $size }
        }
    }
   *[no] { $became ->
        [spoilt] réuni { $whose ->
            [mine] votre groupe { $colour } à un autre qui porte une pierre : il ne compte plus pour personne
           *[nobody] deux groupes { $colour }s revendiqués : ils ne comptent plus pour personne
        }
       *[closed] fermé { $whose ->
            [mine] votre groupe { $colour }
            [own] son groupe { $colour }
           *[other] le groupe { $colour } tenu par { $name }
        } ({ $size ->
            [one] { $size } point
           *[other] { $size } points
        })
    }
}
effect-claimed = { $will ->
    [yes] La pierre vous donne ce groupe { $colour } de { $size }
   *[no] revendiqué un groupe { $colour } { $open ->
        [no] fermé {""}
       *[yes] {""}
    }de { $size }
}
effect-took = pris une tuile dans { $mine ->
    [yes] votre
   *[no] sa
} réserve
effect-revealed = retourné la tuile ({ $what })
effect-passed = dû passer{ $gave_up ->
    [0] {""}
    [one] {" "}et perdu un tour
   *[other] {" "}et perdu { $gave_up } tours
}
effect-ended = { $will ->
    [yes] { $reason ->
        [core] Vide le noyau : la partie s’arrête
       *[out_of_tiles] Votre dernière tuile : vous perdez
    }
   *[no] { $reason ->
        [core] pioché la dernière tuile du noyau, ce qui termine la partie
        [out_of_tiles] perdu la partie, faute de tuile en main et en réserve
       *[blocked] terminé la partie : plus personne ne peut jouer
    }
}

## The introduction

lesson-1 = Une tuile a quatre coins. Un coin porte un micropul noir ou blanc, un catalyseur (un point, deux points ou un +), ou rien.
lesson-2 = On raccorde les tuiles couleur contre couleur, et jamais noir contre blanc. Posez la tuile sans catalyseur à droite de la tuile de départ ; tournez-la jusqu’à ce qu’elle convienne.
lesson-2-hint = Elle conviendrait là aussi. Ici, posez la tuile sans catalyseur à droite de la tuile de départ.
lesson-3 = Un catalyseur s’active quand il vient faire face à un micropul d’une autre tuile. Posez la tuile à deux catalyseurs sous celle de départ : l’un d’eux ajoute une tuile à votre réserve.
lesson-3-hint = C’est permis aussi. Ici, posez la tuile à deux catalyseurs sous celle de départ.
lesson-4 = Un + qui s’active vous fait rejouer. Posez la tuile qui porte un + à gauche de la tuile de départ, le + tourné vers elle.
lesson-4-hint = Pas tout à fait : tournez la tuile jusqu’à ce que son + soit face à la tuile de départ, et posez-la à gauche.
lesson-5 = C’est encore à vous. Les tuiles de votre réserve ne peuvent pas encore être posées : prenez-en une en main.
lesson-5-hint = C’est possible. Ici, profitez de ce tour pour prendre une tuile dans votre réserve.
lesson-6 = Des micropuls voisins d’une même couleur forment un groupe. Une pierre le revendique, et vous en avez trois : posez-en une sur le groupe noir de six.
lesson-6-hint = C’est permis aussi. Ici, posez une pierre sur le groupe noir de six.
lesson-7 = Un groupe rapporte une fois fermé, quand plus rien ne peut s’y ajouter. Comblez son dernier vide, en bas à gauche, avec la tuile à deux micropuls noirs et un blanc.
lesson-7-hint = Ici, posez la tuile à deux micropuls noirs et un blanc dans le vide en bas à gauche.
lesson-8 = Fermé : 7 points pour vous. Mais un groupe peut perdre sa valeur : avec deux pierres, il ne compte plus pour personne.
lesson-9 = L’autre joueur a revendiqué un micropul noir tout à gauche. Posez votre deuxième pierre sur le micropul noir isolé, en bas à gauche : vous allez réunir les deux.
lesson-9-hint = C’est possible. Ici, posez une pierre sur le micropul noir isolé, en bas à gauche.
lesson-10 = Réunissez les deux groupes : posez la tuile à trois micropuls noirs et un catalyseur tout à gauche, sous la nouvelle tuile.
lesson-10-hint = C’est permis aussi. Ici, posez la tuile à trois micropuls noirs et un catalyseur tout à gauche, pour réunir les deux groupes noirs.
lesson-11 = Cinq micropuls noirs qui ne valent plus rien pour personne. La dernière tuile du noyau termine la partie ; une tuile en réserve compte alors 2, en main 1. Si vous n’avez plus de tuile avant cela, vous perdez.

# Indices

micropul-look-turns = L’une de ces tuiles peut vous donner un tour de plus.
micropul-look-draws = L’une de ces tuiles peut activer un catalyseur.
micropul-look-mine = L’une de ces tuiles change un de vos groupes.
micropul-look-place = Regardez où ces tuiles conviennent.
micropul-look-stone = Un groupe pourrait être à vous.
micropul-look-take = Regardez votre réserve.
micropul-look-pass = Il n’y a qu’une chose à faire.
micropul-move-lay = Posez la tuile { $number } comme indiqué : { $where } depuis la tuile de départ.
micropul-move-stone = Une pierre sur le groupe en surbrillance{ $at ->
    [start] , sur la tuile de départ
   *[elsewhere] {" "}: { $where } depuis la tuile de départ
}.
micropul-move-take = Prenez une tuile dans votre réserve.
# Non pas des effets, mais l’état du groupe, et un conseil.
micropul-why-stone-open = { $count ->
    [one] Un côté est ouvert : fermez-le, et il compte.
   *[other] { $count } côtés sont ouverts : fermez-les, et il compte.
}
micropul-why-take = { $hand ->
    [empty] Votre main est vide, et on ne pose que ce qu’on a en main
   *[full] Aucune tuile n’apporte beaucoup : une de plus en main vous laisse plus de choix
}.

# La prochaine fois : ce qui a coûté le plus

next-time-unclaimed = prenez les groupes à temps ; { $count } fois une pierre était le meilleur coup.
next-time-claims-early = gardez vos pierres ; { $count } fois une tuile valait mieux.
next-time-takes = posez avant de prendre ; { $count } fois une tuile de votre main valait mieux.
next-time-turns = cherchez un plus à activer ; { $count } fois il aurait donné un tour de plus.
next-time-draws = activez plus de catalyseurs ; { $count } fois vous pouviez piocher davantage.
mistake-unclaimed = Laisser un groupe sans le prendre
mistake-claims-early = Poser une pierre trop tôt
mistake-takes = Prendre une tuile au lieu d’en poser une
mistake-turns = Manquer un plus : un tour de plus
mistake-draws = Manquer des catalyseurs : des tuiles en plus

## Commandes

train-score = % de parties gagnées contre greedy, avec un seul coup d’avance
daily-what = Les mêmes 48 tuiles, en solo, dans le même ordre.
daily-bots = Les mêmes tuiles, jouées par les robots
