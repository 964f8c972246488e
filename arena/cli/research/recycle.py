"""`arena recycle`: look at descriptions of games, and hold them against transcripts."""

from pathlib import Path

import click

from arena.cli import fail
from arena.cli.research.recycle_files import format_files, new
from arena.common.errors import ArenaError
from arena.common.games import text_of
from Game.core.stream import Stream
from Game.recycle.program import Program
from Game.recycle.reading.checker import check as check_text
from Game.recycle.reading.description import read
from Game.recycle.reading.errors import DescriptionError, GameFault, Source
from Game.recycle.reading.header import header_mistakes, read_header
from Game.recycle.reading.sexpr import plain_text
from Game.recycle.transcript import transcribe
from Game.recycle.transcript_replay import Difference, follow

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def recycle() -> None:
    """Games described in the RECYCLE language.

    A description is a text file, usually *.gdl; docs/recycle.md teaches how to write one. Begin
    with `new`, `check` what you have changed, and give the file to `arena play`.
    """


recycle.add_command(new)
recycle.add_command(format_files)


@recycle.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
def check(files: tuple[Path, ...]) -> None:
    """Say whether descriptions can be played, and where not.

    Ends with 1 if one of them cannot.
    """
    refused = 0
    for file in files:
        try:
            text = text_of(file)
            description, remarks = check_text(text, str(file))
            Program(description)
        except (DescriptionError, ArenaError, GameFault) as error:
            click.echo(f"{file}: {error}" if isinstance(error, GameFault) else str(error))
            refused += 1
            continue
        teams = len(description.teams)
        click.echo(f"{file}: a game for {description.players} players in {teams} teams.")
        for remark in remarks:
            click.echo("  " + remark.text(Source(str(file), plain_text(text))))
        for sentence in header_mistakes(
            read_header(text), description.players, description.numbers
        ):
            click.echo(f"  {file}: {sentence}")
    if refused:
        fail(f"{refused} of {len(files)} cannot be played.", 1)


@recycle.command()
@click.argument("file", type=FILE, metavar="FILE")
@click.option("--transcript", required=True, type=FILE, metavar="T", help="The recorded game.")
def replay(file: Path, transcript: Path) -> None:
    """Hold a description against a transcript.

    The shuffles and the choices are taken from the transcript; options, effects and scores are
    compared. Ends with 1 at the first difference, and shows both sides.
    """
    program = read_program(file)
    text = text_of(transcript, "a transcript")
    try:
        follow(program, text)
    except Difference as difference:
        fail(f"{transcript}: {difference}", 1)
    lines = text.count("\n")
    click.echo(f"{transcript}: all {lines} lines are what {file} does.")


@recycle.command()
@click.argument("file", type=FILE, metavar="FILE")
@click.option("--seed", type=int, required=True, metavar="S", help="Same seed, same game.")
def transcript(file: Path, seed: int) -> None:
    """Play a random game and print its transcript."""
    try:
        lines = transcribe(read_program(file), Stream(seed))
    except GameFault as fault:
        fail(f"{file}: {fault}", 1)
    click.echo("\n".join(lines))


def read_program(file: Path) -> Program:
    """The game of a description; the command ends with 1 where there is none.

    What is only odd is for `check` to say.
    """
    try:
        return Program(read(text_of(file), str(file)))
    except DescriptionError as error:
        fail(str(error), 1)
