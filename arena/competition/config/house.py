"""The bots of the house, as a competition's file names them."""

from pathlib import Path

from arena.bots.bot import SPEC, Bot, find


def house_bot(folder: Path, written: str) -> Bot:
    """The bot with this name, or in this file; its path begins in the competition's folder."""
    match = SPEC.fullmatch(written.strip())
    if match is None or not match["what"].endswith(".py"):
        return find(written)
    return find(f"{folder / match['what']}{match['variant']}")
