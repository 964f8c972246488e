"""`arena admit`: examine the bots that were handed in."""

from collections.abc import Sequence
from pathlib import Path

import click

from arena.cli import fail, warn
from arena.cli.cups.competition import TRUST, warn_of_uneven_games
from arena.cli.cups.interrupts import stop_at_ctrl_c
from arena.cli.progress import ProgressBar, count_text, progress_bar, time_span
from arena.competition.config.folder import Competition, hold_admission, open_competition
from arena.competition.config.paths import place
from arena.competition.entries import admitting
from arena.competition.entries.examining import longest_time
from arena.competition.entries.twins import twins
from arena.competition.entries.versions import ADMITTED
from arena.workers.starting import worker_count


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path), metavar="[COMPETITION]")
@click.option("--again", is_flag=True, help="Examine files again that have been examined before.")
@click.option("--details", is_flag=True, help="Show all steps, not only those that fail.")
@click.option(
    "--workers",
    default="auto",
    show_default=True,
    metavar="N",
    help="Number of bots that are examined at the same time, at most one on each core; auto: one "
    "on each core.",
)
@TRUST
def admit(folder: Path, again: bool, details: bool, workers: str, trusted: bool) -> None:
    """Examine the bots that were handed in, as `arena check` does.

    Ctrl-C stops after the current bots. Run the command again to continue. Ends with exit code 1 if
    a bot is refused. Warns about teams with similar code.
    """
    crew = min(worker_count(workers), worker_count("auto"))
    with hold_admission(place(folder)), open_competition(folder, alone=True) as competition:
        warn_of_uneven_games(competition)
        if again:
            admitting.examine_all_again(competition)
        verdicts, stopped = _examine(competition, crew, details, trusted)
        admitted = {v.team for v in competition.store.versions() if v.status == ADMITTED}
        alike = [] if stopped else twins(competition)
    if stopped:
        fail("stopped. The verdicts so far are saved: run the command again to continue", 130)
    if all(each.candidate.house is not None for each in verdicts):
        click.echo("All files have been examined already.")
    click.echo(f"{count_text(len(admitted), 'teams')} admitted")
    for sentence in alike:
        warn(f"alike: {sentence}")
    if alike:
        warn("Only you see this. Similar code is not a proof: ask the teams")
    _end(verdicts)


def _examine(
    competition: Competition, workers: int, details: bool, trusted: bool
) -> tuple[list[admitting.Verdict], bool]:
    """Examine all files that wait; returns the verdicts, and whether Ctrl-C has stopped it."""
    if not admitting.versions_to_examine(competition):
        return [], False
    level = admitting.level_of(competition, trusted)
    admission = admitting.Admission(competition, level, workers)
    number, budget = len(admission.candidates), competition.settings.budget
    time = time_span(longest_time(number, budget, workers))
    files, crew = count_text(number, "files"), count_text(workers, "workers")
    click.echo(
        f"Examining {files} with {crew}: this takes {time} if the bots use their whole budget of "
        f"{budget:g} s, and less if they are faster.",
        err=True,
    )
    verdicts = []
    with (
        stop_at_ctrl_c(admission, "bots"),
        progress_bar("admission", number, "files", lines=True) as bar,
    ):
        bar.begin("admission", number)
        for verdict in admission.verdicts():
            bar.advance()
            _print(bar, verdict, details)
            verdicts.append(verdict)
    return verdicts, admission.stopped and len(verdicts) < number


def _print(bar: ProgressBar, verdict: admitting.Verdict, details: bool) -> None:
    name, is_house = verdict.candidate.name, verdict.candidate.house is not None
    if verdict.missing:
        bar.say(f"{name}: not examined. {verdict.missing}")
    elif is_house:
        bar.say(f"{name}: {'works' if verdict.is_good else 'does not work well'}")
    else:
        bar.say(f"{name}: {'admitted' if verdict.is_good else 'refused'}")
    for step in verdict.steps:
        if details or not step.ok:
            for line in step.lines("  "):
                bar.say(line)


def _end(verdicts: Sequence[admitting.Verdict]) -> None:
    """End with an error if a file is missing, broken or refused."""
    missing = sum(bool(each.missing) for each in verdicts)
    bad = [each for each in verdicts if not each.is_good and not each.missing]
    broken = sum(each.candidate.house is not None for each in bad)
    refused = len(bad) - broken
    if missing:
        files = "1 file is" if missing == 1 else f"{missing} files are"
        fail(f"{files} missing or changed since it was handed in", 2)
    if broken:
        bots, them = "1 house bot does", "it"
        if broken > 1:
            bots, them = f"{broken} house bots do", "them"
        advice = f"every team meets {them}. Repair {them} before the phase begins"
        fail(f"{bots} not work well: {advice}", 1)
    if refused:
        fail(f"{refused} {'file is' if refused == 1 else 'files are'} refused", 1)
