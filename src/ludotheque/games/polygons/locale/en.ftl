game-name = Polygons
game-tagline = Chains of one colour or one shape from a shaken box; complete sets win tokens.
game-rules =
    In your turn take one to four accessible pieces from the box, those that no other piece lies over.
    Each must share its colour or its shape with the piece taken just before it.
    Then what you took joins your collection, and every complete set must be validated.
    A set is four shapes of one colour, or four colours of one shape.
    A colour set wins the top token of its colour's pile, a shape set that of the pile with the fewest tokens.
    Once a turn you may use one of your Power tokens; each that you keep is worth 1 point.
    Each piece left in your collection costs 1 point.
    When the tokens or the box are gone, the round is finished and the highest score wins.
    Type take 17, stop, validate colour green, steal 42, discard 17, exchange 17 42, end; or a number of the list.
game-rules-teams =
    Variant: partners sit opposite. With gift you end your take and give the last piece taken to your partner.
    The two scores of a team are added.
game-rules-expert =
    Variant: there are no Power tokens. Two identical pieces taken one right after the other let you use a power at once.
option-edition = edition: in fr-give the first power gives a piece away instead of exchanging it
option-teams = two against two, four seats
option-expert = powers come from pairs of identical pieces
option-shape-token = the pile that pays a shape set: the smallest, or any
reason-tokens = all Score tokens are won
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
polygons-chain = Taken ({ $count } of 4):
polygons-turn-take = Player { $player } takes.
polygons-turn-after = Player { $player } has taken: validate, use a power or end.
polygons-last-round-tokens = Last round: all Score tokens are won. Taking is optional.
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
