"""`arena new`: writes the file of a new bot."""

import keyword
import shlex
from pathlib import Path

import click

from arena.bots.bot import house_bots
from arena.common.errors import ArenaError
from arena.common.games import game_of
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


@click.command()
@click.argument("name")
@click.option("--game", default=DEFAULT_GAME, show_default=True, help="The game that it plays.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="The folder of the new file. Default: Players if it exists here, or the current folder.",
)
def new(name: str, game: str, folder: Path | None) -> None:
    """Write the file of a new bot, NAME.py.

    The bot plays legal moves at random. Edit its method think().
    """
    title = game_of(game, {}).title
    stem = name.removesuffix(".py")
    if not stem.isidentifier() or keyword.iskeyword(stem):
        raise ArenaError(
            f"{name!r} cannot name a Python file of a bot: use letters, digits and _, and begin "
            f"with a letter, as in as_de_copas"
        )
    if folder is None:
        folder = Path("Players") if Path("Players/Player.py").exists() else Path()
    if folder.name == "Players" and stem.lower().removesuffix("player") in house_bots():
        raise ArenaError(f"There is a house bot called {stem} already: choose another name")
    cls = "".join(word[:1].upper() + word[1:] for word in stem.split("_")) or stem
    path = folder / f"{stem}.py"
    make_folder(folder)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.format(cls=cls, game=title))
    except OSError as error:
        if isinstance(error, FileExistsError):
            raise ArenaError(
                f"{path} exists already. It is your file, and it was not changed: edit it, or "
                f"choose another name for the new bot"
            ) from None
        raise unwritable(path, error) from None
    click.echo(f"{path}   class {cls}(Player): edit think()")
    before = "" if game == DEFAULT_GAME else f"{shlex.quote(game)} "
    click.echo(f"Try it: arena play {before}{shlex.quote(str(path))} random -n 100")
