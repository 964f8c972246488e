# cython: binding=True, boundscheck=True, wraparound=True
"""Plays on in an imagined world, so that a bot can think ahead.

    model = ForwardModel()
    future = observation.get_randomized_clone()
    reward = model.play(future, action, Heuristic())    # one move
    points = model.playout(observation, 1000)           # a thousand random games in one call

`points` has the points of side 0 first, then those of side 1. In Brisca
`points[observation.seat % 2]` are the points of your side.

The same calls work for all games.
"""

from typing import Any

from Game.brisca.cards import Card, CardCollection, winning_place
from Game.brisca.position import Position
from Game.core.playouts import playouts
from Game.core.turn import OVER


class ForwardModel:
    def play(self, observation: Any, action: Any, heuristic: Any = None) -> float:
        """Play the action for the seat to act; the observation moves on. Return the reward."""
        reward: float
        if isinstance(observation, Position):  # in compiled code faster than the other call
            reward = Position.advance(observation, action, heuristic)
        else:
            reward = observation.advance(action, heuristic)
        return reward

    def playout(self, observation: Any, n: int = 1, fresh: bool = True) -> list[float]:
        """The mean final points of each side over `n` random completions of the game.

        Side 0 always comes first, also if you play on side 1.

        Each game starts from a new world that is possible for the seat; with `fresh=False` it
        starts from the world of this observation. The observation does not change.
        """
        if n < 1:
            raise ValueError(f"{n} games have no mean: play 1 or more")
        game = observation.game
        seat = observation.seat if fresh else OVER
        means = playouts(observation.world(), game.seats, n, seat, observation.stream)
        results = []
        for side in game.sides:
            points = 0.0
            for seat in side:  # not `sum`: its rounding depends on Python's version
                points += means[seat]
            results.append(points)
        return results

    def next_turn(self, t: int) -> int:
        """The seat after seat `t`."""
        return (t + 1) % 4

    def get_round_winner(self, playing_cards: CardCollection, trump_card: Card, turn: int) -> int:
        """The seat that takes these cards, the last of which was played by seat `turn`."""
        cards = playing_cards.get_cards()
        return (turn + 1 - len(cards) + winning_place(cards, trump_card)) % 4

    def check_winner(self, state: Any) -> int:
        """The side that won, also stored in `state.winner`; -1 while the game goes on.

        One side always wins here. As in RoboBrisca, side 1 wins if points and cards are equal.
        """
        if not state.is_terminal():
            return -1
        ahead: int = state.world().winner()
        state.winner = 1 if ahead < 0 else ahead
        return 1 if ahead < 0 else ahead

    def get_points_player(self, player_id: int, state: Any) -> int:
        """The points of the cards that the player won."""
        points: int = state.points(player_id)
        return points
