"""`arena watch`: saved games in the browser, as one page that needs nothing else."""

import webbrowser
from pathlib import Path

import click

from arena.cli import warn
from arena.cli.games.replay import LANGUAGE, chosen, verified
from arena.common.errors import ArenaError, ReplayError
from arena.replay.files import make_folder, unwritable
from arena.replay.record import Record

PAGE = Path("Out/watch.html")  # written anew each time, where --out names no other
MOST = 500  # games on a page: more of them make it slow to open


@click.command()
@click.argument("source", type=click.Path(path_type=Path), metavar="FILE|RUN")
@click.option("--game-id", "wanted", metavar="GAME", help="Only this game: its number or its id.")
@click.option(
    "--worst",
    is_flag=True,
    help="Only the game with the most faults, else the one that was lost most clearly.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=f"The page to write; else {PAGE}.",
)
@click.option("--no-open", is_flag=True, help="Write the page and open no browser.")
@LANGUAGE
def watch(
    source: Path, wanted: str | None, worst: bool, out: Path | None, no_open: bool, language: str
) -> None:
    """Open saved games in the browser.

    FILE is a file of games, RUN a folder that has such files, as --save and competitions make them.
    """
    if worst and wanted is not None:
        raise ArenaError("--worst chooses the game: leave out --game-id")
    records = _records(source, wanted)
    if worst:
        records = [max(records, key=_badness)]
    if len(records) > MOST:
        raise ArenaError(
            f"{source} has {len(records):,} games, and a page shows at most {MOST}: "
            f"name one with --game-id, or let --worst choose one"
        )
    from arena.pages.viewer import page

    target = out or PAGE
    make_folder(target.parent)
    try:
        target.write_text(page(records, language), encoding="utf-8")
    except OSError as error:
        raise unwritable(target, error) from None
    click.echo(target)
    if not no_open and not webbrowser.open(target.absolute().as_uri() + _start(records, worst)):
        warn(f"there is no browser to open it with: open {target} yourself")


def _records(source: Path, wanted: str | None) -> list[Record]:
    """The games that are meant."""
    if not source.is_dir():
        return chosen(source, wanted)
    files = sorted(source.rglob("*.jsonl"))
    if not files:
        raise ArenaError(f"{source} has no files *.jsonl: name a file of games, or their folder")
    records = [record for path in files for record in verified(path)]
    if wanted is None:
        return records
    found = [r for n, r in enumerate(records, start=1) if wanted in (str(n), r.id)]
    if not found:
        raise ReplayError(
            f"{source} has no game {wanted!r}: its games are 1 to {len(records)}, "
            f"or go by their ids"
        )
    return found[:1]


def _badness(record: Record) -> tuple[int, float]:
    """How much there is to be seen that went wrong."""
    totals = [sum(record.scores[seat] for seat in seats) for seats in record.sides]
    return len(record.faults), max(totals) - min(totals)


def _start(records: list[Record], worst: bool) -> str:
    """Where the page is opened: at the start, or where the worst of it begins."""
    if not worst or not records[0].faults:
        return ""
    fault = records[0].faults[0]
    return f"#game={records[0].id}&ply={fault.ply}&seat={fault.seat}&view=given"
