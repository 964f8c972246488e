"""One's own bots on a machine without a sandbox, such as macOS and Windows: asked once, remembered.

Only commands that play the files of their own command line use this. Everything else that plays
files (a competition, the live site) plays those of others, and needs `--i-trust-these-bots` each
time.
"""

import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import click

from arena.bots.bot import Bot
from arena.cli import warn
from arena.guest.protocol.levels import PROCESS, SANDBOX
from arena.sandbox import levels
from arena.sandbox.levels import AUTO, is_strange

FILE = "own-bots.toml"
YES = ("y", "yes")
KEY, ALLOWED = "own-bots-play-at", PROCESS.name
# Above the files of others there is one of these: of a competition, or of a published phase.
MARKS_OF_OTHERS = ("competition.toml", "phase.json")


def trust(trusted: bool, isolation: str, bots: Sequence[Bot]) -> bool:
    """May these bots of a command line play without a sandbox?

    `trusted` is the option for it. Without the option, the user may allow it for their own files.
    """
    files = [bot.path for bot in bots if is_strange(bot)]
    if trusted or isolation != AUTO or not files or levels.has_sandbox():
        return trusted
    return not any(map(_is_of_others, files)) and (are_allowed() or _ask())


def answer_file() -> Path:
    """The file that remembers the answer, in the user's folder of settings."""
    return Path(click.get_app_dir("card-arena"), FILE)


def are_allowed() -> bool:
    """Has the user allowed their own files to play without a sandbox?"""
    try:
        return tomllib.loads(answer_file().read_text("utf-8")).get(KEY) == ALLOWED
    except (OSError, ValueError):  # there is none, or it cannot be read: the user is asked again
        return False


def _is_of_others(file: Path) -> bool:
    return any((folder / mark).exists() for folder in file.parents for mark in MARKS_OF_OTHERS)


def _ask() -> bool:
    """Ask the user, and remember a yes. Without a terminal, nobody can be asked: no."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    click.echo(
        f"This machine has no sandbox for bots: {levels.unavailable(SANDBOX.name)}.\n"
        "Without one, a bot can do all that you can: read and change your files, use the network.\n"
        "May files that you name on the command line play anyway? Only if they are yours [y/N]: ",
        nl=False,
        err=True,
    )
    answer = sys.stdin.readline()  # not `input` and `click.confirm`: they may lose a Ctrl-C
    if not answer:  # Ctrl-D
        raise click.Abort
    if answer.strip().lower() not in YES:
        return False
    _remember()
    return True


def _remember() -> None:
    file = answer_file()
    text = f'# Remove this file, and Card Arena asks you again.\n{KEY} = "{ALLOWED}"\n'
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    except OSError as error:
        warn(f"your answer holds for this command only: {file} cannot be written: {error.strerror}")
    else:
        warn(f"your answer is remembered in {file}. To be asked again, remove this file")
