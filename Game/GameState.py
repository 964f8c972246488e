"""RoboBrisca's path; the code is in `Game/brisca/robobrisca/game_state.py`."""

from Game.brisca.robobrisca.game_state import GameState

__all__ = ["GameState"]
