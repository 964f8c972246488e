"""`arena submit`: hand in bots, in the competition's folder or over the network."""

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from arena.cli import warn
from arena.cli.cups.acting import BY, act_and_tell
from arena.cli.cups.remote import is_address, submit_to_server
from arena.cli.cups.team import data_options, team_data
from arena.cli.progress import count_text
from arena.common.errors import ArenaError
from arena.common.times import with_zone
from arena.competition.config.folder import open_competition
from arena.competition.config.paths import place
from arena.competition.entries.roster import read_roster
from arena.competition.entries.submissions import Receipt
from arena.competition.entries.team_data import NO_DATA, TeamData
from arena.competition.play import submitting
from arena.competition.play.leaving import find_team
from arena.store.store import Team


class DateAndTime(click.ParamType[datetime]):
    """A date and a time, with or without a zone."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        try:
            time = datetime.fromisoformat(value)
        except ValueError:
            time = None
        if time is None or len(value) <= len("2026-04-03"):
            self.fail(
                f"{value[:60]!r} is no date with a time: write 2026-04-03T23:58, or with a zone "
                f"2026-04-03T23:58+02:00",
                param,
                ctx,
            )
        return with_zone(time)


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--team", metavar="NAME", help="The team that hands in the bot.")
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    metavar="SOURCE",
    help="Many teams at once: a folder with a bot for each team, named like the team, or a table "
    "teams.csv with the columns team, file, members, contact, university.",
)
@click.option(
    "--to",
    "where",
    default=".",
    metavar="COMPETITION",
    help="The competition's folder, or the address of its server. Default: the current folder.",
)
@click.option("--code", default="", metavar="CODE", help="The team's code, for a server.")
@data_options
@click.option(
    "--received",
    type=DateAndTime(),
    metavar="TIME",
    help="The time at which the file arrived in another way, such as by mail: 2026-04-03T23:58. "
    "It must be within the window for files. Needs --reason.",
)
@click.option("--reason", default="", metavar="TEXT", help="Why --received counts. Public.")
@BY
def submit(
    file: Path | None,
    team: str | None,
    source: Path | None,
    where: str,
    code: str,
    members: tuple[str, ...],
    contact: str | None,
    university: bool | None,
    received: datetime | None,
    reason: str,
    by: str | None,
) -> None:
    """Hand in a bot for a team: a Python file, or a package (a folder or a .zip).

    All versions are kept. The newest admitted version plays. With --from, either all teams are
    accepted, or nothing is stored.

    To a server, a team hands in with its code: arena submit bot.py --to https://... --code 7K3M-...
    The command prints the receipt, and then the verdict. It ends with exit code 1 if the bot is
    refused.
    """
    if is_address(where) or code:
        if not is_address(where) or file is None or not code:
            raise ArenaError(
                "To a server: arena submit FILE --to https://... --code CODE. The code is on the "
                "team's card"
            )
        if team or source or members or contact or university is not None or received or reason:
            raise ArenaError("To a server, only FILE, --to and --code are possible")
        submit_to_server(file, where, code)
        return
    folder = Path(where)
    if reason and received is None:
        raise ArenaError("--reason says why --received counts: give both, or neither")
    data = team_data(members, contact, university)
    if source is not None:
        if file is not None or team is not None or data != NO_DATA:
            raise ArenaError("--from names all files and teams: leave out FILE, --team and others")
        _submit_all(source, folder, received, reason)
        return
    if file is None or team is None:
        raise ArenaError("Give a FILE and --team NAME, or --from FOLDER, or --from teams.csv")
    if received is not None:
        _take_late(folder, file, team, received, reason, data, by)
        return
    with open_competition(place(folder), alone=True) as competition:
        receipt = submitting.submit(competition, file, team, data=data)
    warn(receipt.warning)
    click.echo(receipt.sentence)


def _take_late(
    folder: Path, file: Path, team: str, when: datetime, reason: str, data: TeamData, by: str | None
) -> None:
    """Take a file that arrived in another way: an action of organisers, as at the desk."""
    act_and_tell(
        folder, by, "late-file", team=team, file=str(file.absolute()), received=when, reason=reason
    )
    if data != NO_DATA:
        with open_competition(place(folder), alone=True) as competition:
            competition.store.change_team(data.added_to(find_team(competition, team)))


def _submit_all(source: Path, folder: Path, when: datetime | None, reason: str) -> None:
    rows = read_roster(source)
    with open_competition(place(folder), alone=True) as competition:
        intake = submitting.Intake(competition, when, reason)
        warn(intake.warning)
        taken = intake.take_all(rows)
    for each in taken:
        if isinstance(each, Team):
            click.echo(f"{each.name}: registered, no file")
        else:
            click.echo(each.sentence)
    new = sum(isinstance(each, Receipt) and each.new for each in taken)
    click.echo(f"{count_text(len(taken), 'teams')}, {count_text(new, 'new files')}")
