"""Finds the game that the user names: a registered game, or a file in the RECYCLE language."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.common.errors import ArenaError
from arena.common.input_files import read_input
from Game.core.game import Game
from Game.recycle.reading.dialects import SUFFIXES, comment_for
from Game.recycle.reading.errors import GameFault
from Game.recycle.reading.limits import AS_FIRST_ENGINE
from Game.registry import USER_GAME, find, names


def is_game(word: str) -> bool:
    """Does this word name a game, and not a bot?"""
    return word.lower() in names() or is_description(word)


def is_description(word: str) -> bool:
    """Is this a file that describes a game?"""
    return Path(word).suffix.lower() in SUFFIXES


def game_of(
    word: str,
    options: Mapping[str, Any],
    folder: Path | None = None,
    *,
    as_first_engine: bool = False,
    dialect: str | None = None,
) -> Game:
    """The game with its options. A file is looked up in `folder`, or in the current folder.

    `as_first_engine` and `dialect` add a line to the text of a described game. So its records show
    these options.
    """
    if not is_description(word):
        if as_first_engine or dialect:
            option = "--as-first-engine" if as_first_engine else "--dialect"
            raise ArenaError(
                f"{option} is for files *.rcy and *.gdl, and {word} is not one: leave the option "
                "out"
            )
        return find(word)(**options)
    path = (folder or Path()) / word
    text = with_comments(text_of(path), as_first_engine, dialect)
    try:
        return find(USER_GAME)(**{"file": path.name, "text": text, **options})
    except GameFault as fault:  # the constructor tries the setup
        raise ArenaError(f"{path}: {fault}") from None


def with_comments(text: str, as_first_engine: bool, dialect: str | None) -> str:
    """The text of a description, with the comments that stand for these options."""
    for line in (
        AS_FIRST_ENGINE if as_first_engine else "",
        comment_for(dialect) if dialect else "",
    ):
        text = f"{text}\n{line}\n" if line else text
    return text


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
