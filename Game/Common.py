"""RoboBrisca's path; the code is in `Game/brisca/common.py`."""

from Game.brisca.common import calculate_points, is_better_card

__all__ = ["calculate_points", "is_better_card"]
