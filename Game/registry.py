"""The list of games: the only place that knows them all."""

from importlib import import_module
from typing import Any

from Game.core.game import Game
from Game.core.options import nearest
from Game.core.refusal import Refusal

GAMES = {
    "boerenbridge": "Game.boerenbridge.game:BoerenBridge",
    "brisca": "Game.brisca.game:Brisca",
    "tarot": "Game.tarot.game:Tarot",
}
# Games that are described in the RECYCLE language: Game/recycle/games/NAME.gdl says the rest.
DESCRIBED = ("agram", "gems", "hearts", "lastcard", "onemore", "solo", "stairs", "whist")
GIVEN = "recycle"  # any other one; its text is an option of it


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
        found = _fetch(GAMES[key])
    elif key in DESCRIBED:
        found = _fetch("Game.recycle.bundled_games:shipped")(key)
    elif key == GIVEN:
        found = _fetch("Game.recycle.user_game:GivenGame")
    else:
        raise UnknownGame(f"There is no game {name!r}. " + nearest(name, names()))
    kind: type[Game] = found
    return kind
