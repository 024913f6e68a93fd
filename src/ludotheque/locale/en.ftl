seat = Player { $number }
help-app = Take It Easy, micropul and Polygons: play them, record them, replay them, measure them.
help-lang = Language: en or fr (by default the system's).
help-version = Show the version and exit.
help-help = Show this message and exit.
help-install-completion = Install completion for the current shell.
help-show-completion = Show the completion for the current shell, to copy or change it.
help-play = Play in the terminal, alone, around one keyboard or against bots.
help-play-game = The game; without it, choose from a list.
help-games = List the games with their options and bots.
help-record = Let bots play whole games and write their records.
help-replay = Check a record and show it, step by step.
help-simulate = Play many random games at compiled speed and measure them.
help-solve = Exact solutions, for the games that have them.
help-box = Draw a box of Polygons as a picture.
help-compile = Compile the rules, so that nobody has to wait for it later.
help-game = The game.
help-seats = Number of seats.
help-people = How many of the seats are people at this keyboard; bots take the others.
help-option = An option of the rules, as name=value; may be given several times.
help-bot = A bot: given once it takes every bot seat, or once for each.
help-seed = Seed of all chance: a whole number; without it a random one.
help-number-of-games = How many games.
help-out-dir = Folder for the records, one file a game.
help-out-svg = File for the picture.
help-box-kind = Kind of box, for Polygons: shaken or dropped.
help-json = Write JSON for programs.
help-threads = Threads to play in.
help-file = The record; - for standard input.
help-perfect = The best board of all, proven, and every board that reaches it.
help-tiles = The best board for 19 given tiles, as 2-9-4,6-1-3,…
panel-default = [default: { $value }]
panel-required = [required]
panel-try = Try { $command } for help.
panel-arguments = Arguments
panel-options = Options
panel-commands = Commands
panel-error = Error
error-no-file = There is no file { $file }.
error-file = { $file } cannot be read: { $reason }
error-write = Cannot write: { $reason }
error-pipe = The output was closed before everything was written.
error-stopped = Stopped.
error-option-form = An option is given as name=value, not { $text }.
error-out-needed = Several games need a folder: give --out.
error-bots = Give --bot once, or once for each of the { $seats } seats.
error-people = Between 1 and { $seats } people can sit at { $seats } seats.
error-seed = A seed is a whole number from 0 to 2^64 - 1.
error-not-offered = { $game } has no { $command }.
error-solve-which = Give either --perfect or --tiles.
error-incident = Something broke on our side; please report it with the file { $file }.
games-seats = { $low } to { $high } players
games-bots = Bots
seed-is = seed { $seed }
recorded = { $count ->
    [one] { $count } record written to { $folder }
   *[other] { $count } records written to { $folder }
}
replay-good = A good record of { $game }: { $events } events.
replay-running = The game is not over.
replay-result = Result: { $scores }. Won by { $winners } ({ $reason }).
replay-nobody = nobody
reason-complete = all rounds are played
simulated = { $games } games, { $steps } actions in { $seconds } s: { $rate } games a second; mean score { $score }
simulating = Playing
compiling = Compiling the rules of { $game }
compiled = The rules are compiled.
solved-perfect = Highest round: { $maximum } points, reached by { $boards } boards (proven by search in { $seconds } s)
solved-tiles = Best score with these tiles: { $optimum } (proven)
box-written = Box { $seed } drawn in { $file }
help-verify = Check that chance was fair in a record from a live table: the commitment, every pick, and what each pick means.
help-check = Replay every stored table and report those that cannot be replayed.
help-backup = Write a copy of the database to a file, also while it is served.
help-backup-file = File for the copy: a SQLite database that can be served as it is.
help-database = The database: a SQLite file or postgresql://… (by default the file in your data folder).
verify-finding = Line { $line }: { $reason } ({ $code })
verify-good = Fair: the commitment is right, and so { $picks ->
    [one] is the one pick.
   *[other] are all { $picks } picks.
}
verify-sampled = { $count ->
    [one] One box was made again from its pick and is the same.
   *[other] { $count } boxes were made again from their picks and are the same.
}
verify-chosen = { $count ->
    [one] One thing was chosen by the table instead of drawn, as the header says.
   *[other] { $count } things were chosen by the table instead of drawn, as the header says.
}
verify-wrong = This record is not proven to be fair.
check-trouble = Table { $table }, entry { $entry }: { $reason } ({ $code })
checked = { $count ->
    [one] One table replayed,
   *[other] { $count } tables replayed,
} { $wrong ->
    [0] nothing is wrong.
    [one] one cannot be replayed.
   *[other] { $wrong } cannot be replayed.
}
backed-up = The database is copied to { $file }
play-choose = Which game?
play-number = number
play-table = { $people ->
    [one] { $people } person
   *[other] { $people } people
} at { $seats } { $seats ->
    [one] seat
   *[other] seats
}. Type ? for help and rules, q to leave.
play-your-turn = { $player }, your turn.
play-prompt = action
play-pass-device = Now { $player }: take the keyboard and press Enter. Everyone else looks away.
play-continue = Press Enter to go on.
play-bot-did = { $player } (bot): { $action }
play-bot-chose = { $player } (bot) has chosen.
play-list = { $count ->
    [one] One legal action:
   *[other] { $count } legal actions:
}
play-list-more = … and { $count } more: type the beginning of one to narrow the list.
play-refused = That is not possible: { $reason } ({ $code })
play-unclear = { $text } could be { $count } actions; type more of it, or l for the list.
play-unknown = There is no such action: { $text }. Type l for the list, ? for help.
play-help =
    l lists the legal actions; type one, its number (#3), or as much of its end as makes it clear.
    s shows the score sheet. q leaves the game. ? shows this.
play-over = The game is over.
play-won = { $count ->
    [one] { $players } wins.
   *[other] { $players } share the win.
}
play-nobody-won = Nobody wins.
play-score = { $player }: { $score }
play-solo-score = Your score: { $score }
play-best-new = A new personal best!
play-best = Your best so far: { $score }
play-left = The game was left before its end.
play-no-input = There is nothing more to read; the game stops here.
play-rules = Rules
help-serve = Serve tables: people and bots play together, in the browser or by program.
help-serve-host = Address to listen on; without it, this computer only.
help-serve-port = Port to listen on; 0 for a free one.
help-public-url = The address that players type, for a server behind a proxy.
help-lan = Open the server to the local network, and show its address and a QR code for phones in the same room.
serving = Serving on { $address }
serving-lan = Serving on { $address } for everybody in this network
error-listen = Cannot listen on { $address }: it is in use, or not this computer's.
phrase-hello = Hello!
phrase-good-luck = Good luck!
phrase-well-played = Well played!
phrase-thanks = Thank you!
phrase-oops = Oops!
phrase-thinking = I am thinking …
phrase-hurry = Your turn!
phrase-sorry = Sorry!
phrase-good-game = Good game!
phrase-again = One more?
phrase-smile = 🙂
phrase-laugh = 😄
phrase-wow = 😮
phrase-sad = 😢
phrase-heart = ❤️
phrase-applause = 👏
