"""`arena init`: a competition to start from."""

from pathlib import Path

import click

from arena.common.games import is_description
from arena.competition.config.create import HOUSE, create_competition
from arena.competition.config.folder import SUBMISSIONS
from arena.competition.config.presets import KINDS, about, preset_text
from arena.competition.config.seed import PLACE
from arena.competition.config.settings import FILE

PRESETS = "\b\nPresets:\n" + "\n".join(f"  {name:<12}{about(name)}" for name in KINDS)


@click.command(epilog=PRESETS)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--preset", required=True, metavar="NAME", help="Which kind, of those below.")
@click.option(
    "--game",
    metavar="NAME",
    help="A game, or a file *.gdl, which is copied; else Brisca, or the first that fits.",
)
@click.option("--name", "title", metavar="TITLE", help="Its title; else the name of the folder.")
def init(folder: Path, preset: str, game: str | None, title: str | None) -> None:
    """Make the folder of a competition.

    Writes competition.toml, which describes it and is yours to edit, folders for the teams' bots
    and for yours, and the master seed, from which all deals come.
    """
    text = preset_text(preset, game, title or folder.absolute().name or "Competition")
    described = Path(game) if game is not None and is_description(game) else None
    fingerprint = create_competition(folder, text, described)
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
