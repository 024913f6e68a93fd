seat = Joueur { $number }
help-app = Take It Easy, micropul et Polygons : jouer, enregistrer, rejouer, mesurer.
help-lang = Langue : en ou fr (par défaut celle du système).
help-version = Afficher la version et quitter.
help-help = Afficher cette aide et quitter.
help-install-completion = Installer la complétion pour le shell utilisé.
help-show-completion = Afficher la complétion pour le shell utilisé, pour la copier ou la modifier.
help-play = Jouer dans le terminal : en solo, à plusieurs sur un clavier ou contre des robots.
help-play-game = Le jeu ; par défaut, on choisit dans une liste.
help-games = Lister les jeux avec leurs options et leurs robots.
help-record = Faire jouer des parties entières à des robots et les enregistrer.
help-replay = Vérifier une partie enregistrée et la montrer pas à pas.
help-simulate = Jouer un grand nombre de parties au hasard, à vitesse compilée, et les mesurer.
help-build-game = Compiler les règles d’un jeu en une bibliothèque native pour cette machine (pour les auteurs de jeux).
help-train = Entraîner l’évaluation d’un jeu en le faisant jouer contre lui-même, pour les jeux qui en ont une ; reprend là où l’on s’était arrêté.
help-minutes = Durée totale de l’entraînement, en minutes, exécutions précédentes comprises.
help-train-folder = Dossier des points de reprise, de la courbe et des poids (par défaut : dans votre dossier de données).
help-arena = Faire jouer des matchs à des robots, avec les mêmes tirages pour chacun, et mesurer lequel est le plus fort et de combien.
help-arena-bot = Un robot : son nom, une classe Python sous la forme module:Nom, ou un programme sous la forme protocol:COMMANDE. À répéter pour chaque robot ; le dernier prend les places restantes.
help-arena-seats = Nombre de places (par défaut une par robot, si le jeu le permet). S’il y a moins de places que de robots, toutes les combinaisons jouent.
help-arena-seed = Graine aléatoire, un nombre entier (par défaut celle du fichier de résultats, ou une graine tirée au sort).
help-arena-luck = Mesurer aussi ce que les tirages ont apporté à chaque robot, et montrer les victoires sans cet apport (micropul, Take It Easy ; plus lent).
help-ms = Millisecondes par coup pour un robot à temps limité.
help-limit = Secondes après lesquelles un robot qui n’a pas joué perd la partie.
help-sprt = S’arrêter dès qu’il est clair que le premier robot est plus fort que le second de ELO0 ou de ELO1 (test séquentiel, 5 % pour chaque erreur).
help-results = Fichier des parties finies, une par ligne ; celles qui s’y trouvent déjà ne sont pas rejouées.
help-processes = Nombre de processus (par défaut un par processeur).
help-game = Le jeu.
help-seats = Nombre de places.
help-people = Nombre de places tenues par des personnes à ce clavier ; les robots prennent les autres.
help-option = Une option des règles, sous la forme nom=valeur ; peut être répétée.
help-bot = Un robot, donné une fois pour toutes les places de robots ou une fois par place : un niveau (novice, amateur, club, expert, champion s’il existe, master), suivi au besoin de -cautious (prudent) ou -bold (audacieux), ou l’un de ceux que liste « games ».
help-seed = Graine aléatoire, un nombre entier (par défaut tirée au sort).
help-train-seed = Graine aléatoire d’un nouvel entraînement, un nombre entier. Un entraînement repris garde la sienne.
help-number-of-games = Nombre de parties.
help-out-dir = Dossier des enregistrements, un fichier par partie.
help-format = jsonl : enregistrements en texte ; parquet : chaque décision comme donnée d’apprentissage (demande l’extra « data »).
help-setting = { $setting } ({ $values }).
help-json = Écrire du JSON, pour d’autres programmes.
help-threads = Nombre de fils d’exécution (threads).
help-engine = Où jouer : local (cette machine) ou ray (la grappe Ray de cette machine ou de RAY_ADDRESS).
help-file = La partie enregistrée ; - pour l’entrée standard.
panel-default = [par défaut : { $value }]
panel-required = [obligatoire]
panel-try = Pour de l’aide : { $command }.
panel-arguments = Arguments
panel-options = Options
panel-commands = Commandes
panel-error = Erreur
error-no-target = Il n’y a pas encore de bibliothèque native pour ce type de machine : les jeux tournent en Python.
error-bot-too-slow = { $game } n’est pas compilé ici : { $bot } mettrait des minutes à jouer un coup. Compilez ce jeu avec « ludotheque build-game { $game } », ou choisissez un niveau plus faible.
error-build-game = { $game } n’a pas pu être compilé ; la raison est indiquée ci-dessus.
error-no-file = Il n’y a pas de fichier { $file }.
error-file = Impossible de lire le fichier { $file } : { $reason }
error-write = Écriture impossible : { $reason }
error-pipe = La sortie a été fermée avant que tout soit écrit.
error-stopped = Arrêté.
error-option-form = Une option s’écrit nom=valeur, et non { $text }.
error-out-needed = Pour plusieurs parties, ou pour des données, il faut un dossier : donnez --out.
error-format = { $format } n’est pas un format : choisissez jsonl ou parquet.
error-extra = Ceci demande l’extra { $extra } : pip install "ludotheque[{ $extra }]".
error-engine = Aucun moteur ne s’appelle « { $engine } ». Choisissez local ou ray.
error-no-cluster = Il n’y a pas de grappe Ray ici. Démarrez-en une (ray start --head), ou indiquez-en une dans RAY_ADDRESS.
error-bots = Donnez --bot une fois, ou une fois pour chacune des { $seats } places de robots.
error-no-seat-for-bots = { $seats ->
    [one] La seule place est prise par une personne
   *[other] Les { $seats } places sont prises par des personnes
} : il n’en reste pas pour un robot. Augmentez --seats, ou retirez --bot.
error-people = Le nombre de personnes va de 1 à { $seats }.
error-seed = Une graine est un nombre entier de 0 à 2^64 - 1.
error-not-offered = { $game } n’a pas de commande { $command }.
error-command = Impossible d’exécuter la commande { $command } : { $reason }
error-sprt = Un test séquentiel s’écrit ELO0,ELO1 : deux nombres de -2000 à 2000, le plus petit d’abord, et non { $text }.
error-sprt-bots = Un test séquentiel demande deux robots qui ont le même nombre de places.
error-other-match = { $file } contient les parties d’un autre match ; différences : { $fields }
error-results-busy = Un autre match écrit dans { $file } ; laissez-le finir, ou choisissez un autre fichier.
error-no-luck = On ne peut retirer la chance des victoires qu’à deux places ou plus, avec des robots qui estiment ce qu’une place peut espérer, et si tous les tirages possibles peuvent être énumérés. À Polygons, par exemple, le hasard ne fait que remplir la boîte.
error-not-results = { $file } n’est pas un fichier de résultats (ligne { $line }).
error-incident = Une erreur s’est produite de notre côté ; merci de la signaler avec le fichier { $file }.
error-malformed = Ce n’est pas écrit comme il faut.
error-no-such-game = Ce jeu n’existe pas.
games-seats = { $low } à { $high } joueurs
games-bots = Pour comparer
games-styles = Ajoutez -cautious (prudent) ou -bold (audacieux) à un niveau : --bot club-bold
games-character = { $name } : { $words } (prudent : { $cautious }, audacieux : { $bold })
seed-is = graine { $seed }
recorded = { $count ->
    [one] { $count } enregistrement écrit dans { $folder }
   *[other] { $count } enregistrements écrits dans { $folder }
}
replay-good = Enregistrement valide ({ $game }) : { $events } événements.
replay-running = La partie n’est pas finie.
replay-result = Résultat : { $scores }. Gagné par { $winners } ({ $reason }).
replay-nobody = personne
reason-complete = la partie est allée jusqu’à son terme
simulated = { $games } parties, { $steps } actions en { $seconds } s : { $rate } parties par seconde ; score moyen { $score }
simulating = Parties
arena-bot = robot
arena-games = parties
arena-wins = victoires (95 %)
arena-wins-adjusted = victoires sans la chance (95 %)
arena-elo = Elo (95 %)
arena-score = score ± erreur
arena-adjusted = sans la chance
arena-win-variance = variance des victoires
arena-score-variance = variance des scores
arena-ms = ms (pire)
arena-failed = { $bot } a perdu { $games ->
    [one] une partie
   *[other] { $games } parties
} par forfait : { $how ->
    [illegal] sa réponse n’était pas permise.
    [slow] il n’a pas répondu à temps.
   *[died] il a planté.
} D’abord dans la partie { $number } : { $detail }
arena-first = premier robot
arena-second = second robot
arena-wins-first = victoires du premier (95 %)
arena-sprt = { $accepted ->
    [elo0] Test séquentiel décidé : le premier robot est plus fort de { $elo0 } Elo plutôt que de { $elo1 } (log du rapport de vraisemblance : { $llr }).
    [elo1] Test séquentiel décidé : le premier robot est plus fort de { $elo1 } Elo plutôt que de { $elo0 } (log du rapport de vraisemblance : { $llr }).
   *[other] Test séquentiel de { $elo0 } contre { $elo1 } Elo : pas encore décidé (log du rapport de vraisemblance : { $llr }).
}
arena-cut = { $bot } : le temps imparti a interrompu { $count ->
    [one] une recherche
   *[other] { $count } recherches
} ; une autre exécution peut donner d’autres résultats. Un --ms plus grand les laisse finir.
arena-uneven = Les robots ne jouent pas tous aussi souvent à chaque place : il faudrait un nombre de parties divisible par { $games }.
arena-how = Une victoire partagée compte pour une fraction, et les places d’un robot comptent ensemble ; l’erreur d’un score est une erreur type. docs/explanation/match-statistics.md explique tous les calculs.
arena-value = La chance a été mesurée avec la fonction d’évaluation { $value } ; on ne peut comparer que des chiffres obtenus avec la même.
training = Entraînement ({ $folder })
train-point = { $games } parties : { $score } ± { $error } ({ $measure })
train-kept = Tout ce qui a été appris jusqu’au dernier point de reprise est dans { $folder } ; la même commande reprend de là.
train-lost = Il n’y avait pas encore de point de reprise : rien n’a été gardé.
trained = Les poids, le point de reprise et la courbe sont dans { $folder }
curve-games = parties jouées
curve-score = force, telle que la définit la page du jeu sur ses robots
help-verify = Vérifier que les tirages d’une partie jouée à une table étaient équitables : l’engagement, chaque tirage et ce qu’il signifie.
help-check = Rejouer toutes les tables enregistrées et signaler celles qui ne se rejouent pas.
help-backup = Copier la base de données dans un fichier, même pendant qu’elle est en service.
help-backup-file = Fichier de la copie : une base SQLite utilisable telle quelle.
help-tables = Voir, fermer et supprimer des tables, même pendant qu’elles sont en service.
help-tables-list = Lister les tables, la plus récemment active d’abord : identifiant, jeu, état, fin, places, entrées, dernière activité.
help-tables-status = Seulement les tables dans cet état : waiting, running ou over.
help-tables-guest = Seulement les tables où cet invité était assis.
help-tables-show = Montrer ce que l’on sait d’une table.
help-tables-close = Terminer une table sans résultat.
help-tables-delete = Supprimer définitivement une table et son journal. Les liens vers elle ne marchent plus.
help-table-id = L’identifiant d’une table : la fin de son lien.
help-guests = Voir, renommer, exclure et supprimer des invités, même pendant qu’ils jouent.
help-guests-list = Lister les invités, le dernier venu d’abord : identifiant, nom, dernière visite, fin de l’exclusion.
help-guests-name = Seulement les invités dont le nom contient ce texte.
help-guests-show = Montrer ce que l’on sait d’un invité.
help-guests-rename = Donner un autre nom à un invité.
help-guests-ban = Exclure un invité pour un temps. Ses places restent ; des robots y jouent pour lui.
help-guests-drop-handle = Retirer le nom d’un invité dans les classements.
help-guests-unban = Laisser revenir un invité exclu.
help-guests-delete = Supprimer un invité : nom, appareils et liste de parties. Les parties restent, sans son nom.
help-guest-id = L’identifiant d’un invité.
help-new-name = Le nouveau nom.
help-ban-for = Combien de temps : un nombre suivi de s, m, h ou d (30m, 12h, 7d).
help-list-limit = Pas plus que ce nombre.
help-prune = Supprimer ce qui ne sert plus à personne : invités jamais assis, tables de robots seuls, tables abandonnées. Les réglages disent après combien de temps.
help-dry-run = Montrer seulement combien serait supprimé.
help-restore = Recopier une sauvegarde dans une base SQLite ou PostgreSQL. Un fichier SQLite ne doit pas être en service.
help-restore-file = Fichier écrit par « ludotheque backup ».
help-restore-replace = Supprimer d’abord ce que contient la base.
table-was-closed = La table { $table } est fermée.
table-was-deleted = La table { $table } est supprimée.
guest-was-renamed = L’invité { $guest } a un nouveau nom.
guest-was-banned = L’invité { $guest } est exclu jusqu’au { $until }.
handle-was-dropped = L’invité { $guest } n’a plus de nom dans les classements.
guest-was-unbanned = L’invité { $guest } peut revenir.
guest-was-deleted = L’invité { $guest } est supprimé.
pruned = Supprimés : { $guests } invités, { $bot_tables } tables de robots, { $abandoned } tables abandonnées.
would-prune = Seraient supprimés : { $guests } invités, { $bot_tables } tables de robots, { $abandoned } tables abandonnées.
restored = { $count } lignes de { $file } sont dans la base.
error-duration = « { $text } » n’est pas une durée : écrivez un nombre suivi de s, m, h ou d, par exemple 12h.
error-no-such-table = Il n’y a pas de table { $table }.
error-no-such-guest = Il n’y a pas d’invité { $guest }.
help-database = La base de données : un fichier SQLite ou postgresql://… (par défaut le fichier de votre dossier de données).
verify-finding = Ligne { $line } : { $reason } ({ $code })
verify-good = Équitable : l’engagement est juste, { $picks ->
    [one] le tirage aussi.
   *[other] les { $picks } tirages aussi.
}
verify-sampled = { $count ->
    [one] Un tirage complexe, refait à partir de son numéro, est identique.
   *[other] { $count } tirages complexes, refaits à partir de leurs numéros, sont identiques.
}
verify-chosen = { $count ->
    [one] Un résultat a été choisi par la table et non tiré au sort, comme le dit l’en-tête.
   *[other] { $count } résultats ont été choisis par la table et non tirés au sort, comme le dit l’en-tête.
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
backed-up = La base de données a été copiée dans { $file }
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
play-pass-device = À { $player } de jouer : prenez le clavier et appuyez sur Entrée. Les autres, ne regardez pas !
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
play-unknown = L’action { $text } n’existe pas. Tapez l pour la liste, ? pour l’aide.
play-help =
    l liste les actions permises ; tapez-en une, son numéro (#3), ou assez de sa fin pour lever le doute.
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
play-left = Vous avez quitté la partie avant la fin.
play-no-input = Plus rien à lire en entrée ; la partie s’arrête ici.
play-rules = Règles
help-serve = Ouvrir des tables : personnes et robots jouent ensemble, dans le navigateur ou par programme.
help-serve-host = Adresse d’écoute (par défaut cet ordinateur seulement).
help-serve-port = Port d’écoute ; 0 pour un port libre.
help-public-url = L’adresse qu’utilisent les joueurs, pour un serveur derrière un proxy.
help-lan = Ouvrir le serveur au réseau local, et montrer son adresse et un code QR pour les téléphones dans la même pièce.
help-open = Ouvrir la page dans le navigateur.
serving = À l’écoute sur { $address }
serving-lan = À l’écoute sur { $address } pour tout le réseau local
page-not-built = La page n’a pas encore été construite. Pour la construire et jouer : { $command }
error-listen = Impossible d’écouter sur { $address } : l’adresse est occupée, ou n’appartient pas à cet ordinateur.
phrase-hello = Bonjour !
phrase-good-luck = Bonne chance !
phrase-well-played = Bien joué !
phrase-thanks = Merci !
phrase-oops = Oups !
phrase-thinking = Je réfléchis…
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

### The page

you = Vous
guest-name = Invité
seat-acting = à son tour
seat-waiting = attend
seat-bot = robot
seat-away = un robot joue à sa place
seat-resigned = a abandonné
home = Accueil
language = Langue
language-en = English
language-fr = Français
theme = Thème
theme-dark = Thème sombre
theme-light = Thème clair
theme-is-system = Comme l’appareil
theme-is-light = Clair
theme-is-dark = Sombre
patterns = Motifs des pièces
patterns-usual = Normaux
patterns-strong = Marqués
patterns-plain = Aucun
settings = Réglages
confirm-always = Confirmer chaque coup, même en solo
less-motion = Moins d’animations
sound = Son
volume = Volume
shortcuts = Raccourcis à une touche
mute = Masquer ce que dit { $name }
me = Mon nom et mes parties
credits = Crédits
close = Fermer
notices = Messages
dismiss = Fermer le message
page-failed = Cette partie de la page n’a pas pu être chargée
try-again = Réessayer
lost-title = Page introuvable
lost-text = Il manque peut-être une partie de l’adresse.
incident = Une erreur s’est produite de notre côté. Incident { $incident }
your-turn-told = À vous de jouer.
hint-told = { $step } : { $text }
your-turn = À vous de jouer
turn-of = À { $name } de jouer.
waiting-for-many = On attend les autres.
waiting-for = On attend { $names }.
live = En direct
offline = Hors ligne
watching = Vous regardez
keys = Touches
events = Déroulement
events-short = Historique
no-events = Rien pour l’instant.
phrases = Dire quelque chose
phrases-short = Dire
in-words = La table en texte
in-words-short = En texte
menu = Menu
menu-short = Menu
take-back = Annuler le coup
take-back-short = Annuler
result = Résultat
rules = Règles
rules-short = Règles
connection-lost = Connexion perdue. Votre place est gardée.
next-try = Nouvel essai dans { $seconds } s.
try-now = Essayer maintenant
pass-device = Passez l’appareil à { $name }
look-away = Les autres, ne regardez pas !
i-am = Je suis { $name }
event-join = { $you ->
    [yes] Vous avez pris place.
   *[no] { $name } a pris place.
}
event-leave = { $you ->
    [yes] Vous avez quitté la table.
   *[no] { $name } a quitté la table.
}
event-start = La partie a commencé.
event-away = { $you ->
    [yes] Vous avez quitté votre place ; un robot a pris la suite.
   *[no] { $name } a quitté sa place ; un robot a pris la suite.
}
event-away-level = { $you ->
    [yes] Vous avez quitté votre place ; un robot de niveau { $level } a pris la suite.
   *[no] { $name } a quitté sa place ; un robot de niveau { $level } a pris la suite.
}
event-return = { $you ->
    [yes] Vous avez repris votre place.
   *[no] { $name } a repris sa place.
}
event-resign = { $you ->
    [yes] Vous avez abandonné.
   *[no] { $name } a abandonné.
}
event-end = { $you ->
    [yes] Vous souhaitez arrêter la partie ici.
   *[no] { $name } souhaite arrêter la partie ici.
}
event-phrase = { $name } : { $phrase }
event-take-back = Un coup a été annulé.
event-close = La table a été fermée.
event-chosen = { $count ->
    [one] a choisi
   *[other] ont choisi
}
event-rematch = Une revanche a été préparée.
resign = Abandonner
resign-sure = Abandonner cette partie ?
resigned-you = Vous avez abandonné ; un robot joue à votre place.
resigned-now = { $count ->
    [one] { $names } abandonne ; un robot prend sa place.
   *[other] { $names } abandonnent ; des robots prennent leur place.
}
end-asked = Arrêter la partie ici ? Proposé par { $names }.
end-game = Arrêter la partie ici
end-wanted = En attente de l’accord des autres
close-table = Fermer la table
close-sure = Terminer cette table pour tout le monde, sans résultat ?
cancel = Annuler
leave = Quitter
leave-to-bot = Quitter et laisser un robot jouer
remove-guest = Retirer { $name }
link-watch = Lien vers cette table
link-table = Lien à envoyer
link-replay = Lien pour revoir la partie
copy = Copier
copied = Lien copié.
copy-by-hand = Le lien est sélectionné : copiez-le vous-même.
fair-title = Tirages vérifiables
fair-text = Tous les tirages de cette table viennent d’un secret fixé avant l’arrivée des joueurs. Voici son empreinte ; le secret est révélé à la fin, et tout le monde peut vérifier.
ending-resigned = Abandon
ending-closed = La table a été fermée
ending-abandoned = La table a été abandonnée
over-solo = { $score } points
over-nobody = Personne ne gagne
over-you-win = Vous gagnez avec { $score }
over-you-win-only = Vous gagnez
over-team = { $you ->
    [yes] { $names } gagnez
   *[no] { $count ->
        [one] { $names } gagne
       *[other] { $names } gagnent
    }
}
over-team-score = { $you ->
    [yes] { $names } gagnez, { $score } : { $other }
   *[no] { $count ->
        [one] { $names } gagne, { $score } : { $other }
       *[other] { $names } gagnent, { $score } : { $other }
    }
}
over-resigned = { $you ->
    [yes] Vous avez abandonné.
   *[no] Abandon : { $names }.
}
over-resigned-counts = La partie compte comme une victoire et une défaite, mais pas dans les statistiques de score.
over-you-share = Vous partagez la victoire
draw-unproven = Les tirages n’ont pas pu être vérifiés.
winner = victoire
rematch = Revanche
play-again = Rejouer
over-look = voir ce plateau
over-looked-at = affiché
rematch-join = Rejoindre la revanche
replay = Revoir
share = Partager
verify = Vérifier les tirages
record = Fichier de la partie
scores = Détail des scores
option-is = { $option } : { $value }
setting-up = Préparation de la table…
room-title = { $game }, salle d’attente
invited = On vous invite à jouer à { $game }
seat-free = libre
host = hôte
put-bot = Robot
open-seat = Libérer
remove = Retirer
swap-seat = Échanger la place { $number }
swap-with = Choisissez maintenant la place à échanger.
your-name = Votre nom
sit-down = Prendre place
room-full = Toutes les places sont prises. Vous pourrez regarder dès que la partie commencera.
draw-seats = Places tirées au sort
start = Commencer
room-starts-full = La partie commence seule dès que la dernière place est prise.
room-starts-you = La partie commence quand vous appuyez sur Commencer.
room-starts-host = La partie commence quand l’hôte appuie sur Commencer.
room-starts-name = La partie commence quand { $name } appuie sur Commencer.
room-free = { $count ->
    [0] Toutes les places sont attribuées.
    [one] Il reste une place libre.
   *[other] Il reste { $count } places libres.
}
room-kept = La place { $number } est gardée pour { $name }.
room-seated = Vous avez votre place. Il n’y a rien d’autre à faire.
room-sit-first = Dites votre nom aux autres pour prendre place.
room-your-name = Votre nom, visible par les autres
room-you-are = { $host ->
    [yes] { $name }, hôte
   *[no] { $name }
}
room-seat-free = Place libre
room-seat-open = ouverte à tous ceux qui ont le lien ou le code
room-seat-kept = cette place est gardée
room-code-how = Scannez, ou tapez le code sur la page d’accueil.
invite-title = Inviter
qr-alt = Code QR du lien vers cette table
code = Code
code-is = Code : { $code }
watchers = { $count ->
    [one] { $count } spectateur
   *[other] { $count } spectateurs
}
connection-back = { $count ->
    [0] Connexion rétablie. Vous n’avez rien manqué.
    [one] Connexion rétablie. Un coup a été joué.
   *[other] Connexion rétablie. { $count } coups ont été joués.
}
over-wins = { $count ->
    [one] { $names } gagne
   *[other] { $names } partagent la victoire
}
draw-verified = { $picks ->
    [one] Tirage vérifié (1).
   *[other] Tirages vérifiés ({ $picks }).
}
start-with = Commencer maintenant avec { $names }
start-with-bots = { $count ->
    [one] Commencer avec un robot
   *[other] Commencer avec { $count } robots
}
plain-actions = { $count ->
    [0] Rien à faire pour l’instant
    [one] Une action
   *[other] { $count } actions
}
plain-table = La table
plain-turn = { $mine ->
    [yes] C’est à vous de jouer.
   *[no] C’est à { $name } de jouer.
}
plain-turns = { $count ->
    [0] Personne ne doit jouer pour l’instant.
   *[other] { $count } personnes doivent jouer.
}
plain-over = La partie est finie.
plain-fact = { $label } : { $text }
plain-none = aucun
plain-yes = oui
plain-no = non
plain-board-missing = Impossible de charger le plateau de ce jeu. Vous pouvez continuer ici, en texte.

## What was refused, by its code

refused-unreachable = Le serveur ne répond pas.
refused-malformed = Le serveur n’a pas compris cette page. Rechargez-la.
refused-protocol = Le serveur a été mis à jour. Rechargez la page.
refused-no-such-guest = Ce lien ne fonctionne pas : le profil a été supprimé, ou le lien vient d’un autre serveur.
refused-no-such-secret = Cet appareil ou ce lien n’est plus dans la liste.
refused-no-such-table = Cette table n’existe pas.
refused-no-such-game = Ce jeu n’est pas sur ce serveur.
refused-broken-game = Ce jeu ne fonctionne pas sur ce serveur.
refused-header = Ces places ou options ne conviennent pas au jeu.
refused-rules-version = Cette table a commencé avec une autre version des règles et ne peut pas continuer ici.
refused-not-seated = Seuls les joueurs de la table peuvent faire cela.
refused-not-host = Seul l’hôte peut faire cela.
refused-seated = Vous avez déjà une place ici.
refused-seat-taken = Cette place n’est pas libre.
refused-table-full = Toutes les places sont prises. Vous pouvez regarder.
refused-removed = L’hôte vous a fait quitter cette table.
refused-waiting = La partie n’a pas encore commencé.
refused-running = La partie a déjà commencé.
refused-over = La partie est finie.
refused-not-handed = Seule une partie finie, gardée dans ce navigateur, peut être envoyée au serveur.
refused-not-over = La partie n’est pas finie.
refused-stale = La partie a avancé. Choisissez de nouveau.
refused-not-to-act = Ce n’est pas à vous de jouer.
refused-bot-seat = Un robot joue maintenant à cette place.
refused-no-take-back = Il n’y a rien à annuler.
refused-not-resigned = Seuls les joueurs restés après un abandon peuvent arrêter la partie.
refused-no-hints = Les indices sont désactivés à cette table.
refused-too-many = Trop de demandes à la fois. Réessayez dans un moment.
refused-busy = La table est très occupée. Réessayez.
refused-too-large = Ce fichier est trop gros.
refused-banned = Le responsable de ce serveur vous en interdit l’accès pour un temps.
refused-storage-full = Le disque du serveur est plein : rien n’a été enregistré. Prévenez son responsable.
refused-incident = Une erreur s’est produite de notre côté.
refused-unknown-action = Cette action n’existe pas.
refused-impossible-chance = Ce tirage n’est pas possible maintenant.
refused-no-such-seat = Cette place n’existe pas.
refused-hello-first = La page et le serveur ne se comprennent pas. Rechargez la page.
refused-not-watching = La page et le serveur ne se comprennent pas. Rechargez la page.
refused-ahead = La page et le serveur ne se comprennent pas. Rechargez la page.
refused-nonce = La page et le serveur ne se comprennent pas. Rechargez la page.
refused-method = La page et le serveur ne se comprennent pas. Rechargez la page.
refused-which-seat = Choisissez laquelle de vos places.
refused-choice = Cette option n’existe pas ici.
refused-no-such-choice = Ce jeu n’a pas cette option.
refused-no-such-bot = Ce jeu n’a pas ce robot.
refused-no-such-phrase = Cette phrase n’existe pas.
refused-guest = Choisissez d’abord un nom.
refused-origin = Cette demande vient d’un autre site.
refused-host-name = Le serveur ne répond pas à cette adresse.
refused-not-found = Il n’y a rien ici.
refused-result-early = Il y a un résultat avant la fin de la partie.
refused-result-wrong = Le résultat ne correspond pas à la partie.
refused-no-result = La partie est finie, mais il manque le résultat.
refused-after-result = Il y a quelque chose après le résultat.
refused-fair-missing = Ce fichier ne vient pas d’une table en direct : rien ne peut être prouvé sur ses tirages.
refused-fair-form = La preuve des tirages n’est pas écrite comme il faut.
refused-not-revealed = Le secret de cette table n’est pas encore révélé.
refused-link-wrong = Une empreinte de la liste des tirages ne correspond pas à son jour.
refused-order-wrong = Les jours de la liste des tirages ne se suivent pas.
refused-swapped = Un tirage de la liste n’est pas celui qui s’y trouvait auparavant.
refused-commitment-wrong = Le secret n’est pas celui sur lequel la table s’était engagée.
refused-seats-wrong = Le tirage des places ne découle pas du secret.
refused-picks-missing = Un événement aléatoire n’a pas de numéro de tirage, et rien ne dit qu’il a été choisi.
refused-picks-form = L’action d’un joueur porte un numéro de tirage.
refused-pick-wrong = Un tirage ne découle pas du secret.
refused-outcome-wrong = Un tirage est juste, mais il signifie autre chose que ce qui s’est passé.
refused-sampled-wrong = Le tirage ne donne pas le résultat inscrit dans le fichier.

## The screens around the tables

nav = Menu principal
nav-play = Jouer
nav-learn = Apprendre
nav-record = Revoir un fichier
nav-me = Ma page
nav-me-as = Vous êtes
game-players = { $fewest }–{ $most } joueurs
game-players-exactly = { $count ->
    [one] { $count } joueur
   *[other] { $count } joueurs
}
play-now = Jouer
play-now-with-bots = { $bots ->
    [one] avec un robot
   *[other] avec des robots
}
play-now-how = { $bots ->
    [one] Vous contre un robot
   *[other] Vous contre { $bots } robots
}
play-now-level = { $games ->
    [0] Contre { $names }, niveau « { $level } » : bien pour commencer
    [one] Contre { $names }, niveau « { $level } », d’après votre dernière partie
   *[other] Contre { $names }, niveau « { $level } », d’après vos { $games } dernières parties
}
way-link = Inviter
way-here = Même écran
way-alone = Solo
way-bots = Contre des robots
way-more = Plus d’options
home-title = On joue à quoi ?
home-games = Jeux
home-waiting = On vous attend
home-your-turn = C’est à vous
home-mine = Mes parties
home-all = Toutes
home-mine-none = Pas encore de partie
home-mine-none-text = Vos parties sont gardées ici, pour les reprendre ou les revoir.
home-open = Tables ouvertes
home-open-none = Aucune table ouverte
home-open-none-text = Ouvrez-en une et voyez qui la rejoint ; des robots peuvent compléter la table.
home-open-make = Ouvrir une table
home-code = Code d’une table
home-code-how = Cinq lettres et chiffres que voit l’hôte de la table.
home-free = Gratuit, sans compte ; contre les robots, même hors ligne.
home-code-go = Y aller
name-label = Vous êtes
name-keep = Enregistrer
name-kept = Votre nom est maintenant { $name }.
table-with = avec { $names }
table-alone = en solo
table-seats-taken = { $taken ->
    [one] { $taken } place prise sur { $seats }
   *[other] { $taken } places prises sur { $seats }
}
table-your-turn = à vous de jouer
table-running = en cours
table-ended = { $ending ->
    [resigned] abandon
    [closed] table fermée
   *[other] inachevée
}
table-resigned = { $won ->
    [yes] gagnée par abandon
   *[no] perdue par abandon
}
table-won = gagnée, { $score }
table-lost = perdue, { $score }
table-over = finie, { $score }
table-replay = Revoir
table-download = Télécharger le fichier
table-return = Revenir
table-join = Rejoindre
table-watch = Regarder
new-title = Nouvelle partie : { $game }
new-other-game = Autre jeu
new-no-game = Ce jeu n’est pas sur ce serveur
new-way = Comment voulez-vous jouer ?
new-seats = Places
new-seat-less = Enlever la dernière place
new-seat-more = Ajouter une place
new-sits = Qui prend la place { $number } ?
new-sits-kind = Robot ou personne
new-begin-with = Commencer avec { $names }
new-name = Nom du joueur { $number }
new-open-how = Vous recevrez un lien et un code à envoyer. Des robots peuvent prendre les places restées libres.
new-rules = Règles de cette table
new-how = Pendule et départ
new-clock = Pendule
new-listed = Qui peut rejoindre
new-listed-no = Seulement avec le lien
new-listed-yes = Tout le monde (table affichée à l’accueil)
new-start = Début
new-start-full = dès que toutes les places sont prises
new-start-host = quand je le décide
new-draw = Places tirées au sort
new-open = Ouvrir la table
new-begin = Commencer
place-me = Vous
place-here = Sur cet écran
place-open = Ouverte à tous
place-bot = Un robot
clock-none = Sans pendule
clock-fast = Rapide : { $minutes } min + { $seconds } s par coup
clock-usual = Normale : { $minutes } min + { $seconds } s par coup
clock-slow = Lente : { $minutes } min + { $seconds } s par coup
clock-own = Personnalisée
clock-bank = Minutes pour la partie
clock-move = Secondes par coup
clock-grace = Secondes en plus après une déconnexion
me-title = Ma page
me-name = Votre nom
me-name-how = Pas d’inscription : ce navigateur se souvient de vous, sans adresse e-mail ni mot de passe.
me-games = Vos parties
me-nobody = Pas encore de profil
me-nobody-text = Vous en aurez un dès que vous prendrez place à une table.
me-results = Vos résultats
me-games-count = { $count ->
    [one] { $count } partie
   *[other] { $count } parties
}
me-games-short = Parties
me-level-between = { $count ->
    [one] { $one ->
        [yes] { $low }, d’après une partie
       *[no] entre { $low } et { $high }, d’après une partie
    }
   *[other] { $one ->
        [yes] { $low }, d’après { $count } parties
       *[no] entre { $low } et { $high }, d’après { $count } parties
    }
}
me-level-guess = une première estimation
me-scores = Vos scores
me-score = Score
me-kind = Quelles parties
me-players = { $count ->
    [1] en solo
   *[other] { $count } joueurs
}
me-from-to = { $from } à { $to }
me-average = moyenne { $average }
me-last-five = cinq dernières
me-latest = la dernière, { $score }
me-recent = l’une des cinq dernières, { $score }
me-no-scores = Aucune partie n’est encore allée à son terme.
me-against = Contre chaque niveau
me-opponent = Adversaire
me-won = gagnées
me-shared = partagées
me-lost = perdues
me-won-of = { $won } sur { $count }
me-first-game = Jouer une première partie
me-people = personnes
me-bests = Records
me-highest = Meilleur score
me-all-games = Les { $count } parties
me-fewest-points = Le moins de points perdus
me-fewest-wins = Le moins perdu par décision, sur 100 parties
me-closest = Au plus près du maximum
me-unit-points = Parties en solo
me-unit-wins = Parties à plusieurs
me-loss-points = Points perdus par décision
me-loss-wins = Perdu par décision, sur 100 parties
me-loss-luck = chance déduite
me-loss-shown = { $date } : { $loss } par décision, score { $score }
me-loss-how = Chaque rond est une partie, la ligne la moyenne des { $count } dernières ; plus bas, c’est mieux. La bande claire est la marge d’erreur.
me-loss-guess = { $count ->
    [one] Une première estimation, d’après une partie. La bande claire est la marge d’erreur.
   *[other] Une première estimation, d’après { $count } parties. La bande claire est la marge d’erreur.
}
me-loss-table = La même chose en tableau
me-loss-game = Partie
me-loss-mean = Moyenne des { $count } dernières
me-loss-margin = { $loss } ± { $half }
me-loss-none = Vous verrez ici ce que vos choix vous coûtent, quelle que soit la chance. Rien n’est encore analysé.
me-analysed = { $done } { $count ->
    [one] partie analysée sur { $count }
   *[other] parties analysées sur { $count }
}
me-analyse = Analyser les autres ici
me-analysis-goes-on = Les autres suivent tant que cette page est ouverte.
me-analysis-off = Les autres ne sont pas analysées.
me-analysis-saves = En pause : ce navigateur économise les données.
me-costs = Ce qui vous coûte le plus
me-costs-count = { $count ->
    [one] une fois
   *[other] { $count } fois
}
me-costs-share-points = Part des points que vous coûtent vos erreurs avérées.
me-costs-share-wins = Part des chances de gagner que vous coûtent vos erreurs avérées.
me-costs-other = Vos erreurs les plus chères sont toutes différentes : aucune habitude ne ressort.
me-costs-none = Aucune erreur avérée dans les parties analysées. Bien joué !
me-costs-wait = Dès qu’une partie sera analysée, vos erreurs les plus chères s’afficheront ici, pour vous entraîner.
me-examples = { $count ->
    [one] Voir un exemple
    [5] Voir cinq exemples
   *[other] Voir { $count } exemples
}
me-examples-title = Vos choix les plus chers
me-practise = S’y entraîner
me-lost-points = { $loss ->
    [one] { $loss } point perdu
   *[other] { $loss } points perdus
}
me-lost-wins = { $loss } sur 100 parties perdus
practice-title = Entraînement
practice-leave = Retour à Ma page
practice-at = Position { $number } sur { $count }
practice-question = Votre partie du { $date }, étape { $step } : que jouez-vous, cette fois ?
practice-thinks = Votre choix est comparé …
practice-best = Le meilleur choix, ou aussi bon !
practice-lost = { $lost }. Mieux : { $better }.
practice-then = Dans la partie : { $lost }.
practice-game = Voir la partie
practice-next = Suivante
practice-end = Résultat
practice-of = { $better } sur { $count }
practice-summary = { $better ->
    [one] { $better } position sur { $count } mieux jouée que la dernière fois
   *[other] { $better } positions sur { $count } mieux jouées que la dernière fois
}
practice-again = Continuer l’entraînement
practice-none = Rien à travailler pour l’instant
practice-none-text = Dès que des parties à vous seront analysées sur Ma page, vos positions les plus chères reviendront ici.
me-link = Sur un autre appareil
me-link-how = Ce lien privé ouvre vos places et vos parties sur un autre appareil. Quiconque l’a peut jouer à votre place : gardez-le pour vous.
me-link-make = Créer un lien privé
me-link-private = Votre lien privé
me-link-qr = Code QR de votre lien privé
me-keys = Qui peut jouer à votre place
me-key-here = Cet appareil
me-key-device = Un autre appareil
me-key-link = Quiconque a votre lien privé
me-key-passphrase = Quiconque a votre phrase secrète
me-key-since = depuis le { $date }
me-key-revoke = Révoquer
me-key-revoked = Accès révoqué.
me-export = Télécharger tout ce qui est à moi
me-forget = Supprimer mon profil
me-forget-how = Votre nom, vos liens et la liste de vos parties sont supprimés aussitôt. Les parties elles-mêmes restent, sans votre nom. C’est définitif.
me-forget-sure = Supprimer votre profil de ce serveur ?
me-forgotten = Votre profil a été supprimé.
me-stays = Combien de temps tout cela est gardé
me-stays-how = Les parties sont gardées jusqu’à ce que le responsable du serveur les supprime : les liens pour les revoir restent donc valables. Ce navigateur se souvient de vous 400 jours après votre première partie. Une table sans activité pendant une semaine est fermée.
resume-title = Ouverture de votre profil
resume-none-text = Si vous avez suivi un lien privé, il manque la partie après le # : copiez le lien entier, ou scannez de nouveau son code.
passphrase = Phrase secrète
passphrase-section = Revenir avec une phrase secrète
passphrase-how = Ce nom et une phrase secrète suffisent pour vous retrouver sur n’importe quel appareil. Comme nous ne demandons pas d’e-mail, personne ne peut vous renvoyer une phrase oubliée.
passphrase-how-name = Un nom de classement et une phrase secrète suffisent pour vous retrouver sur n’importe quel appareil. Chaque nom n’est pris qu’une fois. Comme nous ne demandons pas d’e-mail, personne ne peut vous renvoyer une phrase oubliée.
passphrase-handle = Votre nom dans les classements
passphrase-new = Nouvelle phrase secrète
passphrase-show = Afficher
passphrase-keep = Enregistrer
passphrase-kept = C’est enregistré : vous pourrez revenir sous le nom « { $name } » avec cette phrase.
passphrase-long = Au moins { $least } caractères. Quatre ou cinq mots sans rapport entre eux font très bien l’affaire.
back-title = Retrouver votre profil
back-link = Vous jouez déjà sur un autre appareil ? Retrouvez votre profil avec votre phrase secrète
back-open = Retrouver mon profil
back-instead = Cet appareil joue sous le nom « { $name } ». Si vous ouvrez un autre profil, les parties jouées sous le nom « { $name } » ne seront plus accessibles que par son lien privé ou sa phrase secrète.
resume-failed = Ce lien ne fonctionne pas
resume-instead = Cet appareil joue déjà sous le nom « { $name } »
resume-instead-text = Si vous ouvrez le lien, cet appareil jouera sous le nom de son propriétaire. Les parties jouées sous le nom « { $name } » ne seront plus accessibles que par un lien privé créé sous ce nom.
resume-open = Ouvrir le lien
resume-stay = Rester { $name }
resume-done = Bon retour, { $name }.
replay-title = Revoir { $game }
replay-step = Étape { $step } sur { $last }
replay-slider = Étape
replay-first = Première étape
replay-previous = Étape précédente
replay-next = Étape suivante
replay-last = Dernière étape
replay-play = Lecture
replay-pause = Pause
replay-eyes = Vu par
replay-eyes-spectator = le public
replay-begin = La partie va commencer.
replay-waiting = Calcul de l’étape { $step } …
replay-stopped = L’enregistrement est valide jusqu’ici. Ligne { $line } : { $reason }
replay-link = Lien vers cette étape
replay-close = Un autre fichier
replay-copy-link = Copier le lien vers l’étape { $step }
replay-side-by-side = Côte à côte
replay-one-board = Un seul plateau
replay-in-the-end = { $score } à la fin
replay-keys = Touches : ← → une étape, 1 à { $seats } une autre place, espace pour la lecture
record-title = Revoir un fichier
record-how = Une partie s’enregistre dans un fichier (.jsonl). Revoyez-la pas à pas et vérifiez que ses tirages étaient équitables. Le fichier reste dans ce navigateur.
record-drop = Déposez un fichier ici
record-choose = Choisir un fichier
record-paste = Ou collez son texte
record-open = Ouvrir
record-refused = Ce fichier n’est pas une partie valide
verdict-checking = Vérification…
verdict-fair = Les tirages étaient équitables
verdict-fair-text = { $picks ->
    [0] La table s’était engagée sur ce secret avant que les joueurs ajoutent le leur. Rien n’a été tiré.
    [one] La table s’était engagée sur ce secret avant que les joueurs ajoutent le leur, et l’unique tirage en découle.
   *[other] La table s’était engagée sur ce secret avant que les joueurs ajoutent le leur, et les { $picks } tirages en découlent.
}
verdict-live = Ce fichier ne vient pas d’une table en direct
verdict-live-text = On peut le revoir, mais il ne contient aucune preuve : on ne peut rien affirmer sur ses tirages.
verdict-unproven = Rien n’est prouvé
verdict-unproven-text = Quelque chose ne colle pas. Problèmes trouvés dans cet enregistrement :
verdict-line = Ligne { $line } : { $reason }
verdict-page = { $same ->
    [yes] Vérifié deux fois, avec le même résultat : par le serveur et par cette page elle-même.
   *[other] Cette page et le serveur ne sont pas d’accord. Ne vous fiez pas à ce résultat.
}
verdict-page-how = Cette page vérifie l’engagement et les tirages ; le serveur, et la commande « ludotheque verify », vérifient aussi ce que chaque tirage signifie.
verdict-own-seal = Comparez l’empreinte avec celle que votre appareil a montrée quand vous avez pris place :
finding-fair-missing = l’en-tête n’a pas de champ « fair »
finding-fair-form = le champ « fair » n’est pas écrit comme il faut
finding-not-revealed = le secret n’est pas encore révélé
finding-commitment-wrong = le secret n’est pas celui sur lequel la table s’était engagée
finding-seats-wrong = les places tirées ne découlent pas du secret
finding-picks-missing = un événement aléatoire n’a pas de numéro de tirage
finding-picks-form = une action de joueur porte un numéro de tirage
finding-pick-wrong = le tirage ne découle pas du secret
finding-outcome-wrong = le tirage signifie autre chose
finding-sampled-wrong = le tirage donne un autre résultat
finding-malformed = ce n’est pas une ligne d’enregistrement
finding-header = l’en-tête manque ou n’est pas écrit comme il faut
finding-unknown-action = cela ne veut rien dire dans la notation du jeu
finding-not-to-act = c’était à quelqu’un d’autre de jouer
finding-over = la partie était déjà finie
finding-impossible-chance = ce tirage n’est pas possible ici
finding-result-early = il y a un résultat avant la fin
finding-result-wrong = le résultat ne correspond pas à la partie
finding-no-result = la partie est finie, mais il manque le résultat
finding-after-result = il y a quelque chose après le résultat
credits-games = Les jeux
credits-games-text = Les noms et les règles appartiennent à leurs auteurs et éditeurs. Ce site n’est affilié à aucun d’eux et ne contient ni leurs textes ni leurs images : les règles sont expliquées avec nos mots, et les pièces sont nos propres dessins.
credits-house = Ce site
credits-house-text = Ludothèque est un logiciel libre sous licence Apache 2.0. Le site ne pose qu’un cookie, pour se souvenir de vous, ne charge rien d’ailleurs et ne suit personne à la trace.
credits-fonts = Polices
credits-fonts-text = Toutes deux sous licence SIL Open Font License 1.1, servies par ce site.
credits-libraries = Réalisé avec

## Rules and introductions

rules-title = Comment on joue
rules-introduction = Leçon
rules-reference = Règles
rules-contents = Sommaire
lesson = Leçon
lesson-step = Étape { $number } sur { $count }
lesson-back = Retour
lesson-next = Suivant
lesson-show = Montrer
lesson-skip = Passer
lesson-goes-on = La partie continue…
lesson-read-on = Appuyez d’abord sur « Suivant ».
lesson-play = Jouer
lesson-all-rules = Toutes les règles
lesson-to-table = Revenir à la table
rules-of = { $game } : les règles
rules-tab-lesson = Leçon
rules-tab-reference = Règles
rules-tab-keys = Touches
rules-fit = { $doing } : voici « { $part } ».
panel-higher = Plus grand
panel-lower = Plus petit
key-rules = afficher les règles
key-panel = passer des règles à la table
coach = Conseils dans vos premières parties
analyse-always = Analyser mes parties finies tant que Ma page est ouverte
curtain-always = Cacher l’écran entre deux personnes qui le partagent, à tous les jeux
coach-lesson = Leçon
coach-off = Désactiver les conseils
notify = Me prévenir quand c’est à moi et que je suis dans un autre onglet
notify-ask = C’était à vous de jouer pendant votre absence. Vous prévenir la prochaine fois ?
notify-yes = Oui, prévenez-moi
notify-no = Non
learn = Apprendre
game-minutes-about = environ { $minutes } min

## Adversaires

level-novice = débutant
level-amateur = amateur
level-club = club
level-expert = expert
level-champion = champion
level-master = maître
level-words-novice = apprend avec vous
level-words-amateur = idéal pour un premier soir
level-words-club = bat la plupart des familles
level-words-expert = gagne dans la plupart des clubs
level-words-champion = remporte des tournois
level-words-master = presque personne ne le bat deux fois
play-style = Style
play-style-how = Une question de style plus que de force.
play-style-cautious = prudent
play-style-even = mesuré
play-style-bold = audacieux
name-and-level = { $name } ({ $level })
suggested = Conseillé pour vous
bot-sees = Les robots ne trichent pas : ils ne voient que ce que verrait un joueur à leur place.
strength = force
strength-points = { $points } en moyenne
strength-beats = bat { $name } { $often } fois sur 100
strength-first = le niveau le plus bas
strength-measured = { $games } parties chacun ; bande pâle : marge d’erreur.
strength-you = vous, d’après vos { $games } dernières parties
thinks-at-once = joue instantanément
thinks-too-long = trop lent ici : le serveur fait tourner ce jeu sans le compiler
thinks = réfléchit { $seconds } s

## Without a server

verify-by-page = La page où la partie s’est jouée détenait la graine : cela montre que rien n’a été changé ensuite, pas que personne ne la connaissait.
fair-text-here = Tous les tirages de cette partie viennent d’une graine que ce navigateur a fixée avant le premier tirage. Son empreinte prouve que rien n’est changé ensuite ; elle ne prouve pas que personne n’a regardé, puisque cette page détient la graine.
verdict-own = Rien n’a été changé
verdict-here = Vérifié par cette page elle-même, sans serveur : l’empreinte, chaque tirage et ce qu’il signifie.
refused-no-server = Il faut un serveur pour cela, et cette page n’en a pas.
here = Sur cet appareil
here-kept = Cette partie est gardée dans ce navigateur et fonctionne hors ligne.
here-kept-all = Ces parties ne sont gardées que dans ce navigateur, jusqu’à ce que vous les supprimiez ou que vous effaciez ses données.
here-hand = L’envoyer au serveur
here-handed = Partie enregistrée sur le serveur.
here-forget = Supprimer cette partie
here-forget-sure = Supprimer cette partie de cet appareil ? C’est définitif.
offline-title = Vous êtes hors ligne.
offline-works = Les robots, le jeu sur un même écran, les leçons, les fichiers et les parties gardées ici fonctionnent.
offline-invite = Il faut une connexion pour inviter
offline-waits = En attente de connexion
offline-waits-text = Vos tables en ligne reprendront à votre retour ; votre place est gardée.
serverless-title = Vous jouez sur cet appareil.
serverless-invite = Il faut un serveur pour inviter ; ce site n’en a pas
serverless-waits = Demande un serveur
serverless-waits-text = Ce site fonctionne sans serveur : on ne peut pas y inviter des gens en ligne.
install = Installer
install-title = Installer Ludothèque
install-text = S’ouvre comme une application, même hors ligne (5 Mo).
install-later = Pas maintenant
edition-ready = Une mise à jour est prête.
edition-later = Elle se fera après cette partie ; rien n’est perdu.
edition-now = Installez-la quand vous voulez ; rien n’est perdu.
edition-begin = Mettre à jour
draw-kept = { $picks ->
    [one] Rien n’a été changé : l’unique tirage découle de la graine que ce navigateur avait fixée.
   *[other] Rien n’a été changé : les { $picks } tirages découlent de la graine que ce navigateur avait fixée.
}
verdict-own-text = { $picks ->
    [0] Rien n’a été tiré. La graine vient de la page où la partie s’est jouée.
    [one] L’unique tirage découle de la graine fixée avant lui : rien n’a été changé ensuite. Mais la page où la partie s’est jouée détenait la graine : cela ne prouve pas que personne ne la connaissait, ni que c’était la première essayée.
   *[other] Les { $picks } tirages découlent de la graine fixée avant le premier : rien n’a été changé ensuite. Mais la page où la partie s’est jouée détenait la graine : cela ne prouve pas que personne ne la connaissait, ni que c’était la première essayée.
}

## What others do, one action at a time

pace-how = Vitesse des coups adverses
pace-is = Vitesse des coups adverses : { $pace }
pace-calm = Lente
pace-brisk = Rapide
pace-at-once = Immédiate
pace-skip = Passer
pace-again = Revoir
pace-step = Étape { $step } sur { $all }
pace-key-skip = passer le coup affiché
pace-key-again = revoir les coups adverses

## What a link shows where it is sent

card-house = Ludothèque : trois jeux de tuiles
card-house-text = Take It Easy, micropul et Polygons, à jouer tout de suite : entre amis avec un lien, contre des robots, autour d’un écran ou en solo. Sans inscription.
card-invites = { $name } vous invite à jouer à { $game }
card-invited = On vous invite à jouer à { $game }
card-invited-text = Touchez, et vous êtes à la table.
card-table = { $game } : une table
card-replay = { $game } : une partie, coup par coup
card-rules = { $game } : comment on joue

## Chance et talent

help-analyse = Faire la part de la chance et du talent : ce qu’ont fait les tirages d’une partie, et ce qu’ont fait les joueurs.
help-analyse-seat = La place à analyser, comptée depuis 0 (par défaut toutes).
help-budget = Combien de fois chaque action candidate est essayée.
help-html = Écrire un rapport illustré, en un seul fichier.
help-own-commands = Commandes propres à { $game }.
help-new-game = Créer votre propre jeu : un paquet qui fonctionne, à modifier pas à pas.
help-new-game-name = Son nom pour les programmes : minuscules, chiffres et _.
help-new-game-folder = Où l’écrire (par défaut un nouveau dossier du même nom).
error-new-game-name = { $name } ne peut pas être le nom d’un jeu : minuscules, chiffres et _, et aucun mot-clé de Python.
error-new-game-taken = Il y a déjà un jeu nommé { $name }.
error-new-game-folder = { $folder } n’est pas vide.
new-game-written =
    { $folder } contient un jeu qui fonctionne. Installez-le, jouez-y, lancez ses tests, puis faites-en le vôtre :
      pip install -e { $folder }
      ludotheque play { $name }
      pytest { $folder }
    docs/tutorial/write-a-game.md explique chaque ligne.
error-seat = Cette place n’existe pas : on compte depuis 0, et il y en a { $seats }.
analysing = Analyse
report-written = Le rapport est dans { $file }.
analysis-title = { $game } : chance et talent
analysis-curve-label = La valeur au fil de la partie : la chance en points, les choix en rayures ; les chiffres sont dans les listes ci-dessous
analysis-line = Ligne { $line }
analysis-played = joué
analysis-better = mieux
analysis-in-noise = dans la marge d’erreur
analysis-between = entre { $low } et { $high }
analysis-nobody = Le maximum avec ces tirages : { $ceiling }
analysis-ceiling = Le maximum possible, tous les tirages connus d’avance : prouvé, mais pas un objectif. Atteint à { $share } %.
analysis-percentile = Des tirages plus favorables que dans { $percent } % des parties.
analysis-all-moves = Toutes les décisions
analysis-all-draws = Tous les tirages
analysis-head-line = ligne
analysis-head-played = joué
analysis-head-best = meilleur
analysis-head-loss = perte
analysis-head-interval = 95 %
analysis-head-noise = remarque
analysis-name = Chance et talent
analysis-of-100 = { $count } sur 100
analysis-stop = Arrêter
analysis-failed = Impossible d’analyser cette partie ici.
analysis-was-best = le meilleur coup, ou équivalent

# L’histoire d’une partie analysée
story-figures = La partie en chiffres
story-stopped = L’analyse a été arrêtée.
story-uncertain = Trop incertain pour séparer chance et choix dans cette partie.
story-percent = Chances en pour cent : sur 100 parties depuis une telle position.
story-worth = Ces tirages valaient
story-average = { $way ->
    [below] { $count } de moins que la moyenne
    [above] { $count } de plus que la moyenne
   *[even] autant que la moyenne
}
story-scored = { $own ->
    [yes] Vous avez marqué
   *[no] { $name } a marqué
}
story-expected = Score attendu
story-cost = { $own ->
    [yes] { $count ->
        [0] Vos coups vous ont coûté
        [one] Un coup vous a coûté
       *[other] { $count } coups vous ont coûté
    }
   *[no] { $count ->
        [0] Ses coups ont coûté
        [one] Un coup a coûté
       *[other] { $count } coups ont coûté
    }
}
story-start = { $even ->
    [yes] { $own ->
        [yes] Vous partez à égalité
       *[no] { $name } part à égalité
    }
   *[no] Chances au départ
}
story-luck = { $way ->
    [gave] { $own ->
        [yes] La chance vous a donné
       *[no] La chance a donné à { $name }
    }
   *[took] { $own ->
        [yes] La chance vous a pris
       *[no] La chance a pris à { $name }
    }
}
story-choices = { $own ->
    [yes] Vos choix vous ont coûté
   *[no] { $name } a perdu par ses choix
}
story-others = { $other ->
    [several] { $way ->
        [gave] Les autres ont laissé
       *[took] Les autres ont pris
    }
   *[other] { $way ->
        [gave] { $other } a laissé
       *[took] { $other } a pris
    }
}
story-ended = { $ended ->
    [won] { $own ->
        [yes] Vous gagnez
       *[no] { $name } gagne
    }
    [lost] { $own ->
        [yes] Vous perdez
       *[no] { $name } perd
    }
    [shared] Victoire partagée
    [together] { $own ->
        [yes] Vous gagnez ensemble
       *[no] Victoire en équipe
    }
   *[running] Chances actuelles
}
story-curve-points = Score attendu, coup après coup
story-curve-wins = { $own ->
    [yes] Vos chances de gagner
   *[no] Chances de gagner : { $name }
}
story-legend-luck = chance du tirage
story-legend-choice = { $own ->
    [yes] vos choix
   *[no] choix ({ $name })
}
story-legend-others = { $other ->
    [several] les autres
   *[other] { $other }
}
story-points-points = { $count ->
    [one] Le coup le plus cher
   *[other] Les { $count } coups les plus chers
}
story-points-wins = Tournants
story-of = { $told } des { $all } points
story-largest = le plus grand de chaque sorte
story-step = Étape { $step }
story-kind-luck = La chance
story-kind-choice = { $own ->
    [yes] Vous
   *[no] { $name }
}
story-kind-others = Les autres
story-played = { $own ->
    [yes] vous
   *[no] joué
}
story-no-points = Aucun coup ne se détache comme une erreur.
story-level = { $own ->
    [yes] Vous avez joué au niveau { $level }
   *[no] { $name } a joué au niveau { $level }
}
story-level-between = { $games ->
    [one] { $one ->
        [yes] À elle seule, cette partie ({ $decisions } décisions) donne le niveau { $low }.
       *[no] À elle seule, cette partie ({ $decisions } décisions) donne un niveau entre { $low } et { $high }.
    }
   *[other] { $one ->
        [yes] Les { $games } dernières parties ({ $decisions } décisions) donnent le niveau { $low }.
       *[no] Les { $games } dernières parties ({ $decisions } décisions) donnent un niveau entre { $low } et { $high }.
    }
}
story-level-loss-points = Perte moyenne par décision : { $loss } points.
story-level-loss-wins = Chaque décision a coûté { $loss } sur 100 parties.
story-head-loss-points = points perdus
story-head-loss-wins = perte, sur 100 parties
story-range = { $low } à { $high }
story-ceiling = Le maximum avec ces tirages
story-ceiling-how = En les connaissant tous d’avance. Personne ne pouvait le jouer.
story-how = Les chiffres viennent de nombreuses suites jouées depuis chaque position ; ± indique la marge d’erreur.

# Indices

hint = Un indice
hint-short = Indice
hint-key = un indice, puis sa suite
hint-where = Où regarder
hint-move = Le coup
hint-why = Pourquoi
hint-step = Indice { $step } sur 3
hint-counted = affiché au résultat ; ne comptera pas pour votre niveau
hint-step-counted = Indice { $step } sur 3, affiché au résultat
hint-thinking = Réflexion
hint-wait = Un instant…
hint-seen = Compris
hint-show-move = Montrer le coup
hint-ask-why = Pourquoi ?
hint-confirm = Confirmer
hint-close = Fermer l’indice
hint-where-lit = Regardez ce qui est en surbrillance.
hint-why-strongest = C’est ce que ferait le robot le plus fort.
hint-next-best = Deuxième choix ({ $loss }) : { $action }
# Un fait, qui commence par une majuscule, comme phrase.
sentence = { $text }.
hint-failed = Aucun indice n’a été trouvé.
hints-used = { $count ->
    [one] { $count } indice utilisé
   *[other] { $count } indices utilisés
}
hints-allowed = Indices autorisés
new-hints = Autoriser les indices (tout le monde voit combien ont servi)
event-hint = { $you ->
    [yes] Vous avez demandé un indice.
   *[no] { $name } a demandé un indice.
}

# Rejouer depuis une position d’une partie

onward = Reprendre ici
onward-how = Jouez votre propre partie à partir de cette position, contre les robots, avec les mêmes tirages
onward-tag = Variante
onward-table = Reprend à la ligne { $line } d’une autre partie
onward-over = Variante d’une autre partie : ses tirages ne peuvent pas être prouvés ici, et elle ne compte pas pour votre niveau.

next-time = La prochaine fois :

# Les tirages du jour

nav-daily = Tirage du jour
daily-title = Tirage du jour
daily-how = Le même tirage pour tout le monde, un seul essai, sans indice. Les résultats s’affichent quand vous avez joué. Le jour change à minuit UTC.
daily-how-dated = Cette page n’a pas de serveur : elle tire d’après la date. N’importe qui peut le recalculer, il n’y a donc pas de classement.
daily-what = Le même tirage pour tout le monde.
daily-left = encore { $hours } h { $minutes }
daily-played = { $count ->
    [0] Personne n’a encore joué
    [one] { $count } personne a joué
   *[other] { $count } personnes ont joué
}
daily-sealed = Scellé depuis le { $date }
daily-swapped = Ce n’est pas la liste que ce navigateur avait vue : un tirage a peut-être été échangé.
daily-play = Jouer le tirage
daily-continue = Reprendre
daily-see = Voir
daily-see-results = Voir les résultats
daily-menu = Tirage du jour : un seul essai. Si vous quittez, vous pourrez reprendre ici jusqu’à la fin de la journée.
daily-late = Votre partie d’hier ({ $game }) compte encore si vous la finissez avant 1 h UTC.
daily-earlier = Tirages précédents
daily-earlier-how = Rejouez n’importe quel tirage ; son classement ne change plus.
daily-play-earlier = Jouer hors classement
daily-none-yet = Vos tirages s’afficheront ici.
daily-none-that-day = Pas de tirage ce jour-là.
daily-day-played = joué
daily-day-missed = manqué
daily-day-today = aujourd’hui
daily-missed = manqué
daily-month-before = Mois précédent
daily-month-after = Mois suivant
daily-handle = Votre nom dans les classements
daily-handle-keep = Prendre ce nom
daily-handle-drop = Quitter les classements
daily-handle-kept = Votre nom au classement : { $name }.
daily-handle-why = Sans nom, vous pouvez jouer, mais hors classement ; les plateaux et les robots s’affichent alors à la fin de la journée. Chaque nom n’est pris qu’une fois.
daily-handle-honest = Vous serez au classement dès votre prochain tirage. Rien n’empêche de jouer d’abord sous une autre identité : le classement repose sur la confiance.
daily-place = { $kind ->
    [one] { $place }er sur { $of }
   *[other] { $place }e sur { $of }
}
daily-ordinal = { $kind ->
    [one] { $place }er
   *[other] { $place }e
}
daily-better = mieux que { $percent } %
daily-better-so-far = mieux que { $percent } % pour l’instant
daily-unranked = hors classement
daily-unranked-why = Hors classement : les plateaux, les robots et le maximum possible s’affichent à la fin de la journée.
daily-of = { $game }, tirage du { $date }
daily-verified = Tirage vérifié
daily-fingerprint = Scellé : { $fingerprint }
daily-closes = Le classement se termine à minuit (UTC).
daily-closed = Le classement est clos.
daily-you = Vous
daily-you-scored = Votre score
daily-not-played = Vous n’avez pas joué ce tirage.
daily-others = Les scores des autres
daily-points = points
daily-players = joueurs
daily-nobody = Personne n’est encore classé.
daily-nameless = sans nom
daily-by-score = Au score
daily-without-luck = Sans la chance
daily-without-luck-points = points perdus par les choix
daily-without-luck-wins = chances de gagner perdues par les choix
daily-reviewing = Les choix sont en cours d’examen.
daily-bots = Le même tirage, joué par les robots
daily-bots-play = Les robots jouent encore.
daily-boards-later = Ils s’affichent à la fin de la journée.
daily-best-possible = Maximum possible
daily-ceiling-share = { $percent } % des tirages permettent moins.
daily-all = Les { $count }
daily-fewer = Moins
daily-boards = { $count ->
    [one] Voir l’autre plateau
   *[other] Voir les { $count } autres plateaux
}
daily-more-boards = Autres plateaux
daily-strip = À jouer aujourd’hui : { $games }
daily-strip-done = Vous les avez tous joués.
table-daily = tirage du { $date }
share-title = Partager votre résultat
share-picture = Image
share-text = Texte
share-copy = Copier le texte
share-send = Envoyer l’image
share-save = Enregistrer l’image
share-no-spoilers = Ni pièces ni cases : rien n’est révélé du tirage.
share-daily = Ludothèque, tirage du { $date }
share-daily-short = Tirage du { $date }
share-result = { $game } : { $result }
share-without-luck = sans la chance : { $place }
share-your-turn = Le même tirage pour tout le monde. À vous :
share-best = meilleur choix
share-little = un peu perdu
share-more = davantage perdu
verdict-sealed = La graine d’un tirage du jour est révélée à la fin de la journée ; la vérification est possible alors.
verdict-sealed-text = Le tirage était scellé d’avance, et d’autres le jouent encore. Le lendemain, la graine montre que rien n’a été changé.
refused-daily = Impossible à la table d’un tirage du jour.
refused-daily-off = Ce serveur n’a pas de tirage du jour.
refused-no-such-draw = Il n’y a pas de tirage de ce jeu ce jour-là.
refused-daily-over = La journée de ce tirage est finie.
refused-daily-closed = Les plateaux s’affichent quand vous avez joué ce tirage avec un nom classé, ou à la fin de la journée.
refused-not-played = Les résultats s’affichent quand vous avez joué ce tirage, ou à la fin de la journée.
refused-handle-taken = Une autre personne a déjà ce nom, ou un nom qui lui ressemble.
refused-no-handle = Choisissez d’abord un nom de classement.
refused-wrong-passphrase = Personne ici n’a ce nom et cette phrase secrète.
refused-rankings-off = Ce serveur ne classe personne.
