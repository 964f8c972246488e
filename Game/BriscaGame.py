"""RoboBrisca's path; the code is in `Game/brisca/brisca_game.py`."""

from Game.brisca.brisca_game import BriscaGame

__all__ = ["BriscaGame"]
