"""Games for the viewer: played for the occasion, and the same with strangers' worst texts in them."""

import msgspec

from arena.bots import load
from arena.replay.record import FaultEntry, Record
from arena.run import new_run
from arena.workers import here
from Game.registry import find

SCRIPT = "<script>alert(1)</script>"
NASTY = (
    f'</script>{SCRIPT}<img src=x onerror="alert(2)">',
    "\u202egnp.ecila\u202c \u05d0\u05dc\u05d9\u05e1 \u200f\u2066",
    "W" * 10_000,
    "\x1b[31mred\x1b[0m\x07\u2028\u2029]]>--></style>&lt;{{7*7}}",
)


def games(*bots: str, number: int = 1, game: str = "brisca", **options: str) -> list[Record]:
    """The records of a match between bots of the house."""
    run = new_run(
        find(game)(**options), [load(bot) for bot in bots], number, seed="1", isolation="inprocess"
    )
    return list(here.play(run, run.fixtures))


def nasty(record: Record) -> Record:
    """The record, with texts in it that no page may obey."""
    copy = msgspec.json.decode(msgspec.json.encode(record), type=Record)
    copy.bots = [
        msgspec.structs.replace(bot, name=name) for bot, name in zip(copy.bots, NASTY, strict=False)
    ]
    for ply, text in enumerate(NASTY):
        copy.moves[ply].fault = "exception"
        copy.faults.append(FaultEntry(ply, copy.moves[ply].seat, "exception", text, text, text))
    copy.notes = list(NASTY)
    copy.isolation = SCRIPT
    return copy
