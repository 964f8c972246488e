"""What every game shares: the contract, cards and decks, random streams, text forms."""


class Refusal(ValueError):
    """An input is refused.

    The message says what was given, why it is impossible, and what is possible instead.
    """
