"""Errors that the user can do something about. The command line shows each as one sentence."""


class ArenaError(Exception):
    """Says what happened, where, and what to do next."""


class BotError(ArenaError):
    """A bot that cannot take part: it does not exist, or its file cannot be loaded.

    The error is a sentence. `lines` is the traceback of the error in the bot's file, if any.
    """

    def __init__(self, sentence: str) -> None:
        first, _, self.lines = sentence.partition("\n")
        super().__init__(first)


class ReplayError(ArenaError):
    """A replay file that cannot be read."""


class GameRefused(ArenaError):
    """The rules of a game cannot continue, for example if a described game does not end."""


class StrictFault(ArenaError):
    """A bot's fault in a match that stops at the first fault."""


class Unavailable(ArenaError):
    """An isolation level that this machine does not have, and why."""
