"""RoboBrisca's path; the code is in `Game/brisca/robobrisca/brisca_game.py`."""

from Game.brisca.robobrisca.brisca_game import BriscaGame

__all__ = ["BriscaGame"]
