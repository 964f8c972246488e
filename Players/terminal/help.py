"""The text that `?` shows to a person at the terminal."""

from collections.abc import Sequence
from typing import Any

from Players.terminal.labels import example_amount
from Players.terminal.screen import Screen

KEYS = """\
Type what stands before the bracket of your choice, or its name: {example}.
{numbers}
Cards that you discard one after the other, you may type in one line.
h  a hint: a search of a second tries out your choices in imagined games
q  leave, as Ctrl-D does; the games that are over count
?  this help"""

OF_BIDS = "The number of a bid is the bid itself: {amount} bids {amount}."
OF_OTHERS = "The choices are counted from 1."


def help_text(observation: Any, choices: Sequence[Any], screen: Screen) -> str:
    """The keys, the short names of the cards, and what the game is about."""
    game = observation.game
    amount = example_amount(screen.faces, [*map(str, choices)])
    numbers = OF_BIDS.format(amount=amount) if amount else OF_OTHERS
    keys = KEYS.format(example=choices[0], numbers=numbers)
    texts = (keys, screen.faces.legend(), f"{game.title}: {game.about}")
    return "\n".join(screen.show(text) for text in texts if text)
