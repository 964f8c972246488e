"""What comes back from a bot: a move, or a verdict on why there is none."""

from typing import Literal, NamedTuple

from msgspec import Struct

from arena.guest.protocol.thoughts import Row

Verdict = Literal[
    "timeout",  # no answer within the budget
    "illegal",  # an answer that is not one of the legal actions
    "exception",  # think raised
    "memory",  # think ran out of memory
    "load",  # the bot could not be made
    "crashed",  # its process ended
    "protocol",  # something else came than the message that was due
    "forfeit",  # it died too often in this game
]


class Fault(NamedTuple):
    """A verdict for the machine, a reason for its author, and the traceback if there is one."""

    verdict: Verdict
    reason: str
    traceback: str = ""
    output: str = ""  # what it had printed


class Answer(Struct, frozen=True, gc=False):
    """An action's number, or a fault; and how long the bot thought, in whole microseconds."""

    action: int
    us: int = 0  # on the wall
    cpu: int = 0  # on the processor, where it was measured
    fault: Fault | None = None
    excuse: str = ""  # why the machine is to blame for the fault, and not the bot
    thoughts: tuple[Row, ...] = ()  # what the bot says of its choice
    waited: int = 0  # microseconds of `us` in which it wanted a core and others had it


NO_ACTION = -1
