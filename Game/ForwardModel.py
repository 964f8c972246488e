"""RoboBrisca's path; the code is in `Game/brisca/forward_model.py`."""

from Game.brisca.forward_model import ForwardModel

__all__ = ["ForwardModel"]
