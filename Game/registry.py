"""The list of games. No other module knows them all."""

from importlib import import_module
from typing import Any, Protocol

from Game.core import Refusal
from Game.core.game import Game
from Game.core.options import Option, nearest

GAMES = {
    "boerenbridge": "Game.boerenbridge.game:BoerenBridge",
    "brisca": "Game.brisca.game:Brisca",
    "tarot": "Game.tarot.game:Tarot",
}
# Games in the RECYCLE language. Each is a file in Game/recycle/games, NAME.rcy or NAME.gdl.
DESCRIBED = (
    "agram", "allies", "fifteens", "forehead", "gems", "hearts", "kuhn", "lastcard", "melds",
    "ohhell", "onemore", "solo", "stairs", "sweep", "whist",
)  # fmt: skip
USER_GAME = "recycle"  # a described game that a user brings; its text is one of its options
DEFAULT_GAME = "brisca"  # if the user names no game


class UnknownGame(Refusal):
    """No game has this name."""


def _load(place: str) -> Any:
    """The object at `module:name`."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def names() -> list[str]:
    """The names of all games that come with the arena."""
    return sorted([*GAMES, *DESCRIBED])


def packages() -> list[str]:
    """The packages that hold the code of the games."""
    own = {place.partition(":")[0].rpartition(".")[0] for place in GAMES.values()}
    return sorted({*own, "Game.recycle"})


class GameMaker(Protocol):
    """A callable that makes a game from options: its class, or its file."""

    name: str
    title: str
    about: str
    options: tuple[Option, ...]

    def __call__(self, **chosen: Any) -> Game: ...


def find(name: str) -> GameMaker:
    """The callable that makes the game with this name."""
    key = name.lower()
    if key in GAMES:
        kind = _load(GAMES[key])
    elif key in DESCRIBED:
        kind = _load("Game.recycle.bundled_games:bundled_file")(key)
    elif key == USER_GAME:
        kind = _load("Game.recycle.user_game:UserGame")
    else:
        raise UnknownGame(f"There is no game {name!r}. " + nearest(name, names()))
    maker: GameMaker = kind
    return maker
