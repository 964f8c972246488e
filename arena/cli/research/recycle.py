"""`arena recycle`: checks descriptions of games, and compares them with transcripts."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic

import click

from arena.cli import fail
from arena.cli.progress import ProgressBar, progress_bar
from arena.cli.research.recycle_files import convert, format_files, new
from arena.common.errors import ArenaError
from arena.common.games import text_of, with_comments
from Game.core.stream import Stream
from Game.recycle.compiling.program import Program
from Game.recycle.random_games import GAMES, MOST_CHOICES, play_random_games, variants
from Game.recycle.reading.dialects import DIALECTS
from Game.recycle.reading.errors import DescriptionError, GameFault, Source
from Game.recycle.reading.forms.checker import check as check_text
from Game.recycle.reading.forms.description import read
from Game.recycle.reading.header import header_mistakes, read_header
from Game.recycle.reading.sexpr import plain_text
from Game.recycle.transcript import transcribe
from Game.recycle.transcript_replay import Difference, follow

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
PATIENCE = 1.0  # seconds before progress is shown
SEE_ABOVE = "What is said above may be the cause: look at it first."


@click.group()
def recycle() -> None:
    """Write and check games in RECYCLE.

    RECYCLE is a language that describes card games. A description is a text file, *.rcy in
    dialect 0.5 and *.gdl in dialect 0.4. Write one with `new`, edit it, test it with `check`, and
    play it: arena play FILE BOT BOT. docs/recycle.md teaches the language.
    """


recycle.add_command(new)
recycle.add_command(convert)
recycle.add_command(format_files)


dialect_option = click.option(
    "--dialect",
    type=click.Choice(DIALECTS),
    help="Read the file in this dialect. Default: 0.5 for *.rcy, 0.4 for any other, or what a "
    "comment in the file says.",
)


@recycle.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@dialect_option
def check(files: tuple[Path, ...], dialect: str | None) -> None:
    """Test whether descriptions can be played.

    Shows the errors and the likely mistakes with their lines. Plays random games with each number
    of players that the game allows, and shows the first that fails. Ends with exit code 1 if a
    description cannot be played.
    """
    refused = 0
    for file in files:
        try:
            text = with_comments(text_of(file), False, dialect)
            description, remarks = check_text(text, str(file))
        except (DescriptionError, ArenaError) as error:
            click.echo(str(error))
            refused += 1
            continue
        header = header_mistakes(read_header(text), description.players, description.numbers)
        warnings = [remark.text(Source(str(file), plain_text(text))) for remark in remarks]
        warnings += [f"{file}: {sentence}" for sentence in header]
        try:
            can_end = _try_games(text, file, SEE_ABOVE if warnings else "")
        except (DescriptionError, ArenaError) as error:
            for sentence in (*warnings, error):
                click.echo(str(sentence))
            refused += 1
            continue
        teams = len(description.teams)
        players = "1 player" if description.players == 1 else f"{description.players} players"
        where = "1 team" if teams == 1 else f"{teams} teams"
        click.echo(f"{file}: a game for {players} in {where}.")
        for warning in warnings:
            click.echo(f"  {warning}")
        if not can_end:
            click.echo(
                f"  {file}: No random game came to an end within {MOST_CHOICES:,} choices. Check "
                "the `end` of the stages."
            )
    if refused:
        fail(f"{refused} of {len(files)} descriptions cannot be played.", 1)


def _try_games(text: str, file: Path, advice: str) -> bool:
    """Play random games with all options. Could they end?"""
    every = variants(text, str(file))
    with _late_progress(file.name, GAMES * len(every)) as note_game:
        return play_random_games(text, str(file), every, note_game, advice)


@contextmanager
def _late_progress(name: str, total: int) -> Iterator[Callable[[], None]]:
    """A function that counts games. Their progress is shown if they take longer than a second."""
    begun, done = monotonic(), 0
    shown: ProgressBar | None = None
    with ExitStack() as stack:

        def note_game() -> None:
            nonlocal done, shown
            done += 1
            if shown is not None:
                shown.advance()
            elif monotonic() - begun > PATIENCE:
                shown = stack.enter_context(progress_bar(name, total, "random games", lines=True))
                shown.begin(name, total, done)

        yield note_game


as_first_engine_option = click.option(
    "--as-first-engine",
    is_flag=True,
    help="Imitate two mistakes of the first engine of the language (docs/recycle-engine.md).",
)


@recycle.command()
@click.argument("file", type=FILE, metavar="FILE")
@as_first_engine_option
@dialect_option
@click.option("--transcript", required=True, type=FILE, metavar="T", help="The recorded game.")
def replay(file: Path, transcript: Path, as_first_engine: bool, dialect: str | None) -> None:
    """Compare a description with the transcript of a game.

    The shuffles and the choices come from the transcript. Options, effects and scores are
    compared. Ends with exit code 1 at the first difference, and shows both lines.
    """
    program = read_program(file, as_first_engine, dialect)
    text = text_of(transcript, "a transcript")
    try:
        follow(program, text)
    except Difference as difference:
        fail(f"{transcript}: {difference}", 1)
    lines = text.count("\n")
    click.echo(f"{transcript}: all {lines} lines agree with {file}.")


@recycle.command()
@click.argument("file", type=FILE, metavar="FILE")
@as_first_engine_option
@dialect_option
@click.option(
    "--seed", type=int, required=True, metavar="S", help="The same seed gives the same game."
)
def transcript(file: Path, seed: int, as_first_engine: bool, dialect: str | None) -> None:
    """Play a random game and print its transcript."""
    try:
        lines = transcribe(read_program(file, as_first_engine, dialect), Stream(seed))
    except GameFault as fault:
        fail(f"{file}: {fault}", 1)
    click.echo("\n".join(lines))


def read_program(file: Path, as_first_engine: bool, dialect: str | None) -> Program:
    """The program of a description. If the description has errors, the command ends.

    Warnings are not shown: `check` shows them.
    """
    text = with_comments(text_of(file), as_first_engine, dialect)
    try:
        return Program(read(text, str(file)))
    except DescriptionError as error:
        fail(str(error), 1)
