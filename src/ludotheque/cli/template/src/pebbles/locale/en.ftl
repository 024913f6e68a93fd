game-name = Pebbles
game-tagline = Take one, two or three stones; the player who takes the last one wins.
game-minutes = 2
game-credits = An old game with many names.
game-rules =
    Take one, two or three stones from the pile. The player who takes the last one wins.
    Type how many (2), or the whole action (take 2).
option-stones = stones in the pile
reason-complete = the pile is empty
refused-too-few-stones = There are not that many stones left.
view-pile = Stones in the pile
view-moves = Moves made
action-take = Take { $count }
effect-took = { $mine ->
    [yes] You took { $stones }.
   *[no] { $name } took { $stones }.
} { $left } left.
