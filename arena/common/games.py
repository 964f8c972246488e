"""Finds the game that the user names: a registered game, or a file in the RECYCLE language."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.common.errors import ArenaError
from arena.common.input_files import read_input
from Game.core.game import Game
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.limits import AS_FIRST_ENGINE
from Game.registry import USER_GAME, find, names

SUFFIX = ".gdl"  # a file with a description of a game ends so


def is_game(word: str) -> bool:
    """Does this word name a game, and not a bot?"""
    return word.lower() in names() or is_description(word)


def is_description(word: str) -> bool:
    """Is this a file that describes a game?"""
    return Path(word).suffix.lower() == SUFFIX


def game_of(
    word: str,
    options: Mapping[str, Any],
    folder: Path | None = None,
    *,
    as_first_engine: bool = False,
) -> Game:
    """The game with its options. A file is looked up in `folder`, or in the current folder.

    `as_first_engine` adds a line to the text of a described game. So its records show this option.
    """
    if not is_description(word):
        if as_first_engine:
            raise ArenaError(
                f"--as-first-engine is for files *.gdl, and {word} is not one: leave the option out"
            )
        return find(word)(**options)
    path = (folder or Path()) / word
    text = text_of(path)
    if as_first_engine:
        text = f"{text}\n{AS_FIRST_ENGINE}\n"
    try:
        return find(USER_GAME)(**{"file": path.name, "text": text, **options})
    except GameFault as fault:  # the constructor tries the setup
        raise ArenaError(f"{path}: {fault}") from None


def text_of(file: Path, what: str = "a description of a game") -> str:
    """The content of a text file.

    Old files may not be in UTF-8. Their accents are in comments, where a wrong letter does no harm.
    """
    try:
        content = read_input(file, what)
    except FileNotFoundError:
        raise ArenaError(
            f"There is no file {file}. You can also give the name of a game: arena games lists them"
        ) from None
    wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return content.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")
