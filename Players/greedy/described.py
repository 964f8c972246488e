"""The rules of thumb of the bot `greedy` for games in the RECYCLE language.

Nobody has written rules of thumb for such a game, so the bot finds some. Before its first move it
plays random games with itself, and learns which features of a move (`moves.py`) go with good
results. During the game it imagines nothing and does not look ahead.
"""

from functools import lru_cache
from math import isfinite
from time import perf_counter

from Game.core.stream import Stream
from Game.recycle.game import DescribedGame
from Game.recycle.reading.errors import GameFault
from Game.recycle.state import RecycleState
from Players.described.fit import Fit
from Players.described.moves import Moves, Place
from Players.Player import Player

GAMES = 300  # random games to learn from
LONGEST = 300  # choices in one of them to learn from
SHARE = 0.3  # of a turn's time: the most to spend on random games


class GreedyDescribed(Player):
    """Takes the move whose features have gone with the best results in random games."""

    def think(self, observation, budget):
        actions = observation.get_list_actions()
        if len(actions) == 1:
            return actions[0]
        lessons = lessons_of(observation.game)
        lessons.learn(SHARE * budget)
        worths = lessons.worths(observation.world())
        best = max(worths)
        return self.dice.choice([action for action in actions
                                 if worths[observation.number(action)] == best])  # fmt: skip


class Lessons:
    """The results of random games: how good the moves of a game are."""

    def __init__(self, game: DescribedGame) -> None:
        self.game, self.moves = game, Moves(game.program)
        self.fits: dict[Place, Fit] = {}  # for the moves of each place in the game
        self.games, self.stream = 0, Stream(1)

    def learn(self, seconds: float) -> None:
        """Play random games until there are enough, or until the time is up."""
        end = perf_counter() + seconds if isfinite(seconds) else None
        while self.games < GAMES and (end is None or perf_counter() < end):
            self.games += 1
            try:
                self.play_and_learn()
            except GameFault:
                continue  # a random game that cannot go on teaches nothing

    def play_and_learn(self) -> None:
        """Play a random game. A move is compared with the others that were possible.

        The move is drawn, so it does not depend on how good the hand is. To compare moves of
        different hands would teach that high cards are good to play, because good hands have them.
        """
        stream = self.stream
        state = self.game.deal(stream)
        assert isinstance(state, RecycleState)
        played = []
        while not state.is_terminal():
            options = len(state.legal())
            action = stream.below(options)
            if options > 1 and len(played) < LONGEST:
                place, rows = self.moves.describe(state)
                means = [sum(column) / options for column in zip(*rows, strict=True)]
                apart = [one - mean for one, mean in zip(rows[action], means, strict=True)]
                played.append((state.side(state.turn), place, apart))
            state.play(action)
        results = [state.value(side) for side in range(len(self.game.sides))]
        for side, place, apart in played:
            if place not in self.fits:
                self.fits[place] = Fit(len(apart))
            self.fits[place].add(apart, results[side])

    def worths(self, state: RecycleState) -> list[float]:
        """How good each move is, compared with the others."""
        place, rows = self.moves.describe(state)
        fit = self.fits.get(place)
        return [fit.expect(row) if fit is not None else 0.0 for row in rows]


@lru_cache(maxsize=4)
def lessons_of(game: DescribedGame) -> Lessons:
    """The lessons of a game. All its seats share them, because they contain no deals."""
    return Lessons(game)
