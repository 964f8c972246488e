"""The list of games: the only place that knows them all."""

from importlib import import_module
from typing import Any

from Game.core.game import Game
from Game.core.options import nearest
from Game.core.picture import Picture
from Game.core.refusal import Refusal

# name -> where its Game is, and what makes a bot's observation of a view
GAMES = {
    "agram": ("Game.recycle.game:Agram", "Game.core.observation:GameObservation"),
    "boerenbridge": (
        "Game.boerenbridge.game:BoerenBridge",
        "Game.boerenbridge.observation:BoerenBridgeObservation",
    ),
    "brisca": ("Game.brisca.game:Brisca", "Game.Observation:Observation.of"),
    "tarot": ("Game.tarot.game:Tarot", "Game.tarot.observation:TarotObservation"),
}
# name -> how it is drawn; a game that is not here is shown as a table of its moves
PICTURES = {
    "boerenbridge": "Game.boerenbridge.picture:BoerenBridgePicture",
    "brisca": "Game.brisca.picture:BriscaPicture",
}


class UnknownGame(Refusal):
    """A name that no game has."""


def _fetch(place: str) -> Any:
    module, _, path = place.partition(":")
    found = import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    return found


def names() -> list[str]:
    return sorted(GAMES)


def find(name: str) -> type[Game]:
    """The class of the game with this name."""
    if name.lower() not in GAMES:
        raise UnknownGame(f"There is no game {name!r}. " + nearest(name, names()))
    found: type[Game] = _fetch(GAMES[name.lower()][0])
    return found


def observer(name: str) -> Any:
    """What turns (game, view, stream) into the observation that a bot is handed."""
    return _fetch(GAMES[name.lower()][1])


def picture(game: Game) -> Picture | None:
    """How this game is drawn, where somebody has described it."""
    place = PICTURES.get(game.name)
    drawn: Picture | None = _fetch(place)(game) if place else None
    return drawn
