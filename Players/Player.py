"""What every bot is."""

from functools import cached_property
from typing import Any

from Game.core.stream import Stream


class Player:
    """Subclass it, write `think`, and hand in the file. There is no constructor to call."""

    games: tuple[str, ...] = ()  # those it can play, as in ("brisca",); none named: any game
    thoughts: Any = ()  # of each action: (action, visits, mean, low, high), for the replay

    def think(self, observation: Any, budget: float) -> Any:
        """Return one of `observation.get_list_actions()` within `budget` seconds.

        Too late, something else, or an exception: a random legal action is played for you, the
        fault is counted, and the game goes on.
        """
        raise NotImplementedError(f"{type(self).__name__} has no think(observation, budget) yet")

    def __str__(self) -> str:
        return type(self).__name__

    @cached_property
    def dice(self) -> Stream:
        """Random numbers of your own: `self.dice.choice(actions)`, `.random()`, `.below(n)`.

        The arena seeds it for every game, so that a game can be played again, move by move.
        """
        return Stream()
