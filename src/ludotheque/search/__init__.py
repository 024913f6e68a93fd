"""Bots and search for any game: levels, IS-MCTS, simple bots, random playouts, the game loop."""
