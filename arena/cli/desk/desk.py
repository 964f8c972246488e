"""`arena desk`: codes of organisers, the log of their actions, and what only they may see."""

from pathlib import Path

import click
import msgspec

from arena.cli import warn
from arena.cli.cups.acting import BY, act_and_tell, actor
from arena.cli.tables import show_table
from arena.common.times import minute, second
from arena.competition.config.folder import open_competition
from arena.competition.config.paths import place
from arena.store.live.actions import DONE, ActionRequest, logged_actions
from arena.store.live.codes import make_organiser_code, organisers, revoke_organiser
from arena.store.live.issuing import log_action

FOLDER = click.argument(
    "folder", default=".", type=click.Path(path_type=Path), metavar="[COMPETITION]"
)
MOST = 100  # actions that are printed


@click.group()
def desk() -> None:
    """Give organisers codes for the desk (/desk), and read what they have done.

    On the desk of the live site, organisers do what the commands do. docs/event.md explains it.
    """


@desk.command()
@FOLDER
@click.option("--name", default="organiser", show_default=True, metavar="NAME",
              help="The organiser, as the log of actions names him or her.")  # fmt: skip
@BY
def code(folder: Path, name: str, by: str | None) -> None:
    """Give an organiser a new code for the desk.

    The code is shown only now. The organiser's earlier code ends, and everybody who has signed in
    with it is signed out. It works while the server runs, too.
    """
    with open_competition(place(folder)) as competition:
        new = make_organiser_code(competition.store.database, name)
        log_action(competition.store, actor(by), ActionRequest("organiser-code"), name)
    click.echo(f"{name}: {new}")
    click.echo("Sign in on the live site: /desk", err=True)


@desk.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="COMPETITION")
@click.argument("name")
@BY
def revoke(folder: Path, name: str, by: str | None) -> None:
    """End the code of an organiser, and his or her sessions."""
    with open_competition(place(folder)) as competition:
        known = revoke_organiser(competition.store.database, name)
        log_action(competition.store, actor(by), ActionRequest("revoke"), known)
    click.echo(f"{known}: the code has ended")


@desk.command()
@FOLDER
def show(folder: Path) -> None:
    """List the organisers who have a code."""
    with open_competition(place(folder)) as competition:
        known = organisers(competition.store.database)
    if not known:
        click.echo("No organiser has a code. To give one: arena desk code --name NAME")
        return
    rows = [[each.name, minute(each.made_at.astimezone()), str(each.sessions)] for each in known]
    show_table(["organiser", "code of", "signed in"], rows, left=(0, 1))


@desk.command()
@FOLDER
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list and nothing else.")
@click.option("--last", default=MOST, show_default=True, type=click.IntRange(1), metavar="N",
              help="How many actions.")  # fmt: skip
def log(folder: Path, as_json: bool, last: int) -> None:
    """List what organisers have done, by commands and at the desk, and what was refused."""
    with open_competition(place(folder)) as competition:
        made = logged_actions(competition.store.database, last)[::-1]
    if as_json:
        rows = msgspec.json.encode([each._asdict() | {"actor": each.actor._asdict()}
                                    for each in made])  # fmt: skip
        click.echo(msgspec.json.format(rows, indent=2))
        return
    for each in made:
        state = "" if each.status == DONE else f"{each.status}: "
        said = "; ".join(each.answer) or each.request.reason
        who, when = f"{each.actor.name} ({each.actor.door})", second(each.at.astimezone())
        click.echo(f"{when}  {who}  {each.request.what}: {state}{said}")
    if not made:
        click.echo("No organiser has done anything so far.")


@desk.command()
@FOLDER
@BY
def similar(folder: Path, by: str | None) -> None:
    """Compare the code of all teams, and list those whose code is alike."""
    act_and_tell(folder, by, "similar")
    warn("Only you see this. Similar code is not a proof: ask the teams")


@desk.command()
@FOLDER
@BY
def everything(folder: Path, by: str | None) -> None:
    """Write all files of the competition into one, as the desk gives it to organisers.

    It has neither the seed nor the codes. arena backup copies these, too.
    """
    act_and_tell(folder, by, "everything")
    warn("The file has the bots and the addresses of the teams: keep it secret")
