game-name = Kuhn poker
game-minutes = 3
game-tagline = Three cards, one chip to bet, and every reason to bluff.
game-credits = Kuhn poker was invented and solved by Harold W. Kuhn in 1950.
game-rules =
    Each hand, both players put one chip into the pot and get one of three cards: jack, queen, king.
    The first player checks or bets a chip; after a bet, the other player calls with a chip or folds.
    After a check, the other player may bet too. If nobody folds, the higher card takes the pot.
    Then both cards are turned up, and the other player acts first. The player with the most chips won at the end wins.
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

## For the page
kuhn-index = { $card ->
    [J] J
    [Q] Q
   *[K] K
}
kuhn-hand = Hand { $hand } of { $hands }
kuhn-pot = { $chips ->
    [one] { $chips } chip in the pot
   *[other] { $chips } chips in the pot
}
kuhn-won-so-far = { $chips ->
    [one] { $chips } chip
   *[other] { $chips } chips
} { $lost ->
    [yes] lost
   *[no] won
}
kuhn-costs = { $costs ->
    [0] costs nothing
    [one] { $costs } chip, then { $pot } in the pot
   *[other] { $costs } chips, then { $pot } in the pot
}
kuhn-key-first = check, or call
kuhn-key-second = bet, or fold
action-check = Check
action-bet = Bet
action-call = Call
action-fold = Fold
effect-dealt = { $mine ->
    [yes] { $card ->
        [J] You are dealt the jack.
        [Q] You are dealt the queen.
       *[K] You are dealt the king.
    }
   *[no] { "" }
}
effect-said = { $mine ->
    [yes] { $word ->
        [check] You checked.
        [bet] You bet.
        [call] You called.
       *[fold] You folded.
    }
   *[no] { $word ->
        [check] { $name } checked.
        [bet] { $name } bet.
        [call] { $name } called.
       *[fold] { $name } folded.
    }
}
effect-hand-won = { $mine ->
    [yes] You won
   *[no] { $name } won
} { $chips ->
    [one] { $chips } chip
   *[other] { $chips } chips
} in the last hand.

## For the plain board
view-hand = Hand
view-hands = Hands
view-opener = Acts first
view-opener-is = { $name }
view-hand-over = Hand over
view-cards = Card
view-dealt = Cards dealt
view-said = Said
view-paid = In the pot
view-pot = Pot
view-chips = Chips won
view-folded = Folded
view-folded-is = { $name }
view-won = Won the hand
view-won-is = { $name }
view-value-check = check
view-value-bet = bet
view-value-call = call
view-value-fold = fold
view-value-J = jack
view-value-Q = queen
view-value-K = king
