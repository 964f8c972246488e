"""The ladder of a game: the house bots in the order of their strength, with their ratings.

`arena gym --measure` measures a ladder. The folder `ladders` has those of the games that come with
the arena, for the default options. Other ladders are measured when they are first needed, and kept
in Out/gym. Bots that search do a fixed number of simulations, so they are equally strong on every
machine. On every ladder, `random` has the rating 1000.
"""

from hashlib import blake2b
from importlib import resources
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.bots.bot import Bot, check_plays, find
from arena.common.errors import ArenaError, BotError
from arena.replay.files import make_folder, replace_file
from Game.core.game import Game

FOLDER = Path("Out/gym")
RANDOM = 1000.0  # the rating of `random`

# All house bots that need no person. {n} is replaced by a number of simulations, {more} by four
# times that number.
CANDIDATES = (
    "alwaysfirst",
    "random",
    "osla",
    "greedy",
    "greedykripke",
    "fullkripke",
    "learned",
    "kripke(worlds=60)",
    "montecarlo(simulations={n})",
    "bestreply(simulations={n})",
    "maxn(simulations={n})",
    "paranoidmcts(simulations={n})",
    "ismcts(simulations={n})",
    "ismcts(simulations={more})",
)


class Rung(Struct, frozen=True):
    """A house bot, with its rating and the 95 % interval."""

    bot: str
    rating: float
    low: float
    high: float


class Ladder(Struct, frozen=True):
    """The house bots in a game, the weakest first."""

    game: str
    options: dict[str, str]
    games: int  # between each two bots, when the ladder was measured
    rungs: list[Rung]


def find_ladder(game: Game) -> Ladder | None:
    """The ladder of this game; None if it has not been measured."""
    shipped = resources.files(__package__) / "ladders" / f"{game.name}.json"
    own = own_path(game)
    for text in (
        own.read_bytes() if own.is_file() else b"",
        shipped.read_bytes() if shipped.is_file() else b"",
    ):
        try:
            ladder = msgspec.json.decode(text, type=Ladder) if text else None
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue  # a damaged file: the ladder is measured again
        if ladder and ladder.game == game.name and ladder.options == game.chosen and ladder.rungs:
            return ladder
    return None


def save_ladder(ladder: Ladder, path: Path) -> None:
    """Write the file of a ladder. A process that reads it sees the old file or the new one."""
    make_folder(path.parent)
    replace_file(path, msgspec.json.format(msgspec.json.encode(ladder)) + b"\n")


def own_path(game: Game) -> Path:
    """The file of a ladder that is measured on this machine."""
    options = msgspec.json.encode(sorted(game.chosen.items()))
    return FOLDER / f"ladder-{game.name}-{blake2b(options, digest_size=4).hexdigest()}.json"


def candidates(game: Game, simulations: int) -> list[Bot]:
    """The house bots that play this game."""
    playing = []
    for spec in CANDIDATES:
        bot = find(spec.format(n=simulations, more=4 * simulations))
        try:
            check_plays(bot, game.name)
        except BotError:
            continue
        playing.append(bot)
    if len(playing) < 2:
        raise ArenaError(f"The house has no bots that play {game.title}, so it has no gym")
    return playing
