game-name = Polygons
game-tagline = Des chaînes d’une couleur ou d’une forme prises dans l’aire de jeu ; les séries complètes rapportent des jetons.
game-rules =
    À votre tour, prenez de un à quatre polygones accessibles de l’aire de jeu : ceux qu’aucun autre ne recouvre.
    Chacun doit avoir la couleur ou la forme de celui que vous venez de prendre.
    La prise rejoint ensuite votre collection, et toute série complète doit être validée.
    Une série réunit quatre formes d’une couleur, ou quatre couleurs d’une forme.
    Une série de couleur rapporte le jeton du dessus de la pile de sa couleur, une série de forme celui de la pile la plus basse.
    Une fois par tour, vous pouvez utiliser un de vos jetons Pouvoir ; chaque jeton gardé vaut 1 point.
    Chaque polygone qui reste dans votre collection coûte 1 point.
    Quand il n’y a plus de jetons Score ou que l’aire de jeu est vide, on finit le tour de table et le plus grand score gagne.
    Tapez take 17, stop, validate colour green, steal 42, discard 17, exchange 17 42, end ; ou un numéro de la liste.
game-rules-teams =
    Variante : les coéquipiers se font face. Avec gift, vous finissez votre prise et donnez son dernier polygone à votre coéquipier.
    Les deux scores d’une équipe s’ajoutent.
game-rules-expert =
    Variante : il n’y a pas de jetons Pouvoir. Deux polygones identiques pris l’un après l’autre donnent un pouvoir, à utiliser aussitôt.
option-edition = édition : dans fr-give, le premier pouvoir donne un polygone au lieu de l’échanger
option-teams = deux contre deux, quatre places
option-expert = les pouvoirs viennent des paires de polygones identiques
option-shape-token = la pile qui paie une série de forme : la plus basse (smallest), ou au choix (any)
reason-tokens = tous les jetons Score sont gagnés
reason-box = l’aire de jeu est vide
polygons-triangle = triangle
polygons-square = carré
polygons-pentagon = pentagone
polygons-octagon = octogone
polygons-green = vert
polygons-yellow = jaune
polygons-pink = rose
polygons-blue = bleu
polygons-piece = { $shape } { $colour } { $id }
polygons-kind-count = { $count } { $shape } { $colour }
polygons-exchange = échanger
polygons-give = donner
polygons-steal = voler
polygons-discard = défausser
polygons-no-box = On secoue l’aire de jeu.
polygons-box = { $left ->
    [one] Aire de jeu : { $left } polygone, { $accessible } accessible(s) (leurs numéros), { $covered } recouvert(s) (+)
   *[other] Aire de jeu : { $left } polygones, { $accessible } accessible(s) (leurs numéros), { $covered } recouvert(s) (+)
}
polygons-unseen = { $count ->
    [one] { $count } polygone invisible :
   *[other] { $count } polygones invisibles :
}
polygons-piles = Jetons Score, du dessus :
polygons-tokens = Jetons Score
polygons-face-down = { $count } face cachée
polygons-powers = Jetons Pouvoir
polygons-chain = Prise ({ $count } sur 4) :
polygons-turn-take = Le joueur { $player } prend.
polygons-turn-after = Le joueur { $player } a pris : valider, utiliser un pouvoir ou finir.
polygons-last-round-tokens = Dernier tour de table : tous les jetons Score sont gagnés. La prise est facultative.
polygons-last-round-box = Dernier tour de table : l’aire de jeu est vide.
polygons-power-used = Un jeton Pouvoir a été utilisé ce tour-ci.
polygons-power-earned = Deux polygones identiques : un pouvoir peut être utilisé maintenant.
polygons-sheet = Score
polygons-player = Joueur
polygons-left = Polygones restants
polygons-score = Total
polygons-team = Joueurs { $one } et { $other }
polygons-line = { $label } : { $text }
polygons-seat = { $player } (place { $seat })
