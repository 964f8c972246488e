"""`arena replay`: saved games, read, checked and converted."""

from collections.abc import Iterator
from pathlib import Path

import click

from arena.cli import fail
from arena.common.errors import ArenaError, ReplayError
from arena.guest.protocol.safe_text import plain
from arena.replay import text48
from arena.replay.files import is_json_lines, make_folder, read_records, to_line, unwritable
from arena.replay.record import Record
from arena.replay.replayer import verify as verify_record
from arena.replay.show import lines

FILES = click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, readable=False),  # of each we say ourselves why it is not
    metavar="FILE...",
)
GAME = click.option(
    "--game", "wanted", metavar="GAME", help="Only this game: its number or its id."
)

LANGUAGE = click.option(
    "--lang",
    "language",
    default="en",
    show_default=True,
    metavar="LANG",
    help="The language of the page: en, es or nl.",
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
            games = sum(1 for _ in verified(path))
        except ReplayError as error:
            click.echo(str(error), err=True)
            bad += 1
        else:
            click.echo(f"{path}: {games} {'game' if games == 1 else 'games'}, all as the rules say")
    if len(files) == 1 and bad:
        fail("it does not verify", 1)
    if bad:
        fail(f"{bad} of {len(files)} files {'does' if bad == 1 else 'do'} not verify", 1)


@replay.command()
@FILES
@GAME
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="The file to write, or a folder for several games.",
)
def convert(files: tuple[Path, ...], wanted: str | None, out: Path | None) -> None:
    """Turn JSON Lines into 48-line texts, and texts into JSON Lines.

    From JSON Lines comes a text for each game; from texts comes one file of JSON Lines.
    """
    texts = [path for path in files if not is_json_lines(path)]
    if texts and len(texts) < len(files):
        raise ArenaError("Convert texts or JSON Lines, not both at once")
    records = [record for path in files for record in chosen(path, wanted)]
    name = files[0].stem
    if texts:
        target = place(out, files[0].parent, f"{name}.jsonl", alone=True)
        write_new({target: b"".join(map(to_line, records)).decode()})
        click.echo(target)
        return
    alone = len(records) == 1
    width = len(str(len(records)))
    pages = {}
    for number, record in enumerate(records, start=1):
        stem = name if alone else f"{name}-{number:0{width}}"
        pages[place(out, files[0].parent, f"{stem}.txt", alone)] = text48.write(record)
    write_new(pages)
    for path in pages:
        click.echo(path)


@replay.command()
@FILES
@GAME
@LANGUAGE
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="The page to write, or a folder for several pages.",
)
def html(files: tuple[Path, ...], wanted: str | None, language: str, out: Path | None) -> None:
    """Turn files of games into pages to be watched.

    Each file becomes one page, which needs nothing else: no network, no server.
    """
    from arena.pages.viewer import page

    pages = {
        place(out, path.parent, f"{path.stem}.html", len(files) == 1): page(
            chosen(path, wanted), language
        )
        for path in files
    }
    write_new(pages)
    for path in pages:
        click.echo(path)


def place(out: Path | None, beside: Path, name: str, alone: bool) -> Path:
    """Where a file goes: beside its source, into the folder that was named, or as it was named."""
    if out is None:
        return beside / name
    return out if alone and not out.is_dir() else out / name


def write_new(pages: dict[Path, str]) -> None:
    """Write new files, all of them or none."""
    written: list[Path] = []
    for path, text in pages.items():
        try:
            make_folder(path.parent)
            with path.open("xb") as file:
                written.append(path)
                file.write(text.encode())
        except BaseException as error:  # Ctrl-C too
            for done in written:
                done.unlink()
            if isinstance(error, OSError):
                raise unwritable(path, error) from None
            raise


def verified(path: Path) -> Iterator[Record]:
    """The games of a file, each of them played again and found to be as it is written."""
    if not is_json_lines(path):
        yield text48.read(path)
        return
    games = 0
    for number, record in read_records(path):
        try:
            verify_record(record)
        except ReplayError as error:
            raise ReplayError(
                f"{path}, line {number}, game {plain(record.id):.40}, {error}"
            ) from None
        yield record
        games += 1
    if not games:
        raise ReplayError(f"{path}: there is no game in it.")


def chosen(path: Path, wanted: str | None) -> list[Record]:
    """The games of a file, or the one that was asked for by number (from 1) or id."""
    records = list(verified(path))
    if wanted is None:
        return records
    for number, record in enumerate(records, start=1):
        if wanted in (str(number), record.id):
            return [record]
    raise ReplayError(
        f"{path} has no game {wanted!r}: its games are 1 to {len(records)}, or go by their ids"
    )
