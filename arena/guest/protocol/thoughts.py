"""A bot's thoughts about its choice: how often it tried each action, and how good it looked.

A bot may set `self.thoughts` in `think`. The guest turns them into plain numbers within the bot's
time, because reading them may run the bot's code. Badly formed thoughts are ignored, because they
do not influence the game. The arena checks the numbers again.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from math import isfinite
from typing import Any

MOST = 32  # rows of a turn: more do not fit into a frame
VISITS = 2**53 - 1  # the largest whole number that every reader of records can hold
ACTIONS = 2**62  # more than any game has
DIGITS = 4  # after the decimal point of a share

# An action's number, how often it was tried, how good it looked (0 to 1), and the two bounds.
Row = tuple[int, int, float, float, float]
NOTHING: tuple[Row, ...] = ()  # the thoughts of a player that sets none
NamedRow = tuple[str, int, float, float, float]  # the same with the action's text


def take(player: Any, number_of: Callable[[Any], int]) -> tuple[Row, ...]:
    """Take the thoughts from the player, so that its next turn does not show them again.

    An unrelated `thoughts` attribute is ignored.
    """
    try:
        thoughts = player.thoughts
        if thoughts is NOTHING:  # the usual case, made fast
            return ()
        rows = valid_rows([_row(each, number_of) for each in islice(iter(thoughts), MOST)])
        if rows:
            player.thoughts = []
        return rows
    except Exception:  # a bot's objects may raise anything
        return ()


def check_number(number: Any) -> int:
    """The number of an action, or ValueError.

    A subclass of int is refused, because its methods are the bot's own code.
    """
    if type(number) is not int or not 0 <= number < ACTIONS:
        raise ValueError("that is not the number of an action")
    return number


def _row(thought: Any, number_of: Callable[[Any], int]) -> Row:
    """One row, from an object with these attributes or from five values."""
    if hasattr(thought, "visits"):
        values = thought.action, thought.visits, thought.mean, thought.low, thought.high
    else:
        values = tuple(thought)
    action, visits, mean, low, high = values
    return check_number(number_of(action)), int(visits), float(mean), float(low), float(high)


def valid_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows with their numbers brought into bounds; none if a number is infinite or NaN."""
    valid = []
    for action, visits, mean, low, high in islice(rows, MOST):
        if not 0 <= action < ACTIONS:
            continue
        if not (isfinite(mean) and isfinite(low) and isfinite(high)):
            return ()
        mean = _share(mean)
        low, high = min(_share(low), mean), max(_share(high), mean)
        valid.append((action, max(0, min(VISITS, visits)), mean, low, high))
    return tuple(valid)


def _share(value: float) -> float:
    return round(max(0.0, min(1.0, value)), DIGITS)


def with_texts(rows: Iterable[Row], texts: Mapping[int, str]) -> tuple[NamedRow, ...]:
    """The rows about legal actions, each action once, with the action's text."""
    by_action: dict[int, NamedRow] = {}
    for action, *numbers in valid_rows(rows):
        if action in texts and action not in by_action:
            visits, mean, low, high = numbers
            by_action[action] = (texts[action], int(visits), mean, low, high)
    return tuple(by_action.values())
