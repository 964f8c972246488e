"""`arena letters`: a letter to each team, ready to be mailed."""

from pathlib import Path

import click

from arena.cli import warn
from arena.cli.progress import count_text
from arena.competition.config.folder import open_competition
from arena.competition.config.paths import place
from arena.competition.results.letters import write_letters
from arena.pages.words import LANGUAGES


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path), metavar="[COMPETITION]")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language of letters and pages.")
def letters(folder: Path, lang: str | None) -> None:
    """Write a letter to each team.

    Out/letters has a folder for each team: letter.txt with the receipts and the verdicts of its
    files, and its archives of the published phases. Only the team may see them. Without --lang, the
    language that was used last is used again.
    """
    with open_competition(place(folder), alone=True) as competition:
        where, teams = write_letters(competition, lang)
    without = [team.name for team in teams if not team.contact]
    if without:
        warn(f"No address: {', '.join(without)}. To add one: arena team NAME --contact")
    click.echo(f"{count_text(len(teams), 'letters')}: {where}")
