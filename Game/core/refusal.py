"""The base of every error that says, in a sentence, why an input cannot be right."""


class Refusal(ValueError):
    """What was given, why it cannot be, and what there is instead."""
