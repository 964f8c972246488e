"""`arena new`: writes the file of a new bot."""

import keyword
import shlex
import shutil
from pathlib import Path

import click

from arena.bots.bot import house_bots, name_in_players, own_bots
from arena.cli.shared_options import DIALECT
from arena.common.errors import ArenaError
from arena.common.games import game_of
from arena.guest.bot.package import is_reserved
from arena.replay.files import make_folder, unwritable

DEFAULT_GAME = "brisca"
TEMPLATE = '''\
from Players.Player import Player


class {cls}(Player):
    """Plays {game}: write here what it does."""

    def think(self, observation, budget):
        actions = observation.get_list_actions()
        # Write your idea here. You have `budget` seconds. Take random numbers from self.dice.
        return self.dice.choice(actions)

    def __str__(self):
        return "{cls}"
'''


PACKAGE = {
    "bot.py": '''\
import json
from pathlib import Path

import judging  # judging.py, in this folder
from Players.Player import Player

WEIGHTS = Path(__file__).parent / "weights.json"


class {cls}(Player):
    """Plays {game}: write here what it does."""

    def __init__(self):
        self.weights = json.loads(WEIGHTS.read_text("utf-8"))

    def think(self, observation, budget):
        # Write your idea here. You have `budget` seconds. Take random numbers from self.dice.
        return judging.choose(observation.get_list_actions(), self.weights, self.dice)

    def __str__(self):
        return "{cls}"
''',
    "judging.py": '''\
"""How good actions are."""


def choose(actions, weights, dice):
    """The best action; one at random if several are equally good."""
    values = [weights.get(str(action), 0) for action in actions]
    best = max(values)
    return dice.choice([action for action, value in zip(actions, values) if value == best])
''',
    "weights.json": "{{}}\n",
}


@click.command()
@click.argument("name")
@click.option(
    "--package",
    "is_package",
    is_flag=True,
    help="Write a folder with a helper module and data, instead of one file.",
)
@click.option("--game", default=DEFAULT_GAME, show_default=True, help="The game that it plays.")
@DIALECT
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="The folder of the new file. Default: Players if it exists here, or the current folder.",
)
def new(name: str, is_package: bool, game: str, dialect: str | None, folder: Path | None) -> None:
    """Write the file of a new bot, NAME.py, or with --package the folder NAME.

    The bot plays legal moves at random. Edit its method think().
    """
    title = game_of(game, {}, dialect=dialect).title
    stem = name.removesuffix(".py")
    if not stem.isidentifier() or keyword.iskeyword(stem):
        raise ArenaError(
            f"{name!r} cannot name a Python file of a bot: use letters, digits and _, and begin "
            f"with a letter, as in as_de_copas"
        )
    if is_reserved(stem):
        raise ArenaError(
            f"{stem} is the name of a module of Python or of the arena, and the new file would "
            f"hide it: choose another name"
        )
    if folder is None:
        folder = Path("Players") if Path("Players/Player.py").exists() else Path()
    path = folder / stem if is_package else folder / f"{stem}.py"
    if folder.name == "Players":
        _check_name_in_players(path)
    cls = "".join(word[:1].upper() + word[1:] for word in stem.split("_")) or stem
    texts = (
        {path / file: text for file, text in PACKAGE.items()} if is_package else {path: TEMPLATE}
    )
    make_folder(folder)
    try:
        if is_package:
            path.mkdir()
        for place, text in texts.items():
            with place.open("x", encoding="utf-8") as file:
                file.write(text.format(cls=cls, game=title))
    except OSError as error:
        if isinstance(error, FileExistsError):
            raise ArenaError(
                f"{path} exists already. It is your {'folder' if is_package else 'file'}, and it "
                f"was not changed: edit it, or choose another name for the new bot"
            ) from None
        if is_package:
            shutil.rmtree(path, ignore_errors=True)  # we have just made it
        raise unwritable(path, error) from None
    click.echo(f"{next(iter(texts))}   class {cls}(Player): edit think()")
    before = "" if game == DEFAULT_GAME else f"{shlex.quote(game)} "
    click.echo(f"Try it: arena play {before}{shlex.quote(str(path))} random -n 100")


def _check_name_in_players(path: Path) -> None:
    """Refuse a bot in the folder Players whose name another bot there has."""
    name = name_in_players(path.stem)
    if name in house_bots():
        raise ArenaError(f"There is a house bot called {name} already: choose another name")
    own = own_bots().get(name)
    if own is not None and own.parent == path.parent.resolve() and own.name != path.name:
        raise ArenaError(
            f"Your own bot {path.parent / own.name} is called {name} too: edit it, or choose "
            f"another name for the new bot"
        )
