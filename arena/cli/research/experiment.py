"""`arena experiment`: plays many games to answer a question, and writes a page with the answer."""

from pathlib import Path

import click

from arena.cli import fail
from arena.cli.progress import count_text, progress_bar
from arena.cli.workforce import on_options, workforce
from arena.common.errors import ArenaError
from arena.experiments.catalogue import EXPERIMENTS, find
from arena.experiments.experiment import Experiment, Setting
from arena.workers.starting import worker_count

MOST = 100_000_000  # games
WORKERS = click.option(
    "--workers", default="auto", show_default=True, metavar="N",
    help="Number of processes that play at the same time; auto: one on each core.",
)  # fmt: skip
SEED = click.option(
    "--seed", default="1", show_default=True, help="The same seed gives the same games and figures."
)


@click.command()
@click.argument("name", required=False)
@click.option(
    "--games",
    type=int,
    metavar="N",
    help="How much each part of the experiment plays: random games of each variant, deals, or "
    "decisions of each network. The command says what it is, and how many games or decisions that "
    "makes in all. Default: the experiment's own.",
)
@SEED
@WORKERS
@on_options
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder of the page. Default: Out/NAME.",
)
def experiment(
    name: str | None, games: int | None, seed: str, workers: str, on: str | None,
    keys: Path | None, out: Path | None,
) -> None:  # fmt: skip
    """Play many games to answer a question.

    Without NAME, the experiments are listed. The games are saved in the folder DIR: after Ctrl-C or
    a crash, run the same command again to continue.
    """
    if name is None:
        for each, (_, line) in EXPERIMENTS.items():
            click.echo(f"{each:24}{line}")
        return
    chosen = find(name)
    number = chosen.games if games is None else check_number(games, "--games")
    setting = Setting(number, seed)
    total = total_of(chosen, setting)
    whole = chosen.whole(total) if chosen.whole else f"{total:,} {chosen.unit}"
    counted = f"{number:,} {chosen.counts or chosen.unit}"
    in_all = f", {whole} in all" if whole != counted else ""
    click.echo(f"{chosen.name} plays {counted}{in_all}.", err=True)
    run(chosen, setting, out or Path("Out") / chosen.name, workers, on, keys)


def total_of(experiment: Experiment, setting: Setting) -> int:
    """The number of games of an experiment. One that is played several times counts once."""
    return sum(task.games for task in experiment.tasks(setting)) // experiment.times


def check_number(number: int, option: str) -> int:
    """The number of games; a number that cannot be played raises an `ArenaError`."""
    if not 1 <= number <= MOST:
        raise ArenaError(f"{option} {number} is not possible: give a number from 1 to {MOST:,}.")
    return number


def run(
    experiment: Experiment,
    setting: Setting,
    folder: Path,
    workers: str,
    on: str | None = None,
    keys: Path | None = None,
) -> None:
    """Play the missing games of an experiment, and write its page."""
    from arena.experiments.running import gather
    from arena.pages.report.write import write

    processes = worker_count(workers)
    total = total_of(experiment, setting)
    played = 0  # a game that is played several times counts each time
    try:
        with (
            workforce(on, keys, processes) as (crew, open_engine),
            progress_bar(total=total, unit=experiment.unit) as bar,
        ):

            def count(games: int) -> None:
                nonlocal played
                before, played = played, played + games
                bar.advance(played // experiment.times - before // experiment.times)

            results = gather(experiment, setting, folder, crew, count, open_engine)
    except KeyboardInterrupt:
        fail(
            f"interrupted after {played // experiment.times:,} of {total:,} {experiment.unit}, "
            f"which are saved in {folder}. Run the same command to continue.",
            130,
        )
    report = experiment.fold(results, setting)
    page = write(report, folder)
    for sentence in report.answer:
        click.echo(sentence)
    click.echo(f"{count_text(total, experiment.unit)}; the page: {page}")
