# cython: boundscheck=True, wraparound=True
"""How good a move was, judged by the cards on the table."""

from typing import Any

from Game.brisca.cards import calculate_points, winning_place


class Heuristic:
    """The reward of RoboBrisca; subclass it and pass yours to `ForwardModel.play`."""

    def get_score(self, observation: Any, player_id: int) -> float:
        """The points on the table; negative unless the last card wins so far."""
        return reward_of(observation.playing_cards.l_cards, observation.trump_card)


def reward_of(cards: list[Any], trump: Any) -> float:
    """The reward of the last of these cards, which lie on the table."""
    points = calculate_points(cards)
    if len(cards) == 1 or winning_place(cards, trump) == len(cards) - 1:
        return points
    return -points
