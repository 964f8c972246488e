"""The organiser decides in public: `arena accept`, `withdraw`, `rerun`, `log` and others."""

from collections.abc import Iterable
from pathlib import Path

import click
import msgspec

from arena.cli.cups.competition import TO, WHERE, folder_and_phase
from arena.cli.progress import count_text
from arena.common.errors import ArenaError
from arena.common.times import minute
from arena.competition.config.folder import open_competition
from arena.competition.config.paths import place
from arena.competition.entries import admitting
from arena.competition.entries.decisions import DISQUALIFY, WITHDRAW, decisions
from arena.competition.play import beginning, closing, leaving, replaying
from arena.competition.play.consequences import consequences
from arena.competition.play.phase_state import phase_state
from arena.competition.play.playing import enter_written_games
from arena.competition.results.decision_text import decision_text, decision_texts
from arena.pages.words import Words

TEAM = click.argument("team")
REASON = click.option("--reason", required=True, metavar="TEXT",
                      help="Why. Everybody may read it: it is published.")  # fmt: skip
VOID = click.option("--void/--forfeit", "void", default=False,
                    help="Whether its games do not count at all, or only those that are not played "
                    "count as lost. Default: --forfeit.")  # fmt: skip


@click.command()
@TEAM
@TO
@REASON
@click.option("--version", "number", type=click.IntRange(1), metavar="N",
              help="Which version. Default: the newest.")  # fmt: skip
def accept(team: str, folder: Path, reason: str, number: int | None) -> None:
    """Let a file play although it was refused.

    It may also be a file that nobody has examined.
    """
    with open_competition(place(folder), alone=True) as competition:
        chosen = leaving.find_team(competition, team)
        version = admitting.accept(competition, chosen, reason, number or 0)
        click.echo(f"{chosen.name}, version {version.number}: admitted by your decision")
        _echo_lines(consequences(competition, chosen, version.phase))


@click.command()
@TEAM
@TO
@REASON
@VOID
def withdraw(team: str, folder: Path, reason: str, void: bool) -> None:
    """Take out a team that wants to leave."""
    _leave(team, folder, WITHDRAW, reason, void)


@click.command()
@TEAM
@TO
@REASON
@VOID
def disqualify(team: str, folder: Path, reason: str, void: bool) -> None:
    """Take out a team that broke a rule."""
    _leave(team, folder, DISQUALIFY, reason, void)


def _leave(team: str, folder: Path, what: str, reason: str, void: bool) -> None:
    with open_competition(place(folder), alone=True) as competition:
        name = leaving.find_team(competition, team).name
        decision = leaving.leave(competition, team, what, reason, void)
    click.echo(decision_text(decision, name, Words("en")))


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
def restore(name: str, folder: Path, reason: str | None, into: Path | None) -> None:
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
        _restore_team(name, folder, reason)


def _restore_backup(file: Path, into: Path) -> None:
    from arena.competition.results.backup import restore_backup

    restore_backup(file, into)
    with open_competition(into) as competition:
        store, phases = competition.store, competition.settings.phases
        teams, games = len(store.teams()), sum(store.count(phase.name) for phase in phases)
    click.echo(f"{into}: {count_text(teams, 'teams')}, {count_text(games, 'games')}")
    click.echo(f"To check all games: arena audit {into} --all")


def _restore_team(team: str, folder: Path, reason: str) -> None:
    with open_competition(place(folder), alone=True) as competition:
        chosen = leaving.find_team(competition, team)
        decision = leaving.come_back(competition, team, reason)
        click.echo(decision_text(decision, chosen.name, Words("en")))
        _echo_lines(consequences(competition, chosen))


@click.command()
@WHERE
@REASON
@click.option("--game", "games", multiple=True, metavar="ID", help="A game. May be repeated.")
@click.option("--match", "label", default="", metavar="NAME", help='A match, such as "final".')
@click.option("--team", "teams", multiple=True, metavar="NAME",
              help="All games of this team; with two teams, those between them.")  # fmt: skip
def rerun(
    words: tuple[str, ...], reason: str, games: tuple[str, ...], label: str, teams: tuple[str, ...]
) -> None:
    """Let games of a phase be played again.

    The old records are kept, but do not count. `arena run` plays the games.
    """
    if not games and not label and not teams:
        raise ArenaError("Say which games: --game ID, --match NAME or --team NAME")
    folder, name = _folder_and_named_phase(words, "rerun")
    with open_competition(folder, alone=True) as competition:
        decision = replaying.rerun(phase_state(competition, name), games, label, teams, reason)
    click.echo(decision_text(decision, "", Words("en")))
    click.echo(f"Play them: arena run {folder} {name}")


@click.command()
@WHERE
@REASON
def close(words: tuple[str, ...], reason: str) -> None:
    """Close an open ladder.

    No new version plays any more. `arena run` plays the ladder out: until every team has `play-out`
    games. Then it is over, and its table counts.
    """
    folder, name = _folder_and_named_phase(words, "close")
    with open_competition(folder, alone=True) as competition:
        for sentence in enter_written_games(competition):
            click.echo(sentence, err=True)
        decision = closing.close(competition, competition.settings.phase(name), reason)
    click.echo(decision_text(decision, "", Words("en")))
    click.echo(f"Play it out: arena run {folder} {name}")


@click.command()
@WHERE
@REASON
def replace_house(words: tuple[str, ...], reason: str) -> None:
    """Accept changed house bots in a phase that has begun.

    First change the file of the house bot, or the list `house` of the phase in competition.toml.
    Only the games of the changed bots are played again.
    """
    folder, name = _folder_and_named_phase(words, "replace-house")
    with open_competition(folder, alone=True) as competition:
        decision = beginning.replace_house(competition, competition.settings.phase(name), reason)
    click.echo(decision_text(decision, "", Words("en")))
    click.echo(f"Play the games that are missing now: arena run {folder} {name}")


def _echo_lines(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def _folder_and_named_phase(words: tuple[str, ...], command: str) -> tuple[Path, str]:
    folder, name = folder_and_phase(words)
    if not name:
        raise ArenaError(f"Say of which phase: arena {command} COMPETITION PHASE")
    return folder, name


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path), metavar="[COMPETITION]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list and nothing else.")
def log(folder: Path, as_json: bool) -> None:
    """List the organiser's decisions."""
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
