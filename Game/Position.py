"""RoboBrisca's path; the code is in `Game/brisca/position.py`."""

from Game.brisca.position import Position

__all__ = ["Position"]
