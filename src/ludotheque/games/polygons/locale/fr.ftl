game-name = Polygons
game-minutes = 20
game-tagline = Prenez dans la boîte des chaînes de polygones assortis ; les séries complètes rapportent des jetons.
game-credits = Polygons : notre exemplaire des règles ne nomme ni auteur ni éditeur.
game-rules =
    À votre tour, prenez de un à quatre polygones accessibles de la boîte : ceux qu’aucun autre ne recouvre.
    Chacun doit avoir la couleur ou la forme de celui que vous venez de prendre.
    La prise rejoint ensuite votre collection, et toute série complète doit être validée.
    Une série réunit quatre formes d’une couleur, ou quatre couleurs d’une forme.
    Une série de couleur rapporte le jeton du dessus de la pile de sa couleur, une série de forme celui de la pile la plus basse.
    Une fois par tour, vous pouvez utiliser un de vos jetons Pouvoir ; chaque jeton gardé vaut 1 point.
    Chaque polygone qui reste dans votre collection coûte 1 point.
    Quand il n’y a plus de jetons Score ou que la boîte est vide, on finit le tour de table et le plus grand score gagne.
    Tapez take 17, stop, validate colour green, steal 42, discard 17, exchange 17 42, end ; ou un numéro de la liste.
game-rules-teams =
    Variante : les partenaires se font face. Avec gift, vous finissez votre prise et donnez son dernier polygone à votre partenaire.
    Les deux scores d’une équipe s’additionnent.
game-rules-expert =
    Variante : il n’y a pas de jetons Pouvoir. Deux polygones identiques pris l’un après l’autre donnent un pouvoir, à utiliser aussitôt.
option-edition = édition de la règle ; dans la dernière, le premier pouvoir donne un polygone au lieu de l’échanger
option-teams = deux contre deux, quatre places
option-expert = les pouvoirs viennent des paires de polygones identiques
option-shape-token = pile dont vient le jeton d’une série de forme
reason-tokens = tous les jetons Score ont été gagnés
reason-box = la boîte est vide
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
polygons-no-box = On secoue la boîte.
polygons-box = { $left ->
    [one] Boîte : { $left } polygone, { $accessible } accessible(s) (leurs numéros), { $covered } recouvert(s) (+)
   *[other] Boîte : { $left } polygones, { $accessible } accessible(s) (leurs numéros), { $covered } recouvert(s) (+)
}
polygons-unseen = { $count ->
    [one] { $count } polygone invisible :
   *[other] { $count } polygones invisibles :
}
polygons-piles = Jetons Score, en partant du dessus :
polygons-tokens = Jetons Score
polygons-face-down = { $count } face cachée
polygons-powers = Jetons Pouvoir
polygons-powers-short = Pouvoirs
polygons-chain = Prise ({ $count } sur 4) :
polygons-turn-take = Le joueur { $player } prend.
polygons-turn-after = Le joueur { $player } a pris : valider, utiliser un pouvoir ou finir.
polygons-last-round-tokens = Dernier tour de table : tous les jetons Score ont été gagnés. La prise est facultative.
polygons-last-round-box = Dernier tour de table : la boîte est vide.
polygons-power-used = Un jeton Pouvoir a été utilisé ce tour-ci.
polygons-power-earned = Deux polygones identiques : un pouvoir peut être utilisé maintenant.
polygons-sheet = Score
polygons-player = Joueur
polygons-left = Polygones restants
polygons-score = Total
polygons-team = Joueurs { $one } et { $other }
polygons-line = { $label } : { $text }
polygons-seat = { $player } (place { $seat })
option-box = sorte de boîte
value-en = règle anglaise
value-fr-exchange = règle française, échange
value-fr-give = règle française, don
value-smallest = la plus basse
value-any = n’importe laquelle
value-shaken = secouée
value-dropped = pièces déposées une à une

## La page
polygons-kind = { $shape } { $colour }
polygons-a-kind = un { $kind }
polygons-the-triangle = le triangle { $colour }
polygons-the-square = le carré { $colour }
polygons-the-pentagon = le pentagone { $colour }
polygons-the-octagon = l’octogone { $colour }
polygons-some-piece = un polygone
polygons-times = { $count ->
    [1] { $kind }
   *[other] { $count } × { $kind }
}
polygons-nothing = rien
polygons-collection = Collection
polygons-set-colour-green = la série verte
polygons-set-colour-yellow = la série jaune
polygons-set-colour-pink = la série rose
polygons-set-colour-blue = la série bleue
polygons-set-shape-triangle = la série de triangles
polygons-set-shape-square = la série de carrés
polygons-set-shape-pentagon = la série de pentagones
polygons-set-shape-octagon = la série d’octogones
polygons-link-colour = même couleur
polygons-link-shape = même forme
polygons-link-both = polygone identique
polygons-completes = { $token ->
    [0] complète { $set } (plus de jeton)
   *[other] complète { $set } (jeton { $token })
}
polygons-breaks = { $token ->
    [0] défait { $set }
   *[other] défait { $set } (jeton { $token })
}
polygons-completes-theirs = complète { $set } chez { $name }
polygons-breaks-theirs = défait { $set } chez { $name }
polygons-frees = { $count ->
    [one] libère { $count } polygone
   *[other] libère { $count } polygones
}
polygons-earns-power = une paire : donne un pouvoir
polygons-piece-fits = { $piece }. { $facts }.
polygons-on-edge = Sur la tranche.
polygons-piece-can = Peut être pris
polygons-piece-can-discard = Peut être défaussé
polygons-piece-unfit = { $piece }, libre, ne convient pas
polygons-piece-free = { $piece }, libre
polygons-piece-covered = { $count ->
    [one] { $piece }, recouvert par { $count } polygone
   *[other] { $piece }, recouvert par { $count } polygones
}
polygons-because = { $piece } : { $why }
polygons-box-label = { $left ->
    [one] La boîte, { $left } polygone
   *[other] La boîte, { $left } polygones
}
polygons-whole-box = Boîte entière
polygons-which-piece = Quel polygone ?
polygons-pile = { $left ->
    [0] { $pile } : vide
    [one] { $pile } : { $top }, le dernier jeton
   *[other] { $pile } : { $top } au-dessus, { $left } jetons
}
polygons-pile-green = Pile verte
polygons-pile-yellow = Pile jaune
polygons-pile-pink = Pile rose
polygons-pile-blue = Pile bleue
polygons-take-heading = Cette prise
polygons-of-four = { $count } sur 4
polygons-your-take = Votre prise
polygons-turn-of = { $name } prend
polygons-go-on = { $count ->
    [one] { $count } polygone pris
   *[other] { $count } polygones pris
}
polygons-then = Continuez avec du { $colour } ou un { $shape }, ou arrêtez-vous.
polygons-choose-lit = Choisissez un polygone en surbrillance.
polygons-nothing-fits = Plus rien ne convient.
polygons-keep-or-give = Gardez le dernier polygone, ou donnez-le à { $name }.
polygons-not-now = Ce n’est pas votre tour.
polygons-watching = Vous regardez.
polygons-over = La partie est finie
polygons-take = Prendre
polygons-take-this = Prendre : { $piece }
polygons-stop = S’arrêter et garder { $count }
polygons-stop-short = S’arrêter
polygons-pass = Ne rien prendre
polygons-gift = Le dernier à { $name }
polygons-end = Finir le tour
polygons-sets = Séries complètes
polygons-validate = Valider
polygons-validate-one = Valider une série
polygons-validate-why = Choisissez la série complète à valider d’abord.
polygons-set-brings = { $token ->
    [0] { $set } : plus de jeton
   *[other] { $set } : jeton { $token }
}
polygons-no-token = aucun jeton
polygons-which-pile = De quelle pile vient le jeton ?
polygons-after = Votre prise est finie
polygons-after-why = Utilisez un pouvoir ou finissez votre tour.
polygons-power-exchange = échange
polygons-power-give = don
polygons-power-steal = vol
polygons-power-discard = défausse
polygons-powers-heading = Pouvoirs, un par tour
polygons-powers-expert = Pouvoirs, pour une paire
polygons-leave-power = Annuler
polygons-pick-mine = Choisissez un de vos polygones.
polygons-pick-theirs = Choisissez un polygone d’un autre joueur.
polygons-pick-receiver = Qui le reçoit ?
polygons-pick-box = Choisissez un polygone libre de la boîte.
polygons-exchange-preview = Vous donnez votre { $mine } à { $name } contre { $theirs }.
polygons-give-preview = Vous donnez votre { $mine } à { $name }.
polygons-steal-preview = Vous volez { $theirs } à { $name }.
polygons-discard-preview = Retire { $piece } du jeu.
polygons-your-collection = Votre collection
polygons-collection-short = Collection
polygons-collection-of = Collection : { $name }
polygons-has-tokens = { $count ->
    [one] { $count } jeton
   *[other] { $count } jetons
}
polygons-has-powers = { $count ->
    [one] { $count } pouvoir
   *[other] { $count } pouvoirs
}
polygons-has-pieces = { $count ->
    [one] { $count } polygone
   *[other] { $count } polygones
}
polygons-counts = { $what } : { $points }
polygons-partner = partenaire
polygons-team-of = { $one } et { $other }
polygons-score-now = Score actuel
polygons-chip-points = { $score ->
    [one] { $score } point
   *[other] { $score } points
}
polygons-now-tokens = Jetons
polygons-now-powers = Pouvoirs
polygons-now-pieces = Polygones
polygons-your-tokens = Vos jetons
polygons-legend = Comment lire la boîte
polygons-legend-can = peut être pris ({ $count })
polygons-legend-fits = { $colour } ou { $shape } : convient ({ $count })
polygons-legend-unfit = libre, ne convient pas ({ $count })
polygons-legend-free = libre ({ $count })
polygons-legend-covered = recouvert ({ $count })
polygons-legend-unseen = entièrement caché ({ $count })
polygons-tag-left = { $left } dans la boîte
polygons-tag-last-round = Dernier tour de table
polygons-tag-teams = Équipes
polygons-tag-expert = Expert
polygons-look = voir ces jetons
polygons-looked-at = ces jetons sont montrés
polygons-turn-words = { $mine ->
    [yes] C’est votre tour.
   *[no] C’est à { $name } de jouer.
}
polygons-done-words = { $mine ->
    [yes] Votre prise est finie.
   *[no] { $name } a fini sa prise.
}
polygons-free-words = Polygones libres : { $count }
polygons-covered-words = Polygones recouverts mais visibles : { $count }
polygons-keys-arrows = flèches
polygons-keys-move = aller d’un polygone qui convient à l’autre
polygons-keys-free = aller aussi à ceux qui ne conviennent pas
polygons-keys-enter = regarder un polygone ; une seconde fois : le prendre
polygons-keys-space = espace
polygons-keys-stop = arrêter la prise ; une seconde fois : confirmer
polygons-keys-first-power = échanger, ou donner
polygons-keys-steal = voler
polygons-keys-discard = défausser
polygons-keys-zoom = agrandir, réduire (Maj + flèches : déplacer)
polygons-keys-fit = toute la boîte
polygons-keys-back = annuler ce qui n’est pas confirmé
polygons-coach-begin = { $count ->
    [one] Un seul polygone est libre. Commencez par lui.
   *[other] { $count } polygones libres : prenez-en un que d’autres peuvent suivre.
}
polygons-coach-on = { $count ->
    [one] Un polygone possible ({ $colour } ou { $shape }). Inutile, il coûte un point.
   *[other] { $count } polygones possibles ({ $colour } ou { $shape }). Un inutile coûte un point.
}
polygons-coach-stop = Plus rien ne convient : arrêtez-vous et gardez ce que vous avez.
polygons-coach-completes = { $piece } compléterait { $set }.
polygons-coach-steal = Voler { $piece } compléterait { $set }.
polygons-coach-validate = Une série est complète : validez-la pour son jeton.
doing-turn = C’est à vous de prendre
doing-after = Votre prise est finie
doing-wait = C’est à quelqu’un d’autre de jouer
doing-take = Vous prenez des polygones
doing-set = Vous avez une série complète
doing-power = Vous utilisez un pouvoir
doing-over = La partie est finie
refused-take-over = Votre prise est finie pour ce tour.
refused-not-in-box = Ce polygone n’est plus dans la boîte.
refused-box-form = La boîte n’est pas écrite comme il faut.
refused-box-kinds = La boîte ne contient pas cinq pièces de chaque sorte.
refused-box-above = La boîte se contredit sur ce qui recouvre quoi.
refused-box-cycle = Les pièces de la boîte se recouvrent en rond.
refused-box-geometry = Les pièces de la boîte ne peuvent pas tenir ainsi.
refused-box-sight = Le fichier se trompe sur ce qu’on voit dans la boîte.
refused-not-accessible = Un autre polygone le recouvre.
refused-four-taken = Quatre polygones au plus par tour.
refused-chain-broken = Il n’a ni la couleur ni la forme du dernier polygone pris.
refused-take-compulsory = Vous devez prendre un polygone ce tour-ci.
refused-nothing-taken = Vous n’avez encore rien pris.
refused-no-partner = Il n’y a pas de partenaires à cette table.
refused-take-not-over = Arrêtez d’abord votre prise.
refused-no-set = Votre collection ne contient pas cette série.
refused-set-left = Une série complète doit d’abord être validée.
refused-pile-unnamed = Plusieurs piles peuvent donner le jeton : choisissez-en une.
refused-pile-wrong = Cette pile ne donne pas de jeton pour cette série.
refused-no-such-power = Personne n’a ce pouvoir à cette table.
refused-no-power = Vous avez déjà utilisé ce pouvoir.
refused-power-used = Un pouvoir par tour : vous en avez déjà utilisé un.
refused-power-not-earned = Prenez deux polygones identiques de suite pour gagner un pouvoir.
refused-not-yours = Ce polygone n’est pas dans votre collection.
refused-not-theirs = Ce polygone n’appartient pas à un autre joueur.
refused-no-such-piece = Ce polygone n’existe pas.
refused-no-target = Il n’y a rien sur quoi l’utiliser.

## Ce qui s’est passé : un message par effet, sans son sujet, et les phrases qui les réunissent

polygons-told = { $mine ->
    [yes] Vous avez
   *[no] { $name } a
} { $acts }.
polygons-told-first = { $mine ->
    [yes] Vous avez { $first } : avez
   *[no] { $name } a { $first } : a
} { $acts }.
polygons-began = commencé
polygons-took = pris { $how ->
    [colour] { $count ->
        [2] deux
        [3] trois
       *[other] quatre
    } polygones { $colour ->
        [green] verts
        [yellow] jaunes
        [pink] roses
       *[blue] bleus
    }
    [shape] { $count ->
        [2] deux
        [3] trois
       *[other] quatre
    } { $shape ->
        [triangle] triangles
        [square] carrés
        [pentagon] pentagones
       *[octagon] octogones
    }
    [many] { $count ->
        [3] trois
       *[other] quatre
    } polygones
   *[each] { $pieces }
}
polygons-power = { $became ->
    [earned] gagné un pouvoir
   *[lapsed] laissé passer ce pouvoir
}
polygons-take-ended = { $count ->
    [0] joué sans rien prendre
   *[other] fini de prendre
}
polygons-gifted = { $whom ->
    [me] ajouté le dernier polygone à votre collection
   *[other] donné le dernier polygone à { $other }
}
polygons-exchanged = échangé { $gone } contre { $whom ->
    [me] votre { $kind }
   *[other] un { $kind } avec { $other }
}
polygons-gave = { $whom ->
    [me] ajouté { $piece } à votre collection
   *[other] donné { $piece } à { $other }
}
polygons-stole = volé { $whom ->
    [me] votre { $kind }
   *[other] un { $kind } à { $other }
}
polygons-discarded = défaussé { $piece }
polygons-validated = complété { $set } ({ $token ->
    [0] plus de jeton
    [hidden] un jeton
   *[other] jeton { $token }
})
polygons-uncovered = { $count ->
    [one] { $count } polygone est apparu.
   *[other] { $count } polygones sont apparus.
}
polygons-ended = La partie est finie : { $reason }.
polygons-tie-broken = À égalité de points, on gagne avec moins de polygones restants.
polygons-no-set = { $left ->
    [0] Aucune série, donc aucun jeton.
    [one] Aucune série, donc aucun jeton ; le polygone restant coûte un point.
   *[other] Aucune série, donc aucun jeton ; chacun des { $left } polygones restants coûte un point.
}
polygons-wins-token = { $token ->
    [0] Ne rapporte rien : plus de jeton pour cette série.
   *[other] Rapporte un jeton de { $token }.
}

## The introduction

lesson-1 = Vous pouvez prendre tout polygone que rien ne recouvre : ils sont en surbrillance. Commencez par le pentagone rose.
lesson-1-hint = Ce polygone est libre aussi. Ici, commencez par le pentagone rose.
lesson-2 = On continue avec un polygone de la couleur ou de la forme du dernier. Prenez le carré rose : même couleur.
lesson-2-hint = Il pourrait suivre aussi. Ici, prenez le carré rose.
lesson-3 = Puis le carré jaune : même forme. Ce qu’il était seul à recouvrir se libère aussitôt.
lesson-3-hint = Il pourrait suivre aussi. Ici, prenez le carré jaune.
lesson-4 = On prend au plus quatre polygones par tour, et au moins un. Chaque polygone qui vous reste à la fin coûte un point : arrêtez-vous là.
lesson-4-hint = Vous pourriez en prendre un de plus. Ici, arrêtez-vous.
lesson-5 = Quatre formes d’une couleur font une série, quatre couleurs d’une forme aussi. Il vous manque deux polygones roses : prenez l’octogone.
lesson-5-hint = Libre aussi. Ici, prenez l’octogone rose.
lesson-6 = Puis le triangle rose. Il complète la série.
lesson-6-hint = Pas celui-là : c’est le triangle rose qui complète la série.
lesson-7 = Une série complète sort du jeu et rapporte un jeton Score. Validez la série rose : elle rapporte le jeton du dessus de la pile rose.
lesson-7-hint = Vous pourriez utiliser un pouvoir. Ici, validez la série rose.
lesson-8 = Vous avez poursuivi la série jaune. Une fois par tour, vous pouvez utiliser un de vos jetons Pouvoir, chacun une fois par partie : volez le triangle jaune, et la série est complète.
lesson-8-hint = C’est permis. Ici, volez le triangle jaune.
lesson-9 = La série a été validée automatiquement. Il vous reste deux pouvoirs : les voici dans les deux tours suivants.
lesson-10 = Vous avez pris un carré rose, un bleu et un jaune. Le vert est sous un autre carré rose. Utilisez le pouvoir de défausse : un polygone libre sort du jeu. Défaussez le carré rose.
lesson-10-hint = C’est permis. Ici, défaussez le carré rose qui recouvre le vert.
lesson-11 = Le carré vert est libre. Prenez-le : même forme.
lesson-11-hint = C’est possible. Ici, prenez le carré vert.
lesson-12 = Les quatre carrés ont rapporté. À la série suivante, il ne manque qu’un pentagone jaune, et l’autre joueur en a un. Échangez-le contre votre carré bleu.
lesson-12-hint = C’est permis. Ici, échangez votre carré bleu contre le pentagone jaune.
lesson-13 = La série jaune est complète, et il ne vous reste rien. Quand il n’y a plus de jetons Score ou de polygones, on finit le tour de table : un pouvoir gardé vaut 1, un polygone restant coûte 1.

# Indices

polygons-look-completes = Une série peut être complétée avec un polygone de la boîte.
polygons-look-on = La chaîne peut continuer avec l’un de ceux-ci.
polygons-look-begin = Cherchez un bon premier polygone.
polygons-look-set = Une série est complète.
polygons-look-stop = Regardez ce que vous avez pris : est-ce assez ?
polygons-look-gift = Regardez ce qui servirait à votre partenaire.
polygons-look-end = Regardez ce que vous avez : il ne manque rien.
polygons-look-steal = Regardez ce qu’ont les autres.
polygons-look-discard = Regardez ce qui devrait quitter la boîte.
polygons-look-give = Regardez ce dont vous pouvez vous passer.
polygons-look-exchange = Regardez ce qu’ont les autres, et ce dont vous pouvez vous passer.
polygons-move-take = Prenez { $piece }.
polygons-move-stop = Arrêtez-vous ici.
polygons-move-gift = Donnez le dernier polygone à votre partenaire.
polygons-move-end = Terminez le tour.
polygons-move-steal = Volez { $piece }.
polygons-move-discard = Défaussez { $piece }.
polygons-move-give = Donnez { $piece } à { $name }.
polygons-move-exchange = Échangez { $mine } contre { $theirs }.
polygons-move-validate = Validez { $set }.
# Comparaisons avec les autres actions, que les effets de celle-ci ne disent pas.
polygons-why-take = C’est lui qui laisse le plus de suites possibles à cette chaîne.
polygons-why-stop = Ce que vous avez est sûr ; en prendre plus servirait surtout aux autres.
polygons-why-gift = Cela sert plus à votre partenaire qu’à vous.
polygons-why-end = Aucun pouvoir ne vaut la peine d’être utilisé maintenant.
polygons-why-steal = Cela prend un polygone dont un autre joueur a besoin.
polygons-why-discard = Cela retire ce polygone aux autres.
polygons-why-give = Cela gêne l’autre plus que vous.
polygons-why-exchange = Vous recevez le polygone qui vous manque le plus.

# La prochaine fois : ce qui a coûté le plus

next-time-misses = complétez les séries quand vous le pouvez ; { $count } fois vous en avez laissé une ouverte.
next-time-stops = continuez la chaîne ; { $count } fois vous avez fini trop tôt.
next-time-goes-on = arrêtez-vous à temps ; { $count } fois un polygone de trop vous a coûté.
next-time-power-early = gardez vos pouvoirs ; { $count } fois l’un d’eux a été utilisé trop tôt.
next-time-power-late = utilisez vos pouvoirs ; { $count } fois l’un d’eux était le meilleur coup.
next-time-frees = attention à ce que vous libérez ; { $count } fois les autres en ont profité.
mistake-misses = Laisser ouverte une série que l’on pouvait compléter
mistake-stops = Arrêter la chaîne trop tôt
mistake-goes-on = Prendre un polygone de trop
mistake-power-early = Utiliser un pouvoir trop tôt
mistake-power-late = Garder un pouvoir trop longtemps
mistake-frees = Libérer des polygones pour les autres
best-sets = Le plus de séries complétées

## Commands

command-box = Créer une boîte, en image ou en texte.
command-box-out = Fichier de l’image.
command-box-kind = Sorte de boîte : shaken (secouée) ou dropped (déposée).
command-box-text = Écrire la boîte en texte, une pièce par ligne, pour comparer des boîtes.
command-box-which = donnez --out FICHIER pour une image, --json ou --text
box-written = Boîte { $seed } dessinée dans { $file }
train-score = % de parties à deux gagnées contre greedy, avec un seul coup d’avance
daily-what = La même boîte, contre { $names }.
daily-bots = La même boîte, jouée par les robots
