"""`arena experiment`: plays many games to answer a question, and writes a page."""

from pathlib import Path

import click

from arena.cli import fail
from arena.cli.progress import counted, progress_bar
from arena.common.errors import ArenaError
from arena.experiments.catalogue import EXPERIMENTS, find
from arena.experiments.experiment import Experiment, Setting
from arena.workers.starting import worker_count

MOST = 100_000_000  # games
WORKERS = click.option(
    "--workers", default="auto", show_default=True, metavar="N",
    help="How many processes play side by side; auto: one on each core.",
)  # fmt: skip
SEED = click.option(
    "--seed", default="1", show_default=True, help="Same seed, same games, same figures."
)


@click.command()
@click.argument("name", required=False)
@click.option("--games", type=int, metavar="N", help="How many; else as many as it says itself.")
@SEED
@WORKERS
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the page goes; else Out/ and the experiment's name.",
)
def experiment(
    name: str | None, games: int | None, seed: str, workers: str, out: Path | None
) -> None:
    """Answer a question about games by playing many.

    Without a name the experiments are listed. What is played is kept in DIR: after Ctrl-C, or
    whatever else ended it, the same command goes on where it was.
    """
    if name is None:
        for each, (_, line) in EXPERIMENTS.items():
            click.echo(f"{each:24}{line}")
        return
    found = find(name)
    number = found.games if games is None else checked(games, "--games")
    run(found, Setting(number, seed), out or Path("Out") / found.name, workers)


def checked(number: int, option: str) -> int:
    """A number of games that can be played."""
    if not 1 <= number <= MOST:
        raise ArenaError(f"{option} {number} is not possible: give a number from 1 to {MOST:,}.")
    return number


def run(experiment: Experiment, setting: Setting, folder: Path, workers: str) -> None:
    """Play what is missing of an experiment, and write its page."""
    from arena.experiments.running import gather
    from arena.pages.report.write import write

    processes = worker_count(workers)
    total = sum(task.games for task in experiment.tasks(setting)) // experiment.times
    played = 0  # each as often as it is to be
    try:
        with progress_bar(total=total, unit=experiment.unit) as bar:

            def count(games: int) -> None:
                nonlocal played
                before, played = played, played + games
                bar.advance(played // experiment.times - before // experiment.times)

            results = gather(experiment, setting, folder, processes, count)
    except KeyboardInterrupt:
        fail(
            f"interrupted after {played // experiment.times:,} of {total:,} {experiment.unit}, "
            f"which are kept in {folder}. The same command goes on.",
            130,
        )
    report = experiment.fold(results, setting)
    page = write(report, folder)
    for sentence in report.answer:
        click.echo(sentence)
    click.echo(f"{counted(total, experiment.unit)}; the page: {page}")
