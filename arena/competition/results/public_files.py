"""Reads the files of a published phase, and compares them with what its records give."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from arena.bots.code import read_code
from arena.common.errors import ArenaError
from arena.competition.config.names import key
from arena.competition.config.paths import STANDINGS
from arena.competition.entries.decisions import LastDecision
from arena.competition.play.ranking import described, house_faults
from arena.competition.results.published_phase import PublishedEntrant, PublishedPhase
from arena.guest.protocol.safe_text import plain
from arena.pages.site.code import FOLDER as CODE
from arena.pages.site.data.listings import PAIRS
from arena.standings.rows import Standings
from arena.standings.scorebook import Scorebook
from arena.standings.table import as_csv, pair_rows, table_rows

T = TypeVar("T")


class PublishedIndex(Struct):
    """`competition.json`."""

    game: str
    options: dict[str, str]
    seed_sha256: str
    seed: str | None
    phases: list[str]  # without those that are sealed


class PublishedTable(Struct):
    """`standings.json`."""

    order: list[dict[str, str]]
    teams: list[dict[str, Any]]
    house_faults: dict[str, dict[str, int]]

    @property
    def names(self) -> list[str]:
        return [str(row.get("name")) for row in self.teams]


class Seal(Struct):
    """`sealed.json`."""

    sha256: str
    last_decision: LastDecision | None = None  # that counts in the results; None: not known
    added: list[str] = []  # files that were published after the results were revealed


def read_json(path: Path, of: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=of)
    except OSError as error:
        raise ArenaError(
            f"{path} cannot be read: {error.strerror or error}. Get the whole published folder"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArenaError(
            f"{path} is not what the arena writes: {error}. Get the published folder again"
        ) from None


def read_lots(path: Path, names: Sequence[str]) -> dict[str, int]:
    """The lot of each team."""
    lots = read_json(path, dict[str, int])
    if set(names) - set(lots):
        raise ArenaError(f"{path} does not have the lots of all teams")
    return lots


def table_problems(folder: Path, table: Standings, book: Scorebook) -> Iterator[str]:
    """Where the published tables differ from those that the records give."""
    path = folder / STANDINGS
    published, computed = read_json(path, PublishedTable), table_rows(table)
    if published.order != described(table):
        yield f"{path}: the table is not sorted by the criteria of the phase"
    rows = {row["name"]: row for row in msgspec.json.decode(msgspec.json.encode(computed))}
    if published.names != list(rows):
        yield f"{path}: the order of the teams is not what the records give"
    for row in published.teams:
        name = str(row.get("name"))
        now = rows.get(name, {})
        wrong = row.keys() ^ now.keys() | {each for each in row if row[each] != now.get(each)}
        if wrong:
            yield (
                f"{path}: the row of {plain(name)} is not what the records give: "
                f"{', '.join(map(plain, sorted(wrong)))}"
            )
    if published.house_faults != house_faults(book):
        yield f"{path}: the faults of the house bots are not those of the records"
    pairs = pair_rows(book)
    texts = {
        "standings.csv": as_csv(computed).encode(),
        "head-to-head.csv": as_csv(pairs).encode(),
        PAIRS: msgspec.json.encode(pairs) + b"\n",
    }
    for name, text in texts.items():
        if _content(folder / name) != text:
            yield f"{folder / name} is not what the records give"


def bot_problems(folder: Path, phase: PublishedPhase) -> Iterator[str]:
    """The published bots that are not those that played: house bots, and teams with --code."""
    for entrant in phase.house:
        yield from _bot_problem(folder / "house", entrant.name, entrant)
    if (folder / CODE).is_dir():
        for entrant in phase.teams:
            yield from _bot_problem(folder / CODE, key(entrant.name), entrant)


def _bot_problem(folder: Path, stem: str, entrant: PublishedEntrant) -> Iterator[str]:
    paths = [folder / f"{stem}{suffix}" for suffix in (".py", ".zip")]
    path = next((path for path in paths if path.is_file()), paths[0])
    try:
        is_its_bot = read_code(path).sha256 == entrant.sha256
    except ArenaError:  # there is no bot in the file
        is_its_bot = False
    if not is_its_bot:
        yield f"{path} is not the bot that played as {plain(entrant.name)}: its hash differs"


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
