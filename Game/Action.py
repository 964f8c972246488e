"""RoboBrisca's path; the code is in `Game/brisca/action.py`."""

from Game.brisca.action import ACTIONS, Action

__all__ = ["ACTIONS", "Action"]
