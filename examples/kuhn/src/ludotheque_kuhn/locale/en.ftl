game-name = Kuhn poker
game-minutes = 3
game-tagline = Three cards, one chip to bet, and every reason to bluff.
game-credits = Kuhn poker was invented and solved by Harold W. Kuhn in 1950.
game-rules =
    Each hand both players put one chip into the pot and get one of three cards: jack, queen, king.
    The first to speak checks or bets a chip; after a bet the other calls with a chip of their own, or folds.
    After a check the other may bet too. Who has not folded and has the higher card takes the pot.
    Then both cards are turned up, and the other one speaks first. Who has won the most chips at the end wins.
option-hands = hands in a match
kuhn-where = Hand { $hand } of { $hands }, { $pot ->
    [one] { $pot } chip
   *[other] { $pot } chips
} in the pot
kuhn-card = { $card ->
    [J] jack
    [Q] queen
   *[K] king
}
kuhn-face-down = face down
kuhn-no-card = no card
kuhn-chips = { $chips ->
    [one] { $chips } chip
   *[other] { $chips } chips
}
kuhn-said-check = checks
kuhn-said-bet = bets
kuhn-said-call = calls
kuhn-said-fold = folds
kuhn-won = Player { $seat } wins { $chips ->
    [one] { $chips } chip
   *[other] { $chips } chips
}.
refused-no-bet = Nobody has bet: check or bet.
refused-bet-stands = There is a bet: call or fold.
