"""A position as text, or as a page of its own. All cards are open: it is for the trainer."""

import sys
from html import escape

from Game.core.game import Game
from Game.core.state import State
from Game.core.stream import Stream

MODES = ("human", "ansi", "html")
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<h1>{title}</h1>
{seats}
</html>
"""
SEAT = "<h2>Seat {seat}{turn}</h2>\n<pre>{text}</pre>"


def render(game: Game, state: State, mode: str | None) -> str | None:
    """The position in one of the MODES: what each seat sees, one after the other.

    `human` writes it to the terminal, and the others return it.
    """
    if mode is None:
        return None
    texts = [game.observe(state.view(seat), Stream(0)).table_text() for seat in range(game.seats)]
    marks = [" (to act)" if seat == state.turn else "" for seat in range(game.seats)]
    if mode != "html":
        lines = "\n".join(
            f"seat {seat}{mark}\n{text}"
            for seat, (mark, text) in enumerate(zip(marks, texts, strict=True))
        )
        if mode == "ansi":
            return lines
        sys.stdout.write(lines + "\n")
        return None
    seats = "\n".join(
        SEAT.format(seat=seat, turn=mark, text=escape(text))
        for seat, (mark, text) in enumerate(zip(marks, texts, strict=True))
    )
    return PAGE.format(title=escape(game.title), seats=seats)
