"""Which of the two is running: compiled rules, or the same source interpreted."""

from pathlib import Path

from Game.core import state


def is_compiled() -> bool:
    """Do the rules run as compiled code? (The hot modules are compiled together or not at all.)"""
    return Path(state.__file__).suffix != ".py"
