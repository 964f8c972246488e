"""`arena team`: the teams of a competition, their data, and their codes for the live site."""

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click
import msgspec

from arena.cli import warn
from arena.cli.cups.acting import BY, act, actor
from arena.cli.cups.competition import TO
from arena.cli.progress import count_text
from arena.cli.tables import show_table
from arena.common.errors import ArenaError
from arena.competition.config.folder import open_competition
from arena.competition.config.paths import place
from arena.competition.entries import versions
from arena.competition.entries.team_data import NO_DATA, TeamData
from arena.competition.play.leaving import find_team
from arena.competition.play.submitting import Intake
from arena.store.live.actions import ActionRequest
from arena.store.live.issuing import issue_code, log_action

UNIVERSITY = {True: "yes", False: "no", None: "?"}
SHOW = "show"
DATA_OPTIONS = (
    click.option("--member", "members", multiple=True, metavar="NAME",
                 help="A member of the team, for the certificate. May be repeated. Public."),
    click.option("--contact", metavar="ADDRESS", help="The team's mail address. Private."),
    click.option("--university/--no-university", default=None,
                 help="Whether at least one member belongs to the university."),
)  # fmt: skip


def data_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options for the data of a team."""
    return reduce(lambda made, option: option(made), reversed(DATA_OPTIONS), command)


def team_data(members: tuple[str, ...], contact: str | None, university: bool | None) -> TeamData:
    return TeamData(members or None, contact, university)


class TeamGroup(click.Group):
    """Without the name of a command: `arena team show`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or args[0] not in (*self.commands, "-h", "--help"):
            args = [SHOW, *args]
        return super().parse_args(ctx, args)


@click.group(cls=TeamGroup)
def team() -> None:
    """Show the teams, change their data, or give them codes.

    arena team and arena team NAME are short for arena team show.
    """


@team.command(SHOW)
@click.argument("name", required=False)
@TO
@data_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list and nothing else.")
def show(
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
    data = team_data(members, contact, university).check()
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


@team.command()
@click.argument("name")
@TO
@click.option(
    "--members",
    metavar="NAMES",
    default="",
    help='The members, with commas between them: "Ana, Luis". Public.',
)
@click.option("--contact", metavar="ADDRESS", help="The team's mail address. Private.")
@BY
def add(name: str, folder: Path, members: str, contact: str | None, by: str | None) -> None:
    """Register a team and print its code, with which it signs in and hands in.

    The code is shown only now. It works while the server runs, too.
    """
    names = tuple(tidy for each in members.split(",") if (tidy := " ".join(each.split())))
    data = TeamData(names or None, contact).check()
    [name] = act(folder, by, "add-team", team=name)
    with open_competition(place(folder)) as competition:
        new = find_team(competition, name)
        competition.store.change_team(data.added_to(new))
        code = issue_code(competition.store, actor(by), new)
    click.echo(f"{new.name}: {code}")


@team.command()
@click.argument("name")
@TO
@BY
def reissue(name: str, folder: Path, by: str | None) -> None:
    """Give a team a new code. Its other codes and its sessions end."""
    with open_competition(place(folder)) as competition:
        entrant = find_team(competition, name)
        code = issue_code(competition.store, actor(by), entrant, revoke=True)
    click.echo(f"{entrant.name}: {code}")


@team.command()
@click.argument("name")
@click.argument("number", type=click.IntRange(1), metavar="VERSION")
@TO
@BY
def take_back(name: str, number: int, folder: Path, by: str | None) -> None:
    """Take back a version, as the team wishes, while its phase takes files.

    The newest of the team's other admitted versions plays in its place. On the live site, teams do
    this themselves.
    """
    with open_competition(place(folder)) as competition:
        entrant, names = find_team(competition, name), competition.settings.phases
        phase = Intake(competition).phase.name
        version = versions.take_back(
            competition.store, [each.name for each in names], phase, entrant, number
        )
        wanted = ActionRequest("take-back", team=entrant.name, version=number)
        log_action(competition.store, actor(by), wanted, f"{entrant.name}, version {number}")
    click.echo(f"{entrant.name}: version {version.number} is taken back")


@team.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="COMPETITION")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.pdf")
@click.option(
    "--url",
    default="http://localhost:8000",
    show_default=True,
    metavar="URL",
    help="The address of the live site, as people know it.",
)
@click.option("--team", "name", metavar="NAME", help="Only the card of this team.")
@BY
def cards(folder: Path, file: Path, url: str, name: str | None, by: str | None) -> None:
    """Print a card for each team, with its code and a QR code for signing in.

    Every card has a new code. Older codes stay valid; arena team reissue revokes them. The command
    needs Chromium for a PDF file; a file *.html can be printed with any browser.
    """
    from arena.cli.cups.printing import print_page
    from arena.cli.cups.serve import check_extra

    check_extra()
    from arena.server.cards import CodeCard, card_page

    if file.suffix.lower() not in (".pdf", ".html"):
        raise ArenaError(f"{file}: the cards become a PDF file: choose a name that ends in .pdf")
    with open_competition(place(folder)) as competition:
        teams = competition.store.teams()
        if name is not None:
            teams = [find_team(competition, name)]
        if not teams:
            raise ArenaError("There are no teams so far: arena team add NAME")
        store, who = competition.store, actor(by)
        made = [CodeCard(each.name, issue_code(store, who, each)) for each in teams]
        page = card_page(competition, made, url)
    print_page(page, file)
    click.echo(f"{count_text(len(made), 'cards')}: {file}")
    warn("The file has the codes of the teams: delete it when the cards are printed")
