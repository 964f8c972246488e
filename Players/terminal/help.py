"""The text that `?` shows to a person at the terminal."""

from collections.abc import Sequence
from typing import Any

from Players.terminal.screen import Screen

KEYS = """\
Type what stands before the bracket of your choice, or its name: {example}.
The number of a bid is the bid itself: 1 bids 1. Cards are counted from 1.
Cards that you discard one after the other, you may type in one line.
h  a hint: a search of a second tries out your choices in imagined games
q  leave, as Ctrl-D does; the games that are over count
?  this help"""


def help_text(observation: Any, choices: Sequence[Any], screen: Screen) -> str:
    """The keys, the short names of the cards, and what the game is about."""
    game = observation.game
    texts = (KEYS.format(example=choices[0]), screen.faces.legend(), f"{game.title}: {game.about}")
    return "\n".join(screen.show(text) for text in texts if text)
