"""`arena watch`: writes a page that shows saved games, and opens it in the browser."""

import webbrowser
from pathlib import Path

import click

from arena.cli import warn
from arena.cli.games.replay import LANGUAGE, read_games
from arena.cli.games.saved_games import SAVED_GAMES
from arena.cli.progress import count_text
from arena.common.errors import ArenaError
from arena.guest.protocol.safe_text import plain
from arena.replay.files import make_folder, write_text
from arena.replay.record import Record

PAGE = Path("Out/watch.html")  # replaced each time, unless --out names another file
MOST = 500  # games on a page; a page with more opens slowly


@click.command()
@click.argument("source", type=SAVED_GAMES, metavar="FILE|RUN")
@click.option(
    "--game",
    "--game-id",
    "wanted",
    metavar="GAME",
    help="Only this game: its number, or its id.",
)
@click.option(
    "--worst",
    is_flag=True,
    help="Only the game with the most faults; without faults, the one with the clearest defeat.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=f"The page to write. Default: {PAGE}.",
)
@click.option("--no-open", is_flag=True, help="Write the page, but do not open a browser.")
@LANGUAGE
def watch(
    source: Path, wanted: str | None, worst: bool, out: Path | None, no_open: bool, language: str
) -> None:
    """Open saved games in the browser.

    FILE is a file of saved games, or a folder with such files: one that --save has written, or the
    folder of a competition. RUN is the name of a saved run, such as r12.
    """
    if worst and wanted is not None:
        raise ArenaError("--worst and --game-id both choose the game: remove one")
    records = read_games(source, wanted)
    if worst:
        number, chosen = max(enumerate(records, start=1), key=lambda each: _badness(each[1]))
        records = [chosen]
    if len(records) > MOST:
        raise ArenaError(
            f"{source} has {len(records):,} games, and a page shows at most {MOST}: "
            f"choose one with --game-id or --worst"
        )
    from arena.pages.viewer import page

    target = out or PAGE
    make_folder(target.parent)
    write_text(target, page(records, language))
    click.echo(target)
    if worst:
        click.echo(_describe(number, chosen))
    if not no_open and not webbrowser.open(target.absolute().as_uri() + _start(records, worst)):
        warn(f"No browser could be started: open {target} yourself")


def _badness(record: Record) -> tuple[int, float]:
    """How bad a game is: its faults first, then how clearly it was lost."""
    totals = [sum(record.scores[seat] for seat in seats) for seats in record.sides]
    return len(record.faults), max(totals) - min(totals)


def _describe(number: int, record: Record) -> str:
    """The sentence that names the worst game and the reason."""
    game = f"Game {number}, {plain(record.id)}"
    if not record.faults:
        return f"{game}, has the clearest defeat. No game has a fault."
    faults = count_text(len(record.faults), "faults")
    first = record.faults[0]
    name = plain(record.name(first.seat))
    return f"{game}, has {faults}. The page opens at move {first.ply}, the first of {name}."


def _start(records: list[Record], worst: bool) -> str:
    """The part of the address that opens the page at the first fault; empty for the start."""
    if not worst or not records[0].faults:
        return ""
    fault = records[0].faults[0]
    return f"#game={records[0].id}&ply={fault.ply}&seat={fault.seat}&view=given"
