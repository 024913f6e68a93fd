"""The contract of a game and everything that plays by it: positions, masked states, actions, options, the registry.

``game`` describes a game and loads its modules; ``position`` plays it; ``dispatch`` lets generic compiled code call the
rules of whichever game a state belongs to. Nothing here opens files, prints or reads a clock.
"""
