"""Which game is meant: the name of a registered one, or a file in the RECYCLE language."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.common.errors import ArenaError
from arena.common.input_files import read_input
from Game.core.game import Game
from Game.recycle.reading.errors import GameFault
from Game.registry import USER_GAME, find, names

SUFFIX = ".gdl"  # of descriptions of games


def is_game(word: str) -> bool:
    """Is this a game, and not a bot?"""
    return word.lower() in names() or is_description(word)


def is_description(word: str) -> bool:
    """Is this the file of a game that somebody describes?"""
    return Path(word).suffix.lower() == SUFFIX


def game_of(word: str, options: Mapping[str, Any], folder: Path | None = None) -> Game:
    """The game with its options. A file is looked for in the folder, or where we are."""
    if not is_description(word):
        return find(word)(**options)
    path = (folder or Path()) / word
    try:
        return find(USER_GAME)(**{"file": path.name, "text": text_of(path), **options})
    except GameFault as fault:  # its setup is tried here
        raise ArenaError(f"{path}: {fault}") from None


def text_of(file: Path, what: str = "a description of a game") -> str:
    """What is in a file of text.

    Old files are not in UTF-8. Their accents stand in comments, where it does not matter.
    """
    try:
        content = read_input(file, what)
    except FileNotFoundError:
        raise ArenaError(
            f"There is no file {file}. A game's name will do too: arena games lists them"
        ) from None
    wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return content.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")
