game-name = micropul
game-tagline = Lay tiles, set off catalysts to draw more, close the groups you claimed.
micropul-tile = tile { $tile }
micropul-ways = { $count ->
    [0] fits nowhere
    [one] { $count } way
   *[other] { $count } ways
}
micropul-hand = hand
micropul-supply = supply
micropul-stones = stones
micropul-score = score
micropul-groups-points = groups
micropul-supply-points = supply × 2
micropul-hand-points = hand × 1
micropul-open = open
micropul-closed = closed
micropul-spoilt = worth nothing
micropul-core = { $count ->
    [one] Core: { $count } tile
   *[other] Core: { $count } tiles
}
micropul-owed = Turns left to play before the other player: { $count }
micropul-groups = { $count ->
    [one] { $count } group
   *[other] { $count } groups
}
micropul-your-hand = { $count ->
    [0] Your hand is empty
   *[other] Your hand
}
micropul-legend = ○ white  ● black  1 2 + catalysts  · empty corner or free place  ¹ ² stones  a-f tiles of your hand that fit
micropul-rank = Rank: { $rank }
micropul-rank-beginner = beginner
micropul-rank-normal = normal
micropul-rank-advanced = advanced
micropul-rank-expert = expert
micropul-rank-master = master
reason-core = the last tile of the core was drawn
reason-out_of_tiles = a player had no tile left
reason-blocked = nobody could do anything
game-rules =
    A turn is one action: lay a tile of your hand, take a tile of your supply into your hand (at most 6), or put a stone on a group.
    A tile must join: one of its micropul faces a micropul of the same colour (rule 1), and none faces one of the other colour (rule 2).
    A catalyst that comes to face a micropul of another tile is set off: 1 or 2 tiles go from the core to your supply, + gives another turn.
    A stone claims a group that carries none. Closed groups with your stone alone score 1 a micropul; supply tiles 2, hand tiles 1.
    The last core tile ends the game. Whoever lays and has no tile left at all has lost.
    Type lay 33 r1 2,-1 (tile 33, one quarter turn clockwise, at x 2, y -1), take, or stone 2,-1 bl; lay 33 alone lists where tile 33 may go.
game-rules-simple-placement = Variant: a tile need only lie beside another and clash with none; rule 1 does not hold.
game-rules-stacking-plus = Variant: each + of a placement gives a turn of its own.
game-rules-single-double = Variant: a double catalyst gives 2 tiles only if two micropul touch it at once.
option-simple-placement = a tile need only touch another, without a clash
option-stacking-plus = each plus gives a turn of its own
option-single-double = a double needs two contacts to give 2
