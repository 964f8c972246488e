"""The value of `State.turn` when no seat is to act."""

OVER = -1  # the game is over
