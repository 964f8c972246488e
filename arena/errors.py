"""Errors that the user can do something about. The command line shows their one sentence."""


class ArenaError(Exception):
    """Says what happened, where, and what to do next."""


class BotError(ArenaError):
    """A bot that cannot take part: there is no such bot, or its file does not load."""


class ReplayError(ArenaError):
    """A replay file that cannot be read."""


class StrictFault(ArenaError):
    """A bot's fault in a match that was to stop at the first one."""
