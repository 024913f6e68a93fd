seat = Player { $number }
help-app = Take It Easy, micropul and Polygons: play, record, replay and measure them.
help-lang = Language: en or fr (default: the system’s).
help-version = Show the version and exit.
help-help = Show this message and exit.
help-install-completion = Install completion for the current shell.
help-show-completion = Show the completion for the current shell, to copy or change it.
help-play = Play in the terminal: alone, around one keyboard or against bots.
help-play-game = The game; without it, you choose from a list.
help-games = List the games with their options and bots.
help-record = Have bots play whole games and write the records.
help-replay = Check a game record and show it step by step.
help-simulate = Play many random games at compiled speed and measure them.
help-build-game = Compile the rules of a game into a native library for this machine (for authors of games).
help-train = Train a game’s evaluation by self-play, for games that have one; resumes where it stopped.
help-minutes = Total training time in minutes, earlier runs included.
help-train-folder = Folder for checkpoints, learning curve and weights (default: in your data folder).
help-arena = Have bots play matches with the same draws for each of them, and measure which is stronger and by how much.
help-arena-bot = A bot: its name, a Python class as module:Name, or a program as protocol:COMMAND. Repeat for each bot; the last one takes the remaining seats.
help-arena-seats = Number of seats (default: one per bot, if the game allows it). With fewer seats than bots, every combination of them plays.
help-arena-seed = Random seed, a whole number (default: the one in the results file, or a random one).
help-arena-luck = Also measure what the draws brought to each bot, and show the wins without it (micropul, Take It Easy; slower).
help-ms = Milliseconds per move for a bot with a time budget.
help-limit = Seconds after which a bot that has not moved loses the game.
help-sprt = Stop as soon as it is clear whether the first bot is ELO0 or ELO1 stronger than the second (sequential test, 5 % for either error).
help-results = File of finished games, one per line; games already in it are not played again.
help-processes = Number of processes (default: one per processor).
help-game = The game.
help-seats = Number of seats.
help-people = How many seats are played by people at this keyboard; bots take the others.
help-option = A rules option as name=value; may be repeated.
help-bot = A bot, given once for all bot seats or once per bot seat: a level (novice, amateur, club, expert, champion where there is one, master), optionally with -cautious or -bold, or one of those listed by “games”.
help-seed = Random seed, a whole number (default: a random one).
help-train-seed = Random seed of a new training run, a whole number. A resumed run keeps its own.
help-number-of-games = Number of games.
help-out-dir = Folder for the records, one file per game.
help-format = jsonl: records as text; parquet: every decision as training data (needs the extra “data”).
help-setting = { $setting } ({ $values }).
help-json = Write JSON, for other programs.
help-threads = Number of threads.
help-engine = Where to play: local (this machine) or ray (the Ray cluster of this machine or of RAY_ADDRESS).
help-file = The game record; - for standard input.
panel-default = [default: { $value }]
panel-required = [required]
panel-try = Try { $command } for help.
panel-arguments = Arguments
panel-options = Options
panel-commands = Commands
panel-error = Error
error-no-target = There is no native library for this kind of machine yet: games run as plain Python.
error-bot-too-slow = The rules of { $game } are not compiled here: { $bot } would need minutes for a move. Compile them with “ludotheque build-game { $game }”, or choose a lower level.
error-build-game = { $game } could not be built; the reason is above.
error-no-file = There is no file { $file }.
error-file = { $file } cannot be read: { $reason }
error-write = Cannot write: { $reason }
error-pipe = The output was closed before everything was written.
error-stopped = Stopped.
error-option-form = An option is written name=value, not { $text }.
error-out-needed = Several games, or data, need a folder: give --out.
error-format = { $format } is not a format: use jsonl or parquet.
error-extra = This needs the extra { $extra }: pip install "ludotheque[{ $extra }]".
error-engine = There is no engine called “{ $engine }”. Choose local or ray.
error-no-cluster = There is no Ray cluster here. Start one (ray start --head), or name one in RAY_ADDRESS.
error-bots = Give --bot once, or once for each of the { $seats } bot seats.
error-no-seat-for-bots = People take { $seats ->
    [one] the only seat
   *[other] all { $seats } seats
}, so there is none left for a bot. Give more --seats, or no --bot.
error-people = The number of people must be between 1 and { $seats }.
error-seed = A seed is a whole number from 0 to 2^64 - 1.
error-not-offered = { $game } has no { $command }.
error-command = The command { $command } cannot be run: { $reason }
error-sprt = A sequential test is written ELO0,ELO1: two numbers from -2000 to 2000, the smaller one first, not { $text }.
error-sprt-bots = A sequential test needs two bots with the same number of seats.
error-other-match = { $file } contains the games of another match; these differ: { $fields }
error-results-busy = Another run is writing to { $file }; let it finish, or use another file.
error-no-luck = Luck can be removed from wins only with two seats or more, with bots that can say what a seat may expect, and if all possible draws can be listed. In Polygons, for example, chance only fills the box.
error-not-results = { $file } is not a results file (line { $line }).
error-incident = Something went wrong on our side; please report it with the file { $file }.
error-malformed = This is not written correctly.
error-no-such-game = There is no such game.
games-seats = { $low } to { $high } players
games-bots = For comparison
games-styles = Add -cautious or -bold to any level: --bot club-bold
games-character = { $name }: { $words } (cautious { $cautious }, bold { $bold })
seed-is = seed { $seed }
recorded = { $count ->
    [one] { $count } record written to { $folder }
   *[other] { $count } records written to { $folder }
}
replay-good = A valid record of { $game }: { $events } events.
replay-running = The game is not over yet.
replay-result = Result: { $scores }. Won by { $winners } ({ $reason }).
replay-nobody = nobody
reason-complete = the game has been played to its end
simulated = { $games } games, { $steps } actions in { $seconds } s: { $rate } games per second; mean score { $score }
simulating = Playing
arena-bot = bot
arena-games = games
arena-wins = wins (95 %)
arena-wins-adjusted = wins, luck removed (95 %)
arena-elo = Elo (95 %)
arena-score = score ± error
arena-adjusted = luck removed
arena-win-variance = variance of wins
arena-score-variance = variance of scores
arena-ms = ms (worst)
arena-failed = { $bot } lost { $games ->
    [one] one game
   *[other] { $games } games
} by forfeit: { $how ->
    [illegal] its answer was illegal.
    [slow] it did not answer in time.
   *[died] it crashed.
} First in game { $number }: { $detail }
arena-first = first bot
arena-second = second bot
arena-wins-first = wins of the first (95 %)
arena-sprt = { $accepted ->
    [elo0] Sequential test decided: the first bot is { $elo0 } Elo stronger rather than { $elo1 } (log-likelihood ratio { $llr }).
    [elo1] Sequential test decided: the first bot is { $elo1 } Elo stronger rather than { $elo0 } (log-likelihood ratio { $llr }).
   *[other] Sequential test of { $elo0 } against { $elo1 } Elo: not decided yet (log-likelihood ratio { $llr }).
}
arena-cut = The time limit cut short { $count ->
    [one] one search
   *[other] { $count } searches
} by { $bot }: another run may give different results. A larger --ms lets it finish.
arena-uneven = Not every bot plays in every seat equally often: that takes a number of games divisible by { $games }.
arena-how = A shared win counts as a fraction, and a bot’s seats count together; the error of a score is one standard error. docs/explanation/match-statistics.md explains how everything is computed.
arena-value = Luck was measured with the value function { $value }; only figures of the same one can be compared.
training = Training ({ $folder })
train-point = { $games } games: { $score } ± { $error } ({ $measure })
train-kept = Everything learned up to the last checkpoint is in { $folder }; the same command continues from there.
train-lost = There was no checkpoint yet: nothing was saved.
trained = Weights, checkpoint and learning curve are in { $folder }
curve-games = games played
curve-score = strength, as defined on the game’s page about its bots
help-verify = Check that the draws in the record of a live table were fair: the commitment, every draw, and what each draw means.
help-check = Replay every stored table and report those that cannot be replayed.
help-backup = Copy the database to a file, even while it is being served.
help-backup-file = File for the copy: a SQLite database that can be served as it is.
help-tables = See, close and delete tables, even while they are being served.
help-tables-list = List tables, the last active first: id, game, status, ending, seats, entries, last activity.
help-tables-status = Only tables that are waiting, running or over.
help-tables-guest = Only tables at which this guest sat.
help-tables-show = Show what is known about a table.
help-tables-close = End a table without a result.
help-tables-delete = Delete a table and its log for good. Links to it stop working.
help-table-id = The id of a table: the last part of its link.
help-guests = See, rename, ban and delete guests, even while they play.
help-guests-list = List guests, the last seen first: id, name, last seen, banned until.
help-guests-name = Only guests whose name contains this text.
help-guests-show = Show what is known about a guest.
help-guests-rename = Give a guest another name.
help-guests-ban = Keep a guest out for a time. Their seats stay; bots play for them.
help-guests-drop-handle = Take a guest’s name in the rankings away.
help-guests-unban = Let a banned guest back in.
help-guests-delete = Delete a guest: name, devices and list of games. The games stay, without the name.
help-guest-id = The id of a guest.
help-new-name = The new name.
help-ban-for = How long: a number and s, m, h or d (30m, 12h, 7d).
help-list-limit = At most this many.
help-prune = Delete what nobody needs: guests who never sat down, tables of bots alone, abandoned tables. The settings say after how long.
help-dry-run = Only show how much would be deleted.
help-restore = Copy a backup into a database, SQLite or PostgreSQL. A SQLite file must not be served meanwhile.
help-restore-file = File that “ludotheque backup” has written.
help-restore-replace = Delete what is in the database first.
table-was-closed = The table { $table } is closed.
table-was-deleted = The table { $table } is deleted.
guest-was-renamed = The guest { $guest } has a new name.
guest-was-banned = The guest { $guest } is banned until { $until }.
handle-was-dropped = The guest { $guest } has no name in the rankings any more.
guest-was-unbanned = The guest { $guest } may come back.
guest-was-deleted = The guest { $guest } is deleted.
pruned = Deleted: { $guests } guests, { $bot_tables } tables of bots, { $abandoned } abandoned tables.
would-prune = Would be deleted: { $guests } guests, { $bot_tables } tables of bots, { $abandoned } abandoned tables.
restored = { $count } rows from { $file } are in the database.
error-duration = “{ $text }” is not a duration: write a number and s, m, h or d, such as 12h.
error-no-such-table = There is no table { $table }.
error-no-such-guest = There is no guest { $guest }.
help-database = The database: a SQLite file or postgresql://… (default: the file in your data folder).
verify-finding = Line { $line }: { $reason } ({ $code })
verify-good = Fair: the commitment is right, and so { $picks ->
    [one] is the one draw.
   *[other] are all { $picks } draws.
}
verify-sampled = { $count ->
    [one] One sampled outcome was generated again from its draw and is identical.
   *[other] { $count } sampled outcomes were generated again from their draws and are identical.
}
verify-chosen = { $count ->
    [one] One outcome was chosen by the table instead of drawn, as the header says.
   *[other] { $count } outcomes were chosen by the table instead of drawn, as the header says.
}
verify-wrong = Nothing proves that this game was fair.
check-trouble = Table { $table }, entry { $entry }: { $reason } ({ $code })
checked = { $count ->
    [one] One table replayed,
   *[other] { $count } tables replayed,
} { $wrong ->
    [0] no problems found.
    [one] one cannot be replayed.
   *[other] { $wrong } cannot be replayed.
}
backed-up = The database was copied to { $file }
play-choose = Which game?
play-number = number
play-table = { $people ->
    [one] { $people } person
   *[other] { $people } people
} at { $seats } { $seats ->
    [one] seat
   *[other] seats
}. Type ? for help and rules, q to quit.
play-your-turn = { $player }, your turn.
play-prompt = action
play-pass-device = { $player }’s turn: take the keyboard and press Enter. Everyone else, please look away.
play-continue = Press Enter to continue.
play-bot-did = { $player } (bot): { $action }
play-bot-chose = { $player } (bot) has chosen.
play-list = { $count ->
    [one] One legal action:
   *[other] { $count } legal actions:
}
play-list-more = … and { $count } more: type the beginning of one to narrow the list.
play-refused = That is not possible: { $reason } ({ $code })
play-unclear = { $text } could mean { $count } actions; type more of it, or l for the list.
play-unknown = There is no such action: { $text }. Type l for the list, ? for help.
play-help =
    l lists the legal actions; type one, its number (#3), or enough of its ending to make it clear.
    s shows the score sheet. q quits the game. ? shows this.
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
play-left = The game was left before the end.
play-no-input = There is no more input; the game stops here.
play-rules = Rules
help-serve = Host tables: people and bots play together, in the browser or from programs.
help-serve-host = Address to listen on (default: this computer only).
help-serve-port = Port to listen on; 0 for a free one.
help-public-url = The address that players use, for a server behind a proxy.
help-lan = Open the server to the local network, and show its address and a QR code for phones in the same room.
help-open = Open the page in the browser.
serving = Serving on { $address }
serving-lan = Serving on { $address } for everyone on this network
page-not-built = The page has not been built yet. To build it and play: { $command }
error-listen = Cannot listen on { $address }: it is in use, or does not belong to this computer.
phrase-hello = Hello!
phrase-good-luck = Good luck!
phrase-well-played = Well played!
phrase-thanks = Thank you!
phrase-oops = Oops!
phrase-thinking = Let me think…
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
seat-away = away, a bot is playing
seat-resigned = resigned
home = Home
language = Language
language-en = English
language-fr = Français
theme = Theme
theme-dark = Dark theme
theme-light = Light theme
theme-is-system = Same as device
theme-is-light = Light
theme-is-dark = Dark
patterns = Patterns on pieces
patterns-usual = Normal
patterns-strong = Strong
patterns-plain = None
settings = Settings
confirm-always = Confirm every move, even in solo games
less-motion = Reduce motion
sound = Sound
volume = Volume
shortcuts = Single keys are shortcuts
mute = Hide what { $name } says
me = My name and games
credits = Credits
close = Close
notices = Notices
dismiss = Dismiss
page-failed = This part of the page could not be loaded
try-again = Try again
lost-title = Page not found
lost-text = Perhaps only part of the address was copied.
incident = Something went wrong on our side. Incident { $incident }
your-turn-told = Your turn.
hint-told = { $step }: { $text }
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
in-words = The table as text
in-words-short = As text
menu = Menu
menu-short = Menu
take-back = Take back
take-back-short = Take back
result = Result
rules = Rules
rules-short = Rules
connection-lost = Connection lost. Your seat is kept.
next-try = Trying again in { $seconds } s.
try-now = Try now
pass-device = Pass the device to { $name }
look-away = Everyone else, please look away.
i-am = I am { $name }
event-join = { $you ->
    [yes] You sat down.
   *[no] { $name } sat down.
}
event-leave = { $you ->
    [yes] You left.
   *[no] { $name } left.
}
event-start = The game started.
event-away = { $you ->
    [yes] You left; a bot took over.
   *[no] { $name } left; a bot took over.
}
event-away-level = { $you ->
    [yes] You left; a bot ({ $level }) took over.
   *[no] { $name } left; a bot ({ $level }) took over.
}
event-return = { $you ->
    [yes] You came back.
   *[no] { $name } came back.
}
event-resign = { $you ->
    [yes] You resigned.
   *[no] { $name } resigned.
}
event-end = { $you ->
    [yes] You want to end the game here.
   *[no] { $name } wants to end the game here.
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
resign-sure = Resign this game?
resigned-you = You resigned; a bot plays on in your place.
resigned-now = { $count ->
    [one] { $names } resigned; a bot plays on.
   *[other] { $names } resigned; bots play on.
}
end-asked = { $names } would like to end the game here.
end-game = End the game here
end-wanted = Waiting for the others to agree
close-table = Close the table
close-sure = Close this table for everyone, without a result?
cancel = Cancel
leave = Leave
leave-to-bot = Leave, and let a bot play
remove-guest = Remove { $name }
link-watch = Link to this table
link-table = Link to send
link-replay = Link to the replay
copy = Copy
copied = Link copied.
copy-by-hand = The link is selected: please copy it yourself.
fair-title = Fair draws
fair-text = Every random draw at this table comes from a secret fixed before anyone joined. This is its fingerprint; the secret is revealed at the end, and anyone can check it.
ending-resigned = Resigned
ending-closed = The table was closed
ending-abandoned = The table was abandoned
over-solo = { $score } points
over-nobody = Nobody wins
over-you-win = You win with { $score }
over-you-win-only = You win
over-team = { $you ->
    [yes] { $names } win
   *[no] { $count ->
        [one] { $names } wins
       *[other] { $names } win
    }
}
over-team-score = { $you ->
    [yes] { $names } win, { $score } : { $other }
   *[no] { $count ->
        [one] { $names } wins, { $score } : { $other }
       *[other] { $names } win, { $score } : { $other }
    }
}
over-resigned = { $you ->
    [yes] You resigned.
   *[no] { $names } resigned.
}
over-resigned-counts = The game counts as a win and a loss, but not in the score statistics.
over-you-share = You share the win
draw-unproven = The draws could not be verified.
winner = winner
rematch = Rematch
play-again = Play again
over-look = show this board
over-looked-at = shown now
rematch-join = Join the rematch
replay = Replay
share = Share
verify = Check the draws
record = Game record
scores = Scores in detail
option-is = { $option }: { $value }
setting-up = Setting up the table…
room-title = { $game }, waiting room
invited = You are invited to a game of { $game }
seat-free = free
host = host
put-bot = Bot
open-seat = Free up
remove = Remove
swap-seat = Swap seat { $number }
swap-with = Now choose the seat to swap with.
your-name = Your name
sit-down = Sit down
room-full = All seats are taken. You can watch once the game starts.
draw-seats = Random seating
start = Start
room-starts-full = The game starts by itself when the last seat is taken.
room-starts-you = The game starts when you press Start.
room-starts-host = The game starts when the host presses Start.
room-starts-name = The game starts when { $name } presses Start.
room-free = { $count ->
    [0] All seats are given out.
    [one] One seat is still free.
   *[other] { $count } seats are still free.
}
room-kept = Seat { $number } is kept for { $name }.
room-seated = You have your seat. There is nothing else to do.
room-sit-first = Tell the others your name to sit down.
room-your-name = Your name, shown to the others
room-you-are = { $host ->
    [yes] { $name }, host
   *[no] { $name }
}
room-seat-free = Free seat
room-seat-open = open to anyone with the link or the code
room-seat-kept = this seat is kept
room-code-how = Scan, or type the code on the home page.
invite-title = Invite
qr-alt = QR code of the link to this table
code = Code
code-is = Code: { $code }
watchers = { $count ->
    [one] { $count } watching
   *[other] { $count } watching
}
connection-back = { $count ->
    [0] Reconnected. You missed nothing.
    [one] Reconnected. One move was played.
   *[other] Reconnected. { $count } moves were played.
}
over-wins = { $count ->
    [one] { $names } wins
   *[other] { $names } share the win
}
draw-verified = { $picks ->
    [one] Draw verified (1).
   *[other] Draws verified ({ $picks }).
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
    [0] Nobody has to act now.
   *[other] { $count } players have to act.
}
plain-over = The game is over.
plain-fact = { $label }: { $text }
plain-none = none
plain-yes = yes
plain-no = no
plain-board-missing = This game’s board can’t be loaded. You can still play here, as text.

## What was refused, by its code

refused-unreachable = The server is not responding.
refused-malformed = The server did not understand this page. Please reload it.
refused-protocol = The server has been updated. Please reload the page.
refused-no-such-guest = This link doesn’t work: the profile was deleted, or it belongs to another server.
refused-no-such-secret = This device or link is no longer in the list.
refused-no-such-table = There is no such table here.
refused-no-such-game = This game is not on this server.
refused-broken-game = This game does not work on this server.
refused-header = These seats or options don’t fit the game.
refused-rules-version = This table was started under a different version of the rules and can’t continue here.
refused-not-seated = Only players at the table can do this.
refused-not-host = Only the host can do this.
refused-seated = You already have a seat here.
refused-seat-taken = This seat is not free.
refused-table-full = All seats are taken. You can watch.
refused-removed = The host has removed you from this table.
refused-waiting = The game hasn’t started yet.
refused-running = The game has already started.
refused-over = The game is over.
refused-not-handed = Only finished games saved in this browser can be uploaded to a server.
refused-not-over = The game is not over yet.
refused-stale = The game moved on. Please choose again.
refused-not-to-act = It is not your turn.
refused-bot-seat = A bot is playing this seat now.
refused-no-take-back = There is nothing to take back.
refused-not-resigned = Only players who remain after a resignation can end the game early.
refused-no-hints = Hints are off at this table.
refused-too-many = Too many requests. Try again in a moment.
refused-busy = The table is very busy. Try again.
refused-too-large = This file is too large.
refused-banned = The owner of this server has banned you for a time.
refused-storage-full = The server’s disk is full: nothing was saved. Tell its owner.
refused-incident = Something went wrong on our side.
refused-unknown-action = There is no such action.
refused-impossible-chance = This can’t be drawn now.
refused-no-such-seat = There is no such seat.
refused-hello-first = The page and the server are out of step. Please reload the page.
refused-not-watching = The page and the server are out of step. Please reload the page.
refused-ahead = The page and the server are out of step. Please reload the page.
refused-nonce = The page and the server are out of step. Please reload the page.
refused-method = The page and the server are out of step. Please reload the page.
refused-which-seat = Choose which of your seats.
refused-choice = That option isn’t available here.
refused-no-such-choice = This game doesn’t have that option.
refused-no-such-bot = This game doesn’t have that bot.
refused-no-such-phrase = There is no such phrase.
refused-guest = Choose a name first.
refused-origin = This request came from another site.
refused-host-name = The server doesn’t go by this address.
refused-not-found = There is nothing here.
refused-result-early = There is a result before the end of the game.
refused-result-wrong = The result does not match the game.
refused-no-result = The game is over, but its result is missing.
refused-after-result = There is something after the result.
refused-fair-missing = This record does not come from a live table: nothing about its draws can be proven.
refused-fair-form = The record’s proof of its draws is not written correctly.
refused-not-revealed = The secret of this table has not been revealed yet.
refused-link-wrong = A fingerprint in the list of draws does not cover its day.
refused-order-wrong = The days of the list of draws are not in order.
refused-swapped = A draw in the list is not the one that was there before.
refused-commitment-wrong = The secret is not the one that the table committed to.
refused-seats-wrong = The random seating does not follow from the secret.
refused-picks-missing = A random event has no draw number, and nothing says that it was chosen.
refused-picks-form = A player’s action has a draw number, which only random events have.
refused-pick-wrong = A draw does not follow from the secret.
refused-outcome-wrong = A draw is right, but it means something other than what happened.
refused-sampled-wrong = The draw gives a different outcome from the one in the record.

## The screens around the tables

nav = Main menu
nav-play = Play
nav-learn = Learn
nav-record = Open a record
nav-me = My page
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
    [0] Against { $names }, level “{ $level }”: a good start
    [one] Against { $names }, level “{ $level }”, as in your last game
   *[other] Against { $names }, level “{ $level }”, chosen by your last { $games } games
}
way-link = Invite
way-here = Same screen
way-alone = Solo
way-bots = Against bots
way-more = More options
home-title = What shall we play?
home-games = Games
home-waiting = Your table is waiting
home-your-turn = It is your turn
home-mine = My games
home-all = All
home-mine-none = No games yet
home-mine-none-text = Your games are kept here, so that you can continue or replay them.
home-open = Open tables
home-open-none = No open tables
home-open-none-text = Open one and see who joins; bots can fill empty seats.
home-open-make = Open a table
home-code = Code of a table
home-code-how = Five letters and digits that the host of a table sees.
home-free = Free, no account; against bots it plays offline too.
home-code-go = Go
name-label = You are
name-keep = Save
name-kept = Your name is now { $name }.
table-with = with { $names }
table-alone = solo
table-seats-taken = { $taken } of { $seats } seats taken
table-your-turn = your turn
table-running = in progress
table-ended = { $ending ->
    [resigned] resigned
    [closed] closed
   *[other] unfinished
}
table-resigned = { $won ->
    [yes] won by resignation
   *[no] lost by resignation
}
table-won = won, { $score }
table-lost = lost, { $score }
table-over = over, { $score }
table-replay = Replay
table-download = Download the record
table-return = Return
table-join = Join
table-watch = Watch
new-title = New { $game } game
new-other-game = Another game
new-no-game = This game is not on this server
new-way = How do you want to play?
new-seats = Seats
new-seat-less = Remove the last seat
new-seat-more = Add a seat
new-sits = Who sits in seat { $number }?
new-sits-kind = Bot or person
new-begin-with = Start with { $names }
new-name = Name of player { $number }
new-open-how = You get a link and a code to send. Bots can fill the seats that stay empty.
new-rules = Rules for this table
new-how = Clock and start options
new-clock = Clock
new-listed = Who can join
new-listed-no = Only with the link
new-listed-yes = Anyone (listed on the home page)
new-start = Start
new-start-full = as soon as every seat is taken
new-start-host = when I press Start
new-draw = Random seating
new-open = Open the table
new-begin = Start
place-me = You
place-here = On this screen
place-open = Open to anyone
place-bot = A bot
clock-none = No clock
clock-fast = Fast: { $minutes } min + { $seconds } s per move
clock-usual = Normal: { $minutes } min + { $seconds } s per move
clock-slow = Slow: { $minutes } min + { $seconds } s per move
clock-own = Custom
clock-bank = Minutes for the game
clock-move = Seconds per move
clock-grace = Extra seconds after a lost connection
me-title = My page
me-name = Your name
me-name-how = No sign-up: this browser remembers who you are, without an email address or a password.
me-games = Your games
me-nobody = No profile yet
me-nobody-text = You get one as soon as you sit down at a table.
me-results = Your results
me-games-count = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
me-games-short = Games
me-level-between = { $count ->
    [one] { $one ->
        [yes] { $low }, from one game
       *[no] between { $low } and { $high }, from one game
    }
   *[other] { $one ->
        [yes] { $low }, from { $count } games
       *[no] between { $low } and { $high }, from { $count } games
    }
}
me-level-guess = a first guess
me-scores = Your scores
me-score = Score
me-kind = Which games
me-players = { $count ->
    [1] alone
   *[other] { $count } players
}
me-from-to = { $from } to { $to }
me-average = average { $average }
me-last-five = last five
me-latest = latest, { $score }
me-recent = one of the last five, { $score }
me-no-scores = No game has been played to its end yet.
me-against = Against each level
me-opponent = Opponent
me-won = won
me-shared = shared
me-lost = lost
me-won-of = { $won } of { $count }
me-first-game = Play a first game
me-people = people
me-bests = Bests
me-highest = Highest score
me-all-games = All { $count } games
me-fewest-points = Fewest points lost
me-fewest-wins = Least lost per decision, in 100 games
me-closest = Closest to the ceiling
me-unit-points = Games alone
me-unit-wins = Games with others
me-loss-points = Points lost per decision
me-loss-wins = Lost per decision, in 100 games
me-loss-luck = luck removed
me-loss-shown = { $date }: { $loss } per decision, score { $score }
me-loss-how = Each circle is a game, the line the mean of the last { $count }; lower is better. The pale band is the margin of error.
me-loss-guess = { $count ->
    [one] A first guess, from one game. The pale band is the margin of error.
   *[other] A first guess, from { $count } games. The pale band is the margin of error.
}
me-loss-table = The same as a table
me-loss-game = Game
me-loss-mean = Mean of the last { $count }
me-loss-margin = { $loss } ± { $half }
me-loss-none = Here you will see how much your choices cost, whatever the luck. Nothing has been analysed yet.
me-analysed = { $done } of { $count ->
    [one] { $count } game analysed
   *[other] { $count } games analysed
}
me-analyse = Analyse the others here
me-analysis-goes-on = The others follow while this page is open.
me-analysis-off = The others are not analysed.
me-analysis-saves = Paused: this browser saves data.
me-costs = What costs you most
me-costs-count = { $count ->
    [one] once
    [2] twice
   *[other] { $count } times
}
me-costs-share-points = Share of the points that your certain mistakes cost.
me-costs-share-wins = Share of the chances to win that your certain mistakes cost.
me-costs-other = Your costliest mistakes are all different: no kind stands out.
me-costs-none = No certain mistake in the analysed games. Well played!
me-costs-wait = Once a game is analysed, your costliest kinds of mistake stand here, for you to practise.
me-examples = { $count ->
    [one] See an example
    [5] See five examples
   *[other] See { $count } examples
}
me-examples-title = Your costliest choices
me-practise = Practise these
me-lost-points = { $loss ->
    [one] { $loss } point lost
   *[other] { $loss } points lost
}
me-lost-wins = { $loss } in 100 games lost
practice-title = Practice
practice-leave = Back to My page
practice-at = Position { $number } of { $count }
practice-question = From your game of { $date }, step { $step }: what do you play now?
practice-thinks = Comparing your choice …
practice-best = Best, or as good!
practice-lost = { $lost }. Better: { $better }.
practice-then = In the game: { $lost }.
practice-game = Show the game
practice-next = Next
practice-end = Result
practice-of = { $better } of { $count }
practice-summary = { $better } of { $count } better than last time
practice-again = Practise more
practice-none = Nothing to practise yet
practice-none-text = As soon as games of yours are analysed on My page, your costliest positions come back here.
me-link = On another device
me-link-how = This private link opens your seats and your games on another device. Anyone who has it can play as you, so keep it to yourself.
me-link-make = Create a private link
me-link-private = Your private link
me-link-qr = QR code of your private link
me-keys = Who can play as you
me-key-here = This device
me-key-device = Another device
me-key-link = Anyone with your private link
me-key-passphrase = Anyone with your passphrase
me-key-since = since { $date }
me-key-revoke = Revoke
me-key-revoked = Access revoked.
me-export = Download everything that is mine
me-forget = Delete my profile
me-forget-how = Your name, your links and your list of games are deleted at once. The games themselves stay, without your name. This can’t be undone.
me-forget-sure = Delete your profile from this server?
me-forgotten = Your profile has been deleted.
me-stays = How long we keep things
me-stays-how = Games are kept until the owner of this server deletes them, so links to replays keep working. This browser remembers you for 400 days after your first game. Tables with no activity for a week are closed.
resume-title = Opening your profile
resume-none-text = If you followed a private link, the part after the # is missing: copy the whole link, or scan its code again.
passphrase = Passphrase
passphrase-section = Come back with a passphrase
passphrase-how = With this name and a passphrase you come back on any device. No e-mail is needed, so nobody can send you a forgotten passphrase.
passphrase-how-name = With a name in rankings and a passphrase you come back on any device. Only one player has each name. No e-mail is needed, so nobody can send you a forgotten passphrase.
passphrase-handle = Your name in rankings
passphrase-new = New passphrase
passphrase-show = Show
passphrase-keep = Save
passphrase-kept = Saved. You can come back as { $name } with this passphrase.
passphrase-long = At least { $least } characters. Four or five words that have nothing to do with each other are a good choice.
back-title = Come back
back-link = Already playing on another device? Come back with your passphrase
back-open = Come back
back-instead = This device is playing as { $name }. If you come back as somebody else, { $name }’s games can then be opened only by { $name }’s private link or passphrase.
resume-failed = This link doesn’t work
resume-instead = This device is already playing as { $name }
resume-instead-text = If you open the link, this device will play as the link’s owner instead. { $name }’s games can then be opened only with one of { $name }’s private links.
resume-open = Open the link
resume-stay = Stay { $name }
resume-done = Welcome back, { $name }.
replay-title = Replay of { $game }
replay-step = Step { $step } of { $last }
replay-slider = Step
replay-first = First step
replay-previous = Previous step
replay-next = Next step
replay-last = Last step
replay-play = Play
replay-pause = Pause
replay-eyes = View as
replay-eyes-spectator = spectator
replay-begin = The game is about to start.
replay-waiting = Step { $step } is being computed …
replay-stopped = The record is valid up to here. Line { $line }: { $reason }
replay-link = Link to this step
replay-close = Another record
replay-copy-link = Copy the link to step { $step }
replay-side-by-side = Side by side
replay-one-board = One board
replay-in-the-end = { $score } in the end
replay-keys = Keys: ← → one step, 1 to { $seats } another seat, space plays
record-title = Open a record
record-how = A game record is a file (.jsonl). Replay the game step by step, and check that its draws were fair. The file stays in this browser.
record-drop = Drop a file here
record-choose = Choose a file
record-paste = Or paste its text
record-open = Open
record-refused = This file isn’t a valid game record
verdict-checking = Checking…
verdict-fair = The draws were fair
verdict-fair-text = { $picks ->
    [0] The table committed to this secret before the players added theirs. Nothing was drawn.
    [one] The table committed to this secret before the players added theirs, and the one draw follows from them.
   *[other] The table committed to this secret before the players added theirs, and all { $picks } draws follow from them.
}
verdict-live = Not a record from a live table
verdict-live-text = It can be replayed, but it contains no commitment: nothing about its draws can be proven.
verdict-unproven = Not proven
verdict-unproven-text = Something doesn’t add up. Problems found in this record:
verdict-line = Line { $line }: { $reason }
verdict-page = { $same ->
    [yes] Checked twice with the same result: by the server, and by this page itself.
   *[other] This page and the server disagree. Do not trust this result.
}
verdict-page-how = This page checks the commitment and the draws; the server and the command “ludotheque verify” also check what each draw means.
verdict-own-seal = Compare the fingerprint with the one your device showed when you sat down:
finding-fair-missing = the header has no field “fair”
finding-fair-form = the field “fair” is not written correctly
finding-not-revealed = the secret has not been revealed yet
finding-commitment-wrong = the secret is not the one that the table committed to
finding-seats-wrong = the random seating does not follow from the secret
finding-picks-missing = a random event has no draw number
finding-picks-form = a player’s action has a draw number
finding-pick-wrong = the draw does not follow from the secret
finding-outcome-wrong = the draw means something else
finding-sampled-wrong = the draw gives a different outcome
finding-malformed = this is not a line of a record
finding-header = the header is missing or not written correctly
finding-unknown-action = this means nothing in the game’s notation
finding-not-to-act = it was someone else’s turn
finding-over = the game had already ended
finding-impossible-chance = this can’t be drawn here
finding-result-early = there is a result before the end
finding-result-wrong = the result does not match the game
finding-no-result = the game is over, but its result is missing
finding-after-result = there is something after the result
credits-games = The games
credits-games-text = Names and rules belong to their authors and publishers. This site is not affiliated with any of them and contains none of their texts or pictures: the rules are told in our own words, and the pieces are our own drawings.
credits-house = This site
credits-house-text = Ludothèque is free software under the Apache License 2.0. It sets a single cookie, which remembers who you are, loads nothing from other sites and tracks no one.
credits-fonts = Fonts
credits-fonts-text = Both under the SIL Open Font License 1.1, served from this site.
credits-libraries = Built with

## Rules and introductions

rules-title = How to play
rules-introduction = Lesson
rules-reference = Rules
rules-contents = Contents
lesson = Lesson
lesson-step = Step { $number } of { $count }
lesson-back = Back
lesson-next = Next
lesson-show = Show me
lesson-skip = Skip ahead
lesson-goes-on = The game continues…
lesson-read-on = Press “Next” first.
lesson-play = Play now
lesson-all-rules = All the rules
lesson-to-table = Back to the table
rules-of = Rules of { $game }
rules-tab-lesson = Lesson
rules-tab-reference = Rules
rules-tab-keys = Keys
rules-fit = { $doing }: see “{ $part }”.
panel-higher = Larger
panel-lower = Smaller
key-rules = show the rules
key-panel = switch between rules and table
coach = Tips in your first games
analyse-always = Analyse my finished games while My page is open
curtain-always = Cover the screen between players who share it, in every game
coach-lesson = Lesson
coach-off = Turn tips off
notify = Notify me when it’s my turn and I’m in another tab
notify-ask = It was your turn while you were away. Notify you next time?
notify-yes = Yes, notify me
notify-no = No
learn = Learn
game-minutes-about = about { $minutes } min

## Opponents

level-novice = novice
level-amateur = amateur
level-club = club
level-expert = expert
level-champion = champion
level-master = master
level-words-novice = learning with you
level-words-amateur = fun for a first evening
level-words-club = beats most families
level-words-expert = wins at most clubs
level-words-champion = wins tournaments
level-words-master = hardly anyone beats it twice
play-style = Style
play-style-how = Changes style more than strength.
play-style-cautious = cautious
play-style-even = balanced
play-style-bold = bold
name-and-level = { $name } ({ $level })
suggested = Suggested for you
bot-sees = Bots don’t cheat: they only see what a player in their seat would see.
strength = strength
strength-points = { $points } on average
strength-beats = beats { $name }: { $often } %
strength-first = the lowest level
strength-measured = { $games } games each; pale band: margin of error.
strength-you = you, over your last { $games } games
thinks-at-once = plays instantly
thinks-too-long = too slow here: the server runs this game uncompiled
thinks = thinks for { $seconds } s

## Without a server

verify-by-page = The page on which the game was played held the seed: this shows that nothing was changed afterwards, not that nobody knew the seed.
fair-text-here = Every random draw in this game comes from a seed that this browser fixed before the first draw. Its fingerprint proves that nothing is changed afterwards; it can’t prove that nobody looked, since this page holds the seed itself.
verdict-own = Nothing was changed
verdict-here = Checked by this page itself, without a server: the fingerprint, every draw, and what each draw means.
refused-no-server = This needs a server, and this page has none.
here = On this device
here-kept = This game is saved in this browser and works offline.
here-kept-all = These games are saved only in this browser, until you delete them or its data.
here-hand = Upload to the server
here-handed = Saved on the server.
here-forget = Delete this game
here-forget-sure = Delete this game from this device? This can’t be undone.
offline-title = You’re offline.
offline-works = Bots, same-screen games, lessons, records and the games saved here all work.
offline-invite = Inviting someone needs a connection
offline-waits = Waiting for a connection
offline-waits-text = Your online tables continue when you’re back; your seat is kept.
serverless-title = You’re playing on this device.
serverless-invite = Inviting someone needs a server; this site has none
serverless-waits = Needs a server
serverless-waits-text = This copy runs without a server, so online invitations aren’t available here.
install = Install
install-title = Install Ludothèque
install-text = Opens like an app and works offline (5 MB).
install-later = Not now
edition-ready = An update is available.
edition-later = It will be installed after this game; nothing is lost.
edition-now = Update whenever you like; nothing is lost.
edition-begin = Update
draw-kept = { $picks ->
    [one] Nothing was changed: the one draw follows from the seed that this browser had fixed.
   *[other] Nothing was changed: all { $picks } draws follow from the seed that this browser had fixed.
}
verdict-own-text = { $picks ->
    [0] Nothing was drawn. The seed was chosen by the page on which the game was played.
    [one] The one draw follows from the seed that was fixed before it: nothing was changed afterwards. But the page on which the game was played held the seed itself, so this doesn’t prove that nobody knew it, or that it was the first seed tried.
   *[other] All { $picks } draws follow from the seed that was fixed before the first of them: nothing was changed afterwards. But the page on which the game was played held the seed itself, so this doesn’t prove that nobody knew it, or that it was the first seed tried.
}

## What others do, one action at a time

pace-how = Speed of opponents’ moves
pace-is = Speed of opponents’ moves: { $pace }
pace-calm = Slow
pace-brisk = Fast
pace-at-once = Instant
pace-skip = Skip
pace-again = Show again
pace-step = Step { $step } of { $all }
pace-key-skip = skip the move being shown
pace-key-again = show opponents’ moves again

## What a link shows where it is sent

card-house = Ludothèque: three tile games
card-house-text = Take It Easy, micropul and Polygons, ready to play: with friends through a link, against bots, around one screen or solo. No sign-up.
card-invites = { $name } invites you to { $game }
card-invited = You are invited to { $game }
card-invited-text = One tap and you’re at the table.
card-table = A { $game } table
card-replay = A game of { $game }, move by move
card-rules = { $game }: how to play

## Luck and skill

help-analyse = Tell luck from skill: what the draws of a recorded game did, and what the players did.
help-analyse-seat = The seat to analyse, counted from 0 (default: all).
help-budget = How many times each candidate action is tried out.
help-html = Write an illustrated report, in one file.
help-own-commands = Commands of { $game }.
help-new-game = Start a game of your own: a working package, to be changed step by step.
help-new-game-name = Its name for programs: lower-case letters, digits and _.
help-new-game-folder = Where to write it (default: a new folder of the same name).
error-new-game-name = { $name } cannot be the name of a game: use lower-case letters, digits and _, and no Python keyword.
error-new-game-taken = There is already a game called { $name }.
error-new-game-folder = { $folder } is not empty.
new-game-written =
    { $folder } contains a working game. Install it, play it, run its tests, then make it yours:
      pip install -e { $folder }
      ludotheque play { $name }
      pytest { $folder }
    docs/tutorial/write-a-game.md explains every line.
error-seat = There is no such seat: seats are counted from 0, and there are { $seats }.
analysing = Analysing
report-written = The report is in { $file }.
analysis-title = { $game }: luck and skill
analysis-curve-label = The value over the game: luck dotted, choices striped; the figures are in the lists below
analysis-line = Line { $line }
analysis-played = played
analysis-better = better
analysis-in-noise = within the margin of error
analysis-between = between { $low } and { $high }
analysis-nobody = Best possible with these draws: { $ceiling }
analysis-ceiling = The most that was possible if all draws are known in advance: proven, but not a target. { $share } % of it was reached.
analysis-percentile = Luckier draws than in { $percent } % of games.
analysis-all-moves = All decisions
analysis-all-draws = All draws
analysis-head-line = line
analysis-head-played = played
analysis-head-best = best
analysis-head-loss = loss
analysis-head-interval = 95 %
analysis-head-noise = remark
analysis-name = Luck and skill
analysis-of-100 = { $count } in 100
analysis-stop = Stop
analysis-failed = This game can’t be analysed here.
analysis-was-best = best, or as good

# The story of an analysed game
story-figures = The game in figures
story-stopped = The analysis was stopped.
story-uncertain = Too uncertain to tell luck from choices in this game.
story-percent = Chances in percent: of 100 games from such a position.
story-worth = These draws were worth
story-average = { $way ->
    [below] { $count } below average
    [above] { $count } above average
   *[even] as many as on average
}
story-scored = { $own ->
    [yes] You scored
   *[no] { $name } scored
}
story-expected = Expected now
story-cost = { $own ->
    [yes] { $count ->
        [0] Your moves cost you
        [one] One move cost you
       *[other] { $count } moves cost you
    }
   *[no] { $count ->
        [0] The moves cost
        [one] One move cost
       *[other] { $count } moves cost
    }
}
story-start = { $even ->
    [yes] { $own ->
        [yes] You started even
       *[no] { $name } started even
    }
   *[no] Chance at the start
}
story-luck = { $way ->
    [gave] { $own ->
        [yes] Luck gave you
       *[no] Luck gave { $name }
    }
   *[took] { $own ->
        [yes] Luck took from you
       *[no] Luck took from { $name }
    }
}
story-choices = { $own ->
    [yes] Your choices cost you
   *[no] { $name }’s choices cost
}
story-others = { $other ->
    [several] { $way ->
        [gave] The others’ choices gave
       *[took] The others’ choices took
    }
   *[other] { $way ->
        [gave] { $other }’s choices gave
       *[took] { $other }’s choices took
    }
}
story-ended = { $ended ->
    [won] { $own ->
        [yes] You won
       *[no] { $name } won
    }
    [lost] { $own ->
        [yes] You lost
       *[no] { $name } lost
    }
    [shared] A shared win
    [together] { $own ->
        [yes] You won together
       *[no] { $name }’s side won
    }
   *[running] Chance now
}
story-curve-points = Expected score, move by move
story-curve-wins = { $own ->
    [yes] Your chance to win
   *[no] { $name }’s chance to win
}
story-legend-luck = luck of the draw
story-legend-choice = { $own ->
    [yes] your choices
   *[no] { $name }’s choices
}
story-legend-others = { $other ->
    [several] the others’ choices
   *[other] { $other }’s choices
}
story-points-points = { $count ->
    [one] The costliest move
   *[other] The { $count } costliest moves
}
story-points-wins = Turning points
story-of = { $told } of the { $all } points
story-largest = the largest of each kind
story-step = Step { $step }
story-kind-luck = Luck
story-kind-choice = { $own ->
    [yes] You
   *[no] { $name }
}
story-kind-others = The others
story-played = { $own ->
    [yes] you
   *[no] played
}
story-no-points = No move stands out as a mistake.
story-level = { $own ->
    [yes] You played at { $level } level
   *[no] { $name } played at { $level } level
}
story-level-between = { $games ->
    [one] { $one ->
        [yes] This game alone, with { $decisions } decisions, says { $low }.
       *[no] This game alone, with { $decisions } decisions, says between { $low } and { $high }.
    }
   *[other] { $one ->
        [yes] The last { $games } games, with { $decisions } decisions, say { $low }.
       *[no] The last { $games } games, with { $decisions } decisions, say between { $low } and { $high }.
    }
}
story-level-loss-points = { $loss } points lost per decision.
story-level-loss-wins = Each decision cost { $loss } in 100 games.
story-head-loss-points = points lost
story-head-loss-wins = lost, in 100 games
story-range = { $low } to { $high }
story-ceiling = Best possible with these draws
story-ceiling-how = Only with all of them known in advance. Nobody could have played it.
story-how = The figures come from playing on many times from each position; ± marks the margin of error.

# Hints

hint = A hint
hint-short = Hint
hint-key = a hint, then its next step
hint-where = Where to look
hint-move = The move
hint-why = Why
hint-step = Hint { $step } of 3
hint-counted = shown in the result; won’t count towards your level
hint-step-counted = Hint { $step } of 3, shown in the result
hint-thinking = Thinking
hint-wait = One moment…
hint-seen = Got it
hint-show-move = Show the move
hint-ask-why = Why?
hint-confirm = Confirm
hint-close = Close the hint
hint-where-lit = Look at what is highlighted.
hint-why-strongest = The strongest bot would do this.
hint-next-best = Next best ({ $loss }): { $action }
# A fact, which begins with a capital letter, as a sentence.
sentence = { $text }.
hint-failed = No hint could be found.
hints-used = { $count ->
    [one] { $count } hint used
   *[other] { $count } hints used
}
hints-allowed = Hints allowed
new-hints = Allow hints (everyone sees how many were used)
event-hint = { $you ->
    [yes] You asked for a hint.
   *[no] { $name } asked for a hint.
}

# Playing on from a position of a record

onward = Play on from here
onward-how = Start your own game from this position against the bots, with the same draws to come
onward-tag = Variation
onward-table = Continues from line { $line } of another game’s record
onward-over = Continued from another game: its draws can’t be proven here, and it doesn’t count towards your level.

next-time = Next time:

# The day's draws

nav-daily = Daily
daily-title = Daily draw
daily-how = The same draw for everyone, one try, no hints. Results appear once you have played. Days change at midnight UTC.
daily-how-dated = This page has no server: it deals a draw from the date. Anybody can work it out, so there is no ranking.
daily-what = The same draw for everyone.
daily-left = { $hours } h { $minutes } left
daily-played = { $count ->
    [0] Nobody has played yet
    [one] { $count } has played
   *[other] { $count } have played
}
daily-sealed = Sealed since { $date }
daily-swapped = Not the list of draws that this browser saw before: a draw may have been swapped.
daily-play = Play today’s draw
daily-continue = Continue
daily-see = See
daily-see-results = See the results
daily-menu = Today’s draw: one try. If you leave, you can continue here until the day ends.
daily-late = Your { $game } of yesterday still counts if you finish it by 1:00 UTC.
daily-earlier = Earlier draws
daily-earlier-how = Play any earlier draw; it does not change its ranking.
daily-play-earlier = Play it, unranked
daily-none-yet = What you play will be listed here.
daily-none-that-day = No draw on that day.
daily-day-played = played
daily-day-missed = missed
daily-day-today = today
daily-missed = missed
daily-month-before = Previous month
daily-month-after = Next month
daily-handle = Your name in rankings
daily-handle-keep = Use this name
daily-handle-drop = Leave the rankings
daily-handle-kept = You will be ranked as { $name }.
daily-handle-why = Without one you can play, but you are not ranked, and boards and bots open when the day is over. Only one player has each name.
daily-handle-honest = You are ranked from your next draw on. Anyone could try a draw first as another guest: rankings rest on trust.
daily-place = { $kind ->
    [one] { $place }st of { $of }
    [two] { $place }nd of { $of }
    [few] { $place }rd of { $of }
   *[other] { $place }th of { $of }
}
daily-ordinal = { $kind ->
    [one] { $place }st
    [two] { $place }nd
    [few] { $place }rd
   *[other] { $place }th
}
daily-better = better than { $percent } %
daily-better-so-far = better than { $percent } % so far
daily-unranked = unranked
daily-unranked-why = Unranked: boards, bots and the best possible open when the day is over.
daily-of = { $game }, draw of { $date }
daily-verified = Draw verified
daily-fingerprint = Sealed: { $fingerprint }
daily-closes = The ranking closes at midnight (UTC).
daily-closed = The ranking is closed.
daily-you = You
daily-you-scored = You scored
daily-not-played = You have not played this draw.
daily-others = What the others made
daily-points = points
daily-players = players
daily-nobody = Nobody is ranked yet.
daily-nameless = without a name
daily-by-score = By score
daily-without-luck = Without luck
daily-without-luck-points = points given away by choices
daily-without-luck-wins = chances to win given away by choices
daily-reviewing = The choices are being worked out.
daily-bots = The same draw, played by the bots
daily-bots-play = The bots are still playing.
daily-boards-later = They open when the day is over.
daily-best-possible = Best possible
daily-ceiling-share = { $percent } % of all draws allow less.
daily-all = All { $count }
daily-fewer = Fewer
daily-boards = { $count ->
    [one] See the other board
   *[other] See the { $count } other boards
}
daily-more-boards = More boards
daily-strip = Still to play today: { $games }
daily-strip-done = You have played them all.
table-daily = draw of { $date }
share-title = Share your result
share-picture = Picture
share-text = Text
share-copy = Copy text
share-send = Send picture
share-save = Save picture
share-no-spoilers = No pieces, no cells: it gives away nothing of the draw.
share-daily = Ludothèque, daily draw of { $date }
share-daily-short = Daily draw, { $date }
share-result = { $game }: { $result }
share-without-luck = without luck: { $place }
share-your-turn = The same draw for everyone. Your turn:
share-best = best choice
share-little = a little lost
share-more = more lost
verdict-sealed = The seed of a daily draw is revealed when its day is over; then this can be verified.
verdict-sealed-text = The draw was sealed beforehand, and others still play it. The day after, the seed shows that nothing was changed.
refused-daily = This cannot be done at the table of a daily draw.
refused-daily-off = This server has no daily draw.
refused-no-such-draw = There is no draw of this game and day.
refused-daily-over = The day of this draw is over.
refused-daily-closed = Boards of this draw open when you have played it under a ranked name, or when its day is over.
refused-not-played = The results of this draw open when you have played it, or when its day is over.
refused-handle-taken = Another player has this name, or one that looks like it.
refused-no-handle = Take a name in rankings first.
refused-wrong-passphrase = No player here has this name and this passphrase.
refused-rankings-off = This server ranks nobody.
