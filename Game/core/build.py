"""Do the rules run compiled, or is the same source interpreted?"""

from Game.core import state


def is_compiled() -> bool:
    """Do the rules run as compiled code? (The hot modules are compiled together or not at all.)"""
    return not state.__file__.endswith(".py")
