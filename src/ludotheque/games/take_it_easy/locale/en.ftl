game-name = Take It Easy
game-minutes = 10
game-tagline = Everyone places the same tile; only unbroken lines score.
game-credits = Take It Easy was invented by Peter Burley in 1983; Ravensburger and others have published it.
take-it-easy-where = Round { $round } of { $rounds }, tile { $drawn } of 19, called by player { $caller }
take-it-easy-lines = Lines
take-it-easy-left = left ╱
take-it-easy-vertical = vertical │
take-it-easy-right = right ╲
take-it-easy-out-of-reach = ✕ broken  ⌀ out of reach
take-it-easy-heap = { $count ->
    [one] Not drawn yet: { $count } tile
   *[other] Not drawn yet: { $count } tiles
}
take-it-easy-announced = { $count ->
    [one] Tile to place:
   *[other] Tiles to place:
}
take-it-easy-points = round { $round }, total { $total }
take-it-easy-round-over = Score sheet, round { $round } of { $rounds }
game-rules =
    Place each announced tile on a free cell of your board; it never moves again.
    A tile has three bands: its first number runs up to the right, its second straight down, its third up to the left.
    A line scores only if the same number runs through it from edge to edge: its length times that number.
    After 19 tiles the round is over. The highest total over all rounds wins.
    Type the cell (c3), or the whole action (place 2-9-4 c3), or its number in the list.
game-rules-adjacent = Variant: every tile but the first must touch one already on your board.
game-rules-pairs = Variant: two tiles are announced at a time; place them in either order.
option-rounds = rounds in a match
option-adjacent = each tile must touch another
option-pairs = two tiles at a time
reason-complete = all rounds have been played
strength-points = { $points } per round
story-worth = These tiles were worth
story-cost = { $own ->
    [yes] { $count ->
        [0] Your placements cost you
        [one] One placement cost you
       *[other] { $count } placements cost you
    }
   *[no] { $count ->
        [0] The placements cost
        [one] One placement cost
       *[other] { $count } placements cost
    }
}
story-curve-points = Expected score, tile by tile
story-points-points = { $count ->
    [one] The costliest placement
   *[other] The { $count } costliest placements
}
story-legend-luck = luck of the tiles
story-legend-choice = { $own ->
    [yes] your placements
   *[no] { $name }’s placements
}
story-ceiling = Best possible with these tiles
story-ceiling-how = Only with all 19 known in advance. Nobody could have played it.
analysis-ceiling = The most these tiles allow if all are known in advance: proven, but not a target. { $share } % of it was reached. With 99 % confidence, no player can average more than 193.1 points in a round of the standard rules; our best bot averages 168.5.
analysis-percentile = Luckier tiles than in { $percent } % of rounds.
quick-rounds = one round

# The page

take-it-easy-round = Round { $round } of { $rounds }
take-it-easy-tile = Tile { $drawn } of 19
take-it-easy-tag-adjacent = Touching
take-it-easy-tag-pairs = Pairs
take-it-easy-own-board = Your board
take-it-easy-board-of = Board: { $name }
take-it-easy-boards = Boards
take-it-easy-look = Show the board: { $name }
take-it-easy-back-to-mine = My board
take-it-easy-cell-free = { $cell }, free.
take-it-easy-cell-laid = { $cell }: { $tile }.
take-it-easy-cell-closed = Not allowed now.
take-it-easy-to-lay = { $count ->
    [one] Tile to place
   *[other] Two tiles to place
}
take-it-easy-which-tile = Which tile first
take-it-easy-called-by = { $own ->
    [yes] called by you
   *[no] called by { $name }
}
take-it-easy-choose-cell = Choose a free cell, or drag the tile there.
take-it-easy-choose-elsewhere = Go back to your board to place it.
take-it-easy-on = { $tile } on { $cell }
take-it-easy-not-on = Not on { $cell }
take-it-easy-brief = { $state ->
    [complete] complete, +{ $points }
    [breaks] { $loses ->
        [0] breaks the { $digit }s
       *[other] breaks the { $digit }s (−{ $loses })
    }
    [dead] broken
    [out_of_reach] out of reach
   *[other] { $laid } of { $length }
}
take-it-easy-confirm = Confirm
take-it-easy-take-back = Take back
take-it-easy-hint-confirm = confirm
take-it-easy-hint-back = take back
take-it-easy-sealed = Confirmed. All boards are revealed together.
take-it-easy-watching = Everyone is choosing.
take-it-easy-watching-one = { $name } is choosing.
take-it-easy-choosing = choosing
take-it-easy-ready = ready
take-it-easy-total = total { $total }
take-it-easy-sheet = Score sheet
take-it-easy-sheet-of = Score sheet: { $name }
take-it-easy-sheet-short = Sheet
take-it-easy-safe = safe
take-it-easy-points-round = in this round
take-it-easy-direction-left = left
take-it-easy-direction-vertical = vertical
take-it-easy-direction-right = right
take-it-easy-line-complete = { $digit } complete, { $length } cells, { $points } points
take-it-easy-line-alive = { $digit } alive, { $laid } of { $length }
take-it-easy-line-out-of-reach = { $digit } out of reach, { $laid } of { $length }
take-it-easy-line-open = empty, { $length } cells
take-it-easy-line-dead = broken ({ $digits })
take-it-easy-heap-title = Not drawn yet
take-it-easy-heap-tab = Undrawn { $count }
take-it-easy-heap-list = { $count ->
    [one] One tile not drawn yet: { $tiles }
   *[other] { $count } tiles not drawn yet: { $tiles }
}
take-it-easy-round-ended = Round { $round } is over
take-it-easy-last-round-ended = The round is over
take-it-easy-look-at-boards = Choose a name to see that board.
take-it-easy-next-round = Next round
take-it-easy-gain = { $name } +{ $points }
take-it-easy-gains = Boards revealed: { $gains }.
take-it-easy-no-points = A line counts only if one number runs through it from edge to edge; here every line mixes numbers.
take-it-easy-words-now = Now
take-it-easy-words-choosing = { $own ->
    [yes] You are choosing.
   *[no] { $name } is choosing.
}
take-it-easy-words-ready = { $own ->
    [yes] You have chosen.
   *[no] { $name } has chosen.
}
take-it-easy-fact = { $label }: { $text }
take-it-easy-words-to-lay = To place: { $tiles }
take-it-easy-words-board = { $name }: { $points } in this round, total { $total }
take-it-easy-words-free = Free cells: { $cells }
take-it-easy-words-empty = No tiles yet
take-it-easy-key-arrows = move between cells
take-it-easy-key-ends = first or last free cell
take-it-easy-key-cell = go to this cell and try the tile there
take-it-easy-key-tile = choose which of two tiles
take-it-easy-key-enter = try the tile here, then confirm
take-it-easy-key-escape = take back
take-it-easy-coach-first = Any cell will do. The middle ones are on the longest lines.
take-it-easy-coach-completes = { $tile ->
    [one] { $cell } would complete a line: +{ $points }.
   *[other] { $tile } on { $cell } would complete a line: +{ $points }.
}
take-it-easy-coach-goes-on = { $tile ->
    [one] { $count ->
        [one] On { $cell } it continues a line and breaks none.
       *[other] On { $cell } it continues { $count } lines and breaks none.
    }
   *[other] { $count ->
        [one] { $tile } on { $cell } continues a line and breaks none.
       *[other] { $tile } on { $cell } continues { $count } lines and breaks none.
    }
}
take-it-easy-coach-whole = { $tile ->
    [one] On { $cell } it breaks no line.
   *[other] { $tile } on { $cell } breaks no line.
}
take-it-easy-coach-breaks = { $tile ->
    [one] { $loses ->
        [0] It breaks a line wherever it goes; on { $cell } nothing more is lost.
       *[other] It breaks a line wherever it goes; { $cell } costs least (−{ $loses }).
    }
   *[other] { $loses ->
        [0] Both break a line; with { $tile } on { $cell } nothing more is lost.
       *[other] Both break a line; { $tile } on { $cell } costs least (−{ $loses }).
    }
}
doing-lay = You have a tile to place
doing-wait = The others are choosing
doing-over = The round is over
refused-tile-not-drawn = You don’t have that tile to place.
refused-no-such-tile = There is no such tile.
refused-no-such-cell = There is no such cell.
refused-occupied = There is already a tile on { $cell }.
refused-not-adjacent = { $cell } touches no tile on your board.
refused-wrong-count = That’s not how many tiles are drawn now.

# What happened

effect-round-begun = { $rounds ->
    [1] { "" }
   *[other] Round { $round } of { $rounds }.
}
effect-drawn = Tile { $drawn } of 19: { $tiles }.
effect-placed = { $tile ->
    [none] { $name } is ready.
   *[other] { $mine ->
        [yes] You placed { $tile } on { $cell }.
       *[no] { $name }: { $tile } on { $cell }.
    }
}
effect-line = { $will ->
    [yes] { $became ->
        [completed] complete, +{ $points }
        [continued] { $laid ->
            [1] starts a line, 1 of { $length }
           *[other] still alive, { $laid } of { $length }
        }
        [out_of_reach] out of reach, { $laid } of { $length }
        [broken] { $lost ->
            [0] breaks a line of { $was }
           *[other] breaks a line of { $was } (−{ $lost })
        }
       *[still_broken] already broken
    }
    [reason] { $became ->
        [completed] The { $digit } finishes a line of { $length }: +{ $points }.
        [continued] { $laid ->
            [1] The { $digit } starts a line of { $length }.
           *[other] The { $digit } continues its line: { $laid } of { $length }.
        }
        [broken] { $lost ->
            [0] It breaks a line of { $was }.
           *[other] It breaks a line of { $was } (−{ $lost }).
        }
        [still_broken] The { $digit } lands on a broken line.
       *[out_of_reach] The { $digit } continues a line that cannot be completed any more: { $laid } of { $length }.
    }
   *[no] { $became ->
        [completed] A line of { $digit } is complete: +{ $points }.
       *[other] { "" }
    }
}
effect-round-scored = { $mine ->
    [yes] You scored { $points } in this round, { $total } in total.
   *[no] { $name } scored { $points } in this round, { $total } in total.
}

## The introduction

lesson-1 = Three bands cross every tile, each with its number. Here 7 climbs to the right, 9 runs straight down and 8 climbs to the left.
lesson-2 = Place the tile on a free cell of your board, where it stays. Choose c3, in the middle, and confirm.
lesson-2-hint = That cell is free too. Here, try c3 in the middle.
lesson-3 = A line stays alive as long as it shows only one number. Column c needs nines now: place this tile on c2.
lesson-3-hint = You could. Here, place it on c2, right above the other nine.
lesson-4 = Everyone places the same tile at the same time, each on their own board. Choices are revealed once everyone has chosen.
lesson-5 = Every tile must be placed, and this one breaks a line wherever it goes. Place it on d1: a 1 and a 9 meet in column d, and that line is lost.
lesson-5-hint = That breaks a line as well. Here, place it on d1.
lesson-6 = The fifth nine! Place it on c4. One number from edge to edge is worth that number for each cell: 5 × 9 = 45.
lesson-6-hint = Then column c would stay unfinished. Place it on c4.
lesson-7 = Only 19 of the 27 tiles are drawn, and nobody knows which eight won’t be. The list shows what could still come.
lesson-8 = The last tile goes on the last cell. It breaks one line and completes two.
lesson-9 = The round is over: 178 points to 126. Four rounds make a match, and the highest total wins.

# Hints

take-it-easy-look-completes = A line can be finished.
take-it-easy-look-goes-on = A line is waiting for one of these numbers.
take-it-easy-look-cheap = Some line has to break: look for the cheapest.
take-it-easy-look-open = Look for a cell that keeps your lines open.
take-it-easy-against-second = { $kind ->
    [breaks] { $tile ->
        [one] It keeps the { $digit }s alive; { $cell } would break them: { $loss }.
       *[other] It keeps the { $digit }s alive; { $tile } on { $cell } would break them: { $loss }.
    }
    [unfinished] { $tile ->
        [one] { $cell } would leave that line unfinished: { $loss }.
       *[other] { $tile } on { $cell } would leave that line unfinished: { $loss }.
    }
   *[second] { $tile ->
        [one] { $cell } comes second: { $loss }.
       *[other] { $tile } on { $cell } comes second: { $loss }.
    }
}
take-it-easy-breaks-none = No line breaks.

# For next time: the kind of loss that cost most

next-time-breaks-high = keep lines of high numbers whole; { $count } times you broke one that could have been saved.
next-time-breaks = look for a cell that breaks nothing; { $count } times there was a better one.
next-time-misses = finish lines when you can; { $count } times you left one open.
next-time-scatters = continue the lines you have started; { $count } times you started elsewhere.
mistake-breaks-high = Breaking a line of high numbers that was still alive
mistake-breaks = Breaking a line that was still alive
mistake-misses = Leaving open a line that could be finished
mistake-scatters = Starting elsewhere instead of going on with a line
best-lines = Most lines completed
me-loss-points = Points lost per placement

## Commands

command-solve = Find the best boards, with proof.
command-solve-perfect = The best board of all, proven, and every board that reaches it.
command-solve-tiles = The best board for 19 given tiles, written 2-9-4,6-1-3,…
command-solve-which = Give either --perfect or --tiles.
solved-perfect = Highest round: { $maximum } points, reached by { $boards } boards (proven by search in { $seconds } s)
solved-tiles = Best score with these tiles: { $optimum } (proven)
command-ceiling = The best boards that the tiles of a round allow.
command-ceiling-all = Solve every possible set of tiles.
command-ceiling-folder = Folder for the work done so far; a stopped run continues from there.
command-ceiling-which = Give --all to solve every set of tiles.
ceiling-told = { $sets } sets of tiles; their ceiling is { $mean } on average. The lowest and the highest, with their tiles:
command-bound = Bound the mean score of every strategy from above.
command-bound-draws = Number of draws to solve.
command-bound-certificate = File for the result of every draw; a stopped run continues from there.
command-bound-penalty = What foresight is charged: tables, blend (tightest) or lookahead.
command-bound-floor = Values below this many points count as it; lower is tighter and slower.
command-bound-which = Give at least 1 draw, a floor from 0 to { $most } points, and the penalty tables, blend or lookahead.
command-bound-jit = This command compiles functions of its own: install ludotheque[build] and set LUDOTHEQUE_RULES=jit.
bound-mismatch = { $file } is not a certificate with this seed and these options. Give those of its first line, or another file.
bound-exact = No strategy averages more than { $bound } points per round (proven).
bound-sampled = With 99 % confidence, none averages more than { $bound }: mean { $mean } ± { $error } (standard error) over { $draws } draws with seed { $seed }, { $solved } of them solved exactly.
train-score = points per round, luck removed
daily-what = The same 19 tiles in the same order.
daily-bots = The same tiles, played by the bots
