"""Saved games and competitions as pandas DataFrames, for a notebook.

import arena
cup = arena.load("cup")             # the folder of a competition
cup.standings("final")
games = arena.load("Out/example")   # a folder of records, or one file of them
games.sides().groupby("name").score.mean()
arena.replay("Out/example/games.jsonl", game=3)  # shows the game
arena.replay("r12", game=3)         # a run of `arena play` by its name; also for load
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from arena.common.errors import ArenaError
from arena.competition.config.folder import Competition, open_competition
from arena.competition.config.paths import FILE
from arena.competition.play.phase_state import phase_state
from arena.competition.play.ranking import Ranking
from arena.pages.viewer import page
from arena.replay.files import read_records, record_files
from arena.replay.record import Record
from arena.replay.replayer import verify
from arena.replay.result import result
from arena.standings import table
from arena.standings.rows import standings
from arena.standings.scorebook import Scorebook
from arena.store.runs import games_of

if TYPE_CHECKING:
    import pandas as pd

SIDES = "game phase match deal side name rank credit score decisions seconds faults".split()
MOVES = "game ply seat name play seconds cpu fault".split()
FAULTS = "game ply seat name verdict reason traceback output".split()


class Games:
    """Saved games. Every method gives a DataFrame, which is computed only once."""

    def __init__(self, paths: list[Path]) -> None:
        self.paths = paths
        self._tables: dict[str, pd.DataFrame] = {}

    def __repr__(self) -> str:
        files = ", ".join(map(str, self.paths[:3])) + ", …" * (len(self.paths) > 3)
        count = _count(sum(1 for _ in self.records()))
        return f"<Games: {count} in {files or 'no file'}; {_methods(Games)}>"

    def records(self) -> Iterator[Record]:
        """Read the records one by one."""
        for path in self.paths:
            for _, record in read_records(path):
                yield record

    def sides(self) -> "pd.DataFrame":
        """A row for each side of each game."""
        return self._table("sides", lambda: _frame(_sides(self.records()), SIDES))

    def moves(self) -> "pd.DataFrame":
        """A row for each move."""
        return self._table("moves", lambda: _frame(_moves(self.records()), MOVES))

    def faults(self) -> "pd.DataFrame":
        """A row for each fault, with the details that the bot's author needs."""
        return self._table("faults", lambda: _frame(_faults(self.records()), FAULTS))

    def standings(self) -> "pd.DataFrame":
        """The standings of all bots in these games."""
        return self._table("standings", lambda: table.frame(standings(self._book)))

    def head_to_head(self) -> "pd.DataFrame":
        """The share of each bot (rows) against each other (columns)."""
        return self._table("head_to_head", lambda: table.head_to_head(self._book))

    @cached_property
    def _book(self) -> Scorebook:
        book = Scorebook([])
        for record in self.records():
            book.add(result(record, record.fixture.deal if record.fixture else 0))
        book.teams = sorted(book.lines)
        return book

    def _table(self, name: str, make: Callable[[], "pd.DataFrame"]) -> "pd.DataFrame":
        if name not in self._tables:
            self._tables[name] = make()
        return self._tables[name]

    def _repr_html_(self) -> str:
        html: str = self.standings().to_html(index=False)
        return html


class Cup:
    """A competition and its results."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._open() as competition:
            self.phases = [phase.name for phase in competition.settings.phases]

    def __repr__(self) -> str:
        return f"<Cup {self.path}: phases {', '.join(self.phases)}; {_methods(Cup)}>"

    @contextmanager
    def _open(self) -> Iterator[Competition]:
        with open_competition(self.path) as competition:
            yield competition

    def _ranking(self, phase: str) -> Ranking:
        with self._open() as competition:
            return phase_state(competition, phase or self.phases[0]).ranking()

    def standings(self, phase: str = "") -> "pd.DataFrame":
        """The standings of a phase. Default: the first phase."""
        return table.frame(self._ranking(phase).standings)

    def head_to_head(self, phase: str = "") -> "pd.DataFrame":
        """The share of each team (rows) against each team that it has met (columns)."""
        return table.head_to_head(self._ranking(phase).book)

    def pairs(self, phase: str = "") -> "pd.DataFrame":
        """The results of each team against each team that it has met, with intervals."""
        return table.pairs(self._ranking(phase).book)

    def times(self, phase: str = "") -> "pd.DataFrame":
        """How long each team has thought."""
        return table.times(self._ranking(phase).book)

    def games(self, phase: str = "") -> Games:
        """The saved games of a phase, including those that no longer count."""
        with self._open() as competition:
            folder = competition.records / (phase or self.phases[0])
        return Games(record_files(folder))

    def _repr_html_(self) -> str:
        html: str = self.standings().to_html(index=False)
        return html


class Replay:
    """Saved games as a page that a notebook shows."""

    HEIGHT = 720  # pixels

    def __init__(self, path: str | Path, game: str | int | None, language: str) -> None:
        records = []
        for number, (_, record) in enumerate(read_records(games_of(Path(path))), start=1):
            if game is None or str(game) in (str(number), record.id):
                verify(record)
                records.append(record)
        if not records:
            raise ArenaError(
                f"{path} has no game {game!r}: give its number, from 1, or its id"
                if game is not None
                else f"{path}: the file has no games"
            )
        self.page = page(records, language)
        self._text = f"<Replay: {_count(len(records))} from {path}; a notebook shows it>"

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        # The frame may run the viewer's script, and do nothing else.
        return (
            f'<iframe title="Card Arena" sandbox="allow-scripts" width="100%" '
            f'height="{self.HEIGHT}" style="border:0" srcdoc="{escape(self.page)}"></iframe>'
        )


def load(path: str | Path) -> "Games | Cup":
    """A competition from its folder, or saved games from their file or folder."""
    path = games_of(Path(path))
    if (path / FILE).exists():
        return Cup(path)
    if path.is_dir():
        paths = [file for file in record_files(path) if file.parent == path]
        if not paths:
            raise ArenaError(
                f"{path} is not a competition, since it has no {FILE}; and it is not a folder of "
                f"records, since it has no files *.jsonl or *.jsonl.gz"
            )
        return Games(paths)
    if not path.exists():
        raise ArenaError(f"{path}: there is no such file or folder, seen from {Path.cwd()}")
    return Games([path])


def _sides(records: Iterator[Record]) -> Iterator[tuple[object, ...]]:
    for record in records:
        place = record.fixture
        played = result(record, place.deal if place else 0)
        for side, name in enumerate(played.who):
            effort = played.efforts[side]
            yield (
                record.id,
                place.phase if place else "",
                place.match if place else "",
                played.deal,
                side,
                name,
                played.ranks[side],
                played.credit[side],
                played.scores[side],
                effort.decisions,
                effort.us / 1e6,
                sum(effort.faults.values()),
            )


def _moves(records: Iterator[Record]) -> Iterator[tuple[object, ...]]:
    for record in records:
        for ply, move in enumerate(record.moves):
            yield (
                record.id, ply, move.seat, record.name(move.seat), move.play, move.us / 1e6,
                move.cpu / 1e6, move.fault,
            )  # fmt: skip


def _faults(records: Iterator[Record]) -> Iterator[tuple[object, ...]]:
    for record in records:
        for fault in record.faults:
            yield (
                record.id, fault.ply, fault.seat, record.name(fault.seat), fault.verdict,
                fault.reason, fault.traceback, fault.output,
            )  # fmt: skip


def _count(games: int) -> str:
    return "1 game" if games == 1 else f"{games:,} games"


def _methods(kind: type) -> str:
    """The methods of a class, as a reader calls them."""
    return ", ".join(f"{name}()" for name in vars(kind) if not name.startswith("_"))


def _frame(rows: Iterator[tuple[object, ...]], columns: list[str]) -> "pd.DataFrame":
    import pandas as pd

    return pd.DataFrame.from_records(list(rows), columns=columns)
