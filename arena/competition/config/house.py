"""The house bots: how a competition's file names them, and their names in a phase."""

from pathlib import Path

from arena.bots.bot import SPEC, Bot, find
from arena.bots.code import ARCHIVE
from arena.common.name_looks import look
from arena.competition.config.names import key


def house_bot(folder: Path, written: str) -> Bot:
    """The bot with this name, or in this file; its path begins in the competition's folder."""
    match = SPEC.fullmatch(written.strip())
    if match is None or not _is_path(folder, match["what"]):
        return find(written)
    return find(f"{folder / match['what']}{match['variant']}")


def _is_path(folder: Path, what: str) -> bool:
    """Is it a file or a folder in this folder? If not, it is the name of a bot."""
    return what.endswith((".py", ARCHIVE)) or ("/" in what and (folder / what).is_dir())


def house_name(number: int) -> str:
    """The name that a house bot plays under. It hides which bot it is."""
    return f"House {number}"


def is_house_name(name: str) -> bool:
    """Is the name kept for house bots, or does it look like one of theirs?"""
    first, _, rest = key(name).partition(" ")
    return bool(rest) and look(first) == look("House")
