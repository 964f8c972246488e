# expect: exception
# levels: sandbox
"""Raises exceptions whose attributes raise, or are very large."""

from Players.Player import Player


class Hides(BaseException):
    def __str__(self):
        return "\ud800" * 10_000

    @property
    def __traceback__(self):
        raise SystemExit


class Names(AttributeError):
    @property
    def name(self):
        raise SystemExit


def its_own_cause():
    error = ValueError("why")
    error.__cause__ = error.__context__ = error
    return error


def with_a_long_note():
    error = ValueError("see below")
    error.add_note("n" * 10**6)
    return error


STRANGE = (
    Hides,
    Names,
    its_own_cause,
    with_a_long_note,
    lambda: ExceptionGroup("many", [ValueError(number) for number in range(10**4)]),
    lambda: SystemExit("\x1b[2J" * 10**5),
    StopIteration,
)


class Bot(Player):
    turn = -1

    def think(self, observation, budget):
        self.turn += 1
        raise STRANGE[self.turn % len(STRANGE)]()
