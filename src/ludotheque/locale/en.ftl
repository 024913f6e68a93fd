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
help-train = Learn a game’s evaluation by self-play, for the games that have one; goes on where it was stopped.
help-minutes = How long to learn in all, in minutes; what was done before counts.
help-train-folder = Folder for checkpoints, learning curve and weights; by default in the user’s data folder.
help-arena = Let bots play matches, with the same chance for each of them, and measure who is how much better.
help-arena-bot = A bot: its name, a Python class as module:Name, or a program as protocol:COMMAND. Give it once for each bot; the last one takes the seats that are left.
help-arena-seats = Number of seats; without it as many as bots, if the game allows that. With fewer seats than bots, every selection of them plays.
help-arena-seed = Seed of all chance: a whole number; without it that of the file, or a random one.
help-ms = Milliseconds that a bot with a budget may think for a move.
help-limit = Seconds after which a bot that has not moved loses the game.
help-sprt = Stop as soon as it is clear whether the first bot is ELO0 or ELO1 stronger than the second one (sequential test, 5 % for either error).
help-results = File of the finished games, one line each; what stands there is not played again.
help-processes = Processes to play in (by default one for each processor).
help-box = Make a box of Polygons, as a picture or as text.
help-compile = Compile the rules, so that nobody has to wait for it later.
help-compile-analysis = Also what analyses games, which takes as long again.
help-game = The game.
help-seats = Number of seats.
help-people = How many of the seats are people at this keyboard; bots take the others.
help-option = An option of the rules, as name=value; may be given several times.
help-bot = A bot, given once for every bot seat or once for each: a level (novice, amateur, club, expert, master), with -cautious or -bold if wanted, or one of those that “games” lists.
help-seed = Seed of all chance: a whole number; without it a random one.
help-train-seed = Seed of all chance, for a training that begins: a whole number. One that goes on keeps its own.
help-number-of-games = How many games.
help-out-dir = Folder for the records, one file a game.
help-format = jsonl: records as text; parquet: every decision as data for learning (extra data).
help-out-svg = File for the picture.
help-box-json = Write the box as JSON, as the event of a record has it.
help-box-text = Write the box in its text form, a line a piece, for comparing boxes.
help-box-kind = Kind of box, for Polygons: shaken or dropped.
help-json = Write JSON for programs.
help-threads = Threads to play in.
help-engine = Where to play: local (this machine) or ray (the Ray cluster of this machine or of RAY_ADDRESS).
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
error-out-needed = Several games, and data, need a folder: give --out.
error-format = { $format } is no format: it is jsonl or parquet.
error-extra = This needs the extra { $extra }: pip install "ludotheque[{ $extra }]".
error-engine = No engine is called “{ $engine }”. There are: local, ray.
error-no-cluster = There is no Ray cluster here. Start one (ray start --head), or name one in RAY_ADDRESS.
error-bots = Give --bot once, or once for each of the { $seats } seats of bots.
error-no-seat-for-bots = People have { $seats ->
    [one] the only seat
   *[other] all { $seats } seats
}: there is none for a bot. Give more --seats, or no --bot.
error-people = Between 1 and { $seats } people can sit at { $seats } seats.
error-seed = A seed is a whole number from 0 to 2^64 - 1.
error-not-offered = { $game } has no { $command }.
error-command = The command { $command } cannot be run: { $reason }
error-sprt = A sequential test is given as ELO0,ELO1: two numbers from -2000 to 2000, the smaller one first, not { $text }.
error-sprt-bots = A sequential test is between two bots that hold as many seats each.
error-other-match = { $file } holds the games of another match; what differs: { $fields }
error-results-busy = Another run is writing to { $file }; let it finish, or take another file.
error-not-results = { $file } is not a file of results (line { $line }).
error-incident = Something broke on our side; please report it with the file { $file }.
error-malformed = It is not written as it has to be.
error-no-such-game = There is no such game.
games-seats = { $low } to { $high } players
games-bots = To measure against
games-tempers = Each level also with -cautious or -bold: --bot club-bold
games-character = { $name }: { $words } (cautious { $cautious }, bold { $bold })
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
arena-bot = bot
arena-games = games
arena-wins = wins (95 %)
arena-elo = Elo (95 %)
arena-score = score ± error
arena-adjusted = luck taken out
arena-ms = ms (worst)
arena-failed = { $bot } has lost { $games ->
    [one] one game
   *[other] { $games } games
} by forfeit: { $how ->
    [illegal] it answered what is not legal.
    [slow] it did not answer in time.
   *[died] it broke.
} First in game { $number }: { $detail }
arena-first = first bot
arena-second = second bot
arena-wins-first = wins of the first (95 %)
arena-sprt = { $accepted ->
    [elo0] Sequential test decided: the first bot is { $elo0 } Elo stronger rather than { $elo1 } (logarithm of the ratio { $llr }).
    [elo1] Sequential test decided: the first bot is { $elo1 } Elo stronger rather than { $elo0 } (logarithm of the ratio { $llr }).
   *[other] Sequential test of { $elo0 } against { $elo1 } Elo: not decided yet (logarithm of the ratio { $llr }).
}
arena-cut = Time ended { $count ->
    [one] one thought
   *[other] { $count } thoughts
} of { $bot }: another run may come to other results. A larger --ms lets it finish.
arena-uneven = Not everybody plays everywhere as often: that takes a number of games that { $games } divides.
arena-how = A shared win counts in parts, a bot’s seats together; the error of a score is one standard error. docs/explanation/match-statistics.md tells how all is computed.
compiling = Compiling the rules of { $game }
compiling-analysis = Compiling the analysis of { $game }
compiling-failed = it cannot be compiled: { $reason }
compiled = The rules are compiled.
training = Learning ({ $folder })
train-point = { $games } games: { $score } ± { $error } ({ $measure })
train-kept = What was learnt up to the last checkpoint is kept in { $folder }; the same command goes on from there.
train-lost = There was no checkpoint yet: nothing is kept.
trained = Weights, checkpoint and learning curve are in { $folder }
curve-games = games played
curve-score = strength, as the game’s page on its bots defines it
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
help-open = Open the page in the browser.
serving = Serving on { $address }
serving-lan = Serving on { $address } for everybody in this network
page-not-built = The page is not built yet. Build it and play: { $command }
error-listen = Cannot listen on { $address }: it is in use, or not this computer's.
phrase-hello = Hello!
phrase-good-luck = Good luck!
phrase-well-played = Well played!
phrase-thanks = Thank you!
phrase-oops = Oops!
phrase-thinking = I am thinking…
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

### The page

you = You
guest-name = Guest
seat-acting = to play
seat-waiting = waiting
seat-bot = bot
seat-away = away, a bot plays
seat-resigned = has resigned
home = Home
language = Language
language-en = English
language-fr = Français
theme = Colours
theme-dark = Dark colours
theme-light = Light colours
theme-is-system = As the device is set
theme-is-light = Light
theme-is-dark = Dark
patterns = Patterns on pieces
patterns-usual = As usual
patterns-strong = Strong
patterns-plain = None
settings = Settings
confirm-always = Confirm every move, also alone
less-motion = Less motion
sound = Sound
me = My name and my games
credits = Credits
close = Close
notices = Notices
dismiss = Dismiss
page-failed = This part of the page could not be loaded
try-again = Try again
lost-title = There is nothing here
lost-text = The address may have been copied only in part.
incident = Something broke on our side. Incident { $incident }
your-turn = Your turn
turn-of = { $name } to play.
waiting-for-many = Waiting for the others.
waiting-for = Waiting for { $names }.
live = Live
offline = Offline
watching = Watching
keys = Keys
events = What happened
events-short = History
no-events = Nothing yet.
phrases = Say something
phrases-short = Say
in-words = The table in words
in-words-short = In words
menu = Menu
menu-short = Menu
take-back = Take back
take-back-short = Take back
result = Result
rules = Rules
rules-short = Rules
connection-lost = Connection lost. Your seat is kept.
next-try = Next try in { $seconds } s.
try-now = Try now
pass-device = Pass the device to { $name }
look-away = Everyone else looks away.
i-am = I am { $name }
event-join = { $you ->
    [yes] You sat down.
   *[no] { $name } sat down.
}
event-leave = { $you ->
    [yes] You left.
   *[no] { $name } left.
}
event-start = The game began.
event-away = { $you ->
    [yes] You went away; a bot took over.
   *[no] { $name } went away; a bot took over.
}
event-away-level = { $you ->
    [yes] You went away; a bot of { $level } level took over.
   *[no] { $name } went away; a bot of { $level } level took over.
}
event-return = { $you ->
    [yes] You came back.
   *[no] { $name } came back.
}
event-resign = { $you ->
    [yes] You resigned.
   *[no] { $name } resigned.
}
event-phrase = { $name }: { $phrase }
event-take-back = A move was taken back.
event-close = The table was closed.
event-chosen = { $count ->
    [one] has chosen
   *[other] have chosen
}
event-rematch = A rematch was set up.
resign = Resign
resign-sure = Give up this game?
close-table = Close the table
close-sure = End this table for everybody, without a result?
cancel = Cancel
leave = Leave
leave-to-bot = Leave; a bot plays on
remove-guest = Remove { $name }
link-watch = Link to this table
link-table = Link to send
link-replay = Link to the replay
copy = Copy
copied = The link is copied.
copy-by-hand = The link is selected: copy it by hand.
fair-title = Fair chance
fair-text = All chance of this table follows from a secret chosen before the players gave their part. This is its seal; the secret is shown at the end, and anyone can check it.
ending-resigned = The game was given up
ending-closed = The table was closed
ending-abandoned = The table was abandoned
over-solo = { $score } points
over-nobody = Nobody wins
over-you-win = You win with { $score }
over-you-share = You share the win
draw-unproven = The draw could not be verified.
winner = winner
rematch = Rematch
play-again = Play again
over-look = show this board
over-looked-at = on the board now
rematch-join = Join the rematch
replay = Replay
share = Share
verify = Verify the chance
record = Record
scores = Scores in detail
option-is = { $option }: { $value }
setting-up = The table is being set up…
waiting-title = Waiting for players
invited = You are invited to a game of { $game }
seat-free = free
seat-kept = kept for somebody
host = host
put-bot = Bot
open-seat = Free it
remove = Remove
swap-seat = Swap seat { $number }
swap-with = Now choose the seat to swap with.
your-name = Your name
sit-down = Sit down
room-full = No seat is free. You can watch when the game begins.
draw-seats = Draw the seats when it begins
start = Start
waiting-others = The game begins as soon as everybody is there.
invite-title = Invite
qr-alt = QR code of the link to this table
code = Code
watchers = { $count ->
    [one] { $count } watching
   *[other] { $count } watching
}
connection-back = { $count ->
    [0] Back. Nothing was missed.
    [one] Back. One move was played.
   *[other] Back. { $count } moves were played.
}
over-wins = { $count ->
    [one] { $names } wins
   *[other] { $names } share the win
}
draw-verified = { $picks ->
    [one] The draw is verified: one pick.
   *[other] The draw is verified: { $picks } picks.
}
start-with = Start now with { $names }
start-with-bots = { $count ->
    [one] Start now with a bot
   *[other] Start now with { $count } bots
}
plain-actions = { $count ->
    [0] Nothing to do now
    [one] One action
   *[other] { $count } actions
}
plain-table = The table
plain-turn = { $mine ->
    [yes] It is your turn.
   *[no] It is { $name }’s turn.
}
plain-turns = { $count ->
    [0] Nobody is to act now.
   *[other] { $count } players are to act.
}
plain-over = The game is over.
plain-fact = { $label }: { $text }
plain-none = none
plain-yes = yes
plain-no = no
plain-board-missing = The board of this game cannot be loaded. You can play on here, in words.

## What was refused, by its code

refused-unreachable = The server does not answer.
refused-malformed = The server did not understand this page. Load it again.
refused-protocol = The server has been renewed. Load the page again.
refused-no-such-guest = This link opens nothing: the guest was forgotten, or it belongs to another server.
refused-no-such-secret = This device or link is not in the list any more.
refused-no-such-table = There is no such table here.
refused-no-such-game = This game is not on this server.
refused-broken-game = This game does not work on this server.
refused-header = These seats or options do not fit the game.
refused-rules-version = This table was begun under other rules and cannot go on here.
refused-not-seated = Only players at the table can do this.
refused-not-host = Only the host can do this.
refused-seated = You already sit here.
refused-seat-taken = This seat is not free.
refused-table-full = No seat is free. You can watch.
refused-removed = The host has removed you from this table.
refused-waiting = The game has not begun.
refused-running = The game has begun already.
refused-over = The game is over.
refused-not-handed = Only a finished game that this page has kept can be handed to a server.
refused-not-over = The game is not over.
refused-stale = The table has moved on: look again and choose.
refused-not-to-act = It is not your turn.
refused-bot-seat = A bot plays this seat now.
refused-no-take-back = There is nothing to take back.
refused-no-hints = At this table hints were not agreed on.
refused-too-many = Too much at once. Try again in a moment.
refused-busy = The table is very busy. Try again.
refused-too-large = This file is too large.
refused-incident = Something broke on our side.
refused-unknown-action = There is no such action.
refused-impossible-chance = Chance cannot bring this now.
refused-no-such-seat = There is no such seat.
refused-hello-first = The page and the server misunderstand each other. Load the page again.
refused-not-watching = The page and the server misunderstand each other. Load the page again.
refused-ahead = The page and the server misunderstand each other. Load the page again.
refused-nonce = The page and the server misunderstand each other. Load the page again.
refused-method = The page and the server misunderstand each other. Load the page again.
refused-which-seat = Say for which of your seats.
refused-choice = This table has no such choice.
refused-no-such-choice = This game has no such choice.
refused-no-such-bot = This game has no such bot.
refused-no-such-phrase = There is no such phrase.
refused-guest = Say who you are first.
refused-origin = This request came from another site.
refused-host-name = The server is not known by this address.
refused-not-found = There is nothing here.
refused-result-early = A result stands before the end of the game.
refused-result-wrong = The result is not that of the game.
refused-no-result = The game is over, but its result is missing.
refused-after-result = Something follows the result.
refused-box-form = The box is not written as it should be.
refused-box-kinds = The box does not hold five of each kind.
refused-box-above = The box contradicts itself about what lies over what.
refused-box-cycle = The pieces of the box lie over each other in a circle.
refused-box-geometry = The pieces of the box cannot lie like this.
refused-box-sight = What can be seen in the box is described wrongly.
refused-fair-missing = This record does not come from a live table: it promises nothing about its chance.
refused-fair-form = What the record says about its chance is not written as it should be.
refused-not-revealed = The secret of this table is not revealed yet.
refused-commitment-wrong = The secret is not the one that the table had committed to.
refused-seats-wrong = The draw of the seats does not follow from the secret.
refused-picks-missing = A draw shows no pick, and nothing says that it was chosen.
refused-picks-form = A player’s action has picks, which only chance has.
refused-pick-wrong = A pick does not follow from the secret.
refused-outcome-wrong = A pick is right, but it means something else than what happened.
refused-sampled-wrong = The pick makes another box than the one in the record.

## The screens around the tables

nav = The house
nav-play = Play
nav-learn = Learn
nav-record = Open a record
nav-me = My games
nav-me-as = You are
game-players = { $fewest }–{ $most } players
game-players-exactly = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
play-now = Play now
play-now-with-bots = { $bots ->
    [one] with a bot
   *[other] with bots
}
play-now-how = { $bots ->
    [one] You against a bot
   *[other] You against { $bots } bots
}
play-now-level = { $games ->
    [0] { $names }, { $level } level: a first guess
    [one] { $names }, { $level } level: by your last game
   *[other] { $names }, { $level } level: by your last { $games } games
}
play-now-one-round = one round
way-link = Invite
way-here = Same screen
way-alone = Solo
way-bots = Against bots
way-more = More choices
home-title = What shall we play?
home-games = Games
home-waiting = Your table is waiting
home-your-turn = It is your turn
home-mine = My games
home-all = All
home-mine-none = No game yet
home-mine-none-text = Games that you play are kept here, to go on or to see again.
home-open = Open tables
home-open-none = No table yet
home-open-none-text = Open one for whoever comes. If nobody does, bots take the seats.
home-open-make = Open a table
home-code = Code
home-code-go = Go there
name-label = You are
name-keep = Save
name-kept = You are { $name } now.
table-with = with { $names }
table-alone = alone
table-seats-taken = { $taken } of { $seats } seats taken
table-your-turn = your turn
table-running = being played
table-ended = { $ending ->
    [resigned] given up
    [closed] closed
   *[other] left unfinished
}
table-won = won, { $score }
table-lost = lost, { $score }
table-over = over, { $score }
table-replay = Replay
table-download = Download the record
table-return = Return
table-join = Join
table-watch = Watch
new-title = A table of { $game }
new-other-game = Another game
new-no-game = This game is not on this server
new-way = How
new-seats = Seats
new-seat-less = Take the last seat away
new-seat-more = Add a seat
new-sits = Who sits in seat { $number }?
new-sits-kind = Bot or person
new-begin-with = Begin with { $names }
new-name = Name of player { $number }
new-open-how = You get a link and a code to send. Bots can take the seats that stay free.
new-rules = Rules at this table
new-how = Clock and start
new-clock = Clock
new-listed = Who may come
new-listed-no = Only with the link
new-listed-yes = Anybody: the table is listed
new-start = Begin
new-start-full = as soon as every seat is taken
new-start-host = when I say so
new-draw = Draw who sits where
new-open = Open the table
new-begin = Begin
place-me = You
place-here = At this screen
place-open = Free, for whoever comes
place-bot = A bot
clock-none = No clock
clock-fast = Fast: { $minutes } min and { $seconds } s a move
clock-usual = Usual: { $minutes } min and { $seconds } s a move
clock-slow = Slow: { $minutes } min and { $seconds } s a move
clock-own = Your own
clock-bank = Minutes for the game
clock-move = Seconds a move
clock-grace = Seconds if the connection fails
me-title = You
me-name = Your name
me-name-how = No sign-up: this browser keeps who you are, and nobody needs an address or a password.
me-games = Your games
me-nobody = Nobody yet
me-nobody-text = You become a guest as soon as you sit down at a table.
me-link = On another device
me-link-how = This private link opens your seats and your games on another device. Whoever has it can play as you, so keep it to yourself.
me-link-make = Make a private link
me-link-private = Your private link
me-link-qr = QR code of your private link
me-keys = Who can play as you
me-key-here = This device
me-key-device = Another device
me-key-link = Whoever has your private link
me-key-since = since { $date }
me-key-revoke = Take away
me-key-revoked = It opens nothing any more.
me-forget = Forget me
me-forget-how = Your name, your links and your list of games are erased at once. What was played stays, without a name. There is no way back.
me-forget-sure = Forget you on this server?
me-forgotten = You are forgotten.
me-stays = How long things stay
me-stays-how = Games stay until whoever runs this server deletes them, so links to replays keep working. This browser remembers you for 400 days after you became a guest. A table on which nothing happens for a week is closed.
resume-title = Opening your seats
resume-none = There is nothing in this link
resume-none-text = The part behind the # is missing: copy the whole link, or scan its code again.
resume-failed = This link does not open
resume-instead = This device already plays as { $name }
resume-instead-text = If you open the link, this device plays as its owner instead. The games of { $name } can then be reached only by a private link of { $name }.
resume-open = Open the link
resume-stay = Stay { $name }
resume-done = Welcome back, { $name }.
replay-title = Replay of { $game }
replay-step = Step { $step } of { $last }
replay-slider = Step
replay-first = First step
replay-previous = Step before
replay-next = Next step
replay-last = Last step
replay-play = Play
replay-pause = Pause
replay-eyes = Seen by
replay-eyes-spectator = spectator
replay-begin = The game is about to begin.
replay-stopped = The record is good up to here. Line { $line }: { $reason }
replay-link = Link to this step
replay-close = Another record
record-title = Open a record
record-how = A record is the file of a game (.jsonl). See it again step by step, and check that chance was fair. It stays in this browser.
record-drop = Drop a file here
record-choose = Choose a file
record-paste = Or paste its text
record-open = Open
record-refused = This is not a good record
verdict-checking = Checking…
verdict-fair = Chance was fair
verdict-fair-text = { $picks ->
    [0] The table had committed to this secret before the players gave their part. Nothing was drawn.
    [one] The table had committed to this secret before the players gave their part, and the one pick follows from both.
   *[other] The table had committed to this secret before the players gave their part, and all { $picks } picks follow from both.
}
verdict-live = Not the record of a live table
verdict-live-text = It replays, but it carries no commitment: nothing about its chance can be proven.
verdict-unproven = Not proven
verdict-unproven-text = Something does not fit. What follows is wrong with this record:
verdict-line = Line { $line }: { $reason }
verdict-page = { $same ->
    [yes] Checked twice, with the same answer: by the server, and by this page itself.
   *[other] This page comes to another answer than the server. Do not trust this result.
}
verdict-page-how = This page checks the commitment and the picks; the server, and the command “ludotheque verify”, also check what each pick means.
verdict-own-seal = Compare the seal with the one that your device showed when you sat down:
finding-fair-missing = the header has no field “fair”
finding-fair-form = the field “fair” has not the right form
finding-not-revealed = the secret is not revealed yet
finding-commitment-wrong = the secret is not the one that the table had committed to
finding-seats-wrong = the drawn seats do not follow from the secret
finding-picks-missing = a chance event shows no pick
finding-picks-form = an action of a player shows a pick
finding-pick-wrong = the pick does not follow from the secret
finding-outcome-wrong = the pick means something else
finding-sampled-wrong = the pick makes another box
finding-malformed = this is not a line of a record
finding-header = the header is missing, or not as a header has to be
finding-unknown-action = this says nothing in the game’s notation
finding-not-to-act = somebody else was to act
finding-over = the game had ended already
finding-impossible-chance = chance cannot bring this here
finding-result-early = a result before the end
finding-result-wrong = the result is not the one of this game
finding-no-result = the game is over, but its result is missing
finding-after-result = something follows the result
credits-games = The games
credits-games-text = Names and rules belong to their authors and publishers. This house is not affiliated with any of them, and contains none of their texts or pictures: rules are told in our own words, pieces are drawn anew.
credits-house = The house
credits-house-text = Ludothèque is free software under the Apache License 2.0. It sets no cookie but the one that keeps who you are, loads nothing from elsewhere and follows nobody.
credits-fonts = Type
credits-fonts-text = Both under the SIL Open Font License 1.1, served from here.
credits-libraries = Made with

## Rules and introductions

rules-title = How the games go
rules-introduction = Lesson
rules-reference = Rules
rules-contents = Contents
lesson = Lesson
lesson-step = Step { $number } of { $count }
lesson-back = Back
lesson-next = Next
lesson-show = Show me
lesson-skip = Skip ahead
lesson-goes-on = The game goes on…
lesson-read-on = First read on with “Next”.
lesson-play = Play now
lesson-all-rules = All the rules
lesson-to-table = Back to the table
rules-of = Rules of { $game }
rules-tab-lesson = Lesson
rules-tab-reference = Rules
rules-tab-keys = Keys
rules-fit = { $doing }, so this opens at “{ $part }”.
panel-higher = Larger
panel-lower = Smaller
key-rules = the rules, over the table
key-panel = between the rules and the table
coach = Coach in first games
coach-lesson = Lesson
coach-off = No more hints from the coach
notify = Tell me when it is my turn and I look elsewhere
notify-ask = Your turn came while you looked elsewhere. Shall this page tell you next time?
notify-yes = Yes, tell me
notify-no = No
name-ask = What shall the others call you?
name-later = Later
learn = Learn
game-minutes-about = about { $minutes } min

## Opponents

level-novice = novice
level-amateur = amateur
level-club = club
level-expert = expert
level-master = master
level-words-novice = learning with you
level-words-amateur = fun for a first evening
level-words-club = beats most families
level-words-expert = wins at most clubs
level-words-master = almost nobody beats it twice
temper = Temper
temper-how = A matter of taste, hardly of strength.
temper-cautious = cautious
temper-even = even
temper-bold = bold
name-and-level = { $name } ({ $level })
suggested = Suggested for you
bot-sees = No hidden help: a bot sees what its seat sees.
strength = strength
strength-points = { $points } a round
strength-beats = beats { $name } { $often } times in 100
strength-first = the first rung
strength-measured = Measured in { $games } games each; the pale band is the error.
strength-you = you, by your last { $games } games
thinks-at-once = plays at once
thinks = thinks { $seconds } s

## Without a server

verify-by-page = The seed was held by the page at which the game was played: this shows that nothing was changed afterwards, not that nobody knew it.
fair-text-here = All chance of this game follows from a seed that this browser made and sealed before the first draw. The seal proves that nothing is changed afterwards; it does not prove that nobody could look, since this page holds the seed itself.
verdict-own = Nothing was changed
verdict-here = Checked by this page itself, with no request: the seal, every pick, and what each pick means.
refused-no-server = This needs a server, and this page has none.
here = On this device
here-kept = This game is kept in this browser and needs no network.
here-kept-all = These games are kept in this browser alone, until you delete them or its data.
here-hand = Hand it to the server
here-handed = The server keeps this game now.
here-forget = Delete this game
here-forget-sure = Delete this game from this device? There is no way back.
offline-title = No network.
offline-works = Bots, the same screen, lessons, records and the games kept here all work.
offline-invite = Inviting someone needs the network
offline-waits = Waits for the network
offline-waits-text = Tables with people at other devices go on when you are back; your seat is kept.
serverless-title = You play here, on this device.
serverless-invite = Inviting someone needs a server; this site has none
serverless-waits = Needs a server
serverless-waits-text = This site is plain files: to invite people at other devices, somebody has to run the server too.
install = Install
install-title = Keep it on this device
install-text = Opens like an app, also without a network. 5 MB.
install-later = Not now
edition-ready = A new edition is ready.
edition-later = It starts after this game. Nothing is lost.
edition-now = It starts when you like. Nothing is lost.
edition-begin = Start it
draw-kept = { $picks ->
    [one] Nothing was changed: the one pick follows from the seed that this browser had sealed.
   *[other] Nothing was changed: all { $picks } picks follow from the seed that this browser had sealed.
}
verdict-own-text = { $picks ->
    [0] Nothing was drawn. The seed was made by the page at which the game was played.
    [one] The one pick follows from the seed that was sealed before it: it was not changed afterwards. But the page at which the game was played held the seed itself, so this does not prove that nobody knew it, or that it was the first seed tried.
   *[other] All { $picks } picks follow from the seed that was sealed before the first of them: nothing was changed afterwards. But the page at which the game was played held the seed itself, so this does not prove that nobody knew it, or that it was the first seed tried.
}

## What others do, one action at a time

pace-how = How fast others’ moves are shown
pace-is = Pace of others’ moves: { $pace }
pace-calm = Calm
pace-brisk = Brisk
pace-at-once = At once
pace-skip = Skip
pace-again = Show again
pace-step = Step { $step } of { $all }
pace-key-skip = skip what is being shown
pace-key-again = show again what others did

## What a link shows where it is sent

card-house = Ludothèque: three tile games
card-house-text = Take It Easy, micropul and Polygons, to play at once: with friends by a link, against bots, around one screen or alone. No sign-up.
card-invites = { $name } invites you to { $game }
card-invited = You are invited to { $game }
card-invited-text = One tap and you sit at the table.
card-table = A table of { $game }
card-replay = A game of { $game }, move by move
card-rules = { $game }: how it goes

## Luck and skill

help-analyse = Tell luck from skill: what the draws of a recorded game did, and what the players did
help-analyse-seat = The seat to analyse, counted from 0 (all, unless told)
help-budget = How often each action in question is tried out
help-html = Write a report with pictures, one file
help-own-commands = What only { $game } offers
help-new-game = Begin a game of your own: a package that works, to be changed step by step.
help-new-game-name = What programs call it: small letters, digits and _.
help-new-game-folder = Where to write it; a new folder of the same name, unless told.
error-new-game-name = { $name } cannot be the name of a game: small letters, digits and _, and no word of Python.
error-new-game-taken = There is a game { $name } already.
error-new-game-folder = { $folder } is not empty.
new-game-written =
    { $folder } holds a game that works. Install it, play it, run its tests, then make it yours:
      pip install -e { $folder }
      ludotheque play { $name }
      pytest { $folder }
    docs/tutorial/write-a-game.md explains every line.
error-seat = There is no such seat: they are counted from 0, and there are { $seats }.
analysing = Analysing
report-written = The report is in { $file }.
analysis-title = { $game }: luck and skill
analysis-sum-points = { $start } expected at the start, luck { $luck }, choices { $decisions }, others { $others }, correction of the estimate { $estimate }: { $result }
analysis-sum-wins = Chance to win { $start } at the start, luck { $luck }, choices { $decisions }, others { $others }, correction of the estimate { $estimate }: { $result }
analysis-said-points-more = The draws gave { $luck } more than usual; choices gave back { $lost }.
analysis-said-points-less = The draws gave { $luck } less than usual; choices gave away { $lost } more.
analysis-said-wins-more = Luck was worth { $luck } more than usual; choices cost { $lost }.
analysis-said-wins-less = Luck was worth { $luck } less than usual; choices cost { $lost }.
analysis-rating = { $word }: { $loss } lost a decision; { $good } of { $decisions } were the best or as good.
analysis-rated-faultless = Faultless play
analysis-rated-masterly = Masterly play
analysis-rated-strong = Strong play
analysis-rated-solid = Solid play
analysis-rated-learning = Room to learn
analysis-nothing-decided = There was nothing to decide.
analysis-curve-points = Expected final score
analysis-curve-wins = Chance to win
analysis-curve-label = The value over the game: luck in dots, choices in stripes; the figures stand in the lists below
analysis-luck = luck of the draw
analysis-choice = own choice
analysis-costliest = The costliest moves
analysis-line = Line { $line }
analysis-played = done
analysis-better = better
analysis-in-noise = perhaps no loss
analysis-between = between { $low } and { $high }
analysis-nobody = Nobody could know: { $ceiling }
analysis-ceiling = The most these tiles allow, all known in advance: proven, and not a target. { $share } % of it was reached.
analysis-percentile = The tiles allowed more than in { $percent } of 100 draws.
analysis-all-moves = All decisions
analysis-all-draws = All luck
analysis-head-line = line
analysis-head-played = done
analysis-head-best = best
analysis-head-loss = loss
analysis-head-interval = 95 %
analysis-head-noise = remark
analysis-how = Each step of the value is split without a rest into luck, choice, what others did, and what looking one step deeper corrected.
analysis-won = Won
analysis-lost = Lost
analysis-shared = A shared win
analysis-running = Not over
analysis-name = Luck and skill
analysis-told-wins = Of 100 games that begin like this, { $start } are won. Luck: { $luck }. Choices: { $decisions }. The others: { $others }. A closer look: { $estimate }. In the end: { $result }.
analysis-of-100 = { $count } in 100
analysis-stop = Stop
analysis-failed = This game cannot be analysed here.
analysis-nothing-more = { $name }: nothing more.
analysis-was-best = the best, or as good

# Hints

hint = A hint
hint-short = Hint
hint-key = a hint, and the next step of it
hint-where = Where to look
hint-move = The move
hint-why = Why
hint-step = Hint { $step } of 3
hint-counted = noted in the result; not for your level
hint-thinking = Thinking
hint-wait = One moment…
hint-seen = Got it
hint-show-move = Show the move
hint-ask-why = Why?
hint-confirm = Confirm
hint-close = Close the hint
hint-where-lit = Look at what is lit.
hint-why-strongest = The strongest bot would do this.
hint-failed = No hint could be found here.
hints-used = { $count ->
    [one] { $count } hint used
   *[other] { $count } hints used
}
hints-allowed = Hints allowed
new-hints = Hints are allowed, and counted for all to see
event-hint = { $you ->
    [yes] You looked at a hint.
   *[no] { $name } looked at a hint.
}

# Playing on from a position of a record

onward = Play on from here
onward-how = A table of your own from this position, against the bots; the same draws still come
onward-tag = Played on
onward-table = Goes on from line { $line } of another game's record
onward-over = Played on from another game: its draws cannot be proven here, and it counts for nothing.

next-time = Next time:
