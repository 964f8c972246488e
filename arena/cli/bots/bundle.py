"""`arena bundle`: makes a package of a bot and of its helper modules."""

import shlex
from pathlib import Path

import click

from arena.bots.archive import archive_of
from arena.bots.bundle import Bundle
from arena.bots.bundle import bundle as make_bundle
from arena.bots.code import ARCHIVE, check_suffix, read_code
from arena.cli import warn
from arena.cli.progress import count_text
from arena.common.errors import ArenaError
from arena.common.sizes import MIB, size_text
from arena.replay.files import replace_file


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="NAME.zip",
    help="The archive. Default: the name of the bot, in the current folder.",
)
@click.option(
    "--data",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="A data file of the bot, or a folder with data. Repeat it for several.",
)
def bundle(file: Path, output: Path | None, data: tuple[Path, ...]) -> None:
    """Make a package of a bot and its helper modules.

    The package has the bot in FILE, the modules from the same folder that it imports, and the data
    that you name. It is a zip archive. You can play with it and hand it in like a file. If FILE is
    a folder, the package has all files in it.
    """
    check_suffix(file)
    output = Path(f"{file.resolve().stem}{ARCHIVE}") if output is None else output
    if output.suffix.lower() != ARCHIVE:
        raise ArenaError(f"{output}: the name of a package must end in {ARCHIVE}")
    if file.suffix == ".py" and not file.is_dir():
        result = make_bundle(file, data)
    elif data:
        raise ArenaError(f"{file} is a package already: put the data into it, without --data")
    else:
        result = Bundle(read_code(file), [])
    replace_file(output, archive_of(result.code.files))
    size = sum(map(len, result.code.files.values()))
    click.echo(f"{output}: {count_text(len(result.code.files), 'files')}, {size_text(size)}")
    for name in result.code.files:
        click.echo(f"    {name}{'   the bot' if name == result.code.entry else ''}")
    for remark in result.remarks:
        warn(remark)
    if size > MIB:
        warn(f"competitions allow {size_text(MIB)} unless their rules say otherwise")
    click.echo(f"Try it: arena check {shlex.quote(str(output))}")
