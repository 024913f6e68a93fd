game-name = Take It Easy
game-minutes = 10
game-tagline = Everyone lays the same tile; only unbroken lines score.
game-credits = Take It Easy was invented by Peter Burley in 1983; Ravensburger and others have published it.
take-it-easy-where = Round { $round } of { $rounds }, tile { $drawn } of 19, called by player { $caller }
take-it-easy-lines = Lines
take-it-easy-left = left ╱
take-it-easy-vertical = vertical │
take-it-easy-right = right ╲
take-it-easy-out-of-reach = ✕ broken  ⌀ out of reach
take-it-easy-heap = { $count ->
    [one] Still in the heap: { $count } tile
   *[other] Still in the heap: { $count } tiles
}
take-it-easy-announced = { $count ->
    [one] Tile to lay:
   *[other] Tiles to lay:
}
take-it-easy-points = round { $round }, total { $total }
take-it-easy-round-over = Score sheet, round { $round } of { $rounds }
game-rules =
    Lay each announced tile on a free cell of your board; it never moves again.
    A tile has three bands: its first digit runs up to the right, its second straight down, its third up to the left.
    A line scores only if the same digit runs through it from edge to edge: its length times the digit.
    After 19 tiles the round is over. The highest total over all rounds wins.
    Type the cell (c3), or the whole action (place 2-9-4 c3), or its number in the list.
game-rules-adjacent = Variant: every tile but the first must touch one already on your board.
game-rules-pairs = Variant: two tiles are announced at a time; lay them in either order.
option-rounds = rounds in a match
option-adjacent = each tile must touch another
option-pairs = two tiles at a time

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
    [one] Tile to lay
   *[other] Two tiles to lay
}
take-it-easy-which-tile = Which tile first
take-it-easy-called-by = { $own ->
    [yes] called by you
   *[no] called by { $name }
}
take-it-easy-choose-cell = Choose a free cell, or drag the tile there.
take-it-easy-choose-elsewhere = Go back to your board to lay it.
take-it-easy-on = { $tile } on { $cell }
take-it-easy-not-on = Not on { $cell }
take-it-easy-effect-complete = complete, +{ $points }
take-it-easy-effect-alive = still alive, { $laid } of { $length }
take-it-easy-effect-begins = begins a line, 1 of { $length }
take-it-easy-effect-out-of-reach = out of reach, { $laid } of { $length }
take-it-easy-effect-breaks = { $loses ->
    [0] breaks a line of { $digit }
   *[other] breaks a line of { $digit } (−{ $loses })
}
take-it-easy-effect-dead = broken already
take-it-easy-confirm = Confirm
take-it-easy-take-back = Take back
take-it-easy-hint-confirm = confirm
take-it-easy-hint-back = take back
take-it-easy-sealed = Sealed. All boards open together.
take-it-easy-watching = Everyone is choosing.
take-it-easy-choosing = choosing
take-it-easy-ready = ready
take-it-easy-total = total { $total }
take-it-easy-sheet = Score sheet
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
take-it-easy-heap-title = Still in the heap
take-it-easy-heap-tab = Heap { $count }
take-it-easy-heap-list = { $count ->
    [one] One tile in the heap: { $tiles }
   *[other] { $count } tiles in the heap: { $tiles }
}
take-it-easy-round-ended = Round { $round } is over
take-it-easy-last-round-ended = The round is over
take-it-easy-look-at-boards = Choose a name to see that board.
take-it-easy-next-round = Next round
take-it-easy-tell-draw = Tile { $drawn } of 19: { $tiles }.
take-it-easy-tell-drawn = Drawn: { $tiles }.
take-it-easy-tell-gain = { $name } +{ $points }
take-it-easy-tell-gains = Boards open: { $gains }.
take-it-easy-why-nothing = A line counts only if one number runs through it from edge to edge; here every line mixes numbers.
take-it-easy-tell-chosen = { $name }: chosen.
take-it-easy-tell-place = { $own ->
    [yes] You laid { $tile } on { $cell }.
   *[no] { $name }: { $tile } on { $cell }.
}
take-it-easy-tell-completes = { $own ->
    [yes] You laid { $tile } on { $cell }: +{ $points }.
   *[no] { $name }: { $tile } on { $cell }, +{ $points }.
}
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
take-it-easy-words-to-lay = You lay: { $tiles }
take-it-easy-words-board = { $name }: { $points } in this round, total { $total }
take-it-easy-words-free = Free cells: { $cells }
take-it-easy-words-empty = No tile yet
take-it-easy-key-arrows = go over the cells
take-it-easy-key-ends = first, last free cell
take-it-easy-key-cell = go to this cell and try the tile there
take-it-easy-key-tile = which of two tiles
take-it-easy-key-enter = try the tile here, then confirm
take-it-easy-key-escape = take back
take-it-easy-coach-first = Any cell will do. The middle ones lie on the longest lines.
take-it-easy-coach-completes = { $cell } would complete a line: +{ $points }.
take-it-easy-coach-goes-on = { $count ->
    [one] On { $cell } it goes on with a line and breaks none.
   *[other] On { $cell } it goes on with { $count } lines and breaks none.
}
take-it-easy-coach-whole = On { $cell } it breaks no line.
take-it-easy-coach-breaks = { $loses ->
    [0] It breaks a line wherever it goes; on { $cell } that costs nothing any more.
   *[other] It breaks a line wherever it goes; { $cell } costs least (−{ $loses }).
}
doing-lay = You have a tile to lay
doing-wait = The others are choosing
doing-over = The round is over
refused-tile-not-drawn = You have no such tile to lay.
refused-no-such-tile = There is no such tile.
refused-no-such-cell = There is no such cell.
refused-occupied = A tile lies on { $cell } already.
refused-not-adjacent = { $cell } touches no tile on your board.
refused-wrong-count = Another number of tiles is drawn now.

## The introduction

lesson-1 = Three bands cross every tile, each with its number. Here 7 climbs to the right, 9 runs straight down and 8 climbs to the left.
lesson-2 = Lay the tile on a free cell of your board, where it stays. Choose c3, in the middle, and confirm.
lesson-2-hint = That cell is free too. Here, try c3 in the middle.
lesson-3 = A line lives as long as it shows one number only. Column c wants nines now: lay this tile on c2.
lesson-3-hint = You could. Here, lay it on c2, right above the other nine.
lesson-4 = Everybody lays the same tile at the same time, each on a board of their own. Choices are shown when all have been made.
lesson-5 = Every tile must be laid, and this one breaks a line wherever it goes. Lay it on d1: a 1 and a 9 meet in column d, and that line is lost.
lesson-5-hint = That breaks a line as well. Here, lay it on d1.
lesson-6 = The fifth nine! Lay it on c4. One number from edge to edge is worth that number for each cell: 5 × 9 = 45.
lesson-6-hint = Then column c would stay unfinished. Lay it on c4.
lesson-7 = Of the 27 tiles 19 come, and nobody knows which eight stay away. The heap shows all that are left.
lesson-8 = The last tile goes on the last cell. It breaks one line and completes two.
lesson-9 = The round is over: 178 points to 126. Four rounds make a match, and the highest total wins.

# Hints

take-it-easy-look-completes = A line can be finished.
take-it-easy-look-goes-on = A line waits for one of these digits.
take-it-easy-look-cheap = Some line must break: look for the cheapest.
take-it-easy-look-open = Look for a cell that keeps the lines free.
take-it-easy-why-completes = The { $digit } finishes a line of { $length }: { $points } points for sure.
take-it-easy-why-goes-on = The { $digit } goes on with its line, { $laid } of { $length }.
take-it-easy-why-whole = No line breaks.
take-it-easy-why-breaks = { $count ->
    [one] It breaks the line of { $digits }: the least that must be given up.
   *[other] It breaks the lines of { $digits }: the least that must be given up.
}
take-it-easy-why-dead = The rest of its lines are broken already.
take-it-easy-why-begins = The { $digit } begins a line of { $length }.

# For next time: the kind of loss that cost most

next-time-breaks-high = keep lines of high digits whole; { $count } times you broke one that could have stayed.
next-time-breaks = look for a cell that breaks nothing; { $count } times there was a better one.
next-time-misses = finish lines when you can; { $count } times you left one open.
next-time-scatters = go on with lines that you have begun; { $count } times you began elsewhere.

## Commands

command-solve = What can be proven: the best boards
command-solve-perfect = The best board of all, proven, and every board that reaches it.
command-solve-tiles = The best board for 19 given tiles, as 2-9-4,6-1-3,…
command-solve-which = Give either --perfect or --tiles.
solved-perfect = Highest round: { $maximum } points, reached by { $boards } boards (proven by search in { $seconds } s)
solved-tiles = Best score with these tiles: { $optimum } (proven)
command-ceiling = The best boards that the tiles of a round allow
command-ceiling-all = Solve every set of tiles there is
command-ceiling-folder = Where what is done so far is kept; whoever stops goes on from there
command-ceiling-which = Say --all: every set of tiles is solved then.
ceiling-told = { $sets } sets of tiles; their ceilings are { $mean } on average. The lowest and the highest, with tiles:
train-score = points a round, luck taken out
