"""`arena replay`: shows, verifies and converts saved games."""

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from arena.cli import fail
from arena.cli.games.saved_games import SAVED_GAMES
from arena.common.errors import ArenaError, ReplayError
from arena.guest.protocol.safe_text import plain, printable
from arena.replay import text48
from arena.replay.files import (
    is_json_lines,
    make_folder,
    read_records,
    record_files,
    stem,
    to_line,
    unwritable,
)
from arena.replay.record import Record
from arena.replay.replayer import verify as verify_record
from arena.replay.show import lines

FILES = click.argument(
    "files",
    nargs=-1,
    required=True,
    type=SAVED_GAMES,
    metavar="FILE|RUN...",
)
GAME = click.option(
    "--game", "wanted", metavar="GAME", help="Only this game: its number in the file, or its id."
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

    A FILE is either JSON Lines with one game on each line, or one game in RoboBrisca's text format
    of 48 lines. It may also be a folder with files of JSON Lines, as --save writes it. A RUN is the
    name of a saved run, such as r12.
    """


@replay.command()
@FILES
@GAME
def show(files: tuple[Path, ...], wanted: str | None) -> None:
    """Show games move by move."""
    for path in files:
        for record in read_games(path, wanted):
            for line in lines(record):
                click.echo(printable(line))
            click.echo()


@replay.command()
@FILES
def verify(files: tuple[Path, ...]) -> None:
    """Replay saved games by the rules and compare the results.

    Prints for each file the number of correct games, or the first error. Ends with exit code 1 if
    a file has an error.
    """
    bad = 0
    for path in files:
        try:
            games = sum(1 for _ in read_verified_records(path))
        except ReplayError as error:
            click.echo(str(error), err=True)
            bad += 1
        else:
            click.echo(f"{path}: {games} {'game' if games == 1 else 'games'}, all correct")
    if len(files) == 1 and bad:
        fail("the file does not verify", 1)
    if bad:
        fail(f"{bad} of {len(files)} files {'does' if bad == 1 else 'do'} not verify", 1)


@replay.command()
@FILES
@GAME
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="The file to write, or the folder if there are several games.",
)
def convert(files: tuple[Path, ...], wanted: str | None, out: Path | None) -> None:
    """Convert JSON Lines to texts of 48 lines, and texts to JSON Lines.

    JSON Lines become one text for each game. Texts become one file of JSON Lines.
    """
    texts = [path for path in files if not path.is_dir() and not is_json_lines(path)]
    if texts and len(texts) < len(files):
        raise ArenaError("Some files are texts, some JSON Lines: convert each kind separately")
    records = [record for path in files for record in read_games(path, wanted)]
    name = stem(files[0])
    if texts:
        target = place(out, files[0].parent, f"{name}.jsonl", alone=True)
        write_new({target: b"".join(map(to_line, records)).decode()})
        click.echo(target)
        return
    alone = len(records) == 1
    width = len(str(len(records)))
    pages = {}
    for number, record in enumerate(records, start=1):
        own = name if alone else f"{name}-{number:0{width}}"
        pages[place(out, files[0].parent, f"{own}.txt", alone)] = text48.write(record)
    write_new(pages)
    for path in pages:
        click.echo(path)


@replay.command()
@FILES
@GAME
@click.option("-o", "--out", type=click.Path(path_type=Path), help="The file to write.")
def deals(files: tuple[Path, ...], wanted: str | None, out: Path | None) -> None:
    """Print the deals of saved games, for the option --deals of `arena play`.

    Each line is a deal. A deal that was played several times is printed once.
    """
    records = [record for path in files for record in read_games(path, wanted)]
    lines = dict.fromkeys(msgspec.json.encode(record.deal).decode() for record in records)
    if out is None:
        for line in lines:
            click.echo(line)
        return
    write_new({out: "".join(f"{line}\n" for line in lines)})
    click.echo(out)


@replay.command()
@FILES
@GAME
@LANGUAGE
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="The page to write, or the folder if there are several files.",
)
def html(files: tuple[Path, ...], wanted: str | None, language: str, out: Path | None) -> None:
    """Write pages that show saved games.

    Each file becomes one page. It needs no network, no server and no other file.
    """
    from arena.pages.viewer import page

    pages = {
        place(out, path.parent, f"{stem(path)}.html", len(files) == 1): page(
            read_games(path, wanted), language
        )
        for path in files
    }
    write_new(pages)
    for path in pages:
        click.echo(path)


def place(out: Path | None, beside: Path, name: str, alone: bool) -> Path:
    """The path of a new file: beside its source, in the folder `out`, or `out` itself."""
    if out is None:
        return beside / name
    return out if alone and not out.is_dir() else out / name


def write_new(pages: dict[Path, str]) -> None:
    """Write new files: all of them or, after an error, none."""
    written: list[Path] = []
    for path, text in pages.items():
        try:
            make_folder(path.parent)
            with path.open("xb") as file:
                written.append(path)
                file.write(text.encode())
        except BaseException as error:  # also Ctrl-C
            for done in written:
                done.unlink()
            if isinstance(error, OSError):
                raise unwritable(path, error) from None
            raise


def read_verified_records(path: Path) -> Iterator[Record]:
    """The games of a file, or of the files of games in a folder and its folders.

    Each game is replayed first, and a wrong one raises a `ReplayError`.
    """
    if path.is_dir():
        files = record_files(path)
        if not files:
            raise ReplayError(
                f"{path} has no files *.jsonl or *.jsonl.gz: name a file of games, or their folder"
            )
        for file in files:
            yield from read_verified_records(file)
        return
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
        raise ReplayError(f"{path}: the file has no games.")


def read_games(path: Path, wanted: str | None) -> list[Record]:
    """The games of a file or folder; only one if `wanted` is its number (from 1) or its id."""
    return select_game(list(read_verified_records(path)), wanted, path)


def select_game(records: list[Record], wanted: str | None, source: Path) -> list[Record]:
    """These games; only one if `wanted` is its number (from 1) or its id."""
    if wanted is None:
        return records
    for number, record in enumerate(records, start=1):
        if wanted in (str(number), record.id):
            return [record]
    raise ReplayError(
        f"{source} has no game {wanted!r}: give a number from 1 to {len(records)}, or a game's id"
    )
