seat = Joueur { $number }
help-app = Take It Easy, micropul et Polygons : jouer, enregistrer, rejouer, mesurer.
help-lang = Langue : en ou fr (par défaut celle du système).
help-version = Afficher la version et quitter.
help-help = Afficher cette aide et quitter.
help-install-completion = Installer la complétion pour le shell utilisé.
help-show-completion = Afficher la complétion pour le shell utilisé, pour la copier ou la modifier.
help-play = Jouer dans le terminal, seul, autour d’un clavier ou contre des robots.
help-play-game = Le jeu ; sans lui, on choisit dans une liste.
help-games = Lister les jeux avec leurs options et leurs robots.
help-record = Faire jouer des parties entières aux robots et les enregistrer.
help-replay = Vérifier un enregistrement et le montrer pas à pas.
help-simulate = Jouer beaucoup de parties au hasard à vitesse compilée et les mesurer.
help-solve = Solutions exactes, pour les jeux qui en ont.
help-box = Dessiner une aire de jeu de Polygons.
help-compile = Compiler les règles, pour que personne n’ait à attendre plus tard.
help-game = Le jeu.
help-seats = Nombre de places.
help-people = Combien de places sont tenues par des personnes à ce clavier ; les robots tiennent les autres.
help-option = Une option des règles, sous la forme nom=valeur ; peut être répétée.
help-bot = Un robot : donné une fois pour toutes les places, ou une fois par place.
help-seed = Graine du hasard : un nombre entier ; sinon une graine tirée au sort.
help-number-of-games = Nombre de parties.
help-out-dir = Dossier des enregistrements, un fichier par partie.
help-out-svg = Fichier du dessin.
help-box-kind = Sorte d’aire de jeu, pour Polygons : shaken (secouée) ou dropped (déposée).
help-json = Écrire du JSON pour des programmes.
help-threads = Nombre de fils d’exécution.
help-file = L’enregistrement ; - pour l’entrée standard.
help-perfect = Le meilleur plan de tous, prouvé, et tous ceux qui l’atteignent.
help-tiles = Le meilleur plan pour 19 cartes données, sous la forme 2-9-4,6-1-3,…
panel-default = [par défaut : { $value }]
panel-required = [obligatoire]
panel-try = Pour de l’aide : { $command }.
panel-arguments = Arguments
panel-options = Options
panel-commands = Commandes
panel-error = Erreur
error-no-file = Il n’y a pas de fichier { $file }.
error-file = { $file } ne peut pas être lu : { $reason }
error-write = Écriture impossible : { $reason }
error-pipe = La sortie a été fermée avant que tout soit écrit.
error-stopped = Arrêté.
error-option-form = Une option s’écrit nom=valeur, et non { $text }.
error-out-needed = Plusieurs parties demandent un dossier : donnez --out.
error-bots = Donnez --bot une fois, ou une fois pour chacune des { $seats } places.
error-people = De 1 à { $seats } personnes peuvent tenir { $seats } places.
error-seed = Une graine est un nombre entier de 0 à 2^64 - 1.
error-not-offered = { $game } n’a pas de { $command }.
error-solve-which = Donnez soit --perfect, soit --tiles.
error-incident = Quelque chose s’est cassé de notre côté ; merci de le signaler avec le fichier { $file }.
games-seats = { $low } à { $high } joueurs
games-bots = Robots
seed-is = graine { $seed }
recorded = { $count ->
    [one] { $count } enregistrement écrit dans { $folder }
   *[other] { $count } enregistrements écrits dans { $folder }
}
replay-good = Un bon enregistrement de { $game } : { $events } événements.
replay-running = La partie n’est pas finie.
replay-result = Résultat : { $scores }. Gagné par { $winners } ({ $reason }).
replay-nobody = personne
reason-complete = toutes les manches sont jouées
simulated = { $games } parties, { $steps } actions en { $seconds } s : { $rate } parties par seconde ; score moyen { $score }
simulating = Parties
compiling = Compilation des règles de { $game }
compiled = Les règles sont compilées.
solved-perfect = Meilleure manche : { $maximum } points, atteints par { $boards } plans (prouvé par recherche en { $seconds } s)
solved-tiles = Meilleur score avec ces cartes : { $optimum } (prouvé)
box-written = Aire de jeu { $seed } dessinée dans { $file }
help-verify = Vérifier que le hasard était équitable dans la partie enregistrée d’une table : l’engagement, chaque tirage et ce qu’il signifie.
help-check = Rejouer toutes les tables enregistrées et signaler celles qui ne se rejouent pas.
help-backup = Copier la base de données dans un fichier, même pendant qu’elle est en service.
help-backup-file = Fichier de la copie : une base SQLite utilisable telle quelle.
help-database = La base de données : un fichier SQLite ou postgresql://… (par défaut le fichier de votre dossier de données).
verify-finding = Ligne { $line } : { $reason } ({ $code })
verify-good = Équitable : l’engagement est juste, { $picks ->
    [one] le tirage aussi.
   *[other] les { $picks } tirages aussi.
}
verify-sampled = { $count ->
    [one] Une aire de jeu, refaite d’après son tirage, est identique.
   *[other] { $count } aires de jeu, refaites d’après leurs tirages, sont identiques.
}
verify-chosen = { $count ->
    [one] Une chose a été choisie par la table et non tirée, comme le dit l’en-tête.
   *[other] { $count } choses ont été choisies par la table et non tirées, comme le dit l’en-tête.
}
verify-wrong = Rien ne prouve que cette partie était équitable.
check-trouble = Table { $table }, entrée { $entry } : { $reason } ({ $code })
checked = { $count ->
    [one] Une table rejouée,
   *[other] { $count } tables rejouées,
} { $wrong ->
    [0] tout est en ordre.
    [one] une ne se rejoue pas.
   *[other] { $wrong } ne se rejouent pas.
}
backed-up = La base de données est copiée dans { $file }
play-choose = Quel jeu ?
play-number = numéro
play-table = { $people ->
    [one] { $people } personne
   *[other] { $people } personnes
} pour { $seats } { $seats ->
    [one] place
   *[other] places
}. Tapez ? pour l’aide et les règles, q pour quitter.
play-your-turn = { $player }, à vous.
play-prompt = action
play-pass-device = Au tour de { $player } : prenez le clavier et appuyez sur Entrée. Les autres regardent ailleurs.
play-continue = Appuyez sur Entrée pour continuer.
play-bot-did = { $player } (robot) : { $action }
play-bot-chose = { $player } (robot) a choisi.
play-list = { $count ->
    [one] Une action permise :
   *[other] { $count } actions permises :
}
play-list-more = … et encore { $count } : tapez le début d’une action pour réduire la liste.
play-refused = Impossible : { $reason } ({ $code })
play-unclear = { $text } peut vouloir dire { $count } actions ; tapez-en plus, ou l pour la liste.
play-unknown = Il n’y a pas d’action { $text }. Tapez l pour la liste, ? pour l’aide.
play-help =
    l liste les actions permises ; tapez-en une, son numéro (#3), ou assez de sa fin pour qu’elle soit claire.
    s montre la feuille de score. q quitte la partie. ? montre ceci.
play-over = La partie est finie.
play-won = { $count ->
    [one] { $players } gagne.
   *[other] { $players } se partagent la victoire.
}
play-nobody-won = Personne ne gagne.
play-score = { $player } : { $score }
play-solo-score = Votre score : { $score }
play-best-new = Nouveau record personnel !
play-best = Votre record : { $score }
play-left = La partie a été quittée avant la fin.
play-no-input = Il n’y a plus rien à lire ; la partie s’arrête ici.
play-rules = Règles
help-serve = Ouvrir des tables : humains et robots jouent ensemble, dans le navigateur ou par programme.
help-serve-host = Adresse d'écoute ; sans elle, cet ordinateur seulement.
help-serve-port = Port d'écoute ; 0 pour un port libre.
help-public-url = L'adresse que tapent les joueurs, pour un serveur derrière un mandataire.
help-lan = Ouvrir le serveur au réseau local, et montrer son adresse et un code QR pour les téléphones dans la même pièce.
serving = À l'écoute sur { $address }
serving-lan = À l'écoute sur { $address } pour tout le réseau local
error-listen = Impossible d'écouter sur { $address } : adresse occupée, ou qui n'est pas à cet ordinateur.
phrase-hello = Bonjour !
phrase-good-luck = Bonne chance !
phrase-well-played = Bien joué !
phrase-thanks = Merci !
phrase-oops = Oups !
phrase-thinking = Je réfléchis …
phrase-hurry = À toi !
phrase-sorry = Pardon !
phrase-good-game = Belle partie !
phrase-again = Encore une ?
phrase-smile = 🙂
phrase-laugh = 😄
phrase-wow = 😮
phrase-sad = 😢
phrase-heart = ❤️
phrase-applause = 👏
