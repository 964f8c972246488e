"""`arena standings`, `publish`, `reveal`, `audit` and `rebuild`: the results of a competition."""

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from arena.cli import fail, warn
from arena.cli.cups.acting import BY, act_and_tell
from arena.cli.cups.competition import WHERE, folder_and_phase
from arena.cli.tables import show_table
from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition, open_competition
from arena.competition.config.paths import place
from arena.competition.play.beginning import has_begun
from arena.competition.play.phase_state import phase_state
from arena.competition.play.ranking import Ranking
from arena.competition.results import publishing
from arena.competition.results.audit import SAMPLE, audit_phase, of_deal, wrong_results
from arena.competition.results.public_audit import audit_public, is_published_folder
from arena.pages.words import LANGUAGES, Words
from arena.replay.files import read_records
from arena.standings import table
from arena.standings.tally import conspicuous, remark
from arena.store.catch_up import rebuild as find_games_again

LEAST = 0.005  # credit that the table can show
# The columns that the terminal shows. CSV and JSON have all columns.
SHORT = (
    "name opponent host games wins draws losses share share_low share_high margin "
    "decisions think_total think_mean think_max cpu_total replays"
).split()


@click.command()
@WHERE
@click.option("--csv", "as_csv", is_flag=True, help="Print the table as CSV and nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@click.option("--pairs", is_flag=True, help="Show the results of each pair of teams instead.")
@click.option("--times", is_flag=True, help="Show how long the bots have thought instead.")
@click.option("--hosts", is_flag=True, help="With --times: on each machine of a cluster.")
def standings(
    words: tuple[str, ...], as_csv: bool, as_json: bool, pairs: bool, times: bool, hosts: bool
) -> None:
    """Show the standings of a phase. Default: the last phase that has begun."""
    if hosts and not times:
        raise ArenaError("--hosts belongs to --times: arena standings --times --hosts")
    folder, name = folder_and_phase(words)
    with open_competition(folder) as competition:
        state = phase_state(competition, name or _latest(competition))
        if hosts:
            _print_rows(table.host_rows(state.hosts()), as_csv, as_json)
            return
        ranking = state.ranking()
    if times or pairs:
        _print_rows((table.time_rows if times else table.pair_rows)(ranking.book), as_csv, as_json)
    elif as_csv or as_json:
        click.echo(ranking.csv() if as_csv else ranking.json(), nl=False)
    else:
        shown = _print_table(ranking)
        click.echo()
        _explain(ranking, shown)


@click.command()
@WHERE
@click.option("--sealed", is_flag=True, help="Publish only the hash of the results.")
@click.option("--home", is_flag=True, help="Write only the first page. It needs no results.")
@click.option("--code", is_flag=True, help="Publish the bots of the teams, in the last phase only.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language of the pages.")
@BY
def publish(
    words: tuple[str, ...], sealed: bool, home: bool, code: bool, lang: str | None, by: str | None
) -> None:
    """Publish the results of a phase that is over.

    Out/public is for everybody: open its index.html. Out/teams has an archive for each team, which
    only that team may see. Without --lang, the language of the pages stays the same.
    """
    folder, name = folder_and_phase(words)
    if home and code:
        raise ArenaError("--code needs a phase, and --home has none: give only one of the two")
    if home:
        with open_competition(folder, alone=True) as competition:
            click.echo(f"published: {publishing.announce(competition, lang) / 'index.html'}")
        return
    wanted = {"sealed": sealed, "code": code, "language": lang or ""}
    act_and_tell(folder, by, "publish", phase=name or _latest_in(folder), **wanted)


@click.command()
@WHERE
@BY
def reveal(words: tuple[str, ...], by: str | None) -> None:
    """Publish the results of a sealed phase.

    While its show is open, use arena remote reveal: it shows the end, too.
    """
    folder, name = folder_and_phase(words)
    act_and_tell(folder, by, "reveal", phase=name or _latest_in(folder))


@click.command()
@WHERE
@click.option(
    "--all", "everything", is_flag=True, help=f"Replay all games, not only {SAMPLE} of a phase."
)
@click.option("--seed", metavar="SEED", help="Check the deals of published files of records.")
def audit(words: tuple[str, ...], everything: bool, seed: str | None) -> None:
    """Replay saved games and compare the results.

    The moves come from the records, so no bot runs. Ends with exit code 1 if a game is wrong, or if
    sealed or published results do not count all decisions.

    Name a published folder, such as Out/public, to check everything that an outsider can check:
    games, deals, lots, schedules, tables, brackets, decisions, the seed and sealed results. In the
    folder itself, name nothing.

    With --seed, name files of records, or a published folder whose seed is not published yet.
    """
    folder = Path(words[0]) if words else Path()
    if len(words) < 2 and is_published_folder(folder):
        _audit_public(folder, seed)
        return
    wrong = games = stale = 0
    if seed is not None:
        findings = (of_deal(each, seed) for path in words for _, each in read_records(Path(path)))
        for problem in findings:
            games += 1
            wrong += _complain(problem)
    else:
        if len(words) == 1 and is_published_folder(Path(words[0]).parent):
            raise ArenaError(
                f"{words[0]} is one phase of a published folder. To check all of it: arena audit "
                f"{Path(words[0]).parent}"
            )
        folder, name = folder_and_phase(words)
        with open_competition(folder) as competition:
            settings = competition.settings
            for phase in [settings.phase(name)] if name else settings.phases:
                for problem in audit_phase(competition, phase, None if everything else SAMPLE):
                    games += 1
                    wrong += _complain(problem)
                stale += _complain(wrong_results(competition, phase))
    if wrong:
        fail(f"{wrong} of {games:,} games are wrong: the lines above name them", 1)
    if stale:
        fail(f"{games:,} games checked, but published results are wrong: see above", 1)
    if not games:
        raise ArenaError("There is no game to check: no game has been played yet")
    click.echo(f"{games:,} {'game' if games == 1 else 'games'} checked, all correct")


def _audit_public(folder: Path, seed: str | None) -> None:
    """Check a published folder, and print a line for each phase."""
    wrong = 0
    phases = list(audit_public(folder, seed))
    if len(phases) < 2:  # only the one of all files
        raise ArenaError(f"No phase is published in {folder} yet: there is nothing to check")
    for phase in phases:
        for problem in phase.problems:
            wrong += _complain(problem)
        games = f"{phase.games:,} {'game' if phase.games == 1 else 'games'}"
        what = f"{phase.phase}: {games}" if phase.phase else "all files"
        verdict = f"{len(phase.problems)} wrong" if phase.problems else "all correct"
        click.echo(f"{what}; {', '.join(phase.checked)}: {verdict}")
        for reason in phase.unchecked:
            click.echo(f"  not checked: {reason}")
    if wrong:
        fail(f"{wrong} checks have failed: the lines above name them", 1)


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path), metavar="[COMPETITION]")
def rebuild(folder: Path) -> None:
    """Rebuild the list of games from the records.

    The database holds this list. Rebuild it after you have changed or moved files of records.
    """
    with open_competition(place(folder), alone=True, without_teams=True) as competition:
        caught_up = find_games_again(competition.store)
    for path in caught_up.mended:
        warn(f"{path}: the last line was incomplete and has been removed")
    click.echo(f"{caught_up.games:,} games found")


def _print_rows(rows: list[table.TableRow], as_csv: bool, as_json: bool) -> None:
    """Print rows as CSV, as JSON or as a table."""
    if as_csv:
        click.echo(table.as_csv(rows), nl=False)
    elif as_json:
        click.echo(msgspec.json.encode(rows).decode())
    else:
        columns = [column for column in (rows[0] if rows else ()) if column in SHORT]
        headings = [column.replace("_", " ") for column in columns]
        cells = [[str(row[column]) for column in columns] for row in rows]
        show_table(headings, cells, left=(0, 1) if {"opponent", "host"} & {*columns} else (0,))


def _print_table(ranking: Ranking) -> list[str]:
    """Print the table without columns that are empty; returns the headings of the others."""
    headings, rows = table.headings(ranking.standings), table.plain(ranking.standings)
    kept = [n for n, heading in enumerate(headings) if not heading or any(row[n] for row in rows)]
    shown = [headings[number] for number in kept]
    left = [shown.index(name) for name in ("team", "faults", "decided by") if name in shown]
    show_table(shown, [[row[number] for number in kept] for row in rows], left=left)
    return shown


def _explain(ranking: Ranking, headings: Sequence[str]) -> None:
    """Print the rules that order the table, and what needs an explanation in it."""
    if not ranking.over:
        click.echo(f"{ranking.phase.name} is not over.")
    if ranking.phase.top is not None:
        click.echo(f"The first {ranking.phase.top} go on to the next phase.")
    click.echo("These criteria give the order. Each one decides the ties of those before it:")
    for each in ranking.order():
        click.echo(f"  {each['name']}: {each['sentence']}")
    if table.is_ladder(ranking.standings):
        click.echo(Words("en")("site.leaderboard.ladder_note"))
    for name, faults in ranking.house_faults().items():
        counts = ", ".join(f"{n} {verdict}" for verdict, n in sorted(faults.items()))
        click.echo(f"Faults of {name}, which every team meets: {counts}.")
    for name in sorted(ranking.left):
        click.echo(f"{name} no longer takes part: arena log shows the decision.")
    for line in conspicuous(ranking.book.lines.values()):
        warn(remark(line))
    lines = ranking.book.lines
    without_game = {row.name: row.credit - lines[row.name].credit for row in ranking.standings.rows}
    if parts := [f"{name} {n:.4g}" for name, n in without_game.items() if n > LEAST]:
        click.echo(
            f"Credit for byes, and for games that an opponent forfeited: {', '.join(parts)}."
        )
    if "tied" in headings:
        click.echo("Tied: the ranks that a team may really have, with 95 % certainty.")


def _latest_in(folder: Path) -> str:
    with open_competition(folder) as competition:
        return _latest(competition)


def _latest(competition: Competition) -> str:
    """The name of the last phase that has begun."""
    begun = [each.name for each in competition.settings.phases if has_begun(competition, each)]
    if not begun:
        raise ArenaError(f"No game has been played yet. To play: arena run {competition.path}")
    return begun[-1]


def _complain(problem: str) -> bool:
    if problem:
        click.echo(problem, err=True)
    return bool(problem)
