"""The list of games: the only place that knows them all."""

from importlib import import_module
from typing import Any

from Game.core.game import Game
from Game.core.options import nearest
from Game.core.picture import Picture
from Game.core.refusal import Refusal

# name -> where its Game is, and what makes a bot's observation of a view
GAMES = {
    "boerenbridge": (
        "Game.boerenbridge.game:BoerenBridge",
        "Game.boerenbridge.observation:BoerenBridgeObservation",
    ),
    "brisca": ("Game.brisca.game:Brisca", "Game.Observation:Observation.of"),
    "tarot": ("Game.tarot.game:Tarot", "Game.tarot.observation:TarotObservation"),
}
# Games that are described in the RECYCLE language: Game/recycle/games/NAME.gdl says the rest.
DESCRIBED = ("agram", "gems", "hearts", "lastcard", "onemore", "solo", "stairs", "whist")
GIVEN = "recycle"  # any other one; its text is an option of it
# name -> how it is drawn; a game that is not here is shown as a table of its moves
PICTURES = {
    "boerenbridge": "Game.boerenbridge.picture:BoerenBridgePicture",
    "brisca": "Game.brisca.picture:BriscaPicture",
    "tarot": "Game.tarot.picture:TarotPicture",
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
    return sorted([*GAMES, *DESCRIBED])


def find(name: str) -> type[Game]:
    """The class of the game with this name."""
    key, found = name.lower(), None
    if key in GAMES:
        found = _fetch(GAMES[key][0])
    elif key in DESCRIBED:
        found = _fetch("Game.recycle.bundled_games:shipped")(key)
    elif key == GIVEN:
        found = _fetch("Game.recycle.user_game:GivenGame")
    else:
        raise UnknownGame(f"There is no game {name!r}. " + nearest(name, names()))
    kind: type[Game] = found
    return kind


def observer(name: str) -> Any:
    """What turns (game, view, stream) into the observation that a bot is handed."""
    plain = ("", "Game.recycle.observation:RecycleObservation")
    return _fetch(GAMES.get(name.lower(), plain)[1])


def picture(game: Game) -> Picture | None:
    """How this game is drawn, where somebody has described it."""
    described = game.name in (*DESCRIBED, GIVEN)
    place = "Game.recycle.picture:draw" if described else PICTURES.get(game.name)
    drawn: Picture | None = _fetch(place)(game) if place else None
    return drawn
