"""Whose turn it is: a seat, or nobody's."""

OVER = -1  # the game is over
