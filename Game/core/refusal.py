"""The base class of the errors that refuse an input."""


class Refusal(ValueError):
    """The message says what was given, why it is impossible, and what is possible instead."""
