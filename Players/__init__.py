"""Bots. `HOUSE` names those that come with the arena. You may add your own files.

`KIT` names the other modules that bots may import by their path in this folder.
"""

import Game  # noqa: F401  # it chooses between the compiled modules and their sources

HOUSE = (
    "AlwaysFirstPlayer",
    "BestReplyPlayer",
    "FullKripkePlayer",
    "GreedyKripkePlayer",
    "GreedyPlayer",
    "HumanPlayer",
    "ISMCTSPlayer",
    "KripkePlayer",
    "LearnedPlayer",
    "MaxNPlayer",
    "MonteCarloPlayer",
    "OSLAPlayer",
    "ParanoidMCTSPlayer",
    "RandomPlayer",
    "SlowPlayer",
)
KIT = ("Player", "MyHeuristic")
IN_ROOMS = {"LearnedPlayer": "learned"}  # house bots that are in a folder of this one


def module_of(name: str) -> str:
    """The module of a house bot."""
    room = IN_ROOMS.get(name)
    return f"Players.{room}.{name}" if room else f"Players.{name}"
