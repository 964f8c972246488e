"""Bots. These came with the house; any other file in this folder is somebody's own."""

HOUSE = (
    "AlwaysFirstPlayer",
    "GreedyPlayer",
    "HumanPlayer",
    "MonteCarloPlayer",
    "OSLAPlayer",
    "RandomPlayer",
    "SlowPlayer",
)
