game-name = Take It Easy
game-tagline = Everyone lays the same tile; only unbroken lines score.
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
