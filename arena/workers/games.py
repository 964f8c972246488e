"""The job of playing games, for matches, leagues and competitions."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct, structs

from arena.common.errors import ArenaError
from arena.match.play import Audience
from arena.match.run import Run
from arena.replay.files import to_line
from arena.replay.record import FaultEntry, Record, RecordPlace
from arena.replay.result import Result, result
from arena.sandbox.wirelog import WireLog
from arena.schedule.fixtures import Fixture
from arena.workers.room import Room

BLOCKS = 16  # blocks for each worker, so that no worker is idle for long at the end
MOST = 8  # games in a block


class GameTask(Struct, frozen=True, array_like=True):
    """One game to be played."""

    fixture: Fixture
    match: str = ""  # the name of its match in a competition


class PlayedGame(Struct, frozen=True, array_like=True):
    """A game that was played."""

    id: str
    match: str
    result: Result
    faults: list[tuple[str, FaultEntry]]  # the first one of each bot, with the bot's name
    line: bytes  # its record as a line of JSON; empty if records are not kept
    # Name, seat and text of each bot in a box that printed. The text is empty if not kept.
    printed: list[tuple[str, int, str]] = []


class FullAudience(Audience, Protocol):
    """An audience that also gets the record when the game is over."""

    def end(self, record: Record) -> None: ...


@dataclass(frozen=True)
class PlayGames:
    """Plays the games of a run. A log or an audience can only be used in this process."""

    run: Run
    phase: str = ""  # the phase of a competition that the records name
    keeps_records: bool = True
    keeps_output: bool = False  # the texts that bots in boxes print
    log: WireLog | None = None
    audience: FullAudience | None = None

    result_type = PlayedGame
    ahead = 2

    @contextmanager
    def open(self) -> Iterator[Callable[[GameTask], PlayedGame]]:
        check_files(self.run)
        with Room(self.run, self.log, self.audience) as room:

            def play(task: GameTask) -> PlayedGame:
                record = room.play(task.fixture)
                if self.phase:
                    record.fixture = RecordPlace(self.phase, task.match, task.fixture.deal)
                if self.audience is not None:
                    self.audience.end(record)
                printed = [
                    (name, seat, text if self.keeps_output else "")
                    for name, seat, text in room.outputs()
                ]
                game = played_game(record, task, self.keeps_records)
                return structs.replace(game, printed=printed) if printed else game

            yield play

    def describe(self, task: GameTask) -> str:
        match = task.match or " against ".join(
            self.run.entries[bot].name for bot in dict.fromkeys(task.fixture.sides)
        )
        return f"{match}, deal {task.fixture.deal + 1}"


def played_game(record: Record, task: GameTask, keeps_record: bool) -> PlayedGame:
    """The parts of a record that a worker sends to the arena."""
    faults: dict[str, FaultEntry] = {}
    for fault in record.faults:
        faults.setdefault(record.name(fault.seat), fault)
    return PlayedGame(
        record.id,
        task.match,
        result(record, task.fixture.deal),
        list(faults.items()),
        to_line(record) if keeps_record else b"",
    )


def game_blocks(tasks: Sequence[GameTask], workers: int) -> Iterator[list[GameTask]]:
    """Blocks of games between the same bots, so that a worker keeps their seats within a block."""
    size = max(1, min(MOST, len(tasks) // (workers * BLOCKS)))
    block: list[GameTask] = []
    for task in tasks:
        if block and (len(block) == size or _table(block[0]) != _table(task)):
            yield block
            block = []
        block.append(task)
    if block:
        yield block


def check_files(run: Run) -> None:
    """Refuse to play if a bot's file has changed since it was entered: a worker reads it again."""
    for bot, entry in zip(run.bots, run.entries, strict=True):
        if bot.sha256 != entry.sha256:
            raise ArenaError(f"{bot.path} has changed since the bot {entry.name} was entered")


def _table(task: GameTask) -> tuple[str, frozenset[int]]:
    return task.match, frozenset(task.fixture.sides)
