"""The job of playing games, for matches, leagues and competitions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct, structs

from arena.bots.packed import PackedBots, code_as_bytes, pack_bot
from arena.common.errors import ArenaError
from arena.match.play import Audience, GameSecrets
from arena.match.run import Run
from arena.replay.files import to_line
from arena.replay.record import FaultEntry, Record, RecordPlace
from arena.replay.result import Result, result
from arena.sandbox.wirelog import WireLog
from arena.schedule.fixtures import Fixture
from arena.workers.portable import Needs, Portable
from arena.workers.room import Room

BLOCKS = 16  # blocks for each worker, so that no worker is idle for long at the end
MOST = 8  # games in a block, while their time is not known
MOST_SHORT = 100  # games in a block, if they are short
BLOCK = 1.0  # seconds that a block of short games may take
OVERHEAD = 0.001  # seconds of a game besides thinking


class GameTask(Struct, frozen=True, array_like=True):
    """One game to be played."""

    fixture: Fixture
    match: str = ""  # the name of its match in a competition
    secrets: GameSecrets | None = None  # for a machine that does not have the key of the run


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
class PlayGames(Portable[GameTask, PlayedGame]):
    """Plays the games of a run. A log or an audience can only be used in this process."""

    run: Run
    phase: str = ""  # the phase of a competition that the records name
    keeps_records: bool = True
    keeps_output: bool = False  # the texts that bots in boxes print
    log: WireLog | None = None
    audience: FullAudience | None = None
    host: str = ""  # the machine of a cluster that plays

    result_type = PlayedGame
    ahead = 2

    @contextmanager
    def open(self) -> Iterator[Callable[[GameTask], PlayedGame]]:
        if not self.host:
            check_files(self.run)
        with Room(self.run, self.log, self.audience) as room:

            def play(task: GameTask) -> PlayedGame:
                record = room.play(task.fixture, task.secrets)
                record.host = self.host
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

    # On other machines

    def needs(self) -> Needs:
        terms, levels = self.run.terms, tuple(sorted(set(self.run.levels)))
        is_timed = terms.clock and any(bot.is_file for bot in self.run.bots)
        return Needs(levels, terms.packages, is_timed)

    def pack(self) -> "PlayGames":
        terms = self.run.terms._replace(master=b"", deals=())
        bots = PackedBots(map(pack_bot, self.run.bots))
        run = replace(self.run, bots=bots, terms=terms, seed="", fixtures=[])
        return replace(self, run=run, log=None, audience=None)

    def seal(self, task: GameTask) -> GameTask:
        setup, (deal, sides) = self.run.setup, task.fixture
        state = setup.terms.deal(setup.game, deal)
        return structs.replace(task, secrets=setup.secrets(sides, deal, state))

    def files(self, task: GameTask) -> Mapping[str, bytes]:
        bots = [self.run.bots[bot] for bot in set(task.fixture.sides)]
        return {bot.sha256: code_as_bytes(bot.code) for bot in bots if bot.is_file}

    def unpack(self, folder: Path, host: str) -> "PlayGames":
        assert isinstance(self.run.bots, PackedBots)
        return replace(self, host=host, run=replace(self.run, bots=self.run.bots.in_folder(folder)))

    def essence(self, game: PlayedGame) -> bytes:
        """The moves and the result. Times and the host are left out."""
        moves: list[object] = []
        if game.line:
            record = msgspec.json.decode(game.line, type=Record)
            moves += [(move.seat, move.play, move.fault, move.chance) for move in record.moves]
        return msgspec.msgpack.encode((game.id, game.result.scores, moves))


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


class Pace:
    """The time of a game, measured as games come in. It limits the games in a block.

    A block costs an engine a few milliseconds, as much as several games of quick bots.
    """

    def __init__(self) -> None:
        self._games = 0
        self._us = 0

    def add(self, game: PlayedGame) -> None:
        self._games += 1
        self._us += sum(effort.us for effort in game.result.efforts)

    @property
    def most(self) -> int:
        """The most games in a block."""
        if self._games < 2 * MOST:
            return MOST
        seconds = self._us / 1e6 / self._games + OVERHEAD
        return max(MOST, min(MOST_SHORT, int(BLOCK / seconds)))


def game_blocks(
    tasks: Iterable[GameTask],
    games: int,
    workers: int,
    whole_deals: bool = False,
    pace: Pace | None = None,
) -> Iterator[list[GameTask]]:
    """Blocks of games between the same bots, so that a worker keeps their seats within a block.

    `games` is the number of tasks. With `whole_deals`, all seatings of a deal are in one block.
    Then a slow machine is not unfair to a bot. Blocks become longer if the `pace` allows it.
    """
    share = games // (workers * BLOCKS)
    block: list[GameTask] = []
    for task in tasks:
        size = max(1, min(pace.most if pace else MOST, share))
        is_full = len(block) >= size and not (
            whole_deals and block[-1].fixture.deal == task.fixture.deal
        )
        if block and (is_full or _table(block[0]) != _table(task)):
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
