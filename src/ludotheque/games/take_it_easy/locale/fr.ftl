game-name = Take It Easy
game-tagline = Tout le monde pose la même carte ; seules les lignes sans rupture comptent.
take-it-easy-where = Manche { $round } sur { $rounds }, carte { $drawn } sur 19, meneur : joueur { $caller }
take-it-easy-lines = Lignes
take-it-easy-left = gauche ╱
take-it-easy-vertical = verticale │
take-it-easy-right = droite ╲
take-it-easy-out-of-reach = ✕ rompue  ⌀ hors d’atteinte
take-it-easy-heap = { $count ->
    [one] Encore { $count } carte dans la pioche
   *[other] Encore { $count } cartes dans la pioche
}
take-it-easy-announced = { $count ->
    [one] Carte à poser :
   *[other] Cartes à poser :
}
take-it-easy-points = manche { $round }, total { $total }
take-it-easy-round-over = Feuille de score, manche { $round } sur { $rounds }
game-rules =
    Posez chaque carte annoncée sur une case libre de votre plan de jeu ; elle n’en bouge plus.
    Une carte porte trois bandes : le premier chiffre monte vers la droite, le deuxième va tout droit, le troisième monte vers la gauche.
    Une ligne ne compte que si le même chiffre la traverse d’un bord à l’autre : sa longueur fois le chiffre.
    Après 19 cartes la manche est finie. Le plus grand total de toutes les manches gagne.
    Tapez la case (c3), ou l’action entière (place 2-9-4 c3), ou son numéro dans la liste.
game-rules-adjacent = Variante : chaque carte sauf la première doit en toucher une déjà posée.
game-rules-pairs = Variante : deux cartes sont annoncées à la fois ; posez-les dans l’ordre que vous voulez.
option-rounds = manches d’une partie
option-adjacent = chaque carte en touche une autre
option-pairs = deux cartes à la fois
