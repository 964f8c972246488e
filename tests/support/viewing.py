"""Games for tests of the viewer: freshly played ones, and the same with dangerous texts."""

import re
from base64 import b64decode
from typing import Any
from zlib import decompress

import msgspec

from arena.bots.bot import load
from arena.match.run import RunOptions, new_match
from arena.replay.record import FaultEntry, Record
from arena.workers import here
from Game.registry import find

SCRIPT = "<script>alert(1)</script>"
NASTY = (
    f'</script>{SCRIPT}<img src=x onerror="alert(2)">',
    "\u202egnp.ecila\u202c \u05d0\u05dc\u05d9\u05e1 \u200f\u2066",
    "W" * 10_000,
    "\x1b[31mred\x1b[0m\x07\u2028\u2029]]>--></style>&lt;{{7*7}}",
)


def packed_in(html: str) -> str:
    """The packed data of a page."""
    (text,) = re.findall(r'<script type="application/octet-stream" id="data">(.*?)</script>', html)
    return str(text)


def data_in(html: str) -> Any:
    """The data of a page, unpacked."""
    return msgspec.json.decode(decompress(b64decode(packed_in(html))))


def games(*bots: str, number: int = 1, game: str = "brisca", **options: str) -> list[Record]:
    """The records of a match between house bots."""
    run = new_match(
        find(game)(**options),
        [load(bot) for bot in bots],
        number,
        RunOptions(seed="1", isolation="inprocess"),
    )
    return list(here.play(run, run.fixtures))


def nasty(record: Record) -> Record:
    """The record with texts that a page must show and must not execute."""
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
