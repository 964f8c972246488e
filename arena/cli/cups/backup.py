"""`arena backup`: everything of a competition in one file."""

from pathlib import Path

import click

from arena.cli import warn
from arena.cli.progress import count_text
from arena.competition.config.folder import open_competition
from arena.competition.config.paths import place


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="COMPETITION")
@click.argument("file", type=click.Path(path_type=Path))
def backup(folder: Path, file: Path) -> None:
    """Copy everything of a competition into one file.

    It may run meanwhile: games are played, and files are handed in. To make a competition from the
    file: arena restore FILE --into FOLDER.
    """
    from arena.competition.results.backup import back_up

    with open_competition(place(folder)) as competition:
        number = back_up(competition, file)
    click.echo(f"{file}: {count_text(number, 'files')}")
    warn("The file has the seed and the addresses of the teams: keep it secret")
