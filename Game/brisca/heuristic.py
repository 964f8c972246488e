"""How good a move was, judged by the cards on the table."""

from typing import Any

from Game.brisca.cards import calculate_points, is_better_card


class Heuristic:
    """The reward of RoboBrisca; subclass it and pass yours to `ForwardModel.play`."""

    def get_score(self, observation: Any, player_id: int) -> float:
        """The points on the table; negative unless the last card wins so far."""
        cards = observation.playing_cards.get_cards()
        points = calculate_points(cards)
        *earlier, last = cards
        trump, led = observation.trump_card, cards[0]
        wins = all(is_better_card(last, card, trump, led) for card in earlier)
        return points if wins else -points
