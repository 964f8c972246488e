"""What every game shares: the contract, cards and decks, random streams, text forms."""


def is_compiled() -> bool:
    """Do the rules run as compiled code? (The hot modules are compiled together or not at all.)"""
    from Game.core import state

    return not state.__file__.endswith(".py")
