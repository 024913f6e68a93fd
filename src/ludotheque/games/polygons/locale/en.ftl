game-name = Polygons
game-minutes = 20
game-tagline = Take chains of matching pieces from a shaken box; complete sets win tokens.
game-credits = Polygons: our copy of the rules names neither an author nor a publisher.
game-rules =
    On your turn, take one to four accessible pieces from the box: those that no other piece lies over.
    Each must have the colour or the shape of the piece taken just before it.
    Then the pieces you took join your collection, and every complete set must be validated.
    A set is four shapes of one colour, or four colours of one shape.
    A colour set wins the top token of its colour’s pile, a shape set that of the pile with the fewest tokens.
    Once per turn you may use one of your Power tokens; each one you keep is worth 1 point.
    Each piece left in your collection costs 1 point.
    When the tokens or the pieces run out, the round is finished and the highest score wins.
    Type take 17, stop, validate colour green, steal 42, discard 17, exchange 17 42, end; or a number from the list.
game-rules-teams =
    Variant: partners sit opposite each other. With gift you end your take and give its last piece to your partner.
    The two scores of a team are added up.
game-rules-expert =
    Variant: there are no Power tokens. Taking two identical pieces in a row lets you use a power at once.
option-edition = edition of the rulebook; in the last one, the first power gives a piece away instead of exchanging it
option-teams = two against two, four seats
option-expert = powers come from pairs of identical pieces
option-shape-token = pile that gives the token of a shape set
reason-tokens = all Score tokens have been won
reason-box = the box is empty
polygons-triangle = triangle
polygons-square = square
polygons-pentagon = pentagon
polygons-octagon = octagon
polygons-green = green
polygons-yellow = yellow
polygons-pink = pink
polygons-blue = blue
polygons-piece = { $colour } { $shape } { $id }
polygons-kind-count = { $count } { $colour } { $shape }
polygons-exchange = exchange
polygons-give = give
polygons-steal = steal
polygons-discard = discard
polygons-no-box = The box is being shaken.
polygons-box = { $left ->
    [one] Box: { $left } piece, { $accessible } accessible (their numbers), { $covered } covered (+)
   *[other] Box: { $left } pieces, { $accessible } accessible (their numbers), { $covered } covered (+)
}
polygons-unseen = { $count ->
    [one] { $count } piece unseen:
   *[other] { $count } pieces unseen:
}
polygons-piles = Score tokens, from the top:
polygons-tokens = Score tokens
polygons-face-down = { $count } face down
polygons-powers = Power tokens
polygons-powers-short = Powers
polygons-chain = Taken ({ $count } of 4):
polygons-turn-take = Player { $player } is taking.
polygons-turn-after = Player { $player } has taken: validate, use a power or end.
polygons-last-round-tokens = Last round: all Score tokens have been won. Taking is optional.
polygons-last-round-box = Last round: the box is empty.
polygons-power-used = A Power token has been used this turn.
polygons-power-earned = Two identical pieces: a power may be used now.
polygons-sheet = Score
polygons-player = Player
polygons-left = Pieces left
polygons-score = Total
polygons-team = Players { $one } and { $other }
polygons-line = { $label }: { $text }
polygons-seat = { $player } (seat { $seat })
option-box = kind of box
value-en = English rules
value-fr-exchange = French rules, exchange
value-fr-give = French rules, give
value-smallest = the smallest
value-any = any
value-shaken = shaken heap
value-dropped = dropped one by one

## The page
polygons-kind = { $colour } { $shape }
polygons-a-kind = a { $kind }
polygons-the-triangle = the { $colour } triangle
polygons-the-square = the { $colour } square
polygons-the-pentagon = the { $colour } pentagon
polygons-the-octagon = the { $colour } octagon
polygons-some-piece = a piece
polygons-times = { $count ->
    [1] { $kind }
   *[other] { $count } × { $kind }
}
polygons-nothing = nothing
polygons-collection = Collection
polygons-set-colour-green = the green set
polygons-set-colour-yellow = the yellow set
polygons-set-colour-pink = the pink set
polygons-set-colour-blue = the blue set
polygons-set-shape-triangle = the triangle set
polygons-set-shape-square = the square set
polygons-set-shape-pentagon = the pentagon set
polygons-set-shape-octagon = the octagon set
polygons-link-colour = same colour
polygons-link-shape = same shape
polygons-link-both = an identical piece
polygons-completes = { $token ->
    [0] completes { $set } (no token left)
   *[other] completes { $set } (token { $token })
}
polygons-breaks = { $token ->
    [0] breaks up { $set }
   *[other] breaks up { $set } (token { $token })
}
polygons-completes-theirs = completes { $set } for { $name }
polygons-breaks-theirs = breaks up { $set } of { $name }
polygons-frees = { $count ->
    [one] frees { $count } piece
   *[other] frees { $count } pieces
}
polygons-earns-power = a pair: earns a power
polygons-piece-fits = { $piece }. { $facts }.
polygons-on-edge = Stands on edge.
polygons-piece-can = Can be taken
polygons-piece-can-discard = Can be discarded
polygons-piece-unfit = { $piece }, free, doesn’t fit
polygons-piece-free = { $piece }, free
polygons-piece-covered = { $count ->
    [one] { $piece }, covered by { $count } piece
   *[other] { $piece }, covered by { $count } pieces
}
polygons-because = { $piece }: { $why }
polygons-box-label = { $left ->
    [one] The box, { $left } piece
   *[other] The box, { $left } pieces
}
polygons-whole-box = Whole box
polygons-which-piece = Which piece?
polygons-pile = { $left ->
    [0] { $pile }: empty
    [one] { $pile }: { $top }, the last token
   *[other] { $pile }: { $top } on top, { $left } tokens
}
polygons-pile-green = Green pile
polygons-pile-yellow = Yellow pile
polygons-pile-pink = Pink pile
polygons-pile-blue = Blue pile
polygons-take-heading = This take
polygons-of-four = { $count } of 4
polygons-your-take = Your take
polygons-turn-of = { $name } is taking
polygons-go-on = { $count ->
    [one] { $count } piece taken
   *[other] { $count } pieces taken
}
polygons-then = Continue with { $colour } or { $shape }, or stop.
polygons-choose-lit = Choose a highlighted piece.
polygons-nothing-fits = Nothing more fits.
polygons-keep-or-give = Keep the last piece, or give it to { $name }.
polygons-not-now = It is not your turn.
polygons-watching = You are watching.
polygons-over = The game is over
polygons-take = Take it
polygons-take-this = Take: { $piece }
polygons-stop = Stop and keep { $count }
polygons-stop-short = Stop
polygons-pass = Take nothing
polygons-gift = Last piece to { $name }
polygons-end = End turn
polygons-sets = Complete sets
polygons-validate = Validate
polygons-validate-one = Validate a set
polygons-validate-why = Choose which complete set to validate first.
polygons-set-brings = { $token ->
    [0] { $set }: no token left
   *[other] { $set }: token { $token }
}
polygons-no-token = no token
polygons-which-pile = Which pile gives the token?
polygons-after = Your take is done
polygons-after-why = Use a power, or end your turn.
polygons-power-exchange = exchange
polygons-power-give = give
polygons-power-steal = steal
polygons-power-discard = discard
polygons-powers-heading = Powers, one per turn
polygons-powers-expert = Powers, for a pair
polygons-leave-power = Cancel
polygons-pick-mine = Choose one of your pieces.
polygons-pick-theirs = Choose another player’s piece.
polygons-pick-receiver = Who gets it?
polygons-pick-box = Choose a free piece in the box.
polygons-exchange-preview = You give { $name } your { $mine } for { $theirs }.
polygons-give-preview = You give { $name } your { $mine }.
polygons-steal-preview = You steal { $theirs } from { $name }.
polygons-discard-preview = Removes { $piece } from the game.
polygons-your-collection = Your collection
polygons-collection-short = Collection
polygons-collection-of = { $name }’s collection
polygons-has-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}
polygons-has-powers = { $count ->
    [one] { $count } power left
   *[other] { $count } powers left
}
polygons-has-pieces = { $count ->
    [one] { $count } piece
   *[other] { $count } pieces
}
polygons-counts = { $what }: { $points }
polygons-partner = partner
polygons-team-of = { $one } and { $other }
polygons-score-now = Score now
polygons-chip-points = { $score ->
    [one] { $score } point
   *[other] { $score } points
}
polygons-now-tokens = Tokens
polygons-now-powers = Powers
polygons-now-pieces = Pieces left
polygons-your-tokens = Your tokens
polygons-legend = How to read the box
polygons-legend-can = can be chosen ({ $count })
polygons-legend-fits = { $colour } or { $shape }: fits ({ $count })
polygons-legend-unfit = free, doesn’t fit ({ $count })
polygons-legend-free = free ({ $count })
polygons-legend-covered = covered ({ $count })
polygons-legend-unseen = completely hidden ({ $count })
polygons-tag-left = { $left } in the box
polygons-tag-last-round = Last round
polygons-tag-teams = Teams
polygons-tag-expert = Expert
polygons-look = show these tokens
polygons-looked-at = these tokens are shown
polygons-turn-words = { $mine ->
    [yes] It is your turn.
   *[no] It is { $name }’s turn.
}
polygons-done-words = { $mine ->
    [yes] Your take is done.
   *[no] { $name } has finished taking.
}
polygons-free-words = Free pieces: { $count }
polygons-covered-words = Covered pieces in sight: { $count }
polygons-keys-arrows = arrows
polygons-keys-move = move between pieces that fit
polygons-keys-free = also between pieces that don’t fit
polygons-keys-enter = look at a piece; again: take it
polygons-keys-space = space
polygons-keys-stop = stop taking; again: confirm
polygons-keys-first-power = exchange, or give
polygons-keys-steal = steal
polygons-keys-discard = discard
polygons-keys-zoom = zoom (Shift + arrows: move)
polygons-keys-fit = the whole box
polygons-keys-back = cancel what isn’t confirmed
polygons-coach-begin = { $count ->
    [one] One piece is free. Start with it.
   *[other] { $count } pieces are free. Start with one that others can follow.
}
polygons-coach-on = { $count ->
    [one] One { $colour } piece or { $shape } can follow. A piece you can’t use costs a point.
   *[other] { $count } { $colour } pieces or { $shape }s can follow. A piece you can’t use costs a point.
}
polygons-coach-stop = Nothing more fits: stop and keep what you have.
polygons-coach-completes = { $piece } would complete { $set }.
polygons-coach-steal = Stealing { $piece } would complete { $set }.
polygons-coach-validate = A set is complete: validate it for its token.
doing-turn = It is your turn to take
doing-after = Your take is done
doing-wait = It is another player’s turn
doing-take = You are taking pieces
doing-set = You have a complete set
doing-power = You are using a power
doing-over = The game is over
refused-take-over = Your take is over for this turn.
refused-not-in-box = This piece is no longer in the box.
refused-box-form = The box is not written correctly.
refused-box-kinds = The box does not contain five pieces of each kind.
refused-box-above = The box contradicts itself about what lies over what.
refused-box-cycle = The pieces in the box lie over each other in a circle.
refused-box-geometry = The pieces in the box can’t lie like this.
refused-box-sight = The record is wrong about what can be seen in the box.
refused-not-accessible = Another piece lies over it.
refused-four-taken = You can take at most four pieces per turn.
refused-chain-broken = It shares neither colour nor shape with the last piece taken.
refused-take-compulsory = You must take a piece this turn.
refused-nothing-taken = You haven’t taken a piece yet.
refused-no-partner = There are no partners at this table.
refused-take-not-over = Stop taking first.
refused-no-set = Your collection does not contain this set.
refused-set-left = A complete set must be validated first.
refused-pile-unnamed = Several piles can give the token: choose one.
refused-pile-wrong = This pile doesn’t give a token for this set.
refused-no-such-power = Nobody has this power at this table.
refused-no-power = You have already used this power.
refused-power-used = One power per turn: you have already used one.
refused-power-not-earned = Take two identical pieces in a row to earn a power.
refused-not-yours = This piece is not in your collection.
refused-not-theirs = This piece doesn’t belong to another player.
refused-no-such-piece = There is no such piece.
refused-no-target = There is nothing to use it on.

## What happened: a message for each effect, without its subject, and sentences made of them

polygons-told = { $mine ->
    [yes] You
   *[no] { $name }
} { $acts }.
polygons-told-first = { $mine ->
    [yes] You
   *[no] { $name }
} { $first }: { $acts }.
polygons-began = started
polygons-took = took { $how ->
    [colour] { $count ->
        [2] two
        [3] three
       *[other] four
    } { $colour ->
        [green] green
        [yellow] yellow
        [pink] pink
       *[blue] blue
    } pieces
    [shape] { $count ->
        [2] two
        [3] three
       *[other] four
    } { $shape ->
        [triangle] triangles
        [square] squares
        [pentagon] pentagons
       *[octagon] octagons
    }
    [many] { $count ->
        [3] three
       *[other] four
    } pieces
   *[each] { $pieces }
}
polygons-power = { $became ->
    [earned] earned a power
   *[lapsed] left the power unused
}
polygons-take-ended = { $count ->
    [0] took nothing
   *[other] stopped taking
}
polygons-gifted = gave { $whom ->
    [me] you the last piece
   *[other] the last piece to { $other }
}
polygons-exchanged = exchanged { $gone } for { $whom ->
    [me] your { $kind }
   *[other] a { $kind } of { $other }
}
polygons-gave = gave { $whom ->
    [me] you { $piece }
   *[other] { $piece } to { $other }
}
polygons-stole = stole { $whom ->
    [me] your { $kind }
   *[other] a { $kind } from { $other }
}
polygons-discarded = discarded { $piece }
polygons-validated = completed { $set } ({ $token ->
    [0] no token left
    [hidden] one token
   *[other] token { $token }
})
polygons-uncovered = { $count ->
    [one] { $count } piece came to light.
   *[other] { $count } pieces came to light.
}
polygons-ended = The game is over: { $reason }.
polygons-tie-broken = Equal points: whoever has fewer pieces left wins.
polygons-no-set = { $left ->
    [0] No set, so no token.
    [one] No set, so no token; the remaining piece costs a point.
   *[other] No set, so no token; each of the { $left } remaining pieces costs a point.
}
polygons-wins-token = { $token ->
    [0] Wins no token: none is left for it.
   *[other] Wins a token worth { $token }.
}

## The introduction

lesson-1 = You may take any piece with nothing on top of it; these light up. Start with the pink pentagon.
lesson-1-hint = That piece is free too. Here, start with the pink pentagon.
lesson-2 = You may continue with a piece of the same colour or the same shape as the last one. Take the pink square: same colour.
lesson-2-hint = That would work too. Here, take the pink square.
lesson-3 = Now the yellow square: same shape. Pieces that only it covered are free at once.
lesson-3-hint = That would work too. Here, take the yellow square.
lesson-4 = Take at most four pieces per turn, and at least one. Each piece you still have at the end costs a point, so stop here.
lesson-4-hint = You could take more. Here, stop.
lesson-5 = Four shapes of one colour make a set, and so do four colours of one shape. You need two more pink pieces: take the octagon.
lesson-5-hint = Free as well. Here, take the pink octagon.
lesson-6 = Now the pink triangle. It completes the set.
lesson-6-hint = Not that one: the pink triangle completes the set.
lesson-7 = A complete set leaves the game and wins a Score token. Validate pink: it wins the top token of the pink pile.
lesson-7-hint = A power could be used now. Here, validate the pink set.
lesson-8 = You kept collecting yellow. Once per turn you may use one of your Power tokens, each once per game: steal the yellow triangle, and yellow is complete.
lesson-8-hint = That is allowed. Here, steal the yellow triangle.
lesson-9 = The set was validated automatically. You have two powers left; the next two turns show them.
lesson-10 = You have taken a pink, a blue and a yellow square. The green one lies under another pink square. Use the power to discard: an accessible piece leaves the game. Discard the pink square.
lesson-10-hint = That is allowed. Here, discard the pink square that covers the green one.
lesson-11 = The green square is free now. Take it: same shape.
lesson-11-hint = You could. Here, take the green square.
lesson-12 = The four squares scored. Your next set misses only a yellow pentagon, and the other player has one. Exchange it for your blue square.
lesson-12-hint = That is allowed. Here, exchange your blue square for the yellow pentagon.
lesson-13 = Yellow is complete, and nothing is left over. When the Score tokens or the pieces run out, the round is finished: unused powers count 1, leftover pieces cost 1.

# Hints

polygons-look-completes = A set can be completed with a piece from the box.
polygons-look-on = The chain can continue with one of these.
polygons-look-begin = Look for a good first piece.
polygons-look-set = A set is complete.
polygons-look-stop = Look at what you have taken: is it enough?
polygons-look-gift = Look at what your partner could use.
polygons-look-end = Look at what you have: nothing is missing.
polygons-look-steal = Look at what the others have.
polygons-look-discard = Look at what should leave the box.
polygons-look-give = Look at what you can spare.
polygons-look-exchange = Look at what the others have, and at what you can spare.
polygons-move-take = Take { $piece }.
polygons-move-stop = Stop here.
polygons-move-gift = Give the last piece to your partner.
polygons-move-end = End the turn.
polygons-move-steal = Steal { $piece }.
polygons-move-discard = Discard { $piece }.
polygons-move-give = Give { $piece } to { $name }.
polygons-move-exchange = Exchange { $mine } for { $theirs }.
polygons-move-validate = Validate { $set }.
# Comparisons with other actions, which no effect of this one tells.
polygons-why-take = It leaves this chain the most ways to continue.
polygons-why-stop = What you have is safe; taking more would help others more than you.
polygons-why-gift = It helps your partner more than you.
polygons-why-end = No power is worth using now.
polygons-why-steal = It takes a piece that another player needs.
polygons-why-discard = It keeps this piece from the others.
polygons-why-give = It hurts them more than you.
polygons-why-exchange = You get the piece you need more.

# For next time: the kind of loss that cost most

next-time-misses = complete sets when you can; { $count } times you left one open.
next-time-stops = continue the chain; { $count } times you stopped too soon.
next-time-goes-on = stop in time; { $count } times one piece too many hurt you.
next-time-power-early = save your powers; { $count } times one was used too soon.
next-time-power-late = use your powers; { $count } times one was the best move.
next-time-frees = watch what you free; { $count } times the others benefited.
mistake-misses = Leaving open a set that could be completed
mistake-stops = Stopping the chain too soon
mistake-goes-on = Taking one piece too many
mistake-power-early = Using a power too soon
mistake-power-late = Keeping a power too long
mistake-frees = Freeing pieces for the others
best-sets = Most sets completed

## Commands

command-box = Make a box, as a picture or as text.
command-box-out = File for the picture.
command-box-kind = Kind of box: shaken or dropped.
command-box-text = Write the box as text, one piece per line, to compare boxes.
command-box-which = give --out FILE for a picture, --json or --text
box-written = Box { $seed } drawn in { $file }
train-score = % of two-player games won against greedy, looking one move ahead
daily-what = The same box, against { $names }.
daily-bots = The same box, played by the bots
