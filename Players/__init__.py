"""Bots. These came with the house; any other file in this folder is somebody's own."""

import Game  # noqa: F401  # it decides whether the compiled modules or their sources are found

HOUSE = (
    "AlwaysFirstPlayer",
    "BestReplyPlayer",
    "FullKripkePlayer",
    "GreedyKripkePlayer",
    "GreedyPlayer",
    "HumanPlayer",
    "ISMCTSPlayer",
    "KripkePlayer",
    "MaxNPlayer",
    "MonteCarloPlayer",
    "OSLAPlayer",
    "ParanoidMCTSPlayer",
    "RandomPlayer",
    "SlowPlayer",
)
