"""The organiser decides about teams and games: `arena accept`, `withdraw`, `rerun` and others."""

from pathlib import Path

import click
import msgspec

from arena.cli.cups.acting import BY, REASON, act_and_tell, act_on_phase, named_phase
from arena.cli.cups.competition import TO, WHERE
from arena.cli.progress import count_text
from arena.common.errors import ArenaError
from arena.common.times import minute
from arena.competition.config.folder import open_competition
from arena.competition.config.paths import place

TEAM = click.argument("team")
VOID = click.option("--void/--forfeit", "void", default=False,
                    help="Whether its games do not count at all, or only those that are not played "
                    "count as lost. Default: --forfeit.")  # fmt: skip


@click.command()
@TEAM
@TO
@REASON
@click.option("--version", "number", type=click.IntRange(1), metavar="N",
              help="Which version. Default: the newest.")  # fmt: skip
@BY
def accept(team: str, folder: Path, reason: str, number: int | None, by: str | None) -> None:
    """Let a file play although it was refused.

    It may also be a file that nobody has examined.
    """
    act_and_tell(folder, by, "accept", team=team, reason=reason, version=number or 0)


@click.command()
@TEAM
@TO
@REASON
@VOID
@BY
def withdraw(team: str, folder: Path, reason: str, void: bool, by: str | None) -> None:
    """Take out a team that wants to leave."""
    _leave(team, folder, "withdraw", reason, void, by)


@click.command()
@TEAM
@TO
@REASON
@VOID
@BY
def disqualify(team: str, folder: Path, reason: str, void: bool, by: str | None) -> None:
    """Take out a team that broke a rule."""
    _leave(team, folder, "disqualify", reason, void, by)


def _leave(team: str, folder: Path, what: str, reason: str, void: bool, by: str | None) -> None:
    act_and_tell(folder, by, what, team=team, reason=reason, void=void)


@click.command()
@click.argument("name", metavar="TEAM|FILE")
@TO
@click.option(
    "--reason",
    metavar="TEXT",
    help="Why the team may come back. Everybody may read it: it is published.",
)
@click.option("--into", type=click.Path(path_type=Path), metavar="FOLDER",
              help="The new folder for the competition in a backup.")  # fmt: skip
@BY
def restore(name: str, folder: Path, reason: str | None, into: Path | None, by: str | None) -> None:
    """Let a team take part again, or make a competition from a backup.

    With --reason: a team that was taken out takes part again. Its missing games of the open round
    are played. Its games of earlier rounds stay lost.

    With --into: the competition in a file of arena backup is written into a new folder, with all
    teams, files and games. Its data is in a file of the folder, also if it was on a server.
    """
    if (reason is None) == (into is None):
        raise ArenaError(
            "For a team: arena restore TEAM --reason TEXT. "
            "For a backup: arena restore FILE --into FOLDER"
        )
    if into is not None:
        _restore_backup(Path(name), into)
    elif reason is not None:
        act_and_tell(folder, by, "restore", team=name, reason=reason)


def _restore_backup(file: Path, into: Path) -> None:
    from arena.competition.results.backup import restore_backup

    restore_backup(file, into)
    with open_competition(into) as competition:
        store, phases = competition.store, competition.settings.phases
        teams, games = len(store.teams()), sum(store.count(phase.name) for phase in phases)
    click.echo(f"{into}: {count_text(teams, 'teams')}, {count_text(games, 'games')}")
    click.echo(f"To check all games: arena audit {into} --all")


@click.command()
@WHERE
@REASON
@click.option("--game", "games", multiple=True, metavar="NUMBER",
              help="A game: its number on the pages, or its id. May be repeated.")  # fmt: skip
@click.option("--match", "label", default="", metavar="NAME", help='A match, such as "final".')
@click.option("--team", "teams", multiple=True, metavar="NAME",
              help="All games of this team; with two teams, those between them.")  # fmt: skip
@BY
def rerun(
    words: tuple[str, ...],
    reason: str,
    games: tuple[str, ...],
    label: str,
    teams: tuple[str, ...],
    by: str | None,
) -> None:
    """Let games of a phase be played again.

    The old records are kept, but do not count. `arena run` plays the games.
    """
    if not games and not label and not teams:
        raise ArenaError("Say which games: --game NUMBER, --match NAME or --team NAME")
    folder, name = named_phase(words, "rerun")
    wanted = {"games": list(games), "match": label, "teams": list(teams)}
    act_and_tell(folder, by, "rerun", phase=name, reason=reason, **wanted)
    click.echo(f"Play them: arena run {folder} {name}")


@click.command()
@WHERE
@REASON
@BY
def close(words: tuple[str, ...], reason: str, by: str | None) -> None:
    """Close an open ladder.

    No new version plays any more. `arena run` plays the ladder out: until every team has `play-out`
    games. Then it is over, and its table counts.
    """
    folder, name = named_phase(words, "close")
    act_on_phase(words, by, "close", reason=reason)
    click.echo(f"Play it out: arena run {folder} {name}")


@click.command()
@WHERE
@REASON
@BY
def replace_house(words: tuple[str, ...], reason: str, by: str | None) -> None:
    """Accept changed house bots in a phase that has begun.

    First change the file of the house bot, or the list `house` of the phase in competition.toml.
    Only the games of the changed bots are played again.
    """
    folder, name = named_phase(words, "replace-house")
    act_and_tell(folder, by, "replace-house", phase=name, reason=reason)
    click.echo(f"Play the games that are missing now: arena run {folder} {name}")


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path), metavar="[COMPETITION]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list and nothing else.")
def log(folder: Path, as_json: bool) -> None:
    """List the organisers' decisions, which everybody may read."""
    from arena.competition.entries.decisions import decisions
    from arena.competition.results.decision_text import decision_texts
    from arena.pages.words import Words

    with open_competition(place(folder)) as competition:
        if as_json:
            made = msgspec.json.encode(decisions(competition))
            click.echo(msgspec.json.format(made, indent=2))
            return
        texts = list(decision_texts(competition, Words("en")))
    for at, text in texts:
        click.echo(f"{minute(at)}  {text}")
    if not texts:
        click.echo("There are no decisions so far.")
