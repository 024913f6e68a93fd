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
help-train = Apprendre l’évaluation d’un jeu en jouant contre soi-même, pour les jeux qui en ont une ; reprend là où on s’était arrêté.
help-minutes = Durée totale de l’apprentissage, en minutes ; ce qui est déjà fait compte.
help-train-folder = Dossier des points de reprise, de la courbe et des poids ; par défaut dans le dossier de données de l’utilisateur.
help-arena = Faire jouer des matchs aux robots, avec le même hasard pour chacun, et mesurer qui est plus fort et de combien.
help-arena-bot = Un robot : son nom, une classe Python sous la forme module:Nom, ou un programme sous la forme protocol:COMMANDE. À donner une fois par robot ; le dernier tient les places qui restent.
help-arena-seats = Nombre de places ; sinon autant que de robots, si le jeu le permet. S’il y a moins de places que de robots, chaque sélection d’entre eux joue.
help-arena-seed = Graine du hasard : un nombre entier ; sinon celle du fichier, ou une graine tirée au sort.
help-ms = Millisecondes de réflexion par coup pour un robot qui a un budget.
help-limit = Secondes après lesquelles un robot qui n’a pas joué perd la partie.
help-sprt = Arrêter dès qu’il est clair que le premier robot est plus fort que le second de ELO0 ou de ELO1 (test séquentiel, 5 % pour chaque erreur).
help-results = Fichier des parties finies, une ligne chacune ; ce qui s’y trouve n’est pas rejoué.
help-processes = Nombre de processus (par défaut un par processeur).
help-box = Faire une boîte de Polygons, en dessin ou en texte.
help-compile = Compiler les règles, pour que personne n’ait à attendre plus tard.
help-compile-analysis = Aussi ce qui analyse les parties, ce qui prend autant de temps.
help-game = Le jeu.
help-seats = Nombre de places.
help-people = Combien de places sont tenues par des personnes à ce clavier ; les robots tiennent les autres.
help-option = Une option des règles, sous la forme nom=valeur ; peut être répétée.
help-bot = Un robot, donné une fois pour toutes les places ou une fois par place : un niveau (novice, amateur, club, expert, master), avec -cautious (prudent) ou -bold (hardi) au besoin, ou l’un de ceux que liste « games ».
help-seed = Graine du hasard : un nombre entier ; sinon une graine tirée au sort.
help-train-seed = Graine du hasard d’un entraînement qui commence : un nombre entier. Celui qui continue garde la sienne.
help-number-of-games = Nombre de parties.
help-out-dir = Dossier des enregistrements, un fichier par partie.
help-format = jsonl : enregistrements en texte ; parquet : chaque décision comme donnée d’apprentissage (extra data).
help-out-svg = Fichier du dessin.
help-box-json = Écrire la boîte en JSON, comme l’événement d’un enregistrement.
help-box-text = Écrire la boîte en forme de texte, une ligne par pièce, pour comparer des boîtes.
help-box-kind = Sorte de boîte, pour Polygons : shaken (secouée) ou dropped (déposée).
help-json = Écrire du JSON pour des programmes.
help-threads = Nombre de fils d’exécution.
help-engine = Où jouer : local (cette machine) ou ray (la grappe Ray de cette machine ou de RAY_ADDRESS).
help-file = L’enregistrement ; - pour l’entrée standard.
help-perfect = Le meilleur plateau de tous, prouvé, et tous ceux qui l’atteignent.
help-tiles = Le meilleur plateau pour 19 cartes données, sous la forme 2-9-4,6-1-3,…
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
error-out-needed = Plusieurs parties, ou des données, demandent un dossier : donnez --out.
error-format = { $format } n’est pas un format : c’est jsonl ou parquet.
error-extra = Ceci demande l’extra { $extra } : pip install "ludotheque[{ $extra }]".
error-engine = Aucun moteur ne s’appelle « { $engine } ». Il y a : local, ray.
error-no-cluster = Il n’y a pas de grappe Ray ici. Démarrez-en une (ray start --head), ou nommez-en une dans RAY_ADDRESS.
error-bots = Donnez --bot une fois, ou une fois pour chacune des { $seats } places de robots.
error-no-seat-for-bots = { $seats ->
    [one] La seule place est prise par une personne
   *[other] Les { $seats } places sont prises par des personnes
} : il n’y en a pas pour un robot. Donnez plus de --seats, ou pas de --bot.
error-people = De 1 à { $seats } personnes peuvent tenir { $seats } places.
error-seed = Une graine est un nombre entier de 0 à 2^64 - 1.
error-not-offered = { $game } n’a pas de { $command }.
error-command = La commande { $command } ne peut pas être exécutée : { $reason }
error-sprt = Un test séquentiel s’écrit ELO0,ELO1 : deux nombres de -2000 à 2000, le plus petit d’abord, et non { $text }.
error-sprt-bots = Un test séquentiel oppose deux robots qui tiennent autant de places l’un que l’autre.
error-other-match = { $file } contient les parties d’un autre match ; ce qui diffère : { $fields }
error-results-busy = Un autre match écrit dans { $file } ; laissez-le finir, ou prenez un autre fichier.
error-not-results = { $file } n’est pas un fichier de résultats (ligne { $line }).
error-incident = Quelque chose s’est cassé de notre côté ; merci de le signaler avec le fichier { $file }.
error-malformed = Ce n’est pas écrit comme il faut.
error-no-such-game = Ce jeu n’existe pas.
games-seats = { $low } à { $high } joueurs
games-bots = Pour comparer
games-tempers = Chaque niveau aussi avec -cautious (prudent) ou -bold (hardi) : --bot club-bold
games-character = { $name } : { $words } (prudent { $cautious }, hardi { $bold })
seed-is = graine { $seed }
recorded = { $count ->
    [one] { $count } enregistrement écrit dans { $folder }
   *[other] { $count } enregistrements écrits dans { $folder }
}
replay-good = Un bon enregistrement ({ $game }) : { $events } événements.
replay-running = La partie n’est pas finie.
replay-result = Résultat : { $scores }. Gagné par { $winners } ({ $reason }).
replay-nobody = personne
reason-complete = toutes les manches sont jouées
simulated = { $games } parties, { $steps } actions en { $seconds } s : { $rate } parties par seconde ; score moyen { $score }
simulating = Parties
arena-bot = robot
arena-games = parties
arena-wins = victoires (95 %)
arena-elo = Elo (95 %)
arena-score = score ± erreur
arena-adjusted = sans la chance
arena-ms = ms (pire)
arena-failed = { $bot } a perdu { $games ->
    [one] une partie
   *[other] { $games } parties
} par forfait : { $how ->
    [illegal] il a répondu ce qui n’est pas permis.
    [slow] il n’a pas répondu à temps.
   *[died] il s’est cassé.
} D’abord dans la partie { $number } : { $detail }
arena-first = premier robot
arena-second = second robot
arena-wins-first = victoires du premier (95 %)
arena-sprt = { $accepted ->
    [elo0] Test séquentiel décidé : le premier robot est plus fort de { $elo0 } Elo plutôt que de { $elo1 } (logarithme du rapport { $llr }).
    [elo1] Test séquentiel décidé : le premier robot est plus fort de { $elo1 } Elo plutôt que de { $elo0 } (logarithme du rapport { $llr }).
   *[other] Test séquentiel de { $elo0 } contre { $elo1 } Elo : pas encore décidé (logarithme du rapport { $llr }).
}
arena-cut = { $bot } : le temps a interrompu { $count ->
    [one] une réflexion
   *[other] { $count } réflexions
} ; une autre fois les résultats peuvent différer. Un --ms plus grand laisse finir.
arena-uneven = Tous ne jouent pas partout aussi souvent : il faut pour cela un nombre de parties divisible par { $games }.
arena-how = Une victoire partagée compte en parts, les places d’un robot ensemble ; l’erreur d’un score est une erreur type. docs/explanation/match-statistics.md dit comment tout est calculé.
compiling = Compilation des règles : { $game }
compiling-analysis = Compilation de l’analyse : { $game }
compiling-failed = il ne peut pas être compilé : { $reason }
compiled = Les règles sont compilées.
training = Apprentissage ({ $folder })
train-point = { $games } parties : { $score } ± { $error } ({ $measure })
train-kept = Ce qui a été appris jusqu’au dernier point de reprise est dans { $folder } ; la même commande continue de là.
train-lost = Il n’y avait pas encore de point de reprise : rien n’est gardé.
trained = Les poids, le point de reprise et la courbe sont dans { $folder }
curve-games = parties jouées
curve-score = force, telle que la définit la page du jeu sur ses robots
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
    [one] Une boîte, refaite d’après son tirage, est identique.
   *[other] { $count } boîtes, refaites d’après leurs tirages, sont identiques.
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
play-pass-device = À { $player } de jouer : prenez le clavier et appuyez sur Entrée. Les autres regardent ailleurs.
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
help-serve-host = Adresse d’écoute ; sans elle, cet ordinateur seulement.
help-serve-port = Port d’écoute ; 0 pour un port libre.
help-public-url = L’adresse que tapent les joueurs, pour un serveur derrière un mandataire.
help-lan = Ouvrir le serveur au réseau local, et montrer son adresse et un code QR pour les téléphones dans la même pièce.
help-open = Ouvrir la page dans le navigateur.
serving = À l’écoute sur { $address }
serving-lan = À l’écoute sur { $address } pour tout le réseau local
page-not-built = La page n’est pas encore construite. Pour la construire et jouer : { $command }
error-listen = Impossible d’écouter sur { $address } : adresse occupée, ou qui n’est pas à cet ordinateur.
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
seat-acting = tour en cours
seat-waiting = attend
seat-bot = robot
seat-away = pas là, un robot joue
seat-resigned = a abandonné
home = Accueil
language = Langue
language-en = English
language-fr = Français
theme = Couleurs
theme-dark = Couleurs sombres
theme-light = Couleurs claires
theme-is-system = Selon l’appareil
theme-is-light = Claires
theme-is-dark = Sombres
patterns = Motifs des pièces
patterns-usual = Normaux
patterns-strong = Marqués
patterns-plain = Aucun
settings = Réglages
confirm-always = Confirmer chaque coup, même en solo
less-motion = Moins d’animations
sound = Son
me = Mon nom et mes parties
credits = Crédits
close = Fermer
notices = Messages
dismiss = Fermer le message
page-failed = Cette partie de la page n’a pas pu être chargée
try-again = Réessayer
lost-title = Il n’y a rien ici
lost-text = L’adresse a peut-être été copiée en partie seulement.
incident = Quelque chose s’est cassé de notre côté. Incident { $incident }
your-turn = À vous de jouer
turn-of = À { $name } de jouer.
waiting-for-many = On attend les autres.
waiting-for = On attend { $names }.
live = En direct
offline = Hors ligne
watching = Spectateur
keys = Touches
events = Déroulement
events-short = Historique
no-events = Rien encore.
phrases = Dire quelque chose
phrases-short = Dire
in-words = La table en mots
in-words-short = En mots
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
look-away = Les autres regardent ailleurs.
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
close-table = Fermer la table
close-sure = Terminer cette table pour tout le monde, sans résultat ?
cancel = Annuler
leave = Quitter
leave-to-bot = Quitter ; un robot continue
remove-guest = Retirer { $name }
link-watch = Lien vers cette table
link-table = Lien à envoyer
link-replay = Lien pour revoir la partie
copy = Copier
copied = Le lien est copié.
copy-by-hand = Le lien est sélectionné : copiez-le à la main.
fair-title = Hasard vérifiable
fair-text = Tout le hasard de cette table découle d’un secret choisi avant que les joueurs donnent leur part. Voici son sceau ; le secret est montré à la fin, et chacun peut vérifier.
ending-resigned = La partie a été abandonnée
ending-closed = La table a été fermée
ending-abandoned = La table a été abandonnée
over-solo = { $score } points
over-nobody = Personne ne gagne
over-you-win = Vous gagnez avec { $score }
over-you-share = Vous partagez la victoire
draw-unproven = Le hasard n’a pas pu être vérifié.
winner = vainqueur
rematch = Revanche
play-again = Rejouer
over-look = voir ce plateau
over-looked-at = affiché maintenant
rematch-join = Rejoindre la revanche
replay = Revoir
share = Partager
verify = Vérifier le hasard
record = Fichier de la partie
scores = Détail des scores
option-is = { $option } : { $value }
setting-up = La table se prépare…
waiting-title = En attente de joueurs
invited = On vous invite à jouer à { $game }
seat-free = libre
seat-kept = gardée pour quelqu’un
host = hôte
put-bot = Robot
open-seat = Libérer
remove = Retirer
swap-seat = Échanger la place { $number }
swap-with = Choisissez maintenant la place à échanger.
your-name = Votre nom
sit-down = Prendre place
room-full = Aucune place libre. Vous pourrez regarder dès que la partie commence.
draw-seats = Tirer les places au sort au début
start = Commencer
waiting-others = La partie commence dès que tout le monde est là.
invite-title = Inviter
qr-alt = Code QR du lien vers cette table
code = Code
watchers = { $count ->
    [one] { $count } spectateur
   *[other] { $count } spectateurs
}
connection-back = { $count ->
    [0] De retour. Rien n’a été joué.
    [one] De retour. Un coup a été joué.
   *[other] De retour. { $count } coups ont été joués.
}
over-wins = { $count ->
    [one] { $names } gagne
   *[other] { $names } partagent la victoire
}
draw-verified = { $picks ->
    [one] Le hasard est vérifié : un tirage.
   *[other] Le hasard est vérifié : { $picks } tirages.
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
    [0] Personne n’a à jouer pour l’instant.
   *[other] { $count } personnes ont à jouer.
}
plain-over = La partie est terminée.
plain-fact = { $label } : { $text }
plain-none = aucun
plain-yes = oui
plain-no = non
plain-board-missing = Le plateau de ce jeu ne se charge pas. Vous pouvez continuer ici, en mots.

## What was refused, by its code

refused-unreachable = Le serveur ne répond pas.
refused-malformed = Le serveur n’a pas compris cette page. Rechargez-la.
refused-protocol = Le serveur a été mis à jour. Rechargez la page.
refused-no-such-guest = Ce lien n’ouvre rien : l’invité a été oublié, ou il vient d’un autre serveur.
refused-no-such-secret = Cet appareil ou ce lien n’est plus dans la liste.
refused-no-such-table = Cette table n’existe pas.
refused-no-such-game = Ce jeu n’est pas sur ce serveur.
refused-broken-game = Ce jeu ne marche pas sur ce serveur.
refused-header = Ces places ou options ne conviennent pas au jeu.
refused-rules-version = Cette table a commencé avec une autre version des règles et ne peut pas continuer ici.
refused-not-seated = Seuls les joueurs de la table peuvent faire cela.
refused-not-host = Seul l’hôte peut faire cela.
refused-seated = Vous avez déjà une place ici.
refused-seat-taken = Cette place n’est pas libre.
refused-table-full = Aucune place libre. Vous pouvez regarder.
refused-removed = L’hôte vous a retiré de cette table.
refused-waiting = La partie n’a pas commencé.
refused-running = La partie a déjà commencé.
refused-over = La partie est finie.
refused-not-handed = Seule une partie finie que cette page a gardée peut être confiée à un serveur.
refused-not-over = La partie n’est pas finie.
refused-stale = La table a avancé : regardez et choisissez de nouveau.
refused-not-to-act = Ce n’est pas à vous.
refused-bot-seat = Un robot joue cette place.
refused-no-take-back = Il n’y a rien à annuler.
refused-no-hints = À cette table, les aides n’ont pas été convenues.
refused-too-many = Trop de demandes à la fois. Réessayez dans un moment.
refused-busy = La table est très occupée. Réessayez.
refused-too-large = Ce fichier est trop grand.
refused-incident = Quelque chose s’est cassé de notre côté.
refused-unknown-action = Cette action n’existe pas.
refused-impossible-chance = Le hasard ne peut pas amener cela maintenant.
refused-no-such-seat = Cette place n’existe pas.
refused-hello-first = La page et le serveur ne se comprennent pas. Rechargez la page.
refused-not-watching = La page et le serveur ne se comprennent pas. Rechargez la page.
refused-ahead = La page et le serveur ne se comprennent pas. Rechargez la page.
refused-nonce = La page et le serveur ne se comprennent pas. Rechargez la page.
refused-method = La page et le serveur ne se comprennent pas. Rechargez la page.
refused-which-seat = Dites pour laquelle de vos places.
refused-choice = Cette table n’a pas ce choix.
refused-no-such-choice = Ce jeu n’a pas ce choix.
refused-no-such-bot = Ce jeu n’a pas ce robot.
refused-no-such-phrase = Cette phrase n’existe pas.
refused-guest = Dites d’abord qui vous êtes.
refused-origin = Cette demande vient d’un autre site.
refused-host-name = Le serveur n’est pas connu sous cette adresse.
refused-not-found = Il n’y a rien ici.
refused-result-early = Un résultat est écrit avant la fin de la partie.
refused-result-wrong = Le résultat n’est pas celui de la partie.
refused-no-result = La partie est finie, mais son résultat manque.
refused-after-result = Quelque chose suit le résultat.
refused-box-form = La boîte n’est pas écrite comme il faut.
refused-box-kinds = La boîte ne contient pas cinq pièces de chaque sorte.
refused-box-above = La boîte se contredit sur ce qui recouvre quoi.
refused-box-cycle = Les pièces de la boîte se recouvrent en cercle.
refused-box-geometry = Les pièces de la boîte ne peuvent pas être posées ainsi.
refused-box-sight = Ce qui se voit dans la boîte est mal décrit.
refused-fair-missing = Ce fichier ne vient pas d’une table en direct : il ne promet rien sur le hasard.
refused-fair-form = Ce que le fichier dit du hasard n’est pas écrit comme il faut.
refused-not-revealed = Le secret de cette table n’est pas encore révélé.
refused-commitment-wrong = Le secret n’est pas celui auquel la table s’était engagée.
refused-seats-wrong = Le tirage des places ne découle pas du secret.
refused-picks-missing = Un événement du hasard ne montre pas son tirage, et rien ne dit qu’il a été fixé.
refused-picks-form = L’action d’un joueur porte des tirages du hasard.
refused-pick-wrong = Un tirage ne découle pas du secret.
refused-outcome-wrong = Un tirage est juste, mais il veut dire autre chose que ce qui est arrivé.
refused-sampled-wrong = Le tirage donne une autre boîte que celle du fichier.

## The screens around the tables

nav = La maison
nav-play = Jouer
nav-learn = Apprendre
nav-record = Revoir un fichier
nav-me = Mes parties
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
    [0] { $names }, niveau { $level } : pour commencer
    [one] { $names }, niveau { $level } : d’après votre dernière partie
   *[other] { $names }, niveau { $level } : d’après vos { $games } dernières parties
}
play-now-one-round = une manche
way-link = Inviter
way-here = Même écran
way-alone = Solo
way-bots = Contre des robots
way-more = Plus de choix
home-title = On joue à quoi ?
home-games = Jeux
home-waiting = On vous attend
home-your-turn = C’est à vous
home-mine = Mes parties
home-all = Toutes
home-mine-none = Pas encore de partie
home-mine-none-text = Vos parties sont gardées ici, pour les reprendre ou les revoir.
home-open = Tables ouvertes
home-open-none = Pas encore de table
home-open-none-text = Ouvrez-en une pour qui viendra. Si personne ne vient, des robots prennent les places.
home-open-make = Ouvrir une table
home-code = Code
home-code-go = Y aller
name-label = Vous êtes
name-keep = Enregistrer
name-kept = Vous êtes maintenant { $name }.
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
   *[other] laissée inachevée
}
table-won = gagnée, { $score }
table-lost = perdue, { $score }
table-over = finie, { $score }
table-replay = Revoir
table-download = Télécharger le fichier
table-return = Revenir
table-join = Rejoindre
table-watch = Regarder
new-title = Une table pour jouer à { $game }
new-other-game = Autre jeu
new-no-game = Ce jeu n’est pas sur ce serveur
new-way = Comment
new-seats = Places
new-seat-less = Enlever la dernière place
new-seat-more = Ajouter une place
new-sits = Qui prend la place { $number } ?
new-sits-kind = Robot ou personne
new-begin-with = Commencer avec { $names }
new-name = Nom du joueur { $number }
new-open-how = Vous recevrez un lien et un code à envoyer. Des robots peuvent prendre les places restées libres.
new-rules = Règles à cette table
new-how = Pendule et départ
new-clock = Pendule
new-listed = Qui peut venir
new-listed-no = Seulement avec le lien
new-listed-yes = Tout le monde : la table est affichée
new-start = Commencer
new-start-full = dès que toutes les places sont prises
new-start-host = quand je le dis
new-draw = Tirer les places au sort
new-open = Ouvrir la table
new-begin = Commencer
place-me = Vous
place-here = À cet écran
place-open = Libre, pour qui viendra
place-bot = Un robot
clock-none = Sans pendule
clock-fast = Rapide : { $minutes } min et { $seconds } s par coup
clock-usual = Normale : { $minutes } min et { $seconds } s par coup
clock-slow = Lente : { $minutes } min et { $seconds } s par coup
clock-own = À votre façon
clock-bank = Minutes pour la partie
clock-move = Secondes par coup
clock-grace = Secondes si la connexion tombe
me-title = Vous
me-name = Votre nom
me-name-how = Pas d’inscription : ce navigateur garde qui vous êtes, sans adresse ni mot de passe.
me-games = Vos parties
me-nobody = Personne encore
me-nobody-text = Vous devenez invité dès que vous prenez place à une table.
me-link = Sur un autre appareil
me-link-how = Ce lien privé ouvre vos places et vos parties sur un autre appareil. Qui l’a peut jouer à votre place : gardez-le pour vous.
me-link-make = Créer un lien privé
me-link-private = Votre lien privé
me-link-qr = Code QR de votre lien privé
me-keys = Qui peut jouer à votre place
me-key-here = Cet appareil
me-key-device = Un autre appareil
me-key-link = Qui a votre lien privé
me-key-since = depuis le { $date }
me-key-revoke = Retirer
me-key-revoked = Il n’ouvre plus rien.
me-forget = M’oublier
me-forget-how = Votre nom, vos liens et la liste de vos parties sont effacés aussitôt. Ce qui a été joué reste, sans nom. C’est sans retour.
me-forget-sure = Vous oublier sur ce serveur ?
me-forgotten = C’est oublié.
me-stays = Combien de temps tout cela reste
me-stays-how = Les parties restent jusqu’à ce que l’hôte du serveur les efface : les liens vers les parties à revoir continuent de marcher. Ce navigateur se souvient de vous 400 jours après votre première partie. Une table où rien ne se passe pendant une semaine est fermée.
resume-title = On ouvre vos places
resume-none = Il n’y a rien dans ce lien
resume-none-text = La partie après le # manque : copiez le lien entier, ou relisez son code.
resume-failed = Ce lien n’ouvre rien
resume-instead = Cet appareil joue déjà sous le nom « { $name } »
resume-instead-text = Si vous ouvrez le lien, cet appareil jouera pour son propriétaire. Les parties jouées sous le nom « { $name } » ne seront plus accessibles que par un lien privé fait sous ce nom.
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
replay-eyes-spectator = spectateur
replay-begin = La partie va commencer.
replay-stopped = La partie est bonne jusqu’ici. Ligne { $line } : { $reason }
replay-link = Lien vers cette étape
replay-close = Un autre fichier
record-title = Revoir un fichier
record-how = Une partie s’enregistre dans un fichier (.jsonl). Revoyez-la pas à pas et vérifiez que le hasard était équitable. Elle reste dans ce navigateur.
record-drop = Déposez un fichier ici
record-choose = Choisir un fichier
record-paste = Ou collez son texte
record-open = Ouvrir
record-refused = Ce n’est pas un bon enregistrement
verdict-checking = Vérification…
verdict-fair = Le hasard était équitable
verdict-fair-text = { $picks ->
    [0] La table s’était engagée sur ce secret avant que les joueurs donnent leur part. Rien n’a été tiré.
    [one] La table s’était engagée sur ce secret avant que les joueurs donnent leur part, et l’unique tirage découle des deux.
   *[other] La table s’était engagée sur ce secret avant que les joueurs donnent leur part, et les { $picks } tirages découlent des deux.
}
verdict-live = Ce fichier ne vient pas d’une table en direct
verdict-live-text = Il se rejoue, mais ne porte aucun engagement : rien ne peut être prouvé sur son hasard.
verdict-unproven = Rien n’est prouvé
verdict-unproven-text = Quelque chose ne va pas. Voici ce qui est faux dans cet enregistrement :
verdict-line = Ligne { $line } : { $reason }
verdict-page = { $same ->
    [yes] Vérifié deux fois, avec la même réponse : par le serveur et par cette page elle-même.
   *[other] Cette page arrive à une autre réponse que le serveur. Ne vous fiez pas à ce résultat.
}
verdict-page-how = Cette page vérifie l’engagement et les tirages ; le serveur, et la commande « ludotheque verify », vérifient aussi ce que chaque tirage signifie.
verdict-own-seal = Comparez le sceau avec celui que votre appareil a montré quand vous avez pris place :
finding-fair-missing = l’en-tête n’a pas de champ « fair »
finding-fair-form = le champ « fair » n’a pas la bonne forme
finding-not-revealed = le secret n’est pas encore révélé
finding-commitment-wrong = le secret n’est pas celui sur lequel la table s’était engagée
finding-seats-wrong = les places tirées ne découlent pas du secret
finding-picks-missing = un événement du hasard ne montre pas de tirage
finding-picks-form = une action de joueur montre un tirage
finding-pick-wrong = le tirage ne découle pas du secret
finding-outcome-wrong = le tirage signifie autre chose
finding-sampled-wrong = le tirage donne une autre boîte
finding-malformed = ce n’est pas une ligne d’enregistrement
finding-header = l’en-tête manque, ou n’est pas comme il doit être
finding-unknown-action = cela ne dit rien dans la notation du jeu
finding-not-to-act = c’était à quelqu’un d’autre
finding-over = la partie était déjà finie
finding-impossible-chance = le hasard ne peut pas donner cela ici
finding-result-early = un résultat avant la fin
finding-result-wrong = le résultat n’est pas celui de cette partie
finding-no-result = la partie est finie, mais son résultat manque
finding-after-result = quelque chose suit le résultat
credits-games = Les jeux
credits-games-text = Les noms et les règles appartiennent à leurs auteurs et éditeurs. Cette maison n’est affiliée à aucun d’eux et ne contient ni leurs textes ni leurs images : les règles sont dites avec nos mots, les pièces dessinées de nouveau.
credits-house = La maison
credits-house-text = Ludothèque est un logiciel libre sous licence Apache 2.0. Elle ne pose qu’un cookie, celui qui garde qui vous êtes, ne charge rien d’ailleurs et ne suit personne.
credits-fonts = Caractères
credits-fonts-text = Tous deux sous la licence SIL Open Font License 1.1, servis d’ici.
credits-libraries = Fait avec

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
lesson-read-on = Lisez d’abord la suite avec « Suivant ».
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
key-rules = les règles, sur la table
key-panel = entre les règles et la table
coach = Conseils aux premières parties
coach-lesson = Leçon
coach-off = Plus de conseils
notify = Me prévenir quand c’est à moi et que je regarde ailleurs
notify-ask = C’était à vous pendant que vous regardiez ailleurs. Faut-il vous prévenir la prochaine fois ?
notify-yes = Oui, prévenez-moi
notify-no = Non
name-ask = Comment les autres doivent-ils vous appeler ?
name-later = Plus tard
learn = Apprendre
game-minutes-about = environ { $minutes } min

## Adversaires

level-novice = débutant
level-amateur = amateur
level-club = club
level-expert = expert
level-master = maître
level-words-novice = apprend avec vous
level-words-amateur = idéal pour un premier soir
level-words-club = bat la plupart des familles
level-words-expert = gagne dans la plupart des clubs
level-words-master = presque personne ne le bat deux fois
temper = Tempérament
temper-how = Affaire de goût, guère de force.
temper-cautious = prudent
temper-even = mesuré
temper-bold = hardi
name-and-level = { $name } ({ $level })
suggested = Conseillé pour vous
bot-sees = Pas d’aide cachée : un robot voit ce que voit sa place.
strength = force
strength-points = { $points } par manche
strength-beats = bat { $name } { $often } fois sur 100
strength-first = le premier échelon
strength-measured = Mesuré sur { $games } parties chacun ; la bande pâle est l’erreur.
strength-you = vous, d’après vos { $games } dernières parties
thinks-at-once = joue aussitôt
thinks = réfléchit { $seconds } s

## Without a server

verify-by-page = La graine était tenue par la page où la partie s’est jouée : cela montre que rien n’a été changé ensuite, non que personne ne la connaissait.
fair-text-here = Tout le hasard de cette partie découle d’une graine que ce navigateur a faite et scellée avant le premier tirage. Le sceau prouve que rien n’est changé ensuite ; il ne prouve pas que personne n’a pu regarder, puisque cette page tient la graine elle-même.
verdict-own = Rien n’a été changé
verdict-here = Vérifié par cette page elle-même, sans rien demander : le sceau, chaque tirage et ce que chacun veut dire.
refused-no-server = Il faut un serveur pour cela, et cette page n’en a pas.
here = Sur cet appareil
here-kept = Cette partie est gardée dans ce navigateur et se passe de réseau.
here-kept-all = Ces parties sont gardées dans ce seul navigateur, jusqu’à ce que vous les supprimiez, elles ou ses données.
here-hand = La confier au serveur
here-handed = Le serveur garde cette partie maintenant.
here-forget = Supprimer cette partie
here-forget-sure = Supprimer cette partie de cet appareil ? On ne peut pas revenir en arrière.
offline-title = Hors ligne.
offline-works = Robots, même écran, leçons, fichiers et parties gardées ici : tout marche.
offline-invite = Inviter quelqu’un demande le réseau
offline-waits = Attend le réseau
offline-waits-text = Les tables avec des gens sur d’autres appareils reprennent à votre retour ; votre place est gardée.
serverless-title = Vous jouez ici, sur cet appareil.
serverless-invite = Inviter quelqu’un demande un serveur ; ce site n’en a pas
serverless-waits = Demande un serveur
serverless-waits-text = Ce site n’est fait que de fichiers : pour inviter des gens sur d’autres appareils, quelqu’un doit aussi faire tourner le serveur.
install = Installer
install-title = La garder sur cet appareil
install-text = S’ouvre comme une application, aussi hors ligne. 5 Mo.
install-later = Pas maintenant
edition-ready = Une nouvelle édition est prête.
edition-later = Elle commence après cette partie. Rien n’est perdu.
edition-now = Elle commence quand vous voulez. Rien n’est perdu.
edition-begin = La commencer
draw-kept = { $picks ->
    [one] Rien n’a été changé : l’unique tirage découle de la graine que ce navigateur avait scellée.
   *[other] Rien n’a été changé : les { $picks } tirages découlent de la graine que ce navigateur avait scellée.
}
verdict-own-text = { $picks ->
    [0] Rien n’a été tiré. La graine vient de la page où la partie s’est jouée.
    [one] L’unique tirage découle de la graine scellée avant lui : il n’a pas été changé ensuite. Mais la page où la partie s’est jouée tenait elle-même la graine : cela ne prouve pas que personne ne la connaissait, ni que c’était la première essayée.
   *[other] Les { $picks } tirages découlent de la graine scellée avant le premier : rien n’a été changé ensuite. Mais la page où la partie s’est jouée tenait elle-même la graine : cela ne prouve pas que personne ne la connaissait, ni que c’était la première essayée.
}

## What others do, one action at a time

pace-how = À quelle vitesse montrer les coups des autres
pace-is = Rythme des coups des autres : { $pace }
pace-calm = Posé
pace-brisk = Vif
pace-at-once = Immédiat
pace-skip = Passer
pace-again = Revoir
pace-step = Étape { $step } sur { $all }
pace-key-skip = passer ce qui est montré
pace-key-again = revoir ce que les autres ont fait

## What a link shows where it is sent

card-house = Ludothèque : trois jeux de tuiles
card-house-text = Take It Easy, micropul et Polygons, à jouer tout de suite : entre amis par un lien, contre des robots, autour d’un écran ou en solo. Sans inscription.
card-invites = { $name } vous invite à jouer à { $game }
card-invited = On vous invite à jouer à { $game }
card-invited-text = Un geste et vous êtes à la table.
card-table = Une table pour jouer à { $game }
card-replay = { $game } : une partie, coup par coup
card-rules = { $game } : comment on joue

## Chance et talent

help-analyse = Distinguer la chance du talent : ce qu’ont fait les tirages d’une partie, et ce qu’ont fait les joueurs
help-analyse-seat = La place à analyser, comptée depuis 0 (toutes, sauf indication)
help-budget = Combien de fois chaque action en question est essayée
help-html = Écrire un rapport illustré, en un seul fichier
help-own-commands = Ce que seul { $game } propose
help-new-game = Commencer un jeu à soi : un paquet qui marche, à changer pas à pas.
help-new-game-name = Son nom pour les programmes : minuscules, chiffres et _.
help-new-game-folder = Où l’écrire ; sauf indication, un nouveau dossier du même nom.
error-new-game-name = { $name } ne peut pas être le nom d’un jeu : minuscules, chiffres et _, et aucun mot de Python.
error-new-game-taken = Il y a déjà un jeu { $name }.
error-new-game-folder = { $folder } n’est pas vide.
new-game-written =
    { $folder } contient un jeu qui marche. Installez-le, jouez-y, lancez ses tests, puis faites-en le vôtre :
      pip install -e { $folder }
      ludotheque play { $name }
      pytest { $folder }
    docs/tutorial/write-a-game.md explique chaque ligne.
error-seat = Cette place n’existe pas : on compte depuis 0, et il y en a { $seats }.
analysing = Analyse
report-written = Le rapport est dans { $file }.
analysis-title = { $game } : chance et talent
analysis-sum-points = { $start } attendus au début, chance { $luck }, choix { $decisions }, autres { $others }, correction de l’estimation { $estimate } : { $result }
analysis-sum-wins = Chances de gagner { $start } au début, chance { $luck }, choix { $decisions }, autres { $others }, correction de l’estimation { $estimate } : { $result }
analysis-said-points-more = Les tirages ont donné { $luck } de plus que d’habitude ; les choix en ont rendu { $lost }.
analysis-said-points-less = Les tirages ont donné { $luck } de moins que d’habitude ; les choix ont encore coûté { $lost }.
analysis-said-wins-more = La chance a valu { $luck } de plus que d’habitude ; les choix ont coûté { $lost }.
analysis-said-wins-less = La chance a valu { $luck } de moins que d’habitude ; les choix ont coûté { $lost }.
analysis-rating = { $word } : { $loss } perdus par décision ; { $good } sur { $decisions } étaient les meilleures ou équivalentes.
analysis-rated-faultless = Jeu sans faute
analysis-rated-masterly = Jeu de maître
analysis-rated-strong = Jeu fort
analysis-rated-solid = Jeu solide
analysis-rated-learning = De quoi progresser
analysis-nothing-decided = Il n’y avait rien à décider.
analysis-curve-points = Score final attendu
analysis-curve-wins = Chances de gagner
analysis-curve-label = La valeur au fil de la partie : la chance en points, les choix en rayures ; les chiffres sont dans les listes ci-dessous
analysis-luck = chance du tirage
analysis-choice = choix du joueur
analysis-costliest = Les coups les plus coûteux
analysis-line = Ligne { $line }
analysis-played = joué
analysis-better = mieux
analysis-in-noise = peut-être aucune perte
analysis-between = entre { $low } et { $high }
analysis-nobody = Nul ne pouvait savoir : { $ceiling }
analysis-ceiling = Le maximum que permettent ces cartes, toutes connues d’avance : prouvé, et pas un objectif. { $share } % en ont été atteints.
analysis-percentile = Les cartes permettaient plus que dans { $percent } tirages sur 100.
analysis-all-moves = Toutes les décisions
analysis-all-draws = Toute la chance
analysis-head-line = ligne
analysis-head-played = joué
analysis-head-best = meilleur
analysis-head-loss = perte
analysis-head-interval = 95 %
analysis-head-noise = remarque
analysis-how = Chaque pas de la valeur se partage sans reste entre la chance, le choix, ce qu’ont fait les autres et ce qu’un regard plus profond corrige.
analysis-won = Gagné
analysis-lost = Perdu
analysis-shared = Victoire partagée
analysis-running = En cours
analysis-name = Chance et talent
analysis-told-wins = Sur 100 parties qui commencent ainsi, { $start } sont gagnées. Chance : { $luck }. Choix : { $decisions }. Les autres : { $others }. Vu de plus près : { $estimate }. À la fin : { $result }.
analysis-of-100 = { $count } sur 100
analysis-stop = Arrêter
analysis-failed = Cette partie ne peut pas être analysée ici.
analysis-nothing-more = { $name } : rien de plus.
analysis-was-best = le meilleur, ou équivalent

# Aides

hint = Une aide
hint-short = Aide
hint-key = une aide, puis sa suite
hint-where = Où regarder
hint-move = Le coup
hint-why = Pourquoi
hint-step = Aide { $step } sur 3
hint-counted = notée au résultat ; sans effet sur votre niveau
hint-thinking = Réflexion
hint-wait = Un instant…
hint-seen = J’ai vu
hint-show-move = Montrer le coup
hint-ask-why = Pourquoi ?
hint-confirm = Confirmer
hint-close = Fermer l’aide
hint-where-lit = Regardez ce qui est éclairé.
hint-why-strongest = C’est ce que ferait le robot le plus fort.
hint-failed = Aucune aide n’a pu être trouvée ici.
hints-used = { $count ->
    [one] { $count } aide utilisée
   *[other] { $count } aides utilisées
}
hints-allowed = Aides permises
new-hints = Les aides sont permises, et comptées aux yeux de tous
event-hint = { $you ->
    [yes] Vous avez regardé une aide.
   *[no] { $name } a regardé une aide.
}

# Rejouer depuis une position d’une partie

onward = Rejouer d’ici
onward-how = Une table à vous depuis cette position, contre les robots ; les mêmes tirages viennent encore
onward-tag = Rejouée
onward-table = Reprend à la ligne { $line } d’une autre partie
onward-over = Rejouée depuis une autre partie : ses tirages ne se prouvent pas ici, et elle ne compte pour rien.

next-time = La prochaine fois :
