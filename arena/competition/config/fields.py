"""Every key of competition.toml: which values it takes, and its default.

This module checks each value by itself. `settings` checks how keys fit together.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from arena.bots.tree import MOST_BYTES
from arena.common.devices import is_device
from arena.common.errors import ArenaError
from arena.common.sizes import KIB, MIB, parse_size, size_text
from arena.common.times import with_zone
from arena.common.toml.keys import Key, flag, impossible, one_of, table, text, texts, whole
from arena.guest.protocol.levels import BOXED, LEVELS
from arena.guest.protocol.safe_text import plain
from arena.match.findings import TOLERANCE
from arena.match.run import LONGEST_BUDGET, MOST_GAMES
from arena.sandbox.host.packages import ALLOWED
from arena.sandbox.levels import AUTO

MOST_ROUNDS = 1000
MOST_AT_ONCE = 100  # matches of a team on an open ladder
MOST_TEAMS = 100_000
LONGEST_TITLE = 100
LONGEST_PHASE = 32  # characters of a phase's name
YEARS = range(2000, 3000)

LIVE, SEALED = "live", "sealed"  # how the server shows a phase that is not published
LONGEST_DELAY = 86_400  # seconds

OPEN_LADDER = "open-ladder"  # the kind of phase that does not end by itself

TIED = ("pairs", "odd-game")  # the extra games when a match of a knockout is tied


def title(value: Any) -> str:
    if plain(text(value)) != value or len(value) > LONGEST_TITLE:
        raise impossible(value, f"take one line of text, at most {LONGEST_TITLE} characters")
    return str(value)


def phase_name(value: Any) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", text(value)) or len(value) > LONGEST_PHASE:
        raise impossible(
            value,
            f"a phase and its folder have the same name. Take letters a to z, digits, - and _, "
            f"beginning with a letter or digit, at most {LONGEST_PHASE} characters",
        )
    if is_device(value):
        raise impossible(value, "Windows reserves this name for a device. Add a letter")
    return str(value)


def seconds(value: Any) -> float:
    if type(value) not in (int, float) or not 0 < value <= LONGEST_BUDGET:
        raise impossible(
            value, f"take a number of seconds, more than 0 and at most {LONGEST_BUDGET:g}"
        )
    return float(value)


def isolation(value: Any) -> str:
    if isinstance(value, str) and value in LEVELS and not LEVELS[value].is_boxed:
        raise impossible(
            value,
            f"the teams' bots would run in the arena's process. Take {AUTO!r}: then only house "
            f"bots run there, and the teams' bots are isolated",
        )
    return one_of(AUTO, *BOXED)(value)


def tables(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise impossible(value, "begin each phase with a line [[phase]], in two pairs of brackets")
    if not value:
        raise impossible(value, "a competition needs a phase, which begins with a line [[phase]]")
    return value


def size(value: Any) -> int:
    example = 'write a size in quotation marks, such as "1 MiB" or "500 kB"'
    if not isinstance(value, str):
        raise impossible(value, example)
    size = parse_size(value)
    if not KIB <= size <= MOST_BYTES:
        raise impossible(value, f"take a size from {size_text(KIB)} to {size_text(MOST_BYTES)}")
    return size


def moment(value: Any) -> datetime:
    if not isinstance(value, datetime) or value.year not in YEARS:
        raise impossible(
            value, "write a date and a time, such as 2026-04-03T23:59:00+02:00, unquoted"
        )
    return with_zone(value)


def address(value: Any) -> str:
    # The value may contain a password, so the error does not repeat it.
    if not isinstance(value, str) or not (not value or value.startswith("postgresql://")):
        raise ArenaError(
            'this is not the address of a database: write "postgresql://user@host/name", or "" for '
            "the file Out/competition.db"
        )
    return value


COMPETITION: Mapping[str, Key] = {
    "name": Key(title),
    "game": Key(text),
    "budget": Key(seconds, 1.0),
    "isolation": Key(isolation, AUTO),
    "packages": Key(texts, ALLOWED),
    "submission-size": Key(size, MIB),
    "tolerance": Key(whole(0, 1000), TOLERANCE),
    "database": Key(address, ""),
    "options": Key(table, {}),
    "teams": Key(table, {}),
    "certificate": Key(table, {}),
    "phase": Key(tables),
}
TEAMS: Mapping[str, Key] = {
    "open": Key(flag, True),
    "names": Key(texts, ()),
}
SHOWN = (
    "title",
    "broadcast",
    "delay",
    "freeze",
    "own-games",
)  # of every phase; they may change at any time
EVERY_PHASE = ("name", "kind", "from", "opens", "deadline")
OF_KIND = {
    "qualifying": ("house", "games", "top", "tiebreaks"),
    "knockout": ("games", "third-place", "tied"),
    "round-robin": ("games", "top", "tiebreaks"),
    "swiss": ("rounds", "games", "top", "tiebreaks"),
    "ladder": ("rounds", "games", "top"),
    OPEN_LADDER: ("games", "at-once", "play-out", "top"),
    "tables": ("rounds", "games", "top", "tiebreaks"),
}
PHASE: Mapping[str, Key] = {
    "name": Key(phase_name),
    "title": Key(title, ""),
    "broadcast": Key(one_of(LIVE, SEALED), LIVE),
    "delay": Key(whole(0, LONGEST_DELAY), 0),
    "freeze": Key(moment, None),
    "own-games": Key(one_of(LIVE, SEALED), ""),
    "kind": Key(one_of(*OF_KIND)),
    "from": Key(text, ""),
    "opens": Key(moment, None),
    "deadline": Key(moment, None),
    "house": Key(texts),
    "games": Key(whole(1, MOST_GAMES), 100),
    "rounds": Key(whole(1, MOST_ROUNDS)),
    "at-once": Key(whole(1, MOST_AT_ONCE), 1),
    "play-out": Key(whole(1, MOST_GAMES), 100),
    "top": Key(whole(1, MOST_TEAMS), None),
    "tiebreaks": Key(texts, ("head-to-head", "margin", "lot")),
    "third-place": Key(flag, True),
    "tied": Key(one_of(*TIED), TIED[0]),
}
