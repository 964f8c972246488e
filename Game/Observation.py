"""RoboBrisca's path; the code is in `Game/brisca/observation.py`."""

from Game.brisca.observation import Observation

__all__ = ["Observation"]
