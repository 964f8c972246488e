"""The services that have ended and are started again: `arena serve` writes them, web reads them.

They stand in a file, because the database may be what is away.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.competition.config.paths import OUT
from arena.replay.files import replace_file

FILE = "services.json"  # in Out


class Trouble(Struct, frozen=True):
    """A service that has ended, and has not worked for a while since then."""

    why: str  # in words that give nothing away
    tries: int  # how often it has ended so
    process: int = 0  # the number of its process now; 0: it has none


def write_troubles(folder: Path, troubles: Mapping[str, Trouble]) -> None:
    """Tell web about the services in trouble, by their names."""
    replace_file(folder / OUT / FILE, msgspec.json.encode(troubles), makes_folder=True)


def read_troubles(folder: Path) -> dict[str, Trouble]:
    """The services in trouble. Before the first start of the engine there are none."""
    try:
        written = (folder / OUT / FILE).read_bytes()
    except FileNotFoundError:
        return {}
    return msgspec.json.decode(written, type=dict[str, Trouble])
