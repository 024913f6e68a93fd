game-name = micropul
game-minutes = 25
game-tagline = Place tiles, trigger catalysts to draw more, close the groups you claimed.
game-credits = micropul was invented by Jean-François Lassonde, who published it himself in 2004 for everyone to print.
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
micropul-owed = Turns left before the other player’s: { $count }
micropul-groups = { $count ->
    [one] { $count } group
   *[other] { $count } groups
}
micropul-your-hand = { $count ->
    [0] Your hand is empty
   *[other] Your hand
}
micropul-legend = ○ white  ● black  1 2 + catalysts  · empty corner or free space  ¹ ² stones  a-f tiles in your hand that fit
micropul-rank = Rank: { $rank }
micropul-rank-beginner = beginner
micropul-rank-normal = normal
micropul-rank-advanced = advanced
micropul-rank-expert = expert
micropul-rank-master = master
reason-core = the last tile of the core was drawn
reason-out_of_tiles = a player ran out of tiles
reason-blocked = nobody could do anything
game-rules =
    A turn is one action: place a tile from your hand, take a tile from your supply into your hand (at most 6), or place a stone on a group.
    A tile must connect: one of its micropul faces a micropul of the same colour (rule 1), and none faces one of the other colour (rule 2).
    A catalyst that comes to face a micropul of another tile is triggered: 1 or 2 tiles go from the core to your supply, + gives another turn.
    A stone claims a group that has none. Closed groups with only your stone score 1 per micropul; supply tiles 2, hand tiles 1.
    The last core tile ends the game. If you place a tile and have none left at all, you lose.
    Type lay 33 r1 2,-1 (tile 33, one quarter turn clockwise, at x 2, y -1), take, or stone 2,-1 bl; lay 33 alone lists where tile 33 may go.
game-rules-simple-placement = Variant: a tile only has to touch another without a clash of colours; rule 1 does not apply.
game-rules-stacking-plus = Variant: every + triggered by a placement gives its own extra turn.
game-rules-single-double = Variant: a double catalyst gives 2 tiles only if two micropul touch it at once.
option-simple-placement = a tile only has to touch another, without a clash
option-stacking-plus = every plus gives its own extra turn
option-single-double = a double needs two contacts to give 2

### The page

micropul-left = { $count } left
micropul-right = { $count } right
micropul-up = { $count } up
micropul-down = { $count } down
micropul-start = start tile
micropul-white = white
micropul-black = black
micropul-single = single
micropul-double = double
micropul-plus = plus
micropul-nothing = empty
micropul-corners = top { $tl }, { $tr }; bottom { $bl }, { $br }
micropul-big = { $colour ->
    [white] big white
   *[black] big black
} with { $centre } in the middle
micropul-hand-tile = Tile { $number } of { $of }: { $what }. { $ways }.
micropul-place-legal = { $where }: legal. { $brings }.
micropul-place-turned = { $where }: fits if rotated.
micropul-place-illegal = { $where }: not here.
micropul-table = Table with { $count ->
    [one] { $count } tile
   *[other] { $count } tiles
}
micropul-group = { $colour ->
    [white] White
   *[black] Black
}, { $size }, { $open ->
    [0] closed
    [one] open on 1 side
   *[other] open on { $open } sides
}
micropul-group-whose = { $group }, { $whose }
micropul-yours = yours
micropul-free = no stone
micropul-claimed-groups = Claimed groups
micropul-free-groups = Groups without a stone
micropul-no-claimed-groups = No stone has been placed yet.
micropul-mode = What to do
micropul-lay = Place
micropul-lay-what = a tile
micropul-take = Take
micropul-take-what = supply { $count }
micropul-stone = Stone
micropul-stone-what = { $count } left
micropul-pass = Pass
micropul-lay-here = Place here
micropul-lay-draws = { $count ->
    [0] Place here
    [one] Place · +{ $count } tile
   *[other] Place · +{ $count } tiles
}
micropul-take-tile = Take a tile
micropul-place-stone = Place a stone
micropul-turn = Rotate
micropul-turn-to-fit = Rotate to fit
micropul-put-back = Put back
micropul-pick = pick
micropul-turn-key = rotate
micropul-choose-tile = Choose a tile from your hand.
micropul-hand-empty = Your hand is empty: take a tile{ $stone ->
    [yes] , or place a stone
   *[no] {""}
}.
micropul-none-fits = No tile in your hand fits: take a tile{ $stone ->
    [yes] , or place a stone
   *[no] {""}
}.
micropul-choose-place = Choose a highlighted space.
micropul-choose-turn = Fits only if rotated.
micropul-fits-nowhere = This tile fits nowhere now.
micropul-choose-group = Choose a group without a stone.
micropul-take-brings = You draw a hidden tile: { $hand } in hand, { $supply } left in your supply.
micropul-only-pass = Nothing is possible: you must pass.
micropul-waiting = { $replay ->
    [yes] { $name } to play.
   *[no] { $name } to play. Meanwhile, you can try out your tiles.
}
micropul-watching = You are watching.
micropul-over = The game is over: { $reason }.
micropul-not-here = Not here.
micropul-clash = { $holds ->
    [white] White would face black
   *[black] Black would face white
} { $side ->
    [top] on the top edge
    [right] on the right edge
    [bottom] on the bottom edge
   *[left] on the left edge
}.
micropul-draws-nothing = Draws nothing
micropul-in-core = { $count ->
    [one] tile in the core
   *[other] tiles in the core
}
micropul-core-ends = The last one ends the game
micropul-if-ended = if the game ended now
micropul-points = points
micropul-stones-left = Stones left: { $count }
micropul-small = hand { $hand } · supply { $supply }
micropul-groups-tab = Groups
micropul-unseen = Not yet seen
micropul-unseen-tab = Unseen
micropul-unseen-count = { $count ->
    [one] { $count } tile you haven’t seen
   *[other] { $count } tiles you haven’t seen
}
micropul-unseen-show = Show
micropul-unseen-hide = Hide
micropul-unseen-of = { $count } × { $what }
micropul-players = Players
micropul-zoom-in = Zoom in
micropul-zoom-out = Zoom out
micropul-fit = Show all
micropul-player-line = { $name }: { $hand } in hand, { $supply } in the supply, { $stones ->
    [one] { $stones } stone
   *[other] { $stones } stones
} left, { $score ->
    [one] { $score } point
   *[other] { $score } points
} if the game ended now.
micropul-tile-line = { $where }: { $what }.
micropul-laid-tiles = The table
micropul-tag-core = Core { $count }
micropul-tag-owed = { $count } turns to play
micropul-tag-alone = Solo
micropul-tag-simple-placement = Simple placement
micropul-tag-stacking-plus = A turn per plus
micropul-tag-single-double = Double needs two
micropul-look = outline these groups
micropul-looked-at = these groups are outlined
micropul-out-of-tiles = { $mine ->
    [yes] You ran out of tiles: that loses, whatever the points.
   *[no] { $name } ran out of tiles: that loses, whatever the points.
}
micropul-why-open = { $count ->
    [one] A group of { $sizes } is still open: it scores nothing.
   *[other] Groups of { $sizes } are still open: they score nothing.
}
micropul-why-spoilt = { $count ->
    [one] There are two stones in a group of { $sizes }: it counts for nobody.
   *[other] There are two stones in groups of { $sizes }: they count for nobody.
}
micropul-why-no-stone = Only groups with a stone count.
micropul-key-pick = choose a tile from your hand
micropul-key-turn = rotate it (with Shift: to the left)
micropul-key-arrows = move between spaces
micropul-key-illegal = also spaces where it doesn’t fit, with the reason
micropul-key-enter = preview, then confirm
micropul-key-escape = cancel the preview
micropul-coach-draws = { $count ->
    [one] Tile { $number } in your hand can trigger a catalyst: +{ $count } tile.
   *[other] Tile { $number } in your hand can trigger catalysts: +{ $count } tiles.
}
micropul-coach-again = Tile { $number } in your hand can trigger a plus: one more turn.
micropul-coach-claim = A { $colour ->
    [white] white
   *[black] black
} group of { $size } has no stone: one of yours would claim it.
micropul-coach-lay = Nothing to trigger this time: place a tile, or take one from your supply.
micropul-coach-take = { $hand ->
    [empty] Your hand is empty
   *[full] No tile fits
}: take one from your supply.
doing-turn = It is your turn
doing-lay = You are holding a tile
doing-wakes = Your tile would trigger a catalyst
doing-take = You want to take a tile
doing-stone = You want to place a stone
doing-group = You are looking at a group
doing-over = The game is over
micropul-key-lay = place a tile
micropul-key-take = take a tile
micropul-key-stone = place a stone; Tab moves between groups
micropul-key-zoom = zoom
micropul-key-pan = move the view
micropul-key-fit = show all
refused-no-such-tile = There is no such tile.
refused-tile-not-in-hand = This tile is not in your hand.
refused-occupied = There is already a tile there.
refused-no-neighbour = Not next to a tile.
refused-no-attachment = No matching colour touches here.
refused-colour-clash = White would face black.
refused-not-canonical = There is a shorter way to write this.
refused-supply-empty = Your supply is empty.
refused-hand-full = Your hand is full.
refused-no-stone = You have no stones left.
refused-not-micropul = There is no micropul there.
refused-claimed = This group already has a stone.
refused-pass-not-forced = You can still do something.

## Effects: what has happened, as clauses of a sentence; or what an action would bring ($will), as a line

effect-sentence = { $mine ->
    [yes] You
   *[no] { $name }
} { $acts }.
effect-placed = { $another ->
    [yes] placed another
   *[no] placed a tile
} ({ $where })
effect-drew = { $will ->
    [yes] { $count ->
        [one] +{ $count } tile
       *[other] +{ $count } tiles
    } to supply
   *[no] drew { $count ->
        [one] one tile
       *[other] { $count } tiles
    }
}
effect-extra-turn = { $will ->
    [yes] { $count ->
        [one] One more turn
       *[other] { $count } more turns
    }
   *[no] earned { $count ->
        [one] another turn
       *[other] { $count } more turns
    }
}
effect-group = { $will ->
    [yes] { $became ->
        [spoilt] Two stones in one group: worth nothing
        [closed] { $whose ->
            [mine] Your { $colour } group closes: { $size ->
                [one] { $size } point
               *[other] { $size } points
            }
            [nobody] A { $colour } group closes: { $size }
           *[other] { $name }: { $colour } group closes: { $size ->
                [one] { $size } point
               *[other] { $size } points
            }
        }
       *[grown] { $whose ->
            [mine] Your { $colour } group grows to { $size }
           *[other] { $name }: { $colour } group grows to { $size }
        }
    }
   *[no] { $became ->
        [spoilt] joined { $whose ->
            [mine] your { $colour } group to one with another stone: it counts for nobody now
           *[nobody] two claimed { $colour } groups: they count for nobody now
        }
       *[closed] closed { $whose ->
            [mine] your
            [own] their
           *[other] { $name }’s
        } { $colour } group ({ $size ->
            [one] { $size } point
           *[other] { $size } points
        })
    }
}
effect-claimed = { $will ->
    [yes] The stone makes this { $colour } group of { $size } yours
   *[no] claimed a { $open ->
        [no] closed {""}
       *[yes] {""}
    }{ $colour } group of { $size }
}
effect-took = took a tile from { $mine ->
    [yes] your
   *[no] the
} supply
effect-revealed = turned it over ({ $what })
effect-passed = had to pass{ $gave_up ->
    [0] {""}
    [one] {" "}and gave up a turn
   *[other] {" "}and gave up { $gave_up } turns
}
effect-ended = { $will ->
    [yes] { $reason ->
        [core] Empties the core: the game ends
       *[out_of_tiles] Your last tile: you lose
    }
   *[no] { $reason ->
        [core] drew the last tile of the core, which ends the game
        [out_of_tiles] ran out of tiles, which loses the game
       *[blocked] ended the game: nobody can play any more
    }
}

## The introduction

lesson-1 = A tile has four corners. A corner holds a black or a white micropul, a catalyst with one dot, two dots or a plus, or nothing.
lesson-2 = Tiles link up colour to colour, and black never faces white. Place the tile without catalysts to the right of the start tile; rotate it until it fits.
lesson-2-hint = That fits too. Here, place the tile without catalysts to the right of the start tile.
lesson-3 = A catalyst is triggered when it comes to face a micropul of another tile. Place the tile with two catalysts below the start tile: one of them draws a tile into your supply.
lesson-3-hint = That is allowed too. Here, place the tile with two catalysts below the start tile.
lesson-4 = Triggering a plus gives you another turn. Place the tile with the plus to the left of the start tile, so that the plus faces it.
lesson-4-hint = Not quite: rotate the tile with the plus until the plus faces the start tile, and place it on the left.
lesson-5 = Your extra turn. Tiles in your supply cannot be placed yet: take one of them into your hand.
lesson-5-hint = You could. Here, use the turn to take a tile from your supply.
lesson-6 = Connected micropul of one colour form a group. A stone claims it for you, and you have three: place one on the black group of six.
lesson-6-hint = That is allowed too. Here, place a stone on the black group of six.
lesson-7 = A group scores once it is closed, when nothing more can be added. Fill its last gap, at the lower left, with the tile that has two black micropul and one white.
lesson-7-hint = Here, place the tile with two black micropul and one white in the gap at the lower left.
lesson-8 = Closed: 7 points for you. But a group can be spoilt: with two stones in it, it counts for nobody.
lesson-9 = The other player has claimed a black micropul at the far left. Place your second stone on the single black one at the lower left: you are about to join the two.
lesson-9-hint = You could. Here, place a stone on the single black micropul at the lower left.
lesson-10 = Join the two groups: place the tile with three black micropul and a catalyst in the corner at the far left, below the new tile.
lesson-10-hint = That is allowed too. Here, place the tile with three black micropul and a catalyst at the far left, so that it joins both black groups.
lesson-11 = Spoilt: five black micropul that count for nobody. The last tile of the core ends the game; supply tiles then count 2, hand tiles 1. If you run out of tiles before that, you lose.

# Hints

micropul-look-turns = One of these tiles can give you another turn.
micropul-look-draws = One of these tiles can trigger a catalyst.
micropul-look-mine = One of these tiles changes one of your groups.
micropul-look-place = Look at where these tiles fit.
micropul-look-stone = A group could be yours now.
micropul-look-take = Look at your supply.
micropul-look-pass = There is only one thing to do.
micropul-move-lay = Place tile { $number } as shown: { $where } from the start tile.
micropul-move-stone = A stone on the highlighted group{ $at ->
    [start] , on the start tile
   *[elsewhere] : { $where } from the start tile
}.
micropul-move-take = Take a tile from your supply.
# No effects of the action, but the group as it stands, and advice.
micropul-why-stone-open = { $count ->
    [one] One side is open: close it, and it counts.
   *[other] { $count } sides are open: close them, and it counts.
}
micropul-why-take = { $hand ->
    [empty] Your hand is empty, and only tiles in hand can be placed
   *[full] No tile does much now: one more in hand gives you more options
}.

# For next time: the kind of loss that cost most

next-time-unclaimed = claim groups in time; { $count } times a stone was the best move.
next-time-claims-early = hold back your stones; { $count } times a tile was worth more.
next-time-takes = place before you take; { $count } times a tile in your hand was worth more.
next-time-turns = look for a plus to trigger; { $count } times it would have given you another turn.
next-time-draws = trigger more catalysts; { $count } times you could have drawn more tiles.
mistake-unclaimed = Leaving a group unclaimed
mistake-claims-early = Using a stone too early
mistake-takes = Taking a tile instead of placing one
mistake-turns = Missing a plus: another turn
mistake-draws = Missing catalysts: more tiles

## Commands

train-score = % of games won against greedy, looking one move ahead
daily-what = The same 48 tiles, solo, in the same order.
daily-bots = The same tiles, played by the bots
