game-name = micropul
game-tagline = Posez des tuiles, activez des catalyseurs pour en piocher, fermez vos groupes.
micropul-tile = tuile { $tile }
micropul-ways = { $count ->
    [0] ne va nulle part
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
reason-core = la dernière tuile du noyau est piochée
reason-out_of_tiles = un joueur n’a plus de tuile
reason-blocked = plus personne ne peut rien faire
game-rules =
    Un tour est une seule action : poser une tuile de votre main, prendre une tuile de votre réserve en main (6 au plus), ou mettre une pierre sur un groupe.
    Une tuile doit s’attacher : un de ses micropuls fait face à un micropul de même couleur (règle 1), aucun ne fait face à l’autre couleur (règle 2).
    Un catalyseur qui vient à faire face à un micropul d’une autre tuile s’active : 1 ou 2 tuiles passent du noyau à votre réserve, + donne un tour de plus.
    Une pierre revendique un groupe qui n’en porte pas. Un groupe fermé avec votre seule pierre vaut 1 par micropul ; une tuile en réserve 2, en main 1.
    La dernière tuile du noyau termine la partie. Qui pose et n’a plus aucune tuile a perdu.
    Tapez lay 33 r1 2,-1 (tuile 33, un quart de tour à droite, en x 2, y -1), take, ou stone 2,-1 bl ; lay 33 seul montre où la tuile 33 peut aller.
game-rules-simple-placement = Variante : une tuile doit seulement en toucher une autre sans heurt de couleur ; la règle 1 tombe.
game-rules-stacking-plus = Variante : chaque + d’une pose donne son propre tour.
game-rules-single-double = Variante : un double ne donne 2 tuiles que si deux micropuls le touchent à la fois.
option-simple-placement = il suffit de toucher une tuile, sans heurt de couleur
option-stacking-plus = chaque plus donne son propre tour
option-single-double = un double veut deux contacts pour donner 2
