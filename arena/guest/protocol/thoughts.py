"""What a bot says of its choice: for each action how often it tried it and how good it looked.

A bot that wants to be understood sets `self.thoughts` in `think`. It is taken from it here, as
plain numbers and as part of its thinking, since to read it may run the bot's code. Whatever is not
well formed is passed over without a word: it has no part in the game. The arena believes none of
it and looks at the numbers once more.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from math import isfinite
from typing import Any

MOST = 32  # rows that are kept of a turn: no more fit into a frame
VISITS = 2**53 - 1  # the largest whole number that every reader of records can hold
ACTIONS = 2**62  # more than any game has
DIGITS = 4  # of a share that are kept

# An action's number, how often it was tried, how good it looked from 0 to 1, and between what.
Row = tuple[int, int, float, float, float]
NOTHING: tuple[Row, ...] = ()  # what every player says unless it says something
ToldRow = tuple[str, int, float, float, float]  # the same with the action's text


def take(player: Any, number_of: Callable[[Any], int]) -> tuple[Row, ...]:
    """Take what the player has set since it was last asked, so that nothing is shown twice.

    An unrelated `thoughts` attribute is ignored.
    """
    try:
        told = player.thoughts
        if told is NOTHING:  # as with all that say nothing, in every turn
            return ()
        rows = sane([_row(each, number_of) for each in islice(iter(told), MOST)])
        if rows:
            player.thoughts = []
        return rows
    except Exception:  # whatever a bot's objects do when they are asked
        return ()


def whole(number: Any) -> int:
    """The number of an action, or ValueError. A subclass of int is refused: it would bring the
    bot's own code with it."""
    if type(number) is not int or not 0 <= number < ACTIONS:
        raise ValueError("that is no number of an action")
    return number


def _row(told: Any, number_of: Callable[[Any], int]) -> Row:
    """One row, of an object with these names or of five values."""
    if hasattr(told, "visits"):
        values = told.action, told.visits, told.mean, told.low, told.high
    else:
        values = tuple(told)
    action, visits, mean, low, high = values
    return whole(number_of(action)), int(visits), float(mean), float(low), float(high)


def sane(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows with numbers in their bounds; none if one of them is no number at all."""
    found = []
    for action, visits, mean, low, high in islice(rows, MOST):
        if not 0 <= action < ACTIONS:
            continue
        if not (isfinite(mean) and isfinite(low) and isfinite(high)):
            return ()
        mean = _share(mean)
        low, high = min(_share(low), mean), max(_share(high), mean)
        found.append((action, max(0, min(VISITS, visits)), mean, low, high))
    return tuple(found)


def _share(value: float) -> float:
    return round(max(0.0, min(1.0, value)), DIGITS)


def with_texts(rows: Iterable[Row], texts: Mapping[int, str]) -> tuple[ToldRow, ...]:
    """The rows about actions that could be played, each once, with the text of the action."""
    found: dict[int, ToldRow] = {}
    for action, *numbers in sane(rows):
        if action in texts and action not in found:
            visits, mean, low, high = numbers
            found[action] = (texts[action], int(visits), mean, low, high)
    return tuple(found.values())
