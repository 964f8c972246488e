"""The faults of a team in a game, with texts that a page may show: bots have said parts of them."""

from dataclasses import dataclass

from arena.guest.protocol.safe_text import plain, plain_lines
from arena.pages.words import Words
from arena.replay.record import Record

LONGEST = 8000  # characters of a traceback or of output
REASON = 400


@dataclass(frozen=True)
class ShownFault:
    verdict: str
    ply: int
    seat: int
    reason: str
    traceback: str
    output: str


def shown_faults(words: Words, record: Record, team: str) -> list[ShownFault]:
    """The faults of the team with this name."""
    return [
        ShownFault(
            words.verdict(fault.verdict),
            fault.ply,
            fault.seat,
            f"{plain(fault.reason):.{REASON}}",
            plain_lines(fault.traceback)[:LONGEST],
            plain_lines(fault.output)[:LONGEST],
        )
        for fault in record.faults
        if record.name(fault.seat) == team
    ]
