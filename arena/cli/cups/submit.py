"""`arena submit` and `arena team`: hand in bots, and change the data of teams."""

from collections.abc import Callable
from datetime import datetime
from functools import reduce
from pathlib import Path
from typing import Any

import click
import msgspec

from arena.cli import warn
from arena.cli.cups.competition import TO
from arena.cli.progress import count_text
from arena.cli.tables import show_table
from arena.common.errors import ArenaError
from arena.common.times import second, with_zone
from arena.competition.config.folder import open_competition, place
from arena.competition.entries.roster import read_roster
from arena.competition.entries.submissions import Receipt
from arena.competition.entries.team_data import NO_DATA, TeamData
from arena.competition.play import submitting
from arena.competition.play.leaving import find_team
from arena.store.store import Team

UNIVERSITY = {True: "yes", False: "no", None: "?"}
DATA_OPTIONS = (
    click.option("--member", "members", multiple=True, metavar="NAME",
                 help="A member of the team, for the certificate. May be repeated. Public."),
    click.option("--contact", metavar="ADDRESS", help="The team's mail address. Private."),
    click.option("--university/--no-university", default=None,
                 help="Whether at least one member belongs to the university."),
)  # fmt: skip


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


def data_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options for the data of a team."""
    return reduce(lambda made, option: option(made), reversed(DATA_OPTIONS), command)


def _data(members: tuple[str, ...], contact: str | None, university: bool | None) -> TeamData:
    return TeamData(members or None, contact, university)


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
@TO
@data_options
@click.option(
    "--received",
    type=DateAndTime(),
    metavar="TIME",
    help="The time at which the file arrived in another way, such as by mail: 2026-04-03T23:58. "
    "It must be within the window for files. Needs --reason.",
)
@click.option("--reason", default="", metavar="TEXT", help="Why --received counts. Public.")
def submit(
    file: Path | None,
    team: str | None,
    source: Path | None,
    folder: Path,
    members: tuple[str, ...],
    contact: str | None,
    university: bool | None,
    received: datetime | None,
    reason: str,
) -> None:
    """Hand in a bot for a team: a Python file, or a package (a folder or a .zip).

    All versions are kept. The newest admitted version plays. With --from, either all teams are
    accepted, or nothing is stored.
    """
    if reason and received is None:
        raise ArenaError("--reason says why --received counts: give both, or neither")
    data = _data(members, contact, university)
    if source is not None:
        if file is not None or team is not None or data != NO_DATA:
            raise ArenaError("--from names all files and teams: leave out FILE, --team and others")
        _submit_all(source, folder, received, reason)
        return
    if file is None or team is None:
        raise ArenaError("Give a FILE and --team NAME, or --from FOLDER, or --from teams.csv")
    with open_competition(place(folder), alone=True) as competition:
        receipt = submitting.submit(competition, file, team, received, reason, data)
    warn(receipt.warning)
    click.echo(_receipt_text(receipt))


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
            click.echo(_receipt_text(each))
    new = sum(isinstance(each, Receipt) and each.new for each in taken)
    click.echo(f"{count_text(len(taken), 'teams')}, {count_text(new, 'new files')}")


def _receipt_text(receipt: Receipt) -> str:
    version = receipt.version
    when = second(version.received_at)
    what = f"version {version.number} for {receipt.phase}"
    if not receipt.new:
        return f"{receipt.team.name}: this file is {what} already, handed in at {when}"
    return f"{receipt.team.name}: {what}, received at {when}, sha256 {version.sha256}"


@click.command()
@click.argument("name", required=False)
@TO
@data_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list and nothing else.")
def team(
    name: str | None,
    folder: Path,
    members: tuple[str, ...],
    contact: str | None,
    university: bool | None,
    as_json: bool,
) -> None:
    """Show the teams, or change the data of one.

    The addresses are private: do not publish what this prints. With --member, all members are
    replaced.
    """
    data = _data(members, contact, university).check()
    if name is None and data != NO_DATA:
        raise ArenaError('Say which team: arena team "Los Ases" --member ...')
    with open_competition(place(folder), alone=data != NO_DATA) as competition:
        teams = competition.store.teams() if name is None else [find_team(competition, name)]
        if data != NO_DATA:
            teams = [data.added_to(teams[0])]
            competition.store.change_team(teams[0])
    if as_json:
        rows = [{key: value for key, value in each._asdict().items() if key != "id"}
                for each in teams]  # fmt: skip
        click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2))
    elif not teams:
        click.echo("There are no teams so far.")
    else:
        cells = [
            [each.name, UNIVERSITY[each.university], each.contact, ", ".join(each.members)]
            for each in teams
        ]
        show_table(["team", "university", "contact", "members"], cells, left=(0, 1, 2, 3))
