"""RoboBrisca's path; the code is in `Game/brisca/cards.py`."""

from Game.brisca.cards import calculate_points, is_better_card

__all__ = ["calculate_points", "is_better_card"]
