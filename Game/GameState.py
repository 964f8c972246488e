"""RoboBrisca's path; the code is in `Game/brisca/game_state.py`."""

from Game.brisca.game_state import GameState

__all__ = ["GameState"]
