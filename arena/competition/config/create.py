"""Creates the folder of a new competition, with its first files.

It writes all files or none, and never overwrites a file.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from arena.common.errors import ArenaError
from arena.common.games import text_of, with_comments
from arena.competition.config import seed
from arena.competition.config.paths import FILE, OUT, SUBMISSIONS
from arena.competition.config.reading import parse
from arena.replay.files import unwritable

HOUSE = "house"
ABOUT_HOUSE = """\
The organiser's own bots: Python files, or packages. In competition.toml they are written with this
folder: house = ["greedy", "house/mine.py"]. Teams see them when the phase is published.
"""
KEEP_OUT = "*\n"  # git takes nothing from a folder with this: the seed is secret


def create_competition(
    folder: Path, text: str, described: Path | None = None, dialect: str | None = None
) -> str:
    """Create a competition with this text of competition.toml, and return the hash of its seed.

    `described` is the file that describes its game, if there is one. Its copy says in which dialect
    it is, if one is given.
    """
    secret = seed.new_seed()
    game = {}
    if described:
        game[Path(described.name)] = with_comments(text_of(described), False, dialect)
    files = {
        Path(FILE): text,
        **game,
        Path(HOUSE, "README.md"): ABOUT_HOUSE,
        Path(OUT, ".gitignore"): KEEP_OUT,
        seed.PLACE: secret,
    }
    with ExitStack() as undo:
        for inside in (SUBMISSIONS, HOUSE, OUT):
            _make(folder / inside, undo)
        _write(folder, files, undo)
        parse(text, folder / FILE)
        undo.pop_all()
    return seed.fingerprint(secret)


def _make(folder: Path, undo: ExitStack) -> None:
    """Make the folder, and missing folders above it."""
    each = folder
    try:
        if folder.exists() and not folder.is_dir():
            raise ArenaError(f"{folder} is a file, but must be a folder: move it away")
        for each in [each for each in (*reversed(folder.parents), folder) if not each.exists()]:
            each.mkdir()
            undo.callback(_undo, each.rmdir)
    except OSError as error:
        raise unwritable(each, error) from None


def _write(folder: Path, files: Mapping[Path, str], undo: ExitStack) -> None:
    for place, text in files.items():
        path = folder / place
        mode = 0o600 if place == seed.PLACE else 0o666
        try:
            # Mode "x": a file that another process has just written is not overwritten.
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            undo.callback(_undo, path.unlink)
            with os.fdopen(file, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(file)  # the seed's hash is published: it must outlive a power cut
        except OSError as error:
            raise unwritable(path, error) from None


def _undo(remove: Callable[[], None]) -> None:
    """Remove the files that were made; a folder that has other files stays."""
    with suppress(OSError):
        remove()
