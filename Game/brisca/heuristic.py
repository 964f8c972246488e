# cython: binding=True, boundscheck=True, wraparound=True
"""How good a move was, judged by the cards on the table."""

from typing import Any

from Game.brisca.cards import reward_of, winning_place


class Heuristic:
    """The reward of RoboBrisca; subclass it and pass yours to `ForwardModel.play`."""

    __slots__ = ()  # as compiled: `Position.advance` knows the reward of a plain `Heuristic`

    def get_score(self, observation: Any, player_id: int) -> Any:
        """The points on the table; negative unless the last card wins so far."""
        cards = observation.playing_cards.l_cards
        return reward_of(cards, winning_place(cards, observation.trump_card))
