"""`arena init`: creates the folder of a new competition."""

from pathlib import Path

import click

from arena.cli.shared_options import DIALECT
from arena.common.errors import ArenaError
from arena.common.games import is_description
from arena.competition.config.create import HOUSE, create_competition
from arena.competition.config.paths import FILE, SUBMISSIONS
from arena.competition.config.presets import KINDS, about, preset_text
from arena.competition.config.seed import PLACE

PRESETS = "\b\nPresets:\n" + "\n".join(f"  {name:<12}{about(name)}" for name in KINDS)


@click.command(epilog=PRESETS)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--preset", required=True, metavar="NAME", help="A preset from the list below.")
@click.option(
    "--game",
    metavar="NAME",
    help="The game: a name, or a file *.rcy or *.gdl, which is copied. Default: brisca, or the "
    "first game that fits the preset.",
)
@DIALECT
@click.option("--name", "title", metavar="TITLE", help="The title. Default: the folder's name.")
def init(
    folder: Path, preset: str, game: str | None, dialect: str | None, title: str | None
) -> None:
    """Create the folder of a competition.

    Writes competition.toml, which describes the competition and which you can edit; a folder for
    the teams' bots and one for your own; and the master seed, from which all deals are drawn.
    """
    if dialect and game is None:
        raise ArenaError("--dialect is for a game from a file: name the file with --game")
    text = preset_text(preset, game, title or folder.absolute().name or "Competition", dialect)
    described = Path(game) if game is not None and is_description(game) else None
    fingerprint = create_competition(folder, text, described, dialect)
    if described:
        click.echo(f"{folder / described.name}   the game")
    for place, what in (
        (Path(FILE), "describes the competition: read it and edit it"),
        (Path(HOUSE), "for bots of your own"),
        (Path(SUBMISSIONS), "for the teams' bots: arena submit puts them there"),
        (PLACE, "the master seed: keep it secret, and keep a copy"),
    ):
        click.echo(f"{folder / place}   {what}")
    click.echo(f"The seed's SHA-256 is {fingerprint}")
    click.echo("Publish it now: after the last game it proves that no deal was chosen by anybody.")
