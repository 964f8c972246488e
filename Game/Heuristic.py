"""RoboBrisca's path; the code is in `Game/brisca/heuristic.py`."""

from Game.brisca.heuristic import Heuristic

__all__ = ["Heuristic"]
