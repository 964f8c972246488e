"""`arena move-database`: moves the data of a competition to another database."""

from pathlib import Path

import click

from arena.cli.cups.competition import TO
from arena.cli.progress import progress_bar
from arena.competition.config.folder import no_server, open_competition
from arena.competition.config.move_database import IN_FOLDER
from arena.competition.config.move_database import move_database as move
from arena.competition.config.paths import place


@click.command(name="move-database")
@click.argument("address")
@TO
def move_database(address: str, folder: Path) -> None:
    """Move the data of a competition to another database.

    ADDRESS is postgresql://user@host/name, or sqlite for the file in the competition's folder. All
    rows are copied and compared. Then competition.toml gets the new address.

    Stop the live site before: arena serve.
    """
    where = "" if address == IN_FOLDER else address
    with (
        no_server(place(folder)),
        open_competition(place(folder), alone=True) as competition,
        progress_bar("moving", unit="rows", lines=True) as bar,
    ):
        done = 0

        def progress(rows: int, total: int) -> None:
            nonlocal done
            if not done:
                bar.begin("moving", total)
            bar.advance(rows - done)
            done = rows

        rows = move(competition, where, progress)
    click.echo(f"{rows:,} rows moved and compared; competition.toml has the new address")
