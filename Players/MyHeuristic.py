from typing import Any

from Game.brisca.cards import calculate_points, is_better_card
from Game.Heuristic import Heuristic


class MyHeuristic(Heuristic):
    """The second heuristic of RoboBrisca's kit. Unlike `Heuristic`, it knows the partner."""

    def get_score(self, observation: Any, player_id: int) -> float:
        """The points on the table; negative if an opponent's card wins so far."""
        cards = observation.playing_cards.get_cards()
        points = calculate_points(cards)
        ours, theirs = cards[-1::-2], cards[-2::-2]  # the last card is the player's own
        is_behind = any(
            all(is_better_card(card, own, observation.trump_card, cards[0]) for own in ours)
            for card in theirs
        )
        return -points if is_behind else points
