"""`arena replay`: saved games, read, checked and converted."""

from pathlib import Path

import click

from arena.cli import fail
from arena.errors import ArenaError, ReplayError
from arena.replay import text48
from arena.replay.files import RecordWriter, is_json_lines, read_records, unwritable
from arena.replay.record import Record
from arena.replay.replayer import verify as verify_record
from arena.replay.show import lines

FILES = click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
GAME = click.option(
    "--game", "wanted", metavar="GAME", help="Only this game: its number or its id."
)


@click.group()
def replay() -> None:
    """Show, verify and convert saved games.

    A FILE is JSON Lines, a game a line, or RoboBrisca's text, one game of 48 lines.
    """


@replay.command()
@FILES
@GAME
def show(files: tuple[Path, ...], wanted: str | None) -> None:
    """Tell games move by move."""
    for path in files:
        for record in chosen(path, wanted):
            for line in lines(record):
                click.echo(line)
            click.echo()


@replay.command()
@FILES
def verify(files: tuple[Path, ...]) -> None:
    """Play saved games again by the rules, and compare.

    Says for each file how many games hold, or the first line that disagrees.
    """
    bad = 0
    for path in files:
        try:
            games = verify_file(path)
        except ReplayError as error:
            click.echo(str(error), err=True)
            bad += 1
        else:
            click.echo(f"{path}: {games} {'game' if games == 1 else 'games'}, all as the rules say")
    if bad:
        fail(f"{bad} of {len(files)} files do not verify", 1)


@replay.command()
@FILES
@GAME
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="The file to write, or for several games a folder.",
)
def convert(files: tuple[Path, ...], wanted: str | None, out: Path | None) -> None:
    """Turn JSON Lines into 48-line texts, and texts into JSON Lines.

    From JSON Lines comes a text for each game; from texts comes one file of JSON Lines.
    """
    texts = [path for path in files if not is_json_lines(path)]
    if texts and len(texts) < len(files):
        raise ArenaError("Convert texts or JSON Lines, not both at once")
    records = [record for path in files for record in chosen(path, wanted)]
    for record in records:
        verify_record(record)
    if texts:
        target = out or texts[0].with_suffix(".jsonl")
        writer = RecordWriter(target)
        for record in records:
            writer.add(record)
        writer.close()
        click.echo(target)
        return
    folder, stem = (out or files[0].parent), files[0].stem
    for number, record in enumerate(records, start=1):
        if len(records) == 1:
            target = out or files[0].with_suffix(".txt")
        else:
            target = folder / f"{stem}-{number:0{len(str(len(records)))}}.txt"
        write_text(target, text48.write(record))
        click.echo(target)


def write_text(path: Path, text: str) -> None:
    """Write a new file, whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(text.encode())
    except OSError as error:
        raise unwritable(path, error) from None


def verify_file(path: Path) -> int:
    """How many games are in the file, each of them verified."""
    if not is_json_lines(path):
        verify_record(text48.read(path))
        return 1
    games = 0
    for number, record in read_records(path):
        try:
            verify_record(record)
        except ReplayError as error:
            raise ReplayError(f"{path}, line {number}, game {record.id}, {error}") from None
        games += 1
    return games


def chosen(path: Path, wanted: str | None) -> list[Record]:
    """The games of a file, or the one that was asked for by number (from 1) or id."""
    if is_json_lines(path):
        records = [record for _, record in read_records(path)]
    else:
        records = [text48.read(path)]
    if wanted is None:
        return records
    for number, record in enumerate(records, start=1):
        if wanted in (str(number), record.id):
            return [record]
    raise ReplayError(
        f"{path} has no game {wanted!r}: its games are 1 to {len(records)}, or go by their ids"
    )
