"""Bots. `HOUSE` names those that come with the arena, the house bots. You may add your own files.

`KIT` names the other modules that bots may import by their path in this folder, and `ROOMS` our
folders. Everything else here is a user's own: no box, page or test takes it for ours.
"""

from pathlib import PurePath

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
ROOMS = (
    "boerenbridge",
    "described",
    "greedy",
    "kripke",
    "learned",
    "search",
    "tarot",
    "terminal",
)
IN_ROOMS = {"LearnedPlayer": "learned"}  # house bots that are in a folder of this one


def module_of(name: str) -> str:
    """The module of a house bot."""
    room = IN_ROOMS.get(name)
    return f"Players.{room}.{name}" if room else f"Players.{name}"


def comes_with_the_arena(place: PurePath) -> bool:
    """Is the file at this place in the folder ours? If not, it is a user's own."""
    top = place.parts[0]
    if len(place.parts) > 1:
        return top in ROOMS
    return top == "py.typed" or top.partition(".")[0] in (*HOUSE, *KIT, "__init__")
