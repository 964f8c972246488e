"""The base class of all bots."""

from functools import cached_property
from typing import Any

from Game.core.stream import Stream


class Player:
    """Your bot: inherit from this class, write `think`, and hand in the file.

    It needs no constructor.
    """

    games: tuple[str, ...] = ()  # the games that it plays, such as ("brisca",); empty: all games
    thoughts: Any = ()  # for the replay, a row for each action: (action, visits, mean, low, high)

    def think(self, observation: Any, budget: float) -> Any:
        """Return one of `observation.get_list_actions()` within `budget` seconds.

        If it returns too late, returns something else, or raises an exception, the arena plays a
        random legal action for you and counts a fault. The game goes on.
        """
        raise NotImplementedError(f"{type(self).__name__} has no think(observation, budget) yet")

    def __str__(self) -> str:
        return type(self).__name__

    @cached_property
    def dice(self) -> Stream:
        """Random numbers of your own: `self.dice.choice(actions)`, `.random()`, `.below(n)`.

        The arena seeds it for every game. So the same game can be played again, move by move.
        """
        return Stream()
