"""A bot's answer: a move, or a fault with its verdict."""

from typing import Literal, NamedTuple

from msgspec import Struct

from arena.guest.protocol.thoughts import Row

Verdict = Literal[
    "timeout",  # no answer within the budget
    "illegal",  # an answer that is not one of the legal actions
    "exception",  # think raised
    "memory",  # think ran out of memory
    "load",  # its file or its constructor failed
    "crashed",  # its process ended
    "protocol",  # it sent an unexpected message
    "forfeit",  # it died too often in this game
]


INSTEAD = "; it must return one of"  # in the reason of an illegal answer, before the legal actions


class Fault(NamedTuple):
    """A verdict for the machine, a reason for its author, and the traceback if there is one."""

    verdict: Verdict
    reason: str
    traceback: str = ""
    output: str = ""  # the text that the bot had printed


class Answer(Struct, frozen=True, gc=False):
    """An action's number or a fault, and how long the bot thought, in whole microseconds."""

    action: int
    us: int = 0  # wall time
    cpu: int = 0  # processor time, if it was measured
    fault: Fault | None = None
    excuse: str = ""  # if the machine caused the fault: how; empty if the bot did
    thoughts: tuple[Row, ...] = ()  # the bot's thoughts about its choice
    waited: int = 0  # microseconds of `us` in which it waited for a core


NO_ACTION = -1
