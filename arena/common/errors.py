"""Errors that the user can do something about. The command line shows their one sentence."""


class ArenaError(Exception):
    """Says what happened, where, and what to do next."""


class BotError(ArenaError):
    """A bot that cannot take part: there is no such bot, or its file does not load.

    The error is a sentence; `lines` is the traceback of what the bot's own file has raised.
    """

    def __init__(self, sentence: str) -> None:
        first, _, self.lines = sentence.partition("\n")
        super().__init__(first)


class ReplayError(ArenaError):
    """A replay file that cannot be read."""


class StrictFault(ArenaError):
    """A bot's fault in a match that was to stop at the first one."""


class Unavailable(ArenaError):
    """An isolation level that this machine does not have, and why."""
